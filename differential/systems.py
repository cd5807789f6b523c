"""Systems of a few processes and properties, for the areas that reason about parts."""

import generate
import tables

LABELS = ["a", "b", "c", "d"]


def parts(rng, count, may_fail=False):
    """Processes that share some actions and have others of their own."""
    defs = []
    for i in range(count):
        labels = generate.some(rng, LABELS, 1, 3)
        endings = ["STOP"] if generate.chance(rng, 25) else []
        if may_fail and generate.chance(rng, 25):
            endings = endings + ["ERROR"]
        rows = tables.random_table(rng, labels, rng.choice([1, 2, 2, 3]), endings, 2)
        made = tables.process("P%d" % i, rows)
        if generate.chance(rng, 25):
            made["extend"] = generate.some(rng, LABELS, 1, 1)
        if generate.chance(rng, 15):
            made["hide"] = ["\\", generate.some(rng, labels, 1, 1)]
        defs.append(made)
    return defs


def element(rng, name):
    """An instance of a process, sometimes under another name or with other labels."""
    made = {"ref": name}
    pick = rng.randrange(100)
    if pick < 10:
        made["prefix"] = ["x"]
        if generate.chance(rng, 70):
            made["relabel"] = [[rng.choice(LABELS), "x." + rng.choice(LABELS)] for _ in range(2)]
    elif pick < 20:
        made["relabel"] = [[rng.choice(LABELS), rng.choice(LABELS)]]
    elif pick < 25:
        made["share"] = ["x", "y"]
        made["relabel"] = [[rng.choice(LABELS), "x." + rng.choice(LABELS)]]
    return made


def labels_of(definition):
    """The labels of a process that was made from a table."""
    branches = [body[1] for _, body in definition["locals"] if body[0] == "choice"]
    return sorted({label for rows in branches for labels, _ in rows for label in labels})


def system(rng, count, may_fail=False, properties=(1, 1, 2), about_first=False):
    """Processes, properties and the target S; some processes are used twice.

    With `about_first` the properties observe the first process, and not only the others.
    """
    defs = parts(rng, count, may_fail)
    elements = [element(rng, d["name"]) for d in defs]
    if generate.chance(rng, 15):
        elements.append(element(rng, rng.choice(defs)["name"]))
    for i in range(rng.choice(list(properties))):
        density = rng.choice([60, 75, 90])
        observed = generate.some(rng, LABELS, 1, 2)
        if generate.chance(rng, 12):
            # An action of its own.
            observed = observed[:1] + ["e"]
        if about_first:
            observed = sorted(set(observed[:1] + [rng.choice(labels_of(defs[0]))]))
        defs.append(generate.observer(rng, "R%d" % i, observed, density))
        elements.append({"ref": "R%d" % i})
    defs.append({"kind": "composite", "name": "S", "modifier": None, "body": {"group": elements}})
    return {"defs": defs}
