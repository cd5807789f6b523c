//! Propositions of a component: expressions over its globals as terms over the cells of its state.

use rely_llvm::Module;
use rely_llvm::ir::{Constant, GlobalId, Op, Value};
use rely_lts::Budget;
use rely_terms::Term;

use crate::encode::Program;
use crate::mapping::expression::{Expression, Operator, Typed};
use crate::objects::ObjectKind;

/// A proposition of a component.
#[derive(Clone, Debug)]
pub struct Proposition {
    /// Its name.
    pub name: String,
    /// When it is true, as a Boolean term over the cells.
    pub term: Term,
    /// Whether it is true when the program begins.
    pub initially: bool,
}

/// Makes terms of expressions.
///
/// # Errors
/// Why a variable has no value that could be observed.
pub fn observe(
    program: &mut Program,
    expressions: &[(String, Typed)],
    budget: &Budget,
) -> Result<Vec<Proposition>, (String, String)> {
    let mut found = Vec::new();
    for (name, expression) in expressions {
        let wrong = |why: String| (name.clone(), why);
        budget.poll().map_err(|spent| wrong(spent.to_string()))?;
        let mut writer = Writer { program };
        let term = writer.truth(expression).map_err(wrong)?;
        let initial = program.initial.iter().enumerate();
        let initial = initial.map(|(cell, &value)| (program.blocks.cells[cell].term, value)).collect();
        let begins = program.blocks.terms.substitute(term, &initial);
        let Some(initially) = program.blocks.terms.as_constant(begins) else {
            let why = "its value is not known when the program begins: a variable is defined elsewhere";
            return Err(wrong(why.to_string()));
        };
        found.push(Proposition { name: name.clone(), term, initially: initially == 1 });
    }
    Ok(found)
}

/// Refuses expressions over volatile variables, which may change at any time.
///
/// # Errors
/// The proposition, and the variable.
pub fn refuse_volatile(module: &Module, expressions: &[(String, Typed)]) -> Result<(), (String, String)> {
    let instructions = module.functions.iter().flat_map(|function| &function.blocks);
    let mut volatile: Vec<Option<GlobalId>> = Vec::new();
    for instruction in instructions.flat_map(|block| &block.instructions) {
        let (Op::Load { address, volatile: true, .. } | Op::Store { address, volatile: true, .. }) =
            &instruction.op
        else {
            continue;
        };
        // An address that is computed may be that of any variable.
        volatile.push(match &address.value {
            Value::Constant(Constant::Global(id)) => Some(*id),
            _ => None,
        });
    }
    for (name, expression) in expressions {
        for global in expression.globals() {
            if volatile.iter().any(|one| one.is_none_or(|id| id == global)) {
                let variable = &module.globals[global.index()].name;
                let why = format!(
                    "`{variable}` may be volatile, and change at any time; if it does not, write volatile = \"memory\""
                );
                return Err((name.clone(), why));
            }
        }
    }
    Ok(())
}

struct Writer<'p> {
    program: &'p mut Program,
}

