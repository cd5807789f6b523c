//! Formulas as documents, and the system that they are about.

use std::collections::HashMap;
use std::sync::Arc;

use rely_certify::{FormulaDoc, RoleDoc, SystemDoc};
use rely_ltl::{Formula, Proposition, Specification};
use rely_lts::{ActionId, Component, LtsBuilder, Role, StateId, System};

use crate::assumption::NoCertificate;
use crate::documents::{sorted_names, system_document};

/// A system with the components that a formula needs.
pub(super) struct Watched {
    /// The system, then the free actions, if there are any, then the fluents.
    pub system: System,
    /// The position of the first fluent.
    pub fluents: usize,
    /// The formula.
    pub formula: Vec<FormulaDoc>,
}

impl Watched {
    pub fn new(system: &System, spec: &Specification) -> Result<Self, NoCertificate> {
        let mut system = system.clone();
        let alphabet = system.alphabet();
        let mut free: Vec<ActionId> = spec.labels().into_iter().filter(|&a| !alphabet.contains(a)).collect();
        system.actions.sort(&mut free);
        if !free.is_empty() {
            let steps = free.iter().map(|&action| (action, [StateId::at(0)]));
            system.components.push(component(&system, "free actions", 0, steps, Role::Process)?);
        }
        let fluents = system.components.len();
        let mut watched = Watched { system, fluents, formula: Vec::new() };
        let mut entries =
            Entries { watched: &mut watched, spec, known: HashMap::new(), fluents: HashMap::new() };
        entries.translate(&spec.formula)?;
        Ok(watched)
    }

    pub fn document(&self) -> SystemDoc {
        let mut document = system_document(&self.system);
        document.components[self.fluents..].iter_mut().for_each(|c| c.role = RoleDoc::Fluent);
        document
    }
}

/// A component in which every action has one target from each state.
fn component<const N: usize>(
    system: &System,
    name: &str,
    initial: usize,
    steps: impl Iterator<Item = (ActionId, [StateId; N])>,
    role: Role,
) -> Result<Component, NoCertificate> {
    let mut builder = LtsBuilder::new(&system.actions);
    builder.ensure_states(N).map_err(|_| NoCertificate::Unknown)?;
    for (action, targets) in steps {
        for (state, target) in targets.into_iter().enumerate() {
            builder.add_transition(StateId::at(state), action, target);
        }
    }
    let lts = builder.finish(StateId::at(initial)).map_err(|_| NoCertificate::Unknown)?;
    Ok(Component { role, ..Component::new(name, Arc::new(lts)) })
}

/// Entries with equal content are one.
struct Entries<'a> {
    watched: &'a mut Watched,
    spec: &'a Specification,
    /// Operator and operands; a proposition is an operator with its number.
    known: HashMap<(&'static str, Vec<u32>), u32>,
    fluents: HashMap<usize, u32>,
}

impl Entries<'_> {
    /// Writes a formula after its operands; without recursion, since formulas can be deep.
    fn translate(&mut self, root: &Formula) -> Result<(), NoCertificate> {
        let mut done: HashMap<*const Formula, u32> = HashMap::new();
        let mut stack = vec![root];
        while let Some(&formula) = stack.last() {
            let at = std::ptr::from_ref(formula);
            if done.contains_key(&at) {
                stack.pop();
                continue;
            }
            let operands = formula.operands();
            let waiting = stack.len();
            stack.extend(operands.iter().filter(|f| !done.contains_key(&std::ptr::from_ref(**f))));
            if stack.len() > waiting {
                continue;
            }
            let operands: Vec<u32> = operands.iter().map(|f| done[&std::ptr::from_ref(*f)]).collect();
            let entry = self.entry(formula, &operands)?;
            done.insert(at, entry);
            stack.pop();
        }
        Ok(())
    }

    fn entry(&mut self, formula: &Formula, operands: &[u32]) -> Result<u32, NoCertificate> {
        Ok(match (formula, operands) {
            (Formula::True, _) => self.push("true", &[], || FormulaDoc::True(())),
            (Formula::False, _) => self.push("or", &[], || FormulaDoc::Or(Vec::new())),
            (Formula::Prop(p), _) => self.proposition(*p)?,
            (Formula::Not(_), &[f]) => self.not(f),
            (Formula::And(_), all) => self.and(all),
            (Formula::Or(_), all) => self.or(all),
            (Formula::Implies(_), &[l, r]) => {
                let not = self.not(l);
                self.or(&[not, r])
            }
            (Formula::Iff(_), &[l, r]) => {
                let (not_l, not_r) = (self.not(l), self.not(r));
                let (both, neither) = (self.and(&[l, r]), self.and(&[not_l, not_r]));
                self.or(&[both, neither])
            }
            (Formula::Next(_), &[f]) => self.push("next", &[f], || FormulaDoc::Next(f)),
            (Formula::Always(_), &[f]) => self.push("always", &[f], || FormulaDoc::Always(f)),
            (Formula::Eventually(_), &[f]) => self.push("eventually", &[f], || FormulaDoc::Eventually(f)),
            (Formula::Until(_), &[l, r]) => self.push("until", &[l, r], || FormulaDoc::Until(l, r)),
            (Formula::WeakUntil(_), &[l, r]) => {
                self.push("weak-until", &[l, r], || FormulaDoc::WeakUntil(l, r))
            }
            _ => return Err(NoCertificate::Unknown),
        })
    }

    fn not(&mut self, f: u32) -> u32 {
        self.push("not", &[f], || FormulaDoc::Not(f))
    }

    fn and(&mut self, all: &[u32]) -> u32 {
        self.push("and", all, || FormulaDoc::And(all.to_vec()))
    }

    fn or(&mut self, all: &[u32]) -> u32 {
        self.push("or", all, || FormulaDoc::Or(all.to_vec()))
    }

    fn push(&mut self, kind: &'static str, operands: &[u32], make: impl FnOnce() -> FormulaDoc) -> u32 {
        let formula = &mut self.watched.formula;
        *self.known.entry((kind, operands.to_vec())).or_insert_with(|| {
            formula.push(make());
            formula.len() as u32 - 1
        })
    }

    fn proposition(&mut self, p: usize) -> Result<u32, NoCertificate> {
        let proposition = self.spec.propositions.get(p).ok_or(NoCertificate::Unknown)?;
        // Nobody sees tau.
        let visible = |list: &[ActionId]| list.iter().copied().filter(|a| !a.is_tau()).collect::<Vec<_>>();
        let key = [p as u32];
        match proposition {
            Proposition::Actions { actions, .. } => {
                let table = self.watched.system.actions.clone();
                let names = sorted_names(visible(actions).iter().map(|&a| table.name(a)));
                Ok(self.push("actions", &key, || FormulaDoc::Actions(names)))
            }
            Proposition::Fluent { name, initiating, terminating, initially } => {
                let at = match self.fluents.get(&p) {
                    Some(&at) => at,
                    None => {
                        let (on, off) = (visible(initiating), visible(terminating));
                        let to = |state: usize| [StateId::at(state); 2];
                        let steps = on.iter().map(|&a| (a, to(1)));
                        let steps = steps.chain(off.iter().filter(|a| !on.contains(a)).map(|&a| (a, to(0))));
                        let system = &mut self.watched.system;
                        let made = component(system, name, usize::from(*initially), steps, Role::Property)?;
                        system.components.push(made);
                        let at = system.components.len() as u32 - 1;
                        self.fluents.insert(p, at);
                        at
                    }
                };
                Ok(self.push("fluent", &key, || FormulaDoc::Fluent(at)))
            }
        }
    }
}
