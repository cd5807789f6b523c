//! Rules against the alphabet of a table, and events against rules.

use std::borrow::ToOwned;
use std::collections::{BTreeSet, HashMap};
use std::format;
use std::string::String;
use std::vec::Vec;

use super::{Finding, Map, Pattern, Piece, Rule, Template, dotted};
use crate::table::{Action, Table};

/// The meaning of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mapped {
    /// An action of the table.
    Action(Action),
    /// No action: an `[[ignore]]` rule matches.
    Ignored,
    /// No rule matches.
    Unmapped,
    /// A rule matches and produces this name, which is not an action of the table; or a field that it needs
    /// is missing, and the name has `{field}` in its place.
    Foreign(String),
}

/// Rules that have been checked against an alphabet, ready to map events.
///
/// ```
/// use rely_monitor::map::{Map, Mapped};
/// use rely_monitor::{Kind, OwnedTable};
/// let actions = vec!["read.0".to_string(), "read.1".to_string()];
/// let table = OwnedTable::new("CACHE", Kind::Assumption, actions, 1, vec![0, 0], Some(0)).unwrap();
/// let rules = Map::default().event("get", &[], "read[{hit}]").ignore("ping").bind(table.table()).unwrap();
/// assert_eq!(rules.fields(), ["hit"]);
/// assert_eq!(rules.find("get", |_| Some("1")), Mapped::Action(1));
/// assert_eq!(rules.find("get", |_| Some("2")), Mapped::Foreign("read.2".to_string()));
/// assert_eq!(rules.find("ping", |_| None), Mapped::Ignored);
/// assert_eq!(rules.find("put", |_| None), Mapped::Unmapped);
/// // Events called `ping` have the same meaning whatever their fields are.
/// assert_eq!((rules.constant("ping"), rules.constant("get")), (Some(Mapped::Ignored), None));
/// ```
#[derive(Clone, Debug)]
pub struct Bound {
    /// The fields that rules use; [`Bound::find`] refers to them by index.
    fields: Vec<String>,
    /// Warnings about the file.
    pub warnings: Vec<Finding>,
    /// The actions, by name.
    actions: HashMap<String, Action>,
    rules: Vec<Ready>,
    /// For names that a rule mentions: all rules that fit the name.
    named: HashMap<String, Vec<u32>>,
    /// Rules whose names have stars.
    starred: Vec<u32>,
    /// Without a file: the name of an event is its action.
    is_identity: bool,
}

#[derive(Clone, Debug)]
struct Ready {
    name: Pattern,
    conditions: Vec<(usize, Pattern)>,
    gives: Gives,
}

#[derive(Clone, Debug)]
enum Gives {
    Nothing,
    Constant(Action),
    /// Texts and places of fields.
    Template(Vec<Part>),
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Field(usize),
}

impl Map {
    /// Checks the rules against the actions of a table.
    ///
    /// # Errors
    /// All errors, together with the warnings.
    pub fn bind(&self, table: Table<'_>) -> Result<Bound, Vec<Finding>> {
        let mut findings = Vec::new();
        let mut bound = Bound::named_alike(table);
        bound.is_identity = false;
        let mut produced: BTreeSet<&str> = BTreeSet::new();
        for (at, rule) in self.rules.iter().enumerate() {
            if let Some(earlier) = self.rules[..at].iter().find(|earlier| earlier.covers(rule)) {
                let message = format!(
                    "the rule for `{}` is never used: the rule at {}:{} matches first",
                    rule.name.text(),
                    earlier.place.0,
                    earlier.place.1
                );
                findings.push(Finding::warning(rule.place, message).help("put the narrower rule first"));
            }
            let gives = match &rule.action {
                None => Gives::Nothing,
                Some(template) => match bound.gives(rule, template, table, &mut produced) {
                    Ok(gives) => gives,
                    Err(finding) => {
                        findings.push(finding);
                        continue;
                    }
                },
            };
            let conditions =
                rule.conditions.iter().map(|(field, value)| (bound.slot(field), value.clone())).collect();
            bound.rules.push(Ready { name: rule.name.clone(), conditions, gives });
        }
        let missing: Vec<&str> = table.actions().filter(|name| !produced.contains(name)).collect();
        if !missing.is_empty() && !findings.iter().any(|finding| finding.is_error) {
            let message = format!("no rule produces {}", listed(&missing));
            let help = "the run that is checked will never contain them";
            findings.push(Finding::warning((1, 1), message).help(help));
        }
        if findings.iter().any(|finding| finding.is_error) {
            return Err(findings);
        }
        bound.index();
        bound.warnings = findings;
        Ok(bound)
    }
}

