// The animator: choices, steps, ways back, branches, menus, counterexamples.

import assert from "node:assert/strict";
import { address, leadsTo, longestTask, result, run, says, see, until, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

const choices = (page) => page.getByRole("region", { name: "Possible actions" });
const choice = (page, action) => choices(page).getByRole("button", { name: action });
const runs = (page) => page.getByRole("group", { name: "The runs so far" });
const states = (page) => page.getByRole("region", { name: "States", exact: true });

scenario("a counterexample is followed step by step, left and found again", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING&view=verdicts&result=1");
  await see(result(page, /RACE_FREE/));
  await page.getByRole("button", { name: "Animate from here" }).click();
  await see(page.getByText(/Step 0 of 12/));
  await see(page.getByRole("region", { name: "The machine of CHECKER" }).locator("svg"));

  const next = page.getByRole("button", { name: "Next", exact: true });
  const back = page.getByRole("button", { name: "Back", exact: true });
  for (let step = 1; step <= 12; step++) {
    await next.click();
    await see(page.getByText(new RegExp(`Step ${step}\\b`)));
  }
  await see(page.getByText("RACE_FREE entered ERROR."));
  await says(states(page), "✗ ERROR");
  await back.click();
  await back.click();
  await see(page.getByText(/Step 10 of 12/));
  await leadsTo(page, { step: "10" });

  // Another choice is another run; the first one is kept.
  await choice(page, /^(?!.*this run)/).first().click();
  await see(runs(page).getByRole("button", { name: /^Run 2/ }));
  await runs(page).getByRole("button", { name: /^Run 1/ }).click();
  await see(page.getByText("RACE_FREE entered ERROR."));
});

scenario("choices belong to components; what is blocked says who refuses", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=LOCKING&view=animator");
  await see(choices(page).getByRole("group", { name: /MONITOR/ }).getByRole("button", { name: "database.changes" }));
  await says(page.getByRole("region", { name: "Blocked" }), /exec\.read\.0: SAVED offers it, .*LOCKED_EXECUTIVE.* refuse/);
  await choice(page, "exec.lock").click();
  await see(page.getByText(/Step 1\b/));
  await says(states(page), /EXEC_LOCK/);
  const machine = page.getByRole("region", { name: "The machine of CHECKER" });
  await says(machine, /in CHECKER/);
  assert.equal(await machine.locator("g.node.is-now").count(), 1);
  // Who took no part went nowhere, not even around.
  const changes = page.getByRole("region", { name: "The machine of CHANGES" });
  await until("the state of CHANGES is marked", async () => (await changes.locator("g.node.is-now").count()) === 1);
  assert.equal(await changes.locator("g.edge.was-now").count(), 0);
  await page.getByRole("button", { name: "To the start" }).click();
  await see(page.getByText(/Step 0\b/));
});

scenario("menus leave the choice to a person and let the others happen", {
  files: {
    "menu.lts": "SWITCH = (press -> click -> SWITCH).\nLAMP = (click -> glow -> LAMP).\nmenu HAND = {press}\n||ROOM = (SWITCH || LAMP).\n",
  },
}, async ({ page, open }) => {
  await open("file=menu.lts&target=ROOM&view=animator");
  await page.getByRole("combobox", { name: "menu" }).selectOption("HAND");
  await choice(page, "press").click();
  await see(page.getByRole("heading", { name: "Not in the menu HAND" }));
  await see(page.getByText("Not possible now: press."));
  await page.getByRole("button", { name: "Run other actions" }).click();
  await see(choice(page, "press"));
  await leadsTo(page, { menu: "HAND" });
});

scenario("a deadlock ends a run, and the run so far can be read", {}, async ({ page, open }) => {
  await open("file=vending-machine.lts&target=WITH_MOODY&view=animator");
  const coins = choice(page, /coin/);
  await until("two ways to drop a coin", async () => (await coins.count()) === 2);
  // The first is the one with tea.
  await coins.nth(1).click();
  const isStuck = page.getByRole("main").getByText("No action is possible, and the system has not terminated.");
  await see(isStuck);
  await see(run(page).getByRole("row", { name: /^1 coin/ }));
  // Which of the two it was is in the address.
  await until("the run is in the address", async () => (await address(page)).run?.startsWith("#") === true);
  await page.reload();
  await see(isStuck);
  await viewLink(page, "Verdicts").click();
  await see(result(page, /violated Deadlock/));
});

scenario("all of 10,000 choices can be found, turned to and taken", {
  files: { "many.lts": "range R = 0..99\nFAN = (pick[R][R] -> MORE), MORE = (back -> (other[R] -> FAN | again -> FAN)).\n||SYS = FAN.\n" },
}, async ({ page, open, browser, note }) => {
  await open("file=many.lts&view=animator");
  await see(choices(page).getByText("1 to 300 of 10,000 choices"));
  const task = await longestTask(browser, page, async () => {
    await choices(page).getByRole("button", { name: "Next 300" }).click();
    await see(choice(page, /pick\.\d+\.\d+/));
    await see(choices(page).getByText("301 to 600 of 10,000 choices"));
    await page.keyboard.press("/");
    await page.keyboard.type("pick.99.98");
    await see(choices(page).getByText("1 choice", { exact: true }));
  });
  note(`longest task ${Math.round(task)} ms`);
  assert.ok(task < 200, `a task of ${task} ms`);
  await page.keyboard.press("Enter");
  await see(page.getByText(/Step 1\b.*pick\.99\.98/));
  await choice(page, "back").click();
  // What was looked for hides nothing where it is not; where it is, the arrow goes to it.
  await see(choices(page).getByText("101 choices"));
  await page.keyboard.press("/");
  await page.keyboard.type("again");
  await page.keyboard.press("Enter");
  await see(choices(page).getByText("1 to 300 of 10,000 choices"));
  await page.keyboard.type("pick.7.7");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await see(page.getByText(/Step 4\b.*pick\.7\.7/));
});
