// Opening folders and files; texts with what is wrong in them; saving.

import assert from "node:assert/strict";
import { gone, heading, leadsTo, pick, result, results, says, see, until, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

const GOOD = `// A lamp that must not be switched on twice.
LAMP = (on -> off -> LAMP).
HAND = (on -> HAND | off -> HAND).
property ONCE = (on -> off -> ONCE).
||SYSTEM = (LAMP || HAND || ONCE).
||LOOSE = (HAND || ONCE).
`;
const BROKEN = GOOD.replace("off -> LAMP)", "off LAMP)");

scenario("a folder is opened and a model chosen in it", {}, async ({ page, open }) => {
  await open();
  await see(heading(page, /^Models in /));
  await page.getByRole("link", { name: "rover-race.lts" }).click();
  await see(heading(page, "Text: rover-race.lts, PEEKING"));
  const text = page.getByRole("region", { name: "Text of rover-race.lts" });
  await says(text, "The executive of the K9 rover");
  assert.match(await page.title(), /^rover-race\.lts/);
  await see(page.getByText("No errors, no warnings."));

  await page.getByRole("listbox", { name: "Definitions" }).getByRole("option", { name: /^CHECKER/ }).click();
  await says(text.locator(".chosen"), /^55\s+CHECKER = \(checker\.list\.lock -> LOOK\),/);
  await leadsTo(page, { line: "55" });

  await pick(page, "File", "single-lane-bridge.lts");
  await see(heading(page, /^Text: single-lane-bridge\.lts/));
  await pick(page, "Target", "SAFE_BRIDGE");
  await see(heading(page, "Text: single-lane-bridge.lts, SAFE_BRIDGE"));
  await page.goBack();
  await page.goBack();
  await see(heading(page, "Text: rover-race.lts, PEEKING"));
});

scenario("a file is opened", { files: { "lamp.lts": GOOD, "other.lts": "P = (a -> P)." }, opens: "lamp.lts" }, async ({ page, open }) => {
  await open();
  await see(heading(page, "Text: lamp.lts, LOOSE"));
  await says(page.getByRole("region", { name: "Text of lamp.lts" }), "LAMP = (on -> off -> LAMP).");
  await viewLink(page, "Verdicts").click();
  await see(result(page, /violated Safety ONCE/));
});

scenario("a broken model shows what is wrong, and comes back when it is mended", { files: { "lamp.lts": GOOD } }, async ({ page, open, models }) => {
  await open("file=lamp.lts&target=SYSTEM&view=verdicts&result=1");
  await see(result(page, /holds Safety ONCE/));
  assert.equal(await result(page, /Safety ONCE/).getAttribute("aria-selected"), "true");

  models.write("lamp.lts", BROKEN);
  await see(page.getByText("The model has errors"));
  await page.getByRole("button", { name: /^(lamp\.lts:|line )2/ }).click();
  await see(heading(page, /^Text: lamp\.lts/));
  const problems = page.getByRole("complementary", { name: "Problems and definitions" });
  await says(problems, /Error E0202.*expected/);
  const text = page.getByRole("region", { name: "Text of lamp.lts" });
  await says(text.locator(".chosen"), "LAMP = (on -> off LAMP).");
  await says(text, /Error E0202: expected/);

  // What is only found when the components are put together.
  models.write("lamp.lts", GOOD.replace("(on -> off -> LAMP)", "(on[i:0..1] -> off[i:0..1] -> LAMP)"));
  await says(problems, /Error E0403.*already bound/);
  await says(text, /Error E0403: the variable/);

  models.write("lamp.lts", GOOD);
  await see(page.getByText("No errors, no warnings."));
  await gone(page.getByText(/Error E\d{4}/));
  await page.goBack();
  await see(result(page, /holds Safety ONCE/));
});

scenario("saving checks again and keeps what was open", { files: { "lamp.lts": GOOD } }, async ({ page, open, models }) => {
  await open("file=lamp.lts&target=LOOSE&view=verdicts");
  await see(result(page, /violated Safety ONCE in 1 step/));
  await result(page, /Safety ONCE/).click();
  await leadsTo(page, { result: "1" });

  models.write("lamp.lts", GOOD.replace("||LOOSE = (HAND || ONCE)", "||LOOSE = (LAMP || HAND || ONCE)"));
  await see(result(page, /holds Safety ONCE/));
  await see(page.getByText(/lamp\.lts changed on disk, read again/));
  assert.equal(await result(page, /Safety ONCE/).getAttribute("aria-selected"), "true");
  await leadsTo(page, { file: "lamp.lts", target: "LOOSE", view: "verdicts", result: "1" });

  models.write("lamp.lts", GOOD);
  await see(result(page, /violated Safety ONCE in 1 step/));
  models.write("new.lts", "P = (a -> P).");
  const box = page.getByRole("combobox", { name: "File", exact: true });
  await until("the new file can be chosen", async () => {
    await box.fill("new.lts");
    return page.getByRole("option", { name: "new.lts" }).isVisible();
  });
  await page.getByRole("option", { name: "new.lts" }).click();
  await see(heading(page, /^Verdicts: new\.lts/));
  await see(results(page));
});

scenario("a folder without models says what to do, and shows the first one that appears", { files: { "notes.txt": "nothing" } }, async ({ page, open, models }) => {
  await open();
  await see(page.getByText(/There is no model in/));
  models.write("first.lts", GOOD);
  await see(page.getByRole("heading", { level: 2 }).filter({ hasText: "first.lts" }).or(page.getByRole("link", { name: "first.lts" })));
});
