"""Terms, circuits and the search of claims about programs, against brute force."""
import itertools
import random
import unittest

from checker.reading import Reject, begin
from checker.sat import satisfiable
from checker.terms import COMPARE, SAME, Circuit, Term


def _signed(v, w):
    return v - 2 ** w if v >> (w - 1) else v


def _quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def evaluate(terms, t, values):
    """The value of a term whose operands have values."""
    term, w = terms[t], terms[t].width
    if term.kind == "constant":
        return 1
    v = [values[a] for a in term.operands]
    s = [_signed(values[a], terms[a].width) for a in term.operands]
    return {
        "not": lambda: ~v[0], "and": lambda: v[0] & v[1], "or": lambda: v[0] | v[1], "xor": lambda: v[0] ^ v[1],
        "neg": lambda: -v[0], "add": lambda: v[0] + v[1], "sub": lambda: v[0] - v[1], "mul": lambda: v[0] * v[1],
        "udiv": lambda: v[0] // v[1] if v[1] else -1, "urem": lambda: v[0] % v[1] if v[1] else v[0],
        "sdiv": lambda: _quotient(s[0], s[1]) if v[1] else 1 if s[0] < 0 else -1,
        "srem": lambda: s[0] - s[1] * _quotient(s[0], s[1]) if v[1] else v[0],
        "shl": lambda: v[0] << min(v[1], w), "lshr": lambda: v[0] >> min(v[1], w), "ashr": lambda: s[0] >> min(v[1], w),
        "eq": lambda: v[0] == v[1], "ult": lambda: v[0] < v[1], "slt": lambda: s[0] < s[1],
        "ite": lambda: v[1] if v[0] else v[2], "concat": lambda: v[0] << terms[term.operands[1]].width | v[1],
        "extract": lambda: v[0] >> term.content[2], "zext": lambda: v[0], "sext": lambda: s[0],
    }[term.kind]() % 2 ** w


def docs(w):
    """All operations on two variables of width w and one of width 1."""
    def doc(kind, content, width):
        return {"operation": {kind: content}, "width": width}
    out = [doc("variable", "a", w), doc("variable", "b", w), doc("variable", "c", 1)]
    out += [doc(kind, [0, 1], w) for kind in SAME] + [doc(kind, [0, 1], 1) for kind in COMPARE]
    out += [doc("not", 0, w), doc("neg", 0, w), doc("ite", [2, 0, 1], w), doc("concat", [0, 1], 2 * w)]
    out += [doc("zext", 0, w + 2), doc("sext", 0, w + 2), doc("constant", "1".zfill((w + 3) // 4), w)]
    return out + [doc("extract", [0, high, low], high - low + 1) for high in range(w) for low in range(high + 1)]


class Programs(unittest.TestCase):
    def setUp(self):
        begin()

    def test_search(self):
        rng, counts = random.Random(3), [0, 0]
        for _ in range(2000):
            n = rng.randint(1, 9)
            clauses = [[rng.choice((1, -1)) * rng.randint(1, n) for _ in range(rng.choice((1, 2, 3, 3, 3)))]
                       for _ in range(rng.randint(0, 4 * n))]
            expected = any(all(any((a > 0) == v[abs(a) - 1] for a in clause) for clause in clauses)
                           for v in itertools.product((False, True), repeat=n))
            self.assertEqual(satisfiable(n, clauses), expected, clauses)
            counts[expected] += 1
        self.assertTrue(min(counts) > 400, counts)

    def test_pigeons(self):
        for n in (3, 4, 5):
            at = [[p * n + h + 1 for h in range(n)] for p in range(n + 1)]
            clauses = at + [[-at[p][h], -at[q][h]] for h in range(n) for p in range(n + 1) for q in range(p)]
            self.assertFalse(satisfiable(n * (n + 1), [list(c) for c in clauses]))

    def test_circuits_have_the_values_of_terms(self):
        rng = random.Random(5)
        for w, times in ((1, 8), (2, 32), (3, 128), (8, 12), (17, 4)):
            terms = []
            for doc in docs(w):
                terms.append(Term(doc, terms))
            cases = list(itertools.product(range(2 ** w), range(2 ** w), range(2))) if w < 4 else [
                (rng.randrange(2 ** w), rng.choice((0, 1, w, 2 ** w - 1, rng.randrange(2 ** w))), rng.randrange(2))
                for _ in range(times)]
            for case in cases:
                values = dict(enumerate(case))
                circuit = Circuit()
                known = circuit.build(terms, range(len(terms)), {})
                for t in range(3, len(terms)):
                    values[t] = evaluate(terms, t, values)
                constants = {t: [1 if values[t] >> i & 1 else -1 for i in range(terms[t].width)] for t in range(len(terms))}
                folded = Circuit().build(terms, range(len(terms)), {t: constants[t] for t in range(3)})
                self.assertEqual(folded, constants, (w, case))
                given = [[bit if values[t] >> i & 1 else -bit] for t in range(3) for i, bit in enumerate(known[t])]
                wrong = [-bit if values[t] >> i & 1 else bit for t in range(3, len(terms)) for i, bit in enumerate(known[t])]
                self.assertFalse(satisfiable(circuit.n, circuit.clauses + given + [wrong]), (w, case))

    def test_too_large(self):
        doc = [{"operation": {"variable": "a"}, "width": 128}] + [{"operation": {"mul": [i, 0]}, "width": 128} for i in range(30)]
        terms = []
        for d in doc:
            terms.append(Term(d, terms))
        with self.assertRaisesRegex(Reject, "too large"):
            Circuit().build(terms, [30], {})


if __name__ == "__main__":
    unittest.main()
