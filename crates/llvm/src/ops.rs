//! Operations that are instructions as well as constant expressions.

use crate::constants::describe;
use crate::error::Read;
use crate::ir::{BinaryOp, CastKind, Op, Operand, Relation, Type, Value};
use crate::lexer::Token;
use crate::reader::Reader;
use crate::types::same;

/// A scalar type, or the type of the elements of a vector.
pub(crate) fn scalar(ty: &Type) -> &Type {
    match ty {
        Type::Vector(_, element) => element,
        _ => ty,
    }
}

/// How many types may be copied from structures with names, in addition to one for each byte of the text.
const COPIES: usize = 1 << 20;

/// How many types a type consists of.
fn weight(ty: &Type) -> usize {
    match ty {
        Type::Array(_, element) | Type::Vector(_, element) => 1 + weight(element),
        Type::Literal(body) => 1 + body.fields.iter().map(weight).sum::<usize>(),
        _ => 1,
    }
}

/// The type of a comparison of values of a type.
fn truth(ty: &Type) -> Type {
    match ty {
        Type::Vector(count, _) => Type::Vector(*count, Box::new(Type::Int(1))),
        _ => Type::Int(1),
    }
}

fn binary(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        _ => return None,
    })
}

fn cast(word: &str) -> Option<CastKind> {
    Some(match word {
        "trunc" => CastKind::Truncate,
        "zext" => CastKind::ZeroExtend,
        "sext" => CastKind::SignExtend,
        "bitcast" => CastKind::Bitcast,
        "ptrtoint" => CastKind::PointerToInt,
        "inttoptr" => CastKind::IntToPointer,
        "addrspacecast" => CastKind::AddressSpace,
        _ => return None,
    })
}

fn relation(word: &str) -> Option<Relation> {
    Some(match word {
        "eq" => Relation::Eq,
        "ne" => Relation::Ne,
        "ugt" => Relation::Ugt,
        "uge" => Relation::Uge,
        "ult" => Relation::Ult,
        "ule" => Relation::Ule,
        "sgt" => Relation::Sgt,
        "sge" => Relation::Sge,
        "slt" => Relation::Slt,
        "sle" => Relation::Sle,
        _ => return None,
    })
}

/// Whether a conversion is possible.
fn convertible(kind: CastKind, from: &Type, to: &Type) -> bool {
    if matches!(from, Type::Other) || matches!(to, Type::Other) {
        return true;
    }
    let lengths = match (from, to) {
        (Type::Vector(one, _), Type::Vector(other, _)) => one == other,
        (Type::Vector(..), _) | (_, Type::Vector(..)) => false,
        _ => true,
    };
    match (kind, scalar(from), scalar(to)) {
        (CastKind::Truncate, Type::Int(from), Type::Int(to)) => lengths && from > to,
        (CastKind::ZeroExtend | CastKind::SignExtend, Type::Int(from), Type::Int(to)) => lengths && from < to,
        (CastKind::PointerToInt, Type::Pointer, Type::Int(_)) => lengths,
        (CastKind::IntToPointer, Type::Int(_), Type::Pointer) => lengths,
        (CastKind::AddressSpace, Type::Pointer, Type::Pointer) => lengths,
        (CastKind::Bitcast, Type::Pointer, Type::Pointer) => lengths,
        (CastKind::Bitcast, Type::Int(_) | Type::Float(_), Type::Int(_) | Type::Float(_)) => true,
        _ => false,
    }
}

