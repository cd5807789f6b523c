//! Loading a model: FSP, or one LTS in a file of its own. The content decides, not the name of the file.

mod code;
mod compared;
mod imports;
mod lazily;

use std::io::{BufRead, Read};
use std::path::Path;
use std::sync::Arc;

use rely_formats::{
    AutOptions, ColonLabels, DotReadOptions, Format, FormatErrorKind, Internal, MarkedStates, detect,
    read_aut_with, read_dot, read_fsm, read_json, read_rlts,
};
use rely_fsp::{Diagnostic, Imports, Model, Severity};
use rely_lts::{Actions, Component, Lts, System};
use rely_report::view::DiagnosticView;
use rely_report::{Failure, SourceText};
use sha2::{Digest, Sha256};

use rely_io::Control;
use rely_io::files;
use rely_io::git::Place;

use code::{Code, Noted};
pub(crate) use compared::{LoadedComponent, load_component};
pub use imports::FileImports;

use crate::program::component::{ComponentName, component};

/// How to read files whose meaning depends on the tool that wrote them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// In `.aut` files: is `i` internal, as CADP writes it?
    pub internal_i: bool,
    /// In `.aut` files: do loops labeled `ERROR` and `END` mark those states, as the strict dialects write
    /// them?
    pub marked_loops: bool,
    /// In `.aut` files: are labels that begin with `:` actions, and not propositions?
    pub colon_actions: bool,
    /// Is the digest of a file with an LTS wanted? It takes time for a large one, and only certificates have
    /// it.
    pub digest: bool,
}

/// A model in memory.
pub struct Loaded {
    /// The path as the user gave it.
    pub path: String,
    /// SHA-256 of the file, in hexadecimal, if it was asked for. That of FSP is always there.
    pub digest: Option<String>,
    origin: Origin,
    kind: Kind,
    imported: Noted,
}

/// Where a model is from; what it imports is looked for there.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// A file, or standard input.
    Files,
    /// A revision of a git repository.
    Revision(Box<Place>),
}

enum Kind {
    Fsp { source: Arc<SourceText>, model: Box<Model>, warnings: Vec<Diagnostic> },
    Lts { name: String, lts: Arc<Lts>, notes: Vec<String>, code: Option<Arc<Code>> },
}

/// A system of a loaded model, with the warnings that came up.
#[derive(Clone)]
pub struct Target {
    /// The system.
    pub system: System,
    /// Warnings about the source.
    pub warnings: Vec<Diagnostic>,
    /// What the composites leave out: warnings for who asks whether everything is checked. They do not
    /// concern questions about a process, or about a property that was named.
    pub left_out: Vec<Diagnostic>,
}

/// The warnings of [`Target::left_out`].
const LEFT_OUT: [&str; 2] = ["W0404", "W0905"];

/// Loads a model from a file; `-` is standard input.
///
/// # Errors
/// If the file cannot be read, is not a model, or the budget is spent.
pub fn load(path: &str, options: ReadOptions, control: &Control) -> Result<Loaded, Failure> {
    match read_file(path, &Actions::new(), options, control)? {
        File::Lts { name, lts, notes, digest, code } => {
            let kind = Kind::Lts { name, lts: Arc::new(lts), notes, code };
            Ok(Loaded::new(path.to_string(), digest, Origin::Files, kind))
        }
        File::Other(bytes) => load_bytes(path, &bytes, options),
    }
}

/// Loads a model as a git repository had it at some revision; its path is that of git,
/// `v1.2:models/queue.lts`.
///
/// # Errors
/// If it cannot be read there, or is not a model.
pub(crate) fn load_revision(
    place: &Place,
    options: ReadOptions,
    control: &Control,
) -> Result<Loaded, Failure> {
    let bytes = place.read()?;
    let kind = kind_of(&place.to_string(), &bytes, options, control)?;
    let digest = Some(hexadecimal(&Sha256::digest(&bytes)));
    Ok(Loaded::new(place.to_string(), digest, Origin::Revision(Box::new(place.clone())), kind))
}

/// The content of a file.
enum File {
    Lts {
        name: String,
        lts: Lts,
        notes: Vec<String>,
        digest: Option<String>,
        /// For a component of a program.
        code: Option<Arc<Code>>,
    },
    /// Not an LTS: FSP, most probably.
    Other(Vec<u8>),
}

/// Larger files of FSP are refused; the language itself has a lower limit and says so.
const MAX_FSP: u64 = 64 << 20;

/// Larger files of other formats than `.aut` and `.rlts` are refused.
const MAX_TEXT: u64 = 1 << 30;

