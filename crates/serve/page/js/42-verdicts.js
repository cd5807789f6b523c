// View: the results of the checks, and what each of them rests on.
//
// Parameters: `result` (the one that is open, from 0), `show` (which ones are listed), and those of the run.
(function () {
  "use strict";
  const { el, fill, count, counted } = rely.dom;
  const { verdict, table, state, failed, busy, button, brief, command, section, diagnostic } = rely.ui;
  const MOST_ROWS = 300;

  const KINDS = { deadlock: "Deadlock", safety: "Safety", progress: "Progress", ltl: "Assert" };
  const groupOf = (result) => (result.verdict === "holds" && result.vacuous ? "vacuous" : result.verdict);
  const GROUPS = [
    ["violated", "violated"],
    ["unknown", "unknown"],
    ["vacuous", "vacuous"],
    ["holds", "hold"],
  ];

  // What a result says beyond its word.
  const gist = (result) => {
    if (result.verdict === "violated") {
      const { trace = [], cycle = [] } = result;
      if (!trace.length && !cycle.length) return result.reason || "at once";
      if (!cycle.length) return `in ${counted(trace.length, "step")}`;
      return trace.length
        ? `in ${counted(trace.length, "step")} and a cycle of ${cycle.length}`
        : `by a cycle of ${counted(cycle.length, "step")} from the start`;
    }
    return result.reason || "";
  };
  // Is it unknown because a limit was reached?
  const isSpent = (result) => result.verdict === "unknown" && /limit|budget|cancel|interrupt/i.test(result.reason || "");
  const nameOf = (result) => (result.kind === "progress" && result.name === "DEFAULT" ? "every action" : result.name);

  const summary = (results) => {
    const parts = GROUPS.map(([group, word]) => [results.filter((one) => groupOf(one) === group).length, word]).filter(([n]) => n > 0);
    return parts.length
      ? parts.map(([n, word]) => `${n} ${word === "hold" && n === 1 ? "holds" : word}`).join(", ")
      : "nothing was checked";
  };

  const details = (host, ctx, document, index) => {
    const result = document.results[index];
    const isShown = rely.trace && rely.trace.view && rely.results && result.steps;
    const box = el("div", {});
    const openTrace = () => ctx.go({ view: "trace", result: index });
    const title = `${KINDS[result.kind] || result.kind}: ${nameOf(result)}`;
    fill(
      host,
      el("h3", {}, title),
      el(
        "div",
        { class: "stack" },
        el(
          "p",
          { class: "row" },
          verdict(result.verdict, { vacuous: result.vacuous }),
          el("span", {}, result.verdict === "violated" ? gist(result) : ""),
          result.steps ? button("Open in Trace", openTrace, { icon: "next", class: "small" }) : null,
        ),
        result.reason ? el("p", {}, result.reason) : null,
        isSpent(result)
          ? el(
              "p",
              { class: "muted" },
              "More time, states or memory may decide it: on the command line, --budget states=…,time=…,memory=… sets the limits.",
            )
          : null,
        result.vacuous && result.verdict === "holds"
          ? el("p", { class: "muted" }, "It holds vacuously: the reason says nothing about this system.")
          : null,
        result.method
          ? el(
              "p",
              { class: "muted" },
              `Decided by the reduction “${result.method}”${result.verdict === "violated" ? ": the run need not be the shortest" : ""}.`,
            )
          : null,
        (result.notes || []).map((note) => el("p", { class: "muted" }, note)),
        result.verdict === "holds" && !result.vacuous && !result.reason
          ? el("p", { class: "muted" }, `No run of ${document.target} violates it.`)
          : null,
        box,
      ),
    );
    if (isShown) {
      const at = ctx.offline ? ctx.offline.documents.indexOf(document) : 0;
      const shown = rely.trace.view(box, ctx, result.steps, { ...rely.results.optionsOf(document, index, at), height: 12 });
      return (shown && shown.cleanup) || null;
    }
    const { trace = [], cycle = [] } = result;
    const listed = (actions, from) =>
      el(
        "ol",
        { class: "plain-trace", start: from },
        actions.slice(0, 400).map((action) => el("li", { class: "name" }, action)),
        actions.length > 400 ? el("p", { class: "muted" }, `and ${counted(actions.length - 400, "more step")}`) : null,
      );
    if (trace.length + cycle.length)
      fill(
        box,
        trace.length ? listed(trace, 1) : null,
        cycle.length ? [el("p", { class: "muted" }, "Repeated forever:"), listed(cycle, trace.length + 1)] : null,
      );
    return null;
  };

  const show = (host, ctx, document) => {
    const { results = [], components = [], unused = [], warnings = [], methods = [] } = document;
    let stop = null;
    const line = () => {
      if (ctx.offline) return ctx.offline.commands[ctx.offline.documents.indexOf(document)];
      return rely.shell.line("check", document.file, { target: document.target });
    };
    const detail = el("section", { class: "detail", "aria-label": "Selected result" });
    const listed = el("div", {});
    const groups = GROUPS.filter(([group]) => results.some((one) => groupOf(one) === group));
    const asked = Number(rely.state.result ?? -1);
    const worst = Math.max(
      0,
      ["violated", "unknown"].map((word) => results.findIndex((one) => one.verdict === word)).find((at) => at >= 0) ?? 0,
    );
    let chosen = results[asked] ? asked : worst;

    const open = (index, isAsked) => {
      if (stop) stop();
      stop = null;
      chosen = index;
      if (isAsked) ctx.go({ result: index, step: null, by: null, only: null, actions: null }, { replace: true, silent: true });
      stop = details(detail, ctx, document, index);
      if (isAsked) ctx.announce(`${nameOf(results[index])}: ${results[index].verdict} ${gist(results[index])}`);
    };
    let most = MOST_ROWS;
    const list = () => {
      const group = rely.state.show || "all";
      const rows = results.map((result, index) => ({ result, index })).filter(({ result }) => group === "all" || groupOf(result) === group);
      fill(
        listed,
        table({
          caption: `Results of ${document.target}`,
          rows: rows.slice(0, most),
          selected: rows.findIndex(({ index }) => index === chosen),
          keyOf: ({ result }) => `${result.kind}-${result.name}`,
          columns: [
            { title: "Verdict", cell: ({ result }) => verdict(result.verdict, { vacuous: result.vacuous }) },
            { title: "Check", cell: ({ result }) => KINDS[result.kind] || result.kind },
            { title: "Of", class: "name", header: true, cell: ({ result }) => brief(nameOf(result)) },
            { title: "Summary", class: "gist", cell: ({ result }) => brief(gist(result)) },
          ],
          onselect: ({ index }) => open(index, true),
          empty: "No such results.",
        }),
        rows.length > most ? el("div", { class: "row" }, el("span", { class: "muted" }, `and ${count(rows.length - most)} more`), further()) : null,
      );
    };
    const further = () =>
      button(
        `Show ${MOST_ROWS} more`,
        () => {
          most += MOST_ROWS;
          list();
          const row = listed.querySelectorAll("tbody tr")[most - MOST_ROWS];
          if (row) row.focus();
        },
        { class: "small" },
      );
    const filter = (group, words) => {
      const one = button(
        words,
        () => {
          ctx.go({ show: group === "all" ? null : group }, { replace: true, silent: true });
          for (const other of filters.children) other.setAttribute("aria-pressed", String(other === one));
          list();
        },
        { class: "small", pressed: (rely.state.show || "all") === group },
      );
      one.dataset.focus = `show-${group}`;
      return one;
    };
    const tally = (group, word) => {
      const n = results.filter((one) => groupOf(one) === group).length;
      return `${n} ${n === 1 && word === "hold" ? "holds" : word}`;
    };
    const filters = el("div", { class: "row filters", role: "group", "aria-label": "Filter results" });
    if (groups.length > 1) {
      filters.append(filter("all", `All ${results.length}`), ...groups.map(([group, word]) => filter(group, tally(group, word))));
    }

    const size = document.states ? `${counted(document.states, "state")}, ${counted(document.transitions, "transition")}` : "";
    const head = el(
      "div",
      { class: "row head" },
      el("strong", {}, summary(results)),
      el("span", { class: "muted" }, [counted(components.length, "component"), size].filter(Boolean).join(" · ")),
      el("span", { class: "spread" }),
      ctx.offline ? null : button("Check again", () => again(host, ctx), { icon: "again" }),
      rely.ui.exporter(ctx, [document], `${document.target} verdicts`, { commands: [line()], pictures: () => pictures(ctx) }),
    );
    const more = [
      methods.map((one) => [
        el(
          "p",
          { class: "muted" },
          `Reduction ${one.reduction}: ${counted(one.states, "state")} at most`,
          (one.decided || []).length ? `; decided ${one.decided.join(", ")}.` : ".",
        ),
        rely.asking.construction(one.steps),
      ]),
      unused.length
        ? section(
            document.unused_before_error ? "Unused before ERROR" : "Unused",
            el("ul", { class: "plain" }, unused.slice(0, 100).map(never)),
          )
        : null,
      warnings.length
        ? section(
            "Warnings",
            el(
              "div",
              { class: "stack" },
              warnings
                .slice(0, 50)
                .map((one) => diagnostic(one, ctx.offline ? null : (found) => rely.go({ view: "text", line: found.line }))),
            ),
          )
        : null,
      components.length ? parts(components) : null,
      rely.using.certificate(document),
      command(line()),
    ];
    if (!results.length) {
      fill(
        host,
        head,
        state({
          title: `There is nothing to check in ${document.target}`,
          text: "Choose another target, or add a property, a progress test or an assert to the model.",
        }),
        more,
      );
      return null;
    }
    fill(host, head, filters, listed, detail, more);
    list();
    open(chosen, false);
    return () => stop && stop();
  };

  // What an export shows besides the document and its own pictures.
  const pictures = async (ctx) => {
    try {
      return { architecture: await ctx.run({ command: "draw", picture: "architecture" }) };
    } catch (error) {
      if (error.name === "AbortError") throw error;
      // What cannot be drawn is not exported.
      return {};
    }
  };

  const never = (one) => {
    const short = (names) =>
      names.length > 12 ? `${names.slice(0, 12).join(", ")} and ${count(names.length - 12)} more` : names.join(", ");
    return el(
      "li",
      {},
      el("span", { class: "name" }, one.component),
      one.actions.length ? [": actions ", el("span", { class: "name" }, short(one.actions))] : null,
      one.states.length ? [one.actions.length ? "; states " : ": states ", el("span", { class: "name" }, short(one.states))] : null,
    );
  };

  const parts = (components) => {
    const shown = components.slice(0, 200);
    const rows = table({
      caption: "Components",
      rows: shown,
      columns: [
        { title: "Component", class: "name", header: true, cell: (one) => one.name },
        { title: "Role", cell: (one) => one.role },
        { title: "States", class: "number", cell: (one) => count(one.states) },
        { title: "Transitions", class: "number", cell: (one) => count(one.transitions) },
      ],
    });
    const rest = components.length - shown.length;
    return el(
      "details",
      { class: "parts" },
      el("summary", {}, counted(components.length, "component")),
      rows,
      rest > 0 ? el("p", { class: "muted" }, `and ${rest} more`) : null,
    );
  };

  const again = (host, ctx) => {
    ctx.announce("Checking");
    ask(host, ctx, true);
  };

  // The cleanup of what is shown now.
  const shown = new WeakMap();
  const ask = async (host, ctx, fresh) => {
    const stop = shown.get(host);
    if (stop) stop();
    shown.delete(host);
    if (!fresh) fill(host, busy("Checking…"));
    try {
      const document = await ctx.run({ command: "check" }, { fresh });
      if (ctx.signal.aborted) return;
      const stopNow = show(host, ctx, document);
      if (stopNow) shown.set(host, stopNow);
      if (fresh || ctx.isUpdate) ctx.announce(`Checked: ${summary(document.results || [])}`);
    } catch (error) {
      if (!ctx.signal.aborted) fill(host, failed(error, { again: () => ask(host, ctx, true) }));
    }
  };

  const render = (host, ctx) => {
    ask(host, ctx, false);
    return () => shown.has(host) && shown.get(host)();
  };

  rely.views.register({
    id: "verdicts",
    title: "Verdicts",
    key: "v",
    applies: (project, file) => (file.targets || []).length > 0,
    render,
    help: [
      ["↑ ↓", "another result"],
      ["Enter", "open it"],
    ],
  });
})();
