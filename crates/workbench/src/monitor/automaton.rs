//! What `ASSUMPTION` means on the command line: `FILE[:NAME]`, where the file is a model, one LTS, a document
//! of `rely assume`, or the table of a monitor.

use std::path::Path;
use std::sync::Arc;

use rely_formats::LtsDocument;
use rely_fsp::Diagnostic;
use rely_io::Control;
use rely_io::files;
use rely_lts::{Actions, Context, Lts, Role, System};
use rely_monitor::generate::{ModelError, table_of};
use rely_monitor::{Kind, OwnedTable};
use rely_report::{Failure, SourceText};
use serde::Deserialize;

use crate::load::{Loaded, ReadOptions, load, load_bytes};

/// The role of an automaton.
pub type MonitorKind = Kind;

/// How a table is made.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    /// The role of the automaton; default: as in the model, else an assumption.
    pub kind: Option<MonitorKind>,
    /// Its name; default: as in the model.
    pub name: Option<String>,
    /// How to read files.
    pub read: ReadOptions,
}

/// A table, and where it is from.
pub struct TableSource {
    /// The table.
    pub table: OwnedTable,
    /// The file.
    pub file: String,
    /// The model, if the table was made of one; not for documents.
    pub loaded: Option<Loaded>,
    /// The document, if it is one of `rely assume`.
    pub assume: Option<AssumeSource>,
    /// Warnings about the source, with their places.
    pub diagnostics: Option<(Arc<SourceText>, Vec<Diagnostic>)>,
    /// Notes about the reading.
    pub notes: Vec<String>,
}

/// The origin of the assumption in a document of `rely assume`.
#[derive(Clone, Debug, Deserialize)]
pub struct AssumeSource {
    /// The model.
    pub file: String,
    /// The target.
    pub target: String,
    /// The components of the module.
    pub module: Vec<NamedComponent>,
    /// The properties.
    pub property: Vec<NamedComponent>,
}

/// A component of a document.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedComponent {
    /// Its name.
    pub name: String,
}

/// Larger documents are refused.
const MAX_DOCUMENT: usize = 1 << 30;

/// Reads an assumption or a property.
///
/// # Errors
/// If there is none, the model is wrong, nothing satisfies it, or its table is too large.
pub fn read_table(word: &str, options: &TableOptions, control: &Control) -> Result<TableSource, Failure> {
    let (file, name) = words(word);
    let bytes = if file == "-" || is_json(file) { Some(files::read(file)?) } else { None };
    let schema = bytes.as_deref().and_then(schema_of);
    let mut source = match (bytes, schema.as_deref()) {
        (Some(bytes), Some("rely/monitor/1")) => of_table(file, &bytes)?,
        (Some(bytes), Some("rely/assume/1")) => of_document(file, &bytes, control)?,
        (Some(bytes), _) => of_model(load_bytes(file, &bytes, options.read)?, name, control)?,
        (None, _) => of_model(load(file, options.read, control)?, name, control)?,
    };
    if let Some(kind) = options.kind {
        source.table = source.table.with_kind(kind);
    }
    if let Some(name) = &options.name {
        source.table = source.table.with_name(name);
    }
    Ok(source)
}

/// `FILE` or `FILE:NAME`; a file whose name has a colon is found first.
fn words(word: &str) -> (&str, Option<&str>) {
    match word.rsplit_once(':') {
        Some((file, name)) if !Path::new(word).exists() => (file, Some(name)),
        _ => (word, None),
    }
}

/// Does a file begin as JSON does? The reader reports errors.
fn is_json(file: &str) -> bool {
    let Ok(mut input) = files::open(file) else { return false };
    let head = std::io::BufRead::fill_buf(&mut input).unwrap_or_default();
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    head.trim_ascii_start().first() == Some(&b'{')
}

#[derive(Deserialize)]
struct Probe {
    schema: Option<String>,
}

fn schema_of(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    serde_json::from_slice::<Probe>(bytes).ok()?.schema
}

