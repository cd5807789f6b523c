//! Reading binary LTSs.
//!
//! The checks come in the order of the invariants of [`super`]: checksum and sizes first, then the table of
//! sections, then names and rows.

use rely_lts::{Actions, Alphabet, Label, Lts, Propositions, Rows, StateId};

use super::{
    CHECKSUM, Counts, ENTRY, HEADER, Kind, MAGIC, MAJOR, MARK, MINOR, NONE, RESERVED, Section, layout,
};
use crate::error::{FormatError, FormatErrorKind};
use crate::json::NamedLts;

/// Reads an LTS in Rely's binary format.
///
/// ```
/// use rely_formats::{FormatErrorKind, read_rlts, write_rlts};
/// use rely_lts::{Actions, Lts};
///
/// let mut bytes = Vec::new();
/// write_rlts(&Lts::stop(&Actions::new()), "P", None, &mut bytes)?;
/// assert_eq!(read_rlts(&bytes, &Actions::new())?.lts.n_states(), 1);
///
/// // Every byte is covered by the checksum.
/// bytes[40] ^= 1;
/// let error = read_rlts(&bytes, &Actions::new()).unwrap_err();
/// assert_eq!(error.kind, FormatErrorKind::Damaged);
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If the bytes are damaged, cut off, of another major version, or contradict themselves: of kind
/// [`FormatErrorKind::Damaged`] or [`FormatErrorKind::Unsupported`].
pub fn read_rlts(bytes: &[u8], actions: &Actions) -> Result<NamedLts, FormatError> {
    let file = File::open(bytes)?;
    let counts = file.counts;
    let name = file.text(Kind::Name)?.to_string();
    let names = file.names(Kind::ActionEnds, Kind::ActionNames)?;
    if !names.is_sorted_by(|one, next| one < next) {
        return Err(damaged("the actions are not sorted"));
    }
    if names.iter().any(|name| name.is_empty() || *name == "tau") {
        return Err(damaged("the name of an action is empty or tau"));
    }
    let labels = file.bytes(Kind::Labels)?;
    let labels = match counts.label_width() {
        2 => labels
            .chunks_exact(2)
            .map(|b| Label::from_raw(u32::from(u16::from_le_bytes([b[0], b[1]]))))
            .collect(),
        _ => numbers(labels).map(Label::from_raw).collect(),
    };
    let rows = Rows {
        starts: numbers(file.bytes(Kind::Rows)?).collect(),
        labels,
        targets: numbers(file.bytes(Kind::Targets)?).map(StateId::from_raw).collect(),
    };
    let state = |offset: usize| Some(file.number(offset)).filter(|&s| s != NONE).map(StateId::from_raw);
    let Some(initial) = state(44) else {
        return Err(damaged("the initial state is ERROR"));
    };
    let (end, sink) = (state(48), state(52));
    if let Some(sink) = sink.filter(|sink| sink.raw() >= counts.states) {
        return Err(damaged(format!("the sink {} does not exist", sink.raw())));
    }
    let alphabet = Alphabet::from_names(actions, names);
    let lts = Lts::from_rows(alphabet, rows, initial, end).map_err(|error| damaged(error.to_string()))?;
    let lts = match file.propositions()? {
        Some(propositions) => lts.with_propositions(propositions)?,
        None => lts,
    };
    Ok(NamedLts { name, lts, sink })
}

fn damaged(what: impl Into<String>) -> FormatError {
    FormatError::whole(FormatErrorKind::Damaged, what)
}

/// Numbers of 32 bits.
fn numbers(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> + '_ {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// A file whose checksum is right and whose sections are within it.
struct File<'a> {
    bytes: &'a [u8],
    counts: Counts,
    sections: Vec<Section>,
}

