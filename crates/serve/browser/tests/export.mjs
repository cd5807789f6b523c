// Exports: one file that opens from a disk, without any request, and says the same.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
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
  await see(page.getByRole("region", { name: /^What is missing/ }));
  await exported(page, browser, async (file) => {
    await says(file.getByRole("region", { name: /^What is missing/ }), "timeout");
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
