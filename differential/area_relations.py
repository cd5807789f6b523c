"""`rely compare`: the seven relations."""

import generate
import relation
import tables
from elaborate import Elaboration
from outcome import Outcome
from syntax import model_text

NAME = "relations"
HIDDEN = "t"


def generate_case(rng):
    labels = ["a", "b", "c"][: rng.choice([1, 2, 2, 3])]
    endings = rng.choice([["STOP"], ["STOP", "END"], ["STOP", "END", "ERROR"], []])
    all_labels = labels + [HIDDEN]
    rows = tables.random_table(rng, all_labels, rng.choice([1, 2, 3, 3, 4]), endings, rng.choice([1, 2, 3]))
    other = rows
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        other = tables.preserving(rng, other, HIDDEN)
    for _ in range(rng.choice([0, 0, 1, 1, 1, 2])):
        other = tables.edited(rng, other, all_labels, endings)
    if generate.chance(rng, 50):
        rows, other = other, rows
    modifiers = lambda: rng.choice(["minimal", "deterministic"]) if generate.chance(rng, 10) else None
    defs = [
        tables.process("L", rows, hide=["\\", [HIDDEN]], modifier=modifiers()),
        tables.process("R", other, hide=["\\", [HIDDEN]], modifier=modifiers()),
    ]
    for definition in defs:
        if generate.chance(rng, 4):
            # Systems that are over before they begin.
            ending = rng.choice(["STOP", "END", "ERROR"])
            definition["locals"], definition["hide"] = [[definition["name"], ["ref", [], ending]]], None
    if generate.chance(rng, 25):
        defs = [part for definition in defs for part in inside(rng, definition, all_labels)]
    case = {"model": {"defs": defs}, "relations": sorted(rng.sample(relation.ALL, 3))}
    if generate.chance(rng, 10):
        case["certify"] = True
    return case


def inside(rng, definition, labels):
    """The process in a composite with priority, perhaps next to another process and a property."""
    side = definition["name"]
    process, parts = dict(definition, name=side + "0"), [{"ref": side + "0"}]
    process["locals"] = [[side + "0", ["ref", [], side]]] + process["locals"]
    hidden, defs = process.pop("hide", None), []
    if generate.chance(rng, 50):
        rows = tables.random_table(rng, generate.some(rng, labels, 1, 2), rng.choice([1, 2]), ["STOP"], 2)
        defs.append(tables.process(side + "H", rows))
        parts.append({"ref": side + "H"})
    if generate.chance(rng, 30):
        observed = generate.some(rng, labels + ["e"], 1, 2)
        defs.append(generate.observer(rng, side + "O", observed, 90))
        parts.append({"ref": side + "O"})
    made = {"kind": "composite", "name": side, "modifier": None, "body": {"group": parts}, "hide": hidden}
    if generate.chance(rng, 70):
        made["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, labels + ["e"], 1, 2)]
    return defs + [rename(process, side), made]


def rename(process, side):
    """Its own states must not have the name of the composite."""
    locals_ = [[side + "X" if name == side else name, renamed(body, side)] for name, body in process["locals"]]
    return dict(process, locals=locals_)


def renamed(body, side):
    if body[0] == "ref":
        return ["ref", body[1], side + "X" if body[2] == side else body[2]]
    return ["choice", [[labels, renamed(then, side)] for labels, then in body[1]]]


def compare(case, tool):
    outcome = Outcome()
    elaboration = Elaboration(case["model"])
    tool.write("model.lts", model_text(case["model"]))
    left, right = elaboration.lts("L"), elaboration.lts("R")
    for name in case["relations"]:
        more = ["--certificate", "proof.json"] if case.get("certify") else []
        answer = tool.run("compare", "model.lts", "--left", "L", "--right", "R", "--relation", name, *more)
        if outcome.refused(answer):
            continue
        if answer.json.get("certificate"):
            outcome.fact("certificate", "accepted", tool.run("certify", "proof.json").json.get("verdict"))
        ours = "holds" if relation.holds(name, left, right) else "violated"
        if outcome.verdict(name, ours, answer.json["verdict"]) and ours == "violated":
            evidence(outcome, name, left, right, answer.json["trace"])
    return outcome


def evidence(outcome, name, left, right, trace):
    """A trace is shown with the action that only one side has, or ends where only one side is in ERROR."""
    if name not in ("trace", "trace-inclusion"):
        return
    trace = [label for label in trace if label != "tau"]
    found = [(left, right, relation.missing_trace(left, right))]
    if name == "trace":
        found.append((right, left, relation.missing_trace(right, left)))
    shown = [only_left(one, other, trace) for one, other, _ in found]
    outcome.fact(name + " run", True, any(shown))
    if name == "trace-inclusion" and shown[0]:
        # Entering ERROR counts as a step.
        outcome.fact(name + " length", len(found[0][2]), len(trace) + (shown[0] == "ERROR"))


def only_left(left, right, trace):
    """How the trace tells the left from the right: it has it alone, or only it can be in ERROR after it."""
    mine, yours = relation.closure(left, {0}), relation.closure(right, {0})
    for label in trace:
        mine, yours = relation.next_set(left, mine, label), relation.next_set(right, yours, label)
    if mine and not yours:
        return "trace"
    return "ERROR" if relation.ERROR in mine and relation.ERROR not in yours else ""
