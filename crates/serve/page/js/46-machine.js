// View: the machine of the target or of one component.
//
// A small machine is drawn completely. Of a large one a neighborhood is drawn, looked at only as far as it is shown, so that its size does
// not matter; a node with a + has more behind it, and opens by a click or Enter. Beside the picture: the chosen state, and all states
// as a list.
//
// Parameters: `process` (a component instead of the whole), `reduce` (a relation: the reduced machine), `at` (the state in the middle), `open`
// (the states that were opened, separated by `;`), `state` (the chosen one), `find`. States go by their keys in the documents.
(function () {
  "use strict";
  const { el, fill, counted, count } = rely.dom;
  const { failed, busy, button, command, listbox, section, picture, picker } = rely.ui;

  const WHOLE = 200;
  const PART = 30;
  // All steps, as long as the states of whole distances fit.
  const FAR = 1000000;
  const MOST_OPEN = 40;
  const RELATIONS = ["strong", "branching", "weak", "trace", "ltsa"];
  const KINDS = { stuck: "no action is possible", end: "END", error: "ERROR", sink: "every action is allowed" };

  // The page stays quick with so many elements: of a drawing, and of a view.
  const MOST_DRAWN = 3800;
  const MOST_ELEMENTS = 4600;
  const elements = (svg) => (svg.match(/<[a-z]/g) || []).length;

  const split = (text) => (text ? text.split(";").filter(Boolean) : []);
  const graphOf = (drawn) => (drawn.graphs && drawn.graphs[0]) || { nodes: [], edges: [] };
  // As in the picture, without the count of what is behind it.
  const nameOf = (node) => (node.lines || []).filter((line) => !/^\+\d/.test(line)).join(", ") || node.key;
  const FEW = 4;

  // What is asked for, given the parameters: a part, which comes at once, and without any wish everything, if it is small enough.
  const requests = (params) => {
    const part = params.process ? { process: params.process } : {};
    if (params.reduce) {
      const processes = params.process ? { processes: [params.process] } : {};
      return [{ command: "draw", picture: "machine", minimize: params.reduce, maxStates: WHOLE, ...processes }];
    }
    const around = params.at ? { around: [params.at] } : {};
    const near = { command: "neighborhood", radius: FAR, maxStates: PART, expanded: split(params.open), ...around, ...part };
    const whole = { command: "neighborhood", radius: FAR, maxStates: WHOLE, ...part };
    return params.at || params.open ? [near] : [near, whole];
  };
  const commandOf = (ctx, params, around) =>
    rely.shell.line("draw", ctx.file.path, {
      target: ctx.target,
      process: params.process,
      minimize: params.reduce,
      around,
      expand: around ? split(params.open) : [],
      "max-states": around ? PART : null,
    });

  // The part of a picture that is seen: saving the file does not move it.
  let seen = { about: null, view: null };

  class Machine {
    constructor(host, ctx) {
      this.ctx = ctx;
      this.before = ctx.isUpdate ? seen : { about: null, view: null };
      this.asked = null;
      this.drawn = null;
      this.figure = null;
      this.found = [];
      this.box = el("div", { class: "machine-box" });
      this.side = el("aside", { class: "side", "aria-label": "States" });
      this.said = el("span", { class: "muted", role: "status" });
      this.foot = el("div", {});
      this.which = picker({
        label: "Machine of",
        items: () => this.choices(),
        value: "",
        onpick: (item) => this.pick(item),
        focus: "machine-of",
      });
      this.reduce = el(
        "select",
        { "aria-label": "Reduce", "data-focus": "reduce" },
        el("option", { value: "" }, "not minimized"),
        RELATIONS.map((one) => el("option", { value: one }, one)),
      );
      this.reduce.addEventListener("change", () => ctx.go({ reduce: this.reduce.value || null, at: null, open: null, state: null }));
      this.search = el("input", {
        type: "search",
        placeholder: "state or action",
        "aria-label": "Find a state or an action",
        "data-search": true,
        "data-focus": "find",
        value: ctx.params.find || "",
      });
      this.search.addEventListener("input", () => this.find(this.search.value, false));
      this.search.addEventListener("keydown", (event) => event.key === "Enter" && this.nextFound(event.shiftKey ? -1 : 1));
      this.parts = ctx.file.processes || [];
      // The names of the components and of their first states.
      this.home = null;
      // Has somebody moved the picture, or chosen something in it?
      this.isTouched = false;
      for (const type of ["pointerdown", "wheel", "keydown"])
        this.box.addEventListener(type, () => (this.isTouched = true), { passive: true });
      const field = (name, one) => el("div", { class: "field" }, el("span", { class: "field-name", "aria-hidden": "true" }, name), one);
      fill(
        host,
        el(
          "div",
          { class: "row head" },
          field("Machine of", this.which.element),
          field("Reduce", this.reduce),
          field("Find", this.search),
          this.said,
        ),
        el("div", { class: "split" }, this.box, this.side),
        this.foot,
      );
      if (ctx.offline) host.querySelector(".head").hidden = true;
    }

    // ── which machine ──
    whole() {
      return this.ctx.target || "the system";
    }
    choices() {
      const parts = this.parts.map((one) =>
        typeof one === "string" ? { name: one } : { name: one.name, note: one.role || one.kind || null },
      );
      return [{ name: this.whole(), note: "system", isWhole: true }, ...parts];
    }
    pick(item) {
      this.ctx.go({ process: item.isWhole ? null : item.name, at: null, open: null, state: null, find: null });
    }
    // The components of the target and where they begin, as a run knows them.
    async learnParts() {
      if (this.ctx.offline) return;
      try {
        const { components, states } = await this.ctx.run({ command: "simulate", choices: [] });
        this.parts = components.map(({ name, role }) => ({ name, role: role === "process" ? null : role }));
        this.home = { names: components.map((one) => one.name), locals: states.map((one) => one.name) };
      } catch {
        // The processes of the file have to do.
      }
    }

    // ── drawing ──
    async show(params) {
      this.which.set(params.process || this.whole());
      this.reduce.value = RELATIONS.includes(params.reduce) ? params.reduce : "";
      const wanted = requests(params);
      const key = JSON.stringify(wanted);
      if (key === this.asked) {
        this.choose(params.state || null);
        return;
      }
      this.asked = key;
      const held = this.figure && params.state ? this.figure.panzoom.where(params.state) : null;
      if (!this.figure) fill(this.box, busy("Drawing…"));
      const isStale = () => this.ctx.signal.aborted || this.asked !== key;
      try {
        const [first, all] = wanted;
        const learning = this.home ? null : this.learnParts();
        const [drawn] = await Promise.all([this.ctx.run(first), params.process ? null : learning]);
        if (isStale()) return;
        this.paint(drawn, params, held);
        if (!all || drawn.hidden === 0 || this.isLarge(params)) return;
        const whole = await this.ctx.run(all);
        if (!isStale() && whole.hidden === 0 && elements(whole.svg) <= MOST_DRAWN) this.grow(whole, params);
      } catch (error) {
        if (isStale()) return;
        if (this.figure && error.name === "AbortError") return;
        this.figure = null;
        fill(this.side);
        const begin = () => this.ctx.go({ at: null, open: null, state: null });
        fill(
          this.box,
          failed(error, { again: () => this.retry(params) }),
          params.at || params.open ? el("div", { class: "row" }, button("Start at the initial state", begin)) : null,
        );
      }
    }
    // Is it known to be too large to be drawn completely?
    isLarge(params) {
      if (params.process) return false;
      const { file, target } = this.ctx;
      const checked = rely.work.kept({ file: file.path, ...(target ? { target } : {}), command: "check" });
      return Boolean(checked && checked.states > WHOLE);
    }
    // Everything instead of the part that was drawn first; if somebody works with the part already, when they want it.
    grow(whole, params) {
      const change = () => {
        const { panzoom } = this.figure;
        const first = this.nodes.find((node) => node.initial);
        this.paint(whole, { ...params, state: rely.state.state }, null);
        if (!first) panzoom.fit();
      };
      if (!this.isTouched) change();
      else this.said.append(" ", button(`Draw all ${count(whole.shown)}`, change, { class: "small" }));
    }
    retry(params) {
      this.asked = null;
      this.figure = null;
      this.show(params);
    }

    paint(drawn, params, held) {
      const hadFocus = this.box.contains(document.activeElement);
      this.drawn = drawn;
      this.isTouched = false;
      const { nodes, edges } = graphOf(drawn);
      this.nodes = nodes;
      this.out = new Map(nodes.map((_, i) => [i, []]));
      this.into = new Map(nodes.map((_, i) => [i, []]));
      for (const edge of edges) {
        if (this.out.has(edge.from)) this.out.get(edge.from).push(edge);
        if (this.into.has(edge.to)) this.into.get(edge.to).push(edge);
      }
      this.edges = edges;
      const onnode = nodes.length ? (key) => this.activate(key) : null;
      const initial = nodes.find((node) => node.initial) || nodes[0];
      const first = params.at || (initial ? initial.key : null);
      const about = JSON.stringify([
        this.ctx.file.path,
        this.ctx.target,
        params.process,
        params.at,
        params.open,
        params.reduce,
        drawn.shown,
      ]);
      const start = this.before.about === about ? this.before.view : null;
      const onview = (view) => (seen = { about, view });
      this.figure = picture(drawn, { fill: true, onnode, first, start, onview, name: params.process || this.ctx.target || "machine" });
      fill(this.box, this.figure);
      const isPart = drawn.hidden !== 0 && !params.reduce;
      fill(this.foot, command(commandOf(this.ctx, params, isPart ? first : null)));
      if (!this.figure.panzoom) return;
      const { panzoom } = this.figure;
      if (held) panzoom.put(params.state, held);
      else if (params.at && !start) panzoom.centerOn(params.at);
      else if (params.state && !start) panzoom.centerOn(params.state);
      this.states();
      this.choose(params.state || null);
      if (this.search.value) this.find(this.search.value, false);
      if (hadFocus && params.state) panzoom.enter(params.state);
      this.report(drawn);
    }

    report(drawn) {
      const isPart = drawn.hidden !== 0;
      const hidden = drawn.hidden === null ? "more are not drawn" : drawn.hidden ? `${count(drawn.hidden)} not drawn` : "all drawn";
      const states = this.nodes.filter((node) => node.kind !== "error").length;
      const told = `${counted(states, "state")}${states < this.nodes.length ? " and ERROR" : ""}, ${hidden}`;
      fill(this.said, told);
      this.ctx.announce(`${told}.${isPart ? " A plus marks states with successors that are not drawn." : ""}`);
    }

    // The components that differ from the initial state, where the picture has only numbers.
    moved(node) {
      const { locals = [] } = node;
      if (!/^[\d·]+$/.test(nameOf(node)) || locals.length < 2 || !this.home || this.home.locals.length !== locals.length) return "";
      const moved = locals.map((local, i) => (local === this.home.locals[i] ? null : `${this.home.names[i]} ${local}`)).filter(Boolean);
      return moved.length > FEW ? `${moved.slice(0, FEW).join(", ")}, … ${moved.length - FEW} more` : moved.join(", ");
    }

    // ── the chosen state ──
    position(key) {
      return this.nodes ? this.nodes.findIndex((node) => node.key === key) : -1;
    }
    choose(key) {
      const at = key === null ? -1 : this.position(key);
      if (this.figure && this.figure.panzoom) this.figure.panzoom.select(at < 0 ? null : key);
      if (this.list) this.list.select(this.listed ? this.listed.indexOf(at) : at);
      if (this.detail)
        fill(this.detail, at < 0 ? el("p", { class: "muted" }, "Select a state in the picture or in the list.") : this.describe(at));
    }
    // Chosen in the list or by a link: looked at. Chosen a second time, or in the picture: opened if there is more behind it.
    look(key, { moves = true } = {}) {
      this.ctx.go({ state: key }, { replace: true, silent: true });
      this.choose(key);
      if (moves) this.figure.panzoom.centerOn(key, { magnify: true });
      const at = this.position(key);
      if (at >= 0) this.ctx.announce(this.nodes[at].about || nameOf(this.nodes[at]));
    }
    activate(key) {
      const at = this.position(key);
      if (at < 0) return;
      if (this.canOpen(at)) this.open(key);
      else this.look(key, { moves: false });
    }
    canOpen(at) {
      return !this.ctx.offline && !rely.state.reduce && this.nodes[at].hidden > 0;
    }
    open(key) {
      const before = split(rely.state.open).filter((one) => one !== key);
      const open = [...before.slice(Math.max(0, before.length + 1 - MOST_OPEN)), key];
      this.ctx.go({ open: open.join(";"), state: key }, { replace: before.length > 0 });
    }

    describe(at) {
      const node = this.nodes[at];
      const go = (to) => button(nameOf(this.nodes[to]), () => this.look(this.nodes[to].key), { class: "link mono" });
      const row = (edge, other) =>
        el(
          "li",
          {},
          el(
            "span",
            { class: "name" },
            edge.labels.slice(0, 20).join(", "),
            edge.labels.length > 20 ? ` and ${edge.labels.length - 20} more` : "",
          ),
          other === edge.to ? " → " : " ← ",
          go(other),
        );
      const outs = this.out.get(at);
      const ins = this.into.get(at);
      const names = this.home && node.locals && this.home.names.length === node.locals.length ? this.home.names : [];
      const local = (text, i) => el("li", { class: "name" }, names[i] ? `${names[i]}: ` : "", text);
      const canOpen = this.canOpen(at);
      return [
        el(
          "p",
          { class: "row" },
          el("strong", { class: "name" }, nameOf(node)),
          el("span", { class: "muted" }, [node.initial ? "initial" : "", KINDS[node.kind] || ""].filter(Boolean).join(", ")),
        ),
        el(
          "div",
          { class: "row" },
          canOpen ? button(`Open ${count(node.hidden)} more`, () => this.open(node.key), { icon: "plus", class: "small" }) : null,
          this.ctx.offline || rely.state.reduce || node.kind === "error" || this.drawn.hidden === 0
            ? null
            : button("Only around here", () => this.ctx.go({ at: node.key, open: null, state: node.key }), { icon: "fit", class: "small" }),
        ),
        this.moved(node) ? el("p", { class: "name" }, this.moved(node)) : null,
        node.locals && node.locals.length > 1
          ? el(
              "details",
              {},
              el("summary", {}, "States of the components"),
              el("ul", { class: "plain" }, node.locals.slice(0, 300).map(local)),
            )
          : null,
        outs.length
          ? [
              el("h4", {}, "Outgoing"),
              el(
                "ul",
                { class: "plain" },
                outs.slice(0, 60).map((edge) => row(edge, edge.to)),
              ),
            ]
          : el("p", { class: "muted" }, node.hidden ? null : "No action is possible from here."),
        node.hidden ? el("p", { class: "muted" }, `${counted(node.hidden, "transition")} to states that are not drawn`) : null,
        ins.length
          ? [
              el("h4", {}, "Incoming"),
              el(
                "ul",
                { class: "plain" },
                ins.slice(0, 60).map((edge) => row(edge, edge.from)),
              ),
            ]
          : null,
      ];
    }

    // ── all states as text ──
    states(only = null) {
      const wanted = only || this.nodes.map((_, i) => i);
      const room = MOST_ELEMENTS - elements(this.drawn.svg);
      const isBrief = wanted.length * 6 > room;
      const shown = wanted.slice(0, Math.max(20, Math.floor(room / (isBrief ? 3 : 6))));
      this.listed = shown;
      const line = (i) => {
        const node = this.nodes[i];
        const marks = [node.initial ? "initial" : "", KINDS[node.kind] || "", node.hidden ? `+${count(node.hidden)}` : ""]
          .filter(Boolean)
          .join(", ");
        const steps = this.out
          .get(i)
          .slice(0, 6)
          .map((edge) => `${edge.labels.slice(0, 3).join(", ")}${edge.labels.length > 3 ? ", …" : ""} → ${nameOf(this.nodes[edge.to])}`);
        const name = nameOf(node);
        if (isBrief) return [el("span", { class: "name" }, name), marks ? el("span", { class: "muted" }, ` ${marks}`) : null];
        const moved = this.moved(node);
        return [
          el("span", { class: "name" }, name),
          marks ? el("span", { class: "muted" }, ` ${marks}`) : null,
          moved ? el("span", { class: "steps" }, moved) : null,
          el("span", { class: "steps muted" }, steps.join("; "), this.out.get(i).length > 6 ? "; …" : ""),
        ];
      };
      const chosen = this.position(rely.state.state ?? "");
      this.list = listbox({
        label: only ? "Matching states" : "States",
        items: shown,
        selected: shown.indexOf(chosen),
        keyOf: (i) => this.nodes[i].key,
        item: line,
        class: "states",
        onselect: (i) =>
          rely.state.state === this.nodes[i].key && this.canOpen(i) ? this.open(this.nodes[i].key) : this.look(this.nodes[i].key),
      });
      const rest = wanted.length - shown.length;
      this.detail = el("div", { class: "stack chosen-state" });
      fill(
        this.side,
        section("Selected state", this.detail),
        section(
          only ? `Found: ${counted(wanted.length, "state")}` : "States",
          shown.length ? this.list.element : el("p", { class: "muted" }, "No state in the picture matches."),
          rest > 0 ? el("p", { class: "muted" }, `and ${rest} more: find them by name`) : null,
        ),
      );
      this.choose(rely.state.state ?? null);
    }

    // ── search ──
    find(text, isFinal) {
      const words = text.trim().toLowerCase();
      this.ctx.go({ find: words || null }, { replace: true, silent: true });
      if (!this.figure || !this.figure.panzoom) return;
      const { panzoom } = this.figure;
      if (!words) {
        this.found = [];
        panzoom.mark("found", () => false);
        this.states();
        this.report(this.drawn);
        return;
      }
      const has = (one) => String(one).toLowerCase().includes(words);
      const inNode = (node) =>
        has(nameOf(node)) ||
        has(this.moved(node)) ||
        has(node.key) ||
        (node.locals || []).some(has) ||
        (KINDS[node.kind] && has(KINDS[node.kind]));
      const nodes = new Set(this.nodes.map((node, i) => (inNode(node) ? i : -1)).filter((i) => i >= 0));
      const edges = this.edges.filter((edge) => edge.labels.some(has));
      const byAction = new Set(edges.map((edge) => edge.from));
      const keys = new Set([...nodes].map((i) => this.nodes[i].key));
      const arrows = new Set(edges.map((edge) => `${this.nodes[edge.from].key}>${this.nodes[edge.to].key}`));
      panzoom.mark("found", (group) =>
        group.classList.contains("node")
          ? keys.has(group.dataset.state ?? group.dataset.name)
          : arrows.has(`${group.dataset.from}>${group.dataset.to}`),
      );
      this.found = [...new Set([...nodes, ...byAction])].sort((a, b) => a - b);
      this.states(this.found);
      const told = `${counted(nodes.size, "state")} and ${counted(edges.length, "arrow")} found${this.drawn.hidden === 0 ? "" : " in the picture"}`;
      fill(this.said, told);
      if (isFinal) this.ctx.announce(told);
    }
    nextFound(step) {
      if (!this.found.length) return;
      const now = this.found.indexOf(this.position(rely.state.state ?? ""));
      const next = this.found[(now + step + this.found.length) % this.found.length];
      this.look(this.nodes[now < 0 ? this.found[0] : next].key);
    }
  }

  const render = (host, ctx) => {
    const machine = new Machine(host, ctx);
    machine.show(ctx.params);
    return {
      update: (params) => {
        machine.show(params);
        return true;
      },
    };
  };

  rely.views.register({
    id: "machine",
    title: "Machine",
    key: "m",
    applies: (project, file) => (file.targets || []).length > 0 || file.text === null,
    render,
    help: [
      ["/", "find a state or an action; Enter goes to the next one"],
      ["Enter", "in the picture: to the nodes; on a node with a +: opens it"],
      ["↑ ↓", "in the list: another state; Enter shows it, a second time opens it"],
    ],
  });
})();
