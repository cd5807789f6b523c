//! Sizes, alignments and offsets of types in memory.
//!
//! *Problem.* The meaning of an address depends on the layout of types; the module gives it as a string of
//! the target.
//!
//! *Method.* The rules of LLVM's language reference, section *Data Layout*. Layouts of structures with names
//! are computed once, in depth-first order with an explicit stack.
//!
//! *Invariants.* A layout is there only if all its sizes fit 64 bits. A structure that contains itself, or an
//! opaque one, has no layout.
//!
//! *Cost.* Linear in the size of the types.
//!
//! *Departures.* Pointers of all address spaces have the size of address space 0; the reader reports other
//! spaces as unsupported.

use crate::ir::{FloatKind, Module, StructId, StructType, Type};

/// Sizes and alignments of basic types, from `target datalayout`. The default is that of x86-64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    /// The first byte of an integer is the most significant one.
    pub big_endian: bool,
    /// Bytes of a pointer.
    pub pointer_bytes: u64,
    /// The alignment of a pointer in bytes.
    pub pointer_align: u64,
    /// Alignments of integers: bits and bytes, in ascending order.
    pub ints: Vec<(u64, u64)>,
    /// Alignments of floating-point numbers: bits and bytes, in ascending order.
    pub floats: Vec<(u64, u64)>,
    /// Alignments of vectors: bits and bytes, in ascending order.
    pub vectors: Vec<(u64, u64)>,
    /// The least alignment of a structure in bytes.
    pub aggregate_align: u64,
}

impl Default for DataLayout {
    fn default() -> Self {
        let mut layout = Self::basic();
        layout.ints = vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8), (128, 16)];
        layout.floats.insert(3, (80, 16));
        layout
    }
}

fn set(table: &mut Vec<(u64, u64)>, bits: u64, bytes: u64) {
    match table.binary_search_by_key(&bits, |&(bits, _)| bits) {
        Ok(at) => table[at].1 = bytes,
        Err(at) => table.insert(at, (bits, bytes)),
    }
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    value.checked_next_multiple_of(align.max(1))
}

impl DataLayout {
    /// What LLVM assumes of a target that says nothing.
    fn basic() -> Self {
        Self {
            big_endian: false,
            pointer_bytes: 8,
            pointer_align: 8,
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
        }
    }

    /// Reads the string of `target datalayout`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut layout = Self::basic();
        for part in text.split('-') {
            let mut fields = part.split(':');
            let head = fields.next().unwrap_or("");
            let number = |text: Option<&str>| -> Result<u64, String> {
                text.and_then(|text| text.parse().ok())
                    .ok_or_else(|| format!("expected a number in '{part}' of the data layout"))
            };
            let bytes = |text: Option<&str>| -> Result<u64, String> {
                match number(text)? {
                    bits if bits % 8 == 0 && (bits / 8).is_power_of_two() => Ok(bits / 8),
                    _ => Err(format!("expected an alignment in '{part}' of the data layout")),
                }
            };
            match head.as_bytes().first() {
                Some(b'E') => layout.big_endian = true,
                Some(b'p') if matches!(head, "p" | "p0") => {
                    let bits = number(fields.next())?;
                    if bits == 0 || bits % 8 != 0 || bits > 1024 {
                        return Err(format!("expected the size of a pointer in '{part}' of the data layout"));
                    }
                    layout.pointer_bytes = bits / 8;
                    layout.pointer_align = bytes(fields.next())?;
                }
                Some(b'i') => set(&mut layout.ints, number(head.get(1..))?, bytes(fields.next())?),
                Some(b'f') => set(&mut layout.floats, number(head.get(1..))?, bytes(fields.next())?),
                Some(b'v') => set(&mut layout.vectors, number(head.get(1..))?, bytes(fields.next())?),
                Some(b'a') => {
                    let bits = number(fields.next())?;
                    layout.aggregate_align = if bits == 0 { 1 } else { bytes(Some(&bits.to_string()))? };
                }
                // Mangling, native integers, the stack and address spaces do not change layouts.
                _ => {}
            }
        }
        Ok(layout)
    }

    fn int_align(&self, bits: u64) -> u64 {
        let at = self.ints.partition_point(|&(width, _)| width < bits);
        self.ints.get(at).or(self.ints.last()).map_or(1, |&(_, bytes)| bytes)
    }
}

/// The layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Bytes, with the padding at the end.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// Where each field begins.
    pub offsets: Vec<u64>,
}

fn float_bits(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Half | FloatKind::Brain => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::X86 => 80,
        FloatKind::Quad | FloatKind::Pair => 128,
    }
}

impl Module {
    /// The fields of a structure, with or without a name; nothing for other types and for opaque structures.
    pub fn resolve<'a>(&'a self, ty: &'a Type) -> Option<&'a StructType> {
        match ty {
            Type::Struct(id) => self.structs.get(id.index())?.body.as_ref(),
            Type::Literal(body) => Some(body),
            _ => None,
        }
    }

