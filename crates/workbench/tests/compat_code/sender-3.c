/* Version 3: keeps the line open for a while after the last block, which nobody notices. */
extern int more(void);
extern int quota(void);
extern void open_line(void);
extern void send(void);
extern void close_line(void);

void sender(void)
{
    unsigned sent = 0;
    int wait = quota();
    open_line();
    while (more()) {
        sent++;
        send();
    }
    while (wait > 0)
        wait--;
    close_line();
}
