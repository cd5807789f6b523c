//! The places of every counterexample, judged by a scanner of the text that shares nothing with the parser: a
//! place of a process is inside of a definition of that name, and what is written there can be the action of
//! the step.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use rely_report::view::{ResultView, StepPlaceView};
use rely_testkit::corpus::Corpus;
use rely_workbench::{CheckOptions, Control, Limits, ReadOptions, check, load, models_below};

/// Larger targets are left out.
const LIMITS: Limits = Limits { states: Some(5_000), time: None, memory: None };

/// The text without comments and strings, every character in its place.
fn blanked(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let two: String = chars[at..].iter().take(2).collect();
        let end = match (two.as_str(), chars[at]) {
            ("//", _) => chars[at..].iter().position(|&c| c == '\n').map_or(chars.len(), |n| at + n),
            ("/*", _) => (at + 2..chars.len())
                .find(|&k| chars[k..].starts_with(&['*', '/']))
                .map_or(chars.len(), |k| k + 2),
            (_, '"') => (at + 1..chars.len()).find(|&k| chars[k] == '"').map_or(chars.len(), |k| k + 1),
            _ => {
                at += 1;
                continue;
            }
        };
        chars[at..end].iter_mut().filter(|c| **c != '\n').for_each(|c| *c = ' ');
        at = end;
    }
    chars
}

/// What the scanner knows about a text.
struct Scanned {
    chars: Vec<char>,
    /// Where the lines begin.
    lines: Vec<usize>,
    /// Sides of relabelings: new and old.
    pairs: Vec<(Vec<String>, Vec<String>)>,
    /// What was answered already.
    known: RefCell<HashMap<(String, String), bool>>,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Scanned {
    fn new(text: &str) -> Scanned {
        let chars = blanked(text);
        let ends = chars.iter().enumerate().filter(|(_, c)| **c == '\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        let mut pairs = Vec::new();
        for slash in (0..chars.len()).filter(|&at| chars[at] == '/') {
            // `new/old`: what is written to the left and right, up to a separator outside of brackets.
            let side = |step: isize| {
                let mut depth = 0;
                let mut found = Vec::new();
                let mut at = slash as isize + step;
                while let Some(&c) = chars.get(at as usize).filter(|_| at >= 0) {
                    let (opens, closes) = if step > 0 { ("[{(", "]})") } else { ("]})", "[{(") };
                    depth += i32::from(opens.contains(c)) - i32::from(closes.contains(c));
                    if depth < 0 || depth == 0 && ",;".contains(c) {
                        break;
                    }
                    found.push(c);
                    at += step;
                }
                if step < 0 {
                    found.reverse();
                }
                segments(&found.iter().collect::<String>())
            };
            pairs.push((side(-1), side(1)));
        }
        Scanned { chars, lines, pairs, known: RefCell::default() }
    }

    fn offset(&self, line: u32, column: u32) -> usize {
        self.lines[line as usize - 1] + column as usize - 1
    }

    /// Is an offset between `NAME` with `=` behind it, at the beginning of a definition, and the dot that
    /// ends it?
    fn inside_definition(&self, name: &str, offset: usize) -> bool {
        let name: Vec<char> = name.chars().collect();
        (0..=offset.min(self.chars.len() - name.len())).any(|start| {
            let before = start.checked_sub(1).map_or(' ', |at| self.chars[at]);
            let behind = self.chars.get(start + name.len()).copied().unwrap_or(' ');
            if is_word(before) || is_word(behind) || !self.chars[start..].starts_with(&name) {
                return false;
            }
            // Nothing ends between the name and the place.
            let ends = |at: usize| {
                let next = self.chars.get(at + 1).copied().unwrap_or(' ');
                self.chars[at] == '.' && !is_word(next) && !"[{.".contains(next) && self.chars[at - 1] != '.'
            };
            let defines = self.chars[start + name.len()..].iter().find(|c| !c.is_whitespace());
            !(start..offset).any(ends) && defines.is_some_and(|c| "=(\"".contains(*c) || name.is_empty())
        })
    }
}

/// The segments of a label: names as they are, anything else as `*`.
fn segments(text: &str) -> Vec<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut found = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        if is_word(chars[at]) {
            let end = (at..chars.len()).find(|&k| !is_word(chars[k])).unwrap_or(chars.len());
            let word: String = chars[at..end].iter().collect();
            found.push(if word.starts_with(char::is_uppercase) { "*".to_string() } else { word });
            at = end;
        } else if "[{".contains(chars[at]) {
            let mut depth = 0;
            while at < chars.len() {
                depth += i32::from("[{".contains(chars[at])) - i32::from("]}".contains(chars[at]));
                at += 1;
                if depth == 0 {
                    break;
                }
            }
            found.push("*".to_string());
        } else {
            at += 1;
        }
    }
    found
}

/// Does a pattern stand for these segments? `*` is any number of them.
fn stands_for(pattern: &[String], name: &[String]) -> bool {
    match (pattern.split_first(), name.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "*" => {
            stands_for(rest, name) || !name.is_empty() && stands_for(pattern, &name[1..])
        }
        (Some((first, rest)), Some((word, more))) => (first == word || word == "*") && stands_for(rest, more),
        _ => false,
    }
}

