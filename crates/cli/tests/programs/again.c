//@ memory violated
// The variable of the first call does not exist any more in the second one, though it has the same place.
static int *kept;
static int calls;

static int use(void) {
    int x = 3;
    if (calls++ == 0)
        kept = &x;
    else
        return *kept;
    return x;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += use();
    return sum;
}
