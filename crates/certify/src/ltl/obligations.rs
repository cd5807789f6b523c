//! Obligations: how a formula can be made false, position by position.
//!
//! # Problem
//! Given what is demanded of a position (entries of the formula that are to be true or false there), and what
//! is true at the position, in which ways can the demands be met, and what is then still pending?
//!
//! # Method
//! Item 2k demands that entry k is false, item 2k + 1 that it is true. Demands are resolved one after the
//! other by the laws of expansion, for instance `f U g = g || (f && X(f U g))`; where there is a choice, both
//! ways are tried. What remains is a set of items that are pending at the next position. Of several outcomes
//! only the smallest are kept: what meets more obligations meets fewer.
//!
//! # Invariants
//! 1. Operands of an entry are before it, so resolving ends.
//! 2. Pending sets are ascending and contain only temporal items.
//!
//! # Cost
//! Exponential in the formula at worst. Outcomes are remembered for each pending set and valuation.
//!
//! # Departures
//! \[GPVW95\] splits states by propositions; here the valuation is known, so only real choices split.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::check::Checked;
use crate::document::FormulaDoc::{
    self, Actions, Always, And, Eventually, Fluent, Next, Not, Or, True, Until, WeakUntil,
};
use crate::document::RoleDoc;
use crate::product::{TooMuch, Work, check_sorted, is_ascending};
use crate::system::CheckedSystem;

/// The items of a formula, and pending sets, by number.
#[derive(Default)]
pub(super) struct Obligations<'a> {
    formula: &'a [FormulaDoc],
    sets: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, u32>,
    /// What is true at positions: for each entry that is a proposition.
    valuations: Vec<Vec<bool>>,
    valuation_numbers: HashMap<Vec<bool>, u32>,
    outcomes: HashMap<(u32, u32), Rc<[u32]>>,
}

impl<'a> Obligations<'a> {
    /// Checks the formula.
    pub(super) fn new(formula: &'a [FormulaDoc], system: &CheckedSystem) -> Checked<Self> {
        let is_long = formula.len() > 1 << 20;
        reject_if!(is_long || formula.is_empty(), "the formula must have between one and 2^20 entries");
        for (k, entry) in formula.iter().enumerate() {
            let is_made = operands(entry).iter().all(|&operand| (operand as usize) < k);
            reject_if!(!is_made, "entry {k} of the formula refers to one that is not before it");
            match entry {
                Actions(names) => check_sorted(names)?,
                Fluent(c) => {
                    let role = system.components().get(*c as usize).map(|component| component.role);
                    reject_if!(role != Some(RoleDoc::Fluent), "component {c} is not a fluent");
                }
                _ => {}
            }
        }
        Ok(Obligations { formula, ..Obligations::default() })
    }

