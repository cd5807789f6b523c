"""Hand-made certificates of every kind; and for each condition of the page, damage that violates just it."""
import base64
import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest

from checker.claims import judge
from checker.tests import make
from checker.tests.make import complete, component, document, fluent, repair, system, trace, vector_set

DELETE = object()


def text(doc):
    return json.dumps(doc).encode()


def edited(doc, *changes):
    """Changes are (path, value); a value may be a function of the old one. Digests are repaired."""
    doc = copy.deepcopy(doc)
    for path, value in changes:
        *way, last = [int(k) if k.lstrip("-").isdigit() else k for k in path.split("/")]
        holder = doc
        for k in way:
            holder = holder[k]
        if value is DELETE:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value(holder[last]) if callable(value) else value
    return repair(doc)


class Case(unittest.TestCase):
    def good(self, doc, *changes):
        sentences, reason, _ = judge(text(edited(doc, *changes)))
        self.assertIsNone(reason)
        return sentences

    def bad(self, doc, reason, *changes):
        """Rejected, and the reason contains the given text."""
        self.reject(text(edited(doc, *changes)), reason)

    def reject(self, raw, expected):
        sentences, reason, internal = judge(raw)
        self.assertIsNotNone(reason, "accepted: %s" % sentences)
        self.assertFalse(internal, reason)
        self.assertIn(expected, reason)

    def claim(self, doc, reason, *changes):
        """As bad, with paths within the only claim."""
        kind = next(iter(doc["claims"][0]))
        self.bad(doc, reason, *[("claims/0/%s/%s" % (kind, p), v) for p, v in changes])


def user(name="M", a="a", b="b", **more):
    return component(name, [a, b], [(0, a, 1), (1, b, 0)], **more)


def order(name="P", a="a", b="b"):
    return complete(name, [a, b], [(0, a, 1), (1, b, 0)], 2)


def swap(items):
    return items[1:2] + items[:1] + items[2:]


class File(Case):
    def setUp(self):
        self.doc = document([system([user(), order()], "Sys")], [{"deadlock-freedom": {"system": 0}}])

    def test_good(self):
        self.assertEqual(1, len(self.good(self.doc)))
        self.good(self.doc, ("model", "0" * 64), ("generator", "ü\u2028\U0001f600\u007f\b\u001f\"\\/"))
        self.good(self.doc, ("claims/1", {"safety": {"properties": ["P"], "system": 0}}))
        raw = json.dumps(self.doc, indent=3, ensure_ascii=False).encode()
        self.assertIsNone(judge(b" \r\n\t" + raw + b"\n")[1])

    def test_text(self):
        raw = text(self.doc)
        for damaged, reason in [
                (raw + b"x", "not JSON"), (raw + raw, "not JSON"), (raw[:-1], "not JSON"), (b"", "not JSON"),
                (b"\xef\xbb\xbf" + raw, "not JSON"), (raw.replace(b"tests", b"t\xffsts"), "UTF-8"),
                (raw.replace(b"tests", b"\xed\xa0\x80"), "UTF-8"), (raw.replace(b"tests", b"\\ud800"), "surrogate"),
                (raw.replace(b"tests", b"\\udc00\\ud800"), "surrogate"), (raw.replace(b"tests", b"\n"), "not JSON"),
                (raw.replace(b'"generator"', b'"model": null, "generator"'), "repeated"),
                (raw.replace(b'"count": ', b'"count": 2, "count": '), "repeated"),
                (raw.replace(b'"system": 0', b'"system": -0'), "number"), (raw.replace(b'"system": 0', b'"system": 0.0'), "number"),
                (raw.replace(b'"system": 0', b'"system": 0e0'), "number"), (raw.replace(b'"system": 0', b'"system": NaN'), "number"),
                (raw.replace(b'"system": 0', b'"system": -Infinity'), "number"), (raw.replace(b'"system": 0', b'"system": 00'), "JSON"),
                (raw.replace(b'"system": 0', b'"system": ' + b"9" * 50), "number"),
                (raw.replace(b'"system": 0', b'"system": ' + b"9" * 9000), "number"),
                (raw.replace(b'"system": 0', b'"system": +0'), "JSON"),
                (b"[" * 100000, "nested"), (b'{"a":' * 100000 + b"1" + b"}" * 100000, "nested"), (b"[]", "object"),
                (b"null", "object"), (b'"x"', "object"), (raw.replace(b'"tests"', b"'tests'"), "JSON")]:
            self.reject(damaged, reason)
        for n in range(len(raw)):
            self.reject(raw[:n], "not JSON")

    def test_members(self):
        self.bad(self.doc, "unknown", ("extra", 1))
        for name in self.doc:
            if name != "digest":
                self.bad(self.doc, "missing", (name, DELETE))
        without = dict(self.doc)
        del without["digest"]
        self.reject(text(without), "missing")
        self.reject(text(dict(self.doc, digest="0" * 64)), "digest")
        self.reject(text(dict(self.doc, digest=self.doc["digest"].upper())), "hexadecimal")
        self.bad(self.doc, "hexadecimal", ("model", "0" * 63))
        self.bad(self.doc, "hexadecimal", ("model", "A" * 64))
        self.bad(self.doc, "hexadecimal", ("model", "0" * 64 + "\n"))
        self.bad(self.doc, "text", ("generator", None))
        self.bad(self.doc, "at least 1", ("claims", []))
        self.bad(self.doc, "at least 1", ("systems", []))
        self.bad(self.doc, "rely/certificate/1", ("schema", "rely/certificate/1"))
        self.bad(self.doc, "version 2", ("schema", "rely/certificate/3"), ("claims", DELETE))
        self.bad(self.doc, "one of", ("schema", 2))
        self.bad(self.doc, "unknown", ("claims/0", {"nothing": {}}))
        self.bad(self.doc, "of one member", ("claims/0/safety", {}))
        self.bad(self.doc, "no such system", ("claims/0/deadlock-freedom/system", 1))
        self.bad(self.doc, "number", ("claims/0/deadlock-freedom/system", False))
        self.bad(self.doc, "number", ("claims/0/deadlock-freedom/system", -1))
        self.bad(self.doc, "number", ("claims/0/deadlock-freedom/system", "0"))

    def test_component(self):
        at = "systems/0/components/0/"
        for name in list(self.doc["systems"][0]["components"][0]):
            if name != "digest":
                self.bad(self.doc, "missing", (at + name, DELETE))
        self.bad(self.doc, "unknown", (at + "x", 0))
        doc = copy.deepcopy(self.doc)
        doc["systems"][0]["components"][0]["digest"] = "0" * 64
        doc["digest"] = make.digest(doc)
        self.reject(text(doc), "digest of the component")
        for path, value, reason in [
                ("alphabet", ["b", "a"], "sorted"), ("alphabet", ["a", "a"], "sorted"), ("alphabet", ["a", "tau"], "tau"),
                ("alphabet", ["", "a"], "empty"), ("alphabet", ["a", 1], "text"), ("end", 2, "end"), ("end", 1, "end"),
                ("end", False, "number"), ("initial", 2, "initial"), ("initial", True, "number"), ("name", "", "empty"),
                ("role", "thing", "one of"), ("role", None, "one of"), ("states", 0, "range"), ("states", 2 ** 32 - 1, "range"),
                ("transitions", swap, "sorted"), ("transitions", lambda t: t + t[-1:], "sorted"),
                ("transitions/0", [0, 1], "items"), ("transitions/0", [0, 1, 2], "exist"), ("transitions/0", [0, 1, -2], "number"),
                ("transitions/1", [1, 3, 0], "exist"), ("transitions/1", [2, 1, 0], "exist"),
                ("transitions/0", [0, True, 1], "number"), ("transitions/0", [-1, 1, 1], "number")]:
            self.bad(self.doc, reason, (at + path, value))
        self.bad(self.doc, "alphabet", (at + "alphabet", ["\U00010000", "\uffff"]))  # UTF-8 bytes, not UTF-16
        self.bad(self.doc, "components", ("systems/0/components", []))
        self.bad(self.doc, "empty", ("systems/0/name", ""))

    def test_roles(self):
        at = "systems/0/components/1/"
        self.bad(self.doc, "never blocks", (at + "transitions", lambda t: t[1:]), ("systems/0/states", None))
        self.bad(self.doc, "tau", (at + "transitions", lambda t: [[0, 0, 1]] + t))
        self.bad(self.doc, "END", (at + "end", 1), (at + "transitions", lambda t: t[:2]))
        f = document([system([user(), fluent("F", ["a"], ["b"])])], [{"deadlock-freedom": {"system": 0}}])
        self.good(f)
        self.bad(f, "fluent", (at + "transitions/0", [0, 1, -1]), ("systems/0/states", None))
        self.bad(f, "fluent", (at + "transitions/0", [0, 1, 0]), ("systems/0/states", None))
        self.bad(f, "fluent", (at + "transitions", lambda t: [[0, 1, 0]] + t), ("systems/0/states", None))
        self.bad(f, "blocks", (at + "transitions", lambda t: t[1:]), ("systems/0/states", None))
        self.bad(f, "fluent", (at + "states", 1), (at + "transitions", [[0, 1, 0], [0, 2, 0]]), ("systems/0/states", None))

    def test_sets(self):
        at, vs = "systems/0/states", self.doc["systems"][0]["components"]
        for vectors, reason in [([(1, 1)], "initial"), ([(0, 0)], "closed"), ([], "initial")]:
            self.bad(self.doc, reason, (at, vector_set(vs, vectors)))
        self.good(self.doc, (at, vector_set(vs, [(0, 0), (1, 1), (1, 0)])), (
            "systems/0/components/0/transitions/1/2", 0))
        self.assertEqual("AMA=", self.doc["systems"][0]["states"]["vectors"])
        for value, reason in [("AMB=", "base64"), ("AMA", "base64"), ("AMA==", "base64"), ("AM A=", "base64"), ("AMA=\n", "base64"),
                              ("ÀMA=", "base64"), ("A-A=", "base64"), ("wAA=", "order"), ("AAA=", "order"), ("AME=", "exist"),
                              ("AMDA", "bytes"), ("AA==", "bytes"), ("", "bytes"), ("Pw==", "bytes"), (None, "text")]:
            self.bad(self.doc, reason, (at + "/vectors", value))
        for value, reason in [(1, "bytes"), (3, "bytes"), (True, "number"), (-2, "number")]:
            self.bad(self.doc, reason, (at + "/count", value))
        three = component("T", ["a"], [(0, "a", 1), (1, "a", 2), (2, "a", 0)])
        doc = document([system([three])], [{"deadlock-freedom": {"system": 0}}])
        self.good(doc)
        self.bad(doc, "exist", ("systems/0/states", {"count": 4, "vectors": "AECAwA=="}))
        one = document([system([component("T", ["a"], [(0, "a", 0)])])], [{"deadlock-freedom": {"system": 0}}])
        self.assertEqual("AA==", one["systems"][0]["states"]["vectors"])
        self.good(one)

    def test_priority(self):
        c = component("M", ["a", "b"], [(0, "a", 0), (0, "b", 1)])
        low = {"low": ["b"], "tau": "high"}
        doc = document([system([c], "S", low)], [{"deadlock-freedom": {"system": 0}}])
        self.good(doc)
        self.bad(doc, "closed", ("systems/0/priority", None))
        self.bad(doc, "closed", ("systems/0/priority", {"low": [], "tau": "low"}))
        self.bad(doc, "closed", ("systems/0/priority/low", ["a", "b"]))
        self.bad(doc, "no alphabet", ("systems/0/priority/low", ["b", "c"]))
        self.bad(doc, "no alphabet", ("systems/0/priority/low", ["b", "tau"]))
        self.bad(doc, "sorted", ("systems/0/priority/low", ["b", "a"]))
        self.bad(doc, "one of", ("systems/0/priority/tau", "none"))
        t = component("M", ["a"], [(0, "a", 0), (0, "tau", 1)])
        doc = document([system([t], "S", {"low": [], "tau": "low"})], [{"deadlock-freedom": {"system": 0}}])
        self.good(doc)
        self.bad(doc, "closed", ("systems/0/priority/tau", "high"))


