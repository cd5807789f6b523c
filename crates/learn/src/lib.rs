//! Learning of automata from queries: five active learners, smallest separating automata, relearning after
//! changes.
//!
//! Three ideas are kept apart, and their types are the ones to know:
//!
//! - the *model*: [`Dfa`], a complete deterministic automaton over letters `0..k`;
//! - the *oracle*: [`Membership`] and [`Equivalence`], together a [`Teacher`], which you implement for your
//!   system. [`Cached`] wraps it: it asks nothing twice, counts queries, checks the budget and uses
//!   prefix-closure;
//! - the *learner*: [`Learner`], made by an [`Algorithm`] (L*, Rivest–Schapire, Kearns–Vazirani, TTT, L#).
//!
//! [`learn`] runs a learner against a teacher:
//!
//! ```
//! use rely_learn::{Algorithm, Cached, Closure, Dfa, End, Equivalence, Letter, Membership, learn};
//! use rely_lts::{Context, Spent};
//!
//! /// Knows the words over 0 and 1 with an even number of 1s, and looks for counterexamples among short words.
//! struct Even;
//!
//! impl Membership for Even {
//!     fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
//!         Ok(word.iter().filter(|&&letter| letter == 1).count() % 2 == 0)
//!     }
//! }
//!
//! impl Equivalence for Even {
//!     fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
//!         let words = (0u32..8).map(|bits| (0..3).map(|i| bits >> i & 1).collect::<Vec<Letter>>());
//!         for word in words {
//!             if hypothesis.accepts(&word) != self.accepts(&word)? {
//!                 return Ok(Some(word));
//!             }
//!         }
//!         Ok(None)
//!     }
//! }
//!
//! let mut oracle = Even;
//! let mut teacher = Cached::new(&mut oracle, 2, Closure::Any, Context::unlimited());
//! let learned = learn(&mut *Algorithm::LSharp.learner(2), &mut teacher);
//! assert_eq!(learned.end, End::Learned);
//! assert_eq!(learned.hypothesis.map(|dfa| dfa.n_states()), Some(2));
//! ```
//!
//! [`Adaptive`] starts from the automaton of an earlier version. Where the status of some words is free,
//! [`separate`] and [`smallest`] find a smallest automaton between the words to accept and those to reject;
//! if clauses relate several automata, [`Joint`] finds smallest ones together.
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`rely_lts::Context`].

mod adaptive;
mod apartness;
mod breakpoint;
mod cached;
mod convert;
mod dfa;
mod discrimination;
mod experiment;
mod joint;
mod kearns_vazirani;
mod learner;
mod lsharp;
mod lstar;
mod numbering;
mod observations;
mod oracle;
mod perfect;
mod random;
mod rivest_schapire;
mod sat;
mod separating;
mod table;
mod ttt;
mod words;

pub use adaptive::{Adaptive, Changes, Guess};
pub use cached::{Cached, Closure, Statistics};
pub use convert::{ConvertError, label_of, letter_of};
pub use dfa::{Dfa, DfaError, Letter, word_to};
pub use joint::{Demand, Joint, JointStatistics};
pub use kearns_vazirani::KearnsVazirani;
pub use learner::{Algorithm, End, Learned, Learner, learn};
pub use lsharp::LSharp;
pub use lstar::LStar;
pub use oracle::{Equivalence, Membership, Pair, Stepper, Teacher};
pub use perfect::Perfect;
pub use random::{Random, random_dfa, random_prefix_closed};
pub use rivest_schapire::RivestSchapire;
pub use separating::{
    Between, Contradiction, Effort, Label, Sample, Separated, SeparatingEnd, SeparatingStatistics,
    Separation, separate, separate_from, smallest,
};
pub use ttt::Ttt;
pub use words::Words;
