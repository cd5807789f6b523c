"""Deadlock freedom and safety by partial-order reduction: some vectors, and for each the events that are followed."""
import itertools

from checker.product import Product
from checker.reading import reachable, require, spend
from checker.systems import VectorSet, decode

class Reduction:
    """`following`: per vector the positions to which followed moves lead. Sets of events are integers used as bits."""
    def __init__(self, system, value, named=()):
        chosen, components = value["components"], system.components
        require(system.priority is None, "system", "has a priority")
        needed = {i for i, c in enumerate(components) if c.works}.union(named)
        good = chosen[-1] < len(components) and needed.issubset(chosen)
        require(good, "components", "one does not exist, or one that takes part or is named is missing")
        self.goals, self.known = [chosen.index(i) for i in named], {}
        others = [i for i, c in enumerate(components) if i not in named and c.machine.has_error()]
        self.note = " (ERROR of %s was not examined)" % system.list(others) if others else ""
        self.product = Product([components[i].machine for i in chosen])
        self.machines, n = self.product.machines, len(self.product.labels) - 1 + len(chosen)
        self.parts, self.bits, size = {}, [], (n + 7) // 8  # event -> [(machine, local label)]; machine -> its events
        for i, own in enumerate(self.product.locals):
            self.bits.append([1 << 8 * size - (k or n - len(chosen) + i + 1) for k in own])
            for label, bit in enumerate(self.bits[i]):
                self.parts.setdefault(bit, []).append((i, label))
        self.states = VectorSet(value["states"], "states", self.product, True)
        events = decode(value["events"], "events", len(self.states.vectors), size)
        require(not any(one & (1 << 8 * size - n) - 1 for one in events), "events", "an unused bit is not 0")
        self.pairs = list(zip(self.states.vectors, events))
        self.following = [self._vector(*pair) for pair in self.pairs]
    def waiting(self, i, state, events):
        """The rows of the waiting states; and whether a transition outside of the events leads from one to ERROR."""
        key = i, state, events & sum(self.bits[i])
        if key not in self.known:
            row, bits = self.machines[i].row, self.bits[i]
            found = reachable([state], lambda q: [t for a, ts in row(q).items() if not bits[a] & events for t in ts])
            self.known[key] = [row(q) for q in found if q >= 0], -1 in found
        return self.known[key]
    def _steady(self, i, state, x, events):
        """The condition *enabled* on one participant."""
        key, after = (i, state, x, events & sum(self.bits[i])), lambda q, label: self.machines[i].row(q).get(label, ())
        if key not in self.known:
            rows = self.waiting(i, state, events)[0]
            good = all(x in row for row in rows)
            for row, y in [(row, y) for row in rows if good for y in row if not self.bits[i][y] & events]:
                one, other = [after(q, y) for q in row[x]], [after(q, x) for q in row[y]]
                spend(1 + sum(len(a) + len(b) for a in one for b in other))
                last = set().union(*other)
                good &= last.isdisjoint([-1]) and -1 not in row[x] + row[y] and last <= set().union(*one)
                good &= all(not set(a).isdisjoint(b) for a in one for b in other)
            self.known[key] = good
        return self.known[key]
    def _vector(self, v, events):
        """The conditions on one vector: (where followed moves lead, is an event followed, is one enabled)."""
        states, following, followed, moves = self.product.unpack(v), set(), False, False
        rows = [m.row(s) for m, s in zip(self.machines, states)]
        for event, parts in self.parts.items():
            spend(len(parts))
            enabled = all(label in rows[i] for i, label in parts)
            moves |= enabled
            if not event & events:
                continue
            followed |= enabled
            if not enabled:
                waiting = ((label, self.waiting(i, states[i], events)[0]) for i, label in parts)
                good = any(all(label not in row for row in rows) for label, rows in waiting)
                require(good, "events", "what is not followed can enable a disabled event of %s" % states)
                continue
            good = all(self._steady(i, states[i], label, events) for i, label in parts)
            require(good, "events", "what is not followed can disturb an enabled event of %s" % states)
            for choice in itertools.product(*(rows[i][label] for i, label in parts)):
                spend(1 + len(parts))
                moved = [(i, t) for (i, _), t in zip(parts, choice)]
                if -1 in choice:
                    require(not any((i, -1) in moved for i in self.goals), "states", "a move enters ERROR")
                    continue
                w = self.states.position.get(v + sum((t - states[i]) << self.product.shifts[i] for i, t in moved))
                require(w is not None, "states", "a followed move leads from %s out of the set" % states)
                following.add(w)
        return following, followed, moves

def deadlock_freedom(system, claim):
    reduction = Reduction(system, claim["reduction"])
    for v, (_, followed, moves) in zip(reduction.states.vectors, reduction.following):
        good = followed or not moves and system.product.can_end and reduction.product.has_ended(v)
        require(good, "states", "%s is a deadlock, or nothing is followed" % reduction.product.unpack(v))
    return "every reachable vector has a move or has ended" + reduction.note

def safety(system, claim):
    named = system.named(claim["properties"])
    reduction = Reduction(system, claim["reduction"], named)
    before = [[] for _ in reduction.following]
    for p, (following, _, _) in enumerate(reduction.following):
        for q in following:
            before[q].append(p)
    for goal in reduction.goals:
        start = [reduction.waiting(goal, reduction.product.unpack(v)[goal], events)[1] for v, events in reduction.pairs]
        done = reachable((p for p, enters in enumerate(start) if not enters), before.__getitem__)
        require(len(done) == len(before), "events", "ERROR of %s may be put off forever" % system.list(named))
    return "no run takes %s to ERROR%s" % (system.list(named), reduction.note)
