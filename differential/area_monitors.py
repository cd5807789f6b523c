"""`rely monitor` and `rely watch`: the table, and random runs in one log, judged by the safe traces."""

import json

import generate
from elaborate import Elaboration
from lts import ERROR, Refused, after, closure
from outcome import Outcome
from reduce import partition
from syntax import model_text

NAME = "monitors"
RUNS = 8


def generate_case(rng):
    model = generate.model(rng)
    names = [d["name"] for d in model["defs"]]
    # Properties and processes are the usual automata; composites are rarer.
    subject = rng.choice([n for n in names if n[0] in "RP"] * 2 + names)
    labels = generate.LABELS + ["x.a", "z"]
    logs = [[rng.choice(labels) for _ in range(rng.randint(1, 10))] for _ in range(RUNS)]
    return {"model": model, "subject": subject, "logs": logs, "steer": rng.randrange(1 << 30)}


def steered(lts, log, seed):
    """A log that mostly follows the automaton, so that runs are long enough to matter."""
    states, made = closure(lts, {0}), []
    for k, label in enumerate(log):
        allowed = sorted(l for l in lts.alphabet if is_safe(after(lts, states, l)))
        if allowed and (seed >> (k % 30)) % 4 != 0:
            label = allowed[(seed >> (k % 7)) % len(allowed)]
        made.append(label)
        if label in lts.alphabet:
            states = after(lts, states, label)
    return made


def is_safe(states):
    return bool(states) and ERROR not in states


def judged(lts, log):
    """None, or the step, the action and the allowed actions of the first violation."""
    states, step = closure(lts, {0}), 0
    for label in log:
        if label not in lts.alphabet:
            continue
        step += 1
        found = after(lts, states, label)
        if not is_safe(found):
            allowed = sorted(l for l in lts.alphabet if is_safe(after(lts, states, l)))
            return [step, label, allowed]
        states = found
    return None


def compare(case, tool):
    outcome = Outcome()
    tool.write("model.lts", model_text(case["model"]))
    subject = "model.lts:" + case["subject"]
    try:
        lts = Elaboration(case["model"]).lts(case["subject"])
    except Refused as error:
        tool.write("log.jsonl", "{}\n")
        outcome.must_refuse(tool.run("watch", subject, "log.jsonl"), str(error))
        return outcome
    logs = [steered(lts, log, case["steer"] >> k) for k, log in enumerate(case["logs"])]
    lines = []
    for k in range(max((len(log) for log in logs), default=0)):
        lines += [{"event": log[k], "run": "r%d" % i} for i, log in enumerate(logs) if k < len(log)]
    tool.write("log.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    answer = tool.run("watch", subject, "log.jsonl", "--key", "run")
    if ERROR in closure(lts, {0}):
        outcome.must_refuse(answer, "ERROR before the first action")
        return outcome
    if outcome.refused(answer):
        return outcome
    table(outcome, tool.run("monitor", subject), lts)
    expected = {"r%d" % i: judged(lts, log) for i, log in enumerate(logs)}
    expected = {key: found for key, found in expected.items() if found}
    given = {v["key"]: [v["step"], v["action"], sorted(v["allowed"])] for v in answer.json["violations"]}
    is_seen = any(l in lts.alphabet for log in logs for l in log)
    verdict = "violated" if expected else "kept" if is_seen else "nothing"
    outcome.verdict("verdict", verdict, answer.json["verdict"])
    outcome.fact("violations", expected, given)
    instances = {"r%d" % i for i, log in enumerate(logs) if any(l in lts.alphabet for l in log)}
    outcome.fact("instances", len(instances), answer.json["instances_total"])
    outcome.fact("violated instances", len(expected), answer.json["instances_violated"])
    return outcome


def table(outcome, answer, lts):
    """The table of the monitor: the same safe traces, with as few states as possible."""
    if outcome.refused(answer):
        return
    document = answer.json
    actions = sorted(lts.alphabet)
    if not outcome.fact("actions of the table", actions, sorted(document["actions"])):
        return
    column = {label: k for k, label in enumerate(document["actions"])}
    start = closure(lts, {0})
    ours, seen, order = {}, {(start, 0)}, [(start, 0, [])]
    for states, at, trace in order:
        ours[states] = {label: after(lts, states, label) for label in actions}
        for label, target in ours[states].items():
            given = document["next"][at][column[label]]
            if is_safe(target) != (given >= 0):
                outcome.differ(
                    "table", "%s is %s" % (trace + [label], "allowed" if given >= 0 else "a violation")
                )
                return
            if is_safe(target) and (target, given) not in seen:
                seen.add((target, given))
                order.append((target, given, trace + [label]))
    number = {states: k for k, states in enumerate(ours)}
    steps = {number[s]: {(l, number[t]) for l, t in row.items() if is_safe(t)} for s, row in ours.items()}
    outcome.fact("states of the table", len(set(partition(steps).values())), document["states"])
