//! The binary format: round trips, golden bytes, damage of every kind.

mod common;

use common::{Rng, random_lts, show, with_propositions};
use expect_test::expect;
use rely_formats::{
    AutOptions, Format, FormatError, FormatErrorKind, NamedLts, detect, read_aut, read_rlts, write_rlts,
};
use rely_lts::{ActionId, Actions, Lts, LtsBuilder, Propositions, Rows, StateId};

fn write(lts: &Lts, name: &str, sink: Option<StateId>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_rlts(lts, name, sink, &mut bytes).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<NamedLts, FormatError> {
    read_rlts(bytes, &Actions::new())
}

/// Makes the checksum right again.
fn seal(bytes: &mut [u8]) {
    let (content, sum) = bytes.split_at_mut(bytes.len() - 4);
    sum.copy_from_slice(&crc32(content).to_le_bytes());
}

/// CRC-32 by its definition, bit by bit: what a program without our library computes.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

/// Two states, tau, ERROR, END, an action that never occurs, a proposition.
fn tiny() -> Lts {
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    builder.ensure_states(2).unwrap();
    let [s, end] = [0, 1].map(StateId::at);
    builder.add_transition(s, ActionId::TAU, StateId::ERROR);
    builder.add_transition(s, actions.intern("go"), end);
    builder.add_transition(s, actions.intern("go"), s);
    builder.extend_alphabet(actions.intern("é"));
    builder.set_end(end);
    let mut propositions = Propositions::new(vec!["p".into()], 2);
    propositions.set(end, 0, true);
    builder.finish(s).unwrap().with_propositions(propositions).unwrap()
}

fn without_propositions(lts: &Lts) -> Lts {
    let (alphabet, starts) = (lts.alphabet().clone(), vec![0, 3, 3]);
    let (labels, targets) = lts.states().flat_map(|s| lts.successors(s)).unzip();
    Lts::from_rows(alphabet, Rows { starts, labels, targets }, lts.initial(), lts.end()).unwrap()
}

#[test]
fn everything_comes_back() {
    let mut random = Rng::new(20);
    for round in 0..2000 {
        let lts = random_lts(&mut random);
        let lts = if random.below(2) == 0 { with_propositions(lts, &mut random) } else { lts };
        let sink = (random.below(2) == 0).then(|| StateId::at(random.below(lts.n_states())));
        let name = ["", "P", "né\n"][round % 3];
        let bytes = write(&lts, name, sink);
        assert_eq!(detect(&bytes), Format::Rlts);
        let back = read(&bytes).unwrap();
        assert_eq!(show(&back.lts), show(&lts));
        assert_eq!((back.name.as_str(), back.sink), (name, sink));
        assert_eq!(write(&back.lts, name, sink), bytes, "one file for an LTS");
    }
}

#[test]
fn the_corpus_comes_back() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/aut");
    let mut n = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|e| e != "aut") {
                continue;
            }
            let text = std::fs::read(&path).unwrap();
            let lts = read_aut(&text[..], &Actions::new(), &AutOptions::default()).unwrap().lts;
            let back = read(&write(&lts, "x", None)).unwrap().lts;
            assert!(lts.transitions().eq(back.transitions()), "{}", path.display());
            assert_eq!((lts.alphabet(), lts.initial()), (back.alphabet(), back.initial()));
            n += 1;
        }
    }
    assert!(n > 50, "{n} files");
}

#[test]
fn many_actions_take_four_bytes_each() {
    for n in [65_535usize, 65_536] {
        let actions = Actions::new();
        let mut builder = LtsBuilder::new(&actions);
        let s = builder.add_state().unwrap();
        (0..n).for_each(|i| builder.add_transition(s, actions.intern(&format!("a{i:05}")), s));
        let lts = builder.finish(s).unwrap();
        let bytes = write(&lts, "", None);
        let width = if n > 65_535 { 4 } else { 2 };
        assert_eq!(bytes[64 + 4 * 24 + 4], width, "the width of the labels in the table");
        let back = read(&bytes).unwrap().lts;
        assert!(lts.transitions().eq(back.transitions()) && lts.alphabet() == back.alphabet());
    }
}

