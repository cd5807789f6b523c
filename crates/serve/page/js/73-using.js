// What was done with an assumption: passed from module to module, held against candidates, strayed from, made a component of.
(function () {
  "use strict";
  const { el } = rely.dom;
  const { count, grouped, some, and } = rely.words;
  const MOST = 60;

  const runOf = (trace, limit) =>
    trace.length > limit ? `${trace.slice(0, limit).join(" ")} … (${trace.length - limit} more)` : trace.join(" ");

  // ── module after module ──
  const left = (stage) => {
    if (stage.verdict === "holds") return rely.ui.verdict("holds", { text: "nothing is left: holds" });
    if (stage.verdict === "violated") return rely.ui.verdict("violated", { text: "violated, whatever the others do" });
    if (stage.verdict === "unknown") return rely.ui.verdict("unknown");
    const states = stage.sizes.assumption || 0;
    return `${count(states, "state")}${states > stage.property ? " (it grew)" : ""}`;
  };
  const through = ({ through: stages = [] }) =>
    stages.length === 0
      ? null
      : rely.ui.section(
          "Module by module",
          rely.ui.table({
            caption: "The remaining property after each module, in order",
            columns: [
              { title: "module", header: true, class: "name", cell: (stage) => stage.module },
              { title: "components", cell: (stage) => some(stage.components, 6) },
              { title: "states of the property", class: "number", cell: (stage) => grouped(stage.property) },
              { title: "remaining property", cell: left },
              { title: "its actions", class: "name", cell: (stage) => some(stage.interface, 8) },
              { title: "peak states", class: "number", cell: (stage) => grouped(stage.peak.states) },
            ],
            rows: stages,
          }),
        );

  // ── candidates ──
  const fits = (one) => {
    if (one.verdict === "holds") return rely.ui.verdict("holds", { text: "fits" });
    if (one.verdict === "unknown") return rely.ui.verdict("unknown", { text: `unknown: ${one.reason || "undecided"}` });
    return rely.ui.verdict("violated", { text: one.environment_trace.length > 0 ? "does not fit" : "does not fit: no component does" });
  };
  const candidates = ({ candidates: all = [] }) =>
    all.length === 0
      ? null
      : rely.ui.section(
          "Candidates, best first",
          rely.ui.table({
            caption: "Candidates, best first",
            columns: [
              { title: "candidate", header: true, class: "name", cell: (one) => one.name },
              { title: "states", class: "number", cell: (one) => grouped(one.states) },
              { title: "with the module", cell: fits },
              { title: "forbidden behavior", class: "name", cell: (one) => runOf(one.environment_trace, 20) },
              { title: "resulting violation", class: "name", cell: (one) => runOf(one.trace, 20) },
              { title: "left to others", class: "name", cell: (one) => some(one.missing, 6) },
            ],
            rows: all.slice(0, 200),
          }),
          all.length > 200 ? el("p", { class: "muted" }, `and ${count(all.length - 200, "more candidate")}`) : null,
        );

  // ── deviations ──
  const room = (one) => {
    if (!one.possible) return "the module cannot take part";
    if (one.margin === null) return "then everything is allowed";
    return one.margin === 1 ? "the next action may be forbidden" : `something forbidden is ${one.margin} actions away`;
  };
  // A trace whose last action matters.
  const parted = (trace) =>
    trace.length === 0
      ? "at the start"
      : el(
          "span",
          { class: "name" },
          trace.slice(0, -1).map((action) => `${action} `),
          el("strong", {}, trace[trace.length - 1]),
        );
  const listed = (title, all, line) => [
    el("h4", {}, all.length > 0 ? `${title} (${grouped(all.length)})` : title),
    all.length === 0
      ? el("p", { class: "muted" }, "nothing")
      : el(
          "ul",
          { class: "plain" },
          all.slice(0, MOST).map((one) => el("li", {}, line(one))),
        ),
    all.length > MOST ? el("p", { class: "muted" }, `and ${grouped(all.length - MOST)} more`) : null,
  ];
  const because = (one) =>
    one.run.length === 0
      ? null
      : el(
          "details",
          { class: "forbidden" },
          el("summary", {}, `because it allows this run: ${count(one.run.length, "step")}, violates ${and(one.violates) || "a property"}`),
          el("p", { class: "name" }, one.run.join(" ")),
        );
  const deviations = ({ deviations: found }) => {
    if (!found) return null;
    const { safe, unsafe, violations } = found;
    // What the module cannot take part in is safe for no interesting reason.
    const possible = safe.filter((one) => one.possible);
    const rest = safe.length - possible.length;
    return rely.ui.section(
      "Deviations of the environment from its model",
      violations.length > 0 ? listed("Forbidden, but part of the model", violations, (one) => parted(one.trace)) : null,
      safe.length + unsafe.length === 0
        ? el("p", {}, "There are no deviations: its model allows every action at any time.")
        : [
            listed("Safe deviations", possible, (one) => [parted(one.trace), el("span", { class: "muted" }, ` (${room(one)})`)]),
            rest > 0 ? el("p", { class: "muted" }, `and ${grouped(rest)} that the module cannot take part in`) : null,
            listed("Forbidden deviations", unsafe, (one) => [parted(one.trace), because(one)]),
          ],
    );
  };

  // ── the most general component ──
  const component = ({ component: made }) => {
    if (!made) return null;
    const kind = made.live ? "safe and live" : "safe";
    const size = `${count(made.states, "state")}, ${count(made.transitions, "transition")}`;
    const why = made.reason ? `: ${made.reason}` : "";
    const words = made.file
      ? `${made.name} (${size}), written to ${made.file}`
      : made.verdict === "unknown"
        ? `No component was written: unknown, ${made.reason || "undecided"}`
        : `There is no ${kind} component${why}`;
    return rely.ui.section(
      `The most general ${kind} component`,
      el("p", {}, words),
      made.file && made.removed > 0
        ? el("p", { class: "muted" }, `${count(made.removed, "safe action")} removed so that the pair never deadlocks${why}.`)
        : null,
    );
  };

  // Where a certificate was written, and how it is checked.
  const written = (file) => [
    el("p", {}, "Written to ", el("span", { class: "name" }, file), ". Check it with the independent checker:"),
    rely.ui.command(rely.shell.line("certify", file)),
  ];
  const certificate = ({ certificate: file }) => (file ? rely.ui.section("Certificate", written(file)) : null);

  // Everything that was asked for besides the assumption itself.
  const sections = (document) => [through, candidates, deviations, component, certificate].map((part) => part(document));

  rely.using = { sections, certificate, written };
})();
