// An address brings back what was seen: after a reload, and in another window.

import assert from "node:assert/strict";
import { leadsTo, picture, result, run, says, see, until } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";
import { views } from "../harness/views.mjs";

const fragment = (page) => page.evaluate(() => location.hash.slice(1));

/** What a view says, without what depends on the clock. */
const words = async (page) => (await page.getByRole("main").innerText()).replace(/seconds\s+\S+/g, "");

scenario("every view comes back by its address", { timeout: 300_000 }, async ({ page, open }) => {
  await open(views[0].fragment);
  for (const view of views) {
    // Inside of the page first, as links lead; then as if it were opened anew.
    await page.evaluate((to) => (location.hash = to), view.fragment);
    await view.ready(page);
    const [shown, said] = [await fragment(page), await words(page)];
    await page.reload();
    await view.ready(page);
    await until(`${view.title} shows the same`, async () => (await words(page)) === said);
    assert.equal(await fragment(page), shown, `${view.title}: the address stays`);
  }
});

scenario("what was chosen in a view is in its address", {}, async ({ page, open, another }) => {
  await open("file=rover-race.lts&target=PEEKING&view=verdicts");
  await result(page, /RACE_FREE/).click();
  const table = run(page);
  await table.getByRole("row", { name: /^4 monitor\.note/ }).click();
  await page.getByRole("searchbox", { name: "actions" }).fill("checker");
  await see(page.getByText(/steps of 12 hidden by the filters/));
  await leadsTo(page, { actions: "checker", step: "4", result: "1" });
  const second = await open(await fragment(page), await another());
  await see(second.getByText(/steps of 12 hidden by the filters/));
  assert.equal(await second.getByRole("searchbox", { name: "actions" }).inputValue(), "checker");
  await leadsTo(second, { step: "4" });

  await open("file=rover-race.lts&target=PEEKING&view=machine&process=CHECKER");
  await see(picture(page));
  await page.getByRole("listbox", { name: "States" }).getByRole("option", { name: /^EVALUATE/ }).click();
  await leadsTo(page, { state: "4" });
  await page.reload();
  await says(page.getByRole("region", { name: "Selected state" }), "EVALUATE");
});

scenario("a link to what is not there any more says so", { files: { "a.lts": "P = (a -> P).\n" } }, async ({ page, open }) => {
  await open("file=a.lts&target=GONE&view=verdicts&result=99");
  await see(page.getByRole("heading", { level: 2, name: /^Verdicts: a\.lts/ }));
  await see(page.getByRole("grid"));
  await open("file=a.lts&view=animator&run=a+b+c&step=7");
  await see(page.getByText(/possible only up to step 1 of/));
  await open("file=a.lts&view=nonsense&%E0%A4%A=1&result=-5");
  await see(page.getByRole("region", { name: "Text of a.lts" }));
});
