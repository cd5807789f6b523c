//! Instructions that access memory.

use crate::constants::describe;
use crate::error::Read;
use crate::instructions::{Step, unsupported};
use crate::ir::{AtomicOp, Constant, Op, Operand, Ordering, StructType, Type, Value};
use crate::lexer::Token;
use crate::reader::Reader;
use crate::types::same;

/// A scope of synchronization other than the entire system has no representation.
struct Synchronization {
    ordering: Ordering,
    scoped: bool,
}

impl<'a> Reader<'a> {
    /// A pointer.
    fn address(&mut self) -> Read<Operand> {
        let begin = self.cursor;
        let address = self.operand()?;
        if !same(&address.ty, &Type::Pointer) {
            return Err(begin.error(format!("expected a pointer, found {}", describe(&address.ty))));
        }
        Ok(address)
    }

    fn scope(&mut self) -> Read<bool> {
        let scoped = self.cursor.accept_word("syncscope")?;
        if scoped {
            self.cursor.expect(b'(')?;
            self.cursor.string("a scope of synchronization")?;
            self.cursor.expect(b')')?;
        }
        Ok(scoped)
    }

    fn ordering(&mut self) -> Read<Ordering> {
        let ordering = match self.cursor.token {
            Token::Word("unordered" | "monotonic") => Ordering::Relaxed,
            Token::Word("acquire") => Ordering::Acquire,
            Token::Word("release") => Ordering::Release,
            Token::Word("acq_rel") => Ordering::AcquireRelease,
            Token::Word("seq_cst") => Ordering::SequentiallyConsistent,
            _ => return self.cursor.expected("a memory ordering"),
        };
        self.cursor.advance()?;
        Ok(ordering)
    }

    fn synchronization(&mut self, atomic: bool) -> Read<Option<Synchronization>> {
        if !atomic {
            return Ok(None);
        }
        let scoped = self.scope()?;
        Ok(Some(Synchronization { ordering: self.ordering()?, scoped }))
    }

    /// `alloca T, i64 n`; the alignment follows.
    pub(crate) fn alloca(&mut self) -> Read<Step> {
        let line = self.cursor.line;
        for word in ["inalloca", "swifterror"] {
            if self.cursor.accept_word(word)? {
                self.unsupported(format!("alloca {word}"), line);
            }
        }
        let ty = self.ty()?;
        let mut count = Operand { ty: Type::Int(32), value: Value::Constant(Constant::Int(1)) };
        if self.cursor.is(b',')
            && !matches!(self.cursor.peek(), Token::NodeName(_) | Token::Word("align" | "addrspace"))
        {
            self.cursor.advance()?;
            let begin = self.cursor;
            count = self.operand()?;
            if !matches!(count.ty, Type::Int(_)) {
                return Err(
                    begin.error(format!("expected a number of values, found {}", describe(&count.ty)))
                );
            }
        }
        Ok((Op::Alloca { ty, count, align: None }, Some(Type::Pointer)))
    }

    pub(crate) fn load(&mut self) -> Read<Step> {
        let atomic = self.cursor.accept_word("atomic")?;
        let volatile = self.cursor.accept_word("volatile")?;
        let begin = self.cursor;
        let ty = self.ty()?;
        if matches!(ty, Type::Void | Type::Function(..)) {
            return Err(begin.error(format!("expected the type of a value, found {}", describe(&ty))));
        }
        self.cursor.expect(b',')?;
        let address = self.address()?;
        let atomic = self.synchronization(atomic)?;
        if atomic.as_ref().is_some_and(|s| s.scoped) {
            return Ok(unsupported("load syncscope", ty));
        }
        let atomic = atomic.map(|s| s.ordering);
        Ok((Op::Load { ty: ty.clone(), address, volatile, atomic }, Some(ty)))
    }

    pub(crate) fn store(&mut self) -> Read<Step> {
        let atomic = self.cursor.accept_word("atomic")?;
        let volatile = self.cursor.accept_word("volatile")?;
        let value = self.operand()?;
        self.cursor.expect(b',')?;
        let address = self.address()?;
        let atomic = self.synchronization(atomic)?;
        if atomic.as_ref().is_some_and(|s| s.scoped) {
            return Ok(unsupported("store syncscope", Type::Void));
        }
        let atomic = atomic.map(|s| s.ordering);
        Ok((Op::Store { value, address, volatile, atomic }, Some(Type::Void)))
    }

    pub(crate) fn fence(&mut self) -> Read<Step> {
        let scoped = self.scope()?;
        let ordering = self.ordering()?;
        if scoped {
            return Ok(unsupported("fence syncscope", Type::Void));
        }
        Ok((Op::Fence(ordering), Some(Type::Void)))
    }

    pub(crate) fn compare_exchange(&mut self) -> Read<Step> {
        let weak = self.cursor.accept_word("weak")?;
        let volatile = self.cursor.accept_word("volatile")?;
        let address = self.address()?;
        self.cursor.expect(b',')?;
        let expected = self.operand()?;
        self.cursor.expect(b',')?;
        let begin = self.cursor;
        let new = self.operand()?;
        if !same(&expected.ty, &new.ty) {
            return Err(begin.error("expected operands of the same type"));
        }
        let scoped = self.scope()?;
        let ordering = self.ordering()?;
        // The ordering of failure is at most as strong.
        self.ordering()?;
        let ty = Type::Literal(StructType { fields: vec![new.ty.clone(), Type::Int(1)], packed: false });
        if scoped {
            return Ok(unsupported("cmpxchg syncscope", ty));
        }
        Ok((Op::CompareExchange { address, expected, new, ordering, weak, volatile }, Some(ty)))
    }

    pub(crate) fn atomic_update(&mut self) -> Read<Step> {
        let volatile = self.cursor.accept_word("volatile")?;
        let begin = self.cursor;
        let Token::Word(word) = self.cursor.advance()? else {
            return begin.expected("the operation of an atomic update");
        };
        let op = match word {
            "xchg" => Some(AtomicOp::Exchange),
            "add" => Some(AtomicOp::Add),
            "sub" => Some(AtomicOp::Sub),
            "and" => Some(AtomicOp::And),
            "nand" => Some(AtomicOp::Nand),
            "or" => Some(AtomicOp::Or),
            "xor" => Some(AtomicOp::Xor),
            "max" => Some(AtomicOp::Max),
            "min" => Some(AtomicOp::Min),
            "umax" => Some(AtomicOp::UMax),
            "umin" => Some(AtomicOp::UMin),
            "fadd" | "fsub" | "fmax" | "fmin" | "uinc_wrap" | "udec_wrap" | "usub_cond" | "usub_sat"
            | "fmaximum" | "fminimum" => None,
            _ => return begin.expected("the operation of an atomic update"),
        };
        let address = self.address()?;
        self.cursor.expect(b',')?;
        let value = self.operand()?;
        let scoped = self.scope()?;
        let ordering = self.ordering()?;
        let ty = value.ty.clone();
        match op {
            Some(op) if !scoped => {
                Ok((Op::AtomicUpdate { op, address, value, ordering, volatile }, Some(ty)))
            }
            _ => Ok(unsupported(&format!("atomicrmw {word}{}", if scoped { " syncscope" } else { "" }), ty)),
        }
    }
}
