//! Instructions: their results, and those that end a block.

use rustc_hash::FxHashSet;

use crate::body::Name;
use crate::constants::describe;
use crate::error::Read;
use crate::ir::{Constant, Instruction, LocalId, Op, Terminator, Type, Value};
use crate::lexer::Token;
use crate::ops::scalar;
use crate::reader::Reader;
use crate::types::same;

/// An operation with the type of its result: `Void` for none, nothing for an unknown one.
pub(crate) type Step = (Op, Option<Type>);

impl<'a> Reader<'a> {
    /// Reads an instruction, and tells whether it ends the block. `returned` is the type of the function's
    /// result.
    pub(crate) fn instruction(&mut self, returned: &Type) -> Read<bool> {
        let begin = self.cursor;
        if let Token::Record(record) = self.cursor.token {
            self.debug_record(record)?;
            return Ok(false);
        }
        let name = self.local_name();
        if name.is_some() {
            self.cursor.advance()?;
            self.cursor.expect(b'=')?;
        }
        let Token::Word(word) = self.cursor.token else { return self.cursor.expected("an instruction") };
        self.cursor.advance()?;
        if let Some(terminator) = self.terminator(word, returned)? {
            let place = self.trailing()?.place;
            if let Some(name) = name {
                // Only unsupported ones have results.
                if !matches!(terminator, Terminator::Unsupported(_)) {
                    return Err(begin.error(format!("'{word}' has no result")));
                }
                self.result(Some(name), None)?;
            }
            let Some(block) = self.body.as_mut().and_then(|body| body.blocks.last_mut()) else {
                return begin.expected("a function");
            };
            (block.terminator, block.place, block.line) = (terminator, place, begin.line);
            return Ok(true);
        }
        let Some((mut op, ty)) = self.op(word)? else {
            // A call of debug information.
            self.trailing()?;
            return Ok(false);
        };
        let trailing = self.trailing()?;
        if let Op::Alloca { align, .. } = &mut op {
            *align = trailing.align;
        }
        let at = self.cursor;
        self.cursor = begin;
        let result = self.result(name, ty)?;
        self.cursor = at;
        let Some(body) = self.body.as_mut() else { return begin.expected("a function") };
        let number = body.blocks.len().saturating_sub(1);
        let Some(block) = body.blocks.last_mut() else { return begin.expected("a block") };
        if matches!(op, Op::Phi { .. }) {
            body.phis.push((number, block.instructions.len()));
        }
        block.instructions.push(Instruction { result, op, place: trailing.place, line: begin.line });
        Ok(false)
    }

    /// Defines the result of an instruction at the current position.
    fn result(&mut self, name: Option<Name<'a>>, ty: Option<Type>) -> Read<Option<LocalId>> {
        let cursor = self.cursor;
        let Some(body) = self.body.as_mut() else { return cursor.expected("a function") };
        let (name, ty) = match (name, ty) {
            (None, None | Some(Type::Void)) => return Ok(None),
            (Some(_), Some(Type::Void)) => return Err(cursor.error("this instruction has no result")),
            (Some(Name::Number(number)), ty) => {
                (Name::Number(body.next_number(Some(number), &cursor)?), ty.unwrap_or(Type::Other))
            }
            (Some(name), ty) => (name, ty.unwrap_or(Type::Other)),
            (None, Some(ty)) => (Name::Number(body.next_number(None, &cursor)?), ty),
        };
        body.define(name, ty, &cursor).map(Some)
    }

    /// An instruction that ends a block, behind its opcode.
    fn terminator(&mut self, word: &str, returned: &Type) -> Read<Option<Terminator>> {
        Ok(Some(match word {
            "ret" => {
                let begin = self.cursor;
                let ty = self.ty()?;
                if !same(&ty, returned) {
                    let (ty, returned) = (describe(&ty), describe(returned));
                    return Err(begin.error(format!("the function returns {returned}, not {ty}")));
                }
                if ty == Type::Void {
                    return Ok(Some(Terminator::Return(None)));
                }
                let value = self.value(&ty)?;
                Terminator::Return(Some(crate::ir::Operand { ty, value }))
            }
            "br" if self.cursor.is_word("label") => Terminator::Jump(self.label()?),
            "br" => {
                let begin = self.cursor;
                let condition = self.operand()?;
                if condition.ty != Type::Int(1) {
                    return Err(begin.error(format!("expected type 'i1', found {}", describe(&condition.ty))));
                }
                self.cursor.expect(b',')?;
                let then = self.label()?;
                self.cursor.expect(b',')?;
                let otherwise = self.label()?;
                Terminator::Branch { condition: condition.value, then, otherwise }
            }
            "switch" => self.switch()?,
            "unreachable" => Terminator::Unreachable,
            "indirectbr" | "invoke" | "callbr" | "resume" | "catchswitch" | "catchret" | "cleanupret" => {
                self.skip_instruction()?;
                Terminator::Unsupported(word.into())
            }
            _ => return Ok(None),
        }))
    }

