//! Models: the definitions of a file, ready to be turned into systems, specifications and tests.

mod evaluate;
mod lints;
mod lookup;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rely_lts::{Actions, Context, Lts, Spent, System};

use crate::ast::{self, Call, Definition};
use crate::diagnostic::Diagnostic;
use crate::elaborate::composite::Whole;
use crate::elaborate::definitions::{Callable, Definitions, describe};
use crate::elaborate::instances::Elaborator;
use crate::elaborate::places::Places;
use crate::elaborate::replace::{Part, Replaced, Replacement, separate};
use crate::elaborate::value::Value;
use crate::elaborate::{Failure, Outcome, lint};
use crate::span::{Name, Span};

/// The target of a model without composites: all its processes in parallel.
pub const DEFAULT_TARGET: &str = "DEFAULT";

/// Reads the files that `import` names. This crate opens no files, so the caller provides them.
///
/// ```
/// use rely_fsp::{Imports, Model, parse};
/// use rely_lts::{Actions, Context, Lts};
///
/// /// Every file holds a process that stops at once.
/// struct Stops;
///
/// impl Imports for Stops {
///     fn read(&self, _: &str, actions: &Actions) -> Result<Lts, String> {
///         Ok(Lts::stop(actions))
///     }
/// }
///
/// let (model, _) = Model::new(parse(br#"import P = "p.aut""#).model);
/// let elaborated = model.system("P", &Stops, Context::unlimited());
/// assert_eq!(elaborated.system.unwrap().components[0].lts.n_states(), 1);
/// ```
pub trait Imports {
    /// The transition system in a file, with its actions in the given table.
    ///
    /// # Errors
    /// The reason, in a few words.
    fn read(&self, file: &str, actions: &Actions) -> Result<Lts, String>;

    /// The same with names of its states, if they have some: places in the source of a program.
    ///
    /// # Errors
    /// The reason, in a few words.
    fn read_named(&self, file: &str, actions: &Actions) -> Result<(Lts, Option<StateNames>), String> {
        self.read(file, actions).map(|lts| (lts, None))
    }
}

/// Names of states, by number.
pub type StateNames = Arc<[Option<Arc<str>>]>;

/// For models without imports: every import is an error.
pub struct NoImports;

impl Imports for NoImports {
    fn read(&self, _: &str, _: &Actions) -> Result<Lts, String> {
        Err("files cannot be imported here".to_string())
    }
}

/// The result of elaborating a target.
#[derive(Debug)]
pub struct Elaborated {
    /// The system; absent if there are errors or the budget was exhausted.
    pub system: Option<System>,
    /// Errors and warnings, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The exhausted budget, if that is why there is no system.
    pub spent: Option<Spent>,
    /// The components that are, or contain, a substitute of [`Model::system_replacing`], in order.
    pub replaced: Vec<Replaced>,
    /// The places of the components, in order, of [`Model::system_with_places`] and
    /// [`Model::instance_with_places`].
    pub places: Vec<Arc<Places>>,
}

/// The definitions of a file, with the values of its constants, ranges and sets, and one table of actions for
/// everything that is built from it.
///
/// ```
/// use rely_fsp::{Model, NoImports, parse};
/// use rely_lts::Context;
/// let parsed = parse(b"P = (a -> b -> P). Q = (b -> c -> Q). ||S = (P || x:Q)/{b/x.b}.");
/// let (model, diagnostics) = Model::new(parsed.model);
/// assert!(diagnostics.is_empty());
/// let elaborated = model.system(&model.default_target().unwrap(), &NoImports, Context::unlimited());
/// let system = elaborated.system.unwrap();
/// let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
/// assert_eq!(names, ["P", "x:Q"]);
/// ```
pub struct Model {
    known: Definitions,
    actions: Actions,
    /// Which permissions of the text have allowed something.
    used: Box<[AtomicBool]>,
}

impl Model {
    /// Enters all definitions and evaluates constants, ranges, sets, fluents and the defaults of parameters.
    pub fn new(tree: ast::Model) -> (Model, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let known = Definitions::new(Arc::new(tree), &mut diagnostics);
        diagnostics.extend(lint::definitions(&known));
        sort(&mut diagnostics);
        let used = known.tree.permissions.iter().map(|permission| AtomicBool::new(permission.used)).collect();
        let model = Model { known, actions: Actions::new(), used };
        model.drop_permitted(&mut diagnostics);
        (model, diagnostics)
    }

    /// The tree.
    pub fn tree(&self) -> &ast::Model {
        &self.known.tree
    }

