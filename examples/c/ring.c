// A ring buffer that wraps around in time.
#include <assert.h>

#define SIZE 4

struct ring {
    int data[SIZE];
    unsigned head;
    unsigned count;
};

static int push(struct ring *r, int value) {
    if (r->count == SIZE)
        return 0;
    r->data[(r->head + r->count) % SIZE] = value;
    r->count++;
    return 1;
}

static int pop(struct ring *r) {
    int value = r->data[r->head];
    r->head = (r->head + 1) % SIZE;
    r->count--;
    return value;
}

int main(int argc, char **argv) {
    struct ring r = {{0}, 0, 0};
    for (int i = 0; i < argc; i++) {
        if (!push(&r, i))
            pop(&r);
        assert(r.count <= SIZE);
    }
    return 0;
}
