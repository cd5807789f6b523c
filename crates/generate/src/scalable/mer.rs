//! The resource arbiter of the Mars Exploration Rovers [HJ04]: `k` users compete for five resources.
//!
//! The arbiter is a thread that serves one request at a time, and one cell per resource that knows the
//! holder.

use super::{fill, names};
use crate::catalog::Variant;

const HEAD: &str = r"// The resource arbiter of the Mars Exploration Rovers: $K users, five resources.$WHAT
//
// A user requests a resource and uses it (start ... stop) between grant and cancel. The arbiter checks who holds that
// resource and those that conflict with it. A holder with a higher number is less important: its grant is rescinded,
// and the arbiter waits for its cancel. Otherwise the request is denied.
//
// Conflicts: every resource with itself, drive with comm, arm and tool.
// Property APART: no user communicates while another drives.
// Split of the papers: {half of the users} against {the other half, ARBITER and its HOLDERs}; n-way: one part per user.
// Sources: request, grant, deny, rescind, cancel, priorities and the conflict of comm with drive are those of the
// literature; the other conflicts, the order of importance, and start and stop are ours. The flight software has
// 11 threads and 15 resources.
//
$CLAIMS
//@ T split $SPLIT

const K = $K
range User = 1..K
set Res = {comm, drive, camera, arm, tool}

USER = (request[r:Res] -> ASKED[r]),
ASKED[r:Res] = (grant[r] -> HOLDS[r] | deny[r] -> USER),
HOLDS[r:Res] = (start[r] -> BUSY[r] | cancel[r] -> USER | rescind[r] -> cancel[r] -> USER),
BUSY[r:Res] = (stop[r] -> HOLDS[r] | rescind[r] -> stop[r] -> cancel[r] -> USER).

$HOLDER
// Check one resource after the other, if it conflicts with the requested one.
ARBITER = (user[u:User].request[r:Res] -> COMM[u][r]),
";

const TAIL: &str = r"GRANT[u:User][r:Res] = (user[u].grant[r] -> ARBITER)
    + {user[User].rescind[Res]}.

property APART = (user[User].start.comm -> COMM[1] | user[User].start.drive -> DRIVE[1]),
COMM[n:1..K] = (when (n < K) user[User].start.comm -> COMM[n+1]
               |user[User].stop.comm -> if (n > 1) then COMM[n-1] else APART),
DRIVE[n:1..K] = (when (n < K) user[User].start.drive -> DRIVE[n+1]
                |user[User].stop.drive -> if (n > 1) then DRIVE[n-1] else APART).

||T = (user[User]:USER || ARBITER || forall[r:Res] HOLDER(r) || APART).
";

const HOLDER: &str = r"HOLDER(R='comm) = (user[u:User].grant[R] -> HELD[u] | holder[R][0] -> HOLDER),
HELD[u:User] = (user[u].cancel[R] -> HOLDER | holder[R][u] -> HELD[u]).
";

const EAGER_HOLDER: &str = r"// The fault: after rescind a user no longer counts as the holder, and the arbiter does not wait for its cancel.
HOLDER(R='comm) = (user[u:User].grant[R] -> HELD[u] | holder[R][0] -> HOLDER
                  |user[User].{cancel, rescind}[R] -> HOLDER),
HELD[u:User] = (user[v:User].{cancel, rescind}[R] -> if (v == u) then HOLDER else HELD[u]
               |holder[R][u] -> HELD[u]).
";

/// The resources in the order in which the arbiter looks at them, and which requests conflict with each.
const RESOURCES: [(&str, &str); 5] = [
    ("comm", "r == 'comm || r == 'drive"),
    ("drive", "r != 'camera"),
    ("camera", "r == 'camera"),
    ("arm", "r == 'arm || r == 'drive"),
    ("tool", "r == 'tool || r == 'drive"),
];

/// The text with `k ≥ 2` users.
pub(crate) fn text(k: usize, variant: Variant) -> String {
    let (what, claims, holder) = match variant {
        Variant::Correct => ("", "//@ T deadlock holds\n//@ T safety APART holds\n", HOLDER),
        Variant::Faulty => (
            "\n// Faulty: grants before the rescinded holder cancels.",
            "//@ T deadlock holds\n//@ T safety APART violated\n",
            EAGER_HOLDER,
        ),
    };
    let mut text = HEAD.to_string();
    for (i, (resource, conflicts)) in RESOURCES.iter().enumerate() {
        let name = resource.to_uppercase();
        let next = RESOURCES.get(i + 1).map_or("GRANT".to_string(), |(next, _)| next.to_uppercase());
        let wait = if variant == Variant::Correct { &*format!("user[h].cancel.{resource} -> ") } else { "" };
        text.push_str(&format!(
            "{name}[u:User][r:Res] = if ({conflicts})\n    \
             then (holder.{resource}[0] -> {next}[u][r] | holder.{resource}[h:User] -> TAKE_{name}[u][r][h])\n    \
             else {next}[u][r],\n\
             TAKE_{name}[u:User][r:Res][h:User] = if (u < h)\n    \
             then (user[h].rescind.{resource} -> {wait}{next}[u][r] | user[h].cancel.{resource} -> {next}[u][r])\n    \
             else (user[u].deny[r] -> ARBITER),\n"
        ));
    }
    text.push_str(TAIL);
    let split = names(&[], 1..=k / 2, |u| format!("user.{u}:USER"));
    fill(&text, k, &[("$SPLIT", &split), ("$WHAT", what), ("$CLAIMS\n", claims), ("$HOLDER", holder)])
}