    /// The actions of all systems and specifications of this model.
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// The names of the composites, in order of definition.
    pub fn composites(&self) -> Vec<&str> {
        self.known.composites.names().collect()
    }

    /// The names of the processes, imported ones included, in order of definition.
    pub fn processes(&self) -> Vec<&str> {
        self.known.processes.names().collect()
    }

    /// The names of the asserts, in order of definition.
    pub fn asserts(&self) -> Vec<&str> {
        self.known.asserts.names().collect()
    }

    /// The names of the formulas that are processes (`constraint`, `ltl_property`), in order of definition.
    pub fn constraints(&self) -> Vec<&str> {
        self.known.constraints.names().collect()
    }

    /// The names of the progress definitions, in order; one with indices is several tests.
    pub fn progress(&self) -> Vec<&str> {
        self.known.progress.names().collect()
    }

    /// Where a name that can be a target, a formula or a test is defined.
    pub fn definition_span(&self, name: &str) -> Option<Span> {
        self.known.span_of(name)
    }

    /// The target if none is named: the last composite, or [`DEFAULT_TARGET`] if there is none. `None` if the
    /// model has no processes either.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let target = |text: &str| Model::new(parse(text.as_bytes()).model).0.default_target();
    /// assert_eq!(target("P = (a -> P). ||S = (x:P || y:P)."), Some("S".to_string()));
    /// assert_eq!(target("P = (a -> P). Q = (b -> Q)."), Some("DEFAULT".to_string()));
    /// assert_eq!(target("const N = 2"), None);
    /// ```
    pub fn default_target(&self) -> Option<String> {
        let known = &self.known;
        if let Some(last) = known.composites.names().next_back() {
            return Some(last.to_string());
        }
        let any = !known.processes.is_empty() || !known.constraints.is_empty();
        any.then(|| DEFAULT_TARGET.to_string())
    }

    /// The system of a target: a composite, a process (alone), or [`DEFAULT_TARGET`].
    ///
    /// The priority, hiding and modifiers of the target itself are recorded in the system, for the engines to
    /// apply; those of composites inside it have been applied. The example of [`Model`] shows a call.
    pub fn system(&self, target: &str, imports: &dyn Imports, ctx: Context<'_>) -> Elaborated {
        let mut elaborator = Elaborator::new(&self.known, &self.actions, imports, ctx);
        let outcome = self.elaborate(target, &mut elaborator);
        self.end(outcome, elaborator)
    }

    /// The same with the places of the components' transitions in the text ([`Elaborated::places`]), for runs
    /// that are shown. It takes longer and more memory.
    ///
    /// ```
    /// use rely_fsp::{Model, NoImports, parse};
    /// use rely_lts::Context;
    /// let text = "P = (a -> b -> P). ||S = (x:P)/{go/x.a}.";
    /// let model = Model::new(parse(text.as_bytes()).model).0;
    /// let elaborated = model.system_with_places("S", &NoImports, Context::unlimited());
    /// let lts = &elaborated.system.unwrap().components[0].lts;
    /// let (from, label, to) = lts.transitions().next().unwrap();
    /// let [place] = elaborated.places[0].of(from, lts.alphabet().action(label), to) else { panic!() };
    /// assert_eq!((&*lts.label_name(label), &text[place.span.start as usize..place.span.end as usize]), ("go", "a"));
    /// ```
    pub fn system_with_places(&self, target: &str, imports: &dyn Imports, ctx: Context<'_>) -> Elaborated {
        let mut elaborator = Elaborator::new(&self.known, &self.actions, imports, ctx);
        elaborator.placed = true;
        let outcome = self.elaborate(target, &mut elaborator);
        self.end(outcome, elaborator)
    }

    /// The same without its properties: those among its components, and those inside composites that are one
    /// component of it, where they are ERRORs of that component otherwise.
    ///
    /// ```
    /// use rely_fsp::{Model, NoImports, parse};
    /// use rely_lts::Context;
    /// let text = "P = (h -> a -> P). property N = (a -> STOP). ||I = (P || N)\\{h}. ||S = (I || x:N).";
    /// let (model, _) = Model::new(parse(text.as_bytes()).model);
    /// let system = model.system_without_properties("S", &NoImports, Context::unlimited()).system.unwrap();
    /// let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
    /// assert_eq!((names, system.components[0].lts.has_error()), (vec!["I"], false));
    /// ```
    pub fn system_without_properties(
        &self,
        target: &str,
        imports: &dyn Imports,
        ctx: Context<'_>,
    ) -> Elaborated {
        let mut elaborator = Elaborator::new(&self.known, &self.actions, imports, ctx);
        elaborator.without_properties = true;
        let outcome = self.elaborate(target, &mut elaborator);
        let outcome =
            outcome.map(|(system, replaced, _)| (system.without_properties(), replaced, Vec::new()));
        self.end(outcome, elaborator)
    }

