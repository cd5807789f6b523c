// The rounds of learning, one at a time: the candidates of each, drawn, and what was wrong with them.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, grouped } = rely.words;

  // `rounds` of a proof; `place` is their prefix in an export; `kept` the round of the address, `keep(round)` changes that.
  const stepper = (host, ctx, rounds, { place, kept, keep }) => {
    let at = Math.max(0, Math.min(rounds.length - 1, kept));
    let stops = [];
    const slider = el("input", {
      type: "range",
      min: "1",
      max: String(rounds.length),
      value: String(at + 1),
      "aria-label": "Round",
    });
    const back = rely.ui.button("Previous", () => to(at - 1), { icon: "back" });
    const next = rely.ui.button("Next", () => to(at + 1), { icon: "next" });
    const title = el("strong", {});
    const words = el("div", {});
    const pictures = el("div", { class: "machine-panes" });
    fill(
      host,
      el("div", { class: "row rounds-bar", role: "group", "aria-label": "Rounds" }, back, slider, next, title),
      words,
      pictures,
    );

    const show = () => {
      const round = rounds[at];
      stops.forEach((stop) => stop());
      stops = [];
      slider.value = String(at + 1);
      slider.setAttribute("aria-valuetext", `round ${at + 1} of ${rounds.length}`);
      back.disabled = at === 0;
      next.disabled = at === rounds.length - 1;
      fill(title, `Round ${at + 1} of ${rounds.length}`);
      const queries = rely.dom.counted(round.queries, "membership query", "membership queries");
      const states = round.states.map((n) => grouped(n)).join(" and ");
      fill(
        words,
        el("p", {}, round.what),
        el(
          "p",
          { class: "muted" },
          `rule ${round.rule}; candidates with ${states || "no"} states over ${count(round.actions, "action")}; ${queries} so far`,
        ),
      );
      const hypotheses = round.hypotheses || [];
      const panes = hypotheses.map((lts, i) => {
        const box = el("div", { class: "machine-box" });
        stops.push(
          rely.pictures.show(
            box,
            ctx,
            { lts, title: lts.name, forbids: true },
            { place: `${place}/${at}/hypotheses/${i}`, label: `the hypothesis ${lts.name}`, options: { first: lts.initial } },
          ),
        );
        return el(
          "section",
          { class: "machine-pane", "aria-label": `Hypothesis ${lts.name} of round ${at + 1}` },
          el("h4", {}, `${lts.name}: ${count(lts.states, "state")}`),
          box,
        );
      });
      fill(pictures, panes);
    };
    const to = (round) => {
      at = Math.max(0, Math.min(rounds.length - 1, round));
      show();
      keep(at);
      ctx.announce(`Round ${at + 1} of ${rounds.length}: ${rounds[at].what}`);
    };
    slider.addEventListener("input", () => to(Number(slider.value) - 1));
    show();
    return () => stops.forEach((stop) => stop());
  };

  rely.rounds = { stepper };
})();
