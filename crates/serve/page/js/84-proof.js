// The view of proofs: what to prove and how, then the proof of each property.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { fromList } = rely.words;

  const RULES = [
    ["", "any"],
    ["asym", "asym"],
    ["asym-n", "asym-n"],
    ["sym", "sym"],
    ["sym-a", "sym-a"],
    ["sym-b", "sym-b"],
    ["sym-n", "sym-n"],
    ["circ", "circ"],
    ["monolithic", "monolithic"],
  ];
  const LEARNERS = [
    ["", "any"],
    ["lstar", "lstar"],
    ["rs", "rs"],
    ["kv", "kv"],
    ["ttt", "ttt"],
    ["lsharp", "lsharp"],
    ["separating", "separating"],
  ];

  // One property at a time, chosen by tabs.
  const results = (host, ctx, document, { at, make }) => {
    let stop = null;
    if (document.results.length === 0) {
      fill(
        host,
        rely.ui.state({
          title: "There is no property to prove",
          text: "Properties are components of the target defined with the word property; any process can serve as one with --property.",
        }),
      );
      return () => {};
    }
    const show = (panel, index) => {
      if (stop) stop();
      stop = rely.proof.show(panel, ctx, document, index, {
        place: `${at}#/results/${index}`,
        certified: document.results[index].certified,
        make,
      });
    };
    const keep = (index) => ctx.go({ result: index || null, step: null, round: null }, { replace: true, silent: true });
    const asked = Math.max(0, Math.min(document.results.length - 1, Number(rely.state.result) || 0));
    const warnings = rely.asking.remarks(document);
    if (document.results.length === 1) {
      const panel = el("div", {});
      fill(host, warnings, panel);
      show(panel, 0);
    } else {
      const tabs = rely.ui.tabs({
        label: "Properties",
        selected: String(asked),
        tabs: document.results.map((result, index) => ({
          id: String(index),
          title: `${result.property}: ${result.verdict}`,
          render: (panel) => show(panel, index),
        })),
        onselect: (name) => keep(Number(name)),
      });
      fill(host, warnings, tabs);
    }
    return () => stop && stop();
  };

  const lineOf = (file, target, asked) =>
    rely.shell.line("prove", file, {
      target,
      property: asked.properties,
      rule: asked.rule,
      learner: asked.learner,
      split: asked.split,
      verbose: true,
      certificate: asked.certificate ? "proof.json" : null,
    });

  const render = (host, ctx) => {
    const stops = [];
    const clear = () => stops.splice(0).forEach((stop) => stop && stop());
    if (ctx.offline) {
      const at = ctx.offline.documents.findIndex((document) => document.schema === "rely/prove/1");
      const document = ctx.offline.documents[at];
      const box = el("div", {});
      fill(host, box, rely.ui.command(ctx.offline.commands[at]));
      stops.push(results(box, ctx, document, { at, make: null }));
      return clear;
    }
    const start = async () => {
      const all = await rely.asking.components(host, ctx);
      if (!all) return;
      const { params } = ctx;
      const property = rely.asking.properties(ctx, all, "Properties", params.property);
      if (property.isEmpty) {
        fill(host, rely.asking.noProperty(ctx));
        return;
      }
      const rule = rely.asking.choice("Rule", RULES, params.rule || "");
      const learner = rely.asking.choice("Learner", LEARNERS, params.learner || "");
      const result = el("div", { class: "asked-result" });
      const asked = () => ({ properties: property.named(), rule: rule.value() || null, learner: learner.value() || null });
      const request = ({ properties: names, rule: by, learner: with_ }, certificate) => {
        return {
          command: "prove",
          ...(names.length > 0 ? { properties: names } : {}),
          ...(by ? { rule: by } : {}),
          ...(with_ ? { learner: with_ } : {}),
          certificate,
        };
      };
      const question = rely.asking.questions(ctx);
      const isIncomplete = () => {
        if (property.chosen().length > 0) return false;
        question();
        clear();
        fill(result, rely.ui.state({ title: "Which property?", text: "Choose at least one property.", kind: "warning" }));
        ctx.announce("Which property? Choose at least one property.");
        return true;
      };
      // What the form asks for, or with a certificate what was asked before.
      const prove = async (certificate, wanted = asked()) => {
        if (!certificate && isIncomplete()) return;
        const signal = question();
        if (!certificate) {
          clear();
          fill(result, rely.ui.busy("Proving…"));
        }
        try {
          const document = await ctx.run(request(wanted, certificate), { signal });
          if (signal.aborted) return;
          clear();
          stops.push(results(result, ctx, document, { at: 0, make: () => prove(true, wanted) }));
          const line = lineOf(ctx.file.path, ctx.target, { ...wanted, certificate });
          result.append(rely.ui.exporter(ctx, [document], `${document.target} proof`, { commands: [line] }));
          const words = document.results.map(
            (one) =>
              `${one.property} ${rely.words.verdict(one.verdict, { vacuous: one.vacuous, reason: one.reason, steps: one.trace.length })}`,
          );
          const seals = document.results
            .filter((one) => one.certified)
            .map((one) => `Certificate of ${one.property} ${one.certified.verdict}.`);
          ctx.announce([...seals, words.join(". ")].join(" "));
        } catch (error) {
          if (!signal.aborted) fill(result, rely.ui.failed(error, { again: () => prove(certificate, wanted) }));
        }
      };
      const ask = () => {
        const { properties: names, rule: by, learner: with_ } = asked();
        if (isIncomplete()) return;
        ctx.go(
          {
            proof: "1",
            property: names.length > 0 ? fromList(names) : null,
            rule: by,
            learner: with_,
            result: null,
            step: null,
            round: null,
          },
          { silent: true },
        );
        prove(false);
      };
      fill(
        host,
        rely.asking.form("Prove", [property.element, el("div", { class: "row" }, rule.element, learner.element)], ask, {
          line: () => lineOf(ctx.file.path, ctx.target, asked()),
        }),
        result,
      );
      if (params.proof) prove(false);
    };
    start();
    return clear;
  };

  const applies = (project, file) => Boolean(file && file.targets && file.targets.length > 0);
  const offline = (data) => (data.documents || []).some((document) => document.schema === "rely/prove/1");
  rely.views.register({
    id: "proof",
    title: "Proof",
    key: "p",
    applies,
    render,
    offline,
    help: [["← →", "on the slider: another learning round"]],
  });
})();
