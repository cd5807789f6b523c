//! `cargo xtask bench svcomp [--seconds N] [FAMILY…]`: programs of the Competition on Software Verification.
//!
//! The programs are not part of the repository: the variable `RELY_SVCOMP` names the folder `c` of a copy.
//! The name of a file says whether its error can be reached. A wrong verdict is a failure; *unknown* is
//! counted. Seconds are those of the processor, with clang and the execution of counterexamples.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::measure::{Outcome, json_number_at, measure};
use super::page::write_section;
use super::tools::{rely, target_folder};

/// The families, and what is expected of each: this many right verdicts. A program that is there as source
/// and preprocessed counts once.
const FAMILIES: [(&str, usize); 7] = [
    ("locks", 13),
    ("ssh-simplified", 26),
    ("ntdrivers-simplified", 10),
    ("systemc", 45),
    ("bitvector", 30),
    ("pthread-atomic", 8),
    ("loops", 0),
];

/// Processor seconds for each file.
const SECONDS: u64 = 60;

/// The clock may show this many times the processor's limit, on a loaded machine.
const PATIENCE: u64 = 30;

/// What a program is expected to do, or found to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    Unknown,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }
}

/// One file with its verdict.
#[derive(Clone, Debug)]
struct Row {
    file: String,
    expected: Verdict,
    verdict: Verdict,
    /// Why there is no verdict.
    reason: String,
    seconds: f64,
    queries: Option<u64>,
    predicates: Option<u64>,
}

impl Row {
    fn is_wrong(&self) -> bool {
        self.verdict != Verdict::Unknown && self.verdict != self.expected
    }

    /// As a line of the table of the section.
    fn line(&self) -> String {
        let number = |found: Option<u64>| found.map_or("–".to_string(), |n| n.to_string());
        let verdict = match (self.is_wrong(), &self.reason[..]) {
            (true, _) => format!("**{} (wrong)**", self.verdict.text()),
            (false, "") => self.verdict.text().to_string(),
            (false, reason) => format!("unknown: {reason}"),
        };
        format!(
            "| {} | {} | {verdict} | {:.2} | {} | {} |",
            self.file,
            self.expected.text(),
            self.seconds,
            number(self.queries),
            number(self.predicates)
        )
    }

    /// From a line of a section that was written earlier.
    fn read(line: &str) -> Option<Row> {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [file, expected, verdict, seconds, queries, predicates] = cells.as_slice() else { return None };
        let word = |text: &str| match text.trim_start_matches('*').split([' ', ':']).next() {
            Some("holds") => Some(Verdict::Holds),
            Some("violated") => Some(Verdict::Violated),
            Some("unknown") => Some(Verdict::Unknown),
            _ => None,
        };
        Some(Row {
            file: file.to_string(),
            expected: word(expected)?,
            verdict: word(verdict)?,
            reason: verdict.strip_prefix("unknown: ").unwrap_or_default().to_string(),
            seconds: seconds.parse().ok()?,
            queries: queries.parse().ok(),
            predicates: predicates.parse().ok(),
        })
    }
}

/// Runs the families and writes the section; families that are not run keep their rows.
pub fn run(arguments: &[&str]) -> bool {
    let (mut seconds, mut chosen) = (SECONDS, Vec::new());
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        match word {
            "--seconds" => match words.next().and_then(|n| n.parse().ok()) {
                Some(n) => seconds = n,
                None => return usage(),
            },
            family if FAMILIES.iter().any(|(name, _)| *name == family) => chosen.push(family),
            _ => return usage(),
        }
    }
    let Some(root) = std::env::var_os("RELY_SVCOMP").map(PathBuf::from) else {
        println!("skipped: RELY_SVCOMP does not name the folder `c` of the benchmarks of SV-COMP");
        return true;
    };
    let Some(rely) = rely() else { return false };
    let mut tables = recorded();
    for (family, _) in FAMILIES {
        if !chosen.is_empty() && !chosen.contains(&family) {
            continue;
        }
        let files = programs(&root.join(family));
        if files.is_empty() {
            eprintln!("{}: no programs", root.join(family).display());
            return false;
        }
        let mut rows = Vec::new();
        for (path, expected) in files {
            let row = judge(&rely, &path, expected, seconds);
            println!("{family} {}", row.line());
            rows.push(row);
        }
        tables.insert(family.to_string(), (seconds, rows));
    }
    let text = section(&tables);
    println!("{}", text.split("\n###").next().unwrap_or_default());
    let is_right = tables.values().all(|(_, rows)| !rows.iter().any(Row::is_wrong));
    write_section(&crate::root(), "svcomp", &text) && is_right
}

