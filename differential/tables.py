"""Processes as tables of transitions, for areas that compare a process with a variant of it.

A table is a list of [source, label, target]; sources are numbers, and targets are numbers or endings.
"""

import copy

from generate import chance


def random_table(rng, labels, states, endings, density=2):
    rows = []
    for s in range(states):
        for _ in range(rng.randint(1, density)):
            target = rng.choice(endings) if endings and chance(rng, 20) else rng.randrange(states)
            rows.append([s, rng.choice(labels), target])
    return rows


def size_of(rows):
    return 1 + max([0] + [s for s, _, _ in rows] + [t for _, _, t in rows if isinstance(t, int)])


def preserving(rng, rows, hidden):
    """A change that most relations ignore: a copy of a state, an internal step, a repeated choice."""
    rows, n = copy.deepcopy(rows), size_of(rows)
    kind = rng.randrange(4)
    if kind == 0:
        state = rng.randrange(n)
        rows += [[n, l, t] for s, l, t in rows if s == state]
        for row in rows:
            if row[2] == state and chance(rng, 50):
                row[2] = n
    elif kind == 1 and rows:
        row = rng.choice(rows)
        rows.append([n, hidden, row[2]])
        row[2] = n
    elif kind == 2:
        state = rng.randrange(n)
        rows.append([state, hidden, state])
    else:
        for s, l, t in list(rows):
            for u, m, v in list(rows):
                if t == u and m == hidden and [s, l, v] not in rows and chance(rng, 60):
                    rows.append([s, l, v])
    return rows


def edited(rng, rows, labels, endings):
    """A change of the behavior: one transition less, more, or different."""
    rows, n = copy.deepcopy(rows), size_of(rows)
    kind = rng.randrange(4)
    if kind == 0 and len(rows) > 1:
        rows.pop(rng.randrange(len(rows)))
    elif kind == 1 and rows:
        rng.choice(rows)[2] = rng.choice(endings) if endings and chance(rng, 40) else rng.randrange(n)
    elif kind == 2 and rows:
        rng.choice(rows)[1] = rng.choice(labels)
    else:
        rows.append([rng.randrange(n), rng.choice(labels), rng.randrange(n)])
    return rows


def process(name, rows, **rest):
    """The definition of a table. A state without transitions is STOP."""
    local = lambda t: t if isinstance(t, str) else name if t == 0 else "%s%d" % (name, t)
    locals_ = []
    for s in range(size_of(rows)):
        branches = [[[l], ["ref", [], local(t)]] for source, l, t in rows if source == s]
        locals_.append([local(s), ["choice", branches] if branches else ["ref", [], "STOP"]])
    made = {"kind": "process", "name": name, "modifier": None, "locals": locals_}
    made.update(rest)
    return made
