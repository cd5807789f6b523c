//@ assertion unknown
// The distance between two variables.
#include <assert.h>

static int a[4], b[4];

int main(void) {
    long distance = (char *)b - (char *)a;
    assert(distance != 16 && distance != -16);
    return 0;
}
