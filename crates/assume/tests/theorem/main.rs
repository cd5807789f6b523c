//! An environment satisfies the weakest assumption iff the whole system keeps the property \[GPB02, theorem
//! 3.2\].
//!
//! The module knows `a`, `b` and `i`, and shares `a` and `b` with its environment. Properties and
//! environments are deterministic with one or two states, one for each language. Properties are over
//! `{a, b}`, `{a, i}`, `{a, b, i}`, `{a, e}`, `{i, e}` and `{a, b, e}`, where no module knows `e`;
//! environments are over `{a, b}`, and where the property knows `e`, over `{a, b, e}` too. For every module
//! and property the assumption is also compared with the subset construction on pairs of states, which speaks
//! for environments of any size. Modules are taken up to the numbering of their states, and up to exchange of
//! `a` and `b` where the property treats both alike.
//!
//! Covered on every run: all modules with one or two states, nondeterministic, without tau, beside all
//! properties over `{a, b}` and `{a, i}` and a part of the others; a part of those with two states and tau
//! and of those with three states (the numbers are printed); random triples above that, with modules and
//! environments of several components, nondeterministic, with tau, modules with ERROR, and several
//! properties.
//!
//! If `RELY_EXHAUSTIVE` is set (an hour or more): all modules with one or two states, without tau, beside all
//! properties and environments; all with two states and tau, and all deterministic ones with three states,
//! the same but for seven of eight properties over `{a, b, e}`; all nondeterministic ones with three states,
//! without tau, each beside one of the properties in turn; a part of those with three states and tau. Not
//! covered even then: nondeterministic modules with three states beside *all* properties (more than 10^10
//! questions), all of those with tau, and environments that do not know `a` or `b` (to the module these are
//! internal actions).

mod small;

use rely_assume::{Boundary, Construction, Discharged, Question, WeakestAnswer, discharge, weakest};
use rely_lts::{Actions, Alphabet, Component, Context, Lts, Role};
use rely_testkit::generate::{RandomLts, Rng};
use rely_testkit::oracle::{Weakest, complete, entering_error, satisfies};
use rely_testkit::text::show;

use small::{Allowed, Beside, LABELS, Labels, Machine, Module, labels};

/// Is everything asked for?
fn exhaustive() -> bool {
    std::env::var_os("RELY_EXHAUSTIVE").is_some()
}

/// What properties know.
const ALPHABETS: [&[&str]; 6] =
    [&["a", "b"], &["a", "i"], &["a", "e"], &["i", "e"], &["a", "b", "i"], &["a", "b", "e"]];

/// Properties over one alphabet, and the environments to try.
struct Setting {
    actions: Actions,
    seen: Labels,
    properties: Vec<(Machine, Component)>,
    /// Are `a` and `b` treated alike by the set of the properties?
    symmetric: bool,
    /// Those over the actions of the module, all of them tried.
    environments: Vec<Machine>,
    /// Those over the foreign action too, every k-th tried, beginning elsewhere each time.
    foreign: (Vec<Machine>, usize),
    /// Of the assumption; the same for all modules and properties of the setting.
    boundary: Option<Boundary>,
}

/// What was seen.
#[derive(Debug, Default)]
struct Counts {
    questions: u64,
    always: u64,
    never: u64,
    triples: u64,
    satisfied: u64,
}

impl Setting {
    fn new(actions: &Actions, known: &[&str]) -> Setting {
        let symmetric = known.contains(&"a") == known.contains(&"b");
        let (known, shared) = (labels(known), labels(&["a", "b"]));
        let seen = shared | known & labels(&["e"]);
        let properties = Machine::all(known).into_iter().map(|p| (p.clone(), p.property(actions))).collect();
        let foreign = if seen == shared { Vec::new() } else { Machine::all(seen) };
        Setting {
            actions: actions.clone(),
            seen,
            properties,
            symmetric,
            environments: Machine::all(shared),
            foreign: (foreign, if exhaustive() { 1 } else { 40 }),
            boundary: None,
        }
    }

    fn all(actions: &Actions) -> Vec<Setting> {
        ALPHABETS.iter().map(|known| Setting::new(actions, known)).collect()
    }

