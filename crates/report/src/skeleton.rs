//! Runs as skeletons of tests: one call per step, to be filled in by the user.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::view::TraceView;

/// The language of a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestLanguage {
    /// A test for `cargo test`.
    Rust,
    /// A `unittest`.
    Python,
    /// A program with `main`.
    C,
}

/// What a run is called in a test.
pub struct Skeleton<'a> {
    /// The model.
    pub file: &'a str,
    /// The target.
    pub target: &'a str,
    /// The run.
    pub run: &'a TraceView,
    /// The number of the first step of its cycle.
    pub cycle_from: Option<usize>,
}

/// Rounds of a cycle that a test goes through.
const ROUNDS: u32 = 3;

/// A call of a step: the function, and what happens there.
struct Call {
    function: Option<String>,
    remark: String,
}

/// A run as a test with one call per step. The functions that are called fail until somebody fills them in.
pub fn test_skeleton(skeleton: &Skeleton<'_>, language: TestLanguage) -> String {
    let mut functions: BTreeMap<String, String> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    let mut calls = Vec::new();
    for (at, step) in skeleton.run.steps.iter().enumerate() {
        let who: Vec<String> = step
            .participants
            .iter()
            .map(|&i| {
                let place = step.places.iter().find(|place| place.component == i);
                let line = place.map_or_else(String::new, |place| format!(" (line {})", place.line));
                format!("{}{line}", skeleton.run.components[i])
            })
            .collect();
        let by = if who.is_empty() { String::new() } else { format!(": {}", who.join(", ")) };
        let function = (step.action != "tau").then(|| {
            functions
                .entry(step.action.clone())
                .or_insert_with(|| {
                    let name = function_name(&step.action, &order);
                    order.push(name.clone());
                    name
                })
                .clone()
        });
        let what = if function.is_none() { " (internal: nothing to call)" } else { "" };
        calls.push(Call { function, remark: clean(&format!("step {}{what}{by}", at + 1)) });
    }
    // In the order of their first call.
    let mut actions: Vec<(String, String)> =
        functions.into_iter().map(|(action, f)| (f, clean(&action))).collect();
    actions.sort_by_key(|(function, _)| order.iter().position(|known| known == function));
    let from = skeleton.cycle_from.unwrap_or(calls.len()).min(calls.len());
    let (stem, cycle) = calls.split_at(from);
    let name = identifier(skeleton.target).to_lowercase();
    let title = clean(&format!("A run of {} ({}), found by Rely.", skeleton.target, skeleton.file));
    let mut out = String::new();
    match language {
        TestLanguage::Rust => rust(&mut out, &title, &name, &actions, stem, cycle),
        TestLanguage::Python => python(&mut out, &title, &name, &actions, stem, cycle),
        TestLanguage::C => c(&mut out, &title, &actions, stem, cycle),
    }
    out
}

/// A text that fits into a comment or a string of all languages.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || "\"\\`".contains(c) { '\'' } else { c })
        .collect::<String>()
        .replace("*/", "* /")
}

fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// A name for the function of an action that no other action has: `on_send_1`.
fn function_name(action: &str, used: &[String]) -> String {
    let base = format!("on_{}", identifier(action).to_lowercase());
    let mut name = base.clone();
    for number in 2.. {
        if !used.contains(&name) {
            break;
        }
        name = format!("{base}_{number}");
    }
    name
}

type Actions = [(String, String)];

fn rust(out: &mut String, title: &str, name: &str, actions: &Actions, stem: &[Call], cycle: &[Call]) {
    let _ = writeln!(out, "//! {title}\n\n/// What the test drives.\nstruct System;\n\nimpl System {{");
    for (function, action) in actions {
        let _ = writeln!(
            out,
            "    fn {function}(&mut self) {{\n        unimplemented!(\"call the code for {}\");\n    }}\n",
            action.replace('{', "{{").replace('}', "}}")
        );
    }
    let _ = writeln!(out, "}}\n\n#[test]\nfn run_of_{name}() {{\n    let mut system = System;");
    let call = |out: &mut String, call: &Call, indent: &str| {
        let _ = match &call.function {
            Some(function) => writeln!(out, "{indent}system.{function}(); // {}", call.remark),
            None => writeln!(out, "{indent}// {}", call.remark),
        };
    };
    stem.iter().for_each(|step| call(out, step, "    "));
    if !cycle.is_empty() {
        let _ = writeln!(out, "    // This repeats forever.\n    for _ in 0..{ROUNDS} {{");
        cycle.iter().for_each(|step| call(out, step, "        "));
        let _ = writeln!(out, "    }}");
    }
    let _ = writeln!(out, "    // Assert here what must not be the case now.\n    let _ = &mut system;\n}}");
}

fn python(out: &mut String, title: &str, name: &str, actions: &Actions, stem: &[Call], cycle: &[Call]) {
    let _ = writeln!(
        out,
        "\"\"\"{title}\"\"\"\n\nimport unittest\n\n\nclass System:\n    \"\"\"What the test drives.\"\"\"\n"
    );
    for (function, action) in actions {
        let _ = writeln!(
            out,
            "    def {function}(self):\n        raise NotImplementedError(\"call the code for {action}\")\n"
        );
    }
    let _ = writeln!(
        out,
        "\nclass Run(unittest.TestCase):\n    def test_run_of_{name}(self):\n        system = System()"
    );
    let call = |out: &mut String, call: &Call, indent: &str| {
        let _ = match &call.function {
            Some(function) => writeln!(out, "{indent}system.{function}()  # {}", call.remark),
            None => writeln!(out, "{indent}# {}", call.remark),
        };
    };
    stem.iter().for_each(|step| call(out, step, "        "));
    if !cycle.is_empty() {
        let _ = writeln!(out, "        # This repeats forever.\n        for _ in range({ROUNDS}):");
        cycle.iter().for_each(|step| call(out, step, "            "));
        // A block of comments only is no block.
        let _ = writeln!(out, "            pass");
    }
    let _ = writeln!(
        out,
        "        # Assert here what must not be the case now.\n        self.assertIsNotNone(system)\n\n\nif __name__ == \"__main__\":\n    unittest.main()"
    );
}

fn c(out: &mut String, title: &str, actions: &Actions, stem: &[Call], cycle: &[Call]) {
    let _ = writeln!(out, "/* {title} */\n\n#include <stdio.h>\n#include <stdlib.h>\n");
    for (function, action) in actions {
        let _ = writeln!(
            out,
            "static void {function}(void)\n{{\n    fputs(\"call the code for {action}\\n\", stderr);\n    abort();\n}}\n"
        );
    }
    let _ = writeln!(out, "int main(void)\n{{");
    let call = |out: &mut String, call: &Call, indent: &str| {
        let _ = match &call.function {
            Some(function) => writeln!(out, "{indent}{function}(); /* {} */", call.remark),
            None => writeln!(out, "{indent}/* {} */", call.remark),
        };
    };
    stem.iter().for_each(|step| call(out, step, "    "));
    if !cycle.is_empty() {
        let _ = writeln!(
            out,
            "    /* This repeats forever. */\n    for (int round = 0; round < {ROUNDS}; round++) {{"
        );
        cycle.iter().for_each(|step| call(out, step, "        "));
        let _ = writeln!(out, "    }}");
    }
    let _ = writeln!(out, "    /* Check here what must not be the case now. */\n    return 0;\n}}");
}
