//! Partial-order reduction by definition: names, lists and maps, nothing shared with the checker.

use std::collections::{BTreeMap, BTreeSet};

use rely_certify::*;

use super::systems::single;
use super::*;

/// Vectors with their events: positions in the names, and after these the tau of each component.
pub type Followed = BTreeMap<Vector, BTreeSet<usize>>;

/// Some components of a system, with the definitions of the book's page.
pub struct Part {
    pub components: Vec<ComponentDoc>,
    pub kept: Vec<usize>,
    pub names: Vec<String>,
    /// Can the whole system end, as far as its names go?
    may_end: bool,
}

impl Part {
    pub fn new(all: &[ComponentDoc], kept: Vec<usize>) -> Self {
        let components: Vec<ComponentDoc> = kept.iter().map(|&i| all[i].clone()).collect();
        let names: BTreeSet<String> = components.iter().flat_map(|c| c.alphabet.clone()).collect();
        let has_end = |name: &String| all.iter().any(|c| c.end.is_some() && c.alphabet.contains(name));
        let may_end =
            all.iter().any(|c| c.end.is_some()) && all.iter().flat_map(|c| &c.alphabet).all(has_end);
        Part { components, kept, names: names.into_iter().collect(), may_end }
    }

    pub fn n_events(&self) -> usize {
        self.names.len() + self.components.len()
    }

    pub fn initial(&self) -> Vector {
        self.components.iter().map(|c| c.initial).collect()
    }

    fn participants(&self, event: usize) -> Vec<usize> {
        match event.checked_sub(self.names.len()) {
            Some(i) => vec![i],
            None => (0..self.components.len())
                .filter(|&i| self.components[i].alphabet.contains(&self.names[event]))
                .collect(),
        }
    }

    fn event(&self, i: usize, label: u32) -> usize {
        match label {
            0 => self.names.len() + i,
            _ => {
                let name = &self.components[i].alphabet[label as usize - 1];
                self.names.iter().position(|other| other == name).unwrap()
            }
        }
    }

    /// The targets of one component.
    fn local(&self, i: usize, state: i64, event: usize) -> Vec<i64> {
        let transitions = self.components[i].transitions.iter();
        let fits = |t: &&(u32, u32, i64)| i64::from(t.0) == state && self.event(i, t.1) == event;
        transitions.filter(fits).map(|t| t.2).collect()
    }

    pub fn enabled(&self, vector: &[u32]) -> BTreeSet<usize> {
        let offers = |event: usize, i: usize| !self.local(i, vector[i].into(), event).is_empty();
        let all = |event: &usize| self.participants(*event).iter().all(|&i| offers(*event, i));
        (0..self.n_events()).filter(all).collect()
    }

    /// Where an event leads, −1 for ERROR.
    fn targets(&self, vector: &[u32], event: usize) -> Vec<Vec<i64>> {
        let mut found = vec![vector.iter().map(|&s| i64::from(s)).collect::<Vec<i64>>()];
        for i in self.participants(event) {
            let to = self.local(i, vector[i].into(), event);
            let moved = |v: &Vec<i64>| {
                let v = v.clone();
                to.clone().into_iter().map(move |t| {
                    let mut v = v.clone();
                    v[i] = t;
                    v
                })
            };
            found = found.iter().flat_map(moved).collect();
        }
        found
    }

    /// The vectors to which the events of a set lead.
    pub fn next(&self, vector: &[u32], events: &BTreeSet<usize>) -> BTreeSet<Vector> {
        let taken = self.enabled(vector).intersection(events).copied().collect::<Vec<_>>();
        let targets = taken.into_iter().flat_map(|event| self.targets(vector, event));
        targets.filter(|v| !v.contains(&-1)).map(|v| v.iter().map(|&s| s as u32).collect()).collect()
    }

