//! Every fenced block of the book, of README.md and of the READMEs of the examples is executed. One test per
//! page.
//!
//! | block | what must be true |
//! |---|---|
//! | `fsp`, `fsp,file=NAME` | the model has no errors; with a name it is a file of the page's folder from there on |
//! | `fsp,error=CODE` | the model gives that error or warning |
//! | `console` | each `$ command` gives the lines below it (standard output, then standard error); `…` stands for any lines or, inside a line, any text; `[exit N]` ends what is expected of a command that does not exit with 0 |
//! | `text`, `sh` | nothing: pictures, grammars, and what cannot be run in a test |
//!
//! A command that decides something is run once more with `--certificate`, unless it has that option already,
//! and both checkers must accept all that it writes: the program itself, and the one in Python. The number of
//! accepted certificates is compared at the end.

#[path = "book/certified.rs"]
mod certified;
mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Folder, RELY, Run, repository};
use libtest_mimic::{Arguments, Failed, Trial};

/// Certificates that both checkers have accepted.
static CERTIFIED: AtomicUsize = AtomicUsize::new(0);

/// There are at least this many if all pages are executed.
const LEAST_CERTIFIED: usize = 150;

fn main() -> ExitCode {
    let root = repository();
    let book = root.join("docs/book/src");
    let mut pages = Vec::new();
    find_pages(&book, &mut pages);
    assert!(pages.len() > 10, "the book was not found");
    let examples = ["c/driver", "c/handshake", "c/rover", "queue", "service"];
    pages.extend(examples.map(|name| root.join("examples").join(name).join("README.md")));
    pages.extend(["README.md", "examples/README.md"].map(|name| root.join(name)));
    pages.sort();
    let mut trials: Vec<Trial> = pages
        .into_iter()
        .map(|path| {
            let book = book.clone();
            let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            Trial::test(name, move || {
                let text = std::fs::read_to_string(&path)?;
                let other = if path.starts_with(&book) { Other::Refused } else { Other::Skipped };
                run_page(&text, other).map_err(|faults| Failed::from(faults.join("\n\n")))
            })
        })
        .collect();
    trials.extend(self_tests());
    trials.push(Trial::test("docs/book/src/SUMMARY.md lists every page once", every_page_is_listed));
    let arguments = Arguments::from_args();
    let is_everything = !arguments.list && arguments.filter.is_none() && arguments.skip.is_empty();
    let code = libtest_mimic::run(&arguments, trials).exit_code();
    let certified = CERTIFIED.load(Ordering::Relaxed);
    if is_everything && certified < LEAST_CERTIFIED {
        eprintln!("only {certified} certificates were judged; there were at least {LEAST_CERTIFIED}");
        return ExitCode::FAILURE;
    }
    code
}

/// What mdBook would refuse or leave out: entries without a page, and pages without an entry.
fn every_page_is_listed() -> Result<(), Failed> {
    let book = repository().join("docs/book/src");
    let summary = std::fs::read_to_string(book.join("SUMMARY.md"))?;
    let mut listed: Vec<&str> =
        summary.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(page, _)| page).collect();
    listed.sort_unstable();
    let mut pages = Vec::new();
    find_pages(&book, &mut pages);
    let name = |path: &PathBuf| path.strip_prefix(&book).unwrap().to_string_lossy().replace('\\', "/");
    let mut pages: Vec<String> = pages.iter().map(name).filter(|name| name != "SUMMARY.md").collect();
    pages.sort_unstable();
    if listed == pages { Ok(()) } else { Err(format!("listed: {listed:?}\npages: {pages:?}").into()) }
}

fn find_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.expect("the folder can be listed").path()) {
        if path.is_dir() {
            find_pages(&path, pages);
        } else if path.extension().is_some_and(|e| e == "md") {
            pages.push(path);
        }
    }
}

