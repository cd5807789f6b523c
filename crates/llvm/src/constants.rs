//! Values: local values, constants and constant expressions.

use crate::cursor::{CONSTANT, Cursor};
use crate::error::Read;
use crate::index::Symbol;
use crate::ir::{CastKind, Constant, Op, Operand, StructType, Type, Value};
use crate::lexer::{Token, unescape, unescape_bytes};
use crate::reader::Reader;
use crate::types::same;

/// A constant that has no representation.
pub(crate) fn unsupported(what: impl Into<String>, ty: &Type) -> Constant {
    Constant::Expression(Box::new(Op::Unsupported { opcode: what.into(), ty: Some(ty.clone()) }))
}

/// Whether a word begins a constant, in contrast to an attribute.
pub(crate) fn begins_constant(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "none"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "splat"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "asm"
            | "getelementptr"
            | "select"
            | "icmp"
            | "fcmp"
            | "trunc"
            | "zext"
            | "sext"
            | "bitcast"
            | "ptrtoint"
            | "inttoptr"
            | "addrspacecast"
            | "fptrunc"
            | "fpext"
            | "fptoui"
            | "fptosi"
            | "uitofp"
            | "sitofp"
            | "add"
            | "sub"
            | "mul"
            | "udiv"
            | "sdiv"
            | "urem"
            | "srem"
            | "shl"
            | "lshr"
            | "ashr"
            | "and"
            | "or"
            | "xor"
            | "fadd"
            | "fsub"
            | "fmul"
            | "fdiv"
            | "frem"
            | "fneg"
            | "extractvalue"
            | "insertvalue"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
    )
}

impl<'a> Reader<'a> {
    /// A type and a value.
    pub(crate) fn operand(&mut self) -> Read<Operand> {
        let ty = self.ty()?;
        let value = self.value(&ty)?;
        Ok(Operand { ty, value })
    }

    /// A value of a type.
    pub(crate) fn value(&mut self, ty: &Type) -> Read<Value> {
        match self.cursor.token {
            Token::Local(_) | Token::LocalNumber(_) => Ok(Value::Local(self.local(ty)?)),
            _ => Ok(Value::Constant(self.constant(ty)?)),
        }
    }

    /// A constant of a type.
    pub(crate) fn constant(&mut self, ty: &Type) -> Read<Constant> {
        self.cursor.deeper(CONSTANT)?;
        self.constants += 1;
        let begin = self.cursor;
        let constant = match self.cursor.token {
            Token::Int(digits) => {
                let Type::Int(width) = *ty else { return self.mismatch(&begin, ty) };
                self.cursor.advance()?;
                integer(&begin, digits, width)?
            }
            Token::Float(text) => {
                let Type::Float(_) = ty else { return self.mismatch(&begin, ty) };
                self.cursor.advance()?;
                Constant::Float(text.into())
            }
            Token::Global(name) => {
                if !same(ty, &Type::Pointer) {
                    return self.mismatch(&begin, ty);
                }
                self.cursor.advance()?;
                self.symbol(&begin, name)?
            }
            Token::Bytes(raw) => {
                let bytes = unescape_bytes(raw);
                match ty {
                    Type::Array(count, element)
                        if **element == Type::Int(8) && u64::try_from(bytes.len()) == Ok(*count) => {}
                    _ => return self.mismatch(&begin, ty),
                }
                self.cursor.advance()?;
                Constant::Bytes(bytes)
            }
            Token::Mark(b'[' | b'{' | b'<') => self.aggregate(ty)?,
            Token::Word(word) => self.word(word, ty)?,
            _ => return self.cursor.expected("a value"),
        };
        self.constants -= 1;
        self.cursor.shallower(CONSTANT);
        Ok(constant)
    }

    fn mismatch<T>(&self, begin: &Cursor<'a>, ty: &Type) -> Read<T> {
        let ty = describe(ty);
        begin.expected(&format!("a value of {ty}"))
    }

    /// A name with `@`.
    pub(crate) fn symbol(&self, begin: &Cursor<'a>, raw: &'a str) -> Read<Constant> {
        let name = unescape(raw);
        match self.symbols.get(&name) {
            Some(Symbol::Global(id)) => Ok(Constant::Global(*id)),
            Some(Symbol::Function(id)) => Ok(Constant::Function(*id)),
            Some(Symbol::Alias) => Ok(unsupported(format!("alias @{name}"), &Type::Pointer)),
            Some(Symbol::Debug) => Ok(unsupported(format!("address of @{name}"), &Type::Pointer)),
            None => Err(begin.error(format!("@{name} is not defined"))),
        }
    }

    fn word(&mut self, word: &'a str, ty: &Type) -> Read<Constant> {
        let begin = self.cursor;
        let fits = match word {
            "true" | "false" => same(ty, &Type::Int(1)),
            "null" => same(ty, &Type::Pointer),
            _ => !matches!(ty, Type::Void | Type::Function(..)),
        };
        if !fits {
            return self.mismatch(&begin, ty);
        }
        let constant = match word {
            "true" => Constant::Int(1),
            "false" => Constant::Int(0),
            "null" => Constant::Null,
            "zeroinitializer" => Constant::Zero,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "none" => unsupported("none", ty),
            "splat" | "ptrauth" => {
                self.cursor.advance()?;
                if !self.cursor.is(b'(') {
                    return self.cursor.expected("'('");
                }
                self.cursor.skip_brackets()?;
                return Ok(unsupported(word, ty));
            }
            "dso_local_equivalent" | "no_cfi" => {
                self.cursor.advance()?;
                let Token::Global(name) = self.cursor.token else {
                    return self.cursor.expected("the name of a function");
                };
                unsupported(format!("{word} @{name}"), ty)
            }
            "blockaddress" => return self.block_address(),
            _ => return self.expression(word, ty),
        };
        self.cursor.advance()?;
        Ok(constant)
    }

