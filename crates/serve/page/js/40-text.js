// View: the text of a model, with what is wrong in it at its place, and the list of its definitions.
//
// Lines and messages are rows of one height in a virtual list. Positions are those of `rely.analysis`.
// Parameter: `line`.
(function () {
  "use strict";
  const { el, fill, counted } = rely.dom;
  const { icon, state, diagnostic, listbox, virtual, section } = rely.ui;
  const HEIGHT = 20;
  const MOST_NAMES = 500;

  // The pieces of a line: [{text, kind, mark}], from tokens and messages, which may overlap.
  const pieces = (text, tokens, marks) => {
    const cuts = new Set([0, text.length]);
    const at = (column) => Math.max(0, Math.min(text.length, column));
    for (const one of [...tokens, ...marks]) cuts.add(at(one.from)).add(at(one.to));
    const sorted = [...cuts].sort((a, b) => a - b);
    const found = [];
    for (let i = 0; i + 1 < sorted.length; i++) {
      const [from, to] = [sorted[i], sorted[i + 1]];
      const covers = (one) => one.from <= from && to <= one.to;
      const token = tokens.find(covers);
      const mark = marks.find((one) => covers(one) && one.severity === "error") || marks.find(covers);
      found.push({ text: text.slice(from, to), token, mark: mark ? mark.severity : null });
    }
    return found;
  };

  const byLine = (items, lines) => {
    const map = new Map();
    for (const item of items) {
      if (!item.line || item.from === undefined) continue;
      const one = { ...item, to: Math.max(item.to ?? (lines[item.line - 1] || "").length, item.from + 1) };
      if (map.has(item.line)) map.get(item.line).push(one);
      else map.set(item.line, [one]);
    }
    return map;
  };

  const render = (host, ctx) => {
    const { file } = ctx;
    if (file.text === null) {
      const isLong = file.kind === "fsp";
      fill(
        host,
        state({
          title: isLong ? `${file.path} is too long to be shown` : `${file.path} is a transition system, not a text`,
          text: "See it in the view Machine, or step through it in the Animator.",
        }),
      );
      return null;
    }
    let shown = show(host, ctx, file);
    elaborate(ctx, (found) => {
      const place = host.querySelector(".virtual").scrollTop;
      const analysis = { ...file.told, diagnostics: [...(file.told.diagnostics || []), ...found] };
      shown = show(host, ctx, rely.analysis.prepared({ ...file, analysis }));
      host.querySelector(".virtual").scrollTop = place;
    });
    return { update: (params) => shown.update(params) };
  };

  // What is wrong beyond the text alone is found when the target is put together: `then` gets it, if there is something.
  const elaborate = async (ctx, then) => {
    const { file, target, signal } = ctx;
    if (ctx.offline || !target || (file.analysis.diagnostics || []).some((one) => one.severity === "error")) return;
    try {
      await rely.api.run({ command: "simulate", file: file.path, target, choices: [] }, { signal });
    } catch (error) {
      const found = ((error.document || {}).diagnostics || []).filter((one) => one.line);
      if (!signal.aborted && found.length > 0) then(found);
    }
  };

  const show = (host, ctx, file) => {
    const { lines } = file;
    const { diagnostics = [], tokens = [], symbols = [] } = file.analysis || {};
    const ours = diagnostics.filter((one) => !one.file || one.file === file.path);
    const tokensOf = byLine(tokens, lines);
    const marksOf = byLine(ours, lines);
    const messages = new Map();
    for (const one of ours) {
      const line = Math.min(one.line || 1, lines.length);
      if (messages.has(line)) messages.get(line).push(one);
      else messages.set(line, [one]);
    }
    const rows = [];
    const rowOf = new Map();
    lines.forEach((_, i) => {
      rowOf.set(i + 1, rows.length);
      rows.push({ line: i + 1 });
      for (const found of messages.get(i + 1) || []) rows.push({ line: i + 1, found });
    });

    let chosen = Number(ctx.params.line) || null;
    const lineRow = (line) => {
      const content = pieces(lines[line - 1], tokensOf.get(line) || [], marksOf.get(line) || []);
      const span = (piece) => {
        const { token, mark } = piece;
        if (!token && !mark) return piece.text;
        const kinds = [token ? `t-${token.kind}` : "", token && token.definition ? "t-defined" : "", mark ? `mark-${mark}` : ""];
        return el("span", { class: kinds.filter(Boolean).join(" ") }, piece.text);
      };
      const number = el(
        "a",
        { class: "line-number", href: rely.address.of({ line }), tabindex: "-1", "aria-hidden": "true" },
        String(line),
      );
      number.addEventListener("click", (event) => {
        event.preventDefault();
        choose(line);
      });
      return el("div", { class: line === chosen ? "line chosen" : "line" }, number, el("code", {}, content.map(span)));
    };
    const messageRow = ({ line, found }) => {
      const column = Math.max(0, Math.min((found.column || 1) - 1, 40));
      const word = found.severity === "warning" ? "Warning" : "Error";
      const text = `${word}${found.code ? ` ${found.code}` : ""}: ${found.message}`;
      return el(
        "div",
        {
          class: `line message message-${found.severity === "warning" ? "warning" : "error"}`,
          title: [text, found.help].filter(Boolean).join("\n"),
        },
        el("span", { class: "line-number", "aria-hidden": "true" }),
        el(
          "span",
          { class: "message-text", style: { "margin-left": `${column}ch` } },
          icon(found.severity === "warning" ? "warning" : "error"),
          el("span", {}, text),
        ),
        el("span", { class: "sr" }, ` (line ${line})`),
      );
    };
    // Few lines are in the page completely; of many, those that are seen.
    const few = Math.max(40, Math.min(800, Math.floor(3000 / Math.max(2, (2 * tokens.length) / Math.max(1, lines.length)))));
    const code = virtual({
      count: rows.length,
      height: HEIGHT,
      all: few,
      label: `Text of ${file.path}`,
      class: "code",
      render: (index) => (rows[index].found ? messageRow(rows[index]) : lineRow(rows[index].line)),
    });
    code.element.style.setProperty("--digits", `${String(lines.length).length}ch`);
    code.element.dataset.focus = "code";
    code.element.dataset.scroll = "code";
    const widest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    code.element.firstChild.style.minWidth = `calc(${Math.min(widest, 2000)}ch + 8ch)`;

    const choose = (line) => {
      chosen = line;
      ctx.go({ line }, { replace: true, silent: true });
      code.refresh();
      code.scrollTo(rowOf.get(line) ?? 0);
      ctx.announce(`Line ${line}: ${lines[line - 1].trim()}`);
    };

    const open = (found) => {
      if (found.file && found.file !== file.path) rely.go({ file: found.file, view: "text", line: found.line });
      else choose(Math.min(found.line, lines.length));
    };
    const errors = diagnostics.filter((one) => one.severity !== "warning").length;
    const counts = [
      errors ? counted(errors, "error") : "",
      diagnostics.length - errors ? counted(diagnostics.length - errors, "warning") : "",
    ]
      .filter(Boolean)
      .join(", ");
    const problems = diagnostics.length
      ? section(
          counts,
          el(
            "div",
            { class: "stack" },
            diagnostics.slice(0, 100).map((one) => diagnostic(one, open)),
            diagnostics.length > 100 ? el("p", { class: "muted" }, `and ${diagnostics.length - 100} more`) : null,
          ),
        )
      : el("p", { class: "muted no-problems" }, icon("holds"), "No errors, no warnings.");

    const all = symbols.filter((one) => one.line);
    const defined = all.slice(0, MOST_NAMES);
    const names = defined.length
      ? section(
          "Definitions",
          listbox({
            label: "Definitions",
            items: defined,
            keyOf: (one) => `${one.kind}-${one.name}`,
            item: (one) => [
              el("span", { class: one.depth ? "name inner" : "name" }, one.name),
              " ",
              el("span", { class: "muted" }, one.property ? "property" : one.kind),
            ],
            onselect: (one) => choose(one.line),
          }).element,
          all.length > defined.length ? el("p", { class: "muted" }, `and ${all.length - defined.length} more`) : null,
        )
      : null;
    fill(
      host,
      el(
        "div",
        { class: "split" },
        code.element,
        el(
          "aside",
          { class: diagnostics.length ? "side side-problems" : "side", "aria-label": "Problems and definitions" },
          problems,
          ctx.offline ? null : el("p", { class: "muted hint" }, "Edit the file in an editor; changes appear here when you save."),
          names,
        ),
      ),
    );
    if (chosen && rowOf.has(chosen) && !ctx.isUpdate) requestAnimationFrame(() => code.scrollTo(rowOf.get(chosen)));
    return {
      update: (params) => {
        const line = Number(params.line) || null;
        if (line && rowOf.has(line)) {
          chosen = line;
          code.refresh();
          code.scrollTo(rowOf.get(line));
        }
        return true;
      },
    };
  };

  rely.views.register({
    id: "text",
    title: "Text",
    key: "t",
    applies: (project, file) => file.text !== null,
    render,
    help: [["↑ ↓ PgUp PgDn", "scroll, when the text has the focus"]],
  });
})();