class Safety(Case):
    def test_deadlock(self):
        ending = component("M", ["a"], [(0, "a", 1)], end=1)
        s = system([ending])
        doc = document([s], [{"deadlock-freedom": {"system": 0}}])
        self.good(doc)
        self.bad(doc, "no states", ("systems/0/states", None))
        self.bad(doc, "deadlock", ("systems/0/components/0/end", None))
        more = document([system([ending, component("N", ["a", "b"], [(0, "a", 0)])])], [{"deadlock-freedom": {"system": 0}}])
        self.bad(more, "deadlock")    # b is in no alphabet with an END
        two = [component("N", ["a"], [(0, "a", 1)], 3, end=2)]
        self.bad(document([system([ending] + two)], [{"deadlock-freedom": {"system": 0}}]), "deadlock")
        for vectors in (True, False):
            s = system([component("M", ["a"], [(0, "a", 1), (0, "a", 0)])], closed=False)
            doc = document([s], [make.by_trace("deadlock", s, lambda v: v == (1,), vectors)])
            self.good(doc)
            self.claim(doc, "end in a deadlock", ("trace/steps", []), ("trace/vectors", [] if vectors else None))
            self.bad(doc, "end in a deadlock", ("systems/0/components/0/end", 1))
            self.claim(doc, "cycle", ("trace", {"steps": [], "cycle": ["a"], "vectors": None}))

    def test_safety(self):
        s = system([user(), order(), order("Q", "b", "a")])
        doc = document([s], [{"safety": {"properties": ["P"], "system": 0}}])
        self.assertIn('"Q"', self.good(doc)[0])
        self.claim(doc, "ERROR", ("properties", ["Q"]))
        self.claim(doc, "ERROR", ("properties", ["P", "Q"]))
        self.claim(doc, "at least 1", ("properties", []))
        self.claim(doc, "sorted", ("properties", ["P", "M"]))
        self.claim(doc, "no component", ("properties", ["P", "X"]))
        self.bad(doc, "no states", ("systems/0/states", None))

    def test_violation(self):
        s = system([component("M", ["a", "b"], [(0, "a", 1), (0, "a", 2), (1, "a", 0), (2, "b", 0)]), order()], closed=False)
        path = [("a", (2, 1)), ("b", (0, 0)), ("a", (1, 1)), ("a", (0, -1))]
        for vectors in (True, False):
            doc = document([s], [{"violation": {"properties": ["P"], "system": 0, "trace": trace(path, (), vectors)}}])
            self.good(doc)
            self.claim(doc, "named component", ("properties", ["M"]))
            self.claim(doc, "at least 1", ("properties", []))
            self.claim(doc, "cycle", ("trace/cycle", ["a"]))
            self.claim(doc, "", ("trace/steps/1", "a"))
            self.claim(doc, "", ("trace/steps/0", "tau"))
            self.claim(doc, "", ("trace/steps/0", "zzz"))
        doc = document([s], [{"violation": {"properties": ["P"], "system": 0, "trace": trace(path)}}])
        for change, reason in [
                (("trace/vectors/0", [1, 1]), "no move"), (("trace/vectors/0", [2, 0]), "no move"),
                (("trace/vectors/3", [0, 1]), "no move"), (("trace/vectors/3", [-1, -1]), "no move"),
                (("trace/vectors/0", [2]), "vector"), (("trace/vectors/0", [3, 1]), "vector"),
                (("trace/vectors/0", [2, -1]), "before the end"), (("trace/vectors/4", [0, 0]), "each step"),
                (("trace/vectors/0", [2, True]), "number"), (("trace/steps", lambda s: s[:3]), "each step")]:
            self.claim(doc, reason, change)
        self.claim(doc, "named component", ("trace", trace(path[:3])))
        after = trace(path, (), False)
        after["steps"].append("a")
        self.claim(doc, "no run", ("trace", after))

    def test_tau_steps(self):
        s = system([component("M", [], [(0, "tau", 1)]), component("N", [], [(0, "tau", 0)], 2)], closed=False)
        doc = document([s], [{"run": {"system": 0, "trace": trace([("tau", (0, 0)), ("tau", (1, 0)), ("tau", (1, 0))])}}])
        self.good(doc)
        self.claim(doc, "no move", ("trace/vectors/1", [1, 1]))
        self.bad(doc, "no move", ("systems/0/components/1/transitions/0", [0, 0, 1]))

    def test_run(self):
        s = system([component("M", ["a", "b"], [(0, "a", 0), (0, "a", 1), (1, "b", 2), (2, "b", 1)]),
                    complete("P", ["b"], [(0, "b", 0)], 1)])
        path, cycle = [("a", (0, 0)), ("a", (1, 0))], [("b", (2, 0)), ("b", (1, 0))]
        doc = document([s], [{"run": {"system": 0, "trace": trace(path, cycle)}}])
        self.good(doc)
        self.good(doc, ("claims/0/run/trace/vectors", None))
        self.good(doc, ("claims/0/run/trace", {"steps": ["a"], "cycle": ["a"], "vectors": None}))
        # b b returns only after two rounds of b; without vectors this is fine, with them it is not
        self.good(doc, ("claims/0/run/trace", {"steps": ["a"], "cycle": ["b"], "vectors": None}))
        self.claim(doc, "return", ("trace", trace(path, cycle[:1])))
        self.claim(doc, "infinite", ("trace", {"steps": ["a"], "cycle": ["a", "b"], "vectors": None}))
        self.claim(doc, "go on", ("trace", {"steps": ["b"], "cycle": ["a"], "vectors": None}))
        self.claim(doc, "missing", ("trace/cycle", DELETE))
        self.good(doc, ("claims/0/run/trace", {"steps": [], "cycle": [], "vectors": []}))
        e = system([component("M", ["a"], [(0, "a", -1), (1, "a", 1)])], closed=False)
        doc = document([e], [{"run": {"system": 0, "trace": trace([("a", (-1,))])}}])
        self.good(doc)
        self.claim(doc, "ERROR", ("trace", trace([("a", (-1,)), ("a", (-1,))])))
        self.claim(doc, "infinite", ("trace", {"steps": [], "cycle": ["a"], "vectors": None}))
        self.claim(doc, "ERROR", ("trace", {"steps": [], "cycle": ["a"], "vectors": [[-1]]}))
        self.claim(doc, "go on", ("trace", {"steps": ["a"], "cycle": ["a"], "vectors": None}))

    def test_vacuous(self):
        quiet = complete("Q", ["c", "d"], [], 1)
        s = system([user(), component("N", ["b", "c"], [(0, "b", 0)]), quiet, order()])
        doc = document([s], [{"vacuous": {"property": "Q", "system": 0}}])
        self.good(doc)   # d moves, but no process has it; c is in the alphabet of N, but never happens
        self.claim(doc, "a move has", ("property", "P"))
        self.claim(doc, "not a property", ("property", "M"))
        self.claim(doc, "no component", ("property", "X"))
        self.bad(doc, "no states", ("systems/0/states", None))
        self.bad(doc, "not a property", ("systems/0/components/0/name", "Q"))
        tame = document([system([user(), complete("Q", ["a"], [(0, "a", 0)], 1)], closed=False)],
                        [{"vacuous": {"property": "Q", "system": 0}}])
        self.good(tame)
        self.bad(tame, "not a property", ("systems/0/components/1", fluent("Q", ["a"], [])))

    def test_idle(self):
        s = system([component("M", ["a"], [(0, "a", 1)]), complete("P", ["x"], [(0, "x", 0)], 1)], closed=False)
        doc = document([s], [{"idle": {"system": 0, "trace": trace([("a", (1, 0))])}}])
        self.good(doc)
        self.claim(doc, "only properties", ("trace", trace([])))
        self.bad(doc, "only properties", ("systems/0/components/1/role", "constraint"))
        self.bad(doc, "only properties", ("systems/0/components/0/transitions/1", [1, 0, 1]))
        self.bad(doc, "only properties", ("systems/0/components/1", complete("P", ["a"], [(0, "a", 0)], 1)))
        self.claim(doc, "cycle", ("trace/cycle", ["x"]), ("trace/vectors/1", [1, 0]))


