//! The meaning of formulas by definition, on runs that end and on lassos; evidence is replayed.

use rely_ltl::{Formula as F, Proposition, Specification};
use rely_lts::{ActionId, Lasso, System};

use crate::follow::{Vector, initial_vector, is_error, moves};
use crate::ltl::{Shape, with_free_actions};

/// The actions at the positions of a lasso, with the cycle twice, so that fluents have settled in the second
/// copy.
struct Positions {
    valuations: Vec<Vec<bool>>,
    back: usize,
}

fn positions(spec: &Specification, lasso: &Lasso) -> Positions {
    let (stem, cycle) = (&lasso.stem.actions, &lasso.cycle.actions);
    let mut now: Vec<bool> = spec.propositions.iter().map(Proposition::initially).collect();
    let mut valuations = Vec::new();
    for &action in stem.iter().chain(cycle).chain(cycle) {
        now = spec.propositions.iter().zip(&now).map(|(p, &before)| p.after(before, action)).collect();
        valuations.push(now.clone());
    }
    Positions { valuations, back: stem.len() + cycle.len() }
}

impl Positions {
    fn next(&self, i: usize) -> usize {
        if i + 1 < self.valuations.len() { i + 1 } else { self.back }
    }

    /// The truth at every position: fixed points, computed backward until nothing changes.
    fn truth(&self, formula: &F) -> Vec<bool> {
        let n = self.valuations.len();
        let fixed = |start: bool, step: &dyn Fn(usize, bool) -> bool| {
            let mut value = vec![start; n];
            loop {
                let before = value.clone();
                (0..n).rev().for_each(|i| value[i] = step(i, value[self.next(i)]));
                if before == value {
                    return value;
                }
            }
        };
        let pair = |lr: &(F, F)| (self.truth(&lr.0), self.truth(&lr.1));
        match formula {
            F::True => vec![true; n],
            F::False => vec![false; n],
            F::Prop(p) => self.valuations.iter().map(|v| v[*p]).collect(),
            F::Not(f) => self.truth(f).iter().map(|v| !v).collect(),
            F::And(fs) => {
                let all: Vec<_> = fs.iter().map(|f| self.truth(f)).collect();
                (0..n).map(|i| all.iter().all(|v| v[i])).collect()
            }
            F::Or(fs) => {
                let all: Vec<_> = fs.iter().map(|f| self.truth(f)).collect();
                (0..n).map(|i| all.iter().any(|v| v[i])).collect()
            }
            F::Implies(lr) => {
                let (l, r) = pair(lr);
                (0..n).map(|i| !l[i] || r[i]).collect()
            }
            F::Iff(lr) => {
                let (l, r) = pair(lr);
                (0..n).map(|i| l[i] == r[i]).collect()
            }
            F::Next(f) => {
                let v = self.truth(f);
                (0..n).map(|i| v[self.next(i)]).collect()
            }
            F::Always(f) => {
                let v = self.truth(f);
                fixed(true, &|i, next| v[i] && next)
            }
            F::Eventually(f) => {
                let v = self.truth(f);
                fixed(false, &|i, next| v[i] || next)
            }
            F::Until(lr) => {
                let (l, r) = pair(lr);
                fixed(false, &|i, next| r[i] || (l[i] && next))
            }
            F::WeakUntil(lr) => {
                let (l, r) = pair(lr);
                fixed(true, &|i, next| r[i] || (l[i] && next))
            }
        }
    }
}

pub(super) fn satisfies(spec: &Specification, lasso: &Lasso) -> bool {
    positions(spec, lasso).truth(&spec.formula)[0]
}

/// Does a run that ends after these actions violate a formula? By the definition on the positions there are;
/// a run without actions has one, the start.
pub(super) fn ended_run_violates(spec: &Specification, run: &[ActionId]) -> bool {
    let mut now: Vec<bool> = spec.propositions.iter().map(Proposition::initially).collect();
    let mut valuations = Vec::new();
    for &action in run {
        now = spec.propositions.iter().zip(&now).map(|(p, &before)| p.after(before, action)).collect();
        valuations.push(now.clone());
    }
    if run.is_empty() {
        valuations.push(now);
    }
    !holds_at(&spec.formula, &valuations, 0)
}

fn holds_at(formula: &F, run: &[Vec<bool>], i: usize) -> bool {
    let at = |f: &F, k: usize| holds_at(f, run, k);
    let until = |l: &F, r: &F| (i..run.len()).any(|k| at(r, k) && (i..k).all(|j| at(l, j)));
    match formula {
        F::True => true,
        F::False => false,
        F::Prop(p) => run[i][*p],
        F::Not(f) => !at(f, i),
        F::And(fs) => fs.iter().all(|f| at(f, i)),
        F::Or(fs) => fs.iter().any(|f| at(f, i)),
        F::Implies(lr) => !at(&lr.0, i) || at(&lr.1, i),
        F::Iff(lr) => at(&lr.0, i) == at(&lr.1, i),
        F::Next(f) => i + 1 < run.len() && at(f, i + 1),
        F::Always(f) => (i..run.len()).all(|k| at(f, k)),
        F::Eventually(f) => (i..run.len()).any(|k| at(f, k)),
        F::Until(lr) => until(&lr.0, &lr.1),
        F::WeakUntil(lr) => until(&lr.0, &lr.1) || (i..run.len()).all(|k| at(&lr.0, k)),
    }
}

/// The vectors that a system may be in after some actions.
fn after(system: &System, from: &[Vector], run: &[ActionId]) -> Vec<Vector> {
    let mut current = from.to_vec();
    for &action in run {
        let mut next: Vec<Vector> = current
            .iter()
            .flat_map(|v| moves(system, v))
            .filter(|(a, v)| *a == action && !is_error(v))
            .map(|(_, v)| v)
            .collect();
        next.sort();
        next.dedup();
        current = next;
    }
    current
}

/// The evidence is a run of the system, and the run violates the formula.
pub(super) fn replay(system: &System, spec: &Specification, lasso: &Lasso, shape: Shape) {
    let (system, _) = with_free_actions(system, spec);
    let ends = after(&system, &[initial_vector(&system)], &lasso.stem.actions);
    assert!(!ends.is_empty(), "the stem {:?} is a run", lasso.stem);
    match shape {
        Shape::Stops => {
            assert!(ends.iter().any(|v| moves(&system, v).is_empty()), "the run stops");
            assert!(ended_run_violates(spec, &lasso.stem.actions), "{}: {lasso:?}", spec.formula);
        }
        Shape::Cycle => {
            let returns =
                |v: &Vector| after(&system, std::slice::from_ref(v), &lasso.cycle.actions).contains(v);
            assert!(!lasso.cycle.is_empty() && ends.iter().any(returns), "the cycle {lasso:?} is one");
            assert!(!satisfies(spec, lasso), "{}: {lasso:?}", spec.formula);
        }
        Shape::Prefix => {
            // Whatever is repeated after it.
            let alphabet = system.alphabet();
            for cycle in alphabet.ids().iter().map(|&x| vec![x]).chain([alphabet.ids().to_vec()]) {
                if !cycle.is_empty() {
                    let longer = Lasso { stem: lasso.stem.clone(), cycle: cycle.into_iter().collect() };
                    assert!(!satisfies(spec, &longer), "{}: {longer:?}", spec.formula);
                }
            }
        }
    }
}
