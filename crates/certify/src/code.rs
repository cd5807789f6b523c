//! Claims about programs: invariants of control-flow automata over bit vectors, and runs of them.
//!
//! # Problem
//! Does the invariant exclude the errors of the claimed checks? Does the run reach an error?
//!
//! # Method
//! *Safety* \[Flo67\]: the invariant of the entry is true, that of the errors is false, and every
//! edge leads from the invariant of its first point to that of its second one. For each edge, the opposite
//! becomes a circuit ([`terms`], [`circuit`]) and the circuit becomes clauses; a search ([`sat`]) finds that
//! they have no solution. *Violation*: every step is evaluated.
//!
//! # Invariants
//! 1. An edge is accepted only if the clauses have no solution. Running out of work rejects.
//!
//! # Cost
//! Violations: linear. Safety: a circuit for each edge, and a search that may be exponential; both are
//! limited.
//!
//! # Departures
//! None.

mod circuit;
mod order;
mod sat;
mod terms;

use std::collections::{HashMap, HashSet};

use crate::check::{Checked, counted, is_sha256};
use crate::document::{PointKindDoc, ProgramDoc, ProgramSafety, ProgramViolation};
use crate::product::Work;
use circuit::{Circuit, TRUE};
use terms::{Terms, parse_value};

/// A program that is well formed.
pub(crate) struct CheckedProgram<'a> {
    doc: &'a ProgramDoc,
    terms: Terms<'a>,
    /// The variables that are cells.
    cells: HashSet<u32>,
}

impl<'a> CheckedProgram<'a> {
    /// # Errors
    /// Says what is not well formed.
    pub(crate) fn new(doc: &'a ProgramDoc, work: &mut Work) -> Result<Self, String> {
        if doc.name.is_empty() || doc.trusted.is_empty() || doc.trusted.iter().any(String::is_empty) {
            return Err("its name and what it trusts must not be empty".into());
        }
        if doc.sources.is_empty() || !doc.sources.is_sorted_by(|a, b| a.name < b.name) {
            return Err("there must be sources, sorted by name".into());
        }
        if !doc.sources.iter().all(|source| is_sha256(&source.digest)) {
            return Err("the digest of a source is not a SHA-256 digest".into());
        }
        work.spend(doc.terms.len() + doc.points.len() + doc.edges.len())?;
        let terms = Terms::new(&doc.terms)?;
        let cells: HashSet<u32> = doc.cells.iter().map(|cell| cell.term).collect();
        if cells.len() < doc.cells.len() || !cells.iter().all(|&term| terms.is_variable(term)) {
            return Err("the cells are not different variables".into());
        }
        let program = CheckedProgram { doc, terms, cells };
        let entries = doc.points.iter().filter(|point| point.kind == PointKindDoc::Entry).count();
        if entries != 1 {
            return Err(format!("there must be one entry, not {entries}"));
        }
        for (i, point) in doc.points.iter().enumerate() {
            if matches!(point.kind, PointKindDoc::Error(check) if check as usize >= doc.checks.len()) {
                return Err(format!("point {i} is an error of a check that does not exist"));
            }
        }
        for i in 0..doc.edges.len() {
            program.check_edge(i).map_err(|reason| format!("edge {i}: {reason}"))?;
        }
        Ok(program)
    }

    fn check_edge(&self, i: usize) -> Result<(), String> {
        let edge = &self.doc.edges[i];
        let kind = |point: u32| self.doc.points.get(point as usize).map(|point| point.kind);
        match (kind(edge.from), kind(edge.to)) {
            (None, _) | (_, None) => return Err("it has a point that does not exist".into()),
            (_, Some(PointKindDoc::Entry)) => return Err("it leads to the entry".into()),
            (Some(PointKindDoc::End | PointKindDoc::Error(_)), _) => {
                return Err("it leaves an error or the end".into());
            }
            _ => {}
        }
        if self.terms.width(edge.guard) != Some(1) {
            return Err("its guard is not a term of width 1".into());
        }
        if !edge.updates.is_sorted_by(|a, b| a.0 < b.0) {
            return Err("its updates are not sorted by cell".into());
        }
        for &(cell, term) in &edge.updates {
            let cell = self.doc.cells.get(cell as usize).ok_or("it updates a cell that does not exist")?;
            if self.terms.width(term) != self.terms.width(cell.term) {
                return Err(format!("it updates {} by a term of another width", cell.name));
            }
        }
        Ok(())
    }

