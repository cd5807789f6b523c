//@ assertion unknown
// The first of these functions returns twice.
#include <assert.h>
#include <ucontext.h>

int main(void) {
    static ucontext_t context;
    static int n;
    getcontext(&context);
    n++;
    if (n < 2)
        setcontext(&context);
    assert(n < 2);
    return 0;
}
