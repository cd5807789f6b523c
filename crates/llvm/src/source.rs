//! From the nodes of the metadata to files, types, variables and places of the source.

use rustc_hash::FxHashMap;

use crate::debug::{DebugInfo, DebugType, Member, Place, SourceFile, TypeRef};
use crate::error::{Read, ReadError};
use crate::ir::Variable;
use crate::lexer::unescape;
use crate::metadata::{Metadata, Node, Ref};

/// A node that is neither a file nor a type.
const NONE: u32 = u32::MAX;

/// The metadata with positions in the tables of [`DebugInfo`].
#[derive(Debug, Default)]
pub(crate) struct Source<'a> {
    text: &'a str,
    metadata: Metadata<'a>,
    /// For each node its position among the files or among the types.
    slots: Vec<u32>,
}

fn is_type(node: &Node<'_>) -> bool {
    match node {
        Node::Derived { tag, .. } => {
            !matches!(*tag, "DW_TAG_member" | "DW_TAG_inheritance" | "DW_TAG_friend" | "DW_TAG_variable")
        }
        Node::Basic { .. } | Node::Composite { .. } | Node::Subroutine { .. } | Node::OtherType => true,
        _ => false,
    }
}

impl<'a> Source<'a> {
    /// Converts all files and types.
    pub(crate) fn new(text: &'a str, metadata: Metadata<'a>) -> Read<(Self, DebugInfo)> {
        let mut debug = DebugInfo::default();
        let mut slots = vec![NONE; metadata.nodes.len()];
        let mut types = 0u32;
        let mut known = FxHashMap::default();
        for (node, slot) in metadata.nodes.iter().zip(&mut slots) {
            if let Node::File { name, directory } = node {
                // Two nodes may stand for one file, with and without a checksum.
                *slot = *known.entry((*name, *directory)).or_insert_with(|| {
                    let (name, directory) = (unescape(name).into_owned(), unescape(directory).into_owned());
                    debug.files.push(SourceFile { name, directory });
                    debug.files.len() as u32 - 1
                });
            } else if is_type(node) {
                *slot = types;
                types += 1;
            }
        }
        let source = Self { text, metadata, slots };
        debug.types.reserve_exact(types as usize);
        for (at, node) in source.metadata.nodes.iter().enumerate() {
            if is_type(node) {
                let ty = source.convert(node, source.metadata.offsets[at])?;
                debug.types.push(ty);
            }
        }
        Ok((source, debug))
    }

    fn node(&self, reference: Ref, from: usize) -> Read<Option<(usize, &Node<'a>)>> {
        let Some(number) = reference else { return Ok(None) };
        match self.metadata.position(number) {
            Some(at) => Ok(Some((at, &self.metadata.nodes[at]))),
            None => Err(ReadError::at(self.text, from, format!("metadata !{number} is not defined"))),
        }
    }

    /// The type that a node stands for.
    fn type_of(&self, reference: Ref, from: usize) -> Read<Option<TypeRef>> {
        match self.node(reference, from)? {
            None => Ok(None),
            Some((at, node)) if is_type(node) => Ok(Some(TypeRef(self.slots[at]))),
            Some(_) => Err(ReadError::at(self.text, from, "expected a type in the debug information")),
        }
    }

    fn list(&self, reference: Ref, from: usize) -> Read<&[Ref]> {
        match self.node(reference, from)? {
            None => Ok(&[]),
            Some((_, Node::Tuple(elements))) => Ok(elements),
            Some(_) => Err(ReadError::at(self.text, from, "expected a list in the debug information")),
        }
    }

    fn convert(&self, node: &Node<'a>, from: usize) -> Read<DebugType> {
        Ok(match node {
            Node::Basic { name, bits, encoding } => {
                let name = unescape(name).into_owned();
                let signed = matches!(*encoding, "DW_ATE_signed" | "DW_ATE_signed_char");
                let unsigned = matches!(*encoding, "DW_ATE_unsigned" | "DW_ATE_unsigned_char");
                let boolean = *encoding == "DW_ATE_boolean";
                let float = *encoding == "DW_ATE_float";
                if !(signed || unsigned || boolean || float) {
                    return Ok(DebugType::Other);
                }
                DebugType::Basic { name, bits: *bits, signed, boolean, float }
            }
            Node::Derived { tag, name, base, .. } => {
                let target = self.type_of(*base, from)?;
                match *tag {
                    "DW_TAG_pointer_type" => DebugType::Pointer(target),
                    "DW_TAG_typedef" => DebugType::Typedef { name: unescape(name).into_owned(), target },
                    "DW_TAG_const_type"
                    | "DW_TAG_volatile_type"
                    | "DW_TAG_restrict_type"
                    | "DW_TAG_atomic_type" => DebugType::Qualified(target),
                    _ => DebugType::Other,
                }
            }
            Node::Composite { tag, name, base, bits, elements } => {
                let name = unescape(name).into_owned();
                let elements = self.list(*elements, from)?;
                match *tag {
                    "DW_TAG_structure_type" | "DW_TAG_union_type" | "DW_TAG_class_type" => {
                        DebugType::Record {
                            name,
                            bits: *bits,
                            union: *tag == "DW_TAG_union_type",
                            members: self.members(elements, from)?,
                        }
                    }
                    "DW_TAG_array_type" => DebugType::Array {
                        counts: self.counts(elements, from)?,
                        element: self.type_of(*base, from)?,
                    },
                    "DW_TAG_enumeration_type" => {
                        DebugType::Enumeration { name, bits: *bits, values: self.values(elements, from)? }
                    }
                    _ => DebugType::Other,
                }
            }
            Node::Subroutine { types } => {
                let mut types = self.list(*types, from)?.iter().map(|&ty| self.type_of(ty, from));
                let result = types.next().transpose()?.flatten();
                DebugType::Function(result, types.collect::<Result<_, _>>()?)
            }
            _ => DebugType::Other,
        })
    }

