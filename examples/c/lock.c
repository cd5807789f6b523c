// A lock that is not released on one way through the loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void) {
    locked = 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        lock();
        if (i == 2)
            continue;
        unlock();
    }
    return 0;
}
