//! The client of the user interface system Chiron: `k` artists are notified of the events of an abstract data
//! type.
//!
//! Two forms, as in [CAC08]: one dispatcher that does everything, or a dispatcher with one event dispatcher
//! per event, where the lists of artists are shared and locked. Five properties; each of the five targets
//! `T1` … `T5` has one, and in the faulty variant the fault that breaks it.

use super::fill;
use crate::catalog::Variant;

/// Which dispatcher notifies the artists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dispatchers {
    /// The dispatcher itself.
    Single,
    /// One event dispatcher per event.
    Multiple,
}

const HEAD: &str = r"// Chiron: $K artists draw an abstract data type and are notified of its two events. $FORM$WHAT
//
// The client initialization starts the artist manager and the wrapper of the data type. The manager starts the artists, also
// those that have ended. An artist registers for an event (register ... registered), unregisters (unregister ...
// unregistered), and accepts notifications at any time. The wrapper signals the event of every call to the
// dispatcher, which $STORY
//
// Properties, for artist 1 and event 1 where they concern a single one:
//   P1  the artist does not register twice without unregistering
//   P2  if it is registered, it is notified of the event before the next event is received
//   P3  artists are notified of the event only after it was received, and before the other one is
//   P4  the artist is not notified unless it is registered
//   P5  there are never more registrations for the event than artists
// $SPLIT
// Sources: the processes, P2 and P3 are those of the literature, and P4 is published for one artist and one
// event; the numbers of P1, P4 and P5 are ours, and so is the order of notification, by number (it was that
// of registration).
//
$CLAIMS

const K = $K
range Artist = 1..K
range Event = 1..2

CLIENT = (init.manager -> init.wrapper -> STOP).

MANAGER = (init.manager -> START[1]),
START[i:Artist] = (artist[i].start -> if (i < K) then START[i+1] else RUN),
RUN = (artist[i:Artist].end -> artist[i].start -> RUN).

WRAPPER = (init.wrapper -> READY),
READY = (call[e:Event] -> event[e] -> READY).

// For which of the two events is it registered?
ARTIST = (start -> LIVE[0][0]),
LIVE[a:0..1][b:0..1] = (notify[Event] -> LIVE[a][b]
                       |when (!a) register[1] -> JOIN[1][1][b]
                       |when (!b) register[2] -> JOIN[2][a][1]
                       |when (a) unregister[1] -> LEAVE[1][0][b]
                       |when (b) unregister[2] -> LEAVE[2][a][0]
                       |when (!a && !b) end -> ARTIST),
JOIN[e:Event][a:0..1][b:0..1] = (registered[e] -> LIVE[a][b] | notify[Event] -> JOIN[e][a][b]),
LEAVE[e:Event][a:0..1][b:0..1] = (unregistered[e] -> LIVE[a][b] | notify[Event] -> LEAVE[e][a][b]).

// Is an artist in the list of an event?
ENTRY = (look[0] -> ENTRY | remove -> ENTRY | add -> SET),
SET = (look[1] -> SET | add -> SET | remove -> ENTRY).

";

const MULTIPLE: &str = r"LOCK = (list.acquire -> list.release -> LOCK | walk.acquire -> walk.release -> LOCK).

// Between events (0) or until the dispatcher of event m is done.
DISPATCHER = AT[0],
AT[m:0..2] = (artist[i:Artist].register[e:Event] -> lock[e].list.acquire -> entry[e][i].add
                -> lock[e].list.release -> artist[i].registered[e] -> AT[m]
             |artist[i:Artist].unregister[e:Event] -> lock[e].list.acquire -> entry[e][i].remove
                -> lock[e].list.release -> artist[i].unregistered[e] -> AT[m]
             |when (m == 0) event[e:Event] -> dispatch[e] -> AT[e]
             |when (m > 0) done[m] -> AT[0]).

EVENT_DISPATCHER(E=1) = (dispatch[E] -> lock[E].walk.acquire -> WALK[1]),
WALK[j:1..K+1] = if (j > K) then (lock[E].walk.release -> done[E] -> EVENT_DISPATCHER)
    else (entry[E][j].look[0] -> WALK[j+1]
         |entry[E][j].look[1] -> artist[j].notify[E] -> WALK[j+1]).

||BASE = (CLIENT || MANAGER || WRAPPER || forall[e:Event] (lock[e]:LOCK || entry[e][Artist]:ENTRY)).
||CHIRON = (BASE || artist[Artist]:ARTIST || DISPATCHER || EVENT_DISPATCHER(1) || EVENT_DISPATCHER(2)).

";

const MULTIPLE_FAULTS: &str = r"// It does not wait for the event dispatcher.
HASTY = (artist[i:Artist].register[e:Event] -> lock[e].list.acquire -> entry[e][i].add
           -> lock[e].list.release -> artist[i].registered[e] -> HASTY
        |artist[i:Artist].unregister[e:Event] -> lock[e].list.acquire -> entry[e][i].remove
           -> lock[e].list.release -> artist[i].unregistered[e] -> HASTY
        |event[e:Event] -> dispatch[e] -> HASTY
        |done[Event] -> HASTY).

