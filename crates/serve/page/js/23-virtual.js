// Long lists of rows of one height, of which only those near the window are in the page.
//
// `virtual({count, height, render(index), label})` gives {element, scrollTo(index), refresh()}. The element scrolls and can be focused; its rows are
// children of one list that is as high as all of them. Short lists (`all` rows or fewer) are in the page completely, so that the browser's own search
// finds everything.
(function () {
  "use strict";
  const { el } = rely.dom;
  const AROUND = 20;

  const virtual = ({ count, height, render, label, all = 400, class: kind = "", role = "region" }) => {
    const inner = el("div", { class: "virtual-inner", style: { height: `${count * height}px` } });
    const element = el("div", { class: `virtual ${kind}`, tabindex: "0", role, "aria-label": label }, inner);
    const rows = new Map();
    let seen = null;

    const paint = () => {
      const isWhole = count <= all;
      const top = element.scrollTop;
      const tall = element.clientHeight || 600;
      const from = isWhole ? 0 : Math.max(0, Math.floor(top / height) - AROUND);
      const to = isWhole ? count : Math.min(count, Math.ceil((top + tall) / height) + AROUND);
      if (seen && seen.from === from && seen.to === to) return;
      seen = { from, to };
      for (const [index, row] of rows) {
        if (index < from || index >= to) {
          row.remove();
          rows.delete(index);
        }
      }
      for (let index = from; index < to; index++) {
        if (rows.has(index)) continue;
        const row = render(index);
        row.style.top = `${index * height}px`;
        row.style.height = `${height}px`;
        rows.set(index, row);
        // Rows stand in the page in their order, for those who read it without seeing it.
        const next = rows.get(index + 1);
        inner.insertBefore(row, next || null);
      }
    };
    let waiting = false;
    element.addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        paint();
      });
    });
    new ResizeObserver(paint).observe(element);
    paint();

    return {
      element,
      row: (index) => rows.get(index) || null,
      refresh: () => {
        for (const row of rows.values()) row.remove();
        rows.clear();
        seen = null;
        paint();
      },
      scrollTo: (index, { block = "center" } = {}) => {
        const top = index * height;
        const tall = element.clientHeight || 400;
        const isSeen = top >= element.scrollTop && top + height <= element.scrollTop + tall;
        if (block === "center") element.scrollTop = Math.max(0, top - tall / 2 + height);
        else if (!isSeen) element.scrollTop = top < element.scrollTop ? top : top + height - tall;
        paint();
      },
    };
  };

  rely.ui.virtual = virtual;
})();
