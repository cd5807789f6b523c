//! Predicates in words that the next version of a program understands.
//!
//! A predicate is kept as a line over names of cells, at a place that does not depend on line numbers: the
//! function of the point, the actions that lead there, and a number among the points of which this is the
//! same. What fits nowhere in the next version is dropped. Nothing depends on it but the effort: predicates
//! only tell states apart, and every step is decided anew.

use rely_terms::{Term, Terms};
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, PointId};

/// A predicate that is kept: its place, and itself as a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeptPredicate {
    /// The place.
    pub place: String,
    /// The predicate.
    pub line: String,
}

/// What points are called in words that survive small edits.
fn places(blocks: &Blocks, actions: &[String]) -> Vec<String> {
    let mut leading: Vec<Vec<&str>> = vec![Vec::new(); blocks.points.len()];
    for edge in &blocks.edges {
        let action = edge.action.and_then(|action| actions.get(action as usize));
        leading[edge.to.index()].push(action.map_or("", String::as_str));
    }
    let mut met: FxHashMap<String, usize> = FxHashMap::default();
    let place = |(point, mut leading): (&crate::blocks::Point, Vec<&str>)| {
        leading.sort_unstable();
        leading.dedup();
        let function = point.name.split(':').next().unwrap_or_default();
        let place = format!("{function} after {}", leading.join(","));
        let number = met.entry(place.clone()).or_default();
        *number += 1;
        format!("{place} #{number}")
    };
    blocks.points.iter().zip(leading).map(place).collect()
}

/// The predicates of all points, to be kept.
pub(super) fn keep(blocks: &Blocks, actions: &[String], predicates: &[Vec<Term>]) -> Vec<KeptPredicate> {
    let mut kept = Vec::new();
    for (place, own) in places(blocks, actions).into_iter().zip(predicates) {
        let lines = own.iter().filter_map(|&predicate| blocks.terms.line(predicate));
        kept.extend(lines.map(|line| KeptPredicate { place: place.clone(), line }));
    }
    kept
}

/// The predicates of an earlier version that have a meaning in this one.
pub(super) fn recall(
    blocks: &mut Blocks,
    actions: &[String],
    kept: &[KeptPredicate],
) -> Vec<(PointId, Term)> {
    let places = places(blocks, actions);
    let numbers: FxHashMap<&str, u32> = places.iter().map(String::as_str).zip(0..).collect();
    // A name that two cells have is no name.
    let mut cells: FxHashMap<(String, u32), Option<Term>> = FxHashMap::default();
    for cell in &blocks.cells {
        let width = blocks.terms.width(cell.term);
        let one = cells.entry((cell.name.clone(), width)).or_insert(Some(cell.term));
        if *one != Some(cell.term) {
            *one = None;
        }
    }
    let find = |name: &str, width: u32| cells.get(&(name.to_string(), width)).copied().flatten();
    let mut found = Vec::new();
    for KeptPredicate { place, line } in kept {
        let Some(&point) = numbers.get(place.as_str()) else { continue };
        let Some(predicate) = read(&mut blocks.terms, line, &find) else { continue };
        if !found.contains(&(PointId(point), predicate)) {
            found.push((PointId(point), predicate));
        }
    }
    found
}

/// A predicate that says something.
fn read(terms: &mut Terms, line: &str, find: &dyn Fn(&str, u32) -> Option<Term>) -> Option<Term> {
    let predicate = terms.read_line(line, find)?;
    (terms.width(predicate) == 1 && terms.as_constant(predicate).is_none()).then_some(predicate)
}
