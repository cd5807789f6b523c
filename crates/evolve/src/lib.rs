//! May a new version of a component replace the old one?
//!
//! [`Versions`] are the baseline and the candidate, seen through an interface. *Containment*: nothing that the baseline offered is
//! missing, except what is prohibited. *Compatibility*: the system with the candidate keeps its properties \[CSS04\].
//!
//! Everything here is pure: no files, clock, terminal or threads other than through [`rely_lts::Context`].

mod versions;

pub use versions::{NotVersions, Versions};