/// Can what is written somewhere be an action, after prefixes and relabelings?
fn can_be(scanned: &Scanned, written: &str, action: &str) -> bool {
    let key = (written.to_string(), action.to_string());
    if let Some(known) = scanned.known.borrow().get(&key) {
        return *known;
    }
    let (label, name) = (segments(written), segments(&action.replace('.', " . ")));
    let ends_with = |pattern: &[String]| (0..=name.len()).any(|at| stands_for(pattern, &name[at..]));
    // `old` is the label, or begins it: then what follows is kept.
    let is_old = |old: &[String], cut: usize| {
        (0..=old.len())
            .any(|skip| stands_for(&old[skip..], &label[..cut]) || stands_for(&label[..cut], &old[skip..]))
    };
    let relabeled = |(new, old): &(Vec<String>, Vec<String>)| {
        let becomes = |cut: usize| new.iter().chain(&label[cut..]).cloned().collect::<Vec<String>>();
        (1..=label.len()).any(|cut| is_old(old, cut) && ends_with(&becomes(cut)))
    };
    // One relabeling around another: the first one has the label, the last one the action.
    let twice = || {
        let last = |(new, _): &(Vec<String>, Vec<String>)| !new.is_empty() && ends_with(new);
        scanned.pairs.iter().any(|(_, old)| (1..=label.len()).any(|cut| is_old(old, cut)))
            && scanned.pairs.iter().any(last)
    };
    let is = !label.is_empty()
        && (action == "tau" || ends_with(&label) || scanned.pairs.iter().any(relabeled) || twice());
    scanned.known.borrow_mut().insert(key, is);
    is
}

/// Why a place cannot be right.
fn wrong(scanned: &Scanned, place: &StepPlaceView, action: &str) -> Option<String> {
    let start = scanned.offset(place.line, place.column);
    let end = scanned.offset(place.end_line?, place.end_column?);
    let written: String = scanned.chars[start..end].iter().collect();
    // A formula is one place for all its steps, and an import has no actions.
    let is_name = |word: &str| word == place.function;
    let is_whole = written.contains('=') && written.split(|c| !is_word(c)).take(2).any(is_name);
    if !is_whole && !scanned.inside_definition(&place.function, start) {
        return Some(format!("`{written}` is not inside of {}", place.function));
    }
    let fits = place.refused || is_whole || can_be(scanned, &written, action);
    (!fits).then(|| format!("`{written}` is not {action}"))
}

#[derive(Default, Debug)]
struct Count {
    runs: usize,
    places: usize,
    refused: usize,
    without: usize,
    wrong: Vec<String>,
    asked: usize,
    moved: usize,
}

fn judge(count: &mut Count, file: &str, scanned: &Scanned, result: &ResultView) {
    let Some(view) = &result.steps else { return };
    count.runs += 1;
    for step in &view.steps {
        for &i in &step.participants {
            if !step.places.iter().any(|place| place.component == i) {
                count.without += 1;
            }
        }
        for place in &step.places {
            count.places += 1;
            count.refused += usize::from(place.refused);
            if let Some(why) = wrong(scanned, place, &step.action) {
                count.wrong.push(format!("{file}:{}:{}: {}: {why}", place.line, place.column, step.action));
            }
            // The scanner is able to say no: of every tenth place, since this is slow.
            if !count.places.is_multiple_of(10) {
                continue;
            }
            count.asked += 1;
            let (line, end_line) = (place.line - 1, place.end_line.map(|line| line - 1));
            let one_up = StepPlaceView { line, end_line, ..place.clone() };
            let fits = |place: &StepPlaceView| {
                let column = place.column as usize;
                line > 0
                    && scanned.offset(line, 1) + column < scanned.chars.len()
                    && wrong(scanned, place, &step.action).is_none()
            };
            count.moved += usize::from(!fits(&one_up));
        }
    }
}

#[test]
fn every_step_of_every_counterexample_is_where_its_action_is_written() {
    let mut files: Vec<String> = Vec::new();
    for corpus in Corpus::all() {
        files.extend(
            corpus.expected.files.keys().map(|f| corpus.folder.join(f).to_string_lossy().into_owned()),
        );
    }
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    files.extend(models_below(&[examples]).map(|(path, _)| path.to_string_lossy().into_owned()));
    // Their components of C take long, and their places are not in the model.
    files.retain(|file| !file.contains("examples/c/"));
    let mut count = Count::default();
    for file in &files {
        let Ok(loaded) = load(file, ReadOptions::default(), &Control::unlimited()) else { continue };
        let Some(source) = loaded.source() else { continue };
        let scanned = Scanned::new(&source.text);
        let composites = loaded.model().map_or_else(Vec::new, |model| model.composites());
        let mut targets: Vec<Option<String>> = composites.iter().map(|name| Some(name.to_string())).collect();
        if targets.is_empty() {
            targets.push(None);
        }
        for target in targets {
            let control = Control::new(&LIMITS, 1, Arc::default());
            let options = CheckOptions { target, ..CheckOptions::default() };
            let Ok(checked) = check(&loaded, &options, &control) else { continue };
            // Lines of C are judged elsewhere.
            let has_code = |r: &ResultView| {
                let mut places = r.steps.iter().flat_map(|view| &view.steps).flat_map(|step| &step.places);
                places.any(|place| place.file != loaded.path)
            };
            let judged = checked.document.results.iter().filter(|r| !has_code(r));
            judged.for_each(|result| judge(&mut count, file, &scanned, result));
        }
    }
    println!(
        "{} runs, {} places, {} refused, {} without",
        count.runs, count.places, count.refused, count.without
    );
    println!("{} wrong, {} would be one line up", count.wrong.len(), count.moved);
    assert!(
        count.wrong.is_empty(),
        "{}",
        count.wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n")
    );
    assert!(count.runs > 100 && count.places > 500, "{count:?}");
    assert!(count.without * 100 < count.places, "{count:?}");
    assert!(count.moved * 2 > count.asked, "the scanner accepts too much: {count:?}");
}
