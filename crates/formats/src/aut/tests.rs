//! The reader against one that goes line by line and has no second thoughts: same LTS, same warnings, same
//! first error, for any size of chunks and any number of threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use rely_lts::{Actions, Budget, Context, Executor, Lts, LtsBuilder, Propositions, Silent, Spent, StateId};
use rely_testkit::generate::Rng;

use super::read::read_pieces;
use super::{AutOptions, ColonLabels, Internal, MarkedStates};

/// As many threads as it says, as far as the reader can see; the last job is done first.
struct Backwards(usize);

impl Executor for Backwards {
    fn width(&self) -> usize {
        self.0
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..n).rev().for_each(job);
    }

    fn together(&self, _: &(dyn Fn(usize) + Sync)) {
        unreachable!("the jobs of a reader do not wait for each other");
    }
}

fn show(lts: &Lts) -> String {
    let mut text = format!("{} states, initial {:?}, {:?}\n", lts.n_states(), lts.initial(), lts.alphabet());
    for (s, label, t) in lts.transitions() {
        text.push_str(&format!("{} {} {:?}\n", s.raw(), lts.label_name(label), t));
    }
    if let Some(own) = lts.propositions() {
        for (i, name) in own.names().iter().enumerate() {
            let held: Vec<u32> = lts.states().filter(|&s| own.holds(s, i)).map(StateId::raw).collect();
            text.push_str(&format!("{name:?} in {held:?}\n"));
        }
    }
    text
}

fn fast(text: &[u8], options: &AutOptions, width: usize, chunk: usize) -> String {
    let executor = Backwards(width);
    let ctx = Context { budget: &Budget::unlimited(), progress: &Silent, executor: &executor };
    match read_pieces(text, &Actions::new(), options, ctx, chunk) {
        Ok(read) => {
            let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
            // The order in which names come into the table must not depend on the threads either.
            let actions = read.lts.actions();
            let names: Vec<_> =
                (0..actions.len() as u32).map(|i| actions.name(rely_lts::ActionId::from_raw(i))).collect();
            format!("{}{warnings:?}{names:?}", show(&read.lts))
        }
        Err(error) => error.to_string(),
    }
}

