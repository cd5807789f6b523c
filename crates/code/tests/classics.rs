//! Small programs that every engine for C should decide, with cells of 32 bits.

mod kit;

use kit::Builder;
use rely_code::blocks::{Blocks, PointId, PointKind};
use rely_code::engine::{Answer, Check, Engines, Options, Outcome, decide};
use rely_lts::Context;

const LIMIT: u64 = 400_000;

fn run(blocks: &mut Blocks, engines: Engines) -> Outcome {
    let options = Options { engines, limit: LIMIT, ..Options::default() };
    decide(blocks, &options, Context::unlimited())
}

fn word(check: &Check) -> &'static str {
    match check.answer {
        Answer::Safe(_) => "safe",
        Answer::Unsafe(_) => "unsafe",
        Answer::Unknown(_) => "unknown",
    }
}

fn words(outcome: &Outcome) -> Vec<&'static str> {
    outcome.checks.iter().map(word).collect()
}

fn each() -> [Engines; 5] {
    [
        Engines::ALL,
        Engines { explicit: false, ..Engines::ALL },
        Engines { abstraction: true, ..Engines::NONE },
        Engines { predicates: true, ..Engines::NONE },
        Engines { bits: true, ..Engines::NONE },
    ]
}

/// A loop that locks and unlocks alternately; if it is broken, an input skips the unlock.
fn lock(broken: bool) -> Blocks {
    let mut b = Builder::new();
    let (lock, term) = b.cell("lock", 32);
    let (head, held, error) =
        (b.point(PointKind::Cut), b.point(PointKind::Cut), b.point(PointKind::Error(0)));
    let (zero, one) = (b.number(0, 32), b.number(1, 32));
    let always = b.always();
    b.edge(PointId(0), head, always, &[(lock, zero)]);
    let (free, taken) = (b.blocks.terms.eq(term, zero), b.blocks.terms.eq(term, one));
    let (not_free, not_taken) = (b.blocks.terms.not(free), b.blocks.terms.not(taken));
    b.edge(head, held, free, &[(lock, one)]);
    b.edge(head, error, not_free, &[]);
    let keep = if broken { b.input(1) } else { b.blocks.terms.truth(false) };
    let after = b.blocks.terms.ite(keep, term, zero);
    b.edge(held, head, taken, &[(lock, after)]);
    b.edge(held, error, not_taken, &[]);
    b.finish()
}

#[test]
fn lock_and_unlock_alternate() {
    for engines in each() {
        assert_eq!(words(&run(&mut lock(false), engines)), ["safe"], "{engines:?}");
        assert_eq!(words(&run(&mut lock(true), engines)), ["unsafe"], "{engines:?}");
    }
}

/// `for (i = 0; i < 100; i++); assert(i == expected);`
fn counter(expected: u128) -> Blocks {
    let mut b = Builder::new();
    let (i, term) = b.cell("i", 32);
    let (head, error) = (b.point(PointKind::Cut), b.point(PointKind::Error(0)));
    let (zero, one, hundred, expected) =
        (b.number(0, 32), b.number(1, 32), b.number(100, 32), b.number(expected, 32));
    let always = b.always();
    b.edge(PointId(0), head, always, &[(i, zero)]);
    let next = b.blocks.terms.add(term, one);
    let go = b.blocks.terms.slt(term, hundred);
    b.edge(head, head, go, &[(i, next)]);
    let (stop, wrong) = (b.blocks.terms.not(go), b.blocks.terms.ne(term, expected));
    let fails = b.blocks.terms.and(stop, wrong);
    b.edge(head, error, fails, &[]);
    b.finish()
}

#[test]
fn a_counter_ends_at_a_hundred() {
    for engines in each() {
        assert_eq!(words(&run(&mut counter(100), engines)), ["safe"], "{engines:?}");
        assert_eq!(words(&run(&mut counter(99), engines)), ["unsafe"], "{engines:?}");
    }
}

/// Two nested loops; after them `j <= 10` and, wrongly, `i < 10`.
fn nested() -> Blocks {
    let mut b = Builder::new();
    let (i, it) = b.cell("i", 32);
    let (j, jt) = b.cell("j", 32);
    let (outer, inner) = (b.point(PointKind::Cut), b.point(PointKind::Cut));
    let (right, wrong) = (b.point(PointKind::Error(0)), b.point(PointKind::Error(1)));
    let (zero, one, ten) = (b.number(0, 32), b.number(1, 32), b.number(10, 32));
    let always = b.always();
    b.edge(PointId(0), outer, always, &[(i, zero), (j, zero)]);
    let more = b.blocks.terms.slt(it, ten);
    let done = b.blocks.terms.not(more);
    b.edge(outer, inner, more, &[(j, zero)]);
    let inside = b.blocks.terms.slt(jt, it);
    let outside = b.blocks.terms.not(inside);
    let (i1, j1) = (b.blocks.terms.add(it, one), b.blocks.terms.add(jt, one));
    b.edge(inner, inner, inside, &[(j, j1)]);
    b.edge(inner, outer, outside, &[(i, i1)]);
    let (far, reached) = (b.blocks.terms.slt(ten, jt), b.blocks.terms.sge(it, ten));
    let (far, reached) = (b.blocks.terms.and(done, far), b.blocks.terms.and(done, reached));
    b.edge(outer, right, far, &[]);
    b.edge(outer, wrong, reached, &[]);
    b.finish()
}

#[test]
fn nested_loops_have_two_different_answers() {
    assert_eq!(words(&run(&mut nested(), Engines::ALL)), ["safe", "unsafe"]);
}

