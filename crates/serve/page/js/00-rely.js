// The one global of the page, and the list of its views.
//
// Every script is a classic script that adds to `rely`; the server puts them together in the order of their names, and the
// single-file export contains the same text. Nothing here knows the views: they register themselves.
//
// A view is {id, title, key, applies(project, file), render(host, ctx), offline(data)?, help?}:
// - `key` is its single-letter shortcut; `applies` says whether it makes sense for a file; `offline` whether an export has
//   what it shows (it has a default, see frame).
// - `render` fills `host` and may return a cleanup function, or {cleanup, update}; `update(params)` gets changed parameters
//   and returns true if it has shown them, otherwise the view is rendered again.
// - `help` is a list of [keys, what they do].
"use strict";

var rely = (function () {
  const views = [];
  const register = (view) => {
    const position = views.findIndex((other) => other.id === view.id);
    if (position >= 0) views[position] = view;
    else views.push(view);
  };
  return {
    views: { all: views, register, get: (id) => views.find((view) => view.id === id) },
    // The parameters of the address; read them, change them with `rely.go`.
    state: {},
    // What an export contains, or null on the live page.
    offline: null,
  };
})();
