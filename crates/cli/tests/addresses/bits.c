//@ assertion violated
// An integer may begin at every multiple of four.
#include <assert.h>
#include <stdint.h>

static int a;

int main(void) {
    unsigned low = (unsigned)(uintptr_t)&a;
    assert(low % 4 == 0);
    assert(low % 64 == 0);
    return 0;
}
