// The animator: what can happen, a step, a way back, branches; a counterexample followed step by step; machines side by side.
//
// The server runs the system: every state is asked for by the choices that lead to it, so nothing is computed here. The address has the
// current run (`run`), the step that is shown (`step`), the menu and the machines.
(function () {
  "use strict";
  const { el, fill } = rely.dom;
  const { count, some, toList, fromList } = rely.words;
  const { Runs, machines, list, blocked, states, arranged } = rely.animator;

  // Runs of earlier visits, by file and target: leaving the view or saving the file loses none.
  const remembered = new Map();
  // Steps that are taken for a person before somebody else may choose.
  const MOST_AUTOMATIC = 50;
  // Machines with more states are not opened by themselves.
  const SMALL = 60;

  const HELP = [
    ["1–9, a–z", "take the action with this key"],
    ["/", "find one of many choices; Enter takes it if it is the only one, ↓ goes to the list"],
    ["← →", "one step back, one step on in this run"],
    ["Home", "to the start"],
    ["?", "this help"],
  ];

  const applies = (project, file) => Boolean(file && file.targets && file.targets.length > 0);

  class Animator {
    constructor(host, ctx) {
      this.ctx = ctx;
      this.host = host;
      this.stops = [];
      this.asked = 0;
      const known = remembered.get(this.place());
      this.lost = null;
      this.keepRuns(known && known.version === ctx.version ? known.runs : new Runs());
      this.menuName = ctx.params.menu || "";
      // The search text for many choices.
      this.looked = { text: "", from: 0 };
      this.frame();
    }

    place() {
      return `${this.ctx.file.path} ${this.ctx.target || ""}`;
    }

    keepRuns(runs) {
      this.runs = runs;
      remembered.set(this.place(), { version: this.ctx.version, runs });
    }

    frame() {
      this.bar = el("div", { class: "animator-bar", role: "toolbar", "aria-label": "The run" });
      this.now = el("div", { class: "animator-now" });
      this.choices = el("div", { class: "animator-choices" });
      this.blocked = el("div", {});
      this.states = el("div", {});
      this.panes = el("div", { class: "machine-panes" });
      this.machineBar = el("div", { class: "animator-machines" });
      this.tree = el("div", { class: "animator-runs" });
      this.trace = el("div", {});
      // Everything but the line that says where the run is; there is nothing in it before the first state.
      this.rest = el("div", { hidden: true });
      const part = (title, body, kind) =>
        el("section", { class: `animator-part ${kind || ""}`, "aria-label": title }, el("h3", {}, title), body);
      fill(this.host, el("div", { class: "animator" }, this.bar, this.now, this.rest));
      this.command = el("div", {});
      fill(
        this.rest,
        el(
          "div",
          { class: "animator-columns" },
          el(
            "div",
            { class: "animator-left" },
            part("Possible actions", this.choices),
            part("Blocked", this.blocked),
            part("Runs", this.tree),
          ),
          el(
            "div",
            { class: "animator-right" },
            el(
              "section",
              { class: "animator-part", "aria-label": "Machines" },
              el("h3", {}, "Machines"),
              this.machineBar,
              this.panes,
            ),
            part("States", this.states),
          ),
        ),
        part("The run so far", this.trace),
        this.command,
      );
      this.keys = (event) => this.key(event);
      document.addEventListener("keydown", this.keys);
      // The page has shortcuts of its own for letters: those of the menu come first while it has the focus.
      this.choices.addEventListener("keydown", this.keys);
    }

    // Asks for the state of a node, or for a run.
    ask(request, signal) {
      const { ctx } = this;
      return ctx.run({ command: "simulate", ...request }, signal ? { signal: AbortSignal.any([ctx.signal, signal]) } : {});
    }

    async start() {
      fill(this.now, rely.ui.busy("Starting…"));
      const { params } = this.ctx;
      try {
        const wanted = params.run || "";
        const first = await this.ask(Runs.request(wanted));
        this.begin(first);
        this.components = first.components;
        this.menus = first.menus || [];
        if (first.followed < first.asked) {
          this.lost = `The run is possible only up to step ${first.followed} of ${first.asked}.`;
        }
        const step = params.step === undefined ? first.taken.length : Number(params.step) || 0;
        this.chooseMachines();
        await this.to(this.runs.at(step), { quiet: true });
      } catch (error) {
        if (error.name === "AbortError" && this.isGone) return;
        fill(this.now, rely.ui.failed(error, { again: () => this.start() }));
      }
    }

    // A run that was asked for becomes the current one, whatever was tried after it before.
    begin(document) {
      const actions = document.steps.steps.map((step) => step.action);
      const leaf = this.runs.add(actions, document.taken);
      leaf.document = document;
      leaf.last = null;
      this.runs.visit(leaf);
    }

    // Shows the state of a node.
    async to(node, { quiet = false, from = null } = {}) {
      const asked = ++this.asked;
      this.runs.visit(node);
      // Whoever goes on quickly does not wait for what was passed.
      if (this.waiting) this.waiting.abort();
      this.waiting = new AbortController();
      try {
        if (!node.document) {
          this.preview(node);
          const document = await this.ask({ choices: this.runs.choices(node) }, this.waiting.signal);
          if (document.followed < document.asked)
            throw rely.api.failure("this step is no longer possible", "The model has changed; start a new run.");
          node.document = document;
        }
      } catch (error) {
        if (error.name === "AbortError" && (this.isGone || asked !== this.asked)) return;
        if (from) this.runs.visit(from);
        fill(this.now, rely.ui.failed(error, { again: () => this.to(node) }));
        return;
      }
      if (asked !== this.asked || this.isGone) return;
      this.show(quiet);
    }

    // The known part of a step before the server has answered.
    preview(node) {
      const { document } = this.runs.leaf();
      if (!document || document.steps.steps.length < node.depth || node.depth === 0) return;
      const run = new rely.trace.Run(document.steps);
      this.address();
      fill(this.now, this.stepLine(node, run.sentence(node.depth)));
    }

    stepLine(node, sentence) {
      const length = this.runs.leaf().depth;
      return el(
        "p",
        { class: "animator-step" },
        el("strong", {}, `Step ${node.depth}`),
        length > node.depth ? ` of ${length}` : "",
        ". ",
        sentence.replace(/^Step \d+: /, ""),
      );
    }

    take(choice) {
      const from = this.runs.current;
      // The list belongs to another state while the next one is under way.
      if (!from.document || !from.document.choices.includes(choice)) return null;
      const node = this.runs.child(from, choice.action, choice.number);
      const same = from.document.choices.filter((other) => other.action === choice.action);
      node.isAmbiguous = same.length > 1;
      return this.to(node, { from });
    }

    back() {
      if (this.runs.current.parent) return this.to(this.runs.current.parent);
      this.ctx.announce("This is the start of the run.");
      return null;
    }

    forth() {
      const next = this.runs.current.last;
      if (next) return this.to(next);
      this.ctx.announce("This run ends here.");
      return null;
    }

    async random() {
      const { choices } = this.runs.current.document || { choices: [] };
      if (choices.length > 0) await this.take(choices[Math.floor(Math.random() * choices.length)]);
    }

    // Takes what the menu does not leave to a person, until there is nothing else.
    async automatic() {
      for (let taken = 0; taken < MOST_AUTOMATIC; taken++) {
        if (this.isGone || !this.runs.current.document) return;
        const { others } = arranged(this.runs.current.document, this.menu());
        if (others.length === 0) return;
        const before = this.runs.current;
        await this.take(others[0].choices[0]);
        if (this.runs.current === before) return;
      }
      this.ctx.announce(`${MOST_AUTOMATIC} steps were taken; there may be more.`);
    }

    menu() {
      return this.menus.find((menu) => menu.name === this.menuName) || null;
    }

    // ── what is on the page ──
    show(quiet) {
      const { runs, ctx } = this;
      const node = runs.current;
      const { document } = node;
      const before = this.statesBefore(node);
      this.rest.hidden = false;
      this.address();
      rely.animator.bar(this, document);
      this.showNow(document, node, quiet);
      this.showChoices(document, node);
      fill(this.blocked, document.in_error ? el("p", { class: "muted" }, "The run ends in ERROR.") : blocked(document));
      fill(this.states, states(this.components, document, before));
      this.showStates(node, before);
      this.showRuns();
      this.showTrace();
      const steps = runs.path(node);
      // By numbers where the names do not say which choices are meant.
      const isNamed = steps.every((step) => !step.isAmbiguous && !/[\s,]/.test(step.action));
      const isShort = steps.length <= 60;
      fill(
        this.command,
        rely.ui.command(
          rely.shell.line("simulate", ctx.file.path, {
            target: ctx.target,
            actions: isShort && isNamed && steps.length > 0 ? steps.map((step) => step.action).join(" ") : null,
            choices: isShort && !isNamed ? steps.map((step) => step.choice) : null,
          }),
        ),
      );
    }

    // The states before the last step: those of the node before it, or by their names from the run; numbers are only known where the server
    // was asked.
    statesBefore(node) {
      if (!node.parent || !node.document) return null;
      if (node.parent.document) return node.parent.document.states;
      const run = new rely.trace.Run(node.document.steps);
      const names = this.components.map((_, i) => run.state(i, node.depth - 1));
      return names.map((name, i) => (name === node.document.states[i].name ? node.document.states[i] : { number: null, name }));
    }

    // Marks the states in the machines.
    showStates(node, before) {
      const last = node.document.steps.steps[node.depth - 1];
      if (this.drawn) this.drawn.show(node.document.states, before, last ? last.participants : []);
    }

    address() {
      const { runs, ctx } = this;
      const text = runs.text();
      const length = runs.leaf().depth;
      ctx.go(
        { run: text || null, step: runs.current.depth === length ? null : runs.current.depth },
        { replace: true, silent: true },
      );
    }

    // Where the run stands, in words; spoken as well.
    showNow(document, node, quiet) {
      const run = new rely.trace.Run(document.steps);
      const sentence = node.depth === 0 ? "At the start." : run.sentence(run.length);
      const ends = document.in_error
        ? [
            "bad",
            "ERROR",
            `${some(
              this.components.filter((_, i) => document.states[i].name === "ERROR").map((c) => c.name),
              4,
            )} entered ERROR.`,
          ]
        : document.deadlock
          ? ["bad", "Deadlock", "No action is possible, and the system has not terminated."]
          : document.end
            ? ["good", "END", "The system has terminated."]
            : null;
      fill(
        this.now,
        this.stepLine(node, sentence),
        ends ? el("p", { class: "animator-end" }, rely.ui.verdict(ends[1], { tone: ends[0] }), " ", ends[2]) : null,
        this.lost ? el("p", { class: "animator-end" }, rely.ui.verdict("changed", { tone: "unknown", text: this.lost })) : null,
      );
      const told = this.lost;
      this.lost = null;
      if (!quiet || told) {
        const choices = ends ? "" : `${count(document.choices.length, "choice")}.`;
        this.ctx.announce([told, sentence, ends ? `${ends[1]}. ${ends[2]}` : "", choices].filter(Boolean).join(" "));
      }
    }

    showChoices(document, node) {
      const { activeElement: active } = globalThis.document;
      const hadFocus = this.choices.contains(active);
      const wasFinding = hadFocus && rely.dom.isTyping(active);
      if (document.choices.length === 0) {
        fill(
          this.choices,
          el(
            "p",
            { class: "muted" },
            document.in_error
              ? "The run ends in ERROR. Go back."
              : document.end
                ? "The system has terminated."
                : "No action is possible.",
          ),
        );
        this.listed = null;
      } else {
        this.looked.from = 0;
        this.listed = list(document, {
          menu: this.menu(),
          next: node.last ? node.last.choice : null,
          take: (choice) => this.take(choice),
          looked: this.looked,
          announce: this.ctx.announce,
        });
        fill(this.choices, this.listed.element);
      }
      if (hadFocus) {
        const field = wasFinding ? this.choices.querySelector("[data-search]") : null;
        const choice = this.choices.querySelector("button[tabindex='0']");
        const first = field || choice || this.bar.querySelector("button:not(:disabled)");
        if (first) first.focus({ preventScroll: true });
      }
    }

    // ── machines ──
    chooseMachines() {
      const { params } = this.ctx;
      const isSmall = (component) => component.states <= SMALL;
      const usual = this.components
        .filter((component) => component.role === "process" && isSmall(component))
        .slice(0, 3)
        .map((component) => component.name);
      const names =
        params.machines === undefined
          ? usual
          : params.machines === "none"
            ? []
            : toList(params.machines).filter((name) => this.components.some((c) => c.name === name));
      this.showMachines(names);
    }

    showMachines(names) {
      if (this.drawn) this.drawn.stop();
      this.drawn = machines(this.panes, this.ctx, this.components, names);
      const toggle = (name, on) => {
        const next = this.components
          .map((component) => component.name)
          .filter((one) => (one === name ? on : names.includes(one)));
        this.ctx.go({ machines: next.length > 0 ? fromList(next) : "none" }, { replace: true, silent: true });
        this.showMachines(next);
        const { current } = this.runs;
        if (current.document) this.showStates(current, this.statesBefore(current));
      };
      rely.animator.machineChooser(this.machineBar, this.components, names, toggle);
    }

    // ── runs ──
    showRuns() {
      rely.animator.tree(
        this.tree,
        this.runs,
        (node) => this.to(node),
        () => this.forget(),
      );
    }

    forget() {
      const current = this.runs.path(this.runs.leaf());
      const depth = this.runs.current.depth;
      const fresh = new Runs();
      fresh.root.document = this.runs.root.document;
      let node = fresh.root;
      for (const step of current) {
        node = fresh.child(node, step.action, step.choice);
        node.isAmbiguous = step.isAmbiguous;
        node.document = step.document;
      }
      fresh.visit(node);
      this.keepRuns(fresh);
      this.ctx.announce("Only this run is kept.");
      return this.to(fresh.at(depth), { quiet: true });
    }

    showTrace() {
      const { document } = this.runs.current;
      if (this.stopTrace) this.stopTrace();
      this.stopTrace = null;
      if (document.steps.steps.length === 0) {
        fill(this.trace, el("p", { class: "muted" }, "No steps yet."));
        return;
      }
      const shown = rely.trace.view(this.trace, this.ctx, document.steps, {
        link: false,
        height: 10,
        title: "The run so far",
        kind: document.deadlock ? "deadlock" : "run",
        onAnimate: (step) => this.to(this.runs.at(step)),
        roles: this.components.map((component) => component.role),
      });
      shown.select(shown.run.length);
      this.stopTrace = shown.cleanup;
    }

    // ── keys ──
    key(event) {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !this.components) return;
      const { target } = event;
      if (rely.dom.isTyping(target) || globalThis.document.querySelector("dialog[open]")) return;
      const isFree = target === globalThis.document.body || target.id === "main" || this.host.contains(target);
      const isInMenu = this.choices.contains(target);
      if (!isFree || (target.closest && target.closest(".viewport, [role=tablist], [role=grid], summary"))) return;
      const moves = { ArrowLeft: () => this.back(), ArrowRight: () => this.forth(), Home: () => this.to(this.runs.root) };
      if (moves[event.key] && !(isInMenu && event.key === "Home")) {
        event.preventDefault();
        event.stopPropagation();
        moves[event.key]();
        return;
      }
      // Letters are shortcuts of the page unless the menu has the focus.
      const isDigit = /^[1-9]$/.test(event.key) && (isInMenu || rely.settings.shortcuts());
      if (this.listed && this.runs.current.document && this.listed.hasKey(event.key) && (isDigit || isInMenu)) {
        event.preventDefault();
        event.stopPropagation();
        this.take(this.listed.byKey(event.key));
      }
    }

    stop() {
      this.isGone = true;
      document.removeEventListener("keydown", this.keys);
      if (this.drawn) this.drawn.stop();
      if (this.stopTrace) this.stopTrace();
    }
  }

  const render = (host, ctx) => {
    if (ctx.offline) {
      fill(
        host,
        rely.ui.state({
          title: "The animator needs a server",
          text: "This is an exported file. Open the model with rely serve to step through it.",
        }),
      );
      return null;
    }
    const animator = new Animator(host, ctx);
    animator.start();
    return { cleanup: () => animator.stop() };
  };

  rely.views.register({ id: "animator", title: "Animator", key: "n", applies, render, help: HELP, offline: () => false });
})();
