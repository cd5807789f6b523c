// Names that look like markup stay text: names of files, and labels of files in formats that allow any label.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { heading, picture, result, run, see } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

const IMAGE = "<img src=x onerror=hostile()>";
const FILE = `${IMAGE}.lts`;
const LABELS = [IMAGE, "</script><script>hostile()</script>", "<svg onload=hostile()>", "javascript:hostile()", "&lt;b&gt;"];

const aut = `des (0, ${LABELS.length}, ${LABELS.length + 1})\n${LABELS.map((label, i) => `(${i}, "${label}", ${i + 1})\n`).join("")}`;

/** Nothing that was named became an element or ran. */
async function isClean(page, where) {
  const found = await page.evaluate(() => ({
    elements: [...document.querySelectorAll("img, iframe, object, embed, b, script:not([src]):not([type='application/json'])")].map((one) => one.outerHTML.slice(0, 80)),
    listeners: [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some(({ name }) => name.startsWith("on"))).length,
    called: window.called === true,
  }));
  assert.deepEqual(found, { elements: [], listeners: 0, called: false }, where);
}

scenario("hostile names are text everywhere", {
  files: { [FILE]: "P = (a -> P).\nproperty Q = (a -> STOP).\n||S = (P || Q).\n", "labels.aut": aut },
}, async ({ page, open, context, models, browser, allow }) => {
  allow(/404/);
  await context.addInitScript(() => (window.hostile = () => (window.called = true)));
  await open();
  await see(page.getByRole("link", { name: FILE }));
  await isClean(page, "the list of files");
  await page.getByRole("link", { name: FILE }).click();
  await see(heading(page, new RegExp(IMAGE.replace(/[()]/g, "\\$&"))));
  await isClean(page, "the text");
  const named = encodeURIComponent(FILE);
  await open(`file=${named}&view=verdicts`);
  await see(run(page));
  await isClean(page, "verdicts");

  /** @type {[string, () => Promise<unknown>][]} */
  const views = [
    ["machine", () => see(picture(page))],
    ["architecture", () => see(picture(page))],
    ["animator", () => see(page.getByRole("region", { name: "Possible actions" }).getByRole("button", { name: IMAGE }))],
    ["verdicts", () => see(result(page, /Deadlock/))],
    ["trace", () => see(page.getByText(IMAGE).first())],
  ];
  for (const [view, there] of views) {
    await open(`file=labels.aut&view=${view}`);
    await there();
    await isClean(page, `${view} of labels.aut`);
  }
  await page.getByRole("tab", { name: "Chart" }).click();
  await see(picture(page));
  await isClean(page, "the chart");

  await open("file=labels.aut&view=verdicts");
  await see(run(page));
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const report = join(models.path, "report.html");
  await download.saveAs(report);
  const offline = await browser.newContext({ offline: true });
  await offline.addInitScript(() => (window.hostile = () => (window.called = true)));
  const file = await offline.newPage();
  await file.goto(pathToFileURL(report).href);
  await see(run(file).getByText(LABELS[1]));
  const { called, pictures } = await file.evaluate(() => ({ called: window.called === true, pictures: document.querySelectorAll("img, iframe, b").length }));
  assert.deepEqual({ called, pictures }, { called: false, pictures: 0 }, "the exported file");
  await offline.close();

  // The address is not markup, either.
  await open(`file=${encodeURIComponent(`${IMAGE}nothing`)}&view=${named}&target=${named}`);
  await see(page.getByRole("main").getByText(/nothing|no such|not/i));
  await isClean(page, "an address");
});
