//! Learns the behavior of a black box: a vending machine that is only ever reset and operated.
//!
//! The box is the oracle. Whether a sequence of buttons is possible answers a membership query; an
//! equivalence query is approximated by random tests, as it must be where the box cannot be opened.
//!
//! Run it with `cargo run -p rely-learn --example learn_your_own`.

use rely_learn::{Algorithm, Cached, Closure, Dfa, End, Equivalence, Letter, Membership, Random, learn};
use rely_lts::{Context, Spent};

/// The letters of the language, by their numbers.
const BUTTONS: [&str; 4] = ["coin", "coffee", "tea", "refund"];

/// Takes up to two coins; tea costs one, coffee two; what was paid can be refunded.
#[derive(Default)]
struct VendingMachine {
    coins: u32,
}

impl VendingMachine {
    /// Presses a button; `false` if it is locked.
    fn press(&mut self, button: Letter) -> bool {
        let left = match (BUTTONS[button as usize], self.coins) {
            ("coin", 0 | 1) => self.coins + 1,
            ("coffee", 2) | ("tea", 1) => 0,
            ("refund", 1 | 2) => 0,
            _ => return false,
        };
        self.coins = left;
        true
    }
}

/// Queries a machine that is reset before every query.
struct Oracle {
    random: Random,
    /// How many random tests a hypothesis has to pass.
    tests: usize,
}

impl Membership for Oracle {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        let mut machine = VendingMachine::default();
        Ok(word.iter().all(|&button| machine.press(button)))
    }
}

impl Equivalence for Oracle {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        for _ in 0..self.tests {
            let length = 1 + self.random.below(8);
            let word: Vec<Letter> = (0..length).map(|_| self.random.below(BUTTONS.len() as u32)).collect();
            if hypothesis.accepts(&word) != self.accepts(&word)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}

fn main() {
    let mut oracle = Oracle { random: Random::new(1), tests: 1_000 };
    let n_letters = BUTTONS.len() as u32;
    // What the machine refuses it refuses for good, so prefixes of possible sequences are possible.
    let mut teacher = Cached::new(&mut oracle, n_letters, Closure::PrefixClosed, Context::unlimited());
    let learned = learn(&mut *Algorithm::Ttt.learner(n_letters), &mut teacher);
    assert_eq!(learned.end, End::Learned);
    let dfa = learned.hypothesis.expect("learning ended with a hypothesis");
    println!(
        "{} states after {} membership and {} equivalence queries",
        dfa.n_states(),
        learned.statistics.membership_queries,
        learned.statistics.equivalence_queries
    );
    for state in (0..dfa.n_states() as u32).filter(|&state| dfa.is_accepting(state)) {
        for (letter, button) in (0..).zip(BUTTONS) {
            let target = dfa.step(state, letter);
            if dfa.is_accepting(target) {
                println!("{state} --{button}--> {target}");
            }
        }
    }
}
