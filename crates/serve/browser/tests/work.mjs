// Long work shows how far it is, and can be stopped; the page stays awake meanwhile.

import assert from "node:assert/strict";
import { counters } from "../harness/models.mjs";
import { gone, heading, longestTask, result, says, see, until, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

// More states than anybody has time for.
const HUGE = counters(14, 10);

const bar = (page) => page.getByRole("button", { name: "Cancel" });

scenario("a long check shows progress and is canceled", { files: { "huge.lts": HUGE, "small.lts": "P = (a -> P).\n" } }, async ({ page, open }) => {
  await open("file=huge.lts&view=verdicts");
  await see(bar(page));
  await says(page.getByText(/^Checking…/), /[\d,]{4,}/);
  await bar(page).click();
  await see(page.getByText("Canceled", { exact: true }));
  await gone(bar(page));
  // Escape does the same, and the server is free for something else.
  await page.getByRole("button", { name: "Try again" }).click();
  await see(bar(page));
  await page.keyboard.press("Escape");
  await see(page.getByText("Canceled", { exact: true }));
  await open("file=small.lts&view=verdicts");
  await see(result(page, /holds Deadlock/));
});

scenario("leaving a view stops its work", { files: { "huge.lts": HUGE } }, async ({ page, open }) => {
  await open("file=huge.lts&view=verdicts");
  await see(bar(page));
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("api/run"));
  await viewLink(page, "Text").click();
  await failed;
  await gone(bar(page));
});

scenario("a model of a million states opens as a neighborhood, and the page answers meanwhile", {
  files: () => ({ "million.lts": counters(6, 10) }),
}, async ({ page, open, browser, note }) => {
  await open("file=million.lts&view=text");
  await see(page.getByRole("region", { name: "Text of million.lts" }));
  const task = await longestTask(browser, page, async () => {
    await viewLink(page, "Verdicts").click();
    await see(heading(page, /^Verdicts/));
    await viewLink(page, "Machine").click();
    await see(page.getByRole("listbox", { name: "States" }).getByRole("option"));
    await viewLink(page, "Verdicts").click();
    await see(bar(page).or(result(page, /Deadlock/)));
    await page.keyboard.press("m");
    await says(page.getByRole("main").getByRole("status").first(), /not drawn/);
  });
  note(`longest task of the page: ${Math.round(task)} ms`);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(nodes < 5000, `${nodes} elements`);
  assert.ok(task < 200, `the page did not listen for ${Math.round(task)} ms`);
});

scenario("a server that ends is said, and its return too", { files: { "a.lts": "P = (a -> P).\n" } }, async ({ page, open, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  await open("file=a.lts&view=verdicts");
  await see(result(page, /Deadlock/));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Check again" }).click();
  await see(page.getByText(/the server does not answer/i));
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await see(result(page, /Deadlock/));
  await until("no message is left", async () => (await page.getByText(/the server does not answer/i).count()) === 0);
});
