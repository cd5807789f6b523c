//! The names of a mapping, looked up in a program.

use rely_llvm::Module;
use rely_llvm::debug::{DebugType, TypeRef};
use rely_llvm::ir::FunctionId;

use super::expression::{self, Typed};
use super::{Finding, Mapping, Name, Spot, Value};
use crate::actions::{ActionRule, Pattern};
use crate::encode::{has_effect, is_modeled};
use crate::graph::{CallRules, When};

/// A mapping whose names exist.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The rules.
    pub rules: Vec<ActionRule>,
    /// Names of the actions, by number.
    pub actions: Vec<String>,
    /// External functions without an effect.
    pub ignored: Vec<String>,
    /// The functions that the component executes: one, or those that anybody may call.
    pub entries: Vec<FunctionId>,
    /// The entries are called by anybody, in any order.
    pub driven: bool,
    /// How many objects of each type a driver has.
    pub objects: u32,
    /// Volatile variables change only where the component writes them.
    pub volatile_memory: bool,
    /// No other component of a system has the same variables.
    pub own_variables: bool,
    /// Propositions: names and expressions; see [`Mapping::observe`].
    pub propositions: Vec<(String, Typed)>,
}

impl CallRules for Bound {
    fn is_modeled(&self, name: &str) -> bool {
        is_modeled(name)
    }

    fn has_effect(&self, name: &str) -> bool {
        has_effect(name)
    }

    fn action(&self, name: &str, when: When) -> bool {
        self.rules.iter().any(|rule| rule.function == name && rule.when == when)
    }
}

impl Mapping {
    /// Looks all names up. `entry` is used instead of the entry of the file, if it is given.
    ///
    /// # Errors
    /// All names that the program does not have, and all values that cannot be.
    pub fn bind(&self, module: &Module, entry: Option<&str>) -> Result<Bound, Vec<Finding>> {
        let mut binder = Binder { module, findings: Vec::new() };
        let mut bound = Bound {
            objects: self.objects.unwrap_or(1),
            volatile_memory: self.volatile_memory,
            own_variables: self.own_variables,
            ..Bound::default()
        };
        for rule in &self.actions {
            let Some(id) = binder.function(&rule.function) else { continue };
            let function = &module.functions[id.index()];
            if rule.arguments.len() > function.parameters.len() && !function.variadic {
                let message = format!(
                    "`{}` has {} arguments, the rule names {}",
                    function.name,
                    function.parameters.len(),
                    rule.arguments.len()
                );
                binder.finding(rule.function.place, message, None);
            }
            if let (Some(&number), false) = (rule.writes.iter().max(), function.variadic)
                && number >= function.parameters.len()
            {
                binder.finding(
                    rule.function.place,
                    format!("`{}` has no argument {number}", function.name),
                    None,
                );
            }
            let mut arguments = Vec::new();
            for (number, value) in rule.arguments.iter().enumerate() {
                let others = self.named(rule, |other| other.arguments.get(number));
                arguments.extend(binder.pattern(value, others).map(|pattern| (number, pattern)));
            }
            let others = self.named(rule, |other| other.result.as_ref());
            let result = rule.result.as_ref().and_then(|value| binder.pattern(value, others));
            let returns = |other: &super::Rule| other.at_return && other.function.text == rule.function.text;
            let is_later = !function.blocks.is_empty() || self.actions.iter().any(returns);
            if result.is_some() && !rule.at_return && is_later {
                let message = format!("the result of `{}` is not known when it is called", function.name);
                binder.finding(
                    rule.function.place,
                    message,
                    Some("write return = \"…\" instead of call = \"…\""),
                );
            }
            if has_effect(&function.name) && (rule.at_return || rule.result.is_some()) {
                let message = format!("`{}` can only be an action when it is called", function.name);
                binder.finding(rule.function.place, message, Some("write call = \"…\" without a result"));
            }
            let known = bound.actions.iter().position(|action| *action == rule.action.text);
            let action = known.unwrap_or_else(|| {
                bound.actions.push(rule.action.text.clone());
                bound.actions.len() - 1
            });
            bound.rules.push(ActionRule {
                function: function.name.clone(),
                when: if rule.at_return { When::Return } else { When::Call },
                arguments,
                result,
                writes: rule.writes.clone(),
                action: action as u32,
            });
        }
        for ignored in &self.ignored {
            if let Some(id) = binder.function(ignored) {
                let function = &module.functions[id.index()];
                if function.blocks.is_empty() {
                    bound.ignored.push(function.name.clone());
                } else {
                    let message = format!("`{}` is part of the program: it cannot be ignored", function.name);
                    binder.finding(ignored.place, message, None);
                }
            }
        }
        let spots: Vec<Spot> = match entry {
            Some(entry) => vec![Spot { text: entry.to_string(), place: (1, 1) }],
            None if !self.driver.is_empty() => {
                bound.driven = true;
                self.driver.clone()
            }
            None => vec![self.entry.clone().unwrap_or(Spot { text: "main".to_string(), place: (1, 1) })],
        };
        for spot in &spots {
            let Some(id) = binder.function(spot) else { continue };
            if module.functions[id.index()].blocks.is_empty() {
                binder.finding(spot.place, format!("`{}` is declared, but not defined", spot.text), None);
            }
            bound.entries.push(id);
        }
        if binder.findings.is_empty() { Ok(bound) } else { Err(binder.findings) }
    }

