//! The families by name: what a request asks for, whether it fits, and what comes out.

use rely_lts::{Actions, Lts};
use thiserror::Error;

use crate::family::{Counts, Family};
use crate::random::RandomGraph;
use crate::scalable::chiron::{self, Dispatchers};
use crate::scalable::{dining, gas_station, mer, peterson, relay, smokers, two_phase_commit};
use crate::{
    buffers, chain, hopcroft_cycle, leader, leader_election, milner, milner_scheduler, philosophers,
    philosophers_corrected, tau_chain, tau_grid, token_ring,
};

/// A family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Dining philosophers that can get stuck.
    Philosophers,
    /// Dining philosophers that cannot.
    PhilosophersCorrected,
    /// Milner's cyclic scheduler.
    Milner,
    /// A chain of one-place buffers.
    Buffers,
    /// A ring of stations with one token.
    TokenRing,
    /// Leader election on a ring.
    Leader,
    /// Dining philosophers with a safety property.
    Dining,
    /// The self-serve gas station.
    GasStation,
    /// Chiron with several dispatchers.
    Chiron,
    /// Chiron with one dispatcher.
    ChironSingle,
    /// The resource arbiter of the Mars Exploration Rovers.
    Mer,
    /// Peterson's mutual exclusion.
    Peterson,
    /// A relay of messages.
    Relay,
    /// The cigarette smokers.
    Smokers,
    /// Two-phase commit.
    TwoPhaseCommit,
    /// A random LTS.
    Random,
    /// A pair of random LTSs, one with more transitions.
    Pair,
    /// A square of tau steps.
    TauGrid,
    /// A line of tau steps.
    TauChain,
    /// A line of visible steps.
    Chain,
    /// The worst case of refinement by smaller halves.
    Hopcroft,
}

impl Kind {
    /// All of them: name, family, description.
    pub const ALL: [(&'static str, Kind, &'static str); 21] = [
        ("philosophers", Kind::Philosophers, "dining philosophers, left fork first; they can deadlock"),
        (
            "philosophers-corrected",
            Kind::PhilosophersCorrected,
            "the same, but one takes the right fork first",
        ),
        ("milner", Kind::Milner, "Milner's cyclic scheduler"),
        ("buffers", Kind::Buffers, "a chain of one-place buffers over --values values"),
        (
            "token-ring",
            Kind::TokenRing,
            "stations that enter only while they hold the token; mutual exclusion",
        ),
        ("leader", Kind::Leader, "leader election on a one-way ring; there is at most one leader"),
        ("dining", Kind::Dining, "dining philosophers; neighbors do not eat at the same time"),
        (
            "gas-station",
            Kind::GasStation,
            "customers, two pumps, an operator; change goes to the right customer",
        ),
        ("chiron", Kind::Chiron, "artists notified of events by event dispatchers; five properties"),
        ("chiron-single", Kind::ChironSingle, "the same with one dispatcher"),
        ("mer", Kind::Mer, "users of a rover's resources; none communicates while another drives"),
        ("peterson", Kind::Peterson, "Peterson's algorithm for any number of processes; mutual exclusion"),
        ("relay", Kind::Relay, "stages that pass messages on; none is lost"),
        ("smokers", Kind::Smokers, "an agent, smokers, semaphores; one smokes at a time"),
        ("two-phase-commit", Kind::TwoPhaseCommit, "a coordinator and participants; all decide the same"),
        ("random", Kind::Random, "a random LTS; see --seed, --fan-out, --labels, --tau"),
        ("pair", Kind::Pair, "two random LTSs: --side spec is --side imp with --extra more transitions"),
        ("tau-grid", Kind::TauGrid, "a square of tau steps with visible exits"),
        ("tau-chain", Kind::TauChain, "a line of tau steps"),
        ("chain", Kind::Chain, "a line of visible steps; no two states are bisimilar"),
        (
            "hopcroft",
            Kind::Hopcroft,
            "a cycle marked by the Fibonacci word; worst case of Hopcroft's refinement",
        ),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind, _)| *kind == self).expect("all families are listed").0
    }

    /// Is it a system of components, with a text of its own?
    pub fn is_structured(self) -> bool {
        matches!(
            self,
            Kind::Philosophers
                | Kind::PhilosophersCorrected
                | Kind::Milner
                | Kind::Buffers
                | Kind::TokenRing
                | Kind::Leader
        ) || self.is_text()
    }

    /// Is there a faulty variant?
    pub fn has_variants(self) -> bool {
        self == Kind::TokenRing || self.is_text()
    }

    /// Is its text all there is?
    fn is_text(self) -> bool {
        matches!(
            self,
            Kind::Dining
                | Kind::GasStation
                | Kind::Chiron
                | Kind::ChironSingle
                | Kind::Mer
                | Kind::Peterson
                | Kind::Relay
                | Kind::Smokers
                | Kind::TwoPhaseCommit
        )
    }

    fn least(self) -> u64 {
        match self {
            Kind::Buffers => 1,
            Kind::Dining => 3,
            _ if self.is_structured() => 2,
            _ => 1,
        }
    }

    /// The largest size whose text makes sense: its processes have states for all values of their indices.
    fn most(self) -> u64 {
        match self {
            Kind::Smokers => 12,
            Kind::Peterson => 20,
            Kind::Chiron | Kind::ChironSingle | Kind::GasStation | Kind::Mer => 50,
            Kind::Dining | Kind::Relay | Kind::TwoPhaseCommit => 1_000,
            _ if self.is_structured() => MOST_COMPONENTS,
            _ => MOST_EXPLICIT,
        }
    }
}