fn usage() -> bool {
    let names: Vec<&str> = FAMILIES.iter().map(|(name, _)| *name).collect();
    eprintln!("usage: cargo xtask bench svcomp [--seconds N] [FAMILY…]; families: {}", names.join(", "));
    false
}

/// The programs of a folder with what is expected of them. A preprocessed file is left out if its source is
/// there.
pub fn programs(folder: &Path) -> Vec<(PathBuf, Verdict)> {
    let mut found: BTreeMap<String, (PathBuf, Verdict)> = BTreeMap::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(expected) = expected(&name) else { continue };
        let Some((stem, ending)) = name.rsplit_once('.') else { continue };
        if ending == "c" || (ending == "i" && !found.contains_key(stem)) {
            found.insert(stem.to_string(), (path, expected));
        }
    }
    found.into_values().collect()
}

/// What the name of a file says.
fn expected(name: &str) -> Option<Verdict> {
    match (name.contains("true-unreach-call"), name.contains("false-unreach-call")) {
        (true, false) => Some(Verdict::Holds),
        (false, true) => Some(Verdict::Violated),
        _ => None,
    }
}

/// Checks a program.
fn judge(rely: &Path, path: &Path, expected: Verdict, seconds: u64) -> Row {
    let limit = seconds.to_string();
    let (rely, file) = (rely.to_string_lossy(), path.to_string_lossy());
    // The shell limits the processor's time, and becomes the command.
    let script = "ulimit -t \"$0\"; exec \"$@\"";
    let check = ["check", &file, "--std", "gnu89", "--check", "error-call", "--format", "json"];
    let mut arguments = vec!["-c", script, &limit, &rely];
    arguments.extend(check);
    let mut row = Row {
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        expected,
        verdict: Verdict::Unknown,
        reason: String::new(),
        seconds: 0.0,
        queries: None,
        predicates: None,
    };
    match measure(Path::new("/bin/sh"), &arguments, &target_folder(), PATIENCE * seconds) {
        Outcome::Ended(taken) => {
            row.seconds = taken.cpu;
            row.queries = json_number_at(&taken.text, 3, "queries");
            row.predicates = json_number_at(&taken.text, 3, "predicates");
            (row.verdict, row.reason) = answer(&taken.text, seconds);
        }
        Outcome::TimedOut(_) | Outcome::NotStarted(_) => row.reason = "no answer".to_string(),
    }
    row
}

/// The verdict of a document, with the reason if it is unknown.
fn answer(text: &str, seconds: u64) -> (Verdict, String) {
    let unknown = |reason: &str| {
        let short: String = reason.replace('|', "/").chars().take(100).collect();
        (Verdict::Unknown, short)
    };
    if text.trim().is_empty() {
        return unknown(&format!("no answer in {seconds} s"));
    }
    match string(text, "verdict") {
        Some("holds") => (Verdict::Holds, String::new()),
        Some("violated") => (Verdict::Violated, String::new()),
        Some(_) => unknown(&without_places(string(text, "reason").unwrap_or("no reason"))),
        None => unknown(&without_places(string(text, "message").unwrap_or("no document"))),
    }
}

/// The first string with a name.
fn string<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("\"{key}\": \""))?;
    rest.split("\",\n").next()?.split("\"\n").next()
}

