//@ memory violated
// A pointer to a variable of a function that has returned.
static int *local(void) {
    int x = 5;
    int *p = &x;
    return p;
}

int main(void) {
    int *p = local();
    return *p;
}
