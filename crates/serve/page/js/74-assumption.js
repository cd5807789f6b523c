// The weakest assumption of a module: in which environments does it keep its properties, what must not happen, and why.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, grouped, some, and, toList, fromList } = rely.words;

  // The answer in words, as the command line says it.
  const sentence = (document) => {
    const { verdict, discharged } = document;
    if (verdict === "holds")
      return document.vacuous
        ? `holds vacuously in every environment (${document.reason || "no action of the property ever occurs"})`
        : "holds in every environment";
    if (verdict === "violated") return `violated in every environment, in ${count(document.trace.length, "step")}`;
    if (verdict === "unknown") return `unknown: ${document.reason || "undecided"}`;
    const { assumption } = document;
    const base = `holds if the environment satisfies ${assumption.name} (${count(assumption.states, "state")})`;
    if (!discharged) return base;
    const who = discharged.environment.length === 1 ? discharged.environment[0] : "it";
    const does = { holds: `and ${who} does`, violated: `and ${who} does not`, unknown: `and whether ${who} does is unknown` }[
      discharged.verdict
    ];
    return `${base}, ${does}`;
  };

  const tone = (document) => {
    if (document.verdict === "violated" || (document.discharged && document.discharged.verdict === "violated")) return "bad";
    if (document.verdict === "holds") return "good";
    if (document.verdict === "assumption")
      return document.discharged && document.discharged.verdict === "holds" ? "good" : "unknown";
    return "unknown";
  };

  const STEPS = ["composed", "minimized", "propagated", "determinized", "assumption"];
  const MEANING = {
    composed: "the module with its properties",
    minimized: "internal actions hidden",
    propagated: "ERROR spread backwards over internal actions",
    determinized: "deterministic",
    assumption: "completed with a sink, minimized",
  };

  const sizes = (document) => {
    const known = STEPS.filter((step) => document.sizes[step] !== null && document.sizes[step] !== undefined);
    if (known.length === 0) return null;
    return rely.ui.section(
      "Sizes",
      el(
        "ol",
        { class: "sizes" },
        known.map((step) =>
          el(
            "li",
            { title: MEANING[step] },
            el("span", { class: "muted" }, step),
            " ",
            el("strong", {}, grouped(document.sizes[step])),
            document.transitions && document.transitions[step] !== null && document.transitions[step] !== undefined
              ? el("span", { class: "muted" }, ` ${grouped(document.transitions[step])} transitions`)
              : null,
          ),
        ),
      ),
      el(
        "p",
        { class: "muted" },
        `Peak: ${count(document.peak.states, "state")}, ${count(document.peak.transitions, "transition")}.`,
      ),
      rely.asking.construction(document.construction),
    );
  };

  const discharge = (ctx, document, at, stops) => {
    const { discharged } = document;
    if (!discharged) return null;
    const who = and(discharged.environment);
    const words = {
      holds: "holds: the environment satisfies the assumption",
      violated: `violated in ${count(discharged.trace.length, "step")}`,
      unknown: `unknown: ${discharged.reason || "undecided"}`,
    }[discharged.verdict];
    const box = el("div", {});
    const section = rely.ui.section(
      `With ${who}`,
      el(
        "p",
        {},
        rely.ui.verdict(discharged.verdict, {
          vacuous: discharged.vacuous,
          text: discharged.vacuous ? `holds vacuously (${discharged.reason})` : words,
        }),
      ),
      discharged.environment_trace.length > 0
        ? el("p", {}, "Forbidden behavior: ", el("span", { class: "name" }, some(discharged.environment_trace, 40)))
        : null,
      box,
    );
    if (!discharged.steps && discharged.trace.length > 0) {
      fill(box, el("h4", {}, "A run of the system"), el("p", { class: "name" }, discharged.trace.join(" ")));
    } else if (discharged.steps) {
      fill(box, el("h4", {}, "A run of the system"));
      const trace = el("div", {});
      box.append(trace);
      const shown = rely.trace.view(trace, ctx, discharged.steps, {
        animate: discharged.on_target,
        kind: "safety",
        name: and(discharged.violates),
        title: `A run with ${who}`,
        place: `${at}#/discharged/steps`,
      });
      stops.push(shown.cleanup);
    }
    return section;
  };

  const partial = (ctx, document, at) => {
    const { partial: known } = document;
    if (!known) return null;
    return rely.ui.section(
      "Known although a limit was reached",
      known.forbidden.length > 0
        ? el("p", {}, "Every assumption must forbid:")
        : el("p", {}, "Nothing is known to be forbidden."),
      known.forbidden
        .slice(0, 40)
        .map((one, i) =>
          el(
            "div",
            {},
            one.trace.length > 1 ? el("span", { class: "name" }, `${some(one.trace.slice(0, -1), 20)} `) : null,
            rely.explanation.forbidden(ctx, one, { isSeen: null, place: `${at}#/partial/forbidden/${i}/steps` }),
          ),
        ),
      known.assumption
        ? rely.asking.text(
            `The assumption for the first ${count(known.assumption.depth, "action")}`,
            known.assumption.fsp,
            { open: false },
          )
        : null,
    );
  };

  // What only the properties bring into the interface.
  const observed = ({ interface: all, shared, through = [] }) =>
    through.length > 0 ? [] : all.filter((action) => !shared.includes(action));

  // Everything that a document `rely/assume/1` says. `at` is its position in an export.
  const show = (host, ctx, document, at) => {
    const names = (list) => (list || []).map((component) => component.name);
    const seen = new Set([...document.interface, ...document.shared]);
    const explained = rely.explanation.list(ctx, document.explanation, {
      isSeen: (action) => seen.has(action),
      place: `${at}#/explanation`,
      explained: document.explained,
      total: document.forbidden,
    });
    const picture = el("div", {});
    const stops = [];
    const hasPicture = Boolean(document.assumption);
    fill(
      host,
      el(
        "p",
        { class: "answer" },
        rely.ui.verdict(document.verdict, { vacuous: document.vacuous, text: sentence(document), tone: tone(document) }),
      ),
      rely.asking.facts([
        ["module", names(document.module)],
        ["property", names(document.property)],
        ["environment", document.environment === null ? "any" : names(document.environment)],
        ["interface", document.interface.length > 0 ? some(document.interface, 40) : "nothing is shared"],
        ["of these, not in the module's alphabet", some(observed(document), 20)],
        ["internal", document.internal.length > 0 ? some(document.internal, 20) : null],
      ]),
      rely.asking.remarks(document),
      hasPicture
        ? rely.ui.section(
            "The assumption",
            el("p", { class: "muted" }, "Actions that lead to “forbidden” must not occur. Enter on a state shows its explanation."),
            picture,
            document.fsp ? rely.asking.text("As FSP", document.fsp) : null,
          )
        : null,
      document.verdict === "violated" ? el("div", { class: "own-run" }) : null,
      hasPicture && document.explanation.length > 0 ? rely.ui.section("Forbidden actions, and why", explained.element) : null,
      discharge(ctx, document, at, stops),
      partial(ctx, document, at),
      rely.using.sections(document),
      sizes(document),
    );
    const own = host.querySelector(".own-run");
    if (own) {
      own.append(el("h3", {}, "The module alone violates it"));
      const box = el("div", {});
      own.append(box);
      if (!document.steps) fill(box, el("p", { class: "name" }, document.trace.join(" ")));
      else
        stops.push(
          rely.trace.view(box, ctx, document.steps, {
            animate: false,
            kind: "safety",
            name: and(names(document.property)),
            place: `${at}#/steps`,
            title: "The module alone",
          }).cleanup,
        );
    }
    if (hasPicture) {
      stops.push(
        rely.pictures.show(
          picture,
          ctx,
          { document: { ...document, explanation: [], construction: [], steps: undefined } },
          {
            place: `${at}#`,
            label: "the assumption",
            options: {
              first: document.assumption.initial,
              onnode: (state) => explained.open(state) || ctx.announce("Nothing is forbidden in this state."),
            },
          },
        ),
      );
    }
    return () => stops.forEach((stop) => stop());
  };

  // ── the view ──
  const render = (host, ctx) => {
    const stops = [];
    const clear = () => stops.splice(0).forEach((stop) => stop && stop());
    if (ctx.offline) {
      const at = ctx.offline.documents.findIndex((document) => document.schema === "rely/assume/1");
      const document = ctx.offline.documents[at];
      const result = el("div", {});
      fill(
        host,
        result,
        rely.ui.command(ctx.offline.commands[at]),
      );
      stops.push(show(result, ctx, document, at));
      return clear;
    }
    const result = el("div", { class: "asked-result" });
    const start = async () => {
      const all = await rely.asking.components(host, ctx);
      if (!all) return;
      const processes = all.filter((component) => component.role !== "property").map((component) => component.name);
      const { params } = ctx;
      const module = rely.asking.boxes("Module", processes, toList(params.module), {
        note: "The part to analyze. Everything else is its environment.",
      });
      const property = rely.asking.properties(ctx, all, "Property", params.property);
      if (property.isEmpty) {
        fill(host, rely.asking.noProperty(ctx));
        return;
      }
      const discharged = el("input", { type: "checkbox", "data-focus": "discharge" });
      discharged.checked = params.discharge !== "no";
      const asked = () => ({ module: module.chosen(), properties: property.named(), discharge: discharged.checked });
      const question = rely.asking.questions(ctx);
      // Says what is missing in the question.
      const isIncomplete = () => {
        const what =
          module.chosen().length === 0
            ? ["Which module?", "component"]
            : property.chosen().length === 0
              ? ["Which property?", "property"]
              : null;
        if (!what) return false;
        question();
        clear();
        fill(result, rely.ui.state({ title: what[0], text: `Choose at least one ${what[1]}.`, kind: "warning" }));
        ctx.announce(`${what[0]} Choose at least one ${what[1]}.`);
        return true;
      };
      const ask = () => {
        const { module: names, properties: kept, discharge: does } = asked();
        if (isIncomplete()) return;
        ctx.go(
          {
            module: fromList(names),
            property: kept.length > 0 ? fromList(kept) : null,
            discharge: does ? null : "no",
            step: null,
          },
          { silent: true },
        );
        compute();
      };
      const compute = async () => {
        const { module: names, properties: kept, discharge: does } = asked();
        if (isIncomplete()) return;
        const signal = question();
        clear();
        fill(result, rely.ui.busy("Computing the assumption…"));
        try {
          const document = await ctx.run(
            { command: "assume", module: names, ...(kept.length > 0 ? { properties: kept } : {}), discharge: does },
            { signal },
          );
          if (signal.aborted) return;
          stops.push(show(result, ctx, document, 0));
          const line = lineOf(ctx.file.path, ctx.target, { module: names, properties: kept, discharge: does });
          result.append(rely.ui.exporter(ctx, [document], `${document.target} assumption`, { commands: [line] }));
          ctx.announce(sentence(document));
        } catch (error) {
          if (!signal.aborted) fill(result, rely.ui.failed(error, { again: compute }));
        }
      };
      const discharges = el("label", {}, discharged, " check the environment against it");
      fill(
        host,
        rely.asking.form(
          "Compute the assumption",
          [el("div", { class: "asking-columns" }, module.element, property.element), discharges],
          ask,
          { line: () => lineOf(ctx.file.path, ctx.target, asked()) },
        ),
        result,
      );
      if (params.module) compute();
    };
    start();
    return clear;
  };

  const lineOf = (file, target, { module, properties, discharge: does }) =>
    rely.shell.line("assume", file, {
      target,
      module: module.length > 0 ? module : ["NAMES"],
      property: properties,
      discharge: does,
    });

  const applies = (project, file) => Boolean(file && file.targets && file.targets.length > 0);
  const offline = (data) => (data.documents || []).some((document) => document.schema === "rely/assume/1");
  rely.views.register({
    id: "assumption",
    title: "Assumption",
    key: "s",
    applies,
    render,
    offline,
    help: [["Enter", "in the picture: to the states; on a state: its forbidden actions, and why"]],
  });
})();
