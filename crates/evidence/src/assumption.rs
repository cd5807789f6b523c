//! The answer of `rely assume` as a certificate: what is claimed, and why, in both directions.

use rely_assume::{Assumption, Path, Question, WeakestAnswer, Witness, weakest_witness};
use rely_certify::{
    Certificate, Claim, ClaimKind, ClosedSet, ComponentDoc, Cover, ERROR, EdgeDoc, NodeDoc, PathDoc, Proof,
    TraceDoc,
};
use rely_check::{Explore, Reach};
use rely_lts::{ActionId, Context, Spent, System};
use thiserror::Error;

use crate::replay::{Claimed, Judge, component_documents};

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoCertificate {
    /// The budget was spent before the evidence was complete.
    #[error("the evidence is not complete: {0}")]
    Spent(Spent),
    /// There is no answer that could be certified.
    #[error("there is no answer to certify")]
    Unknown,
    /// The answer is not the one to this question.
    #[error("the evidence contradicts the answer")]
    Contradiction,
}

impl From<Spent> for NoCertificate {
    fn from(spent: Spent) -> Self {
        NoCertificate::Spent(spent)
    }
}

/// The certificate of an answer: that the module keeps its properties in every environment, in none, or
/// exactly in those that satisfy the assumption, which is called `name`. `model` is the digest of the model's
/// text.
///
/// The evidence speaks of the states of the module beside its properties, all of them; so a certificate may
/// take more than finding the answer did.
///
/// # Errors
/// If the budget is spent, or the answer is none to this question.
pub fn assumption_certificate(
    question: &Question,
    answer: &WeakestAnswer,
    name: &str,
    model: Option<String>,
    ctx: Context<'_>,
) -> Result<Certificate, NoCertificate> {
    let system = question.system();
    let mut components = documents(question, &system);
    let (kind, proof) = match answer {
        WeakestAnswer::Always => {
            (ClaimKind::KeptAlways, Proof::ClosedSet(closed_set(&system, &components, ctx)?))
        }
        WeakestAnswer::Never { run } => (ClaimKind::KeptNever, Proof::Trace(trace(&system, run))),
        WeakestAnswer::Provided(assumption) => {
            let witness = weakest_witness(question, assumption, ctx)?;
            let witness = witness.ok_or(NoCertificate::Contradiction)?;
            let vectors = witness.vectors.iter().map(|vector| raw(vector));
            let vectors = ClosedSet::new(&components, vectors);
            let (whole, document) = with_assumption(question, assumption, name);
            components.push(document);
            let closed = closed_set(&whole, &components, ctx)?;
            (ClaimKind::WeakestAssumption, Proof::Cover(Cover { closed, vectors, nodes: nodes(&witness) }))
        }
        WeakestAnswer::Unknown(_) => return Err(NoCertificate::Unknown),
    };
    let mut properties: Vec<String> = question.properties.iter().map(|c| c.name.clone()).collect();
    properties.sort();
    properties.dedup();
    let shared = question.boundary.shared.names().iter().map(|name| name.to_string()).collect();
    let interface = (kind != ClaimKind::KeptAlways).then_some(shared);
    let claim = Claim { kind, target: question.name.clone(), properties, model, interface };
    let generator = concat!("rely ", env!("CARGO_PKG_VERSION"));
    Ok(Certificate::new(generator, claim, components, None, proof))
}

/// The components of the question. In a certificate the properties are those with certain names, so a
/// component of the module must not have one of these.
fn documents(question: &Question, system: &System) -> Vec<ComponentDoc> {
    let mut documents = component_documents(system);
    for document in &mut documents[..question.module.len()] {
        while question.properties.iter().any(|property| property.name == document.name) {
            document.name.push('\'');
        }
    }
    documents
}

/// The module beside its properties and an assumption, and the document of that.
fn with_assumption(question: &Question, assumption: &Assumption, name: &str) -> (System, ComponentDoc) {
    let mut system = question.system();
    let mut name = name.to_string();
    while system.components.iter().any(|component| component.name == name) {
        name.push('\'');
    }
    system.components.push(assumption.process(&name));
    let document = component_documents(&system).pop().expect("the assumption is a component");
    (system, document)
}

/// All states, if there is no ERROR among them.
fn closed_set(
    system: &System,
    components: &[ComponentDoc],
    ctx: Context<'_>,
) -> Result<ClosedSet, NoCertificate> {
    let reach = Reach::explore(system, Explore::States, ctx);
    if reach.error_reachable() {
        return Err(NoCertificate::Contradiction);
    }
    match reach.spent() {
        Some(spent) => Err(spent.clone().into()),
        None => Ok(ClosedSet::new(components, reach.vectors().map(|vector| raw(&vector)))),
    }
}

fn raw(vector: &[rely_lts::StateId]) -> Vec<u32> {
    vector.iter().map(|state| state.raw()).collect()
}

/// A run into ERROR, with its vectors where the checker needs them.
fn trace(system: &System, run: &[ActionId]) -> TraceDoc {
    let steps: Vec<String> = run.iter().map(|&action| system.actions.name(action).to_string()).collect();
    let any: Vec<usize> = (0..system.components.len()).collect();
    match Judge::new(system).confirm(&steps, &[], Claimed::Error(&any)) {
        Ok(confirmed) => confirmed.trace,
        Err(_) => TraceDoc { steps, ..TraceDoc::default() },
    }
}

/// The nodes. Vectors and labels are numbered as in the certificate: both are sorted.
fn nodes(witness: &Witness) -> Vec<NodeDoc> {
    let path = |path: &Path| -> PathDoc {
        let moves =
            path.moves.iter().flat_map(|&(label, to)| [label.raw().into(), to.map_or(ERROR, i64::from)]);
        std::iter::once(path.start.into()).chain(moves).collect()
    };
    let paths = |paths: &[Path]| paths.iter().map(path).collect();
    let node = |node: &rely_assume::WitnessNode| NodeDoc {
        state: node.state.raw(),
        members: node.members.clone(),
        edges: node
            .edges
            .iter()
            .map(|edge| EdgeDoc {
                action: edge.action.raw(),
                node: edge.node as u32,
                paths: paths(&edge.paths),
            })
            .collect(),
        errors: paths(&node.errors),
    };
    witness.nodes.iter().map(node).collect()
}
