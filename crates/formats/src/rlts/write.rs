//! Writing binary LTSs.

use std::io::{self, Write};
use std::sync::Arc;

use rely_lts::{Lts, StateId};

use super::{Counts, HEADER, Kind, MAGIC, MAJOR, MINOR, NONE, layout};
use crate::error::{FormatError, FormatErrorKind};

/// Bytes gathered before they are handed on.
const CHUNK: usize = 1 << 16;

/// Writes an LTS in Rely's binary format, with everything it has.
///
/// ```
/// use rely_formats::{read_rlts, write_rlts};
/// use rely_lts::{Actions, Lts};
/// let mut bytes = Vec::new();
/// write_rlts(&Lts::stop(&Actions::new()), "STOP", None, &mut bytes)?;
/// assert_eq!(read_rlts(&bytes, &Actions::new())?.name, "STOP");
/// # Ok::<(), rely_formats::FormatError>(())
/// ```
///
/// # Errors
/// If writing fails, or the names of actions take 4 GiB or more.
pub fn write_rlts(
    lts: &Lts,
    name: &str,
    sink: Option<StateId>,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    let too_large = || FormatError::whole(FormatErrorKind::Limit, "the names need more than 4 GiB");
    let actions = Names::new(&lts.alphabet().names()).ok_or_else(too_large)?;
    let propositions = lts.propositions();
    let proposition_names = Names::new(propositions.map_or(&[], |p| p.names())).ok_or_else(too_large)?;
    let counts = Counts {
        states: lts.n_states() as u32,
        transitions: lts.n_transitions() as u64,
        actions: actions.ends.len() as u32,
        propositions: propositions.map(|p| p.names().len() as u32),
    };
    let texts = [name.len() as u64, actions.text.len() as u64, proposition_names.text.len() as u64];
    let (sections, length) = layout(&counts, &texts).ok_or_else(too_large)?;

    let mut file =
        Summed { out, sum: crc32fast::Hasher::new(), position: 0, buffer: Vec::with_capacity(CHUNK + 64) };
    file.put(MAGIC)?;
    file.put(&MAJOR.to_le_bytes())?;
    file.put(&MINOR.to_le_bytes())?;
    file.put(&(sections.len() as u32).to_le_bytes())?;
    file.put(&length.to_le_bytes())?;
    file.put(&counts.transitions.to_le_bytes())?;
    let state = |state: Option<StateId>| state.map_or(NONE, StateId::raw);
    for number in [
        counts.states,
        counts.actions,
        counts.propositions.unwrap_or(0),
        lts.initial().raw(),
        state(lts.end()),
        state(sink),
    ] {
        file.put(&number.to_le_bytes())?;
    }
    file.fill_to(HEADER as u64)?;
    for section in &sections {
        file.put(&section.kind.to_le_bytes())?;
        file.put(&section.width.to_le_bytes())?;
        file.put(&section.offset.to_le_bytes())?;
        file.put(&section.length.to_le_bytes())?;
    }
    for (&kind, section) in counts.kinds().iter().zip(&sections) {
        file.fill_to(section.offset)?;
        match kind {
            Kind::Name => file.put(name.as_bytes())?,
            Kind::ActionEnds => file.put_all(&actions.ends)?,
            Kind::ActionNames => file.put(actions.text.as_bytes())?,
            Kind::Rows => {
                let mut end = 0u32;
                file.put(&end.to_le_bytes())?;
                for state in lts.states() {
                    end += lts.labels_of(state).len() as u32;
                    file.put(&end.to_le_bytes())?;
                }
            }
            Kind::Labels => {
                for label in lts.states().flat_map(|state| lts.labels_of(state)) {
                    match section.width {
                        2 => file.put(&(label.raw() as u16).to_le_bytes())?,
                        _ => file.put(&label.raw().to_le_bytes())?,
                    }
                }
            }
            Kind::Targets => {
                for target in lts.states().flat_map(|state| lts.targets_of(state)) {
                    file.put(&target.raw().to_le_bytes())?;
                }
            }
            Kind::PropositionEnds => file.put_all(&proposition_names.ends)?,
            Kind::PropositionNames => file.put(proposition_names.text.as_bytes())?,
            Kind::PropositionBits => {
                let words = counts.words() as usize;
                let Some(propositions) = propositions else { continue };
                for word in lts.states().flat_map(|state| &propositions.words(state)[..words]) {
                    file.put(&word.to_le_bytes())?;
                }
            }
        }
    }
    file.finish()?;
    Ok(())
}

/// Names one after the other, and where each ends.
struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// `None` if they are too long.
    fn new(names: &[Arc<str>]) -> Option<Names> {
        let mut all = Names { text: String::new(), ends: Vec::with_capacity(names.len()) };
        for name in names {
            all.text.push_str(name);
            all.ends.push(u32::try_from(all.text.len()).ok()?);
        }
        Some(all)
    }
}

/// A writer that keeps the checksum and the position.
struct Summed<'a, W> {
    out: &'a mut W,
    sum: crc32fast::Hasher,
    position: u64,
    buffer: Vec<u8>,
}

impl<W: Write> Summed<'_, W> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(bytes);
        self.position += bytes.len() as u64;
        if self.buffer.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn put_all(&mut self, numbers: &[u32]) -> io::Result<()> {
        numbers.iter().try_for_each(|number| self.put(&number.to_le_bytes()))
    }

    /// Zeros up to a position.
    fn fill_to(&mut self, position: u64) -> io::Result<()> {
        (self.position..position).try_for_each(|_| self.put(&[0]))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sum.update(&self.buffer);
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(&self.sum.finalize().to_le_bytes())
    }
}
