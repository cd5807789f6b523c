//! A relay: `k` stages pass messages on, each handed over with an acknowledgement \[CAC08\].

use super::{fill, names};
use crate::catalog::Variant;

const TEXT: &str = r"// A relay: messages go through $K stages.$WHAT
//
// Between two stages is a link that holds one message; a second one would overwrite it. A stage acknowledges what it
// takes from its link, and does not put the next message on the other link before its own was acknowledged. The source
// numbers its messages 0, 1, 0, 1, ...
//
// Property ORDER: they come out as 0, 1, 0, 1, ...; none is lost, none is duplicated.
// Split of the papers: all two-way splits were tried; a natural one is {first half of the stages and links} against
// {second half}.
// Sources: only the hand-over of messages with acknowledgments is from the literature; the rest is ours.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
range Tag = 0..1

SOURCE = (put[0][0] -> ack[0] -> put[0][1] -> ack[0] -> SOURCE).

LINK(I=0) = (put[I][b:Tag] -> FULL[b]),
FULL[b:Tag] = (get[I][b] -> LINK | put[I][c:Tag] -> FULL[c]).

STAGE(I=1) = (get[I-1][b:Tag] -> ack[I-1] -> put[I][b] -> ack[I] -> STAGE).
$FAULT
SINK = (get[K][Tag] -> ack[K] -> SINK).

property ORDER = (get[K][0] -> get[K][1] -> ORDER).

||T = (SOURCE || LINK(0) || $FIRST || LINK(1) || forall[i:2..K] (STAGE(i) || LINK(i)) || SINK || ORDER).
";

const IMPATIENT: &str = r"
// It does not wait for the acknowledgment.
IMPATIENT(I=1) = (get[I-1][b:Tag] -> TAKEN[b] | ack[I] -> IMPATIENT),
TAKEN[b:Tag] = (ack[I-1] -> READY[b] | ack[I] -> TAKEN[b]),
READY[b:Tag] = (put[I][b] -> IMPATIENT | ack[I] -> READY[b]).
";

/// The text with `k ≥ 2` stages.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, fault, first) = match variant {
        Variant::Correct => ("", "//@ T deadlock holds\n//@ T safety ORDER holds\n", "", "STAGE(1)"),
        Variant::Faulty => (
            "\n// Faulty: the first stage does not wait for acknowledgments.",
            "//@ T deadlock holds\n//@ T safety ORDER violated\n",
            IMPATIENT,
            "IMPATIENT(1)",
        ),
    };
    let split =
        names(&["SOURCE", "LINK(0)", first, "LINK(1)"], 2..=k / 2, |i| format!("STAGE({i}),LINK({i})"));
    fill(
        TEXT,
        k,
        &[("$SPLIT", &split), ("$WHAT", what), ("$CLAIMS\n", claims), ("$FAULT", fault), ("$FIRST", first)],
    )
}
