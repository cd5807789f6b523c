"""The seven relations between two systems, by naive fixpoints.

ERROR and END are visible as loops with actions of their own.
"""

from lts import ERROR, TAU, after, closure
from reduce import partition, weak_steps

ERROR_LOOP, END_LOOP = "ERROR!", "END!"
ALL = ("strong", "branching", "weak", "simulation", "trace", "trace-inclusion", "failures")


def steps_of(lts, state, with_end=True):
    """The steps of a state, with the loops of ERROR and END."""
    if state == ERROR:
        return [(ERROR_LOOP, ERROR)]
    loops = [(END_LOOP, state)] if with_end and state == lts.end else []
    return lts.moves[state] + loops


def states_of(lts):
    return list(range(len(lts))) + [ERROR]


def by_partition(left, right, steps_in):
    """Are the initial states in one block of the disjoint union?"""
    steps = {}
    for k, lts in enumerate((left, right)):
        table = steps_in(lts)
        for s in states_of(lts):
            steps[k, s] = {(l, (k, t)) for l, t in table[s]}
    block = partition(steps)
    return block[0, 0] == block[1, 0]


def strong(left, right):
    return by_partition(left, right, lambda lts: {s: steps_of(lts, s) for s in states_of(lts)})


def weak(left, right):
    return by_partition(left, right, weak_steps)


def largest(left, right, is_kept):
    """The largest set of pairs each of which `is_kept` in it."""
    pairs = {(s, t) for s in states_of(left) for t in states_of(right)}
    while True:
        kept = {pair for pair in pairs if is_kept(pair, pairs)}
        if kept == pairs:
            return (0, 0) in pairs
        pairs = kept


def simulation(left, right):
    """Every step of the left is answered by the right; an internal step is a step like any other."""

    def is_kept(pair, pairs):
        s, t = pair
        answers = steps_of(right, t)
        return all(any(l == m and (u, v) in pairs for m, v in answers) for l, u in steps_of(left, s))

    return largest(left, right, is_kept)


def branching(left, right):
    """A step is answered after internal steps to a related state, or was internal and is ignored."""
    close = {k: {s: closure(lts, {s}) for s in states_of(lts)} for k, lts in enumerate((left, right))}

    def answered(one, other, s, t, are_related):
        for l, u in steps_of(one[0], s):
            if l == TAU and are_related(u, t):
                continue
            found = any(
                l == m and are_related(s, middle) and are_related(u, v)
                for middle in close[other[1]][t]
                for m, v in steps_of(other[0], middle)
            )
            if not found:
                return False
        return True

    def is_kept(pair, pairs):
        s, t = pair
        forth = answered((left, 0), (right, 1), s, t, lambda x, y: (x, y) in pairs)
        return forth and answered((right, 1), (left, 0), t, s, lambda x, y: (y, x) in pairs)

    return largest(left, right, is_kept)


def enabled(lts, states, with_end):
    return {l for s in states for l, _ in steps_of(lts, s, with_end) if l != TAU}


def next_set(lts, states, label):
    if label == ERROR_LOOP:
        return frozenset({ERROR}) & states
    if label == END_LOOP:
        return frozenset({lts.end}) & states
    return after(lts, states, label)


def pairs_of_sets(left, right, with_end):
    """After every trace of the left: (trace, states of the left, states of the right), shortest first."""
    start = (closure(left, {0}), closure(right, {0}))
    seen, order = {start}, [((), start)]
    for trace, (mine, yours) in order:
        yield trace, mine, yours
        for label in sorted(enabled(left, mine, with_end)):
            target = (next_set(left, mine, label), next_set(right, yours, label))
            if target not in seen and yours:
                seen.add(target)
                order.append((trace + (label,), target))


def missing_trace(left, right, with_end=False):
    """A shortest trace of the left that the right does not have, or None."""
    for trace, _, yours in pairs_of_sets(left, right, with_end):
        if not yours:
            return trace
    return None


def offers(lts, state):
    return {l for l, _ in steps_of(lts, state)}


def is_stable(lts, state):
    return TAU not in offers(lts, state)


def failures(left, right):
    """Every trace and every stable failure of the left is one of the right; END is visible."""
    for _, mine, yours in pairs_of_sets(left, right, True):
        if not yours:
            return False
        resting = [offers(right, t) for t in sorted(yours) if is_stable(right, t)]
        for s in sorted(mine):
            if is_stable(left, s) and not any(offered <= offers(left, s) for offered in resting):
                return False
    return True


def holds(relation, left, right):
    if relation == "trace":
        return missing_trace(left, right) is None and missing_trace(right, left) is None
    if relation == "trace-inclusion":
        return missing_trace(left, right) is None
    decide = {
        "strong": strong,
        "weak": weak,
        "branching": branching,
        "simulation": simulation,
        "failures": failures,
    }
    return decide[relation](left, right)
