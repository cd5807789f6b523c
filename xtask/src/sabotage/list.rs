//! The list of faults, and how one is planted.
//!
//! Faults are separated by empty lines; a line that begins with `#` is a comment. A fault has five lines:
//!
//! ```text
//! what is wrong then
//! file crates/lts/src/compose.rs
//! - the original line, without its indentation
//! + the line that replaces it
//! test -p rely-lts --test twin_compose
//! ```

/// A fault in one line of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong then.
    pub title: String,
    /// The file, below the root of the repository.
    pub file: String,
    /// The line without its indentation; it occurs once in the file.
    pub original: String,
    /// The line in its place, without its indentation.
    pub replacement: String,
    /// The arguments of `cargo test` for the tests that should notice the fault.
    pub tests: String,
}

impl Fault {
    /// Everything the list says about the fault.
    pub fn text(&self) -> String {
        [&*self.title, &self.file, &self.original, &self.replacement, &self.tests].join("\n")
    }

    /// Does some text occur in the fault?
    pub fn mentions(&self, text: &str) -> bool {
        self.text().contains(text)
    }

    /// The text of the file with the fault in it.
    ///
    /// # Errors
    /// If the original line does not occur exactly once, or nothing would change.
    pub fn plant(&self, text: &str) -> Result<String, String> {
        if self.original == self.replacement {
            return Err("the replacement is the original line".to_string());
        }
        let count = text.lines().filter(|line| line.trim() == self.original).count();
        if count != 1 {
            return Err(format!("the original line occurs {count} times in {}", self.file));
        }
        let mut planted = String::with_capacity(text.len());
        for line in text.lines() {
            let code = line.trim();
            if code == self.original {
                planted.push_str(&line[..line.len() - line.trim_start().len()]);
                planted.push_str(&self.replacement);
            } else {
                planted.push_str(line);
            }
            planted.push('\n');
        }
        Ok(planted)
    }
}

/// Reads the list.
///
/// # Errors
/// If a line is not what the format wants, with its number.
pub fn parse(text: &str) -> Result<Vec<Fault>, String> {
    let mut faults = Vec::new();
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')).collect();
    for block in lines.split(|(_, line)| line.trim().is_empty()).filter(|block| !block.is_empty()) {
        let &[(number, title), file, original, replacement, tests] = block else {
            return Err(format!("line {}: a fault has five lines, this one has {}", block[0].0, block.len()));
        };
        let field = |(number, line): (usize, &str), name: &str| {
            let value = line.strip_prefix(name).map(|value| value.trim().to_string());
            value.ok_or_else(|| format!("line {number}: a line that begins with `{name}` is expected"))
        };
        if title.starts_with([' ', '-', '+']) {
            return Err(format!("line {number}: the title of a fault is expected"));
        }
        faults.push(Fault {
            title: title.to_string(),
            file: field(file, "file ")?,
            original: field(original, "- ")?,
            replacement: field(replacement, "+ ")
                .or_else(|reason| if replacement.1 == "+" { Ok(String::new()) } else { Err(reason) })?,
            tests: field(tests, "test ")?,
        });
    }
    Ok(faults)
}
