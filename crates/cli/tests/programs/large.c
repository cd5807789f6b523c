//@ memory unknown
// More memory than is modeled.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    if (!p)
        return 0;
    memset(p, 1, n);
    free(p);
    return 0;
}
