//! Sets of product states as text: bits, bytes, base64. The layout is described at
//! [`SetDoc`](crate::SetDoc).

use std::hash::{BuildHasher, RandomState};

use crate::check::Checked;

/// How many bits each component's state takes.
pub(crate) struct Layout {
    /// For each component the number of its states and of their bits.
    states: Vec<(u32, u32)>,
    bytes: usize,
}

impl Layout {
    /// The layout for components with these numbers of states.
    pub(crate) fn new(states: impl Iterator<Item = u32>) -> Self {
        let states: Vec<(u32, u32)> = states.map(|n| (n, width(n))).collect();
        let bits: usize = states.iter().map(|&(_, width)| width as usize).sum();
        Layout { states, bytes: bits.div_ceil(8).max(1) }
    }

    /// Bytes of one product state.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Appends a product state.
    pub(crate) fn pack(&self, vector: &[u32], out: &mut Vec<u8>) {
        let end = out.len() + self.bytes;
        // The `held` lowest bits of `buffer` are not yet written; there are fewer than 8 between two
        // components.
        let (mut buffer, mut held) = (0u64, 0);
        for (&state, &(_, width)) in vector.iter().zip(&self.states) {
            buffer = buffer << width | u64::from(state);
            held += width;
            while held >= 8 {
                held -= 8;
                out.push((buffer >> held) as u8);
            }
        }
        if held > 0 {
            out.push((buffer << (8 - held)) as u8);
        }
        out.resize(end, 0);
    }

    /// Reads a product state of [`Layout::bytes`] bytes into `vector`. `None` if a state does not exist or an
    /// unused bit is set.
    pub(crate) fn unpack(&self, packed: &[u8], vector: &mut Vec<u32>) -> Option<()> {
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from(u32::from_be_bytes(word))
        };
        let mut rest = packed.chunks(4);
        let (mut buffer, mut held, mut exist) = (0u64, 0, true);
        vector.clear();
        vector.extend(self.states.iter().map(|&(n, width)| {
            if held < width {
                // There are as many bytes as the states take.
                buffer = buffer << 32 | rest.next().map_or(0, word);
                held += 32;
            }
            held -= width;
            let state = (buffer >> held) as u32;
            buffer &= (1 << held) - 1;
            exist &= state < n;
            state
        }));
        (exist && packed.len() == self.bytes && buffer == 0 && rest.all(|bytes| word(bytes) == 0))
            .then_some(())
    }
}

/// A set of distinct product states, known by their positions, which are looked up often.
///
/// They are kept in words, no state of a component in two of them. The hash has a random multiplier, so that
/// no file can be made for which looking up takes long. Nothing but the time depends on it.
#[derive(Default)]
pub(crate) struct PackedSet {
    fields: Vec<Field>,
    /// Words of one product state.
    width: usize,
    words: Vec<u64>,
    /// Positions, counted from 1, where the hash says or at the next free place; 0 is free.
    table: Vec<u32>,
    multiplier: u64,
    sought: Vec<u64>,
}

/// A component: in which word its state is, where its lowest bit is, and a mask of its bits.
type Field = (usize, u32, u64);

