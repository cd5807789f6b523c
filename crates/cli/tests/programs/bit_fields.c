//@ assertion violated
//@ memory holds
// A bit-field of 23 bits is three bytes of memory: the byte behind it keeps its value.
#include <assert.h>

struct packed {
    unsigned char before;
    unsigned number : 23;
    unsigned char after;
} __attribute__((packed));

struct wide {
    unsigned long long low : 20;
    unsigned long long high : 20;
} __attribute__((packed));

int main(void) {
    struct packed all[2];
    struct wide wide;
    wide.low = 5;
    wide.high = 0x54321;
    wide.low = 6;
    assert(wide.high == 0x54321 && wide.low == 6);
    all[0].after = 1;
    all[1].before = 3;
    all[0].number = -1;
    assert(all[0].after != 1 || all[1].before != 3);
    return 0;
}
