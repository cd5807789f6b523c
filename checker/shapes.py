"""The shape of a certificate: all members, their types, and the order of sorted lists."""
from checker.reading import BOOLEAN, HEX, INTEGER, NAME, NULL, NUMBER, TEXT
from checker.programs import PROGRAM, SAFETY, VIOLATION
from checker.reading import ascending, fixed, listed, one_of, optional, record, require, variant

NAMES, NUMBERS = ascending(TEXT), listed(NUMBER)
SET = record(count=NUMBER, vectors=TEXT)
TRACE = record(cycle=listed(TEXT), steps=listed(TEXT), vectors=optional(listed(listed(INTEGER))))
MACHINE = dict(alphabet=NAMES, initial=NUMBER, name=NAME, states=NUMBER,
               transitions=ascending(fixed(NUMBER, NUMBER, INTEGER)))
COMPONENT = record(digest=HEX, end=optional(NUMBER), role=one_of("constraint", "fluent", "process", "property"),
                   **MACHINE)
SYSTEM = record(components=listed(COMPONENT, 1), name=NAME, states=optional(SET),
                priority=optional(record(low=NAMES, tau=one_of("low", "high"))))

REDUCTION = record(components=ascending(NUMBER, 1), events=TEXT, states=SET)
PREMISE = record(components=ascending(NUMBER), kept=NUMBERS, refuted=NUMBERS, states=SET, until=NUMBERS)
NODE = record(edges=listed(record(action=NUMBER, node=NUMBER, paths=listed(listed(INTEGER)))),
              errors=listed(listed(INTEGER)), members=ascending(NUMBER), state=NUMBER)
TEST = dict(actions=NAMES, condition=optional(NAMES), every=BOOLEAN, name=TEXT, ranks=NUMBERS, system=NUMBER)

FORMULA = listed(variant(true=NULL, actions=NAMES, fluent=NUMBER, **{"not": NUMBER, "and": NUMBERS, "or": NUMBERS},
                         next=NUMBER, eventually=NUMBER, always=NUMBER, until=fixed(NUMBER, NUMBER),
                         weak_until=fixed(NUMBER, NUMBER)), 1)
PENDING = ascending(ascending(NUMBER))
SETS = ascending(fixed(NUMBER, ascending(fixed(NUMBER, NUMBER), 1)))
REASON = variant(postponed=NUMBER, left=NUMBERS, avoided=listed(record(node=NUMBER, ranks=listed(INTEGER), sets=SETS)))
VIOLATING = variant(sets=record(at=NUMBER, goal=NUMBER, pending=PENDING, ranks=NUMBERS, sets=SETS, vectors=SET))

SIDE = one_of("left", "right")
STEP = record(action=TEXT, before=optional(NUMBER), special=BOOLEAN, to=NUMBER)
PROOF = variant(
    partition=record(left=listed(INTEGER), right=listed(INTEGER)), pairs=ascending(fixed(INTEGER, INTEGER)),
    inclusions=listed(ascending(fixed(INTEGER, ascending(INTEGER, 1)))),
    formula=record(entries=listed(variant(true=NULL, step=STEP, **{"not": NUMBER, "and": NUMBERS}), 1), side=SIDE),
    trace=record(end=BOOLEAN, error=BOOLEAN, refusal=optional(record(actions=NAMES, end=BOOLEAN, error=BOOLEAN)),
                 side=SIDE, steps=listed(TEXT)))
RELATION = record(left=NUMBER, proof=PROOF, right=NUMBER, relation=one_of(
    "strong", "branching", "weak", "simulation", "trace", "trace-inclusion", "failures"))

CLAIM = variant(
    deadlock_freedom=record(system=NUMBER),
    safety=record(properties=ascending(TEXT, 1), system=NUMBER),
    deadlock_freedom_by_reduction=record(reduction=REDUCTION, system=NUMBER),
    safety_by_reduction=record(properties=ascending(TEXT, 1), reduction=REDUCTION, system=NUMBER),
    safety_by_rule=record(
        assumptions=listed(record(**MACHINE)), parts=listed(NUMBERS), premises=listed(PREMISE), properties=NAMES,
        rule=one_of("asym", "asym-n", "sym", "sym-a", "sym-b", "sym-n", "pair", "circ"), system=NUMBER),
    violation=record(properties=ascending(TEXT, 1), system=NUMBER, trace=TRACE),
    **dict.fromkeys(("deadlock", "run", "idle"), record(system=NUMBER, trace=TRACE)),
    vacuous=record(property=TEXT, system=NUMBER),
    kept_always=record(properties=NAMES, system=NUMBER),
    kept_never=record(interface=NAMES, properties=NAMES, system=NUMBER, trace=TRACE),
    weakest_assumption=record(interface=NAMES, nodes=listed(NODE, 1), properties=NAMES, system=NUMBER, vectors=SET),
    progress=record(roots=ascending(NUMBER), **TEST),
    progress_violation=record(states=SET, trace=TRACE, **TEST),
    **{"assert": record(
        classes=NUMBERS, fair=BOOLEAN, formula=FORMULA, name=TEXT, nodes=ascending(fixed(NUMBER, NUMBER)),
        pending=PENDING, reasons=listed(optional(REASON)), system=NUMBER, vectors=SET)},
    assert_violation=record(
        evidence=lambda value: (one_of("stops", "cycle", "prefix") if type(value) is str else VIOLATING)(value),
        fair=BOOLEAN, formula=FORMULA, name=TEXT, system=NUMBER, trace=TRACE),
    **dict.fromkeys(("relation", "difference"), RELATION),
    program_safety=SAFETY,
    program_violation=VIOLATION)
PARTS = dict(claims=listed(CLAIM, 1), digest=HEX, generator=TEXT, model=optional(HEX),
             schema=one_of("rely/certificate/2"))
WITHOUT, WITH = record(systems=listed(SYSTEM, 1), **PARTS), record(systems=listed(SYSTEM), programs=listed(PROGRAM, 1), **PARTS)

def CERTIFICATE(value):
    """A certificate has programs exactly if a claim is about one."""
    (WITH if type(value) is dict and "programs" in value else WITHOUT)(value)
    kinds = {kind for claim in value["claims"] for kind in claim}
    require(("programs" in value) == bool(kinds & {"program-safety", "program-violation"}), "programs",
            "must be there exactly if a claim is about one")
