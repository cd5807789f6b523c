//! The corpus, split in two: whatever part of a system is the module, its weakest assumption and the other
//! part give the verdict of the whole.
//!
//! One test per model with a property, over all its composites that have one, and one per triple of system,
//! environment and property whose parts are in files of their own. Of up to six components every split is
//! tried, of more a fixed sample; both parts take both roles, and an empty module or environment is a split
//! too. Targets with priority are left out: priority depends on the whole. What is too large for the limits
//! is counted and printed.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use rely_assume::{Boundary, Construction, Discharged, Question, WeakestAnswer, discharge, through, weakest};
use rely_check::{Explore, Reach};
use rely_lts::{Actions, Alphabet, Budget, Component, Context, Reason, Role, System};
use rely_testkit::corpus::Corpus;
use rely_testkit::generate::Rng;
use rely_testkit::oracle::{Weakest, complete};
use rely_workbench::{Control, ReadOptions, load};

/// The largest whole that is explored, and the largest part that an assumption is made of.
const LIMITS: (u64, u64) = (20_000, 4_000);

/// The same if `RELY_EXHAUSTIVE` is set.
const HIGH_LIMITS: (u64, u64) = (3_000_000, 500_000);

/// Splits of more than six components.
const SAMPLE: usize = 40;

/// Systems, environments and properties of the folders `robust` and `fortis`, each in files of its own: what
/// fits together by the names of its actions.
const TRIPLES: &[(&[&str], &[&str], &[&str])] = &[
    (
        &["robust/models-abp-perfect"],
        &[
            "robust/models-abp-abp_env_lossy",
            "robust/specs-abp-abp_env",
            "fortis/abp-abp_env_lossy_simple",
            "fortis/abp-perfect_wa",
        ],
        &["robust/models-abp-p", "fortis/abp-p"],
    ),
    (
        &["robust/specs-abp-abp"],
        &[
            "robust/models-abp-abp_env_lossy",
            "robust/specs-abp-abp_env",
            "fortis/abp-abp_env_lossy_simple",
            "fortis/abp-perfect_wa",
        ],
        &["robust/models-abp-p"],
    ),
    (
        &["robust/models-abp-perfect0", "robust/specs-abp-perfect"],
        &["robust/models-abp-env0", "robust/models-abp-env0_lossy", "robust/specs-abp-env"],
        &["robust/models-abp-p"],
    ),
    (
        &["robust/models-coffee-machine"],
        &[
            "robust/specs-coffee_eofm-human",
            "robust/specs-coffee-coffee_human",
            "robust/specs-coffee-coffee_human_e2",
        ],
        &["robust/models-coffee-p", "robust/specs-coffee-coffee_p"],
    ),
    (
        &["robust/models-therac25-sys", "robust/models-therac25-sys_r"],
        &[""],
        &["robust/models-therac25-p_s", "robust/models-therac25-p_w"],
    ),
    (
        &[
            "robust/models-therac25-simple-sys",
            "robust/models-therac25-simple-sys_r",
            "robust/models-therac25-simple-sys_synthesized",
        ],
        &[""],
        &["robust/models-therac25-simple-p_w"],
    ),
    (
        &["fortis/therac25-sys"],
        &["fortis/therac25-env", "fortis/therac25-env0", "fortis/therac25-dev", ""],
        &["fortis/therac25-p"],
    ),
    (
        &["fortis/oyster-gate-in+fortis/oyster-card-bal+fortis/oyster-oyster-bal"],
        &["fortis/oyster-human-dev", ""],
        &["fortis/oyster-has-balance", "fortis/oyster-no-collision"],
    ),
    (
        &["fortis/pump-power+fortis/pump-alarm+fortis/pump2-lines"],
        &["fortis/pump2-env0", "fortis/pump-env0", "fortis/pump-deviation", ""],
        &["fortis/pump-p", "fortis/pump3-p"],
    ),
    (
        &["fortis/pump-power+fortis/pump-alarm+fortis/pump3-lines"],
        &["fortis/pump2-env0", "fortis/pump-deviation", ""],
        &["fortis/pump-p", "fortis/pump3-p"],
    ),
    (
        &["fortis/voting-env0", "fortis/voting-env1", "fortis/voting-env2"],
        &[""],
        &["fortis/voting-p", "fortis/voting-p2"],
    ),
];

