//! Pictures of machines, systems, runs and proofs, as SVG, TikZ or DOT.
//!
//! The crate has its own layered layout, from left to right ([`layout`](mod@layout)), and needs no other
//! program. The same input always gives the same bytes.
//!
//! # The types to know
//!
//! 1. [`Diagram`]: nodes and edges with their texts. [`machine()`], [`architecture()`], [`proof()`],
//!    [`fragment()`] and [`system_part()`] make one from a transition system, a system, a proof, a part of a
//!    machine, or the states near others in a system of any size.
//! 2. [`Scene`]: shapes, lines and texts with coordinates, from [`Diagram::scene`] or
//!    [`SequenceChart::scene`].
//! 3. The writers: [`write_svg`] and [`write_tikz`] take a [`Scene`], [`write_dot`] takes a [`Diagram`], and
//!    [`write_mermaid`], [`write_plantuml`] and [`write_text_chart`] take a [`SequenceChart`].
//!
//! [`score()`] counts the faults of a layout: crossings, overlaps, lines over nodes.
//!
//! # Example
//!
//! ```
//! use rely_draw::{MachineOptions, machine, write_dot, write_svg};
//! use rely_lts::{Actions, LtsBuilder};
//!
//! let actions = Actions::new();
//! let mut builder = LtsBuilder::new(&actions);
//! let (off, on) = (builder.add_state()?, builder.add_state()?);
//! builder.add_transition(off, actions.intern("press"), on);
//! builder.add_transition(on, actions.intern("press"), off);
//! let lamp = builder.finish(off)?;
//!
//! let diagram = machine(&lamp, &MachineOptions { name: "LAMP".to_string(), ..MachineOptions::default() });
//! assert_eq!((diagram.nodes.len(), diagram.edges.len()), (2, 2));
//! assert!(write_svg(&diagram.scene()).starts_with("<svg"));
//! assert!(write_dot(&diagram).contains("press"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod architecture;
mod diagram;
mod dot;
mod escape;
mod fragment;
mod label;
pub mod layout;
mod machine;
mod path;
mod proof;
mod scene;
mod score;
mod sequence;
mod svg;
mod system_part;
mod text;
mod tikz;

pub use architecture::{MOST_COMPONENTS, architecture};
pub use diagram::{Diagram, DiagramEdge, DiagramNode, EdgeKind, Hidden, NodeKind, side_by_side};
pub use dot::write_dot;
pub use escape::xml as escape_xml;
pub use fragment::{Fragment, FragmentMove, FragmentState, StateKind, fragment};
pub use machine::{MachineOptions, Near, Part, ShowsSink, Steps, is_readable, machine, near};
pub use path::path;
pub use proof::{ProofAssumption, ProofOutcome, ProofPicture, ProofPremise, proof};
pub use scene::{Anchor, Dash, Form, Ink, Item, Look, Scene, Weight};
pub use score::{Judged, JudgedEdge, Score, judge, score};
pub use sequence::{
    Charset, Ending, Participant, SequenceChart, SequenceStep, TextChartOptions, write_mermaid,
    write_plantuml, write_text_chart,
};
pub use svg::write_svg;
pub use system_part::{
    MOST_STATES, Place, StateVector, SystemPart, SystemPartError, SystemPartOptions, system_part,
};
pub use tikz::write_tikz;