class Reductions(Case):
    def reduced(self, components, kept, followed, **claim):
        """A claim by reduction; `followed` has for each vector the names of its events, or "tau" and a position."""
        names = sorted({a for i in kept for a in components[i]["alphabet"]})
        events = names + ["tau%d" % k for k in range(len(kept))]
        rows, size = [], (len(events) + 7) // 8
        for _, chosen in sorted(followed.items()):
            bits = "".join("1" if e in chosen.split() else "0" for e in events).ljust(8 * size, "0")
            rows.append(int(bits, 2).to_bytes(size, "big"))
        reduction = {"components": kept, "events": base64.b64encode(b"".join(rows)).decode(),
                     "states": vector_set([components[i] for i in kept], followed)}
        kind = "safety-by-reduction" if claim else "deadlock-freedom-by-reduction"
        return document([system(components, closed=False)], [{kind: dict(claim, reduction=reduction, system=0)}])

    def test_deadlock(self):
        # Two users that have nothing to do with each other: one is enough.
        two = [user("M"), user("N", "c", "d"), order()]
        doc = self.reduced(two, [0, 1], {(0, 0): "a", (1, 0): "b"})
        self.assertIn('"P"', self.good(doc)[0])
        self.good(self.reduced(two, [0, 1], {(0, 0): "c tau0", (0, 1): "d tau1"}))
        self.good(self.reduced(two, [0, 1, 2], {(0, 0, 0): "a b", (1, 0, 1): "a b"}))
        for followed, reason in [({(0, 0): "a"}, "out of the set"), ({(0, 0): "", (1, 0): "b"}, "nothing is followed"),
                                 ({(1, 0): "b"}, "initial vector")]:
            self.bad(self.reduced(two, [0, 1], followed), reason)
        self.claim(doc, "missing", ("reduction/components", [0, 2]))
        self.claim(doc, "not exist", ("reduction/components", [0, 1, 3]))
        self.claim(doc, "at least 1", ("reduction/components", []))
        self.claim(doc, "sorted", ("reduction/components", [1, 0]))
        self.claim(doc, "base64", ("reduction/events", lambda e: e + "="))
        self.claim(doc, "times", ("reduction/events", "AAAA"))
        self.claim(doc, "unused bit", ("reduction/events", "gkA="))
        self.bad(doc, "priority", ("systems/0/priority", {"low": ["a"], "tau": "high"}))

    def test_end(self):
        ending = component("M", ["a"], [(0, "a", 1)], end=1)
        followed = {(0,): "a", (1,): ""}
        self.good(self.reduced([ending], [0], followed))
        self.bad(self.reduced([component("M", ["a"], [(0, "a", 1)])], [0], followed), "deadlock")
        # An action that only a property has, which is left out.
        self.bad(self.reduced([ending, complete("P", ["z"], [], 1)], [0], followed), "deadlock")

    def test_enabled(self):
        # b takes a away, and leads to a deadlock.
        choice = component("M", ["a", "b"], [(0, "a", 0), (0, "b", 1)])
        self.bad(self.reduced([choice], [0], {(0,): "a"}), "disturb")
        self.bad(self.reduced([choice], [0], {(0,): "a b", (1,): ""}), "deadlock")
        square = [(0, "a", 1), (0, "b", 2), (1, "b", 3), (2, "a", 3), (3, "tau", 0)]
        path = {(0,): "a", (1,): "b", (3,): "tau0"}
        self.good(self.reduced([component("M", ["a", "b"], square)], [0], path))
        for edge in [(2, "a", 2), (2, "a", -1), (0, "b", -1), (0, "a", -1), (1, "b", -1)]:
            more = self.reduced([component("M", ["a", "b"], square + [edge])], [0], path)
            (self.good(more) if edge == (1, "b", -1) else self.bad(more, "disturb"))
        other = [t for t in square if t != (2, "a", 3)] + [(2, "a", 4), (4, "tau", 0)]
        self.bad(self.reduced([component("M", ["a", "b"], other)], [0], path), "disturb")

    def test_disabled(self):
        # a is refused by N, until it does c; then a leads to a deadlock.
        m, n = component("M", ["a", "b"], [(0, "b", 0), (0, "a", 1)]), component("N", ["a", "c"], [(0, "c", 1), (1, "a", 1)])
        self.bad(self.reduced([m, n], [0, 1], {(0, 0): "a b"}), "enable")
        self.bad(self.reduced([m, n], [0, 1], {(0, 0): "b"}), "disturb")
        loop = component("N", ["a", "c"], [(0, "c", 0)])
        self.good(self.reduced([m, loop], [0, 1], {(0, 0): "a b"}))

    def test_safety(self):
        # M goes around; the error of N must not be put off forever.
        m, n = user("M"), component("N", ["c"], [(0, "c", -1)])
        put_off = self.reduced([m, n], [0, 1], {(0, 0): "a", (1, 0): "b"}, properties=["N"])
        self.bad(put_off, "put off")
        self.good(put_off, ("claims/0/safety-by-reduction/properties", ["M"]))
        self.bad(self.reduced([m, n], [0, 1], {(0, 0): "a c", (1, 0): "b"}, properties=["N"]), "enters ERROR")
        self.bad(self.reduced([m, n], [0, 1], {(0, 0): "c"}, properties=["N"]), "enters ERROR")
        p = order()
        followed = {(0, 0): "a b", (1, 1): "a b"}
        doc = self.reduced([m, p], [0, 1], followed, properties=["P"])
        self.good(doc)
        self.claim(doc, "missing", ("reduction/components", [0]))
        self.claim(doc, "at least 1", ("properties", []))
        self.bad(self.reduced([m, order("P", "b", "a")], [0, 1], {(0, 0): "a b"}, properties=["P"]), "enters ERROR")


