/* The bug: disk_submit returns with the lock if the ring is full. */
#include "driver.h"

static int disk_lock;

static void enter(void)
{
    irq_disable();
    spin_lock(&disk_lock);
}

static void leave(void)
{
    spin_unlock(&disk_lock);
    irq_enable();
}

/* Gives the next request to the disk, if there is one. */
static void start_next(void)
{
    int block;
    if (ring_get(&block) == DONE)
        disk_command(START, block);
}

int disk_submit(int block)
{
    enter();
    if (ring_put(block) != DONE)
        return BUSY;
    if (disk_status() == IDLE)
        start_next();
    leave();
    return DONE;
}

int disk_reset(void)
{
    for (int polls = 0; polls < POLLS; polls++) {
        enter();
        if (disk_status() == IDLE) {
            disk_command(RESET, 0);
            leave();
            return DONE;
        }
        leave();
    }
    return BUSY;
}

void disk_interrupt(void)
{
    static int failures;
    spin_lock(&disk_lock);
    switch (disk_status()) {
    case BROKEN:
        if (++failures == 3) {
            failures = 0;
            disk_command(RESET, 0);
            break;
        }
        /* fall through */
    case FINISHED:
        disk_command(ACKNOWLEDGE, 0);
        start_next();
        break;
    default:
        break;
    }
    spin_unlock(&disk_lock);
}
