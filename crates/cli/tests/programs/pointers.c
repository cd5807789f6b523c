//@ assertion violated
// Functions are called through pointers.
#include <assert.h>

static int add(int a, int b) {
    return a + b;
}
static int subtract(int a, int b) {
    return a - b;
}

int main(int argc, char **argv) {
    int (*op)(int, int) = add;
    if (argc > 3)
        op = subtract;
    assert(op(5, 3) == 8);
    return 0;
}
