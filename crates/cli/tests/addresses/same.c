//@ assertion violated
// Other memory may have another address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char *make(void) {
    return malloc(8);
}

int main(void) {
    char *p = make();
    if (!p)
        return 0;
    uintptr_t first = (uintptr_t)p;
    free(p);
    p = make();
    if (!p)
        return 0;
    assert(first == (uintptr_t)p);
    free(p);
    return 0;
}
