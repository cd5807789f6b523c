"""Terms over bit vectors: their shape, and their circuits as clauses."""
from checker.reading import NUMBER, TEXT, Reject, fixed, inside, record, require, spend, variant

ONE, TWO, THREE = NUMBER, fixed(NUMBER, NUMBER), fixed(NUMBER, NUMBER, NUMBER)
SAME = ("and", "or", "xor", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr")
COMPARE = ("eq", "ult", "slt")
TERM = record(width=NUMBER, operation=variant(
    constant=TEXT, variable=TEXT, ite=THREE, extract=THREE, concat=TWO, zext=ONE, sext=ONE, neg=ONE,
    **dict.fromkeys(SAME + COMPARE, TWO), **{"not": ONE}))

def value_of(text, width):
    """The bits that a text of exactly the right number of digits denotes."""
    digits = len(text) == (width + 3) // 4 and set(text) <= set("0123456789abcdef")
    require(digits and int(text, 16) < 2 ** width, "", "is not a value of this width")
    return [1 if int(text, 16) >> i & 1 else -1 for i in range(width)]

class Term:
    def __init__(self, doc, earlier):
        (self.kind, content), self.width = next(iter(doc["operation"].items())), doc["width"]
        numbers = [content] if type(content) is int else content if type(content) is list else []
        self.operands, w = numbers[:1] if self.kind == "extract" else numbers, self.width
        require(1 <= w <= 128, "width", "must be between 1 and 128")
        require(all(a < len(earlier) for a in self.operands), "operation", "an operand is not an earlier term")
        sizes = [earlier[a].width for a in self.operands]
        fits, self.content = True, content
        if self.kind == "constant":
            with inside("operation"):
                self.content = value_of(content, w)
        elif self.kind in SAME + ("not", "neg"):
            fits = all(size == w for size in sizes)
        elif self.kind in COMPARE:
            fits = w == 1 and sizes[0] == sizes[1]
        elif self.kind == "ite":
            fits = sizes == [1, w, w]
        elif self.kind == "concat":
            fits = sum(sizes) == w
        elif self.kind == "extract":
            fits = content[2] <= content[1] < sizes[0] and w == content[1] - content[2] + 1
        elif self.kind in ("zext", "sext"):
            fits = sizes[0] <= w
        require(fits, "width", "does not fit the operands")

def within(terms, roots):
    """The positions of all terms that occur in some terms, operands first."""
    found, open_ = set(), list(roots)
    while open_:
        t = open_.pop()
        if t not in found:
            found.add(t)
            open_.extend(terms[t].operands)
    spend(len(found) + 1)
    return sorted(found)

class Circuit:
    """Gates as clauses. A bit is a literal; 1 is true. A vector is a list of bits, the lowest first.

    Constants are folded: with constants for all variables, the vectors are constants, the values of the terms.
    """
    MOST = 150000  # gates of a question

    def __init__(self):
        self.n, self.clauses, self.known = 1, [[1]], {}

    def fresh(self):
        self.n += 1
        if self.n > self.MOST:
            raise Reject("too large to be checked: too many gates")
        spend(20)
        return self.n

    def gate(self, a, b, c=-1, kind="and"):
        """a and b; a xor b; b if a, otherwise c."""
        key = (kind, a, b, c) if kind == "if" else (kind,) + tuple(sorted((a, b)))
        if key not in self.known:
            z = self.known[key] = self.fresh()
            self.clauses += {"and": [[-z, a], [-z, b], [z, -a, -b]],
                             "xor": [[-z, a, b], [-z, -a, -b], [z, -a, b], [z, a, -b]],
                             "if": [[-a, -b, z], [-a, b, -z], [a, -c, z], [a, c, -z]]}[kind]
        return self.known[key]

    def both(self, a, b):
        if -1 in (a, b) or a == -b:
            return -1
        return b if a in (1, b) else a if b == 1 else self.gate(a, b)

    def differ(self, a, b):
        if abs(a) == 1 or abs(a) == abs(b):
            return -1 if a == b else 1 if a == -b else -b * a
        return a * -b if abs(b) == 1 else self.gate(a, b, kind="xor")

    def choose(self, a, b, c):
        return b if b == c or a == 1 else c if a == -1 else self.gate(a, b, c, "if")

    def mux(self, a, x, y):
        return [self.choose(a, p, q) for p, q in zip(x, y)]

    def add(self, x, y, carry=-1):
        out = []
        for a, b in zip(x, y):
            half = self.differ(a, b)
            out.append(self.differ(half, carry))
            carry = self.choose(half, carry, a)
        return out

    def sub(self, x, y):
        return self.add(x, [-b for b in y], 1)

    def less(self, x, y):
        out = -1
        for a, b in zip(x, y):
            out = self.choose(self.differ(a, b), b, out)
        return out

    def divide(self, x, y):
        quotient, rest = [-1] * len(x), [-1] * len(x)
        for i in reversed(range(len(x))):
            wide = [x[i]] + rest
            fits = quotient[i] = -self.less(wide, y + [-1])
            rest = self.mux(fits, self.sub(wide, y + [-1]), wide)[:-1]
        return quotient, rest

    def negate(self, sign, x):
        return self.mux(sign, self.sub([-1] * len(x), x), x)

    def shift(self, x, by, fill):
        for i, bit in enumerate(by):
            distance = min(len(x), 2 ** min(i, 8))
            x = self.mux(bit, x[distance:] + [fill] * distance, x)
        return x

    def build(self, terms, roots, known):
        """Adds the vectors of all terms in some terms to those that are known."""
        for t in within(terms, roots):
            if t not in known:
                spend(terms[t].width ** 2)
                known[t] = self.vector(terms[t], [known[a] for a in terms[t].operands])
        return known

    def vector(self, term, v):
        kind, w = term.kind, term.width
        if kind == "constant":
            return term.content
        if kind == "variable":
            return [self.fresh() for _ in range(w)]
        x, y = v[0], v[-1]
        if kind in ("and", "or", "xor"):
            return [self.differ(a, b) if kind == "xor" else self.both(a, b) if kind == "and" else -self.both(-a, -b)
                    for a, b in zip(x, y)]
        if kind == "mul":
            out = [-1] * w
            for i, bit in enumerate(y):
                out[i:] = self.add(out[i:], [self.both(a, bit) for a in x[:w - i]])
            return out
        if kind in ("udiv", "urem"):
            return self.divide(x, y)[kind == "urem"]
        if kind in ("sdiv", "srem"):
            quotient, rest = self.divide(self.negate(x[-1], x), self.negate(y[-1], y))
            return self.negate(x[-1], rest) if kind == "srem" else self.negate(self.differ(x[-1], y[-1]), quotient)
        if kind == "eq":
            out = 1
            for a, b in zip(x, y):
                out = self.both(out, -self.differ(a, b))
            return [out]
        return {
            "not": lambda: [-a for a in x], "neg": lambda: self.sub([-1] * w, x), "add": lambda: self.add(x, y),
            "sub": lambda: self.sub(x, y), "shl": lambda: self.shift(x[::-1], y, -1)[::-1],
            "lshr": lambda: self.shift(x, y, -1), "ashr": lambda: self.shift(x, y, x[-1]),
            "ult": lambda: [self.less(x, y)], "slt": lambda: [self.less(x[:-1] + [-x[-1]], y[:-1] + [-y[-1]])],
            "ite": lambda: self.mux(x[0], v[1], y), "concat": lambda: y + x,
            "extract": lambda: x[term.content[2]:term.content[1] + 1], "zext": lambda: x + [-1] * (w - len(x)),
            "sext": lambda: x + [x[-1]] * (w - len(x)),
        }[kind]()
