"""Damages certificates and compares the two checkers: `python3 checker/tests/mutate.py --rust PROGRAM FILE...`.

Every field of every kind of claim is damaged in several places and in several ways, one damage per copy, and all
digests are repaired, so that only the conditions of the format can object. Both checkers judge every copy. They must
agree. A copy that both accept is a certificate of something else: it is counted under its field, and only fields that
may be different in a certificate (`HARMLESS`) are expected there; all others are listed. Each of its claims is judged
by brute force (`brute.py`, `brute_programs.py`): a false one is a failure, and those that cannot be judged are counted.

PROGRAM reads one certificate per line from its standard input and prints one line for each, which begins with
`accepted` or `rejected`.
"""
import argparse
import collections
import copy
import json
import os
import random
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from checker.claims import judge  # noqa: E402
from checker.reading import digest  # noqa: E402
from checker.tests import brute, brute_programs  # noqa: E402

PATIENCE = 10  # seconds for judging one claim

# Where another value can give another certificate that is as good.
HARMLESS = [
    r"generator", r"model",
    # Names, and which components a claim is about.
    r"systems\.\*\.name", r"systems\.\*\.components\.\*\.name", r"claims\.\*\.[a-z-]+\.name",
    r"claims\.\*\.[a-z-]+\.properties(\.\*)?", r"claims\.\*\.vacuous\.property",
    r"claims\.\*\.[a-z-]+\.assumptions\.\*\.name", r"claims\.\*\.[a-z-]+\.(system|left|right|fair|every)",
    # Texts of programs, and other programs for which the same evidence is good.
    r"programs\.\*\.(name|checks|trusted|sources)(\..+)?", r"programs\.\*\.(cells|points)\.\*\.name",
    r"programs\.\*\.(cells|edges|points|terms)(\..+)?", r"claims\.\*\.program-safety\.(checks|invariant|terms)(\..+)?",
    r"claims\.\*\.program-violation\.(initial|steps)(\..+)?",
]


def places(value, path=()):
    """All values of a document, with their paths."""
    yield path, value
    if isinstance(value, dict):
        for key in sorted(value):
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from places(item, path + (i,))


def field(path):
    """A path with positions left open."""
    return ".".join("*" if isinstance(step, int) else step for step in path)


