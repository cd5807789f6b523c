//@ memory violated
// Memory is read after it was freed.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->value = 3;
    n->next = 0;
    free(n);
    return n->value;
}
