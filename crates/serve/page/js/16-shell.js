// Command lines, as a shell reads them.
(function () {
  "use strict";

  // One word, quoted where a shell would need it.
  const quoted = (word) => {
    const text = String(word);
    return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
  };

  // A path among the words: `-x.lts` would be an option.
  const path = (name) => (String(name).startsWith("-") ? `./${name}` : name);
  const PATHS = ["baseline", "candidate", "system", "model"];

  // Options of which there may be several.
  const REPEATED = ["around", "expand"];

  const option = (name, value) => {
    if (value === null || value === undefined || value === false || (Array.isArray(value) && !value.length)) return [];
    if (value === true) return [`--${name}`];
    if (Array.isArray(value) && REPEATED.includes(name)) return value.flatMap((one) => option(name, one));
    const text = Array.isArray(value) ? value.join(",") : String(PATHS.includes(name) ? path(value) : value);
    return [text.startsWith("-") ? `--${name}=${quoted(text)}` : `--${name} ${quoted(text)}`];
  };

  // `rely NAME FILE`, then `--name value` for every option that has a value; lists are joined by commas, `true` is an option without a value.
  const line = (name, file, options = {}) =>
    [
      "rely",
      name,
      ...(file === null ? [] : [quoted(path(file))]),
      ...Object.entries(options).flatMap(([word, value]) => option(word, value)),
    ].join(" ");

  rely.shell = { line };
})();
