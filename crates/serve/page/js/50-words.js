// Words and numbers that the deeper views share. They are those of the command line: the page says nothing in another way.
(function () {
  "use strict";

  const grouped = rely.dom.count;
  const count = rely.dom.counted;

  // At most `limit` names and how many more there are.
  function some(names, limit) {
    if (names.length <= limit) return names.join(", ");
    return names.slice(0, limit).join(", ") + ", … (" + (names.length - limit) + " more)";
  }

  // A verdict of a check in words.
  function verdict(word, options) {
    const { vacuous, reason, steps, cycle } = options || {};
    if (word === "holds" && vacuous) return "holds vacuously (" + (reason || "it says nothing about this system") + ")";
    if (word === "unknown") return "unknown: " + (reason || "undecided");
    if (word === "violated" && steps !== undefined) {
      const loop = cycle || 0;
      if (loop === 0) return "violated in " + count(steps, "step");
      if (steps === 0) return "violated by a cycle of " + count(loop, "step") + " from the start";
      return "violated in " + count(steps, "step") + " and a cycle of " + loop;
    }
    return word;
  }

  // A list that was written into an address, as names. Commas inside of names are kept by doubling the escape.
  function toList(text) {
    return text ? text.split(",").map((part) => part.replace(/%2C/g, ",").replace(/%25/g, "%")) : [];
  }

  function fromList(names) {
    return names.map((name) => name.replace(/%/g, "%25").replace(/,/g, "%2C")).join(",");
  }

  // `a, b and c`.
  function and(names) {
    if (names.length < 2) return names.join("");
    return names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
  }

  rely.words = { grouped, count, some, verdict, toList, fromList, and };
})();
