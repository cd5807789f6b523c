"""Programs of `c_generate` as C: for `rely`, and for the driver that executes them."""

from lts import Invalid

TYPES = """struct @s { signed char a; int b; unsigned c : 3; int d : 5; short e; unsigned char f[2]; };
struct @n { struct @s in[2]; unsigned char buf[6]; unsigned long long g : 33; int h : 7; unsigned i : 1; };
struct @o { int (*run)(int); int state; };
union @u { unsigned w; short h; unsigned char c[4]; };
"""

# How inputs are narrowed: for `rely` in several ways, for the driver by enumeration.
INPUTS = """extern void reach_error(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, "program.c", __LINE__, "main"))
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memmove(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
static int two(void) { return __VERIFIER_nondet_bool(); }
static int four(void) { return __VERIFIER_nondet_uchar() & 3; }
static int byte(void) { unsigned char v = __VERIFIER_nondet_uchar(); __VERIFIER_assume(v > 249 || v < 2); return v; }
static int small(void) { int v = __VERIFIER_nondet_int(); __VERIFIER_assume(v >= -2 && v < 4); return v; }
"""
CHOICES = {"two": 2, "four": 4, "byte": 8, "small": 6}


def initialized(type_, name, suffix, value):
    return "%s %s%s = %s;" % (type_, name, suffix, value)


def block(statements, pad):
    return "{\n%s%s}" % ("".join(statement(s, pad + "  ") for s in statements), pad)


def statement(s, pad):
    kind = s[0]
    if kind == "text":
        return "%s%s\n" % (pad, s[1])
    if kind == "if":
        other = " else " + block(s[3], pad) if s[3] else ""
        return "%sif (%s) %s%s\n" % (pad, s[1], block(s[2], pad), other)
    if kind == "goto":
        return "%sif (%s) goto %s;\n%s%s %s: ;\n" % (pad, s[2], s[1], pad, block(s[3], pad), s[1])
    if kind == "switch":
        text = "%sswitch ((int)%s) {\n" % (pad, s[1])
        for label, body, ends in s[2]:
            head = "default" if label == "default" else "case " + label
            text += "%s%s: %s%s\n" % (pad, head, block(body, pad), " break;" if ends else "")
        return text + pad + "}\n"
    counter, bound, body = s[1], s[2], s[3]
    if kind == "for":
        head = "for (int %s = 0; %s < %s && %s < 4; %s++) " % (counter, counter, bound, counter, counter)
        return pad + head + block(body, pad) + "\n"
    # The counter is increased first, so that `continue` ends the loop, too.
    first = [["text", "%s++;" % counter]] + body
    if kind == "while":
        text = "while (%s < %s && %s < 4) %s" % (counter, bound, counter, block(first, pad))
    elif kind == "do":
        text = "do %s while (%s < %s && %s < 4);" % (block(first, pad), counter, bound, counter)
    elif kind == "back":
        end = [["text", "if (%s < %s && %s < 4) goto %s_;" % (counter, bound, counter, counter)]]
        # `break` and `continue` need a loop around them.
        text = "%s_: %s" % (counter, block([["for", counter + "o", "1", first]] + end, pad))
    else:
        raise Invalid("statement")
    return "%s{ int %s = 0; %s }\n" % (pad, counter, text)


def function(f, hoisted):
    parameters = ", ".join("%s %s" % tuple(p) for p in f["parameters"]) or "void"
    text = "CHECKED static %s %s(%s) {\n" % (f["type"], f["name"], parameters)
    if not hoisted:
        text += "".join("  static %s\n" % initialized(*d) for d in f["statics"])
    text += "".join("  %s\n" % initialized(*d) for d in f["locals"])
    text += "".join(statement(s, "  ") for s in f["body"])
    return text + "  return %s;\n}\n" % f["result"]


def body(program, hoisted):
    # Structures may contain pointers to functions, which come later.
    first = ["static %s %s(int);\n" % (f["type"], f["name"]) for f in program["functions"] if f["name"][:2] == "@g"]
    text = TYPES + "".join(first) + "".join("static %s\n" % initialized(*d) for d in program["globals"])
    for f in program["functions"]:
        if hoisted:
            text += "".join("static %s\n" % initialized(*d) for d in f["statics"])
        text += function(f, hoisted)
    text += "CHECKED %sint @main(void) {\n" % ("static " if hoisted else "")
    text += "".join("  %s %s = %s();\n" % tuple(i) for i in program["inputs"])
    text += "".join("  %s\n" % initialized(*d) for d in program["locals"])
    return text + "".join(statement(s, "  ") for s in program["body"]) + "  return 0;\n}\n"


def for_rely(program):
    """One file, with nothing but the program."""
    return INPUTS + body(program, False).replace("CHECKED ", "").replace("@", "")


def for_rely_together(programs):
    """One file with several programs, and the line where each begins, from 1."""
    text, begins = INPUTS, []
    for number, program in enumerate(programs):
        begins.append(text.count("\n") + 1)
        text += body(program, False).replace("CHECKED ", "").replace("@", "y%d_" % number)
    return text, begins


def for_driver(program, number):
    """A part of a file, with static variables as globals, and a function that resets them all."""
    text = body(program, True)
    names = [d[1] for d in program["globals"]] + [d[1] for f in program["functions"] for d in f["statics"]]
    resets = "".join(
        "  if (first) memcpy(@0_%d, &%s, sizeof %s); else memcpy(&%s, @0_%d, sizeof %s);\n" % (k, n, n, n, k, n)
        for k, n in enumerate(names)
    )
    stores = "".join("static char @0_%d[sizeof %s];\n" % (k, n) for k, n in enumerate(names))
    text += "%sstatic void @reset(int first) {\n%s}\n" % (stores, resets)
    checked = "" if program["is_wild"] else '__attribute__((no_sanitize("undefined"))) '
    return text.replace("CHECKED ", checked).replace("@", "x%d_" % number)
