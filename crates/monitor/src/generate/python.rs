//! Python: a module.

use alloc::format;
use alloc::vec::Vec;

use super::SourceFile;
use super::words::{common, fill, identifier, lines, python_string, rows, subject};
use crate::table::Table;

/// A module for Python 3.8 and later.
pub(super) fn write(table: &Table<'_>) -> SourceFile {
    let mut values = common(table);
    // A row of one action is a tuple, too.
    let close = if table.n_actions() == 1 { ",)" } else { ")" };
    values.extend([
        ("name", python_string(table.name())),
        ("example", python_string(&super::words::title(table.action_name(0)))),
        ("actions", lines(table.actions().map(|name| format!("    {},", python_string(name))))),
        ("rows", rows(table, "    ", "-1", ("(", close))),
        ("subject", python_string(&subject(table.kind(), "%s", "%d"))),
    ]);
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let name = format!("{}_monitor.py", identifier(table.name()).to_ascii_lowercase());
    SourceFile { name, text: fill(include_str!("templates/monitor.py"), &values) }
}
