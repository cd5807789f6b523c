//@ assertion violated
// A device changes its register at any time.
#include <assert.h>

volatile int device;

int main(void) {
    int a = device;
    int b = device;
    assert(a == b);
    return 0;
}
