//! Pictures of machines, systems, runs and proofs.
//!
//! Everything is drawn by the program itself, from left to right, in columns: see [`layout`](mod@layout).
//! Same input, same bytes.
//!
//! [`machine`] and its neighbors make a [`Diagram`] of what they are given; it becomes a [`Scene`], which
//! [`write_svg`] and others write. [`score`] judges a layout by looking at it.

mod architecture;
mod diagram;
mod dot;
mod escape;
mod fragment;
mod label;
pub mod layout;
mod machine;
mod proof;
mod scene;
mod score;
mod sequence;
mod svg;
mod text;
mod tikz;

pub use architecture::{MOST_COMPONENTS, architecture};
pub use diagram::{Diagram, DiagramEdge, DiagramNode, EdgeKind, Hidden, NodeKind, side_by_side};
pub use dot::write_dot;
pub use escape::xml as escape_xml;
pub use fragment::{Fragment, FragmentMove, FragmentState, StateKind, fragment};
pub use machine::{MachineOptions, Near, Part, ShowsSink, Steps, is_readable, machine, near};
pub use proof::{Outcome, ProofAssumption, ProofPicture, ProofPremise, proof};
pub use scene::{Anchor, Dash, Form, Ink, Item, Look, Scene, Weight};
pub use score::{Judged, JudgedEdge, Score, judge, score};
pub use sequence::{Ending, Participant, SequenceChart, SequenceStep};
pub use svg::write_svg;
pub use tikz::write_tikz;
