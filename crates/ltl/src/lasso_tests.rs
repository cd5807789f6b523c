//! Automata and processes against the definition, on random formulas and random runs.

use rely_lts::{ActionId, Actions, Context, Lts, StateId};
use rely_testkit::generate::Rng;

use crate::{
    Formula, ProcessError, Proposition, Reading, Specification, Tracker, automaton, negated_automaton,
    safety_process,
};

const PROPS: usize = 3;

/// Random formulas and runs.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn formula(&mut self, size: usize) -> Formula {
        if size <= 1 {
            return match self.below(12) {
                0 => Formula::True,
                1 => Formula::False,
                n => Formula::Prop(n % PROPS),
            };
        }
        let left = 1 + self.below(size - 1);
        let right = size - left;
        match self.below(13) {
            0 => Formula::not(self.formula(size - 1)),
            1 => Formula::next(self.formula(size - 1)),
            2 | 3 => Formula::always(self.formula(size - 1)),
            4 | 5 => Formula::eventually(self.formula(size - 1)),
            6 => Formula::implies(self.formula(left), self.formula(right)),
            7 => Formula::iff(self.formula(left), self.formula(right)),
            8 => Formula::until(self.formula(left), self.formula(right)),
            9 => Formula::weak_until(self.formula(left), self.formula(right)),
            10 => Formula::or_all(vec![self.formula(left), self.formula(right), Formula::Prop(0)]),
            11 => Formula::and(self.formula(left), self.formula(right)),
            _ => Formula::or(self.formula(left), self.formula(right)),
        }
    }
}

/// A run as a sequence of valuations (bits); after the last one it goes on at `back`.
struct Run {
    valuations: Vec<usize>,
    back: usize,
}

impl Run {
    fn random(random: &mut Random) -> Run {
        let n = 1 + random.below(6);
        Run { valuations: (0..n).map(|_| random.below(1 << PROPS)).collect(), back: random.below(n) }
    }

    fn next(&self, i: usize) -> usize {
        if i + 1 < self.valuations.len() { i + 1 } else { self.back }
    }

    /// The truth of a formula at every position, by the definition.
    fn truth(&self, formula: &Formula) -> Vec<bool> {
        let n = self.valuations.len();
        let per_position = |f: &dyn Fn(usize) -> bool| (0..n).map(f).collect::<Vec<bool>>();
        match formula {
            Formula::True => vec![true; n],
            Formula::False => vec![false; n],
            Formula::Prop(p) => per_position(&|i| self.valuations[i] >> p & 1 == 1),
            Formula::Not(f) => self.truth(f).into_iter().map(|v| !v).collect(),
            Formula::And(fs) => {
                let all: Vec<Vec<bool>> = fs.iter().map(|f| self.truth(f)).collect();
                per_position(&|i| all.iter().all(|v| v[i]))
            }
            Formula::Or(fs) => {
                let all: Vec<Vec<bool>> = fs.iter().map(|f| self.truth(f)).collect();
                per_position(&|i| all.iter().any(|v| v[i]))
            }
            Formula::Implies(lr) => {
                let (l, r) = (self.truth(&lr.0), self.truth(&lr.1));
                per_position(&|i| !l[i] || r[i])
            }
            Formula::Iff(lr) => {
                let (l, r) = (self.truth(&lr.0), self.truth(&lr.1));
                per_position(&|i| l[i] == r[i])
            }
            Formula::Next(f) => {
                let v = self.truth(f);
                per_position(&|i| v[self.next(i)])
            }
            Formula::Always(f) => {
                let v = self.truth(f);
                per_position(&|i| self.from(i).all(|j| v[j]))
            }
            Formula::Eventually(f) => {
                let v = self.truth(f);
                per_position(&|i| self.from(i).any(|j| v[j]))
            }
            Formula::Until(lr) => {
                let (l, r) = (self.truth(&lr.0), self.truth(&lr.1));
                per_position(&|i| self.reaches(i, &l, &r))
            }
            Formula::WeakUntil(lr) => {
                let (l, r) = (self.truth(&lr.0), self.truth(&lr.1));
                per_position(&|i| self.reaches(i, &l, &r) || self.from(i).all(|j| l[j]))
            }
        }
    }

