//! Damaged models never make the elaboration panic, hang or end without a word.
//!
//! `RELY_FUZZ_ITERATIONS` sets the number of damaged models (default 1500), `RELY_FUZZ_SEED` the seed of the
//! first. A failure prints the seed of the model; `RELY_FUZZ_ITERATIONS=1 RELY_FUZZ_SEED=<seed>` repeats it.

use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rely_fsp::{Model, NoImports, Severity, build, explain, parse};
use rely_lts::{Budget, Context, Spent};
use rely_testkit::corpus::Corpus;
use rely_testkit::generate::Rng;

/// The budget is looked at this often at most; a clock would make the results depend on the machine.
const POLLS: u64 = 10_000;

/// Random choices.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n.max(1))
    }
}

/// Words, numbers, blanks, symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    Number,
    Blank,
    Symbol,
}

fn class(word: &str) -> Class {
    match word.chars().next() {
        Some(c) if c.is_ascii_uppercase() => Class::Upper,
        Some(c) if c.is_ascii_lowercase() || c == '_' => Class::Lower,
        Some(c) if c.is_ascii_digit() => Class::Number,
        Some(c) if c.is_whitespace() => Class::Blank,
        _ => Class::Symbol,
    }
}

fn split(source: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in source.chars() {
        let word_like = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match words.last_mut() {
            Some(word) if word_like(c) && word.chars().all(word_like) => word.push(c),
            Some(word) if c.is_whitespace() && word.chars().all(char::is_whitespace) => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

const NUMBERS: [&str; 8] = ["0", "1", "2", "3", "31", "1000", "99999", "2147483647"];
const OPERATORS: [&str; 17] =
    ["+", "-", "*", "/", "%", "<<", ">>", "==", "<", "&&", "||", "|", "\\", "@", ";", ":", "::"];

/// Exchanges words for others of their kind, so that most models still have a meaning.
fn damaged(seed: u64, models: &[String]) -> String {
    let mut random = Random::new(seed);
    let mut words = split(&models[random.below(models.len())]);
    if random.below(5) == 0 {
        words.push("\n".into());
        words.extend(split(&models[random.below(models.len())]));
    }
    for _ in 0..=random.below(5) {
        let at = random.below(words.len());
        let Some(word) = words.get(at) else { continue };
        let kind = class(word);
        match (random.below(10), kind) {
            (0, _) => drop(words.remove(at)),
            (1, _) => words.insert(at, words[at].clone()),
            (2, _) => {
                let end = (at + random.below(30)).min(words.len());
                let copy = words[at..end].to_vec();
                let to = random.below(words.len() + 1);
                words.splice(to..to, copy);
            }
            (_, Class::Number) => words[at] = NUMBERS[random.below(NUMBERS.len())].into(),
            (_, Class::Symbol) => words[at] = OPERATORS[random.below(OPERATORS.len())].into(),
            _ => {
                let same: Vec<usize> = (0..words.len()).filter(|&i| class(&words[i]) == kind).collect();
                words[at] = words[same[random.below(same.len())]].clone();
            }
        }
    }
    words.concat()
}

/// Runs everything there is on a model, with little budget. Returns how many systems were composed.
fn judge(source: &str) -> usize {
    let parsed = parse(source.as_bytes());
    let broken = parsed.has_errors();
    let (model, diagnostics) = Model::new(parsed.model.clone());
    let wrong = diagnostics.iter().any(|d| d.severity == Severity::Error);
    let polls = AtomicU64::new(0);
    let budget = Budget {
        states: Some(3000),
        memory: Some(100_000_000),
        stop: Some(Arc::new(move || {
            (polls.fetch_add(1, Ordering::Relaxed) >= POLLS).then_some(Spent::Cancelled)
        })),
        ..Budget::unlimited()
    };
    let ctx = Context::with_budget(&budget);
    let mut targets: Vec<String> = model.default_target().into_iter().collect();
    targets.extend(model.composites().first().map(|name| name.to_string()));
    targets.extend(model.processes().first().map(|name| name.to_string()));
    let mut all = diagnostics;
    let mut composed = 0;
    for target in targets {
        let elaborated = model.system(&target, &NoImports, ctx);
        let errors = elaborated.diagnostics.iter().any(|d| d.severity == Severity::Error);
        let told = broken || wrong || errors || elaborated.spent.is_some();
        assert!(elaborated.system.is_some() || told, "`{target}` has no system, and nobody says why");
        assert!(elaborated.system.is_none() || !errors, "`{target}` has a system in spite of errors");
        if let Some(system) = &elaborated.system {
            all.extend(model.lint(system));
            assert!(system.components.iter().all(|c| c.lts.actions().same_table(model.actions())));
            if let Ok(built) = build(system, ctx) {
                assert!(built.lts.n_states() > 0);
                composed += usize::from(!system.components.is_empty());
            }
        }
        all.extend(elaborated.diagnostics);
    }
    for assert in model.asserts().iter().chain(&model.constraints()) {
        all.extend(model.specification(assert).err().unwrap_or_default());
    }
    all.extend(model.progress_tests().err().unwrap_or_default());
    all.extend(model.menus().err().unwrap_or_default());
    for diagnostic in &all {
        assert!(explain(diagnostic.code).is_some(), "{} has no page", diagnostic.code);
        assert_eq!(diagnostic.code.starts_with('E'), diagnostic.severity == Severity::Error);
        let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
        assert!(parsed.text.get(start..end).is_some(), "{diagnostic:?} is not in the text");
    }
    composed
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |value| value.parse().expect("a number"))
}

#[test]
fn damaged_models_are_elaborated_or_explained() {
    let models: Vec<String> = Corpus::all()
        .iter()
        .flat_map(|corpus| corpus.expected.files.keys().map(|file| corpus.model(file)).collect::<Vec<_>>())
        .filter(|text| text.len() < 20_000)
        .collect();
    assert!(models.len() > 100, "the corpus is there");
    let (first, iterations) = (setting("RELY_FUZZ_SEED", 1), setting("RELY_FUZZ_ITERATIONS", 1500));
    let mut composed = 0;
    for seed in first..first + iterations {
        let source = damaged(seed, &models);
        let outcome = catch_unwind(|| judge(&source));
        composed += outcome.unwrap_or_else(|_| panic!("seed {seed}:\n{source}"));
    }
    // Damage that leaves nothing to compose would test the parser only.
    assert!(iterations < 100 || composed as u64 > iterations / 10, "{composed} systems");
}
