//! What is certain although the budget was spent.
//!
//! # Problem
//! A part of the module was explored, or a part of the sets of the determinization is known. Find traces that
//! are certainly bad, each with a run, and the length up to which every trace is decided.
//!
//! # Method
//! The subset construction over the explored part. Its runs are runs of the module, so a trace that it
//! forbids is forbidden. A set is *silent* if it was not expanded, or if one of its members was not: then it
//! may lack members, ERROR among them. Up to the depth of the first silent set (one less if the set may lack
//! members) the machine agrees with the weakest assumption.
//!
//! # Invariants
//! 1. Every reported trace is bad: its run is found on the module itself, not on the explored part.
//! 2. [`Prefix`] agrees with the weakest assumption on all traces of at most [`Prefix::depth`] actions.
//!
//! # Cost
//! Bounded by constants (`STATES`, `POLLS`, `TRACES`, `MACHINE`), because the budget is already spent.
//!
//! # Departures
//! \[GPB02\] returns nothing when memory runs out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rely_lts::determinize::{ErrorRule, Partly, determinize_partly};
use rely_lts::{ActionId, Budget, Context, Label, Lts, Product, RowBuilder, Spent, StateId};

use crate::construct::Flat;
use crate::outcome::{Forbidden, Partial, Prefix, WeakestAnswer};
use crate::question::Question;
use crate::run_along::{SHORTEST, shortest_run_along};

/// States and sets that may be visited after the end of the budget.
const STATES: u64 = 20_000;

/// How often the budget may be asked after its end; between two questions are some thousand steps.
const POLLS: u32 = 400;

/// This many forbidden traces are reported.
const TRACES: usize = 20;

/// States of the machine that is reported.
const MACHINE: usize = 2_000;

/// What there is when the budget ends.
pub(crate) enum Known<'a> {
    /// Nothing yet.
    Nothing,
    /// The module with hidden actions, and how many of its states were expanded.
    Flat(&'a Lts, usize),
    /// A deterministic machine that has all traces into ERROR, and those of its states that were not
    /// expanded.
    Sets(&'a Lts, &'a [StateId]),
}

/// What a spent budget leaves. If no environment can help and that was seen, the answer is complete.
pub(crate) fn partial(
    question: &Question,
    known: Known<'_>,
    spent: Spent,
    ctx: Context<'_>,
) -> WeakestAnswer {
    let polls = Arc::new(AtomicU32::new(0));
    let asked = move || (polls.fetch_add(1, Ordering::Relaxed) > POLLS).then_some(Spent::Cancelled);
    let budget = Budget { states: Some(STATES), stop: Some(Arc::new(asked)), ..Budget::default() };
    let allowance = Context { budget: &budget, ..ctx };
    let sets = match known {
        Known::Nothing => {
            let flat = Flat::explore(question, &Product::new(&question.system()), allowance);
            Sets::of_part(&flat.lts, flat.known, allowance)
        }
        Known::Flat(lts, known) => Sets::of_part(lts, known, allowance),
        Known::Sets(lts, open) => {
            let mut silent = vec![Silent::No; lts.n_states()];
            open.iter().for_each(|s| silent[s.index()] = Silent::Outgoing);
            Sets { lts: lts.clone(), silent }
        }
    };
    if sets.lts.step(sets.lts.initial(), Label::TAU).last().is_some_and(|t| t.is_error())
        && let Ok(Some(run)) = shortest_run_along(question, &[], SHORTEST, allowance)
    {
        return WeakestAnswer::Never { run };
    }
    let levels = Levels::of(&sets.lts);
    let forbidden = forbidden(question, &sets, &levels, allowance);
    let assumption = prefix(&sets, &levels);
    WeakestAnswer::Unknown(Partial { spent, forbidden, assumption })
}

/// What is not known of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Silent {
    /// All is known.
    No,
    /// Its transitions.
    Outgoing,
    /// Whether it has more members, and with them its transitions.
    Members,
}

/// A deterministic machine of which a part is missing.
struct Sets {
    lts: Lts,
    silent: Vec<Silent>,
}

impl Sets {
    /// From a part of the module: states from `known` on were not expanded.
    fn of_part(lts: &Lts, known: usize, ctx: Context<'_>) -> Sets {
        let Partly { determinized, open, .. } = determinize_partly(lts, ErrorRule::Absorb, ctx);
        let missing = |members: &Vec<StateId>| members.iter().any(|member| member.index() >= known);
        let silent = |members| if missing(members) { Silent::Members } else { Silent::No };
        let mut silent: Vec<Silent> = determinized.members.iter().map(silent).collect();
        for s in open.iter().filter(|s| silent[s.index()] == Silent::No).copied().collect::<Vec<_>>() {
            silent[s.index()] = Silent::Outgoing;
        }
        Sets { lts: determinized.lts, silent }
    }
}

