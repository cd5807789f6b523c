//! Comparisons of abstractions against those of the transition systems of all states, for random programs
//! with few bits: the second version is the first with a change, or another program.

#[path = "../../../../code/tests/kit/mod.rs"]
mod kit;

use std::collections::HashMap;
use std::rc::Rc;

use rely_code::blocks::{Blocks, PointId, PointKind};
use rely_code::component::{Abstraction, Extraction};
use rely_evolve::{FindingKind, Versions, added, lost};
use rely_io::Control;
use rely_lts::{ActionId, Actions, Context, Lts, LtsBuilder, StateId};
use rely_report::view::VerdictKind;

use self::kit::{Explicit, Random, State, random};
use super::super::containment::{Contained, Question};
use super::super::resolve::Version;
use super::meeting::Meeting;
use super::{AbstractCode, Side};
use crate::program::component::CodeModel;

/// Every state of a program is a state; all states of the entry are one.
fn explicit(blocks: &Blocks, names: &[String], actions: &Actions) -> Lts {
    let explicit = Explicit::new(blocks);
    let leaving = blocks.leaving();
    let mut builder = LtsBuilder::new(actions);
    let labels: Vec<ActionId> = names.iter().map(|name| actions.intern(name)).collect();
    labels.iter().for_each(|&label| builder.extend_alphabet(label));
    let initial = builder.add_state().unwrap();
    let mut known: HashMap<(PointId, State), StateId> = HashMap::new();
    let mut open: Vec<(StateId, PointId, State)> =
        explicit.states().into_iter().map(|state| (initial, blocks.entry, state)).collect();
    while let Some((source, point, state)) = open.pop() {
        for &edge in &leaving[point.index()] {
            let block = &blocks.edges[edge.index()];
            let label = block.action.map_or(ActionId::TAU, |action| labels[action as usize]);
            for next in explicit.successors(edge, &state) {
                let target = match blocks.points[block.to.index()].kind {
                    PointKind::Error(_) => StateId::ERROR,
                    _ => *known.entry((block.to, next.clone())).or_insert_with(|| {
                        let fresh = builder.add_state().unwrap();
                        open.push((fresh, block.to, next.clone()));
                        fresh
                    }),
                };
                builder.add_transition(source, label, target);
            }
        }
    }
    builder.finish(initial).unwrap()
}

/// A program with actions at some of its edges; errors only in some.
fn program(seed: u64, names: &[String]) -> Blocks {
    let mut random = Random(seed);
    let mut blocks = random::program(&mut random);
    for edge in &mut blocks.edges {
        if random.chance(60) {
            edge.action = Some(random.below(names.len()) as u32);
        }
    }
    if random.chance(70) {
        let errors: Vec<bool> =
            blocks.points.iter().map(|point| matches!(point.kind, PointKind::Error(_))).collect();
        blocks.edges.retain(|edge| !errors[edge.to.index()]);
    }
    blocks
}

/// The next version: other actions, guards or values at some place.
fn change(blocks: &mut Blocks, random: &mut Random, names: &[String]) {
    for _ in 0..random.below(5) {
        let at = 1 + random.below(blocks.edges.len() - 1);
        match random.below(5) {
            0 => blocks.edges[at].action = Some(random.below(names.len()) as u32),
            1 => blocks.edges[at].action = None,
            2 => {
                let cell = blocks.cells[random.below(blocks.cells.len())].term;
                let width = blocks.terms.width(cell);
                let value = blocks.terms.constant(u128::from(random.next()), width);
                let is = blocks.terms.eq(cell, value);
                blocks.edges[at].guard = blocks.terms.and(blocks.edges[at].guard, is);
            }
            3 => blocks.edges[at].guard = blocks.terms.truth(true),
            _ => {
                let kept = blocks.edges[at].updates.len() / 2;
                blocks.edges[at].updates.truncate(kept);
            }
        }
    }
    blocks.compute_live();
}

/// A program that is abstracted, after no attempt to make it exact.
fn abstracted(blocks: Blocks, names: &[String], control: &Control) -> Rc<AbstractCode> {
    let errors = Explicit::new(&blocks).violated().into_iter().collect();
    let extraction = Extraction { actions: names.to_vec(), errors, ..Extraction::default() };
    let model = CodeModel::without_source(Abstraction::new(blocks, extraction), names.to_vec());
    let [path, file] = ["code.c", "code.c"].map(str::to_string);
    Rc::new(AbstractCode::new("code.c", path, file, None, model, "for a test".to_string(), control).unwrap())
}

fn question(actions: &Actions, interface: &[String], old: &Version, new: &Version) -> Question {
    let interface = rely_lts::Alphabet::from_names(actions, interface.iter().map(String::as_str));
    Question {
        baseline: old.clone(),
        candidate: new.clone(),
        actions: actions.clone(),
        forbidden: Vec::new(),
        fluents: Vec::new(),
        propositions: Vec::new(),
        interface,
        end: None,
    }
}

