//! Damaged models never make the reader panic, hang, or lose track of the text.
//!
//! `RELY_FUZZ_ITERATIONS` sets the number of damaged models (default 3000), `RELY_FUZZ_SEED` the seed of the
//! first. A failure prints the seed of the model; `RELY_FUZZ_ITERATIONS=1 RELY_FUZZ_SEED=<seed>` repeats it.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use rely_fsp::ast::{Definition, Model};
use rely_fsp::outline::Outline;
use rely_fsp::{Parsed, Severity, explain, parse, render};
use rely_testkit::generate::Rng;

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

/// Words to insert, one between blanks.
const WORDS: &str = r##"actions animation assert compose const constraint controls deterministic else exists fluent forall
    if import initially ltl_property menu minimal progress property range rigid safe set target then when P Q S R N X
    U W STOP END ERROR a b i tau _x 0 1 010 09 0x 0x1F 99999999999 "f.aut" "f + - * / % ^ ~ ? , ( ) { } [ ] ; @ \ # ' |
    || & && ! != < <= << <> <-> > >= >> = == . .. -> : :: [] /* */ // $ é controllerSpec controller def
    exploration include [i:R] [i:0..1] (N=1) {a,b} P=(a->P). ||S=(P||Q)."##;

/// Words that contain or are blanks.
const PHRASES: [&str; 6] = ["\n", "\0", "\u{feff}", "set S = {a}\n", "range R = 0..1\n", " "];

/// What to damage and with what.
struct Kit {
    /// Models of one point each: most have one process.
    probes: Vec<Vec<u8>>,
    /// Models with many definitions and local processes.
    larger: Vec<Vec<u8>>,
    vocabulary: Vec<&'static str>,
}

impl Kit {
    fn model(&self, random: &mut Random) -> &[u8] {
        let models = [&self.probes, &self.larger][random.below(2)];
        &models[random.below(models.len())]
    }

    fn word(&self, random: &mut Random) -> &'static str {
        self.vocabulary[random.below(self.vocabulary.len())]
    }

    fn new() -> Kit {
        let mut larger = vec![include_bytes!("everything.lts").to_vec()];
        larger.extend(models("examples"));
        Kit {
            probes: [models("corpus/probes"), models("corpus/scalable")].concat(),
            larger,
            vocabulary: WORDS.split_whitespace().chain(PHRASES).collect(),
        }
    }
}

/// The models in a folder of the repository.
fn models(folder: &str) -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    let paths = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "lts"));
    let models: Vec<_> = paths.map(|path| fs::read(path).expect("a model can be read")).collect();
    assert!(!models.is_empty(), "{folder} has no models");
    models
}

/// Cuts a text between words, numbers, symbols and blanks.
fn split(source: &[u8]) -> Vec<Vec<u8>> {
    let class = |byte: u8| match byte {
        b if b.is_ascii_alphanumeric() || b == b'_' => 0,
        b if b.is_ascii_whitespace() => 1,
        _ => 2,
    };
    let mut words: Vec<Vec<u8>> = Vec::new();
    for byte in source {
        match words.last_mut() {
            Some(word) if class(word[0]) == class(*byte) && class(*byte) != 2 => word.push(*byte),
            _ => words.push(vec![*byte]),
        }
    }
    words
}

fn damage_words(random: &mut Random, kit: &Kit, words: &mut Vec<Vec<u8>>) {
    let at = random.below(words.len());
    let new = kit.word(random).as_bytes().to_vec();
    match random.below(8) {
        0 if !words.is_empty() => drop(words.remove(at)),
        1 if !words.is_empty() => words.insert(at, words[at].clone()),
        2 if !words.is_empty() => {
            let other = random.below(words.len());
            words.swap(at, other);
        }
        3 if !words.is_empty() => words[at] = new,
        4 => {
            let end = (at + random.below(20)).min(words.len());
            words.drain(at..end);
        }
        5 => {
            let end = (at + random.below(20)).min(words.len());
            let copy = words[at..end].to_vec();
            let to = random.below(words.len() + 1);
            words.splice(to..to, copy);
        }
        6 => {
            // Deep nesting of whatever it is.
            let n = 1 + random.below(400);
            words.splice(at..at, std::iter::repeat_n(new, n));
        }
        _ => words.insert(at, new),
    }
}

fn damage_bytes(random: &mut Random, source: &mut Vec<u8>) {
    let at = random.below(source.len());
    match random.below(5) {
        0 if !source.is_empty() => drop(source.remove(at)),
        1 if !source.is_empty() => source[at] = random.below(256) as u8,
        2 if !source.is_empty() => source[at] ^= 1 << random.below(8),
        3 => source.truncate(at),
        _ => source.insert(at, random.below(256) as u8),
    }
}