    /// Does the invariant show the claim? Returns it as a sentence.
    pub(crate) fn check_safety(&self, claim: &ProgramSafety, work: &mut Work) -> Result<String, String> {
        if !claim.checks.is_sorted_by(|a, b| a < b) {
            return Err("its checks are not sorted".into());
        }
        let (points, checks) = (&self.doc.points, &self.doc.checks);
        match claim.checks.last() {
            Some(&last) if (last as usize) < checks.len() => {}
            _ => return Err("it must name checks of the program".into()),
        }
        work.spend(self.terms.len() + claim.terms.len())?;
        let terms = self.terms.with(&claim.terms)?;
        if (self.terms.len()..terms.len()).any(|term| terms.is_variable(term as u32)) {
            return Err("it has a variable that the program does not have".into());
        }
        if claim.invariant.len() != points.len() {
            return Err("there must be one invariant for each point".into());
        }
        let mut reached = HashSet::new();
        for (i, (conjuncts, point)) in claim.invariant.iter().zip(points).enumerate() {
            if conjuncts.iter().any(|&term| terms.width(term) != Some(1)) {
                return Err(format!("the invariant of point {i} is not made of terms of width 1"));
            }
            let inside = terms.within(conjuncts, work)?;
            if inside.iter().any(|term| terms.is_variable(*term) && !self.cells.contains(term)) {
                return Err(format!("the invariant of point {i} depends on an input"));
            }
            let is_false = conjuncts.iter().any(|&term| terms.is_false(term));
            match point.kind {
                PointKindDoc::Entry if !conjuncts.is_empty() => {
                    return Err("the invariant of the entry is not empty".into());
                }
                PointKindDoc::Error(check) if !is_false => {
                    if claim.checks.binary_search(&check).is_ok() {
                        return Err(format!("the invariant of point {i}, an error, does not contain false"));
                    }
                    reached.insert(check);
                }
                _ => {}
            }
        }
        for i in 0..self.doc.edges.len() {
            if !self.is_preserved(i, &terms, &claim.invariant, work)? {
                let (from, to) = (self.doc.edges[i].from as usize, self.doc.edges[i].to as usize);
                let (from, to) = (&points[from].name, &points[to].name);
                return Err(format!("edge {i}, from {from} to {to}, does not preserve the invariant"));
            }
        }
        let mut sentence = format!("no run of {} fails {}", self.doc.name, self.list(&claim.checks));
        sentence += &format!(" ({}", self.size());
        let mut reached: Vec<u32> = reached.into_iter().collect();
        reached.sort_unstable();
        if !reached.is_empty() {
            sentence += &format!("; runs may end because they fail {}", self.list(&reached));
        }
        Ok(sentence + &format!("; trusted: {})", self.doc.trusted.join(", ")))
    }

    /// Does an edge lead from the invariant of its first point to that of its second one?
    fn is_preserved(
        &self,
        edge: usize,
        terms: &Terms,
        invariant: &[Vec<u32>],
        work: &mut Work,
    ) -> Result<bool, String> {
        let edge = &self.doc.edges[edge];
        let (before, after) = (&invariant[edge.from as usize], &invariant[edge.to as usize]);
        if after.is_empty() {
            return Ok(true);
        }
        let mut circuit = Circuit::new(work);
        let mut known = HashMap::new();
        let assumed = [&before[..], &[edge.guard]].concat();
        terms.build(&assumed, &mut known, &mut circuit)?;
        for term in assumed {
            let bit = known[&term][0];
            circuit.solver.add(&[bit]);
        }
        // The invariant after the step: the same terms, with the new values in the place of the cells.
        let mut renewed = HashMap::new();
        let mut updates = edge.updates.iter().peekable();
        let occurring: HashSet<u32> = terms.within(after, circuit.work)?.into_iter().collect();
        for (i, cell) in self.doc.cells.iter().enumerate() {
            let update = updates.next_if(|&&(cell, _)| cell as usize == i);
            if occurring.contains(&cell.term) {
                let value = update.map_or(cell.term, |&(_, term)| term);
                terms.build(&[value], &mut known, &mut circuit)?;
                renewed.insert(cell.term, known[&value].clone());
            }
        }
        circuit.work.spend(self.doc.cells.len())?;
        terms.build(after, &mut renewed, &mut circuit)?;
        // One of its conjuncts is false.
        let mut all = TRUE;
        for term in after {
            all = circuit.and(all, renewed[term][0])?;
        }
        circuit.solver.add(&[!all]);
        Ok(!circuit.solver.solve(circuit.work)?)
    }

