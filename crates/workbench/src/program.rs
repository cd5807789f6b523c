//! `rely check` on C programs: can a check of the program fail?

mod certificate;
pub(crate) mod component;
mod component_name;
mod execute;
pub(crate) mod facts;
mod opinion;
mod places;
mod property;
pub(crate) mod remembered;
pub(crate) mod revision;
mod source;
mod verdicts;

use std::collections::BTreeSet;
use std::path::PathBuf;

use rely_code::encode::{self, CheckKind as Kind, Note, Program, is_modeled};
use rely_code::engine::{self, Outcome};
use rely_code::graph::{CallRules, Graph, Limits, When};
use rely_code::pointers::relayed;
use rely_io::Control;
pub use rely_io::clang::CompileOptions;
use rely_io::solver::Solver;
use rely_llvm::Module;
use rely_report::Failure;
use rely_report::view::{CheckDocument, PredicatesView, ProgramStatisticsView, ProgramView};

use crate::check::CheckResult;
use property::Observed;
pub use source::{Source, Unit, is_program};
use verdicts::Judged;

/// The checks of programs: name, kind, what it looks for.
pub const PROGRAM_CHECKS: [(&str, Kind, &str); 7] = [
    ("error-call", Kind::ErrorCall, "Is reach_error or __VERIFIER_error called?"),
    ("assertion", Kind::Assertion, "Can an assertion fail?"),
    ("abort", Kind::Abort, "Is abort called?"),
    ("memory", Kind::Memory, "Is memory accessed outside of objects, or after it was freed?"),
    ("division", Kind::Division, "Is anything divided by zero?"),
    ("overflow", Kind::Overflow, "Does signed arithmetic overflow?"),
    ("shift", Kind::Shift, "Is anything shifted by too many bits?"),
];

/// The name of a check.
pub(crate) fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Property(_) => "property",
        _ => PROGRAM_CHECKS.iter().find(|(_, own, _)| *own == kind).map_or("model", |(name, ..)| name),
    }
}

/// What to check.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// The function where executions begin; nothing means that of the mapping, or `main`.
    pub entry: Option<String>,
    /// Properties over actions, `FILE:NAME`.
    pub properties: Vec<String>,
    /// The mapping that says what the actions are.
    pub map: Option<String>,
    /// How C is translated.
    pub compile: CompileOptions,
    /// The checks; nothing means those that are usual for the program.
    pub checks: Option<Vec<Kind>>,
    /// Counterexamples are executed.
    pub execute: bool,
    /// Another solver that is asked about all answers.
    pub solver: Option<String>,
    /// Where to write a certificate of all decided checks.
    pub certificate: Option<PathBuf>,
}

impl Default for ProgramOptions {
    fn default() -> Self {
        ProgramOptions {
            entry: None,
            properties: Vec::new(),
            map: None,
            compile: CompileOptions::default(),
            checks: None,
            execute: true,
            solver: None,
            certificate: None,
        }
    }
}

