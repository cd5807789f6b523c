/* Whether the alarm is possible depends on a long computation that no predicate describes. */
extern unsigned seed(void);
extern void step(void);
extern void alarm(void);
extern void done(void);

void mixed(void)
{
    unsigned x = seed(), y = x;
    unsigned i;
    for (i = 0; i < 5000; i++)
        y = (y ^ (y >> 3)) * 1664525u + 1013904223u;
    step();
    if ((y ^ 0x5bd1e995u) == x)
        alarm();
    done();
}
