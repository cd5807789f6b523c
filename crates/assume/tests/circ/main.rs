//! The circular rule against brute force: verdicts are those of the whole, premises hold by definition, and
//! no smaller guarantees would do.

mod naive;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use naive::{holds, is_proof, system};
use rely_assume::prove::{Alphabets, Attempt, Learner, Options, Problem, ProofOutcome, Rule, circ};
use rely_lts::{Actions, Budget, Context, Lts, LtsBuilder, Reason, Spent, StateId};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::complete;

const BOTH: [Alphabets; 2] = [Alphabets::Full, Alphabets::Refine];

/// One property, each component a part.
fn one_each(problem: &Problem) -> Vec<Vec<usize>> {
    (0..problem.components.len()).map(|i| vec![i]).collect()
}

fn attempt<'p>(problem: &'p Problem, alphabets: Alphabets, ctx: Context<'p>) -> Attempt<'p> {
    Attempt::new(problem, Options { learner: Learner::default(), alphabets }, ctx)
}

/// What a proof is made of: its verdict, and the states of the guarantees.
#[derive(Default)]
struct Tally {
    proved: usize,
    violated: usize,
    /// By total number of states.
    sizes: [usize; 12],
    /// Of those with smaller alphabets than are needed in general.
    refined: usize,
}

/// Proves with both kinds of alphabets and compares with the definitions.
fn check(problem: &Problem, parts: &[Vec<usize>], smaller: bool, tally: &mut Tally) {
    let expect = holds(problem);
    let mut full = None;
    for alphabets in BOTH {
        let mut attempt = attempt(problem, alphabets, Context::unlimited());
        let outcome = circ::prove(&mut attempt, parts);
        let describe = || format!("{alphabets:?} {parts:?}\n{}", naive::text(problem));
        match outcome {
            ProofOutcome::Holds(proof) => {
                assert!(expect, "proved: {}", describe());
                assert_eq!((proof.rule, proof.parts.as_slice()), (Rule::Circ, parts));
                let guarantees: Vec<&Lts> = proof.assumptions.iter().map(|a| &**a.lts()).collect();
                assert!(is_proof(problem, parts, &guarantees), "premises: {}", describe());
                let states: usize = guarantees.iter().map(|lts| lts.n_states()).sum();
                if smaller {
                    let others = naive::smaller_proof(problem, parts, &guarantees);
                    assert!(others.is_none(), "{states} states, but {others:?} would do: {}", describe());
                }
                tally.proved += 1;
                tally.sizes[states.min(11)] += 1;
                let actions = attempt.statistics.alphabet.len();
                tally.refined += usize::from(actions < *full.get_or_insert(actions));
            }
            ProofOutcome::Violated(run) => {
                assert!(!expect, "violated: {}", describe());
                assert!(naive::is_violation(problem, &run), "{run:?}: {}", describe());
                tally.violated += 1;
            }
            ProofOutcome::Unknown(unfinished) => panic!("{}: {}", unfinished.reason, describe()),
        }
    }
}

/// All languages of deterministic machines with one or two states over these actions, as LTSs.
fn languages(actions: &Actions, names: &str) -> Vec<Arc<Lts>> {
    naive::languages(names.len(), 2).iter().map(|small| Arc::new(small.lts(actions, names))).collect()
}

fn problem(actions: &Actions, parts: &[&Arc<Lts>], property: &Arc<Lts>) -> Problem {
    Problem::new(&system(actions, parts, property), &[parts.len()]).expect("a problem for rules")
}

#[test]
fn all_small_pairs() {
    let mut tally = Tally::default();
    // Whom each action belongs to. The last ones have a property of an action that nobody knows, and of none.
    let kinds = [
        ("a", "a", "a"),
        ("a", "b", "ab"),
        ("ab", "b", "a"),
        ("a", "ab", "b"),
        ("ab", "ab", "a"),
        ("a", "ab", "bc"),
        ("ab", "b", ""),
    ];
    for (first, second, third) in kinds {
        let actions = Actions::new();
        let (ones, others) = (languages(&actions, first), languages(&actions, second));
        for property in languages(&actions, third) {
            let property = Arc::new(complete(&property));
            for one in &ones {
                for other in &others {
                    let problem = problem(&actions, &[one, other], &property);
                    check(&problem, &one_each(&problem), third.len() < 2, &mut tally);
                }
            }
        }
    }
    assert!(tally.proved > 1000 && tally.violated > 1000, "{} {}", tally.proved, tally.violated);
    assert!(tally.sizes[2] > 100 && tally.sizes[3] > 100 && tally.sizes[4] > 10, "{:?}", tally.sizes);
    assert!(tally.refined > 100, "{}", tally.refined);
}

