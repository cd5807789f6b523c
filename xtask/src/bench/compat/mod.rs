//! `cargo xtask bench compat`: version histories of components of five systems, with what earlier upgrades
//! have left and without.
//!
//! Every history is a process of its own (`histories`, of the package `rely-benches`), which also compares
//! all answers with each other and with the search of the whole, and fails if one is different.

use std::fmt::Write as _;
use std::path::Path;

use super::measure::{Outcome, json_number_at, keys, measure};
use super::page::write_section;
use super::tools::{program, rely};

const SYSTEMS: [&str; 5] = ["gas-station", "mer", "token-ring", "chiron", "queue"];
const UPGRADES: &str = "30";
/// Each is a history of its own.
const SEEDS: [&str; 3] = ["1", "2", "3"];
/// Seconds after which a history is given up.
const PATIENCE: u64 = 600;
/// The most membership queries that an upgrade may take on average, of those of a fresh run.
const SHARE: f64 = 0.10;
/// The most states of the largest product, of those of the whole.
const PRODUCT: f64 = 0.5;

/// Runs all and writes the section.
pub fn run() -> bool {
    let Some((rely, program)) = rely().zip(program("histories")) else { return false };
    let Some(queue) = queue(&rely) else { return false };
    let mut histories = Vec::new();
    for name in SYSTEMS {
        for seed in SEEDS {
            let both =
                ask(&program, "containment", name, seed).zip(ask(&program, "compatibility", name, seed));
            let Some((containment, compatibility)) = both else { return false };
            println!("{name}, seed {seed}: done");
            histories.push(History { name: format!("{name}, {seed}"), containment, compatibility });
        }
    }
    let page = [head(), containment(&histories), optimizations(&histories), compatibility(&histories), queue]
        .concat();
    println!("{page}");
    write_section(&crate::root(), "compat", &page)
}

/// What was told of one history.
struct History {
    /// The system and the seed.
    name: String,
    containment: Told,
    compatibility: Told,
}

/// The lines of a driver.
struct Told(std::collections::BTreeMap<String, String>);

impl Told {
    fn text(&self, key: &str) -> &str {
        self.0.get(key).map_or("?", String::as_str)
    }

    fn number(&self, key: &str) -> f64 {
        self.text(key).parse().unwrap_or(f64::NAN)
    }

    /// One number as a part of another; of nothing it is nothing.
    fn share(&self, part: &str, whole: &str) -> f64 {
        self.number(part) / self.number(whole).max(1.0)
    }
}

fn ask(program: &Path, what: &str, name: &str, seed: &str) -> Option<Told> {
    match measure(program, &[what, name, UPGRADES, seed], &crate::root(), PATIENCE) {
        Outcome::Ended(run) if run.success => Some(Told(keys(&run.text).into_iter().collect())),
        other => {
            eprintln!("histories {what} {name} {seed} failed: {other:?}");
            None
        }
    }
}

fn met(is_met: bool) -> &'static str {
    if is_met { "yes" } else { "**no**" }
}

fn head() -> String {
    format!(
        "## Upgrades\n\n\
        Written by `cargo xtask bench compat`: {UPGRADES} upgrades of one component of each system, one after the other (three histories, by seed). An upgrade adds, removes or\n\
        redirects one transition. All answers with and without stored results are compared with each other, with the direct construction and with the\n\
        monolithic search; a difference would end the benchmark.\n"
    )
}

/// Questions about the completed component.
fn containment(histories: &[History]) -> String {
    let mut table = format!(
        "\n### Containment\n\n\
        Membership queries for the completed component: learned from scratch (TTT, the union of both versions), and starting from the machine of the previous upgrade.\n\
        Share: mean over the upgrades. Bar: at most {:.0} % on average.\n\n\
        | system | component | states × actions | nothing lost | without a query | from scratch | reused | share | equivalence queries | seconds |\n\
        |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        SHARE * 100.0
    );
    let mut shares = 0.0;
    for History { name, containment: told, .. } in histories {
        shares += told.number("mean_share");
        let _ = writeln!(
            table,
            "| {name} | `{}` | {} × {} | {} | {} | {} | {} | {:.1} % | {}, reused {} | {:.4}, reused {:.4} |",
            told.text("component"),
            told.text("states"),
            told.text("actions"),
            told.text("contained"),
            told.text("unasked"),
            told.text("fresh_queries"),
            told.text("reused_queries"),
            told.number("mean_share") * 100.0,
            told.text("fresh_equivalence"),
            told.text("reused_equivalence"),
            told.number("fresh_seconds"),
            told.number("reused_seconds"),
        );
    }
    let mean = shares / histories.len() as f64;
    let _ = writeln!(table, "\nOn average {:.1} %; bar met: {}.", mean * 100.0, met(mean <= SHARE));
    table
}

