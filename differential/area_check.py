"""`rely check`: deadlock, safety and progress, with all four reductions."""

import generate
from checks import Checked, replays_safety, returns
from elaborate import Elaboration
from lts import Refused
from outcome import Outcome
from syntax import model_text
from system import observed_by

NAME = "check"
REDUCTIONS = ("none", "auto", "partial-order", "compositional")


def generate_case(rng):
    made = generate.model(rng)
    made["progress"] = generate.progress_tests(rng)
    target = "S"
    if generate.chance(rng, 8):
        # Without a composite, the target is the composition of all processes.
        made["defs"], target = [d for d in made["defs"] if d["kind"] == "process"], "DEFAULT"
    reductions = ["none" if generate.chance(rng, 70) else "auto", rng.choice(REDUCTIONS[2:])]
    case = {"model": made, "reductions": reductions, "target": target}
    if generate.chance(rng, 35):
        case["select"] = selection(rng, made)
    if generate.chance(rng, 10):
        case["again"] = rng.choice(["--threads", "--certificate"])
    return case


def selection(rng, model):
    """Names for `--property`, and what else is asked."""
    names = [d["name"] for d in model["defs"] if d.get("modifier") == "property"]
    names += [t["name"] for t in model["progress"]]
    if not names:
        return None
    made = {"names": generate.some(rng, names, 1, 2), "options": []}
    if generate.chance(rng, 20):
        made["only"] = rng.choice(["safety", "progress", "deadlock,safety", "progress,ltl"])
    if generate.chance(rng, 30):
        made["options"] += ["--reduction", rng.choice(REDUCTIONS)]
    if generate.chance(rng, 30):
        made["options"] += ["--certificate", "chosen.json"]
    return made


def compare(case, tool):
    outcome = Outcome()
    model, target = case["model"], case["target"]
    tool.write("model.lts", model_text(model))
    try:
        components, priority = Elaboration(model).target(target)
        checked = Checked(components, priority)
    except Refused as error:
        outcome.must_refuse(tool.run("check", "model.lts", "--target", target), str(error))
        return outcome
    for reduction in case["reductions"]:
        answer = tool.run("check", "model.lts", "--target", target, "--reduction", reduction)
        if not components:
            outcome.fact("exit code of nothing", 4, answer.code)
        elif not outcome.refused(answer):
            judge(outcome, checked, model, answer.json, reduction)
    if components and case.get("select"):
        selected(outcome, tool, checked, model, target, case["select"])
    if components and case.get("again"):
        again(outcome, tool, target, case["again"], case["reductions"])
    return outcome


def selected(outcome, tool, checked, model, target, asked):
    """Some properties and tests alone: the other properties only observe."""
    chosen, tests = [], []
    for name in asked["names"]:
        places = [i for i, c in enumerate(checked.components) if c.is_property and c.origin == name]
        named = [t for t in model["progress"] if t["name"] == name]
        if len(places) + len(named) != 1:
            return
        chosen, tests = chosen + places, tests + named
    kinds = asked["only"].split(",") if asked.get("only") else ["safety", "progress"]
    command = ["check", "model.lts", "--target", target, "--property", ",".join(asked["names"])]
    command += ["--only", asked["only"]] if asked.get("only") else []
    answer = tool.run(*command, *asked["options"])
    expected = len(chosen) * ("safety" in kinds) + len(tests) * ("progress" in kinds)
    if not expected:
        outcome.fact("exit code of nothing selected", 4, answer.code)
        return
    if outcome.refused(answer):
        return
    alone = Checked(observed_by(checked.components, chosen), checked.priority)
    names = [c["name"] for c in answer.json["components"]]
    results = answer.json["results"]
    outcome.fact("selected results", expected, len(results))
    options = asked["options"]
    reduction = options[options.index("--reduction") + 1] if "--reduction" in options else "auto"
    kept = [i for i, c in enumerate(checked.components) if not c.is_property or i in chosen]
    progress = alone.progress(tests) if tests else {}
    for result in results:
        if result["kind"] == "progress":
            one_test(outcome, alone, result, progress, tests, reduction)
            continue
        places = {i for i, name in zip(kept, names) if i in chosen and name == result["name"]}
        if outcome.fact("selected component", 1, len(places)):
            safety(outcome, alone, result, frozenset(places), reduction)
    if answer.json.get("certificate"):
        outcome.fact("certificate", "accepted", tool.run("certify", "chosen.json").json.get("verdict"))