class Rules(Case):
    """M1 sends a, M2 must answer with b. P: a and b alternate. A1 says so about M2."""

    def setUp(self):
        m1 = component("M1", ["a", "b"], [(0, "a", 1), (1, "b", 0), (1, "tau", 1)])
        m2 = component("M2", ["a", "b"], [(0, "a", 1), (1, "b", 0)])
        self.s = system([m1, m2, order()], closed=False)
        x = order("A")
        self.alternate = {k: x[k] for k in ("alphabet", "initial", "name", "states")}
        self.alternate["transitions"] = [t for t in x["transitions"] if t[2] >= 0]
        self.any = {"alphabet": ["a"], "initial": 0, "name": "any", "states": 1, "transitions": [[0, 1, 0]]}

    def make(self, rule, assumptions, parts=([0], [1]), named=("P",), s=None):
        claim = make.rule_claim(s or self.s, rule, [list(p) for p in parts], assumptions, list(named))
        self.assertIsNotNone(claim)
        doc = document([s or self.s], [claim])
        self.good(doc)
        return doc

    def common(self, doc):
        """Damage that fits every rule."""
        n, rule = len(doc["claims"][0]["safety-by-rule"]["premises"]), doc["claims"][0]["safety-by-rule"]["rule"]
        self.claim(doc, "premises", ("premises", lambda p: p[1:]))
        self.claim(doc, "premises", ("premises", lambda p: p + p[-1:]))
        for k in range(n):
            at = "premises/%d/" % k
            self.claim(doc, "", (at + "refuted", []))
            self.claim(doc, "", (at + "until", lambda u: u + [0]))
            self.claim(doc, "", (at + "kept", lambda u: u + [2]))
            if rule != "asym-n":
                self.claim(doc, "", (at + "components", lambda c: [x for x in (0, 1) if x not in c] or [0]))
            self.claim(doc, "initial", (at + "states", {"count": 0, "vectors": ""}))

    def test_asym(self):
        doc = self.make("asym", [self.alternate])
        self.common(doc)
        self.claim(doc, "number", ("parts", [[0], [1], []]))
        self.claim(doc, "repeated", ("parts", [[0, 0], [1]]))
        self.claim(doc, "repeated", ("parts", [[0], [0, 1]]))
        self.claim(doc, "no process", ("parts", [[0], [2]]))
        self.claim(doc, "no process", ("parts", [[0], [3]]))
        self.claim(doc, "number of comp", ("properties", []))
        self.claim(doc, "deterministic property", ("properties", ["M1"]))
        self.claim(doc, "number", ("assumptions", lambda a: a + a))
        self.claim(doc, "one of", ("rule", "asymm"))
        self.claim(doc, "not those", ("premises", swap))
        self.claim(doc, "not those", ("parts", swap))
        self.bad(doc, "priority", ("systems/0/priority", {"low": [], "tau": "low"}))
        self.bad(doc, "deterministic", ("systems/0/components/2/transitions", lambda t: [[0, 1, 0]] + t))
        a = "assumptions/0/"
        self.claim(doc, "deterministic", (a + "transitions", lambda t: [[0, 1, 0]] + t))
        self.claim(doc, "deterministic", (a + "transitions", lambda t: [[0, 0, 0]] + t))
        self.claim(doc, "deterministic", (a + "transitions", lambda t: [[0, 1, -1]] + t[1:]))
        self.claim(doc, "unknown", (a + "end", None))
        self.claim(doc, "empty", (a + "name", ""))
        self.claim(doc, "initial", (a + "initial", 2))
        self.claim(doc, "bytes", (a + "states", 10 ** 8))  # nothing is made for each of them
        self.claim(doc, "tau", (a + "alphabet", ["a", "tau"]))
        self.claim(doc, "closed", ("premises/0/states", lambda s: {"count": s["count"] - 1, "vectors": make.base64.b64encode(
            make.base64.b64decode(s["vectors"])[:-1]).decode()}))

    def test_excluded(self):
        m1 = component("M1", ["a", "b"], [(0, "a", 0), (0, "b", 0)])
        s = system([m1, self.s["components"][1], order()], closed=False)
        doc = self.make("asym", [self.alternate], s=s)
        bad, good = make.premise(s["components"] + [self.any], [0], [3], [], [2])
        self.assertFalse(good)
        second = make.premise(s["components"] + [self.any], [1], [], [], [3])[0]
        self.claim(doc, "excluded", ("assumptions/0", self.any), ("premises", [bad, second]))

    def test_asym_n(self):
        doc = self.make("asym-n", [self.alternate])
        self.common(doc)
        kept = copy.deepcopy(doc)
        self.claim(kept, "kept", ("premises/0/kept", [3]))
        self.claim(kept, "components", ("parts", [[0]]))
        self.claim(kept, "refuted", ("premises/0/refuted", [2]))
        self.claim(kept, "refuted", ("premises/1/refuted", [3]))
        self.good(doc, ("claims/0/safety-by-rule/parts", [[1], [], [0]]))

    def test_error_is_a_word(self):
        """M1 enters ERROR with the same step as P: a premise must see it."""
        m1 = component("M1", ["a"], [(0, "a", 0), (0, "a", -1)])
        p = complete("P", ["a"], [], 1)
        s = system([m1, p], closed=False)
        claim, good = make.premise(s["components"], [0], [], [], [1])
        self.assertFalse(good)
        doc = document([s], [{"safety-by-rule": {"assumptions": [], "parts": [[0]], "premises": [claim],
                                                 "properties": ["P"], "rule": "asym-n", "system": 0}}])
        self.bad(doc, "excluded")
        only = dict(claim, states={"count": 1, "vectors": "AA=="})
        self.claim(doc, "closed", ("premises/0", only))

    def test_sym(self):
        full = {"alphabet": [], "initial": 0, "name": "full", "states": 1, "transitions": []}
        for rule in ("sym", "sym-n", "sym-a", "sym-b"):
            doc = self.make(rule, [full, full])
            self.common(doc)
            self.claim(doc, "number", ("assumptions", lambda a: a[:1]))
            self.claim(doc, "number", ("parts", [[0]]))
            if rule != "sym-n":
                self.claim(doc, "number", ("parts", [[0], [1], []]), ("assumptions", lambda a: a + a[:1]))
            self.claim(doc, "not those", ("premises/2/refuted", lambda r: swap(r)))
            self.claim(doc, "not those", ("rule", "circ"))
        uncovered = {"alphabet": ["a"], "initial": 0, "name": "none", "states": 1, "transitions": []}
        machines = self.s["components"] + [uncovered, uncovered]
        doc = self.make("sym", [full, full])
        premises = [make.premise(machines, *x)[0] for x in (([0], [3], [], [2]), ([1], [4], [], [2]), ([], [], [], [3, 4]))]
        self.claim(doc, "excluded", ("assumptions", [uncovered, uncovered]), ("premises", premises))

    def test_pair(self):
        m1 = component("M1", ["a", "b"], [(0, "a", 1), (1, "b", 0)])
        m2 = component("M2", ["c", "d"], [(0, "c", 1), (1, "d", 0)])
        s = system([m1, m2, order("P"), order("Q", "c", "d")], closed=False)
        full = {"alphabet": [], "initial": 0, "name": "full", "states": 1, "transitions": []}
        doc = self.make("pair", [full, full], named=("P", "Q"), s=s)
        self.common(doc)
        self.claim(doc, "number of comp", ("properties", ["P"]))
        swapped = make.rule_claim(s, "pair", [[1], [0]], [full, full], ["P", "Q"])
        self.assertIsNone(swapped)   # M2 does not keep P; but with the properties in the other order
        p = doc["claims"][0]["safety-by-rule"]["premises"]
        self.good(doc, ("claims/0/safety-by-rule/parts", [[1], [0]]), ("claims/0/safety-by-rule/premises", [
            dict(p[1], kept=[4]), dict(p[0], kept=[5]), dict(p[3], kept=[4], refuted=[5]),
            dict(p[2], kept=[5], refuted=[4]), p[4]]))
        self.claim(doc, "not those", ("premises/1/refuted", [2]))

    def test_circ(self):
        doc = self.make("circ", [self.alternate, self.alternate])
        self.common(doc)
        self.claim(doc, "not those", ("premises/0/until", []))
        self.claim(doc, "number", ("parts", [[0]]), ("assumptions", lambda a: a[:1]))
        weak = dict(self.alternate, transitions=[[0, 1, 1], [1, 1, 1], [1, 2, 0]])  # allows a a
        machines = self.s["components"] + [weak, weak]
        premises = [make.premise(machines, *x)[0] for x in (([0], [], [4], [3]), ([1], [], [3], [4]), ([], [3, 4], [], [2]))]
        self.claim(doc, "premises[2].states: vector", ("assumptions", [weak, weak]), ("premises", premises))


