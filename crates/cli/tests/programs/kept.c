//@ assertion violated
// Another file may keep a pointer and write through it later.
#include <assert.h>

extern void remember(int *p);
extern void later(void);

int main(void) {
    static int s;
    remember(&s);
    s = 1;
    later();
    assert(s == 1);
    return 0;
}
