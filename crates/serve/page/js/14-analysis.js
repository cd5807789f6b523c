// Positions of a text in one shape, however a document tells them.
//
// Editors count lines and UTF-16 units from 0 (`range`, `character`), messages count lines and characters from 1 (`line`, `column`). Here
// everything gets `line` and `column` from 1 for people, and `from` and `to`, UTF-16 units from 0, for the line it begins on; `to` is null if it
// goes on behind the end of the line.
(function () {
  "use strict";

  // The UTF-16 offset of the character `n` (from 0) of a line.
  const offset = (line, n) => {
    let at = 0;
    for (let i = 0; i < n && at < line.length; i++) at += line.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  };

  const ranged = (range, lines) => {
    const { start, end } = range;
    const text = lines[start.line] || "";
    return {
      line: start.line + 1,
      column: [...text.slice(0, start.character)].length + 1,
      from: start.character,
      to: end.line === start.line ? end.character : null,
      end_line: end.line + 1,
    };
  };

  const message = (one, lines, path) => {
    if (one.range) return { file: path, ...one, ...ranged(one.range, lines) };
    if (!one.line || (one.file && one.file !== path)) return one;
    const text = lines[one.line - 1] || "";
    const isOneLine = !one.end_line || one.end_line === one.line;
    return { ...one, from: offset(text, (one.column || 1) - 1), to: isOneLine && one.end_column ? offset(text, one.end_column - 1) : null };
  };

  const token = (one) => ({ ...one, line: one.line + 1, from: one.character, to: one.character + one.length });

  const symbols = (list, lines, depth) =>
    (list || []).flatMap((one) => [
      { ...one, depth, ...(one.name_range ? ranged(one.name_range, lines) : {}) },
      ...symbols(one.children, lines, depth + 1),
    ]);

  // A `rely/file/1` document with `lines` and an analysis in that shape; `told` is the one it had.
  const prepared = (file) => {
    const lines = file.text === null || file.text === undefined ? [] : file.text.split(/\r\n|\n|\r/);
    const { diagnostics = [], tokens = [], symbols: defined = [] } = file.analysis || {};
    const analysis = {
      diagnostics: diagnostics.map((one) => message(one, lines, file.path)),
      tokens: tokens.map(token),
      symbols: symbols(defined, lines, 0),
    };
    return { ...file, text: file.text ?? null, lines, analysis, told: file.analysis };
  };

  rely.analysis = { prepared };
})();
