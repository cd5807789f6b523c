//! Strong simulation of one system by another.
//!
//! # Problem
//!
//! `s ≼ t` iff every step `s -a-> s'` is answered by some `t -a-> t'` with `s' ≼ t'`, and `s` and `t` have
//! the same propositions. Does the right initial state simulate the left one, and if not, which formula
//! without negation holds in the left and not in the right one?
//!
//! # Method
//!
//! A game on the pairs that can be reached from the initial pair. A *pair* (s, t) is lost if some challenge
//! is; a *challenge* (s', t, a), posed by a step `s -a-> s'`, is lost if all its answers, the pairs (s', t')
//! with `t -a-> t'`, are. Lost nodes are propagated backward breadth-first with a counter of answers per
//! challenge, as in the linear-time solution of such systems \[DG84\] and in \[HHK95\]. The round in which a
//! pair is lost is the number of nested steps of the smallest formula that tells it apart, and the challenge
//! that was lost first gives the formula.
//!
//! # Invariants
//!
//! (S1) `open[c]` is the number of answers of challenge c that are not lost yet; (S2) nodes are lost in the
//! order of rounds, so the challenge noted for a pair is one of least depth.
//!
//! # Cost
//!
//! Time and memory in the number of reachable pairs times their steps, at most O(m · m); for a deterministic
//! right system O(n · m), mostly far less.
//!
//! # Departures
//!
//! \[HHK95\] and \[RT07\] compute the complete preorder of one graph; two systems need only the pairs that
//! the game can reach.

use rustc_hash::FxHashMap;

use crate::budget::{Context, Spent, Ticker};
use crate::id::{Label, StateId};
use crate::lts::Lts;

use super::build_formula::{FormulaBuilder, Modality, Plan};
use super::formula::Hml;
use super::joint::Joint;
use super::structure::Structure;

/// A formula that holds in the left initial state and not in the right one; none if the right one simulates
/// the left.
pub(super) fn separate(joint: &Joint, ctx: Context<'_>) -> Result<Option<Vec<Hml>>, Spent> {
    let game = Game::new(&joint.lts, joint.initial, ctx)?;
    let Some(reasons) = game.solve(ctx)? else { return Ok(None) };
    let plan = |(s, t): (u32, u32)| {
        let (s, t) = (StateId::from_raw(s), StateId::from_raw(t));
        let pair = game.pair_of[&(s, t)];
        match reasons[pair as usize] {
            Reason::None => panic!("internal error: only lost pairs are distinguished"),
            Reason::Propositions => {
                let own =
                    joint.lts.propositions().expect("pairs differ in propositions only if there are some");
                let names = own.names().iter().enumerate().filter(|&(i, _)| own.holds(s, i));
                Plan::Propositions(names.map(|(_, name)| name.clone()).collect())
            }
            Reason::Challenge(challenge) => {
                let (target, t, label) = game.challenges[challenge as usize];
                let answers = joint.lts.step(t, label).iter();
                let then = answers.map(|answer| (target.raw(), answer.raw())).collect();
                Plan::Step { modality: Modality::Strong, label, holds: Vec::new(), then }
            }
        }
    };
    let structure = Structure::of_joint(joint);
    let root = (joint.initial[0].raw(), joint.initial[1].raw());
    FormulaBuilder::new(&structure).build(joint, root, plan, |t| vec![t as usize], ctx.budget).map(Some)
}

/// Why a pair is lost.
#[derive(Clone, Copy)]
enum Reason {
    /// It is not.
    None,
    /// Its states have different propositions.
    Propositions,
    /// This challenge is lost.
    Challenge(u32),
}

/// The reachable part of the game. Pair 0 is the initial one.
struct Game {
    pairs: Vec<(StateId, StateId)>,
    pair_of: FxHashMap<(StateId, StateId), u32>,
    /// Pairs that are lost at once.
    unlike: Vec<u32>,
    /// (Where the challenger went, where the answer starts, with which label.)
    challenges: Vec<(StateId, StateId, Label)>,
    /// Number of answers of every challenge.
    open: Vec<u32>,
    /// The challenges that a pair answers, as (pair, challenge), sorted.
    answers: Vec<(u32, u32)>,
    /// The pairs that can pose a challenge, as (challenge, pair), sorted.
    posed_by: Vec<(u32, u32)>,
}

