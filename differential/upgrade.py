"""Containment and the verdict of an upgrade, by definition.

Traces are visible actions of runs that do not enter ERROR. Only actions of the interface are compared; the
others are internal.
"""

from lts import ERROR, TAU, Lts, after, closure, new_labels
from system import alphabet_of


def over(lts, interface):
    """The LTS with the actions outside the interface made internal."""
    rows = [[(l if l in interface else TAU, t) for l, t in row] for row in lts.moves]
    return Lts(rows, interface, lts.end)


def required(baseline, forbidden):
    """The baseline, cut where a prohibited behavior is complete. None if even the empty trace is.

    `forbidden` are processes; a set of their states in which one has stopped completes a behavior.
    """
    begin = tuple(closure(f, {0}) for f in forbidden)
    if any(is_complete(f, states) for f, states in zip(forbidden, begin)):
        return None

    def step(sets, label):
        return tuple(after(f, s, label) if label in f.alphabet else s for f, s in zip(forbidden, sets))

    numbers, order, rows = {(0, begin): 0}, [(0, begin)], []
    for state, sets in order:
        row = []
        for label, target in baseline.moves[state]:
            then = sets if label == TAU else step(sets, label)
            if any(is_complete(f, s) for f, s in zip(forbidden, then)):
                continue
            if target == ERROR:
                row.append((label, ERROR))
                continue
            if (target, then) not in numbers:
                numbers[target, then] = len(order)
                order.append((target, then))
            row.append((label, numbers[target, then]))
        rows.append(row)
    return Lts(rows, baseline.alphabet)


def is_complete(lts, states):
    """May the process have stopped: in ERROR, END, or a state without transitions?"""
    return any(s == ERROR or not lts.moves[s] for s in states)


class Containment:
    """Required traces against those of the candidate, over the interface."""

    def __init__(self, needed, candidate, interface):
        self.interface = sorted(interface)
        self.needed, self.candidate = over(needed, interface), over(candidate, interface)

    def alive(self, states):
        return frozenset(s for s in states if s != ERROR)

    def first_loss(self):
        """A shortest required trace that the candidate lacks or after which only it may fail, or None."""
        start = (closure(self.needed, {0}), closure(self.candidate, {0}))
        seen, order = {start}, [((), start)]
        for trace, (need, have) in order:
            if not self.alive(need):
                continue
            if not self.alive(have) or (ERROR in have and ERROR not in need):
                return trace
            for label in self.interface:
                target = (
                    after(self.needed, self.alive(need), label),
                    after(self.candidate, self.alive(have), label),
                )
                if target not in seen and self.alive(target[0]):
                    seen.add(target)
                    order.append((trace + (label,), target))
        return None

    def has(self, lts, trace):
        states = closure(lts, {0})
        for label in trace:
            states = after(lts, self.alive(states), label)
        return bool(self.alive(states))

    def may_fail(self, lts, trace):
        states = closure(lts, {0})
        for label in trace:
            states = after(lts, self.alive(states), label)
        return ERROR in states

    def is_loss(self, trace):
        """A required trace that is missing, or after which only the candidate may be in ERROR."""
        if not self.has(self.needed, trace):
            return False
        if not self.has(self.candidate, trace):
            return not trace or self.has(self.candidate, trace[:-1])
        return self.may_fail(self.candidate, trace) and not self.may_fail(self.needed, trace)

    def union_differs(self, machine):
        """A trace on which a machine and the union of both versions disagree, or None."""
        start = (closure(self.needed, {0}), closure(self.candidate, {0}), closure(machine, {0}))
        seen, order = {start}, [((), start)]
        for trace, (need, have, given) in order:
            expected = bool(self.alive(need) or self.alive(have))
            if expected != bool(self.alive(given)):
                return trace
            if not expected:
                continue
            for label in self.interface:
                target = tuple(
                    after(lts, self.alive(s), label)
                    for lts, s in ((self.needed, need), (self.candidate, have), (machine, given))
                )
                if target not in seen:
                    seen.add(target)
                    order.append((trace + (label,), target))
        return None


def names_in_system(label, element):
    """The labels that a label of the component has in the system, by the operators of a reference."""
    found = [label]
    if element.get("prefix"):
        found = [p + "." + l for p in element["prefix"] for l in found]
    if element.get("share"):
        found = [p + "." + l for p in element["share"] for l in found]
    return sorted({n for l in found for n in new_labels(l, element.get("relabel") or [])})


def interface(baseline, candidate, instances):
    """αB, and the actions of the candidate that something next to an instance has.

    `instances` lists pairs of the reference and the components next to it.
    """
    found = set(baseline.alphabet)
    for element, others in instances:
        around = alphabet_of(others)
        found |= {l for l in candidate.alphabet if around & set(names_in_system(l, element))}
    return frozenset(found)
