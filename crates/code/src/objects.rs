//! The objects of a program in memory, and the cells they consist of.
//!
//! An object is a global, a local variable of an instance, a function (it has an address), or memory that is
//! allocated at one place of the program. Every object has a fixed address. Its cells are its scalar parts;
//! an object with too many of them has none: what is read from it may be anything, and what is written is
//! lost.

use rely_llvm::debug::{DebugInfo, DebugType, TypeRef};
use rely_llvm::ir::{FunctionId, GlobalId, LocalId, Module, StructType, Type};

/// The largest number of cells of an object.
pub const MOST_CELLS: usize = 1024;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A global variable or constant.
    Global(GlobalId),
    /// A local variable: instance and the value that is its address.
    Local(u32, LocalId),
    /// A function.
    Function(FunctionId),
    /// What pointers lead to whose object does not exist any more. It has no bytes.
    Ended,
    /// Memory from one allocation: instance, the value that is its address, and which of several at this
    /// place.
    Heap(u32, LocalId, u32),
}

/// An object in memory.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// The name that reports use.
    pub name: String,
    /// Its address.
    pub address: u64,
    /// What its address is a multiple of in every execution.
    pub align: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its scalar parts, in the order of their offsets.
    pub parts: Vec<Part>,
    /// It has too many scalar parts, or its type is not known: there are no parts.
    pub opaque: bool,
    /// It cannot be written.
    pub constant: bool,
}

/// A scalar part of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The name, after that of the object: `.count`, `[3]`.
    pub name: String,
    /// Values may be negative.
    pub signed: bool,
}

impl Object {
    /// It is a function: it has an address, but no bytes that can be read.
    pub fn is_function(&self) -> bool {
        matches!(self.kind, ObjectKind::Function(_))
    }

    /// The parts that an access touches: from the first to just after the last, if the access begins with a
    /// part and ends with one, or lies inside of one.
    pub fn parts_of(&self, offset: u64, size: u64) -> Option<std::ops::Range<usize>> {
        let end = offset.checked_add(size)?;
        if end > self.size {
            return None;
        }
        let first = self.parts.partition_point(|part| part.offset + part.size <= offset);
        let last = self.parts.partition_point(|part| part.offset < end);
        Some(first..last)
    }
}

/// Every object has slots of this many bytes. An address that is computed from a pointer to an object with an
/// offset of at most half of this is in the slots of the same object, and in no other object.
pub fn slot_size(pointer_bytes: u64) -> u64 {
    if pointer_bytes >= 8 { 1 << 37 } else { 1 << 16 }
}

/// Gives addresses to objects: each in slots of its own, so that a pointer that leaves its object does not
/// lead to another one. The low bits differ, too.
#[derive(Clone, Debug)]
pub struct Addresses {
    size: u64,
    slot: u64,
    /// The low bits of the first object, and of the next one. They are not 0: nor are addresses as integers.
    first: u64,
    low: u64,
}

impl Addresses {
    /// For pointers of this many bytes.
    pub fn new(pointer_bytes: u64) -> Self {
        let size = slot_size(pointer_bytes);
        let first = if pointer_bytes >= 8 { 0x1_0000 } else { 0x100 };
        Addresses { size, slot: size, first, low: first }
    }

    /// The address of an object of this size.
    pub fn place(&mut self, size: u64, align: u64) -> u64 {
        if self.low > self.size / 4 {
            self.low = self.first;
        }
        let low = self.low.next_multiple_of(align.clamp(16, 4096));
        let address = self.slot.saturating_add(low);
        self.low = low.saturating_add(size).saturating_add(16);
        let slots = (size / self.size).saturating_add(3).saturating_mul(self.size);
        self.slot = self.slot.saturating_add(slots);
        address
    }
}

/// The scalar parts of a type, with names from the source where they are known; nothing if there are too
/// many.
pub fn parts(module: &Module, ty: &Type, source: Option<TypeRef>) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let fits = flatten(module, ty, 0, &mut |offset, size| {
        parts.push(Part { offset, size, name: String::new(), signed: false });
        parts.len() <= MOST_CELLS
    });
    if !fits {
        return None;
    }
    let n_parts = parts.len();
    for part in &mut parts {
        let (name, signed) = describe(&module.debug, source, part.offset, part.size);
        part.name = if name.is_empty() && n_parts > 1 { format!("+{}", part.offset) } else { name };
        part.signed = signed;
    }
    Some(parts)
}

/// Single bytes, for memory whose type is not known.
pub fn bytes(size: u64) -> Option<Vec<Part>> {
    (size <= MOST_CELLS as u64).then(|| {
        (0..size).map(|offset| Part { offset, size: 1, name: format!("+{offset}"), signed: false }).collect()
    })
}