/// Reads a file as far as its first bytes promise that it is worth it.
fn read_file(
    path: &str,
    actions: &Actions,
    options: ReadOptions,
    control: &Control,
) -> Result<File, Failure> {
    if let Some(name) = ComponentName::read(path) {
        return Ok(File::of_code(component(&name, actions, control)?));
    }
    let place = control.place(path)?;
    let mut input = match &place {
        Some(place) => files::open_at(path, place)?,
        None => files::open(path)?,
    };
    let head = input.fill_buf().map_err(|error| Failure::unreadable(path, &error))?;
    let limit = match detect(head) {
        Format::Aut => {
            // These can be large: they are read piece by piece and never held as text.
            let mut input = Hashing { inner: input, hasher: options.digest.then(Sha256::new) };
            let (name, lts, notes) = read_aut_file(path, &mut input, actions, options, control)?;
            let digest = input.hasher.map(|hasher| hexadecimal(&hasher.finalize()));
            return Ok(File::Lts { name, lts, notes, digest, code: None });
        }
        format @ (Format::Binary | Format::Mcrl2Binary) => return Err(no_model(path, format)),
        Format::Rlts => files::MAX_BYTES,
        Format::Fsp => MAX_FSP,
        _ => MAX_TEXT,
    };
    let mut bytes = Vec::new();
    // Only saves time: without room, or with a wrong size, the bytes find their place as they come.
    let _ = bytes
        .try_reserve_exact(files::size(place.as_deref().unwrap_or(Path::new(path))).min(limit + 1) as usize);
    input.take(limit + 1).read_to_end(&mut bytes).map_err(|error| Failure::unreadable(path, &error))?;
    if bytes.len() as u64 > limit {
        let message = format!("the file has more than {} MiB", limit >> 20);
        return Err(Failure::in_file("E1001", path, message));
    }
    match detect(&bytes) {
        format @ (Format::Dot | Format::Fsm | Format::JsonLts | Format::Rlts) => {
            let (name, lts, notes) = read_lts(path, &bytes, format, actions, options, control)?;
            let digest = options.digest.then(|| hexadecimal(&Sha256::digest(&bytes)));
            Ok(File::Lts { name, lts, notes, digest, code: None })
        }
        _ => Ok(File::Other(bytes)),
    }
}

/// Computes the digest of the bytes, if requested.
struct Hashing<R> {
    inner: R,
    hasher: Option<Sha256>,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&buffer[..n]);
        }
        Ok(n)
    }
}

/// Loads a model from memory; the path is for messages and imports.
///
/// # Errors
/// If it is not a model.
pub fn load_bytes(path: &str, bytes: &[u8], options: ReadOptions) -> Result<Loaded, Failure> {
    let digest = Some(hexadecimal(&Sha256::digest(bytes)));
    let kind = kind_of(path, bytes, options, &Control::unlimited())?;
    Ok(Loaded::new(path.to_string(), digest, Origin::Files, kind))
}

/// The content of some bytes.
fn kind_of(path: &str, bytes: &[u8], options: ReadOptions, control: &Control) -> Result<Kind, Failure> {
    match detect(bytes) {
        Format::Fsp if bytes.len() as u64 > MAX_FSP => {
            let message = format!("the file has more than {} MiB", MAX_FSP >> 20);
            Err(Failure::in_file("E1001", path, message))
        }
        Format::Fsp => load_fsp(path, bytes),
        format => {
            let (name, lts, notes) = read_lts(path, bytes, format, &Actions::new(), options, control)?;
            Ok(Kind::Lts { name, lts: Arc::new(lts), notes, code: None })
        }
    }
}

fn load_fsp(path: &str, bytes: &[u8]) -> Result<Kind, Failure> {
    let parsed = rely_fsp::parse(bytes);
    let source = Arc::new(SourceText::new(path, parsed.text));
    let (model, mut diagnostics) = Model::new(parsed.model);
    diagnostics.splice(0..0, parsed.diagnostics);
    diagnostics.sort_by_key(|d| (d.span, d.code));
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(Failure::Model { source, diagnostics });
    }
    Ok(Kind::Fsp { source, model: Box::new(model), warnings: diagnostics })
}

