//! Patterns of paths: `*` and `?` within a name, `**` for any folders.

/// Does a path with slashes match a pattern?
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let path: Vec<&str> = path.split('/').collect();
    parts(&pattern, &path)
}

/// Is it more than the path of one file?
pub(crate) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

fn parts(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => {
            parts(rest, path) || path.split_first().is_some_and(|(_, below)| parts(pattern, below))
        }
        (Some((one, rest)), Some((name, below))) => {
            let (one, name): (Vec<char>, Vec<char>) = (one.chars().collect(), name.chars().collect());
            within(&one, &name) && parts(rest, below)
        }
        _ => false,
    }
}

/// A name against a pattern, in time proportional to their product.
fn within(pattern: &[char], name: &[char]) -> bool {
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for &c in pattern {
        if c == '*' {
            let first = reached.iter().position(|&r| r).unwrap_or(reached.len());
            reached[first..].fill(true);
        } else {
            for at in (0..name.len()).rev() {
                reached[at + 1] = reached[at] && (c == '?' || c == name[at]);
            }
            reached[0] = false;
        }
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_paths() {
        for (pattern, path, expected) in [
            ("models/*.lts", "models/a.lts", true),
            ("models/*.lts", "models/x/a.lts", false),
            ("**/*.lts", "a.lts", true),
            ("**/*.lts", "x/y/a.lts", true),
            ("x/**", "x/y/a.lts", true),
            ("./x/a?.lts", "x/ab.lts", true),
            ("x/a?.lts", "x/a.lts", false),
            ("*", "a.lts", true),
            ("a*b*c.lts", "aXbYc.lts", true),
            ("a*b*c.lts", "aXcYb.lts", false),
            ("a.lts", "b/a.lts", false),
            ("A.lts", "a.lts", false),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
        let long = "*a".repeat(200);
        assert!(!matches(&long, &"b".repeat(2000)), "no exponential search");
    }
}
