// Pictures from the server, or from the export that this page is.
//
// In an export a picture is found by its *place*: `0#/results/1/steps` is the chart of a run in the first document, `0#` the picture of
// that document. On the live page the server draws it; what was drawn is kept until a file changes (it may be one that is imported).
(function () {
  "use strict";
  const { el, fill } = rely.dom;

  const kept = new Map();
  const MOST = 60;

  // The document `rely/draw/1` of a request without its command and file. Rejects like `rely.api.run`.
  const get = async (ctx, request, { place = null, signal = null } = {}) => {
    if (ctx.offline) {
      const picture = place !== null && ctx.offline.pictures ? ctx.offline.pictures[place] : null;
      if (picture) return picture;
      throw rely.api.failure("this picture is not part of the exported file", "Open the model with `rely serve` to see it.");
    }
    const asked = { command: "draw", file: ctx.file.path, ...(ctx.target ? { target: ctx.target } : {}), ...request };
    const age = rely.work.age();
    const key = `${age} ${JSON.stringify(asked)}`;
    if (kept.has(key)) return kept.get(key);
    const drawn = await rely.api.run(asked, { signal });
    if (age === rely.work.age()) kept.set(key, drawn);
    if (kept.size > MOST) kept.delete(kept.keys().next().value);
    return drawn;
  };

  // Fills `host` with the picture when it is there. `then(figure, document)` may mark things in it; `options` are those of
  // `rely.ui.picture`. Returns a function that stops.
  const show = (host, ctx, request, { place = null, then = null, label = "the picture", options = {} } = {}) => {
    const stop = new AbortController();
    fill(host, rely.ui.busy(`Drawing ${label}…`));
    get(ctx, request, { place, signal: stop.signal })
      .then((drawn) => {
        if (stop.signal.aborted) return;
        const figure = rely.ui.picture(drawn, options);
        fill(host, figure);
        if (then) then(figure, drawn);
      })
      .catch((error) => {
        if (stop.signal.aborted || error.name === "AbortError") return;
        const first = error.document && error.document.diagnostics && error.document.diagnostics[0];
        fill(
          host,
          el(
            "p",
            { class: "muted" },
            `No picture: ${(first && first.message) || error.message}.`,
            first && first.help ? ` ${first.help}` : "",
          ),
        );
      });
    return () => stop.abort();
  };

  rely.pictures = { get, show };
})();
