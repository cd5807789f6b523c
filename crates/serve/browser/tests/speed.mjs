// How quick the page is. Tests run on machines that do other things as well: tasks are measured by the time that they had the processor, paints
// beside those of a page that does nothing. What was measured is said.

import assert from "node:assert/strict";
import { late, row } from "../harness/models.mjs";
import { leadsTo, longestTask, run, says, see, until } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

/** When something was first painted, in milliseconds after the page was asked for. */
async function firstPaint(page) {
  await until("something is painted", () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length > 0));
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
}

scenario("a model of 1,000 states is painted at once", { files: () => ({ "row.lts": row(1000) }), opens: "row.lts" }, async ({ page, open, another, note }) => {
  const plain = await another();
  await plain.goto("data:text/html,<p>a page that does nothing</p>");
  const least = await firstPaint(plain);
  await plain.close();
  await open();
  await see(page.getByRole("region", { name: "Text of row.lts" }));
  const [paint, text] = [await firstPaint(page), await page.evaluate(() => performance.now())];
  note(`first paint after ${Math.round(paint)} ms (of a page that does nothing: ${Math.round(least)} ms), the text after ${Math.round(text)} ms`);
  assert.ok(paint < Math.max(1000, 10 * least), `first paint after ${paint} ms`);
});

scenario("a run of 1,000 steps scrolls smoothly with few elements", { files: () => ({ "late.lts": late(1000) }) }, async ({ page, open, browser, note }) => {
  await open("file=late.lts&view=trace");
  const table = run(page);
  await see(table);
  assert.equal(await table.getAttribute("aria-rowcount"), "1002");
  let most = 0;
  const count = async () => (most = Math.max(most, await page.evaluate(() => document.querySelectorAll("*").length)));
  await table.hover();
  const task = await longestTask(browser, page, async () => {
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
  note(`longest task ${Math.round(task)} ms, at most ${most} elements`);
  assert.ok(most < 2500, `${most} elements`);
  assert.ok(task < 100, `a task of ${task} ms`);
  await leadsTo(page, { step: "1000" });
  for (let up = 0; up < 30; up++) await page.keyboard.press("ArrowUp");
  await leadsTo(page, { step: "970" });
  await says(page.getByText(/^Step 970/), "tick");
});
