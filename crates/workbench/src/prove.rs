//! `rely prove`: assume-guarantee proofs of the properties of a target.
//!
//! The engines are in `rely_assume::prove`. Here names become problems, every run is replayed, and what was
//! found becomes a document and certificates.

mod certificate_files;
mod explain;
pub(crate) mod monolithic;
mod resolve;
mod violation;

use std::path::PathBuf;
use std::time::Instant;

use rely_assume::prove::{
    Alphabets, Learner, NotAPlan, NotCompositional, Plan, Problem, ProofOutcome, ProofReport, Rule,
    prove as find_proof,
};
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_lts::{Component, Context, Role, System};
use rely_report::Failure;
use rely_report::prose::list;
use rely_report::view::{ProofView, ProveDocument, VerdictKind};

use crate::check::component_views;
use crate::lazy::{self, AbstractTarget, Built, Judged, LazyComponents, TraceQuestion};
use crate::load::{Loaded, Target};
use crate::shared;
use certificate_files::CertificateFiles;
use explain::ProofExplainer;
use resolve::{Asked, ask};

/// The rules by name, and `auto`, which is none of them.
pub const RULES: [(&str, Option<Rule>); 10] = [
    ("auto", None),
    ("asym", Some(Rule::Asym)),
    ("asym-n", Some(Rule::AsymN)),
    ("sym", Some(Rule::Sym)),
    ("sym-a", Some(Rule::SymA)),
    ("sym-b", Some(Rule::SymB)),
    ("sym-n", Some(Rule::SymN)),
    ("pair", Some(Rule::Pair)),
    ("circ", Some(Rule::Circ)),
    ("monolithic", Some(Rule::Monolithic)),
];

/// The names of the learners.
pub const LEARNERS: [&str; 6] = ["lstar", "rs", "kv", "ttt", "lsharp", "separating"];

/// What to prove, and how. Names are components of the target, or processes for all their instances.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// The properties; default: all of the target.
    pub properties: Vec<String>,
    /// The rule; default: what works.
    pub rule: Option<Rule>,
    /// How components are divided: parts separated by `|`, names by commas. One part stands for itself and
    /// the rest.
    pub split: Option<String>,
    /// How assumptions are found.
    pub learner: Option<Learner>,
    /// The assumption alphabet.
    pub alphabets: Option<Alphabets>,
    /// May a monolithic search run in parallel?
    pub portfolio: bool,
    /// Where to write certificates. If there are several, the name of the property is part of the name of
    /// each file.
    pub certificate: Option<PathBuf>,
    /// Are the rounds reported?
    pub rounds: bool,
    /// Forbidden actions of every proof that are explained.
    pub explained: usize,
}

impl ProveOptions {
    /// Forbidden actions of a proof that are explained without `--full`.
    pub const EXPLAINED: usize = 8;
}

impl Default for ProveOptions {
    fn default() -> Self {
        ProveOptions {
            target: None,
            properties: Vec::new(),
            rule: None,
            split: None,
            learner: None,
            alphabets: None,
            portfolio: true,
            certificate: None,
            rounds: false,
            explained: 200,
        }
    }
}

