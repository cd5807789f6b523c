//! The meaning of the operations on values, as SMT-LIB defines them.
//!
//! A value of width `w` is a `u128` below `2^w`. Every function returns such a value if it is given such
//! values.

/// All bits of a width.
pub(crate) fn ones(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The sign bit of a width.
pub(crate) fn sign(width: u32) -> u128 {
    1 << (width - 1)
}

/// The value read as a number in two's complement.
pub(crate) fn signed(a: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((a << unused) as i128) >> unused
}

pub(crate) fn add(a: u128, b: u128, width: u32) -> u128 {
    a.wrapping_add(b) & ones(width)
}

pub(crate) fn sub(a: u128, b: u128, width: u32) -> u128 {
    a.wrapping_sub(b) & ones(width)
}

pub(crate) fn neg(a: u128, width: u32) -> u128 {
    a.wrapping_neg() & ones(width)
}

pub(crate) fn mul(a: u128, b: u128, width: u32) -> u128 {
    a.wrapping_mul(b) & ones(width)
}

pub(crate) fn udiv(a: u128, b: u128, width: u32) -> u128 {
    a.checked_div(b).unwrap_or(ones(width))
}

pub(crate) fn urem(a: u128, b: u128) -> u128 {
    a.checked_rem(b).unwrap_or(a)
}

pub(crate) fn sdiv(a: u128, b: u128, width: u32) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let quotient = match (x, y) {
        (0.., 0) => -1,
        (_, 0) => 1,
        _ => x.wrapping_div(y),
    };
    quotient as u128 & ones(width)
}

pub(crate) fn srem(a: u128, b: u128, width: u32) -> u128 {
    if b == 0 { a } else { signed(a, width).wrapping_rem(signed(b, width)) as u128 & ones(width) }
}

pub(crate) fn shl(a: u128, b: u128, width: u32) -> u128 {
    if b >= u128::from(width) { 0 } else { (a << b) & ones(width) }
}

pub(crate) fn lshr(a: u128, b: u128, width: u32) -> u128 {
    if b >= u128::from(width) { 0 } else { a >> b }
}

pub(crate) fn ashr(a: u128, b: u128, width: u32) -> u128 {
    let by = b.min(u128::from(width) - 1);
    (signed(a, width) >> by) as u128 & ones(width)
}

pub(crate) fn extract(a: u128, high: u32, low: u32) -> u128 {
    (a >> low) & ones(high - low + 1)
}

pub(crate) fn sext(a: u128, from: u32, to: u32) -> u128 {
    signed(a, from) as u128 & ones(to)
}
