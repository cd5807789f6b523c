"""The language: what a model means as one transition system (`rely compose`)."""

import json

import generate
import minimized
import relation
from elaborate import Elaboration
from lts import ERROR, TAU, Invalid, Lts, Refused
from outcome import Outcome
from reduce import partition
from syntax import model_text

NAME = "fsp"
LARGEST = {"strong": 300, "branching": 25, "weak": 60, "trace": 100, "ltsa": 60}


def generate_case(rng):
    made = generate.model(rng)
    target = made["defs"][-1]
    if generate.chance(rng, 40):
        generate.decorated(rng, target)
    case = {"model": made, "target": "S"}
    if generate.chance(rng, 40):
        case["minimize"] = rng.choice(["strong", "branching", "weak", "trace", "ltsa"])
        case["reduction"] = rng.choice(["auto", "none", "compositional"])
    return case


def bisimilar(left, right):
    """Strong bisimilarity of two systems, by refinement of their disjoint union."""
    steps, offset = {ERROR: {("ERROR!", ERROR)}}, len(left)
    for lts, base in ((left, 0), (right, offset)):
        for s, row in enumerate(lts.moves):
            steps[base + s] = {(l, t if t == ERROR else base + t) for l, t in row}
            if s == lts.end:
                steps[base + s].add(("END!", base + s))
    block = partition(steps)
    return block[0] == block[offset]


def read_lts(document):
    """An LTS from its JSON; ERROR is a state there."""
    error, end = document.get("error"), document.get("end")
    names = {}
    for s in [document["initial"]] + list(range(document["states"])):
        if s != error:
            names.setdefault(s, len(names))
    rows = [[] for _ in names]
    for s, label, t in document["transitions"]:
        if s != error:
            rows[names[s]].append((TAU if label == "tau" else label, ERROR if t == error else names[t]))
    return Lts(rows, document["alphabet"], names.get(end))


def has_sequence(model):
    return '";"' in json.dumps(model) or any(d["name"].startswith("E") for d in model["defs"])


def compare(case, tool):
    outcome = Outcome()
    elaboration = Elaboration(case["model"])
    tool.write("model.lts", model_text(case["model"]))
    try:
        ours = elaboration.lts(case["target"])
    except Refused as error:
        outcome.must_refuse(tool.run("compose", "model.lts", "--target", case["target"]), str(error))
        return outcome
    command = ["compose", "model.lts", "--target", case["target"], "--output", "composed.json"]
    if case.get("minimize"):
        return minimize(case, tool, outcome, command, ours)
    answer = tool.run(*command)
    if outcome.refused(answer):
        return outcome
    report, theirs = answer.json, read_lts(json.loads(tool.read("composed.json")))
    outcome.verdicts["ERROR reachable" if report["error_reachable"] else "no ERROR"] += 1
    outcome.verdicts["deadlock" if report["deadlock"] else "no deadlock"] += 1
    outcome.fact("alphabet", sorted(ours.alphabet), sorted(report["alphabet"]))
    outcome.fact("alphabet of the LTS", sorted(ours.alphabet), sorted(theirs.alphabet))
    outcome.fact("behavior", True, bisimilar(ours, theirs))
    outcome.fact("ERROR reachable", ours.has_error(), report["error_reachable"])
    # Of the composition: what modifiers remove or merge does not count.
    plain = elaboration.composition(elaboration.definition(case["target"]))
    stuck = any(not row and s != plain.end for s, row in enumerate(plain.moves))
    outcome.fact("deadlock", stuck, report["deadlock"])
    outcome.fact("END", ours.end is not None, report["end"] is not None)
    if not has_sequence(case["model"]):
        outcome.fact("states", len(ours), report["states"])
        outcome.fact("transitions", len(ours.transitions()), report["transitions"])
    return outcome


def minimize(case, tool, outcome, command, ours):
    """A reduction keeps its relation and the alphabet, and is the smallest."""
    name = case["minimize"]
    if len(ours) > LARGEST[name]:
        raise Invalid("too many states for a naive reduction")
    answer = tool.run(*command, "--minimize", name, "--reduction", case["reduction"])
    if outcome.refused(answer, ["E1015"] if case["reduction"] == "compositional" else []):
        return outcome
    report, theirs = answer.json["minimized"], read_lts(json.loads(tool.read("composed.json")))
    count, transitions = minimized.states(name, ours)
    outcome.verdicts["smaller" if report["states"] < len(ours) else "not smaller"] += 1
    outcome.fact("alphabet", sorted(ours.alphabet), sorted(theirs.alphabet))
    related = relation.holds("trace" if name == "ltsa" else name, ours, theirs)
    outcome.fact("minimized %s: relation" % name, True, related)
    if count is not None:
        outcome.fact("minimized %s: states" % name, count, report["states"])
        outcome.fact("minimized %s: states of the LTS" % name, count, len(theirs))
    if transitions is not None:
        outcome.fact("minimized %s: transitions" % name, transitions, report["transitions"])
    return outcome
