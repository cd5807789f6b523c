/* The Executive of a rover and the threads that check its conditions: what they share. */
#ifndef ROVER_H
#define ROVER_H

enum who { EXECUTIVE = 0, CHECKER = 1 };
enum { NOTHING = 0, WAKE_UP = 1 };

/* The saved wake-up. The lock belongs to it; waiting for a wake-up releases the lock. */
void exec_lock(void);
void exec_unlock(void);
void exec_wait(void);
int saved_read(int who);
void saved_save(int wake_up);
void saved_clear(void);

/* Has the database changed since the last evaluation? With a lock of its own. */
void list_lock(void);
void list_unlock(void);
void changed_wait(void);
void changed_signal(void);
void changes_note(void);
int changes_take(void);

/* The database, the plan and the wheels are not part of this program. */
void database_change(void);
int condition_that_holds(void);         /* NOTHING or WAKE_UP */
int is_relevant(int wake_up);
void act(int wake_up);

/* The threads. */
void *monitor(void *unused);
void *checker(void *unused);
void *executive(void *unused);

#endif
