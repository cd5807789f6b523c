//! The answer of `rely assume` as a certificate: what is claimed, and why, in both directions.

use rely_assume::{Assumption, Path, Question, WeakestAnswer, Witness, weakest_witness};
use rely_certify::{
    Certificate, Claim, ComponentDoc, ERROR, EdgeDoc, KeptNever, NodeDoc, PathDoc, SetDoc, TraceDoc,
    WeakestAssumption,
};
use rely_check::{Explore, Reach};
use rely_lts::{ActionId, Context, Spent, System};
use thiserror::Error;

use crate::documents::{GENERATOR, component_documents, named_apart, raw, sorted_names, with_components};
use crate::replay::{Claimed, Judge};

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoCertificate {
    /// The budget was spent before the evidence was complete.
    #[error("the evidence is not complete: {0}")]
    Spent(Spent),
    /// There is no answer that could be certified.
    #[error("there is no answer to certify")]
    Unknown,
    /// The evidence would have too many entries.
    #[error("the evidence would be too large")]
    TooLarge,
    /// It holds, but a run enters ERROR before this is certain by the rules of certificates.
    #[error("a run enters ERROR before it is certain to hold")]
    Error,
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
    let properties = sorted_names(question.properties.iter().map(|c| &c.name));
    let interface = sorted_names(question.boundary.shared.names());
    // In a certificate the properties are those with certain names.
    let places: Vec<usize> = (question.module.len()..system.components.len()).collect();
    let mut components = named_apart(&system, &places);
    let (states, claim) = match answer {
        WeakestAnswer::Always => {
            let states = closed_set(&system, &components, ctx)?;
            (Some(states), Claim::KeptAlways { properties, system: 0 })
        }
        WeakestAnswer::Never { run } => {
            let trace = trace(&system, run);
            (None, Claim::KeptNever(KeptNever { interface, properties, system: 0, trace }))
        }
        WeakestAnswer::Provided(assumption) => {
            let witness = weakest_witness(question, assumption, ctx)?;
            let witness = witness.ok_or(NoCertificate::Contradiction)?;
            let vectors = SetDoc::new(&components, witness.vectors.iter().map(|vector| raw(vector)));
            let nodes = nodes(&witness);
            let (whole, document) = with_assumption(question, assumption, name);
            components.push(document);
            let states = closed_set(&whole, &components, ctx)?;
            let claim = WeakestAssumption { interface, nodes, properties, system: 0, vectors };
            (Some(states), Claim::WeakestAssumption(claim))
        }
        WeakestAnswer::Unknown(_) => return Err(NoCertificate::Unknown),
    };
    let mut document = with_components(&system, components, states);
    document.name.clone_from(&question.name);
    Ok(Certificate::new(GENERATOR, model, vec![document], vec![claim]))
}

/// The module beside its properties and an assumption, and the document of that.
fn with_assumption(question: &Question, assumption: &Assumption, name: &str) -> (System, ComponentDoc) {
    let mut system = question.system();
    let mut name = name.to_string();
    while system.components.iter().any(|component| component.name == name) {
        name.push('\'');
    }
    system.components.push(assumption.process(&name));
    let mut document = component_documents(&system).pop().expect("the assumption is a component");
    // Only its traces count.
    document.end = None;
    (system, document)
}

/// All states, if there is no ERROR among them.
fn closed_set(
    system: &System,
    components: &[ComponentDoc],
    ctx: Context<'_>,
) -> Result<SetDoc, NoCertificate> {
    let reach = Reach::explore(system, Explore::States, ctx);
    if reach.error_reachable() {
        return Err(NoCertificate::Contradiction);
    }
    match reach.spent() {
        Some(spent) => Err(spent.clone().into()),
        None => Ok(SetDoc::new(components, reach.vectors().map(|vector| raw(&vector)))),
    }
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
