//! From requests to the workbench: the same options, the same documents as on the command line.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rely_workbench::store::StorePlace;
use rely_workbench::{
    AssumeOptions, CheckOptions, CompatAnswer, CompatOptions, Control, DrawOptions, Failure, LEARNERS,
    Learner, Limits, NeighborhoodOptions, Picture, Place, ProveOptions, RULES, Reduction, SimulateOptions,
    StateVector, TraceDocument, assume, check, compat, draw_model_document, explain, neighborhood, prove,
    replay, simulate,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::export::exported;
use crate::fields::{Fields, wrong};
use crate::folder::Folder;
use crate::jobs::Weight;
use crate::pieces;

/// A request that was understood as far as its command.
pub struct Request {
    command: String,
    fields: Fields,
}

/// Everything that can be asked for.
const COMMANDS: [&str; 10] =
    ["assume", "check", "compat", "draw", "explain", "export", "neighborhood", "prove", "replay", "simulate"];

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(bytes: &[u8]) -> Result<Request, Failure> {
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| wrong(format!("the request is not JSON: {error}")))?;
        let mut fields = Fields::of(value)?;
        let command = fields.needed("command")?;
        if !COMMANDS.contains(&command.as_str()) {
            return Err(wrong(format!("there is no command `{command}`"))
                .help(format!("there are {}", COMMANDS.join(", "))));
        }
        Ok(Request { command, fields })
    }

    /// How much work it may be.
    pub fn weight(&self) -> Weight {
        match self.command.as_str() {
            "neighborhood" | "simulate" | "explain" => Weight::Light,
            _ => Weight::Heavy,
        }
    }

    /// What the work may cost: `limits`, as far as they are other than usual.
    ///
    /// # Errors
    /// If the limits make no sense.
    pub fn control(
        &mut self,
        usual: &Limits,
        threads: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<Control, Failure> {
        Ok(Control::new(&self.fields.limits(usual)?, threads, stop))
    }

    /// Does the work.
    ///
    /// # Errors
    /// As the command does, and if the request makes no sense.
    pub fn answer(self, folder: &Folder, control: Control) -> Result<Value, Failure> {
        let asked = Asked { folder, control: &control, fields: self.fields };
        match self.command.as_str() {
            "assume" => asked.assume(),
            "check" => asked.check(),
            "compat" => asked.compat(),
            "draw" => asked.draw(),
            "explain" => asked.explain(),
            "export" => asked.export(),
            "neighborhood" => asked.neighborhood(),
            "prove" => asked.prove(),
            "replay" => asked.replay(),
            "simulate" => asked.simulate(),
            other => Err(wrong(format!("there is no command `{other}`"))),
        }
    }
}

/// A request in the making.
struct Asked<'a> {
    folder: &'a Folder,
    control: &'a Control,
    fields: Fields,
}

