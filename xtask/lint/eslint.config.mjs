// Checks of the scripts: `cargo xtask lint`.
//
// The scripts of the page share one scope and one global, `rely`. Types do not follow what one script adds to it for
// another, so a rule of our own does: see `members.mjs`.
import js from "@eslint/js";
import globals from "globals";

import { members } from "./members.mjs";

const rules = {
  ...js.configs.recommended.rules,
  eqeqeq: ["error", "always"],
  "no-implicit-globals": "error",
  "no-throw-literal": "error",
  "no-unused-vars": ["error", { args: "after-used", caughtErrors: "none" }],
  "no-var": "error",
  "prefer-const": ["error", { destructuring: "all" }],
};

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["crates/serve/page/js/*.js"],
    languageOptions: { sourceType: "script", ecmaVersion: 2023, globals: { ...globals.browser, rely: "readonly" } },
    plugins: { page: { rules: { members } } },
    rules: { ...rules, "page/members": "error" },
  },
  {
    files: ["crates/serve/page/js/00-rely.js"],
    // Here the global is made: `var`, since `const` would not be a property of the window.
    rules: { "no-var": "off", "no-implicit-globals": "off", "no-unused-vars": "off", "no-redeclare": "off" },
  },
  {
    // Functions that are given to `page.evaluate` run in the page.
    files: ["crates/serve/browser/**/*.mjs"],
    languageOptions: { sourceType: "module", ecmaVersion: 2023, globals: { ...globals.node, ...globals.browser } },
    rules,
  },
  {
    files: ["editors/vscode/**/*.js"],
    languageOptions: { sourceType: "commonjs", ecmaVersion: 2023, globals: globals.node },
    rules,
  },
  {
    files: ["xtask/lint/*.mjs"],
    languageOptions: { sourceType: "module", ecmaVersion: 2023, globals: globals.node },
    rules,
  },
];