    /// The positions from one on, enough of them to have all.
    fn from(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(i), |&j| Some(self.next(j))).take(2 * self.valuations.len())
    }

    fn reaches(&self, i: usize, l: &[bool], r: &[bool]) -> bool {
        for j in self.from(i) {
            if r[j] {
                return true;
            }
            if !l[j] {
                return false;
            }
        }
        false
    }

    /// Does the automaton accept the run? Searched for an accepting pair on a cycle, naively.
    fn accepted(&self, tracker: &mut Tracker, actions: &[ActionId]) -> bool {
        let mut later = |start: (usize, u32, u32)| {
            let mut seen: Vec<(usize, u32, u32)> = Vec::new();
            let mut waiting = vec![start];
            while let Some((i, valuation, q)) = waiting.pop() {
                let class = tracker.class(actions[self.valuations[i]]);
                let after = tracker.after(valuation, class);
                for &q in tracker.moves(after, q) {
                    let next = (self.next(i), after, q);
                    if !seen.contains(&next) {
                        seen.push(next);
                        waiting.push(next);
                    }
                }
            }
            seen
        };
        let all = later((0, 0, 0));
        let recurring: Vec<_> = all.into_iter().filter(|&node| later(node).contains(&node)).collect();
        recurring.into_iter().any(|(_, _, q)| tracker.is_accepting(q))
    }
}

/// One action per valuation, and propositions that say which.
fn propositions() -> (Actions, Vec<ActionId>, Vec<Proposition>) {
    let actions = Actions::new();
    let ids: Vec<ActionId> = (0..1 << PROPS).map(|v| actions.intern(&format!("v{v}"))).collect();
    let propositions = (0..PROPS)
        .map(|p| Proposition::Actions {
            name: format!("p{p}"),
            actions: ids.iter().enumerate().filter(|(v, _)| v >> p & 1 == 1).map(|(_, &a)| a).collect(),
        })
        .collect();
    (actions, ids, propositions)
}

fn spec(formula: Formula, propositions: &[Proposition], extension: &[ActionId]) -> Specification {
    Specification {
        name: "A".into(),
        formula,
        propositions: propositions.to_vec(),
        extension: extension.to_vec(),
    }
}

#[test]
fn an_automaton_accepts_exactly_the_runs_that_satisfy_the_formula() {
    let (_, ids, props) = propositions();
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut satisfied, mut violated) = (0, 0);
    for round in 0..4000 {
        let size = 1 + random.below(9);
        let spec = spec(random.formula(size), &props, &[]);
        let mut positive = automaton(&spec, Context::unlimited()).unwrap();
        let mut negative = negated_automaton(&spec, Context::unlimited()).unwrap();
        for _ in 0..6 {
            let run = Run::random(&mut random);
            let expect = run.truth(&spec.formula)[0];
            let text =
                || format!("round {round}: {} on {:?} back to {}", spec.formula, run.valuations, run.back);
            assert_eq!(run.accepted(&mut positive, &ids), expect, "{}", text());
            assert_eq!(run.accepted(&mut negative, &ids), !expect, "negated, {}", text());
            if expect { satisfied += 1 } else { violated += 1 }
        }
    }
    assert!(satisfied > 5000 && violated > 5000, "both answers are tested: {satisfied}, {violated}");
}

/// The truth of a formula at a position of a run that ends: `X` needs a next position, `<>` and `U` must be
/// met before the end, `[]` and `W` hold if nothing breaks them.
fn truth_on_finite(formula: &Formula, run: &[usize], i: usize) -> bool {
    let at = |f: &Formula, k: usize| truth_on_finite(f, run, k);
    let until = |l: &Formula, r: &Formula| (i..run.len()).any(|k| at(r, k) && (i..k).all(|j| at(l, j)));
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Prop(p) => run[i] >> p & 1 == 1,
        Formula::Not(f) => !at(f, i),
        Formula::And(fs) => fs.iter().all(|f| at(f, i)),
        Formula::Or(fs) => fs.iter().any(|f| at(f, i)),
        Formula::Implies(lr) => !at(&lr.0, i) || at(&lr.1, i),
        Formula::Iff(lr) => at(&lr.0, i) == at(&lr.1, i),
        Formula::Next(f) => i + 1 < run.len() && at(f, i + 1),
        Formula::Always(f) => (i..run.len()).all(|k| at(f, k)),
        Formula::Eventually(f) => (i..run.len()).any(|k| at(f, k)),
        Formula::Until(lr) => until(&lr.0, &lr.1),
        Formula::WeakUntil(lr) => until(&lr.0, &lr.1) || (i..run.len()).all(|k| at(&lr.0, k)),
    }
}

