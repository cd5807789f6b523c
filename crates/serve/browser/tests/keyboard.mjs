// Everything with the keyboard alone: the mouse is never used here.

import assert from "node:assert/strict";
import { address, heading, leadsTo, result, results, run, says, see, until } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";
import { views } from "../harness/views.mjs";

const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);

/** What has the focus, and how one sees it. */
const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const ring = (one) => {
      const style = getComputedStyle(one);
      return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
    };
    const box = element.getBoundingClientRect();
    const words = element.getAttribute("aria-label") || element.textContent.trim().slice(0, 40) || element.id;
    return {
      what: `${element.localName} ${words}`,
      hasRing: ring(element) || (element.parentElement !== null && ring(element.parentElement)),
      isInside: box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    };
  });

/** Presses Tab until an element has the focus; every stop on the way can be seen. */
async function tabTo(page, locator, most = 80) {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now !== null) {
      assert.ok(now.hasRing, `the focus cannot be seen on ${now.what}`);
      assert.ok(now.isInside, `the focus is outside of the window: ${now.what}`);
    }
    if ((await locator.count()) > 0 && (await isFocused(locator.first()))) return;
  }
  throw new Error(`${most} times Tab did not lead to ${locator}`);
}

scenario("from the start to a counterexample with the keyboard alone", {}, async ({ page, open }) => {
  await open();
  await see(heading(page, /^Models in /));
  await tabTo(page, page.getByRole("combobox", { name: "File", exact: true }));
  await page.keyboard.type("rover-race");
  await page.keyboard.press("Enter");
  await see(heading(page, "Text: rover-race.lts, PEEKING"));
  await tabTo(page, page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Verdicts" }));
  await page.keyboard.press("Enter");
  await see(results(page));
  await tabTo(page, results(page).locator("tr[tabindex='0']"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  assert.ok(await isFocused(result(page, /RACE_FREE/)), "arrows go to the next row");
  await page.keyboard.press("Enter");
  await says(page.getByRole("status").last().or(page.locator("#live")), /RACE_FREE: violated/);
  await tabTo(page, run(page));
  await page.keyboard.press("End");
  await says(page.locator("#live"), /Step 12: checker\.start.*This violates RACE_FREE/);
  await leadsTo(page, { step: "12" });
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await says(page.locator("#live"), /Step 1: database\.changes/);

  // Enter animates from there; arrows step.
  await page.keyboard.press("Enter");
  await see(page.getByText(/Step 1 of 12/));
  await tabTo(page, page.getByRole("button", { name: "Next", exact: true }));
  await page.keyboard.press("ArrowRight");
  await see(page.getByText(/Step 2 of 12/));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await see(page.getByText(/Step 0 of 12/));
  await tabTo(page, page.getByRole("region", { name: "Possible actions" }).locator("button[tabindex='0']"));
  await page.keyboard.press("2");
  await see(page.getByText(/Step 1\b/));
});

scenario("single letters change the view, Tab goes around without a trap", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=LOCKING&view=text");
  await see(page.getByRole("region", { name: "Text of rover-race.lts" }));
  for (const view of views) {
    const key = await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view.title, exact: true }).getAttribute("aria-keyshortcuts");
    assert.ok(key, `${view.title} has a key`);
    await page.keyboard.press(key);
    await see(heading(page, new RegExp(`^${view.title}:`)));
  }
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await see(help);
  await page.keyboard.press("Escape");
  await until("the help closes", async () => (await help.count()) === 0);

  await open("file=rover-race.lts&target=PEEKING&view=trace&result=1");
  await see(run(page));
  let isAround = false;
  for (let pressed = 0; pressed < 120 && !isAround; pressed++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    isAround = pressed > 10 && (now === null || now.what.includes("Skip to"));
    assert.ok(now === null || now.hasRing, `the focus can be seen on ${now?.what}`);
  }
  assert.ok(isAround, "Tab comes around");
});

scenario("nodes of a picture are reached and opened with the keyboard", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING&view=machine&process=CHECKER");
  const drawing = page.getByRole("group", { name: /arrow keys move/ });
  await see(drawing);
  await tabTo(page, drawing);
  await page.keyboard.press("Enter");
  const first = await focused(page);
  await page.keyboard.press("ArrowRight");
  const second = await focused(page);
  assert.notEqual(first.what, second.what, "an arrow goes to another state");
  assert.ok(second.hasRing || (await page.evaluate(() => getComputedStyle(document.activeElement.querySelector("*:not(title)")).strokeWidth !== "")), "it is marked");
  await page.keyboard.press("Enter");
  await until("Enter chooses the state", async () => (await address(page)).state !== undefined);
  await page.keyboard.press("Escape");
  assert.ok(await isFocused(drawing), "Escape leaves the nodes");
});
