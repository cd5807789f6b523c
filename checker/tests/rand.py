"""Random small systems and formulas."""
from checker.tests import make


def process(rng, name, actions, states=3, errors=0.0, tau=0.15, end=0.2, role="process"):
    alphabet = sorted(rng.sample(actions, rng.randint(1, len(actions))))
    n = rng.randint(1, states)
    last = n - 1 if n > 1 and rng.random() < end else None
    ts = set()
    for s in range(n):
        if s == last:
            continue
        for a in alphabet:
            for _ in range(rng.choice([0, 1, 1, 1, 2])):
                ts.add((s, a, -1 if rng.random() < errors else rng.randrange(n)))
        if rng.random() < tau:
            ts.add((s, "tau", -1 if rng.random() < errors else rng.randrange(n)))
    return make.component(name, alphabet, ts, n, role, 0, last)


def prop(rng, name, actions, states=2, bad=0.3, deterministic=True):
    alphabet = sorted(rng.sample(actions, rng.randint(1, min(2, len(actions)))))
    n = rng.randint(1, states)
    ts = {(s, a, rng.randrange(n)) for s in range(n) for a in alphabet if rng.random() > bad}
    return make.complete(name, alphabet, ts, n)


def flu(rng, name, actions):
    some = rng.sample(actions, rng.randint(1, len(actions)))
    cut = rng.randint(0, len(some))
    return make.fluent(name, some[:cut], some[cut:], rng.randint(0, 1))


def priority(rng, components):
    names = sorted({a for c in components for a in c["alphabet"]})
    if rng.random() < 0.6:
        return None
    return {"low": sorted(rng.sample(names, rng.randint(0, len(names)))), "tau": rng.choice(["low", "high"])}


def formula(rng, actions, fluents, size=5):
    """Entries; the last one uses earlier ones."""
    entries = []
    for _ in range(rng.randint(1, 3)):
        if fluents and rng.random() < 0.4:
            entries.append({"fluent": rng.choice(fluents)})
        else:
            entries.append({"actions": sorted(rng.sample(actions, rng.randint(0, len(actions))))})
    if rng.random() < 0.2:
        entries.append({"true": None})
    for _ in range(rng.randint(1, size)):
        n = len(entries)
        kind = rng.choice(["not", "and", "or", "next", "eventually", "always", "until", "weak-until", "eventually",
                           "always"])

        def pick():
            return n - 1 if rng.random() < 0.6 else rng.randrange(n)
        if kind in ("and", "or"):
            entries.append({kind: [pick() for _ in range(rng.randint(0, 2) or 2)]})
        elif kind in ("until", "weak-until"):
            entries.append({kind: [pick(), pick()]})
        else:
            entries.append({kind: pick()})
    return entries


def mutate(rng, value):
    """Changes one random place of a JSON value (a copy)."""
    import copy
    value = copy.deepcopy(value)
    places = []

    def walk(v, path):
        if isinstance(v, dict):
            for k in v:
                walk(v[k], path + [(v, k)])
        elif isinstance(v, list):
            for k in range(len(v)):
                walk(v[k], path + [(v, k)])
        if path and not any(k in ("digest", "schema", "generator", "model") for _, k in path if isinstance(k, str)):
            places.append(path[-1])
    walk(value, [])
    holder, key = rng.choice(places)
    old = holder[key]
    if isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = old + rng.choice([-1, 1, -1, 1, 2])
    elif old is None:
        holder[key] = rng.choice([0, 1, [], False])
    elif isinstance(old, str):
        holder[key] = rng.choice(["a", "b", "c", "tau", "left", "right", "low", "high", "P", "cycle", "stops", "prefix"])
    elif isinstance(old, list):
        r = rng.random()
        if old and r < 0.4:
            del old[rng.randrange(len(old))]
        elif old and r < 0.6:
            old.insert(rng.randrange(len(old) + 1), copy.deepcopy(rng.choice(old)))
        elif len(old) > 1 and r < 0.8:
            i, j = rng.sample(range(len(old)), 2)
            old[i], old[j] = old[j], old[i]
        elif old and all(type(x) is type(old[0]) and isinstance(x, (int, str)) for x in old):
            old.append(old[-1])
            holder[key] = sorted(set(old[:-1]) | ({old[0] + 1} if isinstance(old[0], int) else {"b"}))
        else:
            holder[key] = []
    elif isinstance(old, dict):
        if len(old) == 1:
            (k, v), = old.items()
            holder[key] = {rng.choice(["not", "next", "eventually", "always", "and", "or", "until", "weak-until", "left",
                                       "postponed", "safety", "deadlock", "relation", "difference"]): v}
        else:
            k = rng.choice(sorted(old))
            old[k] = rng.choice([None, 0, [], old[k]])
    return value


def renewed(doc):
    """The closed sets of all systems computed anew, so that a changed system is not rejected at once."""
    import copy
    doc = copy.deepcopy(doc)
    try:
        for s in doc["systems"]:
            if s["states"] is not None:
                s["states"] = make.system(s["components"], s["name"], s["priority"])["states"]
    except (TypeError, KeyError, IndexError, ValueError, AttributeError, OverflowError):
        pass
    return doc
