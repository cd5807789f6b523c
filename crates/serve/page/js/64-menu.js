// What can happen next: the menu of the animator, by component, with LTSA's `menu` definitions as filters; what is blocked; the states.
(function () {
  "use strict";
  const { el } = rely.dom;
  const { some, count } = rely.words;

  // The keys of choices: digits, then letters.
  const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";
  // More choices are not on the page at once.
  const MOST = 300;

  // Choices by who takes part. Properties only watch, so they give no group of their own where a process takes part.
  const grouped = (document, choices) => {
    const { components } = document;
    const groups = new Map();
    for (const choice of choices) {
      const acting = choice.participants.filter((i) => components[i].role === "process");
      const who = acting.length > 0 ? acting : choice.participants;
      const key = who.join(",");
      if (!groups.has(key)) groups.set(key, { who, choices: [] });
      groups.get(key).choices.push(choice);
    }
    const first = (group) => (group.who.length > 0 ? group.who[0] : Infinity);
    return [...groups.values()].sort((a, b) => first(a) - first(b) || a.who.length - b.who.length);
  };

  // In which order choices are on the page, those that a menu leaves to a person first.
  const arranged = (document, menu) => {
    const isInMenu = menu ? new Set(menu.actions) : null;
    const all = document.choices.slice(0, MOST);
    const mine = isInMenu ? all.filter((choice) => isInMenu.has(choice.action)) : all;
    const others = isInMenu ? all.filter((choice) => !isInMenu.has(choice.action)) : [];
    const inGroups = grouped(document, mine);
    const otherGroups = grouped(document, others);
    const order = [...inGroups, ...otherGroups].flatMap((group) => group.choices);
    return { mine: inGroups, others: otherGroups, order, count: mine.length };
  };

  const keyOf = (position) => (position < KEYS.length ? KEYS[position] : null);

  // `options`: `menu` (or null), `next` (the choice with which the run goes on, or null), `take(choice)`.
  const list = (document, options) => {
    const { menu, next, take } = options;
    const { mine, others, order } = arranged(document, menu);
    const isTwice = (choice) => order.some((other) => other !== choice && other.action === choice.action);
    const names = document.components.map((component) => component.name);
    const buttons = [];
    const item = (choice) => {
      const position = order.indexOf(choice);
      const key = keyOf(position);
      const detail = choice.changes.map(([i, state]) => `${names[i]} → ${state}`);
      const isError = choice.changes.some(([, state]) => state === "ERROR");
      const button = el(
        "button",
        {
          type: "button",
          class: `choice-button${next === choice.number ? " is-next" : ""}${isError ? " is-bad" : ""}`,
          title: detail.join(", ") || "nothing changes",
          "data-focus": `choice-${choice.number}`,
          onclick: () => take(choice),
        },
        el("kbd", { "aria-hidden": "true" }, key || ""),
        el("span", { class: "choice-action" }, choice.action),
        next === choice.number ? el("span", { class: "choice-note" }, " (this run)") : null,
        isError ? el("span", { class: "choice-note" }, " ✗ ERROR") : null,
        isTwice(choice) ? el("span", { class: "choice-note" }, ` ${some(detail, 3)}`) : null,
      );
      if (key) button.setAttribute("aria-keyshortcuts", key);
      buttons.push(button);
      return el("li", {}, button);
    };
    const group = ({ who, choices }) => {
      const title =
        who.length > 0
          ? some(
              who.map((i) => names[i]),
              4,
            )
          : "free";
      return el(
        "div",
        { class: "choice-group", role: "group", "aria-label": title },
        el("h4", {}, title),
        el("ul", {}, choices.map(item)),
      );
    };
    const closed = menu ? menu.actions.filter((action) => !document.choices.some((choice) => choice.action === action)) : [];
    const element = el(
      "div",
      { class: "choices" },
      mine.map(group),
      menu && mine.length === 0 && order.length > 0
        ? el("p", { class: "muted" }, `Nothing of the menu ${menu.name} is possible now.`)
        : null,
      closed.length > 0 ? el("p", { class: "muted" }, `Not possible now: ${some(closed, 12)}.`) : null,
      others.length > 0 ? el("h4", { class: "choices-others" }, `Not in the menu ${menu.name}`) : null,
      others.map(group),
      document.choices.length > MOST
        ? el("p", { class: "muted" }, `${count(document.choices.length - MOST, "more choice")} not shown.`)
        : null,
      document.more_choices ? el("p", { class: "muted" }, "There are more choices than are told.") : null,
    );
    rely.ui.roving(element, buttons, {
      selected: Math.max(
        0,
        buttons.findIndex((button) => button.classList.contains("is-next")),
      ),
    });
    return {
      element,
      buttons,
      byKey: (key) => order[KEYS.indexOf(key)] || null,
      hasKey: (key) => key.length === 1 && KEYS.includes(key) && KEYS.indexOf(key) < order.length,
    };
  };

  // What some components offer and others refuse.
  const blocked = (document) => {
    if (document.blocked.length === 0) return el("p", { class: "muted" }, "Nothing is blocked.");
    const shown = document.blocked.slice(0, 60);
    return el(
      "div",
      {},
      el(
        "ul",
        { class: "blocked", tabindex: "0", "aria-label": "Actions that are blocked" },
        shown.map((one) =>
          el(
            "li",
            {},
            el("strong", {}, one.action),
            ": ",
            some(one.offered_by, 4),
            one.offered_by.length === 1 ? " offers it, " : " offer it, ",
            some(one.refused_by, 4),
            one.refused_by.length === 1 ? " refuses" : " refuse",
          ),
        ),
      ),
      document.blocked.length > shown.length
        ? el("p", { class: "muted" }, `and ${count(document.blocked.length - shown.length, "more action")}`)
        : null,
    );
  };

  // Where the components are, those that moved first if there are many.
  const states = (components, document, before) => {
    const rows = components.map((component, i) => ({
      component,
      state: document.states[i],
      was: before ? before[i] : null,
    }));
    const changed = (row) => row.was && row.was.name !== row.state.name;
    const shown = rows.length > 60 ? [...rows.filter(changed), ...rows.filter((row) => !changed(row))].slice(0, 60) : rows;
    return [
      rely.ui.table({
        caption: "The state of every component",
        class: "animator-states",
        columns: [
          { title: "component", header: true, cell: (row) => row.component.name },
          {
            title: "state",
            cell: (row) =>
              el("span", { class: changed(row) ? "has-changed" : null }, row.state.name === "ERROR" ? "✗ ERROR" : row.state.name),
          },
          { title: "before", class: "muted", cell: (row) => (changed(row) ? row.was.name : "") },
        ],
        rows: shown,
      }),
      rows.length > shown.length
        ? el("p", { class: "muted" }, `and ${count(rows.length - shown.length, "more component")}`)
        : null,
    ];
  };

  Object.assign(rely.animator, { list, blocked, states, arranged });
})();
