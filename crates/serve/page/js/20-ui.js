// Pieces that all views use: verdicts, commands, messages, sections, tabs, tables, lists.
//
// Everything is reachable by keyboard: tabs, tables and lists are one tab stop each, arrows move inside (a roving tabindex), Enter
// opens. Colors are a second cue only; each verdict has an icon and a word.
(function () {
  "use strict";
  const { el, id } = rely.dom;
  const NAMESPACE = "http://www.w3.org/2000/svg";

  // ── icons ──
  // Drawn on 16 × 16, in the color of the text.
  const PATHS = {
    holds: "M3.5 8.5 6.5 11.5 12.5 4.5",
    violated: "M4.5 4.5 11.5 11.5 M11.5 4.5 4.5 11.5",
    unknown: "M5.6 6.1a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.5 M8 12.1v.2",
    vacuous: "M3 8h1.5 M7.2 8h1.6 M11.5 8H13",
    warning: "M8 3 14 13H2Z M8 7v2.8 M8 11.4v.2",
    error: "M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2Z M8 5v3.6 M8 10.7v.2",
    info: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z M8 7.4v3.4 M8 5.1v.1",
    copy: "M5.5 5.5h7v8h-7Z M3.5 10.5v-8h7",
    plus: "M8 3.5v9 M3.5 8h9",
    minus: "M3.5 8h9",
    fit: "M2.5 6v-3.5H6 M10 2.5h3.5V6 M13.5 10v3.5H10 M6 13.5H2.5V10",
    save: "M8 2.5v7.5 M4.8 7 8 10.2 11.2 7 M3 13.5h10",
    theme: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z",
    help: "M5.6 6.1a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.5 M8 12.1v.2",
    again: "M13 8a5 5 0 1 1-1.6-3.7 M13 2.5v3h-3",
    back: "M9.8 3.5 5.3 8l4.5 4.5",
    next: "M6.2 3.5 10.7 8l-4.5 4.5",
    play: "M5 3.5 12 8l-7 4.5Z",
  };

  const FILLED = { theme: "M8 2.5a5.5 5.5 0 0 1 0 11Z", play: "M5 3.5 12 8l-7 4.5Z" };

  const icon = (name) => {
    const svg = document.createElementNS(NAMESPACE, "svg");
    svg.setAttribute("class", `icon icon-${name}`);
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("focusable", "false");
    const add = (d, kind) => {
      const path = document.createElementNS(NAMESPACE, "path");
      path.setAttribute("d", d);
      if (kind) path.setAttribute("class", kind);
      svg.append(path);
    };
    add(PATHS[name] || PATHS.info);
    if (FILLED[name]) add(FILLED[name], "filled");
    return svg;
  };

  // ── verdicts ──
  // Words of all documents: good, bad, and everything else is grey.
  const GOOD = new Set(["holds", "replayed", "accepted", "kept", "replaceable", "contained", "compatible", "certified", "weakest"]);
  const BAD = new Set(["violated", "diverged", "rejected", "incompatible", "lost", "broken", "none", "error"]);
  const tone = (word) => {
    const first = String(word).toLowerCase().split(/[\s(]/)[0];
    return GOOD.has(first) ? "good" : BAD.has(first) ? "bad" : "unknown";
  };

  // A word with its icon. `vacuous` is for what holds without saying anything; `text` replaces the word that is shown; `tone` decides for
  // words that are not known here ("good", "bad", "unknown").
  const verdict = (word, { vacuous = false, text = null, tone: given = null } = {}) => {
    const color = given || tone(word);
    const isEmpty = vacuous && color === "good";
    const shape = isEmpty ? "vacuous" : { good: "holds", bad: "violated", unknown: "unknown" }[color];
    const words = text || (isEmpty ? `${word} vacuously` : word);
    return el("span", { class: `verdict verdict-${isEmpty ? "vacuous" : color}` }, icon(shape), el("span", {}, words));
  };

  // ── commands ──
  const copyText = async (text, button, label) => {
    let isDone = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isDone = false;
    }
    const words = isDone ? "Copied" : "Select the text to copy it";
    button.lastChild.textContent = words;
    if (rely.announce) rely.announce(words);
    setTimeout(() => (button.lastChild.textContent = label), 2000);
  };

  const copyButton = (text, label = "Copy", title = null) => {
    const name = title && !title.toLowerCase().includes(label.toLowerCase()) ? `${label}: ${title}` : title;
    const button = el("button", { type: "button", class: "quiet small", "aria-label": name }, icon("copy"), el("span", {}, label));
    button.addEventListener("click", () => copyText(typeof text === "function" ? text() : text, button, label));
    return button;
  };

  // The command line that gives the same.
  const command = (line) =>
    el(
      "div",
      { class: "command" },
      el("code", { tabindex: "0", role: "group", "aria-label": "The same on the command line" }, line),
      copyButton(line, "Copy", "Copy the command"),
    );

  // ── messages ──
  // What there is to say where something else was expected: `title`, `text` (what to do next), and buttons.
  const state = ({ title, text = null, kind = "info", actions = [] }) =>
    el(
      "div",
      { class: `state state-${kind}` },
      el("p", { class: "state-title" }, icon(kind === "info" ? "info" : kind), el("span", {}, title)),
      text ? el("p", {}, text) : null,
      actions.length ? el("div", { class: "row" }, actions) : null,
    );

  // The code of a message, with its explanation behind it.
  const code = (name) =>
    rely.offline || !rely.explain
      ? name
      : el(
          "button",
          { type: "button", class: "link code-name", title: "Explain", "aria-label": `${name}: explain`, onclick: () => rely.explain(name) },
          name,
        );

  // `onopen(diagnostic)` makes the place a button.
  const diagnostic = (found, onopen) => {
    const place = found.line
      ? `${found.file ? `${found.file}:` : "line "}${found.line}${found.column ? `:${found.column}` : ""}`
      : found.file || "";
    return el(
      "div",
      { class: `diagnostic diagnostic-${found.severity === "warning" ? "warning" : "error"}` },
      icon(found.severity === "warning" ? "warning" : "error"),
      el(
        "div",
        {},
        el(
          "p",
          {},
          el("strong", {}, found.severity === "warning" ? "Warning" : "Error", " ", found.code ? code(found.code) : null),
          " ",
          found.message,
        ),
        found.help ? el("p", { class: "muted" }, `Help: ${found.help}`) : null,
        place
          ? el(
              "p",
              {},
              onopen && found.line
                ? el("button", { type: "button", class: "link", onclick: () => onopen(found) }, place)
                : el("span", { class: "muted" }, place),
            )
          : null,
      ),
    );
  };

  // An error of a request. Being stopped is no error.
  const failed = (error, { again = null } = {}) => {
    const buttons = again ? [el("button", { type: "button", onclick: again }, icon("again"), el("span", {}, "Try again"))] : [];
    if (error && error.name === "AbortError") {
      return state({ title: "Canceled", text: "Nothing was decided.", kind: "unknown", actions: buttons });
    }
    const found = (error && error.document && error.document.diagnostics) || [];
    if (!found.length)
      return state({ title: "Something went wrong", text: String((error && error.message) || error), kind: "error", actions: buttons });
    const open = (one) => rely.go({ view: "text", line: one.line, ...(one.file && knows(one.file) ? { file: one.file } : {}) });
    return el(
      "div",
      { class: "failed", role: "group", "aria-label": "Error" },
      found.map((one) => diagnostic(one, rely.offline ? null : open)),
      el("div", { class: "row" }, buttons),
    );
  };
  const knows = (path) => rely.project && rely.project.files.some((file) => file.path === path);

  const busy = (text = "Working…") => el("p", { class: "busy muted" }, el("span", { class: "spinner", "aria-hidden": "true" }), text);

  // ── structure ──
  const section = (title, ...children) => {
    const name = id("h");
    return el("section", { "aria-labelledby": name }, el("h3", { id: name }, title), children);
  };

  // Text that is cut off is shown in a title.
  const long = (text) => (text.length > 40 ? text : null);

  // A name that takes a few lines at most.
  const brief = (name) => el("span", { class: "brief", title: long(name) }, name);

  const button = (label, onclick, { icon: name = null, class: kind = null, title = null, disabled = false, pressed = null } = {}) =>
    el(
      "button",
      { type: "button", class: kind, title: title || long(label), disabled, "aria-pressed": pressed === null ? null : String(pressed), onclick },
      name ? icon(name) : null,
      label ? el("span", {}, label) : null,
    );

  // Arrow keys among elements of which one is in the tab order.
  const roving = (host, items, { horizontal = false, onmove = null, selected = 0 } = {}) => {
    const list = () => (typeof items === "function" ? items() : items);
    const mark = (at) => list().forEach((item, i) => (item.tabIndex = i === at ? 0 : -1));
    const move = (at) => {
      const all = list();
      if (!all.length) return;
      const next = Math.max(0, Math.min(all.length - 1, at));
      mark(next);
      all[next].focus();
      if (onmove) onmove(next);
    };
    host.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const all = list();
      const at = all.indexOf(document.activeElement);
      if (at < 0) return;
      const steps = {
        Home: -Infinity,
        End: Infinity,
        PageUp: -10,
        PageDown: 10,
        ...(horizontal ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowUp: -1, ArrowDown: 1 }),
      };
      if (!(event.key in steps)) return;
      event.preventDefault();
      event.stopPropagation();
      move(at + steps[event.key]);
    });
    host.addEventListener("focusin", () => {
      const at = list().indexOf(document.activeElement);
      if (at >= 0) mark(at);
    });
    mark(Math.max(0, selected));
    return { mark, move };
  };

  // Tabs: [{id, title, render(panel)}]; a panel is rendered when it is first shown.
  const tabs = ({ label, tabs: all, selected = null, onselect = null }) => {
    const list = el("div", { role: "tablist", class: "tabs", "aria-label": label });
    const panel = el("div", { role: "tabpanel", tabindex: "0", class: "tab-panel" });
    const buttons = all.map((tab) =>
      el(
        "button",
        { type: "button", role: "tab", id: id("tab"), title: long(tab.title), "data-focus": `tab-${tab.id}` },
        el("span", {}, tab.title),
      ),
    );
    panel.id = id("panel");
    const show = (at, isFirst) => {
      buttons.forEach((one, i) => {
        one.setAttribute("aria-selected", String(i === at));
        one.setAttribute("aria-controls", panel.id);
      });
      panel.setAttribute("aria-labelledby", buttons[at].id);
      all[at].render(rely.dom.clear(panel));
      if (!isFirst && onselect) onselect(all[at].id);
    };
    list.append(...buttons);
    const start = Math.max(
      0,
      all.findIndex((tab) => tab.id === selected),
    );
    const rove = roving(list, buttons, { horizontal: true, onmove: (at) => show(at), selected: start });
    buttons.forEach((one, at) =>
      one.addEventListener("click", () => {
        rove.mark(at);
        show(at);
      }),
    );
    if (all.length) show(start, true);
    return el("div", { class: "tabbed" }, list, panel);
  };

  // A table: columns [{title, cell(row, index), class, header}]; with `onselect(row, index)` its rows are chosen by click, arrows and Enter.
  // `header: true` makes the cells of a column row headers. `keyOf(row)` names a row, so that focus finds it again.
  const table = ({
    caption,
    columns,
    rows,
    onselect = null,
    selected = null,
    keyOf = null,
    empty = "Nothing to show.",
    class: kind = "",
  }) => {
    if (!rows.length) return el("p", { class: "muted" }, empty);
    const body = el("tbody");
    const lines = rows.map((row, index) => {
      const isOn = selected === index;
      const cells = columns.map((column) =>
        el(column.header ? "th" : "td", { class: column.class, scope: column.header ? "row" : null }, column.cell(row, index)),
      );
      const line = el(
        "tr",
        {
          class: onselect ? "choice" : null,
          "aria-selected": onselect ? String(isOn) : null,
          "data-focus": keyOf ? `row-${keyOf(row)}` : null,
        },
        cells,
      );
      if (onselect) {
        line.addEventListener("click", (event) => event.target.closest("a, button") || choose(index));
        line.addEventListener("keydown", (event) => {
          if (event.target === line && (event.key === "Enter" || event.key === " ")) {
            event.preventDefault();
            choose(index);
          }
        });
      }
      return line;
    });
    const choose = (index) => {
      lines.forEach((line, i) => line.setAttribute("aria-selected", String(i === index)));
      onselect(rows[index], index);
    };
    body.append(...lines);
    const element = el(
      "table",
      { class: `table ${kind}`, role: onselect ? "grid" : null },
      el("caption", { class: "sr" }, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map((column) => el("th", { scope: "col", class: column.class }, column.title)),
        ),
      ),
      body,
    );
    if (onselect) roving(body, lines, { selected: Math.max(0, selected ?? 0) });
    return el(
      "div",
      { class: "scroll-x", tabindex: onselect ? null : "0", role: onselect ? null : "region", "aria-label": onselect ? null : caption },
      element,
    );
  };

  // A list of which one item may be chosen: `item(x)` is its content, `text(x)` its name.
  const listbox = ({ label, items, item, selected = null, onselect, keyOf = null, class: kind = "" }) => {
    const host = el("ul", { class: `listbox ${kind}`, role: "listbox", "aria-label": label });
    const lines = items.map((one, index) => {
      const line = el(
        "li",
        { role: "option", "aria-selected": String(selected === index), "data-focus": keyOf ? `item-${keyOf(one)}` : null },
        item(one, index),
      );
      line.addEventListener("click", () => choose(index));
      line.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          choose(index);
        }
      });
      return line;
    });
    const select = (index) => {
      lines.forEach((line, i) => line.setAttribute("aria-selected", String(i === index)));
      if (lines[index]) rove.mark(index);
    };
    const choose = (index) => {
      select(index);
      onselect(items[index], index);
    };
    host.append(...lines);
    const rove = roving(host, lines, { selected: Math.max(0, selected ?? 0) });
    return { element: host, select, lines };
  };

  rely.ui = {
    icon,
    verdict,
    command,
    copyButton,
    state,
    diagnostic,
    failed,
    busy,
    section,
    brief,
    button,
    roving,
    tabs,
    table,
    listbox,
  };
})();
