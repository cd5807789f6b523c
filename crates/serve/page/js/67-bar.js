// The toolbar of the animator: back, next, a random step, the menu, and counterexamples to follow.
(function () {
  "use strict";
  const { el, fill } = rely.dom;

  // The choice of a menu of LTSA.
  const menuField = (animator) => {
    const field = el(
      "select",
      { "data-focus": "animator-menu" },
      el("option", { value: "" }, "all actions"),
      animator.menus.map((menu) => el("option", { value: menu.name }, menu.name)),
    );
    field.value = animator.menu() ? animator.menu().name : "";
    field.addEventListener("change", () => {
      animator.menuName = field.value;
      animator.ctx.go({ menu: field.value || null }, { replace: true, silent: true });
      // The running request is shown with the new menu when it arrives.
      if (animator.runs.current.document) animator.show(true);
    });
    return el("label", {}, "menu ", field);
  };

  // Shows the toolbar for a state; the focus stays where it was, if the button can still be used.
  const bar = (animator, document) => {
    const { runs } = animator;
    const active = /** @type {HTMLElement | null} */ (globalThis.document.activeElement);
    const focused = animator.bar.contains(active) ? active.dataset.focus : null;
    const button = (name, label, onclick, options) => {
      const made = rely.ui.button(label, onclick, options);
      made.dataset.focus = `animator-${name}`;
      return made;
    };
    const menus = animator.menus.length > 0 ? menuField(animator) : null;
    const { others } = rely.animator.arranged(document, animator.menu());
    fill(
      animator.bar,
      button("back", "Back", () => animator.back(), { icon: "back", title: "One step back (←)", disabled: !runs.current.parent }),
      button("next", "Next", () => animator.forth(), {
        icon: "next",
        title: "One step on in this run (→)",
        disabled: !runs.current.last,
      }),
      button("first", "To the start", () => animator.to(runs.root), {
        title: "To the start (Home)",
        disabled: !runs.current.parent,
        class: "quiet",
      }),
      button("random", "Random step", () => animator.random(), {
        title: "Take a random step",
        disabled: document.choices.length === 0,
        class: "quiet",
      }),
      menus,
      animator.menu()
        ? button("others", "Run other actions", () => animator.automatic(), {
            title: "Takes actions outside the menu until only actions of the menu are possible",
            disabled: others.length === 0,
          })
        : null,
      button("follow", "Follow a counterexample", () => rely.animator.follow(animator), { class: "quiet" }),
    );
    const again = focused && animator.bar.querySelector(`[data-focus="${focused}"]:not(:disabled)`);
    if (again) again.focus();
    else if (focused) (animator.bar.querySelector("button:not(:disabled)") || animator.bar).focus();
  };

  rely.animator.bar = bar;
})();
