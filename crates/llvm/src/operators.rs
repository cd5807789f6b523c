//! The operators of instructions (arithmetic, comparisons, conversions, atomic updates, memory orderings),
//! and the formats of floating-point numbers.

/// Arithmetic on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Unsigned division.
    UDiv,
    /// Signed division.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder.
    SRem,
    /// Shift to the left.
    Shl,
    /// Shift to the right, filling with zeros.
    LShr,
    /// Shift to the right, filling with the sign.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned greater.
    Ugt,
    /// Unsigned greater or equal.
    Uge,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Signed greater.
    Sgt,
    /// Signed greater or equal.
    Sge,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastKind {
    /// To fewer bits.
    Truncate,
    /// To more bits, filled with zeros.
    ZeroExtend,
    /// To more bits, filled with the sign.
    SignExtend,
    /// The same bits.
    Bitcast,
    /// A pointer to an integer.
    PointerToInt,
    /// An integer to a pointer.
    IntToPointer,
    /// A pointer of another address space.
    AddressSpace,
}

/// How an atomic update combines two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// The new value.
    Exchange,
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Bitwise and.
    And,
    /// The negation of bitwise and.
    Nand,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Signed maximum.
    Max,
    /// Signed minimum.
    Min,
    /// Unsigned maximum.
    UMax,
    /// Unsigned minimum.
    UMin,
}

/// Memory orderings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// `unordered` and `monotonic` (relaxed in C).
    Relaxed,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcquireRelease,
    /// `seq_cst`.
    SequentiallyConsistent,
}

/// Formats of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// 16 bits.
    Half,
    /// 32 bits.
    Float,
    /// 64 bits.
    Double,
    /// 80 bits, of x86.
    X86,
    /// 128 bits.
    Quad,
    /// 16 bits with the exponent of `Float` (`bfloat`).
    Brain,
    /// 128 bits as a pair of `Double` (`ppc_fp128`).
    Pair,
}
