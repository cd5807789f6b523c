//! Places in a text as editors count them: lines from 0, characters in UTF-16 units.

use crate::view::{PositionView, RangeView};

/// Where the lines of a text begin. Lines end in a line feed, a carriage return, or both.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Where each line begins, and where its content ends.
    lines: Vec<(u32, u32)>,
    /// The characters outside of ASCII: where each begins, and how many bytes more than units there are up to
    /// its end. With them no place is counted from the beginning of its line, which may be the whole text.
    wide: Vec<(u32, u32)>,
}

impl Lines {
    /// The lines of a text; the part after the last line end counts, even if it is empty.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut lines = Vec::new();
        let (mut start, mut at) = (0, 0);
        while let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
            let end = at + found;
            at = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
            lines.push((start as u32, end as u32));
            start = at;
        }
        lines.push((start as u32, bytes.len() as u32));
        Lines { lines, wide: wide(text) }
    }

    /// The number of lines.
    pub fn n_lines(&self) -> u32 {
        self.lines.len() as u32
    }

    /// The place of a byte; one beyond the end counts as the end, one inside a character as its beginning,
    /// and one inside a line end as the end of the line's content.
    pub fn position(&self, text: &str, offset: u32) -> PositionView {
        let offset = offset.min(text.len() as u32);
        let line = self.lines.partition_point(|(start, _)| *start <= offset) - 1;
        let (start, end) = self.lines[line];
        let before = floor(text, offset.min(end) as usize) as u32;
        PositionView { line: line as u32, character: self.units(start, before) }
    }

    /// The part between two bytes.
    pub fn range(&self, text: &str, start: u32, end: u32) -> RangeView {
        RangeView { start: self.position(text, start), end: self.position(text, end.max(start)) }
    }

    /// The byte at a place. A character beyond the end of its line counts as the end of the line, one inside
    /// a pair of surrogates as the beginning of the pair, and a line beyond the end as the end of the text.
    pub fn offset(&self, text: &str, position: PositionView) -> u32 {
        let Some(&(start, end)) = self.lines.get(position.line as usize) else { return text.len() as u32 };
        // The last byte of the line with at most as many units before it. Bytes inside a character count as
        // its beginning.
        let (mut low, mut high) = (start, end);
        while low < high {
            let middle = high - (high - low) / 2;
            if self.units(start, floor(text, middle as usize) as u32) <= position.character {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        floor(text, low as usize) as u32
    }

    /// Calls `each` with every part of a stretch of text that is on one line: its line, where it begins and
    /// its length.
    pub fn split(&self, text: &str, start: u32, end: u32, mut each: impl FnMut(u32, u32, u32)) {
        let first = self.position(text, start);
        let mut line = first.line as usize;
        let mut from = start;
        while from < end {
            let Some(&(line_start, line_end)) = self.lines.get(line) else { return };
            let (from_here, to) = (from.max(line_start), end.min(line_end));
            if from_here < to {
                each(line as u32, self.units(line_start, from_here), self.units(from_here, to));
            }
            line += 1;
            from = self.lines.get(line).map_or(end, |(start, _)| *start);
        }
    }

    /// The number of UTF-16 units between two boundaries of characters.
    fn units(&self, start: u32, end: u32) -> u32 {
        (end - start) - (self.excess(end) - self.excess(start))
    }

    /// How many bytes more than units there are before a boundary of characters.
    fn excess(&self, offset: u32) -> u32 {
        match self.wide.partition_point(|(begin, _)| *begin < offset) {
            0 => 0,
            n => self.wide[n - 1].1,
        }
    }
}

/// The last boundary between characters that is not after `offset`.
fn floor(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The characters of a text that are not one byte and one unit.
fn wide(text: &str) -> Vec<(u32, u32)> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut excess = 0;
    let outside = text.char_indices().filter(|(_, character)| !character.is_ascii());
    let with_sum = outside.map(|(at, character)| {
        excess += (character.len_utf8() - character.len_utf16()) as u32;
        (at as u32, excess)
    });
    with_sum.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Straight from the definition.
    fn naive(text: &str, offset: usize) -> (u32, u32) {
        let mut place = (0, 0);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            if at + character.len_utf8() > offset {
                break;
            }
            let next = characters.peek().map(|(_, next)| *next);
            if character == '\n' || (character == '\r' && next != Some('\n')) {
                place = (place.0 + 1, 0);
            } else if character != '\r' {
                place.1 += character.len_utf16() as u32;
            }
        }
        place
    }

    #[test]
    fn places_are_those_of_the_definition_and_come_back() {
        for text in ["", "a", "aé\r\nüb\n", "x😀y\rz\n\n😀😀\r", "\r\r\n\n", "é😀"] {
            let lines = Lines::new(text);
            for offset in 0..=text.len() {
                let place = lines.position(text, offset as u32);
                assert_eq!((place.line, place.character), naive(text, offset), "{text:?} {offset}");
                let inside_end = offset > 0
                    && text.as_bytes()[offset - 1] == b'\r'
                    && text.as_bytes().get(offset) == Some(&b'\n');
                if text.is_char_boundary(offset) && !inside_end {
                    assert_eq!(lines.offset(text, place), offset as u32, "{text:?} {offset}");
                }
            }
        }
    }

    /// Counting from the beginning of the line each time would be noticed here.
    #[test]
    fn the_length_of_a_line_does_not_matter() {
        let text = "ab😀c é ".repeat(60_000);
        let lines = Lines::new(&text);
        let mut character = 0;
        for (at, letter) in text.char_indices() {
            let (at, width) = (at as u32, letter.len_utf16() as u32);
            let place = PositionView { line: 0, character };
            assert_eq!((lines.position(&text, at), lines.offset(&text, place)), (place, at));
            lines.split(&text, at, at + letter.len_utf8() as u32, |line, begin, length| {
                assert_eq!((line, begin, length), (0, character, width));
            });
            character += width;
        }
    }

    #[test]
    fn places_outside_are_brought_inside() {
        let text = "a😀b\ncd";
        let lines = Lines::new(text);
        let at = |line, character| lines.offset(text, PositionView { line, character });
        assert_eq!([at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(0, 99)], [0, 1, 1, 5, 6, 6]);
        assert_eq!([at(1, 1), at(1, 9), at(2, 0), at(u32::MAX, u32::MAX)], [8, 9, 9, 9]);
        assert_eq!(lines.position(text, 1000), PositionView { line: 1, character: 2 });
    }

    #[test]
    fn a_stretch_over_lines_is_cut() {
        let text = "é/* a\r\nbé\r\n\r\n*/ c";
        let lines = Lines::new(text);
        let mut parts = Vec::new();
        let end = text.find(" c").unwrap() as u32;
        lines.split(text, 2, end, |line, character, length| parts.push((line, character, length)));
        assert_eq!(parts, [(0, 1, 4), (1, 0, 2), (3, 0, 2)]);
    }
}