/// A reason without the folders of its files, which are of this machine.
fn without_places(reason: &str) -> String {
    let words = reason.split(' ').map(|word| match word.rsplit_once('/') {
        Some((head, rest)) if word.starts_with("(/") || word.starts_with('/') => {
            format!("{}{rest}", if head.starts_with('(') { "(" } else { "" })
        }
        _ => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

type Tables = BTreeMap<String, (u64, Vec<Row>)>;

/// The rows of the section as it is.
fn recorded() -> Tables {
    let page = std::fs::read_to_string(crate::root().join("BENCHMARKS.md")).unwrap_or_default();
    let inside =
        page.split_once("<!-- begin svcomp -->").and_then(|(_, rest)| rest.split_once("<!-- end svcomp -->"));
    read_tables(inside.map_or("", |(section, _)| section))
}

fn read_tables(section: &str) -> Tables {
    let mut tables = Tables::new();
    for part in section.split("\n### ").skip(1) {
        let head = part.lines().next().unwrap_or_default();
        let Some((family, rest)) = head.split_once(" (at most ") else { continue };
        let seconds = rest.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(SECONDS);
        tables.insert(family.to_string(), (seconds, part.lines().filter_map(Row::read).collect()));
    }
    tables
}

fn section(tables: &Tables) -> String {
    let mut text = String::from(
        "## Programs of SV-COMP (`cargo xtask bench svcomp`)\n\nIs the error call reachable? Files of the snapshot of 2015 (symbooglix/sv-benchmarks, folder `c/`), \
         translated by clang and decided by Rely's own engines and solver. Seconds are those of the processor, with clang and the execution of every counterexample. \
         *Wrong* verdicts make the command fail.\n\n\
         | family | files | right | expected at least | unknown | wrong | seconds | longest |\n|---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let all = FAMILIES.iter().filter_map(|(name, bar)| Some((name, bar, tables.get(*name)?)));
    for (family, bar, (_, rows)) in all.clone() {
        let count = |test: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
        let total: f64 = rows.iter().map(|row| row.seconds).sum();
        let longest = rows.iter().map(|row| row.seconds).fold(0.0, f64::max);
        let _ = writeln!(
            text,
            "| {family} | {} | {} | {bar} | {} | {} | {total:.1} | {longest:.1} |",
            rows.len(),
            count(&|row| row.verdict == row.expected),
            count(&|row| row.verdict == Verdict::Unknown),
            count(&Row::is_wrong)
        );
    }
    for (family, _, (seconds, rows)) in all {
        let _ = write!(
            text,
            "\n### {family} (at most {seconds} s each)\n\n| file | expected | verdict | seconds | queries | predicates |\n|---|---|---|---:|---:|---:|\n"
        );
        for row in rows {
            let _ = writeln!(text, "{}", row.line());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_expected() {
        assert_eq!(expected("a_true-unreach-call_false-termination.cil.c"), Some(Verdict::Holds));
        assert_eq!(expected("a_false-unreach-call.i"), Some(Verdict::Violated));
        assert_eq!(expected("Makefile"), None);
    }

    #[test]
    fn documents_have_verdicts() {
        let holds = "{\n  \"results\": [\n    {\n      \"verdict\": \"holds\",\n";
        assert_eq!(answer(holds, 5), (Verdict::Holds, String::new()));
        let open = "{\n  \"verdict\": \"unknown\",\n  \"reason\": \"not modeled: x (/a/b/c.c:3)\",\n";
        assert_eq!(answer(open, 5), (Verdict::Unknown, "not modeled: x (c.c:3)".to_string()));
        assert_eq!(answer("", 5), (Verdict::Unknown, "no answer in 5 s".to_string()));
    }

    #[test]
    fn a_section_is_read_as_it_was_written() {
        let row = |verdict, reason: &str| Row {
            file: "a.c".to_string(),
            expected: Verdict::Holds,
            verdict,
            reason: reason.to_string(),
            seconds: 1.25,
            queries: Some(3),
            predicates: None,
        };
        let rows = vec![
            row(Verdict::Holds, ""),
            row(Verdict::Violated, ""),
            row(Verdict::Unknown, "no answer in 9 s"),
        ];
        let tables = Tables::from([("locks".to_string(), (9, rows))]);
        let text = section(&tables);
        assert!(text.contains("| locks | 3 | 1 | 13 | 1 | 1 | 3.8 | 1.2 |"), "{text}");
        assert_eq!(section(&read_tables(&text)), text);
    }
}
