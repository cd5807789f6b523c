//! Rely binary LTS, `.rlts`: the arrays of an LTS as they are in memory, with a checksum. The book describes
//! the layout byte by byte.
//!
//! # Problem
//!
//! Text takes time to read and space to store. A file for programs should cost little more than copying its
//! bytes, and must nevertheless not be trusted.
//!
//! # Method
//!
//! A header of 64 bytes with all counts, a table of sections, and the sections: names, and the arrays of
//! [`Rows`](rely_lts::Rows) in little-endian order, each at a multiple of 64 bytes, so that a program may
//! also map the file into its memory. The last four bytes are the CRC-32 of all others. An LTS, a name and a
//! sink have exactly one file: order, width and padding are fixed. A reader of version 1.0 requires that, so
//! that every byte is checked.
//!
//! **Versions.** A reader rejects other major versions. A higher minor version may add sections of other
//! kinds after the known ones, and give a meaning to reserved bytes that readers may ignore.
//!
//! # Invariants
//!
//! For a valid file: I1: every section is within the file. I2: the counts of the header agree with the
//! lengths of the sections. I3: names are UTF-8, ascending, distinct, not empty, and none is `tau`. I4: the
//! rows are those of an LTS, see [`Lts::from_rows`](rely_lts::Lts::from_rows).
//!
//! # Cost
//!
//! Linear in the bytes. Nothing is allocated before I2 is checked.
//!
//! # Departures
//!
//! None: the format is our own.

mod read;
mod write;

pub use read::read_rlts;
pub use write::write_rlts;

/// The first bytes: a byte that is not text, the name, and line ends that a transfer in text mode would
/// damage.
pub(crate) const MAGIC: &[u8; 8] = b"\x89RLTS\r\n\x1A";

/// What is left of the first bytes after a transfer as text.
pub(crate) const MARK: &[u8; 5] = b"\x89RLTS";

const MAJOR: u16 = 1;
const MINOR: u16 = 0;

/// Bytes of the header.
const HEADER: usize = 64;

/// Bytes at the end of the header that are zero.
const RESERVED: usize = 8;

/// Bytes of an entry of the table of sections.
const ENTRY: usize = 24;

/// Sections begin at multiples of this.
const ALIGN: u64 = 64;

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// No state: the target of a transition to ERROR; END or sink that is not there.
const NONE: u32 = u32::MAX;

/// The sections, in the order of the file; the number is the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Kind {
    Name = 1,
    ActionEnds = 2,
    ActionNames = 3,
    Rows = 4,
    Labels = 5,
    Targets = 6,
    PropositionEnds = 7,
    PropositionNames = 8,
    PropositionBits = 9,
}

impl Kind {
    const ALL: [Kind; 9] = [
        Kind::Name,
        Kind::ActionEnds,
        Kind::ActionNames,
        Kind::Rows,
        Kind::Labels,
        Kind::Targets,
        Kind::PropositionEnds,
        Kind::PropositionNames,
        Kind::PropositionBits,
    ];

    /// Sections of an LTS without propositions.
    const PLAIN: usize = 6;

    fn name(self) -> &'static str {
        match self {
            Kind::Name => "name",
            Kind::ActionEnds => "ends of action names",
            Kind::ActionNames => "action names",
            Kind::Rows => "rows",
            Kind::Labels => "labels",
            Kind::Targets => "targets",
            Kind::PropositionEnds => "ends of proposition names",
            Kind::PropositionNames => "proposition names",
            Kind::PropositionBits => "proposition bits",
        }
    }
}

/// A section as the table has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Section {
    kind: u32,
    /// Bytes of an element.
    width: u32,
    /// Where it begins in the file.
    offset: u64,
    /// Its bytes.
    length: u64,
}

/// The counts that say how long the sections are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    states: u32,
    transitions: u64,
    actions: u32,
    /// `None`: the LTS has no propositions at all.
    propositions: Option<u32>,
}

impl Counts {
    /// Bytes of a label.
    fn label_width(&self) -> u32 {
        if self.actions <= u32::from(u16::MAX) { 2 } else { 4 }
    }

    /// Words of 64 bits per state for the propositions.
    fn words(&self) -> u64 {
        u64::from(self.propositions.unwrap_or(0)).div_ceil(64)
    }

    /// Width and bytes of a section; `None` for texts, whose length nothing else says.
    fn shape(&self, kind: Kind) -> (u32, Option<u64>) {
        let count = match kind {
            Kind::Name | Kind::ActionNames | Kind::PropositionNames => return (1, None),
            Kind::ActionEnds => u64::from(self.actions),
            Kind::Rows => u64::from(self.states) + 1,
            Kind::Labels | Kind::Targets => self.transitions,
            Kind::PropositionEnds => u64::from(self.propositions.unwrap_or(0)),
            Kind::PropositionBits => u64::from(self.states) * self.words(),
        };
        let width = match kind {
            Kind::Labels => self.label_width(),
            Kind::PropositionBits => 8,
            _ => 4,
        };
        // A number of transitions that is too large for this is too large for any file.
        (width, Some(count.saturating_mul(u64::from(width))))
    }

    /// The kinds of sections there are.
    fn kinds(&self) -> &'static [Kind] {
        match self.propositions {
            Some(_) => &Kind::ALL,
            None => &Kind::ALL[..Kind::PLAIN],
        }
    }
}

/// The table of sections and the length of the file, for texts of these lengths in the order of the file;
/// `None` if numbers are not large enough for it.
fn layout(counts: &Counts, texts: &[u64]) -> Option<(Vec<Section>, u64)> {
    let mut texts = texts.iter();
    let kinds = counts.kinds();
    let mut end = (HEADER + ENTRY * kinds.len()) as u64;
    let mut sections = Vec::with_capacity(kinds.len());
    for &kind in kinds {
        let (width, length) = counts.shape(kind);
        let length = match length {
            Some(length) => length,
            None => *texts.next()?,
        };
        let offset = end.checked_next_multiple_of(ALIGN)?;
        sections.push(Section { kind: kind as u32, width, offset, length });
        end = offset.checked_add(length)?;
    }
    Some((sections, end.checked_add(CHECKSUM as u64)?))
}
