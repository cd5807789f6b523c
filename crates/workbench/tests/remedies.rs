//! Thirty faulty variants of correct models, each one edit away: how many get a remedy, and is it one?

use std::sync::Arc;
use std::time::Duration;

use rely_report::view::{CheckDocument, CheckKind, RemedyView, VerdictKind};
use rely_workbench::{CheckOptions, Control, Limits, ReadOptions, check, load_bytes, remedies};

const CROSSING: &str = "
CONTROLLER = (ns.request -> ns.green -> ns.red -> CONTROLLER
             | ew.request -> ew.green -> ew.red -> CONTROLLER).
CAR = (request -> green -> red -> CAR).
property SAFE = (ns.green -> ns.red -> SAFE | ew.green -> ew.red -> SAFE).
||S = (CONTROLLER || ns:CAR || ew:CAR || SAFE).";

const MUTEX: &str = "
LOCK = (acquire -> release -> LOCK).
CLIENT = (lock.acquire -> enter -> exit -> lock.release -> CLIENT).
property MUTEX = (a.enter -> a.exit -> MUTEX | b.enter -> b.exit -> MUTEX).
||S = (a:CLIENT || b:CLIENT || {a,b}::lock:LOCK || MUTEX).";

const BUFFER: &str = "
const N = 2
BUFFER = B[0],
B[i:0..N] = (when (i<N) put -> B[i+1] | when (i>0) get -> B[i-1]).
PRODUCER = (make -> put -> PRODUCER).
CONSUMER = (get -> use -> CONSUMER).
property BOUND = C[0],
C[i:0..N] = (when (i<N) put -> C[i+1] | when (i>0) get -> C[i-1]).
||S = (BUFFER || PRODUCER || CONSUMER || BOUND).";

const HANDSHAKE: &str = "
SENDER = (send -> WAIT),
WAIT = (ack -> SENDER | nack -> RETRY),
RETRY = (resend -> WAIT).
RECEIVER = (send -> CHECK | resend -> CHECK),
CHECK = (ack -> RECEIVER | nack -> RECEIVER).
property ORDER = (send -> O), O = (ack -> ORDER | nack -> resend -> O).
||S = (SENDER || RECEIVER || ORDER).";

const DOOR: &str = "
DOOR = CLOSED,
CLOSED = (open -> OPEN | lock -> LOCKED),
OPEN = (close -> CLOSED),
LOCKED = (unlock -> CLOSED).
LIFT = (call -> open -> enter -> close -> move -> LIFT | lock -> unlock -> LIFT).
property SHUT = (open -> close -> SHUT | move -> SHUT).
||S = (DOOR || LIFT || SHUT).";

const ACCOUNT: &str = "
ACCOUNT = A[0],
A[i:0..3] = (when (i<3) deposit -> A[i+1] | when (i>0) withdraw -> A[i-1] | close -> CLOSING),
CLOSING = (report -> A[0]).
CUSTOMER = (deposit -> SAVED | withdraw -> CUSTOMER), SAVED = (withdraw -> CUSTOMER | deposit -> withdraw -> SAVED | close -> report -> CUSTOMER).
property NEVER_BELOW = L[0], L[i:0..3] = (when (i<3) deposit -> L[i+1] | when (i>0) withdraw -> L[i-1] | close -> report -> L[0]).
||S = (ACCOUNT || CUSTOMER || NEVER_BELOW).";

/// The model, what was right, and the fault.
const FAULTS: [(&str, &str, &str); 30] = [
    (CROSSING, "ns.green -> ns.red -> CONTROLLER", "ns.green -> CONTROLLER"),
    (CROSSING, "ew.green -> ew.red -> CONTROLLER", "ew.green -> CONTROLLER"),
    (CROSSING, "ns.green -> ns.red -> CONTROLLER", "ns.green -> ns.red -> STOP"),
    (CROSSING, "CAR = (request -> green -> red -> CAR)", "CAR = (request -> green -> red -> STOP)"),
    (CROSSING, "ew.green -> ew.red -> CONTROLLER", "ew.green -> ew.red -> ew.red -> CONTROLLER"),
    (MUTEX, "LOCK = (acquire -> release -> LOCK)", "LOCK = (acquire -> LOCK | release -> LOCK)"),
    (MUTEX, "exit -> lock.release -> CLIENT", "exit -> CLIENT"),
    (MUTEX, "(lock.acquire -> enter", "(enter"),
    (MUTEX, "exit -> lock.release -> CLIENT", "exit -> lock.release -> STOP"),
    (MUTEX, "(acquire -> release -> LOCK)", "(acquire -> release -> LOCK | acquire -> STOP)"),
    (
        BUFFER,
        "when (i<N) put -> B[i+1] | when (i>0) get -> B",
        "when (i<=N) put -> B[i+1] | when (i>0) get -> B",
    ),
    (BUFFER, "when (i>0) get -> B[i-1]", "when (i>=0) get -> B[i-1]"),
    (BUFFER, "when (i>0) get -> B[i-1]", "get -> B[i-1]"),
    (BUFFER, "when (i>0) get -> B[i-1]", "when (i>0) get -> B[0]"),
    (
        BUFFER,
        "when (i<N) put -> B[i+1] | when (i>0) get -> B",
        "when (i<N) put -> B[i] | when (i>0) get -> B",
    ),
    (HANDSHAKE, "WAIT = (ack -> SENDER | nack -> RETRY)", "WAIT = (ack -> SENDER)"),
    (HANDSHAKE, "WAIT = (ack -> SENDER | nack -> RETRY)", "WAIT = (ack -> SENDER | nack -> SENDER)"),
    (HANDSHAKE, "(send -> CHECK | resend -> CHECK)", "(send -> CHECK)"),
    (HANDSHAKE, "RETRY = (resend -> WAIT)", "RETRY = (resend -> SENDER)"),
    (HANDSHAKE, "ack -> RECEIVER | nack -> RECEIVER", "ack -> STOP | nack -> RECEIVER"),
    (DOOR, "enter -> close -> move -> LIFT", "enter -> move -> close -> LIFT"),
    (DOOR, "enter -> close -> move -> LIFT", "enter -> move -> LIFT"),
    (DOOR, "OPEN = (close -> CLOSED)", "OPEN = (close -> LOCKED)"),
    (DOOR, "LOCKED = (unlock -> CLOSED)", "LOCKED = (unlock -> OPEN)"),
    (DOOR, "lock -> unlock -> LIFT", "lock -> unlock -> unlock -> LIFT"),
    (ACCOUNT, "when (i>0) withdraw -> A[i-1] | close", "withdraw -> A[i-1] | close"),
    (ACCOUNT, "CLOSING = (report -> A[0])", "CLOSING = (report -> STOP)"),
    (ACCOUNT, "deposit -> withdraw -> SAVED", "deposit -> deposit -> SAVED"),
    (ACCOUNT, "close -> report -> CUSTOMER", "close -> report -> report -> CUSTOMER"),
    (ACCOUNT, "close -> report -> CUSTOMER", "close -> report -> STOP"),
];

