//! `rely simulate`: a run, and what can happen next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BlockedView, ComponentView, TraceView};

/// `rely simulate`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SimulateDocument {
    /// `rely/simulate/1`
    pub schema: String,
    /// The model file.
    pub file: String,
    /// The target.
    pub target: String,
    /// Its components.
    pub components: Vec<ComponentView>,
    /// The run so far, step by step.
    pub steps: TraceView,
    /// The number of the choice that each step took: the same choices give the same run.
    pub taken: Vec<u64>,
    /// How many of the steps that were asked for are possible, one after the other; the run ends behind them.
    pub followed: u64,
    /// How many steps were asked for.
    pub asked: u64,
    /// If a part of what was asked for is repeated forever: the number of steps before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_start: Option<u64>,
    /// Where the components are, in order.
    pub states: Vec<StateView>,
    /// Possible next steps, sorted by action.
    pub choices: Vec<ChoiceView>,
    /// Are there more choices than are listed?
    pub more_choices: bool,
    /// Actions that some components offer and others refuse.
    pub blocked: Vec<BlockedView>,
    /// Has some component entered ERROR?
    pub in_error: bool,
    /// Is nothing possible although the system has not ended?
    pub deadlock: bool,
    /// Has the system ended?
    pub end: bool,
    /// The menus of the model: the actions that each leaves to a person.
    pub menus: Vec<MenuView>,
}

/// Where a component is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StateView {
    /// The number of the state; null for ERROR.
    pub number: Option<u32>,
    /// Its name in the source, else its number.
    pub name: String,
}

/// Something that can happen next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceView {
    /// Its number, from 0.
    pub number: u64,
    /// The action.
    pub action: String,
    /// The components that take part (positions).
    pub participants: Vec<usize>,
    /// The components whose state changes, with the new state: distinguishes choices of the same action.
    pub changes: Vec<(usize, String)>,
}

/// A menu of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MenuView {
    /// Its name.
    pub name: String,
    /// Its actions.
    pub actions: Vec<String>,
}
