//! Terms as text: for people, and for z3 if it is installed.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{Program, Random, cases, random_variables};
use rely_terms::Terms;

#[test]
fn terms_read_like_c() {
    let mut t = Terms::new();
    let (count, x, y) = (t.variable("q.count", 32), t.variable("x", 32), t.variable("y", 32));
    let (b, c, byte) = (t.variable("b", 1), t.variable("c", 1), t.variable("s[0]", 8));
    let (k3, k5, minus) = (t.constant(3, 32), t.constant(5, 32), t.constant(u128::MAX, 32));
    let (mask, big) = (t.constant(0xff, 32), t.constant(0xffff_fff0, 32));
    let is_three = t.eq(count, k3);
    let (less, uless) = (t.slt(x, y), t.ult(x, y));
    let shown = [
        (t.and(is_three, less), "q.count == 3 && x < y"),
        (t.ne(x, minus), "x != -1"),
        (uless, "x <u y"),
        (t.uge(x, y), "x >=u y"),
        (t.sle(x, y), "y >= x"),
        (t.sgt(x, k3), "x > 3"),
        (t.sle(x, minus), "x <= -1"),
        (t.ult(x, big), "x <u 0xfffffff0"),
        (t.not(less), "x >= y"),
        (t.xor(b, c), "b != c"),
        (t.eq(b, c), "b == c"),
        (t.implies(b, c), "c || !b"),
        (t.truth(true), "true"),
        (t.constant(200, 8), "-56"),
    ];
    for (term, expected) in shown {
        assert_eq!(t.display(term).to_string(), expected);
    }
    let sum = t.add(x, y);
    let (less_one, product) = (t.sub(x, k3), t.mul(sum, y));
    let (zero, wide, signed) = (t.constant(0, 32), t.zext(byte, 32), t.sext(byte, 32));
    let either = t.or(less, is_three);
    let shown = [
        (less_one, "x - 3"),
        (product, "y * (x + y)"),
        (t.sub(count, sum), "q.count - (x + y)"),
        (t.neg(sum), "-(x + y)"),
        (t.neg(x), "-x"),
        (t.not(x), "~x"),
        (t.and(x, mask), "x & 255"),
        (t.udiv(x, y), "x /u y"),
        (t.sdiv(x, k5), "x / 5"),
        (t.urem(x, k5), "x %u 5"),
        (t.shl(x, k3), "x << 3"),
        (t.lshr(x, k3), "x >>u 3"),
        (t.ashr(x, k3), "x >> 3"),
        (t.lshr(x, y), "x >>u y"),
        (wide, "(u32)s[0]"),
        (t.add(signed, y), "y + (i32)s[0]"),
        (t.extract(x, 7, 0), "(u8)x"),
        (t.extract(sum, 7, 4), "(x + y)[7:4]"),
        (t.extract(x, 31, 31), "x[31]"),
        (t.concat(byte, byte), "{s[0], s[0]}"),
        (t.ite(less, x, y), "x < y ? x : y"),
        (t.and(either, b), "b && (q.count == 3 || x < y)"),
        (t.eq(product, zero), "y * (x + y) == 0"),
    ];
    for (term, expected) in shown {
        assert_eq!(t.display(term).to_string(), expected);
    }
}

#[test]
fn shared_terms_are_cut_off() {
    let mut t = Terms::new();
    let (x, y) = (t.variable("x", 8), t.variable("y", 8));
    let mut sum = t.mul(x, y);
    for _ in 0..100 {
        let other = t.xor(sum, y);
        sum = t.mul(sum, other);
    }
    let text = t.display(sum).to_string();
    assert!(text.ends_with('…') && text.len() < 200_000);
}

#[test]
fn smtlib_declares_variables_and_shares_terms() {
    let mut t = Terms::new();
    let (x, y) = (t.variable("a|b", 8), t.variable("a|b", 8));
    let sum = t.add(x, y);
    let (p, q) = (t.ult(sum, x), t.ult(sum, y));
    let script = t.smtlib(&[p, q]);
    assert_eq!(
        script,
        "(set-logic QF_BV)\n(declare-const |a_b!0| (_ BitVec 8))\n(declare-const |a_b!1| (_ BitVec 8))\n\
         (assert (let ((?2 (bvadd |a_b!0| |a_b!1|)))\n (let ((?3 (bvult ?2 |a_b!0|))(?4 (bvult ?2 |a_b!1|)))\n \
         (and true ?3 ?4))))\n(check-sat)\n"
    );
}

/// What z3 answers to a script, unless it is not installed.
fn z3(script: &str) -> Option<String> {
    let mut process = Command::new("z3")
        .args(["-in", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    process.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    Some(String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap())
}

#[test]
fn z3_agrees() {
    if z3("").is_none() {
        println!("skipped: z3 is not installed");
        return;
    }
    let mut counts = [0, 0];
    for seed in 0..cases(60, 1000) as u64 {
        let mut random = Random::new(seed + 77);
        let widths = random_variables(&mut random);
        let program = Program::random(&mut random, &widths, 5, 40);
        let mut terms = Terms::new();
        let built = program.build(&mut terms);
        // The last step has some value; all Booleans are asked for at once.
        let booleans: Vec<usize> = (0..built.len()).filter(|&i| program.steps[i].1 == 1).collect();
        let (last, k) = (built[built.len() - 1], random.below(4) as u128);
        let k = k % (1 << terms.width(last));
        let value = terms.constant(k, terms.width(last));
        let mut roots = vec![terms.eq(last, value)];
        let mut picks = Vec::new();
        for _ in 0..random.below(3).min(booleans.len()) {
            picks.push(booleans[random.below(booleans.len())]);
            roots.push(built[picks[picks.len() - 1]]);
        }
        let possible = program.assignments().any(|assignment| {
            let values = program.values(&assignment);
            values[built.len() - 1] == k as i64 && picks.iter().all(|&i| values[i] == 1)
        });
        counts[usize::from(possible)] += 1;
        let answer = z3(&terms.smtlib(&roots)).unwrap();
        assert_eq!(
            answer.trim(),
            if possible { "sat" } else { "unsat" },
            "seed {seed}:\n{}",
            terms.smtlib(&roots)
        );
        // Every step has the value in one assignment that it should have.
        let assignment: Vec<i64> = widths.iter().map(|&w| random.below(1 << w) as i64).collect();
        let values = program.values(&assignment);
        let mut given = Vec::new();
        let mut equal = Vec::new();
        for (i, &t) in built.iter().enumerate() {
            let value = terms.constant(values[i] as u128, terms.width(t));
            let is = terms.eq(t, value);
            if i < widths.len() { given.push(is) } else { equal.push(is) }
        }
        let equal = terms.and_all(equal);
        given.push(terms.not(equal));
        assert_eq!(z3(&terms.smtlib(&given)).unwrap().trim(), "unsat", "seed {seed}");
    }
    println!("{} satisfiable, {} not", counts[1], counts[0]);
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}
