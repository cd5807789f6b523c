void note_full(void);

/* pair.c does not define this one either. */
extern int pressure;

void watcher(void)
{
    if (pressure > 3)
        note_full();
}
