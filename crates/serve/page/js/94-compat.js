// The view of upgrades: which version replaces which, in which system.
(function () {
  "use strict";
  const { el, fill } = rely.dom;

  // Processes of files, as they become known: versions are named FILE:PROCESS.
  const known = new Map();
  const learn = async (path) => {
    if (known.has(path)) return;
    known.set(path, []);
    try {
      const file = await rely.api.get(`file?path=${encodeURIComponent(path)}`);
      known.set(path, namesOf(file));
    } catch {
      known.delete(path);
    }
  };
  const namesOf = (file) => {
    const names = [...(file.processes || []), ...(file.targets || [])].map((one) => (typeof one === "string" ? one : one.name));
    return [...new Set(names)].filter((name) => name !== "DEFAULT");
  };

  const field = (label, value, example) => {
    const items = () => {
      const files = rely.project.files.map((file) => file.path);
      return files.flatMap((path) => [
        { name: path, note: "file" },
        ...(known.get(path) || []).map((name) => ({ name: `${path}:${name}` })),
      ]);
    };
    const made = rely.ui.picker({
      label,
      items,
      value,
      onpick: (item) => learn(item.name),
      placeholder: example,
      free: true,
      focus: `compat-${label}`,
    });
    made.input.addEventListener("input", () => {
      const path = rely.project.files
        .map((file) => file.path)
        .find((one) => made.input.value.startsWith(`${one}:`) || made.input.value === one);
      if (path) learn(path);
    });
    return {
      ...made,
      value: () => made.input.value.trim(),
      row: el(
        "div",
        { class: "field compat-field" },
        el("span", { class: "field-name", "aria-hidden": "true" }, label),
        made.element,
      ),
    };
  };

  // No system, among the files that may have one; no path begins so.
  const ALONE = "//";

  // `git:REVISION:FILE:PROCESS` has a field for the revision.
  const REVISION = /^git:([^:]+):(.*)$/;
  const atRevision = (revision, version) => (revision && version && !REVISION.test(version) ? `git:${revision}:${version}` : version);

  const lineOf = (asked) =>
    rely.shell.line("compat", null, {
      baseline: asked.baseline || "FILE:NAME",
      candidate: asked.candidate || "FILE:NAME",
      system: asked.system,
      target: asked.target,
      "no-system": asked.alone,
      forbid: asked.forbid,
      deadlock: asked.deadlock,
      "allow-losses": asked.losses,
    });

  // The answers of an export: one, or a table of them and the chosen one.
  const exported = (host, ctx, stops, clear) => {
    const { documents } = ctx.offline;
    const all = documents.map((document, at) => ({ document, at })).filter(({ document }) => document.schema === "rely/compat/1");
    const box = el("div", {});
    const show = ({ document, at }) => {
      clear();
      const answer = el("div", {});
      fill(box, answer, rely.ui.command(ctx.offline.commands[at]));
      stops.push(rely.compat.show(answer, ctx, document, at));
    };
    const chosen = Math.max(0, Math.min(all.length - 1, Number(rely.state.pair) || 0));
    const choose = (one, index) => {
      ctx.go({ pair: index || null, step: null }, { replace: true, silent: true });
      show(one);
      ctx.announce(`${one.document.baseline.given}, ${one.document.candidate.given}: ${one.document.summary}`);
    };
    const pairs = rely.ui.table({
      caption: "Baselines and candidates",
      columns: [
        { title: "Baseline", class: "name", header: true, cell: ({ document }) => document.baseline.given },
        { title: "Candidate", class: "name", header: true, cell: ({ document }) => document.candidate.given },
        { title: "Answer", cell: ({ document }) => rely.compat.verdict(document) },
      ],
      rows: all,
      selected: chosen,
      keyOf: ({ at }) => at,
      onselect: choose,
    });
    fill(host, all.length > 1 ? rely.ui.section("Versions", pairs) : null, box);
    show(all[chosen]);
  };

  const render = (host, ctx) => {
    const stops = [];
    const clear = () => stops.splice(0).forEach((stop) => stop && stop());
    if (ctx.offline) {
      exported(host, ctx, stops, clear);
      return clear;
    }
    const { params, file } = ctx;
    known.set(file.path, namesOf(file));
    rely.project.files.slice(0, 20).forEach((one) => learn(one.path));
    const process = namesOf(file)[0];
    const [, revision = "", old = params.baseline] = REVISION.exec(params.baseline || "") || [];
    const baseline = field("Baseline", old || (process ? `${file.path}:${process}` : file.path), "FILE:PROCESS");
    const revisionField = el("input", {
      type: "text",
      value: revision,
      placeholder: "working copy",
      size: "12",
      spellcheck: "false",
      "data-focus": "compat-revision",
      title: "A Git revision: a branch, tag or commit, such as HEAD",
    });
    const candidate = field("Candidate", params.candidate || "", "FILE:PROCESS");
    const files = rely.project.files.filter((one) => one.kind === "fsp").map((one) => [one.path, one.path]);
    const choices = [["", "the baseline's file"], ...files, [ALONE, "none: only the versions"]];
    const system = rely.asking.choice("System in", choices, params.alone === "1" ? ALONE : params.system || "");
    const targetField = el("input", {
      type: "text",
      value: params.in || "",
      placeholder: "the last composite",
      size: "18",
      spellcheck: "false",
      "data-focus": "compat-in",
      "aria-label": "Composite",
    });
    const forbidField = el("input", {
      type: "text",
      value: params.forbid || "",
      placeholder: "none",
      size: "14",
      spellcheck: "false",
      "data-focus": "compat-forbid",
      "aria-label": "Prohibited behavior",
    });
    const deadlock = el("input", { type: "checkbox", "data-focus": "compat-deadlock" });
    deadlock.checked = params.deadlock === "1";
    const losses = el("input", { type: "checkbox", "data-focus": "compat-losses" });
    losses.checked = params.losses === "1";
    const result = el("div", { class: "asked-result" });
    const asked = () => {
      const alone = system.value() === ALONE;
      return {
        baseline: atRevision(revisionField.value.trim(), baseline.value()),
        candidate: candidate.value(),
        alone,
        system: alone ? null : system.value() || null,
        target: alone ? null : targetField.value.trim() || null,
        forbid: forbidField.value.trim() || null,
        deadlock: !alone && deadlock.checked,
        losses: losses.checked,
      };
    };
    // Without a system there is no composite, and nothing can deadlock.
    const fit = () => (targetField.disabled = deadlock.disabled = system.value() === ALONE);
    system.field.addEventListener("change", fit);
    fit();
    const questions = rely.asking.questions(ctx);
    const compare = async () => {
      const question = asked();
      const signal = questions();
      clear();
      fill(result, rely.ui.busy("Comparing…"));
      try {
        const request = {
          command: "compat",
          file: undefined,
          baseline: question.baseline,
          candidate: question.candidate,
          target: question.target || undefined,
          ...(question.system ? { system: question.system } : {}),
          ...(question.alone ? { noSystem: true } : {}),
          ...(question.forbid ? { forbid: question.forbid.split(/[\s,]+/) } : {}),
          ...(question.deadlock ? { deadlock: true } : {}),
          ...(question.losses ? { allowLosses: true } : {}),
        };
        const document = await ctx.run(request, { signal });
        if (signal.aborted) return;
        stops.push(rely.compat.show(result, ctx, document, 0));
        const commands = [lineOf(question)];
        result.append(rely.ui.exporter(ctx, [document], `${document.baseline.name} compatibility`, { commands }));
        ctx.announce(document.summary);
      } catch (error) {
        if (!signal.aborted) fill(result, rely.ui.failed(error, { again: compare }));
      }
    };
    const ask = () => {
      // A revision alone asks what has changed since.
      if (revisionField.value.trim() && !candidate.value()) candidate.set(baseline.value());
      const question = asked();
      if (!question.baseline || !question.candidate) {
        questions();
        clear();
        fill(
          result,
          rely.ui.state({
            title: "Which versions?",
            text: "Name the old and the new version: a file and a process, FILE:PROCESS. The old one may come from a Git revision.",
            kind: "warning",
          }),
        );
        ctx.announce("Name the baseline and the candidate.");
        (question.baseline ? candidate : baseline).input.focus();
        return;
      }
      ctx.go(
        {
          baseline: question.baseline,
          candidate: question.candidate,
          system: question.system,
          alone: question.alone ? "1" : null,
          in: question.target,
          forbid: question.forbid,
          deadlock: question.deadlock ? "1" : null,
          losses: question.losses ? "1" : null,
          step: null,
        },
        { silent: true },
      );
      compare();
    };
    const labeled = (text, input) => el("label", { class: "field" }, el("span", { class: "field-name" }, text), input);
    fill(
      host,
      rely.asking.form(
        "Compare",
        [
          el("div", { class: "row" }, baseline.row, labeled("At revision", revisionField), candidate.row),
          el("div", { class: "row" }, system.element, labeled("Composite", targetField), labeled("Prohibited", forbidField)),
          el(
            "div",
            { class: "row" },
            el("label", {}, deadlock, " treat a new deadlock as a violation"),
            el("label", {}, losses, " allow losses"),
          ),
        ],
        ask,
        { line: () => lineOf(asked()) },
      ),
      result,
    );
    if (params.baseline && params.candidate) compare();
    return clear;
  };

  const applies = (project, file) => Boolean(file);
  const offline = (data) => (data.documents || []).some((document) => document.schema === "rely/compat/1");
  rely.views.register({
    id: "compat",
    title: "Compatibility",
    key: "c",
    applies,
    render,
    offline,
    help: [["+ − 0", "in a picture: larger, smaller, everything"]],
  });
})();
