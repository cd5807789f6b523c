//@ memory violated
// One element too many of memory whose size is computed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8)
        return 0;
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 0;
    for (int i = 0; i <= n; i++)
        p[i] = i;
    int last = p[0];
    free(p);
    return last;
}
