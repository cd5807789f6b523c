//! Pictures of documents, their runs and their machines.
//!
//! Data flows one way: a [`Document`] says which [`Piece`]s of it can be drawn, a piece becomes a [`Content`]
//! (graphs or a run, with `rely-draw`), and the content is written in a [`PictureFormat`] or becomes a
//! [`DrawDocument`](crate::view::DrawDocument).
//!
//! ```
//! use rely_report::Document;
//! use rely_report::picture::{PictureFormat, PictureOptions};
//!
//! let document = Document::read(
//!     br#"{"schema": "rely/replay/1", "file": "m.lts", "target": "S", "verdict": "replayed", "step": 1,
//!     "reason": null, "steps": {"components": ["A", "B"], "initial": ["0", "0"],
//!     "steps": [{"action": "go", "participants": [0, 1], "changes": []}], "enabled": [], "blocked": []}}"#,
//! )
//! .expect("all fields are there");
//! let pieces = document.pieces();
//! assert_eq!(pieces[0].address, "/steps");
//! let unread = |_: &_| unreachable!("a replay has no versions to read");
//! let content = pieces[0].piece.content("m.lts", &PictureOptions::default(), &unread)?;
//! assert!(content.write("m.lts", PictureFormat::Mermaid)?.text.contains("Note over p0,p1: go"));
//! # Ok::<(), rely_report::Failure>(())
//! ```

mod assumption;
mod content;
mod piece;
mod proof;
mod run;
mod versions;

use rely_lts::Component;

use crate::view::VersionView;
use crate::{Document, Failure};
pub use content::{Content, Drawn};
pub use piece::{Addressed, MachinePiece, Piece, RunPiece};
pub use run::sequence_chart;

/// States of a machine that is drawn in part, at most.
const SOME_STATES: usize = 60;

/// What a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Picture {
    /// The machine of the target, or those of some processes.
    #[default]
    Machine,
    /// Components, properties and their shared actions.
    Architecture,
    /// A run: the first that violates something.
    Trace,
    /// A proof by a rule.
    Proof,
    /// The weakest assumption of a module.
    Assumption,
    /// Two versions of a component.
    Compat,
}

impl Picture {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Picture); 6] = [
        ("machine", Picture::Machine),
        ("architecture", Picture::Architecture),
        ("trace", Picture::Trace),
        ("proof", Picture::Proof),
        ("assumption", Picture::Assumption),
        ("compat", Picture::Compat),
    ];

    /// The name, as options and documents have it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, picture)| *picture == self).expect("all pictures are listed").0
    }
}

/// The language of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureFormat {
    /// For browsers.
    #[default]
    Svg,
    /// For papers.
    Tikz,
    /// For Graphviz; graphs only.
    Dot,
    /// For Mermaid; runs only.
    Mermaid,
    /// For PlantUML; runs only.
    Plantuml,
    /// For programs: the content of the picture, and the SVG.
    Json,
}

impl PictureFormat {
    /// All of them, with their names.
    pub const ALL: [(&'static str, PictureFormat); 6] = [
        ("svg", PictureFormat::Svg),
        ("tikz", PictureFormat::Tikz),
        ("dot", PictureFormat::Dot),
        ("mermaid", PictureFormat::Mermaid),
        ("plantuml", PictureFormat::Plantuml),
        ("json", PictureFormat::Json),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, f)| *f == self).expect("all formats are listed").0
    }

    /// The format that a file name asks for.
    pub fn of_file(path: &std::path::Path) -> Option<PictureFormat> {
        match path.extension()?.to_str()? {
            "svg" => Some(PictureFormat::Svg),
            "tex" | "tikz" => Some(PictureFormat::Tikz),
            "dot" | "gv" => Some(PictureFormat::Dot),
            "mmd" | "mermaid" => Some(PictureFormat::Mermaid),
            "puml" | "plantuml" => Some(PictureFormat::Plantuml),
            "json" => Some(PictureFormat::Json),
            _ => None,
        }
    }
}

/// How much of a document is drawn.
#[derive(Clone, Debug)]
pub struct PictureOptions {
    /// Runs and proofs: only those of these properties; all if there are none.
    pub properties: Vec<String>,
    /// Large machines: the number of steps from the initial state or the marked run.
    pub radius: Option<usize>,
    /// Machines with more states are drawn in part.
    pub max_states: usize,
}

impl Default for PictureOptions {
    fn default() -> Self {
        PictureOptions { properties: Vec::new(), radius: None, max_states: 200 }
    }
}

impl PictureOptions {
    /// Is this property to be drawn?
    fn wants(&self, property: &String) -> bool {
        self.properties.is_empty() || self.properties.contains(property)
    }
}

/// Reads a version of a component again: `rely/compat/1` names the versions, but does not contain them.
pub type ReadVersion<'a> = dyn Fn(&VersionView) -> Result<Component, Failure> + 'a;

impl Document {
    /// Is there a picture of the document as a whole?
    pub fn has_picture(&self) -> bool {
        matches!(self, Document::Check(_) | Document::Assume(_) | Document::Prove(_) | Document::Compat(_))
    }

    /// The picture of the document as a whole: the first counterexample, the assumption, the proofs, or both
    /// versions. `path` names the document in messages.
    ///
    /// # Errors
    /// If there is no such picture ([`Document::has_picture`]), if there is nothing to draw, if an LTS in the
    /// document contradicts itself, or if a version cannot be read.
    pub fn picture(
        &self,
        path: &str,
        options: &PictureOptions,
        read: &ReadVersion<'_>,
    ) -> Result<Content, Failure> {
        match self {
            Document::Check(document) => run::checked(path, document, options),
            Document::Assume(document) => assumption::assumed(path, document, options),
            Document::Prove(document) => {
                proof::proved(path, &document.target, document.results.iter(), options)
            }
            Document::Compat(document) => versions::compared(document, options, read),
            other => {
                let message = format!("there is no picture of a document with the schema {}", other.schema());
                Err(Failure::in_file("E1050", path, message)
                    .help("draw a document of `rely check`, `assume`, `prove` or `compat`"))
            }
        }
    }
}
