//! From the answers about single places to one verdict per check.

use std::collections::BTreeSet;

use rely_code::encode::{CheckKind as Kind, Program, Site};
use rely_code::engine::{Answer, Cause, Outcome, Path, Reason};
use rely_code::follow::{Execution, Happening, follow, simplified};
use rely_code::graph::{Graph, named_callee};
use rely_io::Control;
use rely_llvm::ir::{BinaryOp, FunctionId, Op};
use rely_lts::Spent;
use rely_report::Failure;
use rely_report::prose::count;
use rely_report::view::{CheckKind, ExecutionView, ResultView, VerdictKind};

use super::execute::{Shown, confirm};
use super::places::places;
use super::property::{Observed, occurs};
use super::source::Source;
use super::{PROGRAM_CHECKS, ProgramOptions, name_of};
use crate::check::blank;

/// A program and the answers of the engines.
pub(super) struct Judged<'a> {
    pub source: &'a Source,
    pub graph: &'a Graph,
    pub program: &'a Program,
    pub outcome: &'a Outcome,
    /// The function where executions begin.
    pub entry: &'a str,
    /// It is a driver that Rely adds.
    pub driven: bool,
    /// Properties over actions.
    pub observed: Option<&'a Observed>,
    /// Encodes the program again, without properties.
    pub encode: &'a dyn Fn() -> Result<Program, Spent>,
}

