//! Documents: words, and blocks that are written on one line or on several.
//!
//! Each node knows its widths, which are computed once, when the node is built. Printing therefore never has
//! to try alternatives.

/// A width that fits nowhere: of what cannot stand on one line.
pub(super) const NEVER: u32 = u32::MAX / 4;

/// From this width on a block of short words is broken rather than made narrower.
const COMFORTABLE: u32 = 50;

/// A part of a definition, with its widths.
pub(super) struct Doc {
    pub(super) kind: Kind,
    /// The width on one line; at least [`NEVER`] if it needs several.
    pub(super) flat: u32,
    /// The width up to the first place where it may be broken.
    pub(super) lead: u32,
    /// The width with which only blocks of lines are broken.
    pub(super) full: u32,
    /// The width it needs to look decent if everything may be broken.
    pub(super) wish: u32,
    /// Can a line be broken inside?
    pub(super) breaks: bool,
}

/// The kinds of documents.
pub(super) enum Kind {
    /// The token with this number, and the comments at it.
    Token(usize),
    /// A blank between words.
    Blank,
    /// A blank, but only if the block around it is broken.
    Pad,
    /// One after the other.
    Row(Vec<Doc>),
    /// One after the other, or one below the other.
    Block(Block),
}

/// Parts between which lines may be broken.
pub(super) struct Block {
    pub(super) style: Style,
    /// How far the lines after the first are indented, from the column where the block begins.
    pub(super) indent: u32,
    pub(super) items: Vec<Item>,
}

/// How a block is broken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Each part has a line of its own.
    Lines,
    /// As many parts on a line as fit.
    Fill,
}

/// A part of a block.
pub(super) struct Item {
    pub(super) doc: Doc,
    /// Is it worth beginning on the line of the part before, even if it has to be broken?
    pub(super) hugs: bool,
}

impl Doc {
    /// A blank.
    pub(super) fn blank() -> Doc {
        Doc { kind: Kind::Blank, flat: 1, lead: 1, full: 1, wish: 1, breaks: false }
    }

    /// A blank if the block is broken.
    pub(super) fn pad() -> Doc {
        Doc { kind: Kind::Pad, flat: 0, lead: 0, full: 1, wish: 1, breaks: false }
    }

    /// One part after the other.
    pub(super) fn row(parts: Vec<Doc>) -> Doc {
        let flat = parts.iter().fold(0, |sum: u32, part| (sum + part.flat).min(NEVER));
        let (mut lead, mut open) = (0, true);
        for part in &parts {
            if open {
                lead += part.lead;
                open = !part.breaks;
            }
        }
        // Whatever the first parts do, the next begins about where they end.
        let full = side_by_side(&mut parts.iter(), 0, |part| part.full);
        let wish = side_by_side(&mut parts.iter(), 0, |part| part.wish);
        let breaks = !open;
        Doc { kind: Kind::Row(parts), flat, lead, full, wish, breaks }
    }

    /// A block with blanks between its parts if it is on one line.
    pub(super) fn block(style: Style, indent: u32, items: Vec<Item>) -> Doc {
        let blanks = items.len().saturating_sub(1) as u32;
        let flat = items.iter().fold(blanks, |sum, item| (sum + item.doc.flat).min(NEVER));
        let (full, wish) = match style {
            Style::Lines => {
                (stacked(&items, indent, |doc| doc.full), stacked(&items, indent, |doc| doc.wish))
            }
            Style::Fill => {
                let full = side_by_side(&mut items.iter().map(|item| &item.doc), 1, |doc| doc.full);
                (full, full.min(stacked(&items, indent, |doc| doc.wish).max(COMFORTABLE)))
            }
        };
        let lead = items.first().map_or(0, |item| item.doc.lead);
        let breaks = items.len() > 1 || items.iter().any(|item| item.doc.breaks);
        Doc { kind: Kind::Block(Block { style, indent, items }), flat, lead, full, wish, breaks }
    }

    /// The same on several lines, even if it would fit on one.
    pub(super) fn broken(mut self) -> Doc {
        self.flat = NEVER;
        self
    }

    /// The number of its first token.
    pub(super) fn first_token(&self) -> Option<usize> {
        match &self.kind {
            Kind::Token(at) => Some(*at),
            Kind::Blank | Kind::Pad => None,
            Kind::Row(parts) => parts.iter().find_map(Doc::first_token),
            Kind::Block(block) => block.items.iter().find_map(|item| item.doc.first_token()),
        }
    }
}

impl Item {
    /// A part that begins on a new line rather than being broken.
    pub(super) fn new(doc: Doc) -> Item {
        Item { doc, hugs: false }
    }

    /// A part that begins on the line of the part before if there is room for it in several lines.
    pub(super) fn hugging(doc: Doc) -> Item {
        Item { doc, hugs: true }
    }
}

/// The width of parts with `gap` blanks between, each beginning about where the one before ends.
fn side_by_side<'d>(parts: &mut dyn Iterator<Item = &'d Doc>, gap: u32, width: fn(&Doc) -> u32) -> u32 {
    let (mut widest, mut column) = (0, 0);
    for part in parts {
        widest = widest.max(column + width(part));
        column += part.flat.min(width(part)) + gap;
    }
    widest.min(NEVER)
}

/// The width of parts below each other.
fn stacked(items: &[Item], indent: u32, width: fn(&Doc) -> u32) -> u32 {
    let widths =
        items.iter().enumerate().map(|(at, item)| width(&item.doc) + if at > 0 { indent } else { 0 });
    widths.max().unwrap_or(0).min(NEVER)
}
