"""The process of a `constraint` or `ltl_property`: the prefixes of the infinite words that satisfy a formula.

Only the actions of its own alphabet are positions.
"""

from formula import Chain, Guesses, has_run, temporal, value
from lts import ERROR, Lts
from system import strong_components


class Words:
    """All infinite words over an alphabet, with the values of a formula's propositions."""

    def __init__(self, observed, alphabet):
        self.observed, self.alphabet = observed, sorted(alphabet)
        self.chain, self.numbers, self.values, self.after = Chain(), {}, {}, {}
        begin = observed.start()
        self.first = {l: self.node(observed.step(begin, l), l) for l in self.alphabet}
        todo = list(self.numbers.values())
        for n in todo:
            values = self.values[n]
            self.after[n] = {l: self.node(observed.step(values, l), l) for l in self.alphabet}
            self.chain.edges[n] = sorted(set(self.after[n].values()))
            todo += [m for m in self.chain.edges[n] if m not in todo]
        self.guesses = Guesses(self.chain, temporal(observed.formula))
        self.viable = self.accepted()

    def node(self, values, label):
        key = (values, tuple(sorted(self.observed.known(values, label).items())))
        if key not in self.numbers:
            self.numbers[key] = self.chain.node(self.observed.known(values, label))
            self.values[self.numbers[key]] = values
        return self.numbers[key]

    def successors(self, state):
        n, bits = state
        kind, guesses = self.guesses.kind, self.guesses
        return [
            (m, then)
            for m in self.chain.edges[n]
            for then in guesses.bits
            if guesses.before(kind[n], kind[m], then) == bits
        ]

    def accepted(self):
        """The guesses that some infinite word makes true."""
        states = [(n, bits) for n in range(len(self.chain.known)) for bits in self.guesses.bits]
        table = {state: self.successors(state) for state in states}
        untils = [part for part in self.guesses.parts if part[0] == "U"]
        good = set()
        for members in strong_components(states, lambda s: table[s]):
            if not any(t in members for s in members for t in table[s]):
                continue
            known = [self.guesses.known(self.guesses.kind[n], bits) for n, bits in members]
            if all(any(not g[u] or value(u[2], g) for g in known) for u in untils):
                good |= members
        while True:
            new = {s for s in states if s not in good and any(t in good for t in table[s])}
            if not new:
                return good
            good |= new

    def start(self, label):
        n, kind = self.first[label], self.guesses.kind
        fits = lambda bits: value(self.observed.formula, self.guesses.known(kind[n], bits))
        return n, frozenset(b for b in self.guesses.bits if (n, b) in self.viable and fits(b))

    def step(self, n, sets, label):
        m, kind = self.after[n][label], self.guesses.kind
        follows = lambda then: self.guesses.before(kind[n], kind[m], then) in sets
        return m, frozenset(b for b in self.guesses.bits if (m, b) in self.viable and follows(b))


def closure_lts(observed, alphabet, is_property):
    """The process, and whether all infinite words that it allows satisfy the formula."""
    words = Words(observed, alphabet)
    numbers, order, rows, chain = {"start": 0}, ["start"], [], Chain()
    for state in order:
        row = []
        for label in words.alphabet:
            target = words.start(label) if state == "start" else words.step(state[0], state[1], label)
            if not target[1]:
                row += [(label, ERROR)] if is_property else []
                continue
            if target not in numbers:
                numbers[target] = len(order)
                order.append(target)
            row.append((label, numbers[target]))
        rows.append(row)
    for state in order[1:]:
        chain.node(words.chain.known[state[0]])
    for k, row in enumerate(rows[1:]):
        chain.edges[k] = sorted({t - 1 for _, t in row if t != ERROR})
    chain.initial = sorted({t - 1 for _, t in rows[0] if t != ERROR})
    return Lts(rows, alphabet), not has_run(chain, observed.formula, False)
