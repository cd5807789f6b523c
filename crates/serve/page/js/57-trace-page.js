// The view of runs: counterexamples of the checks, one at a time.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { line } = rely.shell;

  const HELP = [
    ["↑ ↓ PgUp PgDn", "another step"],
    ["Home End", "first and last step"],
    ["← →", "more columns"],
    ["Enter", "animate from this step"],
  ];

  const replayLine = (document, result) => {
    const run = new rely.trace.Run(result.steps, result.cycle.length > 0 ? result.trace.length : null);
    const stem = run.cycleStart === null ? run.length : run.cycleStart;
    const actions = run.actions(1, stem);
    const cycle = run.cycleStart === null ? [] : run.actions(stem + 1);
    const isPlain = [...actions, ...cycle].every((action) => !/\s/.test(action)) && actions.join(" ").length <= 300;
    if (!isPlain) return line("check", document.file, { target: document.target, traces: "FOLDER" });
    return line("replay", null, {
      model: document.file,
      target: document.target,
      actions: actions.join(" "),
      cycle: cycle.length > 0 ? cycle.join(" ") : null,
    });
  };

  const render = (host, ctx) => {
    let stop = null;
    const show = (document) => {
      const found = document.results.map((result, index) => ({ result, index })).filter(({ result }) => result.steps);
      if (found.length === 0) {
        const open = document.results.filter((result) => result.verdict !== "holds").length;
        const unknown = `${rely.words.count(open, "result")} of ${document.target} ${open === 1 ? "is" : "are"} unknown: see Verdicts.`;
        fill(
          host,
          rely.ui.state({
            title: open > 0 ? "No counterexample is known" : "There is no counterexample",
            text: open > 0 ? unknown : `No check of ${document.target} is violated. To explore runs, use the Animator.`,
            actions: ctx.offline
              ? []
              : [
                  rely.ui.button("Verdicts", () => ctx.go({ view: "verdicts" })),
                  rely.ui.button("Animator", () => ctx.go({ view: "animator" })),
                ],
          }),
          rely.ui.command(line("check", document.file, { target: document.target })),
        );
        return;
      }
      const asked = Number(rely.state.result);
      const chosen = found.find(({ index }) => index === asked) || found[0];
      const { result, index } = chosen;
      const choose = (next) => {
        ctx.go({ result: next, step: null, by: null, only: null, actions: null });
        return true;
      };
      const field = el(
        "select",
        { "data-focus": "trace-result" },
        found.map((one) => el("option", { value: String(one.index) }, rely.results.nameOf(one.result))),
      );
      field.value = String(index);
      field.addEventListener("change", () => choose(field.value));
      const box = el("div", {});
      const at = ctx.offline ? ctx.offline.documents.indexOf(document) : 0;
      fill(
        host,
        el(
          "div",
          { class: "row view-head" },
          found.length > 1 ? el("label", {}, "Run of ", field) : null,
          rely.ui.verdict(result.verdict, {
            text: rely.words.verdict(result.verdict, {
              reason: result.reason,
              steps: result.trace.length,
              cycle: result.cycle.length,
            }),
          }),
        ),
        el("h3", {}, rely.results.titleOf(document, result)),
        result.reason ? el("p", { class: "muted" }, result.reason) : null,
        box,
        rely.ui.command(replayLine(document, result)),
      );
      const shown = rely.trace.view(box, ctx, result.steps, rely.results.optionsOf(document, index, at));
      stop = shown.cleanup;
    };
    fill(host, rely.ui.busy("Checking…"));
    const isGone = () => Boolean(ctx.signal && ctx.signal.aborted);
    rely.results
      .check(ctx)
      .then((document) => isGone() || show(document))
      .catch((error) => {
        if (isGone()) return;
        fill(host, rely.ui.failed(error, { again: ctx.again }));
      });
    return () => stop && stop();
  };

  const applies = (project, file) => Boolean(file && file.targets && file.targets.length > 0);
  const offline = (data) =>
    (data.documents || []).some(
      (document) => document.schema === "rely/check/1" && document.results.some((result) => result.steps),
    );
  rely.views.register({ id: "trace", title: "Trace", key: "r", applies, render, help: HELP, offline });
})();