#[test]
fn the_bytes_never_change() {
    let bytes = write(&tiny(), "P", None);
    let text: Vec<String> = bytes
        .chunks(16)
        .enumerate()
        .filter(|(_, line)| line.iter().any(|&b| b != 0))
        .map(|(i, line)| {
            let hex: Vec<String> = line.iter().map(|b| format!("{b:02x}")).collect();
            format!("{:03x}  {}\n", i * 16, hex.join(" "))
        })
        .collect();
    // Lines of zeros are left out.
    expect![[r#"
        000  89 52 4c 54 53 0d 0a 1a 01 00 00 00 09 00 00 00
        010  54 03 00 00 00 00 00 00 03 00 00 00 00 00 00 00
        020  02 00 00 00 02 00 00 00 01 00 00 00 00 00 00 00
        030  01 00 00 00 ff ff ff ff 00 00 00 00 00 00 00 00
        040  01 00 00 00 01 00 00 00 40 01 00 00 00 00 00 00
        050  01 00 00 00 00 00 00 00 02 00 00 00 04 00 00 00
        060  80 01 00 00 00 00 00 00 08 00 00 00 00 00 00 00
        070  03 00 00 00 01 00 00 00 c0 01 00 00 00 00 00 00
        080  04 00 00 00 00 00 00 00 04 00 00 00 04 00 00 00
        090  00 02 00 00 00 00 00 00 0c 00 00 00 00 00 00 00
        0a0  05 00 00 00 02 00 00 00 40 02 00 00 00 00 00 00
        0b0  06 00 00 00 00 00 00 00 06 00 00 00 04 00 00 00
        0c0  80 02 00 00 00 00 00 00 0c 00 00 00 00 00 00 00
        0d0  07 00 00 00 04 00 00 00 c0 02 00 00 00 00 00 00
        0e0  04 00 00 00 00 00 00 00 08 00 00 00 01 00 00 00
        0f0  00 03 00 00 00 00 00 00 01 00 00 00 00 00 00 00
        100  09 00 00 00 08 00 00 00 40 03 00 00 00 00 00 00
        110  10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        140  50 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        180  02 00 00 00 04 00 00 00 00 00 00 00 00 00 00 00
        1c0  67 6f c3 a9 00 00 00 00 00 00 00 00 00 00 00 00
        200  00 00 00 00 03 00 00 00 03 00 00 00 00 00 00 00
        240  00 00 01 00 01 00 00 00 00 00 00 00 00 00 00 00
        280  ff ff ff ff 00 00 00 00 01 00 00 00 00 00 00 00
        2c0  01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        300  70 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        340  00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
        350  01 6d 97 28
    "#]]
    .assert_eq(&text.concat());
    assert_eq!(crc32(&bytes[..bytes.len() - 4]).to_le_bytes(), bytes[bytes.len() - 4..]);
}

#[test]
fn no_byte_can_change_unnoticed() {
    for sink in [None, Some(StateId::at(1))] {
        let bytes = write(&tiny(), "P", sink);
        for at in 0..bytes.len() {
            for flip in [1u8, 0x10, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let error = read(&damaged).expect_err("a changed byte is noticed");
                let version = matches!(at, 8 | 9);
                let kind = if version { FormatErrorKind::Unsupported } else { FormatErrorKind::Damaged };
                assert_eq!(error.kind, kind, "byte {at}: {error}");
            }
        }
    }
}

#[test]
fn no_prefix_is_a_file() {
    let bytes = write(&tiny(), "P", None);
    for end in 0..bytes.len() {
        assert_eq!(read(&bytes[..end]).unwrap_err().kind, FormatErrorKind::Damaged, "{end} bytes");
    }
    let longer = [&bytes[..], b"x"].concat();
    expect!["the file is too long: it has 853 of 852 bytes"]
        .assert_eq(&read(&longer).unwrap_err().to_string());
    expect!["the file is truncated: it has 100 of 852 bytes"]
        .assert_eq(&read(&bytes[..100]).unwrap_err().to_string());
    expect!["the file is truncated: it has only 20 bytes"]
        .assert_eq(&read(&bytes[..20]).unwrap_err().to_string());
}

/// With a right checksum, a changed file is another LTS or refused; it is never accepted as something it is
/// not.
#[test]
fn changed_files_with_a_right_checksum_are_judged_by_their_content() {
    let bytes = write(&tiny(), "P", None);
    let mut accepted = 0;
    for at in 0..bytes.len() - 4 {
        for flip in [1u8, 2, 0x10, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            seal(&mut changed);
            if let Ok(read) = read(&changed) {
                accepted += 1;
                // What was accepted is the only file of what it says, but for a higher minor version.
                let minor = matches!(at, 10 | 11);
                let again = write(&read.lts, &read.name, read.sink);
                assert!(minor || again == changed, "byte {at}");
                assert!(!minor || again == bytes);
            }
        }
    }
    assert!((10..400).contains(&accepted), "{accepted}");
}

#[test]
fn random_damage_with_a_right_checksum_is_no_harm() {
    let mut random = Rng::new(21);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let lts = random_lts(&mut random);
        let lts = if random.below(2) == 0 { with_propositions(lts, &mut random) } else { lts };
        let mut bytes = write(&lts, "P", None);
        for _ in 0..1 + random.below(3) {
            let at = 8 + random.below(bytes.len() - 8);
            bytes[at] = if random.below(2) == 0 { random.number() as u8 } else { random.below(4) as u8 };
        }
        seal(&mut bytes);
        accepted += usize::from(read(&bytes).is_ok());
    }
    assert!((100..19_000).contains(&accepted), "{accepted}");
}

#[test]
fn hostile_counts_cost_no_memory() {
    let bytes = write(&tiny(), "P", None);
    for (at, size) in [(12, 4), (16, 8), (24, 8), (32, 4), (36, 4), (40, 4), (44, 4), (48, 4), (52, 4)] {
        for value in [u64::MAX, u64::MAX / 2, 0xFFFF_FFFE, 1 << 31, 1_000_000] {
            let mut hostile = bytes.clone();
            hostile[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
            seal(&mut hostile);
            // NONE is a right value of END and sink.
            let none = (at == 48 || at == 52) && value as u32 == u32::MAX;
            assert_eq!(read(&hostile).is_ok(), none, "{value} at {at}");
        }
    }
    // Offsets and lengths of the sections.
    for section in 0..9 {
        for (at, size) in [(0, 4), (4, 4), (8, 8), (16, 8)] {
            for value in [u64::MAX, u64::MAX - 63, 1 << 40, 1, 0] {
                let mut hostile = bytes.clone();
                let at = 64 + section * 24 + at;
                let old = hostile[at..at + size].to_vec();
                hostile[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
                let same = hostile[at..at + size] == old[..];
                seal(&mut hostile);
                assert_eq!(read(&hostile).is_ok(), same, "{value} at {at}");
            }
        }
    }
}

#[test]
fn other_versions() {
    let bytes = write(&tiny(), "P", None);
    let mut next = bytes.clone();
    next[8] = 2;
    next[10] = 7;
    seal(&mut next);
    let error = read(&next).unwrap_err();
    assert_eq!(error.kind, FormatErrorKind::Unsupported);
    expect!["the file has version 2.7 of the format; this program reads version 1"]
        .assert_eq(&error.to_string());
    // A minor version may add a section, which is passed over, and use reserved bytes.
    let mut newer = bytes[..bytes.len() - 4].to_vec();
    newer[10] = 1;
    newer[60] = 1;
    newer[12] = 10;
    let more = newer.len() as u64;
    let entry = [10u32.to_le_bytes(), 1u32.to_le_bytes()].concat();
    newer[64 + 9 * 24..64 + 9 * 24 + 8].copy_from_slice(&entry);
    newer[64 + 9 * 24 + 8..64 + 9 * 24 + 16].copy_from_slice(&more.to_le_bytes());
    newer[64 + 9 * 24 + 16] = 3;
    newer.extend_from_slice(b"new\0\0\0\0");
    let length = newer.len() as u64;
    newer[16..24].copy_from_slice(&length.to_le_bytes());
    seal(&mut newer);
    assert_eq!(show(&read(&newer).unwrap().lts), show(&tiny()));
    // So it is where the LTS has no propositions and many sections were added.
    let plain = without_propositions(&tiny());
    let mut newer = write(&plain, "P", None);
    assert_eq!(newer[12], 6);
    (newer[10], newer[12]) = (1, 10);
    seal(&mut newer);
    assert_eq!(show(&read(&newer).unwrap().lts), show(&plain));
    // The same under the version known here is refused.
    newer[10] = 0;
    seal(&mut newer);
    assert!(read(&newer).is_err());
}

#[test]
fn a_transfer_as_text_is_noticed() {
    let bytes = write(&tiny(), "P", None);
    let text: Vec<u8> = bytes.split(|&b| b == b'\r').flatten().copied().collect();
    assert_eq!(detect(&text), Format::Rlts);
    expect!["the first bytes are damaged, probably by a transfer in text mode"]
        .assert_eq(&read(&text).unwrap_err().to_string());
}
