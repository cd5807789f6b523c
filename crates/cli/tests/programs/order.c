//@ assertion unknown
// Addresses of different objects have no order.
#include <assert.h>

int main(void) {
    int a[3], b[3];
    int *p = a, *q = b;
    assert(p < q);
    return 0;
}
