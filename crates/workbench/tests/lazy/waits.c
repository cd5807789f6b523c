/* Waits forever if it is told to. */
extern int tired(void);
extern int amount(void);
extern void work(void);
extern void rest(void);

void waits(void)
{
    int left = amount();
    while (left > 0) {
        work();
        left--;
        while (tired())
            ;
    }
    rest();
}
