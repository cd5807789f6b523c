//! Verdicts about C programs as certificates: the blocks become a control-flow automaton, an invariant
//! becomes a claim of safety, an execution one of violation.
//!
//! Only what the claims need is written: cells on which no guard and no invariant depends are left out, with
//! their updates, and so are terms that nothing refers to.

use std::sync::Arc;

use rely_certify::{
    CellDoc, Certificate, Claim, OperationDoc, PointDoc, PointKindDoc, ProgramDoc, ProgramEdgeDoc,
    ProgramSafety, ProgramStepDoc, ProgramViolation, SourceDoc, TermDoc, value_text,
};
use rely_code::blocks::{Blocks, CellId, EdgeId, PointKind};
use rely_code::engine::{Answer, Invariant, Outcome, Path};
use rely_terms::{Evaluator, Node, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::assumption::NoCertificate;
use crate::documents::GENERATOR;

/// Where a program comes from: the part of the claim that only people can judge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What the program is called, such as `queue.c:main`.
    pub name: String,
    /// The texts that it was made from, headers included: the name, and the SHA-256 of the text in
    /// hexadecimal. At least one.
    pub sources: Vec<(String, String)>,
    /// What each check is about, by its number, such as `queue.c:12: assertion n < 4`.
    pub checks: Vec<String>,
    /// What has to be correct for the blocks to be those of the sources, such as `clang 14.0.6`, `the reader
    /// of LLVM text` and `the encoder`. At least one.
    pub trusted: Vec<String>,
}

/// A verdict with its evidence.
#[derive(Clone, Debug)]
pub enum Decided {
    /// These checks never fail.
    Safe(Vec<u32>, Arc<Invariant>),
    /// This check fails.
    Unsafe(u32, Path),
}

/// The verdicts about the checks `0..n_checks` that are decided. Checks that were proved together are in one
/// of them, and so are those that no point of the blocks is an error of: the encoder found that they cannot
/// fail.
pub fn decided(blocks: &Blocks, outcome: &Outcome, n_checks: u32) -> Vec<Decided> {
    let mut found: Vec<Decided> = Vec::new();
    for check in &outcome.checks {
        match &check.answer {
            Answer::Safe(invariant) => {
                let known = found.iter_mut().find_map(|verdict| match verdict {
                    Decided::Safe(checks, known) if known == invariant => Some(checks),
                    _ => None,
                });
                match known {
                    Some(checks) => checks.push(check.number),
                    None => found.push(Decided::Safe(vec![check.number], invariant.clone())),
                }
            }
            Answer::Unsafe(path) => found.push(Decided::Unsafe(check.number, path.clone())),
            Answer::Unknown(_) => {}
        }
    }
    let errors: FxHashSet<u32> = blocks
        .points
        .iter()
        .filter_map(|point| match point.kind {
            PointKind::Error(check) => Some(check),
            _ => None,
        })
        .collect();
    let absent: Vec<u32> = (0..n_checks).filter(|check| !errors.contains(check)).collect();
    if !absent.is_empty() {
        // Any invariant shows that there is no way to an error that does not exist.
        let known = found.iter_mut().find_map(|verdict| match verdict {
            Decided::Safe(checks, _) => Some(checks),
            Decided::Unsafe(..) => None,
        });
        match known {
            Some(checks) => checks.extend(absent),
            None => {
                let points = vec![Vec::new(); blocks.points.len()];
                found.push(Decided::Safe(absent, Arc::new(Invariant { points })));
            }
        }
    }
    found
}

