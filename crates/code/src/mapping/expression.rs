//! C expressions over the global variables of a program: what propositions of a component are made of.
//!
//! Integers have the types and conversions of C: operands narrower than `int` are promoted, the wider operand
//! decides, and an unsigned one of the same width makes both unsigned. Arithmetic wraps around. A divisor is
//! a constant that is not zero, and a shift is by a constant less than the width: an expression always has a
//! value.

use rely_llvm::Module;
use rely_llvm::debug::{DebugType, TypeRef};
use rely_llvm::ir::GlobalId;

/// An expression whose names exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number of some bits.
    Number(i128),
    /// A part of a global variable.
    Read {
        /// The variable.
        global: GlobalId,
        /// The first bit.
        at: u64,
    },
    /// A value with another number of bits: it is extended by its sign, or by zeros, or cut off.
    Resize(Box<Typed>),
    /// `-x`
    Negative(Box<Typed>),
    /// `~x`
    Complement(Box<Typed>),
    /// `!x`
    Not(Box<Typed>),
    /// Two operands; both have the same type, except those of shifts, `&&` and `||`.
    Binary(Operator, Box<Typed>, Box<Typed>),
    /// `c ? x : y`
    Choice(Box<Typed>, Box<Typed>, Box<Typed>),
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The expression.
    pub expression: Expression,
    /// How many bits it has.
    pub bits: u32,
    /// Its values may be negative.
    pub signed: bool,
    /// It is an address: it can only be compared with another one, or with 0.
    pub pointer: bool,
}

impl Typed {
    /// The variables that it reads.
    pub fn globals(&self) -> Vec<GlobalId> {
        match &self.expression {
            Expression::Number(_) => Vec::new(),
            Expression::Read { global, .. } => vec![*global],
            Expression::Resize(inner)
            | Expression::Negative(inner)
            | Expression::Complement(inner)
            | Expression::Not(inner) => inner.globals(),
            Expression::Binary(_, left, right) => [left.globals(), right.globals()].concat(),
            Expression::Choice(one, two, three) => [one.globals(), two.globals(), three.globals()].concat(),
        }
    }
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of C's operators")]
pub enum Operator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Different,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// By precedence, from the weakest; longer texts first.
const OPERATORS: [(&str, Operator, u32); 18] = [
    ("||", Operator::Or, 1),
    ("&&", Operator::And, 2),
    ("==", Operator::Equal, 6),
    ("!=", Operator::Different, 6),
    ("<<", Operator::ShiftLeft, 8),
    (">>", Operator::ShiftRight, 8),
    ("<=", Operator::LessOrEqual, 7),
    (">=", Operator::GreaterOrEqual, 7),
    ("<", Operator::Less, 7),
    (">", Operator::Greater, 7),
    ("|", Operator::BitOr, 3),
    ("^", Operator::BitXor, 4),
    ("&", Operator::BitAnd, 5),
    ("+", Operator::Add, 9),
    ("-", Operator::Subtract, 9),
    ("*", Operator::Multiply, 10),
    ("/", Operator::Divide, 10),
    ("%", Operator::Remainder, 10),
];

/// Expressions are not nested more deeply.
const DEEPEST: u32 = 100;

/// Something that is wrong: at which character from 0, and what.
pub type Wrong = (usize, String);

/// Reads an expression over the global variables of a program.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(text: &str, module: &Module) -> Result<Typed, Wrong> {
    let mut reader = Reader { text: text.chars().collect(), at: 0, depth: 0, module };
    let found = reader.choice()?;
    reader.blanks();
    match reader.text.get(reader.at) {
        None => Ok(found),
        Some(other) => Err((reader.at, format!("unexpected `{other}`"))),
    }
}

struct Reader<'m> {
    text: Vec<char>,
    at: usize,
    depth: u32,
    module: &'m Module,
}

fn typed(expression: Expression, bits: u32, signed: bool) -> Typed {
    Typed { expression, bits, signed, pointer: false }
}

/// A truth value is an `int`.
fn truth(expression: Expression) -> Typed {
    typed(expression, 32, true)
}

