//! Certificates of asserts, of both answers, made by the definitions of the format.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rely_certify::*;

use super::asserts::is_true_at;
use super::systems::single;
use super::*;

type Set = BTreeSet<u32>;

/// The ways to meet demands, by the table of the format.
fn outcomes(formula: &[FormulaDoc], pending: &Set, action: Option<&str>, vector: &[u32]) -> BTreeSet<Set> {
    let n = formula.len() as u32;
    let demand = |&item: &u32| match formula.get(item as usize / 2) {
        Some(FormulaDoc::Next(f)) => 2 * f + item % 2,
        Some(_) => item,
        None => 2 * n - 2,
    };
    let mut ways: Vec<(Vec<u32>, Set)> = vec![(pending.iter().map(demand).collect(), Set::new())];
    let mut found: BTreeSet<Set> = BTreeSet::new();
    while let Some((mut demands, pending)) = ways.pop() {
        let Some(item) = demands.pop() else {
            found.insert(pending);
            continue;
        };
        let (entry, value) = (&formula[item as usize / 2], item % 2);
        let with = |more: &[(u32, u32)], postpone: bool| {
            let more = more.iter().map(|(f, value)| 2 * f + value);
            let mut pending = pending.clone();
            pending.extend(postpone.then_some(item));
            (demands.iter().copied().chain(more).collect::<Vec<_>>(), pending)
        };
        match (entry, value) {
            (FormulaDoc::True(()), _) => ways.extend((value == 1).then(|| with(&[], false))),
            (FormulaDoc::Actions(_) | FormulaDoc::Fluent(_), _) => {
                ways.extend((is_true_at(entry, action, vector) == (value == 1)).then(|| with(&[], false)));
            }
            (FormulaDoc::Not(f), _) => ways.push(with(&[(*f, 1 - value)], false)),
            (FormulaDoc::And(fs), 1) | (FormulaDoc::Or(fs), 0) => {
                ways.push(with(&fs.iter().map(|&f| (f, value)).collect::<Vec<_>>(), false));
            }
            (FormulaDoc::And(fs) | FormulaDoc::Or(fs), _) => {
                ways.extend(fs.iter().map(|&f| with(&[(f, value)], false)));
            }
            (FormulaDoc::Next(_), _) => ways.push(with(&[], true)),
            (FormulaDoc::Eventually(f), 1) | (FormulaDoc::Always(f), 0) => {
                ways.extend([with(&[(*f, value)], false), with(&[], true)]);
            }
            (FormulaDoc::Eventually(f) | FormulaDoc::Always(f), _) => ways.push(with(&[(*f, value)], true)),
            (FormulaDoc::Until(f, g) | FormulaDoc::WeakUntil(f, g), 1) => {
                ways.extend([with(&[(*g, 1)], false), with(&[(*f, 1)], true)]);
            }
            (FormulaDoc::Until(f, g) | FormulaDoc::WeakUntil(f, g), _) => {
                ways.extend([with(&[(*f, 0), (*g, 0)], false), with(&[(*g, 0)], true)]);
            }
        }
    }
    let is_smallest = |set: &&Set| !found.iter().any(|other| other != *set && other.is_subset(set));
    found.iter().filter(is_smallest).cloned().collect()
}

fn is_eventuality(formula: &[FormulaDoc], item: u32) -> bool {
    match formula.get(item as usize / 2) {
        Some(FormulaDoc::Eventually(_) | FormulaDoc::Until(..)) => item % 2 == 1,
        Some(FormulaDoc::Always(_) | FormulaDoc::WeakUntil(..)) => item.is_multiple_of(2),
        _ => false,
    }
}

fn is_weak(formula: &[FormulaDoc], set: &Set) -> bool {
    let is_next =
        |item: u32| matches!(formula.get(item as usize / 2), Some(FormulaDoc::Next(_))) && item % 2 == 1;
    !set.iter().any(|&item| is_eventuality(formula, item) || is_next(item))
}

type Node = (Vector, Set);
/// A label, a target, and what can be pending there.
type Step = (String, Vector, BTreeSet<Set>);
type Members = BTreeSet<(Set, u32)>;

/// All pairs of a vector and pending obligations that can occur.
pub struct Tableau<'a> {
    naive: &'a Naive<'a>,
    formula: &'a [FormulaDoc],
    nodes: BTreeMap<Node, Vec<Step>>,
    /// Shortest ways from the start.
    ways: BTreeMap<Node, (Vec<String>, Vec<Vector>)>,
    eventualities: Vec<u32>,
}

