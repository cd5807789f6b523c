// What the page asks the server, and how an export answers without one.
//
// `get("project")` reads a document. `run(request, {signal, onProgress})` does work: the answer is a stream of lines, some with
// progress and the last with the document or an error. Aborting the signal drops the connection, which stops the work.
// All failures are `Failure`s with a `rely/error/1` document in `document`; an aborted request rejects with an AbortError.
(function () {
  "use strict";

  class Failure extends Error {
    constructor(document) {
      const first = document.diagnostics && document.diagnostics[0];
      super(first ? first.message : "the server gave no reason");
      this.name = "Failure";
      this.document = document;
    }
  }

  const failure = (message, help) =>
    new Failure({
      schema: "rely/error/1",
      diagnostics: [{ code: "", severity: "error", message, file: null, line: null, column: null, help: help || null }],
    });

  const LOST = "the server does not answer";
  const LOST_HELP = "It may have been stopped: start `rely serve` again and open the address it prints.";

  const ask = async (address, options) => {
    let response;
    try {
      response = await fetch(address, { cache: "no-store", ...options });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw failure(LOST, LOST_HELP);
    }
    if (response.ok) return response;
    let body = null;
    try {
      body = await response.json();
    } catch {
      body = null;
    }
    if (body && body.error) body = body.error;
    if (body && Array.isArray(body.diagnostics)) throw new Failure(body);
    if (response.status === 403) throw failure("the server refused the request", LOST_HELP);
    throw failure(`the server answered ${response.status} ${response.statusText}`.trim());
  };

  const get = async (path, options) => {
    if (rely.offline) throw failure("this is an exported file: there is no server to ask");
    const response = await ask(`api/${path}`, options);
    return response.json();
  };

  // Lines of JSON from a stream of bytes.
  async function* lines(body) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const parts = rest.split("\n");
      rest = parts.pop();
      for (const part of parts) if (part.trim()) yield JSON.parse(part);
      if (done) break;
    }
    if (rest.trim()) yield JSON.parse(rest);
  }

  /** @type {(request: object, how?: { signal?: AbortSignal, onProgress?: (progress: any) => void }) => Promise<any>} */
  const run = async (request, { signal, onProgress } = {}) => {
    if (rely.offline) return recorded(request);
    const response = await ask("api/run", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    try {
      for await (const line of lines(response.body)) {
        if (line.progress && onProgress) onProgress(line.progress);
        if (line.error) throw new Failure(line.error);
        if (line.document) return line.document;
      }
    } catch (error) {
      if (error.name === "AbortError" || error instanceof Failure) throw error;
      throw failure("the answer was cut off", LOST_HELP);
    }
    throw failure("the answer was cut off", LOST_HELP);
  };

  // Exports: the documents and pictures that were shown.
  const recorded = (request) => {
    const { documents = [], pictures = {} } = rely.offline;
    const found =
      request.command === "draw"
        ? pictures[request.picture]
        : documents.find((document) => document.schema === `rely/${request.command}/1`);
    if (found) return found;
    throw failure("this was not exported", "Open the model with `rely serve` to see it.");
  };

  // Tells `changed(paths)` about saved files, without paths if nobody knows which; `alive(bool)` when the connection is lost or there (again).
  //
  // A browser has few connections for one server, however many tabs show it, and this one lasts: of all tabs one listens and tells the others.
  const events = (changed, alive) => {
    if (rely.offline || typeof EventSource === "undefined") return;
    const hear = (told) => (told.changed ? changed(told.changed) : alive(told.alive));
    const listen = (tell) => {
      const source = new EventSource("api/events");
      source.addEventListener("files", (event) => tell({ changed: JSON.parse(event.data).changed || [] }));
      source.addEventListener("open", () => tell({ alive: true }));
      source.addEventListener("error", () => tell({ alive: false }));
    };
    if (!navigator.locks || typeof BroadcastChannel === "undefined") {
      listen(hear);
      return;
    }
    const name = `rely-events ${location.pathname}`;
    const channel = new BroadcastChannel(name);
    channel.addEventListener("message", (event) => hear(event.data));
    // The lock is held until the tab is closed; then another one gets it.
    const lead = () => {
      listen((told) => {
        hear(told);
        channel.postMessage(told);
      });
      return new Promise(() => {});
    };
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return lead();
      navigator.locks.request(name, lead);
      alive(true);
      return null;
    });
  };

  rely.api = { get, run, events, failure };
})();
