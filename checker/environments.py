"""Claims about environments: kept always, kept never, the weakest assumption."""
from checker.product import Product
from checker.reading import each, quote, reachable, require, spend
from checker.systems import VectorSet
from checker.traces import Trace

def _module(system, claim, count):
    """The properties P and the module M among the first `count` components; names of hidden actions, with tau."""
    require(system.priority is None, "system", "has a priority")
    named = system.named(claim["properties"])
    good = all(i < count and system.components[i].role == "property" for i in named)
    require(good, "properties", "names a component that is no property, or the assumption")
    module = [i for i in range(count) if i not in named]
    require(module, "properties", "the module has no components")
    known, interface = system.alphabet(module), claim.get("interface", [])
    require(known.issuperset(interface), "interface", "has an action that the module does not have")
    return named, module, known.difference(interface) | {"tau"}

def always(system, claim):
    _module(system, claim, len(system.components))
    system.need_no_errors()
    return "in every environment, no component enters ERROR"

def never(system, claim):
    _, _, hidden = _module(system, claim, len(system.components))
    trace = Trace(claim["trace"], system, finite=True)
    require(hidden.issuperset(trace.steps), "trace.steps", "a step is not hidden")
    require(trace.errors, "trace", "cannot end with a component entering ERROR")
    return "in no environment is it certain that no component enters ERROR"

def weakest(system, claim):
    named, module, hidden = _module(system, claim, len(system.components) - 1)
    assumption = system.components[-1].machine
    require(set(assumption.alphabet) == system.alphabet(named) - system.alphabet(module) | set(claim["interface"]),
            "interface", "the last component has not the alphabet of an assumption")
    require(assumption.is_assumption(), "system", "the last component is no assumption")
    system.need_no_errors()
    product = Product([c.machine for c in system.components[:-1]])
    vectors, nodes = VectorSet(claim["vectors"], "vectors", product), claim["nodes"]
    require(all(node["state"] < assumption.states and all(p < len(vectors.vectors) for p in node["members"])
                for node in nodes), "nodes", "a state does not exist, or a member is out of range")
    require(nodes[0]["state"] == assumption.initial and nodes[0]["members"] == [vectors.position.get(product.initial)],
            "nodes[0]", "is not the initial state and just the initial vector")
    checker = _Nodes(nodes, assumption, product, vectors, {product.number[a] for a in hidden})
    each("nodes", nodes, checker.check)
    return "no component enters ERROR exactly in the environments that satisfy %s" % quote(system.components[-1].name)

def _critical(machine):
    """The states (with transitions to or from them, or initial) from which a forbidding state can be reached."""
    before = {machine.initial: []}
    for source, _, targets in machine.cells():
        before.setdefault(source, [])
        before.setdefault(targets[0], []).append(source)
    return reachable((s for s in before if len(machine.row(s)) < len(machine.alphabet)), before.get)

class _Nodes:
    """The conditions on each of the nodes."""
    def __init__(self, nodes, assumption, product, found, hidden):
        self.nodes, self.assumption, self.product, self.found, self.hidden = nodes, assumption, product, found, hidden
        self.critical, self.memo = _critical(assumption), {-1: ()}
    def check(self, node):
        row, labels = self.assumption.row(node["state"]), range(1, len(self.assumption.alphabet) + 1)
        members = set(node["members"])
        spend(len(labels) + len(members))
        going = [a for a in labels if a in row and row[a][0] in self.critical]
        forbidden = [a for a in labels if a not in row]
        require([edge["action"] for edge in node["edges"]] == going, "edges", "must be for the labels %s" % going)
        require(len(node["errors"]) == len(forbidden), "errors", "must be for the labels %s" % forbidden)
        for edge in node["edges"]:
            require(edge["node"] < len(self.nodes), "edges", "a node does not exist")
            target = self.nodes[edge["node"]]
            require(target["state"] == row[edge["action"]][0], "edges", "a node has the wrong state")
            require(len(edge["paths"]) == len(target["members"]), "edges", "must have one path for each member")
            for p, path in zip(target["members"], edge["paths"]):
                self._path(path, members, edge["action"], p)
        for a, path in zip(forbidden, node["errors"]):
            self._path(path, members, a, -1)
    def _moves(self, p):
        """The moves from the vector at position p, as (label, position), -1 for ERROR, from which nothing goes on."""
        if p not in self.memo:
            moves = self.product.moves(self.found.vectors[p])
            self.memo[p] = {(label, -1 if errors else self.found.position.get(w)) for label, w, errors in moves}
        return self.memo[p]
    def _path(self, path, members, action, end):
        """Is it a path from one of the members to `end` (-1: ERROR), with the action once, else hidden?"""
        require(len(path) % 2 and path[0] in members and path[-1] == end, "paths", "a path has a wrong start or end")
        good = all((path[k], path[k + 1]) in self._moves(path[k - 1]) for k in range(1, len(path), 2))
        require(good, "paths", "a path has a step that is no move")
        shown = [self.product.labels[label] for label in path[1::2] if label not in self.hidden]
        require(shown == [self.assumption.alphabet[action - 1]], "paths", "a path has not just its action, once")
