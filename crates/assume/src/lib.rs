//! What a component needs from its environment, exactly.
//!
//! A [`Question`] is a module, its properties and a [`Boundary`]. [`weakest`] answers it: the module keeps
//! the properties in every environment, in none, or exactly in those that satisfy an [`Assumption`]
//! \[GPB02\].
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`rely_lts::Context`].

mod assumption;
mod construct;
mod deviations;
mod discharge;
mod drift;
mod explain;
mod extract;
mod live;
mod outcome;
mod partial;
mod possible;
pub mod prove;
mod question;
mod run_along;
mod shortest;
mod through;
mod useful;
mod view;
mod walk;
mod witness;

pub use assumption::{Assumption, NotAnAssumption};
pub use construct::weakest;
pub use deviations::{Departure, Deviation, Deviations, deviations};
pub use discharge::{Discharge, Discharged, discharge, satisfies, shares_internal, whole};
pub use drift::{Drift, Drifted, Reading};
pub use explain::{ExplainedState, Explanation, Extent, explain};
pub use live::{DeadEnd, Live, most_general_live};
pub use outcome::{
    Construction, ConstructionReport, Forbidden, Partial, Prefix, Size, WeakestAnswer, WeakestResult,
};
pub use possible::possible;
pub use question::{Boundary, NotOfTheModule, Question};
pub use run_along::{run_along, shortest_run_along};
pub use shortest::ShortestTraces;
pub use through::{Stage, Through, through};
pub use useful::{LIMIT as USEFULNESS_LIMIT, Warning, usefulness};
pub use witness::{Path, Witness, WitnessEdge, WitnessNode, weakest_witness};
