//@ division violated
//@ assertion unknown
// An assertion behind a division by zero is not checked.
#include <assert.h>

int main(int argc, char **argv) {
    int share = 100 / (argc - 3);
    assert(share <= 100);
    return 0;
}
