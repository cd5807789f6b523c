// Pictures as the server draws them: a figure with the drawing, and its words and notes for those who do not see it.
//
// `picture(document, options)` takes a `rely/draw/1` document ({svg, title, description, notes}); options are those of `panzoom`, and
// `name` for the saved file. The figure has the controller of its drawing as `panzoom`.
(function () {
  "use strict";
  const { el, svg: read, save } = rely.dom;
  const { button, state, copyButton } = rely.ui;

  const text = (notes) => (Array.isArray(notes) ? notes : notes ? [notes] : []);

  const picture = (drawn, options = {}) => {
    const drawing = drawn && drawn.svg ? read(drawn.svg) : null;
    if (!drawing) return state({ title: "There is no picture", text: text(drawn && drawn.notes).join(" ") || null });
    const description = drawn.description || drawing.dataset.description || "";
    const zoomed = rely.ui.panzoom(drawing, { description: description.length > 400 ? null : description, ...options });
    const file = `${(options.name || drawn.title || drawing.dataset.title || "picture").replace(/[^\w.-]+/g, "-")}.svg`;
    const tools = el(
      "div",
      { class: "picture-tools", role: "group", "aria-label": "Size of the picture" },
      button("", () => zoomed.zoom(0.8), { icon: "minus", class: "quiet square", title: "Smaller (−)" }),
      button("", () => zoomed.zoom(1.25), { icon: "plus", class: "quiet square", title: "Larger (+)" }),
      button("", () => zoomed.fit(), { icon: "fit", class: "quiet square", title: "Show everything (0)" }),
      button("SVG", () => save(file, "image/svg+xml", drawn.svg), { icon: "save", class: "quiet", title: "SVG: save the picture" }),
    );
    for (const one of tools.querySelectorAll("button[title]")) one.setAttribute("aria-label", one.title);
    const notes = text(drawn.notes);
    const figure = el(
      "figure",
      { class: options.fill ? "picture picture-fill" : "picture" },
      el("div", { class: "picture-frame" }, zoomed.element, tools),
      el(
        "figcaption",
        {},
        el(
          "details",
          { class: "words" },
          el("summary", {}, "Text of this picture"),
          notes.map((note) => el("p", {}, note)),
          el("p", { class: "words-text" }, description),
          copyButton([...notes, description].join("\n")),
        ),
      ),
    );
    figure.panzoom = zoomed;
    return figure;
  };

  rely.ui.picture = picture;
})();
