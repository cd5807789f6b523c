//! Components from C programs.

pub mod blocks;
pub mod engine;