// It does not lock the list.
UNLOCKED(E=1) = (dispatch[E] -> WALK[1]),
WALK[j:1..K+1] = if (j > K) then (done[E] -> UNLOCKED)
    else (entry[E][j].look[0] -> WALK[j+1]
         |entry[E][j].look[1] -> artist[j].notify[E] -> WALK[j+1])
    + {lock[E].walk.{acquire, release}}.

||TWICE = (BASE || artist[1]:FORGETFUL || artist[2..K]:ARTIST || DISPATCHER
          || EVENT_DISPATCHER(1) || EVENT_DISPATCHER(2)).
||EARLY = (BASE || artist[Artist]:ARTIST || HASTY || EVENT_DISPATCHER(1) || EVENT_DISPATCHER(2)).
||WRONG = (BASE || artist[Artist]:ARTIST || DISPATCHER || UNLOCKED(1) || UNLOCKED(2)).

";

const SINGLE: &str = r"DISPATCHER = (artist[i:Artist].register[e:Event] -> entry[e][i].add -> artist[i].registered[e] -> DISPATCHER
             |artist[i:Artist].unregister[e:Event] -> entry[e][i].remove -> artist[i].unregistered[e] -> DISPATCHER
             |event[e:Event] -> WALK[e][1]),
WALK[e:Event][j:1..K+1] = if (j > K) then (done[e] -> DISPATCHER)
    else (entry[e][j].look[0] -> WALK[e][j+1]
         |entry[e][j].look[1] -> artist[j].notify[e] -> WALK[e][j+1]).

||BASE = (CLIENT || MANAGER || WRAPPER || entry[Event][Artist]:ENTRY).
||CHIRON = (BASE || artist[Artist]:ARTIST || DISPATCHER).

";

const SINGLE_FAULTS: &str = r"// It receives the next event (f) before it has notified the artists of this one (e).
HASTY = AT[0][1][0],
AT[e:0..2][j:1..K+1][f:0..2] = if (e > 0 && j > K) then (done[e] -> AT[f][1][0])
    else (when (e == 0) artist[i:Artist].register[g:Event] -> entry[g][i].add -> artist[i].registered[g] -> AT[e][j][f]
         |when (e == 0) artist[i:Artist].unregister[g:Event] -> entry[g][i].remove -> artist[i].unregistered[g] -> AT[e][j][f]
         |when (e == 0) event[g:Event] -> AT[g][1][0]
         |when (e > 0 && f == 0) event[g:Event] -> AT[e][j][g]
         |when (e > 0) entry[e][j].look[0] -> AT[e][j+1][f]
         |when (e > 0) entry[e][j].look[1] -> artist[j].notify[e] -> AT[e][j+1][f]).

// It notifies all artists.
BLIND = (artist[i:Artist].register[e:Event] -> entry[e][i].add -> artist[i].registered[e] -> BLIND
        |artist[i:Artist].unregister[e:Event] -> entry[e][i].remove -> artist[i].unregistered[e] -> BLIND
        |event[e:Event] -> WALK[e][1]),
WALK[e:Event][j:1..K+1] = if (j > K) then (done[e] -> BLIND)
    else (entry[e][j].look[0..1] -> artist[j].notify[e] -> WALK[e][j+1]).

||TWICE = (BASE || artist[1]:FORGETFUL || artist[2..K]:ARTIST || DISPATCHER).
||EARLY = (BASE || artist[Artist]:ARTIST || HASTY).
||WRONG = (BASE || artist[Artist]:ARTIST || BLIND).

";

const FORGETFUL: &str = r"// The faults, each for the properties it violates.

// It forgets that it is registered for event 1.
FORGETFUL = (start -> LIVE[0][0]),
LIVE[a:0..1][b:0..1] = (notify[Event] -> LIVE[a][b]
                       |register[1] -> JOIN[1][1][b]
                       |when (!b) register[2] -> JOIN[2][a][1]
                       |when (a) unregister[1] -> LEAVE[1][0][b]
                       |when (b) unregister[2] -> LEAVE[2][a][0]
                       |when (!a && !b) end -> FORGETFUL),
JOIN[e:Event][a:0..1][b:0..1] = (registered[e] -> LIVE[a][b] | notify[Event] -> JOIN[e][a][b]),
LEAVE[e:Event][a:0..1][b:0..1] = (unregistered[e] -> LIVE[a][b] | notify[Event] -> LEAVE[e][a][b]).

";

const PROPERTIES: &str = r"property P1 = (artist[1].register[1] -> artist[1].unregister[1] -> P1).

