"""Truth by brute force, from the definitions; shares nothing with the checker. Systems are the JSON objects."""
import itertools


def rows(c):
    table = {}
    for s, l, t in c["transitions"]:
        table.setdefault((s, "tau" if l == 0 else c["alphabet"][l - 1]), []).append(t)
    return table


class Sys:
    def __init__(self, s):
        self.json, self.comps = s, s["components"]
        self.rows = [rows(c) for c in self.comps]
        self.names = sorted({a for c in self.comps for a in c["alphabet"]})
        self.initial = tuple(c["initial"] for c in self.comps)
        p = s["priority"]
        self.low = None if p is None else set(p["low"]) | ({"tau"} if p["tau"] == "low" else set())
        self.memo = {}

    def moves(self, v):
        """[(action, target tuple)], -1 for ERROR."""
        if v in self.memo:
            return self.memo[v]
        found = []
        for i, r in enumerate(self.rows):
            for t in r.get((v[i], "tau"), []):
                found.append(("tau", v[:i] + (t,) + v[i + 1:]))
        for a in self.names:
            options = [r.get((v[i], a), []) if a in c["alphabet"] else [v[i]]
                       for i, (r, c) in enumerate(zip(self.rows, self.comps))]
            found.extend((a, w) for w in itertools.product(*options))
        if self.low is not None and any(a not in self.low for a, _ in found):
            found = [(a, w) for a, w in found if a not in self.low]
        found = sorted(set(found))
        self.memo[v] = found
        return found

    def reachable(self, start=None):
        seen, todo = {start or self.initial}, [start or self.initial]
        while todo:
            for a, w in self.moves(todo.pop()):
                if -1 not in w and w not in seen:
                    seen.add(w)
                    todo.append(w)
        return sorted(seen)

    def errors(self, start=None):
        return {i for v in self.reachable(start) for a, w in self.moves(v) for i in range(len(w)) if w[i] < 0}

    def ended(self, v):
        ends = [i for i, c in enumerate(self.comps) if c["end"] is not None]
        return bool(ends) and all(v[i] == self.comps[i]["end"] for i in ends) and all(
            any(a in self.comps[i]["alphabet"] for i in ends) for a in self.names)

    def deadlocks(self):
        return [v for v in self.reachable() if not self.moves(v) and not self.ended(v)]

    def works(self):
        return {a for c in self.comps if c["role"] in ("process", "constraint") for a in c["alphabet"]}

    def terminal_sets(self):
        """[(vectors, actions)]"""
        found = []
        for v in self.reachable():
            there = self.reachable(v)
            if all(v in self.reachable(w) for w in there):
                if any(-1 in w for u in there for _, w in self.moves(u)):
                    continue
                if tuple(there) not in [f[0] for f in found]:
                    found.append((tuple(there), {a for u in there for a, _ in self.moves(u)} - {"tau"}))
        return found


def progress(sys, actions, condition, every):
    for _, found in sys.terminal_sets():
        if every:
            if not set(actions) <= found:
                return False
        elif (condition is None or set(condition) & found) and not set(actions) & found:
            return False
    return True


# ---- LTL ----

TEMPORAL = ("next", "eventually", "always", "until", "weak-until")


def args(kind, content):
    if kind in ("true", "actions", "fluent"):
        return []
    return content if isinstance(content, list) else [content]


def leaf(kind, content, action, v):
    return True if kind == "true" else action in content and action != "tau" if kind == "actions" else v[content] == 1


def positions(sys):
    """The graph of positions: {(action, vector): successors}, and the first ones; without ERROR."""
    first = [(a, w) for a, w in sys.moves(sys.initial) if -1 not in w]
    if not sys.moves(sys.initial):
        first = [(None, sys.initial)]
    graph, todo = {}, list(first)
    while todo:
        p = todo.pop()
        if p not in graph:
            graph[p] = [(a, w) for a, w in sys.moves(p[1]) if -1 not in w]
            todo.extend(graph[p])
    return graph, first