/// The certificate of verdicts about a program, one claim for each. [`rely_certify::check`] decides whether
/// the evidence shows them; this function only writes it down.
///
/// ```
/// use std::sync::Arc;
///
/// use rely_code::blocks::*;
/// use rely_code::engine::Invariant;
/// use rely_evidence::code::{Decided, Origin, certificate};
/// use rely_terms::Terms;
///
/// // i = 0; while (i < 4) i++; assert(i < 5);
/// let mut terms = Terms::new();
/// let i = terms.variable("i", 32);
/// let [zero, one, four] = [0, 1, 4].map(|value| terms.constant(value, 32));
/// let (yes, no) = (terms.truth(true), terms.truth(false));
/// let (is_less, next, fails) = (terms.ult(i, four), terms.add(i, one), terms.ult(four, i));
/// let point = |name: &str, kind| Point { name: name.into(), kind, live: vec![] };
/// let edge = |from, to, guard, updates| {
///     Edge { from: PointId(from), to: PointId(to), guard, updates, action: None, region: 0 }
/// };
/// let edges = vec![
///     edge(0, 1, yes, vec![(CellId(0), zero)]),
///     edge(1, 1, is_less, vec![(CellId(0), next)]),
///     edge(1, 2, fails, vec![]),
/// ];
/// let invariant = vec![vec![], vec![terms.ule(i, four)], vec![no]];
/// let blocks = Blocks {
///     terms,
///     cells: vec![Cell { name: "main.i".into(), term: i }],
///     points: vec![point("main", PointKind::Entry), point("3", PointKind::Cut), point("4", PointKind::Error(0))],
///     entry: PointId(0),
///     edges,
/// };
/// let origin = Origin {
///     name: "loop.c".into(),
///     sources: vec![("loop.c".into(), "0".repeat(64))],
///     checks: vec!["loop.c:3: assertion i < 5".into()],
///     trusted: vec!["clang 14".into(), "the encoder".into()],
/// };
/// let verdict = Decided::Safe(vec![0], Arc::new(Invariant { points: invariant }));
/// let certificate = certificate(&blocks, &origin, &[verdict])?;
/// let report = rely_certify::check(&serde_json::to_vec(&certificate)?);
/// assert_eq!(
///     report.claims,
///     ["no run of loop.c fails `loop.c:3: assertion i < 5` (3 points, 3 edges, 1 cell; trusted: clang 14, the encoder)"]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoCertificate::Unknown`] if there is no verdict, [`NoCertificate::Contradiction`] if the
/// evidence is not about these blocks, or the execution is not possible.
pub fn certificate(
    blocks: &Blocks,
    origin: &Origin,
    verdicts: &[Decided],
) -> Result<Certificate, NoCertificate> {
    if verdicts.is_empty() {
        return Err(NoCertificate::Unknown);
    }
    let writer = Writer::new(blocks, verdicts);
    let claims = verdicts.iter().map(|verdict| match verdict {
        Decided::Safe(checks, invariant) => writer.safety(checks, invariant),
        Decided::Unsafe(check, path) => writer.violation(*check, path),
    });
    let claims = claims.collect::<Option<Vec<Claim>>>().ok_or(NoCertificate::Contradiction)?;
    Ok(Certificate::of_programs(GENERATOR, vec![writer.program(origin)], claims))
}

/// Blocks, and the positions of their parts in the document.
struct Writer<'a> {
    blocks: &'a Blocks,
    /// The cells that are written, in order, and their positions.
    cells: Vec<CellId>,
    cell_positions: FxHashMap<CellId, u32>,
    /// The terms of the program, in order, and their positions.
    terms: Vec<Term>,
    positions: FxHashMap<Term, u32>,
    is_cell: FxHashSet<Term>,
}

impl<'a> Writer<'a> {
    fn new(blocks: &'a Blocks, verdicts: &[Decided]) -> Self {
        let cells = needed_cells(blocks, verdicts);
        let cell_positions: FxHashMap<CellId, u32> = cells.iter().copied().zip(0..).collect();
        let mut roots: Vec<Term> = cells.iter().map(|&cell| blocks.cells[cell.index()].term).collect();
        for edge in &blocks.edges {
            roots.push(edge.guard);
            let updates = edge.updates.iter().filter(|(cell, _)| cell_positions.contains_key(cell));
            roots.extend(updates.map(|&(_, term)| term));
        }
        let terms = reachable(&blocks.terms, &roots, &FxHashMap::default());
        let positions: FxHashMap<Term, u32> = terms.iter().copied().zip(0..).collect();
        let is_cell: FxHashSet<Term> = cells.iter().map(|cell| blocks.cells[cell.index()].term).collect();
        Writer { blocks, cells, cell_positions, terms, positions, is_cell }
    }

