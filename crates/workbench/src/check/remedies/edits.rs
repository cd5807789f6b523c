//! Changes of one transition or one guard, as replacements in the text.

use std::collections::BTreeMap;

use rely_fsp::Span;
use rely_fsp::ast::{
    Body, BodyKind, ChoiceItem, Definition, ExprKind, IndexKind, LabelPart, Model, ProcessDef,
};

/// A change of the text.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
    /// The change in words.
    pub what: String,
    /// The definition.
    pub process: String,
    /// The action that it concerns.
    pub near: Span,
    /// Its kind: less intrusive ones are tried first.
    pub kind: Kind,
}

/// The kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Redirect,
    Guard,
    Add,
    Remove,
}

/// All changes of the processes of a model; properties stay as they are. Processes of the names `first` come
/// first; `known` has actions that may be added to a process, besides those of its own text.
pub(super) fn edits(
    model: &Model,
    text: &str,
    first: &[&str],
    known: &BTreeMap<String, Vec<String>>,
) -> Vec<Edit> {
    let mut processes: Vec<&ProcessDef> = Vec::new();
    for definition in &model.definitions {
        if let Definition::Process(def) = definition
            && def.modifiers.property.is_none()
        {
            processes.push(def);
        }
    }
    processes.sort_by_key(|def| !first.contains(&&*def.name.text));
    let of = |span: Span| &text[span.start as usize..span.end as usize];
    let mut found = Vec::new();
    for def in processes {
        let mut labels: Vec<&str> = Vec::new();
        items(def).iter().flat_map(|(_, item, ..)| &item.prefix).for_each(|label| {
            // A label with a variable means something in its own state only.
            let bound = label.parts.iter().any(|part| matches!(part, LabelPart::Index(_)));
            if !bound && !labels.contains(&of(label.span)) {
                labels.push(of(label.span));
            }
        });
        for label in known.get(&*def.name.text).into_iter().flatten() {
            if !labels.contains(&label.as_str()) {
                labels.push(label);
            }
        }
        let mut lister =
            Lister { def, text, labels: &labels, references: references(def, text), found: Vec::new() };
        for (choice, item, at, variables) in items(def) {
            lister.item(choice, item, at, &variables);
        }
        found.append(&mut lister.found);
    }
    found
}

/// An alternative with the others of its choice, its position, and the variables of its state.
type Found<'d> = (&'d [ChoiceItem], &'d ChoiceItem, usize, Vec<String>);

/// All alternatives of a process.
fn items(def: &ProcessDef) -> Vec<Found<'_>> {
    fn walk<'d>(body: &'d Body, variables: &[String], found: &mut Vec<Found<'d>>) {
        match &body.kind {
            BodyKind::If { then, otherwise, .. } => {
                walk(then, variables, found);
                otherwise.iter().for_each(|body| walk(body, variables, found));
            }
            BodyKind::Choice(items) => {
                for (at, item) in items.iter().enumerate() {
                    found.push((items, item, at, variables.to_vec()));
                    walk(&item.body, variables, found);
                }
            }
            BodyKind::Reference(_) | BodyKind::Invalid => {}
        }
    }
    let mut found = Vec::new();
    walk(&def.body, &[], &mut found);
    for local in &def.locals {
        let parts = local.label.iter().flat_map(|label| &label.parts);
        let variables: Vec<String> = parts
            .filter_map(|part| match part {
                LabelPart::Index(index) => match &index.kind {
                    IndexKind::Bind { variable, .. } => Some(variable.text.to_string()),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        walk(&local.body, &variables, &mut found);
    }
    found
}

/// Where the process can go: its local processes without indices, references that it has, and STOP.
fn references(def: &ProcessDef, text: &str) -> Vec<String> {
    let mut known = vec![def.name.text.to_string()];
    known.extend(def.locals.iter().filter(|l| l.label.is_none()).map(|l| l.name.text.to_string()));
    for local in &def.locals {
        let [LabelPart::Index(index)] = local.label.iter().flat_map(|l| &l.parts).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        if let IndexKind::Bind { variable, .. } = &index.kind {
            let (name, variable) = (&local.name.text, &variable.text);
            known.extend(["", "+1", "-1"].map(|offset| format!("{name}[{variable}{offset}]")));
        }
    }
    for (_, item, ..) in items(def) {
        if let BodyKind::Reference(reference) = &item.body.kind {
            let text = &text[reference.span.start as usize..reference.span.end as usize];
            if !known.iter().any(|one| one == text) && text != "STOP" && text != "ERROR" {
                known.push(text.to_string());
            }
        }
    }
    known
}

struct Lister<'a> {
    def: &'a ProcessDef,
    text: &'a str,
    labels: &'a [&'a str],
    references: Vec<String>,
    found: Vec<Edit>,
}

