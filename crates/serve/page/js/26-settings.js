// Light or dark, shortcuts on or off, and the dialogs that list the keys and explain the codes of messages.
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
  const THEMES = { auto: "system default", light: "light", dark: "dark" };
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
    ["Esc", "cancel the running work"],
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
      ? el(
          "section",
          {},
          el("h3", {}, title),
          el(
            "dl",
            { class: "keys" },
            rows.map(([keys, what]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, what)]),
          ),
        )
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
        keyTable(
          "Views",
          shown.filter((one) => one.key).map((one) => [one.key, one.title]),
        ),
        keyTable("Everywhere", FRAME),
        view && view.help ? keyTable(view.title, view.help) : null,
        keyTable("Pictures", PICTURE),
      ),
      el("p", {}, check, " ", el("label", { for: "help-shortcuts" }, "Enable single-letter shortcuts")),
      el("div", { class: "row end" }, close),
    );
    open(dialog, close);
  };

  // The few marks that explanations use: a heading, paragraphs, lists, blocks and words of code.
  const words = (text) => text.split("`").map((part, i) => (i % 2 ? el("code", {}, part) : part));
  const pages = (text) => {
    const blocks = [];
    for (const [i, piece] of text.split(/^```.*\n?/m).entries()) {
      if (i % 2) blocks.push(el("pre", { tabindex: "0" }, piece.replace(/\n$/, "")));
      else {
        for (const block of piece
          .split(/\n\s*\n/)
          .map((one) => one.trim())
          .filter(Boolean)) {
          if (/^#+ /.test(block)) blocks.push(el("h3", {}, words(block.replace(/^#+ /, ""))));
          else if (/^[-*] /.test(block))
            blocks.push(
              el(
                "ul",
                {},
                block.split(/\n(?=[-*] )/).map((one) => el("li", {}, words(one.replace(/^[-*] /, "").replace(/\n\s*/g, " ")))),
              ),
            );
          else blocks.push(el("p", {}, words(block.replace(/\n/g, " "))));
        }
      }
    }
    return blocks;
  };

  // What a code of a message means, as `rely explain` prints it.
  const explain = async (code) => {
    const dialog = el("dialog", { class: "help", "aria-labelledby": "explain-title" });
    const box = el("div", {}, rely.ui.busy("Reading…"));
    const close = button("Close", () => dialog.close(), { class: "primary" });
    fill(dialog, el("h2", { class: "sr", id: "explain-title" }, `Explanation of ${code}`), box, el("div", { class: "row end" }, close));
    open(dialog, close);
    try {
      const { text } = await rely.work.run({ command: "explain", code });
      fill(box, el("div", { class: "explanation" }, pages(text)), rely.ui.command(rely.shell.line("explain", code)));
    } catch (error) {
      fill(box, rely.ui.failed(error));
    }
  };

  // Shows a dialog; when it is closed, the focus goes back to where it was.
  const open = (dialog, first) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before && before.isConnected) before.focus({ preventScroll: true });
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
    first.focus();
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
  rely.explain = explain;
  rely.settings = { start, shortcuts: () => hasShortcuts };
})();
