"""Fluent LTL by definition: on one word, on all runs, and on almost all runs.

A *chain* is a graph whose nodes carry the values of the propositions. A run is a path from an initial node
that is infinite or ends in a final node. Formulas are reduced to `not`, `and`, `X` and `U`.
"""

from system import strong_components

TRUE = ("true",)


def core(formula):
    """The same formula with few operators, as nested tuples."""
    kind, parts = formula[0], [core(part) for part in formula[1:]] if formula[0] not in ("a", "f") else []
    if kind == "a":
        return ("a",) + tuple(sorted(formula[1]))
    if kind == "f":
        return ("f", formula[1])
    no = lambda f: ("not", f)
    both = lambda f, g: ("and", f, g)
    either = lambda f, g: no(both(no(f), no(g)))
    if kind == "not":
        return no(parts[0])
    if kind == "and":
        return both(*parts)
    if kind == "or":
        return either(*parts)
    if kind == "imp":
        return either(no(parts[0]), parts[1])
    if kind == "iff":
        return both(either(no(parts[0]), parts[1]), either(no(parts[1]), parts[0]))
    if kind in ("X", "U"):
        return (kind,) + tuple(parts)
    if kind == "F":
        return ("U", TRUE, parts[0])
    if kind == "G":
        return no(("U", TRUE, no(parts[0])))
    if kind == "W":
        return either(("U",) + tuple(parts), no(("U", TRUE, no(parts[0]))))
    raise ValueError(kind)


def temporal(formula, found=None):
    """The subformulas with X and U, inner ones first."""
    found = [] if found is None else found
    if formula[0] in ("not", "and", "X", "U"):
        for part in formula[1:]:
            temporal(part, found)
    if formula[0] in ("X", "U") and formula not in found:
        found.append(formula)
    return found


def atoms(formula):
    if formula[0] in ("a", "f"):
        return {formula}
    return {a for part in formula[1:] for a in atoms(part)} if formula != TRUE else set()


def value(formula, known):
    """The value of a formula whose atoms and temporal subformulas are known."""
    if formula == TRUE:
        return True
    if formula in known:
        return known[formula]
    if formula[0] == "not":
        return not value(formula[1], known)
    return value(formula[1], known) and value(formula[2], known)


class Chain:
    """`known[n]`: the values of atoms; `edges[n]`: the next nodes; `final`: where a run may end."""

    def __init__(self):
        self.known, self.edges, self.initial, self.final = [], [], [], set()

    def node(self, known):
        self.known.append(known)
        self.edges.append([])
        return len(self.known) - 1


class Guesses:
    """The possible values of the temporal subformulas at nodes, as numbers: one bit for each of them.

    The values at the next position determine those at this one, so a step between guesses is a table.
    """

    def __init__(self, chain, parts):
        self.parts, self.bits = parts, range(1 << len(parts))
        kinds = {}
        self.kind = [kinds.setdefault(tuple(sorted(known.items())), len(kinds)) for known in chain.known]
        self.atoms = [dict(key) for key in kinds]
        self.table, self.cache = {}, {}

    def known(self, kind, bits):
        """All values at a position, as a dictionary."""
        if (kind, bits) not in self.cache:
            found = dict(self.atoms[kind])
            found.update((part, bool(bits >> k & 1)) for k, part in enumerate(self.parts))
            self.cache[kind, bits] = found
        return self.cache[kind, bits]

    def before(self, kind, then_kind, then_bits):
        """The guess at a position, if the next one is known; `then_kind` is None at the last one."""
        key = (kind, then_kind, then_bits)
        if key not in self.table:
            then = None if then_kind is None else self.known(then_kind, then_bits)
            now = dict(self.atoms[kind])
            for part in self.parts:
                if part[0] == "X":
                    now[part] = then is not None and value(part[1], then)
                else:
                    goes_on = then is not None and value(part[1], now) and then[part]
                    now[part] = value(part[2], now) or goes_on
            self.table[key] = sum(1 << k for k, part in enumerate(self.parts) if now[part])
        return self.table[key]


def has_run(chain, formula, wanted):
    """Is there a run on which the formula has this value? All guesses of temporal subformulas are tried."""
    guesses = Guesses(chain, temporal(formula))
    kind = guesses.kind

    def successors(state):
        n, bits = state
        return [
            (m, then)
            for m in chain.edges[n]
            for then in guesses.bits
            if guesses.before(kind[n], kind[m], then) == bits
        ]

    start = [
        (n, bits)
        for n in chain.initial
        for bits in guesses.bits
        if value(formula, guesses.known(kind[n], bits)) == wanted
    ]
    seen, todo = set(start), list(start)
    table = {}
    while todo:
        n, bits = todo.pop()
        if n in chain.final and guesses.before(kind[n], None, None) == bits:
            return True
        table[n, bits] = successors((n, bits))
        for target in table[n, bits]:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    untils = [part for part in guesses.parts if part[0] == "U"]
    for members in strong_components(sorted(table), lambda s: table[s]):
        if not any(t in members for s in members for t in table[s]):
            continue
        known = [guesses.known(kind[n], bits) for n, bits in members]
        if all(any(not g[u] or value(u[2], g) for g in known) for u in untils):
            return True
    return False


def is_likely(chain, formula, wanted):
    """Does the formula have this value with a positive probability?

    Temporal subformulas are eliminated one by one, inner ones first. A node where one is neither almost
    surely true nor almost surely false is split into a node where it is true and one where it is false.
    """
    for part in temporal(formula):
        chain = split(chain, part)
    return any(value(formula, chain.known[n]) == wanted for n in chain.initial)


def backward(chain, good, through):
    """The nodes from which a good node can be reached, through nodes of `through`."""
    found = set(good)
    changed = True
    while changed:
        new = {n for n in through if n not in found and any(m in found for m in chain.edges[n])}
        found |= new
        changed = bool(new)
    return found


def split(chain, part):
    count = range(len(chain.known))
    if part[0] == "X":
        holds = {n for n in count if value(part[1], chain.known[n])}
        may = {n for n in count if any(m in holds for m in chain.edges[n])}
        may_not = {n for n in count if not chain.edges[n] or any(m not in holds for m in chain.edges[n])}
    else:
        first = {n for n in count if value(part[1], chain.known[n])}
        then = {n for n in count if value(part[2], chain.known[n])}
        may = backward(chain, then, first)
        may_not = backward(chain, set(count) - may, first - then)
    made, copies = Chain(), {}
    for n in count:
        for truth in (True, False):
            if n in (may if truth else may_not):
                copies[n, truth] = made.node(dict(chain.known[n]))
                made.known[-1][part] = truth
    for (n, truth), copy in copies.items():
        for m in chain.edges[n]:
            for then_truth in (True, False):
                if (m, then_truth) not in copies:
                    continue
                if part[0] == "X":
                    fits = (m in holds) == truth
                else:
                    fits = n in then or n not in first or truth == then_truth
                if fits:
                    made.edges[copy].append(copies[m, then_truth])
    made.initial = [
        copies[n, truth] for n in chain.initial for truth in (True, False) if (n, truth) in copies
    ]
    made.final = {copy for (n, _), copy in copies.items() if n in chain.final}
    return made