/// Does the model keep its property?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// It does.
    #[default]
    Correct,
    /// It does not, for the reason that its text tells.
    Faulty,
}

/// Which LTS of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The one with fewer transitions.
    #[default]
    Imp,
    /// The one with more.
    Spec,
}

/// A family with its size and knobs; those that the family does not have are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which family.
    pub kind: Kind,
    /// Components; for a grid the length of an edge; else states (or steps of a chain).
    pub size: u64,
    /// Families that have variants: which one.
    pub variant: Variant,
    /// Buffers: number of values.
    pub values: u64,
    /// Random: the seed.
    pub seed: u64,
    /// Random: transitions of every state.
    pub fan_out: u64,
    /// Random: visible actions.
    pub labels: u64,
    /// Random: of a hundred transitions, how many are tau.
    pub tau_percent: u64,
    /// Pair: further transitions of the larger side; default: one for ten states.
    pub extra: Option<u64>,
    /// Pair: which side.
    pub side: Side,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// A number is below or above what makes sense.
    #[error("{what} must be from {least} to {most}, not {given}")]
    Range {
        /// Which number.
        what: &'static str,
        /// The least that makes sense.
        least: u64,
        /// The most.
        most: u64,
        /// What was given.
        given: u64,
    },
    /// The LTS would be too large.
    #[error("the LTS would have {counts}, the limit is {MOST_STATES} states and {most} transitions")]
    Lts {
        /// How many states and transitions.
        counts: String,
        /// The limit on transitions.
        most: u64,
    },
}

/// Limit on the states of a product.
const MOST_STATES: u64 = u32::MAX as u64 - 2;
/// Limit on the transitions of an LTS.
const MOST_EDGES: u64 = u32::MAX as u64;
/// Limit on the transitions of an LTS that is made in one piece: 2 GiB at 8 bytes.
const MOST_EXPLICIT: u64 = 1 << 28;
/// Limit on the components of a text.
const MOST_COMPONENTS: u64 = 100_000;

/// The result of a request.
#[derive(Clone, Debug)]
pub enum Generated {
    /// A system that is still to be composed.
    System(Box<Family>),
    /// A system in FSP that is still to be compiled and composed.
    Text(String),
    /// An LTS.
    Lts(Lts),
}

impl Request {
    /// The family at a size, with the knobs of the usual benchmark: five transitions per state, 20 labels, 30
    /// % tau.
    pub fn new(kind: Kind, size: u64) -> Self {
        let (fan_out, labels) = if kind == Kind::Pair { (3, 3) } else { (5, 20) };
        let (values, seed, tau_percent, extra, side) = (2, 0, 30, None, Side::Imp);
        let variant = Variant::Correct;
        Request { kind, size, variant, values, seed, fan_out, labels, tau_percent, extra, side }
    }

