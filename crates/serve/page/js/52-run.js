// Runs, as data: what a component does when, and a run as text, as a trace file and as a chart of Mermaid.
//
// A run is the `TraceView` of a document: `components`, `initial`, `steps` with `action`, `participants` and `changes`, and what is
// `enabled` and `blocked` at its end. Steps count from 1; step 0 is the beginning. Nothing here touches the page.
(function () {
  "use strict";
  const { grouped, some } = rely.words;

  // An index over a run: the state of every component after every step, without a table of all of them.
  //
  // Memory is linear in the changes; a look-up is a binary search.
  function Run(view, cycleStart) {
    this.view = view;
    this.length = view.steps.length;
    // The number of steps before the cycle, or null.
    this.cycleStart = typeof cycleStart === "number" && cycleStart < this.length ? cycleStart : null;
    this.history = view.components.map((_, i) => ({ at: [0], states: [view.initial[i]] }));
    view.steps.forEach((step, k) => {
      for (const [i, state] of step.changes) {
        if (!this.history[i]) continue;
        this.history[i].at.push(k + 1);
        this.history[i].states.push(state);
      }
    });
  }

  // The state of component `i` after `step` steps.
  Run.prototype.state = function (i, step) {
    const { at, states } = this.history[i];
    let low = 0;
    let high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return states[low];
  };

  // Does component `i` get a new state with `step`?
  Run.prototype.changes = function (i, step) {
    return step > 0 && this.view.steps[step - 1].changes.some(([who]) => who === i);
  };

  Run.prototype.takesPart = function (i, step) {
    return step > 0 && this.view.steps[step - 1].participants.includes(i);
  };

  Run.prototype.action = function (step) {
    return step > 0 ? this.view.steps[step - 1].action : "";
  };

  // The components that ever change.
  Run.prototype.moving = function () {
    return this.history
      .map((h, i) => [h, i])
      .filter(([h]) => h.at.length > 1)
      .map(([, i]) => i);
  };

  // The first step that leads somebody into ERROR, or null.
  Run.prototype.error = function () {
    const k = this.view.steps.findIndex((step) => step.changes.some(([, state]) => state === "ERROR"));
    return k < 0 ? null : k + 1;
  };

  // The actions of steps `from` to `to`, both counted from 1, that the components can replay: those of a formula alone are left out.
  Run.prototype.actions = function (from, to) {
    const ofComponents = (step) => step.action === "tau" || step.participants.length > 0;
    return this.view.steps
      .slice((from || 1) - 1, to === undefined ? this.length : to)
      .filter(ofComponents)
      .map((step) => step.action);
  };

  // What happens with a step, in words.
  Run.prototype.sentence = function (step) {
    const { components } = this.view;
    if (step === 0) return "At the start.";
    const { action, participants, changes } = this.view.steps[step - 1];
    const who = participants.map((i) => components[i]).filter((name) => name !== undefined);
    const moves = changes.filter(([i]) => components[i] !== undefined).map(([i, state]) => components[i] + " to " + state);
    const by = who.length > 0 ? " by " + some(who, 6) : "";
    return "Step " + step + ": " + action + by + (moves.length > 0 ? "; " + some(moves, 6) : "; nothing changes") + ".";
  };

  // The places of a step in sources, each once: [{file, line, column, text, who, refused}].
  Run.prototype.places = function (step) {
    const found = [];
    for (const place of (step > 0 && this.view.steps[step - 1].places) || []) {
      const who = this.view.components[place.component];
      const known = found.find((one) => one.file === place.file && one.line === place.line);
      if (!known) found.push({ ...place, who: [who] });
      else if (!known.who.includes(who)) known.who.push(who);
    }
    return found;
  };

  // How the run ends: a list of sentences.
  Run.prototype.ending = function (kind) {
    const { enabled, blocked, components } = this.view;
    if (this.cycleStart !== null) {
      const from = this.cycleStart + 1;
      const what = from === this.length ? "Step " + from + " is" : "Steps " + from + " to " + this.length + " are";
      return [what + " repeated forever."];
    }
    if (this.error() === this.length && this.length > 0) return [];
    if (enabled && enabled.length > 0) return ["Then possible: " + some(enabled, 8) + "."];
    if (kind !== "deadlock" && !(blocked && blocked.length > 0)) return [];
    if (!blocked || blocked.length === 0) return ["Then no component offers anything."];
    const sentences = ["Then nothing is possible:"];
    for (const component of components) {
      const wants = blocked
        .filter((b) => b.offered_by.includes(component))
        .map((b) => b.action + " (" + some(b.refused_by, 3) + " refuses)");
      if (wants.length > 0) sentences.push(component + " offers " + some(wants, 3));
    }
    return sentences;
  };

  const ENDS = 20;
  const WIDTH = 160;
  // Lines shown for one step.
  const LINES = 3;

  function pad(text, width) {
    return text + " ".repeat(Math.max(0, width - Array.from(text).length));
  }

  function width(text) {
    return Array.from(text).length;
  }

  function shorten(name, most) {
    const characters = Array.from(name);
    return characters.length <= most ? name : "…" + characters.slice(characters.length - most + 1).join("");
  }

  // The cells of a column with the lines of the steps, from step 0; all empty if no step has a place.
  function linesOf(steps) {
    const placesOf = (step) => step.places || [];
    const isOneFile = new Set(steps.flatMap((step) => placesOf(step).map((place) => place.file))).size <= 1;
    const cells = steps.map((step) => {
      const lines = new Set(placesOf(step).map(({ file, line }) => (isOneFile ? String(line) : file + ":" + line)));
      return [...lines].slice(0, LINES).join(",") + (lines.size > LINES ? ",…" : "");
    });
    return ["", ...cells];
  }

  // A run as the command line prints it. `full` shows every step, with the lines of the source.
  Run.prototype.text = function (options) {
    const { full, kind } = options || {};
    const { components, steps, initial } = this.view;
    const moving = this.moving();
    const longest = (texts, least) => texts.reduce((most, text) => Math.max(most, width(text)), least);
    let actions = longest(
      steps.map((step) => step.action),
      "action".length,
    );
    const widths = moving.map((i) => longest(this.history[i].states, Math.min(24, width(components[i]))));
    const total = widths.reduce((sum, w) => sum + w + 3, 8 + actions);
    const lines = [];
    const asTable = total <= WIDTH && moving.length > 0;
    const places = linesOf(steps);
    const placesWidth = longest(places, "line".length);
    const hasPlaces = places.some((cell) => cell !== "") && total + placesWidth + 3 <= WIDTH;
    if (hasPlaces) widths.unshift(placesWidth);
    const row = (number, action, place, states) => {
      const cells = hasPlaces ? [place, ...states] : states;
      const columns = cells.map((cell, c) => " │ " + pad(cell, widths[c])).join("");
      lines.push(("  " + number.padStart(4) + "  " + pad(action, actions) + columns).trimEnd());
    };
    if (asTable) {
      row(
        "step",
        "action",
        "line",
        moving.map((i) => shorten(components[i], 24)),
      );
      lines.push("  " + "─".repeat(6 + actions) + widths.map((w) => "─┼─" + "─".repeat(w)).join(""));
      row(
        "0",
        "",
        "",
        moving.map((i) => initial[i]),
      );
    } else {
      actions = Math.min(actions, 40);
    }
    const cut = !full && this.length > 2 * ENDS + 10;
    for (let k = 0; k < this.length; k++) {
      if (k === this.cycleStart) lines.push("        ── repeated forever:");
      if (cut && k === ENDS) lines.push("        … " + grouped(this.length - 2 * ENDS) + " steps (--full shows all)");
      if (cut && k >= ENDS && k < this.length - ENDS) continue;
      const { action, participants, changes } = steps[k];
      if (asTable) {
        row(
          String(k + 1),
          action,
          places[k + 1],
          moving.map((i) => {
            const change = changes.find(([who]) => who === i);
            return change ? change[1] : participants.includes(i) ? "·" : "";
          }),
        );
      } else {
        const list = changes.map(([i, state]) => components[i] + " → " + state).join(", ");
        lines.push(("  " + String(k + 1).padStart(4) + "  " + pad(action, actions) + "  " + list).trimEnd());
      }
      const sources = full ? this.places(k + 1).filter((place) => place.text) : [];
      sources.forEach(({ line, text }) => lines.push("        " + String(line).padStart(4) + " " + text));
    }
    if (this.cycleStart === null) {
      this.ending(kind).forEach((sentence, i) => lines.push((i === 0 ? "  " : "    ") + sentence));
    }
    return lines.join("\n") + "\n";
  };

  // A file that `rely replay` reads.
  Run.prototype.file = function (file, target) {
    const stem = this.cycleStart === null ? this.length : this.cycleStart;
    return (
      JSON.stringify(
        {
          schema: "rely/trace/1",
          file: file || null,
          target: target || null,
          actions: this.actions(1, stem),
          cycle: this.cycleStart === null ? [] : this.actions(stem + 1),
        },
        null,
        2,
      ) + "\n"
    );
  };

  const MERMAID = { "#": "#35;", ";": "#59;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "%": "#37;" };

  function mermaidText(text) {
    const line = text.replace(/\p{Cc}/gu, " ").replace(/[#;<>&%]/g, (c) => MERMAID[c]);
    return line.trim() === "" ? "#32;" : line;
  }

  // A sequence diagram of Mermaid: a note over all participants of a step, a loop for the cycle.
  Run.prototype.mermaid = function () {
    const { components, steps } = this.view;
    const lines = ["sequenceDiagram"];
    components.forEach((name, i) => lines.push("    participant p" + i + " as " + mermaidText(name)));
    if (components.length === 0 && steps.length > 0) lines.push("    participant p0 as system");
    steps.forEach((step, k) => {
      if (k === this.cycleStart) lines.push("    loop forever");
      const indent = this.cycleStart !== null && k >= this.cycleStart ? "        " : "    ";
      const who = Array.from(new Set(step.participants)).sort((a, b) => a - b);
      const from = who.length > 0 ? who[0] : 0;
      const to = who.length > 0 ? who[who.length - 1] : Math.max(0, components.length - 1);
      const everybody = who.length === to - from + 1 || who.length === 0;
      const names = everybody ? "" : "<br/>(" + who.map((i) => mermaidText(components[i])).join(", ") + ")";
      const over = from === to ? "p" + from : "p" + from + ",p" + to;
      lines.push(indent + "Note over " + over + ": " + mermaidText(step.action) + names);
    });
    if (this.cycleStart !== null) lines.push("    end");
    return lines.join("\n") + "\n";
  };

  // The actions of a run in an address: separated by blanks, as on the command line. Blanks and signs of escapes in names are escaped.
  const runText = (actions) => actions.map((name) => name.replace(/[%\s#]/g, (c) => encodeURIComponent(c))).join(" ");
  const runOf = (text) =>
    text
      .split(" ")
      .filter(Boolean)
      .map((word) => {
        try {
          return decodeURIComponent(word);
        } catch {
          return word;
        }
      });

  rely.trace = { Run, runText, runOf };
})();
