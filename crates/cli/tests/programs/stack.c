//@ assertion unknown
// Each turn of the loop allocates other memory on the stack.
#include <assert.h>

int main(void) {
    int *first = 0;
    for (int i = 0; i < 2; i++) {
        int *p = __builtin_alloca(sizeof *p);
        *p = i;
        if (i == 0)
            first = p;
    }
    assert(*first == 1);
    return 0;
}
