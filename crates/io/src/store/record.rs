//! The documents of the store, each with its version.
//!
//! What is read is put to no use before it fits together: numbers are in range, assumptions are assumptions.
//! A document of another version counts as not there.

use rely_assume::Assumption;
use rely_assume::prove::{Machine, Premise, Problem, Proof, Rule};
use rely_formats::LtsDocument;
use rely_lts::{Actions, Lts};
use serde::{Deserialize, Serialize};

use super::digest::{Digest, ProblemDigest};

const MACHINE_SCHEMA: &str = "rely/store/machine/1";
const PROOF_SCHEMA: &str = "rely/store/proof/1";
const PREDICATES_SCHEMA: &str = "rely/store/predicates/1";

/// The first line of an answer.
const ANSWER_HEAD: &[u8] = b"rely/store/answer/1\n";

/// The document of an answer.
pub(super) fn read_answer(bytes: &[u8]) -> Option<Vec<u8>> {
    bytes.strip_prefix(ANSWER_HEAD).map(<[u8]>::to_vec)
}

/// An answer with the version of its form.
pub(super) fn write_answer(document: &[u8]) -> Vec<u8> {
    [ANSWER_HEAD, document].concat()
}

/// The predicates that tell the states of a component of a program apart, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredPredicates {
    /// How many questions to the solver it took to find them.
    pub queries: u64,
    /// Places, each with a predicate.
    pub predicates: Vec<(String, String)>,
}

/// A proof that was found for a problem, in words that do not depend on the places of its components.
#[derive(Clone, Debug)]
pub struct StoredProof {
    /// The rule.
    pub rule: Rule,
    /// The processes of the problem: what they were called, and what was seen of them. Parts and premises
    /// speak of them by place.
    pub components: Vec<(String, Digest)>,
    /// The parts, in the rule's order.
    pub parts: Vec<Vec<usize>>,
    /// The assumptions, in the rule's order, in a table of actions of their own.
    pub assumptions: Vec<Assumption>,
    /// The premises, in the rule's order.
    pub premises: Vec<Premise>,
}

impl StoredProof {
    /// The proof of a problem.
    pub fn new(proof: &Proof, digest: &ProblemDigest) -> StoredProof {
        StoredProof {
            rule: proof.rule,
            components: digest.components.clone(),
            parts: proof.parts.clone(),
            assumptions: proof.assumptions.clone(),
            premises: proof.premises.clone(),
        }
    }

    /// The same rule, parts and assumptions for the components of today's problem; `None` if one of them has
    /// no counterpart there, or an assumption speaks of an action that nobody knows there.
    ///
    /// A component's counterpart is one of which the same is seen, else one of the same name. Nothing is
    /// claimed: whether the premises hold today is for others to find out.
    pub fn today(&self, problem: &Problem, digest: &ProblemDigest) -> Option<Proof> {
        let counterparts = self.counterparts(digest);
        let places =
            |list: &[usize]| list.iter().map(|&i| *counterparts.get(i)?).collect::<Option<Vec<usize>>>();
        let premise = |premise: &Premise| {
            let mut components = places(&premise.components)?;
            components.sort_unstable();
            Some(Premise { components, ..premise.clone() })
        };
        let is_there = |machine: &Machine| match *machine {
            Machine::Assumption(i) => i < self.assumptions.len(),
            Machine::Property(i) => i < problem.properties.len(),
        };
        let fits = |premise: &Premise| {
            let mut machines = [&premise.kept, &premise.until, &premise.refuted].into_iter().flatten();
            !premise.refuted.is_empty() && machines.all(is_there)
        };
        if !self.premises.iter().all(fits) {
            return None;
        }
        Some(Proof {
            rule: self.rule,
            parts: self.parts.iter().map(|part| places(part)).collect::<Option<_>>()?,
            assumptions: self
                .assumptions
                .iter()
                .map(|a| Assumption::new(in_table(a.lts(), &problem.actions)?).ok())
                .collect::<Option<_>>()?,
            premises: self.premises.iter().map(premise).collect::<Option<_>>()?,
        })
    }

    /// For every component of then the place of its counterpart today.
    fn counterparts(&self, digest: &ProblemDigest) -> Vec<Option<usize>> {
        let today = &digest.components;
        let mut taken = vec![false; today.len()];
        let mut found = vec![None; self.components.len()];
        type Seen = (String, Digest);
        let same: [fn(&Seen, &Seen) -> bool; 3] =
            [|then, now| then == now, |then, now| then.1 == now.1, |then, now| then.0 == now.0];
        for same in same {
            for (then, place) in self.components.iter().zip(&mut found).filter(|(_, place)| place.is_none()) {
                *place = (0..today.len()).find(|&at| !taken[at] && same(then, &today[at]));
                if let Some(at) = *place {
                    taken[at] = true;
                }
            }
        }
        found
    }
}

/// An LTS in another table of actions, if all its actions are there.
fn in_table(lts: &Lts, actions: &Actions) -> Option<Lts> {
    lts.alphabet().names().iter().all(|name| actions.get(name).is_some()).then(|| lts.in_table(actions))
}