fn plural(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// A number without blanks around it, with the place of what is wrong.
fn number(text: &[u8], at: usize) -> Result<u64, (usize, String)> {
    let blanks = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let digits = text.trim_ascii();
    let wrong = digits.iter().position(|b| !b.is_ascii_digit());
    let overflows = |digits: &[u8]| String::from_utf8_lossy(digits).parse::<u64>().is_err();
    match wrong {
        _ if digits.is_empty() => Err((at + blanks, "expected a number".into())),
        Some(i) if i == 0 || !overflows(&digits[..i]) => Err((at + blanks + i, "expected a number".into())),
        None if !overflows(digits) => Ok(String::from_utf8_lossy(digits).parse().unwrap()),
        _ => Err((at + blanks, "this number is too large".into())),
    }
}

fn state(text: &[u8], at: usize, states: u64) -> Result<i64, (usize, String)> {
    if text.trim_ascii() == b"-1" {
        return Ok(-1);
    }
    let blanks = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    match number(text, at)? {
        n if n >= states => {
            let message =
                format!("state {n} does not exist: the header announces {}", plural(states, "state"));
            Err((at + blanks, message))
        }
        n if n >= u64::from(u32::MAX) => Err((at + blanks, format!("state {n} is too large"))),
        n => Ok(n as i64),
    }
}

fn transition(line: &[u8], states: u64) -> Result<(i64, String, i64), (usize, String)> {
    let blanks = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let open = blanks(line);
    if line[open] != b'(' {
        return Err((open, "expected `(`".into()));
    }
    let end = line.trim_ascii_end().len();
    if line[end - 1] != b')' {
        return Err((end, "expected `)` at the end of the line".into()));
    }
    let commas: Vec<usize> = (open + 1..end - 1).filter(|&i| line[i] == b',').collect();
    let (first, last) = match commas[..] {
        [] => return Err((open + 1, "expected (FROM, LABEL, TO)".into())),
        [only] => return Err((only, "expected (FROM, LABEL, TO), but there is only one comma".into())),
        [first, .., last] => (first, last),
    };
    let source = state(&line[open + 1..first], open + 1, states)?;
    if source < 0 {
        return Err((open + 1 + blanks(&line[open + 1..]), "the error state -1 has no transitions".into()));
    }
    let at = first + 1 + blanks(&line[first + 1..]);
    let text = line[first + 1..last].trim_ascii();
    let name = match text {
        [] => return Err((at, "expected a label".into())),
        [b'"', name @ .., b'"'] => name,
        [b'"', ..] => return Err((at, "this label has no closing quote".into())),
        name => name,
    };
    if name.is_empty() {
        return Err((at, "a label has at least one character".into()));
    }
    let Ok(name) = std::str::from_utf8(name) else {
        return Err((at, "this label is not UTF-8".into()));
    };
    Ok((source, name.to_string(), state(&line[last + 1..end - 1], last + 1, states)?))
}

/// The whole format, for a header that is right.
fn naive(text: &[u8], options: &AutOptions) -> String {
    let mut lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
    if lines.last() == Some(&&b""[..]) {
        lines.pop();
    }
    let mut header: Option<[u64; 3]> = None;
    let mut transitions = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = |byte: usize| {
            let before = &line[..byte.min(line.len())];
            format!("line {}, column {}: ", i + 1, before.iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1)
        };
        let Some([_, announced, states]) = header else {
            let numbers = String::from_utf8_lossy(line);
            let inside = numbers.trim().strip_prefix("des").unwrap().trim().trim_matches(['(', ')']);
            let numbers: Vec<u64> = inside.split(',').map(|n| n.trim().parse().unwrap()).collect();
            header = Some(numbers.try_into().unwrap());
            continue;
        };
        if transitions.len() as u64 >= announced {
            let blanks = line.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let (says, this) = (plural(announced, "transition"), transitions.len() + 1);
            return format!("{}the header announces {says}, but this is number {this}", place(blanks));
        }
        match transition(line, states) {
            Ok(transition) => transitions.push(transition),
            Err((byte, message)) => return place(byte) + &message,
        }
    }
    let [initial, announced, states] = header.unwrap();
    if transitions.len() as u64 != announced {
        let says = plural(announced, "transition");
        let has = transitions.len();
        return format!(
            "line {}, column 1: the header announces {says}, but the file has {has}",
            lines.len()
        );
    }
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(states as usize).unwrap();
    let mut named = initial as i64;
    let (mut n_i, mut has_tau) = (0, false);
    let mut held: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (source, name, target) in transitions {
        named = named.max(source).max(target);
        let internal = name == "tau" || name == "i" && options.internal == Internal::TauAndI;
        has_tau |= internal;
        n_i += u64::from(name == "i" && !internal);
        if options.colon_labels == ColonLabels::Propositions && name.starts_with(':') && name != ":" {
            if source != target {
                return format!(
                    "({source}, {name}, {target}) is not a loop: a label that begins with : says, on a loop, that a proposition holds in the state"
                );
            }
            actions.intern(&name);
            held.entry(name[1..].to_string()).or_default().push(source as usize);
            continue;
        }
        let action = if internal { rely_lts::ActionId::TAU } else { actions.intern(&name) };
        let target = if target < 0 { StateId::ERROR } else { StateId::at(target as usize) };
        builder.add_transition(StateId::at(source as usize), action, target);
    }
    let mut warnings = Vec::new();
    if n_i > 0 && !has_tau {
        let what = plural(n_i, "transition");
        warnings.push(format!(
            "`i` labels {what} and was read as a visible action; in CADP, `i` is the internal action"
        ));
    }
    if states as i64 > named + 1 {
        let unnamed = plural(states - named as u64 - 1, "state");
        warnings.push(format!("the header counts {unnamed} that no transition mentions"));
    }
    let names: Vec<_> =
        (0..actions.len() as u32).map(|i| actions.name(rely_lts::ActionId::from_raw(i))).collect();
    let mut lts = builder.finish(StateId::at(initial as usize)).unwrap();
    if !held.is_empty() {
        let list: Vec<&str> = held.keys().map(String::as_str).collect();
        let count = plural(list.len() as u64, "proposition");
        warnings.push(format!("loops labeled :… were read as {count}: {}", list.join(", ")));
        let mut own = Propositions::new(list.into_iter().map(Arc::from).collect(), states as usize);
        for (i, all) in held.values().enumerate() {
            all.iter().for_each(|&state| own.set(StateId::at(state), i, true));
        }
        lts = lts.with_propositions(own).unwrap();
    }
    format!("{}{warnings:?}{names:?}", show(&lts))
}

