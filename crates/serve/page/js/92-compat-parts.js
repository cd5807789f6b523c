// The answer to an upgrade, told: what is missing and new, what the system keeps, who breaks what, and which edits would help.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, some } = rely.words;
  const MOST = 60;
  const MOST_TRACES = 200;

  const TONES = { replaceable: "good", "replaceable-with-losses": "bad", incompatible: "bad", unknown: "unknown" };
  const CLASSES = {
    exact: "the result has exactly the behavior of both versions",
    within: "it adds nothing else",
    more: "the result also has behavior of neither version",
    unsafe: "not recommended: it violates a property",
  };
  const CAUSES = {
    new: "new: the candidate does it, the baseline did not",
    inherited: "inherited: the system with the baseline does the same",
    "old-never-safe": "the old system was never safe",
    "environment-changed": "the rest of the old system did not allow it",
    baseline: "only the restored behavior does it",
    mixture: "it mixes an old and a new instance",
  };

  // A place in a source; opens the text where the page has the file, and not another revision of it.
  const placeOf = (ctx, place, { revision }) => {
    if (!place) return null;
    const words = `${place.file}:${place.line}`;
    const knows = !ctx.offline && !revision && rely.project && rely.project.files.some((file) => file.path === place.file);
    if (!knows) return el("span", { class: "muted" }, ` (${words})`);
    return [
      " (",
      el(
        "button",
        { type: "button", class: "link", onclick: () => ctx.go({ file: place.file, view: "text", line: place.line }) },
        words,
      ),
      ")",
    ];
  };

  const traceOf = (actions, { lastIs = null } = {}) => {
    const shown = actions.length > 60 ? [...actions.slice(0, 30), "…", ...actions.slice(-29)] : actions;
    return el(
      "p",
      { class: "actions name" },
      shown.map((action, i) => [
        i > 0 ? " " : "",
        i === shown.length - 1 && lastIs ? el("strong", { class: lastIs }, action) : action,
      ]),
    );
  };

  const edit = (ctx, one, version) => {
    const notes = [CLASSES[one.class] || one.class];
    if (!one.restores && one.still_missing.length > 0) notes.push(`still missing: ${some(one.still_missing, 12)}`);
    if (one.beyond.length > 0)
      notes.push(`${one.class === "unsafe" ? `it violates ${one.violates}` : "for instance"}: ${some(one.beyond, 20)}`);
    if (one.fits_copy) notes.push("a copy of the state that only this run enters would help");
    if (one.closes > 0) notes.push(`it also closes ${count(one.closes, "other finding")}`);
    if (!one.tried) notes.push("not checked in the system");
    return el(
      "li",
      { class: one.recommended ? "edit is-recommended" : "edit" },
      el("span", { class: "edit-word" }, one.recommended ? "Fix" : "Possible"),
      placeOf(ctx, one.place, version),
      ": ",
      el("code", {}, one.text),
      " ",
      rely.ui.copyButton(one.text, "Copy", "Copy the edit"),
      el("p", { class: "muted" }, `${notes.join("; ")}.`),
    );
  };

  const finding = (ctx, one, { kind, lacks }) =>
    el(
      "li",
      { class: "finding" },
      el("p", {}, one.message, one.prohibited ? " (prohibited)" : ""),
      traceOf(one.trace, { lastIs: kind }),
      one.stuck
        .slice(0, 4)
        .map((stuck) =>
          el(
            "p",
            { class: "muted" },
            kind === "is-lost" ? `Stuck in ${stuck.state}` : `The baseline is then in ${stuck.state}`,
            placeOf(ctx, stuck.place, lacks),
            stuck.offers.length > 0 ? `, which offers ${some(stuck.offers, 8)}` : ", which offers nothing",
          ),
        ),
      one.stuck_states > 4 ? el("p", { class: "muted" }, `and in ${count(one.stuck_states - 4, "more state")}`) : null,
      one.only_after && one.only_after.length > 0
        ? el("p", { class: "muted" }, `It is possible only after ${some(one.only_after, 10)}.`)
        : null,
      one.occurrences > 1 ? el("p", { class: "muted" }, `In ${count(one.occurrences, "state")} of the version that has it.`) : null,
      one.fails ? el("p", {}, "Then the candidate may be in ERROR.") : null,
      one.edits.length > 0
        ? el(
            "ul",
            { class: "edits" },
            one.edits.slice(0, 6).map((e) => edit(ctx, e, lacks)),
          )
        : null,
      one.needs_split
        ? el(
            "p",
            { class: "muted" },
            "Every such transition adds behavior of neither version; one on a copy of the state would not.",
          )
        : null,
    );

  // `list` tells more of the first of the traces `all`, which the version `lacks` does not have.
  const findings = (ctx, title, { list, all, kind, lacks, none }) => {
    if (list.length === 0) return rely.ui.section(title, el("p", { class: "muted" }, none));
    const told = list.slice(0, MOST);
    const rest = all.slice(told.length);
    return rely.ui.section(
      `${title} (${all.length})`,
      el(
        "ol",
        { class: "findings" },
        told.map((one) => finding(ctx, one, { kind, lacks })),
      ),
      rest.length > 0
        ? el(
            "details",
            {},
            el("summary", {}, `and ${count(rest.length, "more trace")}`),
            rest.slice(0, MOST_TRACES).map((trace) => traceOf(trace, { lastIs: kind })),
            rest.length > MOST_TRACES ? el("p", { class: "muted" }, `and ${count(rest.length - MOST_TRACES, "more trace")}`) : null,
          )
        : null,
    );
  };

  // The text where nothing is missing or new.
  const noneMissing = ({ verdict, reason, vacuous }) => {
    if (verdict === "unknown") return `Undecided: ${reason || "undecided"}.`;
    if (vacuous) return `Nothing is required of the candidate: ${reason || "the baseline offers nothing"}.`;
    return "Nothing: the candidate has everything that the baseline offers.";
  };
  const noneNew = ({ verdict }) => (verdict === "unknown" ? "Undecided." : "Nothing.");

  const keeps = (ctx, document, at, stops) => {
    const { compatibility, system } = document;
    if (compatibility && !system)
      return rely.ui.section(
        "The system",
        el("p", {}, rely.ui.verdict("unknown", { text: `unknown: ${compatibility.reason || "undecided"}` })),
      );
    if (!compatibility)
      return rely.ui.section(
        "The system",
        el(
          "p",
          { class: "muted" },
          "Only containment was decided: no composite uses the component, or none was requested.",
        ),
      );
    const rows = compatibility.results;
    const run = el("div", {});
    const bad = rows.map((result, index) => ({ result, index })).filter(({ result }) => result.steps);
    const open = (index) => {
      const { result } = bad[index];
      const where = bad[index].index;
      const isTold = result.explanation && !result.departs;
      fill(run, el("h4", {}, `A run that violates ${result.name}`), isTold ? el("p", {}, result.explanation) : null);
      const box = el("div", {});
      run.append(box);
      const shown = rely.trace.view(box, ctx, result.steps, {
        link: true,
        animate: false,
        kind: result.kind === "deadlock" ? "deadlock" : "safety",
        name: result.name,
        cycleStart: result.cycle.length > 0 ? result.trace.length : null,
        departs: result.departs,
        departsText: result.explanation,
        place: `${at}#/compatibility/results/${where}/steps`,
        title: `A run that violates ${result.name}`,
        target: system.target,
        file: system.file,
      });
      stops.push(shown.cleanup);
      if (result.departs && rely.state.step === undefined) shown.select(result.departs);
    };
    const section = rely.ui.section(
      `Properties of ${system.target} with the candidate`,
      rely.ui.table({
        caption: `Properties of ${system.target} with the candidate`,
        columns: [
          { title: "", header: true, class: "name", cell: (result) => result.name },
          { title: "kind", class: "muted", cell: (result) => result.kind },
          {
            title: "verdict",
            cell: (result) =>
              rely.ui.verdict(result.verdict, {
                vacuous: result.vacuous,
                text: rely.words.verdict(result.verdict, {
                  vacuous: result.vacuous,
                  reason: result.reason,
                  steps: result.trace.length,
                  cycle: result.cycle.length,
                }),
              }),
          },
          { title: "cause", cell: (result) => (result.cause ? CAUSES[result.cause] || result.cause : "") },
          {
            title: "by",
            class: "muted",
            cell: (result) =>
              result.rule
                ? result.rule === "search" || result.rule === "monolithic"
                  ? "monolithic search"
                  : `rule ${result.rule}`
                : "",
          },
        ],
        rows,
        empty: "There are no properties.",
      }),
      bad.length > 1
        ? el(
            "div",
            { class: "row" },
            bad.map(({ result }, i) => rely.ui.button(`Run of ${result.name}`, () => open(i))),
          )
        : null,
      run,
    );
    if (bad.length > 0) open(0);
    return section;
  };

  // The machine of the candidate with everything added back, drawn when somebody wants to see it.
  const completed = (ctx, document, at, stops) => {
    const lts = document.candidate_with_missing;
    if (!lts || document.containment.missing.length === 0) return null;
    const box = el("div", {});
    const details = el(
      "details",
      { class: "fsp" },
      el("summary", {}, `The candidate with all losses added back: ${count(lts.states, "state")}`),
      box,
    );
    details.addEventListener(
      "toggle",
      () => {
        const where = { place: `${at}#/candidate_with_missing`, label: "the machine", options: { first: lts.initial } };
        stops.push(rely.pictures.show(box, ctx, { lts, title: lts.name }, where));
      },
      { once: true },
    );
    return details;
  };

  const more = (ctx, document, at, stops) => {
    const { compatibility, refusal } = document;
    const lines = [];
    if (document.containment.still_forbidden)
      lines.push(["Prohibited behavior that remains", some(document.containment.still_forbidden, 40)]);
    if (compatibility && compatibility.completed) {
      const c = compatibility.completed;
      const ends = {
        holds: "all properties would hold",
        violated: `${c.property} would be violated: ${some(c.trace, 20)}`,
        unknown: `unknown: ${c.reason || "undecided"}`,
      };
      lines.push([
        "With all losses added back",
        `${ends[c.verdict]}${c.explanation ? `. ${c.explanation}` : ""}`,
      ]);
    }
    if (compatibility && compatibility.deadlock && compatibility.deadlock.candidate === "violated") {
      const d = compatibility.deadlock;
      lines.push([d.new ? "New deadlock" : "Deadlock that existed before", some(d.trace, 40)]);
    }
    if (refusal) lines.push(["Refusal that traces do not show", refusal.message]);
    const machine = completed(ctx, document, at, stops);
    if (lines.length === 0 && !machine) return null;
    return rely.ui.section("Further findings", rely.asking.facts(lines), machine);
  };

  const revisionOf = ({ given, commit }) => (commit.startsWith(given) ? commit.slice(0, 10) : `${given}, ${commit.slice(0, 10)}`);
  const version = (one) =>
    el(
      "span",
      {},
      el("strong", { class: "name" }, one.name),
      ` (${one.file}${one.revision ? ` at ${revisionOf(one.revision)}` : ""}): `,
      `${count(one.states, "state")}, ${count(one.transitions, "transition")}`,
    );

  const verdict = ({ verdict: word, summary, losses_allowed: isAllowed }) =>
    rely.ui.verdict(word, { text: summary, tone: isAllowed && word === "replaceable-with-losses" ? "good" : TONES[word] });

  // Everything that a document `rely/compat/1` says.
  const show = (host, ctx, document, at) => {
    const stops = [];
    const { containment, system } = document;
    const picture = el("div", {});
    const others = system ? count(system.environment.length, "other component") : "";
    fill(
      host,
      el(
        "p",
        { class: "answer" },
        verdict(document),
      ),
      rely.asking.facts([
        ["baseline", version(document.baseline)],
        ["candidate", version(document.candidate)],
        [
          "system",
          system
            ? `${system.target} (${system.file}): ${some(system.replaced, 6)} replaced, ${others}, properties ${some(system.properties, 6) || "none"}`
            : null,
        ],
        ["compared", some(containment.interface, 30)],
        ["observed", some(containment.observed, 12)],
        ["not compared", containment.hidden.length > 0 ? some(containment.hidden, 20) : null],
        ["prohibited", containment.forbidden.length > 0 ? some(containment.forbidden, 6) : null],
      ]),
      rely.asking.remarks(document),
      rely.ui.section("First difference", picture),
      findings(ctx, "Losses", {
        list: containment.losses,
        all: containment.missing,
        kind: "is-lost",
        lacks: document.candidate,
        none: noneMissing(containment),
      }),
      keeps(ctx, document, at, stops),
      findings(ctx, "Additions", {
        list: containment.news,
        all: containment.added,
        kind: "is-new",
        lacks: document.baseline,
        none: noneNew(containment),
      }),
      more(ctx, document, at, stops),
      rely.ui.section(
        "Statistics",
        rely.asking.facts([
          ["largest product", count(document.statistics.largest_product, "state")],
          [
            "completed candidate",
            `${count(document.statistics.completed_states, "state")}${document.statistics.engine ? `, constructed by ${document.statistics.engine}` : ""}`,
          ],
          ["reused from the store and rechecked", document.statistics.reused],
          ["seconds", document.statistics.seconds.toFixed(3)],
        ]),
      ),
    );
    const controller = new AbortController();
    fill(picture, rely.ui.busy("Drawing both versions…"));
    rely.pictures
      .get(
        ctx,
        { document: { ...document, compatibility: null, candidate_with_missing: null } },
        { place: `${at}#`, signal: controller.signal },
      )
      .then(
        (drawn) =>
          controller.signal.aborted ||
          rely.compat.pair(picture, drawn, [`baseline: ${document.baseline.name}`, `candidate: ${document.candidate.name}`]),
      )
      .catch(
        (error) =>
          controller.signal.aborted ||
          error.name === "AbortError" ||
          fill(picture, el("p", { class: "muted" }, `No picture: ${error.message}.`)),
      );
    stops.push(() => controller.abort());
    return () => stops.forEach((stop) => stop && stop());
  };

  Object.assign(rely.compat, { show, verdict });
})();
