// What tests say to the page, and how they wait for it: by roles and names, as people who do not see it find things.

/** Waits until `holds()` is true; never a fixed time. */
export async function until(what, holds, patience = Number(process.env.RELY_BROWSER_PATIENCE ?? 30_000)) {
  const end = Date.now() + patience;
  let trouble = "";
  for (;;) {
    try {
      if (await holds()) return;
      trouble = "";
    } catch (error) {
      trouble = ` (${error.message})`;
    }
    if (Date.now() > end) throw new Error(`waited for: ${what}${trouble}`);
    await new Promise((soon) => setTimeout(soon, 40));
  }
}

/** Waits until it can be seen. */
export const see = (locator) => locator.first().waitFor({ state: "visible" });

/** Waits until it cannot be seen any more. */
export const gone = (locator) => locator.first().waitFor({ state: "hidden" });

/** Waits until the text of an element contains a text, or matches. */
export async function says(locator, text) {
  let last = null;
  const fits = (found) => (text instanceof RegExp ? text.test(found) : found.includes(text));
  await until(`${JSON.stringify(String(text))} in it`, async () => {
    last = await locator.first().innerText();
    return fits(last);
  }).catch((error) => {
    throw new Error(`${error.message}; it says ${JSON.stringify(last)}`);
  });
}

/** The link to a view. */
export const viewLink = (page, title) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: title, exact: true });

/** The heading of the view that is shown: `Title: file, target`. */
export const heading = (page, name) => page.getByRole("heading", { level: 2, name });

/** The table of results, and a result in it. */
export const results = (page) => page.getByRole("grid", { name: /^Results of/ });
export const result = (page, name) => results(page).getByRole("row", { name });

/** The run that is shown as a table. */
export const run = (page) => page.getByRole("grid", { name: /run|step by step|forbidden/i });

/** The picture of a view: the part that can be moved and magnified. */
export const picture = (page, name = /arrow keys move/) => page.getByRole("group", { name });

/** What the page shows as visible part of a drawing: x, y, width, height. */
export const part = (locator) =>
  locator.first().evaluate((element) => element.querySelector("svg").getAttribute("viewBox").split(" ").map(Number));

/** The parameters of the address. */
export const address = async (page) =>
  Object.fromEntries(new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)));

/** Waits until the address has these parameters (undefined: does not have them). */
export async function leadsTo(page, expected) {
  let last = {};
  await until("the address", async () => {
    last = await address(page);
    return Object.entries(expected).every(([name, value]) => last[name] === value);
  }).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(expected)} in ${JSON.stringify(last)}`);
  });
}

/** Chooses a name in a field that finds names. */
export async function pick(page, field, name) {
  const box = page.getByRole("combobox", { name: field, exact: true });
  await box.fill(name);
  await page.getByRole("option", { name }).first().click();
}

/** Is the page as wide as the window? Inner parts may scroll. */
export const fitsWidth = (page) =>
  page.evaluate(() => document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth);

/**
 * Calls `work` and returns the longest task of the page meanwhile, in milliseconds that it had the processor: how long a key or a click
 * would have had to wait, on a machine that does nothing else.
 */
export async function longestTask(browser, page, work) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  let events;
  try {
    await work();
  } finally {
    events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  }
  const isMain = new Set(events.filter((one) => one.name === "thread_name" && one.args.name === "CrRendererMain").map((one) => `${one.pid} ${one.tid}`));
  const tasks = events.filter((one) => /RunTask$/.test(one.name) && typeof one.tdur === "number" && isMain.has(`${one.pid} ${one.tid}`));
  if (tasks.length === 0) throw new Error("the browser recorded no task");
  return Math.max(...tasks.map((one) => one.tdur)) / 1000;
}
