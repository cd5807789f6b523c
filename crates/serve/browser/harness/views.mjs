// Every view with something real in it: where it is, and what shows that it is there. Tests that are about all views use this list.

import { picture, results, run, see } from "./page.mjs";

const MODULE = "MONITOR,CHECKER,CHANGES,CHANGED_COND,LIST_LOCK,EXEC_LOCK,SAVED";

const inRover = (target, rest) => `file=rover-race.lts&target=${target}&${rest}`;

/** {title, fragment, ready(page)} of each view, in the folder of the examples. */
export const views = [
  {
    title: "Text",
    fragment: inRover("PEEKING", "view=text&line=60"),
    ready: (page) => see(page.getByRole("region", { name: "Text of rover-race.lts" })),
  },
  {
    title: "Verdicts",
    fragment: inRover("PEEKING", "view=verdicts&result=1"),
    ready: async (page) => {
      await see(results(page));
      await see(run(page));
    },
  },
  {
    title: "Architecture",
    fragment: inRover("PEEKING", "view=architecture"),
    ready: (page) => see(picture(page)),
  },
  {
    title: "Machine",
    fragment: inRover("PEEKING", "view=machine&process=CHECKER&state=3"),
    ready: (page) => see(picture(page)),
  },
  {
    title: "Animator",
    fragment: inRover("PEEKING", "view=animator&run=database.changes%20exec.start&step=1"),
    ready: async (page) => {
      await see(page.getByRole("region", { name: "Possible actions" }).getByRole("button"));
      await see(page.getByRole("region", { name: "The machine of CHECKER" }).locator("svg"));
    },
  },
  {
    title: "Trace",
    fragment: inRover("PEEKING", "view=trace&result=1&step=4"),
    ready: (page) => see(run(page)),
  },
  {
    title: "Assumption",
    fragment: inRover("LOCKING", `view=assumption&module=${MODULE}`),
    ready: async (page) => {
      await see(page.getByText(/^holds if the environment satisfies/));
      await see(picture(page));
    },
  },
  {
    title: "Proof",
    fragment: inRover("LOCKING", "view=proof&proof=1&rule=sym&round=2"),
    ready: async (page) => {
      await see(page.getByText("RACE_FREE holds"));
      await see(picture(page));
    },
  },
  {
    title: "Compatibility",
    fragment: "file=queue/v4.lts&view=compat&baseline=queue/v4.lts:WRITE&candidate=queue/v5.lts:WRITE",
    ready: async (page) => {
      await see(page.getByText(/^incompatible/i));
      await see(page.getByRole("region", { name: "baseline: WRITE" }).locator("svg"));
    },
  },
];
