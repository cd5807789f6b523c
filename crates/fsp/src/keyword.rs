//! The words of FSP that have a fixed meaning: one table for everything that needs to know them.
//!
//! The lexer takes the reserved words from it, the parser and the formatter the words that begin a
//! definition, completion the words that fit a place, editors the phrase that explains a word, and the
//! grammar of the editor extension is generated from it (`cargo xtask grammar`).
//!
//! ```
//! use rely_fsp::keyword::{KEYWORDS, Keyword, KeywordKind, Place};
//!
//! let progress = Keyword::find("progress").unwrap();
//! assert_eq!(progress.kind, KeywordKind::Definition);
//! assert!(progress.is_reserved());
//!
//! let in_choice: Vec<&str> = Keyword::at(Place::Choice).map(|keyword| keyword.word).collect();
//! assert_eq!(in_choice, ["when"]);
//!
//! // `X` is an operator in formulas and an ordinary name everywhere else.
//! assert!(!Keyword::find("X").unwrap().is_reserved());
//! ```

/// A word with a fixed meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyword {
    /// The word.
    pub word: &'static str,
    /// Its role in the grammar.
    pub kind: KeywordKind,
    /// The places where it may be written.
    pub places: &'static [Place],
    /// Its meaning in a short phrase, for editors.
    pub help: &'static str,
}

/// The role of a keyword in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeywordKind {
    /// Begins a definition: `const`.
    Definition,
    /// Modifies the process or composite after it: `property`. In the table these are in the order in which
    /// they may be written.
    Modifier,
    /// Connects the parts of a definition: `when`.
    Control,
    /// An operator, in formulas only: `U`. Not reserved.
    Operator,
    /// A process that is always defined: `STOP`. Not reserved.
    Process,
}

/// A place in a model at which certain keywords may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Between definitions.
    File,
    /// At the beginning of the behavior of a state.
    State,
    /// At the beginning of an alternative in a choice.
    Choice,
    /// After a condition, or after the first branch of a conditional.
    Branch,
    /// At the beginning of a part of a composition.
    Composition,
    /// At the beginning of an element of a relabeling.
    Relabeling,
    /// In a progress test.
    Progress,
    /// After the actions of a fluent.
    Fluent,
    /// After the file of an animation.
    Animation,
    /// At the beginning of an operand in a formula.
    Formula,
    /// After an operand in a formula.
    Connective,
}

/// Calls a macro with the reserved words, each as `Token "word" Kind [Places] "help";`.
macro_rules! with_reserved_words {
    ($callback:ident) => {
        $callback! {
            Const "const" Definition [File] "gives a number a name: `const N = 3`";
            Range "range" Definition [File] "gives an interval of integers a name: `range R = 0..N`";
            Set "set" Definition [File] "gives a set of labels a name: `set S = {a, b[0..3]}`";
            Progress "progress" Definition [File] "requires that one of these actions occurs infinitely often";
            Menu "menu" Definition [File] "names the actions that an animation offers for selection";
            Animation "animation" Definition [File] "names a graphical animation; checks ignore it";
            Import "import" Definition [File] "defines a process by a file: `import P = \"p.aut\"`";
            Fluent "fluent" Definition [File] "a proposition that some actions make true and others make false";
            Assert "assert" Definition [File] "names a temporal formula that can be checked";
            Constraint "constraint" Definition [File] "a process that allows exactly the runs that satisfy a safety formula";
            LtlProperty "ltl_property" Definition [File] "a property given by a safety formula";
            Deterministic "deterministic" Modifier [File] "determinizes the process, preserving its traces";
            Minimal "minimal" Modifier [File] "minimizes the process";
            Compose "compose" Modifier [File, Animation] "builds the composition as a single component";
            Property "property" Modifier [File] "a safety property: every other order of its actions is an error";
            Safe "safe" Modifier [File] "refuses hidden actions where that is needed to avoid ERROR and deadlock";
            When "when" Control [Choice] "allows the alternative only if the condition is not 0";
            If "if" Control [State, Composition, Progress] "selects by a condition";
            Then "then" Control [Branch, Progress] "applies if the condition is not 0";
            Else "else" Control [Branch] "applies if the condition is 0";
            Forall "forall" Control [Composition, Relabeling, Formula] "repeats for each value of its indices";
            Exists "exists" Control [Formula] "true for at least one value of its indices";
            Rigid "rigid" Control [Formula] "a proposition about values that no action changes";
            Initially "initially" Control [Fluent] "the initial value of a fluent: 0 or 1";
            Target "target" Control [Animation] "the composite that is animated";
            Actions "actions" Control [Animation] "relates actions of the model to commands of the animation";
            Controls "controls" Control [Animation] "relates actions of the model to conditions of the animation";
        }
    };
}

pub(crate) use with_reserved_words;

macro_rules! table {
    ($($token:ident $word:literal $kind:ident [$($place:ident),*] $help:literal;)*) => {
        &[
            $(Keyword {
                word: $word,
                kind: KeywordKind::$kind,
                places: &[$(Place::$place),*],
                help: $help,
            },)*
            word("X", KeywordKind::Operator, &[Place::Formula], "true if the operand is true after the next action"),
            word("U", KeywordKind::Operator, &[Place::Connective], "until: the right operand becomes true, and the left one is true up to then"),
            word("W", KeywordKind::Operator, &[Place::Connective], "weak until: as `U`, but the right operand need not become true"),
            word("STOP", KeywordKind::Process, &[Place::State], "no further actions; a system in which every component stops is deadlocked"),
            word("END", KeywordKind::Process, &[Place::State], "successful termination: the process after `;` continues here"),
            word("ERROR", KeywordKind::Process, &[Place::State], "the error state: reaching it violates safety"),
        ]
    };
}

const fn word(
    word: &'static str,
    kind: KeywordKind,
    places: &'static [Place],
    help: &'static str,
) -> Keyword {
    Keyword { word, kind, places, help }
}

/// All words with a fixed meaning: the reserved ones, then those that are names outside their place.
pub const KEYWORDS: &[Keyword] = with_reserved_words!(table);

impl Keyword {
    /// The keyword with this text.
    pub fn find(word: &str) -> Option<&'static Keyword> {
        KEYWORDS.iter().find(|keyword| keyword.word == word)
    }

    /// The keywords that may be written at a place.
    pub fn at(place: Place) -> impl Iterator<Item = &'static Keyword> {
        KEYWORDS.iter().filter(move |keyword| keyword.places.contains(&place))
    }

    /// The keywords of a kind, in the order of the table.
    pub fn of_kind(kind: KeywordKind) -> impl Iterator<Item = &'static Keyword> {
        KEYWORDS.iter().filter(move |keyword| keyword.kind == kind)
    }

    /// Is the word reserved, so that nothing can have it as its name?
    pub fn is_reserved(&self) -> bool {
        !matches!(self.kind, KeywordKind::Operator | KeywordKind::Process)
    }
}

/// Is this an operator of formulas, if it is written in a formula?
pub(crate) fn is_operator_word(text: &str) -> bool {
    Keyword::of_kind(KeywordKind::Operator).any(|keyword| keyword.word == text)
}

/// Is this a process that is always defined?
pub(crate) fn is_fixed_process(text: &str) -> bool {
    Keyword::of_kind(KeywordKind::Process).any(|keyword| keyword.word == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_in_the_table_twice() {
        let mut words: Vec<&str> = KEYWORDS.iter().map(|keyword| keyword.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), KEYWORDS.len());
    }
}
