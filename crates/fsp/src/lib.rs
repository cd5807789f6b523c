//! FSP, the modeling language of LTSA: parsing, diagnostics, elaboration to components, and editor support.
//!
//! # The way through the crate
//!
//! | step | call | result |
//! |---|---|---|
//! | syntax | [`parse`] | [`Parsed`]: the tree ([`ast`]), diagnostics, the text |
//! | definitions | [`Model::new`] | [`Model`]: constants, ranges and sets evaluated; names known |
//! | a target | [`Model::system`] | [`Elaborated`]: the components, as a [`rely_lts::System`] |
//!
//! Three types to know: [`Parsed`] (there is always a tree, even for broken text), [`Model`] (answers all
//! questions about the definitions of a file) and [`Diagnostic`] (a mistake with its code, place, explanation
//! and, where possible, a fix).
//!
//! ```
//! use rely_fsp::{Model, NoImports, parse};
//! use rely_lts::Context;
//!
//! let parsed = parse(b"
//!     const N = 2
//!     SLOT = (put -> get -> SLOT).
//!     ||BUFFER = (forall [i:1..N] slot[i]:SLOT).
//! ");
//! assert!(!parsed.has_errors());
//!
//! let (model, diagnostics) = Model::new(parsed.model);
//! assert!(diagnostics.is_empty());
//!
//! let elaborated = model.system("BUFFER", &NoImports, Context::unlimited());
//! let system = elaborated.system.expect("the model has no errors");
//! let sizes: Vec<(&str, usize)> =
//!     system.components.iter().map(|part| (part.name.as_str(), part.lts.n_states())).collect();
//! assert_eq!(sizes, [("slot.1:SLOT", 2), ("slot.2:SLOT", 2)]);
//! ```
//!
//! # Mistakes
//!
//! Mistakes in a model are values, not errors of a function: [`Parsed`], [`Model::new`] and [`Elaborated`]
//! return diagnostics, several per run. [`render`] prints them, and [`explain`] has a page for each code.
//!
//! ```
//! let parsed = rely_fsp::parse(b"P = a -> P.");
//! let mistake = &parsed.diagnostics[0];
//! assert_eq!(mistake.code, "E0207");
//! assert_eq!(mistake.help.as_deref(), Some("write `(a -> P)`"));
//! assert!(rely_fsp::explain(mistake.code).unwrap().contains("in parentheses"));
//! ```
//!
//! # Editors
//!
//! [`outline`] resolves the names of a text, broken or not: definitions, references, renaming, completion and
//! highlighting. [`format()`] gives a text its standard layout. [`keyword`] has the words of the language.
//!
//! # Limits
//!
//! Nothing here opens files (a model with `import` gets them through [`Imports`]), prints, or starts threads.
//! Work that may take long takes a [`rely_lts::Context`] with a budget; when it is exhausted, there is no
//! system and [`Elaborated::spent`] gives the reason. [`limits`] has the fixed limits.

pub mod ast;
mod codes;
mod diagnostic;
mod elaborate;
mod format;
pub mod keyword;
mod lexer;
mod line_index;
mod model;
pub mod outline;
mod parse;
mod parser;
mod permission;
mod render;
mod source;
mod span;
mod suggest;
mod token;

pub use codes::{all_codes, explain};
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use elaborate::finish::{build, finish};
pub use elaborate::limits;
pub use elaborate::places::{Place, Places};
pub use elaborate::replace::{NotReplaced, Replaced, ReplacedPart, Replacement, Substitute, Substitution};
pub use elaborate::value::Value;
pub use format::{FORMAT_WIDTH, format};
pub use line_index::{LineColumn, LineIndex};
pub use model::{DEFAULT_TARGET, Elaborated, Imports, Model, NoImports, StateNames};
pub use parse::{Parsed, parse};
pub use permission::Permission;
pub use rely_ltl::ProgressTest;
pub use render::render;
pub use span::{Name, Span};
pub use suggest::suggest;