    pub fn reachable(&self) -> BTreeSet<Vector> {
        let all: BTreeSet<usize> = (0..self.n_events()).collect();
        let (mut seen, mut open) = (BTreeSet::from([self.initial()]), vec![self.initial()]);
        while let Some(vector) = open.pop() {
            for next in self.next(&vector, &all) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    fn waiting(&self, i: usize, state: u32, events: &BTreeSet<usize>) -> BTreeSet<i64> {
        let (mut seen, mut open) = (BTreeSet::from([i64::from(state)]), vec![i64::from(state)]);
        while let Some(state) = open.pop() {
            for event in (0..self.n_events()).filter(|event| !events.contains(event)) {
                for to in self.local(i, state, event) {
                    if to != -1 && seen.insert(to) {
                        open.push(to);
                    }
                }
            }
        }
        seen
    }

    /// Can x be exchanged with y in a state of a component?
    fn exchanges(&self, i: usize, q: i64, x: usize, y: usize) -> bool {
        let step = |s: i64, event: usize| self.local(i, s, event);
        let squares = step(q, y).into_iter().all(|q2| {
            let completed = |q1: i64| {
                let around = step(q1, y);
                q1 != -1 && step(q2, x).iter().any(|q3| around.contains(q3))
            };
            q2 != -1 && step(q, x).into_iter().all(completed)
        });
        let back = step(q, y).into_iter().flat_map(|q2| step(q2, x)).collect::<Vec<_>>();
        squares
            && back
                .into_iter()
                .all(|q3| q3 != -1 && step(q, x).into_iter().any(|q1| step(q1, y).contains(&q3)))
    }

    /// The conditions on enabled and disabled events.
    pub fn is_closed(&self, vector: &[u32], events: &BTreeSet<usize>) -> bool {
        let enabled = self.enabled(vector);
        events.iter().all(|&x| {
            let mut participants = self.participants(x).into_iter();
            if !enabled.contains(&x) {
                return participants.any(|i| {
                    self.waiting(i, vector[i], events).into_iter().all(|q| self.local(i, q, x).is_empty())
                });
            }
            participants.all(|i| {
                self.waiting(i, vector[i], events).into_iter().all(|q| {
                    let mut outside = (0..self.n_events()).filter(|y| !events.contains(y));
                    !self.local(i, q, x).is_empty() && outside.all(|y| self.exchanges(i, q, x, y))
                })
            })
        })
    }

    /// Is a vector neither stuck nor without followed moves?
    pub fn goes_on(&self, vector: &[u32], events: &BTreeSet<usize>) -> bool {
        let enabled = self.enabled(vector);
        let ends = self.components.iter().zip(vector).all(|(c, &s)| c.end.is_none_or(|end| end == s));
        !enabled.is_disjoint(events) || enabled.is_empty() && self.may_end && ends
    }

    /// Does a followed move take a component to ERROR?
    pub fn enters(&self, goal: usize, vector: &[u32], events: &BTreeSet<usize>) -> bool {
        let enabled = self.enabled(vector);
        events.intersection(&enabled).any(|&x| self.targets(vector, x).iter().any(|v| v[goal] == -1))
    }

    pub fn is_settled(&self, goal: usize, vector: &[u32], events: &BTreeSet<usize>) -> bool {
        let outside = || (0..self.n_events()).filter(|y| !events.contains(y));
        let waiting = self.waiting(goal, vector[goal], events);
        waiting.into_iter().all(|q| outside().all(|y| !self.local(goal, q, y).contains(&-1)))
    }

    /// All conditions; the goals are positions in the part, `None` for deadlock.
    pub fn accepts(&self, goals: Option<&[usize]>, followed: &Followed) -> bool {
        let inside = |v: &Vector, events: &BTreeSet<usize>| {
            self.next(v, events).iter().all(|next| followed.contains_key(next))
        };
        let fits = followed.contains_key(&self.initial())
            && followed.iter().all(|(v, events)| self.is_closed(v, events) && inside(v, events));
        let Some(goals) = goals else {
            return fits && followed.iter().all(|(v, events)| self.goes_on(v, events));
        };
        fits && goals.iter().all(|&goal| {
            let mut good: BTreeSet<&Vector> = BTreeSet::new();
            loop {
                let leads = |v: &Vector, events: &BTreeSet<usize>| {
                    self.is_settled(goal, v, events)
                        || self.next(v, events).iter().any(|next| good.contains(next))
                };
                let more: BTreeSet<&Vector> =
                    followed.iter().filter(|(v, events)| leads(v, events)).map(|(v, _)| v).collect();
                if more.len() == good.len() {
                    break;
                }
                good = more;
            }
            good.len() == followed.len() && followed.iter().all(|(v, events)| !self.enters(goal, v, events))
        })
    }

    pub fn document(&self, all: &[ComponentDoc], followed: &Followed) -> ReductionDoc {
        let kept: Vec<u32> = self.kept.iter().map(|&i| i as u32).collect();
        let vectors: Vec<(Vector, Vec<usize>)> =
            followed.iter().map(|(v, events)| (v.clone(), events.iter().copied().collect())).collect();
        ReductionDoc::new(all, &kept, &vectors)
    }
}

/// The claim that a reduction is to show: no deadlock, or safety of these components.
pub fn claim(properties: Option<&[String]>, reduction: ReductionDoc) -> Claim {
    match properties {
        None => Claim::DeadlockFreedomByReduction { reduction, system: 0 },
        Some(properties) => {
            Claim::SafetyByReduction { properties: properties.to_vec(), reduction, system: 0 }
        }
    }
}

/// Accepted certificates.
pub fn samples() -> Vec<(&'static str, Certificate)> {
    // Two users in turns, each with a step of its own that can be done before or after the other one.
    let user = |name: &str, work: &str, get: &str| {
        process(
            name,
            &format!("{work} {get}"),
            4,
            &[(0, work, 1), (0, get, 2), (1, get, 3), (2, work, 3), (3, "tau", 0)],
        )
    };
    let turns = process("TURNS", "a.get b.get", 2, &[(0, "a.get", 1), (1, "b.get", 0)]);
    let order = part(
        "ORDER",
        RoleDoc::Property,
        "a.get b.get",
        2,
        &[(0, "a.get", 1), (0, "b.get", -1), (1, "a.get", -1), (1, "b.get", 0)],
    );
    let components = vec![user("A", "a", "a.get"), turns, order, user("B", "b", "b.get")];
    let sample = |kept: Vec<usize>, properties: Option<Vec<String>>| {
        let part = Part::new(&components, kept);
        let goals: Option<Vec<usize>> = properties.as_ref().map(|_| vec![2]);
        let followed = least(&part, goals.as_deref());
        let reduction = part.document(&components, &followed);
        single(&components, None, None, claim(properties.as_deref(), reduction))
    };
    vec![
        ("deadlock by reduction", sample(vec![0, 1, 3], None)),
        ("safety by reduction", sample(vec![0, 1, 2, 3], Some(vec!["ORDER".into()]))),
    ]
}

/// A reduction with few events: in each vector a closed set with the fewest followed moves, toward the goal.
fn least(part: &Part, goals: Option<&[usize]>) -> Followed {
    let all = (0..1usize << part.n_events())
        .map(|bits| (0..part.n_events()).filter(|event| bits >> event & 1 == 1).collect::<BTreeSet<usize>>());
    let sets: Vec<BTreeSet<usize>> = all.collect();
    let (mut followed, mut open) = (Followed::new(), vec![part.initial()]);
    while let Some(vector) = open.pop() {
        if followed.contains_key(&vector) {
            continue;
        }
        let fits = |events: &&BTreeSet<usize>| {
            let settled = |goals: &[usize]| goals.iter().all(|&goal| part.is_settled(goal, &vector, events));
            part.is_closed(&vector, events)
                && match goals {
                    None => part.goes_on(&vector, events),
                    Some(goals) => settled(goals),
                }
        };
        let enabled = part.enabled(&vector);
        let cost = |events: &&BTreeSet<usize>| (enabled.intersection(events).count(), events.len());
        let events = sets.iter().filter(fits).min_by_key(cost).expect("all events are closed").clone();
        open.extend(part.next(&vector, &events));
        followed.insert(vector, events);
    }
    followed
}
