//! Types.

use crate::cursor::TYPE;
use crate::error::Read;
use crate::ir::{FloatKind, StructType, Type};
use crate::lexer::{Token, unescape};
use crate::reader::Reader;

/// The largest width of an integer in LLVM.
const WIDEST: u32 = 1 << 23;

/// Whether a value may have one type where the other is expected. Types without a representation equal any
/// type.
pub(crate) fn same(one: &Type, other: &Type) -> bool {
    one == other || matches!(one, Type::Other) || matches!(other, Type::Other)
}

impl<'a> Reader<'a> {
    /// A type.
    pub(crate) fn ty(&mut self) -> Read<Type> {
        self.cursor.deeper(TYPE)?;
        let mut ty = self.first_type()?;
        loop {
            match self.cursor.token {
                Token::Mark(b'*') => {
                    self.cursor.advance()?;
                    ty = Type::Pointer;
                }
                Token::Word("addrspace") => {
                    self.space()?;
                    self.cursor.expect(b'*')?;
                    ty = Type::Pointer;
                }
                Token::Mark(b'(') if matches!(ty, Type::Function(..)) => {
                    return self.cursor.expected("'*' after the type of a function");
                }
                Token::Mark(b'(') => ty = self.function_type(ty)?,
                _ => break,
            }
        }
        self.cursor.shallower(TYPE);
        Ok(ty)
    }

    fn space(&mut self) -> Read<()> {
        let line = self.cursor.line;
        self.cursor.advance()?;
        self.cursor.expect(b'(')?;
        let number = self.cursor.number("the number of an address space")?;
        self.address_space(number, line);
        self.cursor.expect(b')')
    }

    fn first_type(&mut self) -> Read<Type> {
        let at = self.cursor.start;
        match self.cursor.token {
            Token::Word(word) => {
                let Some(ty) = simple(word) else { return self.cursor.expected("a type") };
                self.cursor.advance()?;
                if word == "ptr" && self.cursor.is_word("addrspace") {
                    self.space()?;
                }
                if word == "target" {
                    self.cursor.skip_brackets()?;
                }
                Ok(ty)
            }
            Token::Local(name) => {
                self.cursor.advance()?;
                Ok(Type::Struct(self.struct_id(unescape(name), at)))
            }
            Token::LocalNumber(number) => {
                self.cursor.advance()?;
                Ok(Type::Struct(self.struct_id(number.to_string().into(), at)))
            }
            Token::Mark(b'{') => Ok(Type::Literal(self.fields(false)?)),
            Token::Mark(b'[') => {
                self.cursor.advance()?;
                let count = self.cursor.number("the length of an array")?;
                self.cursor.expect_word("x")?;
                let element = self.ty()?;
                self.cursor.expect(b']')?;
                Ok(Type::Array(count, Box::new(element)))
            }
            Token::Mark(b'<') => {
                self.cursor.advance()?;
                if self.cursor.is(b'{') {
                    let fields = self.fields(true)?;
                    self.cursor.expect(b'>')?;
                    return Ok(Type::Literal(fields));
                }
                let scalable = self.cursor.accept_word("vscale")?;
                if scalable {
                    self.cursor.expect_word("x")?;
                }
                let count = self.cursor.number("the length of a vector")?;
                self.cursor.expect_word("x")?;
                let element = self.ty()?;
                self.cursor.expect(b'>')?;
                Ok(if scalable { Type::Other } else { Type::Vector(count, Box::new(element)) })
            }
            _ => self.cursor.expected("a type"),
        }
    }

    fn fields(&mut self, packed: bool) -> Read<StructType> {
        self.cursor.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.cursor.is(b'}') {
            fields.push(self.ty()?);
            while self.cursor.accept(b',')? {
                fields.push(self.ty()?);
            }
        }
        self.cursor.expect(b'}')?;
        Ok(StructType { fields, packed })
    }

    /// The parameters of a function type.
    fn function_type(&mut self, result: Type) -> Read<Type> {
        self.cursor.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.is(b')') {
            if self.cursor.token == Token::Dots {
                self.cursor.advance()?;
                variadic = true;
                break;
            }
            parameters.push(self.ty()?);
            if !self.cursor.accept(b',')? {
                break;
            }
        }
        self.cursor.expect(b')')?;
        Ok(Type::Function(Box::new(result), parameters, variadic))
    }
}

/// A type of one word.
fn simple(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "ptr" => Type::Pointer,
        "half" => Type::Float(FloatKind::Half),
        "bfloat" => Type::Float(FloatKind::Brain),
        "float" => Type::Float(FloatKind::Float),
        "double" => Type::Float(FloatKind::Double),
        "x86_fp80" => Type::Float(FloatKind::X86),
        "fp128" => Type::Float(FloatKind::Quad),
        "ppc_fp128" => Type::Float(FloatKind::Pair),
        "label" | "metadata" | "token" | "x86_mmx" | "x86_amx" | "target" => Type::Other,
        _ => {
            let width: u32 = word.strip_prefix('i')?.parse().ok()?;
            if width == 0 || width > WIDEST {
                return None;
            }
            Type::Int(width)
        }
    })
}