    /// The text in FSP, for structured families.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn fsp(&self) -> Result<Option<String>, TooLarge> {
        if !self.kind.is_structured() {
            return Ok(None);
        }
        self.check_range()?;
        Ok(Some(self.text()))
    }

    fn text(&self) -> String {
        let (n, variant) = (index(self.size), self.variant);
        match self.kind {
            Kind::Philosophers => crate::philosophers::text(n, false),
            Kind::PhilosophersCorrected => crate::philosophers::text(n, true),
            Kind::Milner => milner::text(n),
            Kind::Buffers => buffers::text(n, index(self.values)),
            Kind::TokenRing => crate::token_ring::text(n, variant),
            Kind::Dining => dining::text(n, variant),
            Kind::GasStation => gas_station::text(n, variant),
            Kind::Chiron => chiron::text(n, Dispatchers::Multiple, variant),
            Kind::ChironSingle => chiron::text(n, Dispatchers::Single, variant),
            Kind::Mer => mer::text(n, variant),
            Kind::Peterson => peterson::text(n, variant),
            Kind::Relay => relay::text(n, variant),
            Kind::Smokers => smokers::text(n, variant),
            Kind::TwoPhaseCommit => two_phase_commit::text(n, variant),
            _ => leader::text(n),
        }
    }

    /// The system or the LTS.
    ///
    /// # Errors
    /// If a number is out of range or the LTS is known to be too large; nothing was built then.
    pub fn generate(&self, actions: &Actions) -> Result<Generated, TooLarge> {
        self.check_lts()?;
        if self.variant == Variant::Faulty && self.kind.has_variants() {
            return Ok(Generated::Text(self.text()));
        }
        let n = index(self.size);
        let knobs = RandomGraph {
            states: n,
            fan_out: index(self.fan_out),
            labels: index(self.labels),
            tau_percent: index(self.tau_percent),
        };
        let family = match self.kind {
            Kind::Philosophers => philosophers(actions, n),
            Kind::PhilosophersCorrected => philosophers_corrected(actions, n),
            Kind::Milner => milner_scheduler(actions, n),
            Kind::Buffers => buffers::buffer_chain(actions, n, index(self.values)),
            Kind::TokenRing => token_ring(actions, n),
            Kind::Leader => leader_election(actions, n),
            Kind::Dining
            | Kind::GasStation
            | Kind::Chiron
            | Kind::ChironSingle
            | Kind::Mer
            | Kind::Peterson
            | Kind::Relay
            | Kind::Smokers
            | Kind::TwoPhaseCommit => {
                return Ok(Generated::Text(self.text()));
            }
            Kind::Random => return Ok(Generated::Lts(knobs.generate(actions, self.seed))),
            Kind::Pair => {
                let extra = if self.side == Side::Spec { index(self.extra()) } else { 0 };
                return Ok(Generated::Lts(knobs.with_extra(actions, self.seed, extra)));
            }
            Kind::TauGrid => return Ok(Generated::Lts(tau_grid(actions, n))),
            Kind::TauChain => return Ok(Generated::Lts(tau_chain(actions, n))),
            Kind::Chain => return Ok(Generated::Lts(chain(actions, n))),
            Kind::Hopcroft => return Ok(Generated::Lts(hopcroft_cycle(actions, n))),
        };
        Ok(Generated::System(Box::new(family)))
    }

    /// States and transitions, where they are known before anything is built and no number is out of range;
    /// for random LTSs doubles are not taken off.
    pub fn expected(&self) -> Option<(u128, u128)> {
        self.check_range().ok()?;
        if self.variant == Variant::Faulty && self.kind.has_variants() {
            return None;
        }
        let n = u128::from(self.size);
        let random =
            |extra: u64| (n, n.saturating_mul(u128::from(self.fan_out)).saturating_add(u128::from(extra)));
        Some(match self.kind {
            Kind::Philosophers => crate::philosophers::counts(index(self.size), false),
            Kind::PhilosophersCorrected => crate::philosophers::counts(index(self.size), true),
            Kind::Milner => milner::counts(index(self.size)),
            Kind::Buffers => buffers::counts(index(self.size), index(self.values)),
            Kind::TokenRing => crate::token_ring::counts(index(self.size)),
            Kind::Leader
            | Kind::Dining
            | Kind::GasStation
            | Kind::Chiron
            | Kind::ChironSingle
            | Kind::Mer
            | Kind::Peterson
            | Kind::Relay
            | Kind::Smokers
            | Kind::TwoPhaseCommit => return None,
            Kind::Random => random(0),
            Kind::Pair => random(if self.side == Side::Spec { self.extra() } else { 0 }),
            Kind::TauGrid => (n.saturating_mul(n), 2 * n * (n.max(1) - 1) + 15 * n),
            Kind::TauChain | Kind::Chain => (n + 1, n + 1),
            Kind::Hopcroft => (n, 2 * n),
        })
    }

    fn extra(&self) -> u64 {
        self.extra.unwrap_or(self.size.div_ceil(10))
    }

    fn check_range(&self) -> Result<(), TooLarge> {
        let range = |what, given, least, most| {
            if (least..=most).contains(&given) {
                Ok(())
            } else {
                Err(TooLarge::Range { what, least, most, given })
            }
        };
        range("--size", self.size, self.kind.least(), self.kind.most())?;
        if self.kind == Kind::Buffers {
            range("--values", self.values, 1, 1_000)?;
        }
        if matches!(self.kind, Kind::Random | Kind::Pair) {
            range("--fan-out", self.fan_out, 1, 1_000_000)?;
            range("--labels", self.labels, 1, 1_000_000)?;
            range("--tau", self.tau_percent, 0, 100)?;
        }
        Ok(())
    }

    fn check_lts(&self) -> Result<(), TooLarge> {
        self.check_range()?;
        let limit = if self.kind.is_structured() { MOST_EDGES } else { MOST_EXPLICIT };
        let too_large = |(states, transitions): Counts| {
            states > u128::from(MOST_STATES) || transitions > u128::from(limit)
        };
        match self.expected() {
            Some(counts) if too_large(counts) => Err(TooLarge::Lts {
                most: limit,
                counts: match counts {
                    (u128::MAX, _) => "more than 2^64 states".to_string(),
                    (states, transitions) => format!("{states} states and up to {transitions} transitions"),
                },
            }),
            // The numbers of a node fill a table of their squares.
            None if self.kind == Kind::Leader && self.size > 30 => {
                Err(TooLarge::Range { what: "--size", least: 2, most: 30, given: self.size })
            }
            _ => Ok(()),
        }
    }
}

