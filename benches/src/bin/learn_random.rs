//! Learns a random DFA with one of the learners and prints what it took, one `key value` per line; `write`
//! prints the automaton instead, for other tools.
//!
//! ```sh
//! cargo run --release -p rely-benches --bin learn_random -- ttt 1000 10 1
//! ```

use std::fmt::Write as _;
use std::time::Instant;

use rely_learn::{Algorithm, Cached, Closure, Dfa, End, Perfect, learn, random_dfa};
use rely_lts::Context;

/// Learning is repeated for so many seconds; the mean counts.
const PATIENCE: f64 = 0.5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, n_states, n_letters, seed] = &arguments[..] else { usage() };
    let number = |text: &str| text.parse::<u32>().unwrap_or_else(|_| usage());
    let target = random_dfa(number(n_states), number(n_letters), u64::from(number(seed)));
    if what == "write" {
        print!("{}", text(&target));
        return;
    }
    let Some(algorithm) = Algorithm::from_name(what) else { usage() };
    let clock = Clock::now();
    let mut runs = 0;
    let (learned, seconds) = loop {
        let mut teacher = Perfect::new(&target);
        let mut teacher = Cached::new(&mut teacher, target.n_letters(), Closure::Any, Context::unlimited());
        let learned = learn(&mut *algorithm.learner(target.n_letters()), &mut teacher);
        runs += 1;
        let seconds = clock.seconds();
        if seconds > PATIENCE {
            break (learned, seconds / f64::from(runs));
        }
    };
    let right = learned.end == End::Learned
        && learned.hypothesis.as_ref().is_some_and(|dfa| dfa.difference(&target).is_none());
    println!("right {right}");
    println!("states {}", learned.hypothesis.map_or(0, |dfa| dfa.n_states()));
    println!("learn_seconds {seconds:.6}");
    println!("queries {}", learned.statistics.membership_queries);
    println!("letters {}", learned.statistics.letters);
    println!("rounds {}", learned.statistics.rounds);
}

/// Time on the processor where the system tells it (Linux, to a few milliseconds), time on the clock
/// elsewhere.
struct Clock {
    start: Instant,
    on_processor: Option<f64>,
}

impl Clock {
    fn now() -> Clock {
        Clock { start: Instant::now(), on_processor: on_processor() }
    }

    fn seconds(&self) -> f64 {
        match (self.on_processor, on_processor()) {
            (Some(before), Some(now)) => now - before,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}

fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// States and letters on the first line, then a line per state: 1 if it accepts, and the states after each
/// letter.
fn text(dfa: &Dfa) -> String {
    let mut text = format!("{} {}\n", dfa.n_states(), dfa.n_letters());
    for s in 0..dfa.n_states() as u32 {
        let _ = write!(text, "{}", u8::from(dfa.is_accepting(s)));
        for t in dfa.row(s) {
            let _ = write!(text, " {t}");
        }
        text.push('\n');
    }
    text
}

fn usage() -> ! {
    eprintln!("usage: learn_random lstar|rs|kv|ttt|lsharp|write STATES LETTERS SEED");
    std::process::exit(2)
}
