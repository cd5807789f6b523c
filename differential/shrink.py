"""Makes a case with a difference smaller, as long as the difference stays.

A case is plain data. Every list may lose an element, every optional entry may go, and a choice may be
replaced by one of the bodies in it. What is not a model any more is not the same difference.
"""

import copy
import json
from itertools import islice

from lts import Invalid

MOST_TRIES = 3000


def places(value, path=()):
    """All paths into a value, outer ones first."""
    yield path, value
    if isinstance(value, dict):
        for key in sorted(value):
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from places(item, path + (i,))


def replaced(case, path, change):
    """A copy of the case in which `change(container, key)` was applied at the end of the path."""
    made = copy.deepcopy(case)
    container = made
    for key in path[:-1]:
        container = container[key]
    change(container, path[-1])
    return made


def remove(container, key):
    del container[key]


def put(value):
    def change(container, key):
        container[key] = copy.deepcopy(value)

    return change


def is_body(value):
    return isinstance(value, list) and len(value) in (2, 3) and value[0] in ("choice", "ref")


FORMULAS = ("not", "X", "F", "G", "and", "or", "imp", "iff", "U", "W")


def candidates(case):
    """Smaller cases, the boldest first."""
    for path, value in places(case):
        if not path:
            continue
        last = path[-1]
        if isinstance(value, list) and value and value[0] in FORMULAS:
            for part in value[1:]:
                yield replaced(case, path, put(part))
        if is_body(value):
            if value[0] == "choice":
                for _, then in value[1]:
                    if last != 1 or then[0] == "choice":
                        yield replaced(case, path, put(then))
                yield replaced(case, path, put(["ref", [], "STOP"]))
            elif value[2] != "STOP":
                yield replaced(case, path, put(["ref", [], "STOP"]))
            continue
        if isinstance(last, int) and not (len(path) > 1 and is_tuple(case, path[:-1])):
            yield replaced(case, path, remove)
        if isinstance(last, str) and value and last in OPTIONAL:
            yield replaced(case, path, remove)


OPTIONAL = (
    "extend",
    "relabel",
    "hide",
    "priority",
    "modifier",
    "share",
    "prefix",
    "if",
    "initially",
    "style",
)


def is_tuple(case, path):
    """Is this a list with a fixed meaning of its places, and not a list of things?"""
    value = case
    for key in path:
        value = value[key]
    parent = path[-1] if path else None
    if is_body(value) or parent in ("hide", "priority"):
        return True
    if value and isinstance(value[0], str) and value[0] in FORMULAS + ("a", "f"):
        return True
    if len(path) > 1 and path[-2] in ("locals", "relabel", "asserts"):
        return True
    # A branch of a choice: labels and a body.
    return len(value) == 2 and isinstance(value[0], list) and is_body(value[1])


def size(case):
    return sum(1 for _ in places(case))


def is_smaller(smaller, case):
    ours, theirs = size(smaller), size(case)
    return ours < theirs or (ours == theirs and len(json.dumps(smaller)) < len(json.dumps(case)))


def shrink(case, key, compare, candidates=candidates):
    """`compare(case)` gives an outcome; returns the smallest case found with a difference of this key.

    An area whose cases are not models has its own `candidates`.

    After a success the search goes on at the same place, and begins again only when it has come to the end.
    """
    tries, improved = 0, True
    while improved:
        improved, at = False, 0
        while True:
            found = None
            for smaller in islice(candidates(case), at, None):
                tries += 1
                if tries > MOST_TRIES:
                    return case
                if is_smaller(smaller, case) and has(smaller, key, compare):
                    found = smaller
                    break
                at += 1
            if found is None:
                break
            case, improved = found, True
    return case


def has(case, key, compare):
    try:
        return any(found == key for found, _ in compare(case).differences)
    except (Invalid, KeyError, IndexError, TypeError, ValueError, StopIteration):
        return False