impl<'a> Tableau<'a> {
    pub fn new(naive: &'a Naive<'a>, formula: &'a [FormulaDoc]) -> Self {
        let start = (naive.initial(), Set::from([2 * formula.len() as u32]));
        let mut nodes = BTreeMap::new();
        let mut ways = BTreeMap::from([(start.clone(), (vec![], vec![]))]);
        let mut open = VecDeque::from([start]);
        while let Some(node) = open.pop_front() {
            let mut steps = vec![];
            for (name, targets) in naive.transitions(&node.0) {
                for target in targets {
                    let Target::State(vector) = target else { continue };
                    let next = outcomes(formula, &node.1, Some(name), &vector);
                    for set in &next {
                        let to = (vector.clone(), set.clone());
                        if !ways.contains_key(&to) {
                            let (mut names, mut path) = ways[&node].clone();
                            names.push(name.to_string());
                            path.push(vector.clone());
                            ways.insert(to.clone(), (names, path));
                            open.push_back(to);
                        }
                    }
                    steps.push((name.to_string(), vector, next));
                }
            }
            nodes.insert(node, steps);
        }
        let items: Set = nodes.keys().flat_map(|node| &node.1).copied().collect();
        let eventualities = items.into_iter().filter(|&item| is_eventuality(formula, item)).collect();
        Tableau { naive, formula, nodes, ways, eventualities }
    }

    /// Can ERROR be entered while something is pending?
    pub fn has_error(&self) -> bool {
        let mut targets =
            self.nodes.keys().flat_map(|node| self.naive.transitions(&node.0).into_values().flatten());
        targets.any(|target| matches!(target, Target::Error(_)))
    }

    fn edges(&self, node: &Node) -> Vec<Node> {
        let steps = self.nodes[node].iter();
        steps.flat_map(|(_, to, sets)| sets.iter().map(move |set| (to.clone(), set.clone()))).collect()
    }

    fn reach(&self, node: &Node) -> BTreeSet<Node> {
        let (mut found, mut open) = (BTreeSet::new(), vec![node.clone()]);
        while let Some(node) = open.pop() {
            open.extend(self.edges(&node).into_iter().filter(|next| found.insert(next.clone())));
        }
        found
    }

    /// The strongly connected sets of nodes, those that others lead to first.
    fn components(&self) -> Vec<BTreeSet<Node>> {
        let reach: BTreeMap<&Node, BTreeSet<Node>> =
            self.nodes.keys().map(|node| (node, self.reach(node))).collect();
        let mut found: Vec<BTreeSet<Node>> = vec![];
        let mut order: Vec<&Node> = self.nodes.keys().collect();
        order.sort_by_key(|node| reach[node].len());
        for node in order {
            if !found.iter().any(|component| component.contains(node)) {
                let own = reach[node].iter().filter(|other| reach[other].contains(node)).cloned();
                found.push(own.chain([node.clone()]).collect());
            }
        }
        // What reaches less comes first; of two that reach as much, the one without a cycle is later.
        found.sort_by_key(|component| {
            let node = component.first().unwrap();
            (reach[node].len(), !reach[node].contains(node))
        });
        found
    }

    fn after(&self, counter: u32, set: &Set) -> u32 {
        let m = self.eventualities.len() as u32;
        let from = if counter == m { 0 } else { counter };
        (from..m).find(|&d| set.contains(&self.eventualities[d as usize])).unwrap_or(m)
    }

