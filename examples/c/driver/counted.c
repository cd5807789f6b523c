/* Wrong on purpose as two components: the task and the handler count the requests in a variable that both use directly. */
#include "driver.h"

static int disk_lock;
static int waiting;

int disk_submit(int block)
{
    irq_disable();
    spin_lock(&disk_lock);
    if (disk_status() == IDLE)
        disk_command(START, block);
    else
        waiting = 1;
    spin_unlock(&disk_lock);
    irq_enable();
    return DONE;
}

void disk_interrupt(void)
{
    if (!waiting)
        return;
    spin_lock(&disk_lock);
    waiting = 0;
    spin_unlock(&disk_lock);
}
