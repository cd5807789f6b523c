//@ memory violated
// More is read than there is room for.
#include <unistd.h>

int main(void) {
    char line[4];
    return read(0, line, 5) > 0;
}
