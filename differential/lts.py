"""Labeled transition systems, and the operations of FSP on one of them, written down as they are defined.

A state is a number, the initial state is 0, ERROR is -1. `TAU` is the internal action. `end` is the END
state or None. Nothing here tries to be fast.
"""

TAU = "tau"
ERROR = -1


class Invalid(Exception):
    """The model is not well formed, or too large for a naive evaluation."""


class Refused(Invalid):
    """The model is an error by the rules of the language: Rely must refuse it, too."""


class Lts:
    """`moves[s]` is the sorted list of pairs (label, target) of the state s."""

    def __init__(self, moves, alphabet, end=None):
        self.moves = [sorted(set(row)) for row in moves]
        self.alphabet = frozenset(alphabet)
        self.end = end
        self.table = None

    def __len__(self):
        return len(self.moves)

    def transitions(self):
        return [(s, label, t) for s, row in enumerate(self.moves) for label, t in row]

    def targets(self, state, label):
        """The targets of the transitions with this label, in their order; a table is made when first asked."""
        if self.table is None:
            self.table = [{} for _ in self.moves]
            for row, found in zip(self.moves, self.table):
                for l, t in row:
                    found.setdefault(l, []).append(t)
        return self.table[state].get(label, ())

    def has_error(self):
        return any(t == ERROR for _, _, t in self.transitions())

    def has_tau(self):
        return any(label == TAU for _, label, _ in self.transitions())

    def is_deterministic(self):
        """No internal action, and no two transitions of a state with one label."""
        return not self.has_tau() and all(len({l for l, _ in row}) == len(row) for row in self.moves)


def from_graph(initial, moves_of, alphabet, is_end=lambda node: False):
    """Numbers the nodes reachable from `initial`; `moves_of(node)` lists (label, node); ERROR stays ERROR."""
    numbers, order, rows = {initial: 0}, [initial], []
    for node in order:
        row = []
        for label, target in moves_of(node):
            if target == ERROR:
                row.append((label, ERROR))
                continue
            if target not in numbers:
                numbers[target] = len(order)
                order.append(target)
            row.append((label, numbers[target]))
        rows.append(row)
    ends = [numbers[node] for node in order if is_end(node)]
    if len(ends) > 1:
        raise Invalid("several END states")
    return Lts(rows, alphabet, ends[0] if ends else None)


def reachable(lts):
    """Only the reachable states; the alphabet stays."""
    return from_graph(0, lambda s: lts.moves[s], lts.alphabet, lambda s: s == lts.end)


def matches(label, patterns):
    """Is the label one of the patterns, or does it begin with one and a dot?"""
    return any(label == p or label.startswith(p + ".") for p in patterns)


def hidden_labels(alphabet, hiding):
    """The labels of the alphabet that a hiding (`\\` or `@`, with its set) makes internal."""
    if not hiding:
        return set()
    sign, patterns = hiding
    return {l for l in alphabet if matches(l, patterns) == (sign == "\\")}


def hide(lts, hiding):
    gone = hidden_labels(lts.alphabet, hiding)
    rows = [[(TAU if l in gone else l, t) for l, t in row] for row in lts.moves]
    return Lts(rows, lts.alphabet - gone, lts.end)


def rename(lts, names):
    """`names(label)` lists the new labels of a label."""
    rows = [[(n, t) for l, t in row for n in ([TAU] if l == TAU else names(l))] for row in lts.moves]
    return Lts(rows, {n for l in lts.alphabet for n in names(l)}, lts.end)


def prefixed(lts, prefixes):
    """One process shared by the prefixes; with one prefix, a copy under that name."""
    return rename(lts, lambda label: [p + "." + label for p in prefixes])


def new_labels(label, pairs):
    """What a relabeling makes of a label: an exact old label, else the longest old prefix, else nothing."""
    exact = sorted({new for new, old in pairs if old == label})
    if exact:
        return exact
    parts = label.split(".")
    for length in range(len(parts) - 1, 0, -1):
        head, tail = ".".join(parts[:length]), ".".join(parts[length:])
        found = sorted({new + "." + tail for new, old in pairs if old == head})
        if found:
            return found
    return [label]


def relabeled(lts, pairs):
    return rename(lts, lambda label: new_labels(label, pairs)) if pairs else lts


def merges(alphabet, pairs):
    """Would the relabeling give one label to two labels of the alphabet?"""
    new = [n for l in sorted(alphabet) for n in new_labels(l, pairs)]
    return len(set(new)) != len(new)


def completed(lts):
    """The observer of a property: whatever a state does not offer leads to ERROR."""
    rows = []
    for row in lts.moves:
        offered = {l for l, _ in row}
        rows.append(row + [(l, ERROR) for l in lts.alphabet if l not in offered])
    return Lts(rows, lts.alphabet)


def closure(lts, states):
    """All states reachable by internal steps, ERROR included."""
    seen, todo = set(states), list(states)
    while todo:
        s = todo.pop()
        for t in [] if s == ERROR else lts.targets(s, TAU):
            if t not in seen:
                seen.add(t)
                todo.append(t)
    return frozenset(seen)


def after(lts, states, label):
    """The closed set of states after a visible action."""
    return closure(lts, {t for s in states if s != ERROR for t in lts.targets(s, label)})
