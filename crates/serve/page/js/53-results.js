// Results of checks, for views that look closer at a run.
(function () {
  "use strict";

  // The document of a check: kept by the frame as long as no file changes, recorded in an export.
  const check = (ctx) => {
    if (ctx.offline) {
      const found = (ctx.offline.documents || []).find((document) => document.schema === "rely/check/1");
      return found ? Promise.resolve(found) : Promise.reject(rely.api.failure("the exported file has no check"));
    }
    return ctx.run({ command: "check" });
  };

  // What a result is about, as the command line calls it.
  const nameOf = (result) => {
    if (result.kind === "deadlock") return "deadlock";
    if (result.kind === "progress" && result.name === "DEFAULT") return "progress of every action";
    const kinds = { safety: "", progress: "progress ", ltl: "assert " };
    return `${kinds[result.kind] ?? `${result.kind} `}${result.name}`;
  };

  // What a counterexample shows.
  const titleOf = (document, result) => {
    const which = result.method ? "A" : "The shortest";
    if (result.kind === "deadlock") return `${which} run into a deadlock of ${document.target}`;
    if (result.kind === "safety") return `${which} run that violates ${result.name}`;
    return `A run that violates ${nameOf(result)}`;
  };

  // The options of a run of a result for `rely.trace.view`.
  const optionsOf = (document, index, at) => {
    const result = document.results[index];
    const roles = new Map(document.components.map((component) => [component.name, component.role]));
    return {
      cycleStart: result.cycle.length > 0 ? result.trace.length : null,
      kind: result.kind,
      name: result.name,
      title: titleOf(document, result),
      file: document.file,
      target: document.target,
      roles: result.steps.components.map((name) => roles.get(name) || "process"),
      place: `${at || 0}#/results/${index}/steps`,
    };
  };

  rely.results = { check, nameOf, titleOf, optionsOf };
})();