    fn program(&self, origin: &Origin) -> ProgramDoc {
        let blocks = self.blocks;
        let mut sources: Vec<SourceDoc> =
            origin.sources.iter().cloned().map(|(name, digest)| SourceDoc { digest, name }).collect();
        sources.sort_by(|a, b| a.name.cmp(&b.name));
        sources.dedup();
        let point = |point: &rely_code::blocks::Point| PointDoc {
            kind: match point.kind {
                PointKind::Entry => PointKindDoc::Entry,
                PointKind::Cut => PointKindDoc::Cut,
                PointKind::Error(check) => PointKindDoc::Error(check),
                PointKind::End => PointKindDoc::End,
            },
            name: point.name.clone(),
        };
        ProgramDoc {
            cells: self
                .cells
                .iter()
                .map(|cell| &blocks.cells[cell.index()])
                .map(|cell| self.cell(cell))
                .collect(),
            checks: origin.checks.clone(),
            digest: String::new(),
            edges: (0..blocks.edges.len() as u32).map(|edge| self.edge(EdgeId(edge))).collect(),
            name: origin.name.clone(),
            points: blocks.points.iter().map(point).collect(),
            sources,
            terms: self.terms.iter().map(|&t| document(&blocks.terms, t, &self.positions)).collect(),
            trusted: origin.trusted.clone(),
        }
    }

    fn cell(&self, cell: &rely_code::blocks::Cell) -> CellDoc {
        CellDoc { name: cell.name.clone(), term: self.positions[&cell.term] }
    }

    fn edge(&self, edge: EdgeId) -> ProgramEdgeDoc {
        let edge = &self.blocks.edges[edge.index()];
        let updates = edge.updates.iter();
        let updates =
            updates.filter_map(|(cell, t)| Some((*self.cell_positions.get(cell)?, self.positions[t])));
        ProgramEdgeDoc {
            from: edge.from.0,
            guard: self.positions[&edge.guard],
            to: edge.to.0,
            updates: updates.collect(),
        }
    }

    /// `None` if the invariant is not about these blocks.
    fn safety(&self, checks: &[u32], invariant: &Invariant) -> Option<Claim> {
        let terms = &self.blocks.terms;
        let more = reachable(terms, &invariant.points.concat(), &self.positions);
        let mut positions = self.positions.clone();
        positions.extend(more.iter().copied().zip(self.terms.len() as u32..));
        if invariant.points.len() != self.blocks.points.len() {
            return None;
        }
        let points =
            invariant.points.iter().map(|conjuncts| conjuncts.iter().map(|t| positions[t]).collect());
        let mut checks = checks.to_vec();
        checks.sort_unstable();
        checks.dedup();
        Some(Claim::ProgramSafety(ProgramSafety {
            checks,
            invariant: points.collect(),
            program: 0,
            terms: more.iter().map(|&t| document(terms, t, &positions)).collect(),
        }))
    }

    /// `None` if the execution is not possible.
    fn violation(&self, check: u32, path: &Path) -> Option<Claim> {
        let Blocks { terms, cells, edges, points, entry, .. } = self.blocks;
        let mut at = *entry;
        // Cells that do not matter may have any value.
        let mut state: FxHashMap<Term, u128> =
            self.cells.iter().map(|c| (cells[c.index()].term, 0)).collect();
        for (cell, value) in &path.steps.first()?.before {
            state.insert(cells.get(cell.index())?.term, *value);
        }
        let texts = |state: &FxHashMap<Term, u128>| -> Vec<String> {
            let terms_of = self.cells.iter().map(|cell| cells[cell.index()].term);
            terms_of.map(|term| value_text(state[&term], terms.width(term))).collect()
        };
        let initial = texts(&state);
        let mut steps = Vec::new();
        for step in &path.steps {
            let edge = edges.get(step.edge.index()).filter(|edge| edge.from == at)?;
            let given: FxHashMap<Term, u128> = step.inputs.iter().copied().collect();
            let value = |term: Term| state.get(&term).or(given.get(&term)).copied().unwrap_or(0);
            let updates = edge.updates.iter().filter(|(cell, _)| self.cell_positions.contains_key(cell));
            let updates: Vec<(Term, Term)> =
                updates.map(|&(cell, t)| (cells[cell.index()].term, t)).collect();
            let mut roots: Vec<Term> = updates.iter().map(|&(_, term)| term).collect();
            roots.push(edge.guard);
            let inputs = terms.variables(&roots).into_iter().filter(|term| !self.is_cell.contains(term));
            let inputs =
                inputs.map(|term| (self.positions[&term], value_text(value(term), terms.width(term))));
            let inputs = inputs.collect();
            let mut evaluator = Evaluator::new();
            if evaluator.eval(terms, edge.guard, &value) != 1 {
                return None;
            }
            let new: Vec<(Term, u128)> =
                updates.iter().map(|&(cell, term)| (cell, evaluator.eval(terms, term, &value))).collect();
            state.extend(new);
            steps.push(ProgramStepDoc { cells: texts(&state), edge: step.edge.0, inputs });
            at = edge.to;
        }
        let is_error = points[at.index()].kind == PointKind::Error(check);
        let claim = ProgramViolation { check, initial, program: 0, steps };
        is_error.then_some(Claim::ProgramViolation(claim))
    }
}

