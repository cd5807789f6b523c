//! Dining philosophers: all right-handed (they can deadlock), or one of them left-handed (they cannot).
//!
//! A philosopher holds at most two forks, and what it does next depends on its own place and on the forks
//! next to it. So the possible states are the words around the table in which no two neighbors hold the fork
//! between them; they and their moves are counted by products of 5 × 5 matrices. Every such word can be
//! reached, with one exception: they cannot all have eaten and hold only their right fork.

use rely_lts::{Actions, Component, Hiding, System};

use crate::family::{Counts, Family, component, fitting_counts, sketch};

/// Tables with more seats have more states than an LTS can.
const MOST_COUNTED: usize = 64;

/// The five steps of a philosopher, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    /// Takes the left fork first.
    Right,
    /// Takes the right fork first.
    Left,
}

impl Hand {
    fn steps(self) -> [&'static str; 5] {
        match self {
            Hand::Right => ["left.get", "right.get", "eat", "left.put", "right.put"],
            Hand::Left => ["right.get", "left.get", "eat", "left.put", "right.put"],
        }
    }

    /// Does a philosopher at this place of its round hold the fork on this side?
    fn holds(self, side: &str, place: usize) -> bool {
        let at = |step: &str| self.steps().iter().position(|known| *known == step).expect("a step");
        at(&format!("{side}.get")) < place && place <= at(&format!("{side}.put"))
    }
}

/// `n ≥ 2` dining philosophers, left fork first; only `phil.i.eat` is visible. Deadlock is reachable.
pub fn philosophers(actions: &Actions, n: usize) -> Family {
    table(actions, n, Hand::Right)
}

/// `n ≥ 2` dining philosophers of whom the first takes its right fork first; only `phil.i.eat` is visible.
/// There is no deadlock.
pub fn philosophers_corrected(actions: &Actions, n: usize) -> Family {
    table(actions, n, Hand::Left)
}

fn table(actions: &Actions, n: usize, first: Hand) -> Family {
    assert!(n >= 2, "there are two forks");
    let mut components = Vec::new();
    for i in 0..n {
        let (hand, process) =
            if i == 0 && first == Hand::Left { (Hand::Left, "LEFTY") } else { (Hand::Right, "PHIL") };
        components.push(philosopher(actions, i, hand, process));
        components.push(fork(actions, i, n));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Interface((0..n).map(|i| format!("phil.{i}.eat")).collect());
    let (states, transitions) = fitting_counts(counts(n, first == Hand::Left));
    Family { system, fsp: Some(text(n, first == Hand::Left)), states, transitions }
}

fn philosopher(actions: &Actions, i: usize, hand: Hand, process: &str) -> Component {
    let steps = hand.steps().map(|step| format!("phil.{i}.{step}"));
    let round: Vec<(usize, &str, usize)> = (0..5).map(|k| (k, &*steps[k], (k + 1) % 5)).collect();
    component(format!("phil.{i}:{process}"), process, sketch(actions, &round))
}

/// The fork to the left of `i`, which is to the right of its neighbor.
fn fork(actions: &Actions, i: usize, n: usize) -> Component {
    let users = [format!("phil.{i}.left"), format!("phil.{}.right", (i + n - 1) % n)];
    let (gets, puts) = (users.clone().map(|u| u + ".get"), users.clone().map(|u| u + ".put"));
    let lts = sketch(actions, &[(0, &gets[0], 1), (0, &gets[1], 1), (1, &puts[0], 0), (1, &puts[1], 0)]);
    component(format!("{{{}}}::FORK", users.join(",")), "FORK", lts)
}

/// The text of a table.
pub(crate) fn text(n: usize, corrected: bool) -> String {
    let phil = "PHIL = (left.get -> right.get -> eat -> left.put -> right.put -> PHIL).\n";
    let lefty = "LEFTY = (right.get -> left.get -> eat -> left.put -> right.put -> LEFTY).\n";
    let fork = "FORK = (get -> put -> FORK).\n";
    if corrected {
        return format!(
            "// Dining philosophers; the first takes its right fork first, so they cannot deadlock.\n\
             const N = {n}\nrange Seat = 0..N-1\n\n{phil}{lefty}{fork}\n\
             ||TABLE = (phil[0]:LEFTY || {{phil[0].left, phil[N-1].right}}::FORK\n    \
             || forall[i:1..N-1] (phil[i]:PHIL || {{phil[i].left, phil[i-1].right}}::FORK)).\n\
             ||T = TABLE @ {{phil[Seat].eat}}.\n"
        );
    }
    format!(
        "// Dining philosophers; when each holds its left fork, they are stuck.\n\
         const N = {n}\nrange Seat = 0..N-1\n\n{phil}{fork}\n\
         ||TABLE = (forall[i:Seat] (phil[i]:PHIL || {{phil[i].left, phil[(i-1+N)%N].right}}::FORK)).\n\
         ||T = TABLE @ {{phil[Seat].eat}}.\n"
    )
}

type Matrix = [[u128; 5]; 5];

/// States and transitions of a table.
pub(crate) fn counts(n: usize, corrected: bool) -> Counts {
    if n > MOST_COUNTED {
        return (u128::MAX, u128::MAX);
    }
    let hand = |i: usize| if i.is_multiple_of(n) && corrected { Hand::Left } else { Hand::Right };
    // The words around the table that a condition on (place of i, place of i + 1) leaves over.
    let words = |allowed: &dyn Fn(usize, usize, usize) -> bool| {
        let mut product: Matrix = std::array::from_fn(|p| std::array::from_fn(|q| u128::from(p == q)));
        for i in 0..n {
            let step: Matrix = std::array::from_fn(|p| {
                std::array::from_fn(|q| {
                    let clash = hand(i).holds("right", p) && hand(i + 1).holds("left", q);
                    u128::from(!clash && allowed(i, p, q))
                })
            });
            product = multiply(&product, &step);
        }
        (0..5).map(|p| product[p][p]).fold(0, u128::saturating_add)
    };
    let states = words(&|_, _, _| true);
    let mut transitions = 0u128;
    for i in 0..n {
        for place in 0..5 {
            let enabled = words(&|j, p, q| {
                let here = j != i || p == place;
                match hand(i).steps()[place] {
                    // The fork between i and its neighbor is free.
                    "right.get" => here && (j != i || !hand(i + 1).holds("left", q)),
                    "left.get" => here && ((j + 1) % n != i || !hand(j).holds("right", p)),
                    _ => here,
                }
            });
            transitions = transitions.saturating_add(enabled);
        }
    }
    // All have eaten and hold only their right fork: nobody gets there, and everybody could leave.
    (states.saturating_sub(1), transitions.saturating_sub(n as u128))
}

fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    std::array::from_fn(|p| {
        std::array::from_fn(|q| {
            (0..5).map(|k| left[p][k].saturating_mul(right[k][q])).fold(0, u128::saturating_add)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_counts_come_out() {
        assert_eq!(counts(8, false), (14_158, 72_336));
        assert_eq!(counts(10, false), (154_450, 986_430));
        assert_eq!(counts(12, false), (1_684_801, 12_912_480));
    }

    #[test]
    fn large_tables_are_counted_without_overflow() {
        assert!(counts(MOST_COUNTED, false).0 > u128::from(u64::MAX));
        assert_eq!(counts(1_000_000, true).0, u128::MAX);
    }
}
