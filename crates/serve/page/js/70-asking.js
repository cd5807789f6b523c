// Forms in which a question is put together: which components, which properties, with a button that asks.
(function () {
  "use strict";
  const { el, fill, id, count, counted } = rely.dom;
  const { some, toList } = rely.words;

  // The components of the target, without exploring it. Null if the view was left, or if they cannot be read, which `host` then shows.
  const components = async (host, ctx) => {
    const isGone = () => Boolean(ctx.signal && ctx.signal.aborted);
    fill(host, rely.ui.busy("Reading the components…"));
    try {
      const { components: all } = await ctx.run({ command: "simulate", choices: [] });
      return isGone() ? null : all;
    } catch (error) {
      if (!isGone()) fill(host, rely.ui.failed(error, { again: ctx.again }));
      return null;
    }
  };

  // Questions of a view, of which the last one counts: each call stops what was asked before and gives the signal of a new one, which is
  // aborted as well when the view is left.
  const questions = (ctx) => {
    let last = new AbortController();
    ctx.signal.addEventListener("abort", () => last.abort(), { once: true });
    return () => {
      last.abort();
      last = new AbortController();
      if (ctx.signal.aborted) last.abort();
      return last.signal;
    };
  };

  // A group of check boxes; the result has `element` and `chosen()`.
  const boxes = (title, names, chosen, { note = null, onchange = null } = {}) => {
    const fields = names.slice(0, 400).map((name) => {
      const field = el("input", {
        type: "checkbox",
        "data-focus": `box-${title}-${name}`,
        onchange: () => onchange && onchange(),
      });
      field.checked = chosen.includes(name);
      return { name, field };
    });
    const element = el(
      "fieldset",
      { class: "asking-boxes" },
      el("legend", {}, title),
      el(
        "div",
        { class: "asking-list" },
        fields.map(({ name, field }) => el("label", { class: "name" }, field, ` ${name}`)),
      ),
      names.length > fields.length ? el("p", { class: "muted" }, `${names.length - fields.length} more are not shown.`) : null,
      note ? el("p", { class: "muted" }, note) : null,
    );
    return { element, chosen: () => fields.filter(({ field }) => field.checked).map(({ name }) => name) };
  };

  // Which properties: those of the target, and others of the model, which then observe it as well. `asked` is the parameter of the address.
  // The result has `chosen()`, and `named()` for requests, where no names mean all of the target.
  const properties = (ctx, all, title, asked) => {
    const own = all.filter((component) => component.role === "property").map((component) => component.name);
    const isOwn = (name) => own.some((one) => one === name || one.endsWith(`:${name}`));
    const others = (ctx.file.targets || []).filter((one) => one.kind === "property" && !isOwn(one.name)).map((one) => one.name);
    const usual = own.length > 0 ? own : others;
    const note = others.length > 0 ? `Not part of ${ctx.target}, but can observe it: ${some(others, 8)}.` : null;
    const made = boxes(title, [...own, ...others], asked === undefined ? usual : toList(asked), { note });
    const named = () => {
      const chosen = made.chosen();
      return chosen.length === own.length && chosen.every((name) => own.includes(name)) ? [] : chosen;
    };
    return { ...made, named, isEmpty: own.length + others.length === 0 };
  };

  // The text where there is no property.
  const noProperty = (ctx) =>
    rely.ui.state({
      title: "The model has no property",
      text: "Properties are processes defined with the word property. Deadlock, progress and asserts are checked in Verdicts.",
      actions: [rely.ui.button("Verdicts", () => ctx.go({ view: "verdicts" }))],
    });

  // A field to choose one of some words.
  const choice = (title, options, value) => {
    const name = id("choice");
    const field = el(
      "select",
      { id: name, "data-focus": `choice-${title}` },
      options.map(([word, text]) => el("option", { value: word }, text)),
    );
    field.value = options.some(([word]) => word === value) ? value : options[0][0];
    return {
      element: el("div", { class: "field" }, el("label", { class: "field-name", for: name }, title), field),
      value: () => field.value,
      field,
    };
  };

  // A form: `parts`, the button, and the command that would be asked.
  const form = (label, parts, ask, { line = null } = {}) => {
    const button = el("button", { type: "submit", class: "primary", "data-focus": "ask" }, label);
    const preview = el("div", {});
    const tell = () => line && fill(preview, rely.ui.command(line()));
    const element = el("form", { class: "asking" }, parts, el("div", { class: "row" }, button), preview);
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      ask();
      tell();
    });
    element.addEventListener("input", tell);
    element.addEventListener("change", tell);
    tell();
    return element;
  };

  // A list of facts: [[word, text or element], …]; empty ones are left out.
  const facts = (rows) =>
    el(
      "dl",
      { class: "facts" },
      rows
        .filter(
          ([, value]) => value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
        )
        .map(([word, value]) => [el("dt", {}, word), el("dd", {}, Array.isArray(value) ? value.join(", ") : value)]),
    );

  // FSP, or another text to take along.
  const text = (title, content, { open = true } = {}) => {
    const box = el(
      "details",
      { class: "fsp" },
      el("summary", {}, title),
      el(
        "div",
        { class: "fsp-box" },
        rely.ui.copyButton(content, "Copy", `Copy ${title}`),
        el("pre", { tabindex: "0", "aria-label": title }, content),
      ),
    );
    box.open = open;
    return box;
  };

  // How something was built, two parts at a time; `steps` as documents have them.
  const construction = (steps) =>
    !steps || steps.length === 0
      ? null
      : el(
          "details",
          { class: "fsp" },
          el("summary", {}, `Built in ${counted(steps.length, "step")}`),
          rely.ui.table({
            caption: "The steps, in order",
            columns: [
              { title: "step", header: true, cell: (_, i) => `#${i + 1}` },
              { title: "parts", class: "name", cell: (step) => step.parts.join(" || ") },
              { title: "states of the product", class: "number", cell: (step) => count(step.product_states) },
              { title: "actions hidden", class: "number", cell: (step) => count(step.hidden) },
              { title: "reduced to", class: "number", cell: (step) => count(step.states) },
            ],
            rows: steps.slice(0, 200),
          }),
          steps.length > 200 ? el("p", { class: "muted" }, `and ${counted(steps.length - 200, "more step")}`) : null,
        );

  // Warnings and notes of a document.
  const remarks = (document) => {
    const texts = (list) => (list || []).filter((line) => typeof line === "string");
    const lines = [
      ...texts(document.warnings).map((line) => [line, "warning"]),
      ...texts(document.notes).map((line) => [line, "info"]),
    ];
    const found = (document.diagnostics || []).slice(0, 20);
    if (lines.length + found.length === 0) return null;
    return el(
      "div",
      { class: "stack remarks" },
      lines.map(([line, kind]) => el("p", { class: `remark remark-${kind}` }, rely.ui.icon(kind), el("span", {}, line))),
      found.map((one) => rely.ui.diagnostic(one)),
    );
  };

  rely.asking = { components, questions, boxes, properties, noProperty, choice, form, facts, text, construction, remarks };
})();
