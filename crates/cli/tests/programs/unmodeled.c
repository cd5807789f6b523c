//@ assertion unknown
//@ memory unknown
// Inline assembly is reached only with one argument.
#include <assert.h>

int main(int argc, char **argv) {
    int x = 1;
    if (argc == 5)
        __asm__("movl $2, %0" : "=r"(x));
    assert(x == 1);
    return 0;
}