    /// Looks the names in propositions up. Objects of a driver can be named, too, by their types: so the
    /// driver has to be there already.
    ///
    /// # Errors
    /// All names that the program does not have, and everything that is not an expression.
    pub fn observe(&self, module: &Module, bound: &mut Bound) -> Result<(), Vec<Finding>> {
        let mut binder = Binder { module, findings: Vec::new() };
        for (name, spot) in &self.propositions {
            if bound.actions.contains(&name.text) {
                binder.finding(name.place, format!("`{}` is an action already", name.text), None);
            }
            match expression::read(&spot.text, module) {
                Ok(expression) => bound.propositions.push((name.text.clone(), expression)),
                // The quotes come first.
                Err((at, message)) => {
                    let (line, column) = spot.place;
                    binder.finding((line, column + 1 + at as u32), message, None);
                }
            }
        }
        if binder.findings.is_empty() { Ok(()) } else { Err(binder.findings) }
    }

    /// The values that other rules of the same function and time name.
    fn named<'m>(
        &'m self,
        rule: &'m super::Rule,
        of: impl Fn(&'m super::Rule) -> Option<&'m Value>,
    ) -> Vec<&'m Name> {
        let others = self
            .actions
            .iter()
            .filter(|other| other.function.text == rule.function.text && other.at_return == rule.at_return);
        let values = others.filter_map(of).filter_map(|value| match value {
            Value::These(names) => Some(names),
            _ => None,
        });
        values.flatten().collect()
    }
}

struct Binder<'m> {
    module: &'m Module,
    findings: Vec<Finding>,
}

impl Binder<'_> {
    fn finding(&mut self, (line, column): (u32, u32), message: String, help: Option<&str>) {
        self.findings.push(Finding { line, column, message, help: help.map(str::to_string) });
    }

    fn function(&mut self, spot: &Spot) -> Option<FunctionId> {
        let found = self.module.function_names.get(&spot.text).copied();
        if found.is_none() {
            let names = self.module.functions.iter().map(|function| &*function.name);
            let near = nearest(&spot.text, names.filter(|name| !name.starts_with("llvm.")));
            let help = near.map_or_else(
                || "functions that are never called are not part of compiled code".to_string(),
                |near| format!("did you mean `{near}`?"),
            );
            let message = format!("the program has no function `{}`", spot.text);
            self.finding(spot.place, message, Some(&help));
        }
        found
    }

    fn pattern(&mut self, value: &Value, others: Vec<&Name>) -> Option<Pattern> {
        match value {
            Value::Any => None,
            Value::Other => {
                let numbers = others.into_iter().filter_map(|name| self.number(name)).collect();
                Some(Pattern::Except(numbers))
            }
            Value::These(names) => {
                if let [Name::Text(spot)] = &names[..]
                    && let Some(path) = spot.text.strip_prefix('&')
                {
                    return self.address(spot, path);
                }
                Some(Pattern::Numbers(names.iter().filter_map(|name| self.number(name)).collect()))
            }
        }
    }

    /// A number, or the value of an enumerator.
    fn number(&mut self, name: &Name) -> Option<i128> {
        let spot = match name {
            Name::Number(number) => return Some(*number),
            Name::Text(spot) => spot,
        };
        let types = self.module.debug.types.iter();
        let mut values = types.flat_map(|ty| match ty {
            DebugType::Enumeration { values, .. } => &values[..],
            _ => &[],
        });
        let found = values.find(|(name, _)| *name == spot.text).map(|&(_, value)| value);
        if found.is_none() {
            let message = format!("`{}` is neither a number nor an enumerator of the program", spot.text);
            self.finding(
                spot.place,
                message,
                Some("macros have no name in compiled code: write their value"),
            );
        }
        found
    }

    /// The address of a global or of a member of one: `queue`, `queue.lock`.
    fn address(&mut self, spot: &Spot, path: &str) -> Option<Pattern> {
        let mut names = path.split('.');
        let first = names.next().unwrap_or_default();
        let Some(id) = self.module.global_names.get(first) else {
            let near = nearest(first, self.module.global_names.keys().map(|name| &**name));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            self.finding(spot.place, format!("the program has no global `{first}`"), help.as_deref());
            return None;
        };
        let mut ty = self.module.globals[id.index()].variable.as_ref().and_then(|variable| variable.ty);
        let mut offset = 0;
        for name in names {
            match member(self.module, ty, name) {
                Some((inner, next)) => {
                    offset += inner;
                    ty = next;
                }
                None => {
                    self.finding(spot.place, format!("there is no member `{name}` in `{path}`"), None);
                    return None;
                }
            }
        }
        Some(Pattern::Address(first.to_string(), offset))
    }
}

/// The offset in bytes and the type of a member of a structure.
pub(crate) fn member(module: &Module, ty: Option<TypeRef>, name: &str) -> Option<(u64, Option<TypeRef>)> {
    let mut ty = ty;
    for _ in 0..64 {
        match module.debug.types.get(ty?.0 as usize)? {
            DebugType::Typedef { target, .. } | DebugType::Qualified(target) => ty = *target,
            DebugType::Record { members, .. } => {
                let member = members.iter().find(|member| member.name == name && !member.bit_field)?;
                return Some((member.offset / 8, member.ty));
            }
            _ => return None,
        }
    }
    None
}

/// The name that is most like another one, if one is.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored = names.map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate));
    let (distance, candidate) = scored.min()?;
    (distance <= 1 + name.chars().count() / 4).then_some(candidate)
}
