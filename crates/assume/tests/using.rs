//! What is done with an assumption, against the definitions: warnings, live components, deviations, drift.

#[path = "using/deviations.rs"]
mod deviations;
#[path = "using/drift.rs"]
mod drift;
#[path = "using/live.rs"]
mod live;
#[path = "using/naive.rs"]
mod naive;
#[path = "using/useful.rs"]
mod useful;
