// The runs of the animator: a tree. Going back forgets nothing; another choice makes a branch.
//
// A node is the state after a step: its action, the number of the choice that led to it, its children, and the document that the
// server gave for it. The *current* node is what the animator shows; the *run* is the way to it, and on from it along the children that
// were visited last.
(function () {
  "use strict";
  const { runText, runOf } = rely.trace;

  class Runs {
    constructor() {
      this.root = { parent: null, depth: 0, action: null, choice: null, children: [], last: null, document: null };
      this.current = this.root;
    }

    // The nodes from the beginning to `node`, the beginning itself left out.
    path(node) {
      const nodes = [];
      for (let at = node; at.parent; at = at.parent) nodes.push(at);
      return nodes.reverse();
    }

    choices(node) {
      return this.path(node).map((step) => step.choice);
    }

    // Where the current run ends.
    leaf() {
      let node = this.current;
      while (node.last) node = node.last;
      return node;
    }

    // The child of `node` by a choice; a new one if there is none. It becomes the one that was visited last.
    child(node, action, choice) {
      let child = node.children.find((one) => one.choice === choice);
      if (!child) {
        child = { parent: node, depth: node.depth + 1, action, choice, children: [], last: null, document: null };
        node.children.push(child);
      }
      node.last = child;
      return child;
    }

    // Makes a node current, and the way to it the run.
    visit(node) {
      for (let at = node; at.parent; at = at.parent) at.parent.last = at;
      this.current = node;
      return node;
    }

    // The node after `step` steps of the run.
    at(step) {
      const nodes = this.path(this.leaf());
      return step <= 0 ? this.root : nodes[Math.min(step, nodes.length) - 1] || this.root;
    }

    // A run that was given by its actions and the choices that the server took for them.
    add(actions, taken) {
      let node = this.root;
      for (let i = 0; i < taken.length; i++) node = this.child(node, actions[i], taken[i]);
      return node;
    }

    leaves() {
      const found = [];
      const stack = [this.root];
      while (stack.length > 0) {
        const node = stack.pop();
        if (node.children.length === 0) found.push(node);
        else for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
      }
      return found;
    }

    // The current run for the address: by actions where these say which choices are meant, else by numbers.
    text() {
      const nodes = this.path(this.leaf());
      if (nodes.some((node) => node.isAmbiguous)) return `#${nodes.map((node) => node.choice).join(".")}`;
      return runText(nodes.map((node) => node.action));
    }

    // What the server is asked for to get a run from an address.
    static request(text) {
      if (!text) return { choices: [] };
      if (text.startsWith("#")) return { choices: text.slice(1).split(".").map(Number).filter(Number.isInteger) };
      return { actions: runOf(text) };
    }

    // The rows of the picture of the tree: one per leaf, with the step where it leaves the row above, in which row that step is.
    rows() {
      const rowOf = new Map();
      const rows = [];
      for (const leaf of this.leaves()) {
        const nodes = this.path(leaf);
        const own = nodes.filter((node) => !rowOf.has(node));
        own.forEach((node) => rowOf.set(node, rows.length));
        const from = own.length > 0 ? own[0].parent : leaf;
        rows.push({ leaf, own, from: from.depth, above: from.parent ? rowOf.get(from) : 0, length: leaf.depth });
      }
      return rows;
    }
  }

  rely.animator = { Runs };
})();