    fn members(&self, elements: &[Ref], from: usize) -> Read<Vec<Member>> {
        let mut members = Vec::with_capacity(elements.len());
        for &element in elements {
            if let Some((_, Node::Derived { tag: "DW_TAG_member", name, base, bits, offset, bit_field })) =
                self.node(element, from)?
            {
                members.push(Member {
                    name: unescape(name).into_owned(),
                    offset: *offset,
                    bits: *bits,
                    bit_field: *bit_field,
                    ty: self.type_of(*base, from)?,
                });
            }
        }
        Ok(members)
    }

    fn counts(&self, elements: &[Ref], from: usize) -> Read<Vec<Option<u64>>> {
        let mut counts = Vec::with_capacity(elements.len());
        for &element in elements {
            counts.push(match self.node(element, from)? {
                Some((_, Node::Subrange { count })) => *count,
                _ => None,
            });
        }
        Ok(counts)
    }

    fn values(&self, elements: &[Ref], from: usize) -> Read<Vec<(String, i128)>> {
        let mut values = Vec::with_capacity(elements.len());
        for &element in elements {
            if let Some((_, Node::Enumerator { name, value })) = self.node(element, from)? {
                values.push((unescape(name).into_owned(), *value));
            }
        }
        Ok(values)
    }

    fn place(&self, file: Ref, line: u32, column: u32, from: usize) -> Read<Option<Place>> {
        // Line 0 marks code that the compiler added.
        match self.node(file, from)? {
            Some((at, Node::File { .. })) if line > 0 => {
                Ok(Some(Place { file: self.slots[at], line, column }))
            }
            _ => Ok(None),
        }
    }

    /// The place that a location stands for; `from` is the byte that refers to it.
    pub(crate) fn location(&self, node: &Node<'a>, from: usize) -> Read<Option<Place>> {
        let Node::Location { line, column, scope } = node else { return Ok(None) };
        let mut scope = *scope;
        // Scopes name their file; the bound ends cycles of those that do not.
        for _ in 0..64 {
            match self.node(scope, from)? {
                Some((_, Node::Scope { file: None, scope: outer })) => scope = *outer,
                Some((_, Node::Scope { file, .. } | Node::Function { file, .. })) => {
                    return self.place(*file, *line, *column, from);
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The place of `!dbg !number` at an instruction.
    pub(crate) fn location_of(&self, number: u32, from: usize) -> Read<Option<Place>> {
        match self.node(Some(number), from)? {
            Some((_, node)) => self.location(node, from),
            None => Ok(None),
        }
    }

    /// The place and type of a function with `!dbg !number`.
    pub(crate) fn function(&self, number: u32, from: usize) -> Read<(Option<Place>, Option<TypeRef>)> {
        match self.node(Some(number), from)? {
            Some((_, Node::Function { file, line, ty })) => {
                Ok((self.place(*file, *line, 0, from)?, self.type_of(*ty, from)?))
            }
            _ => Ok((None, None)),
        }
    }

    /// The variable that a node stands for.
    pub(crate) fn variable(&self, number: u32, from: usize) -> Read<Option<Variable>> {
        match self.node(Some(number), from)? {
            Some((_, Node::Expression { variable: Some(variable) })) => match self.metadata.get(*variable) {
                Some(Node::Variable { .. }) => self.variable(*variable, from),
                _ => Ok(None),
            },
            Some((_, Node::Variable { name, ty, file, line, scope })) => Ok(Some(Variable {
                name: unescape(name).into_owned(),
                ty: self.type_of(*ty, from)?,
                place: self.place(*file, *line, 0, from)?,
                in_block: scope
                    .is_some_and(|scope| matches!(self.metadata.get(scope), Some(Node::Scope { .. }))),
            })),
            _ => Ok(None),
        }
    }
}
