// Runs as data: what the page writes of them is what the command line writes; long ones stay quick.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { run, see } from "../harness/page.mjs";
import { command } from "../harness/places.mjs";
import { scenario } from "../harness/scenario.mjs";

const MODELS = ["rover-race.lts", "dining-philosophers.lts:DINERS", "single-lane-bridge.lts:CONGESTED", "rover-executive.lts:BUGGY"];

/** What the command line says about a model, in a wide terminal. */
function printed(folder, [file, target], format) {
  const wanted = ["check", file, ...(target ? ["--target", target] : []), ...format];
  const { stdout, stderr } = spawnSync(command(), wanted, { cwd: folder, env: { ...process.env, COLUMNS: "160" }, maxBuffer: 1 << 26 });
  return stdout.length > 0 ? stdout.toString() : assert.fail(`${wanted.join(" ")}: ${stderr}`);
}

scenario("runs are copied as the command line prints them", {}, async ({ page, open, models }) => {
  await open("file=rover-race.lts&target=PEEKING&view=trace");
  await see(run(page));
  let compared = 0;
  for (const name of MODELS) {
    const [path, target] = name.split(":");
    /** @type {[string, string | undefined]} */
    const model = [path, target];
    const written = await page.evaluate(async ([file, target]) => {
      const { results } = await window.rely.api.run({ command: "check", file, ...(target ? { target } : {}) });
      const violated = results.filter((result) => result.verdict === "violated" && result.steps);
      return violated.map((result) => {
        const one = new window.rely.trace.Run(result.steps, result.cycle.length > 0 ? result.trace.length : null);
        return { table: one.text({ full: true, kind: "run" }), mermaid: one.mermaid(), file: one.file(file, target) };
      });
    }, model);
    const text = printed(models.path, model, ["--full"]);
    const charts = printed(models.path, model, ["--format", "mermaid"]);
    for (const { table, mermaid } of written) {
      // What follows the steps says how a run ends, in words of its own.
      const steps = table.split("\n").filter((line) => line !== "" && !/^ {2}Then |^ {4}[^\s\d]/.test(line)).join("\n");
      assert.ok(text.includes(steps), `the text of ${model}:\n${steps}\nis not in\n${text}`);
      assert.ok(charts.includes(mermaid.trim()), `the chart of ${model}:\n${mermaid}\nis not in\n${charts}`);
      compared += 1;
    }
    const replayed = spawnSync(command(), ["replay", "-", "--model", model[0]], { cwd: models.path, input: written[0].file });
    assert.equal(replayed.status, 0, `${replayed.stdout}${replayed.stderr}`);
  }
  assert.ok(compared >= 8, `${compared} runs were compared`);
});

const COUNT = `const N = 10000
COUNTER = C[0],
C[i:0..N] = (when (i < N) tick[i % 10] -> C[i + 1] | when (i == N) bang -> STOP).
property QUIET = (tick[0..9] -> QUIET) + {bang}.
||LONG = (COUNTER || QUIET).
`;

scenario("a run of ten thousand steps has the rows that are seen only, and its end is one key away", {
  files: { "long.lts": COUNT }, timeout: 120_000,
}, async ({ page, open, note }) => {
  await open("file=long.lts&target=LONG&view=trace");
  const table = run(page);
  await see(table);
  assert.equal(await table.getAttribute("aria-rowcount"), "10003");
  assert.ok((await table.locator("tr").count()) < 100);
  await table.focus();
  await page.keyboard.press("End");
  await see(table.getByRole("row", { name: /✗ 10001 bang .*✗ ERROR/ }));
  const took = await table.evaluate((element) => {
    const before = performance.now();
    for (let i = 0; i < 100; i++) element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
    return (performance.now() - before) / 100;
  });
  note(`${took.toFixed(1)} ms per step`);
  assert.ok(took < 250, `${took} ms per step`);
  await see(table.getByRole("row", { name: /^9901 / }));
});
