void note_full(void);
void note_more(void);

static int count;
static const int LIMIT = 2;
extern int pressure;

void producer(void)
{
    for (;;) {
        if (count < LIMIT) {
            count++;
            note_more();
        } else {
            note_full();
        }
    }
}

void consumer(void)
{
    for (;;) {
        if (count > 0)
            count--;
        note_full();
    }
}

struct box { int value; };

void fill(struct box *box)
{
    box->value = 1;
    note_more();
}

void take(struct box *box)
{
    if (box->value)
        note_full();
}

void harmless(void)
{
    for (int i = 0; i < LIMIT; i++)
        note_full();
}

void pump(void)
{
    pressure = 4;
    note_more();
}

void step(void)
{
    if (count)
        note_full();
    else
        note_more();
    count = !count;
}
