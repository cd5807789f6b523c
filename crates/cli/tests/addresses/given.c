//@ memory violated
// An outside function gets memory that was freed.
#include <stdlib.h>

extern void report(int *);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    report(p);
    free(p);
    report(0);
    report(p);
    return 0;
}
