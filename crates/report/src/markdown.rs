//! Upgrades as Markdown, for a comment at a pull request.

use std::fmt::Write as _;

use crate::chart::{ChartLanguage, chart};
use crate::prose::count;
use crate::view::{
    CompatAnswer, CompatDocument, CompatKind, CompatMatrixDocument, EditKind, FindingView, ObligationView,
    PlaceView, VerdictKind,
};

/// Findings that are listed; the others are counted.
const FINDINGS: usize = 10;

/// Longer runs are cut at the front.
const STEPS: usize = 40;

/// The comment.
pub fn compat_markdown(answer: &CompatAnswer) -> String {
    match answer {
        CompatAnswer::One(document) => one(document),
        CompatAnswer::Matrix(matrix) => table(matrix),
    }
}

fn word(verdict: CompatKind) -> &'static str {
    match verdict {
        CompatKind::Replaceable => "✅ replaceable",
        CompatKind::ReplaceableWithLosses => "⚠️ replaceable with losses",
        CompatKind::Incompatible => "❌ incompatible",
        CompatKind::Unknown => "❔ unknown",
    }
}

fn one(document: &CompatDocument) -> String {
    let mut out = String::new();
    let mark = word(document.verdict).split(' ').next().unwrap_or_default();
    let _ = writeln!(out, "### {mark} {}\n", plain(&document.summary));
    let version = |given: &str, states: u64| format!("{} ({})", code(given), count(states, "state"));
    let _ = writeln!(
        out,
        "{} → {}",
        version(&document.baseline.given, document.baseline.states),
        version(&document.candidate.given, document.candidate.states)
    );
    if let Some(system) = &document.system {
        let _ = writeln!(out, "in {} of {}", code(&system.target), code(&system.file));
    }
    losses(&mut out, document);
    kept(&mut out, document);
    news(&mut out, document);
    let mut notes = document.warnings.clone();
    notes.extend(document.refusal.iter().map(|refusal| refusal.message.clone()));
    notes.extend(document.notes.iter().cloned());
    if !notes.is_empty() {
        out.push('\n');
        notes.iter().for_each(|note| {
            let _ = writeln!(out, "> {}\n", plain(note));
        });
    }
    out
}

fn losses(out: &mut String, document: &CompatDocument) {
    let containment = &document.containment;
    if containment.verdict == VerdictKind::Unknown {
        let reason = containment.reason.as_deref().unwrap_or("undecided");
        let _ = writeln!(out, "\n**Missing behavior** is unknown: {}", plain(reason));
        return;
    }
    if containment.losses.is_empty() {
        let _ = writeln!(out, "\nNothing is missing.");
        return;
    }
    let _ = writeln!(out, "\n**Missing behavior**\n");
    for finding in containment.losses.iter().take(FINDINGS) {
        loss(out, finding);
    }
    more(out, containment.losses.len());
}

fn loss(out: &mut String, finding: &FindingView) {
    let _ = writeln!(out, "- {}", plain(&finding.message));
    if finding.trace.len() > 1 {
        let _ = writeln!(out, "  - run: {}", code(&shortened(&finding.trace)));
    }
    if let Some(stuck) = finding.stuck.first() {
        let offers = match stuck.offers.is_empty() {
            true => "nothing".to_string(),
            false => code(&stuck.offers.join(", ")),
        };
        let place = stuck.place.as_ref().map(at).unwrap_or_default();
        let _ = writeln!(out, "  - stuck in {}{place}, which offers {offers}", code(&stuck.state));
    }
    let best = finding.edits.iter().find(|edit| edit.recommended);
    if let Some(edit) = best.or(finding.edits.first()) {
        let what = match edit.class {
            EditKind::Exact => "restores exactly the lost behavior",
            EditKind::Within => "restores it and adds nothing else",
            EditKind::More => "restores it, but adds behavior of neither version",
            EditKind::Unsafe => "restores it, but violates a property",
        };
        let untried = if best.is_none() && !edit.tried { "; not checked in the system" } else { "" };
        let _ = writeln!(out, "  - {} {what}{untried}", code(&edit.text));
    }
}

fn at(place: &PlaceView) -> String {
    format!(" ({})", code(&format!("{}:{}", place.file, place.line)))
}

