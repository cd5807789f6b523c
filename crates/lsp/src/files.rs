//! URIs of documents and paths of files.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters of a path that mean something else in a URI.
const RESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

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
    let root = if text.starts_with('/') { "file://" } else { "file:///" };
    Uri::from_str(&format!("{root}{}", utf8_percent_encode(&text, RESERVED))).ok()
}

/// The folder that a URI names.
pub fn folder_of(uri: &str) -> Option<PathBuf> {
    uri.starts_with("file://").then(|| PathBuf::from(path_of(uri)))
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
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