/// A fenced block.
struct Block {
    /// Where it begins in the page, from 1.
    line: usize,
    /// What follows the opening fence.
    info: String,
    lines: Vec<String>,
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let start = line.trim_start();
        let ticks = start.len() - start.trim_start_matches('`').len();
        if ticks < 3 {
            continue;
        }
        let indent = line.len() - start.len();
        let (fence, info) = start.split_at(ticks);
        let mut block = Block { line: at + 1, info: info.trim().to_string(), lines: Vec::new() };
        loop {
            let (_, line) = lines.next().ok_or(format!("line {}: the block is never closed", at + 1))?;
            if line.trim() == fence {
                break;
            }
            let cut = line.len() - line.trim_start().len();
            block.lines.push(line[cut.min(indent)..].to_string());
        }
        blocks.push(block);
    }
    Ok(blocks)
}

/// What to do with blocks of other kinds: the book has none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    Refused,
    Skipped,
}

/// Executes a page in a folder of its own; what went wrong, by place.
fn run_page(page: &str, other: Other) -> Result<(), Vec<String>> {
    let folder = Folder::new();
    copy_examples(&folder);
    let mut faults = Vec::new();
    for block in blocks(page).map_err(|fault| vec![fault])? {
        let found = match block.info.split(',').next().unwrap_or_default() {
            "fsp" => run_model(&folder, &block).err().into_iter().collect(),
            "console" => run_console(&folder, &block),
            "text" | "sh" => Vec::new(),
            _ if other == Other::Skipped => Vec::new(),
            kind => vec![format!("line {}: nobody knows how to execute a block `{kind}`", block.line)],
        };
        faults.extend(found);
    }
    faults.extend(outdated(page, &folder));
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Pictures that a page shows and draws, and that are not what it draws. README.md has its own in
/// `docs/tour`, pages of the book in `docs/book/src/pictures`.
fn outdated(page: &str, folder: &Folder) -> Vec<String> {
    let mut faults = Vec::new();
    for (mark, kept) in [("docs/tour/", "docs/tour"), ("](pictures/", "docs/book/src/pictures")] {
        let shown = page.split(mark).skip(1).filter_map(|rest| rest.split_once(".svg"));
        let names: BTreeSet<String> = shown.map(|(name, _)| format!("{name}.svg")).collect();
        for name in names {
            let drawn = std::fs::read(folder.path().join(&name));
            let place = repository().join(kept).join(&name);
            if matches!((&drawn, std::fs::read(&place)), (Ok(drawn), Ok(kept)) if *drawn == kept) {
                continue;
            }
            // `cargo xtask tour` asks for the pictures to be written.
            match drawn {
                Ok(drawn) if std::env::var_os("RELY_DRAW_TOUR").is_some() => {
                    std::fs::write(&place, drawn).expect("a picture can be written");
                }
                _ => faults.push(format!("{kept}/{name} is not what the page draws; run `cargo xtask tour`")),
            }
        }
    }
    faults
}

fn copy_examples(folder: &Folder) {
    let c = ["c", "c/queue", "c/queue/callers", "c/components", "c/driver", "c/handshake", "c/rover"];
    let folders =
        c.into_iter().chain(["queue", "scalable", "service"]).map(|name| format!("examples/{name}"));
    for examples in ["examples".to_string()].into_iter().chain(folders) {
        let (from, to) = (repository().join(&examples), folder.path().join(&examples));
        std::fs::create_dir(&to).expect("a folder can be made");
        let entries = std::fs::read_dir(from).expect("there are examples");
        let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
        for path in paths.filter(|path| path.is_file()) {
            std::fs::copy(&path, to.join(path.file_name().expect("it has a name")))
                .expect("an example can be copied");
        }
    }
}

fn run_model(folder: &Folder, block: &Block) -> Result<(), String> {
    let option = |key: &str| block.info.split(',').skip(1).find_map(|part| part.trim().strip_prefix(key));
    let name = option("file=").unwrap_or("block.lts");
    folder.file(name, block.lines.join("\n") + "\n");
    let run = folder.rely(&["check", name, "--format", "json", "--budget", "states=1M,time=20"]);
    let document: serde_json::Value =
        serde_json::from_str(&run.out).map_err(|e| format!("line {}: {e}: {}", block.line, run.screen()))?;
    let found: Vec<&serde_json::Value> =
        ["diagnostics", "warnings"].iter().filter_map(|key| document[key].as_array()).flatten().collect();
    let said = || serde_json::to_string_pretty(&found).unwrap_or_default();
    match option("error=") {
        Some(code) if found.iter().any(|d| d["code"] == code) => Ok(()),
        Some(code) => Err(format!("line {}: expected {code}, got {}", block.line, said())),
        // Without a process there is nothing to check, and nothing wrong.
        None if matches!(run.code, Some(0 | 1 | 3 | 4)) => Ok(()),
        None => Err(format!("line {}: the model has errors: {}", block.line, said())),
    }
}

fn run_console(folder: &Folder, block: &Block) -> Vec<String> {
    let mut faults = Vec::new();
    let mut lines = block.lines.iter().enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        let place = block.line + 1 + at;
        let Some(command) = line.strip_prefix("$ ") else {
            faults.push(format!("line {place}: expected `$ command`, got `{line}`"));
            continue;
        };
        let mut command = command.to_string();
        while command.ends_with('\\') {
            command.pop();
            command.push_str(lines.next().map_or("", |(_, more)| more.trim_start_matches("> ")));
        }
        let mut expected = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with("$ ")) {
            expected.push(line.trim_end().to_string());
        }
        // What builds the program or fetches it cannot be run here.
        if ["cargo ", "git ", "cd "].iter().any(|word| command.starts_with(word)) {
            continue;
        }
        let run = run_shell(folder, &command);
        faults.extend(compare(&run, expected).map(|fault| format!("line {place}: $ {command}\n{fault}")));
        if let Some(command) = certified_part(&command).filter(|_| matches!(run.code, Some(0 | 1))) {
            let fault = certify(folder, &command).err();
            faults.extend(fault.map(|fault| format!("line {place}: $ {command}\n{fault}")));
        }
    }
    faults
}

