//! What a run must still do to violate a formula.
//!
//! # Problem
//! Given a pending set and a position: its outcomes, as the format of certificates defines them.
//!
//! # Method
//! The outcomes of a single item are computed from those of its operands. Those of several demands are the
//! unions of one outcome of each. Whatever is a superset of another is dropped at once: a union with it would
//! be a superset, too.
//!
//! # Invariants
//! 1. Lists of outcomes are antichains, sorted.
//!
//! # Cost
//! Once per position (up to the values of the formula's propositions) and item or pending set. The number of
//! outcomes can be exponential in the formula.
//!
//! # Departures
//! Items are resolved one by one and not all together. A demand that occurs twice may be met in two ways;
//! that gives a superset of meeting it in one way.

use std::rc::Rc;

use rely_certify::FormulaDoc;
use rely_lts::{Context, Spent, Ticker};
use rustc_hash::FxHashMap;

/// A sorted list of items.
pub(super) type Pending = Vec<u32>;

/// Pending sets and positions by numbers, with the outcomes that were asked for.
pub(super) struct Obligations {
    formula: Vec<FormulaDoc>,
    pub sets: Vec<Pending>,
    numbers: FxHashMap<Pending, u32>,
    positions: Vec<Position>,
    outcomes: FxHashMap<(u32, u32), Rc<[u32]>>,
    ticker: Ticker,
}

/// The values of the propositions, by entry, and the outcomes of items there.
struct Position {
    holds: Vec<bool>,
    items: FxHashMap<u32, Rc<Vec<Pending>>>,
}

/// One way to meet a demand.
struct Choice {
    demands: Vec<u32>,
    is_pending: bool,
}

impl Obligations {
    /// For a formula, with the start as pending set 0.
    pub fn new(formula: &[FormulaDoc]) -> Self {
        let start = vec![2 * formula.len() as u32];
        Obligations {
            formula: formula.to_vec(),
            numbers: FxHashMap::from_iter([(start.clone(), 0)]),
            sets: vec![start],
            positions: Vec::new(),
            outcomes: FxHashMap::default(),
            ticker: Ticker::default(),
        }
    }

    /// The number of a position where exactly these entries, which are propositions, hold.
    pub fn position(&mut self, holds: impl Fn(&FormulaDoc) -> bool) -> u32 {
        let holds: Vec<bool> = self.formula.iter().map(holds).collect();
        self.positions.push(Position { holds, items: FxHashMap::default() });
        self.positions.len() as u32 - 1
    }

    /// Bytes held, roughly.
    pub fn memory(&self) -> usize {
        let sets: usize = self.sets.len() * (48 + 8 * self.sets.last().map_or(0, Vec::len));
        sets + self.outcomes.len() * 64 + self.positions.len() * self.formula.len() * 2
    }

    /// The outcomes of what a pending set demands at a position.
    pub fn outcomes(&mut self, set: u32, position: u32, ctx: Context<'_>) -> Result<Rc<[u32]>, Spent> {
        if let Some(known) = self.outcomes.get(&(set, position)) {
            return Ok(known.clone());
        }
        let demands: Vec<u32> =
            self.sets[set as usize].clone().iter().map(|&item| self.demanded(item)).collect();
        for &item in &demands {
            self.resolve(item, position, ctx)?;
        }
        let found = self.together(&demands, position, ctx)?;
        let numbers: Rc<[u32]> = found.into_iter().map(|pending| self.number(pending)).collect();
        self.outcomes.insert((set, position), numbers.clone());
        Ok(numbers)
    }

    fn number(&mut self, pending: Pending) -> u32 {
        if let Some(&known) = self.numbers.get(&pending) {
            return known;
        }
        let number = self.sets.len() as u32;
        self.numbers.insert(pending.clone(), number);
        self.sets.push(pending);
        number
    }

    /// What a pending item demands at the next position.
    fn demanded(&self, item: u32) -> u32 {
        let (entry, wanted) = (item / 2, item % 2);
        match self.formula.get(entry as usize) {
            Some(FormulaDoc::Next(f)) => 2 * f + wanted,
            Some(_) => item,
            // The start.
            None => 2 * (entry - 1) + wanted,
        }
    }

    /// Computes the outcomes of an item, after those of the items that it demands.
    fn resolve(&mut self, item: u32, position: u32, ctx: Context<'_>) -> Result<(), Spent> {
        let mut stack = vec![item];
        while let Some(&item) = stack.last() {
            let items = &self.positions[position as usize].items;
            if items.contains_key(&item) {
                stack.pop();
                continue;
            }
            let choices = self.choices(item, position);
            let waiting = stack.len();
            let demands = choices.iter().flat_map(|choice| &choice.demands);
            stack.extend(demands.filter(|demand| !items.contains_key(demand)));
            if stack.len() > waiting {
                continue;
            }
            let mut found: Vec<Pending> = Vec::new();
            for choice in choices {
                let mut ways = self.together(&choice.demands, position, ctx)?;
                if choice.is_pending {
                    ways.iter_mut().for_each(|way| *way = union(way, &[item]));
                }
                found.extend(ways);
            }
            let found = self.minimal(found, ctx)?;
            self.positions[position as usize].items.insert(item, Rc::new(found));
            stack.pop();
        }
        Ok(())
    }

    /// The outcomes of demands that are resolved.
    fn together(&mut self, demands: &[u32], position: u32, ctx: Context<'_>) -> Result<Vec<Pending>, Spent> {
        let mut found: Vec<Pending> = vec![Vec::new()];
        for demand in demands {
            let ways = self.positions[position as usize].items[demand].clone();
            let mut next = Vec::new();
            for before in &found {
                for way in ways.iter() {
                    self.ticker.tick(ctx.budget)?;
                    next.push(union(before, way));
                }
            }
            ctx.budget.check_memory(next.len() * 64)?;
            found = self.minimal(next, ctx)?;
        }
        Ok(found)
    }

