// A test in the browser. What every test must keep to is here: no message on the console, no error of a script, no request to
// anything but the server; a failure leaves a screenshot, the page and a trace.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium as driver } from "playwright-core";
import { examples, folder } from "./models.mjs";
import * as places from "./places.mjs";
import { serve } from "./server.mjs";

const path = places.chromium();
if (path === null && places.required) {
  throw new Error("no Chromium was found; cargo xtask ci installs it, and RELY_CHROMIUM names one");
}
const skip = path === null && "there is no Chromium; RELY_CHROMIUM names one";

/** How long a page may take for what it does at once, on a machine that does many other things as well. */
const patience = Number(process.env.RELY_BROWSER_PATIENCE ?? 30_000);

let browser;
let shared;

before(async () => {
  if (skip) return;
  const root = process.getuid?.() === 0;
  browser = await driver.launch({
    executablePath: path,
    args: ["--disable-dev-shm-usage", ...(root ? ["--no-sandbox"] : [])],
    // Nothing answers there: what is not for the server under test goes nowhere.
    proxy: { server: "http://127.0.0.1:9", bypass: "127.0.0.1" },
  });
});

after(async () => {
  await browser?.close();
  await shared?.server.stop();
  shared?.models.remove();
});

/** The server of the examples, which tests that only read share. */
async function forReading() {
  if (shared === undefined) {
    const models = examples();
    shared = { models, server: await serve(models.path) };
  }
  return shared;
}

/**
 * Declares a test. `files` (name → text) gives it a folder and a server of its own, of which `opens` (a file's name) may be opened
 * instead of the folder; otherwise it shares the examples. `context` are options of the browser's context.
 *
 * The body gets `page` (nothing is open yet), `address`, `models` (its folder), `open(fragment)`, `another()` (a second page with the
 * same rules), `browser`, `context`, `note(text)` (said beside the result) and `allow(pattern)` (for what a test provokes).
 */
export function scenario(name, options, body) {
  const { files, opens, context: wishes = {}, timeout = 180_000, only } = options;
  test(name, { skip, only }, async (t) => {
    const own = files !== undefined;
    const models = own ? folder(typeof files === "function" ? files() : files) : (await forReading()).models;
    const server = own ? await serve(opens ? join(models.path, opens) : models.path) : shared.server;
    const wrongs = new Wrongs();
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...wishes });
    context.setDefaultTimeout(patience);
    await context.tracing.start({ snapshots: true, screenshots: false });
    watch(context, new URL(server.address).origin, wrongs);
    const page = await context.newPage();
    const open = async (fragment = "", on = page) => {
      const to = server.address + (fragment === "" ? "" : `#${fragment}`);
      // A change of the fragment alone would not load the page.
      if (on.url().startsWith(server.address)) await on.goto("about:blank");
      await on.goto(to, { waitUntil: "domcontentloaded" });
      return on;
    };
    const tools = {
      page, browser, context, models, open, address: server.address,
      another: () => context.newPage(),
      note: (text) => t.diagnostic(text),
      allow: (pattern) => wrongs.allowed.push(pattern),
    };
    let failed = null;
    try {
      await within(timeout, body(tools));
      if (wrongs.all().length > 0) throw new Error(`the page is not clean:\n${wrongs.all().join("\n")}`);
    } catch (error) {
      failed = error;
      failed.message += `\n(kept in ${await keep(name, context, wrongs)})`;
    }
    await context.tracing.stop().catch(() => {});
    await context.close();
    if (own) {
      await server.stop().catch((error) => (failed ??= error));
      models.remove();
    }
    if (failed) throw failed;
  });
}

/** Fails if work takes too long; unlike the limit of the runner, that leaves time to keep what shows why. */
async function within(limit, work) {
  let timer;
  const late = new Promise((_, bad) => (timer = setTimeout(() => bad(new Error(`not done after ${limit / 1000} s`)), limit)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a page must not do and did. */
class Wrongs {
  constructor() {
    this.noted = [];
    this.allowed = [];
  }
  push(text) {
    this.noted.push(text);
  }
  all() {
    return this.noted.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }
}

/** Notes everything that a page must not do. */
function watch(context, origin, wrongs) {
  context.on("console", (message) => {
    if (["error", "warning", "assert"].includes(message.type())) {
      wrongs.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on("weberror", (error) => wrongs.push(`error of a script: ${error.error()?.stack ?? error.error()}`));
  context.on("dialog", (dialog) => {
    wrongs.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  context.on("request", (request) => {
    const to = new URL(request.url());
    const local = to.origin === origin || ["data:", "blob:", "file:", "about:"].includes(to.protocol);
    if (!local) wrongs.push(`a request to ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) wrongs.push(`${response.status()} for ${response.url()}`);
  });
}

/** Keeps what shows why a test failed; says where. */
async function keep(name, context, wrongs) {
  const place = join(places.kept, name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""));
  mkdirSync(place, { recursive: true });
  for (const [index, page] of context.pages().entries()) {
    const stem = join(place, `page-${index + 1}`);
    await page.screenshot({ path: `${stem}.png`, timeout: 5_000 }).catch(() => {});
    const tree = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(() => "");
    writeFileSync(`${stem}.txt`, [page.url(), ...wrongs.all(), "", tree, ""].join("\n"));
  }
  await context.tracing.stop({ path: join(place, "trace.zip") }).catch(() => {});
  return place;
}
