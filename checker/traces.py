"""Traces: whether they are possible, and where they can end."""
from checker.reading import inside, quote, require, spend

class Trace:
    """A possible trace. `ends`: the vectors in which it can end after its steps; `errors`: components that can enter
    ERROR with the last step; `path`: if it has vectors, they, packed, the initial one first, without ERROR."""
    def __init__(self, value, system, finite=False, with_vectors=False):
        self.steps, self.cycle, self.product = value["steps"], value["cycle"], system.product
        self.errors, self.path = set(), [self.product.initial]
        with inside("trace"):
            require(not finite or not self.cycle, "cycle", "must be empty")
            require(not with_vectors or value["vectors"] is not None, "vectors", "must not be null")
            with inside("" if value["vectors"] is None else "vectors"):
                self._follow() if value["vectors"] is None else self._check(value["vectors"])
    def _check(self, vectors):
        machines, names = self.product.machines, self.steps + self.cycle
        require(len(vectors) == len(names), "", "must be one for each step")
        path = [[m.initial for m in machines]] + vectors
        for k, name in enumerate(names):
            here, there = path[k:k + 2]
            good = len(there) == len(machines) and all(-1 <= s < m.states for s, m in zip(there, machines))
            require(good, "[%d]" % k, "is not a vector")
            require(-1 not in there or (k == len(names) - 1 and not self.cycle), "[%d]" % k, "ERROR before the end")
            require(self.product.is_move(here, name, there), "[%d]" % k, "no move with " + quote(name))
            spend(4 * len(here))
        require(not self.cycle or path[-1] == path[len(self.steps)], "", "the cycle does not return to its start")
        self.errors = {i for i, s in enumerate(path[-1]) if s < 0}
        self.path = [self.product.pack(v) for v in path if -1 not in v]
        self.ends = set() if self.errors else {self.path[len(self.steps)]}
    def _after(self, v, name):
        """Targets, and components that enter ERROR, of the moves from v with a label."""
        moves = [(w, errors) for k, w, errors in self.product.moves(v) if self.product.labels[k] == name]
        return {w for w, errors in moves if not errors}, {i for _, errors in moves for i in errors}
    def _follow(self):
        self.ends = {self.product.initial}
        for k, name in enumerate(self.steps):
            after = [self._after(v, name) for v in self.ends]
            self.ends = set().union(*(targets for targets, _ in after))
            last = k == len(self.steps) - 1 and not self.cycle
            self.errors = set().union(*(errors for _, errors in after)) if last else set()
            require(self.ends or self.errors, "steps[%d]" % k, "no run can go on with " + quote(name))
        if self.cycle:
            self._repeat(self.ends)
    def _repeat(self, here):
        """Is there an infinite run from here that repeats the cycle? Yes, if more rounds are possible than there are
        vectors between rounds: then one of these vectors repeats on some run."""
        seen, rounds = set(here), 0
        while rounds <= len(seen):
            for name in self.cycle:
                here = set().union(*(self._after(v, name)[0] for v in here))
            require(here, "cycle", "no infinite run repeats it")
            seen |= here
            rounds += 1