    /// The number of a pending set.
    pub(super) fn number(&mut self, set: Vec<u32>) -> u32 {
        let next = self.sets.len() as u32;
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        })
    }

    /// The pending set with a number.
    pub(super) fn set(&self, number: u32) -> &[u32] {
        &self.sets[number as usize]
    }

    /// The numbers of pending sets that are given as a sorted list.
    pub(super) fn read_all(&mut self, pending: &[Vec<u32>]) -> Checked<Vec<u32>> {
        reject_if!(!is_ascending(pending), "the pending sets are not strictly ascending");
        for set in pending {
            let are_known = set.iter().all(|&item| item <= self.start_item() && self.is_temporal(item));
            reject_if!(!is_ascending(set) || !are_known, "{set:?} is not a pending set");
        }
        Ok(pending.iter().map(|set| self.number(set.clone())).collect())
    }

    /// The length of the formula.
    pub(super) fn n_entries(&self) -> usize {
        self.formula.len()
    }

    fn start_item(&self) -> u32 {
        2 * self.formula.len() as u32
    }

    /// The number of the pending set with which every run begins.
    pub(super) fn start(&mut self) -> u32 {
        self.number(vec![self.start_item()])
    }

    fn is_temporal(&self, item: u32) -> bool {
        match self.formula.get(item as usize / 2) {
            None => item == self.start_item(),
            Some(entry) => !matches!(entry, True(()) | Actions(_) | Fluent(_) | Not(_) | And(_) | Or(_)),
        }
    }

    /// Is it an obligation that must not be postponed forever?
    pub(super) fn is_eventuality(&self, item: u32) -> bool {
        match (self.formula.get(item as usize / 2), item % 2 == 1) {
            (Some(Eventually(_) | Until(..)), is_true) => is_true,
            (Some(Always(_) | WeakUntil(..)), is_true) => !is_true,
            _ => false,
        }
    }

    /// Is it one with which a run must not end?
    fn is_strong(&self, item: u32) -> bool {
        let is_next = matches!(self.formula.get(item as usize / 2), Some(Next(_)));
        self.is_eventuality(item) || (is_next && item % 2 == 1)
    }

    /// May a run end with a pending set? If it is the start, the run has one position: this vector, without
    /// an action.
    pub(super) fn may_end(&mut self, set: u32, vector: &[u32], work: &mut Work) -> Result<bool, TooMuch> {
        let is_weak = |this: &Self, set: u32| !this.set(set).iter().any(|&item| this.is_strong(item));
        if self.set(set) != [self.start_item()] {
            return Ok(is_weak(self, set));
        }
        let valuation = self.valuation(None, vector);
        let outcomes = self.outcomes(set, valuation, work)?;
        Ok(outcomes.iter().any(|&outcome| is_weak(self, outcome)))
    }

    /// The number of what is true at a position: after an action (or tau, or nothing), in a vector.
    pub(super) fn valuation(&mut self, action: Option<&str>, vector: &[u32]) -> u32 {
        let action = action.filter(|action| *action != "tau");
        let holds = |entry: &FormulaDoc| match entry {
            Actions(names) => {
                action.is_some_and(|action| names.binary_search_by(|name| (**name).cmp(action)).is_ok())
            }
            Fluent(c) => vector[*c as usize] == 1,
            _ => true,
        };
        let valuation: Vec<bool> = self.formula.iter().map(holds).collect();
        let next = self.valuations.len() as u32;
        *self.valuation_numbers.entry(valuation).or_insert_with_key(|valuation| {
            self.valuations.push(valuation.clone());
            next
        })
    }

    /// Is an entry that is a proposition true at a position with this valuation?
    pub(super) fn holds(&self, valuation: u32, entry: usize) -> bool {
        self.valuations[valuation as usize][entry]
    }

    /// What can be pending after a position with this valuation, if this was pending before it.
    pub(super) fn outcomes(
        &mut self,
        set: u32,
        valuation: u32,
        work: &mut Work,
    ) -> Result<Rc<[u32]>, TooMuch> {
        if let Some(known) = self.outcomes.get(&(set, valuation)) {
            return Ok(known.clone());
        }
        let demands: Vec<u32> = self.set(set).iter().map(|&item| self.demanded(item)).collect();
        let found = resolve(self.formula, demands, &self.valuations[valuation as usize], work)?;
        let mut smallest = Vec::new();
        for set in &found {
            work.spend(found.len())?;
            if !found.iter().any(|other| other.len() < set.len() && other.is_subset(set)) {
                smallest.push(self.number(set.iter().copied().collect()));
            }
        }
        let outcomes: Rc<[u32]> = smallest.into();
        self.outcomes.insert((set, valuation), outcomes.clone());
        Ok(outcomes)
    }

    /// What a pending item demands at the next position.
    fn demanded(&self, item: u32) -> u32 {
        match self.formula.get(item as usize / 2) {
            Some(Next(f)) => 2 * f + item % 2,
            Some(_) => item,
            // The start: the formula is to be false.
            None => self.start_item() - 2,
        }
    }

    /// The formula for a person.
    pub(super) fn text(&self, system: &CheckedSystem) -> String {
        let mut texts: Vec<String> = Vec::new();
        for entry in self.formula {
            let of = |k: &u32| texts[*k as usize].as_str();
            let all = |ks: &[u32], by: &str| ks.iter().map(of).collect::<Vec<_>>().join(by);
            texts.push(match entry {
                True(()) => "true".into(),
                Actions(names) => match &names[..] {
                    [one] => one.clone(),
                    names => format!("{{{}}}", names.join(", ")),
                },
                Fluent(c) => system.components()[*c as usize].name.clone(),
                Not(f) => format!("!{}", of(f)),
                And(fs) => format!("({})", all(fs, " && ")),
                Or(fs) => format!("({})", all(fs, " || ")),
                Next(f) => format!("X {}", of(f)),
                Eventually(f) => format!("<>{}", of(f)),
                Always(f) => format!("[]{}", of(f)),
                Until(f, g) => format!("({} U {})", of(f), of(g)),
                WeakUntil(f, g) => format!("({} W {})", of(f), of(g)),
            });
            // Shared parts can make the text exponentially longer than the formula.
            if texts.iter().map(String::len).sum::<usize>() > 10_000 {
                return format!("a formula of {} entries", self.formula.len());
            }
        }
        texts.pop().unwrap_or_default()
    }
}

