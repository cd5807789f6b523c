//! BENCHMARKS.md: one section per benchmark, between two comments.

use std::path::Path;

/// What a page without any section begins with.
const HEAD: &str = "# Benchmarks\n\nEach section is written by the command it names.\n";

/// Puts a section into the page in place of its last version, or at the end.
pub fn write_section(root: &Path, name: &str, text: &str) -> bool {
    let path = root.join("BENCHMARKS.md");
    let page = std::fs::read_to_string(&path).unwrap_or_else(|_| HEAD.to_string());
    match std::fs::write(&path, with_section(&page, name, text)) {
        Ok(()) => true,
        Err(error) => {
            eprintln!("{} cannot be written: {error}", path.display());
            false
        }
    }
}

fn with_section(page: &str, name: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- begin {name} -->"), format!("<!-- end {name} -->"));
    let section = format!("{begin}\n{}\n{end}", text.trim());
    match (page.find(&begin), page.find(&end)) {
        (Some(from), Some(to)) if from < to => {
            format!("{}{section}{}", &page[..from], &page[to + end.len()..])
        }
        _ => format!("{}\n\n{section}\n", page.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_replaces_only_itself() {
        let page = with_section(&with_section(HEAD, "a", "old a"), "b", "only b");
        let page = with_section(&page, "a", "new a\n");
        let expect = format!(
            "{HEAD}\n<!-- begin a -->\nnew a\n<!-- end a -->\n\n<!-- begin b -->\nonly b\n<!-- end b -->\n"
        );
        assert_eq!(page, expect);
    }
}
