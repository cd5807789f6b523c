/* Sends some blocks over a line that is opened first and closed at the end. */
extern int size(void);
extern int ready(void);
extern void dial(void);
extern void send(void);
extern void hang_up(void);
extern void report(int failed);

void transfer(void)
{
    int blocks = size(), sent = 0, connected = 0;
    while (sent < blocks) {
        if (!connected) {
            dial();
            connected = 1;
        }
        if (ready()) {
            send();
            sent++;
        }
    }
    if (connected)
        hang_up();
    report(sent < blocks);
}
