// Assumptions, proofs, upgrades.

import { execFileSync } from "node:child_process";
import { heading, leadsTo, picture, run, says, see, until, viewLink } from "../harness/page.mjs";
import { scenario } from "../harness/scenario.mjs";

const MODULE = ["MONITOR", "CHECKER", "CHANGES", "CHANGED_COND", "LIST_LOCK", "EXEC_LOCK", "SAVED"];

async function askForAssumption(page) {
  await viewLink(page, "Assumption").click();
  const module = page.getByRole("group", { name: "Module" });
  for (const name of MODULE) await module.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("button", { name: "Compute the assumption" }).click();
}

scenario("an assumption is computed, drawn, explained and discharged", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=LOCKING");
  await askForAssumption(page);
  await see(page.getByText(/holds if the environment satisfies .* \(9 states\), and LOCKED_EXECUTIVE does$/));
  await see(picture(page).getByRole("button").first());
  await says(page.getByLabel("As FSP", { exact: true }), "property ENV_MONITOR_CHECKER_AND_5_MORE =");
  const explained = page.getByRole("region", { name: "Forbidden actions, and why" });
  await says(explained, "At the start");
  await explained.getByText(/exec\.read\.0, because it allows this run/).first().click();
  await see(explained.getByRole("grid").first());
  await says(page.getByRole("region", { name: "With LOCKED_EXECUTIVE" }), "satisfies the assumption");
  const words = page.getByRole("group", { name: "The same on the command line" }).first();
  await says(words, "rely assume rover-race.lts --target LOCKING --module MONITOR,CHECKER");
});

scenario("an environment that breaks the assumption is shown with a run", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING");
  await askForAssumption(page);
  await see(page.getByText(/and PEEKING_EXECUTIVE does not$/));
  const end = page.getByRole("region", { name: "With PEEKING_EXECUTIVE" });
  await says(end, /violated in \d+ steps?/);
  await see(end.getByRole("grid"));
});

scenario("a property is proved by rounds, with a certificate", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=LOCKING&view=proof");
  await page.getByRole("combobox", { name: "Rule" }).selectOption("sym");
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await see(page.getByText("RACE_FREE holds", { exact: true }));
  await says(page.getByRole("region", { name: "How RACE_FREE is proved" }), "sym");
  await see(page.getByRole("region", { name: "Premises" }).getByRole("row").nth(1));
  const rounds = page.getByRole("region", { name: "Learning rounds" });
  await says(rounds, "Round 3 of 3");
  await rounds.getByRole("slider", { name: "Round" }).fill("1");
  await says(rounds, "Round 1 of 3");
  await see(rounds.getByRole("region", { name: /^Hypothesis .* of round 1$/ }).locator("svg"));
  await rounds.getByRole("button", { name: "Next" }).click();
  await says(rounds, "Round 2 of 3");
  await leadsTo(page, { round: "2" });

  await page.getByRole("button", { name: "Write and check a certificate" }).click();
  const certificate = page.getByRole("region", { name: "Certificate" });
  await says(certificate, "accepted");
  await says(certificate, "independent checker");
});

scenario("a property that does not hold is refuted with a run", {}, async ({ page, open }) => {
  await open("file=rover-race.lts&target=PEEKING&view=proof");
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await see(page.getByText(/^RACE_FREE violated in \d+ steps$/));
  await see(run(page));
});

/** The place where the versions part is in the middle of a picture. */
async function isCentered(page, side) {
  const pane = page.getByRole("region", { name: side });
  await see(pane.locator("svg"));
  const mark = pane.locator(".is-divergence");
  await until(`the divergence is marked in ${side}`, async () => (await mark.count()) === 1);
  await until(`the divergence is seen in ${side}`, async () => {
    const [frame, place] = await Promise.all([picture(pane).boundingBox(), mark.boundingBox()]);
    const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
    return Math.abs(middle.x - frame.x - frame.width / 2) < frame.width / 4 && Math.abs(middle.y - frame.y - frame.height / 2) < frame.height / 4;
  });
}

scenario("a property of the model that is not part of the target can observe it", {}, async ({ page, open }) => {
  await open("file=alternating-bit.lts&target=CARELESS_RECEIVER&view=proof");
  await says(page.getByRole("group", { name: "Properties" }), "Not part of CARELESS_RECEIVER, but can observe it: IN_TURN.");
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await see(page.getByText(/^IN_TURN (holds|violated)/));
  await leadsTo(page, { property: "IN_TURN" });
  await open("file=dining-philosophers.lts&target=DINERS&view=assumption");
  await see(page.getByText("The model has no property"));
  await page.getByRole("main").getByRole("button", { name: "Verdicts" }).click();
  await leadsTo(page, { view: "verdicts", target: "DINERS" });
});

scenario("two versions are compared around their first divergence", {}, async ({ page, open }) => {
  await open("file=queue/v4.lts&view=compat");
  await see(heading(page, /^Compatibility: queue\/v4\.lts/));
  await page.getByRole("combobox", { name: "Baseline" }).fill("queue/v3.lts:WRITE");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Candidate" }).fill("queue/v4.lts:WRITE");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await see(page.getByText(/replaceable/i).first());
  const missing = page.getByRole("region", { name: /^Losses \(\d+\)/ });
  await says(missing, "timeout");

  for (const side of ["baseline: WRITE", "candidate: WRITE"]) await isCentered(page, side);
});

scenario("an upgrade that breaks the system says whose fault it is", {}, async ({ page, open }) => {
  await open("file=queue/v4.lts&view=compat&baseline=queue/v4.lts:WRITE&candidate=queue/v5.lts:WRITE");
  await see(page.getByText(/incompatible/i).first());
  await see(page.getByRole("cell", { name: /new: the candidate does it/ }));
  await see(run(page));
});

scenario("a version of a git revision is compared with the file as it is now", {
  files: { "door.lts": "DOOR = (open -> close -> DOOR).\nHAND = (open -> close -> HAND).\n||HOUSE = (DOOR || HAND).\n" },
}, async ({ page, open, models }) => {
  const git = (...words) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd: models.path, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "door.lts");
  git("commit", "--quiet", "-m", "a door");
  models.write("door.lts", models.read("door.lts").replace("close -> DOOR", "STOP"));
  await open("file=door.lts&view=compat");
  await page.getByRole("combobox", { name: "Baseline" }).fill("door.lts:DOOR");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "At revision" }).fill("HEAD");
  await page.keyboard.press("Enter");
  await says(page.getByRole("group", { name: "The same on the command line" }).first(), "--baseline git:HEAD:door.lts:DOOR --candidate door.lts:DOOR");
  await says(page.getByRole("region", { name: "Losses (1)" }), "after open, close is missing");
  for (const side of ["baseline: DOOR", "candidate: DOOR"]) await isCentered(page, side);
  await leadsTo(page, { baseline: "git:HEAD:door.lts:DOOR", candidate: "door.lts:DOOR" });
});
