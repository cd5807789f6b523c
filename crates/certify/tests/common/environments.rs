//! Claims about environments: their truth by the definition, on sets of product states, and certificates with
//! covers that are as large as they can be.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_certify::*;

use super::{Case, ClaimKind, Cover, Naive, Proof, Target, Vector, part, process, trace};

type Set = BTreeSet<Vector>;

/// A module with its properties, and what an environment sees of it.
pub struct Inside<'a> {
    naive: Naive<'a>,
    pub alphabet: BTreeSet<&'a str>,
}

impl<'a> Inside<'a> {
    pub fn new(components: &'a [ComponentDoc], properties: &[String], interface: &'a [String]) -> Self {
        let names = |of: &dyn Fn(&ComponentDoc) -> bool| -> BTreeSet<&'a str> {
            components.iter().filter(|c| of(c)).flat_map(|c| &c.alphabet).map(String::as_str).collect()
        };
        let module = names(&|c| !properties.contains(&c.name));
        let outside =
            names(&|c| properties.contains(&c.name)).difference(&module).copied().collect::<Vec<_>>();
        let alphabet = outside.into_iter().chain(interface.iter().map(String::as_str)).collect();
        Inside { naive: Naive::new(components, None), alphabet }
    }

    /// Where hidden actions lead, and whether to ERROR, too.
    fn closure(&self, set: Set) -> (Set, bool) {
        let (mut open, mut all, mut error) = (Vec::from_iter(set.clone()), set, false);
        while let Some(vector) = open.pop() {
            for (name, targets) in self.naive.transitions(&vector) {
                for target in targets.into_iter().filter(|_| !self.alphabet.contains(name)) {
                    match target {
                        Target::Error(_) => error = true,
                        Target::State(next) => {
                            if all.insert(next.clone()) {
                                open.push(next);
                            }
                        }
                    }
                }
            }
        }
        (all, error)
    }

    pub fn start(&self) -> (Set, bool) {
        self.closure(Set::from([self.naive.initial()]))
    }

    /// Where an action leads, among hidden ones.
    pub fn post(&self, set: &Set, action: &str) -> (Set, bool) {
        let (mut next, mut error) = (Set::new(), false);
        for target in set.iter().filter_map(|v| self.naive.transitions(v).remove(action)).flatten() {
            match target {
                Target::Error(_) => error = true,
                Target::State(vector) => drop(next.insert(vector)),
            }
        }
        let (closed, hidden) = self.closure(next);
        (closed, error || hidden)
    }

    /// The weakest assumption as a subset construction gives it; `None` if there is none.
    pub fn weakest(&self) -> Option<ComponentDoc> {
        let (start, false) = self.start() else { return None };
        let (mut sets, mut transitions) = (vec![start], vec![]);
        let mut i = 0;
        while i < sets.len() {
            for &action in &self.alphabet {
                let (next, false) = self.post(&sets[i], action) else { continue };
                let j = sets.iter().position(|set| *set == next).unwrap_or_else(|| {
                    sets.push(next);
                    sets.len() - 1
                });
                transitions.push((i as u32, action, j as i64));
            }
            i += 1;
        }
        let alphabet = Vec::from_iter(self.alphabet.iter().copied()).join(" ");
        Some(process("ENV", &alphabet, sets.len() as u32, &transitions))
    }

    /// Shortest paths from some vectors, with one `action` among hidden ones, to everything there is.
    fn paths(&self, members: &Set, action: &str) -> BTreeMap<Target, Vec<(String, Target)>> {
        type Place = (Target, bool);
        let mut found: BTreeMap<Place, Vec<(String, Target)>> = BTreeMap::new();
        let mut queue = VecDeque::new();
        for member in members {
            let place = (Target::State(member.clone()), false);
            // Where it starts is remembered as a move without a name.
            found.insert(place.clone(), vec![(String::new(), place.0.clone())]);
            queue.push_back(place);
        }
        while let Some(place) = queue.pop_front() {
            let Target::State(vector) = &place.0 else { continue };
            for (name, targets) in self.naive.transitions(vector) {
                if self.alphabet.contains(name) && (name != action || place.1) {
                    continue;
                }
                for target in targets {
                    let target = match target {
                        Target::Error(_) => Target::Error(BTreeSet::new()),
                        state => state,
                    };
                    let next = (target.clone(), place.1 || name == action);
                    if !found.contains_key(&next) {
                        let path = [found[&place].clone(), vec![(name.to_string(), target)]].concat();
                        found.insert(next.clone(), path);
                        queue.push_back(next);
                    }
                }
            }
        }
        found.into_iter().filter(|((_, seen), _)| *seen).map(|((target, _), path)| (target, path)).collect()
    }

    /// Is this a path of a certificate with these vectors, from a member to a goal, that shows just this
    /// action?
    pub fn is_path(&self, table: &[Vector], members: &[u32], path: &[i64], action: &str, goal: i64) -> bool {
        let names: Vec<&str> = self.naive.names().into_iter().filter(|name| *name != "tau").collect();
        let mut at = path[0];
        let mut seen = 0;
        if !members.iter().any(|&member| i64::from(member) == at) {
            return false;
        }
        for pair in path[1..].chunks(2) {
            let (Some(from), &[label, to]) = (usize::try_from(at).ok().and_then(|at| table.get(at)), pair)
            else {
                return false;
            };
            let Some(name) = (if label == 0 { Some("tau") } else { names.get(label as usize - 1).copied() })
            else {
                return false;
            };
            seen += if name == action { 1 } else { usize::from(self.alphabet.contains(name)) * 100 };
            let targets = self.naive.transitions(from).remove(name).unwrap_or_default();
            let fits = |target: &Target| match target {
                Target::Error(_) => to == ERROR,
                Target::State(vector) => usize::try_from(to).is_ok_and(|to| table.get(to) == Some(vector)),
            };
            if !targets.iter().any(fits) {
                return false;
            }
            at = to;
        }
        seen == 1 && at == goal
    }

    /// A cover in which every node has all members; as far as there is one.
    pub fn cover(&self, components: &[ComponentDoc], assumption: &ComponentDoc) -> Cover {
        let whole = [components, std::slice::from_ref(assumption)].concat();
        let closed = SetDoc::new(&whole, Naive::new(&whole, None).reachable());
        let table = Vec::from_iter(self.naive.reachable());
        let position = |vector: &Vector| table.binary_search(vector).unwrap() as i64;
        let names: Vec<&str> = self.naive.names().into_iter().filter(|name| *name != "tau").collect();
        let label = |name: &String| names.iter().position(|n| n == name).map_or(0, |k| k as i64 + 1);
        let document = |path: &Vec<(String, Target)>| -> PathDoc {
            let place = |target: &Target| match target {
                Target::State(vector) => position(vector),
                Target::Error(_) => ERROR,
            };
            path.iter().flat_map(|(name, target)| [label(name), place(target)]).skip(1).collect()
        };
        let step = |q: u32, k: usize| {
            let found = assumption.transitions.iter().find(|t| (t.0, t.1) == (q, k as u32 + 1));
            found.map(|t| t.2 as u32)
        };
        let n_labels = assumption.alphabet.len();
        let mut leaving: BTreeSet<u32> =
            (0..assumption.states).filter(|&q| (0..n_labels).any(|k| step(q, k).is_none())).collect();
        for _ in 0..assumption.states {
            let more = assumption.transitions.iter().filter(|t| leaving.contains(&(t.2 as u32))).map(|t| t.0);
            leaving = leaving.iter().copied().chain(more).collect();
        }
        let mut nodes = vec![(assumption.initial, Set::from([self.naive.initial()]), self.start().0)];
        let mut documents = vec![];
        while let Some((state, members, set)) = nodes.get(documents.len()).cloned() {
            let mut node = NodeDoc {
                state,
                members: members.iter().map(|v| position(v) as u32).collect(),
                edges: vec![],
                errors: vec![],
            };
            for (k, action) in assumption.alphabet.iter().enumerate() {
                let paths = self.paths(&members, action);
                match step(state, k) {
                    None => node.errors.extend(paths.get(&Target::Error(BTreeSet::new())).map(&document)),
                    Some(next) if leaving.contains(&next) => {
                        let all = self.post(&set, action).0;
                        let known = nodes.iter().position(|n| n.0 == next && n.2 == all);
                        let i = known.unwrap_or_else(|| {
                            nodes.push((next, all.clone(), all));
                            nodes.len() - 1
                        });
                        let to = nodes[i].1.iter().map(|v| document(&paths[&Target::State(v.clone())]));
                        node.edges.push(EdgeDoc {
                            action: k as u32 + 1,
                            node: i as u32,
                            paths: to.collect(),
                        });
                    }
                    Some(_) => {}
                }
            }
            documents.push(node);
        }
        Cover { closed, vectors: SetDoc::new(components, &table), nodes: documents }
    }
}

