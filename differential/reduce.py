"""The modifiers `minimal` and `deterministic`, by their definitions."""

from lts import ERROR, TAU, Lts, after, closure, completed, from_graph, reachable


def weak_steps(lts):
    """For every state the set of (label, target) with any number of internal steps around; TAU: any number.

    END has a loop with a label of its own, and so has ERROR.
    """
    closures = {s: closure(lts, {s}) for s in list(range(len(lts))) + [ERROR]}
    steps = {}
    for s in closures:
        found = {(TAU, t) for t in closures[s]}
        for m in closures[s]:
            if m == ERROR:
                found.add(("ERROR!", ERROR))
                continue
            if m == lts.end:
                found.add(("END!", m))
            found |= {(l, t) for l, mid in lts.moves[m] if l != TAU for t in closures[mid]}
        steps[s] = found
    return steps


def partition(steps):
    """The coarsest partition in which equal blocks have equal steps, by refinement until nothing changes."""
    block = {s: 0 for s in steps}
    count = 1
    while True:
        keys = {s: (block[s], frozenset((l, block[t]) for l, t in steps[s])) for s in sorted(steps)}
        numbers = {}
        for s in sorted(steps):
            numbers.setdefault(keys[s], len(numbers))
        block = {s: numbers[keys[s]] for s in steps}
        if len(numbers) == count:
            return block
        count = len(numbers)


def quotient(lts):
    """Weak bisimilarity: one state per class, the single steps between classes, no internal loops."""
    block = partition(weak_steps(lts))
    members = {}
    for s in range(len(lts)):
        members.setdefault(block[s], []).append(s)
    # ERROR is equivalent only to itself.
    parts = {s: ("class", block[s]) if block[s] != block[ERROR] else ("doomed", s) for s in range(len(lts))}
    if any(kind == "doomed" for kind, _ in parts.values()):
        return quotient_keeping_error(lts, parts)
    return merged(lts, parts)


def merged(lts, parts):
    groups = {}
    for s, part in parts.items():
        groups.setdefault(part, []).append(s)

    def moves_of(part):
        row = {(l, ERROR if t == ERROR else parts[t]) for s in groups[part] for l, t in lts.moves[s]}
        return sorted(((l, t) for l, t in row if (l, t) != (TAU, part)), key=repr)

    return from_graph(parts[0], moves_of, lts.alphabet, lambda part: lts.end in groups[part])


def quotient_keeping_error(lts, parts):
    """States that do nothing but internal steps to ERROR are ERROR, except the initial one."""
    rows = [[(l, ERROR if t == ERROR or parts[t][0] == "doomed" else t) for l, t in row] for row in lts.moves]
    start = parts[0]
    smaller = reachable(Lts(rows, lts.alphabet, lts.end))
    if start[0] == "doomed":
        return Lts([[(TAU, ERROR)]], lts.alphabet)
    return quotient(smaller) if len(smaller) < len(lts) else merged(smaller, {s: parts[s] for s in parts})


def without_tau_states(lts):
    """LTSA's first step for composites: removes states, except the initial one, with internal steps only."""
    rows = {s: set(row) - {(TAU, s)} for s, row in enumerate(lts.moves)}
    while True:
        internal = [s for s, row in rows.items() if s != 0 and row and all(l == TAU for l, _ in row)]
        if not internal:
            break
        gone = internal[0]
        following = {t for _, t in rows.pop(gone)}
        for s, row in rows.items():
            into = {(l, t) for l, t in row if t == gone}
            row -= into
            row |= {(l, t) for l, _ in into for t in following}
            row.discard((TAU, s))
    return from_graph(0, lambda s: sorted(rows[s]), lts.alphabet, lambda s: s == lts.end)


def determinized(lts):
    """The subset construction with ERROR absorbing, then minimization; deterministic systems stay."""
    if lts.is_deterministic():
        return lts
    start = closure(lts, {0})
    if ERROR in start:
        return Lts([[(TAU, ERROR)]], lts.alphabet)

    def moves_of(states):
        row = []
        for label in sorted(lts.alphabet):
            found = after(lts, states, label)
            if found:
                row.append((label, ERROR if ERROR in found else found))
        return row

    sets = from_graph(start, moves_of, lts.alphabet, lambda states: states == frozenset({lts.end}))
    return quotient(sets)


def modified(lts, modifier, is_composite):
    """Applies one modifier of a definition."""
    if modifier == "minimal":
        return quotient(without_tau_states(lts) if is_composite else lts)
    if modifier == "deterministic":
        return determinized(lts)
    if modifier == "property" and is_composite:
        return completed(determinized(lts))
    if modifier == "property":
        return completed(lts)
    return lts
