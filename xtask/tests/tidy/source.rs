//! Rust sources without their tests, and the literals in them.
//!
//! Sources are formatted by rustfmt, and that is used: an item ends at the first line that closes it at its
//! own indentation.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::repository::{files, read};

/// A line of a source, numbered from 1.
pub type Line<'t> = (usize, &'t str);

/// The lines that are compiled outside of tests: without items under `#[cfg(test)]`.
pub fn without_tests(text: &str) -> Vec<Line<'_>> {
    let lines: Vec<Line<'_>> = text.lines().enumerate().map(|(i, line)| (i + 1, line)).collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at].1.trim() == "#[cfg(test)]" {
            at = end_of_item(&lines, at);
        } else {
            kept.push(lines[at]);
            at += 1;
        }
    }
    kept
}

/// Lines of code: no tests, no comments.
pub fn code(text: &str) -> Vec<Line<'_>> {
    without_tests(text).into_iter().filter(|(_, line)| !line.trim_start().starts_with("//")).collect()
}

/// The index after the item whose first attribute is at `at`.
fn end_of_item(lines: &[Line<'_>], at: usize) -> usize {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let depth = indentation(lines[at].1);
    let is_head = |line: &str| line.trim_start().starts_with("#[") || line.trim_start().starts_with("//");
    let mut end = at;
    while end < lines.len() && is_head(lines[end].1) {
        end += 1;
    }
    while end < lines.len() {
        let line = lines[end].1;
        let ends = line.ends_with(';') || line.ends_with('}') || line.ends_with(',');
        if indentation(line) == depth && !line.trim().is_empty() && ends {
            return end + 1;
        }
        end += 1;
    }
    end
}

/// The files below a folder that belong to tests: modules that are declared under `#[cfg(test)]`, and all
/// below them.
pub fn test_files(folder: &Path) -> BTreeSet<PathBuf> {
    let all = files(folder, "rs");
    let mut tests = BTreeSet::new();
    for path in &all {
        let (folder, stem) = (path.parent().expect("a file is in a folder"), path.file_stem());
        let is_root = matches!(stem.and_then(|stem| stem.to_str()), Some("lib" | "main" | "mod"));
        let inner = if is_root { folder.to_path_buf() } else { path.with_extension("") };
        for name in test_modules(&read(path)) {
            let (file, folder) = (inner.join(format!("{name}.rs")), inner.join(&name));
            tests.extend(all.iter().filter(|path| **path == file || path.starts_with(&folder)).cloned());
        }
    }
    tests
}

/// The names of the modules in other files that a source declares for tests only.
fn test_modules(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]"
            && let Some(name) = lines.next().and_then(|line| line.strip_suffix(';'))
            && let Some(name) = name.trim_start_matches("pub(crate) ").strip_prefix("mod ")
        {
            names.push(name.to_string());
        }
    }
    names
}

/// The sources of a crate that are compiled outside of tests.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let tests = test_files(folder);
    files(folder, "rs").into_iter().filter(|path| !tests.contains(path)).collect()
}

/// The string literals in lines of code, each with the number of the line on which it begins. Raw strings and
/// strings over several lines count as well.
pub fn literals(lines: &[Line<'_>]) -> Vec<(usize, String)> {
    scan(lines).into_iter().map(|(first, _, text)| (first, text)).collect()
}

/// The numbers of the lines that begin inside a string literal.
pub fn lines_of_literals(text: &str) -> BTreeSet<usize> {
    let lines: Vec<Line<'_>> = text.lines().enumerate().map(|(i, line)| (i + 1, line)).collect();
    scan(&lines).into_iter().flat_map(|(first, last, _)| first + 1..=last).collect()
}

/// The string literals: first line, last line, text.
fn scan(lines: &[Line<'_>]) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String, Option<usize>)> = None;
    for (number, line) in lines {
        let mut rest = *line;
        loop {
            match open.take() {
                None => {
                    let Some(at) = next_quote(rest) else { break };
                    let hashes = rest[..at].len() - rest[..at].trim_end_matches('#').len();
                    let is_raw = rest[..at - hashes].ends_with('r');
                    open = Some((*number, String::new(), is_raw.then_some(hashes)));
                    rest = &rest[at + 1..];
                }
                Some((start, mut text, raw)) => match end_of_literal(rest, raw) {
                    Some((end, length)) => {
                        text.push_str(&rest[..end]);
                        found.push((start, *number, text));
                        rest = &rest[end + length..];
                    }
                    None => {
                        text.push_str(rest.trim_end_matches('\\'));
                        text.push(' ');
                        open = Some((start, text, raw));
                        break;
                    }
                },
            }
        }
    }
    found
}

/// Where the next string literal opens: at a quote that is not a character, outside of a comment.
fn next_quote(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => return None,
            b'"' if at > 0 && (bytes[at - 1] == b'\'' || line[..at].ends_with("'\\")) => {}
            b'"' => return Some(at),
            _ => {}
        }
    }
    None
}

/// Where an open literal ends in a line, and the length of its end.
fn end_of_literal(line: &str, raw: Option<usize>) -> Option<(usize, usize)> {
    if let Some(hashes) = raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return line.find(&end).map(|at| (at, end.len()));
    }
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some((at, 1)),
            _ => {}
        }
    }
    None
}

#[test]
fn only_tests_are_left_out() {
    let text = "use a;\n\n#[cfg(test)]\nmod tests;\n\nfn one() {}\n\n#[cfg(test)]\nuse b::{\n    c,\n};\n\nimpl X {\n    \
        #[cfg(test)]\n    fn check(&self) {\n        println!();\n    }\n\n    fn kept() {}\n}\n\n#[cfg(test)]\n\
        #[allow(dead_code)]\nmod more {\n    fn hidden() {\n        std::fs::read();\n    }\n}\n\nfn after() {\n    \
        std::fs::write();\n}\n";
    let kept: Vec<&str> = without_tests(text).into_iter().map(|(_, line)| line).collect();
    let kept = kept.join("\n");
    for word in ["use a;", "fn one()", "fn kept()", "fn after()", "std::fs::write"] {
        assert!(kept.contains(word), "{word} stays:\n{kept}");
    }
    for word in ["mod tests", "use b", "println!", "fn hidden", "std::fs::read"] {
        assert!(!kept.contains(word), "{word} goes:\n{kept}");
    }
    assert_eq!(test_modules(text), ["tests"]);
}

#[test]
fn lines_of_literals_are_known() {
    let text = "// one \"\nlet a = \"b\n// c\";\nlet d = r#\"\n// e\n\"#;\n";
    assert_eq!(lines_of_literals(text).into_iter().collect::<Vec<_>>(), [3, 5, 6]);
}

#[test]
fn literals_are_found() {
    let text = "let a = \"one\"; let b = '\"'; // \"none\"\nlet c = r#\"two \"x\" \"#;\nlet d = \"three \\\"y\\\" \\\n    four\";\n";
    let found: Vec<String> = literals(&code(text)).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!((&*found[0], &*found[1]), ("one", "two \"x\" "));
    assert!(found[2].starts_with("three \\\"y\\\" ") && found[2].ends_with("four"), "{found:?}");
}
