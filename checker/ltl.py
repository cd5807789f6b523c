"""Formulas of linear temporal logic: reading, truth on a run that is given, and obligations.

Sets of items are integers used as sets of bits: bit 2k demands that entry k is false, bit 2k + 1 that it is true."""
from checker.reading import require, spend

LEAVES = ("true", "actions", "fluent")
TEMPORAL = ("next", "eventually", "always", "until", "weak-until")
EVENTUAL = (("eventually", 1), ("always", 0), ("until", 1), ("weak-until", 0))

class Formula:
    def __init__(self, value, system):
        self.product, self.entries, self.fluents = system.product, [], []
        self.actions = [0] * len(self.product.labels)  # per label the entries that are true of it, as bits
        for k, entry in enumerate(value):
            (kind, content), = entry.items()
            arguments = content if type(content) is list else [content]
            if kind == "actions":
                for a in arguments:
                    self.actions[self.product.number.get(a, 0)] |= 1 << k
            elif kind == "fluent":
                is_fluent = content < len(system.components) and system.components[content].role == "fluent"
                require(is_fluent, "formula[%d]" % k, "the component is no fluent")
                self.fluents.append((k, self.product.shifts[content]))
            elif kind != "true":
                require(all(f < k for f in arguments), "formula[%d]" % k, "refers to itself or a later entry")
            self.entries.append((kind, arguments))
        self.actions[0] = 0  # tau is no action
        self.entries.append(("next", [len(value) - 1]))
        self.start = 1 << 2 * len(value)
        self.temporal = {2 * k + true for k, e in enumerate(self.entries) if e[0] in TEMPORAL for true in (0, 1)}
        self.temporal.discard(2 * len(value) + 1)
        self.eventualities = {x for x in self.temporal if (self.entries[x // 2][0], x % 2) in EVENTUAL}
        self.strong = sum(1 << x for x in self.temporal if (self.entries[x // 2][0], x % 2) in EVENTUAL + (("next", 1),))
        self._items, self._outcomes = {}, {}
    def read_pending(self, value):
        """Pending sets, as bits."""
        require(all(self.temporal.issuperset(one) for one in value), "pending", "an item is not temporal")
        return [sum(1 << x for x in one) for one in value]
    def valuation(self, label, v):
        """The entries `actions` and `fluent` that are true at a position, as bits. (Label 0: no action.)"""
        return self.actions[label] | sum(1 << k for k, shift in self.fluents if v >> shift & 1)
    def outcomes(self, pending, valuation):
        """The outcomes of the demands of a pending set at a position: minimal pending sets."""
        key = (pending, valuation)
        if key not in self._outcomes:
            result, rest = (0,), pending
            while rest and result:
                x = rest.bit_length() - 1
                rest -= 1 << x
                kind, arguments = self.entries[x // 2]
                result = _both(result, self._item(2 * arguments[0] + x % 2 if kind == "next" else x, valuation))
            self._outcomes[key] = result
        return self._outcomes[key]
    def _choices(self, x):
        """The table of demands: choices (items demanded here, is the item itself pending)."""
        (kind, arguments), true = self.entries[x // 2], x % 2
        if kind in LEAVES:
            return []
        here = [2 * f + true for f in arguments]
        if kind == "not":
            return [([here[0] ^ 1], False)]
        if kind in ("and", "or"):
            return [(here, False)] if (kind == "and") == bool(true) else [([y], False) for y in here]
        if kind in ("eventually", "always"):
            return [(here, False), ([], True)] if (kind == "eventually") == bool(true) else [(here, True)]
        if kind == "next":
            return [([], True)]
        return [(here[1:], False), (here[:1], True)] if true else [(here, False), (here[1:], True)]
    def _item(self, x, valuation):
        """The outcomes of demanding one item."""
        if (x, valuation) not in self._items:
            kind, found = self.entries[x // 2][0], []
            if kind in LEAVES and (kind == "true" or valuation >> x // 2 & 1) == x % 2:
                found = [0]
            for demanded, itself in self._choices(x):
                result = (1 << x if itself else 0,)
                for y in demanded:
                    result = _both(result, self._item(y, valuation))
                found.extend(result)
            self._items[x, valuation] = _minimal(found)
        return self._items[x, valuation]
    def is_true(self, valuations, back):
        """Is the formula true at position 0 of a run with these valuations at its positions? After the last
        position comes the position `back`, or nothing if that is None."""
        n, truth = len(valuations), []
        for k, (kind, arguments) in enumerate(self.entries[:-1]):
            spend(2 * n * (1 + len(arguments)))
            leaf = [kind == "true" or bool(v >> k & 1) for v in valuations]
            truth.append(leaf if kind in LEAVES else _row(kind, [truth[f] for f in arguments], n, back))
        return truth[-1][0]

def _row(kind, of, n, back):
    """Truth at all positions, given that of the arguments."""
    if kind == "not":
        return [not t for t in of[0]]
    if kind in ("and", "or"):
        return [(all if kind == "and" else any)(t[i] for t in of) for i in range(n)]
    if kind == "next":
        return of[0][1:] + [back is not None and of[0][back]]
    undecided = kind in ("always", "weak-until")
    f = of[0] if kind != "eventually" else [True] * n    # eventually g = true until g
    g = of[-1] if kind != "always" else [False] * n       # always f = f weak-until false
    row = [undecided] * n
    for _ in range(2):  # the second round knows what comes after the last position
        later = undecided if back is None else row[back]
        for i in reversed(range(n)):
            row[i] = later = g[i] or (f[i] and later)
    return row

def _minimal(sets):
    kept = []
    for s in sorted(set(sets), key=lambda s: (bin(s).count("1"), s)):
        spend(1 + len(kept))
        if not any(k & ~s == 0 for k in kept):
            kept.append(s)
    return tuple(kept)

def _both(one, other):
    spend(1 + len(one) * len(other))
    return one if other == (0,) else _minimal([a | b for a in one for b in other])
