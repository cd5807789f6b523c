//! From byte offsets to lines and columns.

/// Converts byte offsets, as in [`Span`](crate::Span), to lines and columns.
///
/// ```
/// use rely_fsp::{LineColumn, LineIndex};
///
/// let text = "P = (a ->\n  é -> P).";
/// let index = LineIndex::new(text);
/// let offset = text.rfind("->").unwrap() as u32;
/// // Columns count characters, not bytes.
/// assert_eq!(index.line_column(text, offset), LineColumn { line: 2, column: 5 });
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl LineIndex {
    /// The index of `text`. Lines end in a line feed; a carriage return before it belongs to the line.
    pub fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| (at + 1) as u32)).collect();
        LineIndex { starts }
    }

    /// The number of lines; the part after the last line feed counts, even if it is empty.
    pub fn n_lines(&self) -> usize {
        self.starts.len()
    }

    /// The line of a byte offset, counted from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32
    }

    /// The line and the column of a byte offset in `text`, which must be the text of the index.
    /// An offset beyond the end counts as the end.
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(text.len());
        let line = self.line(offset as u32);
        let start = self.starts[line as usize - 1] as usize;
        let before = &text.as_bytes()[start..offset];
        // Every character has exactly one byte that does not continue another.
        let column = before.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32 + 1;
        LineColumn { line, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_begin_at_one() {
        let text = "aé\r\nüb\n";
        let index = LineIndex::new(text);
        let at = |offset| {
            let place = index.line_column(text, offset);
            (place.line, place.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 2));
        assert_eq!(at(3), (1, 3));
        assert_eq!(at(5), (2, 1));
        assert_eq!(at(7), (2, 2));
        assert_eq!(at(9), (3, 1));
        assert_eq!(at(1000), (3, 1));
        assert_eq!(index.n_lines(), 3);
    }
}
