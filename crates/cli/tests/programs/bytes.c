//@ assertion holds
//@ memory holds
// Unions, bit-fields, structures by value, and bytes of integers.
#include <assert.h>

union word {
    int i;
    unsigned char c[4];
};
struct bits {
    unsigned a : 3;
    int s : 4;
    unsigned c : 9;
};
struct large {
    int a, b, c, d, e;
};

static int sum(struct large v) {
    v.a = 9;
    return v.a + v.e;
}

static struct large make(int k) {
    struct large r = {k, 1, 2, 3, k};
    return r;
}

int main(int argc, char **argv) {
    union word w;
    w.i = 0x01020304;
    w.c[1] = 0xff;
    assert(w.i == 0x0102ff04);
    struct bits x;
    x.a = 9;
    x.s = 12;
    x.c = 511;
    assert(x.a == 1 && x.s == -4 && x.c == 511);
    struct large l = make(argc);
    assert(sum(l) == (int)(9u + argc) && l.a == argc);
    return 0;
}