class Environments(Case):
    def test_always_never(self):
        s = system([user(), order()])
        doc = document([s], [{"kept-always": {"properties": ["P"], "system": 0}}])
        self.good(doc)
        self.good(doc, ("claims/0/kept-always/properties", []))
        self.claim(doc, "no property", ("properties", ["M"]))
        self.bad(doc, "no states", ("systems/0/states", None))
        self.bad(doc, "priority", ("systems/0/priority", {"low": [], "tau": "low"}))
        bad = system([component("M", ["a", "b"], [(0, "a", 0), (0, "tau", 1), (1, "b", 1)]), order()])
        self.bad(document([bad], doc["claims"]), "ERROR")
        alone = document([system([complete("P", ["a"], [(0, "a", 0)], 1)])], [{"kept-always": {"properties": ["P"], "system": 0}}])
        self.bad(alone, "module")
        doc = document([bad], [make.by_trace("kept-never", bad, lambda v: v[1] == -1, True, lambda a: a != "a", interface=["a"], properties=["P"])])
        self.good(doc)
        self.good(doc, ("claims/0/kept-never/interface", []))
        self.claim(doc, "hidden", ("interface", ["b"]))
        self.claim(doc, "does not have", ("interface", ["c"]))
        self.claim(doc, "sorted", ("interface", ["b", "a"]))
        self.claim(doc, "component entering", ("trace", trace([("tau", (1, 0))])))
        self.claim(doc, "cycle", ("trace/cycle", ["b"]))
        self.bad(doc, "priority", ("systems/0/priority", {"low": [], "tau": "high"}))
        only = system([user(), complete("P", ["a", "x"], [(0, "a", 0)], 1)])
        doc = document([only], [{"kept-never": {"interface": [], "properties": ["P"], "system": 0,
                                                "trace": trace([("x", (0, -1))])}}])
        self.bad(doc, "hidden")    # x is an action that only P has
        self.good(doc, ("claims/0/kept-never/properties", []))

    def weakest(self):
        """a hidden b: after a, the environment must not do c before b has happened; x is an action of P only."""
        m = component("M", ["a", "b", "c"], [(0, "a", 1), (1, "tau", 2), (2, "b", 0), (2, "c", 0), (0, "c", 0)])
        p = complete("P", ["a", "c", "x"], [(0, "a", 1), (0, "c", 0), (1, "x", 0), (0, "x", 0), (1, "a", 1)], 2)
        s, claim = make.make_weakest([m, p], ["a", "c"], ["P"])
        return document([s], [claim])

    def test_weakest(self):
        doc = self.weakest()
        body = doc["claims"][0]["weakest-assumption"]
        self.good(doc)
        self.assertGreaterEqual(len(body["nodes"]), 2)
        self.assertTrue(any(n["errors"] for n in body["nodes"]))
        last = "systems/0/components/2/"
        self.bad(doc, "alphabet of an assumption", ("claims/0/weakest-assumption/interface", ["a"]))
        self.bad(doc, "alphabet of an assumption", ("claims/0/weakest-assumption/interface", ["a", "b", "c"]))
        self.bad(doc, "no assumption", (last + "transitions", lambda t: [[0, 0, 0]] + t), ("systems/0/states", lambda s: s))
        self.bad(doc, "no states", ("systems/0/states", None))
        self.bad(doc, "priority", ("systems/0/priority", {"low": [], "tau": "high"}))
        self.bad(doc, "or the assumption", (last + "name", "P"))
        k = next(k for k, n in enumerate(body["nodes"]) if n["errors"] and n["edges"])
        n, e = "nodes/%d/" % k, "nodes/%d/edges/0/" % k
        for change, reason in [
                ((n + "edges", lambda x: x[1:]), "edges"), ((n + "edges", lambda x: x + x[-1:]), "edges"),
                ((n + "errors", []), "errors"), ((n + "errors", lambda x: x + x), "errors"),
                ((n + "errors/0", lambda x: x[:1]), "end"), ((n + "errors/0/-1", 0), "end"),
                ((n + "state", 9), "exist"), ((n + "members", [99]), "range"), ((n + "members", []), ""),
                ((e + "action", 2), "labels"), ((e + "node", 77), "exist"), ((e + "paths", []), "each member"),
                ((e + "paths/0", lambda x: x[:1]), ""), ((e + "paths/0/0", 99), "start"), ((e + "paths/0", []), "start"),
                (("nodes", []), "at least 1"), (("nodes/0/state", 1), "initial"), (("nodes/0/members", [0, 1]), "initial")]:
            self.claim(doc, reason, change)
        wrong = [j for j, m in enumerate(body["nodes"]) if m["state"] != body["nodes"][body["nodes"][k]["edges"][0]["node"]]["state"]]
        self.claim(doc, "wrong state", (e + "node", wrong[0]))
        # a path that has its action not once, or shows another one
        self.claim(doc, "", (e + "paths/0/1", lambda label: label + 1))
        free = component("Assumption", ["a", "c", "x"], [(0, "a", 0), (0, "c", 0), (0, "x", 0)])
        bad = document([system(doc["systems"][0]["components"][:2] + [free])], doc["claims"])
        self.bad(bad, "ERROR")
        # an assumption that forbids too much: nothing leads to ERROR
        strict = component("Assumption", ["a", "c", "x"], [], 1)
        bad = document([system(doc["systems"][0]["components"][:2] + [strict])], [{"weakest-assumption": dict(
            body, nodes=[dict(body["nodes"][0], edges=[], errors=[[0], [0], [0]])])}])
        self.bad(bad, "end")

    def test_paths(self):
        m = component("M", ["a", "h"], [(0, "h", 1), (1, "a", 2), (2, "h", 3), (3, "a", 3), (0, "a", 4), (2, "a", 2), (3, "h", -1)])
        made = make.make_weakest([m], ["a"], [])
        doc = document([made[0]], [made[1]])
        self.good(doc)
        nodes = made[1]["weakest-assumption"]["nodes"]
        path = nodes[0]["errors"][0]
        self.assertEqual(0, len(nodes[0]["edges"]))
        # 0 h 1 a 2 h 3 h ERROR
        self.assertEqual([2, 1, 2, 2], path[1::2])
        self.claim(doc, "no move", ("nodes/0/errors/0/3", 2))
        self.claim(doc, "no move", ("nodes/0/errors/0/4", 3))
        self.claim(doc, "its action, once", ("nodes/0/errors/0", path[:5] + [1, 2] + path[5:]))
        self.claim(doc, "end", ("nodes/0/errors/0", path[:-1]))
        self.claim(doc, "no move", ("nodes/0/errors/0", path + [2, -1]))
        self.claim(doc, "no move", ("nodes/0/errors/0", path[:6] + [-1] + path[7:]))


class Progress(Case):
    def system(self):
        """0 chooses by tau between a loop of a, b and a loop of c."""
        return system([component("M", ["a", "b", "c"], [
            (0, "tau", 1), (0, "tau", 3), (1, "a", 2), (2, "b", 1), (3, "c", 3)])])

    def test_progress(self):
        doc = document([self.system()], [make.progress(self.system(), ["a", "c"])])
        self.good(doc)
        body = doc["claims"][0]["progress"]
        self.assertEqual(2, len(body["roots"]))
        self.claim(doc, "do not occur", ("actions", ["a"]))
        self.claim(doc, "do not occur", ("actions", []))
        self.claim(doc, "do not occur", ("every", True))
        self.claim(doc, "do not occur", ("actions", ["tau", "zzz"]))
        self.good(doc, ("claims/0/progress/condition", ["c"]), ("claims/0/progress/actions", ["c", "zzz"]))
        self.claim(doc, "do not occur", ("condition", ["a"]), ("actions", ["c"]))
        self.claim(doc, "must be null", ("condition", ["c"]), ("every", True))
        self.good(doc, ("claims/0/progress/every", True), ("claims/0/progress/actions", []))
        self.claim(doc, "0 is wrong", ("roots", [0] + body["roots"]))
        self.claim(doc, "0 is wrong", ("roots", body["roots"][1:]))
        self.claim(doc, "sorted", ("roots", body["roots"][::-1]))
        self.claim(doc, "range", ("roots", body["roots"] + [9]))
        self.claim(doc, "two roots", ("roots", [1, 2, 3]), ("ranks", [1, 0, 0, 0]))
        self.claim(doc, "two roots", ("roots", [0, 1, 3]), ("ranks", [0, 0, 1, 0]))
        self.claim(doc, "two roots", ("roots", [0, 2, 3]), ("ranks", [0, 1, 0, 0]))
        self.claim(doc, "one for each of", ("ranks", body["ranks"][:-1]))
        self.claim(doc, "smaller", ("roots", [1]), ("ranks", [1, 0, 1, 1]))
        self.bad(doc, "no states", ("systems/0/states", None))
        bad = system([component("M", ["a", "b"], [(0, "a", 0), (0, "b", -1)])])
        self.bad(document([bad], [{"progress": dict(body, ranks=[0], roots=[0], actions=["a"])}]), "ERROR")

    def test_violation(self):
        s = self.system()
        doc = document([s], [make.progress(s, ["c"], ["a"])])
        self.good(doc)
        body = doc["claims"][0]["progress-violation"]
        self.assertEqual(2, body["states"]["count"])
        self.good(doc, ("claims/0/progress-violation/condition", None), ("claims/0/progress-violation/ranks", []))
        self.good(doc, ("claims/0/progress-violation/condition", None), ("claims/0/progress-violation/ranks", []),
                  ("claims/0/progress-violation/every", True), ("claims/0/progress-violation/actions", ["a", "c"]))
        self.claim(doc, "occur in", ("actions", ["a", "c"]))
        self.claim(doc, "occur in", ("actions", ["a", "b"]), ("condition", None), ("ranks", []), ("every", True))
        self.claim(doc, "occur in", ("actions", []), ("condition", None), ("ranks", []), ("every", True))
        self.claim(doc, "must be null", ("every", True))
        self.claim(doc, "must be one for each of 0 vectors", ("condition", None))
        self.claim(doc, "smaller", ("condition", ["zzz"]), ("ranks", [1, 1]))
        self.claim(doc, "0 is wrong", ("condition", ["b"]))
        self.claim(doc, "0 is wrong", ("ranks", lambda r: [x + 1 for x in r]))
        self.claim(doc, "one for each of", ("ranks", lambda r: r + [1]))
        self.claim(doc, "vectors", ("trace/vectors", None))
        self.claim(doc, "missing", ("trace", trace([("tau", (3,))])))
        self.claim(doc, "no move", ("trace/vectors/0", [2]))
        self.claim(doc, "leaves", ("states", vector_set(s["components"], [(1,)])), ("ranks", [0]))
        e = system([component("M", ["a", "b"], [(0, "a", 0), (0, "b", -1)])], closed=False)
        self.bad(document([e], [{"progress-violation": dict(
            body, ranks=[], condition=None, states=vector_set(e["components"], [(0,)]), trace=trace([]))}]), "ERROR")


A_THEN_B = [{"actions": ["a"]}, {"actions": ["b"]}, {"eventually": 1}, {"not": 0}, {"or": [3, 2]}, {"always": 4}]