/// Two counters that are always equal.
fn lockstep(equal: bool) -> Blocks {
    let mut b = Builder::new();
    let (x, xt) = b.cell("x", 32);
    let (y, yt) = b.cell("y", 32);
    let (head, error) = (b.point(PointKind::Cut), b.point(PointKind::Error(0)));
    let start = b.input(32);
    let always = b.always();
    b.edge(PointId(0), head, always, &[(x, start), (y, start)]);
    let step = b.input(32);
    let other = if equal { step } else { b.input(32) };
    let (x1, y1) = (b.blocks.terms.add(xt, step), b.blocks.terms.add(yt, other));
    b.edge(head, head, always, &[(x, x1), (y, y1)]);
    let differ = b.blocks.terms.ne(xt, yt);
    b.edge(head, error, differ, &[]);
    b.finish()
}

#[test]
fn counters_in_lockstep_are_equal() {
    for engines in &each()[..3] {
        assert_eq!(words(&run(&mut lockstep(true), *engines)), ["safe"], "{engines:?}");
        assert_eq!(words(&run(&mut lockstep(false), *engines)), ["unsafe"], "{engines:?}");
    }
}

/// A number that grows by two is even; it wraps around.
fn parity(odd: bool) -> Blocks {
    let mut b = Builder::new();
    let (x, term) = b.cell("x", 32);
    let (head, error) = (b.point(PointKind::Cut), b.point(PointKind::Error(0)));
    let (zero, one, two, three) = (b.number(0, 32), b.number(1, 32), b.number(2, 32), b.number(3, 32));
    let always = b.always();
    b.edge(PointId(0), head, always, &[(x, zero)]);
    let next = b.blocks.terms.add(term, if odd { three } else { two });
    b.edge(head, head, always, &[(x, next)]);
    let bit = b.blocks.terms.urem(term, two);
    let fails = b.blocks.terms.eq(bit, one);
    b.edge(head, error, fails, &[]);
    b.finish()
}

#[test]
fn a_number_that_grows_by_two_is_even() {
    for engines in each() {
        assert_eq!(words(&run(&mut parity(false), engines)), ["safe"], "{engines:?}");
        assert_eq!(words(&run(&mut parity(true), engines)), ["unsafe"], "{engines:?}");
    }
}

/// A machine with many states and two phases: the last state is reached in the second phase only.
fn machine(states: u128, broken: bool) -> Blocks {
    let mut b = Builder::new();
    let (state, state_term) = b.cell("state", 32);
    let (phase, phase_term) = b.cell("phase", 32);
    let (head, error) = (b.point(PointKind::Cut), b.point(PointKind::Error(0)));
    let code = |n: u128| 0x1000 + n * 0x10;
    let (zero, one, first) = (b.number(0, 32), b.number(1, 32), b.number(code(0), 32));
    let always = b.always();
    b.edge(PointId(0), head, always, &[(state, first), (phase, zero)]);
    let (mut next_state, mut next_phase) = (state_term, phase_term);
    for n in 0..states {
        let constant = b.number(code(n), 32);
        let here = b.blocks.terms.eq(state_term, constant);
        let second = n >= states / 2;
        let (on, back) =
            (b.number(code((n + 1) % states), 32), b.number(code(if second { n } else { n / 2 }), 32));
        let input = b.input(1);
        let to = b.blocks.terms.ite(input, on, back);
        next_state = b.blocks.terms.ite(here, to, next_state);
        if n == states / 2 - 1 {
            let set = if broken { b.input(1) } else { input };
            let new = b.blocks.terms.ite(set, one, phase_term);
            next_phase = b.blocks.terms.ite(here, new, next_phase);
        } else if n + 1 == states {
            let new = b.blocks.terms.ite(input, zero, phase_term);
            next_phase = b.blocks.terms.ite(here, new, next_phase);
        }
    }
    b.edge(head, head, always, &[(state, next_state), (phase, next_phase)]);
    let late = b.number(code(states - 1), 32);
    let (late, early) = (b.blocks.terms.eq(state_term, late), b.blocks.terms.eq(phase_term, zero));
    let fails = b.blocks.terms.and(late, early);
    b.edge(head, error, fails, &[]);
    b.finish()
}

#[test]
fn a_machine_with_twenty_states_and_two_phases() {
    for engines in each() {
        assert_eq!(words(&run(&mut machine(20, false), engines)), ["safe"], "{engines:?}");
        assert_eq!(words(&run(&mut machine(20, true), engines)), ["unsafe"], "{engines:?}");
    }
}

/// A counter of 8 bits wraps around; one that stops at 200 does not.
fn wrap(stops: bool) -> Blocks {
    let mut b = Builder::new();
    let (x, xt) = b.cell("x", 8);
    let (old, old_term) = b.cell("old", 8);
    let (head, error) = (b.point(PointKind::Cut), b.point(PointKind::Error(0)));
    let (zero, one, most) = (b.number(0, 8), b.number(1, 8), b.number(200, 8));
    let always = b.always();
    b.edge(PointId(0), head, always, &[(x, zero), (old, zero)]);
    let go = if stops { b.blocks.terms.ult(xt, most) } else { always };
    let next = b.blocks.terms.add(xt, one);
    b.edge(head, head, go, &[(x, next), (old, xt)]);
    let fails = b.blocks.terms.ult(xt, old_term);
    b.edge(head, error, fails, &[]);
    b.finish()
}

#[test]
fn a_counter_wraps_around_unless_it_stops() {
    let bits = Engines { bits: true, ..Engines::NONE };
    assert_eq!(words(&run(&mut wrap(true), Engines::ALL)), ["safe"]);
    assert_eq!(words(&run(&mut wrap(true), bits)), ["safe"]);
    // The violation is 257 steps long: a task for the bounded search.
    assert_eq!(words(&run(&mut wrap(false), Engines::ALL)), ["unsafe"]);
}