def again(outcome, tool, target, option, reductions):
    """Several threads give the same bytes; certificates, also those of a reduction, are accepted by the independent
    checker."""
    command = ["check", "model.lts", "--target", target]
    if option == "--threads":
        outcome.fact("threads", tool.run(*command).out, tool.run(*command, option, "3").out)
        return
    for more in [], ["--only", "deadlock,safety", "--reduction", reductions[-1]]:
        answer = tool.run(*command, *more, option, "proof.json")
        if not outcome.refused(answer) and answer.json["certificate"]:
            outcome.fact("certificate", "accepted", tool.run("certify", "proof.json").json.get("verdict"))


def judge(outcome, checked, model, report, reduction):
    components = checked.components
    if not outcome.fact("components", len(components), len(report["components"])):
        return
    roles = ["property" if c.is_property else "process" for c in components]
    outcome.fact("roles", roles, [c["role"] for c in report["components"]])
    names = [c["name"] for c in report["components"]]
    if reduction == "none":
        outcome.fact("states", len(checked.graph.moves), report["states"])
    expected = {
        name for i, name in enumerate(names) if components[i].is_property or components[i].lts.has_error()
    }
    given = {r["name"] for r in report["results"] if r["kind"] == "safety"}
    outcome.fact("safety results", sorted(expected), sorted(given))
    progress = checked.progress(model["progress"])
    for result in report["results"]:
        if result["kind"] == "deadlock":
            deadlock(outcome, checked, result, reduction)
        elif result["kind"] == "safety":
            positions = frozenset(i for i, name in enumerate(names) if name == result["name"])
            safety(outcome, checked, result, positions, reduction)
        elif result["kind"] == "progress":
            one_test(outcome, checked, result, progress, model["progress"], reduction)


def is_shortest(reduction):
    return reduction in ("none", "auto")


def says_nothing(outcome, result, reduction):
    """A reduction may not apply to a system, and then says why."""
    reason = result["reason"] or ""
    if is_shortest(reduction) or result["verdict"] != "unknown" or reason.startswith("cut off"):
        return False
    outcome.verdicts["not applicable"] += 1
    return True


def deadlock(outcome, checked, result, reduction):
    key = "%s: deadlock" % reduction
    if says_nothing(outcome, result, reduction):
        return
    if not outcome.verdict(key, checked.deadlock, result["verdict"]):
        return
    if checked.deadlock == "holds" and is_shortest(reduction):
        outcome.fact(key + " vacuous", checked.only_properties_move(), result["vacuous"])
    if checked.deadlock != "violated":
        return
    reached = checked.graph.after(result["trace"])
    outcome.fact(key + " trace", True, any(checked.graph.is_deadlock(v) for v in reached))
    if is_shortest(reduction):
        outcome.fact(key + " length", checked.depths["deadlock"], len(result["trace"]))


def safety(outcome, checked, result, positions, reduction):
    """Components of one name share a result: the worst."""
    key = "%s: safety" % reduction
    if says_nothing(outcome, result, reduction):
        return
    found = {checked.safety[i] for i in positions}
    ours = next(v for v in ("violated", "unknown", "holds") if v in found)
    if not outcome.verdict(key, ours, result["verdict"], "safety of " + result["name"]):
        return
    if ours == "holds" and len(positions) == 1:
        outcome.fact(key + " vacuous", checked.is_vacuous(min(positions)), result["vacuous"])
    if ours != "violated":
        return
    outcome.fact(key + " trace", True, replays_safety(checked.graph, result["trace"], positions))
    if is_shortest(reduction):
        least = min(checked.depths["safety"].get(i, 1 << 30) for i in positions)
        outcome.fact(key + " length", least, len(result["trace"]))


def one_test(outcome, checked, result, progress, tests, reduction):
    key = "%s: progress" % reduction
    if result["name"] not in progress:
        outcome.differ(key + " name", "no test is called " + result["name"])
        return
    ours, bad = progress[result["name"]]
    if not outcome.verdict(key, ours, result["verdict"], "progress " + result["name"]):
        return
    conditional = [t for t in tests if t["name"] == result["name"] and t.get("if")]
    if ours == "holds" and conditional:
        outcome.fact(key + " vacuous", not checked.condition_occurs(conditional[0]), result["vacuous"])
    if ours != "violated":
        return
    reached = checked.graph.after(result["trace"])
    is_run = any(
        v in members
        and (
            returns(checked.graph, v, result["cycle"], members)
            and (result["cycle"] or not checked.graph.moves[v])
        )
        for members in bad
        for v in reached
    )
    outcome.fact(key + " run", True, is_run)
