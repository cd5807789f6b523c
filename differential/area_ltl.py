"""Asserts with fluents, under fair choice and without it (`rely check --only ltl`)."""

import generate
from elaborate import Elaboration
from formula import TRUE, core, has_run, is_likely, temporal
from lts import Lts, Refused
from outcome import Outcome
from runs import BEYOND, Observed, Runs, continuations, word
from syntax import model_text
from system import Component, Graph, observed_by

NAME = "ltl"
LABELS = ["a", "b", "c"]
MOST_TEMPORAL = 5


def formula(rng, fluents, depth):
    """A random formula; the usual patterns are frequent."""
    atom = lambda: (
        ["f", rng.choice(fluents)]
        if fluents and generate.chance(rng, 40)
        else ["a", generate.some(rng, LABELS, 1, 2)]
    )
    if depth == 0:
        return atom()
    sub = lambda: formula(rng, fluents, depth - 1)
    pick = rng.randrange(100)
    if pick < 12:
        return ["G", ["imp", atom(), ["F", atom()]]]
    if pick < 18:
        return ["G", ["F", sub()]]
    if pick < 24:
        return ["F", ["G", sub()]]
    if pick < 32:
        return ["imp", ["G", ["F", atom()]], ["G", ["F", sub()]]]
    if pick < 44:
        return [rng.choice(["F", "G"]), sub()]
    if pick < 52:
        return ["X", sub()]
    if pick < 60:
        return ["not", sub()]
    if pick < 75:
        return [rng.choice(["U", "W"]), sub(), sub()]
    return [rng.choice(["and", "or", "imp", "iff"]), sub(), sub()]


