//! The server, asked through plain sockets: a browser would not send most of this.

mod export;
mod files;
mod kit;
mod limits;
mod refused;
mod work;
