// A proof of one property, told: the rule, its parts and premises, the assumptions, what was tried, what it took.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, grouped, some, and } = rely.words;

  const ENDS = { decided: "decided it", lost: "another was faster", "gave-up": "gave up", spent: "a limit was reached" };

  // What a rule says, in one sentence.
  const RULES = {
    asym: "One assumption: M1 satisfies the property under A, and M2 satisfies A.",
    "asym-n": "A chain of assumptions: parts satisfy each of them under the previous ones, and finally the property.",
    sym: "One assumption per part: each part satisfies the property under its assumption, and nothing violates all assumptions.",
    "sym-a":
      "One assumption per part: each part satisfies the property under its assumption, and so does every run that violates all assumptions.",
    "sym-b":
      "One assumption per part: each part satisfies the property under its assumption, and where one assumption is violated, the other holds.",
    "sym-n": "One assumption per part: each part satisfies the property under its assumption, and nothing violates all assumptions.",
    pair: "Two properties, one per part, and assumptions that each part satisfies for the other.",
    circ: "Guarantees: each part satisfies its own one step longer than the others satisfy theirs, and together they imply the property.",
    monolithic: "No rule: monolithic search.",
  };

  const parts = (result) => {
    const rows = result.components.map((names, i) => [`M${i + 1}`, some(names, 30)]);
    return rely.asking.facts([
      [
        "rule",
        result.rule
          ? el(
              "span",
              {},
              el("strong", {}, result.rule),
              RULES[result.rule] ? el("span", { class: "muted" }, ` ${RULES[result.rule]}`) : null,
            )
          : null,
      ],
      ...rows,
      ["dropped", result.dropped.length > 0 ? `${some(result.dropped, 20)} (irrelevant)` : null],
    ]);
  };

  const premises = (result) => {
    if (result.premises.length === 0) return null;
    const isShown = result.verdict === "holds";
    return rely.ui.section(
      isShown ? "Premises" : "Premises that are known to hold",
      rely.ui.table({
        caption: "Premises of the rule",
        columns: [
          { title: "", cell: () => rely.ui.verdict("holds") },
          { title: "premise", header: true, class: "name", cell: (premise) => premise.text },
          { title: "states", class: "number", cell: (premise) => (premise.states === null ? "" : grouped(premise.states)) },
        ],
        rows: result.premises,
      }),
    );
  };

  const assumption = (ctx, result, i, place, stops) => {
    const lts = result.assumptions[i];
    const detail = result.details[i] || {
      name: lts.name,
      assumed_by: [],
      guaranteed_by: [],
      states: [],
      fsp: null,
      explanation: [],
      explained: true,
      forbidden: 0,
    };
    const explained = rely.explanation.list(ctx, detail.explanation, {
      isSeen: (action) => lts.alphabet.includes(action),
      place: `${place}/details/${i}/explanation`,
      explained: detail.explained,
      total: detail.forbidden,
    });
    const box = el("div", {});
    const kind = /^G\d/.test(detail.name) ? "Guarantee" : "Assumption";
    const who = [
      detail.assumed_by.length > 0
        ? `${some(detail.assumed_by, 8)} ${detail.assumed_by.length === 1 ? "assumes" : "assume"} it`
        : null,
      detail.guaranteed_by.length > 0
        ? `${some(detail.guaranteed_by, 8)} ${detail.guaranteed_by.length === 1 ? "guarantees" : "guarantee"} it`
        : null,
    ].filter(Boolean);
    stops.push(
      rely.pictures.show(
        box,
        ctx,
        { lts, title: detail.name, states: detail.states, forbids: true },
        {
          place: `${place}/assumptions/${i}`,
          label: `the assumption ${detail.name}`,
          options: {
            first: lts.initial,
            onnode: (state) => explained.open(state) || ctx.announce("Nothing is forbidden in this state."),
          },
        },
      ),
    );
    return rely.ui.section(
      `${kind} ${detail.name}: ${count(lts.states, "state")} over ${count(lts.alphabet.length, "action")}`,
      who.length > 0 ? el("p", {}, `${and(who)}.`) : null,
      box,
      detail.fsp ? rely.asking.text("As FSP", detail.fsp, { open: false }) : null,
      detail.explanation.length > 0
        ? el(
            "details",
            { class: "fsp" },
            el("summary", {}, `Actions forbidden by ${detail.name}, and why (${count(detail.forbidden, "place")})`),
            explained.element,
          )
        : null,
    );
  };

  const tried = (result) => {
    if (result.tried.length === 0) return null;
    return rely.ui.section(
      "Attempts",
      rely.ui.table({
        caption: "Attempts, in order",
        columns: [
          { title: "rule", header: true, cell: (one) => one.rule },
          { title: "parts", cell: (one) => one.components.map((names) => some(names, 3)).join(" | ") },
          { title: "end", cell: (one) => `${ENDS[one.end] || one.end}${one.reason ? `: ${one.reason}` : ""}` },
          { title: "queries", class: "number", cell: (one) => grouped(one.statistics.membership_queries) },
          { title: "rounds", class: "number", cell: (one) => grouped(one.statistics.rounds) },
          { title: "largest product", class: "number", cell: (one) => grouped(one.statistics.largest_product) },
        ],
        rows: result.tried.slice(0, 100),
      }),
    );
  };

  const statistics = (result) => {
    const s = result.statistics;
    const { whole: all } = result;
    const whole = all ? `; the system has ${all.all ? "" : "at least "}${count(all.states, "state")}` : "";
    return rely.ui.section(
      "Statistics",
      rely.asking.facts([
        ["largest product", `${count(s.largest_product, "state")}${whole}`],
        ["queries", `${grouped(s.membership_queries)} membership, ${grouped(s.equivalence_queries)} equivalence`],
        ["counterexamples", grouped(s.rounds)],
        ["states expanded", grouped(s.expansions)],
        ["assumption alphabet", s.alphabet.length > 0 ? some(s.alphabet, 30) : null],
        ["seconds", s.seconds.toFixed(3)],
      ]),
    );
  };

  // The certificate: what is known of it, and the button that makes one. `file` is where the command line wrote it.
  const certificate = (certified, make, file) => {
    const box = el("div", { class: "stack" });
    const fillIt = (one) => {
      if (!one) return;
      const isAccepted = one.verdict === "accepted";
      fill(
        box,
        el(
          "p",
          {},
          rely.ui.verdict(one.verdict || "unknown", {
            tone: isAccepted ? "good" : one.verdict === "rejected" ? "bad" : "unknown",
          }),
          " ",
          one.claim || one.reason || "",
        ),
        isAccepted
          ? el(
              "p",
              { class: "muted" },
              "The certificate was written to a temporary file and checked by the independent checker.",
            )
          : one.claim && one.reason
            ? el("p", {}, one.reason)
            : null,
      );
    };
    if (certified) fillIt(certified);
    else if (file) fill(box, rely.using.written(file));
    else if (certified === null) fill(box, el("p", {}, "There is no certificate for this result."));
    else if (make)
      fill(
        box,
        el("p", {}, "There is no certificate yet."),
        el("div", { class: "row" }, rely.ui.button("Write and check a certificate", make, { icon: "holds" })),
      );
    else fill(box, el("p", { class: "muted" }, "There is no certificate."));
    return rely.ui.section("Certificate", box);
  };

  // What the picture of a proof does not need is not sent.
  const withoutRounds = (result) => ({ ...result, rounds: [], details: [], steps: undefined });

  // One result of a document `rely/prove/1`. `place` is its prefix in an export; returns what stops its pictures.
  const show = (host, ctx, document, index, options) => {
    const result = document.results[index];
    const { place, certified, make } = options;
    const stops = [];
    const words = rely.words.verdict(result.verdict, {
      vacuous: result.vacuous,
      reason: result.reason,
      steps: result.trace.length,
    });
    const run = el("div", {});
    const picture = el("div", {});
    const rounds = el("div", {});
    const isViolated = result.verdict === "violated";
    fill(
      host,
      el(
        "p",
        { class: "answer" },
        rely.ui.verdict(result.verdict, { vacuous: result.vacuous, text: `${result.property} ${words}` }),
      ),
      rely.asking.remarks({ notes: result.notes }),
      isViolated ? rely.ui.section(`A run that violates ${result.property}`, run) : null,
      rely.ui.section(result.verdict === "holds" ? `How ${result.property} is proved` : "The rule", parts(result), picture),
      premises(result),
      result.assumptions.slice(0, 12).map((_, i) => assumption(ctx, result, i, place, stops)),
      result.assumptions.length > 12
        ? el("p", { class: "muted" }, `and ${count(result.assumptions.length - 12, "more assumption")}`)
        : null,
      certificate(certified, make, result.certificate),
      result.rounds && result.rounds.length > 0 ? rely.ui.section("Learning rounds", rounds) : null,
      tried(result),
      statistics(result),
    );
    if (isViolated && !result.steps) fill(run, el("p", { class: "name" }, result.trace.join(" ")));
    else if (isViolated) {
      const roles = new Map(document.components.map((component) => [component.name, component.role]));
      const shown = rely.trace.view(run, ctx, result.steps, {
        animate: result.on_target,
        kind: "safety",
        name: result.property,
        place: `${place}/steps`,
        title: `A run that violates ${result.property}`,
        roles: result.steps.components.map((name) => roles.get(name) || "process"),
        file: document.file,
        target: document.target,
      });
      stops.push(shown.cleanup);
    }
    if (result.premises.length > 0) {
      stops.push(
        rely.pictures.show(
          picture,
          ctx,
          { document: { ...document, results: [withoutRounds(result)] } },
          { place, label: "the proof" },
        ),
      );
    }
    if (result.rounds && result.rounds.length > 0) {
      stops.push(
        rely.rounds.stepper(rounds, ctx, result.rounds, {
          place: `${place}/rounds`,
          kept: (Number(rely.state.round) || result.rounds.length) - 1,
          keep: (round) => ctx.go({ round: round + 1 }, { replace: true, silent: true }),
        }),
      );
    }
    return () => stops.forEach((stop) => stop && stop());
  };

  rely.proof = { show };
})();
