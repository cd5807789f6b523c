// View: the components of the target, its properties, and the actions they share.
(function () {
  "use strict";
  const { el, fill, counted } = rely.dom;
  const { failed, busy, command, listbox, section, picture } = rely.ui;

  const MOST = 300;
  const ROLES = { component: "process", property: "property", constraint: "constraint" };
  const nodesOf = (drawn) => (drawn.graphs || []).flatMap((graph) => graph.nodes || []);

  const show = (host, ctx, drawn) => {
    const parts = nodesOf(drawn).filter((node) => node.kind in ROLES && node.key);
    const open = (name) => ctx.go({ view: "machine", process: name, state: null, at: null, open: null });
    const onnode = parts.length && !ctx.offline ? (key) => parts.some((part) => part.key === key) && open(key) : null;
    const figure = picture(drawn, { fill: true, onnode, name: `${ctx.target || "system"}-architecture` });
    const hasComposite = (ctx.file.targets || []).some((one) => one.kind === "composite");
    const side = parts.length
      ? el(
          "aside",
          { class: "side", "aria-label": "Components" },
          section(
            counted(parts.length, "component"),
            listbox({
              label: "Components",
              items: parts.slice(0, MOST),
              keyOf: (part) => part.key,
              item: (part) => [el("span", { class: "name" }, part.key), " ", el("span", { class: "muted" }, ROLES[part.kind])],
              onselect: (part) => (ctx.offline ? figure.panzoom.centerOn(part.key) : open(part.key)),
            }).element,
            parts.length > MOST
              ? el("p", { class: "muted" }, `and ${counted(parts.length - MOST, "more component")}: the view Machine finds them.`)
              : null,
            ctx.offline ? null : el("p", { class: "muted hint" }, "Enter or a click opens the machine of a component."),
          ),
        )
      : null;
    fill(
      host,
      hasComposite || ctx.offline || ctx.file.text === null
        ? null
        : el("p", { class: "muted" }, "No composite is defined: the processes run in parallel."),
      el("div", { class: "split" }, figure, side),
      command(rely.shell.line("draw", ctx.file.path, { what: "architecture", target: ctx.target })),
    );
  };

  const render = (host, ctx) => {
    fill(host, busy("Drawing…"));
    const ask = () =>
      ctx
        .run({ command: "draw", picture: "architecture" })
        .then((drawn) => ctx.signal.aborted || show(host, ctx, drawn))
        .catch((error) => ctx.signal.aborted || fill(host, failed(error, { again: ask })));
    ask();
  };

  rely.views.register({
    id: "architecture",
    title: "Architecture",
    key: "a",
    applies: (project, file) => (file.targets || []).length > 0,
    render,
    help: [["Enter", "on a component: its machine"]],
  });
})();