/// The cells that a guard or an invariant depends on, now or later.
fn needed_cells(blocks: &Blocks, verdicts: &[Decided]) -> Vec<CellId> {
    let terms = &blocks.terms;
    let cell_of: FxHashMap<Term, CellId> =
        (0..).zip(&blocks.cells).map(|(number, cell)| (cell.term, CellId(number))).collect();
    let mut updates: FxHashMap<CellId, Vec<Term>> = FxHashMap::default();
    for &(cell, term) in blocks.edges.iter().flat_map(|edge| &edge.updates) {
        updates.entry(cell).or_default().push(term);
    }
    let mut roots: Vec<Term> = blocks.edges.iter().map(|edge| edge.guard).collect();
    for verdict in verdicts {
        if let Decided::Safe(_, invariant) = verdict {
            roots.extend(invariant.points.iter().flatten());
        }
    }
    let mut needed = FxHashSet::default();
    while !roots.is_empty() {
        let read = terms.variables(&roots);
        roots.clear();
        for cell in read.iter().filter_map(|variable| cell_of.get(variable)) {
            if needed.insert(*cell) {
                roots.extend(updates.remove(cell).unwrap_or_default());
            }
        }
    }
    let mut needed: Vec<CellId> = needed.into_iter().collect();
    needed.sort_unstable();
    needed
}

/// The terms in some terms that have no position yet, operands first.
fn reachable(terms: &Terms, roots: &[Term], positions: &FxHashMap<Term, u32>) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        if !positions.contains_key(&term) && seen.insert(term) {
            found.push(term);
            open.extend(terms.node(term).operands());
        }
    }
    found.sort_unstable();
    found
}

/// A term whose operands have positions.
fn document(terms: &Terms, term: Term, positions: &FxHashMap<Term, u32>) -> TermDoc {
    use OperationDoc as Doc;
    let width = terms.width(term);
    let at = |operand: Term| positions[&operand];
    let operation = match *terms.node(term) {
        Node::Constant(value) => Doc::Constant(value_text(value, width)),
        Node::Variable(_) => Doc::Variable(terms.name(term).unwrap_or_default().to_string()),
        Node::Not(a) => Doc::Not(at(a)),
        Node::And(a, b) => Doc::And(at(a), at(b)),
        Node::Or(a, b) => Doc::Or(at(a), at(b)),
        Node::Xor(a, b) => Doc::Xor(at(a), at(b)),
        Node::Neg(a) => Doc::Neg(at(a)),
        Node::Add(a, b) => Doc::Add(at(a), at(b)),
        Node::Sub(a, b) => Doc::Sub(at(a), at(b)),
        Node::Mul(a, b) => Doc::Mul(at(a), at(b)),
        Node::Udiv(a, b) => Doc::Udiv(at(a), at(b)),
        Node::Urem(a, b) => Doc::Urem(at(a), at(b)),
        Node::Sdiv(a, b) => Doc::Sdiv(at(a), at(b)),
        Node::Srem(a, b) => Doc::Srem(at(a), at(b)),
        Node::Shl(a, b) => Doc::Shl(at(a), at(b)),
        Node::Lshr(a, b) => Doc::Lshr(at(a), at(b)),
        Node::Ashr(a, b) => Doc::Ashr(at(a), at(b)),
        Node::Eq(a, b) => Doc::Eq(at(a), at(b)),
        Node::Ult(a, b) => Doc::Ult(at(a), at(b)),
        Node::Slt(a, b) => Doc::Slt(at(a), at(b)),
        Node::Ite(a, b, c) => Doc::Ite(at(a), at(b), at(c)),
        Node::Concat(a, b) => Doc::Concat(at(a), at(b)),
        Node::Extract(a, high, low) => Doc::Extract(at(a), high, low),
        Node::Zext(a) => Doc::Zext(at(a)),
        Node::Sext(a) => Doc::Sext(at(a)),
    };
    TermDoc { operation, width }
}
