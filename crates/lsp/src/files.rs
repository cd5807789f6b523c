//! URIs of documents and paths of files.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The path of a URI; for a document that is not in a file, its name.
pub fn path_of(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else {
        return decoded(uri.split_once(':').map_or(uri, |(_, name)| name));
    };
    // The text between the slashes is a host name.
    let path = decoded(rest.find('/').map_or(rest, |at| &rest[at..]));
    // `/C:/models` is a path of Windows.
    let bytes = path.as_bytes();
    let drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    if drive { path[1..].to_string() } else { path }
}

/// The URI of a file.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    Uri::from_str(&uri).ok()
}

/// The folder that a URI names.
pub fn folder_of(uri: &str) -> Option<PathBuf> {
    uri.starts_with("file://").then(|| PathBuf::from(path_of(uri)))
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
        match code.filter(|_| bytes[at] == b'%').and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for path in ["/models/a b/é%.lts", "/x#y?.lts"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert_eq!(path_of(uri.as_str()), path);
        }
        assert_eq!(path_of("file:///C%3A/models/a.lts"), "C:/models/a.lts");
        assert_eq!(path_of("file://host/a.lts"), "/a.lts");
        assert_eq!(path_of("untitled:Untitled-1"), "Untitled-1");
        assert_eq!(path_of("file:///a%zz%4"), "/a%zz%4");
        assert_eq!(folder_of("untitled:x"), None);
    }
}
