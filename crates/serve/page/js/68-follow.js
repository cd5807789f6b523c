// Counterexamples in the animator: which one is to be followed, and its run from the beginning.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count } = rely.words;
  const NONE = "No check of this target has a counterexample.";

  // Loads the run of a result and stands at its beginning: the right arrow follows it.
  const begin = async (animator, result) => {
    const run = new rely.trace.Run(result.steps, result.cycle.length > 0 ? result.trace.length : null);
    const first = await animator.ask({ actions: run.actions() });
    animator.begin(first);
    await animator.to(animator.runs.root, { quiet: true });
    animator.ctx.announce(
      `The run that violates ${result.name} has ${count(first.taken.length, "step")}. The right arrow follows it.`,
    );
    const next = animator.bar.querySelector("[data-focus='animator-next']");
    if (next) next.focus();
  };

  // Asks which of the runs that violate something is meant.
  const follow = async (animator) => {
    const { ctx, now } = animator;
    const failed = (error) => error.name === "AbortError" || fill(now, rely.ui.failed(error));
    try {
      const checked = await rely.results.check(ctx);
      const found = checked.results.filter((result) => result.steps && result.steps.steps.length > 0);
      if (found.length === 0) {
        fill(now, el("p", {}, NONE));
        ctx.announce(NONE);
        return;
      }
      const words = ({ verdict, trace, cycle }) => rely.words.verdict(verdict, { steps: trace.length, cycle: cycle.length });
      const items = found.map((result) =>
        rely.ui.button(`${rely.results.nameOf(result)}: ${words(result)}`, () => begin(animator, result).catch(failed)),
      );
      fill(now, el("p", {}, "Which run?"), el("div", { class: "row" }, items));
      items[0].focus();
    } catch (error) {
      failed(error);
    }
  };

  rely.animator.follow = follow;
})();