def violable(sys, formula):
    """Is there a run that violates the formula? A tableau of guessed truth values, with justice."""
    graph, first = positions(sys)
    entries = [next(iter(e.items())) for e in formula]
    temporal = [k for k, (kind, _) in enumerate(entries) if kind in TEMPORAL]

    def values(p, guess):
        row, given = [], dict(zip(temporal, guess))
        for k, (kind, c) in enumerate(entries):
            a = [row[f] for f in args(kind, c)]
            row.append(given[k] if k in given else not a[0] if kind == "not" else all(a) if kind == "and"
                       else any(a) if kind == "or" else leaf(kind, c, *p))
        return row

    def right(k, row, later):
        kind, c = entries[k]
        a = [row[f] for f in args(kind, c)]
        if kind == "next":
            return later is not None and later[c]
        if kind == "eventually":
            return a[0] or (later is not None and later[k])
        if kind == "always":
            return a[0] and (later is None or later[k])
        return a[1] or (a[0] and (later[k] if later is not None else kind == "weak-until"))

    nodes = {(p, tuple(values(p, g))) for p in graph for g in itertools.product((False, True), repeat=len(temporal))}
    by = {}
    for p, row in nodes:
        by.setdefault(p, []).append(row)
    edges = {(p, row): [(q, r) for q in graph[p] for r in by[q] if all(right(k, row, r) == row[k] for k in temporal)]
             for p, row in nodes}
    seen = {(p, row) for p in first for row in by[p] if not row[-1]}
    todo = list(seen)
    while todo:
        for n in edges[todo.pop()]:
            if n not in seen:
                seen.add(n)
                todo.append(n)
    if any(not sys.moves(p[1]) and all(right(k, row, None) == row[k] for k in temporal) for p, row in seen):
        return True

    def just(k, row):
        kind, c = entries[k]
        a = [row[f] for f in args(kind, c)]
        return {"next": True, "eventually": not row[k] or a[0], "always": row[k] or not a[0],
                "until": not row[k] or a[-1], "weak-until": row[k] or (not a[0] and not a[-1])}[kind]

    for part in components(seen, lambda n: edges[n]):
        inside = set(part)
        if any(m in inside for n in part for m in edges[n]) and all(any(just(k, n[1]) for n in part) for k in temporal):
            return True
    return False


def components(nodes, following):
    """Strongly connected components (naive Tarjan, iterative enough for tests)."""
    index, low, stack, on, found = {}, {}, [], set(), []

    def visit(n):
        work = [(n, iter(following(n)))]
        index[n] = low[n] = len(index)
        stack.append(n)
        on.add(n)
        while work:
            n, it = work[-1]
            for m in it:
                if m not in index:
                    index[m] = low[m] = len(index)
                    stack.append(m)
                    on.add(m)
                    work.append((m, iter(following(m))))
                    break
                if m in on:
                    low[n] = min(low[n], index[m])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[n])
                if low[n] == index[n]:
                    part = []
                    while True:
                        m = stack.pop()
                        on.discard(m)
                        part.append(m)
                        if m == n:
                            break
                    found.append(part)
    for n in sorted(nodes):
        if n not in index:
            visit(n)
    return found


def violable_fairly(sys, formula):
    """Do runs violate the formula with positive probability? Refines the Markov chain by one temporal operator
    after the other (Courcoubetis and Yannakakis); only whether probabilities are 0 or 1 matters."""
    graph, first = positions(sys)
    entries = [next(iter(e.items())) for e in formula]
    row = {p: [] for p in graph}          # truth of the entries done so far
    follow, begin = {p: list(dict.fromkeys(q)) for p, q in graph.items()}, set(first)
    base = {p: p for p in graph}
    for k, (kind, c) in enumerate(entries):
        if kind not in TEMPORAL:
            for p in row:
                a = [row[p][f] for f in args(kind, c)]
                row[p] = row[p] + [not a[0] if kind == "not" else all(a) if kind == "and" else any(a) if kind == "or"
                                   else leaf(kind, c, *base[p])]
            continue
        new = {}
        if kind == "next":
            can = {p: {row[q][c] for q in follow[p]} or {False} for p in row}

            def fits(p, x, q, y):
                return x == row[q][c]
        else:
            a = {p: [row[p][f] for f in args(kind, c)] for p in row}
            if kind == "eventually":
                f, g, neg = {p: True for p in row}, {p: a[p][0] for p in row}, False
            elif kind == "always":
                f, g, neg = {p: True for p in row}, {p: not a[p][0] for p in row}, True
            elif kind == "until":
                f, g, neg = {p: a[p][0] for p in row}, {p: a[p][1] for p in row}, False
            else:
                f, g, neg = {p: not a[p][1] for p in row}, {p: not a[p][0] and not a[p][1] for p in row}, True

            def back(targets):
                found = set(targets)
                while True:
                    more = {p for p in row if p not in found and f[p] and not g[p] and any(q in found for q in follow[p])}
                    if not more:
                        return found
                    found |= more
            positive = back({p for p in row if g[p]})
            unsure = back(set(row) - positive)
            can = {p: ({True} if p in positive else set()) | ({False} if p in unsure else set()) for p in row}
            if neg:
                can = {p: {not x for x in xs} for p, xs in can.items()}

            def fits(p, x, q, y):
                return x == y if f[p] and not g[p] else True
        for p in row:
            for x in can[p]:
                new[(p, x)] = row[p] + [x]
        nfollow = {(p, x): [(q, y) for q in follow[p] for y in can[q] if fits(p, x, q, y)] for p, x in new}
        base = {(p, x): base[p] for p, x in new}
        begin = {(p, x) for p, x in new if p in begin}
        row, follow = new, nfollow
    return any(not row[p][-1] for p in begin)


