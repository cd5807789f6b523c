//@ memory holds
// What outside functions may get.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void report(int *);

int main(void) {
    char line[4];
    int values[2] = {1, 2};
    FILE *file = fopen("x", "r");
    if (!file)
        return 0;
    int *p = malloc(sizeof *p);
    if (p)
        *p = 1;
    report(p);
    report(values + 2);
    free(p);
    if (fgets(line, sizeof line, file) && memcmp(line, values, 4) == 0)
        puts(line);
    read(0, line + 1, 3);
    return fclose(file);
}
