"""The whole file; and the claims about deadlock and safety (the other kinds have modules of their own)."""
from checker import asserts, environments, progress, reductions, relations, rules
from checker.reading import Reject, begin, digest, each, inside, parse, quote, require
from checker.programs import Program
from checker.shapes import CERTIFICATE
from checker.systems import System
from checker.traces import Trace

SCHEMA = "rely/certificate/2"

def judge(raw):
    """(sentences, reason, internal) for the bytes of a file: sentences, or None and the reason of the rejection."""
    begin()
    try:
        return _check(raw), None, False
    except Reject as reject:
        return None, str(reject), False
    except (MemoryError, RecursionError) as error:
        return None, "too large to be checked, or nested too deeply: " + type(error).__name__, False
    except Exception as error:  # there should be none
        return None, "internal: %s: %s" % (type(error).__name__, " ".join(str(error).split())), True

def _check(raw):
    value = parse(raw)
    schema = value.get("schema") if type(value) is dict else None
    if type(schema) is str and schema != SCHEMA:
        raise Reject("found %s, but this checker reads version 2, %s" % (quote(schema), quote(SCHEMA)), "schema")
    CERTIFICATE(value)
    require(value["digest"] == digest(value), "digest", "is not the digest of the file")
    systems = each("systems", value["systems"], System)
    programs = each("programs", value.get("programs", []), Program)
    return each("claims", value["claims"], lambda claim: _claim(systems, programs, *claim.popitem()))

def _claim(systems, programs, kind, claim):
    with inside(kind):
        if "program" in claim:
            require(claim["program"] < len(programs), "program", "there is no such program")
            program = programs[claim["program"]]
            return program.safety(claim) if kind == "program-safety" else program.violation(claim)
        for name in ("system", "left", "right"):
            require(claim.get(name, 0) < len(systems), name, "there is no such system")
        if kind in ("relation", "difference"):
            return relations.check(systems, claim, kind == "relation")
        system = systems[claim["system"]]
        return "system %s: %s" % (quote(system.name), KINDS[kind](system, claim))

def _deadlock_freedom(system, claim):
    system.need_states()
    require(system.deadlock is None, "", "vector %s of the states is a deadlock" % system.deadlock)
    return "every reachable vector has a move or has ended"

def _safety(system, claim):
    named = system.named(claim["properties"])
    system.need_states()
    bad = system.errors.intersection(named)
    require(not bad, "", "a move from the states enters ERROR of " + system.list(bad))
    rest = " (but ERROR of %s may end runs)" % system.list(system.errors) if system.errors else ""
    return "no run takes %s to ERROR%s" % (system.list(named), rest)

def _violation(system, claim):
    named = system.named(claim["properties"])
    entered = Trace(claim["trace"], system, finite=True).errors.intersection(named)
    require(entered, "trace", "cannot end with a named component entering ERROR")
    return "a run takes %s to ERROR" % system.list(entered)

def _deadlock(system, claim):
    ends, product = Trace(claim["trace"], system, finite=True).ends, system.product
    require(any(not product.moves(v) and not product.has_ended(v) for v in ends), "trace", "cannot end in a deadlock")
    return "a run leads to a deadlock"

def _run(system, claim):
    trace = Trace(claim["trace"], system)
    return "there is a run with %d steps and a cycle of %d" % (len(trace.steps), len(trace.cycle))

def _vacuous(system, claim):
    chosen = [c for c in system.components if c.name == claim["property"]]
    require(chosen, "property", "no component has this name")
    for c in chosen:
        require(c.role == "property", "property", "a component with this name is not a property")
        if c.machine.has_error():
            system.need_states()
            for a in system.working().intersection(c.machine.alphabet):
                require(not system.moved >> system.product.number[a] & 1, "", "a move has the label " + quote(a))
    return "the property %s says nothing about it" % quote(claim["property"])

def _idle(system, claim):
    working = {system.product.number[a] for a in system.working()} | {0}
    labels = [{m[0] for m in system.product.moves(v)} for v in Trace(claim["trace"], system, finite=True).ends]
    require(any(found and not found & working for found in labels), "trace", "cannot end where only properties move")
    return "it can come to where its processes do nothing more"

KINDS = {
    "assert": asserts.holds, "assert-violation": asserts.violated, "deadlock": _deadlock,
    "deadlock-freedom": _deadlock_freedom, "deadlock-freedom-by-reduction": reductions.deadlock_freedom, "idle": _idle,
    "kept-always": environments.always, "kept-never": environments.never, "progress": progress.holds,
    "progress-violation": progress.violated, "run": _run, "safety": _safety, "safety-by-reduction": reductions.safety,
    "safety-by-rule": rules.check, "vacuous": _vacuous, "violation": _violation, "weakest-assumption": environments.weakest,
}
