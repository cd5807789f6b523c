//! Programs and claims about them, as documents.

use serde::{Deserialize, Serialize};

/// A program as a control-flow automaton over bit vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramDoc {
    /// The variables of the state.
    pub cells: Vec<CellDoc>,
    /// What may fail, as text. A check is a position in this list.
    pub checks: Vec<String>,
    /// Digest of the program.
    pub digest: String,
    /// The steps.
    pub edges: Vec<ProgramEdgeDoc>,
    /// What the program is called, not empty.
    pub name: String,
    /// Where a run can be. Exactly one point is the entry.
    pub points: Vec<PointDoc>,
    /// The texts that the program was made from, sorted by name. At least one.
    pub sources: Vec<SourceDoc>,
    /// All terms; operands come first.
    pub terms: Vec<TermDoc>,
    /// What has to be correct for the automaton to be that of the sources. At least one.
    pub trusted: Vec<String>,
}

/// A variable of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellDoc {
    /// Its name, for people.
    pub name: String,
    /// The variable among the terms that stands for its value before a step.
    pub term: u32,
}

/// A step from one point to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramEdgeDoc {
    /// The point that it leaves.
    pub from: u32,
    /// The term that says whether it can be taken.
    pub guard: u32,
    /// The point that it leads to.
    pub to: u32,
    /// Cells and the terms of their new values, sorted by cell. The other cells keep their values.
    pub updates: Vec<(u32, u32)>,
}

/// A point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointDoc {
    /// What happens here.
    pub kind: PointKindDoc,
    /// Its name, for people.
    pub name: String,
}

/// What happens at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointKindDoc {
    /// Runs begin, in any state.
    Entry,
    /// Nothing.
    Cut,
    /// The program ends.
    End,
    /// This check fails.
    Error(u32),
}

/// A text that a program was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceDoc {
    /// SHA-256 of the text, 64 lower-case hexadecimal digits.
    pub digest: String,
    /// The name of the file.
    pub name: String,
}

/// A term over bit vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermDoc {
    /// How it is made from earlier terms.
    pub operation: OperationDoc,
    /// Its number of bits, from 1 to 128.
    pub width: u32,
}

/// How a term is made from earlier ones, given by their positions. The book's page has the meaning of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OperationDoc {
    /// A value in ⌈width / 4⌉ hexadecimal digits ([`value_text`]).
    Constant(String),
    /// A cell or an input.
    Variable(String),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    Xor(u32, u32),
    Neg(u32),
    Add(u32, u32),
    Sub(u32, u32),
    Mul(u32, u32),
    Udiv(u32, u32),
    Urem(u32, u32),
    Sdiv(u32, u32),
    Srem(u32, u32),
    Shl(u32, u32),
    Lshr(u32, u32),
    Ashr(u32, u32),
    Eq(u32, u32),
    Ult(u32, u32),
    Slt(u32, u32),
    Ite(u32, u32, u32),
    Concat(u32, u32),
    /// The term, the highest bit and the lowest bit.
    Extract(u32, u32, u32),
    Zext(u32),
    Sext(u32),
}

/// No run of a program reaches an error of the checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSafety {
    /// The checks, sorted. At least one.
    pub checks: Vec<u32>,
    /// For each point terms that are all true whenever a run is there.
    pub invariant: Vec<Vec<u32>>,
    /// The program, as a position in [`Certificate::programs`](super::Certificate::programs).
    pub program: u32,
    /// Terms that only the invariant needs. Their positions continue those of the program.
    pub terms: Vec<TermDoc>,
}

/// A run of a program reaches an error of the check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramViolation {
    /// The check.
    pub check: u32,
    /// The values of all cells at the entry.
    pub initial: Vec<String>,
    /// The program, as a position in [`Certificate::programs`](super::Certificate::programs).
    pub program: u32,
    /// The run. At least one step.
    pub steps: Vec<ProgramStepDoc>,
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramStepDoc {
    /// The values of all cells after the step.
    pub cells: Vec<String>,
    /// The position of the edge.
    pub edge: u32,
    /// The inputs that occur in the edge, as terms, and their values; sorted.
    pub inputs: Vec<(u32, String)>,
}

/// A value as certificates write it: ⌈width / 4⌉ lower-case hexadecimal digits.
///
/// ```
/// assert_eq!(rely_certify::value_text(10, 9), "00a");
/// ```
pub fn value_text(value: u128, width: u32) -> String {
    format!("{value:0digits$x}", digits = width.div_ceil(4) as usize)
}

impl OperationDoc {
    /// The operands, in order.
    pub(crate) fn operands(&self) -> impl Iterator<Item = u32> + use<> {
        use OperationDoc::*;
        let operands = match *self {
            Constant(_) | Variable(_) => [None; 3],
            Not(a) | Neg(a) | Extract(a, ..) | Zext(a) | Sext(a) => [Some(a), None, None],
            And(a, b)
            | Or(a, b)
            | Xor(a, b)
            | Add(a, b)
            | Sub(a, b)
            | Mul(a, b)
            | Udiv(a, b)
            | Urem(a, b)
            | Sdiv(a, b)
            | Srem(a, b)
            | Shl(a, b)
            | Lshr(a, b)
            | Ashr(a, b)
            | Eq(a, b)
            | Ult(a, b)
            | Slt(a, b)
            | Concat(a, b) => [Some(a), Some(b), None],
            Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}
