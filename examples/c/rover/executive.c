/* The Executive: clears a wake-up before it looks whether it matters. */
#include <stddef.h>
#include "rover.h"

static unsigned actions;                /* for statistics */

/* The next wake-up, or NOTHING. The caller has the lock. */
static int take_wake_up(void)
{
    int wake_up = saved_read(EXECUTIVE);
    if (wake_up == NOTHING)
        return NOTHING;
    saved_clear();
    if (!is_relevant(wake_up))
        return NOTHING;
    return wake_up;
}

void *executive(void *unused)
{
    (void)unused;
    for (;;) {
        int wake_up;
        exec_lock();
        while ((wake_up = take_wake_up()) == NOTHING)
            exec_wait();
        exec_unlock();
        actions++;
        act(wake_up);
    }
    return NULL;
}
