//@ memory violated
// The old address is used after the memory has grown.
#include <stdlib.h>

int main(void) {
    char *p = malloc(2);
    if (!p)
        return 0;
    p[0] = 1;
    char *q = realloc(p, 4);
    if (q) {
        p[0] = 2;
        free(q);
    } else
        free(p);
    return 0;
}
