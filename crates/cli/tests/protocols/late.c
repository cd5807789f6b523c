//@ ALTERNATE holds
//@ HELD violated take give send.data
#include "common.h"

static void finish(enum kind kind)
{
    release();
    transmit(kind, 1);
}

int main(void)
{
    acquire();
    finish(__VERIFIER_nondet_int() > 7 ? DATA : STATUS);
    return 0;
}