impl Rule {
    /// Does it fit whatever the other fits?
    fn covers(&self, other: &Rule) -> bool {
        let implied = |(field, value): &(String, Pattern)| {
            other.conditions.iter().any(|(name, narrower)| name == field && value.covers(narrower))
        };
        self.name.covers(&other.name) && self.conditions.iter().all(implied)
    }
}

impl Bound {
    /// Without rules: an event is the action with the same name.
    pub fn named_alike(table: Table<'_>) -> Bound {
        Bound {
            fields: Vec::new(),
            warnings: Vec::new(),
            actions: table.actions().enumerate().map(|(at, name)| (name.to_owned(), at as Action)).collect(),
            rules: Vec::new(),
            named: HashMap::new(),
            starred: Vec::new(),
            is_identity: true,
        }
    }

    /// The fields that rules use; nested fields are written with dots.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The meaning of an event. `field` returns the text of a field by its index in [`Bound::fields`].
    pub fn find<'f>(&self, name: &str, field: impl Fn(usize) -> Option<&'f str>) -> Mapped {
        if self.is_identity {
            return match self.action(name) {
                Some(action) => Mapped::Action(action),
                None => Mapped::Unmapped,
            };
        }
        match self.named.get(name) {
            Some(rules) => self.first(rules.iter().copied(), field),
            None => self.first(self.starred_like(name), field),
        }
    }

    /// The rules that match a name, for [`Bound::find_among`]: callers that see the same name often look them
    /// up once. Empty without rules.
    pub fn fitting(&self, name: &str) -> Vec<u32> {
        match self.named.get(name) {
            Some(rules) => rules.clone(),
            None => self.starred_like(name).collect(),
        }
    }

    fn starred_like(&self, name: &str) -> impl Iterator<Item = u32> {
        self.starred.iter().copied().filter(move |at| self.rules[*at as usize].name.fits(name))
    }

    /// [`Bound::find`] for a name whose [matching rules](Bound::fitting) are known.
    pub fn find_among<'f>(
        &self,
        rules: &[u32],
        name: &str,
        field: impl Fn(usize) -> Option<&'f str>,
    ) -> Mapped {
        if self.is_identity { self.find(name, field) } else { self.first(rules.iter().copied(), field) }
    }

    /// What the first of some rules says whose conditions are met.
    fn first<'f>(
        &self,
        rules: impl Iterator<Item = u32>,
        field: impl Fn(usize) -> Option<&'f str>,
    ) -> Mapped {
        for at in rules {
            let rule = &self.rules[at as usize];
            let fits = |(slot, value): &(usize, Pattern)| field(*slot).is_some_and(|text| value.fits(text));
            if rule.conditions.iter().all(fits) {
                return match &rule.gives {
                    Gives::Nothing => Mapped::Ignored,
                    Gives::Constant(action) => Mapped::Action(*action),
                    Gives::Template(parts) => self.fill(parts, &field),
                };
            }
        }
        Mapped::Unmapped
    }

    /// The meaning of all events with this name, if it does not depend on fields.
    pub fn constant(&self, name: &str) -> Option<Mapped> {
        if self.is_identity {
            return Some(self.find(name, |_| None));
        }
        match self.fitting(name).first().map(|at| &self.rules[*at as usize]) {
            None => Some(Mapped::Unmapped),
            Some(rule) if !rule.conditions.is_empty() => None,
            Some(Ready { gives: Gives::Nothing, .. }) => Some(Mapped::Ignored),
            Some(Ready { gives: Gives::Constant(action), .. }) => Some(Mapped::Action(*action)),
            Some(Ready { gives: Gives::Template(_), .. }) => None,
        }
    }

    fn action(&self, name: &str) -> Option<Action> {
        self.actions
            .get(name)
            .or_else(|| self.actions.get(&dotted(name)).filter(|_| name.contains('[')))
            .copied()
    }

    fn fill<'f>(&self, parts: &[Part], field: &impl Fn(usize) -> Option<&'f str>) -> Mapped {
        let mut name = String::new();
        let mut whole = true;
        for part in parts {
            match part {
                Part::Text(text) => name.push_str(text),
                Part::Field(slot) => match field(*slot) {
                    Some(text) => name.push_str(text),
                    None => {
                        whole = false;
                        name.push_str(&format!("{{{}}}", self.fields[*slot]));
                    }
                },
            }
        }
        match self.actions.get(&name).filter(|_| whole) {
            Some(&action) => Mapped::Action(action),
            None => Mapped::Foreign(name),
        }
    }

    /// The place of a field, a new one if need be.
    fn slot(&mut self, field: &str) -> usize {
        self.fields.iter().position(|known| known == field).unwrap_or_else(|| {
            self.fields.push(field.to_owned());
            self.fields.len() - 1
        })
    }

    /// What a rule gives, if that can be an action at all.
    fn gives<'t>(
        &mut self,
        rule: &Rule,
        template: &Template,
        table: Table<'t>,
        produced: &mut BTreeSet<&'t str>,
    ) -> Result<Gives, Finding> {
        let near = |text: &str| match nearest(text, table.actions()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its actions are {}", listed(&table.actions().collect::<Vec<_>>())),
        };
        if let [] | [Piece::Text(_)] = &template.pieces[..] {
            let name = dotted(&template.text);
            let Some(action) = table.action(&name) else {
                let message = format!("{} has no action `{}`", table.name(), template.text);
                return Err(Finding::error(template.place, message).help(near(&name)));
            };
            produced.insert(table.action_name(action));
            return Ok(Gives::Constant(action));
        }
        // A field that the rule itself fixes is that value, any other is anything.
        let value = |field: &String| {
            let fixed = rule.conditions.iter().find(|(name, _)| name == field);
            fixed.map_or("*", |(_, value)| value.text())
        };
        let shape: String = (template.pieces.iter())
            .map(|piece| match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Field(field) => value(field),
            })
            .collect();
        let shape = Pattern::new(shape);
        let fitting: Vec<&str> = table.actions().filter(|name| shape.fits(name)).collect();
        if fitting.is_empty() {
            let message = format!("{} has no action like `{}`", table.name(), template.text);
            return Err(Finding::error(template.place, message).help(near(shape.text())));
        }
        produced.extend(fitting);
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => Part::Text(text.clone()),
            Piece::Field(field) => Part::Field(self.slot(field)),
        };
        Ok(Gives::Template(template.pieces.iter().map(part).collect()))
    }

    /// Notes which rules are to be looked at for which names.
    fn index(&mut self) {
        let all = || self.rules.iter().enumerate().map(|(at, rule)| (at as u32, rule));
        let starred = all().filter(|(_, rule)| rule.name.exact().is_none()).map(|(at, _)| at).collect();
        let mut named = HashMap::new();
        for name in all().filter_map(|(_, rule)| rule.name.exact()) {
            let fitting = all().filter(|(_, rule)| rule.name.fits(name)).map(|(at, _)| at).collect();
            named.insert(name.to_owned(), fitting);
        }
        (self.starred, self.named) = (starred, named);
    }
}

/// So many names are listed.
const LISTED: usize = 12;

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(LISTED);
    if more == 0 { shown.join(", ") } else { format!("{} and {more} more", shown.join(", ")) }
}

/// The known name that is nearest to a wrong one, if one is near: a third of it may be wrong.
pub(super) fn nearest<'n>(wrong: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = wrong.chars().count() / 3;
    known.map(|name| (distance(wrong, name), name)).filter(|(d, _)| *d <= limit).min().map(|(_, name)| name)
}

/// How many characters have to be put in, taken out or changed.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, c) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (i, &other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(c != other);
            diagonal = row[i + 1];
            row[i + 1] = changed.min(row[i] + 1).min(row[i + 1] + 1);
        }
    }
    row[to.len()]
}