impl<'a> Reader<'a> {
    /// An operation behind its opcode, with the type of its result; nothing if the opcode is not one of
    /// these. Constant expressions have parentheses.
    pub(crate) fn shared_op(&mut self, word: &str, constant: bool) -> Read<Option<(Op, Type)>> {
        if let Some(op) = binary(word) {
            return self.binary(op, word, constant).map(Some);
        }
        if let Some(kind) = cast(word) {
            return self.cast(kind, word, constant).map(Some);
        }
        Ok(Some(match word {
            "icmp" => self.compare(constant)?,
            "getelementptr" => self.element_address(constant)?,
            "select" => self.select(constant)?,
            "extractvalue" => self.extract_value(constant)?,
            "insertvalue" => self.insert_value(constant)?,
            "fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "fcmp" => self.floating(word, constant, 2)?,
            "fneg" => self.floating(word, constant, 1)?,
            "fptrunc" | "fpext" | "fptoui" | "fptosi" | "uitofp" | "sitofp" => {
                self.floating_cast(word, constant)?
            }
            _ => return Ok(None),
        }))
    }

    fn open(&mut self, constant: bool) -> Read<()> {
        if constant { self.cursor.expect(b'(') } else { Ok(()) }
    }

    fn close(&mut self, constant: bool) -> Read<()> {
        if constant { self.cursor.expect(b')') } else { Ok(()) }
    }

    /// The second operand, which has a type only in constant expressions.
    fn second(&mut self, ty: &Type, constant: bool) -> Read<Value> {
        self.cursor.expect(b',')?;
        if constant {
            let begin = self.cursor;
            let operand = self.operand()?;
            if !same(&operand.ty, ty) {
                return Err(begin.error("expected operands of the same type"));
            }
            return Ok(operand.value);
        }
        self.value(ty)
    }

    fn binary(&mut self, op: BinaryOp, word: &str, constant: bool) -> Read<(Op, Type)> {
        let (mut nsw, mut nuw, mut exact, mut disjoint) = (false, false, false, false);
        while let Token::Word(flag) = self.cursor.token {
            match flag {
                "nsw" => nsw = true,
                "nuw" => nuw = true,
                "exact" => exact = true,
                "disjoint" => disjoint = true,
                _ => break,
            }
            self.cursor.advance()?;
        }
        self.open(constant)?;
        let begin = self.cursor;
        let ty = self.ty()?;
        if !matches!(scalar(&ty), Type::Int(_) | Type::Other) {
            return Err(begin.error(format!("expected integers, found {}", describe(&ty))));
        }
        let left = self.value(&ty)?;
        let right = self.second(&ty, constant)?;
        self.close(constant)?;
        if disjoint {
            let op = Op::Unsupported { opcode: format!("{word} disjoint"), ty: Some(ty.clone()) };
            return Ok((op, ty));
        }
        Ok((Op::Binary { op, ty: ty.clone(), left, right, nsw, nuw, exact }, ty))
    }

    fn cast(&mut self, kind: CastKind, word: &str, constant: bool) -> Read<(Op, Type)> {
        let mut flags = String::new();
        while let Token::Word(flag @ ("nneg" | "nuw" | "nsw")) = self.cursor.token {
            flags.push(' ');
            flags.push_str(flag);
            self.cursor.advance()?;
        }
        self.open(constant)?;
        let begin = self.cursor;
        let value = self.operand()?;
        self.cursor.expect_word("to")?;
        let to = self.ty()?;
        self.close(constant)?;
        if !convertible(kind, &value.ty, &to) {
            let (from, to) = (describe(&value.ty), describe(&to));
            return Err(begin.error(format!("'{word}' cannot convert {from} to {to}")));
        }
        if !flags.is_empty() {
            // A value outside of the flag's range becomes poison, which has no representation here.
            return Ok((Op::Unsupported { opcode: format!("{word}{flags}"), ty: Some(to.clone()) }, to));
        }
        Ok((Op::Cast { kind, value, to: to.clone() }, to))
    }

