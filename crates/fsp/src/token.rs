//! The words of FSP.

use crate::span::Span;

macro_rules! tokens {
    (keywords { $($keyword:ident $keyword_text:literal)* } symbols { $($symbol:ident $symbol_text:literal)* }) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum TokenKind {
            /// A name that begins with an upper-case letter.
            UIdent,
            /// Any other name.
            LIdent,
            /// A number.
            Int,
            /// `"…"`
            Str,
            /// The end of the file.
            Eof,
            $(#[doc = $keyword_text] $keyword,)*
            $(#[doc = $symbol_text] $symbol,)*
        }

        #[cfg(test)]
        const KEYWORDS: &[&str] = &[$($keyword_text),*];

        impl TokenKind {
            /// The keyword with this text.
            pub(crate) fn keyword(text: &str) -> Option<TokenKind> {
                match text {
                    $($keyword_text => Some(TokenKind::$keyword),)*
                    _ => None,
                }
            }

            /// Is it a keyword?
            pub(crate) fn is_keyword(self) -> bool {
                matches!(self, $(TokenKind::$keyword)|*)
            }

            /// Its text, or what it is called if its text varies.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    TokenKind::UIdent => "a name that begins with an upper-case letter",
                    TokenKind::LIdent => "a name that begins with a lower-case letter",
                    TokenKind::Int => "a number",
                    TokenKind::Str => "a string",
                    TokenKind::Eof => "the end of the file",
                    $(TokenKind::$keyword => $keyword_text,)*
                    $(TokenKind::$symbol => $symbol_text,)*
                }
            }
        }
    };
}

tokens! {
    keywords {
        Actions "actions" Animation "animation" Assert "assert" Compose "compose" Const "const"
        Constraint "constraint" Controls "controls" Deterministic "deterministic" Else "else" Exists "exists"
        Fluent "fluent" Forall "forall" If "if" Import "import" Initially "initially"
        LtlProperty "ltl_property" Menu "menu" Minimal "minimal" Progress "progress" Property "property"
        Range "range" Rigid "rigid" Safe "safe" Set "set" Target "target" Then "then" When "when"
    }
    symbols {
        Plus "+" Minus "-" Star "*" Slash "/" Percent "%" Caret "^" Tilde "~" Question "?" Comma ","
        OpenParen "(" CloseParen ")" OpenBrace "{" CloseBrace "}" OpenBracket "[" CloseBracket "]"
        Semicolon ";" At "@" Backslash "\\" Hash "#" Quote "'" Bar "|" BarBar "||" And "&" AndAnd "&&"
        Bang "!" NotEqual "!=" Less "<" LessEqual "<=" ShiftLeft "<<" Eventually "<>" Iff "<->" Greater ">"
        GreaterEqual ">=" ShiftRight ">>" Equal "=" EqualEqual "==" Dot "." DotDot ".." Arrow "->"
        Colon ":" ColonColon "::" Always "[]"
    }
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// Where it stands.
    pub(crate) span: Span,
}

#[cfg(test)]
mod tests {
    use super::KEYWORDS;

    #[test]
    fn the_grammar_of_the_editor_has_the_same_keywords() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/syntaxes/fsp.tmLanguage.json");
        let grammar = std::fs::read_to_string(path).expect("the grammar can be read");
        let mut found: Vec<&str> = grammar
            .split(r#""match": "\\b("#)
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .filter(|(words, _)| !words.starts_with("?:"))
            .flat_map(|(words, _)| words.split('|'))
            .collect();
        found.sort_unstable();
        let mut keywords = KEYWORDS.to_vec();
        keywords.sort_unstable();
        assert_eq!(found, keywords);
    }
}
