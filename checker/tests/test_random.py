"""Random systems: certificates of true claims are accepted; what is accepted after mutations is still true."""
import json
import os
import random
import unittest

from checker.claims import judge
from checker.tests import brute, make, rand

ROUNDS = int(os.environ.get("ROUNDS", "40"))
MUTATIONS = int(os.environ.get("MUTATIONS", "12"))
SEED = int(os.environ.get("SEED", "1"))
ACTIONS = ["a", "b", "c"]


class Case(unittest.TestCase):
    counts = {}

    @classmethod
    def tearDownClass(cls):
        if os.environ.get("COUNTS"):
            print(cls.__name__, dict(sorted(cls.counts.items())))
        cls.counts.clear()

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def check(self, rng, systems, claim, mutations=MUTATIONS):
        """A true claim: accepted; and mutations."""
        doc = make.document(systems, [claim])
        kind = next(iter(claim))
        claims, reason, internal = judge(json.dumps(doc).encode())
        self.assertIsNone(reason, "%s\n%s" % (reason, json.dumps(doc)))
        self.count(kind)
        for _ in range(mutations):
            damaged = doc
            for _ in range(rng.choice([1, 1, 1, 2, 3])):
                damaged = rand.mutate(rng, damaged)
            if rng.random() < 0.5:
                damaged = rand.renewed(damaged)
            try:
                damaged = make.repair(damaged)
            except (TypeError, ValueError):
                continue
            claims, reason, internal = judge(json.dumps(damaged).encode())
            self.assertFalse(internal, "%s\n%s" % (reason, json.dumps(damaged)))
            self.count("mutated" if reason is None else "rejected")
            if reason is None:
                for c in damaged["claims"]:
                    self.assertIsNot(brute.truth(damaged, c), False, json.dumps(damaged))

    def rounds(self, factor=1):
        for k in range(int(ROUNDS * factor)):
            yield random.Random("%s %d %d" % (self.id(), SEED, k))


class Basic(Case):
    def system(self, rng, errors=0.05, prio=True, closed=True):
        comps = [rand.process(rng, n, ACTIONS, errors=errors) for n in ("M", "N")[:rng.randint(1, 2)]]
        comps += [rand.prop(rng, n, ACTIONS) for n in ("P", "Q")[:rng.randint(0, 2)]]
        if rng.random() < 0.3:
            comps.append(rand.flu(rng, "F", ACTIONS))
        return make.system(comps, "S", rand.priority(rng, comps) if prio else None, closed)

    def test_deadlock_and_safety(self):
        for rng in self.rounds(3):
            s = self.system(rng)
            sys = brute.Sys(s)
            if sys.deadlocks():
                claim = make.by_trace("deadlock", s, sys.deadlocks().__contains__, rng.random() < 0.5)
            else:
                claim = {"deadlock-freedom": {"system": 0}}
            self.check(rng, [s], claim)
            name = rng.choice(s["components"])["name"]
            named = [i for i, c in enumerate(s["components"]) if c["name"] == name]
            if sys.errors().intersection(named):
                claim = make.by_trace("violation", s, lambda v: any(v[i] < 0 for i in named), rng.random() < 0.5,
                                      properties=[name])
            else:
                claim = {"safety": {"properties": [name], "system": 0}}
            self.check(rng, [s], claim)

    def test_run_vacuous_idle(self):
        for rng in self.rounds(2):
            s = self.system(rng)
            sys = brute.Sys(s)
            v, path = sys.initial, []
            for _ in range(rng.randint(0, 6)):
                if -1 in v or not sys.moves(v):
                    break
                a, v = rng.choice(sys.moves(v))
                path.append((a, v))
            seen, cut = [sys.initial] + [w for _, w in path], len(path)
            if v in seen[:-1]:
                cut = seen.index(v)
            self.check(rng, [s], {"run": {"system": 0, "trace": make.trace(path[:cut], path[cut:], rng.random() < 0.5)}})
            claim = make.by_trace("idle", s, lambda v: -1 not in v and sys.moves(v) and all(
                a != "tau" and a not in sys.works() for a, _ in sys.moves(v)))
            if claim:
                self.check(rng, [s], claim)
            for c in s["components"]:
                if c["role"] == "property":
                    claim = {"vacuous": {"property": c["name"], "system": 0}}
                    if brute.truth({"systems": [s]}, claim):
                        self.check(rng, [s], claim)

    def test_progress(self):
        for rng in self.rounds(4):
            s = self.system(rng, 0)
            every = rng.random() < 0.4
            claim = make.progress(s, sorted(rng.sample(ACTIONS, rng.randint(0, 2))),
                                  None if every or rng.random() < 0.4 else sorted(rng.sample(ACTIONS, rng.randint(0, 2))), every)
            if claim:
                self.check(rng, [s], claim)

    def test_environments(self):
        for rng in self.rounds(4):
            s = self.system(rng, 0.1, False)
            comps = s["components"]
            props = sorted(c["name"] for c in comps if c["role"] == "property" and rng.random() < 0.8)
            module = sorted({a for c in comps if c["name"] not in props for a in c["alphabet"]})
            interface = sorted(rng.sample(module, rng.randint(0, len(module))))
            made = make.make_weakest(comps, interface, props)
            if made:
                self.check(rng, [made[0]], made[1], 3 * MUTATIONS)
            else:
                self.check(rng, [s], make.by_trace("kept-never", s, lambda v: -1 in v, rng.random() < 0.5,
                                                   lambda a: a == "tau" or (a in module and a not in interface),
                                                   interface=interface, properties=props))
            if not brute.Sys(s).errors():
                self.check(rng, [s], {"kept-always": {"properties": props, "system": 0}})

    def test_rules(self):
        for rng in self.rounds(4):
            n = rng.choice([2, 2, 2, 3])
            comps = [rand.process(rng, "M%d" % k, ACTIONS, errors=0.1) for k in range(n)]
            comps += [rand.prop(rng, p, ACTIONS) for p in ("P", "Q")]
            s = make.system(comps, closed=False)
            for rule in ("asym", "asym-n", "sym", "sym-a", "sym-b", "sym-n", "pair", "circ"):
                parts = [[k] for k in range(n)] if rule in ("asym-n", "sym-n", "circ") else [[0], list(range(1, n))]
                rng.shuffle(parts)
                count = {"asym": 1, "asym-n": len(parts) - 1}.get(rule, len(parts))
                for _ in range(4):
                    pool = [make.determinized([comps[i] for i in part], sorted(rng.sample(ACTIONS, rng.randint(1, 3))))
                            for part in parts]
                    pool += [make.determinized([rand.process(rng, "X", ACTIONS, tau=0)], ACTIONS) for _ in range(2)]
                    pool.append(make.determinized([make.component("U", [], [])], []))
                    if rng.random() < 0.5 and rule in ("asym", "asym-n", "circ"):
                        chosen = pool[1:count + 1] if rule != "circ" else pool[:count]
                    else:
                        chosen = [rng.choice(pool) for _ in range(count)]
                    claim = make.rule_claim(s, rule, parts, chosen, ["P", "Q"] if rule == "pair" else ["P"])
                    if claim:
                        self.count(rule)
                        self.check(rng, [s], claim)
                        break


