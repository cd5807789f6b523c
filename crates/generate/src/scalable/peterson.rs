//! Peterson's mutual exclusion for `k` processes [Pet81]: `k − 1` stages, each of which keeps one back.

use super::fill;
use crate::catalog::Variant;

const TEXT: &str = r"// Peterson's mutual exclusion: $K processes and shared variables.$WHAT
//
// A process goes through K-1 stages. At a stage it sets its flag to the number of the stage and the turn of the stage to
// itself. It continues when no other flag is as high, or another process came later. Flags and turns are read one at a time.
//
// Property MUTEX: no process enters before the last one has left.
// Split of the papers: all two-way splits were tried; a natural one is {process 1, its FLAG} against the rest.
// Sources: the algorithm is the published one; that the papers use this form of it for k processes is a guess.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
range Proc = 1..K
range Flag = 0..K-1
range Stage = 1..K-1

PROC(I=1) = (ask -> AT[1]),
AT[l:1..K] = if (l == K) then (enter -> exit -> setflag[0] -> PROC)
    else ($SET -> SCAN[l][1]),
SCAN[l:Stage][j:1..K+1] = if (j > K) then AT[l+1] else if (j == I) then SCAN[l][j+1]
    else (readflag[j][v:Flag] -> if (v < l) then SCAN[l][j+1]
         else (readturn[l][t:Proc] -> if (t == I) then SCAN[l][1] else AT[l+1]))
    + {readflag[Proc][Flag]}.

FLAG(J=1) = VALUE[0],
VALUE[v:Flag] = (proc[J].setflag[w:Flag] -> VALUE[w] | proc[Proc].readflag[J][v] -> VALUE[v]).

TURN(L=1) = VALUE[1],
VALUE[t:Proc] = (proc[i:Proc].setturn[L] -> VALUE[i] | proc[Proc].readturn[L][t] -> VALUE[t]).

property MUTEX = (proc[i:Proc].enter -> proc[i].exit -> MUTEX).

||T = (forall[i:Proc] (proc[i]:PROC(i) || FLAG(i)) || forall[l:Stage] TURN(l) || MUTEX).
";

/// The text with `k ≥ 2` processes.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, set) = match variant {
        Variant::Correct => {
            ("", "//@ T deadlock holds\n//@ T safety MUTEX holds\n", "setflag[l] -> setturn[l]")
        }
        Variant::Faulty => (
            "\n// Faulty: the turn is set before the flag.",
            "//@ T deadlock holds\n//@ T safety MUTEX violated\n",
            "setturn[l] -> setflag[l]",
        ),
    };
    let split = "proc.1:PROC(1),FLAG(1)".to_string();
    fill(TEXT, k, &[("$SPLIT", &split), ("$WHAT", what), ("$CLAIMS\n", claims), ("$SET", set)])
}
