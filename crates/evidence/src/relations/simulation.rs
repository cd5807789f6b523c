//! A simulation between two systems.
//!
//! # Problem
//!
//! A list of pairs of states, with that of the initial states, in which every step of the first is answered
//! by the second with a pair of the list.
//!
//! # Method
//!
//! All pairs that can matter are found from the initial pair. A challenge, a step of the first, is lost if
//! all answers are lost pairs, and a pair is lost if one of its challenges is. What is lost is propagated
//! backward with a count of open answers for each challenge \[DG84\]. Then a list is collected from the
//! initial pair: one answer for each challenge, if possible one that is in the list already.
//!
//! # Invariants
//!
//! (1) `open[c]` is the number of answers of challenge c that are not lost. (2) The list has no lost pair.
//!
//! # Cost
//!
//! Time and memory in the number of pairs times their steps.
//!
//! # Departures
//!
//! The largest simulation would do as well; the list is mostly much shorter.

use rely_lts::{Context, Spent, Ticker};
use rustc_hash::FxHashMap;

use super::graph::Graph;

/// Sorted pairs of states, −1 for ERROR; none if the right system does not simulate the left one.
pub(super) fn simulated(
    left: &Graph,
    right: &Graph,
    ctx: Context<'_>,
) -> Result<Option<Vec<(i64, i64)>>, Spent> {
    let game = Game::new(left, right, ctx)?;
    let lost = game.lost(ctx)?;
    if lost[0] {
        return Ok(None);
    }
    let mut listed = vec![false; game.pairs.len()];
    listed[0] = true;
    let mut waiting = vec![0];
    let mut found = Vec::new();
    let mut ticker = Ticker::default();
    while let Some(pair) = waiting.pop() {
        let (s, t) = game.pairs[pair];
        found.push((left.number(s), right.number(t)));
        for &challenge in game.posed(pair) {
            ticker.tick(ctx.budget)?;
            let answers = game.answers(challenge).iter().map(|&answer| answer as usize);
            if answers.clone().any(|answer| listed[answer]) {
                continue;
            }
            let Some(answer) = answers.clone().find(|&answer| !lost[answer]) else { return Ok(None) };
            listed[answer] = true;
            waiting.push(answer);
        }
    }
    found.sort_unstable();
    Ok(Some(found))
}

/// The pairs that can matter. Pair 0 is the initial one.
#[derive(Default)]
struct Game {
    pairs: Vec<(u32, u32)>,
    /// The challenges of each pair: where they begin in `posed`.
    posed_first: Vec<u32>,
    posed: Vec<u32>,
    /// The answers of each challenge, as pairs: where they begin in `answers`.
    answers_first: Vec<u32>,
    answers: Vec<u32>,
}

impl Game {
    fn new(left: &Graph, right: &Graph, ctx: Context<'_>) -> Result<Game, Spent> {
        let mut game = Game { posed_first: vec![0], answers_first: vec![0], ..Game::default() };
        let mut number: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        // The same step of the first is answered alike in all pairs with the same second.
        let mut challenges: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        let mut ticker = Ticker::default();
        game.pairs.push((left.initial, right.initial));
        number.insert(game.pairs[0], 0);
        let mut next = 0;
        while let Some(&(s, t)) = game.pairs.get(next) {
            next += 1;
            for &(label, to) in left.steps(s) {
                ticker.tick(ctx.budget)?;
                let new = game.answers_first.len() as u32 - 1;
                let challenge = *challenges.entry((t, label, to)).or_insert(new);
                game.posed.push(challenge);
                if challenge < new {
                    continue;
                }
                for &(_, answer) in right.by(t, label) {
                    let pair = *number.entry((to, answer)).or_insert_with(|| {
                        game.pairs.push((to, answer));
                        game.pairs.len() as u32 - 1
                    });
                    game.answers.push(pair);
                }
                game.answers_first.push(game.answers.len() as u32);
            }
            game.posed_first.push(game.posed.len() as u32);
            ctx.budget.check_states(game.pairs.len())?;
            let bytes = game.pairs.len() * 36 + challenges.len() * 32;
            ctx.budget.check_memory(bytes + 3 * (game.answers.len() + game.posed.len()) * 4)?;
        }
        Ok(game)
    }

    fn posed(&self, pair: usize) -> &[u32] {
        &self.posed[self.posed_first[pair] as usize..self.posed_first[pair + 1] as usize]
    }

    fn answers(&self, challenge: u32) -> &[u32] {
        let at = challenge as usize;
        &self.answers[self.answers_first[at] as usize..self.answers_first[at + 1] as usize]
    }

    /// Which pairs are lost.
    fn lost(&self, ctx: Context<'_>) -> Result<Vec<bool>, Spent> {
        let challenges = self.answers_first.len() - 1;
        let answered = |challenge| self.answers(challenge as u32);
        let answering = Backward::new(self.pairs.len(), challenges, answered);
        let posing = Backward::new(challenges, self.pairs.len(), |pair| self.posed(pair));
        let mut open: Vec<usize> = (0..challenges).map(|at| answered(at).len()).collect();
        let mut lost = vec![false; self.pairs.len()];
        let mut waiting: Vec<u32> = (0..challenges as u32).filter(|&at| open[at as usize] == 0).collect();
        let mut ticker = Ticker::default();
        while let Some(challenge) = waiting.pop() {
            for &pair in posing.of(challenge) {
                ticker.tick(ctx.budget)?;
                if std::mem::replace(&mut lost[pair as usize], true) {
                    continue;
                }
                for &challenge in answering.of(pair) {
                    open[challenge as usize] -= 1;
                    if open[challenge as usize] == 0 {
                        waiting.push(challenge);
                    }
                }
            }
        }
        Ok(lost)
    }
}

/// Lists of numbers, the other way round.
struct Backward {
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Backward {
    fn new<'a>(targets: usize, sources: usize, of: impl Fn(usize) -> &'a [u32]) -> Backward {
        let mut first = vec![0u32; targets + 1];
        for target in (0..sources).flat_map(&of) {
            first[*target as usize + 1] += 1;
        }
        for at in 0..targets {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut all = vec![0; first[targets] as usize];
        for source in 0..sources {
            for &target in of(source) {
                all[next[target as usize] as usize] = source as u32;
                next[target as usize] += 1;
            }
        }
        Backward { first, sources: all }
    }

    fn of(&self, target: u32) -> &[u32] {
        &self.sources[self.first[target as usize] as usize..self.first[target as usize + 1] as usize]
    }
}
