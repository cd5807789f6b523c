//@ assertion holds
//@ memory holds
// A table that grows: what it has is kept.
#include <assert.h>
#include <stdlib.h>

struct table {
    int count, room;
    int *items;
};

static int push(struct table *t, int x) {
    if (t->count == t->room) {
        int room = t->room ? t->room * 2 : 2;
        int *items = realloc(t->items, room * sizeof *items);
        if (!items)
            return -1;
        t->items = items;
        t->room = room;
    }
    t->items[t->count++] = x;
    return 0;
}

int main(void) {
    struct table t = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        if (push(&t, i))
            break;
    assert(t.count == 0 || t.items[t.count - 1] == t.count - 1);
    free(t.items);
    return 0;
}