/// The part of a line up to a command that decides something that can be certified.
fn certified_part(line: &str) -> Option<String> {
    let decides = ["check", "prove", "assume", "compare", "compat"];
    let (mut start, mut is_quoted) = (0, false);
    let ends = line.char_indices().filter(|&(_, c)| {
        is_quoted ^= c == '\'';
        c == '|' && !is_quoted
    });
    for end in ends.map(|(at, _)| at).chain([line.len()]).collect::<Vec<_>>() {
        let (command, mut words) = (&line[start..end], line[start..end].split_whitespace());
        if words.next() == Some("rely") && words.next().is_some_and(|word| decides.contains(&word)) {
            // A table of several targets has no certificate.
            let is_table = command.contains(" --all-targets") || command.contains(" --expect");
            let is_plain = !is_table && !command.contains(['<', '>', ';', '&', '$', '`']);
            return is_plain.then(|| line[..end].trim().to_string());
        }
        start = end + 1;
    }
    None
}

/// Runs a command once more for its certificates, unless it has just written some. Both checkers must accept
/// them.
fn certify(folder: &Folder, command: &str) -> Result<(), String> {
    let given = command.split_whitespace().skip_while(|word| *word != "--certificate").nth(1);
    let stem = given.unwrap_or("certificate.json").trim_end_matches(".json");
    // With several properties or versions, the names of the files have more to tell.
    let files = || -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder.path()).expect("the folder can be listed");
        let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
        let is_one = |name: &str| {
            name == format!("{stem}.json") || name.starts_with(&format!("{stem}-")) && name.ends_with(".json")
        };
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.file_name().is_some_and(|n| is_one(&n.to_string_lossy()))).collect();
        paths.sort();
        paths
    };
    let mut screen = String::new();
    if given.is_none() {
        for file in files() {
            std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        screen = run_shell(folder, &format!("{command} --certificate {stem}.json")).screen();
    }
    let files = files();
    if files.is_empty() {
        return Err(format!("it wrote no certificate:\n{screen}"));
    }
    let mut certificates = Vec::new();
    for file in &files {
        let own = run_shell(folder, &format!("rely certify '{}'", file.display()));
        let checker = repository().join("checker");
        let other = run_shell(folder, &format!("python3 '{}' '{}'", checker.display(), file.display()));
        if own.code != Some(0) || other.code != Some(0) {
            return Err(format!("its certificate is not accepted:\n{}\n{}", own.screen(), other.screen()));
        }
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        certificates
            .push(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?);
        CERTIFIED.fetch_add(1, Ordering::Relaxed);
    }
    let written = run_shell(folder, &as_json(command));
    let document = serde_json::from_str(&written.out);
    let document = document.map_err(|error| format!("as JSON: {error}:\n{}", written.screen()))?;
    match certified::missing(&document, &certificates).as_slice() {
        [] => Ok(()),
        missing => Err(format!("its certificates lack what it decided: {}", missing.join(", "))),
    }
}

