//@ assertion violated
// One variable may begin where the other one ends.
#include <assert.h>

static int a[4], b[4];

int main(void) {
    assert(a + 4 != b && b + 4 != a);
    return 0;
}
