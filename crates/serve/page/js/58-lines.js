// The command line that a document answers, as far as the document tells it: what was asked and is not the usual.
//
// Where a document does not tell whether a list was given or is the usual one, the list is given: the answer is the same.
(function () {
  "use strict";
  const { line } = rely.shell;
  const names = (components) => components.map((component) => component.name);
  const set = (actions) => (actions.length > 0 ? `{${actions.join(",")}}` : null);

  const check = ({ file, target, results }) => {
    const kinds = [...new Set(results.map((result) => result.kind))];
    const isEvery = (result) => result.kind === "progress" && result.name === "DEFAULT";
    // Deadlock goes with everything, and so does progress of every action or by name.
    const isUsual = kinds.includes("deadlock") && kinds.includes("progress");
    const isByName = !kinds.includes("deadlock") && !results.some(isEvery);
    return line("check", file, {
      target,
      property: isByName ? names(results) : null,
      only: isUsual || isByName ? null : kinds,
    });
  };

  const assume = (document) => {
    const { through = [], candidates = [], discharged, deviations, component } = document;
    // Whoever names an environment asks whether it keeps to the assumption.
    const environment = discharged && document.environment ? names(document.environment) : [];
    return line("assume", document.file, {
      target: document.target,
      module: through.length > 0 ? null : names(document.module),
      through: through.map((stage) => stage.module),
      property: names(document.property),
      environment,
      interface: document.environment === null ? set(document.shared) : null,
      discharge: Boolean(discharged) && environment.length === 0,
      candidates: candidates.map((candidate) => candidate.name),
      deviations: Boolean(deviations),
      "emit-component": component ? component.file || "FILE" : null,
      live: Boolean(component && component.live),
      certificate: document.certificate,
    });
  };

  const prove = ({ file, target, results }) => {
    const isPair = results.some((result) => result.rule === "pair");
    return line("prove", file, {
      target,
      property: results.flatMap((result) => (isPair ? result.property.split(", ") : [result.property])),
      rule: isPair ? "pair" : null,
      verbose: results.some((result) => result.rounds && result.rounds.length > 0),
    });
  };

  // What the versions are compared by is the usual if that is all the baseline knows, and nobody else can take part in what is new.
  const interfaceOf = ({ baseline, candidate, containment, system }) => {
    const compared = new Set(containment.interface);
    const old = new Set(baseline.alphabet);
    const hasNew = candidate.alphabet.some((action) => !old.has(action));
    const isAll = baseline.alphabet.every((action) => compared.has(action));
    const isMore = containment.interface.length > old.size;
    if (containment.interface.length === 0 || (isAll && (system ? !hasNew : !isMore))) return null;
    const known = new Set([...baseline.alphabet, ...candidate.alphabet]);
    return set(containment.interface.filter((action) => known.has(action)));
  };

  // The file of the system, unless it is that of the baseline.
  const systemOf = ({ baseline, system, notes }) => {
    const isNamedAlone = baseline.given === baseline.name;
    if (!system) return isNamedAlone ? baseline.file : null;
    const isOfRevision = notes.some((note) => note.startsWith("the system is that of the baseline's file"));
    const isOwn = baseline.revision ? isOfRevision : system.file === baseline.file && !isNamedAlone;
    return isOwn ? null : system.file;
  };

  const compat = (document) => {
    const { baseline, candidate, system, containment, compatibility } = document;
    const results = compatibility ? compatibility.results : [];
    const kept = results.filter((result) => ["property", "progress", "ltl"].includes(result.kind));
    return line("compat", null, {
      baseline: baseline.given,
      candidate: candidate.given,
      system: systemOf(document),
      target: system ? system.target : null,
      "no-system": !compatibility && systemOf(document) === null,
      property: names(kept),
      forbid: containment.forbidden,
      interface: interfaceOf(document),
      observe: containment.observed,
      deadlock: results.some((result) => result.kind === "deadlock"),
      "allow-losses": document.losses_allowed,
    });
  };

  const LINES = { check, assume, prove, compat };

  // The line of a document of an export: the one that was asked with, where the export has it.
  const of = (ctx, at) => {
    const document = ctx.offline.documents[at];
    const asked = (ctx.offline.commands || [])[at];
    return asked || LINES[document.schema.split("/")[1]](document);
  };

  rely.lines = { ...LINES, of };
})();