/// A value with another type.
fn convert(value: Typed, bits: u32, signed: bool) -> Typed {
    if value.bits == bits {
        return Typed { signed, ..value };
    }
    let pointer = value.pointer;
    Typed { pointer, ..typed(Expression::Resize(Box::new(value)), bits, signed) }
}

/// Values narrower than `int` become `int`.
fn promote(value: Typed) -> Typed {
    if value.bits < 32 { convert(value, 32, true) } else { value }
}

/// Both operands with their common type.
fn common(left: Typed, right: Typed) -> (Typed, Typed) {
    let (left, right) = (promote(left), promote(right));
    let bits = left.bits.max(right.bits);
    let unsigned = |one: &Typed| one.bits == bits && !one.signed;
    let signed = !unsigned(&left) && !unsigned(&right);
    (convert(left, bits, signed), convert(right, bits, signed))
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// Skips a text, if it is here.
    fn skip(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.text[self.at..].iter().copied().take(word.chars().count()).eq(word.chars());
        if found {
            self.at += word.chars().count();
        }
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), Wrong> {
        if self.skip(word) { Ok(()) } else { Err((self.at, format!("expected `{word}`"))) }
    }

    fn choice(&mut self) -> Result<Typed, Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((self.at, "the expression is nested too deeply".to_string()));
        }
        let condition = self.binary(1)?;
        let found = if self.skip("?") {
            let then = self.choice()?;
            self.expect(":")?;
            let otherwise = self.choice()?;
            let (then, otherwise) = common(then, otherwise);
            let (bits, signed, pointer) = (then.bits, then.signed, then.pointer || otherwise.pointer);
            let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
            Typed { pointer, ..typed(Expression::Choice(parts.0, parts.1, parts.2), bits, signed) }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(found)
    }

    /// Operators that bind at least as strongly as this.
    fn binary(&mut self, least: u32) -> Result<Typed, Wrong> {
        let mut left = self.unary()?;
        loop {
            self.blanks();
            let start = self.at;
            let found = OPERATORS.iter().find(|(word, _, _)| self.skip(word));
            let Some(&(word, operator, strength)) = found.filter(|(_, _, strength)| *strength >= least)
            else {
                self.at = start;
                return Ok(left);
            };
            let right = self.binary(strength + 1)?;
            left = combined(operator, left, right)
                .map_err(|why| (start, format!("{why} (the operator is `{word}`)")))?;
        }
    }

    fn unary(&mut self) -> Result<Typed, Wrong> {
        self.blanks();
        let start = self.at;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((self.at, "the expression is nested too deeply".to_string()));
        }
        let found = if self.skip("!") {
            truth(Expression::Not(Box::new(self.unary()?)))
        } else if self.skip("-") || self.skip("~") || self.skip("+") {
            let sign = self.text[self.at - 1];
            let value = promote(self.unary()?);
            if value.pointer {
                return Err((start, format!("`{sign}` of an address")));
            }
            let (bits, signed) = (value.bits, value.signed);
            match sign {
                '-' => typed(Expression::Negative(Box::new(value)), bits, signed),
                '~' => typed(Expression::Complement(Box::new(value)), bits, signed),
                _ => value,
            }
        } else if self.skip("*") || self.skip("&") {
            let message = "propositions do not follow pointers and take no addresses";
            return Err((start, message.to_string()));
        } else if self.skip("(") {
            let inner = self.choice()?;
            self.expect(")")?;
            inner
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(found)
    }

    fn primary(&mut self) -> Result<Typed, Wrong> {
        let start = self.at;
        let word = self.word();
        match word.chars().next() {
            None => Err((start, "expected a variable or a number".to_string())),
            Some(first) if first.is_ascii_digit() => number(&word).ok_or_else(|| {
                (start, format!("`{word}` is not an integer constant of C that fits into 64 bits"))
            }),
            Some(_) => self.variable(start, &word),
        }
    }

    fn word(&mut self) -> String {
        let rest = self.text[self.at..].iter();
        let word: String = rest.take_while(|c| c.is_alphanumeric() || **c == '_').collect();
        self.at += word.chars().count();
        word
    }

    /// An enumerator, or a variable with members and elements.
    fn variable(&mut self, start: usize, name: &str) -> Result<Typed, Wrong> {
        let named = |number: u32| {
            let variable = self.module.globals[number as usize].variable.as_ref();
            variable.is_some_and(|variable| variable.name == name)
        };
        let found: Vec<u32> = (0..self.module.globals.len() as u32).filter(|&id| named(id)).collect();
        let global = match found[..] {
            [one] => one,
            [] => return self.enumerator(name).ok_or_else(|| self.unknown(start, name)),
            _ => return Err((start, format!("the program has several variables `{name}`"))),
        };
        let mut ty = self.module.globals[global as usize].variable.as_ref().and_then(|variable| variable.ty);
        let mut at = 0;
        let mut counts: Vec<Option<u64>> = Vec::new();
        loop {
            self.blanks();
            let here = self.at;
            if counts.is_empty()
                && let Some(DebugType::Array { counts: own, element }) = stripped(self.module, ty)
            {
                (counts, ty) = (own.clone(), *element);
            }
            if self.skip("[") {
                self.blanks();
                let place = self.at;
                let word = self.word();
                self.expect("]")?;
                let index = number(&word).map(|value| value.expression);
                let index = match index {
                    Some(Expression::Number(index)) => index as u64,
                    _ => match self.enumerator(&word).map(|value| value.expression) {
                        Some(Expression::Number(index)) if index >= 0 => index as u64,
                        _ => return Err((place, "an index must be a constant".to_string())),
                    },
                };
                let count = match counts.first() {
                    Some(count) => count.unwrap_or(0),
                    None => return Err((here, "this is not an array".to_string())),
                };
                if index >= count {
                    return Err((place, format!("the array has {count} elements")));
                }
                counts.remove(0);
                let element = size(self.module, ty).ok_or((here, "the size is not known".to_string()))?;
                let inner: u64 = counts.iter().map(|count| count.unwrap_or(0)).product();
                at += index * inner.max(1) * element;
            } else if self.text[self.at..].starts_with(&['-', '>']) {
                return Err((here, "propositions do not follow pointers".to_string()));
            } else if self.skip(".") {
                self.blanks();
                let (place, name) = (self.at, self.word());
                let Some(DebugType::Record { members, .. }) =
                    stripped(self.module, ty).filter(|_| counts.is_empty())
                else {
                    return Err((here, "this is not a structure".to_string()));
                };
                let Some(member) = members.iter().find(|member| member.name == name) else {
                    let names: Vec<&str> = members.iter().map(|member| &*member.name).collect();
                    return Err((
                        place,
                        format!("there is no member `{name}`; there are {}", names.join(", ")),
                    ));
                };
                at += member.offset;
                ty = member.ty;
                if member.bit_field {
                    let signed = scalar(self.module, ty).is_some_and(|(_, signed, _)| signed);
                    return Ok(read_of(global, at, member.bits as u32, signed, false));
                }
            } else {
                break;
            }
        }
        match scalar(self.module, ty).filter(|_| counts.is_empty()) {
            Some((bits, signed, pointer)) => Ok(read_of(global, at, bits, signed, pointer)),
            None => Err((start, format!("`{name}` is not an integer here: name a member or an element"))),
        }
    }

    fn enumerator(&self, name: &str) -> Option<Typed> {
        let mut types = self.module.debug.types.iter();
        let value = types.find_map(|ty| match ty {
            DebugType::Enumeration { values, .. } => values.iter().find(|(known, _)| known == name),
            _ => None,
        })?;
        Some(typed(Expression::Number(value.1), 32, true))
    }

    fn unknown(&self, start: usize, name: &str) -> Wrong {
        let names = self.module.globals.iter().filter_map(|global| global.variable.as_ref());
        let near = super::bind::nearest(name, names.map(|variable| &*variable.name));
        let near = near.map_or_else(
            || "macros and local variables have no name here".to_string(),
            |near| format!("did you mean `{near}`?"),
        );
        (start, format!("`{name}` is neither a global variable nor an enumerator of the program; {near}"))
    }
}

