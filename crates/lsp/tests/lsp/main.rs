//! The server as an editor sees it, over a connection in memory.

mod client;
mod deferred;
mod files;
mod prefixes;
mod scripts;
mod wrong;
