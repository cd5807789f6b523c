//! The language server: FSP in any editor.
//!
//! This crate knows the protocol and nothing else: what there is to say of a text is said by
//! `rely_workbench::language`, and the words of reports come from who starts the server ([`Reports`]).
//!
//! One thread reads messages and answers what is quick, in order. What may take long is done on three others:
//! one for what the editor asks while somebody writes (sizes in hovers), one for findings by elaboration, one
//! for commands. Such work ends early when the request is cancelled or the text changes.

mod capabilities;
mod changes;
mod convert;
mod files;
mod lanes;
mod long;
mod quick;
mod server;
mod transport;

pub use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
pub use server::{End, Settings, serve};
pub use transport::stdio;

use rely_workbench::language::LensResult;

/// Tells results in words, as the command line does.
pub trait Reports: Send + Sync {
    /// The report, as plain text. Not asked for pictures.
    fn report(&self, result: &LensResult) -> String;
}
