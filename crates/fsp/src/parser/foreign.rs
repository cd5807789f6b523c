//! Constructs of MTSA, an extension of LTSA, that are not part of FSP.
//!
//! The words of MTSA are ordinary names in FSP (`model` may be an action). They are rejected only where FSP
//! allows no name, so no FSP model is affected.

use super::{Parser, Reading, Stop};
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

/// A family of extensions: the code, what it is called, and its words.
struct Family {
    code: &'static str,
    what: &'static str,
    words: &'static [&'static str],
}

/// Words that begin a definition.
const DEFINITIONS: [Family; 7] = [
    Family { code: "E0301", what: "MTSA's controller synthesis", words: &["controllerSpec"] },
    Family {
        code: "E0305",
        what: "MTSA's controller update",
        words: &[
            "updatingController",
            "graphUpdate",
            "mapping",
            "transition",
            "oldController",
            "oldGoal",
            "newGoal",
        ],
    },
    Family {
        code: "E0306",
        what: "MTSA's exploration and distribution",
        words: &["exploration", "distribution", "environment", "goal", "model"],
    },
    Family {
        code: "E0307",
        what: "MTSA's scenarios",
        words: &["eTS", "uTS", "prechart", "mainchart", "instances", "condition", "restricts"],
    },
    Family { code: "E0308", what: "MTSA's probabilistic models", words: &["mdp", "probabilistic"] },
    Family { code: "E0309", what: "MTSA's macros", words: &["def", "foreach"] },
    Family { code: "E0312", what: "an early edition of LTSA", words: &["include"] },
];

/// Words before a process or composite.
const MODIFIERS: Family = Family {
    code: "E0302",
    what: "MTSA's partial models and controller synthesis",
    words: &[
        "abstract",
        "closure",
        "optimistic",
        "pessimistic",
        "controller",
        "gr",
        "rtc",
        "rtcAnalysis",
        "heuristic",
        "monolithicDirector",
        "plant",
        "starenv",
        "controlled_det",
        "checkCompatibility",
        "component",
        "controlstack",
        "tier",
        "probabilistic",
        "mdp",
    ],
};

/// Could `word`, with `next` after it, begin a definition of MTSA?
pub(super) fn is_foreign_start(word: &str, next: TokenKind) -> bool {
    match next {
        TokenKind::UIdent => {
            DEFINITIONS.iter().chain([&MODIFIERS]).any(|family| family.words.contains(&word))
        }
        TokenKind::Str => word == "include",
        _ => (next == TokenKind::BarBar || next.is_modifier()) && MODIFIERS.words.contains(&word),
    }
}

impl Parser<'_, '_> {
    /// Reports and skips a definition of MTSA, if one begins here.
    pub(super) fn refuse_foreign_definition(&mut self) -> Reading<()> {
        let Some(diagnostic) = self.foreign_definition() else { return Ok(()) };
        self.report(diagnostic);
        self.skip_foreign_definition();
        Err(Stop)
    }

    /// The diagnostic for a definition of MTSA, if one begins here.
    fn foreign_definition(&self) -> Option<Diagnostic> {
        if self.kind() != TokenKind::LIdent {
            return None;
        }
        let word = self.token_text();
        // `plant = (a -> plant).` is a mistake of another kind.
        if matches!(self.nth(1), TokenKind::Equal | TokenKind::Arrow | TokenKind::OpenParen) {
            return None;
        }
        let before_composite = self.nth(1) == TokenKind::BarBar || self.nth(1).is_keyword();
        let family = if before_composite && MODIFIERS.words.contains(&word) {
            &MODIFIERS
        } else {
            DEFINITIONS.iter().chain([&MODIFIERS]).find(|family| family.words.contains(&word))?
        };
        let message = format!("`{word}` belongs to {}, not to FSP", family.what);
        Some(
            Diagnostic::error(family.code, self.span(), message)
                .help("this definition is skipped; remove it"),
        )
    }

    /// The diagnostic for a symbol of MTSA, if the next token is one.
    pub(super) fn foreign_symbol(&self) -> Option<Diagnostic> {
        let span = self.span();
        match self.kind() {
            TokenKind::Tilde => Some(
                Diagnostic::error("E0303", span, "`~` belongs to MTSA's controller synthesis, not to FSP")
                    .help("write the controller as a process and compose it: `(PLANT || CONTROLLER)`"),
            ),
            TokenKind::Question => Some(
                Diagnostic::error(
                    "E0310",
                    span,
                    "the conditional expression `c ? a : b` belongs to MTSA, not to FSP",
                )
                .help("use `if … then … else …` around the process, or two guarded choices"),
            ),
            _ => None,
        }
    }

    /// `?` directly after a label: a transition that may or may not be there.
    pub(super) fn maybe_label(&self) -> Option<Diagnostic> {
        if self.kind() != TokenKind::Question || self.previous().end != self.span().start {
            return None;
        }
        let message = "`?` after a label belongs to MTSA's partial models, not to FSP";
        Some(
            Diagnostic::error("E0304", self.span(), message).help("remove the `?`, or remove the transition"),
        )
    }

    /// `\` between two values.
    pub(super) fn integer_division(&self) -> Diagnostic {
        let span = self.span();
        Diagnostic::error("E0311", span, "`\\` as a division belongs to MTSA, not to FSP")
            .help("use `/`, which divides integers and truncates toward zero")
            .fix(span, "/")
    }

    /// `{0.4:P + 0.6:Q}`
    pub(super) fn probabilistic_body(&self) -> Option<Diagnostic> {
        if self.kind() != TokenKind::OpenBrace || self.nth(1) != TokenKind::Int {
            return None;
        }
        let message = "a choice with probabilities belongs to MTSA, not to FSP";
        Some(Diagnostic::error("E0308", self.span(), message).help("write a choice `(a -> P | b -> Q)`"))
    }
}