    /// Those of which no other one is a proper subset, sorted.
    fn minimal(&mut self, mut sets: Vec<Pending>, ctx: Context<'_>) -> Result<Vec<Pending>, Spent> {
        if sets.len() < 2 {
            return Ok(sets);
        }
        sets.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        sets.dedup();
        let mut kept: Vec<Pending> = Vec::new();
        for set in sets {
            let mut is_minimal = true;
            for smaller in &kept {
                self.ticker.tick(ctx.budget)?;
                if is_subset(smaller, &set) {
                    is_minimal = false;
                    break;
                }
            }
            if is_minimal {
                kept.push(set);
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The ways to meet an item at a position.
    fn choices(&self, item: u32, position: u32) -> Vec<Choice> {
        let (entry, wanted) = (item / 2, item % 2 == 1);
        let is = |f: &u32, value: bool| 2 * f + u32::from(value);
        let now = |demands: Vec<u32>| Choice { demands, is_pending: false };
        let later = |demands: Vec<u32>| Choice { demands, is_pending: true };
        match &self.formula[entry as usize] {
            FormulaDoc::True(()) | FormulaDoc::Actions(_) | FormulaDoc::Fluent(_) => {
                let holds = self.positions[position as usize].holds[entry as usize];
                if holds == wanted { vec![now(Vec::new())] } else { Vec::new() }
            }
            FormulaDoc::Not(f) => vec![now(vec![is(f, !wanted)])],
            FormulaDoc::And(all) | FormulaDoc::Or(all) => {
                let is_and = matches!(self.formula[entry as usize], FormulaDoc::And(_));
                let demands = all.iter().map(|f| is(f, wanted));
                if is_and == wanted {
                    vec![now(demands.collect())]
                } else {
                    demands.map(|demand| now(vec![demand])).collect()
                }
            }
            FormulaDoc::Eventually(f) if wanted => vec![now(vec![is(f, true)]), later(Vec::new())],
            FormulaDoc::Eventually(f) => vec![later(vec![is(f, false)])],
            FormulaDoc::Always(f) if wanted => vec![later(vec![is(f, true)])],
            FormulaDoc::Always(f) => vec![now(vec![is(f, false)]), later(Vec::new())],
            FormulaDoc::Until(f, g) | FormulaDoc::WeakUntil(f, g) if wanted => {
                vec![now(vec![is(g, true)]), later(vec![is(f, true)])]
            }
            FormulaDoc::Until(f, g) | FormulaDoc::WeakUntil(f, g) => {
                vec![now(vec![is(f, false), is(g, false)]), later(vec![is(g, false)])]
            }
            FormulaDoc::Next(_) => vec![later(Vec::new())],
        }
    }

    /// Must a pending item be met before a run ends?
    fn is_strong(&self, item: u32) -> bool {
        let wanted = item % 2 == 1;
        match self.formula.get(item as usize / 2) {
            Some(FormulaDoc::Next(_) | FormulaDoc::Eventually(_) | FormulaDoc::Until(..)) => wanted,
            Some(FormulaDoc::Always(_) | FormulaDoc::WeakUntil(..)) => !wanted,
            _ => false,
        }
    }

    /// May a run end with a pending set (that is not the start)?
    pub fn may_end(&self, set: u32) -> bool {
        !self.sets[set as usize].iter().any(|&item| self.is_strong(item))
    }

    /// Can an infinite run not have an item pending forever?
    pub fn is_eventuality(&self, item: u32) -> bool {
        let is_next = matches!(self.formula.get(item as usize / 2), Some(FormulaDoc::Next(_)));
        self.is_strong(item) && !is_next
    }
}

fn union(a: &[u32], b: &[u32]) -> Pending {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

fn is_subset(small: &[u32], large: &[u32]) -> bool {
    small.iter().all(|item| large.binary_search(item).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_those_of_the_table() {
        // [](p -> <>q): demanded to be false.
        use FormulaDoc::{Actions, Always, Eventually, Not, Or};
        let formula = [
            Actions(vec!["p".into()]),
            Not(0),
            Actions(vec!["q".into()]),
            Eventually(2),
            Or(vec![1, 3]),
            Always(4),
        ];
        let mut all = Obligations::new(&formula);
        let ctx = Context::unlimited();
        let neither = all.position(|_| false);
        let only_p = all.position(|entry| *entry == Actions(vec!["p".into()]));
        let both = all.position(|entry| matches!(entry, Actions(_)));
        let shown = |all: &mut Obligations, set, position| -> Vec<Pending> {
            let found = all.outcomes(set, position, ctx).unwrap();
            found.iter().map(|&set| all.sets[set as usize].clone()).collect()
        };
        // The whole is pending, or q never comes.
        assert_eq!(shown(&mut all, 0, neither), [vec![10]]);
        assert_eq!(shown(&mut all, 0, only_p), [vec![6], vec![10]]);
        assert_eq!(shown(&mut all, 0, both), [vec![10]]);
        let never = all.numbers[&vec![6]];
        assert_eq!(shown(&mut all, never, only_p), [vec![6]]);
        assert_eq!(shown(&mut all, never, both), Vec::<Pending>::new());
        assert!(all.may_end(never) && !all.may_end(all.numbers[&vec![10]]));
        assert!(all.is_eventuality(10) && !all.is_eventuality(6) && !all.is_eventuality(12));
    }
}
