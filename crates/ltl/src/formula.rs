//! Formulas of linear temporal logic over numbered propositions.

use std::fmt;
use std::sync::Arc;

/// A formula of linear temporal logic.
///
/// Operands are shared: a clone costs nothing, so a named assert that is used many times is stored once.
/// Conjunctions and disjunctions take any number of operands, so that a `forall` over a large range stays
/// flat. Formulas of any depth can be built, copied, printed and dropped: none of this recurses.
///
/// ```
/// use rely_ltl::Formula;
/// let response = Formula::always(Formula::implies(Formula::Prop(0), Formula::eventually(Formula::Prop(1))));
/// assert_eq!(response.to_string(), "[](p0 -> <>p1)");
/// ```
#[derive(Clone)]
pub enum Formula {
    /// Always true.
    True,
    /// Always false.
    False,
    /// The proposition with this number.
    Prop(usize),
    /// Negation, `!f`.
    Not(Arc<Formula>),
    /// Conjunction of any number of formulas; of none: true.
    And(Arc<[Formula]>),
    /// Disjunction of any number of formulas; of none: false.
    Or(Arc<[Formula]>),
    /// `l -> r`.
    Implies(Arc<(Formula, Formula)>),
    /// `l <-> r`.
    Iff(Arc<(Formula, Formula)>),
    /// `X f`: at the next position.
    Next(Arc<Formula>),
    /// `[] f`: at all positions from here on.
    Always(Arc<Formula>),
    /// `<> f`: at some position from here on.
    Eventually(Arc<Formula>),
    /// `l U r`: `r` at some position from here on, and `l` until then.
    Until(Arc<(Formula, Formula)>),
    /// `l W r`: `l U r` or `[] l`.
    WeakUntil(Arc<(Formula, Formula)>),
}

impl Formula {
    /// `!operand`.
    #[allow(clippy::should_implement_trait)]
    pub fn not(operand: Formula) -> Formula {
        Formula::Not(Arc::new(operand))
    }

    /// `left && right`.
    pub fn and(left: Formula, right: Formula) -> Formula {
        Formula::and_all(vec![left, right])
    }

    /// `left || right`.
    pub fn or(left: Formula, right: Formula) -> Formula {
        Formula::or_all(vec![left, right])
    }

    /// The conjunction of any number of formulas; of none: true.
    pub fn and_all(mut operands: Vec<Formula>) -> Formula {
        match operands.len() {
            0 => Formula::True,
            1 => operands.swap_remove(0),
            _ => Formula::And(operands.into()),
        }
    }

    /// The disjunction of any number of formulas; of none: false.
    pub fn or_all(mut operands: Vec<Formula>) -> Formula {
        match operands.len() {
            0 => Formula::False,
            1 => operands.swap_remove(0),
            _ => Formula::Or(operands.into()),
        }
    }

    /// `left -> right`.
    pub fn implies(left: Formula, right: Formula) -> Formula {
        Formula::Implies(Arc::new((left, right)))
    }

    /// `left <-> right`.
    pub fn iff(left: Formula, right: Formula) -> Formula {
        Formula::Iff(Arc::new((left, right)))
    }

    /// `X operand`.
    #[allow(clippy::should_implement_trait)]
    pub fn next(operand: Formula) -> Formula {
        Formula::Next(Arc::new(operand))
    }

    /// `[] operand`.
    pub fn always(operand: Formula) -> Formula {
        Formula::Always(Arc::new(operand))
    }

    /// `<> operand`.
    pub fn eventually(operand: Formula) -> Formula {
        Formula::Eventually(Arc::new(operand))
    }

    /// `left U right`.
    pub fn until(left: Formula, right: Formula) -> Formula {
        Formula::Until(Arc::new((left, right)))
    }

    /// `left W right`.
    pub fn weak_until(left: Formula, right: Formula) -> Formula {
        Formula::WeakUntil(Arc::new((left, right)))
    }

    /// The operands, in order.
    pub fn operands(&self) -> Vec<&Formula> {
        match self {
            Formula::True | Formula::False | Formula::Prop(_) => Vec::new(),
            Formula::Not(f) | Formula::Next(f) | Formula::Always(f) | Formula::Eventually(f) => vec![f],
            Formula::And(fs) | Formula::Or(fs) => fs.iter().collect(),
            Formula::Implies(lr) | Formula::Iff(lr) | Formula::Until(lr) | Formula::WeakUntil(lr) => {
                vec![&lr.0, &lr.1]
            }
        }
    }

    /// Has the formula no temporal operator?
    pub fn is_propositional(&self) -> bool {
        self.holds_now(|_| false).is_some()
    }

    /// The truth of a formula without temporal operators where the given propositions hold; `None` if it has
    /// one. Does not recurse, and looks at shared operands once.
    pub fn holds_now(&self, proposition: impl Fn(usize) -> bool) -> Option<bool> {
        let mut known: rustc_hash::FxHashMap<*const Formula, bool> = Default::default();
        let mut stack = vec![self];
        while let Some(&formula) = stack.last() {
            let operands = formula.operands();
            let waiting = stack.len();
            stack.extend(operands.iter().filter(|f| !known.contains_key(&std::ptr::from_ref(**f))));
            if stack.len() > waiting {
                continue;
            }
            let mut values = operands.iter().map(|f| known[&std::ptr::from_ref(*f)]);
            let value = match formula {
                Formula::True => true,
                Formula::False => false,
                Formula::Prop(p) => proposition(*p),
                Formula::Not(_) => values.any(|v| !v),
                Formula::And(_) => values.all(|v| v),
                Formula::Or(_) => values.any(|v| v),
                Formula::Implies(_) => values.next() == Some(false) || values.next() == Some(true),
                Formula::Iff(_) => values.next() == values.next(),
                Formula::Next(_)
                | Formula::Always(_)
                | Formula::Eventually(_)
                | Formula::Until(_)
                | Formula::WeakUntil(_) => return None,
            };
            known.insert(std::ptr::from_ref(formula), value);
            stack.pop();
        }
        known.get(&std::ptr::from_ref(self)).copied()
    }

