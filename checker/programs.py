"""Programs, and claims about them: invariants that every edge preserves, and runs to errors."""
from checker.reading import HEX, NAME, NUMBER, TEXT, ascending, digest, each, fixed, inside, listed, one_of, quote
from checker.reading import record, require, spend, variant
from checker.sat import satisfiable
from checker.terms import TERM, Circuit, Term, value_of, within

def _kind(value):
    (one_of("entry", "cut", "end") if type(value) is str else variant(error=NUMBER))(value)

PROGRAM = record(
    cells=listed(record(name=TEXT, term=NUMBER)), checks=listed(TEXT), digest=HEX,
    edges=listed(record(**{"from": NUMBER}, guard=NUMBER, to=NUMBER, updates=ascending(fixed(NUMBER, NUMBER)))), name=NAME,
    points=listed(record(kind=_kind, name=TEXT)), sources=listed(record(digest=HEX, name=TEXT), 1),
    terms=listed(TERM), trusted=listed(NAME, 1))
SAFETY = record(checks=ascending(NUMBER, 1), invariant=listed(listed(NUMBER)), program=NUMBER, terms=listed(TERM))
VIOLATION = record(check=NUMBER, initial=listed(TEXT), program=NUMBER, steps=listed(
    record(cells=listed(TEXT), edge=NUMBER, inputs=listed(fixed(NUMBER, TEXT))), 1))

def extended(terms, docs):
    """The terms, and further ones."""
    terms = list(terms)
    each("terms", docs, lambda doc: terms.append(Term(doc, terms)))
    return terms

class Program:
    def __init__(self, doc):
        require(doc["digest"] == digest(doc), "digest", "is not the digest of the program")
        self.name, self.checks, self.trusted, self.points = doc["name"], doc["checks"], doc["trusted"], doc["points"]
        names = [source["name"] for source in doc["sources"]]
        require(all(a < b for a, b in zip(names, names[1:])), "sources", "are not sorted by name")
        self.terms = extended([], doc["terms"])
        self.cells = [cell["term"] for cell in doc["cells"]]
        require(len(set(self.cells)) == len(self.cells), "cells", "two have the same term")
        require(all(t < len(self.terms) and self.terms[t].kind == "variable" for t in self.cells), "cells",
                "a term is not a variable")
        self.kinds = [point["kind"] for point in self.points]
        require(self.kinds.count("entry") == 1, "points", "there must be one entry")
        require(all(type(kind) is str or kind["error"] < len(self.checks) for kind in self.kinds), "points",
                "an error of a check that does not exist")
        self.edges = doc["edges"]
        each("edges", self.edges, self._edge)

    def _edge(self, edge):
        for end in ("from", "to"):
            require(edge[end] < len(self.points), end, "there is no such point")
        require(self.kinds[edge["to"]] != "entry", "to", "is the entry")
        require(self.kinds[edge["from"]] in ("entry", "cut"), "from", "is an error or the end")
        require(edge["guard"] < len(self.terms) and self.terms[edge["guard"]].width == 1, "guard", "is not of width 1")
        cells = [cell for cell, _ in edge["updates"]]
        require(len(set(cells)) == len(cells), "updates", "a cell is updated twice")
        for cell, t in edge["updates"]:
            require(cell < len(self.cells) and t < len(self.terms), "updates", "there is no such cell or term")
            require(self.terms[t].width == self.terms[self.cells[cell]].width, "updates", "the widths are different")

    def inputs(self, terms, roots):
        return [t for t in within(terms, roots) if terms[t].kind == "variable" and t not in set(self.cells)]

    def say(self, checks):
        return " or ".join(quote(self.checks[check]) for check in checks)

    def told(self, sentence):
        return "program %s: %s (trusted: %s)" % (quote(self.name), sentence, ", ".join(self.trusted))

    def safety(self, claim):
        checks, points = claim["checks"], claim["invariant"]
        require(checks[-1] < len(self.checks), "checks", "there is no such check")
        terms = extended(self.terms, claim["terms"])
        require(all(t.kind != "variable" for t in terms[len(self.terms):]), "terms", "a variable is not the program's")
        require(len(points) == len(self.points), "invariant", "must have one list for each point")
        others = set()
        for i, (parts, kind) in enumerate(zip(points, self.kinds)):
            with inside("invariant[%d]" % i):
                require(all(t < len(terms) and terms[t].width == 1 for t in parts), "", "a term is not of width 1")
                require(not self.inputs(terms, parts), "", "an input occurs")
                require(kind != "entry" or not parts, "", "must be empty at the entry")
                if type(kind) is dict and not any(terms[t].kind == "constant" and terms[t].content == [-1] for t in parts):
                    require(kind["error"] not in checks, "", "must contain a constant 0 at this error")
                    others.add(kind["error"])
        each("edges", self.edges, lambda edge: self._preserved(edge, terms, points[edge["from"]], points[edge["to"]]))
        rest = "; but runs may end because they fail " + self.say(sorted(others)) if others else ""
        return self.told("no run fails %s%s" % (self.say(checks), rest))

    def _preserved(self, edge, terms, before, after):
        if not after:
            return
        circuit, updates = Circuit(), dict(map(tuple, edge["updates"]))
        roots = before + [edge["guard"]]
        news = [updates.get(i, t) for i, t in enumerate(self.cells)]
        needed = set(within(terms, after))
        changed = [(t, new) for t, new in zip(self.cells, news) if t in needed]
        known = circuit.build(terms, roots + [new for _, new in changed], {})
        later = circuit.build(terms, after, {t: known[new] for t, new in changed})
        clauses = [[known[t][0]] for t in roots] + [[-later[t][0] for t in after]]
        require(not satisfiable(circuit.n, circuit.clauses + clauses), "", "the invariant is not preserved")

    def state(self, texts, place):
        require(len(texts) == len(self.cells), place, "must have one value for each cell")
        with inside(place):
            return [value_of(text, self.terms[t].width) for text, t in zip(texts, self.cells)]

    def violation(self, claim):
        at, state = self.kinds.index("entry"), self.state(claim["initial"], "initial")
        for number, step in enumerate(claim["steps"]):
            with inside("steps[%d]" % number):
                require(step["edge"] < len(self.edges), "edge", "there is no such edge")
                edge = self.edges[step["edge"]]
                require(edge["from"] == at, "edge", "does not leave the current point")
                roots = [edge["guard"]] + [t for _, t in edge["updates"]]
                require(self.inputs(self.terms, roots) == [t for t, _ in step["inputs"]], "inputs", "are not those of the edge")
                with inside("inputs"):
                    given = {t: value_of(text, self.terms[t].width) for t, text in step["inputs"]}
                values = Circuit().build(self.terms, roots, {**given, **dict(zip(self.cells, state))})
                require(values[edge["guard"]] == [1], "edge", "the guard is false")
                for cell, t in edge["updates"]:
                    state[cell] = values[t]
                require(self.state(step["cells"], "cells") == state, "cells", "are not the values after the step")
                at = edge["to"]
        require(self.kinds[at] == {"error": claim["check"]}, "steps", "do not lead to an error of the check")
        return self.told("a run fails %s after %d steps" % (self.say([claim["check"]]), len(claim["steps"])))
