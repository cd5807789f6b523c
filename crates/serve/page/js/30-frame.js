// The frame: which file, target and view are shown, and everything around the view.
//
// The address decides (see address). A change of it goes through `show`: the file is read if it is another one, then the view is rendered, or
// told about new parameters. A view gets a context:
// - {project, file, target, params, offline}: what is shown (`target` is a name, or null); `version` changes when the model does;
// - go, announce, signal (aborted when the view is left);
// - run(request, {fresh}): work in its name; `file` and `target` are filled in where a request has them;
// - again(): renders the view once more;
// - isUpdate: rendered again because a file was saved.
(function () {
  "use strict";
  const { el, fill, isTyping } = rely.dom;
  const { state, failed, diagnostic, busy, picker } = rely.ui;
  const get = (name) => document.getElementById(name);

  let file = null;
  let mounted = null;
  let turn = 0;
  let pickers = null;

  // ── saying things ──
  let last = "";
  rely.announce = (text) => {
    const live = get("live");
    // The same words twice are spoken twice.
    live.textContent = text === last ? `${text}\u00a0` : text;
    last = live.textContent;
  };
  const notice = (text) => {
    const place = get("notice");
    place.textContent = text;
    place.title = text;
  };

  // Said when a target was asked for that is not there, and another one is shown.
  const strayed = () => {
    const { target: asked } = rely.state;
    const isThere = !asked || isBroken() || (file.targets || []).some((target) => target.name === asked);
    return isThere
      ? ""
      : `There is no target ${asked} in ${file.path}: ${chosenTarget() ? `this is ${chosenTarget().name}` : "there is none"}`;
  };

  // ── what is shown ──
  const chosenFile = () => {
    if (rely.offline) return offlineFile().path;
    const { files } = rely.project;
    return rely.state.file || rely.project.file || (files.length === 1 ? files[0].path : null);
  };
  const chosenTarget = () => {
    const { targets = [] } = file;
    const named = targets.find((target) => target.name === rely.state.target);
    const usual = targets.find((target) => target.default) || targets[targets.length - 1];
    return named || usual || null;
  };
  const isBroken = () => !rely.offline && file.analysis && (file.analysis.diagnostics || []).some((one) => one.severity === "error");
  const views = () => rely.views.all.filter((view) => (rely.offline ? isExported(view) : true));
  const chosenView = () => {
    const all = views();
    const usual = rely.offline
      ? all.find((view) => view.id in EXPORTED) || all[0]
      : rely.views.get(file.text === null ? "machine" : "text") || all[0];
    return all.find((view) => view.id === rely.state.view) || usual;
  };

  // ── exports ──
  const EXPORTED = { verdicts: "check", assumption: "assume", proof: "prove", compat: "compat" };
  const isExported = (view) => {
    const { documents = [], pictures = {}, texts = {} } = rely.offline;
    const has = (command) => documents.find((one) => one.schema === `rely/${command}/1`);
    if (view.offline) return Boolean(view.offline(rely.offline));
    if (EXPORTED[view.id]) return Boolean(has(EXPORTED[view.id]));
    if (view.id === "text") return Object.keys(texts).length > 0;
    return Boolean(pictures[view.id]);
  };
  const offlineFile = () => {
    const { documents = [], texts = {}, file: given } = rely.offline;
    const about = documents.find((one) => one.file) || {};
    const upgrade = documents.find((one) => one.candidate && one.candidate.file);
    const path = given || about.file || Object.keys(texts)[0] || (upgrade ? upgrade.candidate.file : "export");
    const target = about.target ? [{ name: about.target, kind: "composite", default: true }] : [];
    const analysis = (rely.offline.analysis || {})[path] || { diagnostics: [], tokens: [], symbols: [] };
    return {
      schema: "rely/file/1",
      path,
      digest: "",
      text: texts[path] ?? null,
      analysis,
      targets: target,
      properties: [],
      processes: [],
      menus: [],
    };
  };

  // ── mounting ──
  const unmount = () => {
    if (!mounted) return;
    mounted.controller.abort();
    try {
      if (mounted.cleanup) mounted.cleanup();
    } finally {
      mounted = null;
    }
  };

  // Requests that are not about the file and target that are shown.
  const FREE = ["compat", "export", "explain"];

  // Does a file rest on others, as far as one can see?
  const imports = (one) => (one.text === null ? one.kind === "fsp" : /\bimport\b/.test(one.text));

  const context = (view, controller, isUpdate) => {
    const target = chosenTarget();
    const { path } = file;
    const run = (request, options = {}) => {
      const place = FREE.includes(request.command) ? {} : { file: path, ...(target ? { target: target.name } : {}) };
      const whole = { ...place, ...request };
      return rely.work.run(whole, { signal: controller.signal, ...options }).finally(() => setTimeout(recover, 0));
    };
    return {
      project: rely.project,
      file,
      target: target ? target.name : null,
      params: rely.state,
      offline: rely.offline,
      isUpdate,
      signal: controller.signal,
      version: imports(file) ? `${file.digest} ${rely.work.age()}` : file.digest,
      go: rely.go,
      announce: rely.announce,
      run,
      again: () => mount(view, false),
    };
  };

  // Focus, scrolling and what was unfolded survive a view that is rendered again. Elements are known by `data-focus`, `data-scroll` (where the
  // view gives them such names) and the words of their summary.
  let lost = { focus: null, scrolls: new Map(), unfolded: new Set() };
  const recover = () => {
    const main = get("main");
    for (const [name, place] of lost.scrolls) {
      const found = main.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
      if (!found) continue;
      lost.scrolls.delete(name);
      found.scrollTo(place.left, place.top);
    }
    for (const one of main.querySelectorAll("details:not([open]) > summary")) {
      if (lost.unfolded.delete(one.textContent)) /** @type {HTMLDetailsElement} */ (one.parentElement).open = true;
    }
    const { activeElement: active } = document;
    if (!lost.focus || (active && active !== document.body && active !== main)) return;
    /** @type {HTMLElement | null} */
    const found = main.querySelector(`[data-focus="${CSS.escape(lost.focus)}"]`);
    if (!found) return;
    lost.focus = null;
    found.focus({ preventScroll: true });
  };
  const remember = (isUpdate) => {
    const main = get("main");
    const active = document.activeElement;
    /** @type {HTMLElement | null} */
    const key = active && main.contains(active) ? active.closest("[data-focus]") : null;
    const all = (selector) => (isUpdate ? [...main.querySelectorAll(selector)] : []);
    lost = {
      focus: key ? key.dataset.focus : null,
      scrolls: new Map(all("[data-scroll]").map((one) => [one.dataset.scroll, { left: one.scrollLeft, top: one.scrollTop }])),
      unfolded: new Set(all("details[open] > summary").map((one) => one.textContent)),
    };
    return { top: main.scrollTop, height: mounted ? mounted.host.offsetHeight : 0 };
  };

  const mount = (view, isUpdate) => {
    const isSame = mounted && mounted.view === view;
    const before = remember(isSame && isUpdate);
    unmount();
    const controller = new AbortController();
    const host = el("div", { class: `view view-${view.id}` });
    mounted = { view, host, controller, cleanup: null, update: null, path: file.path, target: rely.state.target };
    const target = chosenTarget();
    const heading = el("h2", { class: "sr" }, `${view.title}: ${file.path}${target ? `, ${target.name}` : ""}`);
    fill(get("main"), heading, host);
    if (isSame && isUpdate && before.height) {
      host.style.minHeight = `${before.height}px`;
      setTimeout(() => (host.style.minHeight = ""), 1500);
      get("main").scrollTop = before.top;
    } else if (!isSame) get("main").scrollTop = 0;
    document.title = `${file.path} · ${view.title} · Rely`;
    if (isBroken() && !(view.id === "text" && file.text !== null)) {
      fill(host, broken());
      return;
    }
    if (!rely.offline && view.applies && !view.applies(rely.project, file)) {
      fill(host, state({ title: `${view.title} has nothing to show for ${file.path}`, text: "Choose another view or another file." }));
      return;
    }
    try {
      const result = view.render(host, context(view, controller, isUpdate));
      if (typeof result === "function") mounted.cleanup = result;
      else if (result && typeof result.then === "function")
        result.catch((error) => error.name === "AbortError" || fill(host, failed(error)));
      else if (result) Object.assign(mounted, { cleanup: result.cleanup || null, update: result.update || null });
    } catch (error) {
      fill(host, failed(error));
      throw error;
    }
    recover();
  };

  const broken = () => {
    const found = file.analysis.diagnostics.filter((one) => one.severity === "error");
    const open = file.text === null ? null : (one) => rely.go({ view: "text", line: one.line });
    return el(
      "div",
      {},
      state({ title: "The model has errors", text: "Correct them and save; this view updates automatically.", kind: "error" }),
      el(
        "div",
        { class: "stack" },
        found.slice(0, 50).map((one) => diagnostic(one, open)),
      ),
    );
  };

  const landing = () => {
    const { files, root } = rely.project;
    unmount();
    get("views").hidden = true;
    if (!files.length) {
      fill(
        get("main"),
        state({
          title: `There is no model in ${root}`,
          text: "Save a file that ends in .lts in this folder (rely init writes one); it appears here automatically.",
        }),
      );
      return;
    }
    const shown = files.slice(0, 500);
    const open = (one) => rely.address.of({ file: one.path });
    fill(
      get("main"),
      el("h2", {}, `Models in ${root}`),
      el(
        "ul",
        { class: "files" },
        shown.map((one) => el("li", {}, el("a", { href: open(one) }, one.path), el("span", { class: "muted" }, ` ${size(one.bytes)}`))),
      ),
      rely.project.more ? el("p", { class: "muted" }, "Not all models are listed; open a smaller folder.") : null,
      files.length > shown.length ? el("p", { class: "muted" }, `and ${files.length - shown.length} more: find them by name above.`) : null,
    );
    document.title = `${root} · Rely`;
  };
  const others = () => (rely.project.files.length ? el("p", {}, el("a", { href: "#" }, "All models")) : null);
  const missing = (path) => {
    unmount();
    file = null;
    choosers();
    get("views").hidden = true;
    fill(
      get("main"),
      state({
        title: `There is no model ${path} in ${rely.project.root}`,
        text: "It may have been moved or deleted. If it comes back, it reappears automatically.",
        kind: "error",
      }),
      others(),
    );
  };
  const size = (bytes) =>
    bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

  // ── navigation ──
  const navigation = () => {
    const nav = get("views");
    const all = views();
    nav.hidden = false;
    const isBuilt = nav.dataset.views === all.map((view) => view.id).join(" ");
    const selected = chosenView();
    if (!isBuilt) {
      nav.dataset.views = all.map((view) => view.id).join(" ");
      const link = (view) =>
        el(
          "li",
          {},
          el(
            "a",
            { "data-view": view.id, title: view.key ? `${view.title} (${view.key})` : view.title, "aria-keyshortcuts": view.key || null },
            view.title,
          ),
        );
      // The address may have changed since the links were written.
      const isPlain = (event) => event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      const linkOf = (event) => event.target.closest("a[data-view]");
      for (const type of ["pointerdown", "focusin"]) {
        nav.addEventListener(
          type,
          (event) => linkOf(event) && (linkOf(event).href = rely.address.of({ view: linkOf(event).dataset.view })),
        );
      }
      nav.addEventListener("click", (event) => {
        if (!linkOf(event) || !isPlain(event)) return;
        event.preventDefault();
        rely.go({ view: linkOf(event).dataset.view });
      });
      fill(nav, el("ul", {}, all.map(link)), el("span", { class: "notice", id: "notice", "aria-live": "polite" }));
    }
    for (const link of nav.querySelectorAll("a")) {
      const view = rely.views.get(link.dataset.view);
      const fits = isBroken() ? view.id === "text" && file.text !== null : rely.offline || !view.applies || view.applies(rely.project, file);
      link.href = rely.address.of({ view: view.id });
      link.classList.toggle("unfit", !fits);
      if (view === selected) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };

  const choosers = () => {
    const host = get("pickers");
    if (rely.offline) {
      fill(host, el("span", { class: "muted" }, `${chosenFile()}, exported`));
      return;
    }
    const path = chosenFile() || "";
    const targets = file ? file.targets || [] : [];
    const target = file && chosenTarget() ? chosenTarget().name : "";
    if (!pickers) {
      const files = () => rely.project.files.map((one) => ({ name: one.path, note: one.kind === "lts" ? "LTS" : null }));
      const aims = () => (file ? file.targets || [] : []).map((one) => ({ name: one.name, note: one.kind || null }));
      const openFile = (item) => rely.go({ file: item.name });
      const openTarget = (item) => rely.go({ target: item.name });
      pickers = {
        file: picker({ label: "File", items: files, onpick: openFile, placeholder: "choose a file", focus: "file" }),
        target: picker({ label: "Target", items: aims, onpick: openTarget, placeholder: "none", focus: "target" }),
      };
      const field = (name, one) =>
        el("div", { class: "field" }, el("span", { class: "field-name", "aria-hidden": "true" }, name), one.element);
      fill(host, field("File", pickers.file), field("Target", pickers.target));
    }
    pickers.file.set(path);
    pickers.target.set(target);
    pickers.target.input.disabled = targets.length === 0;
  };

  // ── the way from the address to the view ──
  const show = async ({ isUpdate = false, reload = false } = {}) => {
    const mine = ++turn;
    const path = chosenFile();
    if (!path) {
      file = null;
      choosers();
      landing();
      return;
    }
    if (rely.offline) file = rely.analysis.prepared(offlineFile());
    else if (!rely.project.more && !rely.project.files.some((one) => one.path === path)) {
      missing(path);
      return;
    } else if (!file || file.path !== path || reload) {
      if (!isUpdate) {
        unmount();
        file = null;
        choosers();
        fill(get("main"), busy(`Reading ${path}…`));
      }
      let answer;
      try {
        answer = await rely.api.get(`file?path=${encodeURIComponent(path)}`);
      } catch (error) {
        if (mine !== turn) return;
        unmount();
        file = null;
        fill(get("main"), failed(error, { again: () => show() }), others());
        return;
      }
      if (mine !== turn) return;
      file = rely.analysis.prepared(answer);
    }
    choosers();
    navigation();
    notice(strayed());
    const view = chosenView();
    if (!view) {
      fill(get("main"), state({ title: "There is nothing to show" }));
      return;
    }
    const isSame = !isUpdate && mounted && mounted.view === view && mounted.path === file.path && mounted.target === rely.state.target;
    if (isSame && mounted.update && mounted.update(rely.state)) return;
    if (!isUpdate && mounted && mounted.view !== view) rely.announce(view.title);
    mount(view, isUpdate || isSame);
  };

  // ── saved files ──
  const saved = async (paths) => {
    rely.work.forget();
    try {
      rely.project = await rely.api.get("project");
    } catch {
      return;
    }
    const path = file ? file.path : chosenFile();
    // Versions that are compared may import anything.
    const isOurs = !file || !paths.length || paths.includes(path) || imports(file) || (mounted && mounted.view.id === "compat");
    if (isOurs || paths.some((other) => Object.values(rely.state).some((value) => value.includes(other)))) {
      await show({ isUpdate: Boolean(mounted), reload: true });
      if (!file || !get("notice")) return;
      const what = paths.includes(path) || !paths.length ? path : paths[0];
      notice([`${what} changed on disk, read again at ${new Date().toLocaleTimeString("en-GB")}`, strayed()].filter(Boolean).join(". "));
    } else choosers();
  };
  // What was saved while nobody listened.
  const catchUp = async () => {
    const before = new Map(rely.project.files.map((one) => [one.path, one.digest]));
    let now;
    try {
      now = await rely.api.get("project");
    } catch {
      return;
    }
    const after = new Map(now.files.map((one) => [one.path, one.digest]));
    const paths = [...new Set([...before.keys(), ...after.keys()])].filter((one) => before.get(one) !== after.get(one));
    if (paths.length) await saved(paths);
  };
  let wasAlive = true;
  const alive = (isAlive) => {
    document.body.classList.toggle("alone", !isAlive);
    if (isAlive !== wasAlive && get("notice")) notice(isAlive ? "Connected again" : "The server does not answer: start rely serve again");
    wasAlive = isAlive;
    if (isAlive) catchUp();
  };

  // ── keys ──
  const keys = (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && rely.work.cancel()) return;
    if (isTyping(event.target) || !rely.settings.shortcuts()) return;
    if (event.key === "?") {
      event.preventDefault();
      rely.help(mounted && mounted.view);
    } else if (event.key === "/") {
      /** @type {HTMLElement | null} */
      const search = get("main").querySelector("[data-search]");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    } else if (event.key === "o" && pickers) {
      event.preventDefault();
      pickers.file.input.focus();
    } else if (file) {
      const view = views().find((one) => one.key && one.key === event.key);
      if (!view || event.shiftKey) return;
      event.preventDefault();
      rely.go({ view: view.id });
      get("main").focus({ preventScroll: true });
    }
  };

  const start = async () => {
    const recorded = get("rely-export");
    if (recorded) rely.offline = JSON.parse(recorded.textContent);
    rely.settings.start(get("tools"), () => mounted && mounted.view);
    get("skip").addEventListener("click", (event) => {
      event.preventDefault();
      get("main").focus();
    });
    document.addEventListener("keydown", keys);
    rely.address.listen(() => show());
    if (rely.offline) {
      rely.project = { schema: "rely/project/1", root: "export", file: null, files: [] };
    } else {
      try {
        rely.project = await rely.api.get("project");
      } catch (error) {
        fill(get("main"), failed(error, { again: () => location.reload() }));
        return;
      }
      rely.api.events(saved, alive);
    }
    await show();
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else setTimeout(start, 0);
})();
