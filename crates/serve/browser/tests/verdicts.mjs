// From a check to its results, and from a result to its run.

import assert from "node:assert/strict";
import { leadsTo, picture, result, results, run, says, see, until, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

scenario("a check lists verdicts, and a violated one shows its run as table, chart and text", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING");
  await viewLink(page, "Verdicts").click();
  await see(results(page));
  await see(result(page, /holds Deadlock/));
  await see(result(page, /violated Safety RACE_FREE in 12 steps/));
  const unknown = result(page, /unknown Progress every action/);
  await see(unknown);
  const grey = await unknown.locator(".verdict").evaluate((element) => getComputedStyle(element).color.match(/\d+/g).map(Number));
  assert.ok(Math.max(...grey.slice(0, 3)) - Math.min(...grey.slice(0, 3)) < 40, `unknown is grey: ${grey}`);

  await page.getByRole("group", { name: "Filter results" }).getByRole("button", { name: /violated/ }).click();
  await until("one row of results", async () => (await results(page).getByRole("row").count()) === 2);
  await result(page, /RACE_FREE/).click();
  await see(page.getByRole("heading", { name: "Safety: RACE_FREE" }));

  const table = run(page);
  await see(table.getByRole("row", { name: /✗ 12 checker\.start .*✗ ERROR/ }));
  const third = table.getByRole("row", { name: /^3 monitor\.list\.lock/ });
  await says(third, /^3\s+monitor\.list\.lock\s+2\s+2\s*$/);
  await page.getByRole("checkbox", { name: /all states/ }).check();
  await says(third, /MONITOR|CHECKER/);
  await page.getByRole("checkbox", { name: /all states/ }).uncheck();

  await page.getByRole("searchbox", { name: "actions" }).fill("list.*lock");
  // Two components lock the list, and unlock it.
  await see(page.getByText("8 steps of 12 hidden by the filters."));
  await page.getByRole("searchbox", { name: "actions" }).fill("");
  await page.getByRole("combobox", { name: "steps of" }).selectOption("RACE_FREE");
  await see(page.getByText("10 steps of 12 hidden by the filters."));
  await page.getByRole("combobox", { name: "steps of" }).selectOption("anybody");
  await see(table.getByRole("row", { name: /^5 changed\.signal/ }));

  await page.getByRole("tab", { name: "Chart" }).click();
  await see(picture(page));
  await says(page.getByRole("tabpanel"), "checker.holds.1");
  await page.getByRole("tab", { name: "Text" }).click();
  await says(page.getByLabel("The run as text", { exact: true }), /12\s+checker\.start.*ERROR/);
  await leadsTo(page, { form: "text" });

  await page.getByRole("button", { name: "Open in Trace" }).click();
  await see(page.getByRole("heading", { name: "The shortest run that violates RACE_FREE" }));
  await says(page.getByRole("group", { name: "The same on the command line" }), "rely replay --model rover-race.lts --target PEEKING");
});

scenario("a run that goes in a circle marks the circle", {}, async ({ page, open }) => {
  await open("file=single-lane-bridge.lts&target=CONGESTED&view=verdicts");
  await result(page, /violated Progress BLUE/).click();
  await see(run(page).getByText(/from here on repeated forever/));
  await see(run(page).getByText(/back to the state after step/));
  await see(page.getByText(/(is|are) repeated forever\./));
  await page.getByRole("tab", { name: "Chart" }).click();
  await see(picture(page));
});

scenario("what holds vacuously is not shown as what holds", {
  files: { "v.lts": "P = (a -> P) + {b, c}.\nproperty Q = (b -> c -> Q).\n||S = (P || Q).\n" },
}, async ({ page, open }) => {
  await open("file=v.lts&target=S&view=verdicts");
  await says(result(page, /Safety Q/), "holds vacuously");
});
