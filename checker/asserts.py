"""Evidence for asserts and for their violation."""
from checker.ltl import Formula
from checker.reading import each, inside, quote, require, spend
from checker.systems import VectorSet
from checker.traces import Trace

def _counters(pending, formula):
    """The eventualities in pending sets; and per pending set what the counter c = 0, ..., m becomes going to it."""
    events, tables = sorted(x for x in formula.eventualities if any(s >> x & 1 for s in pending)), {}
    for s in pending:
        table = [len(events)] * (len(events) + 1)
        for d in reversed(range(len(events))):
            table[d] = d if s >> events[d] & 1 else table[d + 1]
        tables[s] = table[:-1] + table[:1]
        spend(1 + len(table))
    return events, tables

def _read_sets(value, vectors, fits, m):
    """The sets (vector, members), if all vectors exist, and all members fit and have counters up to m."""
    for k, (v, members) in enumerate(value["sets"]):
        good = v < len(vectors.vectors) and all(fits(v, x) and c <= m for x, c in members)
        require(good, "sets[%d]" % k, "a vector or member is not possible")
    require(len(value["ranks"]) == len(value["sets"]), "ranks", "must be one for each set")
    return [(vectors.vectors[v], frozenset(map(tuple, members))) for v, members in value["sets"]]

def holds(system, claim):
    graph, classes, reasons = _Graph(system, claim), claim["classes"], claim["reasons"]
    good = len(classes) == len(graph.nodes) and all(c < len(reasons) for c in classes)
    require(good, "classes", "must be a class with a reason for each node")
    each("nodes", range(len(classes)), lambda x: graph.explore(x, classes))
    members = [[] for _ in reasons]
    for x, c in enumerate(classes):
        members[c].append(x)
    each("reasons", zip(reasons, members), lambda pair: graph.reason(*pair, claim["fair"]))
    return "assert %s holds%s" % (quote(claim["name"]), " for almost all runs" if claim["fair"] else "")

class _Graph:
    """The nodes of the evidence for an assert. `moves` per position of a vector: (target, valuation); `edges` per
    node: for each of these moves, the nodes within its class to which it leads."""
    def __init__(self, system, claim):
        self.product, self.moves, self.edges, self.formula = system.product, {}, [], Formula(claim["formula"], system)
        self.vectors = VectorSet(claim["vectors"], "vectors", system.product)
        self.pending = self.formula.read_pending(claim["pending"])
        self.positions, (self.events, self.tables) = claim["nodes"], _counters(self.pending, self.formula)
        good = all(p < len(self.vectors.vectors) and s < len(self.pending) for p, s in self.positions)
        require(good, "nodes", "a position does not exist")
        require(len({s for _, s in self.positions}) == len(self.pending), "pending", "one occurs in no node")
        self.nodes = [(self.vectors.vectors[p], self.pending[s]) for p, s in self.positions]
        self.number = {node: x for x, node in enumerate(self.nodes)}
        require((self.product.initial, self.formula.start) in self.number, "nodes", "that of the start is missing")
    def explore(self, x, classes):
        """Conditions 1 to 3 for one node."""
        (v, pending), f, edges = self.nodes[x], self.formula, []
        if v not in self.moves:
            moves = self.product.moves(v)
            require(not any(errors for _, _, errors in moves), "", "a move from its vector enters ERROR")
            self.moves[v] = sorted({(w, f.valuation(label, w)) for label, w, _ in moves})
        if not self.moves[v]:
            ends = f.outcomes(pending, f.valuation(0, v)) if pending == f.start else [pending]
            require(all(end & f.strong for end in ends), "", "a run may end here and violate the formula")
        for w, valuation in self.moves[v]:
            targets = [self.number.get((w, outcome)) for outcome in f.outcomes(pending, valuation)]
            require(None not in targets, "", "not closed under a move to %s" % self.product.unpack(w))
            require(all(classes[y] <= classes[x] for y in targets), "", "an edge leads to a larger class")
            edges.append([y for y in targets if classes[y] == classes[x]])
            spend(2 + len(targets))
        self.edges.append(edges)
    def reason(self, reason, members, fair):
        """Condition 4 for one class."""
        targets = sorted({y for x in members for edge in self.edges[x] for y in edge})
        (kind, content), = reason.items() if reason else [(None, None)]
        require(fair or kind not in ("left", "avoided"), "", "only for fair claims")
        if kind is None:
            require(not targets, "", "the class has an internal edge")
        elif kind == "postponed":
            require(content in self.formula.eventualities, kind, "is no eventuality")
            require(all(self.nodes[y][1] >> content & 1 for y in targets), kind, "is not pending at an internal edge")
        elif kind == "left":
            self._left(content, members)
        else:
            self._avoided(content, set(members), targets)
    def _left(self, ranks, members):
        require(len(ranks) == len(members), "left", "must be one for each node of the class")
        least = {}
        for x, rank in zip(members, ranks):
            least[self.nodes[x][0]] = min(rank, least.get(self.nodes[x][0], rank))
        for x, rank in zip(members, ranks):
            good = any(least.get(w, -1) < rank for w, _ in self.moves[self.nodes[x][0]])
            require(good, "left", "no move from node %d leaves the class or leads to a smaller rank" % x)
    def _avoided(self, entries, members, targets):
        goals = [y for y in targets if not self.events or not self.nodes[y][1] >> self.events[-1] & 1]
        require([entry["node"] for entry in entries] == goals, "avoided", "must be for the nodes %s" % goals)
        each("avoided", entries, lambda entry: self._sets(entry, members, (entry["node"], len(self.events))))
    def _sets(self, entry, nodes, goal):
        sets = _read_sets(entry, self.vectors, lambda v, x: x in nodes and self.positions[x][0] == v, goal[1])
        ranks, rank_of = entry["ranks"], dict(zip(sets, entry["ranks"]))
        require((self.nodes[goal[0]][0], frozenset([goal])) in rank_of, "sets", "that of the goal is missing")
        for k, (v, members) in enumerate(sets):
            following = []  # ranks; None for an empty successor
            for e, (w, _) in enumerate(self.moves[v]):
                reached = frozenset((y, self.tables[self.nodes[y][1]][c]) for x, c in members for y in self.edges[x][e])
                spend(1 + len(members) + len(reached))
                following.append(rank_of.get((w, reached), -2) if reached else None)
            require(-2 not in following, "sets[%d]" % k, "a successor is missing")
            lost = goal not in members and all(rank in (None, -1) for rank in following)
            require((ranks[k] == -1) == lost and ranks[k] >= -1, "ranks[%d]" % k, "-1 is wrong here, or missing")
            good = lost or any(rank is None or rank < ranks[k] for rank in following)
            require(good, "ranks[%d]" % k, "no successor is empty or has a smaller rank")

