// The button that makes a single file of what is shown: it opens offline, anywhere.
//
// The file holds {documents, commands, pictures, texts, analysis, file}. Each document has the command line that gives it. Pictures go by their
// places: `architecture`, or the number of a document and a pointer into it, such as `0#/results/1/steps` for the chart of a run.
(function () {
  "use strict";
  const { el, fill, save } = rely.dom;
  const { button } = rely.ui;

  // `documents` are to be shown, `commands` the lines that they answer; `pictures(documents)` may give others than theirs, which the server
  // draws.
  const exporter = (ctx, documents, title, { commands, pictures = null }) => {
    if (ctx.offline) return null;
    const { path, text, told } = ctx.file;
    const said = el("span", { class: "muted", role: "status" });
    const make = async () => {
      fill(said, "");
      try {
        const data = {
          documents,
          commands,
          pictures: pictures ? await pictures(documents) : {},
          texts: text === null ? {} : { [path]: text },
          analysis: { [path]: told },
          file: path,
        };
        const { html } = await ctx.run({ command: "export", title, data }, { fresh: true });
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