    /// Skips an instruction that has no representation. LLVM breaks the lines of some.
    fn skip_instruction(&mut self) -> Read<()> {
        while self.cursor.token != Token::End {
            let continued = self.cursor.line == self.cursor.last
                || matches!(
                    self.cursor.token,
                    Token::Word("to" | "unwind" | "catch" | "filter" | "cleanup") | Token::Mark(_)
                ) && !self.cursor.is(b'}');
            if !continued {
                return Ok(());
            }
            // Metadata is read as for other instructions.
            if self.cursor.is(b',') && matches!(self.cursor.peek(), Token::NodeName(_)) {
                return Ok(());
            }
            match self.cursor.token {
                Token::Mark(b'(' | b'[' | b'{') => self.cursor.skip_brackets()?,
                _ => drop(self.cursor.advance()?),
            }
        }
        Ok(())
    }

    fn switch(&mut self) -> Read<Terminator> {
        let begin = self.cursor;
        let value = self.operand()?;
        let Type::Int(_) = value.ty else {
            return Err(begin.error(format!("expected an integer, found {}", describe(&value.ty))));
        };
        self.cursor.expect(b',')?;
        let default = self.label()?;
        self.cursor.expect(b'[')?;
        let mut cases = Vec::new();
        let mut seen = FxHashSet::default();
        let mut wide = false;
        while !self.cursor.is(b']') {
            let begin = self.cursor;
            let case = self.operand()?;
            if case.ty != value.ty {
                return Err(begin.error("expected a case of the type of the value"));
            }
            let number = match case.value {
                Value::Constant(Constant::Int(number)) => number,
                Value::Constant(Constant::Expression(_)) => {
                    wide = true;
                    0
                }
                _ => return Err(begin.error("expected an integer as the case of a switch")),
            };
            if !seen.insert(number) && !wide {
                return Err(begin.error("expected each case of a switch once"));
            }
            self.cursor.expect(b',')?;
            cases.push((number, self.label()?));
        }
        self.cursor.advance()?;
        if wide {
            return Ok(Terminator::Unsupported("switch of more than 128 bits".into()));
        }
        Ok(Terminator::Switch { value, default, cases })
    }

    /// An instruction that does not end a block, behind its opcode; nothing for debug information.
    fn op(&mut self, word: &str) -> Read<Option<Step>> {
        if let Some((op, ty)) = self.shared_op(word, false)? {
            return Ok(Some((op, Some(ty))));
        }
        Ok(Some(match word {
            "alloca" => self.alloca()?,
            "load" => self.load()?,
            "store" => self.store()?,
            "fence" => self.fence()?,
            "cmpxchg" => self.compare_exchange()?,
            "atomicrmw" => self.atomic_update()?,
            "call" | "tail" | "musttail" | "notail" => {
                if word != "call" {
                    self.cursor.expect_word("call")?;
                }
                return self.call();
            }
            "phi" => self.phi()?,
            "freeze" => {
                let operand = self.operand()?;
                let ty = operand.ty.clone();
                (Op::Freeze(operand), Some(ty))
            }
            "va_arg" => {
                self.operand()?;
                self.cursor.expect(b',')?;
                let ty = self.ty()?;
                unsupported(word, ty)
            }
            "extractelement" => {
                let vector = self.operand()?;
                self.cursor.expect(b',')?;
                self.operand()?;
                unsupported(word, scalar(&vector.ty).clone())
            }
            "insertelement" => {
                let vector = self.operand()?;
                self.cursor.expect(b',')?;
                self.operand()?;
                self.cursor.expect(b',')?;
                self.operand()?;
                unsupported(word, vector.ty)
            }
            "shufflevector" => {
                let vector = self.operand()?;
                self.cursor.expect(b',')?;
                self.operand()?;
                self.cursor.expect(b',')?;
                let mask = self.operand()?;
                let ty = match mask.ty {
                    Type::Vector(count, _) => Type::Vector(count, Box::new(scalar(&vector.ty).clone())),
                    _ => Type::Other,
                };
                unsupported(word, ty)
            }
            "landingpad" | "catchpad" | "cleanuppad" => {
                self.skip_instruction()?;
                (Op::Unsupported { opcode: word.into(), ty: None }, None)
            }
            _ => {
                return Err(self
                    .cursor
                    .error(format!("expected an instruction before this, found '{word}'")));
            }
        }))
    }

    fn phi(&mut self) -> Read<Step> {
        let mut flags = "phi".to_string();
        self.fast(&mut flags)?;
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.cursor.expect(b'[')?;
            let value = self.value(&ty)?;
            self.cursor.expect(b',')?;
            let from = self.label_name()?;
            self.cursor.expect(b']')?;
            incoming.push((value, from));
            if !self.cursor.is(b',') || !self.more_operands() {
                break;
            }
            self.cursor.advance()?;
        }
        if flags != "phi" {
            return Ok(unsupported(&flags, ty));
        }
        Ok((Op::Phi { ty: ty.clone(), incoming }, Some(ty)))
    }
}

/// An instruction that has no representation, with the type of its result.
pub(crate) fn unsupported(opcode: &str, ty: Type) -> Step {
    (Op::Unsupported { opcode: opcode.into(), ty: Some(ty.clone()) }, Some(ty))
}
