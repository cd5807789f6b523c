/* Counts pulses; every fourth one ends a frame. The count is reset only when 32 bits are used up. */
extern void pulse(void);
extern void frame(void);
extern void start_again(void);

static unsigned count;

void tick(void)
{
    count++;
    if (count == 0)
        start_again();
    if (count % 4 == 0)
        frame();
    else
        pulse();
}
