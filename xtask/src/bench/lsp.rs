//! `cargo xtask bench lsp`: how long an editor waits for the language server.

use super::measure::figures;
use super::page::write_section;

/// Seconds after which the program is ended.
const PATIENCE: u64 = 300;

/// What is measured: its key, what it is, and the bar in milliseconds, if there is one.
const ROWS: [(&str, &str, Option<f64>); 12] = [
    ("open", "opening the model: first diagnostics", None),
    ("letter", "typing a letter: diagnostics", Some(50.0)),
    ("bracket", "typing a bracket that breaks the model, and removing it: diagnostics", Some(50.0)),
    ("elaboration", "misspelling a name: diagnostics of elaboration, including the pause of 150 ms", None),
    ("completion", "completion", None),
    ("hover", "hover over a process", None),
    ("hover_all", "hover over the entire system, which is too large to build", None),
    ("definition", "definition of a name", None),
    ("tokens", "semantic tokens of the entire text", None),
    ("symbols", "symbols of the entire text", None),
    ("lenses", "code lenses of the entire text", None),
    ("formatting", "formatting", None),
];

/// Runs it and writes the section.
pub fn run() -> bool {
    let Some(keys) = figures("lsp_latency", PATIENCE) else { return false };
    let mut table = String::new();
    for (key, what, bar) in ROWS {
        let number = |key: &str| keys.get(key).and_then(|value| value.parse::<f64>().ok());
        let Some((middle, worst)) = number(key).zip(number(&format!("{key}_worst"))) else {
            eprintln!("{key} was not measured");
            return false;
        };
        let bar = match bar {
            Some(most) if worst < most => format!("worst < {most:.0} ms: yes"),
            Some(most) => format!("worst < {most:.0} ms: **no**"),
            None => "–".to_string(),
        };
        let row = format!("| {what} | {middle:.1} | {worst:.1} | {bar} |\n");
        print!("{row}");
        table += &row;
    }
    let lines = keys.get("lines").map_or("?", String::as_str);
    let head = format!(
        "## Language server\n\n\
        Written by `cargo xtask bench lsp`: milliseconds from a message of the editor to the answer, over an in-memory connection, for a model of {lines} lines;\n\
        the median and the worst of the rounds (60 for keystrokes).\n\n\
        | action | median | worst | bar |\n|---|---:|---:|---|\n"
    );
    write_section(&crate::root(), "lsp", &format!("{head}{table}"))
}
