//@ ALTERNATE vacuous
//@ HELD vacuous
#include "common.h"

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    if (n % 2 == 3) {
        acquire();
        release();
        transmit(DATA, 1);
    }
    return 0;
}
