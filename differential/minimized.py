"""The number of states of each reduction of `rely compose --minimize`; None where it is not defined."""

from lts import ERROR, TAU, after, closure
from reduce import partition, quotient, without_tau_states
from relation import steps_of


def states(relation, lts):
    """States of the smallest system; transitions as well for `ltsa`."""
    if relation == "ltsa":
        reduced = quotient(without_tau_states(lts))
        return len(reduced), len(reduced.transitions())
    if relation == "weak":
        return len(quotient(lts)), None
    if relation == "strong":
        table = {s: set(steps_of(lts, s)) for s in list(range(len(lts))) + [ERROR]}
        return len(set(partition(table).values())) - 1, None
    if relation == "branching":
        return branching_classes(lts), None
    return trace_states(lts), None


def branching_classes(lts):
    """Classes of branching bisimilarity, where ERROR is equivalent to no state."""
    states_ = list(range(len(lts)))
    pairs = {(s, t) for s in states_ for t in states_} | {(ERROR, ERROR)}
    close = {s: closure(lts, {s}) for s in states_ + [ERROR]}

    def answered(s, t):
        for l, u in steps_of(lts, s):
            if l == TAU and (u, t) in pairs:
                continue
            if not any(
                l == m and (s, middle) in pairs and (u, v) in pairs
                for middle in close[t]
                for m, v in steps_of(lts, middle)
            ):
                return False
        return True

    while True:
        kept = {(s, t) for s, t in pairs if answered(s, t) and answered(t, s)}
        if kept == pairs:
            return len({frozenset(t for t in states_ if (s, t) in pairs) for s in states_})
        pairs = kept


def trace_states(lts):
    """Residuals of the traces that avoid ERROR, and of those that can lead to it."""
    start = closure(lts, {0})
    if ERROR in start:
        return None
    order, table = [start], {}
    for sets in order:
        row = set()
        for label in sorted(lts.alphabet):
            found = after(lts, sets, label)
            alive = frozenset(s for s in found if s != ERROR)
            if ERROR in found:
                row.add((label, "ERROR"))
            if alive:
                row.add((label, alive))
                if alive not in order:
                    order.append(alive)
        table[sets] = row
    table["ERROR"] = {("ERROR!", "ERROR")}
    numbers = {key: k for k, key in enumerate(table)}
    steps = {numbers[key]: {(l, numbers[t]) for l, t in row} for key, row in table.items()}
    return len(set(partition(steps).values())) - 1
