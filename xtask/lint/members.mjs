// What the scripts of the page add to the global `rely`, and whether others use only that.
//
// A script adds a member with `rely.name = …` or `Object.assign(rely.name, {…})`. Members of a member are known if all of its
// values are object literals without spreads. Code that runs while a script is loaded (not in a function that is called later)
// may use only what this script or an earlier one has added.
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import * as espree from "espree";

/** The name in `rely.name`, or null. */
const memberOf = (node) =>
  node?.type === "MemberExpression" && !node.computed && node.object.type === "Identifier" && node.object.name === "rely" ? node.property.name : null;

/** Calls `see` for every node of a tree. */
function walk(node, see) {
  if (!node || typeof node.type !== "string") return;
  see(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent") continue;
    for (const child of Array.isArray(value) ? value : [value]) walk(child, see);
  }
}

/** The names of the properties of an object literal, or null if some are not known. */
const namesOf = (node) =>
  node.type === "ObjectExpression" && node.properties.every((one) => one.type === "Property" && !one.computed)
    ? node.properties.map((one) => one.key.name ?? one.key.value)
    : null;

/** What the scripts of a folder add: name → { script that adds it first, names of its members or null }. */
function additions(folder) {
  const found = new Map();
  const add = (name, script, names) => {
    const before = found.get(name);
    if (!before) found.set(name, { script, names: names && new Set(names) });
    else if (before.names && names) names.forEach((one) => before.names.add(one));
    else before.names = null;
  };
  for (const script of readdirSync(folder).filter((name) => name.endsWith(".js")).sort()) {
    const tree = espree.parse(readFileSync(join(folder, script), "utf8"), { ecmaVersion: 2023, sourceType: "script" });
    walk(tree, (node) => {
      if (node.type === "AssignmentExpression") {
        const name = memberOf(node.left);
        const inner = node.left.type === "MemberExpression" ? memberOf(node.left.object) : null;
        if (name) add(name, script, namesOf(node.right));
        else if (inner && !node.left.computed) add(inner, script, [node.left.property.name]);
      } else if (node.type === "CallExpression" && node.callee.type === "MemberExpression" && node.callee.property.name === "assign") {
        const name = memberOf(node.arguments[0]);
        if (name) add(name, script, namesOf(node.arguments[1]));
      } else if (node.type === "VariableDeclarator" && node.id.name === "rely") {
        // The global itself: the object that its function returns.
        walk(node.init, (one) => {
          if (one.type === "ReturnStatement" && one.argument?.type === "ObjectExpression") {
            for (const property of one.argument.properties) add(property.key.name, script, null);
          }
        });
      }
    });
  }
  return found;
}

/** Does a node run while its script is loaded? The function around every script does. */
function runsAtOnce(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (/Function/.test(at.type)) return at.parent.type === "CallExpression" && at.parent.callee === at && at.parent.parent.parent?.type === "Program";
  }
  return true;
}

export const members = {
  meta: { type: "problem", schema: [], messages: { unknown: "no script adds `rely.{{name}}`", later: "`rely.{{name}}` is added by {{script}}, which is loaded later" } },
  create(context) {
    const added = additions(dirname(context.filename));
    const here = basename(context.filename);
    const used = (node, name, inner) => {
      const one = added.get(name);
      const path = inner ? `${name}.${inner}` : name;
      if (!one || (inner && one.names && !one.names.has(inner))) context.report({ node, messageId: "unknown", data: { name: path } });
      else if (one.script > here && runsAtOnce(node)) context.report({ node, messageId: "later", data: { name: path, script: one.script } });
    };
    return {
      MemberExpression(node) {
        const name = memberOf(node);
        const isWritten = node.parent.type === "AssignmentExpression" && node.parent.left === node;
        if (!name || isWritten) return;
        const isRead = node.parent.type === "MemberExpression" && node.parent.object === node && !node.parent.computed;
        used(node, name, isRead ? node.parent.property.name : null);
      },
      VariableDeclarator(node) {
        const name = node.id.type === "ObjectPattern" ? memberOf(node.init) : null;
        if (!name) return;
        for (const one of node.id.properties) if (one.type === "Property") used(one, name, one.key.name);
      },
    };
  },
};
