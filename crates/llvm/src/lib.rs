//! Reads LLVM's textual representation, as clang writes it for C without optimization.

pub mod debug;
pub mod ir;
