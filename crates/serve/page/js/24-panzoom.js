// A drawing that can be moved and magnified with the mouse, a finger or the keyboard.
//
// The SVG fills a viewport and its `viewBox` is the part that is seen, so lines stay sharp at any size and nothing else moves. The
// viewport is one tab stop: arrows move, + and − magnify, 0 shows everything. The wheel magnifies while the viewport has the focus (or with
// Ctrl, or in any case where the picture fills the view); otherwise it scrolls the page.
//
// Nodes (`g.node` with `data-state` or `data-name`) become reachable with `onnode`: Enter in the viewport goes to a node, arrows from
// there to its nearest neighbor in that direction, Enter calls `onnode(key, group)`, Escape leaves.
(function () {
  "use strict";
  const { el, id } = rely.dom;
  const MOST_MAGNIFIED = 4;
  const SHARE = 0.15;
  // Below this scale letters are too small; then a drawing begins at the other.
  const READABLE = 0.6;
  const BEGIN = 0.8;
  // In lower windows the page scrolls, and a picture must not catch the wheel.
  const TALL = matchMedia("(min-height: 561px)");

  const keyOf = (group) => group.dataset.state ?? group.dataset.name ?? group.dataset.number;

  const panzoom = (
    svg,
    { description = null, fill = false, onnode = null, height = null, start = null, onview = null, first = null } = {},
  ) => {
    const whole = (svg.getAttribute("viewBox") || "0 0 100 100").split(/[\s,]+/).map(Number);
    const [left, top, width, tall] = whole;
    const viewport = el("div", { class: fill ? "viewport viewport-fill" : "viewport", tabindex: "0", role: "group" });
    const name = svg.dataset.title || svg.getAttribute("aria-label") || "picture";
    viewport.setAttribute(
      "aria-label",
      `${name}: arrow keys move, plus and minus zoom, 0 shows everything${onnode ? ", Enter goes to the nodes" : ""}`,
    );
    if (description) {
      const words = el("span", { class: "sr", id: id("about") }, description);
      viewport.setAttribute("aria-describedby", words.id);
      viewport.append(words);
    }
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    viewport.append(svg);
    if (!fill) viewport.style.height = `${height || Math.round(Math.min(Math.max(tall + 16, 120), 560))}px`;

    // The part that is seen: its center, and how many pixels one unit has (null: as many as show everything, at most 1).
    const middle = () => ({ x: left + width / 2, y: top + tall / 2 });
    let center = middle();
    let scale = null;
    let isPlaced = start !== null;
    const size = () => ({ w: viewport.clientWidth || 1, h: viewport.clientHeight || 1 });
    const fitting = () => {
      const { w, h } = size();
      return Math.min(w / width, h / tall, 1);
    };
    const now = () => scale ?? fitting();
    const show = () => {
      const { w, h } = size();
      const s = now();
      svg.setAttribute("viewBox", `${center.x - w / s / 2} ${center.y - h / s / 2} ${w / s} ${h / s}`);
      if (onview) onview({ ...center, scale });
    };
    const inside = () => {
      center.x = Math.min(Math.max(center.x, left), left + width);
      center.y = Math.min(Math.max(center.y, top), top + tall);
    };
    // No empty space beside a picture that is larger than the viewport, and a smaller one in its middle.
    const snug = () => {
      const { w, h } = size();
      const within = (at, from, long, seen) =>
        long <= seen ? from + long / 2 : Math.min(Math.max(at, from + seen / 2), from + long - seen / 2);
      center = { x: within(center.x, left, width, w / now()), y: within(center.y, top, tall, h / now()) };
    };
    const move = (dx, dy) => {
      const s = now();
      if (scale === null) scale = s;
      center.x += dx / s;
      center.y += dy / s;
      inside();
      show();
    };
    // `at` (pixels from the corner of the viewport) stays where it is.
    const zoom = (factor, at) => {
      const { w, h } = size();
      const s = now();
      const least = Math.min(fitting(), 1) / 2;
      const next = Math.min(Math.max(s * factor, least), MOST_MAGNIFIED);
      const dx = at ? at.x - w / 2 : 0;
      const dy = at ? at.y - h / 2 : 0;
      center.x += dx / s - dx / next;
      center.y += dy / s - dy / next;
      scale = next;
      inside();
      show();
    };
    const fit = () => {
      scale = null;
      center = middle();
      show();
    };
    const natural = () => {
      scale = 1;
      show();
    };

    // ── nodes ──
    const groups = [...svg.querySelectorAll("g.node")];
    const find = (key) => groups.find((group) => keyOf(group) === String(key)) || null;
    const place = (group) => {
      const box = group.getBBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const reveal = (group) => {
      const at = place(group);
      const { w, h } = size();
      const s = now();
      const isSeen = Math.abs(at.x - center.x) < w / s / 2 - 24 / s && Math.abs(at.y - center.y) < h / s / 2 - 24 / s;
      if (!isSeen) {
        if (scale === null) scale = s;
        center = at;
        show();
      }
    };
    const centerOn = (key, { magnify = true } = {}) => {
      const group = find(key);
      if (!group) return false;
      isPlaced = true;
      center = place(group);
      scale = magnify ? Math.max(now(), BEGIN) : now();
      snug();
      show();
      return true;
    };
    // Where a node is on the screen, and how to put it (or its like in another picture) there again.
    const where = (key) => {
      const group = find(key);
      if (!group) return null;
      const at = place(group);
      const s = now();
      return { dx: (at.x - center.x) * s, dy: (at.y - center.y) * s, scale: s };
    };
    const put = (key, held) => {
      const group = find(key);
      if (!group || !held) return false;
      isPlaced = true;
      const at = place(group);
      scale = held.scale;
      center = { x: at.x - held.dx / scale, y: at.y - held.dy / scale };
      show();
      return true;
    };
    const mark = (name, isIn) => {
      for (const group of svg.querySelectorAll("g.node, g.edge")) group.classList.toggle(name, isIn(group));
    };
    // A point of the picture in the middle, large enough to be read.
    const centerAt = ({ x, y }) => {
      isPlaced = true;
      center = { x, y };
      scale = Math.max(now(), 0.75);
      inside();
      show();
    };
    const select = (key) => {
      for (const group of groups) group.classList.toggle("selected", key !== null && keyOf(group) === String(key));
      for (const edge of svg.querySelectorAll("g.edge")) {
        edge.classList.toggle("selected", key !== null && edge.dataset.from === String(key));
      }
    };
    let current = null;
    const enter = (group) => {
      if (!group) return;
      if (current) current.tabIndex = -1;
      current = group;
      reveal(group);
      group.tabIndex = 0;
      group.focus({ preventScroll: true });
    };
    const neighbor = (group, key) => {
      const from = place(group);
      const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      let best = null;
      let least = Infinity;
      for (const other of groups) {
        if (other === group) continue;
        const to = place(other);
        const along = (to.x - from.x) * ux + (to.y - from.y) * uy;
        const aside = Math.abs((to.x - from.x) * uy) + Math.abs((to.y - from.y) * ux);
        const cost = along + 2 * aside;
        if (along > 1 && cost < least) [best, least] = [other, cost];
      }
      return best;
    };
    if (onnode) {
      svg.setAttribute("role", "group");
      for (const group of groups) {
        const title = group.querySelector("title");
        const words = title ? title.textContent : keyOf(group);
        // Who speaks to the page says what is seen.
        const seen = [...group.querySelectorAll("text")]
          .map((text) => text.textContent.trim())
          .join(" ")
          .trim();
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", words.includes(seen) ? words : `${seen}: ${words}`);
        group.tabIndex = -1;
      }
    }

    // ── keyboard ──
    viewport.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const group = event.target.closest("g.node");
      const { w, h } = size();
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      let isOurs = true;
      if (event.key in arrows) {
        const [x, y] = arrows[event.key];
        if (group) enter(neighbor(group, event.key) || group);
        else move(x * w * SHARE, y * h * SHARE);
      } else if (event.key === "+" || event.key === "=") zoom(1.25);
      else if (event.key === "-" || event.key === "_") zoom(0.8);
      else if (event.key === "0") fit();
      else if (event.key === "1") natural();
      else if (event.key === "Enter" || event.key === " ") {
        if (group && onnode) onnode(keyOf(group), group);
        else if (onnode) enter(current && svg.contains(current) ? current : svg.querySelector("g.node.selected") || groups[0]);
        else isOurs = false;
      } else if (event.key === "Escape" && group) viewport.focus();
      else isOurs = false;
      if (isOurs) {
        event.preventDefault();
        event.stopPropagation();
      }
    });

    // ── mouse and fingers ──
    viewport.addEventListener(
      "wheel",
      (event) => {
        const isAlone = fill && TALL.matches;
        if (!(isAlone || event.ctrlKey || viewport.contains(document.activeElement))) return;
        event.preventDefault();
        const box = viewport.getBoundingClientRect();
        const amount = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
        zoom(Math.exp(-Math.max(-200, Math.min(200, amount)) / 400), { x: event.clientX - box.left, y: event.clientY - box.top });
      },
      { passive: false },
    );
    const fingers = new Map();
    let travel = 0;
    viewport.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      if (!fingers.size) travel = 0;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    viewport.addEventListener("pointermove", (event) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const to = { x: event.clientX, y: event.clientY };
      if (fingers.size === 1) {
        travel += Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
        if (travel > 4) {
          if (!viewport.hasPointerCapture(event.pointerId)) viewport.setPointerCapture(event.pointerId);
          viewport.classList.add("moving");
          move(from.x - to.x, from.y - to.y);
        } else return;
      } else if (fingers.size === 2) {
        const other = [...fingers].find(([pointer]) => pointer !== event.pointerId)[1];
        const box = viewport.getBoundingClientRect();
        const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
        travel += 10;
        zoom(far(to, other) / far(from, other), { x: (to.x + other.x) / 2 - box.left, y: (to.y + other.y) / 2 - box.top });
      }
      fingers.set(event.pointerId, to);
    });
    const lift = (event) => {
      fingers.delete(event.pointerId);
      if (!fingers.size) viewport.classList.remove("moving");
    };
    viewport.addEventListener("pointerup", lift);
    viewport.addEventListener("pointercancel", lift);
    viewport.addEventListener("click", (event) => {
      const group = event.target.closest("g.node");
      if (group && onnode && travel <= 4) onnode(keyOf(group), group);
    });
    viewport.addEventListener("rely-whole", () => svg.setAttribute("viewBox", whole.join(" ")));
    viewport.addEventListener("rely-part", show);
    viewport.addEventListener("dblclick", (event) => {
      const box = viewport.getBoundingClientRect();
      if (!event.target.closest("g.node")) zoom(1.6, { x: event.clientX - box.left, y: event.clientY - box.top });
    });

    if (start && Number.isFinite(start.x) && Number.isFinite(start.y)) {
      center = { x: start.x, y: start.y };
      scale = start.scale ?? null;
    }
    // What would be too small to read as a whole begins at its beginning: at the left, at the top or at the height of the `first` node.
    const begin = () => {
      isPlaced = true;
      if (fitting() >= READABLE) return;
      scale = BEGIN;
      const group = first === null ? null : find(first);
      center = { x: left, y: group ? place(group).y : top };
      snug();
    };
    const watcher = new ResizeObserver(() => {
      if (!isPlaced && viewport.clientWidth) begin();
      show();
    });
    watcher.observe(viewport);
    show();
    return {
      element: viewport,
      svg,
      zoom,
      fit,
      natural,
      move,
      centerOn,
      centerAt,
      select,
      mark,
      where,
      put,
      find,
      enter: (key) => enter(find(key)),
      whole: { width, height: tall },
    };
  };

  // On paper a picture is seen as a whole.
  const tellAll = (name) => document.querySelectorAll(".viewport").forEach((viewport) => viewport.dispatchEvent(new Event(name)));
  window.addEventListener("beforeprint", () => tellAll("rely-whole"));
  window.addEventListener("afterprint", () => tellAll("rely-part"));

  rely.ui.panzoom = panzoom;
})();
