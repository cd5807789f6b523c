//! Terms that are equal by a cheap rule are the same term. That the rules are right is tested elsewhere.

use rely_terms::{Node, Term, Terms};

/// Terms, with variables `x`, `y`, `z` of width 8 and `p`, `q`, `r` of width 1.
struct Given {
    t: Terms,
    x: Term,
    y: Term,
    z: Term,
    p: Term,
    q: Term,
    yes: Term,
    no: Term,
}

impl Given {
    fn new() -> Self {
        let mut t = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| t.variable(name, 8));
        let [p, q] = ["p", "q"].map(|name| t.variable(name, 1));
        let (yes, no) = (t.truth(true), t.truth(false));
        Given { t, x, y, z, p, q, yes, no }
    }

    fn k(&mut self, value: u128) -> Term {
        self.t.constant(value, 8)
    }
}

#[test]
fn variables_are_always_new() {
    let mut t = Terms::new();
    let (a, b) = (t.variable("x", 8), t.variable("x", 8));
    assert!(a != b && t.name(a) == t.name(b) && t.name(a) == Some("x"));
    let sum = t.add(a, b);
    assert_eq!((t.name(sum), t.as_constant(sum), t.width(sum)), (None, None, 8));
    assert_eq!(t.add(b, a), sum);
    assert_eq!(t.len(), 3);
    assert_eq!(t.constant(0x1ff, 8), t.constant(0xff, 8));
}

#[test]
fn connectives() {
    let Given { mut t, x, p, q, yes, no, .. } = Given::new();
    let (not_p, not_x) = (t.not(p), t.not(x));
    let zero = t.constant(0, 8);
    assert_eq!(t.not(not_p), p);
    assert_eq!((t.and(p, not_p), t.or(p, not_p), t.and(x, not_x)), (no, yes, zero));
    assert_eq!(t.and(p, q), t.and(q, p));
    let (both, either) = (t.and(p, q), t.or(p, q));
    assert_eq!((t.and(p, both), t.or(p, both), t.and(p, either), t.or(p, either)), (both, p, p, either));
    assert_eq!((t.and(q, both), t.or(q, both), t.and(q, either), t.or(q, either)), (both, q, q, either));
    assert_eq!((t.and(not_p, both), t.or(not_p, either)), (no, yes));
    let not_p_or_q = t.or(not_p, q);
    assert_eq!(t.and(p, not_p_or_q), both);
    let (not_both, not_either) = (t.not(both), t.not(either));
    let not_q = t.not(q);
    assert_eq!(t.and(p, not_both), t.and(p, not_q));
    assert_eq!((t.and(p, not_either), t.or(p, not_both)), (no, yes));
    assert_eq!(t.xor(not_p, q), t.xor(p, not_q));
    let different = t.xor(p, q);
    assert_eq!((t.xor(different, q), t.eq(p, q)), (p, t.not(different)));
    assert_eq!(t.implies(p, p), yes);
    let (low, high) = (t.constant(0x0f, 8), t.constant(0xf0, 8));
    let masked = t.and(x, low);
    assert_eq!(t.and(masked, high), zero);
    assert_eq!(t.xor(x, x), zero);
    assert_eq!((t.and_all([]), t.or_all([]), t.and_all([p, q, not_p]), t.or_all([p, no])), (yes, no, no, p));
}

#[test]
fn values_exclude_each_other() {
    let mut g = Given::new();
    let (one, two) = (g.k(1), g.k(2));
    let Given { mut t, x, p, q, yes, no, .. } = g;
    let (is_one, is_two) = (t.eq(x, one), t.eq(x, two));
    let (not_one, not_two) = (t.not(is_one), t.not(is_two));
    assert_eq!((t.and(is_one, is_two), t.or(not_one, not_two)), (no, yes));
    assert_eq!((t.and(is_one, not_two), t.or(not_one, is_two)), (is_one, not_one));
    let with_p = t.and(is_one, p);
    assert_eq!(t.and(with_p, is_two), no);
    assert_eq!(t.and_all([is_one, p, q, is_two]), no);
    assert_eq!(t.or_all([not_one, p, q, not_two]), yes);
}

#[test]
fn choices() {
    let mut g = Given::new();
    let (one, two, three) = (g.k(1), g.k(2), g.k(3));
    let Given { mut t, x, y, z, p, q, yes, no } = g;
    let (not_p, both, either) = (t.not(p), t.and(p, q), t.or(p, q));
    let chosen = t.ite(p, one, two);
    assert_eq!((t.eq(chosen, one), t.eq(chosen, two), t.eq(chosen, three)), (p, not_p, no));
    assert_eq!((t.ult(chosen, two), t.slt(chosen, three)), (p, yes));
    assert_eq!(t.add(chosen, one), t.ite(p, two, three));
    assert_eq!((t.ite(p, x, x), t.ite(yes, x, y), t.ite(not_p, x, y)), (x, x, t.ite(p, y, x)));
    assert_eq!(
        (t.ite(p, yes, q), t.ite(p, q, no), t.ite(p, yes, no), t.ite(p, no, yes)),
        (either, both, p, not_p)
    );
    let not_q = t.not(q);
    assert_eq!(t.ite(p, q, not_q), t.eq(p, q));
    let inner = t.ite(p, y, z);
    assert_eq!((t.ite(p, x, inner), t.ite(p, inner, x)), (t.ite(p, x, z), t.ite(p, y, x)));
    let inner = t.ite(q, x, y);
    assert_eq!((t.ite(p, x, inner), t.ite(p, inner, y)), (t.ite(either, x, y), t.ite(both, x, y)));
    let (chosen, other) = (t.ite(p, one, x), t.eq(x, two));
    assert_eq!(t.eq(chosen, two), t.and(not_p, other));
    let is_one = t.eq(x, one);
    assert_eq!(t.eq(chosen, x), t.or(not_p, is_one));
}

