"""`rely assume`: the weakest assumption allows a word iff no run into ERROR looks like a prefix of it."""

import json

import generate
import systems
import tables
from area_fsp import read_lts
from checks import replays_safety
from elaborate import Elaboration
from lts import ERROR, TAU, Lts, after, closure
from outcome import Outcome
from reduce import partition
from syntax import model_text
from system import Component, Graph, alphabet_of, composed, observed_by

NAME = "assume"


def generate_case(rng):
    model = systems.system(rng, rng.choice([2, 2, 3, 3]), False, (1, 1, 2), True)
    if generate.chance(rng, 15):
        # The module may have an ERROR of its own.
        model["defs"][0]["locals"][-1][1] = ["choice", [[["a"], ["ref", [], rng.choice(["ERROR", "P0"])]]]]
    elements = model["defs"][-1]["body"]["group"]
    count = sum(1 for e in elements if not e["ref"].startswith("R"))
    module = sorted(rng.sample(range(count), rng.randint(1, count - 1))) if count > 1 else [0]
    if 0 not in module and count > 1:
        module = sorted(set(module[1:]) | {0})
    construction = rng.choice(["auto", "flat", "stepwise"])
    interface = generate.some(rng, systems.LABELS, 1, 3) if generate.chance(rng, 25) else None
    case = {"model": model, "module": module, "construction": construction, "interface": interface}
    if not interface and generate.chance(rng, 30):
        case["through"] = True
    if generate.chance(rng, 25) and not case.get("through"):
        case["make"] = rng.choice(["any", "live", "live"])
    if not interface and not case.get("through") and generate.chance(rng, 15):
        case["environment"] = environment(rng, model)
    case["candidates"] = generate.chance(rng, 30) and not case.get("through")
    return case


def environment(rng, model):
    """A composite next to the target that stands for the environment: a process, and perhaps a property in it."""
    rows = tables.random_table(rng, generate.some(rng, systems.LABELS, 1, 3), rng.choice([1, 2, 3]), ["STOP"], 2)
    parts, body = [tables.process("VP", rows)], [{"ref": "VP"}]
    if generate.chance(rng, 60):
        observed = generate.some(rng, systems.LABELS + ["e"], 1, 2)
        parts.append(generate.observer(rng, "VO", observed, 90))
        body.append({"ref": "VO"})
    made = {"kind": "composite", "name": "V", "modifier": None, "body": {"group": body}}
    if generate.chance(rng, 70):
        made["priority"] = [rng.choice(["<<", ">>"]), generate.some(rng, systems.LABELS + ["e"], 1, 2)]
    model["defs"][-1:-1] = parts + [made]
    return "V"


def surroundings(elaboration):
    """The composite as components of an environment. With priority it is one, and the actions of its properties stay."""
    components, priority = elaboration.target("V")
    if not priority:
        return [c for c in components if not c.is_property]
    return [Component(composed(observed_by(components, []), priority))]


def compare(case, tool):
    outcome = Outcome()
    model = case["model"]
    tool.write("model.lts", model_text(model))
    components, _ = Elaboration(model).target("S")
    names = [c["name"] for c in tool.run("compose", "model.lts", "--target", "S").json.get("components", [])]
    if len(set(names)) < len(names) or len(names) != len(components):
        return outcome
    processes = [i for i, c in enumerate(components) if not c.is_property]
    # The name of a process stands for all its instances.
    chosen = {names[i] for i in case["module"] if i in processes}
    module = [i for i in processes if components[i].origin in chosen or names[i] in chosen]
    if not module:
        return outcome
    # Passing the property from module to module must give the same answer as all of them together.
    way = "--through" if case.get("through") else "--module"
    command = ["assume", "model.lts", "--target", "S", way, ",".join(sorted(chosen))]
    command += ["--construction", case["construction"]]
    # A property that shares no action with the module is a mistake in the question.
    own = alphabet_of([components[i] for i in module])
    observers = [i for i, c in enumerate(components) if c.is_property and c.lts.alphabet & own]
    if not observers:
        return outcome
    command += ["--property", ",".join(names[i] for i in observers)]
    properties = [components[i] for i in observers]
    rest = [components[i] for i in processes if i not in module]
    if case.get("environment"):
        rest = surroundings(Elaboration(model))
        shared = own & alphabet_of(rest)
        command += ["--environment", case["environment"], "--discharge"]
    elif case.get("interface"):
        shared = [l for l in case["interface"] if l in own]
        command += ["--interface", "{" + ", ".join(shared) + "}"]
        shared = frozenset(shared)
    else:
        shared = own & alphabet_of(rest)
        command += ["--discharge"] if rest and not case.get("through") else []
    elaboration = Elaboration(model)
    named = candidates(elaboration, model) if case.get("candidates") else []
    command += (
        ["--emit-component", "made.json"] + (["--live"] if case["make"] == "live" else [])
        if case.get("make")
        else []
    )
    answer = tool.run(*command, *(["--candidates"] + named if named else []))
    if not outcome.refused(answer):
        machine = weakest([components[i] for i in module], shared, properties)
        for given in answer.json.get("candidates") or []:
            candidate(outcome, machine, elaboration.process(given["name"]), given)
        if (answer.json.get("component") or {}).get("verdict") == "holds":
            made = read_lts(json.loads(tool.read("made.json")))
            component(outcome, [components[i] for i in module], properties, made, case["make"])
        judge(outcome, components, module, rest, shared, properties, answer.json)
    return outcome


