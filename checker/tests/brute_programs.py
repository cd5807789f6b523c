"""Truth of claims about programs by execution, from the definitions; shares nothing with the checker."""
import itertools

MOST = 2 ** 18  # states times values of inputs that are tried


def evaluate(terms, t, given):
    """The value of a term, given those of the variables; operands are earlier terms."""
    values = {}
    for k in range(t + 1):
        (kind, c), = terms[k]["operation"].items()
        w = terms[k]["width"]
        full, operands = (1 << w) - 1, c if isinstance(c, list) else [c]
        if kind == "constant":
            values[k] = int(c, 16)
            continue
        if kind == "variable":
            values[k] = given.get(k, 0)
            continue
        if kind == "extract":
            values[k] = values[c[0]] >> c[2] & full
            continue
        v = [values[a] for a in operands]
        n = terms[operands[0]]["width"]
        s = [x - (1 << n) if x >> (n - 1) & 1 else x for x in v[:2]]
        if kind in ("udiv", "urem"):
            quotient, rest = divmod(v[0], v[1]) if v[1] else (full, v[0])
            found = quotient if kind == "udiv" else rest
        elif kind in ("sdiv", "srem"):
            quotient = (-1 if s[0] >= 0 else 1) if s[1] == 0 else abs(s[0]) // abs(s[1])
            quotient = -quotient if s[1] and (s[0] < 0) != (s[1] < 0) else quotient
            found = quotient if kind == "sdiv" else s[0] if s[1] == 0 else s[0] - s[1] * quotient
        elif kind in ("shl", "lshr", "ashr"):
            by = min(v[1], w)
            found = v[0] << by if kind == "shl" else (v[0] if kind == "lshr" else s[0]) >> by
        elif kind == "ite":
            found = v[1] if v[0] else v[2]
        elif kind == "concat":
            found = v[0] << terms[operands[1]]["width"] | v[1]
        else:
            x, y = v[0], v[-1]
            found = {"not": ~x, "and": x & y, "or": x | y, "xor": x ^ y, "neg": -x, "add": x + y, "sub": x - y,
                     "mul": x * y, "eq": x == y, "ult": x < y, "slt": s[0] < s[-1], "zext": x, "sext": s[0]}[kind]
        values[k] = int(found) & full
    return values[t]


class Run:
    """The states of a program: a point, and the values of the cells."""
    def __init__(self, program):
        self.terms, self.edges, self.points = program["terms"], program["edges"], program["points"]
        self.cells = [cell["term"] for cell in program["cells"]]
        self.entry = [point["kind"] for point in self.points].index("entry")

    def inputs(self, edge):
        """The inputs that occur in an edge."""
        found, todo = set(), [edge["guard"]] + [t for _, t in edge["updates"]]
        while todo:
            t = todo.pop()
            (kind, c), = self.terms[t]["operation"].items()
            if kind == "variable":
                found.add(t)
            elif kind == "extract":
                todo.append(c[0])
            elif kind != "constant":
                todo.extend(c if isinstance(c, list) else [c])
        return sorted(found - set(self.cells))

    def step(self, edge, state, inputs):
        """The state after an edge, or None if its guard is false."""
        given = dict(zip(self.cells, state), **{})
        given.update(inputs)
        if not evaluate(self.terms, edge["guard"], given):
            return None
        new = dict((cell, evaluate(self.terms, t, given)) for cell, t in edge["updates"])
        return tuple(new.get(i, value) for i, value in enumerate(state))

    def values(self, terms):
        """All values of some variables; None if they are too many."""
        bits = sum(self.terms[t]["width"] for t in terms)
        if 2 ** bits > MOST:
            return None
        return itertools.product(*(range(2 ** self.terms[t]["width"]) for t in terms))

    def reached(self):
        """The checks whose errors some run reaches; None if there are too many states."""
        starts = self.values(self.cells)
        if starts is None:
            return None
        seen = {(self.entry, state) for state in starts}
        todo, tried = list(seen), 0
        while todo:
            at, state = todo.pop()
            for edge in self.edges:
                if edge["from"] != at:
                    continue
                inputs = self.inputs(edge)
                given = self.values(inputs)
                if given is None or tried > MOST:
                    return None
                for values in given:
                    tried += 1
                    new = self.step(edge, state, dict(zip(inputs, values)))
                    if new is not None and (edge["to"], new) not in seen:
                        seen.add((edge["to"], new))
                        todo.append((edge["to"], new))
        return {self.points[at]["kind"]["error"] for at, _ in seen if isinstance(self.points[at]["kind"], dict)}


def truth(doc, claim):
    """Is the claim true? None: too large to be decided here."""
    (kind, c), = claim.items()
    run = Run(doc["programs"][c["program"]])
    if kind == "program-violation":
        at, state = run.entry, tuple(int(text, 16) for text in c["initial"])
        for step in c["steps"]:
            edge = run.edges[step["edge"]]
            state = run.step(edge, state, {t: int(text, 16) for t, text in step["inputs"]})
            if edge["from"] != at or state is None:
                return False
            at = edge["to"]
        return run.points[at]["kind"] == {"error": c["check"]}
    reached = run.reached()
    return None if reached is None else reached.isdisjoint(c["checks"])