/// The cache and the closure, on and off.
fn optimizations(histories: &[History]) -> String {
    let mut table = String::from(
        "\n### Query cache and prefix closure\n\n\
        Membership queries (and their letters) from scratch, with both optimizations of the paper, with one of them, and with none. The machines are the same.\n\n\
        | system | both | cache only | closure only | neither |\n|---|---:|---:|---:|---:|\n",
    );
    for History { name, containment: told, .. } in histories {
        let cell = |kind: &str| {
            format!("{} ({})", told.text(&format!("{kind}_queries")), told.text(&format!("{kind}_letters")))
        };
        let cells = ["both", "cache_only", "closed_only", "neither"].map(cell).join(" | ");
        let _ = writeln!(table, "| {name} | {cells} |");
    }
    table
}

/// Proofs about the upgraded systems.
fn compatibility(histories: &[History]) -> String {
    let mut table = format!(
        "\n### Compatibility\n\n\
        The first property of each upgraded system. Membership queries by rule `asym` (L#), including abandoned attempts: from scratch, and with the proof of\n\
        the last safe version, whose premises are checked and whose assumption is the first candidate. Largest product: states, over all safe upgrades, of the\n\
        default check without the parallel monolithic search, compared with all states of the system; and the worst share of a single upgrade. Bar: at most {:.0} %, of the largest (–: no version is safe).\n\n\
        | system | safe | without a query | from scratch | reused | share | largest product | all states | share | worst upgrade | bar |\n\
        |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n",
        PRODUCT * 100.0
    );
    for History { name, compatibility: told, .. } in histories {
        let product = told.share("largest_product", "whole");
        let is_safe = told.number("holds") > 0.0;
        let bar = if is_safe { met(product <= PRODUCT) } else { "–" };
        let _ = writeln!(
            table,
            "| {name} | {} | {} | {} | {} | {:.1} % | {} | {} | {:.1} % | {:.1} % | {bar} |",
            told.text("holds"),
            told.text("unasked"),
            told.text("fresh_queries"),
            told.text("reused_queries"),
            told.share("reused_queries", "fresh_queries") * 100.0,
            told.text("largest_product"),
            told.text("whole"),
            product * 100.0,
            told.number("worst_share") * 100.0,
        );
    }
    table
}

/// The six versions of the example, as a user compares them.
fn queue(rely: &Path) -> Option<String> {
    let mut table = format!(
        "\n### The queue\n\n\
        The upgrades of `examples/queue`, each by `rely compat --no-portfolio --no-store`: the largest product, also of the completed system, compared with the\n\
        states of the new system. Bar: at most {:.0} %.\n\n\
        | upgrade | largest product | all states | share | bar |\n|---|---:|---:|---:|---|\n",
        PRODUCT * 100.0
    );
    for old in 1..=5 {
        let new = format!("examples/queue/v{}.lts", old + 1);
        let versions = [format!("examples/queue/v{old}.lts:WRITE"), format!("{new}:WRITE")];
        let options = ["--no-portfolio", "--no-store", "--format", "json"];
        let prohibited: &[&str] = if old == 5 { &["--forbid", "STALE"] } else { &[] };
        let pair = ["compat", "--baseline", &versions[0], "--candidate", &versions[1]];
        let product = counted(rely, &[&pair[..], &options, prohibited].concat(), 2, "largest_product")?;
        let whole = counted(rely, &["check", &new, "--only", "safety", "--format", "json"], 1, "states")?;
        let share = product as f64 / whole as f64;
        let bar = met(share <= PRODUCT);
        let _ =
            writeln!(table, "| {old} → {} | {product} | {whole} | {:.1} % | {bar} |", old + 1, share * 100.0);
    }
    Some(table)
}

/// A number in a document of `rely`.
fn counted(rely: &Path, arguments: &[&str], level: usize, key: &str) -> Option<u64> {
    match measure(rely, arguments, &crate::root(), PATIENCE) {
        Outcome::Ended(run) => json_number_at(&run.text, level, key),
        other => {
            eprintln!("rely {} failed: {other:?}", arguments.join(" "));
            None
        }
    }
}
