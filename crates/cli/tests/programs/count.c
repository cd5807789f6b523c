//@ assertion violated
// The number of characters is written through the pointer.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    printf("abc%n\n", &n);
    assert(n == 0);
    return 0;
}