    /// The system that a target would be if a process or composite had another definition: a substitute takes
    /// the place of every reference to it, and is prefixed, shared, relabeled and composed as the reference
    /// requires. [`Elaborated::replaced`] lists the components concerned.
    ///
    /// ```
    /// use rely_fsp::{Model, NoImports, Replacement, parse};
    /// use rely_lts::Context;
    /// let model = |text: &str| Model::new(parse(text.as_bytes()).model).0;
    /// let old = model("P(N=1) = (a[N] -> P). Q = (b -> Q). ||S = (x:P || Q || P(2)).");
    /// let new = model("P(N=3) = (c -> a[N] -> P).");
    /// let by = |arguments: &[_], _: &_| {
    ///     let instance = new.instance("P", arguments, &NoImports, Context::unlimited());
    ///     Ok(instance.system.unwrap().components.remove(0).into())
    /// };
    /// let replacement = Replacement { process: "P", by: &by };
    /// let elaborated = old.system_replacing("S", &replacement, &NoImports, Context::unlimited());
    /// let places: Vec<usize> = elaborated.replaced.iter().map(|replaced| replaced.place).collect();
    /// assert_eq!(places, [0, 2]);
    /// let system = elaborated.system.unwrap();
    /// let alphabet = |place: usize| format!("{:?}", system.components[place].lts.alphabet());
    /// assert_eq!(alphabet(0), r#"{"x.a.3", "x.c"}"#);
    /// assert_eq!(alphabet(2), r#"{"a.2", "c"}"#);
    /// ```
    pub fn system_replacing(
        &self,
        target: &str,
        replacement: &Replacement<'_>,
        imports: &dyn Imports,
        ctx: Context<'_>,
    ) -> Elaborated {
        let mut elaborator = Elaborator::new(&self.known, &self.actions, imports, ctx);
        let outcome = match self.known.callable(replacement.process) {
            None => self.known.not_callable(&nowhere(replacement.process)),
            Some((position, _)) => {
                elaborator.replacement = Some((position, replacement));
                self.elaborate(target, &mut elaborator)
            }
        };
        self.end(outcome, elaborator)
    }

    /// A process, constraint or composite for particular arguments (none: the defaults), as a system of one
    /// component. A composite is composed, with its own priority, hiding and modifiers.
    ///
    /// ```
    /// use rely_fsp::{Model, NoImports, Value, parse};
    /// use rely_lts::Context;
    /// let (model, _) = Model::new(parse(b"COUNT(N=2) = C[0], C[i:0..N] = (when (i<N) up -> C[i+1]).").model);
    /// let states = |arguments: &[Value]| {
    ///     let elaborated = model.instance("COUNT", arguments, &NoImports, Context::unlimited());
    ///     elaborated.system.unwrap().components[0].lts.n_states()
    /// };
    /// assert_eq!(states(&[]), 3);
    /// assert_eq!(states(&[Value::Int(5)]), 6);
    /// ```
    pub fn instance(
        &self,
        name: &str,
        arguments: &[Value],
        imports: &dyn Imports,
        ctx: Context<'_>,
    ) -> Elaborated {
        self.one(name, arguments, Elaborator::new(&self.known, &self.actions, imports, ctx))
    }

    /// The same without the properties of a composite.
    pub fn instance_without_properties(
        &self,
        name: &str,
        arguments: &[Value],
        imports: &dyn Imports,
        ctx: Context<'_>,
    ) -> Elaborated {
        let mut elaborator = Elaborator::new(&self.known, &self.actions, imports, ctx);
        elaborator.without_properties = true;
        self.one(name, arguments, elaborator)
    }

    /// The same with the places of its transitions.
    pub fn instance_with_places(
        &self,
        name: &str,
        arguments: &[Value],
        imports: &dyn Imports,
        ctx: Context<'_>,
    ) -> Elaborated {
        let mut elaborator = Elaborator::new(&self.known, &self.actions, imports, ctx);
        elaborator.placed = true;
        self.one(name, arguments, elaborator)
    }

