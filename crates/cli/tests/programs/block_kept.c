//@ assertion holds
//@ memory holds
// Blocks that are left in several ways.
#include <assert.h>

static void get(int *p) {
    *p = 4;
}

int main(void) {
    int s = 0;
    for (int i = 0; i < 5; i++) {
        int x;
        get(&x);
        if (x == 3)
            break;
        if (x == 4) {
            s += x;
            continue;
        }
        s = 9;
    }
    assert(s == 20);
    return 0;
}
