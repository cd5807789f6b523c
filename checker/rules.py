"""Safety by a rule: the premises that a rule has, and the check of each of them."""
from checker.product import Machine, Product
from checker.reading import each, inside, require
from checker.systems import VectorSet, read_machine

class _Trapped(Machine):
    """A deterministic machine made complete: what it excludes leads to its trap, the additional last state."""
    def __init__(self, m):
        super().__init__(m.alphabet, m.states + 1, m.initial, m.rows)
    def row(self, state):
        own, trap = super().row(state), self.states - 1
        return {a: [trap if t < 0 else t for t in own.get(a, [-1])] for a in range(1, len(self.alphabet) + 1)}

def _stopping(m):
    """A machine with ERROR, if it has one, as an additional last state without transitions."""
    rows = {s: {a: [m.states if t < 0 else t for t in ts] for a, ts in row.items()} for s, row in m.rows.items()}
    return Machine(m.alphabet, m.states + m.has_error(), m.initial, rows)

def check(system, claim):
    rule, parts, components = claim["rule"], claim["parts"], system.components
    machines = [c.machine for c in components]
    require(system.priority is None, "system", "has a priority")
    named = system.named(claim["properties"])
    require(len(named) == (2 if rule == "pair" else 1), "properties", "the wrong number of components")
    good = all(components[i].role == "property" and machines[i].deterministic() for i in named)
    require(good, "properties", "a component is not a deterministic property")
    used = [i for part in parts for i in part]
    require(len(set(used)) == len(used), "parts", "a component is repeated")
    require(all(i < len(components) and components[i].works for i in used), "parts", "contain what is no process")
    machines += each("assumptions", claim["assumptions"], read_machine)
    good = all(m.is_assumption() for m in machines[len(components):])
    require(good, "assumptions", "one is not deterministic, or has tau or ERROR")
    assumptions = list(range(len(components), len(machines)))
    premises = [(p["components"], p["kept"], p["until"], p["refuted"]) for p in claim["premises"]]
    if rule == "asym-n":
        _chain(premises, used, assumptions, named[0])
    else:
        require(len(parts) >= 2 if rule in ("sym-n", "circ") else len(parts) == 2, "parts", "the wrong number")
        require(len(assumptions) == (1 if rule == "asym" else len(parts)), "assumptions", "the wrong number")
        require(any(premises == _premises(rule, [sorted(part) for part in parts], assumptions, order)
                    for order in (named, named[::-1])), "premises", "are not those of the rule " + rule)
    each("premises", claim["premises"], lambda premise: _premise(machines, **premise))
    return "no run takes %s to ERROR, by the rule %s" % (system.list(named), rule)

def _premises(rule, parts, a, named):
    """The premises (components, kept, until, refuted) of a rule other than asym-n."""
    p = named[:1]
    if rule == "asym":
        return [(parts[0], a, [], p), (parts[1], [], [], a)]
    if rule == "circ":
        return [(m, [], a[:i] + a[i + 1:], [a[i]]) for i, m in enumerate(parts)] + [([], a, [], p)]
    if rule == "pair":
        m1, m2, a1, a2 = parts[0], parts[1], a[:1], a[1:]
        return [(m1, a1, [], p), (m2, a2, [], named[1:]), (m1, a1, [], a2), (m2, a2, [], a1), ([], [], [], a)]
    last = {"sym": ([], a), "sym-n": ([], a), "sym-a": ([], a + p), "sym-b": (parts[0], a)}[rule]
    return [(m, [a[i]], [], p) for i, m in enumerate(parts)] + [(last[0], [], [], last[1])]

def _chain(premises, used, assumptions, p):
    """The premises of asym-n, of which some are free."""
    require(len(premises) == len(assumptions) + 1, "premises", "must be one more than the assumptions")
    shown = set()
    for k, (components, kept, until, refuted) in enumerate(premises):
        with inside("premises[%d]" % k):
            require(set(components).issubset(used), "components", "one is in no part")
            require(shown.issuperset(kept), "kept", "no premise before refutes all of it")
            require(not until, "until", "must be empty")
            possible = [p] if k == len(assumptions) else set(assumptions) - shown
            require(len(refuted) == 1 and refuted[0] in possible, "refuted", "is not one machine that it may be")
            shown.update(refuted)

def _premise(machines, components, kept, until, refuted, states):
    require(refuted, "refuted", "must not be empty")
    product = Product([_stopping(machines[i]) for i in components] + [machines[i] for i in kept]
                      + [_Trapped(machines[i]) for i in until + refuted])
    found, first = VectorSet(states, "states", product, True), len(components) + len(kept)
    for p, v in enumerate(found.vectors):
        in_trap = [s == m.states - 1 for s, m in zip(product.unpack(v), product.machines)][first:]
        require(not all(in_trap[len(until):]), "states", "vector %d is excluded by all that is refuted" % p)
        if not any(in_trap[:len(until)]):
            require(all(w in found.position for _, w, _ in product.moves(v)), "states", "not closed at vector %d" % p)
