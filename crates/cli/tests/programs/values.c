//@ assertion violated
//@ memory holds
// Inputs of every kind: arguments, uninitialized variables, results and writes of other files, their variables.
#include <assert.h>

struct pair {
    int a;
    short b;
};
extern int get(int *out, char c);
extern int count;

int main(int argc, char **argv) {
    int x;
    struct pair v;
    int y = 7;
    int r = get(&y, 'q');
    if (y == 42 && r == -5 && x == 99 && v.b == 3 && argc == 17 && count == 4)
        assert(0);
    return 0;
}