fn read_of(global: u32, at: u64, bits: u32, signed: bool, pointer: bool) -> Typed {
    let read = Expression::Read { global: GlobalId(global), at };
    Typed { pointer, ..typed(read, bits, signed) }
}

/// Two operands with an operator, or why not.
fn combined(operator: Operator, left: Typed, right: Typed) -> Result<Typed, String> {
    use Operator as O;
    let constant = |value: &Typed| match value.expression {
        Expression::Number(number) => Some(number),
        _ => None,
    };
    if matches!(operator, O::And | O::Or) {
        return Ok(truth(Expression::Binary(operator, Box::new(left), Box::new(right))));
    }
    if left.pointer || right.pointer {
        let null = |one: &Typed, other: &Typed| one.pointer && (other.pointer || constant(other) == Some(0));
        if !matches!(operator, O::Equal | O::Different) || !null(&left, &right) && !null(&right, &left) {
            return Err("addresses can only be compared with each other and with 0".to_string());
        }
    }
    if matches!(operator, O::ShiftLeft | O::ShiftRight) {
        let left = promote(left);
        let (bits, signed) = (left.bits, left.signed);
        if !constant(&right).is_some_and(|by| (0..i128::from(bits)).contains(&by)) {
            return Err(format!("a shift is by a constant from 0 to {}", bits - 1));
        }
        let right = convert(right, bits, false);
        return Ok(typed(Expression::Binary(operator, Box::new(left), Box::new(right)), bits, signed));
    }
    if matches!(operator, O::Divide | O::Remainder) && constant(&right).is_none_or(|by| by == 0) {
        return Err("a divisor is a constant that is not 0".to_string());
    }
    let (left, right) = common(left, right);
    let (bits, signed) = (left.bits, left.signed);
    let value = Expression::Binary(operator, Box::new(left), Box::new(right));
    Ok(match operator {
        O::Less | O::LessOrEqual | O::Greater | O::GreaterOrEqual | O::Equal | O::Different => truth(value),
        _ => typed(value, bits, signed),
    })
}