/// A command that prints its document as JSON, whatever it printed before.
fn as_json(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    while let Some(at) = words.iter().position(|word| ["--format", "--output", "-o"].contains(word)) {
        words.drain(at..(at + 2).min(words.len()));
    }
    format!("{} --format json", words.join(" "))
}

/// Runs a line as a shell would, with the command under test first in the path.
fn run_shell(folder: &Folder, line: &str) -> Run {
    let bin = Path::new(RELY).parent().expect("the binary is in a folder").to_path_buf();
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&old))).expect("a path");
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder.path());
    command.env("PATH", path).env("COLUMNS", "100").env("NO_COLOR", "1");
    let output = command.stdin(std::process::Stdio::null()).output().expect("there is a shell");
    Run {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    }
}

/// What is wrong with a run, if anything.
fn compare(run: &Run, mut expected: Vec<String>) -> Option<String> {
    let drop_blanks = |lines: &mut Vec<String>| {
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
    };
    drop_blanks(&mut expected);
    let mut code = 0;
    if let Some(given) =
        expected.last().and_then(|l| l.strip_prefix("[exit ")?.strip_suffix("]")?.parse().ok())
    {
        code = given;
        expected.pop();
        drop_blanks(&mut expected);
    }
    let mut got: Vec<String> =
        run.out.lines().chain(run.err.lines()).map(|l| l.trim_end().to_string()).collect();
    drop_blanks(&mut got);
    if run.code == Some(code) && match_lines(&expected, &got) {
        return None;
    }
    let exit = run.code.map_or("none".to_string(), |code| code.to_string());
    Some(format!("expected (exit {code}):\n{}\ngot (exit {exit}):\n{}", expected.join("\n"), got.join("\n")))
}

fn match_lines(expected: &[String], got: &[String]) -> bool {
    matches(expected, got, &|line| line.trim() == "…", &|pattern, line| {
        let (pattern, line): (Vec<char>, Vec<char>) = (pattern.chars().collect(), line.chars().collect());
        matches(&pattern, &line, &|c| *c == '…', &|a, b| a == b)
    })
}