/// The part of a document of `rely assume` that is read.
#[derive(Deserialize)]
struct AssumeDocument {
    #[serde(flatten)]
    source: AssumeSource,
    verdict: String,
    assumption: Option<LtsDocument>,
}

fn of_table(file: &str, bytes: &[u8]) -> Result<TableSource, Failure> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let table = OwnedTable::from_json(&text)
        .map_err(|error| Failure::in_file("E1030", file, format!("this is not a monitor table: {error}")))?;
    Ok(TableSource {
        table,
        file: file.to_string(),
        loaded: None,
        assume: None,
        diagnostics: None,
        notes: Vec::new(),
    })
}

fn of_document(file: &str, bytes: &[u8], control: &Control) -> Result<TableSource, Failure> {
    if bytes.len() > MAX_DOCUMENT {
        return Err(Failure::in_file(
            "E1001",
            file,
            format!("the file has more than {} MiB", MAX_DOCUMENT >> 20),
        ));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let document: AssumeDocument = serde_json::from_slice(bytes).map_err(|error| Failure::Input {
        code: "E1003",
        file: Some(file.to_string()),
        place: Some((error.line() as u32, error.column() as u32)),
        message: format!("this is not a document of `rely assume`: {error}"),
        help: None,
    })?;
    let Some(assumption) = document.assumption else {
        let failure = Failure::in_file(
            "E1030",
            file,
            format!("there is no assumption: the verdict is `{}`", document.verdict),
        );
        return Err(match document.verdict.as_str() {
            "holds" => failure.help(
                "the module satisfies its properties in every environment: there is nothing to monitor",
            ),
            "violated" => {
                failure.help("the module violates its properties in every environment: no assumption helps")
            }
            _ => failure.help("try again with a larger --budget"),
        });
    };
    let named = assumption
        .to_lts(&Actions::new())
        .map_err(|error| Failure::in_file("E1003", file, error.message.clone()))?;
    let name = if named.name.is_empty() { "ASSUMPTION".to_string() } else { named.name };
    Ok(TableSource {
        table: table(&named.lts, &name, Kind::Assumption, file, control.context())?,
        file: file.to_string(),
        loaded: None,
        assume: Some(document.source),
        diagnostics: None,
        notes: Vec::new(),
    })
}

fn of_model(loaded: Loaded, name: Option<&str>, control: &Control) -> Result<TableSource, Failure> {
    let target = loaded.target(name, control)?;
    let ctx = control.context();
    let budget = ctx.budget.holding(target.system.memory());
    let lts = crate::compose::composed(&target.system, control)?;
    let kind = if is_property(&target.system) { Kind::Property } else { Kind::Assumption };
    let ctx = Context { budget: &budget, ..ctx };
    let table = table(&lts, &target.system.name, kind, &loaded.path, ctx)?;
    let diagnostics = loaded.source().map(|source| (source.clone(), target.warnings));
    let notes = loaded.notes().to_vec();
    Ok(TableSource {
        table,
        file: loaded.path.clone(),
        loaded: Some(loaded),
        assume: None,
        diagnostics,
        notes,
    })
}

/// Does a system only observe?
fn is_property(system: &System) -> bool {
    let observes = |role: Role| role == Role::Property;
    system.modifiers.property
        || !system.components.is_empty() && system.components.iter().all(|part| observes(part.role))
}

fn table(lts: &Lts, name: &str, kind: Kind, file: &str, ctx: Context<'_>) -> Result<OwnedTable, Failure> {
    table_of(lts, name, kind, ctx).map_err(|error| match error {
        ModelError::Spent(spent) => Failure::Spent(spent),
        ModelError::FailsAtStart => {
            Failure::in_file("E1030", file, format!("there is no monitor of {name}: {error}"))
        }
        ModelError::TooLarge { .. } => {
            Failure::in_file("E1030", file, format!("there is no monitor of {name}: {error}"))
                .help("hide actions that do not matter, or monitor its parts one by one")
        }
    })
}