impl Game {
    fn new(lts: &Lts, initial: [StateId; 2], ctx: Context<'_>) -> Result<Game, Spent> {
        let mut game = Game {
            pairs: Vec::new(),
            pair_of: FxHashMap::default(),
            unlike: Vec::new(),
            challenges: Vec::new(),
            open: Vec::new(),
            answers: Vec::new(),
            posed_by: Vec::new(),
        };
        let mut challenge_of: FxHashMap<(StateId, StateId, Label), u32> = FxHashMap::default();
        let mut ticker = Ticker::default();
        game.pair(initial[0], initial[1]);
        let mut next = 0;
        while let Some(&(s, t)) = game.pairs.get(next) {
            let pair = next as u32;
            next += 1;
            if lts.propositions().is_some_and(|p| p.words(s) != p.words(t)) {
                game.unlike.push(pair);
                continue;
            }
            for (label, target) in lts.successors(s) {
                ticker.tick(ctx.budget)?;
                let known = challenge_of.len() as u32;
                let challenge = *challenge_of.entry((target, t, label)).or_insert(known);
                game.posed_by.push((challenge, pair));
                if challenge == known {
                    game.challenges.push((target, t, label));
                    let answers = lts.step(t, label);
                    game.open.push(answers.len() as u32);
                    for &answer in answers {
                        let pair = game.pair(target, answer);
                        game.answers.push((pair, challenge));
                    }
                }
            }
            ctx.budget.check_states(game.pairs.len())?;
            let size = game.pairs.len() * 32 + game.challenges.len() * 48;
            ctx.budget.check_memory(size + (game.answers.len() + game.posed_by.len()) * 8)?;
        }
        game.answers.sort_unstable();
        game.posed_by.sort_unstable();
        Ok(game)
    }

    fn pair(&mut self, s: StateId, t: StateId) -> u32 {
        let known = self.pairs.len() as u32;
        let pair = *self.pair_of.entry((s, t)).or_insert(known);
        if pair == known {
            self.pairs.push((s, t));
        }
        pair
    }

    /// Why pairs are lost, if the initial one is. Pairs that are lost in a later round may be left out.
    fn solve(&self, ctx: Context<'_>) -> Result<Option<Vec<Reason>>, Spent> {
        let mut reasons = vec![Reason::None; self.pairs.len()];
        let mut open = self.open.clone();
        let mut lost: Vec<u32> = self.unlike.clone();
        self.unlike.iter().for_each(|&pair| reasons[pair as usize] = Reason::Propositions);
        let lose = |challenge: u32, reasons: &mut Vec<Reason>, lost: &mut Vec<u32>| {
            for &(_, pair) in row(&self.posed_by, challenge) {
                if matches!(reasons[pair as usize], Reason::None) {
                    reasons[pair as usize] = Reason::Challenge(challenge);
                    lost.push(pair);
                }
            }
        };
        // Round 1 has the challenges without answers; `lost` is a queue in the order of rounds, except that
        // pairs with different propositions come before round 1 and pairs of round 1 before what those lead
        // to.
        for challenge in (0..open.len() as u32).filter(|&c| self.open[c as usize] == 0) {
            lose(challenge, &mut reasons, &mut lost);
        }
        let mut ticker = Ticker::default();
        let mut next = 0;
        while let (Some(&pair), Reason::None) = (lost.get(next), reasons[0]) {
            next += 1;
            ticker.tick(ctx.budget)?;
            for &(_, challenge) in row(&self.answers, pair) {
                open[challenge as usize] -= 1;
                if open[challenge as usize] == 0 {
                    lose(challenge, &mut reasons, &mut lost);
                }
            }
        }
        Ok(if matches!(reasons[0], Reason::None) { None } else { Some(reasons) })
    }
}

/// The entries of a sorted list of pairs with a given first member.
fn row(list: &[(u32, u32)], key: u32) -> &[(u32, u32)] {
    let from = list.partition_point(|&(k, _)| k < key);
    let to = from + list[from..].partition_point(|&(k, _)| k == key);
    &list[from..to]
}
