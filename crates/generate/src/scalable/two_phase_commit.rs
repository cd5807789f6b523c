//! Two-phase commit [Gra78]: a coordinator and `k` participants, with messages that take time.

use super::fill;
use crate::catalog::Variant;

const TEXT: &str = r"// Two-phase commit: a coordinator and $K participants.$WHAT
//
// In every round the coordinator asks all participants, collects their votes, and orders all of them to commit if all voted
// yes, otherwise to abort; it waits until all are done. A participant that votes no aborts at once. Every message has one
// place in a channel between sender and receiver.
//
// Property AGREE: no participant commits in a round in which another aborts.
// Split of the papers: {COORDINATOR} against {participants and channels}; n-way: one part per participant.
// Sources: the protocol is well known; the papers' models of it differ in messages and in failures.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
range Part = 1..K

COORDINATOR = (begin -> ASK[1]),
ASK[i:Part] = (to[i].in.ask -> if (i < K) then ASK[i+1] else COLLECT[0][1]),
COLLECT[n:0..K][ok:0..1] = if (n < K)
    then (from[Part].out.yes -> COLLECT[n+1][ok] | from[Part].out.no -> COLLECT[n+1][$NO])
    else if (ok) then COMMIT[1] else ABORT[1],
COMMIT[i:Part] = (to[i].in.commit -> if (i < K) then COMMIT[i+1] else DONE[1]),
ABORT[i:Part] = (to[i].in.abort -> if (i < K) then ABORT[i+1] else DONE[1]),
DONE[n:Part] = (from[Part].out.done -> if (n < K) then DONE[n+1] else COORDINATOR).

PARTICIPANT(I=1) = (to[I].out.ask -> VOTE),
VOTE = (from[I].in.yes -> PREPARED | from[I].in.no -> part[I].abort -> REFUSED),
PREPARED = (to[I].out.commit -> part[I].commit -> DONE | to[I].out.abort -> part[I].abort -> DONE),
REFUSED = (to[I].out.{commit, abort} -> DONE),
DONE = (from[I].in.done -> PARTICIPANT).

TO = (in[m:{ask, commit, abort}] -> out[m] -> TO).
FROM = (in[m:{yes, no, done}] -> out[m] -> FROM).

property AGREE = (begin -> AGREE | part[Part].commit -> COMMITTED | part[Part].abort -> ABORTED),
COMMITTED = (begin -> AGREE | part[Part].commit -> COMMITTED),
ABORTED = (begin -> AGREE | part[Part].abort -> ABORTED).

||T = (COORDINATOR || forall[i:Part] (PARTICIPANT(i) || to[i]:TO || from[i]:FROM) || AGREE).
";

/// The text with `k ≥ 2` participants.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, no) = match variant {
        Variant::Correct => ("", "//@ T deadlock holds\n//@ T safety AGREE holds\n", "0"),
        Variant::Faulty => (
            "\n// Faulty: the coordinator commits after a vote of no.",
            "//@ T deadlock holds\n//@ T safety AGREE violated\n",
            "ok",
        ),
    };
    let split = "COORDINATOR".to_string();
    fill(TEXT, k, &[("$SPLIT", &split), ("$WHAT", what), ("$CLAIMS\n", claims), ("$NO", no)])
}
