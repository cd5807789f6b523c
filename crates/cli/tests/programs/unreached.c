//@ assertion holds
//@ memory holds
// Inline assembly is reached by no execution.
#include <assert.h>

int main(int argc, char **argv) {
    int x = 1;
    if (argc * argc == 3)
        __asm__("movl $2, %0" : "=r"(x));
    assert(x == 1);
    return 0;
}
