"""Random small C programs whose inputs can be enumerated.

A program is plain data: texts, and statements as lists whose first element says what they are. `@` begins the
names of a program, so that several programs fit into one file. Every variable is initialized, every loop ends,
and inputs come from functions that give a few values each.
"""

SIGNED = ("signed char", "short", "int", "long long")
UNSIGNED = ("unsigned char", "unsigned short", "unsigned", "unsigned long long")
TYPES = SIGNED + UNSIGNED + ("_Bool",)
LITERALS = ("0", "1", "2", "3", "5", "7", "-1", "-3", "100", "127", "128", "255", "256", "32767", "65535")
EXTREMES = ("2147483647", "(-2147483647 - 1)", "4294967295u", "0x80000000u", "4294967296ll", "-129")
INPUTS = ("two", "four", "byte", "small")


class Scope:
    """What expressions of a function may use."""

    def __init__(self, outer=None):
        self.readable = list(outer.readable) if outer else []
        self.writable = list(outer.writable) if outer else []
        # Variables of type int, and variables that point to one.
        self.targets = list(outer.targets) if outer else []
        self.pointers = list(outer.pointers) if outer else []
        # Structures, variables that point to one, arrays of bytes with their sizes, and callbacks.
        self.structs = list(outer.structs) if outer else []
        self.links = list(outer.links) if outer else []
        self.buffers = list(outer.buffers) if outer else []
        self.callbacks = list(outer.callbacks) if outer else []
        self.calls = outer.calls if outer else []
        self.loops = outer.loops if outer else 0


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.names = 0
        # In half of the programs, undefined behavior may occur and is checked.
        self.is_wild = rng.random() < 0.5

    def name(self, prefix):
        self.names += 1
        return "@%s%d" % (prefix, self.names)

    def chance(self, p):
        return self.rng.random() < p

    # Expressions.

    def literal(self):
        return self.rng.choice(EXTREMES if self.chance(0.12) else LITERALS)

    def atom(self, scope):
        if scope.readable and self.chance(0.78):
            return self.rng.choice(scope.readable)
        return self.literal()

    def expression(self, scope, depth=2):
        rng = self.rng
        if depth == 0 or self.chance(0.2):
            return self.atom(scope)
        e = lambda: self.expression(scope, depth - 1)
        shape = rng.random()
        if shape < 0.34:
            return "(%s %s %s)" % (self.varying(scope, e()), rng.choice("++--&|^"), e())
        if shape < 0.40:
            return "(%s * %s)" % (self.varying(scope, e()), rng.choice(("2", "3", "-1", "5u", "7")))
        if shape < 0.47:
            return self.division(scope, depth)
        if shape < 0.55:
            return self.shift(scope, depth)
        if shape < 0.64:
            return "((%s)%s)" % (rng.choice(TYPES), e())
        if shape < 0.74:
            return self.condition(scope, depth)
        if shape < 0.80:
            return "(%s ? %s : %s)" % (self.condition(scope, depth - 1), e(), e())
        if shape < 0.87:
            return "(%s %s)" % (rng.choice("-~!"), self.varying(scope, e()))
        if shape < 0.92 and scope.links:
            return self.through(scope)
        if shape < 0.94 and scope.callbacks:
            return "%s.run(%s)" % (rng.choice(scope.callbacks)[0], self.atom(scope))
        if shape < 0.96 and scope.pointers:
            return "(*%s)" % rng.choice(scope.pointers)
        if scope.calls:
            return self.call(scope, depth - 1)
        return "(%s %s %s)" % (self.varying(scope, e()), rng.choice("+-"), e())

    def through(self, scope):
        """A member of a structure that a pointer leads to; it has several targets."""
        member = self.rng.choice(("a", "b", "b", "c", "d", "e", "f[%s & 1]" % self.atom(scope)))
        return "%s->%s" % (self.rng.choice(scope.links), member)

    def varying(self, scope, text):
        """Not a constant: the compiler computes with constants itself, and leaves no trace of undefined behavior."""
        return text if "@" in text or not scope.readable else self.rng.choice(scope.readable)

    def division(self, scope, depth):
        a = self.varying(scope, self.expression(scope, depth - 1))
        b, op = self.atom(scope), self.rng.choice("/%")
        if self.is_wild and self.chance(0.5):
            return "(%s %s %s)" % (a, op, b)
        if self.chance(0.5):
            return "(%s %s %s)" % (a, op, self.rng.choice(("2", "3", "7", "8u", "10")))
        return "((unsigned char)%s %s ((unsigned char)%s | 1))" % (a, op, b)

    def shift(self, scope, depth):
        a = self.varying(scope, self.expression(scope, depth - 1))
        b, op = self.atom(scope), self.rng.choice(("<<", ">>"))
        if self.is_wild and self.chance(0.4):
            # Rely refuses constants that are too large.
            return "(%s %s %s)" % (a, op, self.varying(scope, b))
        return "(%s %s (%s & %s))" % (a, op, b, self.rng.choice(("3", "7", "15", "31")))

    def condition(self, scope, depth=2):
        rng = self.rng
        if depth > 0 and self.chance(0.2):
            parts = self.condition(scope, depth - 1), self.condition(scope, depth - 1)
            return "(%s %s %s)" % (parts[0], rng.choice(("&&", "||")), parts[1])
        relation = rng.choice(("==", "==", "!=", "<", "<=", ">", ">="))
        return "(%s %s %s)" % (self.expression(scope, max(depth - 1, 0)), relation, self.atom(scope))

    def call(self, scope, depth):
        name, count = self.rng.choice(scope.calls)
        arguments = ", ".join(self.expression(scope, max(depth, 0)) for _ in range(count))
        return "%s(%s)" % (name, arguments)

    # Statements.

    def statements(self, scope, depth, most=4):
        return [self.statement(scope, depth) for _ in range(self.rng.randint(1, most))]

    def statement(self, scope, depth):
        rng, shape = self.rng, self.rng.random()
        if depth == 0 or shape < 0.36:
            return self.assignment(scope)
        if shape < 0.50:
            other = self.statements(Scope(scope), depth - 1, 2) if self.chance(0.5) else []
            return ["if", self.condition(scope), self.statements(Scope(scope), depth - 1, 3), other]
        if shape < 0.62 and scope.loops < 2:
            return self.loop(scope, depth)
        if shape < 0.70:
            return self.switch(scope, depth)
        if shape < 0.76:
            return ["goto", self.name("l"), self.condition(scope), self.statements(Scope(scope), depth - 1, 2)]
        # Executions end at a failure, so that undefined behavior after it is not seen.
        if shape < (0.79 if self.is_wild else 0.88):
            return ["if", self.condition(scope), [["text", self.failure(scope)]], []]
        if shape < 0.93 and scope.pointers and scope.targets:
            target = "&%s" % rng.choice(scope.targets)
            if self.chance(0.4):
                target = "%s ? %s : &%s" % (self.condition(scope, 1), target, rng.choice(scope.targets))
            if self.is_wild and self.chance(0.15):
                target = "%s ? %s : 0" % (self.condition(scope, 1), target)
            return ["text", "%s = %s;" % (rng.choice(scope.pointers), target)]
        if shape < 0.97 and (scope.structs or scope.buffers):
            return ["text", self.whole(scope)]
        if scope.calls:
            return ["text", "%s = %s;" % (rng.choice(scope.writable), self.call(scope, 1))]
        return self.assignment(scope)

    def place_of_struct(self, scope):
        """The address of a structure, through a pointer or not."""
        if scope.links and self.chance(0.5):
            return self.rng.choice(scope.links)
        return "&" + self.rng.choice(scope.structs)

    def whole(self, scope):
        """A statement about a structure as a whole, an array of bytes, or a pointer to one of several."""
        rng, shape = self.rng, self.rng.random()
        if scope.callbacks and shape < 0.15:
            name, choices = rng.choice(scope.callbacks)
            return "%s.run = %s ? %s : %s;" % (name, self.condition(scope, 1), choices[0], choices[1])
        if scope.buffers and (shape < 0.45 or not scope.structs):
            return self.bytes(scope)
        if scope.links and shape < 0.65:
            target = self.place_of_struct(scope)
            if self.chance(0.6):
                target = "%s ? %s : %s" % (self.condition(scope, 1), target, self.place_of_struct(scope))
            if self.is_wild and self.chance(0.1):
                target = "%s ? %s : 0" % (self.condition(scope, 1), target)
            return "%s = %s;" % (rng.choice(scope.links), target)
        target, source = self.place_of_struct(scope), self.place_of_struct(scope)
        if shape < 0.8:
            return "*(%s) = *(%s);" % (target, source)
        # Padding is copied to padding, and never read.
        length = rng.choice((1, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16))
        if shape < 0.95:
            return "memmove(%s, %s, %d);" % (target, source, length)
        return "memset(%s, %s, %d);" % (target, self.atom(scope), length)

    def bytes(self, scope):
        """A statement that copies or fills bytes, of an array or of a part of a structure without padding."""
        rng = self.rng
        name, size = rng.choice(scope.buffers)
        start = rng.randint(0, 2)
        room = size - start
        target = "%s + %d" % (name, start)
        if scope.structs and self.chance(0.5):
            part, most = rng.choice((("b", 5), ("b", 4), ("f", 2)))
            other = "&(%s)->%s" % (self.place_of_struct(scope), part)
        else:
            other, most = rng.choice(scope.buffers)
        length = str(rng.randint(1, min(room, most)))
        if self.chance(0.3):
            length = "(%s & %d)" % (self.atom(scope), 3 if self.is_wild else 1)
        if self.chance(0.3):
            return "memset(%s, %s, %s);" % (target, self.atom(scope), length)
        pair = (target, other) if self.chance(0.5) else (other, target)
        return "memmove(%s, %s, %s);" % (pair[0], pair[1], length)

    def failure(self, scope):
        return self.rng.choice(("reach_error();", "reach_error();", "assert(%s);" % self.condition(scope, 1)))

    def assignment(self, scope):
        rng = self.rng
        target = rng.choice(scope.writable)
        if scope.pointers and self.chance(0.15):
            target = "*%s" % rng.choice(scope.pointers)
        if scope.links and self.chance(0.15):
            target = self.through(scope)
        shape = rng.random()
        if shape < 0.12:
            return ["text", "%s%s;" % (target if target[0] != "*" else "(%s)" % target, rng.choice(("++", "--")))]
        if shape < 0.35:
            return ["text", "%s %s= %s;" % (target, rng.choice("+-&|^"), self.expression(scope, 1))]
        return ["text", "%s = %s;" % (target, self.expression(scope))]

    def loop(self, scope, depth):
        rng = self.rng
        inner = Scope(scope)
        inner.loops = scope.loops + 1
        counter = self.name("i")
        inner.readable = inner.readable + [counter, counter]
        body = self.statements(inner, depth - 1, 3)
        if self.chance(0.3):
            body.append(["if", self.condition(inner, 1), [["text", rng.choice(("break;", "continue;"))]], []])
        bound = str(rng.randint(1, 4)) if self.chance(0.7) else "(%s & 3)" % self.atom(scope)
        return [rng.choice(("for", "for", "while", "do", "back")), counter, bound, body]

    def switch(self, scope, depth):
        labels = self.rng.sample(("0", "1", "2", "3", "4", "255", "-1", "default"), self.rng.randint(1, 4))
        cases = [[label, self.statements(Scope(scope), depth - 1, 2), self.chance(0.6)] for label in labels]
        return ["switch", self.expression(scope, 1), cases]

    # Programs.

    def variable(self, scope, kind, declared):
        """Declares something, and tells the scope what can be read and written."""
        rng, e = self.rng, self.literal
        name = self.name("v")
        if kind == "scalar":
            type_ = rng.choice(TYPES)
            declared.append([type_, name, "", e()])
            scope.readable.append(name)
            scope.writable.append(name)
            if type_ == "int":
                scope.targets.append(name)
        elif kind == "array":
            type_, size = rng.choice(TYPES), rng.choice((2, 4, 4))
            declared.append([type_, name, "[%d]" % size, "{%s}" % ", ".join(e() for _ in range(size))])
            index = lambda: "%s[%s & %d]" % (name, rng.choice(scope.readable or ["1"]), size - 1)
            wild = lambda: "%s[(%s & 7) %s]" % (name, rng.choice(scope.readable or ["1"]), rng.choice(("", "- 1")))
            for _ in range(2):
                place = wild() if self.is_wild and self.chance(0.25) else index()
                scope.readable.append(place)
                scope.writable.append(place)
            if type_ == "int":
                scope.targets.append(index())
        elif kind == "struct":
            declared.append(["struct @s", name, "", "{%s}" % ", ".join(["1", e(), "2", "1", "-1", "{3, 4}"])])
            fields = ["a", "b", "c", "d", "e"]
            fields = rng.sample(fields, 3) + ["f[%s & 1]" % rng.choice(scope.readable or ["1"])]
            scope.readable += ["%s.%s" % (name, field) for field in fields]
            scope.writable += ["%s.%s" % (name, field) for field in fields]
            scope.targets.append(name + ".b")
            scope.structs.append(name)
        elif kind == "nested":
            inner = "{1, %s, 3, -2, 5, {6, 7}}" % e()
            declared.append(["struct @n", name, "", "{{%s, %s}, {1, 2, 3}, %s, -7, 9}" % (inner, inner, e())])
            index = lambda: rng.choice(scope.readable or ["1"])
            places = ["%s.in[%s & 1].%s" % (name, index(), rng.choice("abcde")), "%s.g" % name, "%s.h" % name]
            places.append("%s.buf[%s & 3]" % (name, index()))
            scope.readable += places
            scope.writable += places
            scope.structs += ["%s.in[%s & 1]" % (name, index()), "%s.in[0]" % name]
            scope.buffers.append((name + ".buf", 6))
        elif kind == "buffer":
            size = rng.choice((4, 8))
            declared.append(["unsigned char", name, "[%d]" % size, "{%s, 2}" % rng.choice("013")])
            place = "%s[%s & 3]" % (name, rng.choice(scope.readable or ["1"]))
            scope.readable.append(place)
            scope.writable.append(place)
            scope.buffers.append((name, size))
        elif kind == "union":
            declared.append(["union @u", name, "", "{ .w = %s }" % e()])
            places = ["%s.w" % name, "%s.h" % name, "%s.c[%s & 3]" % (name, rng.choice(scope.readable or ["1"]))]
            scope.readable += places
            scope.writable += places
        elif kind == "bytes":
            declared.append(["int", name, "", e()])
            place = "((unsigned char *)&%s)[%s & 3]" % (name, rng.choice(scope.readable or ["1"]))
            scope.readable += [name, place]
            scope.writable += [name, place]
            scope.targets.append(name)

    KINDS = ("scalar",) * 12 + ("array",) * 6 + ("struct",) * 5 + ("nested", "buffer") * 2 + ("union", "bytes")

    def function(self, index, globals_, calls):
        rng = self.rng
        scope = Scope(globals_)
        scope.calls = calls
        count = rng.randint(0, 2)
        parameters = [(rng.choice(TYPES), self.name("p")) for _ in range(count)]
        scope.readable += [name for _, name in parameters] * 2
        statics, locals_ = [], []
        if self.chance(0.3):
            self.variable(scope, "scalar", statics)
        for _ in range(rng.randint(0, 2)):
            self.variable(scope, rng.choice(self.KINDS), locals_)
        self.pointer(scope, locals_)
        if not scope.writable:
            self.variable(scope, "scalar", locals_)
        name = "@f%d" % index
        made = {
            "type": rng.choice(TYPES),
            "name": name,
            "parameters": [list(p) for p in parameters],
            "statics": statics,
            "locals": locals_,
            "body": self.statements(scope, 2, 3),
            "result": self.expression(scope, 1),
        }
        if self.chance(0.12) and count:
            # A recursion that ends.
            arguments = ", ".join([parameters[0][1] + " - 1"] + [self.atom(scope) for _ in parameters[1:]])
            limit = "%s > 0 && %s < 4" % (parameters[0][1], parameters[0][1])
            made["body"].append(["if", limit, [["text", "return %s(%s);" % (name, arguments)]], []])
        calls.append((name, count))
        return made

    def pointer(self, scope, declared):
        if scope.targets and self.chance(0.5):
            name = self.name("q")
            declared.append(["int *", name, "", "&" + self.rng.choice(scope.targets)])
            scope.pointers.append(name)
        if scope.structs and self.chance(0.6):
            name = self.name("k")
            declared.append(["struct @s *", name, "", "&" + self.rng.choice(scope.structs)])
            scope.links.append(name)

    def callbacks(self, scope, declared, functions):
        """Two functions of one type, and a structure with a pointer to one of them."""
        rng, names = self.rng, []
        for _ in range(2):
            inner, parameter = Scope(scope), self.name("p")
            inner.readable = inner.readable + [parameter] * 2
            made = {"type": "int", "name": self.name("g"), "parameters": [["int", parameter]], "statics": []}
            made.update(locals=[], body=[self.assignment(inner)], result=self.expression(inner, 1))
            functions.append(made)
            names.append(made["name"])
        name = self.name("o")
        declared.append(["struct @o", name, "", "{ %s, 3 }" % names[0]])
        scope.readable.append(name + ".state")
        scope.writable.append(name + ".state")
        scope.callbacks.append((name, names))

    def program(self):
        rng = self.rng
        globals_ = Scope()
        declared = []
        for _ in range(rng.randint(1, 3)):
            self.variable(globals_, rng.choice(self.KINDS), declared)
        calls, functions = [], []
        if globals_.writable and self.chance(0.2):
            self.callbacks(globals_, declared, functions)
        for k in range(rng.choice((0, 1, 1, 2))):
            functions.append(self.function(k, globals_, calls))
        scope = Scope(globals_)
        scope.calls = calls
        locals_, inputs = [], []
        for _ in range(rng.randint(1, 3)):
            name = self.name("n")
            inputs.append([rng.choice(TYPES[:8]), name, rng.choice(INPUTS)])
            scope.readable += [name] * 3
            scope.writable.append(name)
        for _ in range(rng.randint(0, 2)):
            self.variable(scope, rng.choice(self.KINDS), locals_)
        self.pointer(scope, locals_)
        body = self.statements(scope, 3, 4)
        if self.chance(0.12):
            body.append(self.heap(scope))
        table = [name for name, count in calls if count == 1]
        if len(table) > 1 or (table and self.chance(0.3)):
            kinds = {f["name"]: (f["type"], f["parameters"][0][0]) for f in functions if f["name"] in table}
            first = kinds[table[0]]
            same = [name for name in table if kinds[name] == first]
            chosen = [rng.choice(same) for _ in range(2)]
            pointer = self.name("h")
            line = "%s (*%s)(%s) = %s ? %s : %s;" % (
                first[0], pointer, first[1], self.condition(scope, 1), chosen[0], chosen[1]
            )
            body.append(["text", "{ %s %s = %s(%s); }" % (line, rng.choice(scope.writable), pointer, self.atom(scope))])
        body.append(["if", self.condition(scope), [["text", self.failure(scope)]], []])
        return {
            "is_wild": self.is_wild,
            "globals": declared,
            "functions": functions,
            "inputs": inputs,
            "locals": locals_,
            "body": body,
        }

    def heap(self, scope):
        rng = self.rng
        name = self.name("m")
        freed = "if (%s) free(%s);" % (self.condition(scope, 1), name) if self.is_wild else ""
        index = "(%s & %s)" % (self.atom(scope), "3" if self.is_wild and self.chance(0.5) else "1")
        last = "free(%s);" % name if not freed or self.chance(0.5) else ""
        return [
            "text",
            "{ int *%s = malloc(8); if (!%s) return 0; %s[0] = %s; %s[1] = %s; %s[%s] = %s; %s %s = %s[1]; %s }"
            % (name, name, name, self.atom(scope), name, self.atom(scope), name, index, self.atom(scope), freed,
               rng.choice(scope.writable), name, last),
        ]


def program(rng):
    return Generator(rng).program()
