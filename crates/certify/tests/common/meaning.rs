//! The definitions of operations on bit vectors, as the book's page has them, in integers. Widths up to 15.

use super::OperationDoc::{self, *};

/// The value of an operation of width `w` on operands, which are given with their widths. Not for variables.
pub fn defined(operation: &OperationDoc, w: u32, operands: &[(u128, u32)]) -> u128 {
    let unsigned = |i: usize| operands[i].0 as i128;
    let signed = |i: usize| {
        let (value, width) = operands[i];
        if value >= 1 << (width - 1) { value as i128 - (1 << width) } else { value as i128 }
    };
    let bit = |i: usize, j: u32| operands[i].0 >> j & 1;
    let bitwise = |f: &dyn Fn(u32) -> u128| (0..w).map(|j| f(j) << j).sum::<u128>() as i128;
    let value = match operation {
        Not(_) => bitwise(&|j| 1 - bit(0, j)),
        And(..) => bitwise(&|j| bit(0, j) * bit(1, j)),
        Or(..) => bitwise(&|j| bit(0, j).max(bit(1, j))),
        Xor(..) => bitwise(&|j| (bit(0, j) + bit(1, j)) % 2),
        Neg(_) => -unsigned(0),
        Add(..) => unsigned(0) + unsigned(1),
        Sub(..) => unsigned(0) - unsigned(1),
        Mul(..) => unsigned(0) * unsigned(1),
        Udiv(..) if unsigned(1) == 0 => -1,
        Udiv(..) => unsigned(0) / unsigned(1),
        Urem(..) if unsigned(1) == 0 => unsigned(0),
        Urem(..) => unsigned(0) % unsigned(1),
        Sdiv(..) if unsigned(1) == 0 && signed(0) < 0 => 1,
        Sdiv(..) if unsigned(1) == 0 => -1,
        Sdiv(..) => signed(0) / signed(1),
        Srem(..) if unsigned(1) == 0 => unsigned(0),
        Srem(..) => signed(0) - signed(1) * (signed(0) / signed(1)),
        Shl(..) if unsigned(1) >= w.into() => 0,
        Shl(..) => unsigned(0) << unsigned(1),
        Lshr(..) => unsigned(0) >> unsigned(1).min(w.into()),
        Ashr(..) => signed(0) >> unsigned(1).min(w.into()),
        Eq(..) => (unsigned(0) == unsigned(1)).into(),
        Ult(..) => (unsigned(0) < unsigned(1)).into(),
        Slt(..) => (signed(0) < signed(1)).into(),
        Ite(..) => unsigned(if unsigned(0) == 1 { 1 } else { 2 }),
        Concat(..) => unsigned(0) * (1 << operands[1].1) + unsigned(1),
        Extract(_, _, low) => unsigned(0) >> low,
        Zext(_) => unsigned(0),
        Sext(_) => signed(0),
        Constant(text) => i128::from_str_radix(text, 16).unwrap(),
        Variable(_) => unreachable!(),
    };
    value.rem_euclid(1 << w) as u128
}
