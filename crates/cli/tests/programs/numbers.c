//@ assertion holds
//@ memory holds
// Pointers as numbers, and back.
#include <assert.h>
#include <stdint.h>

static int values[4];
static uintptr_t saved, initial = (uintptr_t)&values[1];

int main(void) {
    int *p = &values[2];
    saved = (uintptr_t)p;
    for (int i = 0; i < 2; i++) {
        int *q = (int *)saved;
        *q = 7;
    }
    int *r = (int *)initial;
    *r = 3;
    assert(values[2] == 7 && values[1] == 3);
    assert((saved & 3) == 0 && saved != 0);
    assert(p - values == 2);
    return 0;
}