/// The earlier entries that an entry refers to.
fn operands(entry: &FormulaDoc) -> Vec<u32> {
    match entry {
        True(()) | Actions(_) | Fluent(_) => Vec::new(),
        Not(f) | Next(f) | Eventually(f) | Always(f) => {
            vec![*f]
        }
        And(fs) | Or(fs) => fs.clone(),
        Until(f, g) | WeakUntil(f, g) => vec![*f, *g],
    }
}

/// One way to meet demands, as far as it has come.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    demands: BTreeSet<u32>,
    pending: BTreeSet<u32>,
}

/// The pending sets with which demands can be met.
fn resolve(
    formula: &[FormulaDoc],
    demands: Vec<u32>,
    valuation: &[bool],
    work: &mut Work,
) -> Result<BTreeSet<BTreeSet<u32>>, TooMuch> {
    let mut found = BTreeSet::new();
    let mut ways = BTreeSet::from([Way { demands: demands.into_iter().collect(), pending: BTreeSet::new() }]);
    while let Some(mut way) = ways.pop_last() {
        work.store(32 * (2 + way.demands.len() + way.pending.len()))?;
        // The largest first: it never comes back, as operands are before it.
        let Some(item) = way.demands.pop_last() else {
            found.insert(way.pending);
            continue;
        };
        let (entry, is_true) = (&formula[item as usize / 2], item % 2 == 1);
        let same = |f: &u32| 2 * f + u32::from(is_true);
        let opposite = |f: &u32| 2 * f + u32::from(!is_true);
        // What is demanded then, in each of the ways to go on, and is the item pending?
        let ways_on = match (entry, is_true) {
            (True(()) | Actions(_) | Fluent(_), _) => match valuation[item as usize / 2] == is_true {
                true => vec![(vec![], false)],
                false => vec![],
            },
            (Not(f), _) => vec![(vec![opposite(f)], false)],
            (And(fs), true) | (Or(fs), false) => vec![(fs.iter().map(same).collect(), false)],
            (And(fs), false) | (Or(fs), true) => fs.iter().map(|f| (vec![same(f)], false)).collect(),
            (Next(_), _) => vec![(vec![], true)],
            (Eventually(f), true) | (Always(f), false) => vec![(vec![same(f)], false), (vec![], true)],
            (Eventually(f), false) | (Always(f), true) => vec![(vec![same(f)], true)],
            (Until(f, g) | WeakUntil(f, g), true) => vec![(vec![same(g)], false), (vec![same(f)], true)],
            (Until(f, g) | WeakUntil(f, g), false) => {
                vec![(vec![same(f), same(g)], false), (vec![same(g)], true)]
            }
        };
        for (demands, is_pending) in ways_on {
            work.spend(1 + way.demands.len() + way.pending.len())?;
            let mut next = way.clone();
            next.demands.extend(demands);
            next.pending.extend(Some(item).filter(|_| is_pending));
            ways.insert(next);
        }
    }
    Ok(found)
}
