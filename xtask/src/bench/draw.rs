//! `cargo xtask bench draw`: machines of the examples and random ones, drawn by Rely and by Graphviz' `dot`.

use std::fmt::Write as _;
use std::path::Path;

use super::measure::{Outcome, measure};
use super::page::write_section;
use super::tools::program;

/// Seconds after which everything is ended.
const PATIENCE: u64 = 600;
/// How many crossings more than those of `dot` are too many, in hundredths.
const MORE: u64 = 20;
/// Milliseconds that a machine of up to 200 states may take.
const LIMIT: f64 = 1000.0;
/// Machines with fewer states are summed up, not listed.
const LISTED: u64 = 25;

/// Runs all and writes the section.
pub fn run() -> bool {
    let Some(program) = program("draw_models") else { return false };
    let models = models(&crate::root().join("examples"));
    let words: Vec<&str> = models.iter().map(String::as_str).collect();
    let Outcome::Ended(taken) = measure(&program, &words, &crate::root(), PATIENCE) else {
        eprintln!("draw_models did not end");
        return false;
    };
    let lines: Vec<Line> = taken.text.lines().filter_map(Line::read).collect();
    if !taken.success || lines.is_empty() {
        eprintln!("draw_models failed");
        return false;
    }
    let mut table = String::new();
    for line in lines.iter().filter(|line| line.states >= LISTED) {
        let row = line.row();
        println!("{row}");
        let _ = writeln!(table, "{row}");
    }
    let slowest = lines.iter().map(|line| line.millis).fold(0.0, f64::max);
    let faults: u64 = lines.iter().map(|line| line.faults).sum();
    let beside: Vec<&Line> = lines.iter().filter(|line| line.dot.is_some()).collect();
    let ours: u64 = beside.iter().map(|line| line.crossings).sum();
    let theirs: u64 = beside.iter().filter_map(|line| line.dot).map(|(crossings, _)| crossings).sum();
    let their_faults: u64 = beside.iter().filter_map(|line| line.dot?.1).sum();
    let unfinished =
        beside.iter().filter(|line| line.dot.is_some_and(|(_, faults)| faults.is_none())).count();
    let compared = if beside.is_empty() {
        "`dot` is not installed here.".to_string()
    } else {
        format!(
            "Over all {} machines: {ours} crossings, `dot` {theirs}; {faults} other faults, `dot` {their_faults}. Of {unfinished} machines \
            `dot` did not finish a picture in time; the crossings are those that it had counted itself (`dot -v`).",
            beside.len()
        )
    };
    println!("{compared} slowest: {slowest:.0} ms");
    let text = format!(
        "## Drawing\n\n\
        Written by `cargo xtask bench draw`: LTSs of the examples with 8 to 200 states, and random ones (states, most transitions of a state). Processor milliseconds for the layout; crossings\n\
        of edges; other faults: overlaps of nodes and labels, edges over other nodes or labels. The pictures of `dot` are scored by the same code; the sizes of its labels are estimated. LTSs with fewer than\n\
        {LISTED} states appear only in the totals. {compared} The slowest took {slowest:.0} ms.\n\n\
        | machine | nodes | edges | ms | crossings | faults | crossings of dot | faults of dot |\n|---|---:|---:|---:|---:|---:|---:|---:|\n{table}"
    );
    let is_good =
        faults == 0 && slowest < LIMIT && (beside.is_empty() || ours * 100 <= theirs * (100 + MORE));
    if !is_good {
        eprintln!("too slow, too many crossings, or faults");
    }
    write_section(&crate::root(), "draw", &text) && is_good
}

/// The models of a folder, by name.
fn models(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<String> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "lts"))
        .map(|path| path.display().to_string())
        .collect();
    found.sort();
    found
}

/// What is known of a machine.
struct Line {
    name: String,
    states: u64,
    edges: u64,
    millis: f64,
    crossings: u64,
    faults: u64,
    /// Crossings of `dot`, and other faults, if it has finished its picture.
    dot: Option<(u64, Option<u64>)>,
}

impl Line {
    fn read(text: &str) -> Option<Line> {
        let words: Vec<&str> = text.split(' ').collect();
        let [name, states, edges, millis, crossings, faults, dot_crossings, dot_faults] = words.as_slice()
        else {
            return None;
        };
        Some(Line {
            name: name.to_string(),
            states: states.parse().ok()?,
            edges: edges.parse().ok()?,
            millis: millis.parse().ok()?,
            crossings: crossings.parse().ok()?,
            faults: faults.parse().ok()?,
            dot: dot_crossings.parse().ok().map(|crossings| (crossings, dot_faults.parse().ok())),
        })
    }

    fn row(&self) -> String {
        let (crossings, faults) = match self.dot {
            Some((crossings, faults)) => {
                (crossings.to_string(), faults.map_or("–".to_string(), |faults| faults.to_string()))
            }
            None => ("–".to_string(), "–".to_string()),
        };
        format!(
            "| {} | {} | {} | {:.0} | {} | {} | {crossings} | {faults} |",
            self.name, self.states, self.edges, self.millis, self.crossings, self.faults
        )
    }
}
