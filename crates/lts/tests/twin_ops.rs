//! Relabeling, prefixing, sharing, hiding and alphabet extension against functions on names.

use rely_lts::determinize::complete;
use rely_lts::{Actions, Hiding, Lts, ops};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle;
use rely_testkit::text::show;

/// Names in which prefixes are close to each other.
const NAMES: [&str; 8] = ["a", "ab", "a.x", "a.x.y", "a.1", "a.12", "b", "b.a"];

fn random(actions: &Actions, rng: &mut Rng) -> Lts {
    let mut names: Vec<String> = NAMES.iter().map(|name| name.to_string()).collect();
    rng.shuffle(&mut names);
    names.truncate(1 + rng.below(NAMES.len()));
    let knobs = RandomLts { states: 1 + rng.below(5), error_percent: 10, ..RandomLts::default() };
    knobs.generate_over(actions, &names, rng)
}

fn some(rng: &mut Rng, pool: &[&'static str]) -> Vec<&'static str> {
    (0..1 + rng.below(3)).map(|_| *rng.pick(pool)).collect()
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn same(found: &Lts, expected: &Lts, lts: &Lts, what: &str) {
    assert_eq!(show(found), show(expected), "{what}\nmodel\n{}", show(lts));
}

#[test]
fn relabeling() {
    let actions = Actions::new();
    let pool = ["a", "b", "a.x", "ab", "c", "a.1", "b.a", "c.d"];
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let lts = random(&actions, &mut rng);
        let pairs: Vec<(&str, &str)> =
            (0..1 + rng.below(4)).map(|_| (*rng.pick(&pool), *rng.pick(&pool))).collect();
        let turned: Vec<(String, String)> =
            pairs.iter().map(|(new, old)| (old.to_string(), new.to_string())).collect();
        let (found, expected) = (ops::relabel(&lts, &turned), oracle::relabel(&lts, &pairs));
        same(&found, &expected, &lts, &format!("seed {seed}, new/old {pairs:?}"));
    }
}

#[test]
fn hiding_and_interfaces() {
    let actions = Actions::new();
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let lts = random(&actions, &mut rng);
        let patterns = some(&mut rng, &["a", "b", "a.x", "a.1", "ab", "zz", "a.x.y"]);
        let what = format!("seed {seed}, patterns {patterns:?}");
        let hidden = ops::hide(&lts, &Hiding::Hide(owned(&patterns)));
        same(&hidden, &oracle::hide(&lts, &patterns), &lts, &what);
        let visible = ops::hide(&lts, &Hiding::Interface(owned(&patterns)));
        same(&visible, &oracle::interface(&lts, &patterns), &lts, &what);
    }
}

#[test]
fn prefixing_and_sharing() {
    let actions = Actions::new();
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let lts = random(&actions, &mut rng);
        let prefixes = some(&mut rng, &["p", "q.1", "a"]);
        let what = format!("seed {seed}, prefixes {prefixes:?}");
        same(&ops::prefix(&lts, prefixes[0]), &oracle::prefix(&lts, prefixes[0]), &lts, &what);
        same(&ops::share(&lts, &owned(&prefixes)), &oracle::share(&lts, &prefixes), &lts, &what);
    }
}

#[test]
fn alphabet_extension() {
    let actions = Actions::new();
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let lts = random(&actions, &mut rng);
        let more = some(&mut rng, &["a", "b", "new", "a.x.y.z"]);
        let text = format!("{}alphabet {}", show(&lts), more.join(" "));
        let expected = rely_testkit::text::read(&actions, &text);
        let found = ops::extend_alphabet(&lts, more.iter().copied());
        same(&found, &expected, &lts, &format!("seed {seed}, more {more:?}"));
    }
}

#[test]
fn completion_of_properties() {
    let actions = Actions::new();
    let (mut completed, mut refused) = (0, 0);
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let knobs = RandomLts { states: 1 + rng.below(4), fan_out: 2, ..RandomLts::default() };
        let knobs = RandomLts { tau_percent: 5, deterministic: rng.percent(50), ..knobs };
        let lts = knobs.generate(&actions, &mut rng);
        let edges: Vec<_> = lts.transitions().map(|(s, label, _)| (s, label)).collect();
        let fits =
            edges.windows(2).all(|pair| pair[0] != pair[1]) && edges.iter().all(|edge| !edge.1.is_tau());
        match complete(&lts) {
            Ok(found) => {
                assert!(fits, "seed {seed}\n{}", show(&lts));
                same(&found, &oracle::complete(&lts), &lts, &format!("seed {seed}"));
                completed += 1;
            }
            Err(_) => {
                assert!(!fits, "seed {seed}\n{}", show(&lts));
                refused += 1;
            }
        }
    }
    assert!(completed > 200 && refused > 200, "{completed} completed, {refused} refused");
}
