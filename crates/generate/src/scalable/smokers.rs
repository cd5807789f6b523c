//! The cigarette smokers \[Pat71\], by pushers as Parnas \[Par75\] has it, with `k` ingredients.

use super::{fill, names};
use crate::catalog::Variant;

const TEXT: &str = r"// The cigarette smokers: an agent, $K smokers, semaphores.$WHAT
//
// Every smoker has one ingredient and needs all the others. The agent puts all but one on the table, each with the semaphore
// of that ingredient. A pusher takes an ingredient and notes it on the board; when all but one are noted, the board
// wakes the smoker who has the missing one. The agent continues when that smoker has smoked.
//
// Property ONE: one smokes at a time.
// Split of the papers: all two-way splits were tried; a natural one is {smokers} against the rest.
// Sources: the problem and the solution are the published ones for three smokers; more than three, and that the
// papers use the solution by pushers, are ours.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
const All = (1 << K) - 1
range Smoker = 1..K
range Items = 0..All

AGENT = (idle.down -> choose[i:Smoker] -> PUT[i][1]),
PUT[i:Smoker][j:1..K+1] = if (j > K) then AGENT
    else if (j == i) then PUT[i][j+1]
    else (item[j].up -> PUT[i][j+1]).

PUSHER(J=1) = (item[J].down -> mutex[J].down -> note[J] -> mutex[J].up -> PUSHER).

BOARD = NOTED[0],
NOTED[s:Items] = (note[j:Smoker] -> LOOK[s | (1 << (j-1))][1]),
LOOK[s:Items][i:1..K+1] = if (i > K) then NOTED[s]
    else if (s == All - (1 << (i-1))) then (smoker[i].wake.up -> NOTED[0])
    else LOOK[s][i+1].

SMOKER = (wake.down -> $SMOKE -> SMOKER).

// The semaphores; that of the agent is initially up.
IDLE = (idle.down -> smoker[Smoker].done -> IDLE).
MUTEX = (mutex[j:Smoker].down -> mutex[j].up -> MUTEX).
SEMAPHORE = (up -> down -> SEMAPHORE).

property ONE = (smoker[i:Smoker].start -> smoker[i].stop -> ONE).

||T = (AGENT || IDLE || MUTEX || BOARD
      || forall[i:Smoker] (PUSHER(i) || item[i]:SEMAPHORE || smoker[i]:SMOKER || smoker[i].wake:SEMAPHORE)
      || ONE).
";

/// The text with `k ≥ 2` smokers.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, smoke) = match variant {
        Variant::Correct => ("", "//@ T deadlock holds\n//@ T safety ONE holds\n", "start -> stop -> done"),
        Variant::Faulty => (
            "\n// Faulty: a smoker calls the agent before it has smoked.",
            "//@ T deadlock holds\n//@ T safety ONE violated\n",
            "done -> start -> stop",
        ),
    };
    let split = names(&[], 1..=k, |i| format!("smoker.{i}:SMOKER"));
    fill(TEXT, k, &[("$SPLIT", &split), ("$WHAT", what), ("$CLAIMS\n", claims), ("$SMOKE", smoke)])
}
