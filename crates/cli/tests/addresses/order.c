//@ assertion violated
// Nobody knows which of two variables has the lower address.
#include <assert.h>
#include <stdint.h>

static int a, b;

int main(void) {
    assert((uintptr_t)&a < (uintptr_t)&b);
    return 0;
}
