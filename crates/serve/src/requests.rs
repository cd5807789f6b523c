//! Requests to the workbench: the options and the documents of the command line.
//!
//! A request is an object with `command`, the fields of that command, and perhaps `limits`. A field that is
//! null counts as absent.

mod fields;
mod run;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rely_report::Failure;
use rely_workbench::{Control, Limits, ModelFolder};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::jobs::Weight;
pub use fields::DrawRequest;
use fields::{
    AssumeRequest, CheckRequest, CompatRequest, ExplainRequest, ExportRequest, LimitsRequest,
    NeighborhoodRequest, ProveRequest, ReplayRequest, SimulateRequest,
};

/// A request.
#[derive(Deserialize)]
pub struct Request {
    command: Command,
    #[serde(default)]
    limits: LimitsRequest,
}

/// A command with its fields.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Command {
    Assume(AssumeRequest),
    Check(CheckRequest),
    Compat(CompatRequest),
    Draw(Box<DrawRequest>),
    Explain(ExplainRequest),
    Export(ExportRequest),
    Neighborhood(NeighborhoodRequest),
    Prove(ProveRequest),
    Replay(ReplayRequest),
    Simulate(SimulateRequest),
}

/// A request that makes no sense.
pub fn wrong(message: impl Into<String>) -> Failure {
    Failure::input("E1000", message)
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// If it is not JSON, if its command is unknown, or if a field is missing, unknown or of the wrong type.
    pub fn read(bytes: &[u8]) -> Result<Request, Failure> {
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| wrong(format!("the request is not JSON: {error}")))?;
        let Value::Object(mut fields) = value else {
            return Err(wrong("a request is an object with the field `command`"));
        };
        fields.retain(|_, value| !value.is_null());
        let command = match fields.swap_remove("command") {
            Some(Value::String(command)) => command,
            Some(_) => return Err(wrong("`command`: expected a string")),
            None => return Err(wrong("missing field `command`")),
        };
        let limits = fields.swap_remove("limits").unwrap_or_else(|| json!({}));
        // The command becomes the key of its fields: an enum of this form is read directly. With the command
        // among the fields, `serde` would read them into a buffer first, and errors would not name the field.
        let request = json!({ "command": { command: fields }, "limits": limits });
        serde_path_to_error::deserialize(request).map_err(|error| wrong(explained(&error)))
    }

    /// How much work it may be.
    pub fn weight(&self) -> Weight {
        match self.command {
            Command::Neighborhood(_) | Command::Simulate(_) | Command::Explain(_) => Weight::Light,
            _ => Weight::Heavy,
        }
    }

    /// Limits, threads and cancellation of the work.
    pub fn control(&self, usual: &Limits, threads: usize, stop: Arc<AtomicBool>) -> Control {
        Control::new(&self.limits.over(usual), threads, stop)
    }

    /// Does the work.
    ///
    /// # Errors
    /// Those of the command.
    pub fn answer(self, folder: &ModelFolder, control: &Control) -> Result<Value, Failure> {
        let run = run::Run { folder, control };
        match self.command {
            Command::Assume(request) => run.assume(request),
            Command::Check(request) => run.check(request),
            Command::Compat(request) => run.compat(request),
            Command::Draw(request) => run.draw(*request),
            Command::Explain(request) => run::explain_code(&request.code),
            Command::Export(request) => run.export(request),
            Command::Neighborhood(request) => run.neighborhood(request),
            Command::Prove(request) => run.prove(request),
            Command::Replay(request) => run.replay(request),
            Command::Simulate(request) => run.simulate(request),
        }
    }
}

/// The message of an error, with the field that it is about.
fn explained(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let message = error.inner().to_string();
    let path: Vec<String> = error.path().iter().map(ToString::to_string).collect();
    let field = match path.split_first() {
        // `command`, its name, and then the fields of the request.
        Some((first, rest)) if first == "command" && !rest.is_empty() => &rest[1..],
        _ => &path,
    };
    match field.last() {
        Some(last) if !message.contains(&format!("`{last}`")) => {
            format!("`{}`: {message}", field.join(".").replace(".[", "["))
        }
        _ => message,
    }
}
