//! Any bytes give an LTS or an error, in every format; what a binary file is read as is written as the same
//! file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_formats::{
    AutOptions, DotReadOptions, Format, detect, read_aut, read_dot, read_json, read_rlts, write_rlts,
};
use rely_lts::Actions;

fuzz_target!(|bytes: &[u8]| {
    let actions = Actions::new();
    match detect(bytes) {
        Format::Aut => drop(read_aut(bytes, &actions, &AutOptions::default())),
        Format::Dot => drop(read_dot(bytes, &actions, &DotReadOptions::default())),
        Format::JsonLts => drop(read_json(bytes, &actions)),
        Format::Rlts => {
            // The checksum is made right, so that what is behind it is reached.
            let mut file = bytes.to_vec();
            if let Some(content) = file.len().checked_sub(4) {
                let sum = crc32fast::hash(&file[..content]);
                file[content..].copy_from_slice(&sum.to_le_bytes());
            }
            if let Ok(read) = read_rlts(&file, &actions) {
                let mut again = Vec::new();
                write_rlts(&read.lts, &read.name, read.sink, &mut again).expect("what was read can be written");
                let newer = file[10..12] != [0, 0];
                assert!(newer || again == file);
            }
        }
        _ => {}
    }
});
