//@ memory violated
// Memory that is allocated at the same place of the program is other memory.
#include <stdlib.h>

static char *make(void) {
    return malloc(4);
}

int main(void) {
    char *old = make();
    if (!old)
        return 0;
    free(old);
    char *new = make();
    if (!new)
        return 0;
    *old = 1;
    free(new);
    return 0;
}
