//! Learners of automata.
//!
//! Three separate ideas: the *model* ([`Dfa`]), the *oracle* ([`Membership`], [`Equivalence`], together a
//! [`Teacher`]) and the *learner* ([`Learner`], five of them in [`Algorithm`]). Between oracle and learner
//! stands [`Cached`], which asks nothing twice, counts, keeps the budget and knows about prefix-closed
//! languages. [`learn`] is the loop. [`Adaptive`] begins with an automaton of an earlier version.
//!
//! Where some words are free, [`separate`] and [`smallest`] find a smallest automaton between what must be
//! accepted and what must be rejected; where clauses speak of several automata, [`Joint`] finds smallest ones
//! together.
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
