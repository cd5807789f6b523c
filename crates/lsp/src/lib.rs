//! The language server of Rely: FSP in any editor that speaks the language server protocol.
//!
//! This crate implements the protocol and nothing else. `rely_ide` answers the questions about
//! a text (diagnostics, definitions, completions, formatting, the results of code lenses).
//!
//! # How it works
//!
//! One thread reads messages and answers the quick ones in order. Three workers take the others: one for
//! questions while the user types (sizes in hovers), one for diagnostics by elaboration, and one for
//! commands. Their work ends early when the request is canceled or the text changes.
//!
//! # Types to know
//!
//! - [`serve`] runs a session over a [`Connection`] and returns how it ended ([`End`]).
//! - [`Settings`] has the limits, the number of threads and the pause before elaboration.
//! - [`stdio`] makes the connection that editors use; [`Connection::memory`] makes a pair for tests.
//!
//! # Example
//!
//! A session in memory: the client initializes the server and ends the session.
//!
//! ```
//! use std::time::Duration;
//!
//! use rely_lsp::{Connection, End, Notification, Request, Settings, serve};
//! use serde_json::json;
//!
//! let (server, client) = Connection::memory();
//! let settings = Settings {
//!     limits: rely_workbench::Limits::default(),
//!     threads: 1,
//!     pause: Duration::from_millis(150),
//! };
//! let session = std::thread::spawn(move || serve(&server, settings));
//!
//! let initialize = Request::new(1.into(), "initialize".to_string(), json!({ "capabilities": {} }));
//! client.sender.send(initialize.into())?;
//! client.sender.send(Request::new(2.into(), "shutdown".to_string(), json!(null)).into())?;
//! client.sender.send(Notification::new("exit".to_string(), json!(null)).into())?;
//! assert_eq!(session.join().expect("the server does not panic")?, End::Orderly);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod capabilities;
mod changes;
mod convert;
mod deferred;
mod files;
mod immediate;
mod progress;
mod server;
mod transport;
mod worker;

pub use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
pub use server::{End, Settings, serve};
pub use transport::{Threads, stdio};
