"""Models as plain data (dictionaries, lists, texts), and their text in FSP.

model     {"defs": [definition], "progress": [test], "fluents": [fluent], "asserts": [[name, formula]]}
process   {"kind": "process", "name", "modifier", "locals": [[name, body]],
           "extend", "relabel", "hide", "style"}
body      ["ref", [sequential names], name]  or  ["choice", [[labels, body]]]
composite {"kind": "composite", "name", "modifier", "body": element, "priority", "hide"}
element   {"ref": name} or {"group": [element]}, with "share", "prefix" (lists of labels) and "relabel"
relabel   [[new, old]];  hide, priority: null or [sign, labels]
test      {"name", "if": null or labels, "then": labels}
fluent    {"name", "on": labels, "off": labels, "initially": bool}
formula   ["a", labels] | ["f", fluent] | [operator, formula, …]
"""

BINARY = {"and": "&&", "or": "||", "imp": "->", "iff": "<->", "U": "U", "W": "W"}
UNARY = {"not": "!", "X": "X ", "F": "<>", "G": "[]"}


def label_set(labels):
    return "{" + ", ".join(labels) + "}"


def one_or_set(labels):
    return labels[0] if len(labels) == 1 else label_set(labels)


def suffix(definition):
    text = ""
    if definition.get("extend"):
        text += " + " + label_set(definition["extend"])
    if definition.get("relabel"):
        text += " / " + relabels(definition["relabel"])
    if definition.get("priority"):
        text += " %s %s" % (definition["priority"][0], label_set(definition["priority"][1]))
    if definition.get("hide"):
        text += " %s %s" % (definition["hide"][0], label_set(definition["hide"][1]))
    return text


def relabels(pairs):
    return "{" + ", ".join("%s/%s" % (new, old) for new, old in pairs) + "}"


def body_text(body):
    if body[0] == "ref":
        return "".join(name + ";" for name in body[1]) + body[2]
    return "(" + " | ".join(choice_text(labels, then) for labels, then in body[1]) + ")"


def choice_text(labels, then):
    """A chain of actions needs no parentheses."""
    text = one_or_set(labels) + " -> "
    if then[0] == "choice" and len(then[1]) == 1:
        return text + choice_text(*then[1][0])
    return text + body_text(then)


def element_text(element):
    text = ""
    if element.get("share"):
        text += one_or_set(element["share"]) + "::"
    if element.get("prefix"):
        text += one_or_set(element["prefix"]) + ":"
    if "ref" in element:
        text += element["ref"]
    else:
        text += "(" + " || ".join(element_text(part) for part in element["group"]) + ")"
    if element.get("relabel"):
        text += "/" + relabels(element["relabel"])
    return text


def definition_text(definition):
    words = definition["modifier"] + " " if definition.get("modifier") else ""
    if definition["kind"] == "composite":
        return "%s||%s = %s%s." % (
            words,
            definition["name"],
            element_text(definition["body"]),
            suffix(definition),
        )
    if definition.get("style") == "indexed":
        return words + indexed_text(definition) + suffix(definition) + "."
    bodies = ",\n  ".join("%s = %s" % (name, body_text(body)) for name, body in definition["locals"])
    return words + bodies + suffix(definition) + "."


def indexed_text(definition):
    """The same process with one indexed local process, whose body is selected by conditions."""
    names = [name for name, _ in definition["locals"]]
    others = {name: "%s_[%d]" % (names[0], i) for i, name in enumerate(names)}
    bodies = [body_text(renamed(body, others)) for _, body in definition["locals"]]
    text = bodies[-1]
    for i in reversed(range(len(bodies) - 1)):
        text = "if (i == %d) then %s else %s" % (i, bodies[i], text)
    return "%s = %s_[0],\n  %s_[i:0..%d] = %s" % (names[0], names[0], names[0], len(names) - 1, text)


def renamed(body, names):
    """A body in which local processes have other names."""
    if body[0] == "ref":
        return ["ref", body[1], names.get(body[2], body[2])]
    return ["choice", [[labels, renamed(then, names)] for labels, then in body[1]]]


def formula_text(formula):
    """Always in parentheses, so that no rule of precedence matters."""
    kind = formula[0]
    if kind == "a":
        return formula[1][0] if len(formula[1]) == 1 else label_set(formula[1])
    if kind == "f":
        return formula[1]
    if kind in UNARY:
        return "(" + UNARY[kind] + formula_text(formula[1]) + ")"
    return "(" + formula_text(formula[1]) + " " + BINARY[kind] + " " + formula_text(formula[2]) + ")"


def model_text(model):
    lines = [definition_text(d) for d in model["defs"]]
    for test in model.get("progress", []):
        condition = "if %s then " % label_set(test["if"]) if test.get("if") else ""
        lines.append("progress %s = %s%s" % (test["name"], condition, label_set(test["then"])))
    for fluent in model.get("fluents", []):
        sets = "<%s, %s>" % (label_set(fluent["on"]), label_set(fluent["off"]))
        lines.append(
            "fluent %s = %s%s" % (fluent["name"], sets, " initially 1" if fluent["initially"] else "")
        )
    for name, formula in model.get("asserts", []):
        lines.append("assert %s = %s" % (name, formula_text(formula)))
    return "\n".join(lines) + "\n"
