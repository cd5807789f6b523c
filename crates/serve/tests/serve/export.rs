//! Reports as single files: whole, closed, and proof against any name.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::kit::{Running, TURNS};

/// The parts of a text between two marks.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Vec<&'t str> {
    text.split(from).skip(1).map(|rest| rest.split_once(to).unwrap_or_else(|| panic!("no {to}")).0).collect()
}

fn exported(title: &str, data: &Value) -> String {
    let server = Running::new(&[("turns.lts", TURNS)]);
    let document = server.document(&json!({"command": "export", "title": title, "data": data}));
    document["html"].as_str().unwrap().to_string()
}

const HOSTILE: [&str; 8] = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "</title><img src=x onerror=alert(1)>",
    "\"' onload=alert(1) x='",
    "]]>--></style>",
    "\u{2028}\u{2029}\u{0}",
    "&lt;script&gt;",
    "${alert(1)}\\u003c \u{7f}\u{9b}1m\u{1b}[2J",
];

#[test]
fn hostile_names_stay_names() {
    let clean = exported("title", &json!({"documents": []}));
    for name in HOSTILE {
        let data = json!({"documents": [{"schema": "rely/check/1", "target": name, name: [name]}], "texts": {name: name}, "pictures": {}});
        let html = exported(name, &data);
        let inside = between(&html, "<script type=\"application/json\" id=\"rely-export\">", "</script>");
        assert_eq!(inside.len(), 1);
        assert!(!inside[0].contains('<'), "{name}");
        assert_eq!(serde_json::from_str::<Value>(inside[0]).unwrap(), data, "{name}");
        // Nothing that was not there before is a tag.
        for tag in ["<script", "</script", "<style", "<img", "<!--", "<title", "</title"] {
            let count = |text: &str| text.to_ascii_lowercase().matches(tag).count();
            assert_eq!(count(&html), count(&clean), "{tag} because of {name}");
        }
        let title = between(&html, "<title>", "</title>")[0];
        assert!(!title.contains(['<', '>', '"']), "{title}");
    }
}

#[test]
fn a_report_needs_nothing_and_allows_nothing_else() {
    let html = exported("turns", &json!({"documents": []}));
    assert!(!html.contains("src=\"app.js\"") && !html.contains("href=\"app.css\""));
    let policy = between(&html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"")[0];
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    assert!(!policy.contains("http") && !policy.contains("'self'") && !policy.contains('*'), "{policy}");
    assert!(html.find("http-equiv").unwrap() < html.find("<style").unwrap(), "the policy comes first");
    let (head, rest) = html.split_once("<script type=").unwrap();
    for (part, tag, end) in [(rest, "<script>", "</script>"), (head, "<style>", "</style>")] {
        let texts = between(part, tag, end);
        assert_eq!(texts.len(), 1, "{tag}");
        assert!(
            policy.contains(&format!("'sha256-{}'", base64(&Sha256::digest(texts[0])))),
            "{tag} is allowed"
        );
    }
}

#[test]
fn the_page_asks_for_nothing_from_elsewhere() {
    let server = Running::new(&[]);
    let (frame, script, style) = (server.get("").body, server.get("app.js").body, server.get("app.css").body);
    for text in [&frame, &script, &style] {
        for address in between(text, "http://", "\"").iter().chain(&between(text, "https://", "\"")) {
            // The names of XML are no addresses.
            assert!(address.starts_with("www.w3.org/"), "{address:.60}");
        }
        assert!(!text.contains("@import"));
    }
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
        assert!(!script.contains(word), "{word}");
    }
    for word in ["</script", "<!--"] {
        assert!(!script.to_ascii_lowercase().contains(word), "{word} would end an inline script");
    }
    assert!(!style.to_ascii_lowercase().contains("</style"));
    assert!(!frame.contains("style=") && !frame.contains("onclick"), "the policy forbids inline code");
}

/// As everybody's, written down once more.
fn base64(bytes: &[u8]) -> String {
    let digits: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let bits: Vec<u8> = bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1)).collect();
    let six = |bits: &[u8]| (0..6).fold(0, |n, i| n << 1 | usize::from(bits.get(i).copied().unwrap_or(0)));
    let mut text: String = bits.chunks(6).map(|chunk| digits[six(chunk)]).collect();
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}
