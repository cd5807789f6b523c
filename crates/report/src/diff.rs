//! The difference of two texts, line by line, as `diff -u` writes it. The crate `similar` finds a short list
//! of changes \[Mye86\].

use similar::TextDiff;

/// How many equal lines are shown around a change.
const CONTEXT: usize = 3;

/// The difference as `diff -u` writes it; empty if there is none.
pub fn unified_diff(path: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT).header(path, &format!("{path} (formatted)")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_have_nothing_in_common_are_one_change() {
        let old: Vec<String> = (0..1000).map(|i| format!("old {i}\n")).collect();
        let new: Vec<String> = (0..1000).map(|i| format!("new {i}\n")).collect();
        let shown = unified_diff("m.lts", &format!("x\n{}y", old.concat()), &format!("x\n{}y", new.concat()));
        assert_eq!(shown.matches("@@ ").count(), 1);
        assert_eq!(shown.lines().count(), 3 + 2 * 1000 + 3);
    }

    #[test]
    fn the_form_is_that_of_diff() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14";
        let new = "1\n2\n3\n4\n6\n7\n8\n9\n10\n11\n12\n13\n14\n";
        expect_test::expect![[r#"
            --- m.lts
            +++ m.lts (formatted)
            @@ -2,7 +2,6 @@
             2
             3
             4
            -5
             6
             7
             8
            @@ -11,4 +10,4 @@
             11
             12
             13
            -14
            \ No newline at end of file
            +14
        "#]]
        .assert_eq(&unified_diff("m.lts", old, new));
        assert_eq!(unified_diff("m.lts", old, old), "");
        assert_eq!(unified_diff("m.lts", "", "P\n"), "--- m.lts\n+++ m.lts (formatted)\n@@ -0,0 +1 @@\n+P\n");
    }
}