    /// Is the run possible, and does it end in an error of the check? Returns the claim as a sentence.
    pub(crate) fn check_violation(&self, claim: &ProgramViolation, work: &mut Work) -> Checked<String> {
        let points = &self.doc.points;
        let mut at = points.iter().position(|point| point.kind == PointKindDoc::Entry).expect("one entry");
        let mut state =
            self.state(&claim.initial).map_err(|reason| format!("the initial state: {reason}"))?;
        for (i, step) in claim.steps.iter().enumerate() {
            work.spend(self.doc.cells.len())?;
            let fail = |reason: String| format!("step {}: {reason}", i + 1);
            let edge =
                self.doc.edges.get(step.edge as usize).ok_or_else(|| fail("there is no such edge".into()))?;
            if edge.from as usize != at {
                return Err(fail(format!("its edge does not leave {}", points[at].name)));
            }
            let mut roots: Vec<u32> = edge.updates.iter().map(|&(_, term)| term).collect();
            roots.push(edge.guard);
            let inputs = self.terms.within(&roots, work)?.into_iter();
            let inputs = inputs.filter(|term| self.terms.is_variable(*term) && !self.cells.contains(term));
            if !inputs.eq(step.inputs.iter().map(|&(term, _)| term)) {
                return Err(fail("its inputs are not those of the edge".into()));
            }
            let mut values: HashMap<u32, u128> =
                self.doc.cells.iter().zip(&state).map(|(cell, &value)| (cell.term, value)).collect();
            for (term, text) in &step.inputs {
                let width = self.terms.width(*term).expect("inputs exist");
                let value =
                    parse_value(text, width).ok_or_else(|| fail(format!("`{text}` is not a value")))?;
                values.insert(*term, value);
            }
            self.terms.evaluate(&roots, &mut values, work)?;
            if values[&edge.guard] != 1 {
                return Err(fail("its guard is false".into()));
            }
            for &(cell, term) in &edge.updates {
                state[cell as usize] = values[&term];
            }
            if self.state(&step.cells).map_err(fail)? != state {
                return Err(fail("its cells do not have these values afterwards".into()));
            }
            at = edge.to as usize;
        }
        work.facts.steps += claim.steps.len();
        if points[at].kind != PointKindDoc::Error(claim.check) {
            return Err("the run does not end in an error of the check".into());
        }
        let (steps, trusted) = (counted(claim.steps.len(), "step"), self.doc.trusted.join(", "));
        let (name, check, size) = (&self.doc.name, self.list(&[claim.check]), self.size());
        Ok(format!("a run of {name} fails {check} after {steps} ({size}; trusted: {trusted})"))
    }

    /// One value for each cell.
    fn state(&self, texts: &[String]) -> Result<Vec<u128>, String> {
        if texts.len() != self.doc.cells.len() {
            return Err("there must be one value for each cell".into());
        }
        let widths = self.doc.cells.iter().map(|cell| self.terms.width(cell.term).expect("cells exist"));
        let value = |(width, text): (u32, &String)| {
            parse_value(text, width).ok_or_else(|| format!("`{text}` is not a value"))
        };
        widths.zip(texts).map(value).collect()
    }

    /// Checks, as people read them: a few with their texts.
    fn list(&self, checks: &[u32]) -> String {
        const SHOWN: usize = 4;
        let shown = checks.iter().take(SHOWN).map(|&check| format!("`{}`", self.doc.checks[check as usize]));
        let mut list = shown.collect::<Vec<_>>().join(" or ");
        if checks.len() > SHOWN {
            list += &format!(
                " or one of {} (of {})",
                counted(checks.len() - SHOWN, "other check"),
                self.doc.checks.len()
            );
        }
        list
    }

    fn size(&self) -> String {
        let ProgramDoc { cells, edges, points, .. } = self.doc;
        let counts =
            [counted(points.len(), "point"), counted(edges.len(), "edge"), counted(cells.len(), "cell")];
        counts.join(", ")
    }
}
