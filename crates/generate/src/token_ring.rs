//! A ring of stations around which a token goes: who holds it may enter.

use rely_lts::{Actions, Component, Hiding, System};

use crate::catalog::Variant;
use crate::family::{Counts, Family, Sketch, component, fitting_counts, property};

/// A ring of `n ≥ 2` stations. A station asks when it likes, enters only while it holds the token, and passes
/// the token on; `station.i.enter` and `station.i.exit` are visible. The property `MUTEX` says that nobody
/// enters before the last one has left. `3·n·2^(n−1)` states.
pub fn token_ring(actions: &Actions, n: usize) -> Family {
    assert!(n >= 2, "the token is passed to another station");
    let mut components: Vec<Component> = (0..n).map(|i| station(actions, i, n)).collect();
    components.push(mutex(actions, n));
    let mut system = System::new("T", actions, components);
    let visible = |i: usize| ["enter", "exit"].map(|what| format!("station.{i}.{what}"));
    system.hiding = Hiding::Interface((0..n).flat_map(visible).collect());
    let (states, transitions) = fitting_counts(counts(n));
    Family { system, fsp: Some(text(n, Variant::Correct)), states, transitions }
}

fn station(actions: &Actions, i: usize, n: usize) -> Component {
    const IDLE: usize = 0;
    const WAITING: usize = 1;
    const HOLDING: usize = 2;
    const READY: usize = 3;
    const INSIDE: usize = 4;
    let act = |what: &str| format!("station.{i}.{what}");
    let (put, get) = (format!("pass.{i}"), format!("pass.{}", (i + n - 1) % n));
    let mut station = Sketch::new(actions, if i == 0 { HOLDING } else { IDLE });
    station.edge(IDLE, &act("request"), WAITING);
    station.edge(IDLE, &get, HOLDING);
    station.edge(WAITING, &get, READY);
    station.edge(HOLDING, &act("request"), READY);
    station.edge(HOLDING, &put, IDLE);
    station.edge(READY, &act("enter"), INSIDE);
    station.edge(INSIDE, &act("exit"), HOLDING);
    component(format!("station.{i}:STATION"), "STATION", station.finish())
}

/// Nobody is inside (0), or station i is (i + 1).
fn mutex(actions: &Actions, n: usize) -> Component {
    let mut mutex = Sketch::new(actions, 0);
    let act = |i: usize, what: &str| format!("station.{i}.{what}");
    for i in 0..n {
        mutex.edge(0, &act(i, "enter"), i + 1);
        mutex.error(0, &act(i, "exit"));
        mutex.edge(i + 1, &act(i, "exit"), 0);
        for j in 0..n {
            mutex.error(i + 1, &act(j, "enter"));
            if j != i {
                mutex.error(i + 1, &act(j, "exit"));
            }
        }
    }
    property("MUTEX", mutex.finish())
}

/// The text of a ring. The faulty one has a second token, half way around.
pub(crate) fn text(n: usize, variant: Variant) -> String {
    let (what, verdict, first) = match variant {
        Variant::Correct => ("", "holds", "i==0"),
        Variant::Faulty => (" Faulty: there is a second token.", "violated", "i==0 || i==N/2"),
    };
    let tokens = |i: usize| u8::from(i == 0 || variant == Variant::Faulty && i == n / 2);
    let half: Vec<_> = (0..n / 2).map(|i| format!("station.{i}:STATION({})", tokens(i))).collect();
    let half = half.join(",");
    format!(
        "// A token goes around a ring of stations; the station that holds it may enter.{what}\n//\n\
         // Split of the papers: one part per station; two-way {{half of the ring}} against the other half.\n\
         //@ T deadlock holds\n//@ T safety MUTEX {verdict}\n//@ T split {half}\n\n\
         const N = {n}\nrange Id = 0..N-1\n\n\
         STATION(First=0) = if First then HOLDING else IDLE,\n\
         IDLE = (request -> WAITING | get -> HOLDING),\n\
         WAITING = (get -> READY),\n\
         HOLDING = (request -> READY | put -> IDLE),\n\
         READY = (enter -> INSIDE),\n\
         INSIDE = (exit -> HOLDING).\n\n\
         // No station enters before the last one has left.\n\
         property MUTEX = (station[i:Id].enter -> station[i].exit -> MUTEX).\n\n\
         ||T = (forall[i:Id] station[i]:STATION({first}) || MUTEX)\n  \
         / {{forall[i:Id] {{pass[i]/station[i].put, pass[i]/station[(i+1)%N].get}}}}\n  \
         @ {{station[Id].{{enter, exit}}}}.\n"
    )
}

/// The holder is in one of three states, every other station in one of two. The holder has 2, 1 and 1 moves,
/// an idle station one.
pub(crate) fn counts(n: usize) -> Counts {
    if n > 100 {
        return (u128::MAX, u128::MAX);
    }
    let (n, others) = (n as u128, 1u128 << (n - 1));
    (3 * n * others, 4 * n * others + 3 * n * (n - 1) * others / 2)
}
