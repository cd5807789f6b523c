//! The independent judge of the engines: generators, brute-force oracles, corpus loader, mutators. Tests
//! only.
//!
//! Every oracle here is slow and obvious: it follows the sentence of the definition, on sets and pairs, and
//! shares no algorithm with the engines. Of `rely-lts` only the types are used (`Lts`, its builder, ids,
//! `System`), never a transformation or a check.
//!
//! * [`text`]: a model as a few lines of text, both ways; what a failing test prints can be pasted into a
//!   test.
//! * [`generate`]: all small models, random models and systems by seed; families of any size are those of
//!   `rely-generate`.
//! * [`oracle`]: composition, relations, traces, safety, progress, weakest assumptions, minimization,
//!   relabeling by definition.
//! * [`corpus`]: FSP models with the answers of the reference tool.
//! * [`mutate`]: damaged models, traces and documents, each with a sentence that says what was done.

pub mod corpus;
pub mod generate;
pub mod mutate;
pub mod oracle;
pub mod text;
pub mod threads;
