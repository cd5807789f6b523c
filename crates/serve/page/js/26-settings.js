// Light or dark, shortcuts on or off, and the dialog that lists the keys.
//
// The choices are kept by the browser where it allows that; an export opened from a disk may have no storage, and works without.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { button } = rely.ui;

  const read = (name) => {
    try {
      return localStorage.getItem(`rely-${name}`);
    } catch {
      return null;
    }
  };
  const write = (name, value) => {
    try {
      localStorage.setItem(`rely-${name}`, value);
    } catch {
      // No storage: the choice lasts as long as the page.
    }
  };

  // ── theme ──
  const THEMES = { auto: "as the system", light: "light", dark: "dark" };
  let theme = "auto";
  const apply = (name) => {
    theme = name in THEMES ? name : "auto";
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply(read("theme"));
  const isDark = () => (theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark");

  // ── shortcuts ──
  let hasShortcuts = read("shortcuts") !== "off";

  const FRAME = [
    ["?", "this list"],
    ["o", "choose a file"],
    ["/", "search in the view"],
    ["Esc", "cancel the work that is under way"],
    ["Tab", "next control; arrows move inside lists, tables and tabs"],
  ];
  const PICTURE = [
    ["← ↑ → ↓", "move the picture"],
    ["+ −", "larger, smaller"],
    ["0", "show everything"],
    ["Enter", "go to the nodes; arrows walk from node to node, Enter opens one, Esc leaves"],
  ];
  const keyTable = (title, rows) =>
    rows.length
      ? el("section", {}, el("h3", {}, title), el("dl", { class: "keys" }, rows.map(([keys, what]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, what)])))
      : null;

  const help = (view) => {
    const dialog = el("dialog", { class: "help", "aria-labelledby": "help-title" });
    const check = el("input", { type: "checkbox", id: "help-shortcuts" });
    check.checked = hasShortcuts;
    check.addEventListener("change", () => {
      hasShortcuts = check.checked;
      write("shortcuts", hasShortcuts ? "on" : "off");
    });
    const shown = rely.offline ? rely.views.all.filter((one) => document.querySelector(`#views [data-view="${one.id}"]`)) : rely.views.all;
    const close = button("Close", () => dialog.close(), { class: "primary" });
    fill(
      dialog,
      el("h2", { id: "help-title" }, "Keys"),
      el(
        "div",
        { class: "columns" },
        keyTable("Views", shown.filter((one) => one.key).map((one) => [one.key, one.title])),
        keyTable("Everywhere", FRAME),
        view && view.help ? keyTable(view.title, view.help) : null,
        keyTable("Pictures", PICTURE),
      ),
      el("p", {}, check, " ", el("label", { for: "help-shortcuts" }, "Single letters are shortcuts")),
      el("div", { class: "row end" }, close),
    );
    const before = document.activeElement;
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before && before.isConnected) before.focus({ preventScroll: true });
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
    close.focus();
  };

  const start = (host, viewNow) => {
    const toggle = button("", null, { icon: "theme", class: "quiet square" });
    const name = () => {
      toggle.title = `Colors: ${THEMES[theme]}. Click for ${isDark() ? "light" : "dark"}.`;
      toggle.setAttribute("aria-label", isDark() ? "Use light colors" : "Use dark colors");
    };
    toggle.addEventListener("click", () => {
      apply(isDark() ? "light" : "dark");
      write("theme", theme);
      name();
    });
    name();
    const ask = button("", () => help(viewNow()), { icon: "help", class: "quiet square", title: "Keys (?)" });
    ask.setAttribute("aria-label", "Keys");
    fill(host, toggle, ask);
  };

  rely.help = help;
  rely.settings = { start, shortcuts: () => hasShortcuts };
})();