/// Every action belongs to two of three.
#[test]
fn many_small_pairs_around_a_property() {
    let actions = Actions::new();
    let (ones, others) = (languages(&actions, "ab"), languages(&actions, "bc"));
    let properties: Vec<_> = languages(&actions, "ac").iter().map(|p| Arc::new(complete(p))).collect();
    let mut tally = Tally::default();
    for number in (0..ones.len() * others.len() * properties.len()).step_by(17) {
        let (i, rest) = (number % ones.len(), number / ones.len());
        let (j, k) = (rest % others.len(), rest / others.len());
        let problem = problem(&actions, &[&ones[i], &others[j]], &properties[k]);
        check(&problem, &one_each(&problem), number % 5 == 0, &mut tally);
    }
    assert!(tally.proved > 200 && tally.violated > 200, "{} {}", tally.proved, tally.violated);
    assert!(tally.sizes[4..].iter().sum::<usize>() > 50, "{:?}", tally.sizes);
    assert!(tally.refined > 10, "{}", tally.refined);
}

/// Nondeterministic, with tau, private and shared actions; two to four parts, some with two components.
#[test]
fn random_systems() {
    let mut tally = Tally::default();
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let actions = Actions::new();
        let n = 2 + rng.below(3);
        let names = ["a", "b", "c", "d"];
        let mut lts = |deterministic: bool, known: usize| {
            let names: Vec<String> =
                names.iter().filter(|_| rng.percent(known)).map(|name| name.to_string()).collect();
            let knobs = RandomLts {
                states: 1 + rng.below(3),
                fan_out: 3,
                tau_percent: if deterministic { 0 } else { 15 },
                error_percent: 0,
                end_percent: 0,
                deterministic,
                ..RandomLts::default()
            };
            Arc::new(knobs.generate_over(&actions, &names, &mut rng))
        };
        let components: Vec<Arc<Lts>> = (0..n).map(|_| lts(false, 60)).collect();
        let any = lts(true, 40);
        // Half of the properties say exactly what the system does, seen from outside.
        let property = if seed % 2 == 0 { any } else { Arc::new(naive::seen(&actions, &components, "ab")) };
        let property = Arc::new(complete(&property));
        let problem = problem(&actions, &components.iter().collect::<Vec<_>>(), &property);
        let mut parts = one_each(&problem);
        if n == 4 || n == 3 && seed % 3 == 0 {
            let last = parts.pop().unwrap();
            parts[0].extend(last);
        }
        check(&problem, &parts, false, &mut tally);
    }
    assert!(tally.proved > 100 && tally.violated > 100, "{} {}", tally.proved, tally.violated);
    assert!(tally.sizes[4] > 20 && tally.sizes[5] > 10, "{:?}", tally.sizes);
    assert!(tally.refined > 10, "{}", tally.refined);
}

/// A chain of cells that hand on one item after the other: nothing is overtaken, and every guarantee must say
/// so.
fn chain(actions: &Actions, cells: usize, limit: usize) -> Problem {
    let id = |i: usize| actions.intern(&format!("pass.{i}"));
    let cell = |i: usize| {
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(2).unwrap();
        builder.add_transition(StateId::at(0), id(i), StateId::at(1));
        builder.add_transition(StateId::at(1), id(i + 1), StateId::at(0));
        Arc::new(builder.finish(StateId::at(0)).unwrap())
    };
    // At most so many more items went in than came out.
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(limit + 1).unwrap();
    for held in 0..limit {
        builder.add_transition(StateId::at(held), id(0), StateId::at(held + 1));
        builder.add_transition(StateId::at(held + 1), id(cells), StateId::at(held));
    }
    let property = Arc::new(complete(&builder.finish(StateId::at(0)).unwrap()));
    let cells: Vec<Arc<Lts>> = (0..cells).map(cell).collect();
    problem(actions, &cells.iter().collect::<Vec<_>>(), &property)
}

#[test]
fn guarantees_of_a_chain() {
    for cells in 2..=4 {
        let mut tally = Tally::default();
        let keeps = chain(&Actions::new(), cells, cells);
        check(&keeps, &one_each(&keeps), false, &mut tally);
        let breaks = chain(&Actions::new(), cells, cells - 1);
        check(&breaks, &one_each(&breaks), false, &mut tally);
        assert_eq!((tally.proved, tally.violated, tally.sizes[2 * cells]), (2, 2, 2));
    }
}

