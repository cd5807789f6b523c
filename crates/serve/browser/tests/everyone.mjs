// For everyone: at 200 % zoom, in the dark, by screen reader.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fitsWidth, run, see } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";
import { views } from "../harness/views.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that keeps somebody from using the page; `rules` are all, or those that are named. */
async function barriers(page, rules = null) {
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  const found = await page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false, ...(only ? { runOnly: only } : {}) });
    return violations
      .filter((one) => ["serious", "critical"].includes(one.impact))
      .map((one) => `${one.id}: ${one.help}\n    ${one.nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join("\n    ")}`);
  }, rules);
  return found;
}

/** Pictures without a name or without words. */
const mute = (page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll("main svg")].filter((svg) => !svg.closest("[aria-hidden=true]") && svg.getBoundingClientRect().width > 0);
    const words = (ids) => (ids || "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("").trim();
    const nameOf = (one) => (one?.getAttribute("aria-label") || words(one?.getAttribute("aria-labelledby"))).trim();
    const aboutOf = (svg) => {
      const frame = svg.closest("[role=group]");
      const figure = svg.closest("figure") ?? svg.closest("section");
      const details = [...(figure?.querySelectorAll("details") ?? []), ...(figure?.parentElement?.parentElement?.querySelectorAll(":scope > details") ?? [])];
      const text = details.map((one) => one.querySelector(".words-text")?.textContent ?? "").join("");
      return words(svg.getAttribute("aria-describedby")) || words(frame?.getAttribute("aria-describedby")) || text.trim();
    };
    const bad = [];
    for (const svg of shown) {
      const name = nameOf(svg) || nameOf(svg.closest("[role=group]"));
      if (!name) bad.push(`no name: ${svg.outerHTML.slice(0, 120)}`);
      if (!aboutOf(svg)) bad.push(`no words: ${name}`);
    }
    return { pictures: shown.length, bad };
  });

const WITH_PICTURES = ["Architecture", "Machine", "Animator", "Assumption", "Proof", "Compatibility"];

// 1280 × 720 at 200 % are 640 × 360 pixels of the style sheet.
const zoomed = { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2, colorScheme: "light" };

scenario("all views at 200 % zoom, in light and dark, without barriers", { context: zoomed, timeout: 300_000 }, async ({ page, open, note }) => {
  let spent = 0;
  const problems = [];
  for (const view of views) {
    await open(view.fragment);
    await view.ready(page);
    if (!(await fitsWidth(page))) problems.push(`${view.title} is wider than the window`);
    const { pictures, bad } = await mute(page);
    if (WITH_PICTURES.includes(view.title) && pictures === 0) problems.push(`${view.title} has no picture`);
    problems.push(...bad.map((one) => `${view.title}: ${one}`));
    const before = Date.now();
    problems.push(...(await barriers(page)).map((one) => `${view.title}: ${one}`));
    await page.emulateMedia({ colorScheme: "dark" });
    problems.push(...(await barriers(page, ["color-contrast"])).map((one) => `${view.title} in the dark: ${one}`));
    await page.emulateMedia({ colorScheme: "light" });
    spent += Date.now() - before;
  }
  note(`axe: ${(spent / 1000).toFixed(1)} s`);
  assert.deepEqual(problems, []);
});

scenario("colors follow the system and can be chosen, for good", { context: { colorScheme: "dark" } }, async ({ page, open }) => {
  const light = () =>
    page.evaluate(() => {
      const paint = (element) => getComputedStyle(element).backgroundColor.match(/[\d.]+/g).map(Number);
      const [r, g, b, a = 1] = paint(document.body);
      const [red, green, blue] = a === 0 ? paint(document.documentElement) : [r, g, b];
      return (red + green + blue) / 3;
    });
  await open("file=rover-race.lts");
  await see(page.getByRole("region", { name: "Text of rover-race.lts" }));
  assert.ok((await light()) < 80, "dark, as the system");
  await page.getByRole("button", { name: "Use light colors" }).click();
  assert.ok((await light()) > 180, "light, as chosen");
  await page.reload();
  await see(page.getByRole("button", { name: "Use dark colors" }));
  assert.ok((await light()) > 180, "still light");
});

scenario("a result is printed, not the frame around it", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING&view=verdicts&result=1");
  await see(page.getByRole("heading", { name: "Safety: RACE_FREE" }));
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.getByRole("navigation", { name: "Views" }).isVisible()), "no navigation on paper");
  assert.ok(await page.getByRole("heading", { name: "Safety: RACE_FREE" }).isVisible());
});

const named = (word, rest) => `${word}_${rest.repeat(49)}`;
const [LONG, STATE, FIRST, SECOND, RULE] = [named("PROC", "ABCDEFGHIJ"), named("STATE", "KLMNOPQRST"), named("first", "abcdefghij"), named("second", "klmnopqrst"), named("RULE", "UVWXYZABCD")];

scenario("names of 500 characters fit into a narrow window", {
  files: {
    "long.lts": `${LONG} = (${FIRST} -> ${STATE}), ${STATE} = (${SECOND} -> ${LONG} | ${FIRST} -> ${LONG}).
PEER = (${FIRST} -> ${SECOND} -> PEER).
property ${RULE} = (${FIRST} -> ${SECOND} -> ${RULE}).
property ALSO_${RULE} = (${SECOND} -> ALSO_${RULE} | ${FIRST} -> ALSO_${RULE}).
||PAIR = (${LONG} || PEER || ${RULE}).
||ALL_${LONG} = (${LONG} || ${RULE} || ALSO_${RULE}).
`,
    "new.lts": `${LONG} = (${FIRST} -> STOP).\n`,
  },
  context: { viewport: { width: 500, height: 800 } },
}, async ({ page, open }) => {
  const problems = [];
  /** @type {[string, () => Promise<unknown>][]} */
  const views = [
    ["verdicts", () => see(run(page))],
    ["trace&states=all", () => page.getByText("The state of every component").click()],
    ["animator", () => see(page.getByRole("region", { name: "Possible actions" }).getByRole("button"))],
    [`assumption&target=PAIR&module=${LONG}`, () => see(page.getByRole("region", { name: "Sizes" }))],
    ["proof&proof=1", () => see(page.getByRole("region", { name: "Statistics" }))],
    [`compat&in=PAIR&baseline=long.lts:${LONG}&candidate=new.lts:${LONG}`, () => see(page.getByRole("region", { name: "Statistics" }))],
  ];
  for (const [view, there] of views) {
    await open(`file=long.lts&view=${view}`);
    await there();
    if (!(await fitsWidth(page))) problems.push(view.slice(0, 20));
  }
  assert.deepEqual(problems, [], "wider than the window");
});
