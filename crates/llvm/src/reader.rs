//! The second pass: the definitions of a module.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::body::Body;
use crate::cursor::Cursor;
use crate::error::{Read, ReadError};
use crate::index::{Group, Index, Symbol, index};
use crate::ir::{Global, Module, NamedStruct, StructId, StructType, Type};
use crate::layout::DataLayout;
use crate::lexer::{Token, unescape};
use crate::metadata;
use crate::source::Source;

/// The state of the second pass.
pub(crate) struct Reader<'a> {
    /// The position.
    pub(crate) cursor: Cursor<'a>,
    /// What is read so far.
    pub(crate) module: Module,
    /// Names with `@`.
    pub(crate) symbols: FxHashMap<Cow<'a, str>, Symbol>,
    /// Groups of attributes.
    pub(crate) groups: FxHashMap<u32, Group>,
    /// The debug information.
    pub(crate) source: Source<'a>,
    /// Names of structures, with the byte that names them first.
    structs: FxHashMap<Cow<'a, str>, (StructId, usize)>,
    /// The function that is read.
    pub(crate) body: Option<Body<'a>>,
    /// How many constants the position is inside of; they have no local values.
    pub(crate) constants: u32,
    /// An address space was reported.
    spaces: bool,
    /// How many types were copied from structures with names.
    pub(crate) copied: usize,
}

/// Reads the text of a module.
pub(crate) fn read(text: &str) -> Read<Module> {
    let Index { symbols, groups, metadata } = index(text)?;
    let (source, debug) = Source::new(text, metadata)?;
    let mut module = Module { debug, ..Module::default() };
    module.pointer_bytes = module.data_layout.pointer_bytes;
    // A duplicate was an error of the first pass.
    for (name, symbol) in &symbols {
        match symbol {
            Symbol::Global(id) => drop(module.global_names.insert(name.to_string(), *id)),
            Symbol::Function(id) => drop(module.function_names.insert(name.to_string(), *id)),
            Symbol::Alias | Symbol::Debug => {}
        }
    }
    let mut reader = Reader {
        cursor: Cursor::new(text, 0, 1)?,
        module,
        symbols,
        groups,
        source,
        structs: FxHashMap::default(),
        body: None,
        constants: 0,
        spaces: false,
        copied: 0,
    };
    while reader.cursor.token != Token::End {
        reader.definition()?;
    }
    reader.finish()
}

