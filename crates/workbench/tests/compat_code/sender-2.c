/* Version 2: stops when the quota is used up, and says so. */
extern int more(void);
extern int quota(void);
extern void open_line(void);
extern void send(void);
extern void close_line(void);
extern void refuse(void);

void sender(void)
{
    unsigned sent = 0;
    unsigned limit = (unsigned)(quota() & 1) + 2;
    open_line();
    while (more()) {
        sent++;
        if (sent > limit) {
            refuse();
            break;
        }
        send();
    }
    close_line();
}