/// The result of a proof.
pub struct ProveResult {
    /// The report.
    pub document: ProveDocument,
    /// Warnings about the source, with their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Do the components of a target keep its properties?
///
/// # Errors
/// If the model is wrong, a name is unknown, the plan does not fit the system, there is nothing to prove, or
/// a violation does not replay.
pub fn prove(loaded: &Loaded, options: &ProveOptions, control: &Control) -> Result<ProveResult, Failure> {
    let components = LazyComponents::default();
    loop {
        match lazy::build(loaded, options.target.as_deref(), &components, control)? {
            Built::Exact(target) => return prove_target(loaded, target, options, control),
            Built::Abstract(target) => {
                target.refuse_certificate(options.certificate.is_some(), &loaded.path)?;
                if let Some(result) = prove_abstract(loaded, &target, &components, options, control)? {
                    return Ok(result);
                }
            }
        }
    }
}

/// Proves with abstractions; nothing if a run was not one of the code, and a component was refined.
fn prove_abstract(
    loaded: &Loaded,
    target: &AbstractTarget,
    components: &LazyComponents,
    options: &ProveOptions,
    control: &Control,
) -> Result<Option<ProveResult>, Failure> {
    let system = target.for_traces(TraceQuestion::NoError);
    let mut result = prove_target(loaded, system, options, control)?;
    let mut refined = false;
    let note = target.note(components);
    for view in &mut result.document.results {
        match view.verdict {
            VerdictKind::Holds => view.notes.push(note.clone()),
            VerdictKind::Violated => match target.judge(&view.trace, &[], None, components, control)? {
                Judged::Real => view.notes.push(target.real()),
                Judged::Refined => refined = true,
                Judged::Unknown(why) => {
                    view.verdict = VerdictKind::Unknown;
                    view.reason = Some(why);
                    view.trace.clear();
                    view.steps = None;
                }
            },
            VerdictKind::Unknown => {}
        }
    }
    for (at, own) in result.document.components.iter_mut().enumerate() {
        own.abstraction = target.view(at, components);
    }
    Ok((!refined).then_some(result))
}

/// Proves the properties of a target.
fn prove_target(
    loaded: &Loaded,
    target: Target,
    options: &ProveOptions,
    control: &Control,
) -> Result<ProveResult, Failure> {
    let code = shared::used(loaded, &target.system, None, control)?;
    let asked = ask(loaded, target, options, control)?;
    let prover = Prover { loaded, options, asked: &asked, several: asked.questions.len() > 1 };
    let ctx = control.context();
    let budget = ctx.budget.holding(asked.system.memory());
    let ctx = Context { budget: &budget, ..ctx };
    let mut files = CertificateFiles::new(options.certificate.as_deref(), prover.several);
    let mut results = Vec::new();
    for properties in &asked.questions {
        let start = Instant::now();
        let mut result = prover.result(properties, &mut files, ctx)?;
        result.statistics.seconds = start.elapsed().as_secs_f64();
        shared::locate(result.steps.as_mut(), &code);
        results.push(result);
    }
    let document = ProveDocument {
        schema: "rely/prove/1".to_string(),
        file: loaded.path.clone(),
        target: asked.system.name.clone(),
        components: component_views(&asked.system),
        results,
        warnings: warnings(&asked),
        notes: shared::notes(&code),
        diagnostics: loaded.views(&asked.diagnostics),
    };
    Ok(ProveResult { document, diagnostics: asked.diagnostics })
}

/// One proof after the other.
struct Prover<'a> {
    loaded: &'a Loaded,
    options: &'a ProveOptions,
    asked: &'a Asked,
    several: bool,
}