impl Lister<'_> {
    fn of(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn push(&mut self, kind: Kind, near: Span, span: Span, text: String, what: String) {
        if self.of(span) != text {
            let process = self.def.name.text.to_string();
            self.found.push(Edit { span, text, what, process, near, kind });
        }
    }

    fn item(&mut self, choice: &[ChoiceItem], item: &ChoiceItem, at: usize, variables: &[String]) {
        let last = item.prefix.len() - 1;
        self.redirect(item);
        self.guard(item, variables);
        // One action more: before another one, at the end, and as an alternative.
        for label in self.labels {
            for (k, before) in item.prefix.iter().enumerate() {
                let start = Span::new(before.span.start, before.span.start);
                let what = format!("add `{label}` before `{}`", self.of(before.span));
                self.push(
                    Kind::Add,
                    item.prefix[k.saturating_sub(1)].span,
                    start,
                    format!("{label} -> "),
                    what,
                );
            }
            let end = Span::new(item.prefix[last].span.end, item.prefix[last].span.end);
            let what = format!("add `{label}` after `{}`", self.of(item.prefix[last].span));
            self.push(Kind::Add, item.prefix[last].span, end, format!(" -> {label}"), what);
        }
        if at == 0 {
            let end = choice[choice.len() - 1].span.end;
            for label in self.labels {
                for target in self.references.clone() {
                    let text = format!(" | {label} -> {target}");
                    let what = format!("add the alternative `{label} -> {target}`");
                    self.push(Kind::Add, item.prefix[0].span, Span::new(end, end), text, what);
                }
            }
        }
        // One action less.
        for k in 1..=last {
            let (before, label) = (item.prefix[k - 1].span, item.prefix[k].span);
            let what = format!("remove `{}` after `{}`", self.of(label), self.of(before));
            self.push(Kind::Remove, label, Span::new(before.end, label.end), String::new(), what);
        }
        if choice.len() > 1 {
            let span = match at {
                0 => Span::new(item.span.start, choice[1].span.start),
                at => Span::new(choice[at - 1].span.end, item.span.end),
            };
            let what = format!("remove the alternative `{}`", self.of(item.prefix[0].span));
            self.push(Kind::Remove, item.prefix[0].span, span, String::new(), what);
        }
    }

    /// A transition leads elsewhere.
    fn redirect(&mut self, item: &ChoiceItem) {
        for (k, label) in item.prefix.iter().enumerate() {
            let is_last = k + 1 == item.prefix.len();
            let span = match &item.body.kind {
                BodyKind::Reference(reference) if is_last => reference.span,
                _ if is_last => continue,
                _ => Span::new(label.span.end, item.span.end),
            };
            for target in self.references.clone() {
                let what = format!("let `{}` lead to {target}", self.of(label.span));
                let text = if is_last { target } else { format!(" -> {target}") };
                self.push(Kind::Redirect, label.span, span, text, what);
            }
        }
    }

    /// Another guard, one more, or none.
    fn guard(&mut self, item: &ChoiceItem, variables: &[String]) {
        let near = item.prefix[0].span;
        let Some(guard) = &item.guard else {
            let start = Span::new(item.span.start, item.span.start);
            let numbers = ["0", "1"].into_iter().map(str::to_string);
            let names = self.def.params.iter().map(|param| param.name.text.to_string());
            let values: Vec<String> = numbers.chain(names).chain(variables.iter().cloned()).collect();
            for variable in variables {
                for operator in ["<", ">", "==", "!="] {
                    for value in values.iter().filter(|value| *value != variable) {
                        let text = format!("when ({variable}{operator}{value}) ");
                        let what =
                            format!("add the guard `{variable}{operator}{value}` to `{}`", self.of(near));
                        self.push(Kind::Guard, near, start, text, what);
                    }
                }
            }
            return;
        };
        let written = self.of(guard.span).to_string();
        let mut others = vec![format!("(!({written}))"), "1".to_string()];
        // A comparison that is a little different.
        if let ExprKind::Binary(_, left, right) = &guard.kind {
            let (left, right) = (self.of(left.span), self.of(right.span));
            others.extend(["<", "<=", ">", ">=", "==", "!="].map(|o| format!("{left}{o}{right}")));
            others.extend([format!("({left})+1"), format!("({left})-1")].map(|l| {
                let between = written.strip_prefix(left).and_then(|rest| rest.strip_suffix(right));
                format!("{l}{}{right}", between.unwrap_or("=="))
            }));
        }
        for other in others {
            let other = if guard_has_parentheses(&written) { format!("({other})") } else { other };
            let what = format!("let the guard of `{}` be `{other}`", self.of(near));
            self.push(Kind::Guard, near, guard.span, other, what);
        }
    }
}

fn guard_has_parentheses(written: &str) -> bool {
    written.starts_with('(') && written.ends_with(')')
}
