// Elements without HTML strings: whatever a model calls its things is text, never markup.
//
// `el("p", {class: "note", onclick: f}, "text", child)` makes an element; strings become text nodes, null and false are left out,
// arrays are flattened. Attributes that begin with `on` are listeners; true sets an empty attribute, false and null none; `style` is an
// object of properties (the content security policy forbids style attributes, not these).
(function () {
  "use strict";

  const append = (parent, children) => {
    for (const child of children) {
      if (child === null || child === undefined || child === false || child === true) continue;
      if (Array.isArray(child)) append(parent, child);
      else parent.append(child instanceof Node ? child : String(child));
    }
  };

  const set = (element, name, value) => {
    if (value === null || value === undefined || value === false) return;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else element.setAttribute(name, value === true ? "" : String(value));
  };

  const el = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) set(element, name, value);
    append(element, children);
    return element;
  };

  const clear = (element) => {
    element.replaceChildren();
    return element;
  };

  const fill = (element, ...children) => {
    clear(element);
    append(element, children);
    return element;
  };

  let made = 0;
  const id = (prefix) => `${prefix || "r"}-${++made}`;

  const SHAPES = new Set("svg g path rect circle ellipse line polyline polygon text tspan title desc defs marker clippath".split(" "));

  // Keeps shapes, texts and their paint; scripts, links, outside references and styles go.
  const purify = (element) => {
    for (const child of [...element.children]) {
      if (SHAPES.has(child.localName.toLowerCase())) purify(child);
      else child.remove();
    }
    for (const { name, value } of [...element.attributes]) {
      const local = name.toLowerCase();
      const isOutside = /url\s*\(\s*['"]?\s*[^#'"\s]/i.test(value);
      if (local.startsWith("on") || local.endsWith("href") || local === "style" || isOutside) {
        element.removeAttribute(name);
      }
    }
  };

  // The text of an SVG document as an element that can be inserted; null if it is none. Its own title and description become
  // `dataset.title` and `dataset.description`: as elements they would pop up wherever the pointer rests. Titles inside stay.
  const svg = (text) => {
    // The policy of the page does not let drawings bring styles; theirs are in the style sheet of the page.
    const plain = text.replace(/<style>[^<]*<\/style>/g, "");
    const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    if (parsed.localName !== "svg" || parsed.querySelector("parsererror")) return null;
    purify(parsed);
    const element = document.importNode(parsed, true);
    for (const part of [...element.children]) {
      if (part.localName !== "title" && part.localName !== "desc") continue;
      element.dataset[part.localName === "title" ? "title" : "description"] = part.textContent;
      part.remove();
    }
    for (const part of element.querySelectorAll("title[id], desc[id]")) part.removeAttribute("id");
    element.removeAttribute("aria-labelledby");
    element.setAttribute("aria-label", element.dataset.title || "picture");
    element.setAttribute("role", "img");
    return element;
  };

  // Is a person typing here? Then single letters are text.
  const isTyping = (target) =>
    target instanceof Element &&
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;

  // A file made here, given to the browser to keep.
  const save = (name, type, text) => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = el("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };

  // 1234567 → "1,234,567"; and with a noun in the right number.
  const count = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const counted = (n, one, many) => `${count(n)} ${n === 1 ? one : many || `${one}s`}`;

  rely.dom = { el, clear, fill, id, svg, isTyping, save, count, counted };
})();
