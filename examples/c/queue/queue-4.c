/* Version 4: like version 1, with early returns; it replaces version 1. */
#include "queue.h"

int queue_init(struct queue *q)
{
    semaphore_take(&q->lock);
    q->open = 1;
    q->count = 0;
    q->first = 0;
    semaphore_give(&q->lock);
    return OK;
}

int queue_write(struct queue *q, int message)
{
    int result = OK;
    semaphore_take(&q->lock);
    if (!q->open || q->count == CAPACITY) {
        result = q->open ? FULL : CLOSED;
        semaphore_give(&q->lock);
        return result;
    }
    q->messages[(q->first + q->count) % CAPACITY] = message;
    q->count++;
    semaphore_give(&q->lock);
    return result;
}

int queue_read(struct queue *q, int *message)
{
    int result = OK;
    semaphore_take(&q->lock);
    if (!q->open)
        result = CLOSED;
    else if (q->count == 0)
        result = EMPTY;
    else {
        *message = q->messages[q->first];
        q->first = (q->first + 1) % CAPACITY;
        q->count--;
    }
    semaphore_give(&q->lock);
    return result;
}

int queue_delete(struct queue *q)
{
    semaphore_take(&q->lock);
    q->open = 0;
    semaphore_give(&q->lock);
    return OK;
}