class Asserts(Case):
    """always (a implies eventually b)."""

    def document(self, transitions, formula=A_THEN_B, fair=False, only=None, more=(), make_it=make.make_assert):
        s = system([component("M", ["a", "b", "c"], transitions)] + list(more), closed=False)
        claim = make_it(s, formula, fair, only)
        self.assertIsNotNone(claim)
        doc = document([s], [claim])
        self.good(doc)
        return doc

    def test_formula(self):
        doc = self.document([(0, "a", 1), (1, "b", 0)], more=[fluent("F", ["a"], ["b"])])
        for change in [("0", {"fluent": 1}), ("3", {"true": None})]:
            sentences, reason, internal = judge(text(edited(doc, ("claims/0/assert/formula/" + change[0], change[1]))))
            self.assertFalse(internal)
        for path, value, reason in [
                ("", [], "at least 1"), ("/0", {"fluent": 0}, "no fluent"), ("/0", {"fluent": 2}, "no fluent"), ("/0", {"fluent": -1}, "number"),
                ("/0", {"actions": ["b", "a"]}, "sorted"), ("/3", {"not": 3}, "later"), ("/4", {"or": [4]}, "later"),
                ("/4", {"and": [9]}, "later"), ("/2", {"until": [0]}, "items"), ("/2", {"until": [0, 2]}, "later"),
                ("/2", {"weak-until": [0, 1, 1]}, "items"), ("/0", {"true": True}, "null"), ("/0", {"xor": [0]}, "unknown"),
                ("/2", {"next": False}, "number"), ("/5", {"always": 5}, "later"), ("/5", {}, "of one member")]:
            self.claim(doc, reason, ("formula" + path, value))

    def test_closed(self):
        doc = self.document([(0, "a", 1), (1, "b", 0), (1, "c", 2), (2, "b", 0)])
        body = doc["claims"][0]["assert"]
        n = len(body["nodes"])
        for k in range(n):
            self.claim(doc, "", ("nodes", lambda x: x[:k] + x[k + 1:]), ("classes", lambda x: x[:k] + x[k + 1:]))
        for change, reason in [
                (("nodes", lambda x: x[::-1]), "sorted"), (("nodes", lambda x: x + [[0, 99]]), ""), (("nodes", lambda x: x + [[99, 0]]), "exist"),
                (("nodes", lambda x: x + [[2, 99]]), "exist"),
                (("nodes/0", [0]), "items"), (("classes", lambda x: x[1:]), "classes"), (("classes/0", 99), "classes"),
                (("pending", lambda p: p[::-1]), "sorted"), (("pending", lambda p: p + [[99]]), "temporal"),
                (("pending", lambda p: [[1]] + p), "temporal"), (("pending", lambda p: p[:-1] + [p[-1][::-1] + [2]]), ""),
                (("pending", lambda p: p + [[13]]), "temporal"), (("vectors", {"count": 0, "vectors": ""}), "exist"),
                (("fair", 0), "true or false"), (("name", None), "text"), (("reasons", []), "classes")]:
            self.claim(doc, reason, change)
        self.claim(doc, "larger class", ("classes", lambda cs: [len(body["reasons"]) - 1 - c for c in cs]),
                   ("reasons", lambda r: r[::-1]))

    def test_error(self):
        doc = self.document([(0, "a", 1), (1, "b", 0)])
        self.bad(doc, "ERROR", ("systems/0/components/0/transitions", lambda t: t + [[1, 3, -1]]))

    def test_certain(self):
        """eventually a: after a, what follows does not matter, not even ERROR."""
        self.s = system([component("M", ["a", "b"], [(0, "a", 1), (1, "b", -1)])], closed=False)
        g = make.Graph(self.s, [{"actions": ["a"]}, {"eventually": 0}])
        self.assertEqual([((0,), (4,))], g.nodes)
        claim = {"assert": {"classes": [0], "fair": False, "formula": g.formula, "name": "x", "nodes": [[0, 0]],
                            "pending": [[4]], "reasons": [None], "system": 0, "vectors": vector_set(self.s["components"], [(0,)])}}
        self.good(document([self.s], [claim]))

    def test_ends(self):
        doc = self.document([(0, "a", 1), (1, "b", 2)])
        # the same nodes without the move b: the run ends with a pending
        self.bad(document([system([component("M", ["a", "b", "c"], [(0, "c", 1)], 2)], closed=False)], [{"assert": {
            "classes": [1, 0], "fair": False, "formula": [{"actions": ["a"]}, {"eventually": 0}], "name": "", "nodes": [[0, 1], [1, 0]],
            "pending": [[2], [4]], "reasons": [None, None], "system": 0, "vectors": {"count": 2, "vectors": "AIA="}}}]),
            "may end")
        # no moves at all
        still = system([component("M", ["a"], [])], closed=False)
        body = {"classes": [0], "fair": False, "formula": [{"actions": ["a"]}, {"eventually": 0}], "name": "", "nodes": [[0, 0]],
                "pending": [[4]], "reasons": [None], "system": 0, "vectors": {"count": 1, "vectors": "AA=="}}
        self.bad(document([still], [{"assert": body}]), "may end")
        never = dict(body, formula=[{"actions": ["a"]}, {"not": 0}])
        self.good(document([still], [{"assert": never}]))
        self.assertTrue(doc)

    def test_reasons(self):
        # eventually b is postponed on the loop of c only if ... c never loops: internal edges with reason postponed
        doc = self.document([(0, "c", 0), (0, "a", 0)], formula=[{"actions": ["b"]}, {"eventually": 0}, {"not": 1}])
        k = next(k for k, r in enumerate(doc["claims"][0]["assert"]["reasons"]) if r and "postponed" in r)
        self.claim(doc, "internal edge", ("reasons/%d" % k, None))
        for item, reason in [(2, "eventuality"), (1, "eventuality"), (99, "eventuality")]:
            self.claim(doc, reason, ("reasons/%d/postponed" % k, item))
        self.claim(doc, "fair", ("reasons/%d" % k, {"left": [0]}))
        self.claim(doc, "fair", ("reasons/%d" % k, {"avoided": []}))
        self.claim(doc, "unknown", ("reasons/%d" % k, {"other": []}))
        two = [{"actions": ["b"]}, {"eventually": 0}, {"actions": ["a"]}, {"eventually": 2}, {"and": [1, 3]}, {"always": 4}, {"not": 5}]
        doc = self.document([(0, "c", 0), (0, "a", 0)], formula=two)
        k = next(k for k, r in enumerate(doc["claims"][0]["assert"]["reasons"]) if r and "postponed" in r)
        self.claim(doc, "not pending", ("reasons/%d/postponed" % k, 7))

    def test_left(self):
        """eventually b, where b can always happen: fair."""
        doc = self.document([(0, "a", 1), (1, "c", 0), (1, "b", 2), (2, "a", 2)], [{"actions": ["b"]}, {"eventually": 0}], True, "left")
        body = doc["claims"][0]["assert"]
        k = next(k for k, r in enumerate(body["reasons"]) if r and "left" in r)
        self.claim(doc, "fair", ("fair", False))
        self.claim(doc, "smaller rank", ("reasons/%d/left" % k, lambda r: [0 for _ in r]))
        self.claim(doc, "each node", ("reasons/%d/left" % k, lambda r: r + [0]))
        self.claim(doc, "smaller rank", ("reasons/%d/left" % k, lambda r: r[::-1]))
        # without the way out, no ranks will do
        self.bad(doc, "smaller rank", ("systems/0/components/0/transitions", lambda t: [x for x in t if x[1] != 2]))

    def test_avoided(self):
        """eventually b in a system that is one class of vectors, so that only the pending sets are left."""
        doc = self.document([(0, "a", 0), (0, "b", 0)], [{"actions": ["b"]}, {"eventually": 0}], True, "avoided")
        body = doc["claims"][0]["assert"]
        k = next(k for k, r in enumerate(body["reasons"]) if r and "avoided" in r)
        at = "reasons/%d/avoided" % k
        self.assertEqual([{"node": 0, "ranks": [0], "sets": [[0, [[0, 0]]]]}], body["reasons"][k]["avoided"])
        for change, reason in [
                ((at, []), "nodes"), ((at + "/0/node", 1), "nodes"), ((at + "/0/ranks/0", -1), "-1"),
                ((at + "/0/ranks", []), "each set"), ((at + "/0/sets", []), "each set"), ((at + "/0/sets/0/1", []), "at least 1"),
                ((at + "/0/sets/0/0", 1), "possible"), ((at + "/0/sets/0/1/0", [0, 1]), "possible"), ((at + "/0/sets/0/1/0", [1, 0]), "possible")]:
            self.claim(doc, reason, change)
        self.claim(doc, "that of the goal", (at + "/0/sets", []), (at + "/0/ranks", []))
        self.claim(doc, "fair", ("fair", False))
        # b happens no more: the set stays
        self.bad(doc, "smaller rank", ("systems/0/components/0/transitions", lambda t: t[:1]))
        # two vectors: a missing successor, and ranks -1
        if True:
            doc2 = self.document([(0, "a", 1), (1, "a", 0), (1, "b", 0)], [{"actions": ["b"]}, {"eventually": 0}], True, "avoided")
            reasons = doc2["claims"][0]["assert"]["reasons"]
            k = next(k for k, r in enumerate(reasons) if r and "avoided" in r)
            entry = reasons[k]["avoided"][0]
            self.assertGreater(len(entry["sets"]), 1)
            for j in range(len(entry["sets"])):
                self.claim(doc2, "", ("reasons/%d/avoided/0/sets" % k, lambda s: s[:j] + s[j + 1:]),
                           ("reasons/%d/avoided/0/ranks" % k, lambda s: s[:j] + s[j + 1:]))
            self.claim(doc2, "", ("reasons/%d/avoided/0/ranks" % k, lambda s: [0 for _ in s]))
            self.claim(doc2, "sorted", ("reasons/%d/avoided/0/sets" % k, lambda s: s[::-1]))

    def test_cycle(self):
        doc = self.document([(0, "a", 1), (1, "c", 0), (1, "b", 2), (2, "a", 2)], make_it=make.make_violation, only="cycle")
        self.claim(doc, "not fair", ("fair", True))
        self.claim(doc, "", ("evidence", "stops"))
        self.claim(doc, "cycle", ("evidence", "prefix"))
        self.claim(doc, "one of", ("evidence", "other"))
        self.claim(doc, "", ("evidence", None))
        self.claim(doc, "vectors", ("trace/vectors", None))
        self.claim(doc, "cycle", ("trace", trace([])))
        self.claim(doc, "is true", ("formula/5", {"eventually": 4}))
        self.claim(doc, "is true", ("formula/6", {"not": 5}))

    def test_stops(self):
        doc = self.document([(0, "a", 1), (1, "c", 2)], make_it=make.make_violation, only="stops")
        self.good(doc, ("claims/0/assert-violation/fair", True))
        self.claim(doc, "has moves", ("trace", trace([("a", (1,))])))
        self.claim(doc, "is true", ("formula/6", {"not": 5}))
        self.bad(doc, "", ("claims/0/assert-violation/evidence", "cycle"))
        still = system([component("M", ["a"], [])], closed=False)
        body = dict(doc["claims"][0]["assert-violation"], trace=trace([]), formula=[{"actions": ["a"]}])
        self.good(document([still], [{"assert-violation": body}]))
        self.bad(document([still], [{"assert-violation": dict(body, formula=[{"true": None}])}]), "true")
        error = system([component("M", ["a", "b", "c"], [(0, "a", -1)])], closed=False)
        self.bad(document([error], [{"assert-violation": dict(body, trace=trace([("a", (-1,))]), evidence="prefix",
                                                               formula=[{"actions": ["b"]}])}]), "ERROR")

    def test_prefix(self):
        formula = [{"actions": ["c"]}, {"not": 0}, {"always": 1}]
        doc = self.document([(0, "a", 0), (0, "c", 1), (1, "a", 0)], formula, make_it=make.make_violation, only="prefix")
        self.good(doc, ("claims/0/assert-violation/fair", True))
        self.claim(doc, "certain", ("trace", trace([("a", (0,))])))
        self.claim(doc, "must not be empty", ("trace", trace([])))

    def test_sets(self):
        """eventually always not a: violated with positive probability, as a happens again and again."""
        formula = [{"actions": ["a"]}, {"not": 0}, {"always": 1}, {"eventually": 2}]
        doc = self.document([(0, "c", 1), (1, "a", 1), (1, "b", 2), (2, "c", 1), (0, "b", 3), (3, "b", 3)], formula, True,
                            make_it=make.make_violation)
        body = doc["claims"][0]["assert-violation"]["evidence"]["sets"]
        at = "evidence/sets/"
        self.claim(doc, "fair", ("fair", False))
        self.claim(doc, "exist", (at + "goal", 99))
        self.claim(doc, "steps", (at + "at", 99))
        for k in range(len(body["pending"])):
            if k != body["goal"]:
                self.claim(doc, "", (at + "goal", k))
        for k in range(len(body["sets"])):
            self.claim(doc, "", (at + "sets", lambda s: s[:k] + s[k + 1:]), (at + "ranks", lambda s: s[:k] + s[k + 1:]))
        self.claim(doc, "0 is wrong", (at + "ranks", lambda s: [0 for _ in s]))
        self.claim(doc, "0 is wrong", (at + "ranks", lambda s: [x + 1 for x in s]))
        self.claim(doc, "smaller rank", (at + "ranks", lambda s: [x and 5 for x in s])) if max(body["ranks"]) > 1 else None
        self.claim(doc, "each set", (at + "ranks", lambda s: s + [0]))
        self.claim(doc, "sorted", (at + "sets", lambda s: s[::-1]))
        self.claim(doc, "possible", (at + "sets/0/1/0/1", 99))
        self.claim(doc, "possible", (at + "sets/-1/1/-1/0", 99))
        self.claim(doc, "at least 1", (at + "sets/0/1", []))
        self.claim(doc, "temporal", (at + "pending/0", [1]))
        self.claim(doc, "unknown", (at + "more", 1))
        tr = [[x[0], x[1], x[2]] for x in doc["systems"][0]["components"][0]["transitions"]]
        self.bad(doc, "ERROR", ("systems/0/components/0/transitions", sorted(tr + [[1, 3, -1]])))
        self.bad(doc, "none of the sets", ("systems/0/components/0/transitions", sorted(tr + [[1, 3, 3]])))
        self.bad(doc, "no moves", ("systems/0/components/0/transitions", [x for x in tr if x[0] != 2]))


