//! The commands of Rely as functions: load a model, run a command, get a document.
//!
//! Each command has options, runs an engine, and returns a document of [`rely_report::view`]. The command
//! line, the page and the language server call these functions and write the documents with `rely-report`.
//! Every violation in a document was replayed by `rely-evidence`.
//!
//! # Three types to know
//!
//! - [`Loaded`]: a model that was read, by [`load`] from a file or by [`load_bytes`].
//! - [`Control`]: limits, clock, threads and sandbox of a run.
//! - [`Failure`](rely_report::Failure): why a command could not do its work. A property that does not hold is
//!   not a failure; it is a verdict in the document.
//!
//! # Example
//!
//! ```
//! use rely_report::view::VerdictKind;
//! use rely_workbench::{CheckOptions, Control, ReadOptions, check, load_bytes};
//!
//! let text = b"DOOR = (open -> close -> DOOR). property SHUT = (close -> open -> SHUT). ||S = (DOOR || SHUT).";
//! let loaded = load_bytes("door.lts", text, ReadOptions::default())?;
//! let document = check(&loaded, &CheckOptions::default(), &Control::unlimited())?.document;
//! let shut = document.results.iter().find(|result| result.name == "SHUT").expect("it is checked");
//! assert_eq!((shut.verdict, shut.trace.as_slice()), (VerdictKind::Violated, &["open".to_string()][..]));
//! # Ok::<(), rely_report::Failure>(())
//! ```

mod assume;
mod certify;
mod check;
mod code;
mod compare;
mod compat;
mod compose;
mod describe;
mod draw;
mod format;
mod generate;
mod lazy;
mod load;
mod model_folder;
mod monitor;
mod names;
mod places;
mod program;
mod propositions;
mod prove;
mod reduction;
mod remembered;
mod replay;
mod shared;
mod simulate;
mod watch;

pub use assume::drift::DriftOptions;
pub use assume::{AssumeOptions, AssumeResult, AssumptionFormat, CONSTRUCTIONS, Detail, assume};
pub use certify::certify;
pub use check::{CheckOptions, CheckResult, check, remedies};
pub use code::{CodeOptions, code};
pub use compare::{CompareOptions, compare};
pub use compat::{CompatOptions, CompatResult, compat};
pub use compose::{
    AutDialect, ComposeOptions, ComposeReduction, ComposeResult, LtsFormat, Reduction, compose, composed,
    write_lts, write_lts_file,
};
pub use describe::describe;
pub use draw::{
    Around, DrawOptions, NeighborhoodOptions, draw, draw_compat, draw_document, draw_model,
    draw_model_document, draw_pieces, neighborhood,
};
pub use format::{Formatted, format};
pub use generate::{generate_fsp, generate_lts};
pub use load::{FileImports, Loaded, ReadOptions, Target, load, load_bytes};
pub use model_folder::ModelFolder;
pub use monitor::{
    AssumeSource, MonitorKind, MonitorLanguage, MonitorOptions, MonitorResult, MonitorStyle, NamedComponent,
    TableOptions, TableSource, monitor, read_table,
};
pub use names::split_names;
pub use program::{CompileOptions, PROGRAM_CHECKS, ProgramOptions, Source, Unit, check_program, is_program};
pub use prove::{LEARNERS, ProveOptions, ProveResult, RULES, prove};
pub use reduction::CheckReduction;
pub use rely_assume::Construction;
pub use rely_assume::prove::{Alphabets, Learner, Rule};
pub use rely_code::encode::CheckKind as ProgramCheck;
pub use rely_draw::{Place, StateVector, SystemPartOptions, escape_xml};
pub use rely_evidence::{NoCertificate, assumption_certificate, proof_certificate};
pub use rely_evolve::Engine as CompletedEngine;
pub use rely_formats::{TraceDocument, write_trace_json};
pub use rely_fsp::{Diagnostic, Severity, Span};
pub use rely_generate::{
    Kind as FamilyKind, Request as GenerateRequest, Side as FamilySide, Variant as FamilyVariant,
};
pub use rely_io::changes;
pub use rely_io::files::{expect_places, read as read_file, relative as relative_path, write as write_file};
pub use rely_io::folder::{
    FileStamp, FolderListing, create_folder, digest as file_digest, files_with_extension,
    text_of as file_text,
};
pub use rely_io::jobs::processors;
pub use rely_io::models::models_below;
pub use rely_io::store::StorePlace;
pub use rely_io::{Control, Limits, ModelKind, Sandbox, Scratch, store};
pub use rely_learn::Algorithm;
pub use rely_lts::relate::Relation;
pub use rely_lts::{Lts, Progress, ProgressEvent};
pub use rely_report::codes::{all_codes, explain};
pub use rely_watch::LogInput;
pub use remembered::{imported_digests, replayed};
pub use replay::{read_trace_file, replay};
pub use simulate::{Choice, Followed, SimulateOptions, Simulation, simulate};
pub use watch::{WatchOptions, WatchResult, suggest_map, watch};
