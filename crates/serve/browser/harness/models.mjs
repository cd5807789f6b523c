// Folders of models: copies, so that tests may write in them.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./places.mjs";

/** A temporary folder with the given files (name → text). */
export function folder(files = {}) {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "rely-page-")));
  const made = {
    path,
    /** Replaces a file as editors do: written beside it, then renamed. */
    write(name, text) {
      const place = join(path, name);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(`${place}~`, text);
      renameSync(`${place}~`, place);
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  for (const [name, text] of Object.entries(files)) made.write(name, text);
  return made;
}

/** A copy of the example models. */
export function examples() {
  const made = folder();
  const isModel = (path) => !/\/(code|target)(\/|$)/.test(path);
  cpSync(join(root, "examples"), made.path, { recursive: true, filter: isModel });
  return made;
}

/** A machine with this many states in one row, so that its last state is far away. */
export const row = (states) => `ROW = R[0],
R[i:0..${states - 1}] = (when (i < ${states - 1}) step -> R[i + 1] | when (i == ${states - 1}) again -> R[0]).
||SYSTEM = ROW.
`;

/** Counters beside each other: `size` to the power of `parts` states. */
export const counters = (parts, size) => `COUNTER = C[0],
C[i:0..${size - 1}] = (when (i < ${size - 1}) up -> C[i + 1] | when (i > 0) down -> C[i - 1]).
||SYSTEM = (${Array.from({ length: parts }, (_, i) => `c${i}:COUNTER`).join(" || ")}).
`;

/** A property that fails after exactly this many steps. */
export const late = (steps) => `CLOCK = K[0],
K[i:0..${steps - 1}] = (when (i < ${steps - 1}) tick -> K[i + 1] | when (i == ${steps - 1}) alarm -> K[0]).
LAMP = (alarm -> on -> off -> LAMP).
property QUIET = (tick -> QUIET) + {alarm}.
||SYSTEM = (CLOCK || LAMP || QUIET).
`;
