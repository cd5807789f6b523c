//! Java: the classes of \[GPC04\], for a plain machine or for Java PathFinder.
//!
//! Events are numbered over the actions of all automata; what one of them does not have is free for it.
//! Constants of a class are limited, so that large tables are written as strings and read when the class is
//! loaded.
//!
//! The templates for the two machines share some lines. Each is a class as users get it, to be read, compiled
//! and changed as a whole.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::words::{common, fill, java_string, subject, title};
use super::{Language, SourceFile, Style, WriteError};
use crate::table::{Kind, Table, VIOLATED};

/// So many numbers or names are written as they are; more, as strings.
const PLAIN: usize = 1_000;

/// Characters of a string in a class: its bytes are limited to 65,535, and a character has up to three.
const PIECE: usize = 20_000;

/// `AG_Monitor` and a class for each automaton.
pub(super) fn write(tables: &[Table<'_>], style: &Style) -> Result<Vec<SourceFile>, WriteError> {
    let mut tables: Vec<&Table<'_>> = tables.iter().collect();
    tables.sort_by_key(|table| table.kind());
    for pair in tables.windows(2) {
        if pair[0].kind() == pair[1].kind() {
            return Err(WriteError::Tables { kind: Some(pair[1].kind()), language: Language::Java });
        }
    }
    let package = match &style.package {
        Some(name) if !is_package(name) => return Err(WriteError::Package(name.clone())),
        Some(name) => format!("package {name};\n\n"),
        None => String::new(),
    };
    let events: BTreeSet<&str> = tables.iter().flat_map(|table| table.actions()).collect();
    let events: Vec<&str> = events.into_iter().collect();
    let mut files = Vec::from([monitor(&tables, &events, &package, style.jpf)]);
    files.extend(tables.iter().map(|table| automaton(table, &events, &package, style.jpf)));
    Ok(files)
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Assumption => "AG_Assumption",
        Kind::Property => "AG_Property",
    }
}

fn is_package(name: &str) -> bool {
    name.split('.').all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn monitor(tables: &[&Table<'_>], events: &[&str], package: &str, jpf: bool) -> SourceFile {
    let classes: Vec<&str> = tables.iter().map(|table| class(table.kind())).collect();
    let mut dispatch = String::new();
    for (table, class) in tables.iter().zip(&classes) {
        dispatch += &match (jpf, table.kind()) {
            (true, _) => format!("        {class}.event(id);\n"),
            (false, Kind::Assumption) => format!(
                "        if ({class}.isViolated()) {{\n            {class}.event(id);\n            return;\n        }}\n        \
                 if ({class}.event(id)) {{\n            handler.accept({class}.report());\n            return;\n        }}\n"
            ),
            (false, Kind::Property) => format!(
                "        if ({class}.event(id)) {{\n            handler.accept({class}.report());\n        }}\n"
            ),
        };
    }
    let resets: String = classes.iter().map(|class| format!("        {class}.reset();\n")).collect();
    let large = events.len() > PLAIN || tables.iter().any(|table| table.next().len() > PLAIN);
    let values = [
        ("package", package),
        ("automata", &format!("{{@link {}}}", classes.join("} and {@link "))),
        ("events", &names(events)),
        ("dispatch", &dispatch),
        ("resets", &resets),
        ("decoder", if large { DECODER } else { "" }),
    ];
    let template = if jpf {
        include_str!("templates/AG_Monitor_jpf.java")
    } else {
        include_str!("templates/AG_Monitor.java")
    };
    SourceFile { name: "AG_Monitor.java".to_string(), text: fill(template, &values) }
}

fn automaton(table: &Table<'_>, events: &[&str], package: &str, jpf: bool) -> SourceFile {
    let own: Vec<&str> = table.actions().collect();
    let columns = events.iter().map(|event| table.action(event).map_or(-1, i64::from));
    let class = class(table.kind());
    let name = table.name();
    let (imports, judge, consequence) = match table.kind() {
        Kind::Assumption => (
            "import gov.nasa.jpf.vm.Verify;\n\n",
            "Verify.ignoreIf(state < 0);".to_string(),
            "A run that violates the assumption is not explored any further.",
        ),
        Kind::Property => {
            let text = java_string(&format!("property {name} violated by event "));
            let judge = format!(
                "if (state < 0) {{\n                throw new AssertionError({text} + e);\n            }}"
            );
            ("", judge, "A run that violates the property is an error.")
        }
    };
    let mut values = common(table);
    values.retain(|(known, _)| *known != "title");
    values.extend([
        ("title", title(name)),
        ("package", package.to_string()),
        ("class", class.to_string()),
        ("actions", names(&own)),
        ("trans", transitions(table)),
        ("columns", numbers(&columns.collect::<Vec<_>>())),
        ("subject", java_string(&subject(table.kind(), name, ""))),
        ("imports", imports.to_string()),
        ("judge", judge),
        ("consequence", consequence.to_string()),
    ]);
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let template = if jpf {
        include_str!("templates/AG_Automaton_jpf.java")
    } else {
        include_str!("templates/AG_Automaton.java")
    };
    SourceFile { name: format!("{class}.java"), text: fill(template, &values) }
}

/// An array of strings.
fn names(names: &[&str]) -> String {
    if names.len() > PLAIN {
        return format!("AG_Monitor.names({})", pieces(&names.join("\n")));
    }
    let quoted: String = names.iter().map(|name| format!("        {},\n", java_string(name))).collect();
    format!("{{\n{quoted}    }}")
}

/// An array of numbers.
fn numbers(numbers: &[i64]) -> String {
    let text: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if text.len() > PLAIN {
        return format!("AG_Monitor.table({}, {})[0]", text.len(), pieces(&text.join(" ")));
    }
    format!("{{{}}}", text.join(", "))
}

/// An array of rows.
fn transitions(table: &Table<'_>) -> String {
    let entry = |to: &u32| if *to == VIOLATED { "-1".to_string() } else { to.to_string() };
    let columns = table.n_actions() as usize;
    if table.next().len() > PLAIN {
        let all: Vec<String> = table.next().iter().map(entry).collect();
        return format!("AG_Monitor.table({columns}, {})", pieces(&all.join(" ")));
    }
    let row =
        |row: &[u32]| format!("        {{{}}},\n", row.iter().map(entry).collect::<Vec<_>>().join(", "));
    format!("{{\n{}    }}", table.next().chunks(columns).map(row).collect::<String>())
}

/// Strings that are short enough, one per line.
fn pieces(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let piece = |part: &[char]| format!("\n        {}", java_string(&part.iter().collect::<String>()));
    characters.chunks(PIECE).map(piece).collect::<Vec<_>>().join(",")
}

/// How large tables are read when a class is loaded.
const DECODER: &str = r#"
    /** The lines of a text that is given in pieces. */
    static String[] names(String... pieces) {
        return String.join("", pieces).split("\n");
    }

    /** The rows of a table of numbers that is given in pieces. */
    static int[][] table(int columns, String... pieces) {
        String[] numbers = String.join("", pieces).split(" ");
        int[][] rows = new int[numbers.length / columns][columns];
        for (int i = 0; i < numbers.length; i++) {
            rows[i / columns][i % columns] = Integer.parseInt(numbers[i]);
        }
        return rows;
    }
"#;
