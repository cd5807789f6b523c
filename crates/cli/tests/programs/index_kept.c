//@ memory holds
// Addresses just behind an array, and the array at the end of a structure that goes on.
#include <stdlib.h>

struct line {
    int size;
    char text[1];
};

int main(void) {
    int rows[3][2];
    struct line *line = malloc(12);
    if (!line)
        return 0;
    for (int *p = &rows[0][0]; p != &rows[3][0]; p++)
        *p = 1;
    line->size = 4;
    for (int i = 0; i < 4; i++)
        line->text[i] = (char)rows[i & 1][i & 1];
    free(line);
    return 0;
}