    /// One module beside one property, and all environments.
    fn check(&mut self, module: &Module, part: &Component, which: usize, counts: &mut Counts) {
        let (property, observer) = &self.properties[which];
        let (module_parts, properties) = (vec![part.clone()], vec![observer.clone()]);
        let boundary = self.boundary.get_or_insert_with(|| {
            let environment = Alphabet::from_names(&self.actions, ["a", "b"]);
            Boundary::with_environment(&self.actions, &module_parts, &properties, &environment)
        });
        let question = Question {
            name: String::new(),
            actions: self.actions.clone(),
            module: module_parts,
            properties,
            boundary: boundary.clone(),
        };
        let outcome = weakest(&question, Construction::Auto, Context::unlimited());
        let beside = Beside::new(module, property, self.seen);
        let here = || format!("{module:?} {property:?}\n{}{}", show(&part.lts), show(&observer.lts));
        let allowed = match &outcome.answer {
            WeakestAnswer::Always => Some(Allowed::everything(self.seen)),
            WeakestAnswer::Never { .. } => None,
            WeakestAnswer::Provided(assumption) => Some(Allowed::by(&self.actions, assumption, self.seen)),
            WeakestAnswer::Unknown(partial) => panic!("{:?} {}", partial.spent, here()),
        };
        assert_eq!(allowed.is_none(), beside.fails_alone(), "{}", here());
        assert!(allowed.as_ref().is_none_or(|allowed| beside.agrees(allowed)), "{}", here());
        let (foreign, k) = &self.foreign;
        let foreign = foreign.iter().skip(counts.questions as usize % k).step_by(*k);
        for environment in self.environments.iter().chain(foreign) {
            counts.triples += 1;
            let satisfied = allowed.as_ref().is_some_and(|allowed| allowed.by_all_of(environment));
            let text = || format!("{}\nbeside {}", here(), show(&environment.lts(&self.actions)));
            assert_eq!(satisfied, !beside.fails_beside(environment), "{}", text());
            counts.satisfied += u64::from(satisfied);
        }
        counts.questions += 1;
        counts.always += u64::from(matches!(outcome.answer, WeakestAnswer::Always));
        counts.never += u64::from(matches!(outcome.answer, WeakestAnswer::Never { .. }));
    }
}

/// Which of the properties are tried beside a module.
#[derive(Clone, Copy, Debug)]
enum Share {
    /// All.
    All,
    /// All, but of those over the last alphabet every eighth.
    Almost,
    /// All with two actions of the module, a part of the others.
    Most,
    /// Some ten for each alphabet.
    Ten,
    /// One.
    One,
}

impl Share {
    /// Every k-th of the properties of a setting; `None`: none of them.
    fn stride(self, setting: usize, properties: usize, hash: usize) -> Option<usize> {
        match self {
            Share::All => Some(1),
            Share::Almost => Some(if setting == 5 { 8 } else { 1 }),
            Share::Most if setting < 2 => Some(1),
            Share::Most => Some(if properties < 100 { 4 } else { 32 }),
            Share::Ten => Some(properties / 10),
            Share::One => (hash % ALPHABETS.len() == setting).then_some(properties),
        }
    }
}

fn check_all(what: &str, modules: impl Iterator<Item = Module>, share: Share) {
    let actions = Actions::new();
    let mut settings = Setting::all(&actions);
    let mut counts = Counts::default();
    let mut n = 0usize;
    for module in modules {
        let part = module.component(&actions);
        let first_naming = module.is_first_naming();
        // A fixed hash, so that the properties do not depend on the module in a regular way.
        let hash = n.wrapping_mul(0x9e37_79b9) >> 7;
        for (i, setting) in settings.iter_mut().enumerate() {
            // The module with `a` and `b` exchanged is asked the same, unless each is asked something else.
            let same = setting.symmetric && !first_naming && !matches!(share, Share::One);
            let stride = share.stride(i, setting.properties.len(), hash).filter(|_| !same);
            let Some(stride) = stride else { continue };
            for which in (hash / 8 % stride..setting.properties.len()).step_by(stride) {
                setting.check(&module, &part, which, &mut counts);
            }
        }
        n += 1;
        if n.is_multiple_of(1 << 22) {
            println!("{what}, so far: {n} modules, {counts:?}");
        }
    }
    println!("{what}: {n} modules, {share:?}, {counts:?}");
    let Counts { questions, always, never, triples, satisfied } = counts;
    assert!(questions > 0 && always > 0 && never > 0 && always + never < questions, "{counts:?}");
    assert!(satisfied > triples / 20 && satisfied < triples / 20 * 19, "{counts:?}");
}

/// Modules without unreachable states, of those that differ only in the numbering of states the first.
fn distinct(module: &Module) -> bool {
    module.is_connected() && module.is_first_numbering()
}

#[test]
fn machines_are_counted() {
    let sizes = |names: &[&str]| Machine::all(labels(names)).len();
    println!("{} languages over two actions, {} over three", sizes(&["a", "b"]), sizes(&["a", "b", "e"]));
    // With two states: per pair of different offers, of k and of l actions, (2^k - 1) 2^l choices of the
    // targets.
    assert_eq!((sizes(&["a"]), sizes(&["a", "b"]), sizes(&["a", "b", "e"])), (2 + 1, 4 + 29, 8 + 415));
    assert_eq!(LABELS.len(), 5);
    let deterministic = (0..Module::count_deterministic(2)).map(|k| Module::deterministic(2, k));
    assert_eq!(deterministic.filter(distinct).count(), 729 - 27 * 8);
}

/// A part of the numbers, or all if that is asked for.
fn numbers(count: u64, step: usize) -> impl Iterator<Item = u64> {
    (0..count).step_by(if exhaustive() { 1 } else { step })
}

#[test]
fn all_modules_with_at_most_two_states() {
    let modules = [1, 2].into_iter().flat_map(|n| (0..Module::count(n, false)).map(move |k| (n, k)));
    let modules = modules.map(|(n, k)| Module::numbered(n, false, k)).filter(distinct);
    check_all("two states", modules, if exhaustive() { Share::All } else { Share::Most });
}