/// A component with states that behave alike made one.
pub fn merged(component: &ComponentDoc) -> ComponentDoc {
    let mut class = vec![0; component.states as usize];
    loop {
        let signature = |s: usize| {
            let row = component.transitions.iter().filter(|t| t.0 as usize == s);
            (class[s], row.map(|t| (t.1, class[t.2 as usize])).collect::<Vec<_>>())
        };
        let mut known = vec![];
        let next: Vec<usize> = (0..class.len())
            .map(|s| {
                let mine = signature(s);
                known.iter().position(|k| *k == mine).unwrap_or_else(|| {
                    known.push(mine);
                    known.len() - 1
                })
            })
            .collect();
        if next == class {
            break;
        }
        class = next;
    }
    let state = |s: u32| class[s as usize] as u32;
    let transitions = component.transitions.iter().map(|&(s, l, t)| (state(s), l, state(t as u32).into()));
    ComponentDoc {
        states: *class.iter().max().unwrap() as u32 + 1,
        initial: state(component.initial),
        transitions: transitions.collect(),
        ..component.clone()
    }
    .sorted()
}

/// A case about an environment.
pub fn environment_case(
    kind: ClaimKind,
    properties: &[String],
    interface: &[String],
    components: Vec<ComponentDoc>,
    proof: Proof,
) -> Case {
    let names: Vec<&str> = properties.iter().map(String::as_str).collect();
    Case { interface: interface.to_vec(), ..Case::new(kind, &names, components, None, proof) }
}

