"""Strict reading of JSON; shapes of values; rejections with their place; the budget of elementary steps."""
import contextlib
import functools
import hashlib
import json
import re

LIMIT, MEMORY = 2 ** 29, 2 ** 33  # elementary steps per file, counted roughly; bytes, where the machine limits them
NUMBERS = ("parse_int", "parse_float", "parse_constant")
INTEGER_TEXT = re.compile(r"(?:0|-?[1-9][0-9]{0,17})\Z")

class Reject(Exception):
    """The file is not accepted: a reason, and the places that lead to it, the innermost last."""
    def inside(self, place):
        self.args = (self.args[0], place) + self.args[1:]
    def __str__(self):
        return ": ".join(filter(None, (".".join(filter(None, self.args[1:])).replace(".[", "["), self.args[0])))

def require(condition, place, reason):
    if not condition:
        raise Reject(reason, place)

@contextlib.contextmanager
def inside(place):
    """Adds a place to rejections."""
    try:
        yield
    except Reject as reject:
        reject.inside(place)
        raise

def each(place, items, function):
    """The results of a function for all items, with their places added to rejections."""
    results = []
    try:
        results.extend(map(function, items))  # one by one: those before a rejection are kept
    except Reject as reject:
        reject.inside("%s[%d]" % (place, len(results)))
        raise
    return results

def reachable(start, following):
    """The items from some start, with all that a function says follows one of them."""
    todo = list(start)
    found = set(todo)
    for item in todo:  # the list grows
        after = following(item)
        spend(1 + len(after))
        todo.extend(found.symmetric_difference(found.union(after)))
        found.update(after)
    return found

BUDGET = [LIMIT]  # what is left

def spend(steps):
    """Counts elementary steps; a file that needs too many is rejected."""
    BUDGET[0] -= steps
    if BUDGET[0] < 0:
        raise Reject("too large to be checked: too many steps")

def begin():
    """A new file begins: what needs too many steps, or too much memory, will be rejected."""
    BUDGET[0] = LIMIT
    with contextlib.suppress(ImportError, ValueError):
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))

def quote(text):
    """A text in one line, for sentences and reasons."""
    return json.dumps(text, ensure_ascii=not text.isprintable())

def _pairs(pairs):
    require(len(dict(pairs)) == len(pairs), "", "JSON: a member is repeated, of %s" % sorted(dict(pairs))[:9])
    return dict(pairs)

def _integer(text):
    require(INTEGER_TEXT.match(text), "", "JSON: the number %s is not written as an integer, or too large" % text[:30])
    return int(text)

def parse(raw):
    """The value that the bytes denote."""
    try:
        text = raw.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_pairs, **dict.fromkeys(NUMBERS, _integer))
        if "\\u" in text:  # only an escape can denote half of a surrogate pair
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except ValueError as error:
        raise Reject("not JSON in UTF-8: %s" % error)
    return value

def digest(value):
    """The digest of an object that has the member `digest`."""
    text = json.dumps(dict(value, digest=""), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _shape(condition, reason):
    return lambda value: require(condition(value), "", reason)
NUMBER = _shape(lambda v: type(v) is int and 0 <= v < 2 ** 32, "must be a number, at least 0")  # a boolean is none
INTEGER = _shape(lambda v: type(v) is int and -1 <= v < 2 ** 32, "must be a number or -1")
TEXT = _shape(lambda v: type(v) is str, "must be a text")
NAME = _shape(lambda v: type(v) is str and v, "must be a text, not empty")
BOOLEAN = _shape(lambda v: type(v) is bool, "must be true or false")
HEX = _shape(lambda v: type(v) is str and re.match(r"[0-9a-f]{64}\Z", v), "must be 64 lower-case hexadecimal digits")
NULL = _shape(lambda v: v is None, "must be null")

def one_of(*texts):
    return _shape(lambda v: type(v) is str and v in texts, "must be one of " + ", ".join(texts))

def optional(shape):
    return lambda value: value is None or shape(value)

def listed(shape, least=0, is_sorted=False):
    """A list of at least so many items of a shape."""
    def check(value):
        require(type(value) is list and len(value) >= least, "", "must be a list of at least %d items" % least)
        spend(len(value))
        each("", value, shape)
        require(not is_sorted or all(a < b for a, b in zip(value, value[1:])), "", "the list is not sorted")
    return check

def ascending(shape, least=0):
    """A sorted list. Texts without surrogates have the same order by code points and by their UTF-8 bytes."""
    return listed(shape, least, True)

def fixed(*shapes):
    """A list with one item of each shape."""
    def check(value):
        require(type(value) is list and len(value) == len(shapes), "", "must be a list of %d items" % len(shapes))
        for shape, item in zip(shapes, value):
            shape(item)
    return check

def record(choice=False, **shapes):
    """An object with exactly these members (or one of them, by choice); _ stands for - in their names."""
    shapes = {name.replace("_", "-"): shape for name, shape in shapes.items()}
    def check(value):
        require(type(value) is dict and (not choice or len(value) == 1), "", "must be an object (of one member)")
        odd = sorted(value.keys() - shapes.keys() if choice else value.keys() ^ shapes.keys())
        require(not odd, "", "unknown or missing: " + ", ".join(map(quote, odd)))
        for name in value:
            with inside(name):
                shapes[name](value[name])
    return check

variant = functools.partial(record, True)  # an object with exactly one of the members
