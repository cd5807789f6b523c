"""From a model to its components, by the rules of the language."""

from lts import (
    ERROR,
    TAU,
    Invalid,
    Refused,
    closure,
    from_graph,
    hide,
    merges,
    prefixed,
    reachable,
    relabeled,
)
from reduce import modified
from system import Component, alphabet_of, composed

MOST_NODES = 1500
ENDINGS = ("STOP", "END", "ERROR")


class Nodes:
    """States under construction: some of them turn out to be other names of one state."""

    def __init__(self):
        self.parent, self.moves = [], []

    def new(self):
        if len(self.parent) > MOST_NODES:
            raise Invalid("too many states of a process")
        self.parent.append(len(self.parent))
        self.moves.append([])
        return len(self.parent) - 1

    def find(self, node):
        while self.parent[node] != node:
            node = self.parent[node]
        return node

    def same(self, node, other):
        node, other = self.find(node), self.find(other)
        if node != other:
            self.parent[node] = other
            self.moves[other] += self.moves[node]


class Elaboration:
    """The components of the definitions of one model; each definition is elaborated once."""

    def __init__(self, model):
        self.definitions = {}
        for definition in model["defs"]:
            if definition["name"] in self.definitions:
                raise Invalid("two definitions of one name")
            self.definitions[definition["name"]] = definition
        self.processes, self.inserted, self.open = {}, {}, set()

    def lts(self, name):
        """A definition as one LTS, with all its operators."""
        definition = self.definition(name)
        if definition["kind"] == "process":
            return self.process(name)
        return self.whole(definition, True)

    def definition(self, name):
        if name not in self.definitions:
            raise Invalid("no definition of " + name)
        return self.definitions[name]

    def is_property(self, name):
        return self.definition(name).get("modifier") == "property"

    # Processes.

    def process(self, name):
        if name not in self.processes:
            if name in self.open:
                raise Invalid("recursion")
            self.open.add(name)
            self.processes[name] = self.elaborate(self.definition(name))
            self.open.discard(name)
        return self.processes[name]

    def elaborate(self, definition):
        nodes = Nodes()
        fixed = {word: nodes.new() for word in ENDINGS}
        names = dict(fixed)
        for local, _ in definition["locals"]:
            if local in names:
                raise Invalid("two local processes of one name")
            names[local] = nodes.new()
        alphabet = set(definition.get("extend") or [])

        def state_of(body, own=None):
            """The state of a body; a choice fills `own` if it is given."""
            if body[0] == "ref":
                return reference(body)
            state = nodes.new() if own is None else own
            if not body[1]:
                raise Invalid("empty choice")
            for labels, then in body[1]:
                for label in labels:
                    alphabet.add(label)
                    # Every label has its own copy of what follows.
                    nodes.moves[state].append((label, state_of(then)))
            return state

        def reference(body):
            if body[2] not in names:
                raise Invalid("no local process " + body[2])
            state = names[body[2]]
            for inserted in reversed(body[1]):
                state = insert(self.sequential(inserted), inserted, state)
            return state

        def insert(lts, inserted, following):
            if self.is_property(inserted) or lts.end is None:
                raise Refused("a sequential process without END")
            alphabet.update(lts.alphabet)
            copy = [nodes.new() for _ in range(len(lts))]
            for s, row in enumerate(lts.moves):
                nodes.moves[copy[s]] += [(l, fixed["ERROR"] if t == ERROR else copy[t]) for l, t in row]
            if lts.end == 0:
                return following
            nodes.same(copy[lts.end], following)
            return copy[0]

        for local, body in definition["locals"]:
            if body[0] == "choice":
                state_of(body, names[local])
        for local, body in definition["locals"]:
            if body[0] == "ref":
                if body[2] == local and not body[1] and local != definition["name"]:
                    raise Invalid("circular name")
                nodes.same(names[local], reference(body))
        return self.finish(definition, nodes, fixed, nodes.find(names[definition["name"]]), alphabet)

    def finish(self, definition, nodes, fixed, start, alphabet):
        error, end = nodes.find(fixed["ERROR"]), nodes.find(fixed["END"])
        if len({error, end, nodes.find(fixed["STOP"])}) < 3:
            raise Invalid("endings are one state")
        root = lambda node: ERROR if nodes.find(node) == error else nodes.find(node)
        moves_of = lambda node: (
            [(TAU, ERROR)] if node == "doomed" else [(l, root(t)) for l, t in nodes.moves[node]]
        )
        begin = "doomed" if start == error else start
        lts = from_graph(begin, moves_of, alphabet, lambda node: node == end)
        lts = reachable(hide(relabeled(lts, definition.get("relabel") or []), definition.get("hide")))
        if definition.get("modifier") == "property" and not lts.is_deterministic():
            raise Refused("a property that is not deterministic")
        return reachable(modified(lts, definition.get("modifier"), False))

    def sequential(self, name):
        """A definition that is inserted before `;`."""
        definition = self.definition(name)
        if definition["kind"] == "process":
            return self.process(name)
        # From now on Rely keeps it as one component; the book does not say so, and the behavior is the same.
        if name not in self.inserted:
            self.inserted[name] = self.whole(definition)
        return self.inserted[name]

    # Composites.

    def parts(self, definition):
        """The components of a composite, before its priority, hiding and modifier."""
        return self.element(definition["body"])

    def composition(self, definition):
        """The composite with its priority, without hiding and modifier."""
        if definition["name"] in self.open:
            raise Invalid("recursion")
        self.open.add(definition["name"])
        lts = composed(self.parts(definition), definition.get("priority"))
        self.open.discard(definition["name"])
        return lts

    def whole(self, definition, is_target=False):
        """The composite with everything. A property that allows no trace is refused in other composites."""
        lts = hide(self.composition(definition), definition.get("hide"))
        if definition.get("modifier") == "property" and not is_target and ERROR in closure(lts, {0}):
            raise Refused("a property that allows no trace")
        return reachable(modified(lts, definition.get("modifier"), True))

    def element(self, element, outer=()):
        """The components of an element; the operators of groups around it apply to each member."""
        operators = (element,) + tuple(outer)
        if "group" in element:
            return [c for part in element["group"] for c in self.element(part, operators)]
        found = [self.reference(element["ref"])]
        for operator in operators:
            found = [
                self.applied(copy, operator, element)
                for each in found
                for copy in self.copies(each, operator)
            ]
        return [c for each in found for c in each]

    def copies(self, components, operator):
        """One copy for each label of the prefix."""
        if not operator.get("prefix"):
            return [components]
        return [
            [self.lifted(c, lambda lts: prefixed(lts, [p])) for c in components] for p in operator["prefix"]
        ]

    def applied(self, components, operator, element):
        """Sharing, then relabeling. A named list whose labels would merge is composed first."""
        pairs = operator.get("relabel") or []
        if operator.get("share"):
            components = [self.lifted(c, lambda lts: prefixed(lts, operator["share"])) for c in components]
        if len(components) > 1 and self.is_named_list(element) and merges(alphabet_of(components), pairs):
            components = [Component(composed(components, None), False, element["ref"])]
        return [self.lifted(c, lambda lts: relabeled(lts, pairs)) for c in components]

    def is_named_list(self, inner):
        """Is it a composite that is kept as a list of components?"""
        definition = self.definition(inner["ref"]) if "ref" in inner else {"kind": "group"}
        decorations = ("priority", "hide", "modifier")
        return (
            definition["kind"] == "composite"
            and definition["name"] not in self.inserted
            and not any(definition.get(key) for key in decorations)
        )

    def lifted(self, component, change):
        return Component(change(component.lts), component.is_property, component.origin)

    def reference(self, name):
        definition = self.definition(name)
        if definition["kind"] == "process":
            return [Component(self.process(name), self.is_property(name), name)]
        if name in self.inserted:
            return [Component(self.inserted[name], self.is_property(name), name)]
        if not self.is_named_list({"ref": name}):
            return [Component(self.whole(definition), self.is_property(name), name)]
        if name in self.open:
            raise Invalid("recursion")
        self.open.add(name)
        found = self.parts(definition)
        self.open.discard(name)
        return found

    def target(self, name):
        """Components and priority of a target, as checks see them; DEFAULT is all processes in parallel."""
        if name == "DEFAULT":
            return [self.reference(each)[0] for each in self.definitions], None
        definition = self.definition(name)
        if definition["kind"] == "process":
            return [Component(self.process(name), self.is_property(name), name)], None
        return self.reference_parts(definition), definition.get("priority")

    def reference_parts(self, definition):
        self.open.add(definition["name"])
        found = self.parts(definition)
        self.open.discard(definition["name"])
        return found
