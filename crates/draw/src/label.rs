//! Many actions in few lines.
//!
//! Numbers that follow each other are folded the way FSP writes them (`get.0`, `get.1`, `get.2` →
//! `get[0..2]`), the rest is a list; what does not fit is counted. The full list goes where there is room for
//! it (tooltips).

use std::collections::BTreeMap;

use crate::text::{clean, shortened};

/// Characters of a line.
const LINE: usize = 28;
/// Lines of a label.
const LINES: usize = 4;
/// Characters of a name.
const NAME: usize = 40;

/// A part of a name between dots.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Word(String),
    Range(u64, u64),
}

/// A folded set of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// As it is written.
    pub text: String,
    /// How many actions it stands for.
    pub count: usize,
}

/// Names with numbers folded to ranges, sorted by their first parts.
pub(crate) fn folded(names: &[String]) -> Vec<Item> {
    let mut items: Vec<Vec<Part>> = names.iter().map(|name| parts(name)).collect();
    items.sort();
    items.dedup();
    let longest = items.iter().map(Vec::len).max().unwrap_or(0);
    for place in (0..longest).rev() {
        items = fold_at(items, place);
    }
    braced(&items)
}

/// Those that differ only in a word at the end, as one with a set: `lock.{get,put}`, if that fits on a line.
fn braced(items: &[Vec<Part>]) -> Vec<Item> {
    let mut ends: BTreeMap<&[Part], Vec<&str>> = BTreeMap::new();
    for item in items {
        if let [start @ .., Part::Word(end)] = item.as_slice() {
            ends.entry(start).or_default().push(end);
        }
    }
    let mut found = Vec::new();
    for item in items {
        if let [start @ .., Part::Word(end)] = item.as_slice() {
            let all = &ends[start];
            let text = format!("{}.{{{}}}", written(start), all.join(","));
            if !start.is_empty() && all.len() > 1 && text.chars().count() <= LINE {
                if all[0] == end {
                    found.push(Item { text, count: size(start).saturating_mul(all.len()) });
                }
                continue;
            }
        }
        found.push(Item { text: written(item), count: size(item) });
    }
    found
}

fn parts(name: &str) -> Vec<Part> {
    let part = |text: &str| match text.parse::<u64>() {
        // `07` and `+7` are names of their own.
        Ok(number) if number.to_string() == text => Part::Range(number, number),
        _ => Part::Word(text.to_string()),
    };
    name.split('.').map(part).collect()
}

/// Joins those that differ only in the part at a place, where the numbers follow each other.
fn fold_at(items: Vec<Vec<Part>>, place: usize) -> Vec<Vec<Part>> {
    let mut groups: BTreeMap<Vec<Part>, Vec<(u64, u64)>> = BTreeMap::new();
    let mut result = Vec::new();
    for item in items {
        match item.get(place) {
            Some(&Part::Range(from, to)) => {
                let mut rest = item;
                rest[place] = Part::Range(0, 0);
                groups.entry(rest).or_default().push((from, to));
            }
            _ => result.push(item),
        }
    }
    for (rest, mut ranges) in groups {
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (from, to) in ranges {
            match joined.last_mut() {
                Some(last) if last.1.checked_add(1) == Some(from) => last.1 = to,
                _ => joined.push((from, to)),
            }
        }
        for (from, to) in joined {
            let mut item = rest.clone();
            item[place] = Part::Range(from, to);
            result.push(item);
        }
    }
    result.sort();
    result
}

fn written(item: &[Part]) -> String {
    let mut text = String::new();
    for (i, part) in item.iter().enumerate() {
        match part {
            Part::Range(from, to) if from < to => text.push_str(&format!("[{from}..{to}]")),
            Part::Range(number, _) => text.push_str(&format!("{}{number}", if i > 0 { "." } else { "" })),
            Part::Word(word) => {
                if i > 0 {
                    text.push('.');
                }
                text.push_str(word);
            }
        }
    }
    text
}

fn size(item: &[Part]) -> usize {
    let sizes = item.iter().map(|part| match part {
        Part::Range(from, to) => usize::try_from(to - from).unwrap_or(usize::MAX).saturating_add(1),
        Part::Word(_) => 1,
    });
    sizes.fold(1, usize::saturating_mul)
}

