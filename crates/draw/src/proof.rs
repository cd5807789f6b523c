//! Proofs: components on the left, premises and assumptions in the middle, the conclusion on the right.

use crate::diagram::{Diagram, DiagramEdge, DiagramNode, EdgeKind, NodeKind};
use crate::label::lines;
use crate::text::{counted, wrapped};

/// A proof by a rule.
#[derive(Clone, Debug, Default)]
pub struct ProofPicture {
    /// The property.
    pub property: String,
    /// The verdict.
    pub outcome: ProofOutcome,
    /// The verdict in words: `holds`, `violated in 7 steps`, …
    pub words: String,
    /// The rule.
    pub rule: String,
    /// The parts, as the premises call them, with their components.
    pub parts: Vec<(String, Vec<String>)>,
    /// The assumptions.
    pub assumptions: Vec<ProofAssumption>,
    /// The premises.
    pub premises: Vec<ProofPremise>,
    /// Notes below the picture.
    pub notes: Vec<String>,
}

/// The verdict of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofOutcome {
    /// It holds.
    Holds,
    /// It does not.
    Violated,
    /// It is not known.
    #[default]
    Unknown,
}

/// An assumption of a proof.
#[derive(Clone, Debug, Default)]
pub struct ProofAssumption {
    /// Its name in the premises.
    pub name: String,
    /// Its states.
    pub states: usize,
    /// Its alphabet.
    pub alphabet: Vec<String>,
}

/// A premise of a proof.
#[derive(Clone, Debug, Default)]
pub struct ProofPremise {
    /// As the book writes it.
    pub text: String,
    /// Its components.
    pub components: Vec<String>,
    /// The assumptions that are used.
    pub uses: Vec<String>,
    /// What it proves: assumptions, or the property.
    pub gives: Vec<String>,
    /// States of its product, if they were counted.
    pub states: Option<u64>,
}

/// A proof as a diagram.
///
/// ```
/// use rely_draw::{NodeKind, ProofOutcome, ProofPicture, ProofPremise, proof};
/// let picture = ProofPicture {
///     property: "ORDER".to_string(),
///     outcome: ProofOutcome::Holds,
///     words: "holds".to_string(),
///     parts: vec![("M1".to_string(), vec!["LAMP".to_string()])],
///     premises: vec![ProofPremise {
///         text: "M1 ⊨ ORDER".to_string(),
///         components: vec!["LAMP".to_string()],
///         gives: vec!["ORDER".to_string()],
///         ..ProofPremise::default()
///     }],
///     ..ProofPicture::default()
/// };
/// // The part, the premise and the conclusion.
/// assert_eq!(proof(&picture).nodes.last().unwrap().kind, NodeKind::Holds);
/// ```
pub fn proof(picture: &ProofPicture) -> Diagram {
    let mut diagram = Diagram {
        title: picture.property.clone(),
        subtitle: if picture.rule.is_empty() {
            picture.words.clone()
        } else {
            format!("{} · rule {}", picture.words, picture.rule)
        },
        notes: picture.notes.clone(),
        ..Diagram::default()
    };
    let node = |lines: Vec<String>, kind: NodeKind, about: String| DiagramNode {
        // Parts, assumptions and the property have a name.
        key: if kind == NodeKind::Premise {
            String::new()
        } else {
            lines.first().cloned().unwrap_or_default()
        },
        lines,
        name_lines: 1,
        kind,
        about,
        is_marked: false,
        hidden: 0,
    };
    for (name, components) in &picture.parts {
        let mut shown = vec![name.clone()];
        shown.extend(lines(components, 30, 4));
        let about = format!("{name} is {}", components.join(", "));
        diagram.nodes.push(node(shown, NodeKind::Component, about));
    }
    let first_assumption = diagram.nodes.len();
    for assumption in &picture.assumptions {
        let mut shown = vec![assumption.name.clone(), counted(assumption.states, "state")];
        shown.extend(lines(&assumption.alphabet, 30, 3));
        let about = format!(
            "assumption {}: {}, about {}",
            assumption.name,
            counted(assumption.states, "state"),
            assumption.alphabet.iter().take(100).cloned().collect::<Vec<_>>().join(", ")
        );
        diagram.nodes.push(node(shown, NodeKind::Assumption, about));
    }
    let first_premise = diagram.nodes.len();
    for premise in &picture.premises {
        let mut shown = wrapped(&premise.text, 40);
        if let Some(states) = premise.states {
            shown.push(counted(usize::try_from(states).unwrap_or(usize::MAX), "state"));
        }
        diagram.nodes.push(node(shown, NodeKind::Premise, format!("premise {}", premise.text)));
    }
    let conclusion = diagram.nodes.len();
    let kind = match picture.outcome {
        ProofOutcome::Holds => NodeKind::Holds,
        ProofOutcome::Violated => NodeKind::Violated,
        ProofOutcome::Unknown => NodeKind::Unknown,
    };
    let words = vec![picture.property.clone(), picture.words.clone()];
    diagram.nodes.push(node(words, kind, format!("{}: {}", picture.property, picture.words)));
    let edge = |from: usize, to: usize, kind: EdgeKind| DiagramEdge {
        from,
        to,
        labels: Vec::new(),
        lines: Vec::new(),
        about: String::new(),
        kind,
    };
    let assumption = |name: &String| picture.assumptions.iter().position(|a| a.name == *name);
    for (i, premise) in picture.premises.iter().enumerate() {
        let here = first_premise + i;
        for (k, (_, components)) in picture.parts.iter().enumerate() {
            if components.iter().any(|component| premise.components.contains(component)) {
                diagram.edges.push(edge(k, here, EdgeKind::Link));
            }
        }
        for k in premise.uses.iter().filter_map(assumption) {
            diagram.edges.push(edge(first_assumption + k, here, EdgeKind::Plain));
        }
        match premise.gives.iter().map(assumption).collect::<Vec<_>>().as_slice() {
            [Some(k)] => diagram.edges.push(edge(here, first_assumption + k, EdgeKind::Plain)),
            _ => diagram.edges.push(edge(here, conclusion, EdgeKind::Plain)),
        }
    }
    if picture.premises.is_empty() {
        for k in 0..picture.parts.len() {
            diagram.edges.push(edge(k, conclusion, EdgeKind::Link));
        }
    }
    diagram.description = words_of(picture);
    diagram
}

fn words_of(picture: &ProofPicture) -> String {
    let mut text = format!("{}: {}.", picture.property, picture.words);
    if !picture.rule.is_empty() {
        text.push_str(&format!(" Rule {}.", picture.rule));
    }
    for (name, components) in &picture.parts {
        text.push_str(&format!(" {name} is {}.", components.join(", ")));
    }
    for assumption in &picture.assumptions {
        text.push_str(&format!(
            " Assumption {} has {}.",
            assumption.name,
            counted(assumption.states, "state")
        ));
    }
    for premise in &picture.premises {
        text.push_str(&format!(" Premise: {}.", premise.text));
    }
    for note in &picture.notes {
        text.push_str(&format!(" {note}"));
    }
    text
}
