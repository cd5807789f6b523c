//! Positions in the source.

/// A half-open range of byte offsets in the source text, [`Parsed::text`](crate::Parsed::text).
///
/// ```
/// use rely_fsp::Span;
///
/// let text = "P = (a -> P).";
/// let span = Span::new(5, 6).to(Span::new(10, 11));
/// assert_eq!(&text[span.start as usize..span.end as usize], "a -> P");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The text.
    pub text: std::sync::Arc<str>,
    /// Its place.
    pub span: Span,
}