    /// Bytes from one element of an array to the next: `sizeof` in C. Nothing if the type has no size, or if
    /// its size does not fit 64 bits.
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        Some(self.measure(ty)?.0)
    }

    /// The alignment of a type in bytes, as the target wants it. Nothing if the type has no size.
    pub fn align_of(&self, ty: &Type) -> Option<u64> {
        Some(self.measure(ty)?.1)
    }

    /// Size and alignment. Computed together: each of them needs both of the parts.
    fn measure(&self, ty: &Type) -> Option<(u64, u64)> {
        let exact = |table: &[(u64, u64)], bits: u64| match table.iter().find(|&&(width, _)| width == bits) {
            Some(&(_, bytes)) => Some(bytes),
            None => bits.div_ceil(8).checked_next_power_of_two(),
        };
        let align = match ty {
            Type::Array(count, element) => {
                let (size, align) = self.measure(element)?;
                return Some((size.checked_mul(*count)?, align));
            }
            Type::Struct(id) => {
                let layout = self.layouts.get(id.index())?.as_ref()?;
                return Some((layout.size, layout.align));
            }
            Type::Literal(body) => {
                let layout = self.struct_layout(body)?;
                return Some((layout.size, layout.align));
            }
            Type::Int(bits) => self.data_layout.int_align(u64::from(*bits)),
            Type::Float(kind) => exact(&self.data_layout.floats, float_bits(*kind))?,
            Type::Pointer => self.data_layout.pointer_align,
            Type::Vector(..) => exact(&self.data_layout.vectors, self.bits_of(ty)?)?,
            Type::Void | Type::Function(..) | Type::Other => return None,
        };
        Some((round_up(self.bits_of(ty)?.div_ceil(8), align)?, align))
    }

    /// Bytes that a load or a store of a type accesses: those of its value, without padding behind it.
    pub fn store_size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Int(_) | Type::Float(_) | Type::Pointer | Type::Vector(..) => {
                Some(self.bits_of(ty)?.div_ceil(8))
            }
            _ => self.size_of(ty),
        }
    }

    /// Bits of a value that is not an aggregate.
    fn bits_of(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Int(bits) => Some(u64::from(*bits)),
            Type::Float(kind) => Some(float_bits(*kind)),
            Type::Pointer => self.data_layout.pointer_bytes.checked_mul(8),
            Type::Vector(count, element) => self.bits_of(element)?.checked_mul(*count),
            _ => None,
        }
    }

    /// Where a field of a structure begins, in bytes.
    pub fn field_offset(&self, body: &StructType, index: usize) -> Option<u64> {
        self.struct_layout(body)?.offsets.get(index).copied()
    }

    /// The layout of a structure; nothing if a field has no size.
    pub fn struct_layout(&self, body: &StructType) -> Option<StructLayout> {
        let mut offsets = Vec::with_capacity(body.fields.len());
        let mut size = 0u64;
        let mut align = if body.packed { 1 } else { self.data_layout.aggregate_align };
        for field in &body.fields {
            let (bytes, natural) = self.measure(field)?;
            let wanted = if body.packed { 1 } else { natural };
            size = round_up(size, wanted)?;
            offsets.push(size);
            size = size.checked_add(bytes)?;
            align = align.max(wanted);
        }
        Some(StructLayout { size: round_up(size, align)?, align, offsets })
    }

    /// Computes [`Module::layouts`]. The reader has done so; call it after changes of [`Module::structs`].
    pub fn lay_out(&mut self) {
        // A structure is new, on the stack (a second visit from there is a cycle), or done.
        let mut begun = vec![false; self.structs.len()];
        self.layouts = vec![None; self.structs.len()];
        let mut stack = Vec::new();
        for start in 0..self.structs.len() {
            if begun[start] {
                continue;
            }
            begun[start] = true;
            stack.push((start, self.contained(start), 0));
            while let Some((at, contained, next)) = stack.last_mut() {
                if let Some(&inner) = contained.get(*next) {
                    *next += 1;
                    // Without a layout, a structure of a cycle makes all that contain it have none.
                    if inner < begun.len() && !begun[inner] {
                        begun[inner] = true;
                        let below = self.contained(inner);
                        stack.push((inner, below, 0));
                    }
                    continue;
                }
                let layout = self.structs[*at].body.as_ref().and_then(|body| self.struct_layout(body));
                self.layouts[*at] = layout;
                stack.pop();
            }
        }
    }

    /// Structures with names that a structure contains directly.
    fn contained(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(body) = &self.structs[at].body {
            let mut types: Vec<&Type> = body.fields.iter().collect();
            while let Some(ty) = types.pop() {
                match ty {
                    Type::Struct(StructId(id)) => found.push(*id as usize),
                    Type::Array(_, element) | Type::Vector(_, element) => types.push(element),
                    Type::Literal(body) => types.extend(&body.fields),
                    _ => {}
                }
            }
        }
        found
    }
}
