"""Random models: small, and full of what ordinary tests miss."""

LABELS = ["a", "b", "c", "d"]
DEEP = ["x.a", "x.b", "y.a"]


def some(rng, labels, least=1, most=2):
    """A sorted choice of labels."""
    count = min(len(labels), rng.randint(least, most))
    return sorted(rng.sample(sorted(labels), count))


def chance(rng, percent):
    return rng.randrange(100) < percent


def body(rng, labels, targets, depth=0):
    """A choice of one to three branches; a branch may be a chain or offer several labels."""
    branches = []
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        offered = [rng.choice(labels)] if chance(rng, 85) else some(rng, labels, 1, 2)
        if depth < 2 and chance(rng, 20):
            then = body(rng, labels, targets, depth + 1)
        else:
            then = reference(rng, targets)
        branches.append([offered, then])
    return ["choice", branches]


def reference(rng, targets):
    """A local process, an ending, or a sequence that ends there."""
    locals_, endings, inserted = targets
    last = rng.choice(endings) if endings and chance(rng, 12) else rng.choice(locals_)
    sequence = (
        [rng.choice(inserted) for _ in range(rng.choice([1, 1, 2]))] if inserted and chance(rng, 25) else []
    )
    return ["ref", sequence, last]


def process(rng, name, labels, endings=("STOP", "END", "ERROR"), inserted=(), plain=False):
    """A process with one to three local states."""
    names = [name] + ["%s%d" % (name, i) for i in range(1, rng.choice([1, 1, 2, 2, 3, 3, 4]))]
    targets = (names, list(endings), list(inserted))
    locals_ = []
    for local in names:
        if chance(rng, 5) and not plain:
            what = ["ref", [], rng.choice(["STOP", "END", "STOP", "ERROR"])]
            locals_.append([local, what if what[2] in endings else ["ref", [], "STOP"]])
        else:
            locals_.append([local, body(rng, labels, targets)])
    made = {"kind": "process", "name": name, "modifier": None, "locals": locals_}
    used = sorted(set(labels))
    if plain:
        return made
    if chance(rng, 15):
        made["style"] = "indexed"
    if chance(rng, 25):
        made["extend"] = some(rng, LABELS + DEEP, 1, 1)
    if chance(rng, 15):
        made["relabel"] = relabeling(rng, used)
    if chance(rng, 15):
        made["hide"] = [rng.choice(["\\", "@"]), some(rng, used + ["x"], 1, 2)]
    if chance(rng, 15):
        made["modifier"] = rng.choice(["minimal", "deterministic"])
    return made


def relabeling(rng, used):
    """One or two pairs; they may merge, multiply or swap labels."""
    pairs = []
    for _ in range(rng.choice([1, 1, 2])):
        pairs.append([rng.choice(LABELS + DEEP), rng.choice(used + ["x"])])
    return pairs


def sequential(rng, name, labels, inserted=()):
    """A process that can end."""
    made = process(rng, name, labels, ("END", "STOP"), inserted, plain=True)
    made["locals"][-1] = [made["locals"][-1][0], ["choice", [[[rng.choice(labels)], ["ref", [], "END"]]]]]
    if chance(rng, 6):
        made["locals"] = [[name, ["ref", [], "END"]]]
    return made


def observer(rng, name, labels, density=75):
    """A property: deterministic, and mostly generous, so that both verdicts are common."""
    labels = sorted(labels)
    names = [name] + ["%s%d" % (name, i) for i in range(1, rng.choice([1, 2, 2, 3]))]
    locals_ = []
    for local in names:
        offered = [l for l in labels if chance(rng, density)]
        if not offered:
            locals_.append([local, ["ref", [], rng.choice(["STOP", "STOP", "END"])]])
            continue
        branches = [[[l], ["ref", [], rng.choice(names)]] for l in offered]
        locals_.append([local, ["choice", branches]])
    return {"kind": "process", "name": name, "modifier": "property", "locals": locals_, "extend": labels}


def element(rng, names):
    """A reference, often with a prefix, a sharing or a relabeling."""
    made = {"ref": rng.choice(names)}
    kind = rng.randrange(100)
    if kind < 10:
        made["prefix"] = some(rng, ["x", "y"], 1, 2)
    elif kind < 18:
        made["share"] = some(rng, ["x", "y"], 1, 2)
    if chance(rng, 18):
        used = LABELS + (["x." + l for l in LABELS] if kind < 18 else [])
        made["relabel"] = [
            [rng.choice(LABELS + ["x.a"]), rng.choice(used)] for _ in range(rng.choice([1, 2]))
        ]
    return made


