//! Reports as self-contained files: the page with its data inside, without a server.

use rely_ide::analyze;
use rely_report::Failure;
use rely_workbench::escape_xml;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::assets;

/// The content of a report.
#[derive(Clone, Debug, Default)]
pub struct Export {
    /// The title of the page.
    pub title: String,
    /// The documents of commands.
    pub documents: Vec<Value>,
    /// The command line that produced them.
    pub command: String,
    /// Pictures by place: `architecture`, or the number of a document and a JSON pointer into it.
    pub pictures: Vec<(String, Value)>,
    /// The text of the model, with its path.
    pub text: Option<(String, String)>,
}

/// A report as HTML.
///
/// # Errors
/// If the data cannot be written.
pub fn export(report: &Export) -> Result<String, Failure> {
    let pictures: Map<String, Value> = report.pictures.iter().cloned().collect();
    let commands = vec![&report.command; report.documents.len()];
    let mut data =
        json!({"documents": report.documents, "commands": commands, "pictures": pictures, "texts": {}});
    if let Some((path, text)) = &report.text {
        data["file"] = json!(path);
        data["texts"] = json!({path: text});
        data["analysis"] = json!({path: analyze(text, path)});
    }
    exported(&report.title, &data)
}

/// A report as HTML: everything is inline, and no other script can run.
///
/// # Errors
/// If the data cannot be written.
pub fn exported(title: &str, data: &Value) -> Result<String, Failure> {
    let data = serde_json::to_string(data)
        .map_err(|error| Failure::Internal(format!("the report cannot be written: {error}")))?;
    let data = inert(&data);
    let (script, style) = (assets::script(), assets::style());
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}' '{}'; img-src data: blob:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style),
        hash(&picture_style()),
    );
    let head = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let frame = assets::frame();
    let frame = frame.replacen("<meta charset=\"utf-8\">", &format!("<meta charset=\"utf-8\">\n{head}"), 1);
    let frame = frame.replacen("<title>Rely</title>", &format!("<title>{}</title>", escape_xml(title)), 1);
    let frame =
        frame.replacen("<link rel=\"stylesheet\" href=\"app.css\">", &format!("<style>{style}</style>"), 1);
    let inline = format!(
        "<script type=\"application/json\" id=\"rely-export\">{data}</script>\n<script>{script}</script>"
    );
    let (before, after) = frame
        .split_once("<script src=\"app.js\"></script>")
        .ok_or_else(|| Failure::Internal("the page has no script".to_string()))?;
    Ok(format!("{before}{inline}{after}"))
}

/// JSON that is safe inside a script element: nothing in it ends the script early, and it has no control
/// characters. Such characters occur only in strings, where they can be escaped.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// The hash of an inline text, as a content security policy names it.
pub fn hash(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text.as_bytes())))
}

/// The style of every drawing.
pub fn picture_style() -> String {
    use rely_workbench::{Control, DrawOptions, ReadOptions, draw_model, load_bytes};
    let drawn = load_bytes("style.lts", b"P = (a -> P).", ReadOptions::default())
        .and_then(|loaded| draw_model(&loaded, &DrawOptions::default(), &Control::unlimited()));
    let text = drawn.map(|drawn| drawn.text).unwrap_or_default();
    let style = text.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    style.map(|(style, _)| style.to_string()).unwrap_or_default()
}

/// Base64 with padding, as in content security policies.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_everybody() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xFB, 0xFF]), "+/8=");
    }
}