/// How often what was decided.
#[derive(Debug, Default)]
struct Counted {
    holds: usize,
    violated: usize,
    unknown: usize,
    incomplete: usize,
    news: usize,
}

/// What is said of two versions is so.
fn judge(case: u64, contained: &Contained, exact: &Versions, counted: &mut Counted) {
    let ctx = Context::unlimited();
    let all = lost(exact, ctx).unwrap();
    let name = |trace: &rely_lts::Trace| -> Vec<String> {
        trace.names(exact.baseline().actions()).iter().map(|name| name.to_string()).collect()
    };
    let is_lost = all.iter().any(|finding| finding.kind != FindingKind::MayFail);
    let view = &contained.view;
    match view.verdict {
        VerdictKind::Holds => {
            counted.holds += 1;
            assert!(all.is_empty(), "case {case}: {all:?}");
        }
        VerdictKind::Violated => {
            counted.violated += 1;
            assert!(is_lost, "case {case}: nothing is lost, but {:?}", view.missing);
            assert!(!view.missing.is_empty(), "case {case}: a loss is shown");
            if contained.warnings.is_empty() {
                let shortest = all.iter().find(|finding| finding.kind != FindingKind::MayFail).unwrap();
                assert!(view.missing.iter().any(|trace| trace.len() >= name(&shortest.trace).len()));
            } else {
                counted.incomplete += 1;
            }
        }
        VerdictKind::Unknown => {
            counted.unknown += 1;
            assert!(view.reason.is_some(), "case {case}");
        }
    }
    for trace in &view.missing {
        assert!(has(exact, &exact.known(), trace), "case {case}: the baseline has no {trace:?}");
        assert!(!has(exact, &exact.offered(), trace), "case {case}: the candidate has {trace:?}");
    }
    for trace in &view.added {
        counted.news += 1;
        assert!(!has(exact, &exact.known(), trace), "case {case}: the baseline has {trace:?}");
        assert!(has(exact, &exact.offered(), trace), "case {case}: the candidate has no {trace:?}");
    }
    if view.verdict == VerdictKind::Holds {
        let news = added(exact, ctx).unwrap();
        assert!(view.added.is_empty() || !news.is_empty(), "case {case}");
    }
}

/// Does a view have a trace?
fn has(versions: &Versions, view: &Lts, trace: &[String]) -> bool {
    let mut states = vec![view.initial()];
    let close = |states: &mut Vec<StateId>| {
        let mut next = 0;
        while next < states.len() {
            for (label, target) in view.successors(states[next]) {
                if label.is_tau() && !target.is_error() && !states.contains(&target) {
                    states.push(target);
                }
            }
            next += 1;
        }
    };
    close(&mut states);
    for action in trace {
        let id = versions.baseline().actions().get(action).unwrap();
        let Some(label) = view.alphabet().label(id) else { return false };
        let mut next: Vec<StateId> = Vec::new();
        for &state in &states {
            next.extend(view.step(state, label).iter().filter(|target| !target.is_error()));
        }
        next.sort_unstable();
        next.dedup();
        close(&mut next);
        states = next;
    }
    !states.is_empty()
}

#[test]
fn comparisons_of_abstractions_are_those_of_all_states() {
    let mut counted = Counted::default();
    for case in 0..900 {
        let mut random = Random(22_000_001 + case);
        let names: Vec<String> = (0..1 + random.below(3)).map(|number| format!("a{number}")).collect();
        let (one, other) = (random.next(), random.next());
        let baseline = program(one, &names);
        let mut candidate = program(if random.chance(45) { one } else { other }, &names);
        change(&mut candidate, &mut random, &names);
        let actions = Actions::new();
        let (old, new) = (explicit(&baseline, &names, &actions), explicit(&candidate, &names, &actions));
        // Sometimes not all actions are compared.
        let compared = if random.chance(30) { names[..1].to_vec() } else { names.clone() };
        let interface = rely_lts::Alphabet::from_names(&actions, compared.iter().map(String::as_str));
        let exact = Versions::new(old.into(), new.into(), Vec::new(), interface).unwrap();
        let control = Control::unlimited();
        let [baseline, candidate] =
            [baseline, candidate].map(|blocks| Side::Abstract(abstracted(blocks, &names, &control)));
        let asked = |old: &Version, new: &Version| Ok(question(&actions, &compared, old, new));
        let meeting =
            Meeting { baseline: &baseline, candidate: &candidate, asked: &asked, control: &control };
        let (_, contained) = meeting.decide().unwrap();
        judge(case, &contained, &exact, &mut counted);
    }
    println!("{counted:?}");
    let Counted { holds, violated, unknown, news, .. } = counted;
    assert!(holds > 200 && violated > 200 && news > 200 && unknown < 200, "{counted:?}");
}
