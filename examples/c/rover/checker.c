/* ExecCondChecker: one thread is told of changes, the other evaluates the conditions and wakes the Executive. */
#include <stddef.h>
#include "rover.h"

static unsigned evaluations;            /* for statistics */

void *monitor(void *unused)
{
    (void)unused;
    for (;;) {
        database_change();
        list_lock();
        changes_note();
        changed_signal();
        list_unlock();
    }
    return NULL;
}

static void wait_for_change(void)
{
    list_lock();
    while (!changes_take())
        changed_wait();
    list_unlock();
}

/* A wake-up is replaced only by a larger one. */
static void save(int wake_up)
{
    exec_lock();
    if (wake_up > saved_read(CHECKER))
        saved_save(wake_up);
    exec_unlock();
}

void *checker(void *unused)
{
    (void)unused;
    for (;;) {
        wait_for_change();
        evaluations++;
        int wake_up = condition_that_holds();
        if (wake_up != NOTHING)
            save(wake_up);
    }
    return NULL;
}
