// A field that finds one of many names: files, targets, states.
//
// It is a combobox with a list below: typing filters, arrows move, Enter takes, Escape leaves everything as it was. At most
// `MOST` names are in the page at once; the last line says how many more there are.
(function () {
  "use strict";
  const { el, id, counted } = rely.dom;
  const MOST = 200;

  // Names that contain all words, those that begin with the first word before the others.
  const matching = (items, text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return items;
    const found = items.filter((item) => words.every((word) => item.name.toLowerCase().includes(word)));
    const begins = (item) => item.name.toLowerCase().startsWith(words[0]);
    return [...found.filter(begins), ...found.filter((item) => !begins(item))];
  };

  // `items` is a list of {name, note?}, or a function that gives one; `value` the name that is shown; `onpick(item)`.
  const picker = ({ label, items, value = "", onpick, placeholder = "", free = false, focus = null }) => {
    const listId = id("list");
    const input = el("input", {
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": listId,
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": label,
      placeholder,
      "data-focus": focus,
    });
    const list = el("ul", { id: listId, role: "listbox", "aria-label": label, class: "picker-list", hidden: true });
    const element = el("div", { class: "picker" }, input, list);
    let shown = [];
    let at = -1;
    let current = value;
    input.value = value;
    input.title = value;

    const options = () => (typeof items === "function" ? items() : items);
    const isOpen = () => !list.hidden;
    const mark = (next) => {
      at = next;
      [...list.children].forEach((line, i) => line.setAttribute("aria-selected", String(i === at)));
      const line = list.children[at];
      if (line && at < shown.length) {
        input.setAttribute("aria-activedescendant", line.id);
        line.scrollIntoView({ block: "nearest" });
      } else input.removeAttribute("aria-activedescendant");
    };
    const open = (text) => {
      const all = matching(options(), text);
      shown = all.slice(0, MOST);
      const line = (item, i) => {
        const row = el(
          "li",
          { role: "option", id: `${listId}-${i}`, "aria-selected": "false", class: item.name === current ? "current" : null },
          el("span", { class: "name" }, item.name),
          item.note ? el("span", { class: "muted" }, item.note) : null,
        );
        row.addEventListener("pointerdown", (event) => event.preventDefault());
        row.addEventListener("click", () => take(item));
        return row;
      };
      const rest = all.length - shown.length;
      list.replaceChildren(
        ...shown.map(line),
        ...(rest > 0
          ? [
              el(
                "li",
                { class: "muted", role: "option", "aria-disabled": "true", "aria-selected": "false" },
                `and ${counted(rest, "more", "more")}: type to find them`,
              ),
            ]
          : []),
        ...(all.length
          ? []
          : [el("li", { class: "muted", role: "option", "aria-disabled": "true", "aria-selected": "false" }, "no match")]),
      );
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      mark(
        shown.length
          ? Math.max(
              0,
              shown.findIndex((item) => item.name === current),
            )
          : -1,
      );
    };
    const close = () => {
      list.hidden = true;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const set = (name) => {
      current = name;
      input.value = name;
      input.title = name;
    };
    const take = (item) => {
      close();
      set(item.name);
      input.select();
      onpick(item);
    };

    input.addEventListener("focus", () => input.select());
    input.addEventListener("click", () => isOpen() || open(""));
    input.addEventListener("input", () => open(input.value));
    input.addEventListener("blur", () => {
      close();
      if (!free) set(current);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (!isOpen()) open(input.value === current ? "" : input.value);
        else if (shown.length) mark((at + (event.key === "ArrowDown" ? 1 : shown.length - 1)) % shown.length);
      } else if (event.key === "Enter") {
        if (isOpen() && shown[at]) take(shown[at]);
        else if (!isOpen()) open("");
        event.preventDefault();
      } else if (event.key === "Escape" && (isOpen() || input.value !== current)) {
        event.stopPropagation();
        close();
        if (!free) set(current);
      }
    });
    return { element, input, set };
  };

  rely.ui.picker = picker;
  rely.ui.matching = matching;
})();
