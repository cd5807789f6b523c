"""`rely prove`: every rule, split and learner gives the verdict of the entire system."""

import generate
import systems
from checks import replays_safety
from elaborate import Elaboration
from outcome import Outcome
from syntax import model_text
from system import Graph, observed_by

NAME = "prove"
RULES = ("auto", "asym", "asym-n", "sym", "sym-a", "sym-b", "sym-n", "circ", "pair", "monolithic")
LEARNERS = ("lstar", "rs", "kv", "ttt", "lsharp", "separating")
QUESTIONS = 2


def generate_case(rng):
    model = systems.system(rng, rng.choice([2, 2, 3, 3, 4]), generate.chance(rng, 15))
    case = {"model": model, "questions": [question(rng, model) for _ in range(QUESTIONS)]}
    if generate.chance(rng, 15):
        # With priority there is only the search of the entire system.
        labels = systems.LABELS + ["e"]
        model["defs"][-1]["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, labels, 1, 2)]
        case["questions"] = [{"rule": rng.choice(["auto", "monolithic"]), "options": []}]
    return case


def question(rng, model):
    """Options of one run. Positions of components are split, as their names are known only later."""
    elements = model["defs"][-1]["body"]["group"]
    count = sum(1 for e in elements if not e["ref"].startswith("R"))
    made = {"rule": rng.choice(RULES), "options": []}
    if generate.chance(rng, 60):
        made["options"] += ["--learner", rng.choice(LEARNERS)]
    if generate.chance(rng, 40):
        made["options"] += ["--alphabet", rng.choice(["full", "refine"])]
    if generate.chance(rng, 70):
        made["options"].append("--no-portfolio")
    made["certify"] = generate.chance(rng, 20)
    if generate.chance(rng, 50) and count > 1:
        order = list(range(count))
        rng.shuffle(order)
        many = made["rule"] in ("auto", "asym-n", "sym-n", "circ")
        groups = rng.choice([2, 3]) if many and count > 2 else 2
        cuts = sorted(rng.sample(range(1, count), groups - 1))
        made["split"] = [sorted(order[i:j]) for i, j in zip([0] + cuts, cuts + [count])]
    return made


def compare(case, tool):
    outcome = Outcome()
    model = case["model"]
    tool.write("model.lts", model_text(model))
    components, priority = Elaboration(model).target("S")
    names = None
    for asked in case["questions"]:
        command = ["prove", "model.lts", "--target", "S", "--rule", asked["rule"], "--budget", "time=20"]
        if asked["rule"] == "pair":
            if sum(c.is_property for c in components) != 2:
                continue
            command += ["--property", "R0,R1"]
        command += asked["options"]
        if asked.get("split"):
            names = names or component_names(tool)
            # A process name stands for all its instances.
            if len({c.origin for c in components}) < len(components):
                continue
            command += ["--split", " | ".join(",".join(names[i] for i in part) for part in asked["split"])]
        answer = tool.run(*command, *(["--certificate", "proof.json"] if asked.get("certify") else []))
        # A rule may not support this number of parts; `monolithic` has no parts.
        allowed = [] if asked["rule"] == "auto" or not answer.is_refusal() else answer.codes()
        if not outcome.refused(answer, [c for c in allowed if c == "E1022"]):
            judge(outcome, components, priority, answer.json, asked["rule"])
            certify(outcome, tool, answer.json["results"])
    return outcome


def certify(outcome, tool, results):
    """The independent checker accepts every certificate that was written."""
    for file in [result["certificate"] for result in results if result.get("certificate")]:
        answer = tool.run("certify", file)
        outcome.fact("certificate", "accepted", answer.json.get("verdict"))


def component_names(tool):
    """The names of the processes as Rely shows them, in the order of the components."""
    report = tool.run("compose", "model.lts", "--target", "S").json
    return [c["name"] for c in report["components"] if c["role"] != "property"]


def judge(outcome, components, priority, report, rule):
    names = [c["name"] for c in report["components"]]
    for result in report["results"]:
        wanted = result["property"].split(", ") if rule == "pair" else [result["property"]]
        observed = frozenset(i for i, c in enumerate(components) if c.is_property and names[i] in wanted)
        graph = Graph(observed_by(components, observed), priority)
        is_violated = any(entering & observed for row in graph.moves.values() for _, _, entering in row)
        if result["verdict"] == "unknown":
            outcome.verdicts["unknown"] += 1
            continue
        ours = "violated" if is_violated else "holds"
        if outcome.verdict(rule, ours, result["verdict"], result["property"]) and is_violated:
            outcome.fact(rule + " trace", True, replays_safety(graph, result["trace"], observed))
