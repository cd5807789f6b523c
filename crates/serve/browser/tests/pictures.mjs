// Machines and architectures: drawn, moved, magnified, searched, opened further; and what they say to those who do not see them.

import assert from "node:assert/strict";
import { counters, row } from "../harness/models.mjs";
import { address, heading, leadsTo, part, pick, picture, says, see, until, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

scenario("a machine is drawn, moved, magnified and searched", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING");
  await viewLink(page, "Machine").click();
  await pick(page, "Machine of", "CHECKER");
  await see(picture(page));
  await see(page.getByText("15 states, all drawn"));

  const drawing = picture(page);
  const fresh = await part(drawing);
  await drawing.focus();
  await page.keyboard.press("+");
  const larger = await part(drawing);
  assert.ok(larger[2] < fresh[2], "plus shows less, magnified");
  await page.keyboard.press("ArrowRight");
  const moved = await part(drawing);
  assert.ok(moved[0] > larger[0], "an arrow moves what is seen");
  await page.keyboard.press("0");
  const all = await part(drawing);
  assert.ok(all[2] >= fresh[2] - 1, "0 shows everything");
  await page.getByRole("button", { name: /^Larger/ }).click();
  assert.ok((await part(drawing))[2] < all[2], "the button magnifies");

  const box = await drawing.boundingBox();
  const before = await part(drawing);
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 8, { steps: 4 });
  await page.mouse.up();
  assert.ok((await part(drawing))[0] > before[0], "the mouse moves the picture");
  const dragged = await part(drawing);
  await page.mouse.wheel(0, -200);
  await until("the wheel magnifies", async () => (await part(drawing))[2] < dragged[2]);

  await page.getByRole("searchbox", { name: "Find a state or an action" }).fill("checker.none");
  await see(page.getByText(/1 arrow found/));
  await says(page.getByRole("listbox", { name: "Matching states" }), "checker.none");
  await page.getByRole("searchbox", { name: "Find a state or an action" }).fill("EVALUATE");
  await see(page.getByText(/1 state and/));
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("region", { name: "Selected state" });
  await says(chosen, "EVALUATE");
  await says(chosen, "checker.holds.1");
});

scenario("a large machine is drawn in part and opened step by step", { files: () => ({ "counters.lts": counters(4, 9) }) }, async ({ page, open }) => {
  await open("file=counters.lts&view=machine");
  const told = page.getByRole("main").getByRole("status").first();
  await says(told, /states.* (not drawn|more are not drawn)/);
  const count = async () => picture(page).first().locator("g.node").count();
  const few = await count();
  assert.ok(few > 1 && few <= 200, `${few} states are drawn`);
  await page.getByRole("listbox", { name: "States" }).getByRole("option").filter({ hasText: /\+\d/ }).first().click();
  await page.getByRole("region", { name: "Selected state" }).getByRole("button", { name: /^Open \d+ more/ }).click();
  await until("more states are drawn", async () => (await count()) > few);
  await until("the address knows what is open", async () => (await address(page)).open !== undefined);
});

scenario("an architecture shows components, and a component opens its machine", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING&view=architecture");
  await see(picture(page));
  const components = page.getByRole("listbox", { name: "Components" });
  await see(components.getByRole("option", { name: /^CHECKER/ }));
  await see(components.getByRole("option", { name: /RACE_FREE property/ }));
  await picture(page).press("0");
  await picture(page).getByRole("button", { name: /EXEC_LOCK/ }).click();
  await see(heading(page, /^Machine: rover-race\.lts/));
  await see(page.getByText("3 states, all drawn"));
  await leadsTo(page, { process: "EXEC_LOCK" });
});

scenario("a machine of one long row opens where it begins", { files: () => ({ "row.lts": row(3000) }) }, async ({ page, open }) => {
  await open("file=row.lts&view=machine");
  const options = page.getByRole("listbox", { name: "States" }).getByRole("option");
  await see(options);
  await says(options.first(), "initial");
});
