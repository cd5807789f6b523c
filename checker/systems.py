"""Components, systems, sets of vectors, and closedness."""
import base64

from checker.product import Machine, Product
from checker.reading import Reject, digest, each, quote, require, spend

def decode(data, place, count, size):
    """So many numbers of so many bytes each, from base64."""
    try:
        raw = base64.b64decode(data, validate=True)
    except ValueError:
        raw = b"?"
    require(base64.b64encode(raw).decode("ascii") == data, place, "is not base64")
    require(len(raw) == count * size, place, "%d bytes are not %d times %d" % (len(raw), count, size))
    return [int.from_bytes(raw[i:i + size], "big") for i in range(0, len(raw), size)]

class VectorSet:
    """A set of vectors of a product, in the order of the file."""
    def __init__(self, value, place, product, is_closed=False):
        self.vectors = decode(value["vectors"], place, value["count"], product.bytes)
        spend(len(self.vectors) * (1 + len(product.machines)))
        for p, v in enumerate(self.vectors):
            require(product.exists(v), place, "a vector has a state that does not exist")
            require(not p or self.vectors[p - 1] < v, place, "the vectors are not in order")
        self.position = {v: p for p, v in enumerate(self.vectors)}
        require(not is_closed or product.initial in self.position, place, "the initial vector is missing")

def read_machine(value):
    """What components and assumptions have in common."""
    alphabet, states, rows = value["alphabet"], value["states"], {}
    require("tau" not in alphabet and "" not in alphabet, "alphabet", "tau and the empty text are no actions")
    require(1 <= states < 2 ** 32 - 1, "states", "out of range")
    require(value["initial"] < states, "initial", "the state does not exist")
    for k, (source, label, target) in enumerate(value["transitions"]):
        if not (source < states and label <= len(alphabet) and -1 <= target < states):
            raise Reject("a state or label does not exist", "transitions[%d]" % k)
        rows.setdefault(source, {}).setdefault(label, []).append(target)
    return Machine(alphabet, states, value["initial"], rows)

class Component:
    """A component, with its machine."""
    def __init__(self, value):
        require(value["digest"] == digest(value), "digest", "is not the digest of the component")
        self.name, self.role, end = value["name"], value["role"], value["end"]
        self.machine = m = read_machine(value)
        self.works = self.role in ("process", "constraint")
        require(end is None or end < m.states and end not in m.rows, "end", "does not exist, or has transitions")
        m.end = end
        if not self.works:
            require(end is None and not m.has_tau(), "role", "a property has no END and no tau")
            require(sum(map(len, m.rows.values())) == m.states * len(m.alphabet), "role", "a property never blocks")
        if self.role == "fluent":
            good = m.states == 2 and m.deterministic() and not m.has_error() and m.row(0) == m.row(1)
            require(good, "role", "a fluent has two states; each label leads from both to the same, not to ERROR")

class System:
    """A system; `states` is its closed set or None. What is found in the closed set:
    `deadlock` (a position or None), `errors` (components that enter ERROR), `moved` (labels of moves, as bits)."""
    def __init__(self, value):
        self.name, self.priority, low = value["name"], value["priority"], None
        self.components = each("components", value["components"], Component)
        machines = [c.machine for c in self.components]
        if self.priority is not None:
            low = self.priority["low"] + (["tau"] if self.priority["tau"] == "low" else [])
            known = {a for m in machines for a in m.alphabet}
            require(known.issuperset(self.priority["low"]), "priority.low", "a name is in no alphabet")
        self.product, self.states = Product(machines, low), None
        if value["states"] is not None:
            self.states = VectorSet(value["states"], "states", self.product, True)
            self._closed(self.states.position)
    def _closed(self, known):
        self.deadlock, self.errors, self.moved = None, set(), 0
        for p, v in enumerate(self.states.vectors):
            moves = self.product.moves(v)
            for label, w, errors in moves:
                self.moved |= 1 << label
                self.errors.update(errors)
                if not errors and w not in known:
                    raise Reject("not closed: vector %d leads to %s" % (p, self.product.unpack(w)), "states")
            if not moves and self.deadlock is None and not self.product.has_ended(v):
                self.deadlock = p
    def need_states(self):
        require(self.states is not None, "system", "has no states")
    def need_no_errors(self):
        self.need_states()
        require(not self.errors, "system", "a move from the states enters ERROR of " + self.list(self.errors))
    def list(self, numbers):
        return ", ".join(sorted({quote(self.components[i].name) for i in numbers}))
    def named(self, names):
        """The positions of the components that have one of the names."""
        require({c.name for c in self.components}.issuperset(names), "properties", "a name is that of no component")
        return [i for i, c in enumerate(self.components) if c.name in names]
    def alphabet(self, numbers):
        return {a for i in numbers for a in self.components[i].machine.alphabet}
    def working(self):
        """The actions of all processes and constraints."""
        return self.alphabet(i for i, c in enumerate(self.components) if c.works)