impl<'a> Reader<'a> {
    /// Reports a construct that has a meaning and no representation.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>, line: u32) {
        self.module.unsupported.push((what.into(), line));
    }

    /// Reports other address spaces, once.
    pub(crate) fn address_space(&mut self, number: u64, line: u32) {
        if number != 0 && !self.spaces {
            self.spaces = true;
            self.unsupported(format!("addrspace({number})"), line);
        }
    }

    fn finish(mut self) -> Read<Module> {
        // Nested definitions in strings would be numbered by the first pass and never read.
        if self.module.functions.len() != self.module.function_names.len()
            || self.module.globals.len() != self.module.global_names.len()
        {
            return Err(self.cursor.error("expected every definition at the beginning of its line"));
        }
        let mut undefined: Option<(usize, &str)> = None;
        for (name, &(id, at)) in &self.structs {
            let missing = self.module.structs[id.index()].body.is_none() && at != usize::MAX;
            if missing && undefined.is_none_or(|(first, _)| at < first) {
                undefined = Some((at, name));
            }
        }
        if let Some((at, name)) = undefined {
            return Err(ReadError::at(self.cursor.text(), at, format!("the type %{name} is not defined")));
        }
        self.module.lay_out();
        Ok(self.module)
    }

    fn definition(&mut self) -> Read<()> {
        match self.cursor.token {
            Token::Global(name) => self.global(name),
            Token::Local(name) => self.named_struct(unescape(name)),
            Token::LocalNumber(number) => self.named_struct(number.to_string().into()),
            Token::Word("define") => self.function(true),
            Token::Word("declare") => self.function(false),
            Token::Word("source_filename") => {
                self.cursor.advance()?;
                self.cursor.expect(b'=')?;
                self.module.source = unescape(self.cursor.string("the name of the source")?).into_owned();
                Ok(())
            }
            Token::Word("target") => {
                self.cursor.advance()?;
                let layout = self.cursor.is_word("datalayout");
                if !layout && !self.cursor.is_word("triple") {
                    return self.cursor.expected("'datalayout' or 'triple'");
                }
                self.cursor.advance()?;
                self.cursor.expect(b'=')?;
                let begin = self.cursor;
                let text = self.cursor.string("the description of the target")?;
                if layout {
                    self.module.data_layout =
                        DataLayout::parse(text).map_err(|message| begin.error(message))?;
                    self.module.pointer_bytes = self.module.data_layout.pointer_bytes;
                    if self.module.data_layout.big_endian {
                        self.unsupported("a big-endian target", begin.line);
                    }
                }
                Ok(())
            }
            Token::Word("module") => {
                let line = self.cursor.line;
                self.cursor.advance()?;
                self.cursor.expect_word("asm")?;
                self.cursor.string("the text of 'module asm'")?;
                self.unsupported("module asm", line);
                Ok(())
            }
            Token::Comdat => {
                self.cursor.advance()?;
                self.cursor.expect(b'=')?;
                self.cursor.expect_word("comdat")?;
                match self.cursor.advance()? {
                    Token::Word(_) => Ok(()),
                    _ => self.cursor.expected("the kind of a comdat"),
                }
            }
            Token::Word("attributes") => {
                self.cursor.advance()?;
                match self.cursor.advance()? {
                    Token::Group(number) if self.groups.contains_key(&number) => {}
                    _ => return self.cursor.expected("a group of attributes at the beginning of its line"),
                }
                self.cursor.expect(b'=')?;
                if !self.cursor.is(b'{') {
                    return self.cursor.expected("'{'");
                }
                self.cursor.skip_brackets()
            }
            // The first pass has read nodes; named lists of nodes have no meaning for an execution.
            Token::Node(_) | Token::NodeName(_) => self.cursor.skip_line(),
            // Orders of uses and summaries have no meaning for an execution.
            Token::Word("uselistorder" | "uselistorder_bb") => self.cursor.skip_line(),
            _ => self.cursor.expected("a definition"),
        }
    }

    /// The structure with a name; its first mention gives it a number.
    pub(crate) fn struct_id(&mut self, name: Cow<'a, str>, at: usize) -> StructId {
        if let Some(&(id, _)) = self.structs.get(&name) {
            return id;
        }
        let id = StructId(self.module.structs.len() as u32);
        self.module.structs.push(NamedStruct { name: name.to_string(), body: None });
        self.structs.insert(name, (id, at));
        id
    }

    /// `%struct.queue = type { … }`
    fn named_struct(&mut self, name: Cow<'a, str>) -> Read<()> {
        let begin = self.cursor;
        self.cursor.advance()?;
        self.cursor.expect(b'=')?;
        self.cursor.expect_word("type")?;
        let id = self.struct_id(name.clone(), begin.start);
        if self.module.structs[id.index()].body.is_some() || self.structs[&name].1 == usize::MAX {
            return Err(begin.error(format!("the type %{name} is defined twice")));
        }
        // This position says: it is defined, perhaps as opaque.
        self.structs.insert(name, (id, usize::MAX));
        if self.cursor.accept_word("opaque")? {
            return Ok(());
        }
        match self.ty()? {
            Type::Literal(body) => {
                self.module.structs[id.index()].body = Some(body);
                Ok(())
            }
            _ => Err(begin.error("expected a structure or 'opaque'")),
        }
    }

    /// The fields of a structure that has a body.
    pub(crate) fn struct_body(&self, id: StructId) -> Option<&StructType> {
        self.module.structs.get(id.index()).and_then(|named| named.body.as_ref())
    }

    /// `@name = …`
    fn global(&mut self, raw: &'a str) -> Read<()> {
        let begin = self.cursor;
        let name = unescape(raw);
        let symbol = self.symbols.get(&name).copied();
        self.cursor.advance()?;
        self.cursor.expect(b'=')?;
        let mut global = Global {
            name: name.to_string(),
            ty: Type::Void,
            initializer: None,
            constant: false,
            internal: false,
            thread_local: false,
            align: None,
            variable: None,
        };
        let mut external = false;
        loop {
            let Token::Word(word) = self.cursor.token else {
                return self.cursor.expected("'global' or 'constant'");
            };
            match word {
                "alias" | "ifunc" if symbol == Some(Symbol::Alias) => {
                    self.unsupported(format!("{word} @{name}"), begin.line);
                    return self.cursor.skip_line();
                }
                "private" | "internal" => global.internal = true,
                "external" => external = true,
                "extern_weak" => {
                    external = true;
                    self.unsupported(format!("extern_weak @{name}"), begin.line);
                }
                "thread_local" => global.thread_local = true,
                "addrspace" => {
                    self.cursor.advance()?;
                    self.cursor.expect(b'(')?;
                    let space = self.cursor.number("the number of an address space")?;
                    self.address_space(space, begin.line);
                    self.cursor.expect(b')')?;
                    continue;
                }
                "externally_initialized" => {
                    self.unsupported(format!("externally_initialized @{name}"), begin.line);
                }
                "global" | "constant" => {
                    global.constant = word == "constant";
                    self.cursor.advance()?;
                    break;
                }
                "available_externally"
                | "linkonce"
                | "weak"
                | "common"
                | "appending"
                | "linkonce_odr"
                | "weak_odr"
                | "default"
                | "hidden"
                | "protected"
                | "dso_local"
                | "dso_preemptable"
                | "dllimport"
                | "dllexport"
                | "unnamed_addr"
                | "local_unnamed_addr" => {}
                _ => return self.cursor.expected("'global' or 'constant'"),
            }
            self.cursor.advance()?;
            if self.cursor.is(b'(') {
                self.cursor.skip_brackets()?;
            }
        }
        if matches!(&*name, "llvm.global_ctors" | "llvm.global_dtors") {
            self.unsupported(name.to_string(), begin.line);
        }
        global.ty = self.ty()?;
        if !external {
            let ty = global.ty.clone();
            global.initializer = Some(self.constant(&ty)?);
        }
        self.global_rest(&mut global)?;
        match symbol {
            Some(Symbol::Global(id)) if id.index() == self.module.globals.len() => {
                self.module.globals.push(global);
                Ok(())
            }
            _ => Err(begin.error("expected this definition at the beginning of its line")),
        }
    }

    /// Alignment, section and metadata of a global.
    fn global_rest(&mut self, global: &mut Global) -> Read<()> {
        while self.cursor.accept(b',')? {
            match self.cursor.token {
                Token::Word("align") => {
                    self.cursor.advance()?;
                    global.align = Some(self.cursor.number("an alignment")?);
                }
                Token::Word("section" | "partition" | "code_model") => {
                    self.cursor.advance()?;
                    self.cursor.string("a string")?;
                }
                Token::Word("comdat") => {
                    self.cursor.advance()?;
                    if self.cursor.is(b'(') {
                        self.cursor.skip_brackets()?;
                    }
                }
                Token::Word(
                    "no_sanitize_address"
                    | "no_sanitize_hwaddress"
                    | "sanitize_memtag"
                    | "sanitize_address_dyninit",
                ) => {
                    self.cursor.advance()?;
                }
                Token::NodeName(name) => {
                    let at = self.cursor.start;
                    self.cursor.advance()?;
                    match self.cursor.token {
                        Token::Node(number) => {
                            if name == "dbg" && global.variable.is_none() {
                                global.variable = self.source.variable(number, at)?;
                            }
                            self.cursor.advance()?;
                        }
                        _ => drop(metadata::node(&mut self.cursor)?),
                    }
                }
                _ => return self.cursor.expected("a property of a global variable"),
            }
        }
        // Attributes of a global concern code generation only.
        while let Token::Group(_) = self.cursor.token {
            self.cursor.advance()?;
        }
        Ok(())
    }
}
