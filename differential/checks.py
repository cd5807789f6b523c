"""Deadlock, safety and progress by their definitions, with the rule for checks that a violation cuts off."""

from lts import ERROR, TAU
from system import Graph, alphabet_of, terminal_sets


class Checked:
    """The verdicts of one system. Components are known by their positions."""

    def __init__(self, components, priority):
        self.components, self.priority = components, priority
        self.graph = Graph(components, priority)
        self.deadlock, self.safety, self.depths = self.decide()

    def findings(self, kept):
        """Depth of the nearest deadlock (or None), and of the violation of each component, among `kept`."""
        parts = [self.components[i] for i in kept]
        graph = Graph(parts, self.priority)
        stuck = [graph.depth[v] for v in graph.moves if graph.is_deadlock(v)]
        failing = {}
        for v, row in graph.moves.items():
            for _, _, entering in row:
                for k in entering:
                    i = kept[k]
                    failing[i] = min(failing.get(i, 1 << 30), graph.depth[v] + 1)
        return (min(stuck) if stuck else None), failing

    def decide(self):
        """The search, repeated without the properties that are violated."""
        everything = list(range(len(self.components)))
        stuck, failing = self.findings(everything)
        later_stuck, later = False, set()
        gone = {i for i in failing if self.components[i].is_property}
        while gone:
            kept = [i for i in everything if i not in gone]
            again, found = self.findings(kept)
            # Where only properties are left, there is no system that could be stuck.
            is_system = any(not self.components[i].is_property for i in kept)
            later_stuck = later_stuck or (is_system and again is not None)
            later |= set(found)
            new = {i for i in found if self.components[i].is_property}
            if not new:
                break
            gone |= new
        if stuck is not None:
            deadlock = "violated"
        else:
            deadlock = "unknown" if later_stuck else "holds"
        safety = {}
        for i in everything:
            safety[i] = "violated" if i in failing else "unknown" if i in later else "holds"
        return deadlock, safety, {"deadlock": stuck, "safety": failing}

    def progress(self, tests):
        """The verdict of each test; without tests, of the default one."""
        alphabet = alphabet_of(self.components)
        terminal = [(self.graph.labels_between(members), members) for members in terminal_sets(self.graph)]
        verdicts = {}
        for test in tests or [None]:
            bad = [members for labels, members in terminal if is_bad(test, labels, alphabet)]
            name = test["name"] if test else "DEFAULT"
            if bad:
                verdicts[name] = ("violated", bad)
            else:
                verdicts[name] = ("unknown" if self.graph.reaches_error() else "holds", bad)
        return verdicts

    def is_vacuous(self, i):
        """Does a property that holds say nothing: it allows everything, or sees no process?"""
        component = self.components[i]
        if not component.is_property:
            return False
        occurring = {l for row in self.graph.moves.values() for l, _, _ in row}
        processes = alphabet_of([c for c in self.components if not c.is_property])
        return not component.lts.has_error() or not occurring & component.lts.alphabet & processes

    def only_properties_move(self):
        """Is there a place where nothing but actions that no process has are possible?"""
        processes = [c for c in self.components if not c.is_property]
        known = alphabet_of(processes) | {TAU}
        rows = [row for row in self.graph.moves.values() if row]
        return bool(processes) and any(all(l not in known for l, _, _ in row) for row in rows)

    def condition_occurs(self, test):
        """Does a terminal set have an action of the condition?"""
        return any(self.graph.labels_between(m) & set(test["if"]) for m in terminal_sets(self.graph))


def is_bad(test, labels, alphabet):
    """Does a terminal set with these labels violate the test?"""
    if test is None:
        return not alphabet <= labels
    if test.get("if") and not labels & set(test["if"]):
        return False
    return not labels & set(test["then"])


def returns(graph, vector, cycle, members):
    """Can the cycle be done from the vector, inside the set, back to it?"""
    now = {vector}
    for label in cycle:
        now = {t for v in now for l, t, _ in graph.moves[v] if l == label and t in members}
    return vector in now


def replays_safety(graph, trace, positions):
    """Is the trace a run by which one of these components enters ERROR?"""
    if not trace:
        return False
    for v in graph.after(trace[:-1]):
        for label, target, entering in graph.moves[v]:
            if label == trace[-1] and target == ERROR and entering & positions:
                return True
    return False
