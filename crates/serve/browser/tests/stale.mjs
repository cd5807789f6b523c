// What is shown belongs to what is asked for now: to the files as they are, to the last question, to the target of the heading.

import assert from "node:assert/strict";
import { picture, result, says, see, until } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

const KEPT = "P = (a -> b -> P).\nproperty Q = (a -> b -> Q).\n||S = (P || Q).\n";
const BROKEN = KEPT.replace("P = (a -> b -> P)", "P = (a -> a -> b -> P)");

scenario("an answer that comes after a save is not taken for one about the new text", { files: { "m.lts": KEPT } }, async ({ page, open, models }) => {
  let isSaved = false;
  let answer = null;
  let held = null;
  await page.route("**/api/run", async (route) => {
    if (answer) return route.fallback();
    held = route;
    answer = await route.fetch();
  });
  await page.route("**/api/project", async (route) => {
    if (isSaved && held) {
      // The page knows of the save, and now hears the answer about the text before it.
      await held.fulfill({ response: answer });
      held = null;
      await see(result(page, /holds Safety Q/));
    }
    await route.fallback();
  });
  await open("file=m.lts&view=verdicts");
  await until("the answer is held", () => answer);
  isSaved = true;
  models.write("m.lts", BROKEN);
  await see(result(page, /violated Safety Q in 2 steps/));
});

scenario("of two questions the last one counts, whichever is answered first", {}, async ({ page, open }) => {
  let answer = null;
  /** @type {import("playwright-core").Route | null} */
  let held = null;
  await page.route("**/api/run", async (route) => {
    if (held || route.request().postDataJSON().command !== "assume") return route.fallback();
    held = route;
    answer = await route.fetch();
  });
  await open("file=rover-executive.lts&target=BUGGY&view=assumption");
  const choose = (name) => page.getByRole("group", { name: "Module" }).getByRole("checkbox", { name, exact: true }).click();
  const ask = () => page.getByRole("button", { name: "Compute the assumption" }).click();
  const names = ["MONITOR", "CHECKER"];
  await choose(names[0]);
  await ask();
  await until("the first answer is held", () => answer);
  await choose(names[0]);
  await choose(names[1]);
  await ask();
  const module = page.locator("dt", { hasText: /^module$/ }).locator("xpath=following-sibling::dd[1]");
  await says(module, names[1]);
  await held.fulfill({ response: answer }).catch(() => {});
  await page.evaluate(() => new Promise((soon) => setTimeout(soon, 100)));
  assert.equal(await module.innerText(), names[1]);
});

scenario("an imported file that is saved changes verdicts, steps and pictures", {
  files: { "m.aut": 'des (0,2,2)\n(0,"a",1)\n(1,"b",0)\n', "s.lts": 'import M = "m.aut"\nproperty P = (a -> b -> P).\n||S = (M || P).\n' },
}, async ({ page, open, models }) => {
  await open("file=s.lts&view=animator");
  const choices = page.getByRole("region", { name: "Possible actions" });
  const drawn = page.getByRole("region", { name: "The machine of M" });
  await see(choices.getByRole("button", { name: "a" }));
  await says(drawn, /in 0/);
  await see(picture(drawn));
  const arrows = () => drawn.locator("g.edge").evaluateAll((all) => all.map((one) => `${one.dataset.from}>${one.dataset.to} ${one.querySelector("text").textContent.trim()}`).sort().join(", "));
  assert.equal(await arrows(), "0>1 a, 1>0 b");
  models.write("m.aut", 'des (0,2,2)\n(0,"b",1)\n(1,"a",0)\n');
  await see(choices.getByRole("button", { name: /b.*ERROR/ }));
  await see(picture(drawn));
  await until("the new machine is drawn", async () => (await arrows()) === "0>1 b, 1>0 a");
});

scenario("impatient clicks in the animator take one step, and the menu can be changed meanwhile", {
  files: { "m.lts": "P = (a -> b -> c -> P | d -> P).\nmenu M = {a, b}\n||S = P.\n" },
}, async ({ page, open }) => {
  await open("file=m.lts&view=animator");
  const choices = page.getByRole("region", { name: "Possible actions" });
  await see(choices.getByRole("button", { name: "a" }));
  let answer = () => {};
  await page.route("**/api/run", async (route) => {
    if (route.request().postDataJSON().command === "simulate") await new Promise((done) => (answer = () => done(null)));
    await route.fallback();
  });
  await page.evaluate(() => {
    const button = /** @type {HTMLElement} */ (document.querySelector(".choice-button"));
    for (let i = 0; i < 3; i++) button.click();
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".animator-bar button")]);
    buttons.find((one) => /Random step/.test(one.textContent)).click();
  });
  await page.getByRole("combobox", { name: "menu" }).selectOption("M");
  answer();
  await see(choices.getByRole("button", { name: "b" }));
  await see(page.getByText(/^Step 1\. a by/));
  await see(page.getByRole("button", { name: "Run other actions" }));
});

scenario("a target that is gone is said to be gone, and another one is not passed off as it", { files: { "m.lts": KEPT } }, async ({ page, open, models }) => {
  await open("file=m.lts&target=S&view=verdicts");
  await see(result(page, /holds Safety Q/));
  models.write("m.lts", KEPT.replace("||S", "||T"));
  await see(page.getByText(/There is no target S in m\.lts: this is T/));
  await see(page.getByRole("heading", { level: 2, name: "Verdicts: m.lts, T" }));
});

scenario("more tabs than a browser has connections all work, and hear of saves", { files: { "m.lts": KEPT } }, async ({ page, open, another, models }) => {
  const pages = [page, ...(await Promise.all(Array.from({ length: 6 }, another)))];
  await Promise.all(pages.map((one) => open("file=m.lts&view=text", one)));
  for (const one of pages) await says(one.getByRole("region", { name: "Text of m.lts" }), "P = (a -> b -> P).");
  models.write("m.lts", BROKEN);
  for (const one of pages) await says(one.getByRole("region", { name: "Text of m.lts" }), "P = (a -> a -> b -> P).");
  // The one that listens is closed: another one goes on.
  await page.close();
  await see(pages[6].getByText(/changed on disk/));
  models.write("m.lts", KEPT);
  for (const one of pages.slice(1)) await says(one.getByRole("region", { name: "Text of m.lts" }), "P = (a -> b -> P).");
});