/// The certificate that an assumption is the weakest.
pub fn weakest_certificate(
    components: &[ComponentDoc],
    properties: &[String],
    interface: &[String],
    assumption: &ComponentDoc,
) -> Case {
    let inside = Inside::new(components, properties, interface);
    let proof = Proof::Cover(inside.cover(components, assumption));
    let whole = [components, std::slice::from_ref(assumption)].concat();
    environment_case(ClaimKind::WeakestAssumption, properties, interface, whole, proof)
}

/// Is a claim about environments true?
pub fn is_true(case: &Case) -> bool {
    let Case { kind, properties, interface, components, priority, .. } = case;
    // Where all must be kept always, no environment is asked.
    let interface = if *kind == ClaimKind::KeptAlways { &[] } else { &interface[..] };
    let (inner, assumption) = match kind {
        ClaimKind::WeakestAssumption => (&components[..components.len() - 1], components.last()),
        _ => (&components[..], None),
    };
    let module = inner.iter().filter(|c| !properties.contains(&c.name));
    let own: BTreeSet<&String> = module.flat_map(|c| &c.alphabet).collect();
    let inside = Inside::new(inner, properties, interface);
    if inner.iter().any(|c| properties.contains(&c.name) && c.role != RoleDoc::Property) {
        return false;
    }
    if priority.is_some() || !interface.iter().all(|name| own.contains(name)) {
        return false;
    }
    let Some(assumption) = assumption else {
        let everything = inside.naive.reachable();
        let targets = everything.iter().flat_map(|v| inside.naive.transitions(v).into_values().flatten());
        return match kind {
            ClaimKind::KeptAlways => targets.into_iter().all(|target| matches!(target, Target::State(_))),
            _ => inside.start().1,
        };
    };
    if !assumption.alphabet.iter().map(String::as_str).eq(inside.alphabet.iter().copied()) {
        return false;
    }
    let (start, mut right) = inside.start();
    right = !right;
    let mut open = vec![(assumption.initial, start)];
    let mut seen = BTreeSet::from_iter(open.clone());
    while let Some((q, set)) = open.pop() {
        for (k, action) in (1..).zip(&assumption.alphabet) {
            let allowed: Vec<u32> =
                assumption.transitions.iter().filter(|t| (t.0, t.1) == (q, k)).map(|t| t.2 as u32).collect();
            let (next, error) = inside.post(&set, action);
            right &= allowed.len() < 2 && allowed.is_empty() == error;
            let new = allowed.into_iter().map(|q| (q, next.clone())).filter(|pair| seen.insert(pair.clone()));
            open.extend(Vec::from_iter(new));
        }
    }
    right && assumption.transitions.iter().all(|t| t.1 != 0 && t.2 != ERROR)
}

