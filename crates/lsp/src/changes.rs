//! Edits of a text.

use lsp_types::{Position, TextDocumentContentChangeEvent};
use rely_ide::Lines;

use crate::convert;

/// Applies an edit. Positions outside of the text move to its nearest end, and the ends of a reversed range
/// are swapped.
pub fn apply(text: &mut String, change: &TextDocumentContentChangeEvent) {
    let Some(range) = change.range else {
        text.clone_from(&change.text);
        return;
    };
    let lines = Lines::new(text);
    let offset = |position: Position| lines.offset(text, convert::view(position)) as usize;
    let (one, other) = (offset(range.start), offset(range.end));
    text.replace_range(one.min(other)..one.max(other), &change.text);
}

#[cfg(test)]
mod tests {
    use lsp_types::Range;
    use rely_testkit::generate::Rng;

    use super::*;

    /// The unit at a position, by the protocol's definition: lines end in `\n`, `\r\n` or `\r`, characters
    /// are UTF-16 units, and positions beyond the end of a line are its end.
    fn unit(units: &[u16], position: Position) -> usize {
        let [feed, back] = [u16::from(b'\n'), u16::from(b'\r')];
        let (mut line, mut at) = (0, 0);
        while line < position.line {
            match units.get(at) {
                None => return units.len(),
                Some(&unit) if unit == back && units.get(at + 1) == Some(&feed) => {
                    (line, at) = (line + 1, at + 2)
                }
                Some(&unit) if unit == feed || unit == back => (line, at) = (line + 1, at + 1),
                Some(_) => at += 1,
            }
        }
        let rest = units[at..].iter().take_while(|unit| ![feed, back].contains(unit)).count();
        let place = at + rest.min(position.character as usize);
        let splits = units.get(place).is_some_and(|unit| (0xDC00..0xE000).contains(unit));
        place - usize::from(splits)
    }

    #[test]
    fn edits_agree_with_an_editor_that_counts_utf16_units() {
        let pieces = ["", "a", "bc", "é", "😀", "中😀", "\n", "\r", "\r\n", "x\r", "\ny", "\u{2028}"];
        let mut rng = Rng::new(7);
        for round in 0..300 {
            let mut text: String = (0..rng.below(30)).map(|_| *rng.pick(&pieces)).collect();
            for _ in 0..20 {
                let mut below = |n: usize| rng.below(n) as u32;
                let mut place = || match below(20) {
                    0 => Position::new(u32::MAX, u32::MAX),
                    1 => Position::new(below(9), u32::MAX),
                    _ => Position::new(below(9), below(9)),
                };
                let range = Range::new(place(), place());
                let new = format!("{}{}", rng.pick(&pieces), rng.pick(&pieces));
                let units: Vec<u16> = text.encode_utf16().collect();
                let (one, other) = (unit(&units, range.start), unit(&units, range.end));
                let mut expected = units[..one.min(other)].to_vec();
                expected.extend(new.encode_utf16());
                expected.extend(&units[one.max(other)..]);
                let before = text.clone();
                let change =
                    TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: new };
                apply(&mut text, &change);
                let expected = String::from_utf16(&expected).unwrap();
                assert_eq!(text, expected, "round {round}: {before:?} {change:?}");
            }
        }
    }
}
