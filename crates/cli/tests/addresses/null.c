//@ memory violated
// The file may not exist.
#include <stdio.h>

int main(void) {
    char line[4];
    FILE *file = fopen("x", "r");
    return fgets(line, sizeof line, file) != 0;
}