/// A writer that takes a mutex before it enters, and an environment that may do so, too.
pub fn writer() -> (Vec<ComponentDoc>, Vec<String>, Vec<String>) {
    let mutex = process(
        "MUTEX",
        "e.get e.put w.get w.put",
        2,
        &[(0, "e.get", 1), (0, "w.get", 1), (1, "e.put", 0), (1, "w.put", 0)],
    );
    let writer = process(
        "WRITER",
        "w.get w.in w.out w.put",
        4,
        &[(0, "w.get", 1), (1, "w.in", 2), (2, "w.out", 3), (3, "w.put", 0)],
    );
    let names = ["e.in", "e.out", "w.in", "w.out"];
    let fine = [(0, "e.in", 1), (1, "e.out", 0), (0, "w.in", 2), (2, "w.out", 0)];
    let places = (0..3).flat_map(|s| names.map(|name| (s, name)));
    let all: Vec<(u32, &str, i64)> = places
        .map(|(s, name)| *fine.iter().find(|t| (t.0, t.1) == (s, name)).unwrap_or(&(s, name, ERROR)))
        .collect();
    let exclusive = part("EXCLUSIVE", RoleDoc::Property, &names.join(" "), 3, &all);
    (vec![mutex, writer, exclusive], vec!["EXCLUSIVE".into()], vec!["e.get".into(), "e.put".into()])
}

/// Accepted certificates.
pub fn samples() -> Vec<(&'static str, Case)> {
    let certificate = |(components, properties, interface): (Vec<ComponentDoc>, Vec<String>, Vec<String>)| {
        let assumption = Inside::new(&components, &properties, &interface).weakest().unwrap();
        weakest_certificate(&components, &properties, &interface, &merged(&assumption))
    };
    // After `a` it may have moved on by itself or not: whether `b` or `c` is wrong depends on that, so both
    // are.
    let unsure = vec![process(
        "M",
        "a b c i",
        4,
        &[
            (0, "a", 1),
            (0, "a", 2),
            (1, "i", 3),
            (1, "b", 0),
            (2, "c", -1),
            (2, "b", 2),
            (3, "b", -1),
            (3, "c", 3),
        ],
    )];
    let names = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (safe, properties, _) = {
        let (mut components, properties, interface) = writer();
        components[2].transitions.iter_mut().for_each(|t| t.2 = if t.2 == ERROR { 0 } else { t.2 });
        (components, properties, interface)
    };
    let reachable = Naive::new(&safe, None).reachable();
    let set = Proof::ClosedSet(SetDoc::new(&safe, reachable));
    let always = environment_case(ClaimKind::KeptAlways, &properties, &[], safe.clone(), set);
    let never = environment_case(
        ClaimKind::KeptNever,
        &["P".into()],
        &names("a"),
        vec![
            process("M", "a b", 3, &[(0, "tau", 1), (0, "a", 0), (1, "b", 2), (2, "a", 0)]),
            part("P", RoleDoc::Property, "b c", 1, &[(0, "b", -1), (0, "c", 0)]),
        ],
        Proof::Trace(trace("tau b", "")),
    );
    vec![
        ("always", always),
        ("never", never),
        ("weakest", certificate(writer())),
        ("weakest by choice", certificate((unsure, vec![], names("a b c")))),
    ]
}
