//! The façade of Rely: load a model, run a command, get a document.
//!
//! This is the only API the edges (command line, editor, page) use. Here are the files, the clock and the
//! threads that the engines do not have.

mod assume;
mod certify;
mod check;
mod code;
mod codes;
mod compare;
mod compat;
mod compose;
mod describe;
mod diff;
mod draw;
mod format;
mod generate;
mod load;
mod model_folder;
mod monitor;
mod names;
mod prove;
mod reduction;
mod replay;
mod simulate;
mod single_component;
mod watch;

pub use assume::drift::DriftOptions;
pub use assume::{AssumeOptions, AssumeResult, AssumptionFormat, CONSTRUCTIONS, Detail, assume};
pub use certify::certify;
pub use check::{CheckOptions, CheckResult, check};
pub use code::{CodeOptions, code};
pub use codes::{all_codes, explain};
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
pub use prove::{LEARNERS, ProveOptions, ProveResult, RULES, prove};
pub use reduction::CheckReduction;
pub use rely_assume::Construction;
pub use rely_assume::prove::{Alphabets, Learner, Rule};
pub use rely_draw::{Place, StateVector, SystemPartOptions, escape_xml};
pub use rely_evidence::{NoCertificate, assumption_certificate, proof_certificate};
pub use rely_evolve::Engine as CompletedEngine;
pub use rely_formats::{TraceDocument, write_trace_json};
pub use rely_fsp::{Diagnostic, Severity, Span};
pub use rely_generate::{
    Kind as FamilyKind, Request as GenerateRequest, Side as FamilySide, Variant as FamilyVariant,
};
pub use rely_io::files::{expect_places, read as read_file, relative as relative_path, write as write_file};
pub use rely_io::folder::{
    FileStamp, FolderListing, create_folder, digest as file_digest, files_with_extension,
    text_of as file_text,
};
pub use rely_io::models::models_below;
pub use rely_io::{Control, Limits, ModelKind, Sandbox, Scratch, store};
pub use rely_learn::Algorithm;
pub use rely_lts::relate::Relation;
pub use rely_lts::{Lts, Progress, ProgressEvent};
pub use rely_watch::LogInput;
pub use replay::{read_trace_file, replay};
pub use simulate::{Choice, Followed, SimulateOptions, Simulation, simulate};
pub use watch::{WatchOptions, WatchResult, watch};
