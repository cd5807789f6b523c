//! The page of `rely serve`: a local web server for one user, and reports as self-contained HTML files.
//!
//! Every request goes to `rely-workbench`; this crate adds HTTP, access control and the page itself. The page
//! is in `page/`: plain scripts and styles, concatenated in the order of their names. The server uses `hyper`
//! alone: six addresses need no router, and the limits of a connection (time, bytes, headers) are set where
//! it is accepted.
//!
//! # Types to know
//!
//! - [`Server`] listens on a port of this machine. Its URL contains a secret token; nobody can connect
//!   without it.
//! - [`ServeOptions`] names the folder to serve, the port and the limits.
//! - [`Export`] and [`export`] write documents as one HTML file that needs no server.
//!
//! # Example
//!
//! A server on a folder of models, which runs until a flag is set:
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use rely_serve::{ServeOptions, Server};
//! use rely_workbench::{Limits, ReadOptions};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().to_path_buf();
//! let options =
//!     ServeOptions { path, port: 0, read: ReadOptions::default(), limits: Limits::default(), threads: 1 };
//! let server = Server::bind(&options)?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//!
//! let stop = Arc::new(AtomicBool::new(false));
//! let flag = stop.clone();
//! let running = std::thread::spawn(move || server.run(&flag));
//! // … until the user has seen enough:
//! stop.store(true, Ordering::Relaxed);
//! running.join().expect("the server does not panic")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod assets;
mod certified;
mod export;
mod folder;
mod guard;
mod jobs;
mod pieces;
mod places;
mod requests;
mod server;
mod watch;

pub use export::{Export, export};
pub use pieces::pictures;
pub use server::{ServeOptions, Server};
