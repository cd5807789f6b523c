//! An experiment as a document: one element of `experiments` in `rely/code/1`.

use serde_json::{Value, json};

use crate::experiment::{Expectation, ExperimentReport, Role, RowReport, RuleReport, Verdict};
use crate::{Failure, FailureKind};

impl ExperimentReport {
    /// The experiment as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "rows": self.rows.iter().map(row).collect::<Vec<Value>>(),
            "rules": self.rules.iter().map(rule).collect::<Vec<Value>>(),
            "expected": self.is_expected(),
        })
    }
}

fn row(row: &RowReport) -> Value {
    let report = &row.report;
    json!({
        "name": row.name,
        "role": role(row.role),
        "assumptions": row.assumptions,
        "encoded": row.encoded,
        "properties": row.properties,
        "against_model": row.against_model,
        "verdict": word(&row.verdict),
        "reason": reason(&row.verdict),
        "bounds": row.bounds,
        "expectation": expectation(row.expectation),
        "expected": row.is_expected(),
        "executions": report.executions,
        "complete": report.complete,
        "deadlocks": report.deadlocks,
        "pruned": report.pruned,
        "redundant": report.blocked,
        "matched": report.matched,
        "cut": report.cut,
        "events": report.events,
        "operations": report.steps,
        "states": report.distinct_states,
        "memory": report.memory,
        "seconds": report.time.as_secs_f64(),
        "failure": report.failure().map(failure),
    })
}

fn rule(rule: &RuleReport) -> Value {
    json!({
        "name": rule.name,
        "premises": rule.premises,
        "verdict": word(&rule.verdict),
        "reason": reason(&rule.verdict),
        "bounds": rule.bounds,
        "expectation": expectation(rule.expectation),
        "expected": rule.is_expected(),
    })
}

fn failure(failure: &Failure) -> Value {
    let steps: Vec<Value> =
        failure.trace.iter().map(|step| json!({ "thread": step.thread, "action": step.action })).collect();
    json!({
        "kind": match &failure.kind {
            FailureKind::Property(_) => "property",
            FailureKind::Model(_) => "model",
            FailureKind::Panic => "panic",
            FailureKind::Deadlock => "deadlock",
            FailureKind::NotDeterministic => "not-deterministic",
            #[allow(unreachable_patterns)]
            _ => "other",
        },
        "message": failure.message,
        "trace": failure.actions(),
        "steps": steps,
        "schedule": failure.schedule,
    })
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Whole => "whole",
        Role::Premise1 => "premise-1",
        Role::Premise2 => "premise-2",
        Role::Other => "other",
    }
}

/// The word of a verdict. That of a bounded one is not the word of an unbounded one.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::HoldsWithin => "holds-within-bounds",
        Verdict::Violated => "violated",
        Verdict::Unknown(_) => "unknown",
        Verdict::Nothing => "nothing",
    }
}

fn reason(verdict: &Verdict) -> Option<&str> {
    match verdict {
        Verdict::Unknown(why) => Some(why),
        _ => None,
    }
}

fn expectation(expectation: Expectation) -> &'static str {
    match expectation {
        Expectation::Holds => "holds",
        Expectation::Violated => "violated",
    }
}