/// Does a pattern fit, where some of its items stand for any sequence? Greedy, with one point to return to:
/// what stands between two such items is best taken as early as possible.
fn matches<T>(pattern: &[T], got: &[T], any: &dyn Fn(&T) -> bool, same: &dyn Fn(&T, &T) -> bool) -> bool {
    let (mut p, mut g) = (0, 0);
    let mut retry = None;
    while g < got.len() {
        if p < pattern.len() && any(&pattern[p]) {
            retry = Some((p + 1, g));
            p += 1;
        } else if p < pattern.len() && same(&pattern[p], &got[g]) {
            (p, g) = (p + 1, g + 1);
        } else if let Some((after, from)) = retry {
            (p, g) = (after, from + 1);
            retry = Some((after, from + 1));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(any)
}

/// The harness itself: pages that are right, and pages whose fault it must notice.
fn self_tests() -> Vec<Trial> {
    let model = "```fsp,file=m.lts\nP = (a -> b -> P).\n```\n";
    let console = |lines: &str| format!("{model}```console\n{lines}\n```\n");
    let table = "\n\n  deadlock                none: holds\n  progress  every action  holds";
    let right = [
        console(&format!("$ rely check m.lts\nDEFAULT (m.lts)  1 component, 2 states, 2 transitions{table}")),
        console(&format!("$ rely check m.lts\nDEFAULT … 2 states, …{table}")),
        console("$ rely check m.lts\n…\n  progress …\n$ ls\n…\nm.lts"),
        console("$ rely check none.lts\n…no such file\n[exit 2]"),
        console("$ printf 'q\\n' | rely simulate m.lts\n…\n> q"),
        "```fsp,error=E0202\nP = (a -> \n```\n".to_string(),
        "```text\nanything\n```\n".to_string(),
    ];
    let wrong = [
        console("$ rely check m.lts\nDEFAULT (m.lts)  1 component, 3 states, 2 transitions\n…"),
        console("$ rely check m.lts\nDEFAULT (m.lts)  1 component, 2 states, 2 transitions"),
        console("$ rely check m.lts\n…\n[exit 1]"),
        console("$ rely check none.lts\n…"),
        console("$ rely check m.lts\n…\nand one more line"),
        console("rely check m.lts"),
        "```fsp\nP = (a -> .\n```\n".to_string(),
        "```fsp\nP = (a -> STOP).\n||S = (Q).\n```\n".to_string(),
        "```fsp,error=E0101\nP = (a -> STOP).\n```\n".to_string(),
        "```java\nclass X {}\n```\n".to_string(),
        "```console\n$ rely explain\n…".to_string(),
    ];
    let good = right.into_iter().enumerate().map(|(i, page)| {
        Trial::test(format!("harness/right-{i}"), move || {
            run_page(&page, Other::Refused)
                .map_err(|faults| Failed::from(format!("{page}\n{}", faults.join("\n"))))
        })
    });
    let bad = wrong.into_iter().enumerate().map(|(i, page)| {
        Trial::test(format!("harness/wrong-{i}"), move || match run_page(&page, Other::Refused) {
            Err(_) => Ok(()),
            Ok(()) => Err(Failed::from(format!("a fault was not noticed:\n{page}"))),
        })
    });
    let certified =
        Trial::test("harness/certified", || claims_that_are_left_out_are_noticed().map_err(Failed::from));
    good.chain(bad).chain([certified]).collect()
}

/// Every claim of a certificate is left out in turn.
fn claims_that_are_left_out_are_noticed() -> Result<(), String> {
    let model = "P = (a -> b -> P).\nS = (s -> STOP).\nproperty Q = (a -> b -> Q).\nproperty W = (s -> W | z -> W).\n\
        property NO = STOP + {a}.\nprogress G = {b}\nprogress H = {c}\nassert L = []<>b\nassert M = []<>c\n\
        ||FINE = (P || Q || W).\n||BAD = (P || S || NO).\n||IDLE = (S || W).\n";
    let folder = Folder::new();
    std::fs::write(folder.path().join("m.lts"), model).map_err(|error| error.to_string())?;
    for command in [
        "check m.lts -t FINE",
        "check m.lts -t BAD --only deadlock,safety",
        "check m.lts -t IDLE --only deadlock",
        "prove m.lts -t FINE -p Q",
        "compare m.lts --left P --right S --relation trace",
        "assume m.lts -t FINE --module P -p Q",
    ] {
        let run = run_shell(&folder, &format!("rely {command} --format json --certificate c.json"));
        let read = |text: &str| serde_json::from_str(text).map_err(|error| format!("{command}: {error}"));
        let document = read(&run.out)?;
        let text = std::fs::read_to_string(folder.path().join("c.json"));
        let certificate: serde_json::Value = read(&text.map_err(|error| format!("{command}: {error}"))?)?;
        let is_missing = |certificate| !certified::missing(&document, &[certificate]).is_empty();
        if is_missing(certificate.clone()) {
            return Err(format!("{command}: nothing is missing"));
        }
        let n_claims = certificate["claims"].as_array().map_or(0, Vec::len);
        for i in 0..n_claims {
            let mut less = certificate.clone();
            let claim = less["claims"].as_array_mut().expect("claims are a list").remove(i);
            if !is_missing(less) {
                return Err(format!("{command}: nobody misses the claim {claim}"));
            }
        }
        if n_claims == 0 {
            return Err(format!("{command}: there are no claims"));
        }
    }
    Ok(())
}
