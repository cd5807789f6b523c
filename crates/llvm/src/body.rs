//! Names of a function: local values and blocks, which may be used before they are defined.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::constants::describe;
use crate::cursor::Cursor;
use crate::error::{Read, ReadError};
use crate::ir::{Block, BlockId, LocalId, Op, Terminator, Type, Variable};
use crate::lexer::{Token, unescape};
use crate::reader::Reader;
use crate::types::same;

/// A name of a local value or block. `%1` and `%"1"` are different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name<'a> {
    /// `%12`
    Number(u32),
    /// `%name`
    Text(Cow<'a, str>),
}

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Number(number) => write!(f, "{number}"),
            Name::Text(text) => f.write_str(text),
        }
    }
}

/// The byte of a definition: none, since it is defined.
const DEFINED: usize = usize::MAX;

/// The function that is read.
#[derive(Debug, Default)]
pub(crate) struct Body<'a> {
    names: FxHashMap<Name<'a>, LocalId>,
    /// Types of local values.
    pub(crate) locals: Vec<Type>,
    /// Names of local values.
    pub(crate) local_names: Vec<String>,
    /// For each local value the byte of its first use, or [`DEFINED`].
    pending: Vec<usize>,
    labels: FxHashMap<Name<'a>, u32>,
    /// For each label its block, or the byte of its first use.
    targets: Vec<Result<BlockId, usize>>,
    /// The number of the next value or block without a name.
    counter: u32,
    /// Blocks; they name each other by label until the end.
    pub(crate) blocks: Vec<Block>,
    /// Blocks and positions of the instructions that name blocks.
    pub(crate) phis: Vec<(usize, usize)>,
    /// Variables in memory.
    pub(crate) variables: Vec<(LocalId, Variable)>,
}

impl<'a> Body<'a> {
    /// The number for a value or block without a name; `given` is the number in the text, which may skip
    /// some.
    pub(crate) fn next_number(&mut self, given: Option<u32>, cursor: &Cursor<'a>) -> Read<u32> {
        let number = given.unwrap_or(self.counter);
        if number < self.counter {
            return Err(cursor.error(format!("expected the number {} or a larger one", self.counter)));
        }
        self.counter = match number.checked_add(1) {
            Some(next) => next,
            None => return Err(cursor.error("too many values").limit()),
        };
        Ok(number)
    }

    /// A value that is used.
    fn mention(&mut self, name: Name<'a>, ty: &Type, cursor: &Cursor<'a>) -> Read<LocalId> {
        if let Some(&id) = self.names.get(&name) {
            let known = &mut self.locals[id.index()];
            if !same(known, ty) {
                let (known, ty) = (describe(known), describe(ty));
                return Err(cursor.error(format!("%{name} has {known}, but {ty} is expected")));
            }
            return Ok(id);
        }
        self.push(name, ty.clone(), cursor.start)
    }

    fn push(&mut self, name: Name<'a>, ty: Type, pending: usize) -> Read<LocalId> {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(ty);
        self.local_names.push(name.to_string());
        self.pending.push(pending);
        self.names.insert(name, id);
        Ok(id)
    }

    /// A value that is defined.
    pub(crate) fn define(&mut self, name: Name<'a>, ty: Type, cursor: &Cursor<'a>) -> Read<LocalId> {
        let Some(&id) = self.names.get(&name) else { return self.push(name, ty, DEFINED) };
        if self.pending[id.index()] == DEFINED {
            return Err(cursor.error(format!("%{name} is defined twice")));
        }
        let used = &mut self.locals[id.index()];
        if !same(used, &ty) {
            let (used, ty) = (describe(used), describe(&ty));
            return Err(cursor.error(format!("%{name} has {ty}, but an earlier use expects {used}")));
        }
        *used = ty;
        self.pending[id.index()] = DEFINED;
        Ok(id)
    }

