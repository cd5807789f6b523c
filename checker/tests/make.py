"""A naive maker of certificates, for tests. Every maker returns a claim, or None if the claim is not true."""
import base64
import copy
import hashlib
import json
from collections import deque

from checker.tests import brute
from checker.tests.brute import Sys


# ---- documents ----

def component(name, alphabet, transitions, states=None, role="process", initial=0, end=None):
    """Transitions are (source, action or "tau", target)."""
    alphabet = sorted(alphabet)
    ts = sorted([s, 0 if a == "tau" else alphabet.index(a) + 1, t] for s, a, t in transitions)
    states = states or 1 + max([initial, end or 0] + [max(s, t) for s, _, t in ts])
    return {"alphabet": alphabet, "digest": "", "end": end, "initial": initial, "name": name, "role": role,
            "states": states, "transitions": ts}


def complete(name, alphabet, transitions, states, role="property", initial=0):
    """A property: what is missing leads to ERROR."""
    have = {(s, a) for s, a, _ in transitions}
    return component(name, alphabet, list(transitions) + [
        (s, a, -1) for s in range(states) for a in alphabet if (s, a) not in have], states, role, initial)


def fluent(name, on, off, initial=0):
    return component(name, on + off, [(s, a, 1) for s in (0, 1) for a in on] + [(s, a, 0) for s in (0, 1) for a in off],
                     2, "fluent", initial)


def system(components, name="S", priority=None, closed=True):
    s = {"components": components, "name": name, "priority": priority, "states": None}
    if closed:
        s["states"] = vector_set(s["components"], Sys(s).reachable())
    return s


