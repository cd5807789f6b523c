/* Counts for as long as it is told to, silently, and reports. Version 1. */
extern int amount(void);
extern void report(void);
extern void reset(void);

static unsigned total;

void meter(void)
{
    while (1) {
        int left = amount();
        while (left > 0) {
            total++;
            left--;
        }
        report();
        if ((total & 3) == 0)
            reset();
    }
}
