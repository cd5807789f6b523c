//! Dining philosophers who eat for a while, with the safety property that neighbors do not eat at the same
//! time.

use super::fill;
use crate::catalog::Variant;

const TEXT: &str = r"// Dining philosophers: $K seats; one takes its right fork first, so they cannot deadlock.$WHAT
//
// Property NEIGHBORS: philosophers 0 and 1, who share a fork, do not eat at the same time. (Other neighbors are alike.)
// Split of the papers: n-way, one part per philosopher with its left fork; two-way {philosophers 0 and 1} against
// the rest.
// Sources: the problem is well known; the papers check different properties of it.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
range Seat = 0..K-1

PHIL = (left.get -> right.get -> start -> stop -> left.put -> right.put -> PHIL).
LEFTY = (right.get -> left.get -> start -> stop -> left.put -> right.put -> LEFTY).
$FAULT
FORK = (get -> put -> FORK).

property NEIGHBORS = (phil[i:0..1].start -> phil[i].stop -> NEIGHBORS).

||T = (phil[0]:LEFTY || phil[1]:$SECOND || phil[2..K-1]:PHIL
      || forall[i:Seat] {phil[i].left, phil[(i-1+K)%K].right}::FORK || NEIGHBORS).
";

const GREEDY: &str = "// It eats with one fork, and that is not the one it shares with philosopher 0.\n\
GREEDY = (right.get -> start -> stop -> right.put -> GREEDY) + {left.{get, put}}.\n";

/// The text with `k ≥ 3` seats.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, fault, second) = match variant {
        Variant::Correct => ("", "//@ T deadlock holds\n//@ T safety NEIGHBORS holds\n", "", "PHIL"),
        Variant::Faulty => (
            "\n// Faulty: philosopher 1 eats with one fork.",
            "//@ T deadlock holds\n//@ T safety NEIGHBORS violated\n",
            GREEDY,
            "GREEDY",
        ),
    };
    let split = format!("phil.0:LEFTY,phil.1:{second}");
    fill(
        TEXT,
        k,
        &[
            ("$SPLIT", &split),
            ("$WHAT", what),
            ("$CLAIMS\n", claims),
            ("$FAULT\n", fault),
            ("$SECOND", second),
        ],
    )
}