/// A label for some actions: a few lines, the last of which may count the rest.
pub(crate) fn label(names: &[String]) -> Vec<String> {
    lines(names, LINE, LINES)
}

/// A list of names in lines of so many characters, and so many of these.
pub(crate) fn lines(names: &[String], line: usize, most: usize) -> Vec<String> {
    let items = folded(names);
    let mut lines: Vec<String> = Vec::new();
    // Actions on all lines, and on all but the last.
    let (mut shown, mut before_last) = (0, 0);
    let total: usize = items.iter().map(|item| item.count).fold(0, usize::saturating_add);
    for (i, item) in items.iter().enumerate() {
        let is_last = i + 1 == items.len();
        let text = shortened(&clean(&item.text), NAME.max(line)) + if is_last { "" } else { "," };
        let fits = lines.last().is_some_and(|last| last.chars().count() + 1 + text.chars().count() <= line);
        if let (true, Some(last)) = (fits, lines.last_mut()) {
            last.push(' ');
            last.push_str(&text);
        } else if lines.len() == most && total - shown > 1 {
            // The last line gives way to the count of what it would have begun.
            lines.pop();
            lines.push(format!("… {} more", total - before_last));
            return lines;
        } else {
            before_last = shown;
            lines.push(text);
        }
        shown += item.count;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(names: &str) -> Vec<String> {
        let names: Vec<String> = names.split(' ').map(str::to_string).collect();
        folded(&names).into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn numbers_that_follow_each_other_are_folded() {
        assert_eq!(fold("a.0 a.1 a.2"), ["a[0..2]"]);
        assert_eq!(fold("a.0 a.2 b"), ["a.0", "a.2", "b"]);
        assert_eq!(fold("p.0.get p.1.get q"), ["p[0..1].get", "q"]);
        assert_eq!(fold("a.0.0 a.0.1 a.1.0 a.1.1"), ["a[0..1][0..1]"]);
        assert_eq!(fold("a.0.0 a.0.1 a.1.0"), ["a.0[0..1]", "a.1.0"]);
        assert_eq!(fold("a.9 a.10 a.11"), ["a[9..11]"]);
        assert_eq!(fold("a.01 a.2"), ["a.01", "a.2"]);
        assert_eq!(fold("a a"), ["a"]);
        assert_eq!(fold("l.get l.put l.0 x"), ["l.{get,put}", "l.0", "x"]);
        assert_eq!(fold("p.0.get p.1.get p.0.put p.1.put"), ["p[0..1].{get,put}"]);
    }

    #[test]
    fn what_is_folded_stands_for_exactly_what_it_was_made_from() {
        // All subsets of a grid of nine names: the ranges, written out, are the subset again.
        for chosen in 1u32..512 {
            let names: Vec<String> =
                (0..9).filter(|k| chosen >> k & 1 == 1).map(|k| format!("a.{}.b.{}", k / 3, k % 3)).collect();
            let mut again = Vec::new();
            for item in folded(&names) {
                let text = item.text.replace("a[", "a.[").replace("b[", "b.[");
                let ranges: Vec<(u64, u64)> = text
                    .split('.')
                    .collect::<Vec<_>>()
                    .join(".")
                    .split(".b.")
                    .map(|part| {
                        let part = part.trim_start_matches("a.").trim_matches(['[', ']']);
                        match part.split_once("..") {
                            Some((from, to)) => (from.parse().unwrap(), to.parse().unwrap()),
                            None => (part.parse().unwrap(), part.parse().unwrap()),
                        }
                    })
                    .collect();
                for x in ranges[0].0..=ranges[0].1 {
                    for y in ranges[1].0..=ranges[1].1 {
                        again.push(format!("a.{x}.b.{y}"));
                    }
                }
            }
            again.sort();
            assert_eq!(again, names);
        }
    }

    #[test]
    fn long_lists_are_counted() {
        let names: Vec<String> = (0..60).map(|k| format!("action{}x", k)).collect();
        let lines = label(&names);
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], "action0x, action10x,");
        assert_eq!(lines[3], "… 54 more");
        assert_eq!(label(&["tau".to_string()]), ["tau"]);
    }
}