def weakest(parts, shared, properties):
    """The subset automaton of M ‖ P over the alphabet of the assumption: step, start, alphabet."""
    internal = alphabet_of(parts) - shared
    alphabet = sorted(shared | (alphabet_of(properties) - internal))
    whole = composed(parts + properties, None)
    rows = [[(l if l in alphabet else TAU, t) for l, t in row] for row in whole.moves]
    hidden = Lts(rows, alphabet)

    def step(states, label):
        """What follows an error is bad, too; what the module cannot do is allowed forever."""
        return states if ERROR in states else after(hidden, states, label)

    return step, closure(hidden, {0}), alphabet


def candidates(elaboration, model):
    """Processes without an ERROR that may run next to the module."""
    names = [d["name"] for d in model["defs"] if d["kind"] == "process" and d.get("modifier") != "property"]
    return [name for name in names if not elaboration.process(name).has_error()]


def candidate(outcome, machine, lts, given):
    """Does the candidate avoid every bad word? Actions that it does not have are free."""
    step, start, alphabet = machine
    if given["verdict"] == "unknown":
        outcome.verdicts["unknown"] += 1
        return
    seen, todo = {(start, 0)}, [(start, 0)]
    for states, at in todo:
        moves = [(states if l == TAU or l not in alphabet else step(states, l), t) for l, t in lts.moves[at]]
        moves += [(step(states, l), at) for l in alphabet if l not in lts.alphabet]
        for pair in moves:
            if pair not in seen:
                seen.add(pair)
                todo.append(pair)
    ours = "violated" if any(ERROR in states for states, _ in seen) else "holds"
    outcome.verdict("candidate", ours, given["verdict"], given["name"])


def component(outcome, parts, properties, made, kind):
    """The component that was made keeps the module safe, and the live one does not let it get stuck."""
    outcome.verdicts["component made"] += 1
    with_it = parts + [Component(made)]
    outcome.fact("component is safe", False, Graph(with_it + properties, None).reaches_error())
    if kind == "live":
        graph = Graph(with_it, None)
        outcome.fact("component is live", False, any(graph.is_deadlock(v) for v in graph.moves))


def explore(step, start, alphabet):
    order, table = [start], {}
    for states in order:
        table[states] = {l: step(states, l) for l in alphabet}
        order += [t for t in dict.fromkeys(table[states].values()) if t not in table and t not in order]
    return table


def judge(outcome, components, module, rest, shared, properties, report):
    parts = [components[i] for i in module]
    step, start, alphabet = weakest(parts, shared, properties)
    table = explore(step, start, alphabet)
    bad = {states for states in table if ERROR in states}
    ours = "violated" if start in bad else "assumption" if bad else "holds"
    if ours == "assumption" or not report.get("through"):
        # Without an assumption, the last module that was looked at may be an earlier one.
        outcome.fact("interface", alphabet, sorted(report["interface"]))
    if not outcome.verdict("verdict", ours, report["verdict"]):
        return
    if ours == "violated":
        graph = Graph(parts + properties, None)
        everything = frozenset(range(len(graph.components)))
        seen = [l for l in report["trace"] if l in alphabet]
        outcome.fact("trace", True, replays_safety(graph, report["trace"], everything) and not seen)
    if ours == "assumption":
        same_language(outcome, table, bad, start, alphabet, read_lts(report["assumption"]))
    if report.get("discharged") and report["discharged"]["verdict"] != "unknown":
        graph = Graph(parts + rest + properties, None)
        found = "violated" if graph.reaches_error() else "holds"
        outcome.verdict("discharge", found, report["discharged"]["verdict"])


def same_language(outcome, table, bad, start, alphabet, theirs):
    """Both automata are walked together; then the number of states must be the smallest."""
    outcome.fact("assumption is deterministic", True, theirs.is_deterministic())
    seen, todo = {(start, 0)}, [(start, 0, ())]
    while todo:
        states, at, trace = todo.pop(0)
        for label in alphabet:
            target, found = table[states][label], theirs.targets(at, label)
            if (target in bad) == bool(found):
                outcome.differ(
                    "language", "%s is %s" % (trace + (label,), "allowed" if found else "forbidden")
                )
                return
            if found and (target, found[0]) not in seen:
                seen.add((target, found[0]))
                todo.append((target, found[0], trace + (label,)))
    outcome.facts += 1
    good = [states for states in table if states not in bad]
    number = {states: k for k, states in enumerate(good)}
    steps = {number[s]: {(l, number[t]) for l, t in table[s].items() if t not in bad} for s in good}
    outcome.fact("states of the assumption", len(set(partition(steps).values())), len(theirs))