property P2 = (artist[1].registered[1] -> IN | {artist[1].{unregister, notify}[1], event[Event]} -> P2),
IN = (event[1] -> DUE | artist[1].unregister[1] -> P2 | {artist[1].{registered, notify}[1], event[2]} -> IN),
DUE = (artist[1].notify[1] -> IN | artist[1].unregister[1] -> P2 | artist[1].registered[1] -> DUE).

property P3 = (event[1] -> RECEIVED | event[2] -> P3),
RECEIVED = ({artist[Artist].notify[1], event[1]} -> RECEIVED | event[2] -> P3).

property P4 = (artist[1].register[1] -> IN | artist[1].unregistered[1] -> P4),
IN = (artist[1].{register, notify}[1] -> IN | artist[1].unregistered[1] -> P4).

property P5 = COUNT[0],
COUNT[n:0..K] = (when (n < K) artist[Artist].registered[1] -> COUNT[n+1]
                |when (n > 0) artist[Artist].unregistered[1] -> COUNT[n-1]).

";

/// In which system each property is asked, correct and faulty.
const TARGETS: [(&str, &str, &str); 5] = [
    ("P1", "CHIRON", "TWICE"),
    ("P2", "CHIRON", "EARLY"),
    ("P3", "CHIRON", "EARLY"),
    ("P4", "CHIRON", "WRONG"),
    ("P5", "CHIRON", "TWICE"),
];

/// The text with `k ≥ 2` artists.
pub(crate) fn text(k: usize, dispatchers: Dispatchers, variant: Variant) -> String {
    // The first part where a property is asked, correct and faulty, with $ for the system.
    let (form, story, told, splits, body, faults) = match dispatchers {
        Dispatchers::Multiple => (
            "Multiple dispatchers.",
            "has the dispatcher of that event notify the artists in its list\n\
             // and waits until it is done before it accepts the next. Meanwhile artists may come and go: lists are locked.",
            "Split of the papers: {the two event dispatchers} against the rest.",
            &[
                (
                    "P2",
                    "$.EVENT_DISPATCHER(1),$.EVENT_DISPATCHER(2)",
                    "$.EVENT_DISPATCHER(1),$.EVENT_DISPATCHER(2)",
                ),
                (
                    "P3",
                    "$.EVENT_DISPATCHER(1),$.EVENT_DISPATCHER(2)",
                    "$.EVENT_DISPATCHER(1),$.EVENT_DISPATCHER(2)",
                ),
                ("P4", "$.EVENT_DISPATCHER(1),$.EVENT_DISPATCHER(2)", "$.UNLOCKED(1),$.UNLOCKED(2)"),
            ][..],
            MULTIPLE,
            MULTIPLE_FAULTS,
        ),
        Dispatchers::Single => (
            "Single dispatcher.",
            "notifies the artists in the list of that event before it accepts\n// anything else.",
            "Split: {the dispatcher} against the rest (ours; the papers split off the event dispatchers of the other form).",
            &[("P2", "$.DISPATCHER", "$.HASTY"), ("P4", "$.DISPATCHER", "$.BLIND")][..],
            SINGLE,
            SINGLE_FAULTS,
        ),
    };
    let what = match (variant, dispatchers) {
        (Variant::Correct, _) => "",
        (_, Dispatchers::Multiple) => "\n// Faulty: lists are not locked; other faults in T1, T2, T3 and T5.",
        (_, Dispatchers::Single) => {
            "\n// Faulty: notification without registration; other faults in T1, T2, T3 and T5."
        }
    };
    let verdict = if variant == Variant::Correct { "holds" } else { "violated" };
    let mut claims = String::new();
    let mut targets = String::new();
    for (i, (property, correct, faulty)) in TARGETS.iter().enumerate() {
        let system = if variant == Variant::Correct { correct } else { faulty };
        if let Some((_, correct, faulty)) = splits.iter().find(|(name, ..)| name == property) {
            let split = if variant == Variant::Correct { correct } else { faulty };
            claims.push_str(&format!("//@ T{} split {}\n", i + 1, split.replace('$', system)));
        }
        claims.push_str(&format!("//@ T{} safety {property} {verdict}\n", i + 1));
        targets.push_str(&format!("||T{} = ({system} || {property}).\n", i + 1));
    }
    let mut text = format!("{HEAD}{body}");
    match variant {
        Variant::Correct => {
            claims.push_str("//@ T deadlock holds\n//@ T safety P2 holds\n//@ T safety P4 holds\n");
            targets.push_str("||T = (CHIRON || P1 || P2 || P3 || P4 || P5).\n");
        }
        Variant::Faulty => {
            claims.push_str("//@ T deadlock holds\n//@ T safety P4 violated\n");
            targets.push_str("||T = (WRONG || P4).\n");
            text.push_str(FORGETFUL);
            text.push_str(faults);
        }
    }
    text.push_str(PROPERTIES);
    text.push_str(&targets);
    let parts =
        [("$FORM", form), ("$WHAT", what), ("$STORY", story), ("$SPLIT", told), ("$CLAIMS\n", &claims)];
    fill(&text, k, &parts)
}
