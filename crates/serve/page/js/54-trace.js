// A run as a table of components and steps.
//
// The table only has the rows that can be seen (and some more), whatever the length of the run. Its rows are *lines*: the beginning, the
// steps that the filters leave, and marks (where the cycle begins and where it goes back to). All lines are equally high, so a place in
// the list is a place on the screen. The table is one tab stop; arrows move the current step, which a screen reader is pointed at.
(function () {
  "use strict";
  const { el, fill, id } = rely.dom;
  const { count } = rely.words;

  // As in the style sheet.
  const LINE = 28;
  const AROUND = 12;

  // The lines of the table.
  const linesOf = (run, filters) => {
    /** @type {{ step?: number, mark?: string }[]} */
    const lines = [{ step: 0 }];
    const wanted = (step) => {
      const { participants, action } = run.view.steps[step - 1];
      if (filters.action && !filters.action(action)) return false;
      return !filters.by || participants.some((i) => filters.by.has(i));
    };
    let skipped = 0;
    for (let step = 1; step <= run.length; step++) {
      if (run.cycleStart !== null && step === run.cycleStart + 1) lines.push({ mark: "cycle" });
      if (wanted(step)) lines.push({ step });
      else skipped += 1;
    }
    if (run.cycleStart !== null) lines.push({ mark: "back" });
    return { lines, skipped };
  };

  // A filter on actions: words are parts of names, `*` stands for anything; one of several words is enough.
  const actionFilter = (text) => {
    const words = text
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean);
    if (words.length === 0) return null;
    const pattern = (word) =>
      new RegExp(
        word
          .split("*")
          .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
          .join(".*"),
        "i",
      );
    const patterns = words.map(pattern);
    return (action) => patterns.some((one) => one.test(action));
  };

  // What a reader of the table hears of a line.
  const spoken = (line, table) => {
    const { run, options } = table;
    if (line.mark === "cycle") return `From here on repeated forever: ${count(run.length - run.cycleStart, "step")}.`;
    if (line.mark === "back") return `Back to the state after step ${run.cycleStart}.`;
    const parts = [run.sentence(line.step)];
    if (line.step === table.error) parts.push("This violates " + (options.name || "a property") + ".");
    if (line.step === options.departs) parts.push(options.departsText || "");
    if (line.step > 0 && options.hidden && options.hidden(line.step)) parts.push("The environment does not see this.");
    return parts.join(" ");
  };

  class Table {
    constructor(run, options, state, onStep) {
      this.run = run;
      this.options = options;
      this.state = state;
      this.onStep = onStep;
      this.error = run.error();
      this.name = id("trace");
      this.columns = el("colgroup");
      this.head = el("thead");
      this.body = el("tbody");
      this.table = el(
        "table",
        {
          class: "trace-table",
          role: "grid",
          tabindex: "0",
          "aria-label": options.title || "the run, step by step",
          id: this.name,
        },
        this.columns,
        this.head,
        this.body,
      );
      this.box = el("div", { class: "trace-box", style: { "--lines": String(options.height || 18) } }, this.table);
      this.box.addEventListener("scroll", () => this.schedule(), { passive: true });
      this.table.addEventListener("keydown", (event) => this.key(event));
      this.body.addEventListener("click", (event) => {
        const row = event.target.closest("tr[data-line]");
        if (row) this.select(Number(row.dataset.line));
      });
      this.observer = new ResizeObserver(() => this.schedule());
      this.observer.observe(this.box);
      this.rebuild();
    }

    // Chooses lines and columns anew.
    rebuild() {
      const { run, state } = this;
      const by = state.by === null ? null : new Set([state.by]);
      const { lines, skipped } = linesOf(run, { action: actionFilter(state.actions), by });
      this.lines = lines;
      this.places = new Map(lines.map((line, at) => [line.step, at]));
      this.skipped = skipped;
      this.shown = state.columns();
      const width = (texts, least, most) =>
        Math.min(
          most,
          texts.reduce((w, t) => Math.max(w, Array.from(t).length), least),
        );
      const sample = run.length > 2000 ? run.view.steps.filter((_, k) => k % 7 === 0 || k < 200) : run.view.steps;
      const actions = width(
        sample.map((step) => step.action),
        13,
        32,
      );
      const widths = this.shown.map((i) => width([run.view.components[i], ...run.history[i].states.slice(0, 400)], 4, 22));
      const number = Math.max(4, String(run.length).length + 1);
      const col = (characters, extra) => el("col", { style: { width: `calc(${characters}ch + ${extra}px)` } });
      fill(
        this.columns,
        col(number, 30),
        col(actions, 20),
        widths.map((w) => col(w, 22)),
      );
      this.table.style.setProperty("--number", `calc(${number}ch + 30px)`);
      const total = [number, actions, ...widths].reduce((sum, w) => sum + w, 0);
      this.table.style.width = `max(380px, calc(${total}ch + ${50 + 22 * widths.length}px))`;
      const title = (i) => {
        const role = this.options.roles && this.options.roles[i];
        const name = run.view.components[i];
        return el(
          "th",
          {
            scope: "col",
            role: "columnheader",
            title: role && role !== "process" ? `${name} (${role})` : name,
            class: role && role !== "process" ? "is-observer" : null,
          },
          name,
        );
      };
      fill(
        this.head,
        el(
          "tr",
          { role: "row", "aria-rowindex": "1" },
          el("th", { scope: "col", role: "columnheader", class: "trace-number" }, "step"),
          el("th", { scope: "col", role: "columnheader", class: "trace-action" }, "action"),
          this.shown.map(title),
        ),
      );
      this.table.setAttribute("aria-rowcount", String(this.lines.length + 1));
      this.table.setAttribute("aria-colcount", String(this.shown.length + 2));
      this.first = -1;
      this.draw();
    }

    schedule() {
      if (this.waiting) return;
      this.waiting = requestAnimationFrame(() => {
        this.waiting = 0;
        this.draw();
      });
    }

    // Puts the visible lines on the page.
    draw() {
      const height = this.box.clientHeight || LINE * 18;
      const visible = Math.ceil(height / LINE);
      const top = Math.floor(this.box.scrollTop / LINE);
      const first = Math.max(0, Math.min(top - AROUND, this.lines.length - 1));
      const last = Math.min(this.lines.length, top + visible + AROUND);
      if (first === this.first && last === this.last) return;
      this.first = first;
      this.last = last;
      const space = (lines) =>
        lines > 0 ? el("tr", { class: "trace-space", "aria-hidden": "true", style: { height: `${lines * LINE}px` } }) : null;
      const rows = [];
      for (let at = first; at < last; at++) rows.push(this.row(at));
      fill(this.body, space(first), rows, space(this.lines.length - last));
      this.pointAt();
    }

    row(at) {
      const line = this.lines[at];
      const attributes = { role: "row", id: `${this.name}-${at}`, "data-line": at, "aria-rowindex": at + 2 };
      if (line.mark) {
        const { run } = this;
        const text =
          line.mark === "cycle"
            ? `↻ from here on repeated forever (${count(run.length - run.cycleStart, "step")})`
            : `↻ back to the state after step ${run.cycleStart}`;
        attributes.class = "trace-mark";
        return el("tr", attributes, el("td", { role: "gridcell", colspan: this.shown.length + 2 }, el("span", {}, text)));
      }
      const { step } = line;
      const { run, options, state } = this;
      const classes = [];
      const isCurrent = step === state.step;
      if (isCurrent) classes.push("is-current");
      if (run.cycleStart !== null && step > run.cycleStart) classes.push("in-cycle");
      if (step === this.error) classes.push("is-bad");
      if (step > 0 && step === options.departs) classes.push("departs");
      const isHidden = step > 0 && options.hidden && options.hidden(step);
      if (isHidden) classes.push("is-internal");
      attributes.class = classes.join(" ");
      attributes["aria-selected"] = isCurrent ? "true" : "false";
      const sign = step === this.error ? "✗ " : step > 0 && step === options.departs ? "▸ " : isHidden ? "· " : "";
      return el(
        "tr",
        attributes,
        el("td", { role: "rowheader", class: "trace-number" }, sign, String(step)),
        el(
          "td",
          { role: "gridcell", class: "trace-action", title: run.action(step) },
          step === 0 ? "at the start" : run.action(step),
        ),
        this.shown.map((i) => this.cell(i, step)),
      );
    }

    cell(i, step) {
      const { run, state } = this;
      const name = run.state(i, step);
      const hasChanged = step === 0 || run.changes(i, step);
      const classes = [];
      if (name === "ERROR" && hasChanged) classes.push("is-error");
      if (hasChanged && step > 0) classes.push("has-changed");
      let text = name;
      if (!hasChanged) {
        const stays = run.takesPart(i, step);
        if (state.all) classes.push(stays ? "stays" : "is-still");
        else text = stays ? "·" : "";
      }
      return el(
        "td",
        {
          role: "gridcell",
          class: classes.join(" ") || null,
          title: text && text !== "·" ? `${run.view.components[i]}: ${name}` : null,
        },
        name === "ERROR" && hasChanged ? "✗ ERROR" : text,
      );
    }

    position() {
      return this.places.get(this.state.step) ?? -1;
    }

    // Moves the mark of the current step among the rows that are there.
    markCurrent() {
      for (const row of this.body.querySelectorAll("tr.is-current")) {
        row.classList.remove("is-current");
        row.setAttribute("aria-selected", "false");
      }
      const row = this.body.querySelector(`tr[data-line="${this.position()}"]`);
      if (row) {
        row.classList.add("is-current");
        row.setAttribute("aria-selected", "true");
      }
      this.pointAt();
    }

    // Which row a screen reader is at.
    pointAt() {
      const at = this.position();
      if (at >= this.first && at < this.last) this.table.setAttribute("aria-activedescendant", `${this.name}-${at}`);
      else this.table.removeAttribute("aria-activedescendant");
    }

    // Makes a line the current one; a mark passes it on to the step before it.
    select(at, quiet) {
      let line = Math.max(0, Math.min(at, this.lines.length - 1));
      while (line > 0 && this.lines[line].mark) line -= 1;
      this.state.step = this.lines[line].step;
      this.show();
      if (!quiet) this.onStep(spoken(this.lines[line], this));
    }

    // The line of the step that is current, in view.
    show() {
      const at = this.position();
      if (at >= 0) {
        const head = this.head.offsetHeight || LINE;
        const top = at * LINE;
        if (top < this.box.scrollTop) this.box.scrollTop = top;
        else if (top + LINE + head > this.box.scrollTop + this.box.clientHeight) {
          this.box.scrollTop = top + LINE + head - this.box.clientHeight;
        }
      }
      this.draw();
      this.markCurrent();
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const at = this.position();
      const page = Math.max(1, Math.floor(this.box.clientHeight / LINE) - 2);
      const next = (from, by) => {
        let to = from + by;
        while (this.lines[to] && this.lines[to].mark) to += by < 0 ? -1 : 1;
        return this.lines[to] ? to : from;
      };
      const moves = {
        ArrowDown: () => this.select(next(at, 1)),
        ArrowUp: () => this.select(next(at, -1)),
        PageDown: () => this.select(at + page),
        PageUp: () => this.select(at - page),
        Home: () => this.select(0),
        End: () => this.select(this.lines.length - 1),
        ArrowRight: () => this.box.scrollBy({ left: 120 }),
        ArrowLeft: () => this.box.scrollBy({ left: -120 }),
        Enter: () => this.options.animate && this.options.onAnimate && this.options.onAnimate(this.state.step),
      };
      if (!moves[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      moves[event.key]();
    }

    stop() {
      this.observer.disconnect();
      if (this.waiting) cancelAnimationFrame(this.waiting);
    }
  }

  rely.trace.Table = Table;
})();
