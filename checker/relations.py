"""Relations between two transition systems, and their differences."""
from checker.reading import each, inside, quote, reachable, require, spend

TAU, END, ERROR = 0, 1, 2  # special actions; the others are texts
SPECIAL = {"tau": TAU, "END": END, "ERROR": ERROR}

class Lts:
    """`steps[s]` is a list of (action, target), for all states that have steps; `before[action, t]` of sources."""
    def __init__(self, machine, with_end):
        self.states, self.initial, self.steps, self.before = machine.states, machine.initial, {-1: [(ERROR, -1)]}, {}
        for source, label, targets in machine.cells():
            action = machine.alphabet[label - 1] if label else TAU
            self.steps.setdefault(source, []).extend((action, t) for t in targets)
        self.end = machine.end
        if with_end and machine.end is not None:
            self.steps[machine.end] = [(END, machine.end)]
        for s, a, t in [(s, a, t) for s, steps in self.steps.items() for a, t in steps]:
            self.before.setdefault((a, t), []).append(s)
        self.known = {t for a, t in self.before if a != END}.union([self.initial])
    def of(self, s):
        return self.steps.get(s, ())
    def closure(self, states, inside=lambda t: True):
        """All states to which some tau lead (through states that are inside, the last one included)."""
        return reachable(states, lambda s: [t for a, t in self.of(s) if a == TAU and inside(t)])
    def after(self, states, action):
        """The closure of the targets of states by a visible action."""
        spend(sum(len(self.of(s)) for s in states))
        return self.closure({t for s in states for a, t in self.of(s) if a == action})
    def stable_offers(self, states):
        """What each of the states that are stable offers."""
        return [offer for offer in ({a for a, _ in self.of(s)} for s in states) if TAU not in offer]
    def back(self, states, action, inside):
        """The states, among those inside, with a transition by the action to one of the states."""
        found = [s for t in states for s in self.before.get((action, t), ())]
        spend(1 + len(states) + len(found))
        return inside.intersection(found)
    def back_tau(self, states, inside):
        """The states from which some tau lead to one of the states, all before it inside."""
        return reachable(states, lambda t: self.back([t], TAU, inside))

def check(systems, claim, holds):
    relation, sides = claim["relation"], []
    for side in ("left", "right"):
        s = systems[claim[side]]
        require(len(s.components) == 1 and s.components[0].role == "process" and s.priority is None
                and s.states is None, side, "must be one process without priority and states")
        sides.append(Lts(s.components[0].machine, relation not in ("trace", "trace-inclusion")))
        require(len(sides[-1].known) == sides[-1].states + 1, side, "has a state that no transition enters")
    (kind, content), = claim["proof"].items()
    require(kind == PROOFS[relation][not holds], "proof", "is not of the kind for this relation")
    with inside("proof"):
        FUNCTIONS[kind](content, relation, *sides)
    names = " and ".join(quote(systems[claim[side]].name) for side in ("left", "right"))
    return "systems %s: the relation %s %s" % (names, relation, "holds" if holds else "does not hold")


def _partition(content, relation, left, right):
    signature, signatures, initial = SIGNATURES[relation], {}, set()
    for side, lts in (("left", left), ("right", right)):
        require(len(content[side]) == lts.states, side, "must have a class for each state")
        classes, memo = content[side] + [-1], {}  # so that the state -1, ERROR, has the class -1
        initial.add(classes[lts.initial])
        for s in range(-1, lts.states):
            found = signature(lts, classes, s, memo)
            spend(1 + len(found))
            same = signatures.setdefault(classes[s], found) == found
            require(same, "%s[%d]" % (side, s), "the signature differs from that of another state of the class")
    require(len(initial) == 1, "", "the initial states differ in class")

def _branching(lts, classes, s, memo):
    inert = lts.closure([s], lambda t: classes[t] == classes[s])
    return {(a, classes[t]) for u in inert for a, t in lts.of(u)} - {(TAU, classes[s])}

def _weak(lts, classes, s, memo):
    def reached(s):  # the classes in the closure of a state
        if s not in memo:
            memo[s] = {classes[t] for t in lts.closure([s])}
        return memo[s]
    visible = [(a, t) for u in lts.closure([s]) for a, t in lts.of(u) if a != TAU]
    spend(sum(len(reached(t)) for _, t in visible))
    return {(TAU, c) for c in reached(s)}.union((a, c) for a, t in visible for c in reached(t))

SIGNATURES = {"strong": lambda lts, classes, s, memo: {(a, classes[t]) for a, t in lts.of(s)},
              "branching": _branching, "weak": _weak}

def _pairs(content, relation, left, right):
    known = set(map(tuple, content))
    require(all(-1 <= s < left.states and -1 <= t < right.states for s, t in known), "", "a state is missing")
    require((left.initial, right.initial) in known, "", "the pair of initial states is missing")
    for k, (s, t) in enumerate(content):
        spend(1 + len(left.of(s)) * len(right.of(t)))
        require(all(any(a == b and (s2, t2) in known for b, t2 in right.of(t))
                    for a, s2 in left.of(s)), "[%d]" % k, "a step of the left state cannot be simulated")

