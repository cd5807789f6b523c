use super::*;
use crate::document::value_text;

#[path = "../../tests/common/meaning.rs"]
mod meaning;
use meaning::defined;

fn doc(operation: OperationDoc, width: u32) -> TermDoc {
    TermDoc { operation, width }
}

/// All operations on vectors of a width; the first three terms are variables of this width, the fourth a bit.
fn operations(w: u32) -> Vec<TermDoc> {
    let mut terms: Vec<TermDoc> = (0..3).map(|_| doc(Variable(String::new()), w)).collect();
    terms.push(doc(Variable(String::new()), 1));
    let two: [fn(u32, u32) -> OperationDoc; 13] =
        [And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr];
    terms.extend(two.map(|operation| doc(operation(0, 1), w)));
    terms.extend([Not(0), Neg(0), Ite(3, 0, 1)].map(|operation| doc(operation, w)));
    terms.extend([Eq(0, 1), Ult(0, 1), Slt(0, 1)].map(|operation| doc(operation, 1)));
    if w <= 64 {
        terms.extend([Concat(0, 1), Zext(0), Sext(0)].map(|operation| doc(operation, 2 * w)));
    }
    terms.extend((0..w).map(|low| doc(Extract(0, w - 1, low), w - low)));
    terms.extend((0..w.min(8)).map(|high| doc(Extract(0, high, 0), high + 1)));
    terms.push(doc(Constant(value_text(u128::MAX >> (128 - w) & 0x55, w)), w));
    terms
}

/// The values that the circuits of all terms have for values of the variables.
fn by_circuit(terms: &Terms, variables: [u128; 4]) -> Vec<u128> {
    let mut work = Work::new(1 << 40);
    let mut circuit = Circuit::new(&mut work);
    let all: Vec<u32> = (0..terms.len() as u32).collect();
    let mut known = HashMap::new();
    // First as gates, whose variables are then given values; so nothing is simplified away.
    terms.build(&all, &mut known, &mut circuit).ok().unwrap();
    for (i, value) in (0..).zip(variables) {
        for (j, &bit) in known[&i].iter().enumerate() {
            circuit.solver.add(&[if value >> j & 1 == 1 { bit } else { !bit }]);
        }
    }
    assert!(circuit.solver.solve(circuit.work).ok().unwrap());
    let bit = |bit| u128::from(circuit.solver.value(bit).unwrap());
    all.iter().map(|term| known[term].iter().enumerate().map(|(j, &b)| bit(b) << j).sum()).collect()
}

fn by_value(terms: &Terms, variables: [u128; 4]) -> Vec<u128> {
    let mut values: HashMap<u32, u128> = (0..).zip(variables).collect();
    let all: Vec<u32> = (0..terms.len() as u32).collect();
    terms.evaluate(&all, &mut values, &mut Work::new(1 << 40)).ok().unwrap();
    all.iter().map(|term| values[term]).collect()
}

fn compare(docs: &[TermDoc], variables: [u128; 4], is_defined: bool) {
    let terms = Terms::new(docs).unwrap();
    let values = by_value(&terms, variables);
    assert_eq!(by_circuit(&terms, variables), values, "{variables:?}");
    for (i, term) in docs.iter().enumerate().skip(4).filter(|_| is_defined) {
        let operands: Vec<(u128, u32)> =
            term.operation.operands().map(|a| (values[a as usize], docs[a as usize].width)).collect();
        assert_eq!(values[i], defined(&term.operation, term.width, &operands), "{term:?} {operands:?}");
    }
}

#[test]
fn circuits_have_the_values_of_the_definition_for_all_small_vectors() {
    for w in 1..=4 {
        let docs = operations(w);
        for a in 0..1 << w {
            for b in 0..1 << w {
                compare(&docs, [a, b, 0, a % 2], true);
            }
        }
    }
}

#[test]
fn circuits_have_the_values_of_the_definition_for_random_vectors() {
    let mut state = 1u128;
    let mut random = || {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(99);
        state >> 11 ^ state << 100
    };
    for w in [5, 8, 13, 15, 16, 31, 32, 33, 63, 64, 65, 128] {
        let docs = operations(w);
        let mask = u128::MAX >> (128 - w);
        for round in 0..if w < 20 { 12 } else { 3 } {
            let small = if round % 3 == 1 { 2 * u128::from(w) } else { u128::MAX };
            let edge = [0, 1, mask, mask / 2 + 1][(random() % 4) as usize];
            let b = if round % 3 == 2 { edge } else { random() % small };
            compare(&docs, [random() & mask, b & mask, random() & mask, random() & 1], w <= 15);
        }
    }
}

#[test]
fn only_well_formed_terms_are_accepted() {
    let base =
        || vec![doc(Variable("a".into()), 4), doc(Variable("b".into()), 3), doc(Variable("c".into()), 1)];
    let with = |operation, width| {
        let mut docs = base();
        docs.push(doc(operation, width));
        Terms::new(&docs).is_ok()
    };
    for (operation, width) in [
        (Add(0, 1), 4),
        (Add(0, 0), 3),
        (Add(0, 3), 4),
        (Not(4), 4),
        (Not(0), 5),
        (Eq(0, 0), 4),
        (Eq(0, 1), 1),
        (Ult(1, 0), 1),
        (Slt(0, 0), 2),
        (Ite(0, 1, 1), 3),
        (Ite(2, 0, 1), 4),
        (Ite(2, 0, 0), 3),
        (Concat(0, 1), 8),
        (Extract(0, 4, 1), 4),
        (Extract(0, 1, 2), 1),
        (Extract(0, 2, 1), 1),
        (Extract(0, u32::MAX, 0), 1),
        (Zext(0), 3),
        (Sext(0), 129),
        (Variable(String::new()), 0),
        (Variable(String::new()), 129),
        (Constant("g".into()), 4),
        (Constant("A".into()), 4),
        (Constant("+1".into()), 8),
        (Constant("1".into()), 5),
        (Constant("20".into()), 5),
        (Constant("01".into()), 4),
        (Constant(String::new()), 1),
    ] {
        assert!(!with(operation.clone(), width), "{operation:?} {width}");
    }
    for (operation, width) in
        [(Concat(0, 1), 7), (Extract(0, 3, 0), 4), (Zext(0), 4), (Sext(1), 128), (Constant("1f".into()), 5)]
    {
        assert!(with(operation.clone(), width), "{operation:?} {width}");
    }
}
