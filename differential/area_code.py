"""`rely check` on random C programs, against their execution on all inputs."""

import copy
import json
import re

import c_certify
import c_generate
import c_oracle
from c_text import for_rely
from lts import Invalid
from outcome import Outcome

NAME = "code"
COMPILERS = c_oracle.compilers()
# Without undefined behavior, only these are checked, and integers wrap around.
USUAL = "error-call,assertion"
ALL = "error-call,assertion,memory,division,overflow,shift"
BUDGET = "time=3s"
EXECUTED = {}
# LLVM's text of several programs, and the entry of each.
TRANSLATED = {}


def missing():
    """Why the area cannot run, or nothing."""
    return "" if COMPILERS else "clang is not installed (apt install clang)"


def generate_case(rng):
    return {
        "program": c_generate.program(rng),
        # Counterexamples are compiled and executed by Rely, too.
        "execute": rng.random() < 0.05,
        # Another version of the compiler.
        "again": rng.random() < 0.25,
        # Rely translates the program itself; otherwise it gets the text of several programs at once.
        "alone": rng.random() < 0.1,
        # Certificates are judged by the first checker; some, with damaged copies, by both.
        "certify": rng.random() < 0.3,
        "second": rng.random() < 0.05,
    }


def key_of(case):
    return json.dumps(case["program"], sort_keys=True)


def prepare(cases, tool):
    """Executes all of these programs at once, since a compiler takes most of its time to start."""
    EXECUTED.clear()
    TRANSLATED.clear()
    if not COMPILERS:
        return
    programs = [case["program"] for case in cases]
    done = c_oracle.execute(programs, tool.folder, COMPILERS[0])
    EXECUTED.update(zip(map(key_of, cases), done))
    for compiler in sorted({COMPILERS[0], COMPILERS[-1]}):
        text, refused = c_oracle.translate(programs, tool.folder, compiler)
        for number, case in enumerate(cases):
            if number not in refused:
                TRANSLATED[compiler, key_of(case)] = text, "y%d_main" % number


def compare(case, tool):
    outcome = Outcome()
    key = key_of(case)
    if key not in EXECUTED:
        prepare([case], tool)
    executed = EXECUTED[key]
    if executed["is_odd"]:
        raise ValueError("the program ends in a way that the driver does not know")
    if not executed["is_complete"]:
        raise Invalid("too many executions")
    certificate = ["--certificate", "proof.json"] if case["certify"] else []
    told = answer(case, tool, key, COMPILERS[0], certificate)
    given = judge(outcome, told, executed)
    if told.json.get("certificate"):
        c_certify.check(outcome, tool, told.json["certificate"], executed, case["second"])
    if case["again"] and len(COMPILERS) > 1:
        other = judge(outcome, answer(case, tool, key, COMPILERS[-1]), executed)
        if given and other and "unknown" not in list(given.values()) + list(other.values()):
            outcome.fact("versions of clang", given, other)
    return outcome


def answer(case, tool, key, compiler, more=()):
    """What Rely says about a program, as C or as LLVM's text."""
    rest = ["--check", ALL if case["program"]["is_wild"] else USUAL, "--budget", BUDGET, *more]
    translated = TRANSLATED.get((compiler, key))
    if translated and not case["alone"] and not case["execute"]:
        tool.write("program.ll", translated[0])
        return tool.run("check", "program.ll", "--entry", translated[1], *rest, "--no-execution")
    tool.write("program.c", for_rely(case["program"]))
    if not case["execute"]:
        rest.append("--no-execution")
    return tool.run("check", "program.c", *rest, compiler=compiler)


def judge(outcome, answer, executed):
    """Compares one answer; the verdicts by check."""
    if answer.is_crash():
        # What the engines spent is not an error.
        outcome.differ("crash", "exit code %s: %s" % (answer.code, (answer.err or answer.out)[-600:]))
        return {}
    if answer.code == 4 or (answer.is_refusal() and is_spent(answer)):
        outcome.verdicts["no answer in time"] += 1
        return {}
    if outcome.refused(answer):
        return {}
    given = {}
    for result in answer.json["results"]:
        name, verdict = result["name"], result["verdict"]
        given[name] = verdict
        fails = name in executed["failing"]
        reason = result.get("reason") or ""
        if verdict == "unknown":
            outcome.verdicts["unknown" if not is_cut(reason) else "after another failure"] += 1
            for phrase in ("not confirmed", "a defect of Rely"):
                if phrase in reason:
                    outcome.differ(phrase, "%s: %s" % (name, reason))
            continue
        outcome.verdict(name, "violated" if fails else "holds", verdict, "%s (%s)" % (name, reason))
    return given


def is_cut(reason):
    return reason.startswith("executions end at") or reason.startswith("executions may end")


def is_spent(answer):
    return "E1102" in answer.codes()


# Smaller programs.

GROUP = re.compile(r"\([^()]*\)")


def smaller_programs(case):
    """Smaller cases, the boldest first."""
    for option in ("again", "second", "certify"):
        if case[option]:
            yield dict(case, **{option: False})
    if case["execute"]:
        yield dict(case, execute=False)
    if not case["alone"]:
        yield dict(case, alone=True)
    yield from changed(case, ("program",))


def changed(case, path):
    value = at(case, path)
    if isinstance(value, dict):
        for key in sorted(value):
            yield from changed(case, path + (key,))
    elif isinstance(value, list):
        if is_list_of_things(path, value):
            for i in range(len(value)):
                yield put(case, path, value[:i] + value[i + 1 :])
            for i, item in enumerate(value):
                for inner in bodies(item):
                    yield put(case, path, value[:i] + inner + value[i + 1 :])
        for i in range(len(value)):
            yield from changed(case, path + (i,))
    elif isinstance(value, str):
        for found in balanced(value):
            for other in ("1", "0"):
                if found.group() not in ("(1)", "(0)"):
                    yield put(case, path, value[: found.start()] + other + value[found.end() :])


def balanced(text):
    return list(GROUP.finditer(text))


def bodies(item):
    """The statements inside of a statement."""
    if isinstance(item, list) and item and item[0] in ("if", "goto", "for", "while", "do", "back"):
        return [part for part in item[1:] if isinstance(part, list) and part]
    if isinstance(item, list) and item and item[0] == "switch":
        return [body for _, body, _ in item[2]]
    return []


def is_list_of_things(path, value):
    """Not a statement or a declaration, whose places have meanings."""
    return not value or isinstance(value[0], (list, dict))


def at(case, path):
    for key in path:
        case = case[key]
    return case


def put(case, path, value):
    made = copy.deepcopy(case)
    at(made, path[:-1])[path[-1]] = value
    return made
