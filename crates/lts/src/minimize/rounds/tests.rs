//! Rounds against splitters: poor hashes, threads, and when rounds give up.

use rely_testkit::generate::Rng;

use super::*;
use crate::action::Actions;
use crate::budget::{Budget, Silent};
use crate::builder::LtsBuilder;
use crate::id::ActionId;
use crate::minimize::parallel::tests::Backwards;

/// An LTS with few classes: the states of `copies` systems with the same structure, and ERROR and END.
fn random(seed: u64, size: usize, copies: usize) -> Lts {
    let mut rng = Rng::new(seed);
    let mut below = |n: usize| rng.below(n);
    let actions = Actions::new();
    let labels = [ActionId::TAU, actions.intern("a"), actions.intern("b")];
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(size * copies + 1).unwrap();
    for s in 0..size {
        for _ in 0..below(40).min(1 + s % 5 * 9) {
            let (label, target) = (labels[below(3)], below(size + 2));
            for copy in 0..copies {
                let target = match target {
                    t if t < size => StateId::at(below(copies) * size + t),
                    t if t == size => StateId::ERROR,
                    _ => StateId::at(size * copies),
                };
                builder.add_transition(StateId::at(copy * size + s), label, target);
            }
        }
    }
    builder.set_end(StateId::at(size * copies));
    builder.finish(StateId::at(0)).unwrap()
}

/// `a`-steps that end: states differ by their distance from the end only.
fn chain(n: usize) -> Lts {
    let actions = Actions::new();
    let a = actions.intern("a");
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(n).unwrap();
    (1..n).for_each(|s| builder.add_transition(StateId::at(s - 1), a, StateId::at(s)));
    builder.finish(StateId::at(0)).unwrap()
}

fn by_splitters(lts: &Lts) -> (StateMap<u32>, usize) {
    refine_strong(lts, (vec![0; lts.n_states()], 1), Context::unlimited()).unwrap()
}

#[test]
fn collisions_of_hashes_do_not_change_the_classes() {
    let poor: [fn(u64) -> u64; 5] = [|_| 0, |_| 1, |p| p % 3, |p| p >> 32, |p| (p % 7) << 58];
    let mut n_collisions = 0;
    for seed in 0..60 {
        let lts = random(seed, 40, 3);
        let expected = by_splitters(&lts);
        assert!(expected.1 > 2 && expected.1 < lts.n_states(), "seed {seed}: {} classes", expected.1);
        assert_eq!(refine(&lts, (vec![0; lts.n_states()], 1), Context::unlimited()), Ok(expected.clone()));
        for hash in poor {
            let initial = (vec![0; lts.n_states()], 1);
            let (block, ended) = run(&lts, initial, hash, u64::MAX, Context::unlimited()).unwrap();
            let found = number_by_first(block.clone());
            let stable = is_stable(&lts, found.0.as_slice(), found.1, Context::unlimited()).unwrap();
            assert_eq!(stable, found == expected, "seed {seed}: stable iff nothing collided for good");
            n_collisions += usize::from(!stable);
            assert_eq!(finish(&lts, block, ended, Context::unlimited()), Ok(expected.clone()), "seed {seed}");
        }
    }
    assert!(n_collisions > 100, "poor hashes collide: {n_collisions}");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    for seed in 0..20 {
        let lts = random(seed, 300, 2);
        let initial = || (vec![0; lts.n_states()], 1);
        let expected = by_splitters(&lts);
        for width in [2, 5] {
            let ctx =
                Context { budget: &Budget::unlimited(), progress: &Silent, executor: &Backwards(width) };
            let (block, ended) = run(&lts, initial(), mix, u64::MAX, ctx).unwrap();
            assert_eq!(ended, Ended::Quiet);
            assert_eq!(number_by_first(block), expected, "seed {seed}, {width} threads");
            assert_eq!(refine(&lts, initial(), ctx), Ok(expected.clone()));
        }
    }
}

/// A chain loses one state per round, so nearly all reading is in vain.
#[test]
fn a_long_chain_is_left_to_splitters() {
    let lts = chain(1000);
    let (block, ended) = run(&lts, (vec![0; 1000], 1), mix, WASTE, Context::unlimited()).unwrap();
    let n_blocks = number_by_first(block.clone()).1;
    assert_eq!(ended, Ended::Wasteful);
    assert!(n_blocks > WASTE as usize && n_blocks < 200, "{n_blocks} blocks when the rounds ended");
    assert_eq!(finish(&lts, block, ended, Context::unlimited()).unwrap().1, 1000);
    // Without the limit the rounds do it, more than there are marks for rounds.
    let (block, ended) = run(&lts, (vec![0; 1000], 1), mix, u64::MAX, Context::unlimited()).unwrap();
    assert_eq!((number_by_first(block).1, ended), (1000, Ended::Quiet));
}

/// Two chains that join, so that states wait unmarked in large blocks while small parts leave: marks of
/// rounds come again after 254 rounds.
#[test]
fn marks_of_rounds_come_again() {
    let actions = Actions::new();
    let (a, b) = (actions.intern("a"), actions.intern("b"));
    for lag in 250..260 {
        let n = 700;
        let mut builder = LtsBuilder::new(&actions);
        builder.ensure_states(2 * n).unwrap();
        for s in 1..n {
            builder.add_transition(StateId::at(s - 1), a, StateId::at(s));
            builder.add_transition(StateId::at(n + s - 1), a, StateId::at(n + s));
            if s % lag == 0 {
                builder.add_transition(StateId::at(s), b, StateId::at(n + s / 2));
            }
        }
        let lts = builder.finish(StateId::at(0)).unwrap();
        let (block, _) = run(&lts, (vec![0; 2 * n], 1), mix, u64::MAX, Context::unlimited()).unwrap();
        assert_eq!(number_by_first(block), by_splitters(&lts), "lag {lag}");
    }
}
