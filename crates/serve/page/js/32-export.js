// The button that makes a single file of what is shown: it opens offline, anywhere.
(function () {
  "use strict";
  const { el, fill, save } = rely.dom;
  const { button } = rely.ui;

  // `documents` is a list of documents, or a function that gives one.
  const exporter = (ctx, documents, title) => {
    if (ctx.offline) return null;
    const said = el("span", { class: "muted", role: "status" });
    const make = async () => {
      const shown = typeof documents === "function" ? documents() : documents;
      fill(said, "");
      try {
        const { html } = await ctx.run({ command: "export", documents: shown, title }, { fresh: true });
        const name = `${title.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "report"}.html`;
        save(name, "text/html", html);
        fill(said, `Saved as ${name}`);
      } catch (error) {
        if (error.name !== "AbortError") fill(said, `Not exported: ${error.message}`);
      }
    };
    return el("span", { class: "row" }, button("Export", make, { icon: "save", title: "Save as one HTML file that opens offline" }), said);
  };

  rely.ui.exporter = exporter;
})();
