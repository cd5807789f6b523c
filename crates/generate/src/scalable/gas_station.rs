//! The self-serve gas station \[HL85\], in the queueing form: `k` customers, two pumps, an operator.
//!
//! The operator is written as a thread and what it remembers: the length of the line at each pump, the place
//! of each customer in the lines, and whom each pump was last switched on for. So no process grows with the
//! orders in which customers can wait, although the system does.

use super::{fill, names};
use crate::catalog::Variant;

const TEXT: &str = r"// A self-serve gas station: $K customers, two pumps, an operator.$WHAT
//
// A customer prepays for a pump and learns how many are ahead. The operator calls the first in line (go), switches the
// pump on and, when the pump has reported the amount (charge), gives the change to the customer who was called.
//
// Property CHANGE, for pump 1: the change for what pump 1 charges goes to the customer who used pump 1. It needs
// both sides: the operator must remember whom it called, the customers must not overtake each other.
// Split of the papers: {OPERATOR and what it remembers (LINE, PLACE, DEBT), PUMP(1)} against {customers, PUMP(2)}.
// Sources: the actors, the order of their actions, the property and the split are those of the literature; that
// customers are called by name is ours (the published model is not public), and so are the numbers of states.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
range Cust = 1..K
range Pump = 1..2
range Ahead = 0..K-1

$CUSTOMER
PUMP(P=1) = (activate[P] -> cust[c:Cust].start[P] -> cust[c].finish[P] -> charge[P] -> PUMP).

OPERATOR = (cust[Cust].prepay[Pump][Ahead] -> OPERATOR
           |cust[Cust].go[p:Pump] -> activate[p] -> OPERATOR
           |charge[Pump] -> cust[Cust].change -> OPERATOR).

// The number of customers waiting at pump P.
LINE(P=1) = WAITING[0],
WAITING[n:0..K] = (when (n < K) cust[Cust].prepay[P][n] -> WAITING[n+1]
                  |when (n > 0) cust[Cust].go[P] -> WAITING[n-1]).

// The number of customers ahead of customer C in its line; the line moves up when the pump is switched on.
PLACE(C=1) = (cust[C].prepay[p:Pump][n:Ahead] -> AT[p][n] | activate[Pump] -> PLACE),
AT[p:Pump][n:Ahead] = (when (n == 0) cust[C].go[p] -> PLACE
                      |when (n > 0) activate[p] -> AT[p][n-1]
                      |activate[3-p] -> AT[p][n]).

// The customer who was called to pump P and gets the change.
DEBT(P=1) = (cust[c:Cust].go[P] -> CALLED[c] | cust[Cust].change -> DEBT),
CALLED[c:Cust] = (charge[P] -> DUE[c] | cust[Cust].change -> CALLED[c]),
DUE[c:Cust] = (cust[c].change -> DEBT).

property CHANGE = (cust[c:Cust].start[1] -> USED[c] | cust[Cust].change -> CHANGE),
USED[c:Cust] = (charge[1] -> CHARGED[c] | cust[Cust].change -> USED[c]),
CHARGED[c:Cust] = (cust[c].change -> CHANGE).

||T = (OPERATOR || forall[p:Pump] (LINE(p) || DEBT(p)) || forall[c:Cust] PLACE(c)
      || PUMP(1) || PUMP(2) || cust[Cust]:CUSTOMER || CHANGE).
";

const CALLED: &str = r"// A customer who is offered change takes it.
CUSTOMER = (prepay[p:Pump][Ahead] -> PAID[p]),
PAID[p:Pump] = (go[p] -> AT_PUMP[p] | change -> CUSTOMER),
AT_PUMP[p:Pump] = (start[p] -> finish[p] -> change -> CUSTOMER | change -> CUSTOMER).
";

const UNCALLED: &str = r"// A customer who is offered change takes it. The fault: customers do not wait to be called, so the order of the line is lost.
CUSTOMER = (prepay[p:Pump][Ahead] -> AT_PUMP[p]),
AT_PUMP[p:Pump] = (start[p] -> finish[p] -> change -> CUSTOMER | change -> CUSTOMER).
";

/// The text with `k ≥ 2` customers.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, customer) = match variant {
        Variant::Correct => ("", "//@ T deadlock holds\n//@ T safety CHANGE holds\n", CALLED),
        Variant::Faulty => (
            "\n// Faulty: the order of the line is lost.",
            "//@ T deadlock holds\n//@ T safety CHANGE violated\n",
            UNCALLED,
        ),
    };
    let split = names(&["OPERATOR", "LINE(1)", "LINE(2)", "DEBT(1)", "DEBT(2)", "PUMP(1)"], 1..=k, |c| {
        format!("PLACE({c})")
    });
    fill(TEXT, k, &[("$SPLIT", &split), ("$WHAT", what), ("$CLAIMS\n", claims), ("$CUSTOMER", customer)])
}
