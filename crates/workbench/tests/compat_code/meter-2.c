/* Version 2: counts in one step. The same reports. */
extern int amount(void);
extern void report(void);
extern void reset(void);

static unsigned total;

void meter(void)
{
    while (1) {
        int left = amount();
        if (left > 0)
            total += (unsigned)left;
        report();
        if ((total & 3) == 0)
            reset();
    }
}
