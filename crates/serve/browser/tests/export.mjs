// Exports: one file that opens from a disk, without any request, and says the same.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder } from "../harness/models.mjs";
import { command } from "../harness/places.mjs";
import { picture, result, results, run, says, see, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

/** Opens a file of the disk in a browser without a network; what it asks for is noted. */
async function openOffline(browser, path, body) {
  const context = await browser.newContext({ offline: true });
  context.setDefaultTimeout(30_000);
  const wrongs = [];
  context.on("request", (request) => {
    const isItself = request.url().startsWith(pathToFileURL(path).href) || request.url().startsWith("data:");
    if (!isItself) wrongs.push(`asks for ${request.url()}`);
  });
  context.on("console", (message) => ["error", "warning"].includes(message.type()) && wrongs.push(message.text()));
  context.on("weberror", (error) => wrongs.push(String(error.error())));
  const page = await context.newPage();
  try {
    await page.goto(pathToFileURL(path).href);
    await body(page);
    assert.deepEqual(wrongs, []);
  } catch (error) {
    error.message += `\n${wrongs.join("\n")}\n${await page.locator("body").ariaSnapshot().catch(() => "")}`;
    throw error;
  } finally {
    await context.close();
  }
}

/** Exports what is shown, and opens it offline. */
async function exported(page, browser, body) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const place = folder();
  try {
    const path = join(place.path, "report.html");
    await download.saveAs(path);
    assert.match(place.read("report.html"), /http-equiv="?content-security-policy/i);
    await openOffline(browser, path, body);
  } finally {
    place.remove();
  }
}

scenario("exported verdicts open from a disk and say the same", {}, async ({ page, open, browser }) => {
  await open("file=rover-race.lts&target=PEEKING&view=verdicts&result=1");
  await see(run(page));
  await exported(page, browser, async (file) => {
    await see(results(file));
    await see(result(file, /violated Safety RACE_FREE in 12 steps/));
    await result(file, /RACE_FREE/).click();
    await see(run(file).getByRole("row", { name: /✗ 12 checker\.start .*✗ ERROR/ }));
    await file.getByRole("tab", { name: "Chart" }).click();
    await see(picture(file));
    await file.getByRole("tab", { name: "Text" }).click();
    await says(file.getByLabel("The run as text", { exact: true }), "checker.holds.1");
    assert.equal(await file.getByRole("button", { name: /Animate|Check again|Export/ }).count(), 0);
  });
});

scenario("an exported proof, assumption and upgrade open from a disk", {}, async ({ page, open, browser }) => {
  await open("file=rover-race.lts&target=LOCKING&view=proof&proof=1&rule=asym");
  await see(page.getByText("RACE_FREE holds", { exact: true }));
  await exported(page, browser, async (file) => {
    await see(file.getByText("RACE_FREE holds", { exact: true }));
    await see(picture(file));
  });
  await open("file=rover-race.lts&target=PEEKING&view=assumption&module=MONITOR,CHECKER,CHANGES,CHANGED_COND,LIST_LOCK,EXEC_LOCK,SAVED");
  await see(page.getByText(/and PEEKING_EXECUTIVE does not$/));
  await exported(page, browser, async (file) => {
    await see(file.getByText(/and PEEKING_EXECUTIVE does not$/));
    await see(picture(file));
  });
  await open("file=queue/v4.lts&view=compat&baseline=queue/v3.lts:WRITE&candidate=queue/v4.lts:WRITE");
  await see(page.getByRole("region", { name: /^Losses/ }));
  await exported(page, browser, async (file) => {
    await says(file.getByRole("region", { name: /^Losses/ }), "timeout");
    await see(file.getByRole("region", { name: "baseline: WRITE" }).locator("svg"));
  });
});

scenario("the command line exports the same", { files: {} }, async ({ models, browser }) => {
  models.write("lamp.lts", "HAND = (on -> HAND | off -> HAND).\nproperty ONCE = (on -> off -> ONCE).\n||LOOSE = (HAND || ONCE).\n");
  const report = join(models.path, "report.html");
  try {
    execFileSync(command(), ["check", "lamp.lts", "--format", "html", "-o", report], { cwd: models.path, stdio: "pipe" });
    assert.fail("a violated property ends with 1");
  } catch (error) {
    assert.equal(error.status, 1, String(error.stderr));
  }
  await openOffline(browser, report, async (file) => {
    await see(result(file, /violated Safety ONCE in 1 step/));
    await see(viewLink(file, "Verdicts"));
  });
});

const LOCKS = `USER = (take -> use -> give -> USER).
LOCK = (take -> give -> LOCK).
SLOW = (take -> use -> give -> rest -> SLOW).
GREEDY = (take -> use -> use -> STOP).
property ONE = (use -> give -> ONE).
||OTHER = (USER || LOCK || ONE).
`;

const CANDIDATES = "assume ./-locks.lts --module LOCK --property ONE --candidates GREEDY USER --deviations";

scenario("reports show the command that was asked with, and all answers", { files: { "-locks.lts": LOCKS } }, async ({ page, open, models, browser }) => {
  const run = (line) => {
    const { status, stdout, stderr } = spawnSync(command(), line.split(" "), { cwd: models.path, encoding: "utf8" });
    assert.ok([0, 1, 3].includes(status), `${line}: ${stderr}`);
    return stdout;
  };
  await open("file=-locks.lts&target=OTHER&view=verdicts");
  await see(results(page));
  const report = join(models.path, "report.html");
  models.write("report.html", run(`${CANDIDATES} --format html`));
  const lineOf = (one) => one.getByRole("group", { name: "The same on the command line" }).first();
  await openOffline(browser, report, async (file) => {
    await says(lineOf(file), `rely ${CANDIDATES}`);
    await says(file.getByRole("region", { name: "Candidates, best first" }), /USER[^]*fits[^]*GREEDY[^]*does not fit[^]*take give/);
    await says(file.getByRole("region", { name: "Deviations of the environment from its model" }), "Forbidden deviations");
  });
  // Several versions: all answers are there.
  const versions = ["USER", "GREEDY"].map((name) => `--candidate ./-locks.lts:${name}`).join(" ");
  models.write("report.html", run(`compat --baseline ./-locks.lts:USER ${versions} --no-system --format html`));
  await openOffline(browser, report, async (file) => {
    const pairs = file.getByRole("grid", { name: "Baselines and candidates" });
    await see(pairs.getByRole("row", { name: /locks\.lts:USER replaceable/ }));
    await pairs.getByRole("row", { name: /GREEDY/ }).click();
    await says(file.getByRole("region", { name: /^Losses/ }), "give");
    await says(lineOf(file), `rely compat --baseline ./-locks.lts:USER ${versions} --no-system`);
  });
  // The page itself knows the file without its folder.
  await says(lineOf(page), "rely check ./-locks.lts --target OTHER");
  await open("file=-locks.lts&view=compat&baseline=-locks.lts:USER&candidate=-locks.lts:SLOW");
  await says(lineOf(page), "--baseline ./-locks.lts:USER --candidate ./-locks.lts:SLOW");
});