/// Checks a program.
///
/// # Errors
/// If a file cannot be read or does not compile, or the entry is not defined.
pub fn check_program(
    paths: &[String],
    options: &ProgramOptions,
    control: &Control,
) -> Result<CheckResult, Failure> {
    let wants = |kind| options.checks.as_ref().is_some_and(|checks| checks.contains(&kind));
    let compile = CompileOptions {
        deny_constant_overflow: wants(Kind::Overflow),
        deny_constant_shift: wants(Kind::Shift),
        ..options.compile.clone()
    };
    let solver = options.solver.as_deref().map(Solver::find).transpose()?;
    let mut source = Source::read(paths, &compile, control)?;
    // The driver uses functions of verification tasks: these questions come first.
    let is_task = is_task(&source.module);
    let checks = options.checks.clone().map_or_else(|| usual(is_task), |checks| checks.into_iter().collect());
    if let Some((construct, line)) = source.module.unsupported.first() {
        let message = format!("`{construct}` (line {line} of LLVM's text) is not modeled");
        return Err(Failure::in_file("E1076", paths[0].clone(), message)
            .help("Rely gives no verdict about programs with constructs that it does not model"));
    }
    let observed = observed(&source, options, &paths[0], control)?;
    let (entry, driven) = match &observed {
        Some(observed) => component::entry_of(&mut source.module, &observed.bound),
        None => (source.entry(options.entry.as_deref().unwrap_or("main"))?, false),
    };
    let entry_name = source.module.functions[entry.index()].name.clone();
    let graph = match &observed {
        // The order of actions of threads is not modeled: where a thread is created, there is no verdict.
        Some(observed) => {
            let limits = Limits { threads: 1, ..Limits::default() };
            Graph::expand(&source.module, entry, &observed.bound, limits)
        }
        None => Graph::expand(&source.module, entry, &Rules, Limits::default()),
    };
    let mut encoding =
        encode::Options { checks: checks.clone(), outside_writes: !is_task, ..encode::Options::default() };
    if let Some(observed) = &observed {
        encoding.actions = observed.bound.rules.clone();
        encoding.ignored = observed.bound.ignored.clone();
        encoding.volatile_memory = observed.bound.volatile_memory;
    }
    let encode = || encode::encode_within(&source.module, &graph, &encoding, control.context().budget);
    let mut program = encode()?;
    let observed_actions = observed.as_ref().map_or_else(Vec::new, |observed| observed.bound.actions.clone());
    for (number, automaton) in (0..).zip(observed.iter().flat_map(|observed| &observed.automata)) {
        rely_code::property::watch(&mut program, number, automaton, &observed_actions);
    }
    let outcome = engine::decide(&mut program.blocks, &engine::Options::default(), control.context());
    let opinion = match &solver {
        Some(solver) => Some(opinion::ask(&mut program, &outcome, solver, control)?),
        None => None,
    };
    let judged = Judged {
        source: &source,
        graph: &graph,
        program: &program,
        outcome: &outcome,
        entry: &entry_name,
        driven,
        observed: observed.as_ref(),
        encode: &encode,
    };
    let results = judged.results(&checks, options, control)?;
    let undecided = results.iter().any(|result| result.verdict == rely_report::view::VerdictKind::Unknown);
    let (certificate, certified) = match &options.certificate {
        Some(path) => {
            let (path, view) = certificate::write(path, &judged, &checks)?;
            (path, Some(view))
        }
        None => (None, None),
    };
    let properties = observed.iter().flat_map(|observed| &observed.automata);
    let properties = properties.map(|automaton| format!("property {}", automaton.name));
    let document = CheckDocument {
        remedies: None,
        schema: "rely/check/1".to_string(),
        file: paths[0].clone(),
        target: entry_name.clone(),
        components: Vec::new(),
        states: program.blocks.points.len() as u64,
        transitions: program.blocks.edges.len() as u64,
        methods: Vec::new(),
        results,
        unused: Vec::new(),
        unused_before_error: false,
        warnings: observed.as_ref().map_or_else(Vec::new, |observed| observed.warnings.clone()),
        notes: Vec::new(),
        certificate,
        certified,
        program: Some(ProgramView {
            entry: entry_name.clone(),
            files: paths.to_vec(),
            checks: properties.chain(names(|kind| checks.contains(&kind))).collect(),
            unchecked: names(|kind| !checks.contains(&kind)),
            notes: opinion.into_iter().chain(notes(&judged, encoding.outside_writes)).collect(),
            trusted: trusted(&judged),
            statistics: statistics(&program, &graph, &outcome),
            predicates: if undecided { predicates(&program, &outcome) } else { Vec::new() },
        }),
    };
    Ok(CheckResult { document, warnings: Vec::new() })
}

/// The properties of the options, if there are any.
fn observed(
    source: &Source,
    options: &ProgramOptions,
    file: &str,
    control: &Control,
) -> Result<Option<Observed>, Failure> {
    let (properties, map) = (&options.properties, options.map.as_deref());
    if properties.is_empty() && map.is_none() {
        return Ok(None);
    }
    if let Some(entry) = &options.entry {
        source.entry(entry)?;
    }
    Observed::read(properties, map, file, options.entry.as_deref(), &source.module, control).map(Some)
}

/// Calls that are not expanded: those that the encoder treats itself.
struct Rules;

impl CallRules for Rules {
    fn is_modeled(&self, name: &str) -> bool {
        is_modeled(name)
    }

    fn action(&self, _: &str, _: When) -> bool {
        false
    }
}

fn names(wanted: impl Fn(Kind) -> bool) -> Vec<String> {
    PROGRAM_CHECKS.iter().filter(|(_, kind, _)| wanted(*kind)).map(|(name, ..)| name.to_string()).collect()
}

/// The checks that are usual for a program. In programs of verification tasks, `abort` only ends an
/// execution.
fn usual(is_task: bool) -> BTreeSet<Kind> {
    let mut checks = BTreeSet::from([Kind::ErrorCall, Kind::Assertion, Kind::Memory, Kind::Division]);
    if !is_task {
        checks.insert(Kind::Abort);
    }
    checks
}

/// Is it written for verifiers?
fn is_task(module: &Module) -> bool {
    module.functions.iter().any(|f| f.name.starts_with("__VERIFIER_") || f.name == "reach_error")
}

