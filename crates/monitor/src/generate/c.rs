//! C: a header.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::SourceFile;
use super::words::{c_string, common, constants, fill, identifier, lines, rows, subject};
use crate::table::Table;

/// A header that needs `stddef.h`, `stdint.h` and `string.h`.
pub(super) fn write(table: &Table<'_>) -> SourceFile {
    let (cell, end) = match table.n_states() {
        0..=255 => ("uint8_t", "255"),
        256..=65_535 => ("uint16_t", "65535"),
        _ => ("uint32_t", "4294967295"),
    };
    let prefix = identifier(table.name()).to_ascii_lowercase();
    let upper = prefix.to_ascii_uppercase();
    let names = constants(table);
    let example = format!("{upper}_DOES_{}", names[0]);
    let by_name = names.iter().enumerate().map(|(i, name)| format!("    {upper}_DOES_{name} = {i},"));
    let mut by_name: Vec<_> = by_name.collect();
    if let Some(last) = by_name.last_mut() {
        last.pop();
    }
    let mut values = common(table);
    values.extend([
        ("actions", lines(table.actions().map(|name| format!("    {},", c_string(name))))),
        ("constants", lines(by_name.into_iter())),
        ("cell", cell.to_string()),
        ("end", end.to_string()),
        ("example", example),
        ("rows", rows(table, "    ", end, ("", ""))),
        ("subject", c_string(&subject(table.kind(), table.name(), ""))),
        ("prefix", prefix.clone()),
        ("upper", upper),
    ]);
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    SourceFile {
        name: format!("{prefix}_monitor.h"),
        text: fill(include_str!("templates/monitor.h"), &values),
    }
}
