// A run as a table, as a chart and as text: `rely.trace.view(host, ctx, trace, options)`.
//
// Options: `cycleStart` (steps before the cycle), `kind` (`deadlock`, `safety`, …), `name` (what is violated), `title`, `roles` (of the
// components), `file` and `target` (for the trace file), `departs` (a step to mark) with `departsText`, `hidden` (does the environment
// not see a step?), `place` (where the chart is in an export), `animate: false` (the run is not one of the target, so the animator cannot
// follow it), `onAnimate(step)` (what happens instead of opening the animator), `link: false` (step, form and filters are not kept in the
// address: one run of a view can be), `height` (lines that are shown at most).
// The result has `run`, `select(step)` and `cleanup`.
(function () {
  "use strict";
  const { el, fill, id } = rely.dom;
  const { count, some, toList, fromList } = rely.words;
  const { Run, Table } = rely.trace;

  // So many columns at first; the others can be chosen.
  const MOST_COLUMNS = 40;
  const FORMS = [
    ["table", "Table"],
    ["chart", "Chart"],
    ["text", "Text"],
  ];

  const view = (host, ctx, trace, options) => {
    const asked = { link: true, animate: true, ...options };
    const run = new Run(trace, asked.cycleStart);
    const params = asked.link ? ctx.params : {};
    const state = stateOf(run, params);
    const parts = { table: null, stop: null };

    // The address follows with a delay: browsers do not like it to change with every key.
    let waiting = 0;
    const keep = () => {
      clearTimeout(waiting);
      if (asked.link) waiting = setTimeout(keepNow, 200);
    };
    const keepNow = () => {
      ctx.go(
        {
          step: state.step || null,
          form: state.form === "table" ? null : state.form,
          states: state.all ? "all" : null,
          actions: state.actions || null,
          by: state.by === null ? null : trace.components[state.by],
          only: state.only === null ? null : fromList(state.only.map((i) => trace.components[i])),
        },
        { replace: true, silent: true },
      );
    };

    const now = el("p", { class: "trace-now" });
    const all = el("dl", { class: "trace-all" });
    const allBox = el("details", {}, el("summary", {}, "The state of every component"), all);
    const sources = el("ul", { class: "trace-sources", "aria-label": "Lines of the model" });
    const tellStep = (words) => {
      fill(now, run.sentence(state.step));
      fill(sources, sourceLines(run, state.step));
      if (allBox.open) tellAll();
      keep();
      if (words && ctx.announce) ctx.announce(words);
    };
    const tellAll = () =>
      fill(
        all,
        trace.components
          .slice(0, 400)
          .map((name, i) => [
            el("dt", {}, name),
            el("dd", { class: run.changes(i, state.step) ? "has-changed" : null }, run.state(i, state.step)),
          ]),
      );
    allBox.addEventListener("toggle", () => allBox.open && tellAll());

    const animate = () => {
      if (asked.onAnimate) {
        asked.onAnimate(state.step);
        return;
      }
      const actions = run.actions();
      ctx.go({ view: "animator", run: rely.trace.runText(actions), step: run.actions(1, state.step).length });
    };

    const forms = {
      table: (panel) => {
        const mine = { ...asked, onAnimate: animate };
        const table = new Table(run, mine, state, tellStep);
        parts.table = table;
        fill(
          panel,
          filters(run, state, trace, () => {
            table.rebuild();
            fill(skipped, skippedText(table, run));
            keep();
          }),
          table.box,
        );
        const skipped = el("p", { class: "muted trace-skipped", "aria-live": "polite" }, skippedText(table, run));
        const still = stillOf(run, state);
        panel.append(skipped);
        if (still) panel.append(still);
        // The lines of the step under the pointer, and of the chosen step otherwise.
        table.box.addEventListener("mouseover", (event) => {
          const row = event.target.closest("tr[data-line]");
          const line = row && table.lines[Number(row.dataset.line)];
          fill(sources, sourceLines(run, line && line.step !== undefined ? line.step : state.step));
        });
        table.box.addEventListener("mouseleave", () => fill(sources, sourceLines(run, state.step)));
        panel.append(now, sources, allBox);
        table.show();
        tellStep();
        return () => table.stop();
      },
      chart: (panel) => {
        const box = el("div", { class: "trace-chart" });
        fill(panel, box);
        const request = {
          steps: trace,
          cycleStart: run.cycleStart,
          title: asked.title || null,
          deadlock: asked.kind === "deadlock",
        };
        return rely.pictures.show(box, ctx, request, { place: asked.place, label: "the chart" });
      },
      text: (panel) => {
        const text = el("pre", { class: "trace-text", tabindex: "0", "aria-label": "The run as text" });
        const isLong = run.length > 50;
        const write = (full) => (text.textContent = run.text({ full, kind: asked.kind }));
        const box = el("input", { type: "checkbox", onchange: (event) => write(event.target.checked) });
        fill(panel, isLong ? el("label", { class: "trace-full" }, box, ` all ${count(run.length, "step")}`) : null, text);
        write(false);
        return null;
      },
    };

    const tabs = rely.ui.tabs({
      label: "The run",
      selected: state.form,
      tabs: FORMS.map(([name, title]) => ({ id: name, title, render: (panel) => show(name, panel) })),
      onselect: () => keep(),
    });
    function show(name, panel) {
      if (parts.stop) parts.stop();
      parts.table = null;
      state.form = name;
      parts.stop = forms[name](panel);
    }
    const copied = el(
      "div",
      { class: "row trace-copy", role: "group", "aria-label": "Copy the run" },
      el("span", { class: "muted", "aria-hidden": "true" }, "Copy as"),
      rely.ui.copyButton(() => run.text({ full: true, kind: asked.kind }), "Text", "Copy the run as text"),
      rely.ui.copyButton(
        () => run.file(asked.file || (ctx.file && ctx.file.path), asked.target || ctx.target),
        "JSON",
        "Copy the run as a trace file for rely replay",
      ),
      rely.ui.copyButton(() => run.mermaid(), "Mermaid", "Copy the run as a Mermaid chart"),
      asked.animate && !ctx.offline
        ? rely.ui.button(asked.onAnimate ? "Go to this step" : "Animate from here", animate, { icon: "play", class: "small" })
        : null,
    );
    fill(host, el("div", { class: "trace" }, copied, tabs, ending(run, asked)));
    // Only now it has a height, and the current step can be brought into view.
    if (parts.table) parts.table.show();

    return {
      run,
      cleanup: () => {
        clearTimeout(waiting);
        if (parts.stop) parts.stop();
      },
      // A step that somebody else chose.
      select: (step) => {
        state.step = Math.max(0, Math.min(run.length, step));
        if (parts.table) {
          parts.table.show();
          tellStep();
        }
      },
    };
  };

  const stateOf = (run, params) => {
    const { components } = run.view;
    const position = (name) => components.indexOf(name);
    const only =
      params.only === undefined
        ? null
        : toList(params.only)
            .map(position)
            .filter((i) => i >= 0);
    const by = params.by === undefined ? -1 : position(params.by);
    const step = Number(params.step);
    const state = {
      step: Number.isInteger(step) && step >= 0 && step <= run.length ? step : 0,
      form: FORMS.some(([name]) => name === params.form) ? params.form : "table",
      all: params.states === "all",
      actions: params.actions || "",
      by: by < 0 ? null : by,
      only,
    };
    // Components that never change only take room.
    state.usual = () => {
      const moving = run.moving();
      const list = moving.length > 0 ? moving : components.map((_, i) => i);
      return list.slice(0, MOST_COLUMNS);
    };
    state.columns = () => state.only || state.usual();
    return state;
  };

  const skippedText = (table, run) =>
    table.skipped > 0 ? `${count(table.skipped, "step")} of ${run.length} hidden by the filters.` : "";

  // The lines that make the components move in a step, with the actions marked.
  const sourceLines = (run, step) =>
    run.places(step).map(({ line, text, who, refused }) => {
      const what = `line ${line} (${some(who, 4)}${refused ? " allows only this" : ""}) `;
      return el("li", {}, what, text ? el("mark", {}, text) : null);
    });

  const stillOf = (run, state) => {
    if (state.only !== null) return null;
    const shown = new Set(state.columns());
    const still = run.view.components.filter((_, i) => !shown.has(i));
    if (still.length === 0) return null;
    return el("p", { class: "muted" }, `Without a column: ${some(still, 8)}.`);
  };

  // The fields above the table.
  const filters = (run, state, trace, changed) => {
    const names = trace.components;
    const actionField = el("input", {
      type: "search",
      value: state.actions,
      placeholder: "all",
      size: "14",
      spellcheck: "false",
    });
    let waiting = 0;
    actionField.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        state.actions = actionField.value;
        changed();
      }, 150);
    });
    const allField = el("input", { type: "checkbox", onchange: (event) => ((state.all = event.target.checked), changed()) });
    allField.checked = state.all;
    const byField = el(
      "select",
      {},
      el("option", { value: "" }, "anybody"),
      names.slice(0, 500).map((name, i) => el("option", { value: String(i) }, name)),
    );
    byField.value = state.by === null ? "" : String(state.by);
    byField.addEventListener("change", () => {
      state.by = byField.value === "" ? null : Number(byField.value);
      changed();
    });
    const label = (text, field) => el("label", {}, el("span", {}, text), " ", field);
    // What can be seen at a glance needs no filters.
    const isShort = run.length <= 8 && names.length <= 6 && !state.actions && state.by === null && state.only === null;
    if (isShort) return el("div", { class: "trace-filters" }, el("label", {}, allField, " all states, not only changes"));
    return el(
      "div",
      { class: "trace-filters", role: "group", "aria-label": "Filter the run" },
      el("label", {}, allField, " all states, not only changes"),
      label("actions", actionField),
      names.length > 1 ? label("steps of", byField) : null,
      names.length > 1 ? chooser(state, names, changed) : null,
    );
  };

  // Which components have columns.
  const chooser = (state, names, changed) => {
    const group = id("columns");
    const boxes = [];
    const apply = () => {
      const chosen = boxes.map((box, i) => (box.checked ? i : -1)).filter((i) => i >= 0);
      const usual = state.usual();
      const isUsual = chosen.length === usual.length && chosen.every((i, k) => i === usual[k]);
      state.only = isUsual ? null : chosen;
      fill(summary, title());
      changed();
    };
    const title = () => `columns: ${state.columns().length} of ${names.length}`;
    const summary = el("summary", {}, title());
    const list = el("div", { class: "trace-columns", role: "group", "aria-label": "Components with a column" });
    const filled = () => {
      if (boxes.length > 0) return;
      const shown = new Set(state.columns());
      names.slice(0, 500).forEach((name, i) => {
        const box = el("input", { type: "checkbox", id: `${group}-${i}`, onchange: apply });
        box.checked = shown.has(i);
        boxes.push(box);
        list.append(el("label", { for: `${group}-${i}` }, box, ` ${name}`));
      });
      const set = (on) => {
        boxes.forEach((box) => (box.checked = on));
        apply();
      };
      list.prepend(
        el(
          "div",
          { class: "row" },
          rely.ui.button("All", () => set(true), { class: "small quiet" }),
          rely.ui.button("None", () => set(false), { class: "small quiet" }),
        ),
      );
    };
    const details = el("details", { class: "trace-chooser" }, summary, list);
    details.addEventListener("toggle", () => details.open && filled());
    details.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && details.open) {
        event.stopPropagation();
        details.open = false;
        summary.focus();
      }
    });
    return details;
  };

  // How the run ends, below all of its forms.
  const ending = (run, options) => {
    const lines = run.ending(options.kind);
    const error = run.error();
    const first =
      error !== null && error === run.length
        ? [`Step ${error} violates ${options.violates || options.name || "a property"}.`]
        : [];
    const departs = options.departs ? [options.departsText].filter(Boolean) : [];
    if (first.length + lines.length + departs.length === 0) return null;
    const isStuck = lines.length > 1;
    return el(
      "div",
      { class: "trace-ending" },
      [...departs, ...first].map((line) => el("p", {}, line)),
      lines.length > 0 ? el("p", {}, lines[0]) : null,
      isStuck
        ? el(
            "ul",
            {},
            lines.slice(1, 30).map((line) => el("li", {}, line)),
            lines.length > 30 ? el("li", {}, `and ${lines.length - 30} more`) : null,
          )
        : null,
    );
  };

  rely.trace.view = view;
})();