impl<'a> File<'a> {
    /// Checks the outer form.
    fn open(bytes: &'a [u8]) -> Result<Self, FormatError> {
        if !bytes.starts_with(MARK) {
            return Err(damaged("this is not a binary LTS of Rely"));
        }
        if bytes.len() < HEADER + CHECKSUM {
            return Err(damaged(format!("the file is truncated: it has only {} bytes", bytes.len())));
        }
        if !bytes.starts_with(MAGIC) {
            let message = "the first bytes are damaged, probably by a transfer in text mode";
            return Err(damaged(message));
        }
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (major, minor) = (short(8), short(10));
        if major != MAJOR {
            let message = format!(
                "the file has version {major}.{minor} of the format; this program reads version {MAJOR}"
            );
            return Err(FormatError::whole(FormatErrorKind::Unsupported, message));
        }
        let mut file = File {
            bytes,
            counts: Counts { states: 0, transitions: 0, actions: 0, propositions: None },
            sections: Vec::new(),
        };
        let length = file.long(16);
        if length != bytes.len() as u64 {
            let what = if length > bytes.len() as u64 { "is truncated" } else { "is too long" };
            return Err(damaged(format!("the file {what}: it has {} of {length} bytes", bytes.len())));
        }
        let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(damaged("the checksum does not match the content"));
        }
        file.read_table(minor)?;
        Ok(file)
    }

    /// Reads the counts and the table of sections, and checks them against one another.
    fn read_table(&mut self, minor: u16) -> Result<(), FormatError> {
        let n_sections = self.number(12) as usize;
        let room = (self.bytes.len() - HEADER - CHECKSUM) / ENTRY;
        // Behind the sections of an LTS without propositions may be those of a higher version, or the
        // propositions.
        let has_propositions = (Kind::ALL.len()..=room).contains(&n_sections)
            && self.entry(Kind::PLAIN).kind == Kind::PropositionEnds as u32;
        let kinds = if has_propositions { &Kind::ALL[..] } else { &Kind::ALL[..Kind::PLAIN] };
        let known = kinds.len();
        if n_sections > room || n_sections < known || (minor == MINOR && n_sections != known) {
            return Err(damaged(format!("a table of {n_sections} sections is impossible here")));
        }
        let n_propositions = self.number(40);
        if !has_propositions && n_propositions > 0 {
            return Err(damaged("the propositions are missing"));
        }
        self.counts = Counts {
            states: self.number(32),
            transitions: self.long(24),
            actions: self.number(36),
            propositions: has_propositions.then_some(n_propositions),
        };
        self.sections = (0..known).map(|i| self.entry(i)).collect();
        for (&kind, section) in kinds.iter().zip(&self.sections) {
            let (width, length) = self.counts.shape(kind);
            let within = section
                .offset
                .checked_add(section.length)
                .is_some_and(|end| end <= (self.bytes.len() - CHECKSUM) as u64);
            if !within {
                return Err(damaged(format!("the section of {} is not within the file", kind.name())));
            }
            if section.kind != kind as u32
                || section.width != width
                || length.is_some_and(|length| length != section.length)
            {
                let message = format!("the section of {} does not match the header", kind.name());
                return Err(damaged(message));
            }
        }
        if minor == MINOR { self.check_layout() } else { Ok(()) }
    }

    /// In a file of a known version, sections have fixed places, with zeros between them.
    fn check_layout(&self) -> Result<(), FormatError> {
        let texts: Vec<u64> =
            self.sections.iter().filter(|section| section.width == 1).map(|section| section.length).collect();
        let expected = layout(&self.counts, &texts);
        if expected != Some((self.sections.clone(), self.bytes.len() as u64)) {
            return Err(damaged("the sections are not in their places"));
        }
        let reserved = (HEADER - RESERVED, HEADER);
        let table_end = HEADER + ENTRY * self.sections.len();
        let ends = self.sections.iter().map(|section| (section.offset + section.length) as usize);
        let offsets = self.sections.iter().map(|section| section.offset as usize);
        let gaps = std::iter::once(table_end).chain(ends).zip(offsets);
        for (from, to) in std::iter::once(reserved).chain(gaps) {
            if self.bytes[from..to].iter().any(|&byte| byte != 0) {
                return Err(damaged(format!("byte {from} or one after it is not zero")));
            }
        }
        Ok(())
    }

    fn entry(&self, i: usize) -> Section {
        let at = HEADER + i * ENTRY;
        Section {
            kind: self.number(at),
            width: self.number(at + 4),
            offset: self.long(at + 8),
            length: self.long(at + 16),
        }
    }

    /// The number of 32 bits at a place of the header or the table.
    fn number(&self, at: usize) -> u32 {
        let b = &self.bytes[at..at + 4];
        u32::from_le_bytes([b[0], b[1], b[2], b[3]])
    }

    /// The number of 64 bits at a place of the header or the table.
    fn long(&self, at: usize) -> u64 {
        u64::from(self.number(at)) | u64::from(self.number(at + 4)) << 32
    }

    /// The bytes of a section.
    fn bytes(&self, kind: Kind) -> Result<&'a [u8], FormatError> {
        let missing = || damaged(format!("the section of {} is missing", kind.name()));
        let section = self.sections.get(kind as usize - 1).ok_or_else(missing)?;
        // Both were checked against the length of the file.
        let (from, length) = (section.offset as usize, section.length as usize);
        self.bytes.get(from..from + length).ok_or_else(missing)
    }

    fn text(&self, kind: Kind) -> Result<&'a str, FormatError> {
        std::str::from_utf8(self.bytes(kind)?)
            .map_err(|_| damaged(format!("the section of {} is not UTF-8", kind.name())))
    }

    /// Names one after the other.
    fn names(&self, ends: Kind, text: Kind) -> Result<Vec<&'a str>, FormatError> {
        let whole = self.text(text)?;
        let mut from = 0;
        let mut names = Vec::with_capacity(self.bytes(ends)?.len() / 4);
        for to in numbers(self.bytes(ends)?) {
            let Some(name) = whole.get(from..to as usize) else {
                return Err(damaged(format!("the {} are not within their section", text.name())));
            };
            names.push(name);
            from = to as usize;
        }
        if from != whole.len() {
            return Err(damaged(format!("the {} do not fill their section", text.name())));
        }
        Ok(names)
    }

    fn propositions(&self) -> Result<Option<Propositions>, FormatError> {
        let Some(count) = self.counts.propositions else { return Ok(None) };
        let names = self.names(Kind::PropositionEnds, Kind::PropositionNames)?;
        let names = names.into_iter().map(Into::into).collect();
        let mut propositions = Propositions::new(names, self.counts.states as usize);
        let words = self.counts.words();
        for (i, bytes) in self.bytes(Kind::PropositionBits)?.chunks_exact(8).enumerate() {
            let mut word = bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
            // `words` is not 0 where there are bytes.
            let (state, base) = (i as u64 / words, i as u64 % words * 64);
            while word != 0 {
                let proposition = base + u64::from(word.trailing_zeros());
                if proposition >= u64::from(count) {
                    return Err(damaged("a bit is set for a proposition that does not exist"));
                }
                propositions.set(StateId::from_raw(state as u32), proposition as usize, true);
                word &= word - 1;
            }
        }
        Ok(Some(propositions))
    }
}