fn options() -> CheckOptions {
    CheckOptions { kinds: vec![CheckKind::Deadlock, CheckKind::Safety], ..CheckOptions::default() }
}

fn checked(text: &str) -> CheckDocument {
    let loaded = load_bytes("m.lts", text.as_bytes(), ReadOptions::default()).expect("a model");
    check(&loaded, &options(), &Control::unlimited()).expect("it can be checked").document
}

fn violated(document: &CheckDocument) -> usize {
    document.results.iter().filter(|result| result.verdict == VerdictKind::Violated).count()
}

/// The text with a remedy, applied by lines and columns as a reader of the document would.
fn applied(text: &str, remedy: &RemedyView) -> String {
    let offset = |line: u32, column: u32| {
        let before: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        before + column as usize - 1
    };
    let (start, end) = (offset(remedy.line, remedy.column), offset(remedy.end_line, remedy.end_column));
    format!("{}{}{}", &text[..start], remedy.text, &text[end..])
}

#[test]
fn most_faults_of_one_edit_get_a_remedy_that_was_checked() {
    let mut without = Vec::new();
    let mut tried = Vec::new();
    for (model, right, fault) in FAULTS {
        assert_eq!(model.matches(right).count(), 1, "{right}");
        assert_eq!(violated(&checked(model)), 0, "the model is correct without the fault: {model}");
        let faulty = model.replace(right, fault);
        let before = checked(&faulty);
        assert!(violated(&before) > 0, "the fault shows: {fault}");
        let loaded = load_bytes("m.lts", faulty.as_bytes(), ReadOptions::default()).expect("a model");
        let time = Duration::from_secs(10);
        let control = Control::timed(&Limits::default(), 1, Arc::default(), Some(time));
        let found = remedies(&loaded, &options(), &before, &control).expect("something is violated");
        if found.offered.is_empty() {
            without.push(format!("{fault} ({} tried, complete: {})", found.tried, found.complete));
        }
        tried.push(found.tried);
        for remedy in &found.offered {
            let text = applied(&faulty, remedy);
            let after = checked(&text);
            assert!(violated(&after) < violated(&before), "{remedy:?}\n{text}");
            for old in before.results.iter().filter(|old| old.verdict == VerdictKind::Holds) {
                let new = after.results.iter().find(|new| (new.kind, &new.name) == (old.kind, &old.name));
                assert!(new.is_some_and(|new| new.verdict == VerdictKind::Holds), "{remedy:?}\n{text}");
            }
        }
    }
    println!("{} without a remedy; tried: {tried:?}", without.len());
    assert!(without.len() <= 6, "{} without a remedy:\n{}", without.len(), without.join("\n"));
}

#[test]
fn nothing_is_offered_where_nothing_is_violated_or_nothing_helps() {
    let unlimited = Control::unlimited();
    let of = |text: &str| {
        let loaded = load_bytes("m.lts", text.as_bytes(), ReadOptions::default()).expect("a model");
        remedies(&loaded, &options(), &checked(text), &unlimited)
    };
    assert!(of(CROSSING).is_none());
    // Only the property could be changed, and it stays as it is.
    let hopeless =
        of("P = (a -> P). property NEVER = STOP + {a}. ||S = (P || NEVER).").expect("it is violated");
    assert!(hopeless.offered.is_empty() && hopeless.complete && hopeless.tried > 0, "{hopeless:?}");
}

#[test]
fn a_spent_budget_is_said() {
    let faulty = BUFFER.replace("when (i<N) put -> B[i+1]", "when (i<=N) put -> B[i+1]");
    let loaded = load_bytes("m.lts", faulty.as_bytes(), ReadOptions::default()).expect("a model");
    let control = Control::timed(&Limits::default(), 1, Arc::default(), Some(Duration::ZERO));
    let found = remedies(&loaded, &options(), &checked(&faulty), &control).expect("it is violated");
    assert!(!found.complete && found.offered.is_empty() && found.tried == 0);
}