class Ltl(Case):
    def system(self, rng):
        comps = [rand.process(rng, n, ACTIONS, end=0.1, tau=0.1) for n in ("M", "N")[:rng.randint(1, 2)]]
        fluents = []
        for name in ("F", "G")[:rng.randint(0, 2)]:
            fluents.append(len(comps))
            comps.append(rand.flu(rng, name, ACTIONS))
        return make.system(comps, "S", rand.priority(rng, comps), False), fluents

    def one(self, rng, fair, only=None, formula=None, s=None):
        if s is None:
            s, fluents = self.system(rng)
        formula = formula or rand.formula(rng, ACTIONS, fluents)
        sys = brute.Sys(s)
        bad = brute.violable_fairly(sys, formula) if fair else brute.violable(sys, formula)
        claim = make.make_violation(s, formula, fair, only) if bad else make.make_assert(s, formula, fair, only)
        if bad and claim is None and only:
            claim = make.make_violation(s, formula, fair)
        self.assertIsNotNone(claim, json.dumps([bad, fair, s, formula]))
        content = next(iter(claim.values()))
        for r in content.get("reasons", []):
            self.count(str(r and next(iter(r))))
        if "evidence" in content:
            self.count(content["evidence"] if isinstance(content["evidence"], str) else "sets")
        self.check(rng, [s], claim)

    def test_all_runs(self):
        for rng in self.rounds(8):
            self.one(rng, False, rng.choice([None, "cycle"]))

    def test_fair(self):
        for rng in self.rounds(12):
            self.one(rng, True, rng.choice([None, "left", "avoided", "avoided", "sets"]))


def reachable(c):
    """A component without the states that cannot be reached."""
    found = [c["initial"]]
    for s in found:  # the list grows
        found.extend(sorted({t for s1, _, t in c["transitions"] if s1 == s and t >= 0} - set(found)))
    number = dict([(s, k) for k, s in enumerate(found)] + [(-1, -1)])
    transitions = sorted([number[s], l, number[t]] for s, l, t in c["transitions"] if s in number)
    return dict(c, states=len(found), initial=0, end=number.get(c["end"]), transitions=transitions)


class Relations(Case):
    def test_relations(self):
        for rng in self.rounds(4):
            c1 = rand.process(rng, "L", ACTIONS[:2], errors=0.1, tau=0.4)
            c2 = rand.process(rng, "R", ACTIONS[:2], errors=0.1, tau=0.4)
            if rng.random() < 0.5:  # similar ones: a copy with changes
                c2 = dict(c1, transitions=list(c1["transitions"]))
                if c2["transitions"] and rng.random() < 0.5:
                    del c2["transitions"][rng.randrange(len(c2["transitions"]))]
                if rng.random() < 0.5:   # tau before the initial state
                    n = c2["states"]
                    c2 = dict(c2, states=n + 1, initial=n, transitions=sorted(c2["transitions"] + [[n, 0, c2["initial"]]]))
            c1, c2 = reachable(c1), reachable(c2)
            systems = [make.system([c], n, None, False) for n, c in (("L", c1), ("R", c2))]
            for relation in ("strong", "branching", "weak", "simulation", "trace", "trace-inclusion", "failures"):
                claim = make.make_relation(c1, c2, relation)
                self.assertIsNotNone(claim, (relation, c1, c2))
                self.count(relation + " " + next(iter(claim)))
                self.check(rng, systems, claim)


if __name__ == "__main__":
    unittest.main()
