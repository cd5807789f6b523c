//! The difference of two texts, line by line, as `diff -u` writes it.
//!
//! # Problem
//!
//! Given two lists of lines, a short list of blocks to replace in the first that gives the second.
//!
//! # Method
//!
//! What is equal at the beginning and at the end is set aside; the rest by the greedy search for a shortest
//! edit script of [Mye86].
//!
//! # Invariants
//!
//! (D1) The blocks are in order and do not touch each other. (D2) Replacing them gives the new text. (D3) If
//! fewer than [`MAX_EDITS`] lines are added and removed, no script is shorter.
//!
//! # Cost
//!
//! O((n + m) · d) time and O(d²) memory for d edits, at most [`MAX_EDITS`].
//!
//! # Departures
//!
//! With more edits than that, all that lies between the equal ends is one block.

use std::fmt::Write as _;
use std::ops::Range;

/// Texts that differ in more lines are not compared further.
const MAX_EDITS: usize = 1_000;

/// How many equal lines are shown around a change.
const CONTEXT: usize = 3;

/// Lines of the old text, and those of the new one that stand in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// The difference as `diff -u` writes it; empty if there is none.
pub(crate) fn unified(path: &str, old: &str, new: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let changes = changes(&old, &new);
    let mut text = String::new();
    if changes.is_empty() {
        return text;
    }
    let _ = writeln!(text, "--- {path}\n+++ {path} (formatted)");
    let mut rest = &changes[..];
    while let Some(first) = rest.first() {
        // Changes whose contexts meet are shown together.
        let near = |pair: &[Change]| pair[1].old.start - pair[0].old.end <= 2 * CONTEXT;
        let n = 1 + rest.windows(2).take_while(|pair| near(pair)).count();
        let (hunk, later) = rest.split_at(n);
        let last = &hunk[n - 1];
        let before = first.old.start.min(CONTEXT);
        let after = (old.len() - last.old.end).min(CONTEXT);
        let shown_old = first.old.start - before..last.old.end + after;
        let shown_new = first.new.start - before..last.new.end + after;
        let _ = writeln!(text, "@@ -{} +{} @@", place(&shown_old), place(&shown_new));
        let mut at = shown_old.start;
        for change in hunk {
            put(&mut text, ' ', &old[at..change.old.start]);
            put(&mut text, '-', &old[change.old.clone()]);
            put(&mut text, '+', &new[change.new.clone()]);
            at = change.old.end;
        }
        put(&mut text, ' ', &old[at..shown_old.end]);
        rest = later;
    }
    text
}

/// The first line and the number of lines; of no lines, the line before.
fn place(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        n => format!("{},{n}", lines.start + 1),
    }
}

fn put(text: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// What to replace.
fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let equal = |(x, y): &(&&str, &&str)| x == y;
    let start = old.iter().zip(new).take_while(equal).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(equal).count();
    let whole = Change { old: start..old.len() - end, new: start..new.len() - end };
    if whole.old.is_empty() && whole.new.is_empty() {
        return Vec::new();
    }
    let Some(changes) = shortest(&old[whole.old.clone()], &new[whole.new.clone()]) else {
        return vec![whole];
    };
    let shifted = |range: Range<usize>| range.start + start..range.end + start;
    changes.into_iter().map(|change| Change { old: shifted(change.old), new: shifted(change.new) }).collect()
}

/// A shortest list of changes, unless it is too long.
///
/// `reached[d][k]` is how far into the old text a script of `d` edits leads on diagonal `k - d`, which is the
/// number of lines removed less the number of lines added.
fn shortest(old: &[&str], new: &[&str]) -> Option<Vec<Change>> {
    let mut reached: Vec<Vec<usize>> = Vec::new();
    let far = |row: &[usize], d: usize, diagonal: isize| -> Option<usize> {
        let at = diagonal + d as isize;
        (at >= 0).then(|| row.get(at as usize).copied()).flatten()
    };
    let d = (0..=MAX_EDITS.min(old.len() + new.len())).find(|&d| {
        let mut row = vec![0; 2 * d + 1];
        let mut done = false;
        for diagonal in (-(d as isize)..=d as isize).step_by(2) {
            let mut x = match reached.last() {
                None => 0,
                Some(before) => {
                    let removed = far(before, d - 1, diagonal - 1).map(|x| x + 1);
                    let added = far(before, d - 1, diagonal + 1);
                    removed.max(added).unwrap_or(0)
                }
            };
            let y = |x: usize| (x as isize - diagonal) as usize;
            while x < old.len() && y(x) < new.len() && old[x] == new[y(x)] {
                x += 1;
            }
            row[(diagonal + d as isize) as usize] = x;
            done |= x >= old.len() && y(x) >= new.len();
        }
        reached.push(row);
        done
    })?;
    Some(backwards(&reached, d, old.len(), new.len()))
}