#[derive(Serialize, Deserialize)]
struct MachineDocument {
    schema: String,
    machine: LtsDocument,
}

#[derive(Serialize, Deserialize)]
struct PredicatesDocument {
    schema: String,
    queries: u64,
    predicates: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
struct ProofDocument {
    schema: String,
    rule: String,
    components: Vec<ComponentDocument>,
    parts: Vec<Vec<usize>>,
    assumptions: Vec<LtsDocument>,
    premises: Vec<PremiseDocument>,
}

#[derive(Serialize, Deserialize)]
struct ComponentDocument {
    name: String,
    digest: String,
}

#[derive(Serialize, Deserialize)]
struct PremiseDocument {
    components: Vec<usize>,
    kept: Vec<MemberDocument>,
    until: Vec<MemberDocument>,
    refuted: Vec<MemberDocument>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MemberDocument {
    Assumption(usize),
    Property(usize),
}

pub(super) fn write_machine(machine: &Lts) -> Vec<u8> {
    written(&MachineDocument { schema: MACHINE_SCHEMA.into(), machine: machine.into() })
}

pub(super) fn read_machine(bytes: &[u8]) -> Option<Lts> {
    let document: MachineDocument = serde_json::from_slice(bytes).ok()?;
    (document.schema == MACHINE_SCHEMA).then(|| Lts::try_from(&document.machine).ok())?
}

pub(super) fn write_predicates(found: &StoredPredicates) -> Vec<u8> {
    let StoredPredicates { queries, predicates } = found.clone();
    written(&PredicatesDocument { schema: PREDICATES_SCHEMA.into(), queries, predicates })
}

pub(super) fn read_predicates(bytes: &[u8]) -> Option<StoredPredicates> {
    let PredicatesDocument { schema, queries, predicates } = serde_json::from_slice(bytes).ok()?;
    (schema == PREDICATES_SCHEMA).then_some(StoredPredicates { queries, predicates })
}

pub(super) fn write_proof(proof: &StoredProof) -> Vec<u8> {
    let members = |machines: &[Machine]| machines.iter().map(|&m| member(m)).collect();
    let premise = |premise: &Premise| PremiseDocument {
        components: premise.components.clone(),
        kept: members(&premise.kept),
        until: members(&premise.until),
        refuted: members(&premise.refuted),
    };
    let component = |(name, digest): &(String, Digest)| ComponentDocument {
        name: name.clone(),
        digest: digest.to_string(),
    };
    written(&ProofDocument {
        schema: PROOF_SCHEMA.into(),
        rule: proof.rule.name().into(),
        components: proof.components.iter().map(component).collect(),
        parts: proof.parts.clone(),
        assumptions: proof.assumptions.iter().map(|a| LtsDocument::from(&**a.lts())).collect(),
        premises: proof.premises.iter().map(premise).collect(),
    })
}

pub(super) fn read_proof(bytes: &[u8]) -> Option<StoredProof> {
    let document: ProofDocument = serde_json::from_slice(bytes).ok()?;
    if document.schema != PROOF_SCHEMA {
        return None;
    }
    // One table for all of them.
    let actions = Actions::new();
    let assumption = |d: &LtsDocument| Assumption::new(d.to_lts(&actions).ok()?.lts).ok();
    let assumptions: Vec<Assumption> = document.assumptions.iter().map(assumption).collect::<Option<_>>()?;
    let component = |c: ComponentDocument| Some((c.name, Digest::from_name(&c.digest)?));
    let components: Vec<(String, Digest)> =
        document.components.into_iter().map(component).collect::<Option<_>>()?;
    let there = |list: &Vec<usize>| list.iter().all(|&i| i < components.len());
    let machines = |list: &[MemberDocument]| {
        let machine = |&member: &MemberDocument| match member {
            MemberDocument::Assumption(i) => (i < assumptions.len()).then_some(Machine::Assumption(i)),
            MemberDocument::Property(i) => Some(Machine::Property(i)),
        };
        list.iter().map(machine).collect::<Option<Vec<Machine>>>()
    };
    let premise = |p: &PremiseDocument| {
        Some(Premise {
            components: there(&p.components).then(|| p.components.clone())?,
            kept: machines(&p.kept)?,
            until: machines(&p.until)?,
            refuted: machines(&p.refuted).filter(|refuted| !refuted.is_empty())?,
        })
    };
    let premises = document.premises.iter().map(premise).collect::<Option<_>>()?;
    if !document.parts.iter().all(there) {
        return None;
    }
    Some(StoredProof {
        rule: Rule::from_name(&document.rule)?,
        components,
        parts: document.parts,
        assumptions,
        premises,
    })
}

fn member(machine: Machine) -> MemberDocument {
    match machine {
        Machine::Assumption(i) => MemberDocument::Assumption(i),
        Machine::Property(i) => MemberDocument::Property(i),
    }
}

fn written(document: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(document).expect("texts, numbers and lists are JSON")
}
