// Where things are: the command, the browser, the folder for what is kept of failures.

import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../../..");

/** The command under test: `RELY_BIN`, or what `cargo build` leaves in `target/debug`. */
export function command() {
  const named = process.env.RELY_BIN;
  const path = named ? resolve(named) : join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/rely");
  if (!existsSync(path)) {
    throw new Error(`there is no ${path}: build it with cargo build -p rely, or name it with RELY_BIN`);
  }
  return path;
}

/** Screenshots and traces of failed tests go here. */
export const kept = resolve(process.env.RELY_BROWSER_KEPT ?? join(root, "target/browser"));

/** Chromium: `RELY_CHROMIUM`, or one of the usual names on the search path or in the usual places; null if there is none. */
export function chromium() {
  const named = process.env.RELY_CHROMIUM;
  if (named) {
    if (!runs(named)) throw new Error(`RELY_CHROMIUM names ${named}, which cannot be run`);
    return named;
  }
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const usual = [
    "/usr/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...usual].find(runs) ?? null;
}

/** Without a browser the tests are skipped on a laptop, and fail where they must run. */
export const required = (process.env.RELY_BROWSER ?? "") === "required" || Boolean(process.env.CI);

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
