//! The effect of a deviation on a proof, as text.

use std::fmt::Write as _;

use crate::view::{DriftView, ReadingKind, ReadingView, VerdictKind};

use super::scene::{Drawn, Scene, draw};
use super::watch::safe;
use super::{BAD, BOLD, DOUBT, FAINT, GOOD, Shown, styled};
use crate::prose::{count, some};

/// Deviations that are listed.
const LISTED: usize = 5;

/// The section about drift.
pub fn report(out: &mut String, drift: &DriftView, shown: Shown) {
    let (property, environment) = (drift.property.join(", "), drift.environment.join(" || "));
    let question = format!("Does {property} still hold if {environment} may also do this?");
    let _ = writeln!(out, "{}", styled(BOLD, question));
    let _ = writeln!(out, "{}", answer(drift));
    let limit = if shown.full { usize::MAX } else { LISTED };
    for deviation in drift.deviations.iter().take(limit) {
        let who = deviation.key.as_deref().map(|key| format!(" ({})", safe(key))).unwrap_or_default();
        let places = match deviation.states {
            1 => "in its state at that point".to_string(),
            n => format!("in any of its {n} possible states at that point"),
        };
        let (action, step) = (safe(&deviation.action), deviation.step);
        let _ = writeln!(
            out,
            "  the model of {environment} does not allow `{action}` at step {step}{who}, {places}"
        );
    }
    if drift.deviations.len() > limit {
        let more = count((drift.deviations.len() - limit) as u64, "more deviation");
        let _ = writeln!(out, "  {}", styled(FAINT, format!("… {more}")));
    }
    if drift.deviations.is_empty() {
        let _ = writeln!(
            out,
            "  the model of {environment} already allows all of this: the assumption is stricter than the model"
        );
    }
    if !drift.unseen.is_empty() {
        let names = some(&drift.unseen, 10);
        let _ = writeln!(out, "  the log does not contain {names}: assumed to occur as modeled");
    }
    for reading in &drift.readings {
        let _ = writeln!(out, "  {:<43}  {}", words(reading.reading), verdict(reading));
    }
    if let Some(broken) = drift.readings.last().filter(|last| last.verdict == VerdictKind::Violated) {
        let _ = writeln!(out, "\n{}", styled(BOLD, "A run of the system that violates it"));
        let names: Vec<String> =
            drift.environment.iter().cloned().chain([format!("{environment} as seen")]).collect();
        let scene = Scene {
            interface: &broken.environment_trace,
            environment: names.iter().map(String::as_str).collect(),
            properties: drift.property.iter().map(String::as_str).collect(),
        };
        let drawn = Drawn {
            run: &broken.trace,
            steps: broken.steps.as_ref(),
            violates: &broken.violates,
            indent: 2,
            whole: true,
        };
        draw(out, &scene, &drawn, shown);
    } else if let (Some(fsp), VerdictKind::Holds) = (&drift.fsp, drift.verdict) {
        let _ = writeln!(
            out,
            "\n{}",
            styled(BOLD, "The proof holds under this assumption; watch it from now on")
        );
        out.push_str(fsp);
    }
}

/// The answer in a sentence.
fn answer(drift: &DriftView) -> String {
    if drift.always {
        return styled(GOOD, "yes: the module satisfies it in every environment; no assumption is needed");
    }
    match (drift.verdict, drift.holds) {
        (VerdictKind::Holds, _) => {
            styled(GOOD, "yes, even if it does this every time in this situation, and anything afterwards")
        }
        (VerdictKind::Violated, None) => {
            styled(BAD, "no: it does not hold for the system as modeled, either")
        }
        (VerdictKind::Violated, Some(ReadingKind::Modeled)) => {
            styled(BAD, "no: the observed deviation can violate it")
        }
        (VerdictKind::Violated, Some(ReadingKind::Once)) => styled(
            BAD,
            "no: the observed deviation is harmless, but the same deviation at another time can violate it",
        ),
        (VerdictKind::Violated, Some(ReadingKind::Again | ReadingKind::Anything)) => styled(
            DOUBT,
            "yes, even if it does this every time in this situation, as long as it then continues as modeled",
        ),
        (VerdictKind::Unknown, _) => {
            let reason = drift.reason.as_deref().map(safe).unwrap_or_default();
            styled(DOUBT, format!("unknown: {reason}"))
        }
    }
}

fn words(reading: ReadingKind) -> &'static str {
    match reading {
        ReadingKind::Modeled => "as modeled",
        ReadingKind::Once => "the observed run, then nothing",
        ReadingKind::Again => "the same in this situation, then as modeled",
        ReadingKind::Anything => "the same in this situation, then anything",
    }
}

fn verdict(reading: &ReadingView) -> String {
    let reason = reading.reason.as_deref().map(safe).unwrap_or_default();
    match reading.verdict {
        VerdictKind::Holds if reading.vacuous => styled(DOUBT, format!("holds vacuously ({reason})")),
        VerdictKind::Holds => styled(GOOD, "holds"),
        VerdictKind::Violated => {
            styled(BAD, format!("violated in {}", count(reading.trace.len() as u64, "step")))
        }
        VerdictKind::Unknown => styled(DOUBT, format!("unknown: {reason}")),
    }
}
