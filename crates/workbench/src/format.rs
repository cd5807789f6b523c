//! Files of FSP in the layout that all models share.
//!
//! The layout is [`rely_fsp::format`]'s; here are the bytes around it. A file keeps its encoding, its byte
//! order mark and its line ends, and is replaced as a whole or not at all.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use rely_formats::{Format, detect};
use rely_io::files;
use rely_report::{Failure, SourceText, unified_diff};

/// Larger files are refused; the language itself has a lower limit and says so.
const MAX_BYTES: u64 = 64 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A file and its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The path as the user gave it.
    pub path: String,
    /// The formatted file, byte for byte.
    pub bytes: Vec<u8>,
    /// The difference, as by `diff -u`; `None` if the file is already formatted.
    pub diff: Option<String>,
}

/// The layout of a file of FSP; `-` is standard input. Nothing is written.
///
/// # Errors
/// If the file cannot be read, or is not a model in FSP: it is then left unchanged.
pub fn format(path: &str) -> Result<Formatted, Failure> {
    let mut bytes = Vec::new();
    let mut input = files::open(path)?.take(MAX_BYTES + 1);
    input.read_to_end(&mut bytes).map_err(|error| Failure::unreadable(path, &error))?;
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("the file has more than {} MiB", MAX_BYTES >> 20);
        return Err(Failure::in_file("E1001", path, message));
    }
    format_bytes(path, bytes)
}

/// The layout of what a file contains.
fn format_bytes(path: &str, bytes: Vec<u8>) -> Result<Formatted, Failure> {
    match detect(&bytes) {
        Format::Fsp | Format::Empty => {}
        other => {
            let message = format!("this is not FSP, but another format: {}", other.name());
            return Err(Failure::in_file("E1004", path, message)
                .help("only FSP can be formatted; `rely convert` converts other formats to FSP"));
        }
    }
    let (mark, content) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(content) => (BYTE_ORDER_MARK, content),
        None => (&b""[..], &bytes[..]),
    };
    // As the language reads it: UTF-8, or else a character per byte.
    let (text, latin) = match std::str::from_utf8(content) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => (content.iter().map(|byte| char::from(*byte)).collect::<String>(), true),
    };
    let formatted = rely_fsp::format(&text).map_err(|diagnostics| Failure::Model {
        source: Arc::new(SourceText::new(path, text.as_str())),
        diagnostics,
    })?;
    let diff = unified_diff(path, &text, &formatted);
    let mut new = mark.to_vec();
    if latin {
        let bytes: Result<Vec<u8>, _> = formatted.chars().map(u8::try_from).collect();
        let wrong = |_| Failure::Internal("formatting would change the content of the file".to_string());
        new.extend(bytes.map_err(wrong)?);
    } else {
        new.extend(formatted.into_bytes());
    }
    Ok(Formatted { path: path.to_string(), bytes: new, diff: (!diff.is_empty()).then_some(diff) })
}

impl Formatted {
    /// Replaces the file with the formatted text.
    ///
    /// # Errors
    /// If the file may not be written; it is then as it was.
    pub fn write(&self) -> Result<(), Failure> {
        let path = Path::new(&self.path);
        // Replacing a file needs no permission to write to it, but a protected file must not change.
        if files::is_read_only(path) {
            return Err(Failure::in_file("E1002", &self.path, "no permission to write the file"));
        }
        files::write(path, |out| out.write_all(&self.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(bytes: &[u8]) -> Formatted {
        format_bytes("m.lts", bytes.to_vec()).unwrap()
    }

    #[test]
    fn encodings_stay() {
        for (old, new) in [
            (&b"P=STOP."[..], &b"P = STOP.\n"[..]),
            (b"\xEF\xBB\xBFP=STOP.", b"\xEF\xBB\xBFP = STOP.\n"),
            (b"// caf\xE9\nP=STOP.", b"// caf\xE9\nP = STOP.\n"),
            (b"\xEF\xBB\xBF// caf\xE9\nP=STOP.", b"\xEF\xBB\xBF// caf\xE9\nP = STOP.\n"),
            ("// café\r\nP=STOP.".as_bytes(), "// café\r\nP = STOP.\r\n".as_bytes()),
            (b"", b""),
        ] {
            let result = formatted(old);
            assert_eq!(result.bytes, new, "{:?}", String::from_utf8_lossy(&result.bytes));
            assert_eq!(result.diff.is_some(), old != new);
            assert_eq!(formatted(new).diff, None);
        }
    }

    #[test]
    fn other_files_are_refused() {
        for bytes in
            [&b"des (0, 1, 1)\n(0, a, 0)\n"[..], b"digraph {}", b"{\"schema\": \"rely/lts/1\"}", b"P\0"]
        {
            let failure = format_bytes("x", bytes.to_vec()).unwrap_err();
            assert!(matches!(failure, Failure::Input { code: "E1004", .. }), "{failure:?}");
        }
        assert!(matches!(format_bytes("x", b"P = (".to_vec()), Err(Failure::Model { .. })));
    }
}