fn damaged(seed: u64, kit: &Kit) -> Vec<u8> {
    let mut random = Random::new(seed);
    if random.below(8) == 0 {
        let n = random.below(300);
        let soup: Vec<&str> = (0..n).map(|_| kit.word(&mut random)).collect();
        return soup.join([" ", ""][random.below(2)]).into_bytes();
    }
    let mut words = split(kit.model(&mut random));
    if random.below(4) == 0 {
        // The beginning of one model and the end of another.
        let other = split(kit.model(&mut random));
        let cut = random.below(words.len());
        words.truncate(cut);
        words.extend_from_slice(&other[random.below(other.len())..]);
    }
    for _ in 0..random.below(6) {
        damage_words(&mut random, kit, &mut words);
    }
    let mut source = words.concat();
    for _ in 0..random.below(3) {
        damage_bytes(&mut random, &mut source);
    }
    source
}

/// What always holds for the result of the reader. Returns how many local processes and names it has.
fn judge(source: &[u8], parsed: &Parsed) -> (usize, usize) {
    let Parsed { model, diagnostics, text } = parsed;
    assert!(diagnostics.len() <= 101);
    for diagnostic in diagnostics {
        assert!(explain(diagnostic.code).is_some(), "{} has no page", diagnostic.code);
        assert_eq!(diagnostic.code.starts_with('E'), diagnostic.severity == Severity::Error);
        assert!(
            !diagnostic.message.is_empty()
                && diagnostic.message.len() < 10_000
                && !diagnostic.message.contains('\n')
        );
        let places = diagnostic.related.iter().map(|(span, _)| *span);
        for span in places.chain([diagnostic.span]).chain(diagnostic.fix.iter().map(|fix| fix.span)) {
            assert!(
                text.get(span.start as usize..span.end as usize).is_some(),
                "{span:?} is not in the text"
            );
        }
    }
    assert!(!render(text, diagnostics).is_empty() || diagnostics.is_empty());
    // Reading is a function of the source.
    assert_eq!(diagnostics, &parse(source).diagnostics);
    (spans_are_in_order(model, text), names_are_in_order(parsed))
}

/// Names and colors are in the order of the text, and there is an answer at every place. Returns how many
/// names.
fn names_are_in_order(parsed: &Parsed) -> usize {
    let outline = Outline::new(parsed);
    let mut end = 0;
    for occurrence in outline.occurrences() {
        assert!(occurrence.span.start >= end, "{occurrence:?} overlaps");
        end = occurrence.span.end;
        let name = occurrence.symbol.map(|symbol| &*outline.symbol(symbol).name);
        assert!(name.is_none_or(|name| name == outline.slice(occurrence.span)), "{occurrence:?}");
    }
    let mut end = 0;
    for part in outline.highlights() {
        assert!(part.span.start >= end && part.span.end > part.span.start, "{part:?}");
        end = part.span.end;
    }
    for quarter in 0..=4 {
        let at = (parsed.text.len() * quarter / 4) as u32;
        let (word, _) = outline.complete(at);
        assert!(word.end <= at, "{word:?}");
        let _ = outline.renamable(at).and_then(|(symbol, _)| outline.rename(symbol, "ZZ"));
    }
    outline.occurrences().len()
}

/// Definitions follow each other, and names are where they say. Returns how many local processes there are.
fn spans_are_in_order(model: &Model, text: &str) -> usize {
    let (mut end, mut locals) = (0, 0);
    for definition in &model.definitions {
        let name = definition.name();
        assert_eq!(&text[name.span.start as usize..name.span.end as usize], &*name.text);
        assert!(name.span.start >= end, "`{}` is defined inside the definition before", name.text);
        end = name.span.end;
        if let Definition::Process(process) = definition {
            for local in &process.locals {
                assert!(local.span.start >= end && local.span.end <= process.span.end);
                end = local.span.end;
                locals += 1;
            }
        }
    }
    locals
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |value| value.parse().expect("a number"))
}

#[test]
fn damaged_models_are_read_to_the_end() {
    let kit = Kit::new();
    let (first, iterations) = (setting("RELY_FUZZ_SEED", 1), setting("RELY_FUZZ_ITERATIONS", 3000));
    let (mut locals, mut names) = (0, 0);
    for seed in first..first + iterations {
        let source = damaged(seed, &kit);
        let outcome = catch_unwind(|| judge(&source, &parse(&source)));
        let text = String::from_utf8_lossy(&source);
        let (more_locals, more_names) = outcome.unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
        (locals, names) = (locals + more_locals, names + more_names);
    }
    // Damage that leaves nothing to read would test nothing but the diagnostics.
    let few = (locals as u64) < iterations || (names as u64) < 40 * iterations;
    assert!(iterations < 100 || !few, "{locals} local processes, {names} names");
}

#[test]
fn every_beginning_of_a_model_is_read_to_the_end() {
    let everything = include_bytes!("everything.lts");
    let whole = parse(everything);
    assert_eq!(render(&whole.text, &whole.diagnostics), "");
    for end in 0..everything.len() {
        let source = &everything[..end];
        judge(source, &parse(source));
    }
}
