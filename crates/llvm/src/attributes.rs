//! Attributes of parameters, functions and calls, and metadata that is attached to them.

use crate::constants::begins_constant;
use crate::debug::Place;
use crate::error::Read;
use crate::ir::Type;
use crate::lexer::Token;
use crate::metadata;
use crate::reader::Reader;

/// What the attributes of a parameter say.
#[derive(Debug, Default)]
pub(crate) struct ParameterAttributes {
    /// `byval(T)`
    pub(crate) by_value: Option<Type>,
    /// `sret(T)`
    pub(crate) returned: Option<Type>,
}

/// What follows an instruction.
#[derive(Debug, Default)]
pub(crate) struct Trailing {
    /// `align 8`
    pub(crate) align: Option<u64>,
    /// `!dbg !12`
    pub(crate) place: Option<Place>,
}

/// Attributes of parameters and results that are promises, or concern code generation only.
fn is_promise(word: &str) -> bool {
    matches!(
        word,
        "noundef"
            | "zeroext"
            | "signext"
            | "inreg"
            | "noalias"
            | "nocapture"
            | "captures"
            | "nonnull"
            | "readonly"
            | "readnone"
            | "writeonly"
            | "returned"
            | "dereferenceable"
            | "dereferenceable_or_null"
            | "align"
            | "nofree"
            | "immarg"
            | "byref"
            | "elementtype"
            | "allocalign"
            | "allocptr"
            | "range"
            | "nofpclass"
            | "writable"
            | "dead_on_unwind"
            | "initializes"
            | "noext"
            | "alignstack"
            | "no_sanitize_address"
            | "dead_on_return"
    )
}

impl<'a> Reader<'a> {
    /// Attributes between the type and the value of a parameter or argument, or before the type of a result.
    pub(crate) fn parameter_attributes(&mut self) -> Read<ParameterAttributes> {
        let mut attributes = ParameterAttributes::default();
        loop {
            let line = self.cursor.line;
            match self.cursor.token {
                Token::Word(word) if !begins_constant(word) => {
                    self.cursor.advance()?;
                    match word {
                        "byval" | "sret" => {
                            self.cursor.expect(b'(')?;
                            let ty = self.ty()?;
                            self.cursor.expect(b')')?;
                            if word == "byval" {
                                attributes.by_value = Some(ty);
                            } else {
                                attributes.returned = Some(ty);
                            }
                        }
                        "align" if !self.cursor.is(b'(') => drop(self.cursor.number("an alignment")?),
                        _ => {
                            if !is_promise(word) {
                                self.unsupported(format!("attribute {word}"), line);
                            }
                            if self.cursor.is(b'(') {
                                self.cursor.skip_brackets()?;
                            }
                        }
                    }
                }
                Token::Text(_) => self.string_attribute()?,
                _ => return Ok(attributes),
            }
        }
    }

    /// `"key"` or `"key"="value"`
    fn string_attribute(&mut self) -> Read<()> {
        self.cursor.advance()?;
        if self.cursor.accept(b'=')? {
            self.cursor.string("the value of an attribute")?;
        }
        Ok(())
    }

    /// Words before the type of a function's result: linkage, calling convention, attributes of the result.
    /// Gives those that matter to `see`.
    pub(crate) fn preamble(&mut self, mut see: impl FnMut(&str)) -> Read<()> {
        loop {
            match self.cursor.token {
                Token::Word("cc") => {
                    self.cursor.advance()?;
                    self.cursor.number("the number of a calling convention")?;
                }
                Token::Word("align") => {
                    self.cursor.advance()?;
                    if self.cursor.is(b'(') {
                        self.cursor.skip_brackets()?;
                    } else {
                        self.cursor.number("an alignment")?;
                    }
                }
                Token::Word(word) => {
                    let known = matches!(
                        word,
                        "private"
                            | "internal"
                            | "available_externally"
                            | "linkonce"
                            | "weak"
                            | "common"
                            | "appending"
                            | "extern_weak"
                            | "linkonce_odr"
                            | "weak_odr"
                            | "external"
                            | "default"
                            | "hidden"
                            | "protected"
                            | "dso_local"
                            | "dso_preemptable"
                            | "dllimport"
                            | "dllexport"
                            | "tail"
                            | "musttail"
                            | "notail"
                            | "addrspace"
                    ) || word.ends_with("cc")
                        || is_promise(word);
                    if !known {
                        return Ok(());
                    }
                    see(word);
                    self.cursor.advance()?;
                    if self.cursor.is(b'(') {
                        self.cursor.skip_brackets()?;
                    }
                }
                Token::Text(_) => self.string_attribute()?,
                _ => return Ok(()),
            }
        }
    }