#[test]
fn rounds_and_statistics_are_told() {
    let problem = chain(&Actions::new(), 2, 2);
    let mut attempt = attempt(&problem, Alphabets::Refine, Context::unlimited());
    assert!(matches!(circ::prove(&mut attempt, &one_each(&problem)), ProofOutcome::Holds(_)));
    let statistics = &attempt.statistics;
    assert_eq!(statistics.equivalence_queries as usize, attempt.rounds.len());
    assert!(statistics.rounds >= statistics.equivalence_queries - 1 && statistics.membership_queries > 0);
    assert!(statistics.expansions >= statistics.largest_product && statistics.largest_product > 0);
    assert_eq!(statistics.alphabet.len(), 3);
    let (first, last) = (&attempt.rounds[0], &attempt.rounds[attempt.rounds.len() - 1]);
    assert_eq!((first.states.as_slice(), first.actions), ([1, 1].as_slice(), 2));
    assert_eq!(
        (last.states.as_slice(), last.actions, last.what.as_str()),
        ([2, 2].as_slice(), 3, "all premises hold")
    );
    let what = "G2 excludes a word that its part can perform: pass.2";
    assert_eq!(first.what, what);
}

#[test]
fn spent_budgets_leave_the_last_guarantees() {
    let problem = chain(&Actions::new(), 3, 3);
    let parts = one_each(&problem);
    let mut ends = Vec::new();
    for polls in 0..2000 {
        let left = std::sync::atomic::AtomicU64::new(polls);
        let stop = move || {
            let spent = left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err();
            spent.then_some(Spent::Time(1))
        };
        let budget = Budget { stop: Some(Arc::new(stop)), ..Budget::unlimited() };
        let mut attempt = attempt(&problem, Alphabets::Full, Context::with_budget(&budget));
        match circ::prove(&mut attempt, &parts) {
            ProofOutcome::Unknown(unfinished) => {
                assert_eq!(unfinished.reason, Reason::Spent(Spent::Time(1)));
                assert_eq!((unfinished.rule, &unfinished.parts), (Rule::Circ, &parts));
                assert!(unfinished.assumptions.is_empty() || unfinished.assumptions.len() == 3);
                for premise in &unfinished.holding {
                    let ctx = Context::unlimited();
                    let checked = rely_assume::prove::check(&problem, &unfinished.assumptions, premise, ctx);
                    assert_eq!(checked.unwrap().violation, None);
                }
                ends.push(unfinished.holding.len());
            }
            ProofOutcome::Holds(_) => break,
            ProofOutcome::Violated(_) => panic!("the chain keeps its property"),
        }
    }
    assert!(ends.len() > 10 && ends.contains(&0) && ends.iter().any(|&n| n > 1), "{ends:?}");
    let budget = Budget { memory: Some(10), ..Budget::unlimited() };
    let mut attempt = attempt(&problem, Alphabets::Full, Context::with_budget(&budget));
    let outcome = circ::prove(&mut attempt, &parts);
    assert!(matches!(outcome, ProofOutcome::Unknown(u) if u.reason == Reason::Spent(Spent::Memory(10))));
}

/// What parts do not cover can only restrict them.
#[test]
fn a_violation_of_some_components_is_not_one_of_all() {
    let actions = Actions::new();
    let m = |small: &[&[Option<usize>]], names: &str| {
        Arc::new(naive::Small(small.iter().map(|row| row.to_vec()).collect()).lts(&actions, names))
    };
    let (does, never) = (m(&[&[Some(0)]], "a"), m(&[&[None]], "a"));
    let property = Arc::new(complete(&never));
    let parts = vec![vec![0], vec![1]];
    for (third, violated) in [(&never, false), (&does, true)] {
        let problem = problem(&actions, &[&does, &does, third], &property);
        let outcome = circ::prove(&mut attempt(&problem, Alphabets::Full, Context::unlimited()), &parts);
        match outcome {
            ProofOutcome::Violated(run) => assert!(violated && naive::is_violation(&problem, &run)),
            ProofOutcome::Unknown(unfinished) => {
                assert!(!violated && matches!(unfinished.reason, Reason::NotModeled(_)));
            }
            ProofOutcome::Holds(_) => panic!("the two parts violate the property"),
        }
    }
    let problem = problem(&actions, &[&does, &never, &does], &property);
    let outcome = circ::prove(&mut attempt(&problem, Alphabets::Full, Context::unlimited()), &parts);
    assert!(matches!(outcome, ProofOutcome::Holds(_)));
    let one = circ::prove(&mut attempt(&problem, Alphabets::Full, Context::unlimited()), &parts[..1]);
    assert!(matches!(one, ProofOutcome::Unknown(u) if matches!(u.reason, Reason::NotModeled(_))));
}
