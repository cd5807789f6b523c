enum kind { DATA, STATUS };
int __VERIFIER_nondet_int(void);
void acquire(void);
void release(void);
int transmit(enum kind kind, int value);
