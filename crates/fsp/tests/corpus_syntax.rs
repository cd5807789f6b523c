//! Every model of the corpus parses, except those whose point is a syntax error.
//!
//! The corpus is the folder `corpus/` of the repository, and the folder named by `RELY_CORPUS` if that is
//! set.

use std::fs;
use std::path::{Path, PathBuf};

use rely_fsp::{LineIndex, Severity, parse};

/// The probes that are wrong on purpose, with the line of the mistake.
const WRONG: &[(&str, u32)] = &[
    ("012-09.lts", 2),
    ("013-double-unary.lts", 2),
    ("016-tau-label.lts", 2),
    ("077-ltl-toplevel-and.lts", 4),
    ("086-ltl-prec.lts", 5),
    ("111-range-after-use.lts", 2),
    ("112-set-after-use.lts", 2),
    ("122-prefix-without-paren-error.lts", 2),
    ("123-process-no-dot.lts", 3),
    ("125-local-proc-label-indexed.lts", 2),
    ("145-set-name-same-as-process-name.lts", 3),
    ("252-a-formula-with-two-arrows.lts", 2),
    ("253-hiding-inside-a-composition.lts", 3),
];

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "lts") {
            found.push(path);
        }
    }
}

fn corpus() -> Vec<PathBuf> {
    let mut found = Vec::new();
    models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus"), &mut found);
    if let Some(folder) = std::env::var_os("RELY_CORPUS") {
        models(Path::new(&folder), &mut found);
    }
    found.sort();
    found
}

/// The code and line of the first error.
fn first_error(source: &[u8]) -> Option<(u32, String)> {
    let parsed = parse(source);
    let error = parsed.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)?;
    let line = LineIndex::new(&parsed.text).line(error.span.start);
    Some((line, format!("{}: {}", error.code, error.message)))
}

#[test]
fn models_parse_or_fail_where_ltsa_fails() {
    let models = corpus();
    assert!(!models.is_empty(), "the corpus is missing");
    let mut mistakes = Vec::new();
    let mut met = 0;
    for path in &models {
        let source = fs::read(path).expect("a model of the corpus can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wrong = WRONG.iter().find(|(wrong, _)| *wrong == name);
        match (first_error(&source), wrong) {
            (None, None) => {}
            (Some((line, _)), Some((_, expected))) if line == *expected => met += 1,
            (error, wrong) => mistakes.push(format!("{}: {error:?} instead of {wrong:?}", path.display())),
        }
    }
    assert!(mistakes.is_empty(), "{} of {} models:\n{}", mistakes.len(), models.len(), mistakes.join("\n"));
    assert!(met >= WRONG.len(), "{met} of {} models that are wrong on purpose", WRONG.len());
}
