"""Machines in parallel: vectors, packed in integers as in the file, and their moves, by definition."""
from checker.reading import Reject, spend

WIDEST = 2 ** 21  # a vector with more moves than this is too large to be checked

class Machine:
    """A transition system: `rows[state][label]` is a list of targets; label 0 is tau, target -1 is ERROR."""
    def __init__(self, alphabet, states, initial, rows):
        self.alphabet, self.states, self.initial, self.rows, self.end = alphabet, states, initial, rows, None
    def row(self, state):
        return self.rows.get(state, {})
    def cells(self):
        return ((source, label, targets) for source, row in self.rows.items() for label, targets in row.items())
    def deterministic(self):
        return all(len(targets) == 1 for _, _, targets in self.cells())
    def has_tau(self):
        return any(label == 0 for _, label, _ in self.cells())
    def has_error(self):
        return any(-1 in targets for _, _, targets in self.cells())
    def is_assumption(self):
        return self.end is None and self.deterministic() and not self.has_tau() and not self.has_error()

class Product:
    """The moves of machines in parallel. Labels are numbers: 0 is tau, k the k-th of all names, sorted. If `low` is
    not None, it has the labels of low priority, by name."""
    def __init__(self, machines, low=None):
        self.machines = machines
        self.labels = ["tau"] + sorted({a for m in machines for a in m.alphabet})
        self.number = {a: k for k, a in enumerate(self.labels)}
        self.locals = [[0] + [self.number[a] for a in m.alphabet] for m in machines]  # local label -> label
        self.own = [{k: label for label, k in enumerate(local)} for local in self.locals]
        self.partners = [[] for _ in self.labels]
        for i, own in enumerate(self.locals):
            for k in own:
                self.partners[k].append(i)
        self.visible = (1 << len(self.labels)) - 2
        self.foreign = [self.visible & ~sum(1 << k for k in own) for own in self.own]
        self.low = None if low is None else sum(1 << self.number[a] for a in low)
        widths = [(m.states - 1).bit_length() for m in machines]
        self.bytes = max(1, (sum(widths) + 7) // 8)
        self.shifts = [8 * self.bytes - sum(widths[:i + 1]) for i in range(len(widths))]
        self.masks = [(1 << w) - 1 for w in widths]
        self.padding = (1 << self.shifts[-1]) - 1
        self.initial = self.pack([m.initial for m in machines])
        self._steps = [{} for _ in machines]
        ends = [m for m in machines if m.end is not None]
        self.can_end = bool(ends) and set(self.labels[1:]) <= {a for m in ends for a in m.alphabet}
    def pack(self, states):
        return sum(s << shift for s, shift in zip(states, self.shifts))
    def unpack(self, v):
        return [v >> shift & mask for shift, mask in zip(self.shifts, self.masks)]
    def exists(self, v):
        """Does the packed vector have only states that exist, and no stray bits?"""
        return not v & self.padding and all(s < m.states for s, m in zip(self.unpack(v), self.machines))
    def _step(self, i, state):
        """For machine i in a state: the labels it does not block; and per label [(difference of v, is ERROR)]."""
        local, shift, row = self.locals[i], self.shifts[i], self.machines[i].row(state)
        options = {local[label]: [((t - state) << shift, False) if t >= 0 else (0, True) for t in targets]
                   for label, targets in row.items()}
        spend(len(options) + 1)
        self._steps[i][state] = self.foreign[i] | sum(1 << k for k in options), options
        return self._steps[i][state]
    def enabled(self, v):
        """The enabled labels, as bits, after priority; and what each machine can do."""
        steps, mask, tau = [], self.visible, 0
        for i, state in enumerate(self.unpack(v)):
            allowed, options = self._steps[i].get(state) or self._step(i, state)
            steps.append(options)
            mask &= allowed
            tau |= allowed & 1
        mask |= tau
        if self.low is not None and mask & ~self.low:
            mask &= ~self.low
        return mask, steps
    def moves(self, v):
        """All moves: (label, target, components that enter ERROR); the target counts only if there are none."""
        mask, steps = self.enabled(v)
        found = []
        for i, options in enumerate(steps if mask & 1 else ()):
            found.extend((0, v + change, (i,) if error else ()) for change, error in options.get(0, ()))
        mask &= ~1
        while mask:
            label = mask.bit_length() - 1
            mask -= 1 << label
            ways = [(v, ())]
            for i in self.partners[label]:
                options = steps[i][label]
                if len(ways) * len(options) + len(found) > WIDEST:
                    raise Reject("too large to be checked: a vector with too many moves")
                ways = [(w + d, errors + (i,) if error else errors) for w, errors in ways for d, error in options]
            found.extend((label, w, errors) for w, errors in ways)
        spend(len(steps) + 2 * len(found))
        return found
    def is_move(self, source, name, target):
        """Is there a move with this label between two lists of states? (-1 in the target: ERROR.)"""
        k = self.number.get(name)
        if k is None or not self.enabled(self.pack(source))[0] >> k & 1:
            return False
        pairs = list(enumerate(zip(source, target)))
        takes = {i for i, (s, t) in pairs if t in self.machines[i].row(s).get(self.own[i].get(k), ())}
        changed = {i for i, (s, t) in pairs if s != t}
        return takes >= set(self.partners[k]) >= changed if k else any(changed <= {i} for i in takes)
    def has_ended(self, v):
        """For a vector without moves: is it the end, not a deadlock?"""
        return self.can_end and all(m.end is None or m.end == s for m, s in zip(self.machines, self.unpack(v)))