#[test]
fn sums_and_products() {
    let mut g = Given::new();
    let [zero, one, two, three, all] = [0, 1, 2, 3, 255].map(|k| g.k(k));
    let Given { mut t, x, y, .. } = g;
    let (x1, y2, sum) = (t.add(x, one), t.add(y, two), t.add(x, y));
    assert_eq!(t.add(x1, y2), t.add(sum, three));
    assert_eq!((t.add(x1, all), t.sub(x1, one), t.sub(sum, y), t.sub(x, x)), (x, x, x, zero));
    let (difference, minus) = (t.sub(x, y), t.neg(y));
    assert_eq!((t.add(difference, y), t.add(x, minus), t.neg(minus)), (x, difference, y));
    assert_eq!((t.sub(x, minus), t.sub(zero, y)), (sum, minus));
    assert_eq!(t.neg(difference), t.sub(y, x));
    assert_eq!((t.mul(x, one), t.mul(x, zero), t.mul(x, all)), (x, zero, t.neg(x)));
    assert_eq!((t.mul(x, two), t.add(x, x)), (t.shl(x, one), t.shl(x, one)));
    assert_eq!((t.udiv(x, two), t.udiv(x, one), t.urem(x, one)), (t.lshr(x, one), x, zero));
    let low = t.extract(x, 0, 0);
    assert_eq!(t.urem(x, two), t.zext(low, 8));
    let (is, is_two) = (t.eq(x1, three), t.eq(x, two));
    assert_eq!(is, is_two);
    let (shifted, is_zero) = (t.eq(sum, x), t.eq(y, zero));
    assert_eq!(shifted, is_zero);
    assert_eq!(t.eq(difference, zero), t.eq(x, y));
    assert_eq!(t.eq(x1, y2), {
        let y1 = t.add(y, one);
        t.eq(x, y1)
    });
}

#[test]
fn parts() {
    let mut g = Given::new();
    let (k3, k9) = (g.k(3), g.k(9));
    let Given { mut t, x, y, p, .. } = g;
    let (wide, signed, pair) = (t.zext(x, 16), t.sext(x, 16), t.concat(x, y));
    assert_eq!((t.extract(wide, 7, 0), t.extract(signed, 7, 0)), (x, x));
    assert_eq!((t.extract(pair, 15, 8), t.extract(pair, 7, 0), t.extract(pair, 15, 0)), (x, y, pair));
    let (high, low) = (t.extract(x, 7, 4), t.extract(x, 3, 0));
    assert_eq!((t.concat(high, low), t.extract(pair, 11, 8)), (x, low));
    let zero = t.constant(0, 8);
    assert_eq!((t.concat(zero, x), t.extract(wide, 15, 8)), (wide, zero));
    assert_eq!((t.zext(wide, 32), t.sext(wide, 32)), (t.zext(x, 32), t.zext(x, 32)));
    let shifted = t.shl(x, k3);
    assert!(matches!(t.node(shifted), Node::Concat(..)));
    assert_eq!(t.shl(x, k9), zero);
    // Bytes that were only widened for their sum.
    let (wide_y, sum) = (t.zext(y, 16), t.add(x, y));
    let wide_sum = t.add(wide, wide_y);
    assert_eq!(t.extract(wide_sum, 7, 0), sum);
    // A Boolean as an integer, compared with zero.
    let (number, zero) = (t.zext(p, 32), t.constant(0, 32));
    assert_eq!(t.ne(number, zero), p);
}

#[test]
fn comparisons() {
    let mut g = Given::new();
    let [zero, one, k127, k128, all] = [0, 1, 127, 128, 255].map(|k| g.k(k));
    let Given { mut t, x, y, yes, no, .. } = g;
    let is_zero = t.eq(x, zero);
    assert_eq!(
        (t.ult(x, zero), t.ult(x, one), t.ugt(x, zero), t.ult(all, x)),
        (no, is_zero, t.not(is_zero), no)
    );
    assert_eq!((t.slt(x, k128), t.slt(k127, x), t.sle(x, k127)), (no, no, yes));
    assert_eq!((t.ule(x, x), t.sge(x, x), t.slt(x, x)), (yes, yes, no));
    let less = t.ult(x, y);
    assert_eq!((t.uge(x, y), t.ugt(y, x)), (t.not(less), less));
    let (wide, k, negative) = (t.zext(x, 16), t.constant(300, 16), t.constant(0xfff0, 16));
    assert_eq!((t.ult(wide, k), t.slt(wide, k), t.slt(wide, negative), t.eq(wide, k)), (yes, yes, no, no));
    let wide_y = t.zext(y, 16);
    assert_eq!((t.ult(wide, wide_y), t.slt(wide, wide_y), t.eq(wide, wide_y)), (less, less, t.eq(x, y)));
    let (signed, signed_y) = (t.sext(x, 16), t.sext(y, 16));
    assert_eq!(
        (t.slt(signed, signed_y), t.slt(negative, signed)),
        (t.slt(x, y), {
            let k = t.constant(0xf0, 8);
            t.slt(k, x)
        })
    );
}

#[test]
fn atoms_are_what_connectives_connect() {
    let Given { mut t, x, y, z, p, .. } = Given::new();
    let (equal, less) = (t.eq(x, y), t.slt(y, z));
    let chosen = t.ite(less, x, z);
    let (other, connected) = (t.ult(chosen, y), t.or(equal, p));
    let all = t.and(connected, other);
    assert_eq!(t.atoms(all), [p, equal, less, other]);
    assert_eq!(t.variables(&[all]), [x, y, z, p]);
}
