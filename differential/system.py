"""Parallel composition by its definition, with priority, ERROR and END."""

from collections import deque
from itertools import product

from lts import ERROR, TAU, Invalid, Lts, matches

MOST_STATES = 3000


class Component:
    """An LTS in a system; `is_property` says that it only observes."""

    def __init__(self, lts, is_property=False, origin=""):
        self.lts = lts
        self.is_property = is_property
        self.origin = origin


def alphabet_of(components):
    return frozenset(l for c in components for l in c.lts.alphabet)


def observed_by(components, asked):
    """The same system in which only the properties at these places can enter ERROR. A property never blocks, so all
    others are as if they allowed everything; their actions stay."""
    allowing = lambda lts: Lts([[(l, 0) for l in lts.alphabet]], lts.alphabet)
    return [
        Component(allowing(c.lts), True, c.origin) if c.is_property and i not in asked else c
        for i, c in enumerate(components)
    ]


def joint_moves(components, priority, vector):
    """All (label, vector or ERROR, components that enter ERROR) after priority."""
    found = []
    for i, component in enumerate(components):
        for t in component.lts.targets(vector[i], TAU):
            found.append((TAU, [(i, t)]))
    enabled = {l for i, c in enumerate(components) for l, _ in c.lts.moves[vector[i]] if l != TAU}
    for label in sorted(enabled):
        takers = [i for i, c in enumerate(components) if label in c.lts.alphabet]
        choices = [components[i].lts.targets(vector[i], label) for i in takers]
        found.extend((label, list(zip(takers, targets))) for targets in product(*choices))
    if priority:
        sign, patterns = priority
        is_high = lambda label: (label != TAU and matches(label, patterns)) == (sign == "<<")
        if any(is_high(label) for label, _ in found):
            found = [(label, steps) for label, steps in found if is_high(label)]
    moves = []
    for label, steps in found:
        failing = frozenset(i for i, t in steps if t == ERROR)
        target = list(vector)
        for i, t in steps:
            target[i] = t
        moves.append((label, ERROR if failing else tuple(target), failing))
    return moves


def has_ended(components, vector):
    """Every component with an END is in it, and their alphabets include those of the others."""
    with_end = [i for i, c in enumerate(components) if c.lts.end is not None]
    if not with_end or any(vector[i] != components[i].lts.end for i in with_end):
        return False
    ended = alphabet_of([components[i] for i in with_end])
    return alphabet_of(components) <= ended


class Graph:
    """The reachable vectors: `moves[v]` as `joint_moves` gives them, `depth[v]` of a shortest run."""

    def __init__(self, components, priority):
        self.components, self.priority = components, priority
        start = tuple(0 for _ in components)
        self.start, self.moves, self.depth = start, {}, {start: 0}
        todo = deque([start])
        while todo:
            vector = todo.popleft()
            self.moves[vector] = joint_moves(components, priority, vector)
            for _, target, _ in self.moves[vector]:
                if target != ERROR and target not in self.depth:
                    self.depth[target] = self.depth[vector] + 1
                    todo.append(target)
            if len(self.depth) > MOST_STATES:
                raise Invalid("too many states")

    def is_deadlock(self, vector):
        return not self.moves[vector] and not has_ended(self.components, vector)

    def reaches_error(self):
        return any(target == ERROR for row in self.moves.values() for _, target, _ in row)

    def successors(self, vector):
        return [t for _, t, _ in self.moves[vector] if t != ERROR]

    def after(self, trace):
        """All vectors after the actions of a trace, internal steps written as `tau`."""
        now = {self.start}
        for label in trace:
            now = {t for v in now for l, t, _ in self.moves[v] if l == label and t != ERROR}
        return now

    def labels_between(self, vectors):
        return {l for v in vectors for l, t, _ in self.moves[v] if t in vectors}


def composed(components, priority):
    """The composition as one LTS; all ended vectors are one END state."""
    graph = Graph(components, priority)
    name = lambda v: "END" if not graph.moves[v] and has_ended(components, v) else v
    order = sorted(graph.depth, key=lambda v: graph.depth[v])
    numbers = {}
    for v in order:
        numbers.setdefault(name(v), len(numbers))
    rows = [[] for _ in numbers]
    for v in order:
        row = [(l, ERROR if t == ERROR else numbers[name(t)]) for l, t, _ in graph.moves[v]]
        rows[numbers[name(v)]].extend(row)
    return Lts(rows, alphabet_of(components), numbers.get("END"))


def components_of_graph(graph):
    """The strongly connected components of the vectors, as a list of sets (naive: mutual reachability)."""
    return strong_components(list(graph.moves), graph.successors)


def strong_components(nodes, successors):
    """Strongly connected components, in two depth-first passes."""
    seen, order = set(), []
    for root in nodes:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(successors(root)))]
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target not in seen:
                    seen.add(target)
                    stack.append((target, iter(successors(target))))
                    break
            else:
                stack.pop()
                order.append(node)
    back = {node: [] for node in order}
    for node in order:
        for target in successors(node):
            back[target].append(node)
    placed, found = set(), []
    for root in reversed(order):
        if root in placed:
            continue
        placed.add(root)
        members, todo = {root}, [root]
        while todo:
            for source in back[todo.pop()]:
                if source not in placed:
                    placed.add(source)
                    members.add(source)
                    todo.append(source)
        found.append(members)
    return found


def terminal_sets(graph):
    """Strongly connected sets that no transition leaves, not even to ERROR."""
    found = []
    for members in components_of_graph(graph):
        if all(t in members for v in members for _, t, _ in graph.moves[v]):
            found.append(members)
    return found
