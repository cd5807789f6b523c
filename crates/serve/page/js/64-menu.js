// What can happen next: the menu of the animator, by component, with LTSA's `menu` definitions as filters; what is blocked; the states.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { brief } = rely.ui;
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
  const arranged = (document, menu, choices = document.choices) => {
    const isInMenu = menu ? new Set(menu.actions) : null;
    const mine = isInMenu ? choices.filter((choice) => isInMenu.has(choice.action)) : choices;
    const others = isInMenu ? choices.filter((choice) => !isInMenu.has(choice.action)) : [];
    const inGroups = grouped(document, mine);
    const otherGroups = grouped(document, others);
    const order = [...inGroups, ...otherGroups].flatMap((group) => group.choices);
    return { mine: inGroups, others: otherGroups, order };
  };

  const keyOf = (position) => (position < KEYS.length ? KEYS[position] : null);

  // The field that finds choices, where there are more than keys for them: words are parts of actions, of names of components, and of new states
  // where the action does not say which choice is meant.
  const finder = (document, { names, isTwice, looked, shown }) => {
    const field = el("input", {
      type: "search",
      value: looked.text,
      placeholder: document.choices.some(isTwice) ? "action, component or state" : "action or component",
      spellcheck: "false",
      "aria-label": "Find a choice",
      "data-search": true,
      "data-focus": "choices-find",
    });
    const told = (choice) => {
      const states = isTwice(choice) ? choice.changes.map(([i, state]) => `${names[i]} → ${state}`) : [];
      return [choice.action, ...choice.participants.map((i) => names[i]), ...states].join("\n").toLowerCase();
    };
    const texts = new Map();
    const has = (choice, words) => {
      if (!texts.has(choice)) texts.set(choice, told(choice));
      return words.every((word) => texts.get(choice).includes(word));
    };
    field.addEventListener("input", () => {
      looked.text = field.value;
      looked.from = 0;
      shown();
    });
    return {
      field,
      found: () => {
        const words = looked.text.toLowerCase().split(/\s+/).filter(Boolean);
        return words.length > 0 ? document.choices.filter((choice) => has(choice, words)) : document.choices;
      },
    };
  };

  // `options`: `menu` (or null), `next` (the choice with which the run goes on, or null), `take(choice)`, `looked` ({text, from}: what is looked for,
  // and the first choice on the page; kept by the animator), `announce`.
  const list = (document, options) => {
    const { menu, next, take, looked } = options;
    const names = document.components.map((component) => component.name);
    const times = new Map();
    for (const { action } of document.choices) times.set(action, (times.get(action) || 0) + 1);
    const isTwice = (choice) => times.get(choice.action) > 1;
    const isMany = document.choices.length > KEYS.length;
    const isPossible = new Set(document.choices.map((choice) => choice.action));
    const closed = menu ? menu.actions.filter((action) => !isPossible.has(action)) : [];
    let order = [];
    let buttons = [];

    const item = (choice) => {
      const key = keyOf(buttons.length);
      const detail = choice.changes.map(([i, state]) => `${names[i]} → ${state}`);
      const isError = choice.changes.some(([, state]) => state === "ERROR");
      const button = el(
        "button",
        {
          type: "button",
          class: `choice-button${next === choice.number ? " is-next" : ""}${isError ? " is-bad" : ""}`,
          title: `${choice.action}: ${detail.join(", ") || "nothing changes"}`,
          "data-focus": `choice-${choice.number}`,
          onclick: () => take(choice),
        },
        el("kbd", { "aria-hidden": "true" }, key || ""),
        el("span", { class: "choice-action brief" }, choice.action),
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
        el("h4", {}, brief(title)),
        el("ul", {}, choices.map(item)),
      );
    };

    const box = el("div", {});
    // Another part of the choices, if there are too many for the page.
    const turn = (all, by) => {
      const to = looked.from + by;
      const isThere = to >= 0 && to < all.length;
      const words = by < 0 ? `Previous ${MOST}` : `Next ${Math.min(MOST, all.length - to)}`;
      const move = () => {
        looked.from = to;
        show(true);
        (buttons[0] || field).focus();
      };
      return isThere ? rely.ui.button(words, move, { icon: by < 0 ? "back" : "next", class: "small" }) : null;
    };
    const show = (isTold) => {
      const found = isMany ? finding.found() : document.choices;
      const all = arranged(document, menu, found).order;
      if (looked.from >= all.length) looked.from = 0;
      order = all.slice(looked.from, looked.from + MOST);
      buttons = [];
      const { mine, others } = arranged(document, menu, order);
      const total = count(all.length, "choice");
      const part = all.length > MOST ? `${looked.from + 1} to ${looked.from + order.length} of ${total}` : total;
      fill(
        box,
        isMany
          ? el(
              "div",
              { class: "row" },
              el("span", { class: "muted" }, all.length > 0 ? part : `None of ${count(document.choices.length, "choice")} matches.`),
              turn(all, -MOST),
              turn(all, MOST),
            )
          : null,
        mine.map(group),
        menu && mine.length === 0 && order.length > 0
          ? el("p", { class: "muted" }, `No action of the menu ${menu.name} is possible now.`)
          : null,
        closed.length > 0 ? el("p", { class: "muted" }, `Not possible now: ${some(closed, 12)}.`) : null,
        others.length > 0 ? el("h4", { class: "choices-others" }, `Not in the menu ${menu.name}`) : null,
        others.map(group),
        document.more_choices ? el("p", { class: "muted" }, "Not all choices are listed.") : null,
      );
      rove.mark(
        Math.max(
          0,
          buttons.findIndex((button) => button.classList.contains("is-next")),
        ),
      );
      if (isTold) options.announce(`${part}.`);
    };
    const rove = rely.ui.roving(box, () => buttons);
    const finding = isMany ? finder(document, { names, isTwice, looked, shown: () => show(true) }) : null;
    const field = finding ? finding.field : null;
    if (field) {
      field.addEventListener("keydown", (event) => {
        const isDown = event.key === "ArrowDown" || event.key === "Enter";
        if (isDown && buttons.length > 0) {
          event.preventDefault();
          if (event.key === "Enter" && order.length === 1) take(order[0]);
          else buttons[0].focus();
        }
      });
    }
    // What was looked for in another state and is not here does not hide what is.
    if (field && finding.found().length === 0) field.value = looked.text = "";
    // The part with the choice that the run took is shown first.
    if (isMany && next !== null && looked.from === 0) {
      const at = arranged(document, menu, finding.found()).order.findIndex((choice) => choice.number === next);
      if (at >= 0) looked.from = at - (at % MOST);
    }
    show(false);
    return {
      element: el("div", { class: "choices" }, field, box),
      byKey: (key) => order[KEYS.indexOf(key)] || null,
      hasKey: (key) => key.length === 1 && KEYS.includes(key) && KEYS.indexOf(key) < order.length,
    };
  };

  // What some components offer and others refuse.
  const blocked = (document) => {
    if (document.blocked.length === 0) return el("p", { class: "muted" }, "No action is blocked.");
    const shown = document.blocked.slice(0, 60);
    return el(
      "div",
      {},
      el(
        "ul",
        { class: "blocked", tabindex: "0", "aria-label": "Blocked actions" },
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
          { title: "component", header: true, cell: (row) => brief(row.component.name) },
          {
            title: "state",
            cell: (row) =>
              el("span", { class: changed(row) ? "has-changed" : null }, row.state.name === "ERROR" ? "✗ ERROR" : brief(row.state.name)),
          },
          { title: "before", class: "muted", cell: (row) => (changed(row) ? brief(row.was.name) : "") },
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
