"""`constraint` and `ltl_property`: processes from formulas (`rely compose`)."""

import json

import area_ltl
import generate
from area_fsp import read_lts
from closure import closure_lts
from formula import core, temporal
from outcome import Outcome
from relation import holds
from runs import Observed
from syntax import formula_text, label_set, model_text

NAME = "constraints"


def safety_formula(rng, fluents, depth):
    """Mostly formulas that a finite observer can watch."""
    if generate.chance(rng, 15):
        return area_ltl.formula(rng, fluents, depth)
    if depth == 0 or generate.chance(rng, 15):
        atom = (
            ["f", rng.choice(fluents)]
            if fluents and generate.chance(rng, 40)
            else ["a", generate.some(rng, area_ltl.LABELS, 1, 2)]
        )
        return ["not", atom] if generate.chance(rng, 40) else atom
    sub = lambda: safety_formula(rng, fluents, depth - 1)
    pick = rng.randrange(100)
    if pick < 30:
        return ["G", sub()]
    if pick < 45:
        return ["W", sub(), sub()]
    if pick < 60:
        return ["X", sub()]
    if pick < 75:
        return ["imp", ["a", [rng.choice(area_ltl.LABELS)]], sub()]
    return [rng.choice(["and", "or"]), sub(), sub()]


def generate_case(rng):
    fluents = []
    for i in range(rng.choice([0, 1, 1])):
        fluents.append({"name": "F%d" % i, "on": ["a"], "off": ["b"], "initially": generate.chance(rng, 40)})
    while True:
        made = safety_formula(rng, [f["name"] for f in fluents], rng.choice([1, 2, 2, 3]))
        if len(temporal(core(made))) <= area_ltl.MOST_TEMPORAL:
            break
    extend = generate.some(rng, ["a", "b", "c", "d"], 1, 2) if generate.chance(rng, 50) else []
    kind = rng.choice(["constraint", "ltl_property"])
    return {"fluents": fluents, "formula": made, "extend": extend, "kind": kind}


def compare(case, tool):
    outcome = Outcome()
    extend = " + " + label_set(case["extend"]) if case["extend"] else ""
    text = model_text({"defs": [], "fluents": case["fluents"]})
    text += "%s L = %s%s\n||S = (L).\n" % (case["kind"], formula_text(case["formula"]), extend)
    tool.write("model.lts", text)
    observed = Observed(case["formula"], case["fluents"])
    is_property = case["kind"] == "ltl_property"
    alphabet = observed.labels() | set(case["extend"])
    ours, is_safety = closure_lts(observed, alphabet, is_property)
    answer = tool.run("compose", "model.lts", "--target", "S", "--output", "composed.json")
    if is_property and not is_safety:
        outcome.must_refuse(answer, "not a safety formula")
        return outcome
    if not answer.is_refusal() and not answer.is_crash():
        outcome.verdicts["safety" if is_safety else "safety part"] += 1
        theirs = read_lts(json.loads(tool.read("composed.json")))
        outcome.fact("alphabet", sorted(alphabet), sorted(theirs.alphabet))
        outcome.fact("traces", True, holds("trace", ours, theirs))
        outcome.fact("deterministic", True, theirs.is_deterministic())
        if is_property:
            outcome.fact("observes", [len(alphabet)] * len(theirs), [len(row) for row in theirs.moves])
        return outcome
    outcome.refused(answer)
    return outcome
