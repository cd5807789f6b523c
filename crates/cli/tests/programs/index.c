//@ memory violated
// The index leaves the array, but not the structure.
struct state {
    int slots[4];
    int count;
};
static struct state state;
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    int *end = &state.slots[4];
    state.slots[i] = 3;
    return end == state.slots;
}
