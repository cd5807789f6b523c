//! One way through a region: the condition under which it is taken, and the values of the cells.

use rely_terms::{Term, Terms};

/// A conjunction. Two ways that were split have a common beginning, so that their union is often that
/// beginning.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conditions: Vec<Term>,
}

impl Path {
    /// The conjunction as a term.
    pub fn term(&self, terms: &mut Terms) -> Term {
        terms.and_all(self.conditions.iter().copied())
    }

    /// Adds a condition; false if the path cannot be taken any more.
    #[must_use]
    pub fn assume(&mut self, terms: &mut Terms, condition: Term) -> bool {
        match terms.as_constant(condition) {
            Some(0) => false,
            Some(_) => true,
            None => {
                let negation = terms.not(condition);
                if self.conditions.contains(&negation) {
                    return false;
                }
                if !self.conditions.contains(&condition) {
                    self.conditions.push(condition);
                }
                true
            }
        }
    }

    /// The union of two paths, and the condition that tells the first from the second.
    fn join(terms: &mut Terms, left: &Path, right: &Path) -> (Path, Term) {
        let pairs = left.conditions.iter().zip(&right.conditions);
        let common = pairs.take_while(|(left, right)| left == right).count();
        let choice = terms.and_all(left.conditions[common..].iter().copied());
        let other = terms.and_all(right.conditions[common..].iter().copied());
        let either = terms.or(choice, other);
        let mut path = Path { conditions: left.conditions[..common].to_vec() };
        if terms.as_constant(either).is_none() {
            path.conditions.push(either);
        }
        (path, choice)
    }
}

/// A value of a local: bits, or the parts of an aggregate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Val {
    /// The bits of a number or pointer.
    Bits(Term),
    /// The parts of a structure or array.
    Parts(Vec<Val>),
}

impl Val {
    /// Adds the bits of all parts.
    pub fn leaves(&self, to: &mut Vec<Term>) {
        match self {
            Val::Bits(bits) => to.push(*bits),
            Val::Parts(parts) => parts.iter().for_each(|part| part.leaves(to)),
        }
    }

    fn choose(terms: &mut Terms, choice: Term, left: &Val, right: &Val) -> Val {
        match (left, right) {
            (Val::Bits(left), Val::Bits(right)) => Val::Bits(terms.ite(choice, *left, *right)),
            (Val::Parts(left), Val::Parts(right)) => {
                Val::Parts(left.iter().zip(right).map(|(l, r)| Val::choose(terms, choice, l, r)).collect())
            }
            _ => unreachable!("values of one type have one shape"),
        }
    }
}

/// What arrives at a segment.
#[derive(Clone, Debug)]
pub struct Run {
    /// When it arrives.
    pub path: Path,
    /// The values of all cells.
    pub state: Vec<Term>,
    /// The values of the parameters of the segment.
    pub values: Vec<Val>,
    /// A shared object was accessed: the next access belongs to the next block.
    pub visible: bool,
    /// No other thread moves.
    pub atomic: bool,
}

impl Run {
    /// Two ways to the same segment as one.
    pub fn join(terms: &mut Terms, left: Run, right: Run) -> Run {
        let (path, choice) = Path::join(terms, &left.path, &right.path);
        let mut state = left.state;
        for (left, &right) in state.iter_mut().zip(&right.state) {
            if *left != right {
                *left = terms.ite(choice, *left, right);
            }
        }
        let pairs = left.values.iter().zip(&right.values);
        let values = pairs.map(|(left, right)| Val::choose(terms, choice, left, right)).collect();
        let (visible, atomic) = (left.visible || right.visible, left.atomic);
        Run { path, state, values, visible, atomic }
    }
}
