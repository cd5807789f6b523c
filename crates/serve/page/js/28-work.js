// Work that takes time: what is under way, how far it is, and the button that stops it. Results of the current files are kept.
//
// `run(request, {signal, fresh})` asks the server, shows progress after a moment, and remembers the answer until a file changes: an answer to
// what was asked before is not kept. Everything that is under way is stopped by Cancel or Escape, and what belongs to a view by its signal.
(function () {
  "use strict";
  const { el, fill, count } = rely.dom;
  const { icon } = rely.ui;
  const PATIENCE = 250;
  const MOST_KEPT = 40;

  const kept = new Map();
  // How often files have changed: what belongs to another age is out of date.
  let age = 0;
  const jobs = new Set();
  let ticking = 0;

  const keep = (key, document) => {
    kept.delete(key);
    kept.set(key, document);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  };

  // ── the bar ──
  const NAMES = {
    check: "Checking",
    draw: "Drawing",
    neighborhood: "Drawing",
    simulate: "Stepping",
    assume: "Computing the assumption",
    prove: "Proving",
    compat: "Comparing",
    replay: "Replaying",
    export: "Exporting",
  };
  let parts = null;
  const bar = () => {
    if (parts) return parts;
    const meter = el("progress", { "aria-label": "Progress" });
    const words = el("span", { class: "work-text" });
    const stop = el(
      "button",
      { type: "button", class: "small", "data-focus": "cancel", onclick: () => cancel() },
      icon("violated"),
      el("span", {}, "Cancel"),
    );
    fill(document.getElementById("work"), meter, words, stop);
    parts = { meter, words, stop };
    return parts;
  };
  const paint = () => {
    const host = document.getElementById("work");
    const shown = [...jobs].filter((job) => performance.now() - job.since >= PATIENCE);
    if (!shown.length) {
      if (!jobs.size) {
        clearInterval(ticking);
        ticking = 0;
      }
      if (!host.hidden) {
        const hadFocus = host.contains(document.activeElement);
        host.hidden = true;
        if (hadFocus) document.getElementById("main").focus({ preventScroll: true });
      }
      return;
    }
    const { meter, words } = bar();
    const job = shown[shown.length - 1];
    const { phase, done, total, text } = job.progress || {};
    const seconds = Math.floor((performance.now() - job.since) / 1000);
    const far = text || (done ? `${phase ? `${phase}: ` : ""}${count(done)}${total ? ` of ${count(total)}` : ""}` : phase || "");
    words.textContent = [`${job.name}…`, far, seconds ? `${seconds} s` : "", shown.length > 1 ? `and ${shown.length - 1} more` : ""]
      .filter(Boolean)
      .join(" · ");
    if (total && done <= total) {
      meter.max = total;
      meter.value = done;
    } else meter.removeAttribute("value");
    if (host.hidden) {
      host.hidden = false;
      rely.announce(`${job.name}. Escape cancels.`);
    }
  };

  const run = async (request, { signal = null, fresh = false } = {}) => {
    const key = JSON.stringify(request);
    if (!fresh && kept.has(key)) {
      const document = kept.get(key);
      keep(key, document);
      return document;
    }
    const controller = new AbortController();
    if (signal) {
      if (signal.aborted) controller.abort();
      else signal.addEventListener("abort", () => controller.abort(), { once: true });
    }
    const asked = age;
    const job = { name: NAMES[request.command] || "Working", since: performance.now(), progress: null, controller };
    jobs.add(job);
    setTimeout(paint, PATIENCE + 5);
    if (!ticking) ticking = setInterval(paint, 500);
    try {
      const document = await rely.api.run(request, {
        signal: controller.signal,
        onProgress: (progress) => {
          job.progress = progress;
          paint();
        },
      });
      if (asked === age) keep(key, document);
      return document;
    } finally {
      jobs.delete(job);
      paint();
    }
  };

  const cancel = () => {
    if (!jobs.size) return false;
    for (const job of jobs) job.controller.abort();
    rely.announce("Canceled.");
    return true;
  };

  rely.work = {
    run,
    cancel,
    // The answer to a request if there is one already.
    kept: (request) => kept.get(JSON.stringify(request)) || null,
    age: () => age,
    // A file has changed.
    forget: () => {
      age += 1;
      kept.clear();
    },
  };
})();