/// Reads one LTS: its name, itself, and notes about the reading.
fn read_lts(
    path: &str,
    bytes: &[u8],
    format: Format,
    actions: &Actions,
    options: ReadOptions,
    control: &Control,
) -> Result<(String, Lts, Vec<String>), Failure> {
    match format {
        Format::Aut => read_aut_file(path, bytes, actions, options, control),
        Format::Dot => {
            let imported = read_dot(bytes, actions, &DotReadOptions::default());
            let imported = imported.map_err(|error| wrong_format(path, &error))?;
            Ok((stem(path), imported.lts, imported.warnings.iter().map(ToString::to_string).collect()))
        }
        Format::Fsm => {
            let imported = read_fsm(bytes, actions).map_err(|error| wrong_format(path, &error))?;
            Ok((stem(path), imported.lts, Vec::new()))
        }
        Format::JsonLts => {
            let named = read_json(bytes, actions).map_err(|error| wrong_format(path, &error))?;
            let name = if named.name.is_empty() { stem(path) } else { named.name };
            Ok((name, named.lts, Vec::new()))
        }
        Format::Rlts => {
            let named = read_rlts(bytes, actions).map_err(|error| wrong_binary(path, &error))?;
            let name = if named.name.is_empty() { stem(path) } else { named.name };
            Ok((name, named.lts, Vec::new()))
        }
        other => Err(no_model(path, other)),
    }
}

/// Why a file in this format is not a model.
fn no_model(path: &str, format: Format) -> Failure {
    let why =
        format.refusal().map_or_else(|| format!("this is a {}, not a model", format.name()), str::to_string);
    Failure::in_file("E1004", path, why)
        .help("a model is FSP text, or an LTS in .aut, DOT, .fsm, JSON or .rlts")
}

/// Reads an Aldebaran file.
fn read_aut_file(
    path: &str,
    input: impl Read,
    actions: &Actions,
    options: ReadOptions,
    control: &Control,
) -> Result<(String, Lts, Vec<String>), Failure> {
    let internal = if options.internal_i { Internal::TauAndI } else { Internal::Tau };
    let marked = if options.marked_loops { MarkedStates::Loops } else { MarkedStates::Plain };
    let colon_labels = if options.colon_actions { ColonLabels::Actions } else { ColonLabels::Propositions };
    let options = AutOptions { internal, marked, colon_labels };
    let imported = read_aut_with(input, actions, &options, control.context());
    let imported = imported.map_err(|error| match error.kind {
        FormatErrorKind::ColonLabel => {
            wrong_format(path, &error).help("--colon-actions reads labels that begin with : as actions")
        }
        _ => wrong_format(path, &error),
    })?;
    Ok((stem(path), imported.lts, imported.warnings.iter().map(ToString::to_string).collect()))
}

/// The name of an LTS whose file does not say it: that of the file.
fn stem(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(|| "LTS".to_string(), |s| s.to_string_lossy().into_owned())
}

fn wrong_format(path: &str, error: &rely_formats::FormatError) -> Failure {
    if let Some(spent) = &error.spent {
        return Failure::Spent(spent.clone());
    }
    let (file, message) = (Some(path.to_string()), error.message.clone());
    Failure::Input { code: "E1003", file, place: place_of(error), message, help: None }
}

/// Why a binary LTS is refused.
fn wrong_binary(path: &str, error: &rely_formats::FormatError) -> Failure {
    let failure = Failure::in_file("E1013", path, error.message.clone());
    match error.kind {
        FormatErrorKind::Unsupported => {
            failure.help("read it with the program that wrote it, or convert it there to .aut or JSON")
        }
        _ => failure.help("create it again from its source: a damaged binary file cannot be repaired"),
    }
}

