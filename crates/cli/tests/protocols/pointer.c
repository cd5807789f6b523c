//@ ALTERNATE violated take take
//@ HELD holds
#include "common.h"

static int held;

void acquire(void)
{
    held++;
}

void release(void)
{
    held--;
}

static void (*const operations[])(void) = { acquire, release };

int main(void)
{
    operations[0]();
    operations[0]();
    return transmit(STATUS, held);
}
