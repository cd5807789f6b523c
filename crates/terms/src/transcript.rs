//! What solvers were asked, to measure the same questions again: with a new solver, or with another program.
//!
//! Nothing is recorded outside of [`record`].

use std::cell::RefCell;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::{Term, Terms};
use crate::gates::Literal;
use crate::solver::{Answer, Solver};

/// One call of a solver.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Bits(Term),
    Assert(Term),
    Fresh,
    Clause(Box<[Literal]>),
    Solve(Box<[Literal]>, u64, Answer),
}

/// All calls of one solver, in their order.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    entries: Vec<Entry>,
}

thread_local! {
    static RECORDED: RefCell<Option<Vec<Transcript>>> = const { RefCell::new(None) };
}

/// Does something, and gives the transcripts of all solvers that it made in this thread. Not to be nested.
pub fn record<T>(work: impl FnOnce() -> T) -> (T, Vec<Transcript>) {
    RECORDED.set(Some(Vec::new()));
    let done = work();
    (done, RECORDED.take().unwrap_or_default())
}

/// A place for the calls of a new solver, if calls are recorded.
pub(crate) fn begin() -> Option<u32> {
    RECORDED.with_borrow_mut(|recorded| {
        let list = recorded.as_mut()?;
        list.push(Transcript::default());
        Some(list.len() as u32 - 1)
    })
}

/// Records a call at this place.
#[cold]
pub(crate) fn note(place: u32, entry: Entry) {
    RECORDED.with_borrow_mut(|recorded| {
        if let Some(transcript) = recorded.as_mut().and_then(|list| list.get_mut(place as usize)) {
            transcript.entries.push(entry);
        }
    });
}

impl Transcript {
    /// The answers that were given.
    pub fn answers(&self) -> Vec<Answer> {
        let answer = |entry: &Entry| match entry {
            Entry::Solve(_, _, answer) => Some(*answer),
            _ => None,
        };
        self.entries.iter().filter_map(answer).collect()
    }

    /// Asks a new solver the same questions, with the same limits. `terms` may have more terms than then.
    pub fn replay(&self, terms: &Terms) -> Vec<Answer> {
        let mut solver = Solver::new();
        let mut answers = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Solve(assumptions, limit, _) => {
                    answers.push(solver.solve_limited(assumptions, *limit, &mut || false));
                }
                other => drop(follow(&mut solver, terms, other)),
            }
        }
        answers
    }

    /// The same questions as SMT-LIB, without those that were not answered, and their answers. Terms are
    /// vectors as they are, not bits. The script begins with `(reset)`: scripts can follow each other.
    pub fn smtlib(&self, terms: &Terms) -> (String, Vec<Answer>) {
        let mut solver = Solver::new();
        let mut script = Script::new(terms);
        let mut answers = Vec::new();
        for entry in &self.entries {
            let literals = follow(&mut solver, terms, entry);
            match entry {
                Entry::Bits(t) => script.name_bits(*t, &literals),
                Entry::Assert(t) => {
                    script.define(*t);
                    let _ = writeln!(script.text, "(assert {})", terms.symbol(*t));
                }
                Entry::Fresh => script.name_fresh(literals[0]),
                Entry::Clause(clause) => {
                    let all: Vec<String> = clause.iter().map(|&literal| script.literal(literal)).collect();
                    let _ = writeln!(script.text, "(assert (or false {}))", all.join(" "));
                }
                Entry::Solve(_, _, Answer::Stopped) => {}
                Entry::Solve(assumptions, _, answer) => {
                    let all: Vec<String> =
                        assumptions.iter().map(|&literal| script.assumption(literal)).collect();
                    let _ = writeln!(script.text, "(check-sat-assuming ({}))", all.join(" "));
                    answers.push(*answer);
                }
            }
        }
        (script.text, answers)
    }
}

/// Repeats everything but questions; the literals that the call gives.
fn follow(solver: &mut Solver, terms: &Terms, entry: &Entry) -> Vec<Literal> {
    match entry {
        Entry::Bits(t) => return solver.bits(terms, *t).to_vec(),
        Entry::Assert(t) => solver.assert(terms, *t),
        Entry::Fresh => return vec![solver.fresh()],
        Entry::Clause(literals) => solver.add_clause(literals),
        Entry::Solve(..) => {}
    }
    Vec::new()
}

struct Script<'t> {
    terms: &'t Terms,
    text: String,
    defined: FxHashSet<Term>,
    /// How the positive literal of a gate is written.
    gates: FxHashMap<usize, String>,
    /// Gates that have a constant of their own, for assumptions.
    assumed: FxHashSet<usize>,
}

impl<'t> Script<'t> {
    fn new(terms: &'t Terms) -> Self {
        let gates = FxHashMap::from_iter([(Literal::TRUE.gate(), "true".to_owned())]);
        let (defined, assumed) = (FxHashSet::default(), FxHashSet::default());
        Script { terms, text: "(reset)\n(set-logic QF_BV)\n".to_owned(), defined, gates, assumed }
    }

    /// Declares and defines all that occurs in a term.
    fn define(&mut self, root: Term) {
        for t in self.terms.reachable(&[root], |t| self.defined.contains(&t)) {
            self.defined.insert(t);
            self.terms.define(t, &mut self.text);
        }
    }

    fn name_bits(&mut self, t: Term, literals: &[Literal]) {
        self.define(t);
        let symbol = self.terms.symbol(t);
        for (i, &literal) in literals.iter().enumerate() {
            let text = match literals.len() {
                1 => symbol.clone(),
                _ => format!("(= ((_ extract {i} {i}) {symbol}) #b1)"),
            };
            let text = if literal.is_negated() { format!("(not {text})") } else { text };
            self.gates.entry(literal.gate()).or_insert(text);
        }
    }

    fn name_fresh(&mut self, literal: Literal) {
        let name = format!("fresh{}", literal.gate());
        let _ = writeln!(self.text, "(declare-const {name} Bool)");
        self.gates.insert(literal.gate(), name);
    }

    fn literal(&self, literal: Literal) -> String {
        let text = &self.gates[&literal.gate()];
        if literal.is_negated() { format!("(not {text})") } else { text.clone() }
    }

    /// A constant that is equal to the literal.
    fn assumption(&mut self, literal: Literal) -> String {
        let gate = literal.gate();
        if self.assumed.insert(gate) {
            let text = &self.gates[&gate];
            let _ =
                writeln!(self.text, "(declare-const assumed{gate} Bool)\n(assert (= assumed{gate} {text}))");
        }
        if literal.is_negated() { format!("(not assumed{gate})") } else { format!("assumed{gate}") }
    }
}

#[cfg(test)]
#[path = "transcript_tests.rs"]
mod tests;
