//@ ALTERNATE unknown
//@ HELD unknown
#include "common.h"

int main(void)
{
    int *p = 0;
    acquire();
    if (__VERIFIER_nondet_int() > 3)
        *p = 1;
    release();
    transmit(STATUS, 1);
    return 0;
}
