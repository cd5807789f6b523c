//! Calls, and the debug information that is written as calls or records.

use crate::error::Read;
use crate::instructions::{Step, unsupported};
use crate::ir::{Call, LocalId, Op, Operand, Type, Value};
use crate::lexer::{Token, unescape};
use crate::metadata;
use crate::reader::Reader;

/// Positions of arguments that are copied, with the types of what they point to.
type Copied = Vec<(usize, Type)>;

/// An argument that is metadata.
#[derive(Debug)]
enum Meta {
    Node(u32),
    Local(LocalId),
    /// `!DIExpression()`: the variable is where the address says.
    NoExpression,
    Other,
}

impl<'a> Reader<'a> {
    /// A call behind its opcode; nothing if it is debug information.
    pub(crate) fn call(&mut self) -> Read<Option<Step>> {
        let mut flags = "call".to_string();
        self.fast(&mut flags)?;
        self.preamble(|_| {})?;
        let ty = self.ty()?;
        let (result, variadic) = match ty {
            Type::Function(result, _, variadic) => (*result, variadic),
            result => (result, false),
        };
        if let Token::Global(name) = self.cursor.token
            && name.starts_with("llvm.dbg.")
        {
            self.debug_call(name)?;
            return Ok(None);
        }
        let callee = match self.cursor.token {
            Token::Word("asm") => self.assembly()?,
            _ => self.value(&Type::Pointer)?,
        };
        let (arguments, by_value) = self.arguments()?;
        let noreturn = self.function_attributes()?;
        if self.cursor.is(b'[') && self.cursor.line == self.cursor.last {
            self.cursor.skip_brackets()?;
            return Ok(Some(unsupported("call with operand bundles", result)));
        }
        if flags != "call" {
            return Ok(Some(unsupported(&flags, result)));
        }
        let ty = result.clone();
        Ok(Some((Op::Call(Call { result, callee, arguments, by_value, variadic, noreturn }), Some(ty))))
    }

    /// `asm sideeffect "…", "…"`
    fn assembly(&mut self) -> Read<Value> {
        self.cursor.advance()?;
        while let Token::Word("sideeffect" | "alignstack" | "inteldialect" | "unwind") = self.cursor.token {
            self.cursor.advance()?;
        }
        let template = self.cursor.string("the text of inline assembly")?;
        self.cursor.expect(b',')?;
        self.cursor.string("the constraints of inline assembly")?;
        Ok(Value::Assembly(unescape(template).into_owned()))
    }

    /// The arguments, and those that are copied.
    fn arguments(&mut self) -> Read<(Vec<Operand>, Copied)> {
        self.cursor.expect(b'(')?;
        let mut arguments = Vec::new();
        let mut by_value = Vec::new();
        while !self.cursor.is(b')') {
            if self.cursor.is_word("metadata") {
                self.meta()?;
                arguments.push(Operand { ty: Type::Other, value: Value::Ignored });
            } else {
                let ty = self.ty()?;
                if let Some(copied) = self.parameter_attributes()?.by_value {
                    by_value.push((arguments.len(), copied));
                }
                let value = self.value(&ty)?;
                arguments.push(Operand { ty, value });
            }
            if !self.cursor.accept(b',')? {
                break;
            }
        }
        self.cursor.expect(b')')?;
        Ok((arguments, by_value))
    }

    /// An argument that is metadata, with or without the word.
    fn meta(&mut self) -> Read<Meta> {
        self.cursor.accept_word("metadata")?;
        match self.cursor.token {
            Token::Node(number) => {
                self.cursor.advance()?;
                Ok(Meta::Node(number))
            }
            Token::NodeName(name) => {
                self.cursor.advance()?;
                if !self.cursor.is(b'(') {
                    return self.cursor.expected("'('");
                }
                let empty = self.cursor.peek() == Token::Mark(b')');
                self.cursor.skip_brackets()?;
                Ok(if name == "DIExpression" && empty { Meta::NoExpression } else { Meta::Other })
            }
            Token::Mark(b'!') => {
                metadata::node(&mut self.cursor)?;
                Ok(Meta::Other)
            }
            _ => Ok(match self.operand()?.value {
                Value::Local(local) => Meta::Local(local),
                _ => Meta::Other,
            }),
        }
    }

    /// Arguments that are metadata, between parentheses.
    fn metas(&mut self) -> Read<Vec<Meta>> {
        self.cursor.expect(b'(')?;
        let mut arguments = Vec::new();
        while !self.cursor.is(b')') {
            arguments.push(self.meta()?);
            if !self.cursor.accept(b',')? {
                break;
            }
        }
        self.cursor.expect(b')')?;
        Ok(arguments)
    }

    fn debug_call(&mut self, name: &str) -> Read<()> {
        let at = self.cursor.start;
        self.cursor.advance()?;
        let arguments = self.metas()?;
        self.function_attributes()?;
        self.declare(name == "llvm.dbg.declare", &arguments, at)
    }

    /// `#dbg_declare(ptr %x, !12, !DIExpression(), !13)`
    pub(crate) fn debug_record(&mut self, record: &str) -> Read<()> {
        let at = self.cursor.start;
        if !matches!(record, "dbg_declare" | "dbg_value" | "dbg_label" | "dbg_assign") {
            return self.cursor.expected("an instruction");
        }
        self.cursor.advance()?;
        let arguments = self.metas()?;
        self.declare(record == "dbg_declare", &arguments, at)
    }

    /// Notes a variable in memory.
    fn declare(&mut self, declares: bool, arguments: &[Meta], at: usize) -> Read<()> {
        let [Meta::Local(local), Meta::Node(number), Meta::NoExpression, ..] = arguments else {
            return Ok(());
        };
        if !declares {
            return Ok(());
        }
        let variable = self.source.variable(*number, at)?;
        if let (Some(body), Some(variable)) = (self.body.as_mut(), variable) {
            body.variables.push((*local, variable));
        }
        Ok(())
    }
}