#[test]
fn an_automaton_knows_which_runs_may_end() {
    let (_, ids, props) = propositions();
    let mut random = Random::new(77);
    let mut counts = [0, 0];
    for _ in 0..3000 {
        let size = 1 + random.below(8);
        let spec = spec(random.formula(size), &props, &[]);
        let mut positive = automaton(&spec, Context::unlimited()).unwrap();
        let mut negative = negated_automaton(&spec, Context::unlimited()).unwrap();
        for _ in 0..5 {
            let run: Vec<usize> = (0..1 + random.below(4)).map(|_| random.below(1 << PROPS)).collect();
            let ends = |tracker: &mut Tracker| {
                let mut set = vec![tracker.initial_state()];
                let mut valuation = tracker.initial_valuation();
                for &v in &run {
                    valuation = tracker.after(valuation, tracker.class(ids[v]));
                    set = set.iter().flat_map(|&q| tracker.moves(valuation, q).to_vec()).collect();
                    set.sort_unstable();
                    set.dedup();
                }
                set.iter().any(|&q| tracker.ends(q))
            };
            let expect = truth_on_finite(&spec.formula, &run, 0);
            assert_eq!(ends(&mut positive), expect, "{} on {run:?}", spec.formula);
            assert_eq!(ends(&mut negative), !expect, "negated, {} on {run:?}", spec.formula);
            counts[usize::from(expect)] += 1;
        }
    }
    assert!(counts[0] > 2000 && counts[1] > 2000, "{counts:?}");
}

/// Does the process allow the run forever? Its cycle is repeated until a state must have been met twice.
fn allows(lts: &Lts, run: &Run, ids: &[ActionId]) -> bool {
    let mut state = lts.initial();
    let positions = std::iter::successors(Some(0), |&i| Some(run.next(i)));
    positions.take(run.valuations.len() * (lts.n_states() + 1)).all(|i| {
        let label = lts.alphabet().label(ids[run.valuations[i]]).expect("all actions are in the alphabet");
        match lts.step(state, label) {
            [StateId::ERROR] | [] => false,
            &[next] => {
                state = next;
                true
            }
            more => panic!("the process is deterministic: {more:?}"),
        }
    })
}

