/* The shared variables, with the locks and condition variables of POSIX. */
#include <assert.h>
#include <pthread.h>
#include "rover.h"

static pthread_mutex_t exec_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_ups = PTHREAD_COND_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static int saved;
static int changes;
static int pending;             /* the Executive has read a wake-up that is not cleared */

void exec_lock(void) { pthread_mutex_lock(&exec_mutex); }
void exec_unlock(void) { pthread_mutex_unlock(&exec_mutex); }
void exec_wait(void) { pthread_cond_wait(&wake_ups, &exec_mutex); }

/* Once the Executive has read a wake-up, the checker does not read it until it is cleared. */
int saved_read(int who)
{
    if (who == CHECKER)
        assert(!pending);
    else
        pending = saved != NOTHING;
    return saved;
}

void saved_save(int wake_up)
{
    saved = wake_up;
    pthread_cond_signal(&wake_ups);
}

void saved_clear(void)
{
    saved = NOTHING;
    pending = 0;
}

void list_lock(void) { pthread_mutex_lock(&list_mutex); }
void list_unlock(void) { pthread_mutex_unlock(&list_mutex); }
void changed_wait(void) { pthread_cond_wait(&changed, &list_mutex); }
void changed_signal(void) { pthread_cond_signal(&changed); }
void changes_note(void) { changes = 1; }

int changes_take(void)
{
    int taken = changes;
    changes = 0;
    return taken;
}