    /// The formula as text, with names for the propositions.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(usize) -> String) -> impl fmt::Display + 'a {
        Named { formula: self, name }
    }
}

impl Drop for Formula {
    /// Takes deep formulas apart in a loop, where dropping operands inside operands would exhaust the stack.
    fn drop(&mut self) {
        fn detach(formula: &mut Formula, waiting: &mut Vec<Formula>) {
            match formula {
                Formula::True | Formula::False | Formula::Prop(_) => {}
                Formula::Not(f) | Formula::Next(f) | Formula::Always(f) | Formula::Eventually(f) => {
                    if let Some(f) = Arc::get_mut(f) {
                        waiting.push(std::mem::replace(f, Formula::True));
                    }
                }
                Formula::And(fs) | Formula::Or(fs) => {
                    if let Some(fs) = Arc::get_mut(fs) {
                        waiting.extend(fs.iter_mut().map(|f| std::mem::replace(f, Formula::True)));
                    }
                }
                Formula::Implies(lr) | Formula::Iff(lr) | Formula::Until(lr) | Formula::WeakUntil(lr) => {
                    if let Some((l, r)) = Arc::get_mut(lr) {
                        waiting.push(std::mem::replace(l, Formula::True));
                        waiting.push(std::mem::replace(r, Formula::True));
                    }
                }
            }
        }
        let mut waiting = Vec::new();
        detach(self, &mut waiting);
        while let Some(mut formula) = waiting.pop() {
            detach(&mut formula, &mut waiting);
        }
    }
}

struct Named<'a> {
    formula: &'a Formula,
    name: &'a dyn Fn(usize) -> String,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Item<'a> {
            /// A formula that stands alone or between brackets.
            Bare(&'a Formula),
            /// An operand, which gets brackets if it has an infix operator.
            Operand(&'a Formula),
            Text(&'static str),
        }
        let mut stack = vec![Item::Bare(self.formula)];
        while let Some(item) = stack.pop() {
            let formula = match item {
                Item::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Item::Operand(formula) if is_infix(formula) => {
                    f.write_str("(")?;
                    stack.extend([Item::Text(")"), Item::Bare(formula)]);
                    continue;
                }
                Item::Operand(formula) | Item::Bare(formula) => formula,
            };
            let (prefix, infix) = match formula {
                Formula::True => ("true", ""),
                Formula::False => ("false", ""),
                Formula::Prop(p) => {
                    f.write_str(&(self.name)(*p))?;
                    continue;
                }
                Formula::And(fs) if fs.is_empty() => ("true", ""),
                Formula::Or(fs) if fs.is_empty() => ("false", ""),
                Formula::Not(_) => ("!", ""),
                Formula::Next(_) => ("X ", ""),
                Formula::Always(_) => ("[]", ""),
                Formula::Eventually(_) => ("<>", ""),
                Formula::And(_) => ("", " && "),
                Formula::Or(_) => ("", " || "),
                Formula::Implies(_) => ("", " -> "),
                Formula::Iff(_) => ("", " <-> "),
                Formula::Until(_) => ("", " U "),
                Formula::WeakUntil(_) => ("", " W "),
            };
            f.write_str(prefix)?;
            for (i, operand) in formula.operands().into_iter().enumerate().rev() {
                stack.push(Item::Operand(operand));
                if i > 0 {
                    stack.push(Item::Text(infix));
                }
            }
        }
        Ok(())
    }
}

fn is_infix(formula: &Formula) -> bool {
    match formula {
        Formula::And(fs) | Formula::Or(fs) => !fs.is_empty(),
        Formula::Implies(_) | Formula::Iff(_) | Formula::Until(_) | Formula::WeakUntil(_) => true,
        _ => false,
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(&|p| format!("p{p}")).fmt(f)
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_print_as_they_are_written() {
        let (p, q) = (|| Formula::Prop(0), || Formula::Prop(1));
        let cases = [
            (Formula::always(Formula::not(Formula::and(p(), q()))), "[]!(p0 && p1)"),
            (
                Formula::until(Formula::next(p()), Formula::or(p(), Formula::and_all(vec![]))),
                "X p0 U (p0 || true)",
            ),
            (Formula::iff(Formula::weak_until(p(), q()), Formula::or_all(vec![q()])), "(p0 W p1) <-> p1"),
        ];
        for (formula, text) in cases {
            assert_eq!(formula.to_string(), text);
        }
    }

    #[test]
    fn deep_formulas_are_built_copied_printed_and_dropped() {
        let mut formula = Formula::Prop(0);
        for _ in 0..300_000 {
            formula = Formula::not(Formula::or(formula, Formula::False));
        }
        let copy = formula.clone();
        drop(formula);
        assert!(copy.to_string().ends_with(')'));
    }
}
