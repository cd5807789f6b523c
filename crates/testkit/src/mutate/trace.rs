//! Damaged traces.

use std::collections::BTreeSet;

use super::Mutant;

/// All traces that differ from the given one by one small damage: a step dropped, doubled, inserted, renamed,
/// two neighbors swapped. New steps are taken from `names` and from the trace itself.
pub fn trace_mutants(trace: &[String], names: &[&str]) -> Vec<Mutant<Vec<String>, &'static str>> {
    let pool: BTreeSet<&str> = names.iter().copied().chain(trace.iter().map(String::as_str)).collect();
    let mut mutants: Vec<Mutant<Vec<String>, &'static str>> = Vec::new();
    let mut mutant = |damage: &'static str, what: String, value: Vec<String>| {
        if value != trace && !mutants.iter().any(|mutant| mutant.value == value) {
            mutants.push(Mutant { damage, what, value });
        }
    };
    for (i, step) in trace.iter().enumerate() {
        let mut dropped = trace.to_vec();
        dropped.remove(i);
        mutant("dropped", format!("dropped step {i} ({step})"), dropped);
        for name in pool.iter().filter(|name| **name != step) {
            let mut renamed = trace.to_vec();
            renamed[i] = name.to_string();
            mutant("renamed", format!("renamed step {i} ({step}) to {name}"), renamed);
        }
        if i + 1 < trace.len() {
            let mut swapped = trace.to_vec();
            swapped.swap(i, i + 1);
            mutant("swapped", format!("swapped steps {i} and {}", i + 1), swapped);
        }
    }
    for i in 0..=trace.len() {
        for name in &pool {
            let mut inserted = trace.to_vec();
            inserted.insert(i, name.to_string());
            mutant("inserted", format!("inserted {name} before step {i}"), inserted);
        }
    }
    mutants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_are_damaged_in_every_way_once() {
        let trace = ["a".to_string(), "b".to_string(), "b".to_string()];
        let mutants = trace_mutants(&trace, &["c"]);
        let values: BTreeSet<&Vec<String>> = mutants.iter().map(|mutant| &mutant.value).collect();
        assert_eq!(values.len(), mutants.len());
        assert!(values.iter().all(|value| value.as_slice() != trace));
        let is_there = |names: &[&str]| values.iter().any(|value| value.as_slice() == names);
        assert!(is_there(&["b", "b"]) && is_there(&["a", "b"]), "dropped");
        assert!(is_there(&["b", "a", "b"]), "swapped");
        assert!(is_there(&["a", "c", "b"]), "renamed");
        assert!(is_there(&["c", "a", "b", "b"]) && is_there(&["a", "b", "b", "b"]), "inserted");
    }

    #[test]
    fn an_empty_trace_can_only_grow() {
        assert_eq!(trace_mutants(&[], &["x"]).len(), 1);
    }
}