def damages(value, rng):
    """Other values that might stand in the place of one."""
    out = [None, True, False, {}, [], "", 0, 1, -1, "tau", "a", [0], [[0, 0]], {"true": None}]
    if isinstance(value, bool):
        out += [not value, int(value)]
    elif isinstance(value, int):
        out += [value + 1, value - 1, value + 2, -value, 2 * value + 1, 2 ** 32, 2 ** 32 - 1, 2 ** 63, str(value)]
    elif isinstance(value, str):
        out += [value[1:], value + "a", value.upper(), value[::-1], value.replace("A", "B"), "AAAA", "process", "property",
                "constraint", "fluent", "strong", "weak", "left", "right", "stops", "prefix", "cycle", "low", "high"]
    elif isinstance(value, list):
        for _ in range(3):
            if value:
                i, j = rng.randrange(len(value)), rng.randrange(len(value))
                out.append(value[:i] + value[i + 1:])
                out.append(value[:i] + [value[i]] + value[i:])
                out.append(value[:i] + [value[j]] + value[i + 1:])
                swapped = list(value)
                swapped[i], swapped[j] = value[j], value[i]
                out.append(swapped)
        out += [value + [0], value + value, value[:len(value) // 2], [value]]
    elif isinstance(value, dict):
        for key in sorted(value):
            rest = {k: v for k, v in value.items() if k != key}
            out += [rest, dict(rest, **{key + "s": value[key]}), dict(value, **{key: None})]
        out.append(dict(value, more=None))
        for a in sorted(value):
            for b in sorted(value):
                if a < b:
                    out.append(dict(value, **{a: value[b], b: value[a]}))
    text = json.dumps(value, sort_keys=True)
    different = {json.dumps(new, sort_keys=True): new for new in out}
    different.pop(text, None)
    keys = sorted(different)
    rng.shuffle(keys)
    return [different[key] for key in keys]


def put(document, path, value):
    """A copy of a document with another value at a path."""
    if not path:
        return value
    document = copy.copy(document)
    document[path[0]] = put(document[path[0]], path[1:], value)
    return document


def repaired(document):
    """The same with digests that match, wherever there are any."""
    document = copy.deepcopy(document)
    if not isinstance(document, dict):
        return document
    systems = document.get("systems")
    for system in systems if isinstance(systems, list) else []:
        components = system.get("components") if isinstance(system, dict) else None
        for component in components if isinstance(components, list) else []:
            if isinstance(component, dict) and isinstance(component.get("digest"), str):
                component["digest"] = digest(component)
    programs = document.get("programs")
    for program in programs if isinstance(programs, list) else []:
        if isinstance(program, dict) and isinstance(program.get("digest"), str):
            program["digest"] = digest(program)
    if isinstance(document.get("digest"), str):
        document["digest"] = digest(document)
    return document


def mutants(documents, per_field, most_places, rng):
    """(kind of claim or part, field, document) for every field of all documents, each field in several places."""
    fields = collections.defaultdict(list)
    for number, document in enumerate(documents):
        for path, value in places(document):
            fields[field(path)].append((number, path, value))
    for name in sorted(fields):
        if name in ("digest", "programs.*.digest") or name.endswith(".components.*.digest"):
            continue
        found = fields[name]
        chosen = found if len(found) <= most_places else rng.sample(found, most_places)
        seen = set()
        # Each place gets its share; a field with few values in few places then gets what is left.
        for share in (max(1, per_field // len(chosen)), None):
            for number, path, value in chosen:
                for new in damages(value, rng)[:share]:
                    if share is None and len(seen) >= per_field:
                        break
                    document = repaired(put(documents[number], path, new))
                    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
                    if text not in seen:
                        seen.add(text)
                        yield name, text


class TooLong(Exception):
    """A claim took too long to judge."""


def interrupt(_signal, _frame):
    raise TooLong


def truth(document, claim, known):
    """Is an accepted claim true: `true`, `false`, or why that is not known."""
    (kind, content), = claim.items()
    if "program" in content:
        about = [document["programs"][content["program"]]]
    else:
        about = [document["systems"][content[name]] for name in ("system", "left", "right") if name in content]
    key = json.dumps([claim, about], sort_keys=True)
    if key not in known:
        signal.alarm(PATIENCE)
        try:
            found = (brute_programs if "program" in content else brute).truth(document, claim)
            known[key] = {True: "true", False: "false", None: "not judged: has an ERROR, or too many states"}[found]
        except TooLong:
            known[key] = "not judged: takes more than %d seconds" % PATIENCE
        except (MemoryError, OverflowError, RecursionError) as error:
            known[key] = "not judged: " + type(error).__name__
        finally:
            signal.alarm(0)
    return known[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rust", required=True, help="program that judges one certificate per line")
    parser.add_argument("--per-field", type=int, default=20)
    parser.add_argument("--places", type=int, default=5, help="places per field at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="list accepted copies with an unexpected field")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    documents = []
    for file in options.files:
        with open(file, encoding="utf-8") as stream:
            documents.append(json.load(stream))
    made = list(mutants(documents, options.per_field, options.places, rng))
    originals = [json.dumps(d, ensure_ascii=False, separators=(",", ":"), sort_keys=True) for d in documents]
    lines = originals + [text for _, text in made]
    told = subprocess.run([options.rust, "--lines"], input="\n".join(lines) + "\n", stdout=subprocess.PIPE,
                          encoding="utf-8", check=False)
    rust = told.stdout.split("\n")[:-1]
    if len(rust) != len(lines):
        print("the first checker answered %d of %d lines" % (len(rust), len(lines)))
        return 1
    python = []
    for text in lines:
        _, reason, internal = judge(text.encode("utf-8"))
        python.append("accepted" if reason is None else ("internal: " if internal else "rejected: ") + reason)
    wrong = differences = 0
    for file, a, b in zip(options.files, rust, python):
        if not a.startswith("accepted") or not b.startswith("accepted"):
            wrong += 1
            print("%s is not accepted:\n  %s\n  %s" % (file, a, b))
    accepted, kinds, judged, unknown = (collections.Counter() for _ in range(4))
    odd, known = [], {}
    signal.signal(signal.SIGALRM, interrupt)
    allowed = re.compile("|".join("(?:%s)" % pattern for pattern in HARMLESS) + r"\Z")
    for (name, text), a, b in zip(made, rust[len(documents):], python[len(documents):]):
        kinds[name] += 1
        if a.split(":")[0] != b.split(":")[0]:
            wrong, differences = wrong + 1, differences + 1
            print("the checkers differ on a copy damaged in %s:\n  %s\n  %s\n  %s" % (name, a, b, text[:2000]))
        elif a.startswith("accepted"):
            accepted[name] += 1
            document = json.loads(text)
            for claim in document["claims"]:
                found = truth(document, claim, known)
                kind = next(iter(claim))
                judged[found.split(":")[0]] += 1
                if found == "false":
                    wrong += 1
                    print("both checkers accept a false claim, %s, damaged in %s:\n  %s" % (kind, name, text[:2000]))
                elif found != "true":
                    unknown[kind, found] += 1
            if not allowed.fullmatch(name):
                odd.append((name, a, text))
    claims = sorted({next(iter(claim)) for document in documents for claim in document["claims"]})
    print("%d certificates with %d kinds of claims (%s)" % (len(documents), len(claims), ", ".join(claims)))
    print("%d fields, %d damaged copies: %d rejected by both, %d accepted by both, %d differences"
          % (len(kinds), len(made), len(made) - sum(accepted.values()) - differences, sum(accepted.values()), differences))
    told = ", ".join("%d %s" % (judged[found], found) for found in ("true", "false", "not judged"))
    print("claims of copies that both accept, by brute force: %s (%d different ones)" % (told, len(known)))
    for kind, found in sorted(unknown):
        print("  %4d %s: %s" % (unknown[kind, found], kind, found))
    for name in sorted(accepted):
        print("  accepted %3d of %3d  %s" % (accepted[name], kinds[name], name))
    if options.list:
        for name, sentence, text in odd:
            print("\n%s\n  %s\n  %s" % (name, sentence, text[:3000]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