# ---- relations ----

class Lts:
    def __init__(self, c, with_end):
        self.initial, self.end, self.states = c["initial"], c["end"], list(range(-1, c["states"]))
        self.trans = {s: [] for s in self.states}
        for s, l, t in c["transitions"]:
            self.trans[s].append((("tau",) if l == 0 else ("act", c["alphabet"][l - 1]), t))
        self.trans[-1].append((("ERROR",), -1))
        if with_end and c["end"] is not None:
            self.trans[c["end"]].append((("END",), c["end"]))

    def tau(self, states):
        found = set(states)
        while True:
            more = {t for s in found for a, t in self.trans[s] if a == ("tau",)} - found
            if not more:
                return frozenset(found)
            found |= more

    def after(self, states, a):
        return self.tau({t for s in states for b, t in self.trans[s] if a == b})


def related(relation, c1, c2):
    l, r = (Lts(c, relation not in ("trace", "trace-inclusion")) for c in (c1, c2))
    if relation in ("strong", "weak", "branching", "simulation"):
        return (l.initial, r.initial) in greatest(relation, l, r)
    if relation == "trace":
        return included(l, r, False) and included(r, l, False)
    return included(l, r, relation == "failures")


def greatest(relation, l, r):
    pairs = {(s, t) for s in l.states for t in r.states}

    def matched(s, t, a, s2, r, holds):
        if relation in ("strong", "simulation"):
            return any(a == b and holds(s2, t2) for b, t2 in r.trans[t])
        if relation == "weak":
            return any(holds(s2, u) for u in (r.tau([t]) if a == ("tau",) else r.after(r.tau([t]), a)))
        if a == ("tau",) and holds(s2, t):
            return True
        return any(holds(s, u) and holds(s2, t2) for u in r.tau([t]) for b, t2 in r.trans[u] if a == b)
    while True:
        bad = set()
        for s, t in pairs:
            ok = all(matched(s, t, a, s2, r, lambda x, y: (x, y) in pairs) for a, s2 in l.trans[s])
            if ok and relation != "simulation":
                ok = all(matched(t, s, a, t2, l, lambda x, y: (y, x) in pairs) for a, t2 in r.trans[t])
            if not ok:
                bad.add((s, t))
        if not bad:
            return pairs
        pairs -= bad


def included(l, r, failures):
    todo = [(s, r.tau([r.initial])) for s in l.tau([l.initial])]
    seen = set(todo)
    while todo:
        s, T = todo.pop()
        if not T:
            return False
        offers = {a for a, _ in l.trans[s]}
        if failures and ("tau",) not in offers:
            stable = [{a for a, _ in r.trans[t]} for t in T]
            if not any(o <= offers for o in stable if ("tau",) not in o):
                return False
        for a, s2 in l.trans[s]:
            n = (s2, T if a == ("tau",) else r.after(T, a))
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return True


# ---- environments ----

def sub(system, chosen):
    return Sys(dict(system, components=[system["components"][i] for i in chosen], priority=None))


