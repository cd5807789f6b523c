void acquire(void);
void release(void);

struct box {
    int locked;
};

void box_lock(struct box *box)
{
    if (!box->locked) {
        box->locked = 1;
        acquire();
    }
}

void box_unlock(struct box *box)
{
    if (box->locked) {
        box->locked = 0;
        release();
    }
}
