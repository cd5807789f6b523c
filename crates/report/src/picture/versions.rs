//! Two versions of a component, side by side.

use rely_draw::{MachineOptions, Part, Steps, is_readable, machine, path};
use rely_lts::{Component, Lts};

use super::{Content, Picture, PictureOptions, ReadVersion, SOME_STATES};
use crate::Failure;
use crate::prose::count;
use crate::view::{CompatDocument, VersionView};

/// In large machines, only this many steps of the run to the first difference are drawn.
const LAST_STEPS: usize = 12;

/// Which of the versions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Baseline,
    Candidate,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Side::Baseline => "baseline",
            Side::Candidate => "candidate",
        }
    }
}

/// The first run that only one version has.
struct Difference<'d> {
    actions: Vec<&'d str>,
    owner: Side,
}

impl<'d> Difference<'d> {
    fn of(document: &'d CompatDocument) -> Option<Difference<'d>> {
        let (run, owner) = match (document.containment.missing.first(), document.containment.added.first()) {
            (Some(run), _) => (run, Side::Baseline),
            (None, Some(run)) => (run, Side::Candidate),
            (None, None) => return None,
        };
        Some(Difference { actions: run.iter().map(String::as_str).collect(), owner })
    }
}

/// Both versions, and the first run that only one of them has.
pub(super) fn compared(
    document: &CompatDocument,
    options: &PictureOptions,
    read: &ReadVersion<'_>,
) -> Result<Content, Failure> {
    let difference = Difference::of(document);
    let mut graphs = Vec::new();
    for (version, side) in [(&document.baseline, Side::Baseline), (&document.candidate, Side::Candidate)] {
        let component = read(version)?;
        let mut drawn = MachineOptions { name: title(document, version), ..MachineOptions::default() };
        drawn.state_names = component
            .state_names
            .as_ref()
            .map(|names| names.iter().map(|name| name.as_ref().map(|name| name.to_string())).collect());
        match &difference {
            Some(difference) => mark(&mut drawn, &component, side, difference, document),
            None => drawn.notes.push(format!("{}: both have the same runs", side.name())),
        }
        if !is_readable(&component.lts, options.max_states) {
            drawn.part = near_run(&mut drawn, &component.lts, side, options);
        }
        graphs.push(machine(&component.lts, &drawn));
    }
    let title = document.summary.clone();
    Ok(Content::Graphs { graphs, title, picture: Picture::Compat, locals: Vec::new() })
}

/// The name of a version; if both have the same name, the version as it was given.
fn title(document: &CompatDocument, version: &VersionView) -> String {
    match document.baseline.name == document.candidate.name {
        true if !version.given.is_empty() => version.given.clone(),
        _ => version.name.clone(),
    }
}

/// Marks the run in the version that has it, and as far as the other version can follow.
fn mark(
    drawn: &mut MachineOptions,
    component: &Component,
    side: Side,
    difference: &Difference<'_>,
    document: &CompatDocument,
) {
    let Difference { actions, owner } = difference;
    let is_owner = side == *owner;
    let shown = if is_owner { &actions[..] } else { &actions[..actions.len().saturating_sub(1)] };
    let is_silent = |action: &str| !document.containment.interface.iter().any(|known| known == action);
    drawn.marked = path(&component.lts, shown, is_silent).unwrap_or_default();
    let last = actions.last().copied().unwrap_or_default();
    drawn.notes.push(match (is_owner, owner) {
        (true, Side::Baseline) => format!("baseline: it can do {last} here (✗), the candidate cannot"),
        (true, Side::Candidate) => format!("candidate: it can do {last} here, which is new"),
        (false, _) => format!("{}: after the marked run it refuses {last}", side.name()),
    });
    if !is_owner {
        let stands = drawn.marked.last().map_or(component.lts.initial(), |&(_, _, to)| to);
        drawn.refused = Some((stands, last.to_string()));
    } else if side == Side::Baseline {
        drawn.lost = drawn.marked.last().copied();
    }
}

/// The part of a large machine near the end of the marked run.
fn near_run(drawn: &mut MachineOptions, lts: &Lts, side: Side, options: &PictureOptions) -> Part {
    let mut centers = vec![lts.initial()];
    let left_out = drawn.marked.len().saturating_sub(LAST_STEPS);
    if left_out > 0 {
        let steps = count(left_out as u64, "step");
        drawn.notes.push(format!("{}: the first {steps} of the run are not marked", side.name()));
        drawn.marked.drain(..left_out);
    }
    centers.extend(drawn.marked.iter().flat_map(|&(from, _, to)| [from, to]));
    Part::Near {
        centers,
        radius: options.radius.unwrap_or(2),
        steps: Steps::Forth,
        most: options.max_states.min(SOME_STATES),
    }
}
