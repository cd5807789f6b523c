//! The page of Rely: a server for one person, and reports as single files.
//!
//! Everything that is asked goes through `rely-workbench`; here are only HTTP, who may ask, and which files
//! may be read. The page itself is in `page/`: plain scripts and styles, put together in the order of their
//! names. HTTP is read by `hyper` alone: six addresses need no router, and what a connection may cost (time,
//! bytes, headers) is set where it is made.

mod answer;
mod assets;
mod certified;
mod export;
mod folder;
mod guard;
mod jobs;
mod pieces;
mod requests;
mod server;
mod watch;

pub use export::{Export, export};
pub use pieces::pictures;
pub use server::{ServeOptions, Server};
