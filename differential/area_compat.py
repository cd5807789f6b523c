"""`rely compat`: containment by definition, compatibility of the new system, and the verdict."""

import copy

import generate
import tables
from area_fsp import read_lts
from checks import Checked
from elaborate import Elaboration
from lts import ERROR, TAU
from outcome import Outcome
from syntax import model_text
from system import Graph, observed_by
from upgrade import Containment, interface, required

NAME = "compat"
LABELS = ["a", "b", "c"]
# The definitions of a version.
VERSION = ("A", "Q", "H", "I")


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
    old_version, new_version = [old_version], [new_version]
    if generate.chance(rng, 25):
        old_version, new_version = inside_composite(rng, old_version[0]), inside_composite(
            rng, new_version[0]
        )
    defs, elements = [], [instance(rng, k) for k in range(rng.choice([1, 1, 2]))]
    for i in range(rng.choice([0, 1, 1, 2])):
        own = generate.some(rng, LABELS + ["x.a", "n"], 1, 2)
        defs.append(tables.process("P%d" % i, tables.random_table(rng, own, rng.choice([1, 2]), [], 2)))
        elements.append({"ref": "P%d" % i})
    for i in range(rng.choice([0, 1, 1, 2])):
        observed = generate.some(rng, LABELS + ["x.a"], 1, 2) + (["e"] if generate.chance(rng, 15) else [])
        defs.append(generate.observer(rng, "R%d" % i, observed, rng.choice([75, 90, 100])))
        elements.append({"ref": "R%d" % i})
    target = {"kind": "composite", "name": "S", "modifier": None, "body": {"group": elements}}
    if generate.chance(rng, 10):
        target["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, LABELS + ["e"], 1, 1)]
    forbid = []
    if generate.chance(rng, 20):
        rows = tables.random_table(rng, labels, rng.choice([1, 2]), ["STOP", "END"], 1)
        forbid = [tables.process("FB", rows)]
    model = {"defs": old_version + defs + forbid + [target]}
    case = {"model": model, "new": new_version, "forbid": bool(forbid), "options": []}
    if generate.chance(rng, 30):
        case["options"] += ["--engine", rng.choice(["direct", "learn"])]
    if generate.chance(rng, 10):
        case["options"].append("--no-system")
    elif generate.chance(rng, 30):
        case["options"].append("--no-portfolio")
    if generate.chance(rng, 15):
        case["certify"] = True
    observers = [e["ref"] for e in elements if e["ref"].startswith("R")]
    if observers and "--no-system" not in case["options"] and generate.chance(rng, 15):
        case["only"] = rng.choice(observers)
    return case


def inside_composite(rng, version):
    """The version as a composite: the process, perhaps with a property, a helper and hidden actions."""
    version["name"], version["locals"][0][0] = "Q", "Q"
    for _, body in version["locals"]:
        rename_start(body)
    defs, parts = [version], [{"ref": "Q"}]
    if generate.chance(rng, 50):
        rows = tables.random_table(rng, generate.some(rng, LABELS, 1, 2), rng.choice([1, 2]), [], 2)
        defs.append(tables.process("H", rows))
        parts.append({"ref": "H"})
    if generate.chance(rng, 60):
        own = ["e"] if generate.chance(rng, 25) else []
        defs.append(generate.observer(rng, "I", generate.some(rng, LABELS, 1, 2) + own, 85))
        parts.append({"ref": "I"})
    made = {"kind": "composite", "name": "A", "modifier": None, "body": {"group": parts}}
    if generate.chance(rng, 15):
        made["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, LABELS + ["e"], 1, 1)]
    if generate.chance(rng, 25):
        made["hide"] = ["\\", generate.some(rng, LABELS, 1, 1)]
    return defs + [made]


def rename_start(body):
    """References to the process by its old name."""
    if body[0] == "ref":
        body[2] = "Q" if body[2] == "A" else body[2]
    else:
        for _, then in body[1]:
            rename_start(then)


def instance(rng, k):
    made = {"ref": "A"}
    pick = rng.randrange(100)
    pairs = rng.choice([1, 1, 2])
    if k == 1 or pick < 20:
        made["prefix"] = ["x"]
        if generate.chance(rng, 50):
            made["relabel"] = [[rng.choice(LABELS), "x." + rng.choice(LABELS + ["n"])] for _ in range(pairs)]
    elif pick < 35:
        made["relabel"] = [[rng.choice(LABELS), rng.choice(LABELS + ["n"])] for _ in range(pairs)]
    elif pick < 40:
        made["share"] = ["x", "y"]
    return made


def compare(case, tool):
    outcome = Outcome()
    old = case["model"]
    new = {"defs": case["new"] + [d for d in old["defs"] if d["name"] not in VERSION]}
    tool.write("old.lts", model_text(old))
    tool.write("new.lts", model_text({"defs": case["new"]}))
    before, later = Elaboration(old), Elaboration(new)
    baseline, candidate = bare(old), bare(new)
    command = ["compat", "--baseline", "old.lts:A", "--candidate", "new.lts:A", "--target", "S", "--no-store"]
    command += case["options"] + (["--forbid", "FB"] if case["forbid"] else [])
    alone = "--no-system" in case["options"]
    if alone:
        command = [word for word in command if word not in ("--target", "S")]
    command += ["--property", case["only"]] if case.get("only") else []
    command += ["--certificate", "proof.json"] if case.get("certify") else []
    answer = tool.run(*command)
    if outcome.refused(answer):
        return outcome
    report = answer.json
    if report.get("certificate"):
        outcome.fact("certificate", "accepted", tool.run("certify", "proof.json").json.get("verdict"))
    shared = interface(baseline, candidate, [] if alone else neighbors(without_observers(new)))
    given = frozenset(report["containment"]["interface"])
    outcome.fact("interface", sorted(shared), sorted(given))
    needed = required(baseline, [before.lts("FB")] if case["forbid"] else [])
    containment = contained(outcome, needed, candidate, shared, report)
    parts, priority = target(later, alone)
    # The properties inside the version are always checked.
    names = (case.get("only"), "I")
    asked = [i for i, c in enumerate(parts) if c.origin in names] if case.get("only") else None
    stuck = not alone and newly_stuck(target(before, alone), (parts, priority), names, asked)
    compatible = compatibility(outcome, parts, priority, report, asked, stuck)
    deadlocks(outcome, report, target(before, alone), (parts, priority))
    if compatible is None:
        return outcome
    verdict = (
        "incompatible" if not compatible else "replaceable" if containment else "replaceable-with-losses"
    )
    outcome.verdict("verdict", verdict, report["verdict"])
    return outcome


def bare(model):
    """The version as one LTS, without the properties inside it."""
    return Elaboration(without_observers(model)).lts("A")


def without_observers(model):
    """The model without the properties inside the version. With priorities their actions stay possible."""
    model = copy.deepcopy(model)
    observers = {d["name"] for d in model["defs"] if d.get("modifier") == "property"}
    inside = []
    for definition in model["defs"]:
        if definition["name"] == "A" and definition["kind"] == "composite":
            group = definition["body"]["group"]
            inside = [e["ref"] for e in group if e["ref"] in observers]
            if not definition.get("priority"):
                definition["body"]["group"] = [e for e in group if e["ref"] not in observers]
                inside = []
    allowing = lambda d: tables.process(d["name"], [[0, label, 0] for label in d["extend"]])
    model["defs"] = [allowing(d) if d["name"] in inside else d for d in model["defs"]]
    return model


def target(elaboration, alone):
    """Components and priority of the system, or of the version alone."""
    return elaboration.target("A" if alone else "S")


def neighbors(model):
    """For every instance: its reference, and the components next to it."""
    elaboration = Elaboration(model)
    elements = model["defs"][-1]["body"]["group"]
    parts = [elaboration.element(e) for e in elements]
    found = []
    for k, element in enumerate(elements):
        if element["ref"] == "A":
            # Properties observe, also those inside of other instances; they are not part of the environment.
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
        outcome.fact(
            "missing traces are lost", [], [t for t in given["missing"] if not question.is_loss(tuple(t))]
        )
        outcome.fact("shortest loss", len(loss), min(len(t) for t in given["missing"]))
    if report["candidate_with_missing"]:
        machine = read_lts(report["candidate_with_missing"])
        outcome.fact("completed component", None, question.union_differs(machine))
    return loss is None


def newly_stuck(old, new, names, asked):
    """Is there a run of the new system into a deadlock after whose actions the old system is in none? What the old
    system does not know does not move it. Properties that are not asked for only observe."""
    graphs = []
    for parts, priority in (old, new):
        if asked is not None:
            parts = observed_by(parts, [i for i, c in enumerate(parts) if c.origin in names])
        graphs.append(Graph(parts, priority))
    old, new = graphs
    known = {label for component in old.components for label in component.lts.alphabet}

    def silently(vectors):
        found, todo = set(vectors), list(vectors)
        while todo:
            more = {t for l, t, _ in old.moves[todo.pop()] if l == TAU and t != ERROR} - found
            found |= more
            todo.extend(more)
        return frozenset(found)

    start = (new.start, silently({old.start}))
    seen, todo = {start}, [start]
    while todo:
        vector, others = todo.pop()
        if new.is_deadlock(vector) and not any(old.is_deadlock(other) for other in others):
            return True
        for label, to, _ in new.moves[vector]:
            if to == ERROR:
                continue
            after = others
            if label in known:
                after = silently(
                    {t for v in others for l, t, _ in old.moves[v] if l == label and t != ERROR}
                )
            if (to, after) not in seen:
                seen.add((to, after))
                todo.append((to, after))
    return False


def compatibility(outcome, parts, priority, report, asked, stuck):
    """Is no property violated (or none of those asked for), no ERROR of an instance entered, and no new deadlock? None
    if there is nothing to satisfy."""
    given = report["compatibility"]
    if asked is not None:
        parts = observed_by(parts, asked)
    properties = [c for i, c in enumerate(parts) if c.is_property and (asked is None or i in asked)]
    # All properties observe at once: one that cuts off another is itself violated.
    is_violated = Graph(parts, priority).reaches_error()
    has_obligation = bool(properties) or any(c.lts.has_error() for c in parts)
    if given is None:
        outcome.fact("something to satisfy", has_obligation, False)
        return True if not has_obligation else None
    if given["verdict"] == "unknown":
        outcome.verdicts["unknown"] += 1
        return None
    is_violated = is_violated or stuck
    outcome.verdict("compatibility", "violated" if is_violated else "holds", given["verdict"])
    return not is_violated


def deadlocks(outcome, report, old, new):
    """The deadlocks of both systems, as `rely check` finds them."""
    given = (report["compatibility"] or {}).get("deadlock")
    if not given:
        return
    for name, system in (("baseline", old), ("candidate", new)):
        ours = Checked(*system).deadlock
        if ours != "unknown":
            outcome.fact("deadlock of the %s" % name, ours, given[name])