/// What a reader should know about the model of a program.
fn notes(judged: &Judged<'_>, outside_writes: bool) -> Vec<String> {
    let program = judged.program;
    let mut notes = judged
        .observed
        .map_or_else(Vec::new, |observed| observed.notes(judged.driven, &judged.source.module));
    let (mut external, mut opaque, mut floating) = (vec![], vec![], vec![]);
    let (mut globals, mut volatile) = (vec![], vec![]);
    for note in &program.notes {
        match note {
            Note::External(name) => external.push(format!("`{name}`")),
            Note::Opaque(name) => opaque.push(format!("`{name}`")),
            Note::Floating(operation) => floating.push(format!("`{operation}`")),
            Note::ExternalGlobal(name) => globals.push(format!("`{name}`")),
            Note::Volatile(name) => volatile.push(format!("`{name}`")),
            Note::Threads(count) => notes.push(format!(
                "{count} threads; all accesses, atomic or not, are interleaved in a sequentially consistent way; data races \
                 and deadlocks are not reported; creating a thread and initializing a mutex succeed; a wait for a \
                 condition may end at any time"
            )),
            Note::HeapBound(bound) => notes.push(format!(
                "at most {bound} objects that are allocated at the same place exist at the same time; a program that needs \
                 more gets no verdict"
            )),
        }
    }
    let list = |names: &[String]| rely_report::prose::some(names, 12);
    let unreached = unreached(judged);
    if !unreached.is_empty() {
        notes.push(format!(
            "not checked: {}, which {} does not reach: {}",
            rely_report::prose::count(unreached.len() as u64, "function"),
            judged.entry,
            list(&unreached)
        ));
    }
    let endless: Vec<String> = judged.source.endless.iter().map(|name| format!("`{name}`")).collect();
    if !endless.is_empty() {
        notes.push(format!(
            "LLVM's text does not say where blocks end, so accesses to {} after the end of the block are not found; \
             translate with -Xclang -fsanitize-address-use-after-scope",
            list(&endless)
        ));
    }
    if !external.is_empty() {
        let others = match outside_writes {
            true => {
                "unknown ones may also change every variable that is not static, and what they were given earlier"
            }
            false => "other variables keep their values, as in all verification tasks",
        };
        notes.push(format!(
            "not part of the program: {}; their results may be anything, and so may everything that they are given a \
             pointer to; {others}; they are assumed to stay inside of objects and to call no function of the program",
            list(&external)
        ));
    }
    if !volatile.is_empty() {
        notes.push(format!("volatile, so every read may give anything: {}", list(&volatile)));
    }
    if !globals.is_empty() {
        notes.push(format!("defined elsewhere, with any initial value: {}", list(&globals)));
    }
    if !opaque.is_empty() {
        notes.push(format!(
            "too large for the model, so values that are read may be anything: {}",
            list(&opaque)
        ));
    }
    if !floating.is_empty() {
        notes.push(format!("floating-point operations may give any value: {}", list(&floating)));
    }
    notes
}

/// The functions of the program that no execution reaches, since nothing that it executes calls them.
fn unreached(judged: &Judged<'_>) -> Vec<String> {
    let reached: BTreeSet<_> = judged.graph.instances.iter().map(|instance| instance.function).collect();
    let functions = (0..).map(rely_llvm::ir::FunctionId).zip(&judged.source.module.functions);
    let others = functions.filter(|(id, function)| {
        !function.blocks.is_empty()
            && !reached.contains(id)
            && !is_modeled(&function.name)
            && relayed(&function.name).is_none()
    });
    others.map(|(_, function)| format!("`{}`", function.name)).collect()
}

/// What verdicts rest on.
fn trusted(judged: &Judged<'_>) -> Vec<String> {
    let Judged { source, program, .. } = judged;
    let mut trusted = Vec::new();
    if source.units.iter().any(Unit::is_c) {
        trusted.push("clang translates C to LLVM's text".to_string());
    }
    trusted.push("Rely reads LLVM's text and encodes its meaning".to_string());
    if let Some(observed) = judged.observed {
        trusted.push(format!("the mapping {} says which calls are actions", observed.map));
    }
    if program.notes.iter().any(|note| matches!(note, Note::Threads(_))) {
        trusted.push("memory is sequentially consistent, and Rely interleaves the threads".to_string());
    }
    trusted.push("integers wrap around as the compiler has it, unless overflow is checked".to_string());
    if source.units.iter().any(|unit| !unit.is_c()) {
        trusted.push("arithmetic on constants was evaluated by the compiler, overflow included".to_string());
    }
    trusted.push(
        "a number that is read from where a pointer was written (in a union) is a fixed address".to_string(),
    );
    trusted.push("an execution ends at its first undefined behavior".to_string());
    trusted
}

fn statistics(program: &Program, graph: &Graph, outcome: &Outcome) -> ProgramStatisticsView {
    let done = &outcome.statistics;
    ProgramStatisticsView {
        instances: graph.instances.len() as u64,
        cells: program.blocks.cells.len() as u64,
        sites: program.sites.len() as u64,
        weak_updates: program.weak_updates as u64,
        queries: done.queries,
        conflicts: done.conflicts,
        refinements: done.refinements,
        predicates: done.predicates,
        depth: done.depth,
    }
}

/// The predicates of each point that has some.
fn predicates(program: &Program, outcome: &Outcome) -> Vec<PredicatesView> {
    let points = program.blocks.points.iter().zip(&outcome.predicates).filter(|(_, found)| !found.is_empty());
    points
        .map(|(point, found)| PredicatesView {
            point: point.name.clone(),
            predicates: found.iter().map(|&term| program.blocks.terms.display(term).to_string()).collect(),
        })
        .collect()
}