def generate_case(rng):
    defs = []
    endings = rng.choice([[], [], ["STOP"], ["END"], ["STOP", "END", "ERROR"]])
    count = rng.choice([1, 1, 2])
    for i in range(count):
        defs.append(
            generate.process(rng, "P%d" % i, generate.some(rng, LABELS + ["d"], 1, 3), endings, plain=True)
        )
        if generate.chance(rng, 50):
            defs[-1]["extend"] = LABELS
        if generate.chance(rng, 20):
            defs[-1]["hide"] = ["\\", generate.some(rng, LABELS + ["d"], 1, 1)]
    names = [d["name"] for d in defs]
    if generate.chance(rng, 20):
        # An action that nobody else knows happens at any time.
        own = ["e"] if generate.chance(rng, 35) else []
        observed = generate.some(rng, LABELS, 0 if own else 1, 2) + own
        defs.append(generate.observer(rng, "R0", observed, 90))
        names.append("R0")
    target = {
        "kind": "composite",
        "name": "S",
        "modifier": None,
        "body": {"group": [{"ref": n} for n in names]},
    }
    if generate.chance(rng, 15):
        target["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, LABELS, 1, 1)]
        defs[0]["extend"] = LABELS
        defs[0].pop("hide", None)
    fluents = []
    for i in range(rng.choice([0, 1, 1, 2])):
        on = generate.some(rng, LABELS, 1, 2)
        off = [l for l in LABELS + ["d"] if l not in on and generate.chance(rng, 60)] or ["z"]
        if off == ["z"]:
            off = [l for l in LABELS if l not in on][:1]
        fluents.append({"name": "F%d" % i, "on": on, "off": off, "initially": generate.chance(rng, 40)})
    asserts = []
    while len(asserts) < 2:
        made = formula(rng, [f["name"] for f in fluents], rng.choice([1, 2, 2, 3]))
        if len(temporal(core(made))) <= MOST_TEMPORAL:
            asserts.append(["A%d" % len(asserts), made])
    model = {"defs": defs + [target], "progress": [], "fluents": fluents, "asserts": asserts}
    case = {"model": model, "fair": generate.chance(rng, 60), "asked": question(rng, names)}
    if generate.chance(rng, 10):
        case["certify"] = True
    return case


def question(rng, names):
    """Options that say what is checked: asserts alone, by name, with a property, or with everything."""
    pick = rng.randrange(100)
    if pick < 40:
        return ["--only", "ltl"]
    chosen = ["A0"] if pick < 60 else ["A0", "A1"]
    if "R0" in names and generate.chance(rng, 30):
        chosen.append("R0")
    made = ["--property", ",".join(chosen)] if pick < 80 else []
    if pick >= 90 or generate.chance(rng, 20):
        made += ["--only", rng.choice(["ltl,progress", "ltl,safety", "ltl", "deadlock,ltl"])]
    return made


def compare(case, tool):
    outcome = Outcome()
    model, asked = case["model"], case["asked"]
    tool.write("model.lts", model_text(model))
    try:
        components, priority = Elaboration(model).target("S")
    except Refused as error:
        outcome.must_refuse(tool.run("check", "model.lts", "--target", "S"), str(error))
        return outcome
    options = [] if case["fair"] else ["--no-fair-choice"]
    options += ["--certificate", "proof.json"] if case.get("certify") else []
    answer = tool.run("check", "model.lts", "--target", "S", *asked, *options)
    if outcome.refused(answer):
        return outcome
    components = observed_by(components, with_error(components, asked))
    formulas = dict(model["asserts"])
    results = [result for result in answer.json["results"] if result["kind"] == "ltl"]
    expected = [n for n in formulas if "--property" not in asked or n in named(asked, "--property")]
    outcome.fact("asserts", expected, [result["name"] for result in results])
    graph = Graph(components, priority)
    for result in results:
        observed = Observed(formulas[result["name"]], model["fluents"])
        runs = Runs(graph, observed)
        if runs.free and priority:
            # Priority sees free actions like others.
            loops = Lts([[(l, 0) for l in runs.free]], runs.free)
            runs = Runs(Graph(components + [Component(loops)], priority), observed)
        judge(outcome, runs, result, case["fair"])
    if answer.json.get("certificate"):
        outcome.fact("certificate", "accepted", tool.run("certify", "proof.json").json.get("verdict"))
    return outcome


def named(asked, option):
    return asked[asked.index(option) + 1].split(",") if option in asked else []


def with_error(components, asked):
    """The places of the properties whose ERROR ends a run: those that are named, and without names all, if deadlock
    or safety is asked for."""
    chosen, kinds = named(asked, "--property"), named(asked, "--only")
    everything = not chosen and (not kinds or "deadlock" in kinds or "safety" in kinds)
    return [i for i, c in enumerate(components) if everything or c.origin in chosen]


def violated(runs, is_fair):
    chain = runs.chain(is_fair)
    decide = is_likely if is_fair else has_run
    return decide(chain, runs.observed.formula, False)


def is_cut_off(runs):
    """Could a run into ERROR be continued so that it violates the formula?"""
    if not runs.graph.reaches_error():
        return False
    both = ("and", ("U", TRUE, BEYOND), ("not", runs.observed.formula))
    return has_run(runs.chain_beyond_error(), both, True)


def judge(outcome, runs, result, is_fair):
    key = "fair" if is_fair else "unfair"
    ours = "violated" if violated(runs, is_fair) else "unknown" if is_cut_off(runs) else "holds"
    if ours == "unknown" and result["verdict"] == "violated":
        # A prefix that nothing can repair is a violation, even if every run then enters ERROR.
        outcome.verdicts["violated"] += 1
        outcome.fact(
            key + " prefix", True, is_run(runs, result) and is_hopeless(runs.observed, result["trace"])
        )
        return
    if ours == "holds" and result["verdict"] == "unknown" and runs.graph.reaches_error():
        # Allowed: that no continuation matters is more than the definition asks for.
        outcome.verdicts["unknown"] += 1
        return
    if outcome.verdict(key, ours, result["verdict"], "assert " + result["name"]) and ours == "violated":
        outcome.fact(key + " run", True, is_run(runs, result) and refutes(runs, result))


def is_run(runs, result):
    """Is it a run of the system, with a cycle that can be repeated?"""
    for vector in runs.after(result["trace"]):
        now = {vector}
        for label in result["cycle"]:
            now = {t for v in now for l, t in runs.moves(v) if l == label and t != -1}
        if vector in now:
            return True
    return False


def is_hopeless(observed, trace):
    return not has_run(continuations(observed, trace), observed.formula, True)


def refutes(runs, result):
    """Does the run violate the formula: as a cycle, as a run that stops, or whatever follows?"""
    observed, trace, cycle = runs.observed, result["trace"], result["cycle"]
    is_false = has_run(word(observed, trace, cycle), observed.formula, False)
    if cycle:
        return is_false
    stops = any(not runs.moves(v) for v in runs.after(trace))
    return (stops and is_false) or is_hopeless(observed, trace)
