//! The first pass: everything that the text may use before it is defined.
//!
//! LLVM begins each definition of a module at the beginning of a line. This pass looks at these lines alone.
//! It numbers globals and functions in the order of the text, and reads metadata and groups of attributes.
//! The second pass reads the rest, and reports a definition that this pass has not seen.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::cursor::Cursor;
use crate::error::Read;
use crate::ir::{FunctionId, GlobalId};
use crate::lexer::{Token, unescape};
use crate::metadata::Metadata;

/// What a name with `@` stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Symbol {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An alias or an indirect function: it is defined, and has no representation.
    Alias,
    /// An intrinsic function for debug information: it is declared, and left out.
    Debug,
}

/// The attributes of a group that matter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    /// `noreturn`
    pub(crate) noreturn: bool,
}

/// What the first pass finds.
#[derive(Debug, Default)]
pub(crate) struct Index<'a> {
    /// Names with `@`.
    pub(crate) symbols: FxHashMap<Cow<'a, str>, Symbol>,
    /// Groups of attributes, by number.
    pub(crate) groups: FxHashMap<u32, Group>,
    /// The nodes of the metadata.
    pub(crate) metadata: Metadata<'a>,
}

/// Goes through the lines of a text.
pub(crate) fn index(text: &str) -> Read<Index<'_>> {
    let mut index = Index::default();
    let mut globals = 0;
    let mut functions = 0;
    let mut at = 0;
    let mut line = 1u32;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        match rest[0] {
            b'!' => {
                let mut cursor = Cursor::new(text, at, line)?;
                if let Token::Node(number) = cursor.token {
                    index.metadata.definition(&mut cursor, number)?;
                }
            }
            b'@' => {
                let mut cursor = Cursor::new(text, at, line)?;
                let begin = cursor;
                let Token::Global(name) = cursor.advance()? else { return begin.expected("a name") };
                cursor.expect(b'=')?;
                let symbol = if alias(&mut cursor)? {
                    Symbol::Alias
                } else {
                    globals += 1;
                    Symbol::Global(GlobalId(globals - 1))
                };
                cursor.one_line(&begin, "the beginning of a definition")?;
                index.define(begin, name, symbol)?;
            }
            b'd' if rest.starts_with(b"define ") || rest.starts_with(b"declare ") => {
                let mut cursor = Cursor::new(text, at, line)?;
                let begin = cursor;
                while !matches!(cursor.token, Token::Global(_) | Token::End) && cursor.line == begin.line {
                    cursor.advance()?;
                }
                let Token::Global(name) = cursor.token else {
                    return cursor.expected("the name of a function");
                };
                if cursor.line != begin.line {
                    return begin.expected("the name of a function on this line");
                }
                let symbol = if name.starts_with("llvm.dbg.") {
                    Symbol::Debug
                } else {
                    functions += 1;
                    Symbol::Function(FunctionId(functions - 1))
                };
                index.define(cursor, name, symbol)?;
            }
            b'a' if rest.starts_with(b"attributes #") => index.group(Cursor::new(text, at, line)?)?,
            _ => {}
        }
        at += length + 1;
        line = line.saturating_add(1);
    }
    Ok(index)
}

/// Whether the definition behind `=` is an alias or an indirect function.
fn alias(cursor: &mut Cursor<'_>) -> Read<bool> {
    loop {
        match cursor.token {
            Token::Word("alias" | "ifunc") => return Ok(true),
            Token::Word("global" | "constant") => return Ok(false),
            Token::Word(_) => {
                cursor.advance()?;
            }
            Token::Mark(b'(') => cursor.skip_brackets()?,
            _ => return cursor.expected("'global', 'constant', 'alias' or 'ifunc'"),
        }
    }
}

impl<'a> Index<'a> {
    fn define(&mut self, cursor: Cursor<'a>, name: &'a str, symbol: Symbol) -> Read<()> {
        if self.symbols.insert(unescape(name), symbol).is_some() {
            return Err(cursor.error(format!("@{name} is defined twice")));
        }
        Ok(())
    }

    /// Reads `attributes #0 = { … }`.
    fn group(&mut self, mut cursor: Cursor<'a>) -> Read<()> {
        let begin = cursor;
        cursor.advance()?;
        let Token::Group(number) = cursor.advance()? else { return begin.expected("a group of attributes") };
        cursor.expect(b'=')?;
        cursor.expect(b'{')?;
        let mut group = Group::default();
        while !cursor.is(b'}') {
            cursor.one_line(&begin, "a group of attributes")?;
            match cursor.token {
                Token::Word("noreturn") => group.noreturn = true,
                Token::End => return cursor.expected("'}' after attributes"),
                _ => {}
            }
            cursor.advance()?;
        }
        if self.groups.insert(number, group).is_some() {
            return Err(begin.error(format!("the group #{number} is defined twice")));
        }
        Ok(())
    }
}
