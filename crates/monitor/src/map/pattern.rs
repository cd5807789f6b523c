//! Texts with `*`, which stands for any characters, none included.

use std::string::String;

/// A text, perhaps with `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(String);

impl Pattern {
    pub fn new(text: impl Into<String>) -> Pattern {
        Pattern(text.into())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// The only text that it fits, if there is only one.
    pub fn exact(&self) -> Option<&str> {
        (!self.0.contains('*')).then_some(self.0.as_str())
    }

    /// Does it fit a text?
    ///
    /// The last star that was met takes one more character each time the rest does not fit:
    /// `O(|pattern| · |text|)`, no recursion.
    pub fn fits(&self, text: &str) -> bool {
        let (pattern, text) = (self.0.as_bytes(), text.as_bytes());
        let (mut p, mut t) = (0, 0);
        let mut star: Option<(usize, usize)> = None;
        while t < text.len() {
            if p < pattern.len() && pattern[p] == b'*' {
                star = Some((p, t));
                p += 1;
            } else if p < pattern.len() && pattern[p] == text[t] {
                p += 1;
                t += 1;
            } else if let Some((at, taken)) = star {
                star = Some((at, taken + 1));
                p = at + 1;
                t = taken + 1;
            } else {
                return false;
            }
        }
        pattern[p..].iter().all(|&byte| byte == b'*')
    }

    /// Does it fit every text that the other fits? A star of the other can only be met by a star.
    pub fn covers(&self, other: &Pattern) -> bool {
        self.fits(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;
    use std::{format, vec};

    use super::*;

    /// By definition: a star is nothing, or one character and a star.
    fn fits(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern, text) {
            ([], _) => text.is_empty(),
            ([b'*', rest @ ..], _) => fits(rest, text) || !text.is_empty() && fits(pattern, &text[1..]),
            ([p, rest @ ..], [t, others @ ..]) => p == t && fits(rest, others),
            (_, []) => false,
        }
    }

    fn words(letters: &[u8], length: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..length {
            last =
                last.iter().flat_map(|w| letters.iter().map(move |&c| format!("{w}{}", c as char))).collect();
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn all_short_patterns_fit_what_the_definition_says() {
        for pattern in words(b"ab*", 4) {
            for text in words(b"ab", 5) {
                let found = Pattern::new(pattern.clone()).fits(&text);
                assert_eq!(found, fits(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
            }
        }
    }

    #[test]
    fn what_covers_fits_whatever_the_other_fits() {
        let texts = words(b"ab", 5);
        let mut covered = 0;
        for one in words(b"ab*", 3) {
            let one = Pattern::new(one);
            for other in words(b"ab*", 3) {
                let other = Pattern::new(other);
                if one.covers(&other) {
                    covered += 1;
                    let missed = texts.iter().find(|text| other.fits(text) && !one.fits(text));
                    assert_eq!(missed, None, "{one:?} {other:?}");
                }
            }
        }
        assert!(covered > 100, "{covered}");
    }
}
