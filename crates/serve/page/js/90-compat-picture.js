// Two versions side by side, each around the place where they part.
//
// The server draws both into one picture. Here each graph gets a frame of its own, with the first divergence in its middle and marked.
(function () {
  "use strict";
  const { el, fill } = rely.dom;

  // The group where a version shows the divergence: a transition that is lost, the end of the marked run, or what is refused.
  const divergence = (graph) => {
    const lost = graph.querySelector("g.edge[data-kind='lost']");
    if (lost) return lost;
    const refused = [...graph.querySelectorAll("g")].find((group) =>
      /refuse/i.test(group.querySelector(":scope > title") ? group.querySelector(":scope > title").textContent : ""),
    );
    if (refused) return refused;
    const marked = [...graph.querySelectorAll("g.edge[data-kind='marked']")];
    if (marked.length > 0) return marked[marked.length - 1];
    return graph.querySelector("g.node");
  };

  // The drawing of one graph alone, in a coordinate system that begins at 0.
  const alone = (svg, number) => {
    const copy = svg.cloneNode(true);
    for (const group of [...copy.querySelectorAll("g.graph")]) if (group.dataset.number !== String(number)) group.remove();
    return copy;
  };

  const tools = (zoomed, title) => {
    const tool = (words, icon, onclick) => {
      const made = rely.ui.button("", onclick, { icon, class: "quiet square", title: words });
      made.setAttribute("aria-label", words);
      return made;
    };
    return el(
      "div",
      { class: "picture-tools", role: "group", "aria-label": `Size of ${title}` },
      tool("Smaller (−)", "minus", () => zoomed.zoom(0.8)),
      tool("Larger (+)", "plus", () => zoomed.zoom(1.25)),
      tool("Show everything (0)", "fit", () => zoomed.fit()),
    );
  };

  // `drawn` is a `rely/draw/1` of a comparison. `titles` name the versions.
  const pair = (host, drawn, titles) => {
    const whole = rely.dom.svg(drawn.svg);
    const graphs = whole ? whole.querySelectorAll("g.graph") : [];
    if (!whole || graphs.length < 2) {
      fill(host, rely.ui.picture(drawn));
      return;
    }
    const panes = titles.map((title, i) => {
      const box = el("div", { class: "compat-box" });
      const about = (drawn.graphs && drawn.graphs[i] && drawn.graphs[i].title) || "";
      return {
        i,
        title,
        about,
        box,
        element: el("section", { class: "machine-pane compat-pane", "aria-label": title }, el("h4", {}, rely.ui.brief(title)), box),
      };
    });
    fill(
      host,
      el(
        "div",
        { class: "machine-panes compat-panes" },
        panes.map((pane) => pane.element),
      ),
      (drawn.notes || []).map((note) => el("p", { class: "muted" }, note)),
      drawn.description
        ? el(
            "details",
            { class: "words" },
            el("summary", {}, "Text of this picture"),
            el("p", { class: "words-text" }, drawn.description),
          )
        : null,
    );
    for (const pane of panes) {
      const svg = alone(whole, pane.i);
      pane.box.append(svg);
      const graph = svg.querySelector("g.graph");
      const { x, y, width, height } = graph.getBBox();
      const rect = svg.querySelector(":scope > rect.f-paper");
      if (rect) rect.remove();
      for (const stray of [...svg.children]) if (stray !== graph && stray.localName !== "defs") stray.remove();
      const margin = 12;
      svg.setAttribute("viewBox", `${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`);
      // The title of both together names neither.
      delete svg.dataset.title;
      svg.setAttribute("aria-label", `${pane.title}${pane.about ? `: ${pane.about}` : ""}`);
      const at = divergence(graph);
      const zoomed = rely.ui.panzoom(svg, { height: 360 });
      fill(pane.box, el("div", { class: "picture-frame" }, zoomed.element, tools(zoomed, pane.title)));
      if (at) {
        at.classList.add("is-divergence");
        const place = at.getBBox();
        if (zoomed.centerAt) zoomed.centerAt({ x: place.x + place.width / 2, y: place.y + place.height / 2 });
      }
    }
  };

  rely.compat = { pair };
})();