def pack(sizes, vector):
    widths = [(n - 1).bit_length() for n in sizes]
    size = max(1, -(-sum(widths) // 8))
    bits = "".join(format(x, "0%db" % w) if w else "" for x, w in zip(vector, widths)).ljust(8 * size, "0")
    return int(bits, 2).to_bytes(size, "big")


def vector_set(components, vectors):
    """The vectors are in the order of the bytes iff in the order of the tuples."""
    return packed_set([c["states"] for c in components], vectors)


def packed_set(sizes, vectors):
    raw = sorted(pack(sizes, v) for v in set(vectors))
    return {"count": len(raw), "vectors": base64.b64encode(b"".join(raw)).decode()}


def document(systems, claims):
    return repair({"claims": claims, "digest": "", "generator": "tests", "model": None,
                   "schema": "rely/certificate/2", "systems": systems})


def digest(value):
    text = json.dumps(dict(value, digest=""), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def repair(doc):
    doc = copy.deepcopy(doc)
    try:
        for s in doc["systems"]:
            for c in s["components"]:
                c["digest"] = digest(c)
    except (TypeError, KeyError, AttributeError):
        pass
    doc["digest"] = digest(doc)
    return doc


# ---- traces ----

def find(sys, good, allowed=lambda a: True):
    """A shortest path [(action, target), ...] to a target (perhaps with ERROR) that is good; or None."""
    if good(sys.initial):
        return []
    before, todo = {sys.initial: None}, deque([sys.initial])
    while todo:
        v = todo.popleft()
        for a, w in sys.moves(v):
            if allowed(a) and w not in before:
                before[w] = (v, a)
                if good(w):
                    path = []
                    while before[w]:
                        path.append((before[w][1], w))
                        w = before[w][0]
                    return path[::-1]
                if -1 not in w:
                    todo.append(w)
    return None


def trace(path, cycle=(), with_vectors=True):
    return {"steps": [a for a, _ in path], "cycle": [a for a, _ in cycle],
            "vectors": [list(v) for _, v in list(path) + list(cycle)] if with_vectors else None}


def by_trace(kind, s, good, with_vectors=True, allowed=lambda a: True, **more):
    path = find(Sys(s), good, allowed)
    return None if path is None else {kind: dict(more, system=0, trace=trace(path, (), with_vectors))}


# ---- progress ----

def ranks_to(vectors, zero, following):
    """Distances to zero, or None if one is not reached."""
    rank = {v: 0 for v in vectors if zero(v)}
    while True:
        more = {v: 1 + min(rank[w] for w in following(v) if w in rank)
                for v in vectors if v not in rank and any(w in rank for w in following(v))}
        if not more:
            return [rank[v] for v in vectors] if len(rank) == len(vectors) else None
        rank.update(more)


def progress(s, actions, condition=None, every=False, name="p"):
    sys = Sys(s)
    vectors, sets = sys.reachable(), sys.terminal_sets()
    body = {"actions": sorted(actions), "condition": condition and sorted(condition), "every": every, "name": name,
            "system": 0}
    if condition == []:
        body["condition"] = []

    def follow(v):
        return [w for _, w in sys.moves(v) if -1 not in w]
    if brute.progress(sys, actions, condition, every):
        roots = [t[0][-1] for t in sets]
        if sys.errors():
            return None
        return {"progress": dict(body, roots=sorted(vectors.index(r) for r in roots),
                                 ranks=ranks_to(vectors, roots.__contains__, follow))}
    for vs, found in sets:
        bad = not set(actions) <= found if every else not set(actions) & found
        if bad and (condition is None or set(condition) & found):
            ranks = [] if condition is None else ranks_to(
                list(vs), lambda v: any(a in condition for a, _ in sys.moves(v)), follow)
            return {"progress-violation": dict(body, ranks=ranks, states=vector_set(s["components"], vs),
                                               trace=trace(find(sys, vs.__contains__)))}


# ---- LTL ----

class Ltl:
    """Outcomes by the definition: resolve demands one after the other, with all choices."""

    def __init__(self, formula):
        self.entries = [next(iter(e.items())) for e in formula] + [("next", len(formula) - 1)]
        self.start, self.memo = (2 * len(formula),), {}

    def choices(self, x):
        (kind, c), v = self.entries[x // 2], x % 2
        a = [2 * f + v for f in brute.args(kind, c)]
        if kind == "not":
            return [([2 * c + 1 - v], [])]
        if (kind, v) in (("and", 1), ("or", 0)):
            return [(a, [])]
        if (kind, v) in (("and", 0), ("or", 1)):
            return [([y], []) for y in a]
        if (kind, v) in (("eventually", 1), ("always", 0)):
            return [(a, []), ([], [x])]
        if (kind, v) in (("eventually", 0), ("always", 1)):
            return [(a, [x])]
        if kind == "next":
            return [([], [x])]
        f, g = a
        return [([g], []), ([f], [x])] if v else [([f, g], []), ([g], [x])]

    def outcomes(self, pending, action, vector):
        leaves = tuple(brute.leaf(k, c, action, vector) for k, c in self.entries if k in ("true", "actions", "fluent"))
        key = (pending, leaves)
        if key in self.memo:
            return self.memo[key]
        todo = [(frozenset(2 * self.entries[x // 2][1] + x % 2 if self.entries[x // 2][0] == "next" else x
                           for x in pending), frozenset(), frozenset())]
        found, seen = set(), set(todo)
        while todo:
            demands, done, later = todo.pop()
            if not demands:
                found.add(later)
                continue
            x = max(demands)
            kind, c = self.entries[x // 2]
            if kind in ("true", "actions", "fluent"):
                ways = [([], [])] if brute.leaf(kind, c, action, vector) == bool(x % 2) else []
            else:
                ways = self.choices(x)
            for here, pend in ways:
                n = ((demands - {x}) | (set(here) - done), done | {x}, later | set(pend))
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        self.memo[key] = sorted(tuple(sorted(s)) for s in found if not any(t < s for t in found))
        return self.memo[key]

    def eventuality(self, x):
        return (self.entries[x // 2][0], x % 2) in (("eventually", 1), ("always", 0), ("until", 1), ("weak-until", 0))

    def may_end(self, s):
        return not any(self.eventuality(x) or (self.entries[x // 2][0] == "next" and x % 2) for x in s)


def advance(events, c, s):
    m = len(events)
    d = 0 if c == m else c
    while d < m and events[d] not in s:
        d += 1
    return d


class Graph:
    """All nodes (vector, pending set) from the start."""

    def __init__(self, s, formula):
        self.s, self.sys, self.ltl, self.formula = s, Sys(s), Ltl(formula), formula
        first = (self.sys.initial, self.ltl.start)
        self.before, todo = {first: None}, deque([first])
        while todo:
            n = todo.popleft()
            for a, w, there in self.edges(n):
                for m in there:
                    if m not in self.before:
                        self.before[m] = (n, a)
                        todo.append(m)
        self.nodes = sorted(self.before)
        self.pending = sorted({p for _, p in self.nodes})
        self.vectors = sorted({v for v, _ in self.nodes})
        self.events = sorted({x for p in self.pending for x in p if self.ltl.eventuality(x)})

    def edges(self, n):
        return [(a, w, [(w, t) for t in self.ltl.outcomes(n[1], a, w)]) for a, w in self.sys.moves(n[0])]

    def next(self, n):
        return [m for _, _, there in self.edges(n) for m in there]

    def path(self, n):
        found = []
        while self.before[n]:
            p, a = self.before[n]
            found.append((a, n[0]))
            n = p
        return found[::-1]

    def bad_end(self, n):
        if self.sys.moves(n[0]):
            return False
        ends = self.ltl.outcomes(n[1], None, n[0]) if n[1] == self.ltl.start else [n[1]]
        return any(self.ltl.may_end(e) for e in ends)


def make_assert(s, formula, fair, only=None, name="f"):
    """`only`: the kind of reason to be used for classes with internal edges, if possible."""
    g = Graph(s, formula)
    if g.sys.errors() or any(g.bad_end(n) for n in g.nodes):
        return None
    parts = brute.components(g.nodes, g.next)   # successors first
    number = {n: k for k, part in enumerate(parts) for n in part}
    reasons = []
    for part in parts:
        part = sorted(part)
        inside = set(part)
        targets = sorted({m for n in part for m in g.next(n) if m in inside})
        makers = {"left": lambda: left(g, part), "avoided": lambda: avoided(g, part, inside, targets)}
        reason = None
        if targets:
            post = [x for x in g.events if all(x in m[1] for m in targets)]
            reason = {"postponed": post[-1]} if post and (not only or only == "postponed" or not fair) else None
            for kind in (makers if fair else ()):
                if reason is None and (only in (None, kind) or not post):
                    content = makers[kind]()
                    reason = None if content is None else {kind: content}
            for kind in (makers if fair else ()):
                if reason is None:
                    content = makers[kind]()
                    reason = None if content is None else {kind: content}
            if reason is None and post:
                reason = {"postponed": post[-1]}
            if reason is None:
                return None
        reasons.append(reason)
    return {"assert": {
        "classes": [number[n] for n in g.nodes], "fair": fair, "formula": formula, "name": name,
        "nodes": [[g.vectors.index(v), g.pending.index(p)] for v, p in g.nodes],
        "pending": [list(p) for p in g.pending], "reasons": reasons, "system": 0,
        "vectors": vector_set(s["components"], g.vectors)}}


def left(g, part):
    inside = {v for v, _ in part}
    rank = ranks_to(sorted(inside) + ["out"], lambda v: v == "out", lambda v: [] if v == "out" else [
        w if w in inside else "out" for _, w in g.sys.moves(v)])
    return rank and [dict(zip(sorted(inside), rank))[v] for v, _ in part]


def avoided(g, part, inside, targets):
    m, entries = len(g.events), []
    for goal in targets:
        if m and g.events[-1] in goal[1]:
            continue
        first = (goal[0], frozenset([(goal, m)]))
        follow, todo = {}, [first]
        while todo:
            one = todo.pop()
            if one in follow:
                continue
            follow[one] = []
            lists = {}
            for n, c in one[1]:
                for a, w, there in g.edges(n):
                    lists.setdefault((a, w), set()).update(
                        (t, advance(g.events, c, t[1])) for t in there if t in inside)
            for (a, w), members in lists.items():
                follow[one].append((w, frozenset(members)) if members else None)
            todo.extend(x for x in follow[one] if x)
        alive = {x for x in follow if (goal, m) in x[1]}
        while True:
            more = {x for x in follow if x not in alive and any(y in alive for y in follow[x])}
            if not more:
                break
            alive |= more
        nodes = g.nodes
        ordered = sorted(follow, key=lambda x: [g.vectors.index(x[0]), sorted([nodes.index(n), c] for n, c in x[1])])
        ranks = ranks_to(ordered + [None], lambda x: x not in alive, lambda x: follow[x] if x else [])
        if ranks is None:
            return None
        entries.append({"node": nodes.index(goal), "ranks": [r - 1 for r in ranks[:-1]],
                        "sets": [[g.vectors.index(v), sorted([nodes.index(n), c] for n, c in ms)]
                                 for v, ms in ordered]})
    return entries


def make_violation(s, formula, fair, only=None, name="f"):
    g = Graph(s, formula)
    body = {"fair": fair, "formula": formula, "name": name, "system": 0}

    def done(evidence, path, cycle=()):
        return {"assert-violation": dict(body, evidence=evidence, trace=trace(path, cycle))}
    if g.sys.errors():
        return None
    for n in g.nodes:
        if g.bad_end(n) and only in (None, "stops"):
            return done("stops", g.path(n))
        if n[1] == () and only in (None, "prefix"):
            return done("prefix", g.path(n))
    if not fair:
        m = len(g.events)

        def follow(x):  # x = (vector, pending, counter, last action)
            return [(w, t[1], advance(g.events, x[2], t[1]), a) for a, w, there in g.edges(x[:2]) for t in there]
        for n in g.nodes:
            start = (n[0], n[1], m, None)
            before, todo = {}, deque([start])
            while todo:
                x = todo.popleft()
                for y in follow(x):
                    if y[:3] == start[:3]:
                        cycle = [(y[3], y[0])]
                        while x != start:
                            cycle.append((x[3], x[0]))
                            x = before[x]
                        return done("cycle", g.path(n), cycle[::-1])
                    if y not in before:
                        before[y] = x
                        todo.append(y)
        return None
    m = len(g.events)
    for goal in g.nodes:
        first = (goal[0], frozenset([(goal[1], m)]))
        follow, todo, before = {}, deque([first]), {first: None}
        while todo:
            one = todo.popleft()
            follow[one] = []
            for a, w in g.sys.moves(one[0]):
                to = (w, frozenset((t, advance(g.events, c, t)) for p, c in one[1]
                                   for t in g.ltl.outcomes(p, a, w)))
                follow[one].append(to)
                if to not in before:
                    before[to] = (one, a)
                    todo.append(to)

        def zero(x):
            return x[0] == goal[0] and (goal[1], m) in x[1]
        for one in follow:
            some, todo = {one}, [one]
            while todo:
                for y in follow[todo.pop()]:
                    if y not in some:
                        some.add(y)
                        todo.append(y)
            if any(not x[1] or not follow[x] for x in some):
                continue
            pend, vecs = g.pending, g.vectors
            ordered = sorted(some, key=lambda x: [vecs.index(x[0]), sorted([pend.index(p), c] for p, c in x[1])])
            # only next sets inside `some`; a smaller set may be better, so try the exact ones first
            ranks = ranks_to(ordered, zero, lambda x: follow[x])
            if ranks is None or not any(zero(x) and x is not None for x in some):
                continue
            tail, x = [], one
            while before[x]:
                tail.append((before[x][1], x[0]))
                x = before[x][0]
            path = g.path(goal)
            return done({"sets": {
                "at": len(path), "goal": pend.index(goal[1]), "pending": [list(p) for p in pend], "ranks": ranks,
                "sets": [[vecs.index(v), sorted([pend.index(p), c] for p, c in ms)] for v, ms in ordered],
                "vectors": vector_set(s["components"], vecs)}}, path + tail[::-1])
    return None


# ---- rules ----

def machine_row(m, role):
    """(states, initial, step(state, action) -> targets, alphabet) of a machine in a role of a premise."""
    table, n = brute.rows(m), m["states"]
    error = any(t[2] < 0 for t in m["transitions"])
    if role in ("until", "refuted"):
        def step(s, a):
            if s == n:
                return [n] if a != "tau" else []
            return [] if a == "tau" else [n if t < 0 else t for t in table.get((s, a), [-1])]
        return n + 1, m["initial"], step, m["alphabet"]

    def step(s, a):
        return [n if t < 0 else t for t in table.get((s, a), [])]
    return n + (1 if error and role == "components" else 0), m["initial"], step, m["alphabet"]


def premise(machines, components=(), kept=(), until=(), refuted=()):
    lists = [("components", sorted(components)), ("kept", list(kept)), ("until", list(until)),
             ("refuted", list(refuted))]
    ms = [machine_row(machines[i], role) for role, numbers in lists for i in numbers]
    low = len(components) + len(kept)
    traps = [m[0] - 1 for m in ms]
    names = sorted({a for m in ms for a in m[3]})
    first = tuple(m[1] for m in ms)
    seen, todo, good = {first}, [first], True
    while todo:
        v = todo.pop()
        if all(v[i] == traps[i] for i in range(low + len(until), len(ms))):
            good = False
        if any(v[i] == traps[i] for i in range(low, low + len(until))):
            continue
        targets = [v[:i] + (t,) + v[i + 1:] for i, m in enumerate(ms) for t in m[2](v[i], "tau")]
        for a in names:
            some = [()]
            for i, m in enumerate(ms):
                some = [x + (t,) for x in some for t in (m[2](v[i], a) if a in m[3] else [v[i]])]
            targets += some
        for w in targets:
            if w not in seen:
                seen.add(w)
                todo.append(w)
    return dict(lists, states=packed_set([m[0] for m in ms], seen)), good


def determinized(components, alphabet, name="A"):
    """A deterministic machine with the words of the components, over an alphabet."""
    sys = Sys({"components": components, "priority": None})

    def close(vs):
        seen, todo = set(vs), list(vs)
        while todo:
            v = todo.pop()
            for a, w in (sys.moves(v) if -1 not in v else []):
                if a not in alphabet and w not in seen:
                    seen.add(w)
                    todo.append(w)
        return frozenset(seen)
    states, ts = [close([sys.initial])], []
    for s in states:
        for a in alphabet:
            to = close([w for v in s if -1 not in v for b, w in sys.moves(v) if a == b])
            if to:
                if to not in states:
                    states.append(to)
                ts.append((states.index(s), a, states.index(to)))
    c = component(name, alphabet, ts, len(states))
    return {k: c[k] for k in ("alphabet", "initial", "name", "states", "transitions")}


def rule_claim(s, rule, parts, assumptions, named, order=None):
    """The claim by a rule, or None if a premise is false."""
    comps, n = s["components"], len(s["components"])
    machines = comps + assumptions
    a = [n + k for k in range(len(assumptions))]
    ps = [i for i, c in enumerate(comps) if c["name"] in named]
    p = ps[:1]
    each = [(m, [a[i]], [], p) for i, m in enumerate(parts)] if len(a) >= len(parts) else []
    lists = {
        "asym": lambda: [(parts[0], a, [], p), (parts[1], [], [], a)],
        "asym-n": lambda: [(m, a[:i], [], [a[i]]) for i, m in enumerate(parts[1:])] + [(parts[0], a, [], p)],
        "sym": lambda: each + [([], [], [], a)], "sym-n": lambda: each + [([], [], [], a)],
        "sym-a": lambda: each + [([], [], [], a + p)], "sym-b": lambda: each + [(parts[0], [], [], a)],
        "pair": lambda: [(parts[0], a[:1], [], ps[:1]), (parts[1], a[1:], [], ps[1:]), (parts[0], a[:1], [], a[1:]),
                         (parts[1], a[1:], [], a[:1]), ([], [], [], a)],
        "circ": lambda: [(m, [], a[:i] + a[i + 1:], [a[i]]) for i, m in enumerate(parts)] + [([], a, [], p)],
    }[rule]()
    made = [premise(machines, *x) for x in lists]
    claim = {"safety-by-rule": {"assumptions": assumptions, "parts": parts, "premises": [m for m, _ in made],
                                "properties": sorted(named), "rule": rule, "system": 0}}
    return claim if all(good for _, good in made) else None


# ---- environments ----

def make_weakest(components, interface, properties):
    """(system with the weakest assumption, claim), or None if there is none."""
    sys = Sys({"components": components, "priority": None})
    module = {a for c in components if c["name"] not in properties for a in c["alphabet"]}
    hidden = module - set(interface) | {"tau"}
    alphabet = sorted(set(interface) | (set(sys.names) - module))

    def spread(paths):
        """Follow hidden moves: {vector: path}, and a path to ERROR or None. Paths are tuples of (action, vector)."""
        paths, todo, bad = dict(paths), list(paths), None
        while todo:
            v = todo.pop()
            for a, w in sys.moves(v):
                if a in hidden:
                    if -1 in w:
                        bad = bad or paths[v] + ((a, None),)
                    elif w not in paths:
                        paths[w] = paths[v] + ((a, w),)
                        todo.append(w)
        return paths, bad
    if spread({sys.initial: ((None, sys.initial),)})[1]:
        return None
    # a node is a set of vectors (not closed under hidden moves, but for what follows)
    nodes, edges, errors = [frozenset([sys.initial])], {}, {}
    for node in nodes:
        paths, _ = spread({v: ((None, v),) for v in node})
        for a in alphabet:
            step, bad = {}, None
            for v in paths:
                for b, w in sys.moves(v):
                    if a == b:
                        if -1 in w:
                            bad = bad or paths[v] + ((a, None),)
                        else:
                            step.setdefault(w, paths[v] + ((a, w),))
            there, later = spread(step)
            bad = bad or later
            if bad:
                errors[node, a] = bad
            else:
                to = frozenset(there)
                edges[node, a] = (to, there)
                if to not in nodes:
                    nodes.append(to)
    ts = [(nodes.index(n), a, nodes.index(to)) for (n, a), (to, _) in edges.items()]
    s = system(components + [component("Assumption", alphabet, ts, len(nodes))])
    critical = {n for n, _ in errors}
    while True:
        more = {n for (n, _), (to, _) in edges.items() if to in critical} - critical
        if not more:
            break
        critical |= more
    kept = [n for n in nodes if n in critical] if nodes[0] in critical else [nodes[0]]
    vectors = sorted({v for n in kept for v in n} | {v for x in list(errors.values()) + [
        p for _, there in edges.values() for p in there.values()] for _, v in x if v})

    def code(path):
        result = [vectors.index(path[0][1])]
        for a, v in path[1:]:
            result += [0 if a == "tau" else sys.names.index(a) + 1, -1 if v is None else vectors.index(v)]
        return result
    body = []
    for n in kept:
        body.append({
            "edges": [{"action": k + 1, "node": kept.index(edges[n, a][0]),
                       "paths": [code(edges[n, a][1][v]) for v in sorted(edges[n, a][0])]}
                      for k, a in enumerate(alphabet) if (n, a) in edges and edges[n, a][0] in critical],
            "errors": [code(errors[n, a]) for a in alphabet if (n, a) in errors],
            "members": sorted(vectors.index(v) for v in n), "state": nodes.index(n)})
    return s, {"weakest-assumption": {"interface": sorted(interface), "nodes": body, "properties": sorted(properties),
                                      "system": 0, "vectors": vector_set(components, vectors)}}


# ---- relations ----

def make_relation(c1, c2, relation):
    """The claim `relation` or `difference`, whichever is true (None: not found)."""
    holds = brute.related(relation, c1, c2)
    with_end = relation not in ("trace", "trace-inclusion")
    l, r = brute.Lts(c1, with_end), brute.Lts(c2, with_end)
    body = {"left": 0, "relation": relation, "right": 1}
    if holds:
        if relation in ("strong", "branching", "weak"):
            union, lists = [(x, s) for x in (l, r) for s in x.states if s >= 0], []
            classes = []
            for x, s in union:
                for k, (y, t) in enumerate(classes):
                    if (s, t) in brute.greatest(relation, x, y):
                        lists.append(k)
                        break
                else:
                    lists.append(len(classes))
                    classes.append((x, s))
            # A state whose only way leads to ERROR by tau can be like ERROR itself.
            alike = [(s, -1) in brute.greatest(relation, x, x) for x, s in union]
            lists = [-1 if like else k for like, k in zip(alike, lists)]
            n = len(l.states) - 1
            proof = {"partition": {"left": lists[:n], "right": lists[n:]}}
        elif relation == "simulation":
            pairs = brute.greatest(relation, l, r)
            proof = {"pairs": sorted([s, t] for s, t in pairs)}
        else:
            proof = {"inclusions": [inclusion(x, y) for x, y in ([(l, r), (r, l)] if relation == "trace" else [(l, r)])]}
        return {"relation": dict(body, proof=proof)}
    proof = hml(l, r, relation) if relation in ("strong", "branching", "weak", "simulation") else differ(l, r, relation)
    return proof and {"difference": dict(body, proof=proof)}


def inclusion(l, r):
    todo = [(l.initial, r.tau([r.initial]))]
    seen = set(todo)
    while todo:
        s, T = todo.pop()
        for a, s2 in l.trans[s]:
            n = (s2, T if a == ("tau",) else r.after(T, a))
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return sorted([s, sorted(T)] for s, T in seen)


def differ(l, r, relation):
    for side, x, y in (("left", l, r), ("right", r, l)):
        todo = deque([((), x.tau([x.initial]), y.tau([y.initial]))])
        seen = {todo[0][1:]}
        while todo:
            word, A, B = todo.popleft()
            base = {"end": False, "error": False, "refusal": None, "side": side, "steps": [a[1] for a in word]}
            if not B:
                return {"trace": base}
            if -1 in A and -1 not in B:
                return {"trace": dict(base, error=True)}
            if relation == "failures" and x.end in A and (y.end is None or y.end not in B):
                return {"trace": dict(base, end=True)}
            if relation == "failures":
                for s in A:
                    offers = {a for a, _ in x.trans[s]}
                    others = [{a for a, _ in y.trans[t]} for t in B]
                    others = [o for o in others if ("tau",) not in o]
                    if ("tau",) not in offers and all(o - offers for o in others):
                        refused = {a for o in others for a in o - offers}
                        return {"trace": dict(base, refusal={"actions": sorted(a[1] for a in refused if a[0] == "act"),
                                                             "end": ("END",) in refused, "error": ("ERROR",) in refused})}
            for a in {a for s in A for a, _ in x.trans[s] if a[0] == "act"}:
                n = (x.after(A, a), y.after(B, a))
                if n not in seen:
                    seen.add(n)
                    todo.append((word + (a,),) + n)
        if relation != "trace":
            return None
    return None


def hml(l, r, relation):
    """All formulas up to equivalence, by size, until one tells the initial states apart."""
    states = [("l", s) for s in l.states] + [("r", s) for s in r.states]
    side = {"l": l, "r": r}
    actions = sorted({a for x in (l, r) for s in x.states for a, _ in x.trans[s]} | {("tau",)})
    entries, truth = [{"true": None}], [frozenset(states)]

    def add(entry, where):
        if where in truth:
            return False
        entries.append(entry)
        truth.append(where)
        return ((("l", l.initial) in where) != (("r", r.initial) in where)
                and (relation != "simulation" or ("l", l.initial) in where))

    def reach(x, s, a, f, g):
        lts = side[x]
        if relation in ("strong", "simulation"):
            return any(a == b and (x, t) in f for b, t in lts.trans[s])
        if relation == "weak":
            there = lts.tau([s]) if a == ("tau",) else lts.after(lts.tau([s]), a)
            return any((x, t) in f for t in there)
        seen, todo = {s}, [s]
        if a == ("tau",) and (x, s) in f:
            return True
        if (x, s) not in g:
            return False
        while todo:
            for b, t in lts.trans[todo.pop()]:
                if a == b and (x, t) in f:
                    return True
                if b == ("tau",) and (x, t) in g and t not in seen:
                    seen.add(t)
                    todo.append(t)
        return False

    def found(entry):
        where = entry["side"] if "side" in entry else None
        return where
    k = 0
    while k < len(truth) and len(truth) < 90:
        new = []
        if relation != "simulation":
            new.append(({"not": k}, frozenset(states) - truth[k]))
        new += [({"and": [j, k]}, truth[j] & truth[k]) for j in range(k)]
        for a in actions:
            for f, g in ([(k, j) for j in range(k + 1)] + [(j, k) for j in range(k)] if relation == "branching" else [(k, None)]):
                where = frozenset((x, s) for x, s in states if reach(x, s, a, truth[f], truth[g] if g is not None else None))
                new.append(({"step": {"action": a[1] if a[0] == "act" else a[0], "before": g, "special": a[0] != "act",
                                      "to": f}}, where))
        for entry, where in new:
            if add(entry, where):
                return {"formula": {"entries": entries, "side": "left" if ("l", l.initial) in where else "right"}}
        k += 1
    return None
