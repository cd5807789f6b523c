//! Texts inside other languages: whatever a name is, it stays a text.

use crate::text::clean;

/// A text for XML and HTML, as the content of an element or a quoted attribute. Control characters become
/// spaces.
///
/// ```
/// assert_eq!(rely_draw::escape_xml("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// For TeX: characters that the fonts of a usual document do not have are `\relychar` with their number,
/// which [`RELYCHAR`] defines.
pub(crate) fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '…' => out.push_str("\\ldots{}"),
            '–' => out.push_str("--"),
            '→' => out.push_str("\\ensuremath{\\rightarrow}"),
            '×' => out.push_str("\\ensuremath{\\times}"),
            '✗' => out.push_str("\\ensuremath{\\times}"),
            '‖' => out.push_str("\\ensuremath{\\parallel}"),
            '⊨' => out.push_str("\\ensuremath{\\models}"),
            '▷' => out.push_str("\\ensuremath{\\triangleright}"),
            '“' => out.push_str("\\textquotedblleft{}"),
            '”' => out.push_str("\\textquotedblright{}"),
            // Hyphens stay apart, so that no two of them become a dash.
            '-' => out.push_str("-{}"),
            c if u32::from(c) > 0xFF => out.push_str(&format!("\\relychar{{{:04X}}}{{{c}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// What `\relychar` is: the character itself where TeX has fonts for all of Unicode, else its number, since
/// other programs would stop at it.
pub(crate) const RELYCHAR: &str = "\\providecommand{\\relychar}[2]{\\ifdefined\\Umathchar#2\\else[U+#1]\\fi}";

/// For DOT: between double quotes.
pub(crate) fn dot(text: &str) -> String {
    clean(text).replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_text_it_stands_in() {
        let hostile = "</text><script>\"'&\u{0}\\end{x}%$";
        assert_eq!(xml(hostile), "&lt;/text&gt;&lt;script&gt;&quot;&#39;&amp; \\end{x}%$");
        assert_eq!(
            tex(hostile),
            "\\textless{}/text\\textgreater{}\\textless{}script\\textgreater{}\\textquotedbl{}\\textquotesingle{}\\& \
             \\textbackslash{}end\\{x\\}\\%\\$"
        );
        assert_eq!(tex("é‖漢"), "é\\ensuremath{\\parallel}\\relychar{6F22}{漢}");
        assert_eq!(dot("a\"\\\n"), "a\\\"\\\\ ");
    }
}
