/* Sends as many blocks as there are, of which it asks at every block. Version 1. */
extern int more(void);
extern int quota(void);
extern void open_line(void);
extern void send(void);
extern void close_line(void);

void sender(void)
{
    unsigned sent = 0;
    unsigned limit = (unsigned)quota() + 10;
    open_line();
    while (more()) {
        sent++;
        if (sent > limit)
            limit = sent + 5;
        send();
    }
    close_line();
}