class Relations(Case):
    def pair(self, left, right, relation, end=(None, None), states=(None, None)):
        cs = [component(n, ["a", "b"], t, states=k, end=e) for n, t, e, k in zip("LR", (left, right), end, states)]
        claim = make.make_relation(cs[0], cs[1], relation)
        self.assertIsNotNone(claim)
        doc = document([system([c], c["name"], None, False) for c in cs], [claim])
        self.good(doc)
        return doc

    def test_systems(self):
        loop = [(0, "a", 0)]
        doc = self.pair(loop, loop, "strong")
        self.bad(doc, "one process", ("systems/0/priority", {"low": [], "tau": "low"}))
        self.bad(doc, "one process", ("systems/1/states", {"count": 1, "vectors": "AA=="}))
        self.bad(doc, "one process", ("systems/1/components", lambda c: c + c))
        self.bad(doc, "one process", ("systems/1/components/0/role", "constraint"))
        self.bad(doc, "no transition enters", ("systems/1/components/0/states", 2))
        self.claim(doc, "no such", ("right", 2))
        self.claim(doc, "one of", ("relation", "equal"))
        self.claim(doc, "kind", ("relation", "trace"))
        self.bad(doc, "kind", ("claims/0", lambda c: {"difference": c["relation"]}))

    def test_partition(self):
        once, twice = [(0, "a", 1), (1, "b", 0)], [(0, "a", 1), (1, "b", 2), (2, "a", 1)]
        for relation in ("strong", "branching", "weak"):
            doc = self.pair(once, twice, relation)
            p = "proof/partition/"
            self.claim(doc, "signature", (p + "right/2", 1))
            self.claim(doc, "signature", (p + "right/2", 7), (p + "left", [0, 0]), (p + "right", [0, 0, 0]))
            self.claim(doc, "each state", (p + "right", [0, 1]))
            self.claim(doc, "initial", (p + "left", [5, 6]))
            self.claim(doc, "signature", (p + "left/0", -1))
            self.claim(doc, "number", (p + "left/0", -2))
            self.bad(doc, "signature", ("systems/1/components/0/end", 3), ("systems/1/components/0/states", 4),
                     ("systems/1/components/0/transitions", lambda t: sorted(t + [[1, 2, 3]])), ("claims/0/relation/" + p + "right", [0, 1, 0, 0]))
        # tau laws: weak but not branching; branching but not strong
        doc = self.pair([(0, "tau", 1), (1, "a", 2)], [(0, "a", 1)], "branching")
        self.claim(doc, "signature", ("relation", "strong"))
        left = [(0, "tau", 1), (0, "a", 2), (1, "b", 2)]
        right = [(0, "tau", 1), (0, "a", 2), (1, "b", 2), (0, "b", 2)]
        doc = self.pair(left, right, "weak")
        self.claim(doc, "signature", ("relation", "branching"))

    def test_error_and_end(self):
        self.assertIn("difference", self.pair([(0, "a", 1)], [(0, "a", -1)], "strong")["claims"][0])
        doc = self.pair([(0, "a", 1)], [(0, "a", 1)], "strong", (1, None))
        self.assertIn("difference", doc["claims"][0])
        self.assertIn("relation", self.pair([(0, "a", 1)], [(0, "a", 1)], "trace", (1, None))["claims"][0])
        self.assertIn("difference", self.pair([(0, "a", 1)], [(0, "a", 1)], "failures", (None, 1))["claims"][0])
        # END on the left only is a difference of its own.
        doc = self.pair([(0, "a", 1)], [(0, "a", 1)], "failures", (1, None))
        self.assertTrue(doc["claims"][0]["difference"]["proof"]["trace"]["end"])
        self.claim(doc, "apart", ("proof/trace/steps", []))
        self.claim(doc, "must be false", ("proof/trace/error", True))
        self.claim(doc, "must be false", ("relation", "trace-inclusion"))
        self.bad(doc, "apart", ("systems/1/components/0/end", 1))
        # A state that can only enter ERROR by tau is like ERROR, unless tau counts.
        for relation in ("branching", "weak"):
            doc = self.pair([(0, "a", 1), (1, "tau", -1)], [(0, "a", -1)], relation)
            self.assertEqual(doc["claims"][0]["relation"]["proof"]["partition"]["left"][1], -1)
            self.claim(doc, "signature", ("relation", "strong"))
            self.bad(doc, "signature", ("systems/0/components/0/transitions/1", [1, 0, 1]))
        self.assertIn("difference", self.pair([(0, "a", -1)], [(0, "a", 1)], "trace-inclusion")["claims"][0])

    def test_pairs(self):
        doc = self.pair([(0, "a", 1), (1, "b", -1)], [(0, "a", 1), (1, "b", -1), (0, "b", 0)], "simulation")
        pairs = doc["claims"][0]["relation"]["proof"]["pairs"]
        self.claim(doc, "initial", ("proof/pairs", [x for x in pairs if x != [0, 0]]))
        self.claim(doc, "cannot be simulated", ("proof/pairs", [x for x in pairs if x != [1, 1]]))
        self.claim(doc, "missing", ("proof/pairs", pairs + [[9, 0]]))
        self.claim(doc, "number", ("proof/pairs", [[-2, 0]] + pairs))
        self.claim(doc, "sorted", ("proof/pairs", pairs[::-1]))
        self.good(doc, ("claims/0/relation/proof/pairs", [[-1, -1], [0, 0], [1, 1]]))
        self.claim(doc, "cannot be simulated", ("proof/pairs", [[0, 0], [1, 1]]))
        self.bad(doc, "cannot be simulated", ("systems/1/components/0/transitions/2", [1, 2, 0]))

    def test_inclusions(self):
        left = [(0, "a", 1), (1, "b", -1), (0, "tau", 0)]
        right = [(0, "a", 1), (0, "tau", 2), (2, "a", 3), (3, "b", -1), (3, "b", 1)]
        for relation in ("trace", "trace-inclusion"):
            doc = self.pair(left, right, relation)
            lists = doc["claims"][0]["relation"]["proof"]["inclusions"]
            lists[0] = [[-1, [-1]], [0, [0, 2]], [1, [1, 3]]]   # the smallest
            p = "proof/inclusions"
            for k, one in enumerate(lists):
                for j in range(len(one) if k == 0 else 0):
                    self.claim(doc, "no pair", (p, [x if i != k else x[:j] + x[j + 1:] for i, x in enumerate(lists)]))
                self.claim(doc, "sorted", ("%s/%d" % (p, k), one[::-1]))
                self.claim(doc, "at least 1", ("%s/%d/0/1" % (p, k), []))
                self.claim(doc, "missing", ("%s/%d" % (p, k), one + [[9, [0]]]))
                self.claim(doc, "number", ("%s/%d/0/1" % (p, k), [-2, 0]))
            self.claim(doc, "lists", (p, lists + lists[:1]))
            self.claim(doc, "lists", (p, lists[1:]))
        self.claim(doc, "no pair", (p + "/0", [[-1, [-1]], [0, [2]], [1, [1]]]))    # 1 cannot do b
        self.good(doc, ("claims/0/relation/" + p + "/0", [[-1, [-1]], [0, [2]], [1, [3]]]))

    def test_failures(self):
        left, right = [(0, "a", 1), (1, "a", 0)], [(0, "a", 1), (1, "a", 0), (1, "b", 0)]
        doc = self.pair(left, left, "failures")
        self.bad(doc, "offers as little", ("systems/1/components/0/transitions", lambda t: t + [[1, 2, 0]]))
        self.good(doc, ("claims/0/relation/relation", "trace-inclusion"))
        doc = self.pair(left, right, "failures")
        self.assertIsNotNone(doc["claims"][0]["difference"]["proof"]["trace"]["refusal"])
        p = "proof/trace/"
        self.claim(doc, "not possible", (p + "refusal/actions", ["a", "b"]))
        self.claim(doc, "has it too", (p + "refusal/actions", []))
        self.claim(doc, "has it too", (p + "refusal/actions", []), (p + "refusal/end", True))
        self.claim(doc, "must be null", (p + "error", True))
        self.claim(doc, "must be null", ("relation", "trace-inclusion"))
        self.claim(doc, "left", (p + "side", "right"))
        self.claim(doc, "cannot do", (p + "steps", ["b"]))
        self.claim(doc, "sorted", (p + "refusal/actions", ["b", "a"]))

    def test_traces(self):
        doc = self.pair([(0, "a", 1), (1, "b", 0)], [(0, "a", 1), (0, "tau", 1)], "trace-inclusion")
        p = "proof/trace/"
        self.claim(doc, "apart", (p + "steps", ["a"]))
        self.claim(doc, "apart", (p + "steps", ["b"]))
        self.claim(doc, "apart", (p + "steps", ["a", "tau"]))
        self.claim(doc, "apart", (p + "error", True))
        self.claim(doc, "left", (p + "side", "right"))
        self.claim(doc, "apart", ("relation", "trace"), (p + "side", "right"))
        self.good(doc, ("claims/0/difference/relation", "trace"))
        doc = self.pair([(0, "a", 1), (1, "b", -1)], [(0, "a", 1), (1, "b", 1), (1, "tau", 1)], "trace")
        self.assertTrue(doc["claims"][0]["difference"]["proof"]["trace"]["error"] or True)

    def test_formula(self):
        left, right = [(0, "a", 1), (1, "a", 2), (1, "b", 2)], [(0, "a", 1), (0, "a", 2), (1, "a", 3), (2, "b", 3)]
        for relation in ("strong", "branching", "weak", "simulation"):
            doc = self.pair(left, right, relation)
            p, entries = "proof/formula/", doc["claims"][0]["difference"]["proof"]["formula"]["entries"]
            self.claim(doc, "left" if relation == "simulation" else "side", (p + "side", lambda s: {"left": "right", "right": "left"}[s]))
            self.claim(doc, "side", (p + "entries", lambda e: e + [{"true": None}]))
            self.claim(doc, "side", (p + "entries", lambda e: e + [{"and": []}]))
            self.claim(doc, "later", (p + "entries", lambda e: e + [{"and": [len(entries)]}]))
            self.claim(doc, "at least 1", (p + "entries", []))
            k = next(k for k, e in enumerate(entries) if "step" in e)
            step = p + "entries/%d/step/" % k
            self.claim(doc, "before", (step + "before", None if relation == "branching" else 0))
            self.claim(doc, "later", (step + "to", k))
            self.claim(doc, "special", (step + "special", True), (step + "action", "a"))
            self.claim(doc, "missing", (step + "special", DELETE))
            if relation == "simulation":
                self.claim(doc, "simulation", (p + "entries", lambda e: [{"true": None}, {"not": 0}] + e[1:]))
            same = edited(doc, ("systems/1", doc["systems"][0]))
            self.reject(text(same), "side")