/// Line and column of an error, if it is at one place.
pub(crate) fn place_of(error: &rely_formats::FormatError) -> Option<(u32, u32)> {
    (error.line > 0).then_some((error.line as u32, error.column as u32))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Loaded {
    fn new(path: String, digest: Option<String>, origin: Origin, kind: Kind) -> Loaded {
        Loaded { path, digest, origin, kind, imported: Noted::default() }
    }

    /// The FSP model, if it is one.
    pub fn model(&self) -> Option<&Model> {
        match &self.kind {
            Kind::Fsp { model, .. } => Some(model),
            Kind::Lts { .. } => None,
        }
    }

    /// The name of the one LTS of a file; that of the file if it is FSP.
    pub(crate) fn name(&self) -> String {
        match &self.kind {
            Kind::Fsp { .. } => stem(&self.path),
            Kind::Lts { name, .. } => name.clone(),
        }
    }

    /// The source text, if it is FSP.
    pub fn source(&self) -> Option<&Arc<SourceText>> {
        match &self.kind {
            Kind::Fsp { source, .. } => Some(source),
            Kind::Lts { .. } => None,
        }
    }

    /// Notes about the reading of an LTS.
    pub fn notes(&self) -> &[String] {
        match &self.kind {
            Kind::Fsp { .. } => &[],
            Kind::Lts { notes, .. } => notes,
        }
    }

    /// A target by name; without a name the last composite, else all processes in parallel. Of a file that
    /// holds one LTS there is one target.
    ///
    /// # Errors
    /// If there is no such target, the model is wrong, or the budget is spent.
    pub fn target(&self, name: Option<&str>, control: &Control) -> Result<Target, Failure> {
        match &self.kind {
            Kind::Lts { name: own, lts, code, .. } => {
                if name.is_some_and(|name| name != own && name != rely_fsp::DEFAULT_TARGET) {
                    let name = name.unwrap_or_default();
                    let message = format!("there is no target `{name}`");
                    return Err(Failure::in_file("E1005", &self.path, message)
                        .help(format!("the file holds one LTS, called `{own}`")));
                }
                let mut component = Component::new(own.clone(), lts.clone());
                component.state_names = code.as_ref().map(|code| code.states.names.clone().into());
                let system = System::new(own, lts.actions(), vec![component]);
                Ok(Target { system, warnings: Vec::new(), left_out: Vec::new() })
            }
            Kind::Fsp { .. } => self.fsp_target(name, &self.imports(control), control),
        }
    }

    fn fsp_target(
        &self,
        name: Option<&str>,
        imports: &dyn Imports,
        control: &Control,
    ) -> Result<Target, Failure> {
        let Kind::Fsp { source, model, warnings } = &self.kind else {
            return Err(Failure::Internal("an LTS has no imports".to_string()));
        };
        let name = match name {
            Some(name) => name.to_string(),
            None => model.default_target().ok_or_else(|| {
                Failure::Nothing(format!("{} defines no process: there is nothing to check", self.path))
            })?,
        };
        self.known_target(model, &name)?;
        let elaborated = model.system(&name, imports, control.context());
        if let Some(spent) = elaborated.spent {
            return Err(Failure::Spent(spent));
        }
        let mut all = warnings.clone();
        all.extend(elaborated.diagnostics);
        let Some(system) = elaborated.system else {
            return Err(Failure::Model { source: source.clone(), diagnostics: all });
        };
        all.extend(model.lint(&system));
        all.sort_by_key(|d| (d.span, d.code));
        all.dedup();
        let (mut left_out, warnings) = all.into_iter().partition::<Vec<_>, _>(|d| LEFT_OUT.contains(&d.code));
        if !model.composites().contains(&name.as_str()) {
            left_out.clear();
        }
        crate::propositions::refuse_in_components(self, &system, control)?;
        crate::shared::refuse(&crate::shared::used(self, &system, None, control)?)?;
        Ok(Target { system, warnings, left_out })
    }

    /// What the model may import.
    pub(crate) fn imports<'a>(&'a self, control: &'a Control) -> FileImports<'a> {
        let noted = Some(&self.imported);
        FileImports { model: &self.path, origin: &self.origin, control, noted, code: None }
    }

    /// Findings as documents list them.
    pub fn views(&self, diagnostics: &[Diagnostic]) -> Vec<DiagnosticView> {
        match &self.kind {
            Kind::Fsp { source, .. } => diagnostics.iter().map(|d| source.view(d)).collect(),
            Kind::Lts { .. } => Vec::new(),
        }
    }

    /// A failure of the model.
    pub(crate) fn failure(&self, diagnostics: Vec<Diagnostic>) -> Failure {
        match &self.kind {
            Kind::Fsp { source, .. } => Failure::Model { source: source.clone(), diagnostics },
            Kind::Lts { .. } => Failure::Internal("an LTS has no diagnostics".to_string()),
        }
    }

    fn known_target(&self, model: &Model, name: &str) -> Result<(), Failure> {
        let mut known: Vec<&str> = model.composites();
        known.extend(model.processes());
        known.extend(model.constraints());
        known.push("DEFAULT");
        if known.contains(&name) {
            return Ok(());
        }
        let failure = Failure::in_file("E1005", &self.path, format!("there is no target `{name}`"));
        if let Some((composite, _)) = name.split_once('(').filter(|(c, _)| known.contains(c)) {
            let remedy = format!(
                "a target uses the default values of its parameters; for other values define ||T = {name}."
            );
            return Err(failure.help(format!("`{composite}` can be a target: {remedy}")));
        }
        Err(match rely_fsp::suggest(name, known.iter().copied()) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help(format!("the targets are {}", known.join(", "))),
        })
    }
}