def _inclusions(content, relation, left, right):
    orders = [(left, right), (right, left)] if relation == "trace" else [(left, right)]
    require(len(content) == len(orders), "", "must have %d lists" % len(orders))
    each("", zip(content, orders), lambda pair: _inclusion(pair[0], *pair[1], relation == "failures"))

def _inclusion(content, left, right, failures):
    by_state = {}
    for s, states in content:
        require(-1 <= s < left.states and -1 <= states[0] and states[-1] < right.states, "", "a state is missing")
        by_state.setdefault(s, set()).add(frozenset(states))
    def included(s, states):
        """Does the list have a pair of s and only some of these states?"""
        if s in by_state and frozenset(states) not in by_state[s]:
            spend(sum(map(len, by_state[s])))
            return any(one <= states for one in by_state[s])
        return s in by_state
    require(included(left.initial, right.closure([right.initial])), "", "no pair for the initial states")
    for k, (s, states) in enumerate(content):
        closure, offers = right.closure(states), {a for a, _ in left.of(s)}
        for a, s2 in left.of(s):
            good = included(s2, closure if a == TAU else right.after(closure, a))
            require(good, "[%d]" % k, "no pair for a step of the left state to %d" % s2)
        good = not failures or TAU in offers or any(offer <= offers for offer in right.stable_offers(closure))
        require(good, "[%d]" % k, "no stable state of the right side offers as little")


def _formula(content, relation, left, right):
    truth = [(left, []), (right, [])]  # per side, for each entry the states where it is true
    for k, entry in enumerate(content["entries"]):
        (kind, value), = entry.items()
        with inside("entries[%d]" % k):
            used = {"true": lambda: [], "and": lambda: value, "not": lambda: [value],
                    "step": lambda: [value["to"], value["before"] or 0]}[kind]()
            require(all(f < k for f in used), "", "refers to itself or a later entry")
            require(kind != "not" or relation != "simulation", "", "not allowed for simulation")
            if kind == "step":
                fits = (value["before"] is None) == (relation != "branching")
                require(fits, "before", "must be null exactly if not branching")
                require(not value["special"] or value["action"] in SPECIAL, "action", "is no special action")
        for lts, found in truth:
            spend(len(lts.known) * (1 + len(used)))
            if kind == "step":
                action = SPECIAL[value["action"]] if value["special"] else value["action"]
                found.append(_step(lts, relation, action, found[used[0]], found[used[1]]))
            else:
                all_of = lts.known.intersection(*(found[f] for f in used))
                found.append(lts.known - all_of if kind == "not" else all_of)
    side, results = content["side"], [lts.initial in found[-1] for lts, found in truth]
    require(relation != "simulation" or side == "left", "side", "must be left")
    require(results == [side == "left", side == "right"], "", "the formula is not true of just this side")

def _step(lts, relation, action, to, before):
    """Where a step is true."""
    if relation in ("strong", "simulation"):
        return lts.back(to, action, lts.known)
    if relation == "weak":
        to = lts.back_tau(to, lts.known)
        return to if action == TAU else lts.back_tau(lts.back(to, action, lts.known), lts.known)
    return lts.back_tau(lts.back(to, action, before), before) | (to if action == TAU else set())

def _trace(content, relation, left, right):
    end, error, refusal = content["end"], content["error"], content["refusal"]
    require(relation == "trace" or content["side"] == "left", "side", "must be left")
    one, other = (left, right) if content["side"] == "left" else (right, left)
    a, b = one.closure([one.initial]), other.closure([other.initial])
    for step in content["steps"]:
        a, b = one.after(a, step), other.after(b, step)
    if refusal is None:
        require(not end or relation == "failures" and not error, "end", "must be false")
        ended = end and one.end in a and (other.end is None or other.end not in b)
        require(ended if end else (-1 in a and -1 not in b) if error else (a and not b), "", "does not tell them apart")
    else:
        require(relation == "failures" and not error and not end, "refusal", "must be null")
        refused = set(refusal["actions"] + [END] * refusal["end"] + [ERROR] * refusal["error"])
        require(b, "steps", "the other side cannot do them")
        require(any(not offer & refused for offer in one.stable_offers(a)), "refusal", "is not possible")
        require(all(offer & refused for offer in other.stable_offers(b)), "refusal", "the other side has it too")

FUNCTIONS = {"partition": _partition, "pairs": _pairs, "inclusions": _inclusions, "formula": _formula, "trace": _trace}
PROOFS = dict(dict.fromkeys(("strong", "branching", "weak"), ("partition", "formula")), simulation=("pairs", "formula"),
              **dict.fromkeys(("trace", "trace-inclusion", "failures"), ("inclusions", "trace")))