/// Calls `part` with the offset and size of every scalar; stops when it returns false.
fn flatten(module: &Module, ty: &Type, offset: u64, part: &mut dyn FnMut(u64, u64) -> bool) -> bool {
    match ty {
        Type::Array(count, element) | Type::Vector(count, element) => {
            let Some(size) = module.size_of(element) else { return false };
            *count <= MOST_CELLS as u64
                && (0..*count).all(|index| flatten(module, element, offset + index * size, part))
        }
        Type::Struct(id) => match &module.structs[id.index()].body {
            Some(body) => fields(module, body, offset, part),
            None => false,
        },
        Type::Literal(body) => fields(module, body, offset, part),
        Type::Int(_) | Type::Float(_) | Type::Pointer => match module.size_of(ty) {
            Some(size) if size > 0 && size <= 16 => part(offset, size),
            _ => false,
        },
        Type::Void | Type::Function(..) | Type::Other => false,
    }
}

fn fields(module: &Module, body: &StructType, offset: u64, part: &mut dyn FnMut(u64, u64) -> bool) -> bool {
    (0..body.fields.len()).all(|index| match module.field_offset(body, index) {
        Some(inner) => flatten(module, &body.fields[index], offset + inner, part),
        None => false,
    })
}

/// The name of the scalar at an offset of a type of the source, and whether it is signed.
pub fn describe(debug: &DebugInfo, ty: Option<TypeRef>, offset: u64, size: u64) -> (String, bool) {
    let mut name = String::new();
    let (mut ty, mut offset) = (ty, offset);
    // Types of a file may be cyclic through pointers only, so this ends; the limit is for files that are
    // wrong.
    for _ in 0..64 {
        let Some(TypeRef(number)) = ty else { break };
        match debug.types.get(number as usize) {
            Some(DebugType::Typedef { target, .. }) | Some(DebugType::Qualified(target)) => ty = *target,
            Some(DebugType::Record { members, .. }) => {
                let inside = |begin: u64, bits: u64| begin <= offset * 8 && offset * 8 < begin + bits.max(1);
                let mut here = members.iter().filter(|member| inside(member.offset, member.bits));
                let Some(member) = here.next() else { break };
                if member.bit_field {
                    // Several bit-fields share a scalar: all their names.
                    let names: Vec<&str> = members
                        .iter()
                        .filter(|m| m.bit_field && m.offset >= offset * 8 && m.offset < (offset + size) * 8)
                        .map(|m| &*m.name)
                        .collect();
                    return (format!("{name}.{}", names.join("+")), false);
                }
                if !member.name.is_empty() {
                    name = format!("{name}.{}", member.name);
                }
                offset -= member.offset / 8;
                ty = member.ty;
            }
            Some(DebugType::Array { counts, element }) => {
                let Some(size) = element.and_then(|element| size_of(debug, element)).filter(|&size| size > 0)
                else {
                    break;
                };
                let (mut index, mut below) = (offset / size, Vec::new());
                for count in counts.iter().skip(1).rev() {
                    let count = count.unwrap_or(1).max(1);
                    below.push(index % count);
                    index /= count;
                }
                name = format!("{name}[{index}]");
                for index in below.into_iter().rev() {
                    name = format!("{name}[{index}]");
                }
                offset %= size;
                ty = *element;
            }
            Some(DebugType::Basic { signed, .. }) => return (name, *signed),
            Some(DebugType::Enumeration { values, .. }) => {
                return (name, values.iter().any(|&(_, value)| value < 0));
            }
            _ => break,
        }
    }
    (name, false)
}

/// The size of a type of the source in bytes.
fn size_of(debug: &DebugInfo, ty: TypeRef) -> Option<u64> {
    let (mut ty, mut factor) = (ty, 1_u64);
    for _ in 0..64 {
        match debug.types.get(ty.0 as usize)? {
            DebugType::Basic { bits, .. }
            | DebugType::Record { bits, .. }
            | DebugType::Enumeration { bits, .. } => {
                return factor.checked_mul(bits / 8);
            }
            DebugType::Pointer(_) => return factor.checked_mul(8),
            DebugType::Typedef { target, .. } | DebugType::Qualified(target) => ty = (*target)?,
            DebugType::Array { counts, element } => {
                for count in counts {
                    factor = factor.checked_mul((*count)?)?;
                }
                ty = (*element)?;
            }
            DebugType::Function(..) | DebugType::Other => return None,
        }
    }
    None
}
