//! The options of `rely generate`.

use clap::Args;
use rely_workbench::{FamilyKind, FamilySide, FamilyVariant, LtsFormat};

use crate::args::named;
use crate::compose::args::Written;

/// Generate a model of any size from a family of models
#[derive(Args, Debug)]
#[command(after_help = families(), after_long_help = families())]
pub struct GenerateArgs {
    /// The family; the list is below
    #[arg(value_parser = named(&FamilyKind::ALL.map(|(name, kind, _)| (name, kind))))]
    pub family: FamilyKind,
    /// Number of components; for tau-grid the length of an edge, for other single LTSs the number of states
    /// or steps
    #[arg(long, short, value_name = "N")]
    pub size: u64,
    /// Families with a faulty variant: whether the model satisfies its property [default: correct]
    #[arg(long, value_name = "VARIANT", value_parser = named(&VARIANTS))]
    pub variant: Option<FamilyVariant>,
    /// buffers: number of values [default: 2]
    #[arg(long, value_name = "N")]
    pub values: Option<u64>,
    /// random, pair: transitions per state [default: 5, pair 3]
    #[arg(long, value_name = "N")]
    pub fan_out: Option<u64>,
    /// random, pair: number of visible actions [default: 20, pair 3]
    #[arg(long, value_name = "N")]
    pub labels: Option<u64>,
    /// random, pair: percentage of tau transitions [default: 30]
    #[arg(long, value_name = "PERCENT")]
    pub tau: Option<u64>,
    /// pair: additional transitions of the side spec [default: a tenth of the size]
    #[arg(long, value_name = "N")]
    pub extra: Option<u64>,
    /// pair: which side to write [default: imp]
    #[arg(long, value_name = "SIDE", value_parser = named(&SIDES))]
    pub side: Option<FamilySide>,
    /// Output format [default: by the extension of the output file, else fsp for systems and aut for LTSs]
    #[arg(long, short, value_name = "FORMAT", value_parser = named(&LtsFormat::ALL))]
    pub format: Option<LtsFormat>,
    #[command(flatten)]
    pub written: Written,
}

/// The variants of a family.
const VARIANTS: [(&str, FamilyVariant, &str); 2] = [
    ("correct", FamilyVariant::Correct, "The model satisfies its property"),
    ("faulty", FamilyVariant::Faulty, "The model violates its property; a comment says why"),
];

/// The sides of a pair.
const SIDES: [(&str, FamilySide, &str); 2] =
    [("imp", FamilySide::Imp, "Fewer transitions"), ("spec", FamilySide::Spec, "More transitions")];

/// The families, for the help.
fn families() -> String {
    let lines = FamilyKind::ALL.map(|(name, _, what)| format!("  {name:<23} {what}"));
    format!(
        "Families:\n{}\n\nExamples:\n  rely generate philosophers --size 12 -o phil12.aut\n  \
         rely generate leader --size 7 --format fsp",
        lines.join("\n")
    )
}
