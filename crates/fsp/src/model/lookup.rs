//! Looking up names in a model: the definitions of states, and the values of constants, ranges, sets and
//! fluents.

use std::rc::Rc;
use std::sync::Arc;

use rely_ltl::Proposition;

use super::Model;
use crate::ast::Definition;
use crate::elaborate::Failure;
use crate::elaborate::environment::{Environment, Meter};
use crate::elaborate::value::Value;
use crate::span::Span;

impl Model {
    /// The definition of the local process that gives a state its name (`QUEUE[1]`, see
    /// [`rely_lts::Component::state_name`]). Parameters have their defaults.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let text = "P = Q[0], Q[0] = (a -> Q[1]), Q[i:1..2] = (b -> Q[i - 1]).";
    /// let (model, _) = Model::new(parse(text.as_bytes()).model);
    /// let span = model.state_span("P", "Q[2]").unwrap();
    /// assert_eq!(&text[span.start as usize..span.end as usize], "Q[i:1..2] = (b -> Q[i - 1])");
    /// assert_eq!(model.state_span("P", "Q[3]"), None);
    /// ```
    pub fn state_span(&self, process: &str, state: &str) -> Option<Span> {
        let known = &self.known;
        let position = known.processes.get(process)?;
        let Definition::Process(def) = &known.tree.definitions[position] else { return None };
        if state == &*def.name.text {
            return Some(Span { start: def.name.span.start, end: def.body.span.end });
        }
        let meter = Rc::new(Meter::default());
        let (env, _) = known.bind_params(position, &[], def.name.span, &meter).ok()?;
        let named = |name: &str| {
            state.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
        };
        def.locals.iter().filter(|local| named(&local.name.text)).find_map(|local| {
            let found = match &local.label {
                None => state == &*local.name.text,
                Some(label) => {
                    let indices = &state[local.name.text.len()..];
                    let mut found = false;
                    let each = &mut |text: &str, _: &Environment| {
                        found = is_index(indices, text);
                        // Nothing is wrong: there is no need to look any further.
                        if found { Err(Failure::Known) } else { Ok(()) }
                    };
                    let _ = known.expand(label, &env, each);
                    found
                }
            };
            found.then_some(local.span)
        })
    }

    /// The value of a constant.
    ///
    /// ```
    /// use rely_fsp::{Model, Value, parse};
    /// let (model, _) = Model::new(parse(b"const N = 2 range R = 0..N+1 set S = {a, b[R]}").model);
    /// assert_eq!(model.constant("N"), Some(&Value::Int(2)));
    /// assert_eq!(model.range("R"), Some((0, 3)));
    /// assert_eq!(model.set("S").unwrap().len(), 5);
    /// assert_eq!(model.constant("R"), None);
    /// ```
    pub fn constant(&self, name: &str) -> Option<&Value> {
        self.known.constants.get(name)
    }

    /// The first and the last number of a range.
    pub fn range(&self, name: &str) -> Option<(i32, i32)> {
        self.known.ranges.get(name).copied()
    }

    /// The labels of a set, in order.
    pub fn set(&self, name: &str) -> Option<&[Arc<str>]> {
        self.known.sets.get(name).map(|texts| &**texts)
    }

    /// The parameters of a process, composite or formula with their defaults, in order; none if there is
    /// nothing of that name.
    ///
    /// ```
    /// use rely_fsp::{Model, Value, parse};
    /// let (model, _) = Model::new(parse(b"const N = 3 P(M=N+1) = (a[M] -> P).").model);
    /// assert_eq!(model.parameters("P"), [("M".into(), Value::Int(4))]);
    /// ```
    pub fn parameters(&self, name: &str) -> &[(Arc<str>, Value)] {
        let known = &self.known;
        let tables = [&known.processes, &known.constraints, &known.composites, &known.asserts];
        tables.into_iter().find_map(|table| table.get(name)).map_or(&[], |position| known.params(position))
    }

    /// The names of the fluents, in order of definition; one with indices is several fluents.
    pub fn fluents(&self) -> Vec<&str> {
        self.known.fluents.names().collect()
    }

    /// The fluents that a name refers to: one (`F`, `F[1]` or `F.1`), or those for all values of its indices.
    /// Empty if there is none.
    ///
    /// ```
    /// use rely_fsp::{Model, parse};
    /// let (model, _) = Model::new(parse(b"fluent FULL[i:0..1] = <put[i], get[i]> initially 1").model);
    /// assert_eq!(model.fluent("FULL").len(), 2);
    /// assert_eq!(model.fluent("FULL[1]")[0].name(), "FULL[1]");
    /// assert!(model.fluent("FULL[1]")[0].initially());
    /// assert!(model.fluent("EMPTY").is_empty());
    /// ```
    pub fn fluent(&self, name: &str) -> Vec<Proposition> {
        let known = &self.known;
        let dotted = name.replace('[', ".").replace(']', "");
        let mut keys: Vec<&String> = match known.fluent_values.get_key_value(&dotted) {
            Some((key, _)) => vec![key],
            None if known.fluents.get(&dotted).is_some() => {
                let indexed =
                    |key: &&String| key.strip_prefix(&dotted).is_some_and(|rest| rest.starts_with('.'));
                known.fluent_values.keys().filter(indexed).collect()
            }
            None => Vec::new(),
        };
        keys.sort_unstable_by_key(|key| (key.len(), *key));
        let ids = |names: &[Arc<str>]| names.iter().map(|name| self.actions.intern(name)).collect();
        let one = |key: &String| {
            let fluent = &known.fluent_values[key];
            let mut parts = key.split('.');
            let name = parts.next().unwrap_or_default().to_string();
            Proposition::Fluent {
                name: parts.fold(name, |name, part| format!("{name}[{part}]")),
                initiating: ids(&fluent.initiating),
                terminating: ids(&fluent.terminating),
                initially: fluent.initially,
            }
        };
        keys.into_iter().map(one).collect()
    }
}

/// Are these the indices `[1][x]` of the text `1.x`?
fn is_index(indices: &str, text: &str) -> bool {
    let mut rest = indices;
    for part in text.split('.') {
        let inner =
            rest.strip_prefix('[').and_then(|r| r.strip_prefix(part)).and_then(|r| r.strip_prefix(']'));
        match inner {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}
