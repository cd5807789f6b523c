// The tree of runs as a small picture: a row per run, which leaves the row above where they part.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, some } = rely.words;
  const NAMESPACE = "http://www.w3.org/2000/svg";
  const ROW = 30;
  const WIDE = 110;
  const MOST_ROWS = 30;

  const shape = (tag, attributes, title) => {
    const element = document.createElementNS(NAMESPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (title) {
      const words = document.createElementNS(NAMESPACE, "title");
      words.textContent = title;
      element.append(words);
    }
    return element;
  };

  // `visit(node)` shows a state; `forget()` keeps the current run only.
  const tree = (host, runs, visit, forget) => {
    const rows = runs.rows();
    if (rows.length === 1 && rows[0].length === 0) {
      fill(host, el("p", { class: "muted" }, "One run so far, without steps."));
      return;
    }
    const shown = rows.slice(0, MOST_ROWS);
    const longest = Math.max(1, ...shown.map((row) => row.length));
    const step = Math.min(18, WIDE / longest);
    const x = (depth) => 10 + depth * step;
    const y = (row) => ROW / 2 + row * ROW;
    const svg = shape("svg", {
      class: "runs-picture",
      width: Math.ceil(x(longest) + 12),
      height: shown.length * ROW,
      "aria-hidden": "true",
      focusable: "false",
    });
    const isOnRun = new Set(runs.path(runs.leaf()));
    const hasDots = step >= 8;
    shown.forEach((row, r) => {
      const { own } = row;
      const isCurrent = runs.leaf() === row.leaf;
      const kind = isCurrent ? "runs-line is-current" : "runs-line";
      if (r > 0 && own.length > 0)
        svg.append(
          shape("path", {
            class: kind,
            d: `M${x(row.from)} ${y(row.above)} V${y(r) - 6} Q${x(row.from)} ${y(r)} ${x(row.from) + 6} ${y(r)} H${x(row.length)}`,
          }),
        );
      else if (own.length > 0) svg.append(shape("path", { class: kind, d: `M${x(0)} ${y(0)} H${x(row.length)}` }));
      const dots = r === 0 ? [runs.root, ...own] : own;
      for (const node of dots) {
        const isNow = node === runs.current;
        const isLast = node === row.leaf;
        if (!hasDots && !isNow && !isLast && node.depth > 0) continue;
        const dot = shape(
          "circle",
          {
            class: `runs-dot${isNow ? " is-now" : ""}${isOnRun.has(node) || node === runs.root ? " is-on-run" : ""}`,
            cx: x(node.depth),
            cy: y(r),
            r: isNow ? 6 : 3.5,
          },
          node.depth === 0 ? "the start" : `step ${node.depth}: ${node.action}`,
        );
        dot.addEventListener("click", () => visit(node));
        svg.append(dot);
      }
    });
    const line = (row, r) => {
      const isCurrent = runs.leaf() === row.leaf;
      const actions = row.own.map((node) => node.action);
      const ends = row.leaf.document
        ? row.leaf.document.in_error
          ? ", ERROR"
          : row.leaf.document.deadlock
            ? ", deadlock"
            : row.leaf.document.end
              ? ", END"
              : ""
        : "";
      const about =
        r === 0 ? `${count(row.length, "step")}${ends}` : `from step ${row.from}, ${count(row.length, "step")}${ends}`;
      return el(
        "li",
        { style: { height: `${ROW}px` } },
        el(
          "button",
          {
            type: "button",
            class: "link run-link",
            "aria-current": isCurrent ? "true" : null,
            title: some(actions, 30),
            "data-focus": `run-${r}`,
            onclick: () => visit(row.leaf),
          },
          `Run ${r + 1}: ${about}`,
        ),
      );
    };
    const links = el("ol", { class: "runs-list" }, shown.map(line));
    rely.ui.roving(links, [...links.querySelectorAll("button")], {
      selected: Math.max(
        0,
        shown.findIndex((row) => row.leaf === runs.leaf()),
      ),
    });
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = active && host.contains(active) ? active.dataset.focus : null;
    fill(
      host,
      el("div", { class: "runs", role: "group", "aria-label": "The runs so far" }, links, el("div", { class: "runs-box" }, svg)),
      rows.length > shown.length ? el("p", { class: "muted" }, `and ${count(rows.length - shown.length, "more run")}`) : null,
      rows.length > 1 ? rely.ui.button("Keep only this run", forget, { class: "small quiet" }) : null,
    );
    if (focused) {
      const again = [...host.querySelectorAll("button")].find((button) => button.dataset.focus === focused);
      if (again) again.focus();
    }
  };

  rely.animator.tree = tree;
})();
