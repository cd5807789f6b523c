/* An alarm after a million ticks, and never before. Version 2: one tick later. */
extern void tick(void);
extern void alarm(void);

static unsigned n;

void late(void)
{
    while (1) {
        if (n == 1000001) {
            alarm();
            n = 0;
        }
        tick();
        n++;
    }
}
