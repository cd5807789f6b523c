/* Version 3: counts in fours, so that every report is followed by a reset. */
extern int amount(void);
extern void report(void);
extern void reset(void);

static unsigned total;

void meter(void)
{
    while (1) {
        int left = amount();
        while (left > 0) {
            total += 4;
            left--;
        }
        report();
        if ((total & 3) != 1)
            reset();
    }
}
