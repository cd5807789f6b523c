"""Certificates of programs: both checkers, and damaged copies."""

import copy
import hashlib
import json
import os
import random
import re
import subprocess
import sys

from c_oracle import KINDS

CHECKER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "checker")
# The second checker is slow: larger certificates are judged by the first one alone.
MOST_BYTES = 60000
COPIES = 6
# How the text of a check says its kind.
KIND = re.compile(r"(?:^|: )(%s): " % "|".join(KINDS.values()))


def check(outcome, tool, file, executed, second):
    """The first checker accepts a certificate; so does the second one, and they agree about damaged copies."""
    answer = tool.run("certify", file)
    outcome.fact("certificate", "accepted", answer.json.get("verdict"), (answer.out or answer.err)[:600])
    outcome.verdicts["certificate"] += 1
    text = tool.read(file)
    if not second or len(text) > MOST_BYTES:
        return
    document = json.loads(text)
    names = [file]
    for number, damaged in enumerate(damages(document, COPIES)):
        names.append("damaged%d.json" % number)
        tool.write(names[-1], damaged)
    told = by_second(tool, names)
    for name, verdict in zip(names, told):
        if verdict == "too large":
            outcome.verdicts["certificate too large for the second checker"] += 1
            continue
        if name == file:
            outcome.fact("certificate, second checker", "accepted", verdict)
            continue
        first = tool.run("certify", name).json.get("verdict")
        outcome.fact("damaged certificate, two checkers", first, verdict)
        outcome.verdicts["damaged and " + str(first)] += 1
        if first == "accepted":
            outcome.fact("damaged certificate, truth", [], untrue(document, tool.read(name), executed))


def by_second(tool, names):
    """The verdicts of the checker in Python."""
    told = []
    for name in names:
        command = [sys.executable, "-B", CHECKER, name]
        done = subprocess.run(command, cwd=tool.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        said = done.stdout.decode("utf-8", "replace")
        if "too large to be checked" in said:
            told.append("too large")
        else:
            told.append(said.split(":")[0] if said.startswith(("accepted: ", "rejected: ")) else "no answer")
    return told


def untrue(original, text, executed):
    """What an accepted copy says of the same program although execution refutes it."""
    document, wrong, safe = json.loads(text), [], set()
    if document["programs"] != original["programs"]:
        return wrong
    names = [KIND.search(check) for check in document["programs"][0]["checks"]]
    names = [found.group(1) if found else "" for found in names]
    for claim in document["claims"]:
        kind, content = next(iter(claim.items()))
        if kind == "program-safety":
            safe.update(content["checks"])
        elif names[content["check"]] and names[content["check"]] not in executed["failing"]:
            wrong.append("%s is violated" % names[content["check"]])
    for name in executed["failing"]:
        # Executions refute a kind of check, not its places.
        numbers = [number for number, own in enumerate(names) if own == name]
        if numbers and safe.issuperset(numbers):
            wrong.append("%s holds" % name)
    return wrong


def damages(document, count):
    """Copies of a certificate with one other value, or one value less; digests are repaired."""
    rng = random.Random(document["digest"])
    found = [path for path in places(document, ()) if path and path[-1] != "digest"]
    for _ in range(count):
        made = copy.deepcopy(document)
        path = rng.choice(found)
        inside = made
        for step in path[:-1]:
            inside = inside[step]
        value = inside[path[-1]]
        if isinstance(value, int):
            inside[path[-1]] = max(0, value + rng.choice((-2, -1, 1, 2)))
        elif isinstance(value, str):
            inside[path[-1]] = rng.choice((value[::-1], value[1:], "0" * len(value), "1".rjust(len(value), "0")))
        elif isinstance(inside, list) and rng.random() < 0.5:
            del inside[path[-1]]
        elif isinstance(inside, list):
            other = rng.randrange(len(inside))
            inside[path[-1]], inside[other] = inside[other], value
        elif isinstance(value, list):
            inside[path[-1]] = value[: len(value) // 2]
        elif value is not None and len(value) == 1:
            # Another kind of claim or operation.
            inside[path[-1]] = {rng.choice(("and", "or", "xor", "add", "sub", "ult", "slt")): v for v in value.values()}
        for program in made.get("programs") or []:
            if isinstance(program, dict):
                program["digest"] = digest(program)
        made["digest"] = digest(made)
        yield json.dumps(made, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def places(value, path):
    yield path
    pairs = sorted(value.items()) if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, path + (key,))


def digest(value):
    """The digest of an object, as the book's page about the format defines it."""
    text = json.dumps(dict(value, digest=""), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
