/* A driver for a disk that executes one command at a time. Requests wait in a ring until the disk is idle. */
#ifndef DRIVER_H
#define DRIVER_H

enum result { DONE = 0, BUSY = 1 };
enum status { IDLE = 0, RUNNING = 1, FINISHED = 2, BROKEN = 3 };
enum command { START = 1, RESET = 2, ACKNOWLEDGE = 3 };

#define POLLS 2

/* The ring of requests, in another file: tasks and the handler share it. */
int ring_put(int block);                /* DONE, or BUSY if it is full */
int ring_get(int *block);               /* DONE, or BUSY if it is empty */

/* The registers of the disk. */
int disk_status(void);
void disk_command(int command, int block);

/* The kernel: a lock for which processors spin, and the interrupts of this processor. */
void spin_lock(int *lock);
void spin_unlock(int *lock);
void irq_disable(void);
void irq_enable(void);

/* Tasks call these. */
int disk_submit(int block);
int disk_reset(void);

/* The disk calls this, when it has finished a command. */
void disk_interrupt(void);

#endif