/// The changes on the way from the end of both texts back to the beginning.
fn backwards(reached: &[Vec<usize>], edits: usize, old: usize, new: usize) -> Vec<Change> {
    let (mut x, mut y) = (old, new);
    let mut changes: Vec<Change> = Vec::new();
    for d in (1..=edits).rev() {
        let diagonal = x as isize - y as isize;
        let before = |diagonal: isize| {
            let at = diagonal + d as isize - 1;
            (at >= 0).then(|| reached[d - 1].get(at as usize).copied()).flatten()
        };
        let (removed, added) = (before(diagonal - 1).map(|x| x + 1), before(diagonal + 1));
        let change = if removed >= added {
            let end = removed.unwrap_or(0);
            let line = (end as isize - diagonal) as usize;
            Change { old: end - 1..end, new: line..line }
        } else {
            let at = added.unwrap_or(0);
            let line = (at as isize - diagonal) as usize;
            Change { old: at..at, new: line - 1..line }
        };
        (x, y) = (change.old.start, change.new.start);
        match changes.last_mut() {
            Some(next) if next.old.start == change.old.end && next.new.start == change.new.end => {
                (next.old.start, next.new.start) = (x, y);
            }
            _ => changes.push(change),
        }
    }
    changes.reverse();
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of lines that must be added and removed, by the table of all prefixes.
    fn distance(old: &[&str], new: &[&str]) -> usize {
        let mut row: Vec<usize> = (0..=new.len()).collect();
        for (x, line) in old.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], x + 1);
            for y in 0..new.len() {
                let best = if *line == new[y] { diagonal } else { 1 + row[y].min(row[y + 1]) };
                diagonal = std::mem::replace(&mut row[y + 1], best);
            }
        }
        row[new.len()]
    }

    /// All texts of up to `n` lines, each `a` or `b`.
    fn texts(n: u32) -> Vec<Vec<&'static str>> {
        let of_length = |length: u32| {
            (0..1u32 << length).map(move |bits| {
                (0..length).map(|at| if bits >> at & 1 == 0 { "a\n" } else { "b\n" }).collect()
            })
        };
        (0..=n).flat_map(of_length).collect()
    }

    #[test]
    fn changes_give_the_new_text_and_none_are_shorter() {
        let texts = texts(6);
        for old in &texts {
            for new in &texts {
                let changes = changes(old, new);
                let mut result = old.clone();
                for change in changes.iter().rev() {
                    result.splice(change.old.clone(), new[change.new.clone()].iter().copied());
                }
                assert_eq!(&result, new, "{old:?} {changes:?}");
                let edits: usize = changes.iter().map(|change| change.old.len() + change.new.len()).sum();
                assert_eq!(edits, distance(old, new), "{old:?} {new:?} {changes:?}");
                let apart = |pair: &[Change]| pair[0].old.end < pair[1].old.start;
                assert!(changes.windows(2).all(apart), "{old:?} {new:?} {changes:?}");
            }
        }
    }

    #[test]
    fn texts_that_have_nothing_in_common_are_one_change() {
        let old: Vec<String> = (0..MAX_EDITS).map(|i| format!("old {i}\n")).collect();
        let new: Vec<String> = (0..MAX_EDITS).map(|i| format!("new {i}\n")).collect();
        let shown = unified("m.lts", &format!("x\n{}y", old.concat()), &format!("x\n{}y", new.concat()));
        assert_eq!(shown.matches("@@ ").count(), 1);
        assert_eq!(shown.lines().count(), 3 + 2 * MAX_EDITS + 3);
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
        .assert_eq(&unified("m.lts", old, new));
        assert_eq!(unified("m.lts", old, old), "");
        assert_eq!(unified("m.lts", "", "P\n"), "--- m.lts\n+++ m.lts (formatted)\n@@ -0,0 +1 @@\n+P\n");
    }
}
