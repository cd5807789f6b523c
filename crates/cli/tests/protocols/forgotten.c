//@ ALTERNATE violated take send.data take
//@ HELD holds
#include "common.h"

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        acquire();
        if (transmit(DATA, i) == 3)
            continue;
        release();
    }
    return 0;
}
