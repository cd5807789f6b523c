//! Reads LLVM's textual representation, as clang writes it for C without optimization.
//!
//! ```
//! let text = "define i32 @next(i32 %n) {\n  %sum = add nsw i32 %n, 1\n  ret i32 %sum\n}\n";
//! let module = rely_llvm::read(text)?;
//! assert_eq!(module.functions[0].name, "next");
//! assert_eq!(module.functions[0].blocks[0].instructions.len(), 1);
//! # Ok::<(), rely_llvm::ReadError>(())
//! ```

mod attributes;
mod body;
mod calls;
mod constants;
mod cursor;
pub mod debug;
mod error;
mod functions;
mod index;
mod instructions;
pub mod ir;
pub mod layout;
mod lexer;
mod link;
mod memory;
mod metadata;
mod ops;
mod reader;
mod source;
mod types;

pub use error::ReadError;
pub use ir::Module;
pub use link::{LinkError, link};

/// Reads a module.
///
/// The text is what `clang -S -emit-llvm -O0 -g` writes, of clang 14 (pointers with types, calls of
/// `llvm.dbg.declare`) or later (pointers without types, records `#dbg_declare`). Constructs that have a
/// meaning and no representation are reported by name, in [`Module::unsupported`], [`ir::Op::Unsupported`]
/// and [`ir::Terminator::Unsupported`].
///
/// The reader checks names and types, but does not check that values are defined on all paths before their
/// uses, as LLVM's verifier does.
///
/// # Errors
///
/// The text is not a module, or nests types or constants deeper than the reader supports
/// ([`ReadError::is_limit`]).
pub fn read(text: &str) -> Result<Module, ReadError> {
    reader::read(text)
}
