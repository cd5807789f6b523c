//! What each command does with its request.

use std::sync::Arc;

use rely_report::Failure;
use rely_report::view::CompatAnswer;
use rely_workbench::store::StorePlace;
use rely_workbench::{
    AssumeOptions, CheckOptions, CompatOptions, Control, DrawOptions, Loaded, ModelFolder,
    NeighborhoodOptions, Place, ProveOptions, SimulateOptions, StateVector, SystemPartOptions, TraceDocument,
    assume, check, compat, draw_model_document, explain, neighborhood, prove, replay, simulate,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::fields::{
    AssumeRequest, CheckRequest, CompatRequest, DrawRequest, ExportRequest, NeighborhoodRequest,
    ProveRequest, ReplayRequest, SimulateRequest,
};
use super::wrong;
use crate::certified::with_certificates;
use crate::export::exported;
use crate::pieces;

/// What every command needs.
pub struct Run<'a> {
    pub folder: &'a ModelFolder,
    pub control: &'a Control,
}

impl Run<'_> {
    fn load(&self, file: &str) -> Result<Arc<Loaded>, Failure> {
        self.folder.load(file, self.control)
    }

    pub fn check(&self, request: CheckRequest) -> Result<Value, Failure> {
        let options = CheckOptions {
            target: request.target,
            properties: request.properties,
            fair_choice: request.fair_choice,
            ..CheckOptions::default()
        };
        value(&check(&*self.load(&request.file)?, &options, self.control)?.document)
    }

    pub fn assume(&self, request: AssumeRequest) -> Result<Value, Failure> {
        if request.module.is_empty() {
            return Err(wrong("`module`: an assumption needs a module, and none is named"));
        }
        let options = AssumeOptions {
            target: request.target,
            module: request.module,
            properties: request.properties,
            environment: request.environment,
            discharge: request.discharge,
            read: self.folder.read,
            ..AssumeOptions::default()
        };
        value(&assume(&*self.load(&request.file)?, &options, self.control)?.document)
    }

    pub fn prove(&self, request: ProveRequest) -> Result<Value, Failure> {
        let mut options = ProveOptions {
            target: request.target,
            properties: request.properties,
            rule: request.rule,
            split: request.split,
            learner: request.learner,
            portfolio: request.portfolio,
            rounds: request.rounds,
            ..ProveOptions::default()
        };
        let loaded = self.load(&request.file)?;
        let proof = |options: &ProveOptions| value(&prove(&loaded, options, self.control)?.document);
        if request.certificate { with_certificates(&mut options, proof) } else { proof(&options) }
    }

    pub fn compat(&self, request: CompatRequest) -> Result<Value, Failure> {
        let version = |given: String| match &request.component {
            Some(component) => format!("{given}:{component}"),
            None => given,
        };
        let options = CompatOptions {
            baselines: vec![version(request.baseline)],
            candidates: vec![version(request.candidate)],
            system: request.system,
            target: request.target,
            containment_only: request.no_system,
            properties: request.properties,
            forbid: request.forbid,
            deadlock: request.deadlock,
            allow_losses: request.allow_losses,
            completed: true,
            store: StorePlace::Nowhere,
            read: self.folder.read,
            ..CompatOptions::default()
        };
        match compat(&options, self.control)?.answer {
            CompatAnswer::One(document) => value(&document),
            CompatAnswer::Matrix(document) => value(&document),
        }
    }

    pub fn draw(&self, mut request: DrawRequest) -> Result<Value, Failure> {
        let asked = pieces::asked(&mut request)?;
        let options = DrawOptions {
            picture: request.picture,
            target: request.target,
            processes: request.processes,
            properties: request.properties,
            module: request.module,
            trace: request.trace.map(TraceDocument::from),
            radius: request.radius,
            max_states: request.max_states.unwrap_or(200).clamp(1, 5000),
            minimize: request.minimize,
            read: self.folder.read,
            ..DrawOptions::default()
        };
        if let Some(asked) = asked {
            return value(&asked.drawn(&request.file, &options, self.control)?);
        }
        value(&draw_model_document(&*self.load(&request.file)?, &options, self.control)?)
    }

    pub fn neighborhood(&self, request: NeighborhoodRequest) -> Result<Value, Failure> {
        let usual = SystemPartOptions::default();
        let states = |names: Vec<String>| -> Result<Vec<StateVector>, Failure> {
            names.iter().map(|name| name.parse().map_err(wrong)).collect()
        };
        let run = request.trace.map(TraceDocument::from);
        let options = NeighborhoodOptions {
            target: request.target,
            process: request.process,
            part: SystemPartOptions {
                places: states(request.around)?.into_iter().map(Place::At).collect(),
                run: run.map_or_else(Vec::new, |trace| [trace.actions, trace.cycle].concat()),
                radius: request.radius.unwrap_or(usual.radius),
                max_states: request.max_states.unwrap_or(usual.max_states),
                expanded: states(request.expanded)?,
            },
        };
        value(&neighborhood(&*self.load(&request.file)?, &options, self.control)?)
    }

    pub fn simulate(&self, request: SimulateRequest) -> Result<Value, Failure> {
        let options = SimulateOptions {
            target: request.target,
            actions: request.actions,
            cycle: request.cycle,
            choices: request.choices,
            random: request.random,
            seed: request.seed,
        };
        value(&simulate(&*self.load(&request.file)?, &options, self.control)?)
    }

    pub fn replay(&self, request: ReplayRequest) -> Result<Value, Failure> {
        let (target, trace) = (request.target.as_deref(), request.trace.into());
        value(&replay(&*self.load(&request.file)?, target, &trace, self.control)?)
    }

    pub fn export(&self, request: ExportRequest) -> Result<Value, Failure> {
        let mut data = request.data.unwrap_or_else(|| json!({}));
        let options = DrawOptions { read: self.folder.read, ..DrawOptions::default() };
        pieces::illustrate(&mut data, &options, self.control)?;
        Ok(json!({"html": exported(request.title.as_deref().unwrap_or("Rely"), &data)?}))
    }
}

/// The page of a code.
///
/// # Errors
/// If there is no such code.
pub fn explain_code(code: &str) -> Result<Value, Failure> {
    let page = explain(code).ok_or_else(|| {
        Failure::input("E1011", format!("there is no code `{code}`")).help("`rely explain` lists all codes")
    })?;
    Ok(json!({"code": code, "text": page}))
}

/// A document as JSON.
fn value(document: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(document)
        .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))
}
