"""Progress in terminal sets, and its violation."""
from checker.reading import quote, reachable, require
from checker.systems import VectorSet
from checker.traces import Trace

def _graph(system, found):
    """For each vector its successors and the visible names of its moves; none enters ERROR or leaves the set."""
    following, names = [], []
    for v in found.vectors:
        moves = system.product.moves(v)
        require(not any(errors for _, _, errors in moves), "states", "a move enters ERROR")
        require(all(w in found.position for _, w, _ in moves), "states", "a move leaves the set")
        following.append({found.position[w] for _, w, _ in moves})
        names.append({system.product.labels[label] for label, _, _ in moves if label})
    return following, names

def _descending(ranks, following, zeros):
    """Is the rank 0 exactly at the zeros, and elsewhere has a move that leads to a smaller one?"""
    require(len(ranks) == len(following), "ranks", "must be one for each of %d vectors" % len(following))
    for p, rank in enumerate(ranks):
        require((rank == 0) == (p in zeros), "ranks[%d]" % p, "0 is wrong here, or missing")
        require(rank == 0 or any(ranks[q] < rank for q in following[p]), "ranks[%d]" % p, "no smaller rank follows")

def _test(claim):
    require(claim["condition"] is None or not claim["every"], "condition", "must be null, as `every` is true")
    return claim["actions"], claim["condition"]

def holds(system, claim):
    (actions, condition), roots = _test(claim), claim["roots"]
    system.need_no_errors()
    following, names = _graph(system, system.states)
    require(not roots or roots[-1] < len(following), "roots", "out of range")
    _descending(claim["ranks"], following, set(roots))
    seen = set()
    for root in roots:
        terminal = reachable([root], following.__getitem__)
        require(seen.isdisjoint(terminal), "roots", "a vector can be reached from two roots, the second is %d" % root)
        seen |= terminal
        found = set().union(*(names[p] for p in terminal))
        good = found.issuperset(actions) if claim["every"] else not found.isdisjoint(actions)
        good = good or (condition is not None and found.isdisjoint(condition))
        require(good, "roots", "the actions do not occur in the terminal set of root %d" % root)
    return "progress %s holds in all terminal sets" % quote(claim["name"])

def violated(system, claim):
    actions, condition = _test(claim)
    trace = Trace(claim["trace"], system, with_vectors=True)
    found = VectorSet(claim["states"], "states", system.product)
    require(found.position.keys() & trace.ends, "states", "the vector after the steps is missing")
    following, names = _graph(system, found)
    missing = set(actions).difference(*names)
    require(missing if claim["every"] else len(missing) == len(actions), "actions", "occur in the states")
    met = {p for p, some in enumerate(names) if not some.isdisjoint(condition or ())}
    _descending(claim["ranks"], [] if condition is None else following, met)
    return "progress %s does not hold" % quote(claim["name"])