impl PackedSet {
    /// The set with these bytes, which are a whole number of product states. Fails if one does not exist, or
    /// if there are too many.
    pub(crate) fn new(layout: &Layout, bytes: &[u8]) -> Checked<Self> {
        let count = bytes.len() / layout.bytes;
        u32::try_from(count + 1).map_err(|_| "too many vectors")?;
        let top = u64::BITS.min(8 * layout.bytes as u32);
        let (mut fields, mut width, mut used) = (Vec::new(), 1, 0);
        for &(_, bits) in &layout.states {
            if used + bits > u64::BITS {
                (width, used) = (width + 1, 0);
            }
            used += bits;
            fields.push((width - 1, (top - used).min(u64::BITS - 1), (1u64 << bits) - 1));
        }
        let table = vec![0; (count * 2).next_power_of_two()];
        let (words, sought) = (vec![0; count * width], vec![0; width]);
        let multiplier = RandomState::new().hash_one(0) | 1;
        // Components whose bits could be those of a state that does not exist.
        let sizes = fields.iter().copied().zip(layout.states.iter().map(|&(n, _)| n));
        let limited: Vec<(Field, u32)> =
            sizes.filter(|&((_, _, mask), n)| u64::from(n) != mask + 1).collect();
        let unused = !fields.iter().fold(0, |used, &(_, shift, mask)| used | mask << shift);
        let mut set = PackedSet { fields, width, words, table, multiplier, sought };
        let mut vector = Vec::new();
        for (position, state) in bytes.chunks_exact(layout.bytes).enumerate() {
            let packed = &mut set.words[position * width..][..width];
            let exists = match packed {
                [word] => {
                    // Its bytes are the word.
                    *word = state.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
                    let exists = |&(field, n): &(Field, u32)| get(&[*word], &field) < n;
                    (*word & unused == 0 && limited.iter().all(exists)).then_some(())
                }
                _ => layout.unpack(state, &mut vector).map(|()| {
                    set.fields.iter().zip(&vector).for_each(|(field, &state)| put(packed, field, state));
                }),
            };
            exists.ok_or_else(|| format!("position {position} of the set is not a vector of the system"))?;
            let place = set.place(&set.words[position * width..][..width]);
            set.table[place] = position as u32 + 1;
        }
        Ok(set)
    }

    /// The number of product states.
    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    fn at(&self, position: usize) -> &[u64] {
        &self.words[position * self.width..][..self.width]
    }

    /// The product state at a position that exists.
    pub(crate) fn read(&self, position: usize, vector: &mut Vec<u32>) {
        let packed = self.at(position);
        vector.clear();
        vector.extend(self.fields.iter().map(|field| get(packed, field)));
    }

    /// The position of an existing product state, if it is in the set.
    pub(crate) fn position(&mut self, vector: &[u32]) -> Option<u32> {
        for (field, &state) in self.fields.iter().zip(vector) {
            put(&mut self.sought, field, state);
        }
        self.table[self.place(&self.sought)].checked_sub(1)
    }

    /// The same for one that differs from that at a position in these components only; their states are
    /// given.
    pub(crate) fn position_near<I: Iterator<Item = (usize, u32)>>(
        &mut self,
        from: usize,
        changed: I,
    ) -> Option<u32> {
        match &mut self.sought[..] {
            // Most product states take one word.
            [word] => {
                *word = self.words[from];
                changed.for_each(|(i, state)| {
                    let (_, shift, mask) = self.fields[i];
                    *word = *word & !(mask << shift) | u64::from(state) << shift;
                });
            }
            words => {
                words.copy_from_slice(&self.words[from * self.width..][..self.width]);
                changed.for_each(|(i, state)| put(words, &self.fields[i], state));
            }
        }
        self.table[self.place(&self.sought)].checked_sub(1)
    }

    /// The place of a product state in the table, or a free one.
    #[inline]
    fn place(&self, packed: &[u64]) -> usize {
        let mix = |hash: u64, word: &u64| {
            let hash = (hash ^ word).wrapping_mul(self.multiplier);
            hash ^ hash >> 32
        };
        let last = self.table.len() - 1;
        let mut place = packed.iter().fold(self.multiplier, mix) as usize & last;
        let is_other = |found: usize| match packed {
            [word] => self.words[found - 1] != *word,
            _ => self.at(found - 1) != packed,
        };
        while self.table[place] != 0 && is_other(self.table[place] as usize) {
            place = (place + 1) & last;
        }
        place
    }
}

/// Writes the state of a component.
fn put(packed: &mut [u64], &(word, shift, mask): &Field, state: u32) {
    packed[word] = packed[word] & !(mask << shift) | u64::from(state) << shift;
}

/// The state of a component.
fn get(packed: &[u64], &(word, shift, mask): &Field) -> u32 {
    (packed[word] >> shift & mask) as u32
}

/// Number of binary digits of the largest state.
fn width(states: u32) -> u32 {
    u32::BITS - states.saturating_sub(1).leading_zeros()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each digit; 64 for other bytes.
const VALUES: [u8; 256] = {
    let (mut values, mut i) = ([64; 256], 0);
    while i < 64 {
        values[DIGITS[i] as usize] = i as u8;
        i += 1;
    }
    values
};

pub(crate) fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0u32, |group, &byte| group << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let used = digit <= chunk.len();
            text.push(if used { DIGITS[(group >> (18 - 6 * digit)) as usize % 64].into() } else { '=' });
        }
    }
    text
}