    fn one<'m>(&'m self, name: &str, arguments: &[Value], mut elaborator: Elaborator<'m>) -> Elaborated {
        let name = nowhere(name);
        let outcome = match self.known.callable(&name.text) {
            None => self.known.not_callable(&name),
            Some((position, _)) => {
                let span = describe(&self.known.tree.definitions[position]).2.span;
                let call = Call { name: Name { span, ..name }, actuals: Vec::new(), span };
                elaborator.component(&call, position, arguments).map(|part| {
                    let system =
                        System::new(&part.component.name, &self.actions, vec![part.component.clone()]);
                    (system, Vec::new(), vec![part.places.unwrap_or_default()])
                })
            }
        };
        self.end(outcome, elaborator)
    }

    /// The result of an elaboration.
    fn end(&self, outcome: Outcome<Whole>, mut elaborator: Elaborator<'_>) -> Elaborated {
        let placed = elaborator.placed;
        let outcome = elaborator.note(outcome);
        let errors = !elaborator.diagnostics.is_empty();
        let mut diagnostics = std::mem::take(&mut elaborator.diagnostics);
        diagnostics.append(&mut elaborator.warnings);
        diagnostics.append(&mut elaborator.meter.take_warnings());
        if !errors {
            // What is missing would make names look unused.
            diagnostics.extend(elaborator.meter.uses.borrow().warnings());
            diagnostics.extend(elaborator.meter.guards.borrow().warnings());
        }
        diagnostics.extend(lint::sites(&elaborator.sites, &self.known));
        sort(&mut diagnostics);
        self.drop_permitted(&mut diagnostics);
        let (replaced, places) = (Vec::new(), Vec::new());
        let mut told = Elaborated { system: None, diagnostics, spent: None, replaced, places };
        match outcome {
            Ok(Some((system, replaced, places))) if !errors => {
                (told.system, told.replaced) = (Some(system), replaced);
                told.places = if placed { places } else { Vec::new() };
            }
            Err(Failure::Spent(spent)) => told.spent = Some(spent),
            _ => {}
        }
        told
    }

    /// Elaborates a target: a composite by its body, anything else by the components it names.
    fn elaborate<'m>(&'m self, target: &str, elaborator: &mut Elaborator<'m>) -> Outcome<Whole> {
        let known = &self.known;
        if let Some(position) = known.composites.get(target)
            && !elaborator.is_replaced(position)
            && let Definition::Composite(def) = &known.tree.definitions[position]
        {
            return elaborator.system(position, def, &[], def.name.span);
        }
        let names: Vec<&str> = match known.callable(target) {
            Some(_) => vec![target],
            None if target == DEFAULT_TARGET => {
                known.processes.names().chain(known.constraints.names()).collect()
            }
            None => {
                return known.not_callable(&nowhere(target));
            }
        };
        let mut parts: Vec<Part> = Vec::with_capacity(names.len());
        for name in names {
            let Some((position, callable)) = known.callable(name) else { continue };
            let name = match callable {
                Callable::Process(def) => &def.name,
                Callable::Import(def) => &def.name,
                Callable::Constraint(def) => &def.name,
                Callable::Composite(def) => &def.name,
            };
            let call = Call { name: name.clone(), actuals: Vec::new(), span: name.span };
            let part = elaborator.component(&call, position, &[]);
            parts.extend(elaborator.note(part)?);
        }
        let (components, replaced, places) = separate(parts, &self.actions);
        Ok((System::new(target, &self.actions, components), replaced, places))
    }

    /// Warnings about a target: properties that observe nothing, and formulas, tests and menus with actions
    /// that are in no alphabet.
    ///
    /// ```
    /// use rely_fsp::{Model, NoImports, parse};
    /// use rely_lts::Context;
    /// let (model, _) = Model::new(parse(b"P = (a -> P). assert A = []<>b").model);
    /// let system = model.system("P", &NoImports, Context::unlimited()).system.unwrap();
    /// assert_eq!(model.lint(&system)[0].code, "W0901");
    /// ```
    pub fn lint(&self, system: &System) -> Vec<Diagnostic> {
        let mut diagnostics = lint::system(self, system);
        sort(&mut diagnostics);
        // A definition with indices is warned about once.
        diagnostics.dedup_by_key(|d| (d.code, d.span));
        self.drop_permitted(&mut diagnostics);
        if self.default_target().is_some_and(|target| target == system.name) {
            diagnostics.extend(self.unused_permissions());
            sort(&mut diagnostics);
        }
        diagnostics
    }

    /// The tables.
    pub(crate) fn known(&self) -> &Definitions {
        &self.known
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("definitions", &self.known.tree.definitions.len())
            .finish_non_exhaustive()
    }
}

/// A name from outside the file.
fn nowhere(name: &str) -> Name {
    Name { text: Arc::from(name), span: Span::new(0, 0) }
}

/// Sorts diagnostics by place and drops repetitions.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|d| (d.span, std::cmp::Reverse(d.severity), d.code));
    diagnostics.dedup();
}
