//@ assertion unknown
// Recursion that is nested deeper than Rely expands it.
#include <assert.h>

static unsigned depth(unsigned n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(int argc, char **argv) {
    assert(depth((unsigned)argc) == (unsigned)argc);
    return 0;
}
