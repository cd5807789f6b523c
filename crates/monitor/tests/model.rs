//! Tables of models against the definition: a trace keeps to the model iff no prefix of it is refused or may
//! end in ERROR.
#![cfg(feature = "generate")]

mod naive;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use naive::{Naive, Set};
use rely_lts::{Actions, Budget, Context, Lts, Spent};
use rely_monitor::generate::{ModelError, table_of};
use rely_monitor::{Kind, OwnedTable, VIOLATED};
use rely_testkit::generate::{RandomLts, Rng, Shape, all_ltss};
use rely_testkit::text::{read, show};

/// Compares a table with the definition on all traces, by walking both at once, and asks whether its states
/// differ from one another.
fn check(lts: &Lts) {
    let naive = Naive::new(lts);
    let made = table_of(lts, "T", Kind::Property, Context::unlimited());
    if naive.start.contains(&naive.error) {
        assert_eq!(made, Err(ModelError::FailsAtStart), "{}", show(lts));
        return;
    }
    let owned: OwnedTable = made.unwrap_or_else(|error| panic!("{}: {error}", show(lts)));
    let table = owned.table();
    let alphabet: Vec<String> = lts.alphabet().names().iter().map(|n| n.to_string()).collect();
    assert!(table.actions().eq(alphabet.iter().map(String::as_str)), "{}", show(lts));
    let mut seen: BTreeSet<(Set, u32)> = [(naive.start.clone(), 0)].into();
    let mut waiting: VecDeque<(Set, u32)> = seen.iter().cloned().collect();
    while let Some((set, state)) = waiting.pop_front() {
        for (action, name) in table.actions().enumerate() {
            let next = table.step(state, action as u32);
            match naive.after(&set, name) {
                None => assert_eq!(next, VIOLATED, "{} after {set:?} by {name}", show(lts)),
                Some(after) => {
                    assert_ne!(next, VIOLATED, "{} after {set:?} by {name}", show(lts));
                    if seen.insert((after.clone(), next)) {
                        waiting.push_back((after, next));
                    }
                }
            }
        }
    }
    let reached: BTreeSet<u32> = seen.iter().map(|(_, state)| *state).collect();
    assert_eq!(reached.len() as u32, table.n_states(), "every state is reached: {}", show(lts));
    assert_eq!(residuals(&owned), table.n_states() as usize, "no two states are the same: {}", show(lts));
    let settled = (0..table.n_states()).find(|s| (0..table.n_actions()).all(|a| table.step(*s, a) == *s));
    assert_eq!(table.sink(), settled);
}

/// Classes of states by rounds: two are the same if they allow the same and lead to the same.
fn residuals(owned: &OwnedTable) -> usize {
    let table = owned.table();
    let mut class = vec![0usize; table.n_states() as usize];
    loop {
        let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let signature = |s: u32| {
            let row = (0..table.n_actions()).map(|a| match table.step(s, a) {
                VIOLATED => usize::MAX,
                to => class[to as usize],
            });
            std::iter::once(class[s as usize]).chain(row).collect::<Vec<_>>()
        };
        let next: Vec<usize> = (0..table.n_states())
            .map(|s| {
                let fresh = known.len();
                *known.entry(signature(s)).or_insert(fresh)
            })
            .collect();
        if known.len() == class.iter().max().map_or(0, |most| most + 1) {
            return known.len();
        }
        class = next;
    }
}

#[test]
fn all_small_models() {
    let actions = Actions::new();
    let shape = Shape { actions: 2, tau: true, error: true, end: false };
    let two = all_ltss(&actions, 2, shape).inspect(check).count();
    let three = all_ltss(&actions, 3, shape).from_states(3).every(3_000_017).inspect(check).count();
    assert!(two > 4000 && three > 1000, "{two} models with up to two states, {three} with three");
}

#[test]
fn random_models() {
    let mut rng = Rng::new(7);
    for round in 0..1_500 {
        let knobs = RandomLts { states: 2 + round % 7, actions: 1 + round % 3, ..RandomLts::default() };
        check(&knobs.generate(&Actions::new(), &mut rng));
    }
}

#[test]
fn equal_languages_give_equal_tables() {
    let table = |text: &str| {
        table_of(&read(&Actions::new(), text), "T", Kind::Assumption, Context::unlimited()).unwrap()
    };
    // Twice the same loop; a tau in front; ERROR where the other refuses; END where the other stops.
    assert_eq!(table("0 a 1; 1 b 0"), table("0 tau 1; 1 a 2; 2 b 3; 3 a 4; 4 b 1"));
    assert_eq!(table("0 a 1; 1 b 0"), table("0 a 1; 0 b ERROR; 1 b 0; 1 a 2; 1 a ERROR; 2 b 2"));
    assert_eq!(table("0 a 1; end 1"), table("0 a 1"));
    assert_ne!(
        table("0 a 0"),
        table("0 a 0; alphabet b"),
        "what the alphabet has and no state offers is violated"
    );
}

#[test]
fn budgets_and_models_without_runs() {
    let lts = read(&Actions::new(), "0 tau ERROR; 0 a 0");
    let failed = table_of(&lts, "T", Kind::Property, Context::unlimited()).unwrap_err();
    assert_eq!(failed, ModelError::FailsAtStart);
    let budget = Budget::unlimited().with_states(1);
    let lts = read(&Actions::new(), "0 a 1; 1 b 0");
    let failed = table_of(&lts, "T", Kind::Property, Context::with_budget(&budget)).unwrap_err();
    assert_eq!(failed, ModelError::Spent(Spent::States(1)));
}