    fn vectors(&self) -> Vec<Vector> {
        self.nodes.keys().map(|node| node.0.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn pending(&self) -> Vec<Set> {
        self.nodes.keys().map(|node| node.1.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Where members lead with one step of their vector, perhaps within some nodes only.
    fn follow(
        &self,
        vector: &Vector,
        members: &Members,
        (name, to): (&str, &Vector),
        within: Option<&BTreeSet<Node>>,
    ) -> Members {
        let mut next = Members::new();
        for (set, counter) in members {
            for (_, _, sets) in
                self.nodes[&(vector.clone(), set.clone())].iter().filter(|s| s.0 == name && s.1 == *to)
            {
                let inside = |set: &&Set| within.is_none_or(|w| w.contains(&(to.clone(), (*set).clone())));
                next.extend(sets.iter().filter(inside).map(|set| (set.clone(), self.after(*counter, set))));
            }
        }
        next
    }

    fn moves(&self, vector: &Vector) -> Vec<(String, Vector)> {
        let moves = self.naive.transitions(vector).into_iter();
        let states =
            moves.flat_map(|(name, targets)| targets.into_iter().map(move |t| (name.to_string(), t)));
        states
            .filter_map(|(name, target)| match target {
                Target::State(to) => Some((name, to)),
                Target::Error(_) => None,
            })
            .collect()
    }

    /// All sets that can be reached from one, with the sets that moves lead to (empty ones too).
    fn graph_of_sets(
        &self,
        start: (Vector, Members),
        within: Option<&BTreeSet<Node>>,
    ) -> BTreeMap<(Vector, Members), Vec<(Vector, Members)>> {
        let mut graph = BTreeMap::new();
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if graph.contains_key(&at) {
                continue;
            }
            let moves = self.moves(&at.0);
            let next =
                moves.iter().map(|(name, to)| (to.clone(), self.follow(&at.0, &at.1, (name, to), within)));
            let next: Vec<(Vector, Members)> = next.collect();
            open.extend(next.iter().filter(|next| !next.1.is_empty()).cloned());
            graph.insert(at, next);
        }
        graph
    }

    fn goal_doc(&self, goal: &Node, within: &BTreeSet<Node>) -> GoalDoc {
        let met = (goal.1.clone(), self.eventualities.len() as u32);
        let graph = self.graph_of_sets((goal.0.clone(), Members::from([met.clone()])), Some(within));
        let is_goal = |at: &(Vector, Members)| at.0 == goal.0 && at.1.contains(&met);
        // Quiet: the goal cannot be met any more.
        let mut quiet: BTreeSet<&(Vector, Members)> = graph.keys().filter(|at| !is_goal(at)).collect();
        loop {
            let n = quiet.len();
            let stays =
                |at: &(Vector, Members)| graph[at].iter().all(|to| to.1.is_empty() || quiet.contains(to));
            quiet = quiet.iter().copied().filter(|at| stays(at)).collect();
            if quiet.len() == n {
                break;
            }
        }
        let mut ranks: BTreeMap<&(Vector, Members), i64> = quiet.into_iter().map(|at| (at, -1)).collect();
        for rank in 0..graph.len() as i64 {
            let near = |at: &&(Vector, Members)| {
                let is_end = |to: &(Vector, Members)| to.1.is_empty() || ranks.contains_key(to);
                !ranks.contains_key(at) && graph[*at].iter().any(is_end)
            };
            let new: Vec<_> = graph.keys().filter(near).collect();
            ranks.extend(new.into_iter().map(|at| (at, rank)));
        }
        let (vectors, nodes): (Vec<Vector>, Vec<&Node>) = (self.vectors(), self.nodes.keys().collect());
        let number = |node: &Node| nodes.iter().position(|n| *n == node).unwrap() as u32;
        let sets = graph.keys().map(|(vector, members)| {
            let members =
                members.iter().map(|(set, counter)| (number(&(vector.clone(), set.clone())), *counter));
            (vectors.binary_search(vector).unwrap() as u32, members.collect())
        });
        GoalDoc {
            node: number(goal),
            ranks: graph.keys().map(|at| ranks.get(at).copied().unwrap_or(99)).collect(),
            sets: sets.collect(),
        }
    }

    fn reason(&self, class: &BTreeSet<Node>, fair: bool, random: &mut Random) -> Option<ReasonDoc> {
        let entered: BTreeSet<Node> =
            class.iter().flat_map(|node| self.edges(node)).filter(|to| class.contains(to)).collect();
        if entered.is_empty() {
            return None;
        }
        let postponed = |item: &&u32| entered.iter().all(|node| node.1.contains(item));
        if let Some(&item) = self.eventualities.iter().find(postponed) {
            return Some(ReasonDoc::Postponed(item));
        }
        if !fair {
            return None;
        }
        let inside: BTreeSet<&Vector> = class.iter().map(|node| &node.0).collect();
        let mut ranks: BTreeMap<&Vector, u32> = BTreeMap::new();
        for rank in 0..inside.len() as u32 {
            let near = |v: &&&Vector| {
                let is_out = |(_, to): &(String, Vector)| !inside.contains(to) || ranks.contains_key(to);
                !ranks.contains_key(**v) && self.moves(v).iter().any(is_out)
            };
            let new: Vec<&Vector> = inside.iter().filter(near).copied().collect();
            ranks.extend(new.into_iter().map(|v| (v, rank)));
        }
        // Where both reasons are right, either is given.
        if ranks.len() == inside.len() && random.chance(50) {
            return Some(ReasonDoc::Left(class.iter().map(|node| ranks[&node.0]).collect()));
        }
        let last = self.eventualities.last();
        let goals = entered.iter().filter(|node| last.is_none_or(|item| !node.1.contains(item)));
        Some(ReasonDoc::Avoided(goals.map(|goal| self.goal_doc(goal, class)).collect()))
    }

    /// A certificate that the assert holds, whether or not it does.
    pub fn assert(&self, priority: Option<&PriorityDoc>, fair: bool, random: &mut Random) -> Certificate {
        let classes = self.components();
        let (vectors, pending) = (self.vectors(), self.pending());
        let class_of = |node: &Node| classes.iter().position(|class| class.contains(node)).unwrap() as u32;
        let place = |node: &Node| {
            let set = pending.binary_search(&node.1).unwrap();
            (vectors.binary_search(&node.0).unwrap() as u32, set as u32)
        };
        let claim = AssertClaim {
            classes: self.nodes.keys().map(class_of).collect(),
            fair,
            formula: self.formula.to_vec(),
            name: "ASSERT".into(),
            nodes: self.nodes.keys().map(place).collect(),
            pending: pending.iter().map(|set| set.iter().copied().collect()).collect(),
            reasons: classes.iter().map(|class| self.reason(class, fair, random)).collect(),
            system: 0,
            vectors: SetDoc::new(self.naive.components, &vectors),
        };
        single(self.naive.components, priority, None, Claim::Assert(claim))
    }

    /// A certificate that it does not hold, if there is a reason. Of several, any.
    pub fn violation(
        &self,
        priority: Option<&PriorityDoc>,
        fair: bool,
        random: &mut Random,
    ) -> Option<Certificate> {
        let mut found: Vec<(EvidenceDoc, TraceDoc)> = vec![];
        let along = |node: &Node| self.naive.along(&self.ways[node]);
        for node in self.nodes.keys() {
            if self.naive.transitions(&node.0).is_empty() {
                let ends = match self.ways[node].0.is_empty() {
                    true => outcomes(self.formula, &node.1, None, &node.0),
                    false => BTreeSet::from([node.1.clone()]),
                };
                if ends.iter().any(|set| is_weak(self.formula, set)) {
                    found.push((EvidenceDoc::Stops, along(node)));
                }
            }
            if node.1.is_empty() {
                found.push((EvidenceDoc::Prefix, along(node)));
            }
        }
        match fair {
            false => found.extend(self.components().iter().filter_map(|class| self.cycle(class))),
            true => found.extend(self.nodes.keys().filter_map(|goal| self.sets(goal))),
        }
        if found.is_empty() {
            return None;
        }
        let (evidence, trace) = found.swap_remove(random.below(found.len()));
        let (formula, name) = (self.formula.to_vec(), "ASSERT".into());
        let claim = AssertViolation { evidence, fair, formula, name, system: 0, trace };
        Some(single(self.naive.components, priority, None, Claim::AssertViolation(claim)))
    }

    /// A shortest way between nodes of a class, with at least one step.
    fn way(
        &self,
        from: &Node,
        class: &BTreeSet<Node>,
        is_end: &dyn Fn(&Node) -> bool,
    ) -> Option<Vec<(String, Node)>> {
        let mut ways: BTreeMap<Node, Vec<(String, Node)>> = BTreeMap::new();
        let mut open = VecDeque::from([from.clone()]);
        while let Some(node) = open.pop_front() {
            for (name, to, sets) in &self.nodes[&node] {
                for next in
                    sets.iter().map(|set| (to.clone(), set.clone())).filter(|next| class.contains(next))
                {
                    let mut way = if node == *from { vec![] } else { ways[&node].clone() };
                    way.push((name.clone(), next.clone()));
                    if is_end(&next) {
                        return Some(way);
                    }
                    if !ways.contains_key(&next) && next != *from {
                        ways.insert(next.clone(), way);
                        open.push_back(next);
                    }
                }
            }
        }
        None
    }

    fn cycle(&self, class: &BTreeSet<Node>) -> Option<(EvidenceDoc, TraceDoc)> {
        let root = class.first()?;
        let mut walk: Vec<(String, Node)> = vec![];
        for item in &self.eventualities {
            let from = walk.last().map_or(root, |step| &step.1).clone();
            walk.extend(self.way(&from, class, &|node| !node.1.contains(item))?);
        }
        let from = walk.last().map_or(root, |step| &step.1).clone();
        if from != *root || walk.is_empty() {
            walk.extend(self.way(&from, class, &|node| node == root)?);
        }
        let mut trace = self.naive.along(&self.ways[root]);
        for (name, (vector, _)) in walk {
            trace.cycle.push(name);
            trace.vectors.as_mut()?.push(vector.iter().map(|&s| s.into()).collect());
        }
        Some((EvidenceDoc::Cycle, trace))
    }

    /// Is a goal met again and again with positive probability?
    fn sets(&self, goal: &Node) -> Option<(EvidenceDoc, TraceDoc)> {
        let met = (goal.1.clone(), self.eventualities.len() as u32);
        let start = (goal.0.clone(), Members::from([met.clone()]));
        let graph = self.graph_of_sets(start.clone(), None);
        type At = (Vector, Members);
        let mut ways: BTreeMap<At, Vec<(String, Vector)>> = BTreeMap::from([(start.clone(), vec![])]);
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for ((name, to), next) in self.moves(&at.0).into_iter().zip(&graph[&at]) {
                if !next.1.is_empty() && !ways.contains_key(next) {
                    let way = [ways[&at].clone(), vec![(name, to)]].concat();
                    ways.insert(next.clone(), way);
                    open.push_back(next.clone());
                }
            }
        }
        let reach = |from: &At| -> BTreeSet<At> {
            let (mut found, mut open) = (BTreeSet::from([from.clone()]), vec![from.clone()]);
            while let Some(at) = open.pop() {
                let next = graph.get(&at).into_iter().flatten();
                open.extend(next.filter(|next| found.insert((*next).clone())).cloned().collect::<Vec<_>>());
            }
            found
        };
        let is_goal = |at: &At| at.0 == goal.0 && at.1.contains(&met);
        let is_fine = |at: &At| {
            let moves = self.naive.transitions(&at.0);
            let fails = moves.values().flatten().any(|target| matches!(target, Target::Error(_)));
            !at.1.is_empty() && !moves.is_empty() && !fails
        };
        let is_closed = |set: &BTreeSet<At>| {
            set.iter().all(|at| is_fine(at) && reach(at) == *set) && set.iter().any(is_goal)
        };
        let (part, way) = graph.keys().map(|at| (reach(at), &ways[at])).find(|(part, _)| is_closed(part))?;
        let mut ranks: BTreeMap<&At, u32> = part.iter().filter(|at| is_goal(at)).map(|at| (at, 0)).collect();
        for rank in 1..=part.len() as u32 {
            let near =
                |at: &&At| !ranks.contains_key(at) && graph[*at].iter().any(|to| ranks.contains_key(to));
            let new: Vec<&At> = part.iter().filter(near).collect();
            ranks.extend(new.into_iter().map(|at| (at, rank)));
        }
        let used: BTreeSet<Vector> = part.iter().map(|at| at.0.clone()).collect();
        let (used, pending): (Vec<Vector>, Vec<Set>) = (used.into_iter().collect(), self.pending());
        let number = |set: &Set| pending.binary_search(set).unwrap() as u32;
        let sets = part.iter().map(|(vector, members)| {
            let members = members.iter().map(|(set, counter)| (number(set), *counter)).collect();
            (used.binary_search(vector).unwrap() as u32, members)
        });
        let (mut names, mut path) = self.ways[goal].clone();
        let evidence = SetsEvidence {
            at: names.len() as u32,
            goal: number(&goal.1),
            pending: pending.iter().map(|set| set.iter().copied().collect()).collect(),
            ranks: part.iter().map(|at| ranks[at]).collect(),
            sets: sets.collect(),
            vectors: SetDoc::new(self.naive.components, &used),
        };
        for (name, vector) in way {
            names.push(name.clone());
            path.push(vector.clone());
        }
        Some((EvidenceDoc::Sets(evidence), self.naive.along(&(names, path))))
    }
}
