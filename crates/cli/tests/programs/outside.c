//@ assertion violated
// Another file may change a variable that is not static.
#include <assert.h>

int state;
extern void other(void);

int main(void) {
    state = 1;
    other();
    assert(state == 1);
    return 0;
}