impl Prover<'_> {
    /// Proves or refutes some properties of the system together.
    fn result(
        &self,
        properties: &[usize],
        files: &mut CertificateFiles<'_>,
        ctx: Context<'_>,
    ) -> Result<ProofView, Failure> {
        let system = &self.asked.system;
        let problem = match Problem::new(system, properties) {
            Ok(problem) => problem,
            Err(why) => return self.without_rules(properties, &why, files, ctx),
        };
        let plan = Plan {
            rule: self.options.rule,
            parts: self.asked.parts.clone(),
            learner: self.options.learner,
            alphabets: self.options.alphabets,
            portfolio: self.options.portfolio,
            ..Plan::default()
        };
        let report = find_proof(&problem, &plan, ctx).map_err(|why| self.no_plan(&problem, &why))?;
        let story = ProofExplainer { problem: &problem, options: self.options, ctx };
        let ProofReport { outcome, statistics, rounds, dropped, attempts } = report;
        let mut view = story.blank(&statistics, &dropped, &attempts, &rounds);
        match &outcome {
            ProofOutcome::Holds(proof) => {
                story.proved(&mut view, proof, &statistics.premises)?;
                monolithic::look(&mut view, &problem, proof, ctx)?;
                if files.wanted() {
                    let made =
                        rely_evidence::rule_certificate(&problem, proof, self.loaded.digest.clone(), ctx);
                    let whole = problem.whole();
                    let places: Vec<usize> = (problem.original.len()..whole.components.len()).collect();
                    files.write_held(made, &whole, &places, &mut view, ctx)?;
                }
            }
            ProofOutcome::Violated(run) => {
                let whole = problem.whole();
                let places: Vec<usize> = (problem.original.len()..whole.components.len()).collect();
                if !problem.replays(run) {
                    let why = format!("a run does not violate {}", view.property);
                    return Err(Failure::Internal(why));
                }
                if view.components.is_empty() {
                    view.components = story.one_by_one(&dropped);
                }
                self.violated(&mut view, &whole, &places, run, files)?;
            }
            ProofOutcome::Unknown(unfinished) => story.unfinished(&mut view, unfinished)?,
        }
        Ok(view)
    }

    /// Writes a violation into a result, after it was replayed.
    fn violated(
        &self,
        view: &mut ProofView,
        whole: &System,
        places: &[usize],
        run: &[rely_lts::ActionId],
        files: &mut CertificateFiles<'_>,
    ) -> Result<(), Failure> {
        view.verdict = VerdictKind::Violated;
        let violation = rely_evidence::confirmed(whole, places, run)?;
        let target = System {
            components: self.asked.system.components[..self.asked.own].to_vec(),
            ..self.asked.system.clone()
        };
        violation::write_run(view, whole, &target, &violation);
        if monolithic::foreign(whole, places) {
            view.notes.push(format!(
                "no action of {} is in the alphabet of a process: they can occur at any time, and the run consists of them",
                view.property
            ));
        }
        if let Some(trace) = violation.replayed.filter(|_| files.wanted()) {
            let digest = self.loaded.digest.clone();
            files.write(Ok(rely_evidence::violation_certificate(whole, places, trace, digest)), view)?;
        }
        Ok(())
    }

    /// Decides by a monolithic search if no rule applies.
    fn without_rules(
        &self,
        properties: &[usize],
        why: &NotCompositional,
        files: &mut CertificateFiles<'_>,
        ctx: Context<'_>,
    ) -> Result<ProofView, Failure> {
        let system = &self.asked.system;
        let by_rule = self.options.rule.is_some_and(|rule| rule != Rule::Monolithic);
        if by_rule || self.asked.parts.is_some() {
            let message = format!("no proof rule applies to {}: {why}", system.name);
            return Err(Failure::in_file("E1023", &self.loaded.path, message)
                .help("without --rule and --split, Rely uses the monolithic search"));
        }
        // Properties that were not asked for only observe.
        let kept = |at: &usize| system.components[*at].role != Role::Property || properties.contains(at);
        let kept = (0..system.components.len()).filter(kept);
        let places = kept.enumerate().filter(|(_, at)| properties.contains(at)).map(|(place, _)| place);
        let places: Vec<usize> = places.collect();
        let system = system.observed_by(|at| properties.contains(&at));
        let searched = monolithic::search(&system, &places, ctx);
        let mut view = searched.view;
        view.notes.push(format!("no proof rule applies ({why}): decided by a monolithic search"));
        if let Some(run) = searched.run {
            self.violated(&mut view, &system, &places, &run, files)?;
        } else if view.verdict == VerdictKind::Holds && files.wanted() {
            let made = rely_evidence::search_certificate(&system, &places, self.loaded.digest.clone(), ctx);
            files.write_held(made, &system, &places, &mut view, ctx)?;
        }
        Ok(view)
    }

    /// Why a plan cannot be carried out, with names.
    fn no_plan(&self, problem: &Problem, why: &NotAPlan) -> Failure {
        let path = &self.loaded.path;
        let name = |at: usize| problem.components.get(at).map_or("?", |c| c.name.as_str()).to_string();
        let all: Vec<String> = problem.components.iter().map(|c| c.name.clone()).collect();
        match why {
            NotAPlan::WrongParts { rule: Rule::Monolithic, .. } => {
                Failure::in_file("E1022", path, "the monolithic search has no parts")
                    .help("remove --split, or choose another rule")
            }
            NotAPlan::WrongParts { given, .. } => {
                let parts = if *given == 1 { "1 part" } else { &format!("{given} parts") };
                Failure::in_file(
                    "E1022",
                    path,
                    why.to_string().replace(&format!("not {given}"), &format!("not {parts}")),
                )
                .help("parts are separated by |; asym-n, sym-n and circ take more than two")
            }
            NotAPlan::NotEnoughComponents { .. } => {
                let message = format!("{} cannot be divided: {why}", problem.name);
                Failure::in_file("E1022", path, message).help(format!(
                    "{} has {} in addition to its properties; without --rule, Rely uses the monolithic search",
                    problem.name,
                    list(&all)
                ))
            }
            NotAPlan::Repeated(at) => {
                Failure::in_file("E1021", path, format!("`{}` is in two parts", name(*at)))
            }
            NotAPlan::UnknownComponent(_) | NotAPlan::EmptyPart(_) => {
                Failure::in_file("E1021", path, why.to_string())
            }
            other => Failure::in_file("E1022", path, other.to_string()),
        }
    }
}

/// Warnings about the question.
fn warnings(asked: &Asked) -> Vec<String> {
    let own = |c: &&Component| c.role != Role::Property && c.lts.has_error();
    let names: Vec<String> = asked.system.components.iter().filter(own).map(|c| c.name.clone()).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let (have, it) = if names.len() == 1 { ("has", "it") } else { ("have", "them") };
    vec![format!(
        "{} {have} an ERROR of {}: here a run ends there; rely check reports {it}",
        list(&names),
        if names.len() == 1 { "its own" } else { "their own" },
    )]
}