    /// Attributes behind the parameters of a function or call, on the same line. Tells whether `noreturn` is
    /// one.
    pub(crate) fn function_attributes(&mut self) -> Read<bool> {
        let mut noreturn = false;
        while self.cursor.line == self.cursor.last {
            match self.cursor.token {
                Token::Group(number) => {
                    match self.groups.get(&number) {
                        Some(group) => noreturn |= group.noreturn,
                        None => return Err(self.cursor.error(format!("the group #{number} is not defined"))),
                    }
                    self.cursor.advance()?;
                }
                Token::Word(word) => {
                    let line = self.cursor.line;
                    noreturn |= word == "noreturn";
                    self.cursor.advance()?;
                    match word {
                        "align" | "alignstack" if self.cursor.accept(b'=')? || !self.cursor.is(b'(') => {
                            self.cursor.number("an alignment")?;
                        }
                        "section" | "partition" | "gc" => {
                            self.cursor.string("a string")?;
                        }
                        "prefix" | "prologue" | "personality" => {
                            if word == "prologue" {
                                self.unsupported("prologue", line);
                            }
                            let ty = self.ty()?;
                            self.constant(&ty)?;
                        }
                        _ if self.cursor.is(b'(') => self.cursor.skip_brackets()?,
                        _ => {}
                    }
                }
                Token::Text(_) => self.string_attribute()?,
                _ => break,
            }
        }
        Ok(noreturn)
    }

    /// What follows the operands of an instruction.
    pub(crate) fn trailing(&mut self) -> Read<Trailing> {
        let mut trailing = Trailing::default();
        while self.cursor.accept(b',')? {
            match self.cursor.token {
                Token::Word("align") => {
                    self.cursor.advance()?;
                    trailing.align = Some(self.cursor.number("an alignment")?);
                }
                Token::Word("addrspace") => {
                    let line = self.cursor.line;
                    self.cursor.advance()?;
                    self.cursor.expect(b'(')?;
                    let number = self.cursor.number("the number of an address space")?;
                    self.address_space(number, line);
                    self.cursor.expect(b')')?;
                }
                Token::NodeName(name) => {
                    let place = self.attachment(name)?;
                    trailing.place = trailing.place.or(place);
                }
                _ => return self.cursor.expected("metadata or an alignment"),
            }
        }
        Ok(trailing)
    }

    /// `!dbg !12`, with the place that it names.
    fn attachment(&mut self, name: &str) -> Read<Option<Place>> {
        self.cursor.advance()?;
        let at = self.cursor.start;
        if let Token::Node(number) = self.cursor.token {
            let place = if name == "dbg" { self.source.location_of(number, at)? } else { None };
            self.cursor.advance()?;
            return Ok(place);
        }
        let node = metadata::node(&mut self.cursor)?;
        if name == "dbg" { self.source.location(&node, at) } else { Ok(None) }
    }

    /// Metadata of a function: the number of `!dbg`, with its byte.
    pub(crate) fn function_metadata(&mut self) -> Read<Option<(u32, usize)>> {
        let mut debug = None;
        while let Token::NodeName(name) = self.cursor.token {
            self.cursor.advance()?;
            if let Token::Node(number) = self.cursor.token {
                if name == "dbg" {
                    debug = Some((number, self.cursor.start));
                }
                self.cursor.advance()?;
            } else {
                metadata::node(&mut self.cursor)?;
            }
        }
        Ok(debug)
    }
}