#[test]
fn modules_with_two_states_and_tau() {
    let modules = numbers(Module::count(2, true), 211).map(|k| Module::numbered(2, true, k));
    let share = if exhaustive() { Share::Almost } else { Share::Ten };
    check_all("two states with tau", modules.filter(distinct), share);
}

#[test]
fn deterministic_modules_with_three_states() {
    let modules = numbers(Module::count_deterministic(3), 499).map(|k| Module::deterministic(3, k));
    let share = if exhaustive() { Share::Almost } else { Share::Ten };
    check_all("three states, deterministic", modules.filter(distinct), share);
}

#[test]
fn nondeterministic_modules_with_three_states() {
    let modules = numbers(Module::count(3, false), 10_007).map(|k| Module::numbered(3, false, k));
    check_all("three states", modules.filter(distinct), Share::One);
}

#[test]
fn modules_with_three_states_and_tau() {
    let step = if exhaustive() { 60_013 } else { 15_000_017 };
    let modules = (0..Module::count(3, true)).step_by(step).map(|k| Module::numbered(3, true, k));
    check_all("three states with tau", modules.filter(distinct), Share::One);
}

/// A random LTS over some of these names.
fn random(actions: &Actions, knobs: RandomLts, names: &[&str], percent: usize, rng: &mut Rng) -> Lts {
    let known: Vec<String> =
        names.iter().filter(|_| rng.percent(percent)).map(|name| name.to_string()).collect();
    knobs.generate_over(actions, &known, rng)
}

/// Larger triples: modules and environments of several components with tau and nondeterminism, modules with
/// ERROR, several properties. The judges are those of the test kit.
#[test]
fn random_triples() {
    let actions = Actions::new();
    let mut rng = Rng::new(32);
    let (mut kept, mut broken) = (0, 0);
    for _ in 0..if exhaustive() { 200_000 } else { 1_500 } {
        let knobs = RandomLts { error_percent: 0, tau_percent: 15, ..RandomLts::default() };
        let parts = |count: usize, knobs: RandomLts, names: &[&str], rng: &mut Rng| -> Vec<Component> {
            let one = |i: usize| {
                let knobs = RandomLts { states: 1 + rng.below(knobs.states), ..knobs };
                Component::new(format!("C{i}"), random(&actions, knobs, names, 65, rng).into())
            };
            (0..count).map(one).collect()
        };
        let module_names = ["a", "b", "c", "i", "j"];
        let erring = RandomLts { error_percent: 2, states: 4, ..knobs };
        let module = parts(1 + rng.below(2), erring, &module_names, &mut rng);
        let environment =
            parts(1 + rng.below(2), RandomLts { states: 3, ..knobs }, &["a", "b", "c", "x", "y"], &mut rng);
        let watching =
            RandomLts { tau_percent: 0, end_percent: 0, states: 3, fan_out: 5, deterministic: true, ..knobs };
        let mut properties = parts(1 + rng.below(2), watching, &["a", "b", "i", "x", "z"], &mut rng);
        for property in &mut properties {
            property.role = Role::Property;
            property.lts = complete(&property.lts).into();
        }
        let known = Alphabet::union(&actions, environment.iter().map(|c| c.lts.alphabet()));
        let boundary = Boundary::with_environment(&actions, &module, &properties, &known);
        let question =
            Question { name: String::new(), actions: actions.clone(), module, properties, boundary };
        let whole: Vec<&Component> =
            environment.iter().chain(&question.module).chain(&question.properties).collect();
        let text =
            || whole.iter().map(|c| format!("{} {:?}\n{}", c.name, c.role, show(&c.lts))).collect::<String>();
        let judge = Weakest::new(whole.iter().map(|c| &*c.lts), &Alphabet::new(&actions, []));
        let satisfied = match weakest(&question, Construction::Auto, Context::unlimited()).answer {
            WeakestAnswer::Always => true,
            WeakestAnswer::Never { run } => {
                assert!(judge.enters_error(&run), "{}", text());
                false
            }
            WeakestAnswer::Provided(assumption) => {
                let satisfied = satisfies(environment.iter().map(|c| &*c.lts), assumption.lts());
                let found = discharge(&question, &assumption, &environment, Context::unlimited()).verdict;
                assert_eq!(matches!(found, Discharged::Holds), satisfied, "{found:?}\n{}", text());
                if let Discharged::Violated { run, .. } = &found {
                    assert!(judge.enters_error(run), "{run:?}\n{}", text());
                }
                satisfied
            }
            WeakestAnswer::Unknown(partial) => panic!("there is no limit: {:?}", partial.spent),
        };
        let errors = entering_error(whole.iter().map(|c| &*c.lts), usize::MAX).unwrap();
        assert_eq!(satisfied, errors.is_empty(), "{}", text());
        kept += usize::from(satisfied);
        broken += usize::from(!satisfied);
    }
    println!("{kept} kept, {broken} broken");
    assert!(kept > 300 && broken > 300, "{kept} kept, {broken} broken");
}
