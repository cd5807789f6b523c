//@ assertion holds
// An infinite loop: what follows is never reached.
#include <assert.h>

int main(int argc, char **argv) {
    for (;;)
        argc++;
    assert(0);
}
