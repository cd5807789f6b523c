//! Proofs as a person reads them.

use std::fmt::Write as _;

use crate::view::{
    AssumptionView, ExplainedView, ForbiddenView, ProofView, ProveDocument, RoleKind, TriedKind, TriedView,
    VerdictKind,
};

use super::scene::{Drawn, Scene, draw};
use super::table::trace_table;
use super::{BOLD, DOUBT, FAINT, Shown, styled, verdict_words};
use crate::prose::{count, quoted, quoted_always, some, steps};

/// Lines of assumptions that are shown without `--full`.
const LINES: usize = 60;

/// Premises that are shown without `--full`.
const PREMISES: usize = 24;

/// Parts that are shown without `--full`.
const PARTS: usize = 12;

/// The report.
pub fn report(document: &ProveDocument, shown: Shown, verbose: bool) -> String {
    let mut out = String::new();
    let of_role = |property: bool| {
        document.components.iter().filter(|c| (c.role == RoleKind::Property) == property).count() as u64
    };
    let properties = if of_role(true) == 1 { "1 property" } else { &format!("{} properties", of_role(true)) };
    let _ = writeln!(
        out,
        "{} {}  {}, {properties}\n",
        styled(BOLD, &document.target),
        styled(FAINT, format!("({})", document.file)),
        count(of_role(false), "component"),
    );
    let width = document.results.iter().map(|r| r.property.chars().count()).max().unwrap_or(0).min(40);
    for result in &document.results {
        let _ = writeln!(out, "  {:<width$}  {}", result.property, verdict(result));
    }
    for result in &document.results {
        story(&mut out, document, result, shown, verbose);
    }
    if !document.notes.is_empty() {
        out.push('\n');
        for note in &document.notes {
            let _ = writeln!(out, "{}", styled(FAINT, format!("note: {note}")));
        }
    }
    if !document.warnings.is_empty() {
        out.push('\n');
        for warning in &document.warnings {
            let _ = writeln!(out, "{} {warning}", styled(DOUBT, "warning:"));
        }
    }
    out
}

fn verdict(result: &ProofView) -> String {
    verdict_words(result.verdict, result.vacuous, result.reason.as_deref(), || {
        format!("violated in {}", count(result.trace.len() as u64, "step"))
    })
}

/// How a verdict was found, with its evidence.
fn story(out: &mut String, document: &ProveDocument, result: &ProofView, shown: Shown, verbose: bool) {
    let title = match result.verdict {
        VerdictKind::Holds => format!("How {} is proved", result.property),
        VerdictKind::Violated => format!("A run that violates {}", result.property),
        VerdictKind::Unknown if result.components.is_empty() => {
            format!("Nothing is known about {}", result.property)
        }
        VerdictKind::Unknown => format!("Partial results for {}", result.property),
    };
    let _ = writeln!(out, "\n{}", styled(BOLD, title));
    if result.verdict == VerdictKind::Violated {
        run(out, document, result, shown);
    } else {
        rule(out, document, result, shown);
        assumptions(out, result, shown);
    }
    took(out, result);
    if verbose {
        attempts(out, result);
    }
    for note in &result.notes {
        let _ = writeln!(out, "  {}", styled(FAINT, format!("note: {note}")));
    }
    if let Some(certificate) = &result.certificate {
        let _ = writeln!(
            out,
            "  Certificate: {certificate}\n  Check it independently: rely certify {}",
            quoted(certificate)
        );
    }
}

/// The rule with its parts and premises.
fn rule(out: &mut String, document: &ProveDocument, result: &ProofView, shown: Shown) {
    let limit = |few: usize| if shown.full { usize::MAX } else { few };
    let mut line = |word: &str, text: String| {
        let _ = writeln!(out, "  {}  {text}", styled(FAINT, format!("{word:<10}")));
    };
    let Some(name) = &result.rule else { return };
    if name == "monolithic" {
        line("rule", "none: monolithic search".to_string());
    } else {
        line("rule", name.clone());
        for (i, part) in result.components.iter().take(limit(PARTS)).enumerate() {
            line(&format!("M{}", i + 1), some(part, limit(10)));
        }
        if result.components.len() > limit(PARTS) {
            line(
                "",
                format!(
                    "… {} (--full shows all)",
                    count((result.components.len() - PARTS) as u64, "more part")
                ),
            );
        }
    }
    if !result.dropped.is_empty() {
        line(
            "dropped",
            format!(
                "{} (not connected to {} by shared actions)",
                some(&result.dropped, limit(10)),
                result.property
            ),
        );
    }
    let spared = spared(document, result);
    let is_proof = name != "monolithic" && result.verdict == VerdictKind::Holds;
    if is_proof && !spared.is_empty() {
        line("not needed", some(&spared, limit(10)));
    }
    let word = if result.verdict == VerdictKind::Unknown { "known" } else { "premises" };
    let width = result.premises.iter().map(|p| p.text.chars().count()).max().unwrap_or(0).min(60);
    for (i, premise) in result.premises.iter().take(limit(PREMISES)).enumerate() {
        let size = |n: u64| styled(FAINT, format!("({})", count(n, "state")));
        let text = match premise.states {
            Some(n) => format!("{:<width$}  {}", premise.text, size(n)),
            None => premise.text.clone(),
        };
        line(if i == 0 { word } else { "" }, text);
    }
    if result.premises.len() > limit(PREMISES) {
        let more = count((result.premises.len() - PREMISES) as u64, "more premise");
        line("", format!("… {more} (--full shows all)"));
    }
}