class CommandLine(unittest.TestCase):
    def run_it(self, arguments, stdin=b"", module=False):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        start = [sys.executable] + (["-m", "checker"] if module else [os.path.join(root, "checker")])
        done = subprocess.run(start + arguments, input=stdin, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_all(self):
        good = text(document([system([user(), order()], "S\u00fc\n")], [{"deadlock-freedom": {"system": 0}}] * 2))
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, n) for n in ("good", "bad", "none")]
            for n, content in zip(names, (good, b"{}")):
                with open(n, "wb") as f:
                    f.write(content)
            for module in (False, True):
                code, out, _ = self.run_it(["-"], good, module)
                self.assertEqual((0, 1), (code, out.count("\n")))
                self.assertTrue(out.startswith("accepted: ") and out.count("; ") == 1)
                code, out, _ = self.run_it(names[:2], module=module)
                self.assertEqual(1, code)
                lines = out.splitlines()
                self.assertTrue(lines[0].startswith(names[0] + ": accepted: "))
                self.assertTrue(lines[1].startswith(names[1] + ": rejected: "))
                code, out, err = self.run_it(names)
                self.assertEqual((2, 2), (code, out.count("\n")))
                self.assertIn("none", err)
                self.assertEqual(2, self.run_it([])[0])
                self.assertEqual(2, self.run_it(["--other", names[0]])[0])
                self.assertEqual(2, self.run_it([folder])[0])

    def test_internal(self):
        from checker import claims
        old, claims.parse = claims.parse, lambda raw: 1 // 0
        try:
            self.assertEqual((None, True), (judge(b"")[0], judge(b"")[2]))
            self.assertIn("internal: ZeroDivisionError", judge(b"")[1])
        finally:
            claims.parse = old


class Limits(Case):
    def test_deep_formula(self):
        s = system([component("M", ["a"], [(0, "a", 0)])], closed=False)
        formula = [{"actions": ["a"]}] + [{"not": k} for k in range(50000)]
        body = {"fair": False, "formula": formula, "name": "", "system": 0, "trace": trace([("a", (0,))]), "evidence": "prefix"}
        self.reject(text(document([s], [{"assert-violation": body}])), "deeply")

    def test_too_large(self):
        """Nondeterminism in many components: too many moves, rejected without running for ever."""
        many = [component("M%d" % k, ["a"], [(0, "a", t) for t in range(8)]) for k in range(12)]
        s = dict(system(many, closed=False), states={"count": 1, "vectors": make.base64.b64encode(bytes(5)).decode()})
        self.reject(text(document([s], [{"deadlock-freedom": {"system": 0}}])), "too large")

    def test_steps(self):
        from checker import reading
        limit = reading.LIMIT
        doc = document([system([user(), order()])], [{"deadlock-freedom": {"system": 0}}])
        reading.LIMIT = 20
        try:
            self.reject(text(doc), "too many steps")
        finally:
            reading.LIMIT = limit
        self.good(doc)


if __name__ == "__main__":
    unittest.main()
