//! Milner's cyclic scheduler \[Mil89\].

use rely_lts::{Actions, Hiding, System};

use crate::family::{Counts, Family, Sketch, component, fitting_counts};

/// Milner's cyclic scheduler with `n ≥ 2` cells; only `cell.i.start` is visible, the token and stopping are
/// hidden. `2·n·2^n` states.
pub fn milner_scheduler(actions: &Actions, n: usize) -> Family {
    assert!(n >= 2, "the token is passed to another cell");
    let mut components = Vec::new();
    for i in 0..n {
        let (start, stop) = (format!("cell.{i}.start"), format!("cell.{i}.stop"));
        let (put, get) = (format!("pass.{i}"), format!("pass.{}", (i + n - 1) % n));
        // A cell has (token: 0 none, 1 before its start, 2 after it) and (busy: 0 or 1).
        let at = |token: usize, busy: usize| 2 * token + busy;
        let mut cell = Sketch::new(actions, if i == 0 { at(1, 0) } else { at(0, 0) });
        cell.edge(at(1, 0), &start, at(2, 1));
        for busy in 0..2 {
            cell.edge(at(0, busy), &get, at(1, busy));
            cell.edge(at(2, busy), &put, at(0, busy));
        }
        (0..3).for_each(|token| cell.edge(at(token, 1), &stop, at(token, 0)));
        components.push(component(format!("cell.{i}:CELL"), "CELL", cell.finish()));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Interface((0..n).map(|i| format!("cell.{i}.start")).collect());
    let (states, transitions) = fitting_counts(counts(n));
    Family { system, fsp: Some(text(n)), states, transitions }
}

/// The text of a scheduler.
pub(crate) fn text(n: usize) -> String {
    format!(
        "// Milner's cyclic scheduler: the cells start in turn, and stop when they like.\n\
         const N = {n}\nrange Cell = 0..N-1\n\n\
         // token: 0 none, 1 before the start, 2 after it; busy: started and not yet stopped\n\
         CELL(First=0) = C[First][0],\n\
         C[token:0..2][busy:0..1] = ( when (token==0) get -> C[1][busy]\n                         \
         | when (token==1 && busy==0) start -> C[2][1]\n                         \
         | when (token==2) put -> C[0][busy]\n                         \
         | when (busy==1) stop -> C[token][0] ).\n\n\
         // The cells start in their order.\n\
         property ORDER = NEXT[0],\n\
         NEXT[i:Cell] = (cell[i].start -> NEXT[(i+1)%N]).\n\n\
         ||SCHEDULER = (forall[i:Cell] cell[i]:CELL(i==0))\n  \
         / {{forall[i:Cell] {{pass[i]/cell[i].put, pass[i]/cell[(i+1)%N].get}}}}.\n\
         ||CHECKED = (SCHEDULER || ORDER).\n\
         ||T = SCHEDULER @ {{cell[Cell].start}}.\n"
    )
}

/// `2·n·2^n` states; the token moves in half of them (or waits for its cell to stop in a quarter), and every
/// busy cell may stop.
pub(crate) fn counts(n: usize) -> Counts {
    if n > 100 {
        return (u128::MAX, u128::MAX);
    }
    let (n, power) = (n as u128, 1u128 << n);
    (2 * n * power, n * power / 2 + n * n * power + n * power)
}
