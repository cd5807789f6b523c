"""`rely compat`: containment by definition, compatibility by checking the new system, and the table of verdicts."""

import copy

import generate
import systems
import tables
from area_fsp import read_lts
from elaborate import Elaboration
from outcome import Outcome
from syntax import model_text
from system import Component, Graph
from upgrade import Containment, interface, required

NAME = "compat"
LABELS = ["a", "b", "c"]


def generate_case(rng):
    labels = generate.some(rng, LABELS, 1, 3)
    endings = rng.choice([[], [], ["STOP"], ["STOP", "END"], ["STOP", "ERROR"]])
    rows = tables.random_table(rng, labels, rng.choice([1, 2, 2, 3]), endings, 2)
    new = rows
    more = sorted(set(labels) | set(generate.some(rng, LABELS + ["n"], 1, 2)))
    for _ in range(rng.choice([0, 1, 1, 2])):
        new = tables.preserving(rng, new, "t")
    for _ in range(rng.choice([0, 1, 1, 2])):
        new = tables.edited(rng, new, more, endings if generate.chance(rng, 50) else [])
    hiding = ["\\", ["t"]]
    old_version = tables.process("A", rows, hide=hiding if any(l == "t" for _, l, _ in rows) else None)
    new_version = tables.process("A", new, hide=hiding if any(l == "t" for _, l, _ in new) else None)
    for version in (old_version, new_version):
        if generate.chance(rng, 15):
            version["extend"] = generate.some(rng, LABELS + ["n"], 1, 1)
    defs, elements = [], [instance(rng, k) for k in range(rng.choice([1, 1, 2]))]
    for i in range(rng.choice([0, 1, 1, 2])):
        own = generate.some(rng, LABELS + ["x.a", "n"], 1, 2)
        defs.append(tables.process("P%d" % i, tables.random_table(rng, own, rng.choice([1, 2]), [], 2)))
        elements.append({"ref": "P%d" % i})
    for i in range(rng.choice([0, 1, 1, 2])):
        observed = generate.some(rng, LABELS + ["x.a"], 1, 2)
        defs.append(generate.observer(rng, "R%d" % i, observed, rng.choice([75, 90, 100])))
        elements.append({"ref": "R%d" % i})
    target = {"kind": "composite", "name": "S", "modifier": None, "body": {"group": elements}}
    if generate.chance(rng, 10):
        target["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, LABELS, 1, 1)]
    forbid = []
    if generate.chance(rng, 20):
        rows = tables.random_table(rng, labels, rng.choice([1, 2]), ["STOP", "END"], 1)
        forbid = [tables.process("FB", rows)]
    model = {"defs": [old_version] + defs + forbid + [target]}
    case = {"model": model, "new": new_version, "forbid": bool(forbid), "options": []}
    if generate.chance(rng, 30):
        case["options"] += ["--engine", rng.choice(["direct", "learn"])]
    if generate.chance(rng, 10):
        case["options"].append("--no-system")
    elif generate.chance(rng, 30):
        case["options"].append("--no-portfolio")
    return case


def instance(rng, k):
    made = {"ref": "A"}
    pick = rng.randrange(100)
    if k == 1 or pick < 20:
        made["prefix"] = ["x"]
        if generate.chance(rng, 50):
            made["relabel"] = [[rng.choice(LABELS), "x." + rng.choice(LABELS + ["n"])]]
    elif pick < 35:
        made["relabel"] = [[rng.choice(LABELS), rng.choice(LABELS + ["n"])]]
    elif pick < 40:
        made["share"] = ["x", "y"]
    return made


def compare(case, tool):
    outcome = Outcome()
    old = case["model"]
    new = copy.deepcopy(old)
    new["defs"] = [case["new"] if d["name"] == "A" else d for d in new["defs"]]
    tool.write("old.lts", model_text(old))
    tool.write("new.lts", model_text({"defs": [case["new"]]}))
    before, later = Elaboration(old), Elaboration(new)
    baseline, candidate = before.lts("A"), later.lts("A")
    command = ["compat", "--baseline", "old.lts:A", "--candidate", "new.lts:A", "--target", "S", "--no-store"]
    command += case["options"] + (["--forbid", "FB"] if case["forbid"] else [])
    alone = "--no-system" in case["options"]
    if alone:
        command = [word for word in command if word not in ("--target", "S")]
    answer = tool.run(*command)
    if outcome.refused(answer):
        return outcome
    report = answer.json
    shared = interface(baseline, candidate, [] if alone else neighbors(later, new))
    outcome.fact("interface", sorted(shared), sorted(report["containment"]["interface"]))
    needed = required(baseline, [before.lts("FB")] if case["forbid"] else [])
    containment = contained(outcome, needed, candidate, shared, report)
    parts, priority = target(later, alone)
    compatible = compatibility(outcome, parts, priority, candidate, report)
    if compatible is None:
        return outcome
    verdict = "incompatible" if not compatible else "replaceable" if containment else "replaceable-with-losses"
    outcome.verdict("verdict", verdict, report["verdict"])
    return outcome


def target(elaboration, alone):
    """Components and priority of the system, or of the version alone."""
    return ([Component(elaboration.lts("A"), False, "A")], None) if alone else elaboration.target("S")


def neighbors(elaboration, model):
    """For every instance: its reference, and the components next to it."""
    elements = model["defs"][-1]["body"]["group"]
    parts = [elaboration.element(e) for e in elements]
    found = []
    for k, element in enumerate(elements):
        if element["ref"] == "A":
            # Properties observe; they are not part of the environment.
            others = [c for j, part in enumerate(parts) if j != k for c in part if not c.is_property]
            found.append((element, others))
    return found


def contained(outcome, needed, candidate, shared, report):
    """Compares containment and its evidence; returns whether it holds."""
    given = report["containment"]
    if needed is None:
        outcome.verdict("containment", "holds", given["verdict"])
        return True
    question = Containment(needed, candidate, shared)
    loss = question.first_loss()
    if not outcome.verdict("containment", "violated" if loss is not None else "holds", given["verdict"]):
        return loss is None
    if loss is not None:
        outcome.fact("missing traces are lost", [], [t for t in given["missing"] if not question.is_loss(tuple(t))])
        outcome.fact("shortest loss", len(loss), min(len(t) for t in given["missing"]))
    if report["candidate_with_missing"]:
        machine = read_lts(report["candidate_with_missing"])
        outcome.fact("completed component", None, question.union_differs(machine))
    return loss is None


def compatibility(outcome, parts, priority, candidate, report):
    """Is no property violated, and no ERROR of an instance entered? None if there is nothing to satisfy."""
    given = report["compatibility"]
    properties = [c for c in parts if c.is_property]
    # All properties observe at once: one that cuts off another is itself violated.
    is_violated = Graph(parts, priority).reaches_error()
    has_obligation = bool(properties) or candidate.has_error()
    if given is None:
        outcome.fact("something to satisfy", has_obligation, False)
        return True if not has_obligation else None
    if given["verdict"] == "unknown":
        outcome.verdicts["unknown"] += 1
        return None
    outcome.verdict("compatibility", "violated" if is_violated else "holds", given["verdict"])
    return not is_violated
