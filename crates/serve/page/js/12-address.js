// The fragment of the address holds what the page shows: `#file=rover.lts&target=SYS&view=machine&…`.
//
// `rely.go(changes, {replace, silent})` changes parameters (null takes one away) and shows the result; `replace` leaves no entry in
// the history, `silent` changes the address only, after a moment. Another file or target takes the parameters of the views away.
(function () {
  "use strict";

  const read = (hash) => {
    const params = {};
    for (const part of hash.replace(/^#/, "").split("&")) {
      if (!part) continue;
      const cut = part.indexOf("=");
      const [name, value] = cut < 0 ? [part, ""] : [part.slice(0, cut), part.slice(cut + 1)];
      try {
        params[decodeURIComponent(name)] = decodeURIComponent(value.replace(/\+/g, " "));
      } catch {
        // Not ours: a broken escape is ignored.
      }
    }
    return params;
  };

  // Slashes, commas and colons may stand as they are: addresses are read by people.
  const plain = (text) => encodeURIComponent(text).replace(/%(2F|2C|3A|40)/g, (code) => decodeURIComponent(code));
  const FIRST = ["file", "target", "view"];

  const write = (params) => {
    const rest = Object.keys(params)
      .filter((name) => !FIRST.includes(name))
      .sort();
    const names = [...FIRST, ...rest].filter((name) => params[name] !== null && params[name] !== undefined && params[name] !== "");
    return `#${names.map((name) => `${plain(name)}=${plain(String(params[name]))}`).join("&")}`;
  };

  const changed = (params, changes) => {
    const is = (name) => name in changes && (changes[name] ?? undefined) !== params[name];
    let next = { ...params };
    if (is("file")) next = { view: params.view };
    else if (is("target")) next = { file: params.file, view: params.view };
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined || value === "") delete next[name];
      else next[name] = String(value);
    }
    return next;
  };

  const listeners = [];
  const tell = (before) => listeners.forEach((listener) => listener(rely.state, before));

  const put = (replace) => {
    clearTimeout(waiting);
    waiting = 0;
    const address = write(rely.state);
    if (address !== location.hash) history[replace ? "replaceState" : "pushState"](null, "", address);
  };
  // Browsers refuse many changes in a short time: those that nobody sees wait for each other.
  const CALM = 200;
  let waiting = 0;

  const go = (changes, { replace = false, silent = false } = {}) => {
    const before = rely.state;
    if (waiting && !(replace && silent)) put(true);
    rely.state = changed(before, changes);
    if (!(replace && silent)) put(replace);
    else if (!waiting) waiting = setTimeout(() => put(true), CALM);
    if (!silent) tell(before);
  };

  window.addEventListener("popstate", () => {
    const before = rely.state;
    clearTimeout(waiting);
    waiting = 0;
    rely.state = read(location.hash);
    if (write(rely.state) !== write(before)) tell(before);
  });

  rely.state = read(location.hash);
  rely.go = go;
  rely.address = {
    // The address that `go` would lead to, for links.
    of: (changes) => write(changed(rely.state, changes)),
    listen: (listener) => listeners.push(listener),
  };
})();
