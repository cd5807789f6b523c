//! How wide texts are, and texts that are too wide.
//!
//! Pictures use a monospaced font: in the usual ones a character is about 0.6 of the font's size wide, and
//! ideographs are twice as wide. So no font has to be at hand to leave the right room, and a reader's other
//! font changes little.

/// The size of the letters on edges.
pub(crate) const SMALL: i32 = 12;
/// The size of the letters in nodes.
pub(crate) const NORMAL: i32 = 13;
/// The size of headings.
pub(crate) const LARGE: i32 = 15;

/// From one line of text to the next.
pub(crate) fn line_height(size: i32) -> i32 {
    size + 3
}

/// How wide a text is.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let cells: i32 = text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum();
    // A little over 0.6, so that a wider font fits as well.
    (cells * size * 62 + 99) / 100
}

fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD)
}

/// A text on one line, without what no picture can show.
pub(crate) fn clean(text: &str) -> String {
    let visible = |c: char| if c.is_control() || is_layout(c) { ' ' } else { c };
    text.chars().map(visible).collect()
}

/// Characters that turn the direction of a text or break lines: nothing in a name may move what stands beside
/// it.
fn is_layout(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFFE}' | '\u{FFFF}')
}

/// A text of at most so many characters; what is too long loses its middle.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= most {
        return text.to_string();
    }
    let kept = most.saturating_sub(1);
    let tail = kept / 2;
    let head: String = chars[..kept - tail].iter().collect();
    let end: String = chars[chars.len() - tail..].iter().collect();
    format!("{head}…{end}")
}

/// A number and its noun: `1 state`, `1,234 states`.
pub(crate) fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(n))
}

/// A number with its thousands separated. Other crates have the same lines; this one depends on `rely-lts`
/// only.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Names in words, for tooltips: the first 200 of them, and how many more there are.
pub(crate) fn listing(names: &[String]) -> String {
    const MOST: usize = 200;
    let shown = names.len().min(MOST);
    let mut text = names[..shown].join(", ");
    if names.len() > shown {
        text.push_str(&format!(", and {} more", grouped(names.len() - shown)));
    }
    text
}

/// Words in lines of at most so many characters; a longer word has a line of its own.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = shortened(word, most.max(8));
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_lose_their_middle_and_numbers_are_grouped() {
        assert_eq!(shortened("abcdefgh", 5), "ab…gh");
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("abc", 0), "…");
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(1234567, "state"), "1,234,567 states");
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(clean("a\u{202E}b\nc"), "a b c");
        assert_eq!(listing(&["a".to_string(), "b".to_string()]), "a, b");
        assert!(listing(&vec!["a".to_string(); 201]).ends_with(", a, and 1 more"));
    }
}