def weakest(system, interface, properties):
    """Is the last component the weakest assumption? Compares with the subset construction."""
    n = len(system["components"]) - 1
    a = system["components"][n]
    s = sub(system, range(n))
    module = {x for c in s.comps if c["name"] not in properties for x in c["alphabet"]}
    hidden = (module - set(interface)) | {"tau"}
    seen_actions = sorted(set(interface) | ({x for c in s.comps for x in c["alphabet"]} - module))
    assert seen_actions == a["alphabet"]
    table = rows(a)

    def close(vs):
        """(vectors after hidden moves, can it be ERROR)"""
        seen, todo, bad = set(vs), list(vs), False
        while todo:
            for x, w in s.moves(todo.pop()):
                if x in hidden:
                    if -1 in w:
                        bad = True
                    elif w not in seen:
                        seen.add(w)
                        todo.append(w)
        return frozenset(seen), bad
    start, bad = close([s.initial])
    if bad:
        return False
    todo, seen = [(a["initial"], start)], {(a["initial"], start)}
    while todo:
        q, vs = todo.pop()
        for x in seen_actions:
            targets = [w for v in vs for y, w in s.moves(v) if x == y]
            there, bad = close([w for w in targets if -1 not in w])
            bad = bad or any(-1 in w for w in targets)
            allowed = table.get((q, x))
            if bool(allowed) == bad:
                return False
            if allowed and (allowed[0], there) not in seen:
                seen.add((allowed[0], there))
                todo.append((allowed[0], there))
    return True


# ---- all claims ----

def possible(sys, trace):
    """(is it possible, possible ends, components that may enter ERROR at the end)"""
    here, errors = {sys.initial}, set()
    for k, a in enumerate(trace["steps"]):
        there = {w for v in here for b, w in sys.moves(v) if a == b}
        errors = {i for w in there for i in range(len(w)) if w[i] < 0}
        here = {w for w in there if -1 not in w}
        if errors and not here and (k < len(trace["steps"]) - 1 or trace["cycle"]):
            return False, here, errors
    ends = here
    for _ in range(60 if trace["cycle"] else 0):  # more rounds than vectors: some vector repeats
        for a in trace["cycle"]:
            here = {w for v in here for b, w in sys.moves(v) if a == b and -1 not in w}
    return bool(here) or bool(errors and not trace["cycle"]), ends, errors


def truth(doc, claim):
    """Is the claim true? None: not decided here."""
    (kind, c), = claim.items()
    if kind.endswith("-by-reduction"):
        kind = kind[:-len("-by-reduction")]
    if kind in ("relation", "difference"):
        left, right = (doc["systems"][c[x]]["components"][0] for x in ("left", "right"))
        return related(c["relation"], left, right) == (kind == "relation")
    system = doc["systems"][c["system"]]
    sys = Sys(system)
    named = [i for i, x in enumerate(sys.comps) if x["name"] in c.get("properties", [])]
    if kind == "deadlock-freedom":
        return not sys.deadlocks()
    if kind == "deadlock":
        return bool(sys.deadlocks())
    if kind in ("safety", "safety-by-rule"):
        return not sys.errors().intersection(named)
    if kind == "violation":
        return bool(sys.errors().intersection(named))
    if kind == "run":
        return possible(sys, c["trace"])[0]
    if kind == "vacuous":
        return all(not any(t[2] < 0 for t in x["transitions"])
                   or not any(a in x["alphabet"] and a in sys.works() for v in sys.reachable() for a, _ in sys.moves(v))
                   for x in sys.comps if x["name"] == c["property"])
    if kind == "idle":
        return any(sys.moves(v) and all(a != "tau" and a not in sys.works() for a, _ in sys.moves(v))
                   for v in sys.reachable())
    if kind == "kept-always":
        return not sys.errors()
    if kind == "kept-never":
        module = {a for i, x in enumerate(sys.comps) if i not in named for a in x["alphabet"]}
        hidden = module - set(c["interface"]) | {"tau"}
        seen, todo = {sys.initial}, [sys.initial]
        while todo:
            for a, w in sys.moves(todo.pop()):
                if a in hidden:
                    if -1 in w:
                        return True
                    if w not in seen:
                        seen.add(w)
                        todo.append(w)
        return False
    if kind == "weakest-assumption":
        return weakest(system, c["interface"], c["properties"])
    if kind in ("progress", "progress-violation"):
        return progress(sys, c["actions"], c["condition"], c["every"]) == (kind == "progress")
    if sys.errors():
        return None
    bad = violable_fairly(sys, c["formula"]) if c["fair"] else violable(sys, c["formula"])
    return bad == (kind == "assert-violation")