/// A breadth-first search.
struct Levels {
    /// The states that can be reached, in the order in which they are.
    order: Vec<StateId>,
    level: Vec<usize>,
    parent: Vec<Option<(StateId, Label)>>,
}

impl Levels {
    fn of(lts: &Lts) -> Levels {
        let mut order = Vec::new();
        let mut level = vec![usize::MAX; lts.n_states()];
        let mut parent = vec![None; lts.n_states()];
        level[lts.initial().index()] = 0;
        let mut queue = VecDeque::from([lts.initial()]);
        while let Some(s) = queue.pop_front() {
            order.push(s);
            for (label, t) in lts.successors(s).filter(|(_, t)| !t.is_error()) {
                if level[t.index()] == usize::MAX {
                    level[t.index()] = level[s.index()] + 1;
                    parent[t.index()] = Some((s, label));
                    queue.push_back(t);
                }
            }
        }
        Levels { order, level, parent }
    }

    /// The shortest trace to a state, and one more label.
    fn trace(&self, lts: &Lts, mut state: StateId, last: Label) -> Vec<ActionId> {
        let mut trace = vec![lts.alphabet().action(last)];
        while let Some((before, label)) = self.parent[state.index()] {
            trace.push(lts.alphabet().action(label));
            state = before;
        }
        trace.reverse();
        trace
    }
}

/// Traces that lead into ERROR, shortest first, with their runs.
fn forbidden(question: &Question, sets: &Sets, levels: &Levels, ctx: Context<'_>) -> Vec<Forbidden> {
    let mut found = Vec::new();
    for &s in &levels.order {
        for (label, _) in sets.lts.successors(s).filter(|(_, t)| t.is_error()) {
            if found.len() == TRACES {
                return found;
            }
            let trace = levels.trace(&sets.lts, s, label);
            match shortest_run_along(question, &trace, SHORTEST, ctx) {
                Ok(Some(run)) => found.push(Forbidden { trace, run }),
                Ok(None) => unreachable!("a run of a part of the module is a run of the module"),
                Err(_) => return found,
            }
        }
    }
    found
}

/// The machine up to the depth to which it is known, if that is more than nothing.
fn prefix(sets: &Sets, levels: &Levels) -> Option<Prefix> {
    let decided = levels.order.iter().filter_map(|s| match sets.silent[s.index()] {
        Silent::No => None,
        Silent::Outgoing => Some(levels.level[s.index()]),
        Silent::Members => Some(levels.level[s.index()].saturating_sub(1)),
    });
    let deepest = levels.order.last().map_or(0, |s| levels.level[s.index()]);
    let mut depth = decided.min().unwrap_or(deepest + 1);
    let within = |depth: usize| levels.order.iter().take_while(|s| levels.level[s.index()] <= depth).count();
    while depth > 0 && within(depth) > MACHINE {
        depth -= 1;
    }
    if depth == 0 {
        return None;
    }
    let n = within(depth);
    let mut number = vec![StateId::ERROR; sets.lts.n_states()];
    levels.order[..n].iter().enumerate().for_each(|(i, s)| number[s.index()] = StateId::at(i));
    let sink = StateId::at(n);
    let mut rows = RowBuilder::new(sets.lts.alphabet().clone());
    let mut open = Vec::new();
    let mut uses_sink = false;
    for &s in &levels.order[..n] {
        let mut row = Vec::new();
        if levels.level[s.index()] < depth {
            for label in sets.lts.alphabet().labels() {
                match sets.lts.step(s, label) {
                    [] => {
                        row.push((label, sink));
                        uses_sink = true;
                    }
                    [t] if t.is_error() => {}
                    targets => row.push((label, number[targets[0].index()])),
                }
            }
        } else {
            open.push(number[s.index()]);
        }
        rows.push_state(&mut row).ok()?;
    }
    if uses_sink {
        let mut row: Vec<_> = sets.lts.alphabet().labels().map(|label| (label, sink)).collect();
        rows.push_state(&mut row).ok()?;
    }
    Some(Prefix { lts: rows.finish(StateId::at(0), None), open, depth })
}