impl Asked<'_> {
    fn check(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let options = CheckOptions {
            target: self.fields.text("target")?,
            properties: self.fields.names("properties")?,
            fair_choice: self.fields.flag("fairChoice", true)?,
            ..CheckOptions::default()
        };
        self.fields.finish()?;
        let loaded = self.folder.load(&file, self.control)?;
        value(&check(&loaded, &options, self.control)?.document)
    }

    fn assume(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let options = AssumeOptions {
            target: self.fields.text("target")?,
            module: self.fields.names("module")?,
            properties: self.fields.names("properties")?,
            environment: self.fields.names("environment")?,
            discharge: self.fields.flag("discharge", false)?,
            read: self.folder.read,
            ..AssumeOptions::default()
        };
        self.fields.finish()?;
        if options.module.is_empty() {
            return Err(wrong("an assumption is one of a module, and none is named"));
        }
        let loaded = self.folder.load(&file, self.control)?;
        value(&assume(&loaded, &options, self.control)?.document)
    }

    fn prove(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let learners: Vec<(&str, Option<Learner>)> =
            LEARNERS.iter().map(|name| (*name, Learner::from_name(name))).collect();
        let mut options = ProveOptions {
            target: self.fields.text("target")?,
            properties: self.fields.names("properties")?,
            rule: self.fields.one_of("rule", &RULES)?.flatten(),
            split: self.fields.text("split")?,
            learner: self.fields.one_of("learner", &learners)?.flatten(),
            portfolio: self.fields.flag("portfolio", true)?,
            rounds: self.fields.flag("rounds", true)?,
            ..ProveOptions::default()
        };
        let certificate = self.fields.flag("certificate", false)?;
        self.fields.finish()?;
        let loaded = self.folder.load(&file, self.control)?;
        if !certificate {
            return value(&prove(&loaded, &options, self.control)?.document);
        }
        crate::certified::with_certificates(&mut options, |options| {
            value(&prove(&loaded, options, self.control)?.document)
        })
    }

    fn compat(mut self) -> Result<Value, Failure> {
        let component = self.fields.text("component")?;
        let version = |given: String| match &component {
            Some(component) => format!("{given}:{component}"),
            None => given,
        };
        let options = CompatOptions {
            baselines: vec![version(self.fields.needed("baseline")?)],
            candidates: vec![version(self.fields.needed("candidate")?)],
            system: self.fields.text("system")?,
            target: self.fields.text("target")?,
            containment_only: self.fields.flag("noSystem", false)?,
            properties: self.fields.names("properties")?,
            forbid: self.fields.names("forbid")?,
            deadlock: self.fields.flag("deadlock", false)?,
            allow_losses: self.fields.flag("allowLosses", false)?,
            completed: true,
            store: StorePlace::Nowhere,
            read: self.folder.read,
            ..CompatOptions::default()
        };
        self.fields.finish()?;
        match compat(&options, self.control)?.answer {
            CompatAnswer::One(document) => value(&document),
            CompatAnswer::Matrix(document) => value(&document),
        }
    }

    fn draw(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let asked = pieces::asked(&mut self.fields)?;
        let options = DrawOptions {
            picture: self.fields.one_of("picture", &Picture::ALL)?.unwrap_or_default(),
            target: self.fields.text("target")?,
            processes: self.fields.names("processes")?,
            properties: self.fields.names("properties")?,
            module: self.fields.names("module")?,
            trace: self.trace()?,
            radius: self.fields.number("radius")?.map(|steps| usize::try_from(steps).unwrap_or(usize::MAX)),
            max_states: self.fields.number("maxStates")?.unwrap_or(200).clamp(1, 5000) as usize,
            minimize: self.fields.one_of("minimize", &Reduction::ALL)?,
            read: self.folder.read,
            ..DrawOptions::default()
        };
        self.fields.finish()?;
        if let Some(asked) = asked {
            return value(&asked.drawn(&file, &options, self.control)?);
        }
        let loaded = self.folder.load(&file, self.control)?;
        value(&draw_model_document(&loaded, &options, self.control)?)
    }

    /// What is near some states; these go by their keys in documents.
    fn neighborhood(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let usual = NeighborhoodOptions::default();
        let states = |names: Vec<String>| -> Result<Vec<StateVector>, Failure> {
            names.iter().map(|name| name.parse().map_err(wrong)).collect()
        };
        let or = |number: Option<u64>, usual: usize| {
            number.map_or(usual, |number| usize::try_from(number).unwrap_or(usize::MAX))
        };
        let run = self.trace()?.map_or_else(Vec::new, |trace| [trace.actions, trace.cycle].concat());
        let options = NeighborhoodOptions {
            target: self.fields.text("target")?,
            process: self.fields.text("process")?,
            places: states(self.fields.names("around")?)?.into_iter().map(Place::At).collect(),
            run,
            radius: or(self.fields.number("radius")?, usual.radius),
            max_states: or(self.fields.number("maxStates")?, usual.max_states),
            expanded: states(self.fields.names("expanded")?)?,
        };
        self.fields.finish()?;
        let loaded = self.folder.load(&file, self.control)?;
        value(&neighborhood(&loaded, &options, self.control)?)
    }

    fn simulate(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let options = SimulateOptions {
            target: self.fields.text("target")?,
            actions: self.fields.names("actions")?,
            cycle: self.fields.names("cycle")?,
            choices: self.fields.numbers("choices")?,
            random: self.fields.number("random")?.unwrap_or(0),
            seed: self.fields.number("seed")?.unwrap_or(0),
        };
        self.fields.finish()?;
        let loaded = self.folder.load(&file, self.control)?;
        value(&simulate(&loaded, &options, self.control)?)
    }

    fn replay(mut self) -> Result<Value, Failure> {
        let file = self.fields.needed("file")?;
        let target = self.fields.text("target")?;
        let trace = self.trace()?.ok_or_else(|| wrong("the request has no `trace`"))?;
        self.fields.finish()?;
        let loaded = self.folder.load(&file, self.control)?;
        value(&replay(&loaded, target.as_deref(), &trace, self.control)?)
    }

    fn explain(mut self) -> Result<Value, Failure> {
        let code = self.fields.needed("code")?;
        self.fields.finish()?;
        let page = explain(&code).ok_or_else(|| {
            Failure::input("E1011", format!("there is no code `{code}`"))
                .help("`rely explain` lists all codes")
        })?;
        Ok(json!({"code": code, "text": page}))
    }

    fn export(mut self) -> Result<Value, Failure> {
        let title = self.fields.text("title")?;
        let mut data = self.fields.value("data").unwrap_or_else(|| json!({}));
        self.fields.finish()?;
        let options = DrawOptions { read: self.folder.read, ..DrawOptions::default() };
        pieces::illustrate(&mut data, &options, self.control)?;
        Ok(json!({"html": exported(title.as_deref().unwrap_or("Rely"), &data)?}))
    }

    /// `trace`: actions, or actions and a cycle.
    fn trace(&mut self) -> Result<Option<TraceDocument>, Failure> {
        match self.fields.value("trace") {
            None => Ok(None),
            Some(list @ Value::Array(_)) => {
                let mut fields = Fields::of(json!({"trace": list}))?;
                Ok(Some(TraceDocument::new(fields.names("trace")?, Vec::new())))
            }
            Some(value) => {
                let mut fields = Fields::of(value)
                    .map_err(|_| wrong("`trace` is a list of actions, or has `actions` and `cycle`"))?;
                let trace = TraceDocument::new(fields.names("actions")?, fields.names("cycle")?);
                fields.finish()?;
                Ok(Some(trace))
            }
        }
    }
}

/// A document as JSON.
fn value(document: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(document)
        .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))
}
