/* A bounded queue of messages between two threads of a controller. */
#ifndef QUEUE_H
#define QUEUE_H

#define CAPACITY 3

enum result { OK = 0, FULL = 1, EMPTY = 2, CLOSED = 3 };

struct queue {
    int lock;               /* a semaphore of the operating system */
    unsigned char open;
    unsigned count;
    unsigned first;
    int messages[CAPACITY];
};

int queue_init(struct queue *q);
int queue_write(struct queue *q, int message);
int queue_read(struct queue *q, int *message);
int queue_delete(struct queue *q);

/* The operating system. */
void semaphore_take(int *semaphore);
void semaphore_give(int *semaphore);

#endif
