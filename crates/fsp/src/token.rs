//! The tokens of FSP.

use crate::keyword::{KeywordKind, with_reserved_words};
use crate::span::Span;

macro_rules! tokens {
    ($($keyword:ident $keyword_text:literal $keyword_kind:ident [$($place:ident),*] $help:literal;)*) => {
        tokens! {
            keywords { $($keyword $keyword_text $keyword_kind)* }
            symbols {
                Plus "+" Minus "-" Star "*" Slash "/" Percent "%" Caret "^" Tilde "~" Question "?" Comma ","
                OpenParen "(" CloseParen ")" OpenBrace "{" CloseBrace "}" OpenBracket "[" CloseBracket "]"
                Semicolon ";" At "@" Backslash "\\" Hash "#" Quote "'" Bar "|" BarBar "||" And "&" AndAnd "&&"
                Bang "!" NotEqual "!=" Less "<" LessEqual "<=" ShiftLeft "<<" Eventually "<>" Iff "<->"
                Greater ">" GreaterEqual ">=" ShiftRight ">>" Equal "=" EqualEqual "==" Dot "." DotDot ".."
                Arrow "->" Colon ":" ColonColon "::" Always "[]"
            }
        }
    };
    (
        keywords { $($keyword:ident $keyword_text:literal $keyword_kind:ident)* }
        symbols { $($symbol:ident $symbol_text:literal)* }
    ) => {
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

        impl TokenKind {
            /// The keyword with this text.
            pub(crate) fn keyword(text: &str) -> Option<TokenKind> {
                match text {
                    $($keyword_text => Some(TokenKind::$keyword),)*
                    _ => None,
                }
            }

            /// The kind of keyword it is, if it is one.
            pub(crate) fn keyword_kind(self) -> Option<KeywordKind> {
                match self {
                    $(TokenKind::$keyword => Some(KeywordKind::$keyword_kind),)*
                    _ => None,
                }
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

with_reserved_words!(tokens);

impl TokenKind {
    /// Is it a keyword?
    pub(crate) fn is_keyword(self) -> bool {
        self.keyword_kind().is_some()
    }

    /// Is it a modifier of a process or composite?
    pub(crate) fn is_modifier(self) -> bool {
        self.keyword_kind() == Some(KeywordKind::Modifier)
    }

    /// Is it a keyword that begins a definition: a modifier, or one such as `const`?
    pub(crate) fn begins_definition(self) -> bool {
        matches!(self.keyword_kind(), Some(KeywordKind::Definition | KeywordKind::Modifier))
    }
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// Where it is.
    pub(crate) span: Span,
}