    fn compare(&mut self, constant: bool) -> Read<(Op, Type)> {
        let same_sign = self.cursor.accept_word("samesign")?;
        let Token::Word(word) = self.cursor.token else { return self.cursor.expected("a relation") };
        let Some(relation) = relation(word) else { return self.cursor.expected("a relation") };
        self.cursor.advance()?;
        self.open(constant)?;
        let begin = self.cursor;
        let ty = self.ty()?;
        if !matches!(scalar(&ty), Type::Int(_) | Type::Pointer | Type::Other) {
            return Err(begin.error(format!("expected integers or pointers, found {}", describe(&ty))));
        }
        let left = self.value(&ty)?;
        let right = self.second(&ty, constant)?;
        self.close(constant)?;
        let result = truth(&ty);
        if same_sign {
            let op = Op::Unsupported { opcode: "icmp samesign".into(), ty: Some(result.clone()) };
            return Ok((op, result));
        }
        Ok((Op::Compare { relation, ty, left, right }, result))
    }

    fn element_address(&mut self, constant: bool) -> Read<(Op, Type)> {
        let mut inbounds = false;
        loop {
            match self.cursor.token {
                Token::Word("inbounds") => inbounds = true,
                Token::Word("nuw" | "nusw") => {}
                // What may be read through the result: a promise to the optimizer.
                Token::Word("inrange") => {
                    self.cursor.advance()?;
                    self.cursor.skip_brackets()?;
                    continue;
                }
                _ => break,
            }
            self.cursor.advance()?;
        }
        self.open(constant)?;
        let element = self.ty()?;
        self.cursor.expect(b',')?;
        let begin = self.cursor;
        let base = self.operand()?;
        if !matches!(scalar(&base.ty), Type::Pointer | Type::Other) {
            return Err(begin.error(format!("expected a pointer, found {}", describe(&base.ty))));
        }
        let mut result = base.ty.clone();
        let mut indices = Vec::new();
        while self.cursor.is(b',') && self.more_operands() {
            self.cursor.advance()?;
            self.cursor.accept_word("inrange")?;
            let begin = self.cursor;
            let index = self.operand()?;
            match (&index.ty, &result) {
                (Type::Vector(count, _), Type::Pointer) => {
                    result = Type::Vector(*count, Box::new(Type::Pointer));
                }
                (Type::Int(_) | Type::Vector(..) | Type::Other, _) => {}
                (ty, _) => return Err(begin.error(format!("expected an index, found {}", describe(ty)))),
            }
            indices.push(index);
        }
        self.close(constant)?;
        Ok((Op::ElementAddress { element, base, indices, inbounds }, result))
    }

    /// Whether a comma is followed by an operand and not by metadata.
    pub(crate) fn more_operands(&self) -> bool {
        !matches!(self.cursor.peek(), Token::NodeName(_))
    }

    fn select(&mut self, constant: bool) -> Read<(Op, Type)> {
        let mut flags = String::new();
        self.fast(&mut flags)?;
        self.open(constant)?;
        let begin = self.cursor;
        let condition = self.operand()?;
        if !matches!(scalar(&condition.ty), Type::Int(1) | Type::Other) {
            return Err(begin.error(format!("expected type 'i1', found {}", describe(&condition.ty))));
        }
        self.cursor.expect(b',')?;
        let then = self.operand()?;
        self.cursor.expect(b',')?;
        let begin = self.cursor;
        let otherwise = self.operand()?;
        self.close(constant)?;
        if !same(&then.ty, &otherwise.ty) {
            return Err(begin.error("expected operands of the same type"));
        }
        let ty = then.ty.clone();
        if !flags.is_empty() {
            return Ok((Op::Unsupported { opcode: format!("select{flags}"), ty: Some(ty.clone()) }, ty));
        }
        Ok((Op::Select { condition, then, otherwise }, ty))
    }

    /// The type of a part of an aggregate.
    fn part(&self, ty: &Type, indices: &[u64]) -> Option<Type> {
        let mut ty = ty;
        for &index in indices {
            let body = match ty {
                Type::Array(count, element) if index < *count => {
                    ty = element;
                    continue;
                }
                Type::Literal(body) => body,
                Type::Struct(id) => self.struct_body(*id)?,
                Type::Other => return Some(Type::Other),
                _ => return None,
            };
            ty = body.fields.get(usize::try_from(index).ok()?)?;
        }
        Some(ty.clone())
    }

