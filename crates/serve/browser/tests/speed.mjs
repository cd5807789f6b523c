// How quick the page is. The limits are wide, since tests run on machines that do other things as well; what was measured is said.

import assert from "node:assert/strict";
import { late, row } from "../harness/models.mjs";
import { leadsTo, longestPause, run, says, see } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

scenario("a model of 1,000 states is painted at once", { files: () => ({ "row.lts": row(1000) }), opens: "row.lts" }, async ({ page, open, note }) => {
  await open();
  await see(page.getByRole("region", { name: "Text of row.lts" }));
  const [paint, text] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    performance.now(),
  ]);
  note(`first paint after ${Math.round(paint)} ms, the text after ${Math.round(text)} ms`);
  assert.ok(paint < 3000, `first paint after ${paint} ms`);
});

scenario("a run of 1,000 steps scrolls smoothly with few elements", { files: () => ({ "late.lts": late(1000) }) }, async ({ page, open, note }) => {
  await open("file=late.lts&view=trace");
  const table = run(page);
  await see(table);
  assert.equal(await table.getAttribute("aria-rowcount"), "1002");
  let most = 0;
  const count = async () => (most = Math.max(most, await page.evaluate(() => document.querySelectorAll("*").length)));
  await table.hover();
  const pause = await longestPause(page, async () => {
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, 700);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      if (turn % 8 === 0) await count();
    }
    await table.focus();
    await page.keyboard.press("End");
    await see(table.getByRole("row", { name: /1000 alarm/ }));
    await count();
  });
  note(`longest pause ${Math.round(pause)} ms, at most ${most} elements`);
  assert.ok(most < 2500, `${most} elements`);
  assert.ok(pause < 300, `nothing was painted for ${pause} ms`);
  await leadsTo(page, { step: "1000" });
  for (let up = 0; up < 30; up++) await page.keyboard.press("ArrowUp");
  await leadsTo(page, { step: "970" });
  await says(page.getByText(/^Step 970/), "tick");
});