/// The bytes of a text that [`encode_base64`] could have written.
pub(crate) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    if !text.len().is_multiple_of(4) || text.len() - digits.len() > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 3);
    let mut all = 0;
    for chunk in digits.chunks(4) {
        // Missing digits are zeros.
        let group = (0..4).fold(0u32, |group, i| {
            let value = chunk.get(i).map_or(0, |&digit| VALUES[digit as usize]);
            all |= value;
            group << 6 | u32::from(value)
        });
        bytes.extend_from_slice(&group.to_be_bytes()[1..]);
    }
    let rest = bytes.split_off(digits.len() * 6 / 8);
    (all < 64 && rest.iter().all(|&byte| byte == 0)).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use std::iter::once;

    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode_base64(bytes.as_bytes()), text);
            assert_eq!(decode_base64(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode_base64("+/+/").unwrap(), [0xfb, 0xff, 0xbf]);
        for bad in
            ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==Zg==", "====", "Z===", "Zm9v\n", "Zm-v", "Zm 9", "=Zm9"]
        {
            assert_eq!(decode_base64(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn states_are_packed_most_significant_first() {
        let layout = Layout::new([5, 1, 2, 300, u32::MAX].into_iter());
        // 100 · 1 · 100101011 · 32 bits: 45 bits in 6 bytes.
        let vector = [4, 0, 1, 299, 0xf000_0001];
        let mut packed = vec![];
        layout.pack(&vector, &mut packed);
        assert_eq!(packed, [0b1001_1001, 0b0101_1111, 0b1000_0000, 0, 0, 0b0000_1000]);
        let mut back = vec![];
        layout.unpack(&packed, &mut back).unwrap();
        assert_eq!(back, vector);
        assert_eq!(
            layout.unpack(&[0b1011_1001, 0b0101_1111, 0b1000_0000, 0, 0, 0b0000_1000], &mut back),
            None
        );
        assert_eq!(
            layout.unpack(&[0b1001_1001, 0b0101_1111, 0b1000_0000, 0, 0, 0b0000_1001], &mut back),
            None
        );
        assert_eq!(layout.unpack(&packed[..5], &mut back), None);
    }

    #[test]
    fn every_product_state_takes_a_byte_at_least() {
        let layout = Layout::new([1, 1].into_iter());
        let mut packed = vec![];
        layout.pack(&[0, 0], &mut packed);
        assert_eq!((layout.bytes(), &packed[..]), (1, &[0][..]));
        assert_eq!(layout.unpack(&[1], &mut vec![]), None);
    }

    #[test]
    fn product_states_are_found_where_they_are() {
        // Three words, of which no state fills the rest.
        let layout = Layout::new([1000, 2, 1 << 20, u32::MAX, 7, u32::MAX, u32::MAX].into_iter());
        let of = |i: u32| vec![i, i % 2, i * 1000, u32::MAX - 1 - i, i % 7, i << 20, 5];
        let mut bytes = vec![];
        (0..1000).for_each(|i| layout.pack(&of(i), &mut bytes));
        let mut set = PackedSet::new(&layout, &bytes).unwrap();
        assert_eq!(set.len(), 1000);
        for i in 0..1000 {
            let mut back = vec![];
            set.read(i as usize, &mut back);
            assert_eq!(back, of(i));
            assert_eq!(set.position(&back), Some(i));
            let all = back.iter().copied().enumerate();
            let other = set.position_near((i as usize * 7) % 1000, all);
            assert_eq!(other, Some(i));
            back[1] = 1 - back[1];
            assert_eq!(
                (set.position(&back), set.position_near(i as usize, once((1, back[1])))),
                (None, None)
            );
        }
        let mut none = PackedSet::new(&layout, &[]).unwrap();
        assert_eq!((none.len(), none.position(&of(0))), (0, None));
        let mut bad = vec![];
        Layout::new([1024, 2, 1 << 20, u32::MAX, 7, u32::MAX, u32::MAX].into_iter()).pack(&of(0), &mut bad);
        bad[0] = 0xff;
        assert!(PackedSet::new(&layout, &bad).is_err());
    }
}
