//@ memory violated
// The variable ends with its block, and with each turn of the loop.
static int sum(const int *old) {
    return old ? *old : 0;
}

int main(void) {
    int *p = 0;
    int s = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        s += sum(p);
        p = &x;
        if (i == 1)
            continue;
    }
    return s;
}