/// Components that may matter, but that the proof does not use.
fn spared(document: &ProveDocument, result: &ProofView) -> Vec<String> {
    let used = |name: &String| result.components.iter().any(|part| part.contains(name));
    let processes =
        document.components.iter().filter(|c| c.role != RoleKind::Property).map(|c| c.name.clone());
    processes.filter(|name| !used(name) && !result.dropped.contains(name)).collect()
}

/// The assumptions; those that are too long together by their sizes only.
fn assumptions(out: &mut String, result: &ProofView, shown: Shown) {
    let mut left = LINES;
    let mut sizes: Vec<String> = Vec::new();
    for (details, lts) in result.details.iter().zip(&result.assumptions) {
        let lines = details.fsp.as_ref().map(|fsp| fsp.lines().count());
        match (&details.fsp, lines) {
            (Some(fsp), Some(lines)) if shown.full || (lines <= left && sizes.is_empty()) => {
                left = left.saturating_sub(lines);
                out.push('\n');
                for line in fsp.lines() {
                    let _ = writeln!(out, "  {line}");
                }
                explanation(out, result, details, shown);
            }
            _ => sizes.push(format!("{} ({})", details.name, count(u64::from(lts.states), "state"))),
        }
    }
    if !sizes.is_empty() {
        let how = if shown.full { "see --format json" } else { "--full shows them" };
        let text = format!("Further assumptions: {} ({how})", some(&sizes, 12));
        let _ = writeln!(out, "\n  {}", styled(FAINT, text));
    }
}

/// Why an assumption forbids what it forbids.
fn explanation(out: &mut String, result: &ProofView, details: &AssumptionView, shown: Shown) {
    // Actions forbidden without a reason are shown together with those that have one, or with `--full`.
    let has_reason = |state: &&ExplainedView| shown.full || state.forbids.iter().any(|f| !f.run.is_empty());
    let states: Vec<&ExplainedView> = details.explanation.iter().filter(has_reason).collect();
    if states.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  {}", styled(BOLD, format!("Actions forbidden by {}, and why", details.name)));
    let hidden =
        details.explanation.iter().flat_map(|state| &state.forbids).any(|f| f.run.len() > f.trace.len());
    if hidden {
        let _ = writeln!(out, "  {}", styled(FAINT, "(· marks steps that the environment does not see)"));
    }
    let alphabet = result.assumptions.iter().find(|lts| lts.name == details.name);
    let interface = alphabet.map_or(&[][..], |lts| &lts.alphabet[..]);
    for state in states {
        let actions: Vec<String> = state.forbids.iter().map(|f| styled(BOLD, &f.action)).collect();
        let place = if state.trace.is_empty() {
            "At the start".to_string()
        } else {
            format!("After {}", steps(&state.trace, 10))
        };
        let _ = writeln!(
            out,
            "\n    {place} {}: forbids {}",
            styled(FAINT, format!("({})", state.name)),
            some(&actions, 8)
        );
        for forbidden in state.forbids.iter().filter(|f| !f.run.is_empty()) {
            because(out, forbidden, interface, shown);
        }
        let bare: Vec<String> =
            state.forbids.iter().filter(|f| f.run.is_empty()).map(|f| styled(BOLD, &f.action)).collect();
        if !bare.is_empty() {
            let it = if bare.len() == 1 { "it" } else { "them" };
            let who = some(&details.assumed_by, 3);
            let verb = if details.assumed_by.len() == 1 { "tolerates" } else { "tolerate" };
            let _ = writeln!(
                out,
                "      {}: {who} {verb} {it} up to this point; forbidding {it} keeps {} small",
                some(&bare, 8),
                details.name
            );
        }
    }
    if !details.explained {
        let explained: u64 = details.explanation.iter().map(|state| state.forbids.len() as u64).sum();
        let more = count(details.forbidden.saturating_sub(explained), "more forbidden action");
        let _ = writeln!(out, "\n    {}", styled(FAINT, format!("… {more} (--full shows more)")));
    }
}

/// Why an action is forbidden.
fn because(out: &mut String, forbidden: &ForbiddenView, interface: &[String], shown: Shown) {
    let action = styled(BOLD, &forbidden.action);
    let _ = writeln!(out, "      {action}, because then this can happen:");
    let scene = Scene {
        interface,
        environment: Vec::new(),
        properties: forbidden.violates.iter().map(String::as_str).collect(),
    };
    let drawn = Drawn {
        run: &forbidden.run,
        steps: forbidden.steps.as_ref(),
        violates: &forbidden.violates,
        indent: 8,
        whole: false,
    };
    draw(out, &scene, &drawn, shown);
}

