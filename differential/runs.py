"""The runs of a system as a chain of valuations, for formulas about fluents and actions."""

from formula import Chain, atoms, core
from lts import ERROR, TAU
from system import alphabet_of, strong_components

BEYOND = ("f", "beyond ERROR")


class Observed:
    """A formula with the fluents that it uses."""

    def __init__(self, formula, fluents):
        self.formula = core(formula)
        self.atoms = sorted(atoms(self.formula))
        used = {atom[1] for atom in self.atoms if atom[0] == "f"}
        self.fluents = [f for f in fluents if f["name"] in used]

    def start(self):
        return tuple(bool(f["initially"]) for f in self.fluents)

    def step(self, values, label):
        """The values of the fluents after an action."""
        new = []
        for fluent, before in zip(self.fluents, values):
            new.append(True if label in fluent["on"] else False if label in fluent["off"] else before)
        return tuple(new)

    def known(self, values, label):
        """The values of all atoms after an action; `label` is None at the start."""
        by_name = {f["name"]: v for f, v in zip(self.fluents, values)}
        return {a: (label in a[1:] if a[0] == "a" else by_name[a[1]]) for a in self.atoms}

    def labels(self):
        found = {l for a in self.atoms if a[0] == "a" for l in a[1:]}
        return found | {l for f in self.fluents for l in f["on"] + f["off"]}


class Runs:
    """A system in which labels of the formula that no component has are free."""

    def __init__(self, graph, observed):
        self.graph, self.observed = graph, observed
        self.free = sorted(observed.labels() - alphabet_of(graph.components))

    def moves(self, vector):
        found = [(l, t) for l, t, _ in self.graph.moves[vector]]
        return found + [(l, vector) for l in self.free]

    def after(self, trace):
        now = {self.graph.start}
        for label in trace:
            now = {t for v in now for l, t in self.moves(v) if l == label and t != ERROR}
        return now

    def can_avoid_error(self):
        """The vectors from which ERROR is avoided with a positive probability."""
        vectors = list(self.graph.moves)
        good = set()
        for members in strong_components(vectors, self.graph.successors):
            if all(t in members for v in members for _, t, _ in self.graph.moves[v]):
                good |= members
        while True:
            new = {v for v in vectors if v not in good and any(t in good for t in self.graph.successors(v))}
            if not new:
                return good
            good |= new

    def chain(self, is_fair):
        """All runs that avoid ERROR; for fair choice without moves that almost surely lead to it."""
        kept = self.can_avoid_error() if is_fair else set(self.graph.moves)
        if self.graph.start not in kept:
            return Chain()
        ends = lambda vector: not self.moves(vector)
        next_moves = lambda vector: [(l, t) for l, t in self.moves(vector) if t != ERROR and t in kept]
        return valuations(self.observed, self.graph.start, next_moves, ends)

    def chain_beyond_error(self):
        """All runs, where anything may happen in ERROR; `BEYOND` is true there."""
        anything = [(l, ERROR) for l in sorted(self.observed.labels()) + [TAU]]
        next_moves = lambda vector: anything if vector == ERROR else self.moves(vector)
        ends = lambda vector: vector == ERROR or not self.moves(vector)
        return valuations(self.observed, self.graph.start, next_moves, ends, BEYOND)


def valuations(observed, start, moves, ends, mark=None):
    """The chain of a system given by its moves; `mark` is an atom that is true in ERROR."""
    chain, numbers, todo = Chain(), {}, []

    def node(vector, values, label):
        known = observed.known(values, label)
        if mark:
            known[mark] = vector == ERROR
        key = (vector, values, tuple(sorted(known.items())))
        if key not in numbers:
            numbers[key] = chain.node(known)
            todo.append((numbers[key], vector, values))
            if ends(vector):
                chain.final.add(numbers[key])
        return numbers[key]

    def successors(vector, values):
        return sorted({node(t, observed.step(values, l), l) for l, t in moves(vector)})

    chain.initial = (
        [node(start, observed.start(), None)] if ends(start) else successors(start, observed.start())
    )
    while todo:
        number, vector, values = todo.pop()
        chain.edges[number] = successors(vector, values)
    return chain


def word(observed, trace, cycle):
    """The chain with a single run: the trace, then the cycle forever (or nothing, if there is none)."""
    chain, values = Chain(), observed.start()
    # After one round of the cycle the fluents are periodic.
    labels = list(trace) + list(cycle) * 2
    for label in labels or [None]:
        values = values if label is None else observed.step(values, label)
        chain.node(observed.known(values, label))
    last = len(chain.known) - 1
    chain.initial = [0]
    for n in range(last):
        chain.edges[n] = [n + 1]
    if cycle:
        chain.edges[last] = [last + 1 - len(cycle)]
    else:
        chain.final = {last}
    return chain


def continuations(observed, trace):
    """The chain of all runs of any system that begin with the trace."""
    chain, numbers, todo = Chain(), {}, []
    others = sorted(observed.labels()) + [TAU]

    def node(values, label):
        key = (values, tuple(sorted(observed.known(values, label).items())))
        if key not in numbers:
            numbers[key] = chain.node(observed.known(values, label))
            chain.final.add(numbers[key])
            todo.append((numbers[key], values))
        return numbers[key]

    values, path = observed.start(), []
    for label in trace:
        values = observed.step(values, label)
        path.append(chain.node(observed.known(values, label)))
    following = [node(observed.step(values, l), l) for l in others]
    while todo:
        number, now = todo.pop()
        chain.edges[number] = sorted({node(observed.step(now, l), l) for l in others})
    for n, m in zip(path, path[1:]):
        chain.edges[n] = [m]
    if path:
        chain.edges[path[-1]] = sorted(set(following))
        chain.final.add(path[-1])
    chain.initial = path[:1] or sorted(set(following))
    return chain
