//! Rust: a module of its own, or a constant for this crate.

use alloc::format;
use alloc::string::{String, ToString};

use super::SourceFile;
use super::words::{common, constants, fill, identifier, lines, rows, rust_string, subject};
use crate::table::{Kind, Table};

/// A module that needs nothing.
pub(super) fn write(table: &Table<'_>) -> SourceFile {
    let cell = match table.n_states() {
        0..=255 => "u8",
        256..=65_535 => "u16",
        _ => "u32",
    };
    let values = [
        ("name", rust_string(table.name())),
        ("actions", lines(table.actions().map(|name| format!("    {},", rust_string(name))))),
        ("constants", by_name(table)),
        ("cell", cell.to_string()),
        ("rows", rows(table, "    ", "VIOLATED", ("", ""))),
        ("subject", rust_string(&subject(table.kind(), "{}", "{}"))),
    ];
    finish(table, include_str!("templates/monitor.rs.txt"), &values)
}

/// A constant of this crate.
pub(super) fn write_table(table: &Table<'_>) -> SourceFile {
    let kind = match table.kind() {
        Kind::Assumption => "Assumption",
        Kind::Property => "Property",
    };
    let values = [
        ("name", rust_string(table.name())),
        ("kind_name", kind.to_string()),
        ("actions", lines(table.actions().map(|name| format!("        {},", rust_string(name))))),
        ("constants", by_name(table)),
        ("rows", rows(table, "        ", "V", ("", ""))),
        ("sink", format!("{:?}", table.sink())),
    ];
    finish(table, include_str!("templates/runtime.rs.txt"), &values)
}

/// A constant for every action.
fn by_name(table: &Table<'_>) -> String {
    let names = constants(table);
    lines(table.actions().zip(&names).enumerate().map(|(i, (action, name))| {
        format!("    /// {}\n    pub const {name}: u32 = {i};", super::words::title(action))
    }))
}

fn finish(table: &Table<'_>, template: &str, values: &[(&str, String)]) -> SourceFile {
    let all = common(table);
    let all: alloc::vec::Vec<(&str, &str)> =
        all.iter().chain(values).map(|(name, value)| (*name, value.as_str())).collect();
    let name = format!("{}_monitor.rs", identifier(table.name()).to_ascii_lowercase());
    SourceFile { name, text: fill(template, &all) }
}