fn kept(out: &mut String, document: &CompatDocument) {
    let Some(compatibility) = &document.compatibility else { return };
    if compatibility.results.is_empty() {
        let text = match (&compatibility.reason, compatibility.verdict) {
            (Some(reason), VerdictKind::Unknown) => {
                format!("The properties of the system were not decided: {}", plain(reason))
            }
            _ => "The system has no properties.".to_string(),
        };
        let _ = writeln!(out, "\n{text}");
        return;
    }
    let _ = writeln!(out, "\n| property | with the candidate |\n|---|---|");
    for result in &compatibility.results {
        let verdict = match result.verdict {
            VerdictKind::Holds if result.vacuous => "holds vacuously".to_string(),
            VerdictKind::Holds => "holds".to_string(),
            VerdictKind::Unknown => {
                format!("unknown: {}", plain(result.reason.as_deref().unwrap_or("undecided")))
            }
            VerdictKind::Violated => format!("**violated** in {}", count(result.trace.len() as u64, "step")),
        };
        let _ = writeln!(out, "| {} | {} |", cell(&code(&result.name)), cell(&verdict));
    }
    for result in compatibility.results.iter().filter(|result| result.verdict == VerdictKind::Violated) {
        violation(out, result);
    }
    if let Some(explanation) =
        compatibility.completed.as_ref().and_then(|completed| completed.explanation.as_ref())
    {
        let _ = writeln!(out, "\n{}", plain(explanation));
    }
}

/// A run with a chart of its participants.
fn violation(out: &mut String, result: &ObligationView) {
    let _ = writeln!(out, "\n<details><summary>A run that violates {}</summary>\n", html(&result.name));
    if let Some(explanation) = &result.explanation {
        let _ = writeln!(out, "{}\n", plain(explanation));
    }
    match result.steps.as_ref().filter(|steps| steps.steps.len() <= STEPS) {
        Some(steps) => {
            let drawn = chart(steps, None, ChartLanguage::Mermaid);
            let _ = writeln!(out, "```mermaid\n{}\n```", drawn.trim_end());
        }
        None => {
            let _ = writeln!(out, "{}", code(&shortened(&result.trace)));
        }
    }
    let _ = writeln!(out, "\n</details>");
}

fn news(out: &mut String, document: &CompatDocument) {
    let news = &document.containment.news;
    if news.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n**New behavior**\n");
    for finding in news.iter().take(FINDINGS) {
        let prohibited = if finding.prohibited { " (prohibited)" } else { "" };
        let fails = if finding.fails { " (and the candidate may enter ERROR there)" } else { "" };
        let _ = writeln!(out, "- {}{prohibited}{fails}", plain(&finding.message));
    }
    more(out, news.len());
}

fn more(out: &mut String, n: usize) {
    if n > FINDINGS {
        let _ = writeln!(out, "- … and {} more", n - FINDINGS);
    }
}

fn table(matrix: &CompatMatrixDocument) -> String {
    let mut out = String::new();
    let titles: Vec<String> = matrix.candidates.iter().map(|name| cell(&code(name))).collect();
    let _ = writeln!(out, "| | {} |", titles.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(titles.len()));
    for (name, row) in matrix.baselines.iter().zip(&matrix.verdicts) {
        let cells: Vec<&str> = row.iter().map(|&verdict| word(verdict)).collect();
        let _ = writeln!(out, "| {} | {} |", cell(&code(name)), cells.join(" | "));
    }
    for document in matrix.results.iter().filter(|document| document.verdict != CompatKind::Replaceable) {
        let title = format!("{} → {}", document.baseline.given, document.candidate.given);
        let _ =
            writeln!(out, "\n<details><summary>{}</summary>\n\n{}\n</details>", html(&title), one(document));
    }
    out
}

fn shortened(trace: &[String]) -> String {
    match trace.len() {
        n if n > STEPS => format!("… ({} more) {}", n - STEPS, trace[n - STEPS..].join(" ")),
        _ => trace.join(" "),
    }
}

/// Text that is shown as it is, whatever it consists of.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '@' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Text as code, whatever it consists of.
fn code(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let longest = clean.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad =
        if clean.starts_with('`') || clean.ends_with('`') || clean.trim().is_empty() { " " } else { "" };
    format!("{fence}{pad}{clean}{pad}{fence}")
}

/// Text in a cell of a table: a bar ends a cell even within code.
fn cell(text: &str) -> String {
    let mut out = String::new();
    let mut escaped = false;
    for c in text.chars() {
        if c == '|' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out
}

/// Text in a tag.
fn html(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_stay_text() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("x\n# y"), "`x # y`");
        assert_eq!(plain("<b>*a*</b>\n|"), "\\<b\\>\\*a\\*\\</b\\> \\|");
        assert_eq!(cell("a|b\\|c"), "a\\|b\\|c");
        assert_eq!(html("<script>&"), "&lt;script&gt;&amp;");
    }
}
