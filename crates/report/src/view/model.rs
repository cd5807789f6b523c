//! The parts of a model that commands use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MenuView;

/// The definitions of a model.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ModelView {
    /// Possible targets of commands, in the order of the text.
    pub targets: Vec<TargetView>,
    /// Property processes, progress tests and asserts.
    pub properties: Vec<String>,
    /// Processes that are not properties.
    pub processes: Vec<String>,
    /// The menus: the actions that each leaves to a person.
    pub menus: Vec<MenuView>,
}

/// A target.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TargetView {
    /// Its name.
    pub name: String,
    /// `composite`, `process`, `property`, or `all` for all processes in parallel.
    pub kind: String,
    /// Is it meant when none is named?
    pub default: bool,
}