/// Processes and properties, to be split.
struct Case {
    name: String,
    actions: Actions,
    processes: Vec<Component>,
    properties: Vec<Component>,
}

/// What was tried, of all tests together.
#[derive(Clone, Debug, Default)]
struct Counts {
    cases: usize,
    triples: usize,
    with_priority: usize,
    too_large: usize,
    splits: usize,
    holds: usize,
    violated: usize,
    always: usize,
    never: usize,
    environment_errs: usize,
    unknown: usize,
    chains: usize,
    /// Which cases were too large, or had parts that were.
    bounded: BTreeSet<String>,
}

type Shared = Arc<Mutex<Counts>>;

/// Budgets for the whole and for a part.
fn budgets() -> (Budget, Budget) {
    let high = std::env::var_os("RELY_EXHAUSTIVE").is_some();
    let (whole, part) = if high { HIGH_LIMITS } else { LIMITS };
    (Budget::unlimited().with_states(whole), Budget::unlimited().with_states(part))
}

fn main() {
    let arguments = Arguments::from_args();
    let counts: Shared = Arc::default();
    let mut trials = Vec::new();
    let mut seen = BTreeSet::new();
    for corpus in Corpus::all() {
        let corpus = Arc::new(corpus);
        // The larger corpus contains the repository's.
        for file in corpus.expected.files.keys().filter(|&file| seen.insert(file.clone())) {
            let (corpus, file, counts) = (corpus.clone(), file.clone(), counts.clone());
            trials.push(Trial::test(file.clone(), move || {
                outcome(
                    targets(&corpus.folder.join(&file), &counts).iter().flat_map(|case| check(case, &counts)),
                )
            }));
        }
        for &(systems, environments, properties) in TRIPLES {
            let all = systems.iter().flat_map(|s| environments.iter().map(move |e| (s, e)));
            for ((s, e), p) in all.flat_map(|pair| properties.iter().map(move |p| (pair, p))) {
                if corpus.expected.files.contains_key(&format!("{p}.lts")) {
                    let (folder, counts) = (corpus.folder.clone(), counts.clone());
                    let name = format!("{s} beside {} keeps {p}", if e.is_empty() { "nothing" } else { e });
                    trials.push(Trial::test(name.clone(), move || {
                        counts.lock().unwrap().triples += 1;
                        outcome(check(&triple(&folder, name, s, e, p), &counts).into_iter())
                    }));
                }
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let counts = counts.lock().unwrap().clone();
    println!("{counts:?}");
    // A filter leaves out most; a part of the corpus is large enough to have all kinds of answers.
    if arguments.filter.is_none() && !arguments.list {
        assert!(
            counts.cases > 5 && counts.splits > 100 && counts.holds > 20 && counts.violated > 20,
            "{counts:?}"
        );
        assert!(counts.unknown * 20 < counts.splits, "too much is unknown: {counts:?}");
    }
    conclusion.exit();
}

fn outcome(differences: impl Iterator<Item = String>) -> Result<(), Failed> {
    let differences: Vec<String> = differences.collect();
    if differences.is_empty() { Ok(()) } else { Err(Failed::from(differences.join("\n"))) }
}

/// The targets of a model that have a property.
fn targets(path: &Path, counts: &Shared) -> Vec<Case> {
    let Ok(loaded) = load(&path.to_string_lossy(), ReadOptions::default(), &Control::unlimited()) else {
        return Vec::new();
    };
    let Some(model) = loaded.model() else { return Vec::new() };
    let mut names: Vec<Option<&str>> = model.composites().into_iter().map(Some).collect();
    if names.is_empty() {
        names.push(None);
    }
    let budget = Control::unlimited();
    let systems = names.into_iter().filter_map(|name| Some(loaded.target(name, &budget).ok()?.system));
    let mut cases = Vec::new();
    for system in systems {
        let (properties, processes): (Vec<Component>, Vec<Component>) =
            system.components.into_iter().partition(|c| c.role == Role::Property);
        if properties.is_empty() {
            continue;
        }
        if system.priority.is_some() {
            counts.lock().unwrap().with_priority += 1;
            continue;
        }
        let name = format!("{} in {}", system.name, path.file_name().unwrap_or_default().display());
        cases.push(Case { name, actions: system.actions, processes, properties });
    }
    cases
}

/// The components of the default targets of some files (`+` between them), with one table of actions.
fn files(folder: &Path, names: &str, actions: &Actions) -> Vec<Component> {
    let mut all = Vec::new();
    for name in names.split('+').filter(|name| !name.is_empty()) {
        let path = folder.join(format!("{name}.lts"));
        let loaded = load(&path.to_string_lossy(), ReadOptions::default(), &Control::unlimited());
        let loaded = loaded.unwrap_or_else(|failure| panic!("{name}: {:?}", failure.document()));
        let target = loaded.target(None, &Control::unlimited());
        let target = target.unwrap_or_else(|failure| panic!("{name}: {:?}", failure.document()));
        all.extend(target.system.components.into_iter().map(|c| {
            let lts = Arc::new(c.lts.in_table(actions));
            Component { lts, ..c }
        }));
    }
    all
}

/// A system, its environment and a property, each from files of its own. Some properties are written as
/// processes.
fn triple(folder: &Path, name: String, system: &str, environment: &str, property: &str) -> Case {
    let actions = Actions::new();
    let mut processes = files(folder, system, &actions);
    processes.extend(files(folder, environment, &actions));
    let mut properties = files(folder, property, &actions);
    for property in &mut properties {
        property.role = Role::Property;
        property.lts = complete(&property.lts).into();
    }
    Case { name, actions, processes, properties }
}

/// Which processes are the module, one bit each: all possibilities, or a fixed sample.
fn splits(n: usize) -> Vec<u64> {
    if n <= 6 {
        return (0..1 << n).collect();
    }
    let mut rng = Rng::new(n as u64);
    let every = if n < 64 { (1 << n) - 1 } else { u64::MAX };
    let mut chosen = BTreeSet::from([0, every]);
    while chosen.len() < SAMPLE {
        // Parts of all sizes: a share of the processes, which is drawn first.
        let share = 1 + rng.below(99);
        let mask = (0..n.min(64)).filter(|_| rng.percent(share)).fold(0, |mask, i| mask | 1 << i);
        chosen.extend([mask, every & !mask]);
    }
    chosen.into_iter().collect()
}

/// What the exploration of the whole says.
struct Whole {
    /// Does the ERROR of this process occur?
    errs: Vec<bool>,
    /// Does the ERROR of a property occur?
    violated: bool,
    /// Replays runs.
    judge: Weakest,
}

fn whole(case: &Case) -> Option<Whole> {
    let components = case.processes.iter().chain(&case.properties).cloned().collect();
    let system = System::new(&case.name, &case.actions, components);
    let (budget, _) = budgets();
    let reach = Reach::explore(&system, Explore::States, Context::with_budget(&budget));
    if reach.spent().is_some() {
        return None;
    }
    let errs: Vec<bool> = (0..system.components.len()).map(|i| reach.error_run(i).is_some()).collect();
    let (processes, properties) = errs.split_at(case.processes.len());
    let judge = Weakest::new(system.components.iter().map(|c| &*c.lts), &Alphabet::new(&case.actions, []));
    Some(Whole { violated: properties.contains(&true), errs: processes.to_vec(), judge })
}

/// All differences of one case.
fn check(case: &Case, counts: &Shared) -> Vec<String> {
    let Some(whole) = whole(case) else {
        let mut counts = counts.lock().unwrap();
        counts.too_large += 1;
        counts.bounded.insert(case.name.clone());
        return Vec::new();
    };
    let mut counted = Counts { cases: 1, ..Counts::default() };
    let mut differences = Vec::new();
    for mask in splits(case.processes.len()) {
        let words = |what: String| format!("{} with module {mask:#b}: {what}", case.name);
        differences.extend(split(case, mask, &whole, &mut counted).err().map(words));
    }
    for backwards in [false, true] {
        let words = |what: String| format!("{} as a chain, backwards {backwards}: {what}", case.name);
        differences.extend(chain(case, backwards, &whole, &mut counted).err().map(words));
    }
    let mut counts = counts.lock().unwrap();
    counts.cases += counted.cases;
    counts.splits += counted.splits;
    counts.holds += counted.holds;
    counts.violated += counted.violated;
    counts.always += counted.always;
    counts.never += counted.never;
    counts.environment_errs += counted.environment_errs;
    counts.unknown += counted.unknown;
    counts.bounded.extend((counted.unknown > 0).then(|| case.name.clone()));
    counts.chains += counted.chains;
    differences
}

/// One split: the module's weakest assumption, discharged on the rest, gives the verdict of the whole.
fn split(case: &Case, mask: u64, whole: &Whole, counted: &mut Counts) -> Result<(), String> {
    let in_module = |i: usize| i < 64 && mask >> i & 1 == 1;
    let chosen = |module: bool| {
        let all = case.processes.iter().enumerate().filter(move |&(i, _)| in_module(i) == module);
        all.map(|(_, c)| c.clone()).collect::<Vec<Component>>()
    };
    let (module, environment) = (chosen(true), chosen(false));
    let known = Alphabet::union(&case.actions, environment.iter().map(|c| c.lts.alphabet()));
    let boundary = Boundary::with_environment(&case.actions, &module, &case.properties, &known);
    let (name, actions) = (case.name.clone(), case.actions.clone());
    let question = Question { name, actions, module, properties: case.properties.clone(), boundary };
    counted.splits += 1;

    let (whole_budget, budget) = budgets();
    let found = match weakest(&question, Construction::Auto, Context::with_budget(&budget)).answer {
        WeakestAnswer::Always => {
            counted.always += 1;
            Discharged::Holds
        }
        WeakestAnswer::Never { run } => {
            counted.never += 1;
            Discharged::Violated { environment: Vec::new(), run }
        }
        WeakestAnswer::Provided(assumption) => {
            discharge(&question, &assumption, &environment, Context::with_budget(&whole_budget)).verdict
        }
        WeakestAnswer::Unknown(partial) => Discharged::Unknown(partial.spent.into()),
    };
    agrees(whole, &found, in_module, counted)
}

/// The property goes through all processes, one after the other.
fn chain(case: &Case, backwards: bool, whole: &Whole, counted: &mut Counts) -> Result<(), String> {
    let mut order: Vec<usize> = (0..case.processes.len()).collect();
    if backwards {
        order.reverse();
    }
    let one = |&i: &usize| (case.processes[i].name.clone(), vec![case.processes[i].clone()]);
    let modules: Vec<(String, Vec<Component>)> = order.iter().map(one).collect();
    let Some(&first) = order.first() else { return Ok(()) };
    counted.chains += 1;
    let (_, budget) = budgets();
    let ctx = Context::with_budget(&budget);
    let found = through(&case.actions, &modules, &case.properties, &[], Construction::Auto, ctx).verdict;
    agrees(whole, &found, |i| i == first, counted)
}

/// Is this the verdict of the whole? `counts`: is the ERROR of this process a violation?
fn agrees(
    whole: &Whole,
    found: &Discharged,
    counts: impl Fn(usize) -> bool,
    counted: &mut Counts,
) -> Result<(), String> {
    let errs = |counting: bool| whole.errs.iter().enumerate().any(|(i, &errs)| errs && counts(i) == counting);
    let (violated, environment_errs) = (whole.violated || errs(true), errs(false));
    match found {
        Discharged::Holds => {
            counted.holds += 1;
            if violated { Err("holds, but the whole is violated".to_string()) } else { Ok(()) }
        }
        Discharged::Violated { run, .. } => {
            counted.violated += 1;
            if !violated {
                return Err(format!("violated by {run:?}, but the whole is not"));
            }
            let ends = whole.judge.entering(run);
            if ends.iter().any(|&i| i >= whole.errs.len() || counts(i)) {
                Ok(())
            } else {
                Err(format!("{run:?} is no run into ERROR of the module or a property: {ends:?}"))
            }
        }
        Discharged::Unknown(Reason::Spent(_)) => {
            counted.unknown += 1;
            Ok(())
        }
        Discharged::Unknown(reason) => {
            counted.environment_errs += 1;
            if environment_errs { Ok(()) } else { Err(format!("unknown: {reason}")) }
        }
    }
}
