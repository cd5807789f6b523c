//! The digests of components and certificates, in the encoding that the page of [`document`](super) defines.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{
    AssumptionDoc, Certificate, ClosedSet, ComponentDoc, NodeDoc, PathDoc, PremiseDoc, Proof, SCHEMA,
};

impl Certificate {
    /// The digest of a component; the value of its field `digest` does not enter.
    pub fn digest_component(component: &ComponentDoc) -> String {
        let mut canon = Canon::new("rely/component/1");
        canon.text(&component.name);
        canon.word(&component.role);
        canon.list(&component.alphabet, |canon, name| canon.text(name));
        canon.integer(component.states.into());
        canon.integer(component.initial.into());
        canon.list(component.end.as_slice(), |canon, &end| canon.integer(end.into()));
        canon.list(&component.transitions, |canon, &(from, label, to)| {
            canon.integer(from.into());
            canon.integer(label.into());
            canon.integer(to);
        });
        canon.finish()
    }

    /// The digest of the certificate; the value of the field `digest` does not enter, those of the components
    /// do.
    pub fn digest_all(&self) -> String {
        let mut canon = Canon::new(SCHEMA);
        canon.text(&self.generator);
        canon.word(&self.claim.kind);
        canon.text(&self.claim.target);
        canon.list(&self.claim.properties, |canon, name| canon.text(name));
        canon.list(self.claim.model.as_slice(), |canon, model| canon.text(model));
        canon.list(&self.components, |canon, component| canon.text(&component.digest));
        canon.list(self.system.priority.as_slice(), |canon, priority| {
            canon.list(&priority.low, |canon, name| canon.text(name));
            canon.word(&priority.tau);
        });
        match &self.proof {
            Proof::ClosedSet(set) => {
                canon.text("closed-set");
                canon.set(set);
            }
            Proof::Trace(trace) => {
                canon.text("trace");
                canon.list(&trace.steps, |canon, name| canon.text(name));
                canon.list(&trace.cycle, |canon, name| canon.text(name));
                if !trace.vectors.is_empty() {
                    canon.text("vectors");
                    canon.list(&trace.vectors, |canon, vector| {
                        canon.list(vector, |canon, &state| canon.integer(state));
                    });
                }
            }
            Proof::Cover(cover) => {
                canon.text("cover");
                canon.set(&cover.closed);
                canon.set(&cover.vectors);
                canon.list(&cover.nodes, Canon::node);
            }
            Proof::Rule(rule) => {
                canon.text("rule");
                canon.word(&rule.rule);
                canon.list(&rule.parts, |canon, part| canon.numbers(part));
                canon.list(&rule.assumptions, Canon::assumption);
                canon.list(&rule.premises, Canon::premise);
            }
        }
        if let Some(interface) = &self.claim.interface {
            canon.text("interface");
            canon.list(interface, |canon, name| canon.text(name));
        }
        canon.finish()
    }
}

/// Feeds values to the hash in the documented encoding.
struct Canon(Sha256);

impl Canon {
    fn new(tag: &str) -> Self {
        let mut canon = Canon(Sha256::new());
        canon.text(tag);
        canon
    }

    fn integer(&mut self, value: i64) {
        self.0.update(value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.integer(text.len() as i64);
        self.0.update(text.as_bytes());
    }

    /// An enumeration, by its word in the JSON.
    fn word(&mut self, value: &impl Serialize) {
        let word = serde_json::to_value(value).expect("an enumeration of words is JSON");
        self.text(word.as_str().expect("an enumeration of words is a text"));
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.integer(items.len() as i64);
        for item in items {
            each(self, item);
        }
    }

    fn numbers(&mut self, numbers: &[u32]) {
        self.list(numbers, |canon, &n| canon.integer(n.into()));
    }

    fn assumption(&mut self, assumption: &AssumptionDoc) {
        self.text(&assumption.name);
        self.list(&assumption.alphabet, |canon, name| canon.text(name));
        self.integer(assumption.states.into());
        self.integer(assumption.initial.into());
        self.list(&assumption.transitions, |canon, &(from, label, to)| {
            canon.integer(from.into());
            canon.integer(label.into());
            canon.integer(to.into());
        });
    }

    fn premise(&mut self, premise: &PremiseDoc) {
        for numbers in [&premise.components, &premise.kept, &premise.until, &premise.refuted] {
            self.numbers(numbers);
        }
        self.set(&premise.states);
    }

    fn set(&mut self, set: &ClosedSet) {
        self.integer(set.count as i64);
        self.text(&set.states);
    }

    fn node(&mut self, node: &NodeDoc) {
        let paths = |canon: &mut Self, paths: &[PathDoc]| {
            canon.list(paths, |canon, path| canon.list(path, |canon, &n| canon.integer(n)));
        };
        self.integer(node.state.into());
        self.numbers(&node.members);
        self.list(&node.edges, |canon, edge| {
            canon.integer(edge.action.into());
            canon.integer(edge.node.into());
            paths(canon, &edge.paths);
        });
        paths(self, &node.errors);
    }

    fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