impl Judged<'_> {
    /// One result per check.
    pub fn results(
        &self,
        checks: &BTreeSet<Kind>,
        options: &ProgramOptions,
        control: &Control,
    ) -> Result<Vec<ResultView>, Failure> {
        let mut results = Vec::new();
        let obstacle = self.obstacle()?;
        let automata = self.observed.iter().flat_map(|observed| &observed.automata);
        let properties = (0..).zip(automata).map(|(number, own)| (&*own.name, Kind::Property(number)));
        let usual = PROGRAM_CHECKS.iter().filter(|(_, kind, _)| checks.contains(kind));
        for (name, kind) in properties.chain(usual.map(|&(name, kind, _)| (name, kind))) {
            let mut result = blank(CheckKind::Safety, name);
            if let Some((site, path)) = self.violation(kind) {
                self.violated(&mut result, site, path, options, control)?;
            } else if let Some(reason) = self.undecided(kind) {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason);
            } else if let Some(Obstacle { reason, execution }) = &obstacle {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(reason.clone());
                if let Some(execution) = execution {
                    result.places = places(self, execution, control);
                }
            } else if let Some(cut) = self.cut_off(kind) {
                result.verdict = VerdictKind::Unknown;
                result.reason = Some(cut);
            } else if let Kind::Property(number) = kind {
                self.vacuity(&mut result, number, control)?;
            } else if !self.occurs(kind) {
                result.vacuous = true;
                result.reason = Some(nothing(kind).to_string());
            }
            results.push(result);
        }
        Ok(results)
    }

    /// A property holds; does any of its actions happen?
    fn vacuity(&self, result: &mut ResultView, number: u32, control: &Control) -> Result<(), Failure> {
        let automaton = self.observed.and_then(|observed| observed.automata.get(number as usize));
        let Some(automaton) = automaton else { return Ok(()) };
        match occurs((self.encode)()?, automaton, control) {
            Some(true) => {}
            Some(false) => {
                result.vacuous = true;
                result.reason = Some("no action of the property ever occurs".to_string());
            }
            None => {
                result.notes.push("it is not decided whether an action of the property occurs".to_string())
            }
        }
        Ok(())
    }

    /// The places of a kind of check with their answers.
    fn sites(&self, kind: Kind) -> impl Iterator<Item = (&Site, &Answer)> {
        let answers = self.outcome.checks.iter();
        let all = answers.map(|check| (&self.program.sites[check.number as usize], &check.answer));
        all.filter(move |(site, _)| site.kind == kind)
    }

    /// The violation of a kind of check with the shortest path.
    fn violation(&self, kind: Kind) -> Option<(&Site, &Path)> {
        let found = self.sites(kind).filter_map(|(site, answer)| match answer {
            Answer::Unsafe(path) => Some((site, path)),
            _ => None,
        });
        found.min_by_key(|(_, path)| path.steps.len())
    }

    /// Why a check of a kind is not decided.
    fn undecided(&self, kind: Kind) -> Option<String> {
        let open: Vec<(&Site, &Reason)> = self
            .sites(kind)
            .filter_map(|(site, answer)| match answer {
                Answer::Unknown(reason) => Some((site, reason)),
                _ => None,
            })
            .collect();
        let (site, reason) = open.first()?;
        let others = match open.len() {
            1 => String::new(),
            n => format!(", and {}", count(n as u64 - 1, "other place")),
        };
        Some(format!("{}{}{others}: {}", site.message, self.at(site), self.why(reason)))
    }

    fn why(&self, reason: &Reason) -> String {
        let cause = match &reason.cause {
            Cause::Spent(spent) => spent.to_string(),
            Cause::Exhausted => "no engine can decide it".to_string(),
            _ => "an answer was not confirmed (a defect of Rely)".to_string(),
        };
        match reason.point {
            Some(point) => {
                format!(
                    "{cause}; the loop at {} is not settled",
                    self.program.blocks.points[point.index()].name
                )
            }
            None => cause,
        }
    }

    /// Where a check is, for messages.
    pub fn at(&self, site: &Site) -> String {
        match site.place {
            Some(place) => format!(" ({}:{})", self.source.file(place), place.line),
            None => String::new(),
        }
    }

    /// Something that is not modeled and may be reached: then nothing holds.
    fn obstacle(&self) -> Result<Option<Obstacle>, Failure> {
        if let Some((site, path)) = self.violation(Kind::Unmodeled) {
            let execution = self.execution(path)?;
            let reason = format!("not modeled: {}{}", site.message, self.at(site));
            return Ok(Some(Obstacle { reason, execution: Some(execution) }));
        }
        let reason = self.undecided(Kind::Unmodeled);
        Ok(reason.map(|reason| Obstacle {
            reason: format!("something that is not modeled may be reached: {reason}"),
            execution: None,
        }))
    }

    /// Executions end at undefined behavior and at errors, so what comes after it was not checked.
    fn cut_off(&self, kind: Kind) -> Option<String> {
        // A failed assertion ends the program itself.
        let ends = [Kind::Memory, Kind::Division, Kind::Overflow, Kind::Shift, Kind::ErrorCall];
        let cutting = ends.into_iter().filter(|&other| other != kind);
        for other in cutting {
            let cut = self.violation(other).map(|(site, _)| format!("{}{}", site.message, self.at(site)));
            if let Some(what) = cut {
                return Some(format!(
                    "executions end at the violation of {} ({what}); what follows was not checked",
                    name_of(other)
                ));
            }
            if let Some(reason) = self.undecided(other) {
                return Some(format!(
                    "executions may end earlier, since {} is undecided: {reason}",
                    name_of(other)
                ));
            }
        }
        None
    }

    /// Does a function that may be called contain anything that the check is about?
    fn occurs(&self, kind: Kind) -> bool {
        let module = &self.source.module;
        let functions: BTreeSet<FunctionId> = self.graph.instances.iter().map(|i| i.function).collect();
        let blocks = functions.into_iter().flat_map(|id| &module.functions[id.index()].blocks);
        blocks.flat_map(|block| &block.instructions).any(|instruction| match &instruction.op {
            Op::Call(call) => {
                named_callee(call).is_some_and(|callee| match &*module.functions[callee.index()].name {
                    "reach_error" | "__VERIFIER_error" => kind == Kind::ErrorCall,
                    "__assert_fail" | "__assert" | "__assert_rtn" => kind == Kind::Assertion,
                    "abort" | "llvm.trap" | "llvm.debugtrap" => kind == Kind::Abort,
                    "free" => kind == Kind::Memory,
                    _ => false,
                })
            }
            Op::Load { .. } | Op::Store { .. } => kind == Kind::Memory,
            Op::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. } => {
                kind == Kind::Division
            }
            Op::Binary { op: BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, .. } => kind == Kind::Shift,
            Op::Binary { nsw: true, .. } => kind == Kind::Overflow,
            _ => false,
        })
    }

    pub fn execution(&self, path: &Path) -> Result<Execution, Failure> {
        follow(self.program, &simplified(self.program, path))
            .map_err(|error| Failure::Internal(format!("a counterexample is not an execution: {error}")))
    }

    fn violated(
        &self,
        result: &mut ResultView,
        site: &Site,
        path: &Path,
        options: &ProgramOptions,
        control: &Control,
    ) -> Result<(), Failure> {
        let execution = self.execution(path)?;
        result.verdict = VerdictKind::Violated;
        result.reason = Some(format!("{}{}", site.message, self.at(site)));
        result.places = places(self, &execution, control);
        result.trace = match (site.kind, self.observed) {
            (Kind::Property(_), Some(observed)) => {
                let actions = execution.events.iter().filter_map(|event| match event.what {
                    Happening::Mapped(_, _, action) => action,
                    _ => None,
                });
                actions.map(|action| observed.bound.actions[action as usize].clone()).collect()
            }
            _ => result.places.iter().map(|place| format!("{}:{}", place.file, place.line)).collect(),
        };
        let (executed, observed) = match confirm(self, &execution, options, control)? {
            Shown::Confirmed(what) => (true, what),
            Shown::NotRun(why) => (false, why),
            Shown::Otherwise(what) => {
                // The model may differ from the program, so this is a suspicion.
                let reason = result.reason.take().unwrap_or_default();
                result.verdict = VerdictKind::Unknown;
                result.trace.clear();
                result.reason = Some(format!("suspected, but not confirmed by execution ({what}): {reason}"));
                (false, what)
            }
        };
        result.execution = Some(ExecutionView { executed, observed });
        Ok(())
    }
}

/// Why nothing holds.
struct Obstacle {
    reason: String,
    execution: Option<Execution>,
}

/// Why a check says nothing about a program.
fn nothing(kind: Kind) -> &'static str {
    match kind {
        Kind::ErrorCall => "the program does not call reach_error or __VERIFIER_error",
        Kind::Assertion => "the program has no assertion",
        Kind::Abort => "the program does not call abort",
        Kind::Memory => "the program does not access memory",
        Kind::Division => "the program does not divide",
        Kind::Overflow => "the program has no signed arithmetic",
        Kind::Shift => "the program does not shift",
        Kind::Property(_) => "no action of the property ever occurs",
        Kind::Unmodeled => "everything is modeled",
    }
}