    fn indices(&mut self) -> Read<Vec<u64>> {
        let mut indices = Vec::new();
        while self.cursor.is(b',') && self.more_operands() {
            self.cursor.advance()?;
            indices.push(self.cursor.number("an index")?);
        }
        if indices.is_empty() {
            return self.cursor.expected("',' and an index");
        }
        Ok(indices)
    }

    fn extract_value(&mut self, constant: bool) -> Read<(Op, Type)> {
        self.open(constant)?;
        let begin = self.cursor;
        let aggregate = self.operand()?;
        let indices = self.indices()?;
        self.close(constant)?;
        let Some(ty) = self.part(&aggregate.ty, &indices) else {
            return Err(begin.error("expected an aggregate that has the part"));
        };
        // The text names the structure; many instructions could copy a large part of it.
        self.copied = self.copied.saturating_add(weight(&ty));
        if self.copied > self.cursor.text().len().saturating_add(COPIES) {
            return Err(begin.error("the types of extracted parts are too large").limit());
        }
        Ok((Op::ExtractValue { aggregate, indices }, ty))
    }

    fn insert_value(&mut self, constant: bool) -> Read<(Op, Type)> {
        self.open(constant)?;
        let begin = self.cursor;
        let aggregate = self.operand()?;
        self.cursor.expect(b',')?;
        let value = self.operand()?;
        let indices = self.indices()?;
        self.close(constant)?;
        match self.part(&aggregate.ty, &indices) {
            Some(ty) if same(&ty, &value.ty) => {}
            _ => return Err(begin.error("expected an aggregate that has the part, of the value's type")),
        }
        let ty = aggregate.ty.clone();
        Ok((Op::InsertValue { aggregate, value, indices }, ty))
    }

    /// Flags that allow less exact results. They are part of the opcode: a reader that does not know them
    /// cannot take the operation for the exact one.
    pub(crate) fn fast(&mut self, opcode: &mut String) -> Read<()> {
        while let Token::Word(
            flag @ ("fast" | "nnan" | "ninf" | "nsz" | "arcp" | "contract" | "afn" | "reassoc" | "nneg"),
        ) = self.cursor.token
        {
            opcode.push(' ');
            opcode.push_str(flag);
            self.cursor.advance()?;
        }
        Ok(())
    }

    fn floating(&mut self, word: &str, constant: bool, count: usize) -> Read<(Op, Type)> {
        let mut opcode = word.to_string();
        self.fast(&mut opcode)?;
        if word == "fcmp" {
            let Token::Word(predicate) = self.cursor.token else {
                return self.cursor.expected("a relation");
            };
            opcode.push(' ');
            opcode.push_str(predicate);
            self.cursor.advance()?;
        }
        self.open(constant)?;
        let begin = self.cursor;
        let ty = self.ty()?;
        if !matches!(scalar(&ty), Type::Float(_) | Type::Other) {
            return Err(begin.error(format!("expected floating-point numbers, found {}", describe(&ty))));
        }
        let value = self.value(&ty)?;
        let mut operands = vec![Operand { ty: ty.clone(), value }];
        if count == 2 {
            let value = self.second(&ty, constant)?;
            operands.push(Operand { ty: ty.clone(), value });
        }
        self.close(constant)?;
        let ty = if word == "fcmp" { truth(&ty) } else { ty };
        Ok((Op::Floating { opcode, operands, ty: ty.clone() }, ty))
    }

    fn floating_cast(&mut self, word: &str, constant: bool) -> Read<(Op, Type)> {
        let mut opcode = word.to_string();
        self.fast(&mut opcode)?;
        self.open(constant)?;
        let value = self.operand()?;
        self.cursor.expect_word("to")?;
        let to = self.ty()?;
        self.close(constant)?;
        Ok((Op::Floating { opcode, operands: vec![value], ty: to.clone() }, to))
    }
}