    /// A label that is used. The number is that of the label until [`Body::finish`].
    fn target(&mut self, name: Name<'a>, at: usize) -> BlockId {
        let next = self.targets.len() as u32;
        let label = *self.labels.entry(name).or_insert(next);
        if label == next {
            self.targets.push(Err(at));
        }
        BlockId(label)
    }

    /// A block that begins.
    pub(crate) fn begin_block(&mut self, name: Name<'a>, cursor: &Cursor<'a>) -> Read<()> {
        let shown = name.to_string();
        let id = self.target(name, cursor.start);
        let target = &mut self.targets[id.index()];
        if target.is_ok() {
            return Err(cursor.error(format!("the block %{shown} is defined twice")));
        }
        *target = Ok(BlockId(self.blocks.len() as u32));
        self.blocks.push(Block {
            label: shown,
            instructions: Vec::new(),
            terminator: Terminator::Unreachable,
            place: None,
            line: 0,
        });
        Ok(())
    }

    /// Replaces labels by blocks, and checks that everything that is used is defined.
    pub(crate) fn finish(&mut self, text: &str) -> Read<()> {
        let first =
            self.pending.iter().enumerate().filter(|&(_, &at)| at != DEFINED).min_by_key(|&(_, at)| at);
        if let Some((local, &at)) = first {
            let name = &self.local_names[local];
            return Err(ReadError::at(text, at, format!("%{name} is not defined")));
        }
        let missing = self.targets.iter().filter_map(|target| target.err()).min();
        if let Some(at) = missing {
            return Err(ReadError::at(text, at, "this block is not defined"));
        }
        let targets = std::mem::take(&mut self.targets);
        let resolve = |id: &mut BlockId| {
            if let Some(Ok(block)) = targets.get(id.index()) {
                *id = *block;
            }
        };
        for block in &mut self.blocks {
            match &mut block.terminator {
                Terminator::Jump(to) => resolve(to),
                Terminator::Branch { then, otherwise, .. } => {
                    resolve(then);
                    resolve(otherwise);
                }
                Terminator::Switch { default, cases, .. } => {
                    resolve(default);
                    cases.iter_mut().for_each(|(_, to)| resolve(to));
                }
                Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported(_) => {}
            }
        }
        for &(block, at) in &self.phis {
            if let Op::Phi { incoming, .. } = &mut self.blocks[block].instructions[at].op {
                incoming.iter_mut().for_each(|(_, from)| resolve(from));
            }
        }
        Ok(())
    }
}

impl<'a> Reader<'a> {
    /// The name of a local value or block, if the current token is one.
    pub(crate) fn local_name(&self) -> Option<Name<'a>> {
        match self.cursor.token {
            Token::Local(name) => Some(Name::Text(unescape(name))),
            Token::LocalNumber(number) => Some(Name::Number(number)),
            _ => None,
        }
    }

    /// A use of a local value.
    pub(crate) fn local(&mut self, ty: &Type) -> Read<LocalId> {
        let Some(name) = self.local_name() else { return self.cursor.expected("a local value") };
        let Some(body) = self.body.as_mut().filter(|_| self.constants == 0) else {
            return self.cursor.expected("a constant");
        };
        if matches!(ty, Type::Void | Type::Function(..)) {
            return self.cursor.expected(&format!("no value of {}", describe(ty)));
        }
        let id = body.mention(name, ty, &self.cursor)?;
        self.cursor.advance()?;
        Ok(id)
    }

    /// `label %name`
    pub(crate) fn label(&mut self) -> Read<BlockId> {
        self.cursor.expect_word("label")?;
        self.label_name()
    }

    /// A label without its type.
    pub(crate) fn label_name(&mut self) -> Read<BlockId> {
        let Some(name) = self.local_name() else { return self.cursor.expected("a label") };
        let at = self.cursor.start;
        let Some(body) = self.body.as_mut() else { return self.cursor.expected("a constant") };
        let id = body.target(name, at);
        self.cursor.advance()?;
        Ok(id)
    }
}