/// A violation step by step, and how to replay it.
fn run(out: &mut String, document: &ProveDocument, result: &ProofView, shown: Shown) {
    if let Some(steps) = &result.steps {
        out.push_str(&trace_table(steps, result.trace.len(), shown));
        if !steps.enabled.is_empty() {
            let _ = writeln!(out, "  Then possible: {}", some(&steps.enabled, 8));
        }
    }
    let (file, target) = (quoted(&document.file), quoted(&document.target));
    let inline = result.trace.join(" ");
    let blank = result.trace.iter().any(|action| action.contains(char::is_whitespace));
    let replay = if !result.on_target {
        "This is not a run of the unchanged target, or it cannot be replayed: another property ends it earlier, one \
         of its actions is not in the alphabet of any component, or it has too many internal steps to follow"
            .to_string()
    } else if inline.len() <= 300 && !blank {
        format!("Replay: rely replay --model {file} --target {target} --actions {}", quoted_always(&inline))
    } else {
        format!(
            "Replay: save the trace from rely prove {file} --target {target} --format json, then use rely replay"
        )
    };
    let _ = writeln!(out, "  {}", styled(FAINT, replay));
}

/// Sizes and queries.
fn took(out: &mut String, result: &ProofView) {
    let statistics = &result.statistics;
    let by_rule = result.rule.as_deref().is_some_and(|rule| rule != "monolithic");
    if statistics.largest_product == 0 {
        return;
    }
    out.push('\n');
    let states = count(statistics.largest_product, "state");
    if !by_rule {
        let _ = writeln!(out, "  {}", styled(FAINT, format!("Monolithic search: {states} visited")));
        return;
    }
    let whole = match result.whole {
        Some(whole) if whole.all => format!("; the system has {}", count(whole.states, "state")),
        Some(whole) => format!("; the system has more than {}", count(whole.states, "state")),
        None => String::new(),
    };
    let _ = writeln!(out, "  {}", styled(FAINT, format!("Largest product: {states}{whole}")));
    if statistics.equivalence_queries > 0 || statistics.membership_queries > 0 {
        let mut text = format!(
            "Found in {}, with {} and {}",
            count(statistics.rounds, "round"),
            queries(statistics.membership_queries, "membership"),
            queries(statistics.equivalence_queries, "equivalence"),
        );
        if !statistics.alphabet.is_empty() && !result.assumptions.is_empty() {
            let _ = write!(text, ", over the alphabet {}", some(&statistics.alphabet, 8));
        }
        let _ = writeln!(out, "  {}", styled(FAINT, text));
    }
}

fn queries(n: u64, kind: &str) -> String {
    let number = count(n, "");
    let number = number.trim_end().trim_end_matches('s').trim_end();
    format!("{number} {kind} {}", if n == 1 { "query" } else { "queries" })
}

/// Every attempt, and every round of the one that counts.
fn attempts(out: &mut String, result: &ProofView) {
    if !result.tried.is_empty() {
        let _ = writeln!(out, "\n  {}", styled(BOLD, "Attempts"));
    }
    for tried in &result.tried {
        let _ = writeln!(out, "    {}", attempt(tried));
    }
    if result.rounds.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  {}", styled(BOLD, "Learning rounds"));
    for (i, round) in result.rounds.iter().enumerate() {
        let states: Vec<String> = round.states.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "    {:>4}  {}: {} over {}, {} so far: {}",
            i + 1,
            round.rule,
            match states.len() {
                _ if round.states.iter().all(|&n| n == 0) => "no candidate".to_string(),
                1 => format!("a candidate of {}", count(round.states[0], "state")),
                _ => format!("candidates of {} states", states.join(", ")),
            },
            count(round.actions, "action"),
            queries(round.queries, "membership"),
            round.what
        );
    }
}

fn attempt(tried: &TriedView) -> String {
    let parts: Vec<String> = tried.components.iter().take(6).map(|part| some(part, 4)).collect();
    let more = if tried.components.len() > 6 { " | …" } else { "" };
    let parts = match tried.rule.as_str() {
        "monolithic" => String::new(),
        _ if parts.is_empty() => String::new(),
        _ => format!(" with {}{more}", parts.join(" | ")),
    };
    let end = match tried.end {
        TriedKind::Decided => "decided it".to_string(),
        TriedKind::Lost => "another was faster".to_string(),
        TriedKind::GaveUp => {
            format!("gave up: {}", tried.reason.as_deref().unwrap_or("no further step is possible"))
        }
        TriedKind::Spent => format!("stopped: {}", tried.reason.as_deref().unwrap_or("a limit was reached")),
    };
    let size = match tried.statistics.largest_product {
        0 => String::new(),
        n => format!(" (largest product {})", count(n, "state")),
    };
    format!("{}{parts}: {end}{size}", tried.rule)
}