/// Random choices.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// A file with lines of every form; now and then with something wrong.
fn file(random: &mut Random) -> Vec<u8> {
    const LABELS: [&str; 26] = [
        ":p",
        "\":p\"",
        ":two, three",
        ":",
        "a",
        "\"a\"",
        " a",
        "tau",
        "\"tau\"",
        "i",
        "\"i\"",
        "eat(3)",
        "f(1, [2,3])",
        "\"f(1,2)\"",
        "{p,q}::x",
        "1",
        "a.long.label.of.many.bytes",
        "a.long.label_of.many.bytes",
        "exactly8",
        "\"exactly.sixteen\"",
        "\u{e9}",
        "-1",
        "\"\"\"\"",
        "x\"",
        ",",
        "seven77",
    ];
    let states = if random.below(80) == 0 { 123_456 } else { [1, 3, 12, 1005][random.below(4)] };
    let mut lines = Vec::new();
    let mut n = 0;
    for _ in 0..random.below(40) {
        if random.below(15) == 0 {
            lines.push(random.pick(&["", " ", "\t\r"]).to_string());
            continue;
        }
        let target = if random.below(8) == 0 { "-1".to_string() } else { random.below(states).to_string() };
        let zeros = random.pick(&["", "", "", "", "", "0", "00000000"]);
        let (s, l) = (random.below(states), random.pick(&LABELS));
        // What says that a proposition holds is mostly on loops.
        let is_loop = l.contains(':') && random.below(8) > 0;
        let target = if is_loop { s.to_string() } else { target };
        let line = match random.below(8) {
            0 => format!(" ( {s} , {l} , {target} ) "),
            1 => format!("({s}, {l}, {zeros}{target})").replace("0-1", "-1").replace("00000000-", "-"),
            2 => format!("({zeros}{s},{l},{target})\r"),
            _ => format!("({s},{l},{target})"),
        };
        n += 1;
        lines.push(line);
    }
    if random.below(3) == 0 {
        n = (n + random.below(3)).saturating_sub(1);
    }
    let initial = random.below(states);
    let before = random.pick(&["", "", "\n", "  \n\n"]);
    let end = random.pick(&["", "\n", "\n\n"]);
    let mut text = format!("{before}des ({initial}, {n}, {states})\n{}{end}", lines.join("\n")).into_bytes();
    if random.below(2) == 0 {
        // Damage, but not of the header.
        let body = before.len() + format!("des ({initial}, {n}, {states})\n").len();
        for _ in 0..1 + random.below(2) {
            let at = body + random.below(text.len() - body + 1);
            let odd = b"(),,\"-0199 \r\nx\xFF\xC3"[random.below(16)];
            match random.below(4) {
                0 if at < text.len() => text[at] = odd,
                1 if at < text.len() => {
                    text.remove(at);
                }
                2 => text.truncate(at),
                _ => text.insert(at, odd),
            }
        }
    }
    text
}

#[test]
fn it_is_what_a_naive_reader_gives_for_any_chunks_and_threads() {
    let mut random = Random::new(5);
    let (mut accepted, mut refused, mut marked, mut no_loops) = (0, 0, 0, 0);
    for _ in 0..3000 {
        let text = file(&mut random);
        let internal = if random.below(3) == 0 { Internal::TauAndI } else { Internal::Tau };
        let colon_labels =
            if random.below(3) == 0 { ColonLabels::Actions } else { ColonLabels::Propositions };
        let options = AutOptions { internal, marked: MarkedStates::Plain, colon_labels };
        let expected = naive(&text, &options);
        if expected.starts_with("line") || expected.starts_with('(') {
            refused += 1
        } else {
            accepted += 1
        }
        (marked, no_loops) = (
            marked + usize::from(expected.contains(" in [")),
            no_loops + usize::from(expected.starts_with('(')),
        );
        for (width, chunk) in [(1, 1 << 20), (1, 40), (2, 1 << 20), (2, 16), (3, 1 << 20), (3, 5)] {
            let found = fast(&text, &options, width, chunk);
            let text = String::from_utf8_lossy(&text);
            assert_eq!(found, expected, "{width} threads, chunks of {chunk} bytes:\n{text}");
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} accepted, {refused} refused");
    assert!(
        marked > 100 && no_loops > 100,
        "{marked} with propositions, {no_loops} with some on transitions"
    );
}

#[test]
fn a_spent_budget_ends_the_reading() {
    let text: String = (0..1000).map(|i| format!("({i},a,{i})\n")).collect();
    let text = format!("des (0,1000,1000)\n{text}");
    let options = AutOptions::default();
    let read = |budget: &Budget| {
        read_pieces(text.as_bytes(), &Actions::new(), &options, Context::with_budget(budget), 1000)
    };
    assert!(read(&Budget::unlimited().with_memory(100_000)).is_ok());
    let spent = read(&Budget::unlimited().with_memory(5_000)).unwrap_err().spent;
    assert_eq!(spent, Some(Spent::Memory(5_000)));
    let stop = Budget { stop: Some(std::sync::Arc::new(|| Some(Spent::Cancelled))), ..Budget::default() };
    assert_eq!(read(&stop).unwrap_err().spent, Some(Spent::Cancelled));
}