#[test]
fn a_process_allows_exactly_the_runs_that_satisfy_a_safety_formula() {
    let (actions, ids, props) = propositions();
    let mut random = Random::new(4242);
    let (mut safe, mut unsafe_, mut blocked, mut satisfied) = (0, 0, 0, 0);
    for round in 0..1500 {
        let size = 1 + random.below(8);
        let spec = spec(random.formula(size), &props, &ids);
        let runs: Vec<Run> = (0..12).map(|_| Run::random(&mut random)).collect();
        match safety_process(&spec, Reading::Blocking, &actions, Context::unlimited()) {
            Ok(lts) => {
                safe += 1;
                let observing =
                    safety_process(&spec, Reading::Observing, &actions, Context::unlimited()).unwrap();
                assert!(observing.states().all(|s| observing.labels_of(s).len() == ids.len()));
                for run in &runs {
                    let expect = run.truth(&spec.formula)[0];
                    blocked += usize::from(!expect);
                    let text =
                        format!("round {round}: {} on {:?}, {}", spec.formula, run.valuations, run.back);
                    assert_eq!(allows(&lts, run, &ids), expect, "{text}");
                    assert_eq!(allows(&observing, run, &ids), expect, "observing, {text}");
                }
            }
            Err(ProcessError::NotSafety { closure }) => {
                unsafe_ += 1;
                for run in runs.iter().filter(|run| run.truth(&spec.formula)[0]) {
                    satisfied += 1;
                    assert!(
                        allows(&closure, run, &ids),
                        "{} on {:?}, {}",
                        spec.formula,
                        run.valuations,
                        run.back
                    );
                }
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(safe > 400 && unsafe_ > 200, "{safe} {unsafe_}");
    assert!(blocked > 1000 && satisfied > 1000, "{blocked} {satisfied}");
}

#[test]
fn automata_of_common_formulas_are_small() {
    use Formula as F;
    let (_, _, props) = propositions();
    let (p, q, r) = (|| F::Prop(0), || F::Prop(1), || F::Prop(2));
    let cases = [
        (F::always(F::eventually(p())), 2),
        (F::eventually(F::always(p())), 2),
        (F::always(F::implies(p(), F::eventually(q()))), 2),
        (F::not(F::always(F::implies(p(), F::eventually(q())))), 2),
        (F::until(p(), q()), 2),
        (F::and(F::always(F::eventually(p())), F::always(F::eventually(q()))), 4),
        (F::not(F::and(F::always(F::eventually(p())), F::always(F::eventually(q())))), 3),
        (F::or(F::always(F::eventually(p())), F::always(F::eventually(q()))), 2),
        (F::always(F::implies(p(), F::weak_until(q(), r()))), 2),
    ];
    for (formula, most) in cases {
        let spec = spec(formula, &props, &[]);
        let n = automaton(&spec, Context::unlimited()).unwrap().n_states();
        assert!(n <= most, "{}: {n} states", spec.formula);
    }
}

#[test]
fn equivalent_formulas_have_complementary_automata() {
    use Formula as F;
    let (_, ids, props) = propositions();
    let (p, q) = (|| F::Prop(0), || F::Prop(1));
    let pairs = [
        (F::weak_until(p(), q()), F::or(F::until(p(), q()), F::always(p()))),
        (F::eventually(F::always(F::eventually(p()))), F::always(F::eventually(p()))),
        (
            F::not(F::until(p(), q())),
            F::weak_until(F::and(p(), F::not(q())), F::and(F::not(p()), F::not(q()))),
        ),
        (F::next(F::always(p())), F::always(F::next(p()))),
        (F::until(p(), F::until(p(), q())), F::until(p(), q())),
    ];
    let mut random = Random::new(5);
    for (left, right) in pairs {
        // Their difference is unsatisfiable: no run is accepted by its automaton.
        let difference = spec(F::not(F::iff(left, right)), &props, &[]);
        let mut tracker = automaton(&difference, Context::unlimited()).unwrap();
        for _ in 0..300 {
            assert!(!Run::random(&mut random).accepted(&mut tracker, &ids), "{}", difference.formula);
        }
    }
}

#[test]
fn a_conjunction_over_a_large_range_is_one_small_process() {
    use Formula as F;
    let actions = Actions::new();
    let n = 300;
    let label = |name: &str, i: usize| actions.intern(&format!("{name}.{i}"));
    let mut props = Vec::new();
    let mut parts = Vec::new();
    for i in 0..n {
        let (on, off, use_) = (label("on", i), label("off", i), label("use", i));
        props.push(Proposition::Fluent {
            name: format!("ON.{i}"),
            initiating: vec![on],
            terminating: vec![off],
            initially: i > 0,
        });
        props.push(Proposition::Actions { name: format!("use.{i}"), actions: vec![use_] });
        parts.push(F::always(F::implies(F::Prop(2 * i + 1), F::Prop(2 * i))));
    }
    let all = spec(F::and_all(parts), &props[..], &[]);
    // The negation has a condition of 300 parts, which is never multiplied out.
    assert_eq!(negated_automaton(&all, Context::unlimited()).unwrap().n_states(), 2);
    // One resource at a time has two states: may be used, may not.
    let one = spec(F::always(F::implies(F::Prop(1), F::Prop(0))), &props[..2], &[]);
    let lts = safety_process(&one, Reading::Blocking, &actions, Context::unlimited()).unwrap();
    assert_eq!((lts.n_states(), lts.n_transitions()), (2, 5));
    let lts = safety_process(&one, Reading::Observing, &actions, Context::unlimited()).unwrap();
    assert_eq!((lts.n_states(), lts.n_transitions(), lts.has_error()), (2, 6, true));
}

#[test]
fn liveness_has_no_process_and_a_spent_budget_is_said() {
    use Formula as F;
    let (actions, ids, props) = propositions();
    let live = spec(F::always(F::eventually(F::Prop(0))), &props, &ids);
    match safety_process(&live, Reading::Blocking, &actions, Context::unlimited()) {
        Err(ProcessError::NotSafety { closure }) => {
            assert_eq!((closure.n_states(), closure.n_transitions()), (1, ids.len()));
        }
        other => panic!("{other:?}"),
    }
    // A safety formula, although it is written with `U`.
    let hidden = spec(F::or(F::until(F::Prop(0), F::Prop(1)), F::always(F::Prop(0))), &props, &ids);
    assert!(safety_process(&hidden, Reading::Blocking, &actions, Context::unlimited()).is_ok());
    let budget = rely_lts::Budget::unlimited().with_states(1);
    let error = safety_process(&hidden, Reading::Blocking, &actions, Context::with_budget(&budget));
    assert!(error.is_err_and(|error| error.is_limit()));
}

#[test]
fn what_no_action_can_bring_about_is_not_waited_for() {
    use Formula as F;
    let actions = Actions::new();
    let proposition =
        |name: &str| Proposition::Actions { name: name.into(), actions: vec![actions.intern(name)] };
    let props = [proposition("a"), proposition("b"), proposition("c")];
    // No action is both a and b, so only [] c is left: one state with one transition.
    let formula = F::or(F::always(F::Prop(2)), F::eventually(F::and(F::Prop(0), F::Prop(1))));
    let lts = safety_process(&spec(formula, &props, &[]), Reading::Blocking, &actions, Context::unlimited())
        .unwrap();
    assert_eq!((lts.n_states(), lts.n_transitions(), lts.alphabet().len()), (1, 1, 3));
}

#[test]
fn what_cannot_be_met_any_more_is_violated_at_once() {
    use Formula as F;
    let actions = Actions::new();
    let [a, b] = ["a", "b"].map(|name| actions.intern(name));
    let fluent =
        Proposition::Fluent { name: "F".into(), initiating: vec![a], terminating: vec![b], initially: false };
    let props = [fluent, Proposition::Actions { name: "b".into(), actions: vec![b] }];
    // After b the fluent is false: no second action satisfies X (b && F), so the first one violates it.
    let formula = F::next(F::and(F::Prop(1), F::Prop(0)));
    let spec = spec(formula, &props, &[]);
    let process = |reading| safety_process(&spec, reading, &actions, Context::unlimited()).unwrap();
    let observer = process(Reading::Observing);
    assert_eq!((observer.n_states(), observer.n_transitions()), (1, 2));
    assert!(observer.transitions().all(|(_, _, target)| target.is_error()));
    let blocker = process(Reading::Blocking);
    assert_eq!((blocker.n_states(), blocker.n_transitions()), (1, 0));
}

#[test]
fn a_formula_that_is_too_large_is_given_up() {
    use Formula as F;
    let (actions, ids, props) = propositions();
    let prop = |i: usize| {
        let chosen = ids.iter().enumerate().filter(|(v, _)| v % (i + 2) == 0).map(|(_, &a)| a).collect();
        Proposition::Actions { name: format!("q{i}"), actions: chosen }
    };
    let many: Vec<Proposition> = (0..24).map(prop).chain(props).collect();
    let recurring = (0..24).map(|i| F::always(F::eventually(F::Prop(i)))).collect();
    let all = spec(F::and_all(recurring), &many, &[]);
    assert!(automaton(&all, Context::unlimited()).is_err());
    // The negation is a disjunction, and needs no more states than it has parts.
    assert!(negated_automaton(&all, Context::unlimited()).unwrap().n_states() <= 26);
    let error = safety_process(&all, Reading::Blocking, &actions, Context::unlimited());
    assert!(error.is_err_and(|error| error.is_limit()));
}