/// A constant of C, with the type of its suffix or the first one that it fits into.
fn number(text: &str) -> Option<Typed> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix) {
        return None;
    }
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 2),
        (None, None) if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
        (None, None) => (digits, 10),
    };
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
    let fits = |most: u64| value <= most;
    let (bits, signed) = match (unsigned, long) {
        (false, false) if fits(i32::MAX as u64) => (32, true),
        (_, false) if (unsigned || radix != 10) && fits(u64::from(u32::MAX)) => (32, false),
        (false, _) if fits(i64::MAX as u64) => (64, true),
        (false, _) if radix == 10 => return None,
        _ => (64, false),
    };
    Some(typed(Expression::Number(i128::from(value)), bits, signed))
}

/// A type without names and qualifiers.
fn stripped(module: &Module, ty: Option<TypeRef>) -> Option<&DebugType> {
    let mut ty = ty?;
    for _ in 0..64 {
        match module.debug.types.get(ty.0 as usize)? {
            DebugType::Typedef { target, .. } | DebugType::Qualified(target) => ty = (*target)?,
            other => return Some(other),
        }
    }
    None
}

/// Bits, sign, and whether it is an address.
fn scalar(module: &Module, ty: Option<TypeRef>) -> Option<(u32, bool, bool)> {
    match stripped(module, ty)? {
        DebugType::Basic { bits, signed, float: false, .. } if *bits <= 64 => {
            Some((*bits as u32, *signed, false))
        }
        DebugType::Enumeration { bits, values, .. } => {
            Some((*bits as u32, values.iter().any(|&(_, value)| value < 0), false))
        }
        DebugType::Pointer(_) => Some((module.pointer_bytes as u32 * 8, false, true)),
        _ => None,
    }
}

/// The size of a type in bits.
fn size(module: &Module, ty: Option<TypeRef>) -> Option<u64> {
    match stripped(module, ty)? {
        DebugType::Basic { bits, .. }
        | DebugType::Enumeration { bits, .. }
        | DebugType::Record { bits, .. } => Some(*bits),
        DebugType::Pointer(_) => Some(module.pointer_bytes * 8),
        _ => None,
    }
}