def composite(rng, name, names, most=3):
    """Elements in parallel, some in groups, with priority, hiding and modifiers."""
    parts = [element(rng, names) for _ in range(rng.randint(1, most))]
    if chance(rng, 12) and len(parts) > 1:
        parts = [{"group": parts[:2], "relabel": relabeling(rng, LABELS)}] + parts[2:]
    made = {"kind": "composite", "name": name, "modifier": None, "body": {"group": parts}}
    if chance(rng, 8):
        made["body"]["relabel"] = relabeling(rng, LABELS)
    return made


def decorated(rng, made, modifiers=("minimal", "deterministic", "property", "compose")):
    """Adds what makes a nested composite one component."""
    if chance(rng, 25):
        made["priority"] = [rng.choice(["<<", ">>"]), some(rng, LABELS + ["x"], 1, 2)]
    if chance(rng, 40):
        made["hide"] = [rng.choice(["\\", "@"]), some(rng, LABELS + ["x"], 1, 2)]
    if chance(rng, 35):
        made["modifier"] = rng.choice(list(modifiers))
    return made


def flawed(rng, names):
    """A property made of a composite with hidden actions, behind which there may be an ERROR."""
    made = {
        "kind": "composite",
        "name": "F",
        "modifier": "property",
        "body": {"group": [element(rng, names)]},
    }
    made["hide"] = ["\\", some(rng, LABELS, 1, 2)]
    return made


def model(rng):
    """Processes, properties, composites in composites; the last composite, S, is the target."""
    defs, names = [], []
    inserted = []
    if chance(rng, 30):
        for i in range(rng.choice([1, 2, 3])):
            defs.append(sequential(rng, "E%d" % i, some(rng, LABELS, 1, 2), inserted))
            inserted.append("E%d" % i)
        if chance(rng, 25):
            # A composite can be inserted, too, if it can end.
            parts = [element(rng, inserted) for _ in range(2)]
            defs.append({"kind": "composite", "name": "E9", "modifier": None, "body": {"group": parts}})
            inserted.append("E9")
    endings = ["STOP", "END", "ERROR"] if chance(rng, 60) else rng.choice([[], ["STOP"], ["END"]])
    for i in range(rng.choice([1, 2, 2, 3])):
        labels = some(rng, LABELS + DEEP if chance(rng, 15) else LABELS, 1, 3)
        defs.append(process(rng, "P%d" % i, labels, endings, inserted))
        names.append("P%d" % i)
    names += inserted
    for i in range(rng.choice([0, 1, 1, 2])):
        density = rng.choice([60, 80, 90, 100])
        labels = some(rng, LABELS if chance(rng, 90) else LABELS + DEEP, 1, 2)
        defs.append(observer(rng, "R%d" % i, labels, density))
        names.append("R%d" % i)
    for i in range(rng.choice([0, 0, 1, 1, 2])):
        defs.append(decorated(rng, composite(rng, "C%d" % i, names, 2)))
        names.append("C%d" % i)
    if chance(rng, 12):
        defs.append(flawed(rng, names))
        names.append("F")
    properties = [n for n in names if n.startswith("R")]
    target = composite(rng, "S", names, 3)
    for name in properties:
        if chance(rng, 60):
            target["body"]["group"].append({"ref": name})
    if chance(rng, 2):
        target["body"] = {"group": []}
    if chance(rng, 15):
        target["priority"] = [rng.choice(["<<", ">>"]), some(rng, LABELS + ["x"], 1, 2)]
    defs.append(target)
    return {"defs": defs, "progress": [], "fluents": [], "asserts": []}


def progress_tests(rng):
    """Tests about the usual labels, some of them conditional."""
    tests = []
    for i in range(rng.choice([0, 0, 1, 2])):
        condition = some(rng, LABELS, 1, 2) if chance(rng, 35) else None
        tests.append({"name": "T%d" % i, "if": condition, "then": some(rng, LABELS + ["x.a"], 1, 3)})
    return tests
