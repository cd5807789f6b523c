//! Sets of product states as text: bits, bytes, base64. The layout is described at
//! [`SetDoc`](crate::SetDoc).

/// How many bits each component's state takes.
pub(crate) struct Layout {
    states: Vec<u32>,
    bytes: usize,
}

impl Layout {
    /// The layout for components with these numbers of states.
    pub(crate) fn new(states: impl Iterator<Item = u32>) -> Self {
        let states: Vec<u32> = states.collect();
        let bits: usize = states.iter().map(|&n| width(n) as usize).sum();
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
        for (&state, &n) in vector.iter().zip(&self.states) {
            buffer = buffer << width(n) | u64::from(state);
            held += width(n);
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
        vector.clear();
        let mut rest = packed.iter();
        let (mut buffer, mut held) = (0u64, 0);
        for &n in &self.states {
            while held < width(n) {
                buffer = buffer << 8 | u64::from(*rest.next()?);
                held += 8;
            }
            held -= width(n);
            let state = (buffer >> held) as u32;
            buffer &= (1 << held) - 1;
            if state >= n {
                return None;
            }
            vector.push(state);
        }
        (buffer == 0 && rest.all(|&byte| byte == 0)).then_some(())
    }
}

/// Number of binary digits of the largest state.
fn width(states: u32) -> u32 {
    u32::BITS - states.saturating_sub(1).leading_zeros()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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
    let (mut buffer, mut held) = (0u32, 0);
    for &digit in digits {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        buffer = buffer << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((buffer >> held) as u8);
            buffer &= (1 << held) - 1;
        }
    }
    (buffer == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
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
}