/// Numbers that were checked fit; others become a number that is too large for every formula.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(request: Request) -> String {
        match request.generate(&Actions::new()) {
            Ok(_) => panic!("it is not refused"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn sizes_are_checked_before_anything_is_built() {
        for (_, kind, _) in Kind::ALL {
            assert_eq!(Request::new(kind, 0).expected(), None, "{kind:?}");
            assert_eq!(Request::new(kind, u64::MAX).expected(), None, "{kind:?}");
            assert!(refused(Request::new(kind, 0)).contains("--size must be from"), "{kind:?}");
            assert!(!refused(Request::new(kind, u64::MAX)).is_empty(), "{kind:?}");
            assert!(Request::new(kind, 3).generate(&Actions::new()).is_ok(), "{kind:?}");
        }
        assert!(refused(Request::new(Kind::Philosophers, 40)).contains("states"));
        assert!(refused(Request { values: 0, ..Request::new(Kind::Buffers, 3) }).contains("--values"));
        assert!(refused(Request { tau_percent: 101, ..Request::new(Kind::Random, 3) }).contains("--tau"));
        assert!(
            refused(Request { extra: Some(1 << 40), side: Side::Spec, ..Request::new(Kind::Pair, 3) })
                .contains("transitions")
        );
    }

    #[test]
    fn expected_counts_of_explicit_families_come_out() {
        for kind in [Kind::TauGrid, Kind::TauChain, Kind::Chain] {
            for size in 3..8 {
                let request = Request::new(kind, size);
                let Ok(Generated::Lts(lts)) = request.generate(&Actions::new()) else { panic!("{kind:?}") };
                let counts = (lts.n_states() as u128, lts.n_transitions() as u128);
                assert_eq!(Some(counts), request.expected(), "{kind:?} {size}");
            }
        }
    }
}