def violated(system, claim):
    fair, evidence, f = claim["fair"], claim["evidence"], Formula(claim["formula"], system)
    t = Trace(claim["trace"], system, finite=evidence != "cycle", with_vectors=True)
    require(not t.errors, "trace.vectors", "the trace enters ERROR")
    valuations = [f.valuation(system.product.number[a], w) for a, w in zip(t.steps + t.cycle, t.path[1:])]
    if evidence == "cycle":
        require(not fair, "evidence", "only for claims that are not fair")
        require(t.cycle, "trace.cycle", "must not be empty")
        require(not f.is_true(valuations, len(t.steps)), "evidence", "the formula is true on this run")
    elif evidence == "stops":
        require(not system.product.moves(t.path[-1]), "evidence", "the last vector has moves")
        require(not f.is_true(valuations or [f.valuation(0, t.path[0])], None), "evidence", "the formula is true")
    elif evidence == "prefix":
        require(t.steps, "trace.steps", "must not be empty")
        require(0 in _pending_after(f, valuations), "evidence", "the steps do not make a violation certain")
    else:
        require(fair, "evidence", "only for fair claims")
        with inside("evidence.sets"):
            _violating_sets(evidence["sets"], system, f, t, valuations)
    return "assert %s is violated%s" % (quote(claim["name"]), " with positive probability" if fair else "")

def _pending_after(formula, valuations):
    """All pending sets to which pending sets can lead from the start."""
    here = {formula.start}
    for valuation in valuations:
        spend(1 + len(here))
        here = {t for s in here for t in formula.outcomes(s, valuation)}
    return here

def _violating_sets(value, system, formula, trace, valuations):
    at, goal, ranks, pending = value["at"], value["goal"], value["ranks"], formula.read_pending(value["pending"])
    require(at <= len(trace.steps), "at", "the trace has not so many steps")
    require(goal < len(pending), "goal", "does not exist")
    vectors, number = VectorSet(value["vectors"], "vectors", system.product), {s: k for k, s in enumerate(pending)}
    events, tables = _counters(pending, formula)
    sets = _read_sets(value, vectors, lambda v, s: s < len(pending), len(events))
    by_vector = {}  # (rank, members), by rank
    for k in sorted(range(len(sets)), key=ranks.__getitem__):
        by_vector.setdefault(sets[k][0], []).append((ranks[k], sets[k][1]))
    def lead(members, valuation):
        spend(1 + len(members))
        outcomes = [(t, c) for s, c in members for t in formula.outcomes(pending[s], valuation)]
        return {(number[t], tables[t][c]) for t, c in outcomes if t in number}
    def best(w, reached):
        """The smallest rank of a set with vector w all of whose members are reached, or None."""
        spend(len(by_vector.get(w, ())))
        return next((rank for rank, members in by_vector.get(w, ()) if members <= reached), None)

    require(pending[goal] in _pending_after(formula, valuations[:at]), "goal", "the first steps do not lead to it")
    first, members = (goal, len(events)), {(goal, len(events))}
    for valuation in valuations[at:]:
        members = lead(members, valuation)
    require(best(trace.path[-1], members) is not None, "sets", "the steps lead to none of them")
    for k, (v, members) in enumerate(sets):
        moves = system.product.moves(v)
        require(moves and not any(errors for _, _, errors in moves), "sets[%d]" % k, "no moves, or one enters ERROR")
        following = [best(w, lead(members, formula.valuation(label, w))) for label, w, _ in moves]
        require(None not in following, "sets[%d]" % k, "a move leads to none of the sets")
        zero = v == trace.path[at] and first in members
        require((ranks[k] == 0) == zero, "ranks[%d]" % k, "0 is wrong here, or missing")
        require(ranks[k] == 0 or min(following) < ranks[k], "ranks[%d]" % k, "no next set has a smaller rank")
