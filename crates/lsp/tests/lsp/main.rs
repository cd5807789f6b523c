//! The server as an editor sees it, over a connection in memory.

mod client;
mod files;
mod long;
mod prefixes;
mod scripts;
mod wrong;
