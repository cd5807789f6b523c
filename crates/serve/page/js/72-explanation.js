// What an assumption forbids, and why: for each of its states the forbidden actions, each with a run that would violate a property.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, and, some } = rely.words;
  const MOST = 120;

  // Where a state is, in words.
  const where = (one) => (one.trace.length === 0 ? "At the start" : `After ${some(one.trace, 20)}`);

  // One forbidden action: opens its run.
  const forbidden = (ctx, one, { isSeen, place }) => {
    const title = el("strong", { class: "name" }, one.action);
    if (!one.steps && one.run.length === 0) {
      return el(
        "div",
        { class: "forbidden" },
        title,
        " — the module tolerates it up to this point; forbidding it keeps the assumption small",
      );
    }
    const box = el("div", { class: "forbidden-run" });
    const details = el(
      "details",
      { class: "forbidden" },
      el(
        "summary",
        {},
        title,
        `, because it allows this run: ${count(one.run.length, "step")}, violates ${and(one.violates) || "a property"}`,
      ),
      box,
    );
    let shown = null;
    details.addEventListener("toggle", () => {
      if (!details.open || shown) return;
      if (!one.steps) {
        shown = true;
        fill(box, el("p", { class: "name" }, one.run.join(" ")));
        return;
      }
      shown = rely.trace.view(box, ctx, one.steps, {
        link: false,
        animate: false,
        height: 10,
        kind: "explanation",
        name: and(one.violates),
        place,
        title: `Why ${one.action} is forbidden`,
        hidden: isSeen ? (step) => !isSeen(one.steps.steps[step - 1].action) : null,
      });
    });
    return details;
  };

  // `options`: `isSeen(action)` (does the environment see it?), `place` (a prefix in an export), `explained` (is it all?), `total`.
  // The result has `element` and `open(state)`.
  const list = (ctx, explanation, options) => {
    const parts = explanation.slice(0, MOST).map((one, i) => {
      const actions = one.forbids.map((f) => f.action);
      const element = el(
        "section",
        { class: "explained", tabindex: "-1", "data-state": one.state },
        el("h4", {}, `${where(one)} `, el("span", { class: "muted" }, `(${one.name})`)),
        el("p", {}, `forbids ${some(actions, 20)}`),
        one.forbids.map((f, k) =>
          forbidden(ctx, f, { isSeen: options.isSeen, place: options.place ? `${options.place}/${i}/forbids/${k}/steps` : null }),
        ),
      );
      return { state: one.state, element };
    });
    const isMarked = explanation.some((one) => one.forbids.some((f) => f.steps));
    const element = el(
      "div",
      {},
      isMarked && options.isSeen ? el("p", { class: "muted" }, "· marks steps that the environment does not see.") : null,
      parts.map((part) => part.element),
      explanation.length > MOST ? el("p", { class: "muted" }, `and ${count(explanation.length - MOST, "more state")}`) : null,
      options.explained === false
        ? el(
            "p",
            { class: "muted" },
            `Not all of ${count(options.total, "forbidden place")} are explained; use rely assume --full to explain all.`,
          )
        : null,
    );
    return {
      element,
      open: (state) => {
        const part = parts.find((one) => String(one.state) === String(state));
        if (!part) return false;
        part.element.scrollIntoView({ block: "nearest" });
        part.element.focus({ preventScroll: true });
        return true;
      },
    };
  };

  rely.explanation = { list, forbidden };
})();
