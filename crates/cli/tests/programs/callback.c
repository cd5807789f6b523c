//@ assertion unknown
// Another file may call a function that it was given.
#include <assert.h>

static int hidden;
static void set(void) {
    hidden = 1;
}
extern void later(void (*f)(void));

int main(void) {
    later(set);
    assert(hidden == 0);
    return 0;
}
