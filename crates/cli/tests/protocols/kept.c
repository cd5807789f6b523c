//@ ALTERNATE holds
//@ HELD holds
#include "common.h"

static int depth;

static void enter(void)
{
    if (depth++ == 0)
        acquire();
}

static void leave(void)
{
    if (--depth == 0)
        release();
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        enter();
        if (i % 3 == 0) {
            enter();
            transmit(DATA, i);
            leave();
        }
        leave();
        transmit(STATUS, i);
    }
    return 0;
}
