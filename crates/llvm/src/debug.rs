//! Debug information: what leads from a module back to the source.

/// A line and column of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The position in [`DebugInfo::files`].
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is unknown.
    pub column: u32,
}

/// The position of a type in [`DebugInfo::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeRef(pub u32);

/// Files and types of the source.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// Files, as clang was given them: directory and name.
    pub files: Vec<SourceFile>,
    /// Types.
    pub types: Vec<DebugType>,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name, perhaps relative to the directory.
    pub name: String,
    /// The directory.
    pub directory: String,
}

/// A type of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugType {
    /// A basic type such as `unsigned int`.
    Basic {
        /// The name in C.
        name: String,
        /// Its size.
        bits: u64,
        /// Values may be negative.
        signed: bool,
        /// It is the type of truth values.
        boolean: bool,
        /// It is a floating-point type.
        float: bool,
    },
    /// A pointer; to `void` if nothing is given.
    Pointer(Option<TypeRef>),
    /// A structure or union.
    Record {
        /// The tag; empty if it has none.
        name: String,
        /// Its size.
        bits: u64,
        /// The members share their memory.
        union: bool,
        /// The members, in order.
        members: Vec<Member>,
    },
    /// An array; without a count if it is unknown.
    Array {
        /// How many elements, outermost dimension first.
        counts: Vec<Option<u64>>,
        /// The type of an element.
        element: Option<TypeRef>,
    },
    /// An enumeration.
    Enumeration {
        /// The tag; empty if it has none.
        name: String,
        /// Its size.
        bits: u64,
        /// Names and values.
        values: Vec<(String, i128)>,
    },
    /// A name for another type.
    Typedef {
        /// The name.
        name: String,
        /// What it names; nothing for `void`.
        target: Option<TypeRef>,
    },
    /// `const`, `volatile`, `restrict`, `_Atomic`.
    Qualified(Option<TypeRef>),
    /// A function: the result (nothing for `void`) and the parameters.
    Function(Option<TypeRef>, Vec<Option<TypeRef>>),
    /// Anything else.
    Other,
}

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name; empty for an unnamed one.
    pub name: String,
    /// Where it begins, in bits.
    pub offset: u64,
    /// Its size in bits.
    pub bits: u64,
    /// It is a bit-field.
    pub bit_field: bool,
    /// Its type.
    pub ty: Option<TypeRef>,
}
