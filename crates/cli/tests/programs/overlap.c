//@ memory violated
// The second half is copied from a place that it overlaps.
#include <string.h>

static int table[3] = {1, 2, 3};

int main(void) {
    memmove(&table[0], &table[1], 8);
    memcpy(&table[1], &table[0], 8);
    return table[1];
}