impl Writer<'_> {
    /// Is the value not zero?
    fn truth(&mut self, value: &Typed) -> Result<Term, String> {
        let term = self.value(value)?;
        let terms = &mut self.program.blocks.terms;
        let zero = terms.constant(0, value.bits);
        Ok(terms.ne(term, zero))
    }

    /// 1 or 0.
    fn number(&mut self, truth: Term) -> Term {
        let terms = &mut self.program.blocks.terms;
        let (one, zero) = (terms.constant(1, 32), terms.constant(0, 32));
        terms.ite(truth, one, zero)
    }

    /// The value, with the width of its type.
    fn value(&mut self, value: &Typed) -> Result<Term, String> {
        let bits = value.bits;
        Ok(match &value.expression {
            Expression::Number(number) => self.program.blocks.terms.constant(cut(*number, bits), bits),
            Expression::Read { global, at } => {
                self.read(ObjectKind::Global(*global), *at, u64::from(bits))?
            }
            Expression::Resize(inner) => {
                let term = self.value(inner)?;
                let terms = &mut self.program.blocks.terms;
                match (inner.bits < bits, inner.signed) {
                    (true, true) => terms.sext(term, bits),
                    (true, false) => terms.zext(term, bits),
                    (false, _) => terms.extract(term, bits - 1, 0),
                }
            }
            Expression::Negative(inner) => {
                let term = self.value(inner)?;
                self.program.blocks.terms.neg(term)
            }
            Expression::Complement(inner) => {
                let term = self.value(inner)?;
                self.program.blocks.terms.not(term)
            }
            Expression::Not(inner) => {
                let truth = self.truth(inner)?;
                let not = self.program.blocks.terms.not(truth);
                self.number(not)
            }
            Expression::Choice(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                self.program.blocks.terms.ite(condition, then, otherwise)
            }
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right)?,
        })
    }

    fn binary(&mut self, operator: Operator, left: &Typed, right: &Typed) -> Result<Term, String> {
        use Operator as O;
        if matches!(operator, O::And | O::Or) {
            let (left, right) = (self.truth(left)?, self.truth(right)?);
            let terms = &mut self.program.blocks.terms;
            let both = if operator == O::And { terms.and(left, right) } else { terms.or(left, right) };
            return Ok(self.number(both));
        }
        let signed = left.signed;
        let (a, b) = (self.value(left)?, self.value(right)?);
        let terms = &mut self.program.blocks.terms;
        let truth = match (operator, signed) {
            (O::Less, true) => terms.slt(a, b),
            (O::Less, false) => terms.ult(a, b),
            (O::LessOrEqual, true) => terms.sle(a, b),
            (O::LessOrEqual, false) => terms.ule(a, b),
            (O::Greater, true) => terms.sgt(a, b),
            (O::Greater, false) => terms.ugt(a, b),
            (O::GreaterOrEqual, true) => terms.sge(a, b),
            (O::GreaterOrEqual, false) => terms.uge(a, b),
            (O::Equal, _) => terms.eq(a, b),
            (O::Different, _) => terms.ne(a, b),
            (O::Multiply, _) => return Ok(terms.mul(a, b)),
            (O::Divide, true) => return Ok(terms.sdiv(a, b)),
            (O::Divide, false) => return Ok(terms.udiv(a, b)),
            (O::Remainder, true) => return Ok(terms.srem(a, b)),
            (O::Remainder, false) => return Ok(terms.urem(a, b)),
            (O::Add, _) => return Ok(terms.add(a, b)),
            (O::Subtract, _) => return Ok(terms.sub(a, b)),
            (O::ShiftLeft, _) => return Ok(terms.shl(a, b)),
            (O::ShiftRight, true) => return Ok(terms.ashr(a, b)),
            (O::ShiftRight, false) => return Ok(terms.lshr(a, b)),
            (O::BitAnd, _) => return Ok(terms.and(a, b)),
            (O::BitOr, _) => return Ok(terms.or(a, b)),
            (O::BitXor, _) => return Ok(terms.xor(a, b)),
            (O::And | O::Or, _) => terms.truth(false),
        };
        Ok(self.number(truth))
    }

    /// Some bits of an object.
    fn read(&mut self, kind: ObjectKind, at: u64, bits: u64) -> Result<Term, String> {
        let position = self.program.objects.iter().position(|object| object.kind == kind);
        let Some(position) = position else { return Err("a variable is not part of the program".into()) };
        let object = &self.program.objects[position];
        let name = &object.name;
        if object.opaque {
            return Err(format!("`{name}` has too many parts: its content is not modeled"));
        }
        let Some(values) = self.program.values.get(position).filter(|values| !values.is_empty()) else {
            return Err(format!("`{name}` is not modeled"));
        };
        let inside =
            |part: &crate::objects::Part| part.offset * 8 <= at && at + bits <= (part.offset + part.size) * 8;
        let Some(index) = object.parts.iter().position(inside) else {
            return Err(format!("this part of `{name}` is not one variable of the model"));
        };
        let low = (at - object.parts[index].offset * 8) as u32;
        let value = values[index];
        Ok(self.program.blocks.terms.extract(value, low + bits as u32 - 1, low))
    }
}

/// The lowest bits of a number.
fn cut(number: i128, bits: u32) -> u128 {
    if bits >= 128 { number as u128 } else { number as u128 & ((1 << bits) - 1) }
}
