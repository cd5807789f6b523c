// Machines side by side, each with the state that its component is in.
//
// A machine is drawn once; a step only moves the marks. Components with many states are shown around their current state.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const LARGE = 120;

  // `names` are components in the order of the system; the result has `show(states, before, acting)` and `stop()`. `states` and `before` are lists
  // of {number, name} for all components of the system, `acting` the positions of those who took part in the last step.
  const machines = (host, ctx, components, names) => {
    const panes = names
      .map((name) => ({ name, position: components.findIndex((component) => component.name === name) }))
      .filter((pane) => pane.position >= 0);
    let latest = null;
    // Who took no part was nowhere else.
    const beforeOf = ({ position }) => (latest.before && latest.acting.includes(position) ? latest.before[position] : null);
    const stops = [];

    for (const pane of panes) {
      pane.words = el("p", { class: "machine-now" });
      pane.box = el("div", { class: "machine-box" });
      pane.element = el(
        "section",
        { class: "machine-pane", "aria-label": `The machine of ${pane.name}` },
        el("h4", {}, rely.ui.brief(pane.name)),
        pane.words,
        pane.box,
      );
      pane.figure = null;
      pane.isLarge = components[pane.position].states > LARGE;
      if (pane.isLarge) continue;
      stops.push(
        rely.pictures.show(
          pane.box,
          ctx,
          { picture: "machine", processes: [pane.name] },
          {
            label: `the machine of ${pane.name}`,
            then: (figure) => {
              pane.figure = figure;
              if (latest) mark(pane, latest.states[pane.position], beforeOf(pane), true);
            },
          },
        ),
      );
    }
    fill(
      host,
      panes.map((pane) => pane.element),
    );

    // A large machine: what is near the state that it is in now. The picture stays until the next one is there.
    const near = async (pane, state, before) => {
      pane.wanted = state;
      if (state.number === null) {
        mark(pane, state, before, false);
        return;
      }
      if (pane.stop) pane.stop.abort();
      pane.stop = new AbortController();
      try {
        const request = {
          command: "neighborhood",
          process: pane.name,
          around: [before, state].filter((one) => one && one.number !== null).map((one) => String(one.number)),
          radius: 2,
          maxStates: 40,
        };
        const drawn = await rely.pictures.get(ctx, request, { signal: pane.stop.signal });
        if (pane.wanted !== state) return;
        pane.figure = rely.ui.picture(drawn, { height: 260 });
        fill(pane.box, pane.figure);
        mark(pane, state, before, true);
        pane.figure.panzoom.centerOn(keyOf(state));
      } catch (error) {
        if (error.name !== "AbortError") fill(pane.box, el("p", { class: "muted" }, `No picture: ${error.message}.`));
      }
    };

    const keyOf = (state) => (state.name === "ERROR" ? "ERROR" : String(state.number));

    const mark = (pane, state, before, isFirst) => {
      fill(
        pane.words,
        el("span", { class: "now-mark", "aria-hidden": "true" }, "●"),
        " ",
        el("span", { class: "brief" }, `in ${state.name}`, before && before.name !== state.name ? `, before in ${before.name}` : ""),
      );
      const zoomed = pane.figure && pane.figure.panzoom;
      if (!zoomed) return;
      for (const group of zoomed.svg.querySelectorAll("g.is-now, g.was-now")) group.classList.remove("is-now", "was-now");
      const now = zoomed.find(keyOf(state));
      const was = before ? zoomed.find(keyOf(before)) : null;
      if (now) now.classList.add("is-now");
      if (was && was !== now) was.classList.add("was-now");
      for (const edge of zoomed.svg.querySelectorAll("g.edge")) {
        const isTaken = before && edge.dataset.from === keyOf(before) && edge.dataset.to === keyOf(state);
        edge.classList.toggle("was-now", Boolean(isTaken));
      }
      if (!now) pane.words.append(" (this state is not drawn)");
      else if (!isFirst || zoomed.whole.width > 900 || zoomed.whole.height > 600) keepInView(zoomed, now, keyOf(state));
    };

    // Moves the picture only if the state would be out of sight.
    const keepInView = (zoomed, group, key) => {
      const box = group.getBoundingClientRect();
      const frame = zoomed.element.getBoundingClientRect();
      const isInside = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      if (!isInside || box.width < 14) zoomed.centerOn(key);
    };

    return {
      show: (states, before, acting) => {
        latest = { states, before, acting };
        for (const pane of panes) (pane.isLarge ? near : mark)(pane, states[pane.position], beforeOf(pane), false);
      },
      stop: () => {
        stops.forEach((stop) => stop());
        panes.forEach((pane) => pane.stop && pane.stop.abort());
      },
    };
  };

  // The list in which the shown machines are chosen; `toggle(name, on)` is called for each change. An open list stays open, and the focus stays.
  const machineChooser = (host, components, names, toggle) => {
    const box = (component) => {
      const field = el("input", {
        type: "checkbox",
        onchange: (event) => toggle(component.name, event.target.checked),
        "data-focus": `machine-${component.name}`,
      });
      field.checked = names.includes(component.name);
      return el("label", {}, field, ` ${component.name}`);
    };
    const active = /** @type {HTMLElement | null} */ (globalThis.document.activeElement);
    const focused = active && active.dataset ? active.dataset.focus : null;
    const isOpen = host.querySelector("details") ? host.querySelector("details").open : false;
    const chooser = el(
      "details",
      { class: "trace-chooser" },
      el("summary", {}, `shown: ${names.length} of ${components.length}`),
      el(
        "div",
        { class: "trace-columns", role: "group", "aria-label": "Components whose machine is shown" },
        components.slice(0, 300).map(box),
      ),
    );
    chooser.open = isOpen;
    fill(host, chooser);
    if (focused && focused.startsWith("machine-")) {
      const again = [...chooser.querySelectorAll("input")].find((field) => field.dataset.focus === focused);
      if (again) again.focus();
    }
  };

  rely.animator.machines = machines;
  rely.animator.machineChooser = machineChooser;
})();