    /// `blockaddress(@f, %label)`
    fn block_address(&mut self) -> Read<Constant> {
        self.cursor.advance()?;
        self.cursor.expect(b'(')?;
        let begin = self.cursor;
        let Token::Global(function) = self.cursor.advance()? else {
            return begin.expected("the name of a function");
        };
        self.symbol(&begin, function)?;
        self.cursor.expect(b',')?;
        let label = match self.cursor.token {
            Token::Local(name) => unescape(name).into_owned(),
            Token::LocalNumber(number) => number.to_string(),
            _ => return self.cursor.expected("a label"),
        };
        self.cursor.advance()?;
        self.cursor.expect(b')')?;
        Ok(Constant::BlockAddress(format!("@{}, %{label}", unescape(function))))
    }

    /// A constant expression such as `bitcast (ptr @x to ptr)`.
    fn expression(&mut self, word: &'a str, ty: &Type) -> Read<Constant> {
        let begin = self.cursor;
        if !begins_constant(word) {
            return self.cursor.expected("a value");
        }
        self.cursor.advance()?;
        let Some((op, result)) = self.shared_op(word, true)? else {
            if !self.cursor.is(b'(') {
                return self.cursor.expected("'('");
            }
            self.cursor.skip_brackets()?;
            return Ok(unsupported(word, ty));
        };
        if !same(&result, ty) {
            return Err(begin.error(format!(
                "expected a value of {}, found one of {}",
                describe(ty),
                describe(&result)
            )));
        }
        Ok(simplify(op))
    }

    /// Elements of an array, structure or vector.
    fn aggregate(&mut self, ty: &Type) -> Read<Constant> {
        let begin = self.cursor;
        let mut packed = false;
        let close = match self.cursor.advance()? {
            Token::Mark(b'[') => b']',
            Token::Mark(b'{') => b'}',
            _ if self.cursor.accept(b'{')? => {
                packed = true;
                b'}'
            }
            _ => b'>',
        };
        let mut elements = Vec::new();
        while !self.cursor.is(close) {
            elements.push(self.operand()?);
            if !self.cursor.accept(b',')? {
                break;
            }
        }
        self.cursor.expect(close)?;
        if packed {
            self.cursor.expect(b'>')?;
        }
        let count = elements.len() as u64;
        let fits = match (ty, close) {
            (Type::Array(length, element), b']') | (Type::Vector(length, element), b'>') => {
                count == *length && elements.iter().all(|e| same(&e.ty, element))
            }
            (Type::Literal(body), b'}') => fits(body, &elements, packed),
            (Type::Struct(id), b'}') => {
                self.struct_body(*id).is_some_and(|body| fits(body, &elements, packed))
            }
            _ => false,
        };
        if !fits {
            return Err(begin.error(format!("the elements do not fit {}", describe(ty))));
        }
        Ok(Constant::Aggregate(elements))
    }
}

/// Whether a value is the integer 0.
fn is_zero(operand: &Operand) -> bool {
    matches!((&operand.ty, &operand.value), (Type::Int(_), Value::Constant(Constant::Int(0))))
}

/// An expression without what only changes the type of a pointer: conversions of pointers to pointers, and
/// addresses of first elements. LLVM 14 writes them where later versions, whose pointers have no such types,
/// write the pointer.
fn simplify(op: Op) -> Constant {
    match op {
        Op::Cast {
            kind: CastKind::Bitcast,
            value: Operand { ty: Type::Pointer, value: Value::Constant(inner) },
            to: Type::Pointer,
        } => inner,
        Op::ElementAddress {
            base: Operand { ty: Type::Pointer, value: Value::Constant(inner) },
            indices,
            ..
        } if indices.iter().all(is_zero) => inner,
        op => Constant::Expression(Box::new(op)),
    }
}

fn fits(body: &StructType, elements: &[Operand], packed: bool) -> bool {
    body.packed == packed
        && body.fields.len() == elements.len()
        && body.fields.iter().zip(elements).all(|(field, element)| same(field, &element.ty))
}

/// An integer of a width, with zeros above its width.
fn integer(begin: &Cursor<'_>, digits: &str, width: u32) -> Read<Constant> {
    if width > 128 {
        return Ok(unsupported("an integer of more than 128 bits", &Type::Int(width)));
    }
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let mask = u128::MAX >> (128 - width);
    let half = 1u128 << (width - 1);
    match digits.parse::<u128>() {
        Ok(value) if negative && value <= half => Ok(Constant::Int(value.wrapping_neg() & mask)),
        Ok(value) if !negative && value <= mask => Ok(Constant::Int(value)),
        _ => Err(begin.error(format!("expected an integer of {width} bits"))),
    }
}

/// A type in messages.
pub(crate) fn describe(ty: &Type) -> String {
    match ty {
        Type::Void => "type 'void'".into(),
        Type::Int(width) => format!("type 'i{width}'"),
        Type::Float(_) => "a floating-point type".into(),
        Type::Pointer => "a pointer type".into(),
        Type::Array(count, _) => format!("an array type of length {count}"),
        Type::Vector(count, _) => format!("a vector type of length {count}"),
        Type::Struct(_) | Type::Literal(_) => "a structure type".into(),
        Type::Function(..) => "a function type".into(),
        Type::Other => "another type".into(),
    }
}
