//! The two questions about a rule: do its premises imply the conclusion, and can they be satisfied whenever
//! it holds?
//!
//! Who takes part in an action is its *kind*: a set of the rule's parts. Every condition on alphabets that
//! the papers state forbids kinds of actions. What goes wrong with some kinds goes wrong with more of them
//! too: let everybody who knows a further action always allow it. So it is enough to find sets of kinds with
//! which nothing goes wrong, and conditions none of which can be left out.

use std::collections::HashMap;

use crate::machine::{Letters, Machine};
use crate::rule::{Clause, Kind, Reading, Role, Rule};

/// The machines to try.
pub struct Domains {
    /// Components may be nondeterministic and have tau.
    pub nondeterministic: bool,
    /// Assumptions need not be closed under prefixes, and may be empty.
    pub automata: bool,
    /// At most about so many systems (components and properties) are tried for each set of kinds.
    pub limit: usize,
    known: HashMap<(Letters, u8), Vec<Machine>>,
}

impl Domains {
    pub fn new(nondeterministic: bool, automata: bool) -> Domains {
        Domains { nondeterministic, automata, limit: usize::MAX, known: HashMap::new() }
    }

    /// The machines over an alphabet, small ones first.
    pub fn of(&mut self, role: Role, knows: Letters) -> &[Machine] {
        let kind = match role {
            Role::Component if self.nondeterministic => 1,
            Role::Assumption if self.automata => 2,
            _ => 0,
        };
        let make = || {
            let mut all = Machine::ltss(knows, kind == 1);
            if kind == 2 {
                all.extend(Machine::automata(knows));
                all.sort();
                all.dedup();
            }
            all.sort_by_key(|m| m.size());
            all
        };
        self.known.entry((knows, kind)).or_insert_with(make)
    }

    /// Choices of machines, all or a part; which part depends on the kinds.
    fn systems(&self, machines: &[Vec<Machine>], kinds: &[Kind]) -> impl Iterator<Item = Vec<usize>> + use<> {
        let sizes: Vec<usize> = machines.iter().map(Vec::len).collect();
        let total: usize = sizes.iter().product();
        // Without a factor in common with the numbers of machines: 3, 33 and 423, 49.
        let stride = (total.div_ceil(self.limit)..).find(|k| [2, 3, 7, 11, 47].iter().all(|p| k % p != 0));
        let stride = stride.expect("there are enough numbers");
        let offset = kinds.iter().fold(0, |all, &kind| all * 37 + usize::from(kind)) % stride;
        (offset..total).step_by(stride).map(move |mut number| {
            let digit = |size: &usize| {
                let digit = number % size;
                number /= size;
                digit
            };
            sizes.iter().map(digit).collect()
        })
    }
}

/// How large a counterexample is: states, actions, transitions.
pub type Size = (usize, usize, usize);

/// A counterexample: machines for all parts.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The alphabets of all parts.
    pub alphabets: Vec<Letters>,
    pub machines: Vec<Machine>,
    pub size: Size,
}

impl Counterexample {
    /// Only the first `counted` machines count for its size.
    fn new(
        alphabets: &[Letters],
        n_actions: usize,
        machines: Vec<Machine>,
        counted: usize,
    ) -> Counterexample {
        let sizes: Vec<_> = machines[..counted].iter().map(Machine::size).collect();
        let size = (sizes.iter().map(|s| s.0).sum(), n_actions, sizes.iter().map(|s| s.1).sum());
        Counterexample { alphabets: alphabets.to_vec(), machines, size }
    }

    /// As FSP.
    pub fn fsp(&self, rule: &Rule) -> String {
        rule.parts
            .iter()
            .zip(&self.machines)
            .map(|((name, role), m)| m.fsp(name, *role == Role::Property))
            .collect()
    }
}

/// Answers of clauses, computed when they are first asked for.
struct Table<'a> {
    clause: &'a Clause,
    parts: Vec<usize>,
    answers: Vec<Option<bool>>,
}

impl<'a> Table<'a> {
    fn new(clause: &'a Clause, domains: &[Vec<Machine>]) -> Table<'a> {
        let mut parts = clause.parts();
        parts.sort();
        let size = parts.iter().map(|&i| domains[i].len()).product();
        Table { clause, parts, answers: vec![None; size] }
    }

    fn last(&self) -> usize {
        *self.parts.last().expect("a clause is about something")
    }

    fn holds(&mut self, chosen: &[usize], domains: &[Vec<Machine>], reading: Reading) -> bool {
        let at = self.parts.iter().fold(0, |at, &i| at * domains[i].len() + chosen[i]);
        if let Some(answer) = self.answers[at] {
            return answer;
        }
        let of: Vec<&Machine> =
            domains.iter().enumerate().map(|(i, d)| &d[chosen.get(i).copied().unwrap_or(0)]).collect();
        let answer = self.clause.holds(&of, reading);
        self.answers[at] = Some(answer);
        answer
    }
}

/// What a search saw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Combinations of components and properties.
    pub systems: u64,
    /// Those that keep their properties.
    pub kept: u64,
}

/// The smallest case where the premises hold and the conclusion does not, with actions of these kinds.
pub fn unsound(
    rule: &Rule,
    kinds: &[Kind],
    reading: Reading,
    domains: &mut Domains,
    first: bool,
    seen: &mut Seen,
) -> Option<Counterexample> {
    let alphabets = rule.alphabets(kinds);
    let machines: Vec<Vec<Machine>> = rule
        .parts
        .iter()
        .zip(&alphabets)
        .map(|((_, role), &knows)| domains.of(*role, knows).to_vec())
        .collect();
    let mut premises: Vec<Vec<Table>> =
        rule.premises.iter().map(|one| one.iter().map(|c| Table::new(c, &machines)).collect()).collect();
    let (n, given) = (rule.parts.len(), rule.n_given());
    let mut best: Option<Counterexample> = None;
    for mut chosen in domains.systems(&machines[..given], kinds) {
        seen.systems += 1;
        let of: Vec<&Machine> = chosen.iter().zip(&machines).map(|(&c, d)| &d[c]).collect();
        if rule.conclusion_holds(&of, reading) {
            seen.kept += 1;
            continue;
        }
        // Depth first through the assumptions: the last choice is judged, then extended or replaced.
        chosen.push(0);
        while chosen.len() > given {
            let depth = chosen.len();
            if chosen[depth - 1] == machines[depth - 1].len() {
                chosen.pop();
                chosen[depth - 2] += 1;
                continue;
            }
            let good = premises.iter_mut().all(|one| {
                one.iter().map(Table::last).max() != Some(depth - 1)
                    || one.iter_mut().any(|t| t.holds(&chosen, &machines, reading))
            });
            if good && depth < n {
                chosen.push(0);
                continue;
            }
            if good {
                let machines = chosen.iter().zip(&machines).map(|(&c, d)| d[c].clone()).collect();
                let found = Counterexample::new(&alphabets, kinds.len(), machines, n);
                if best.as_ref().is_none_or(|best| found.size < best.size) {
                    best = Some(found);
                }
                if first {
                    return best;
                }
            }
            chosen[depth - 1] += 1;
        }
    }
    best
}

/// The smallest system that keeps its properties, but where the canonical assumptions (for the circular rule:
/// the strongest guarantees) do not satisfy the premises, with actions of these kinds.
pub fn incomplete(
    rule: &Rule,
    kinds: &[Kind],
    domains: &mut Domains,
    first: bool,
    seen: &mut Seen,
) -> Option<Counterexample> {
    let alphabets = rule.alphabets(kinds);
    let given = rule.n_given();
    let machines: Vec<Vec<Machine>> =
        (0..given).map(|i| domains.of(rule.parts[i].1, alphabets[i]).to_vec()).collect();
    let mut made: HashMap<(usize, usize, usize), Machine> = HashMap::new();
    let mut best: Option<Counterexample> = None;
    for chosen in domains.systems(&machines, kinds) {
        let mut of: Vec<&Machine> = chosen.iter().zip(&machines).map(|(&c, d)| &d[c]).collect();
        seen.systems += 1;
        if !rule.conclusion_holds(&of, Reading::Composition) {
            continue;
        }
        seen.kept += 1;
        for (i, &(m, p)) in rule.about.iter().enumerate() {
            let make = || rule.canonical(of[m], of[p], alphabets[given + i]);
            made.entry((i, chosen[m], chosen[p])).or_insert_with(make);
        }
        for (i, &(m, p)) in rule.about.iter().enumerate() {
            of.push(&made[&(i, chosen[m], chosen[p])]);
        }
        if rule.premises_hold(&of, Reading::Composition) {
            continue;
        }
        let found = Counterexample::new(&alphabets, kinds.len(), of.into_iter().cloned().collect(), given);
        if best.as_ref().is_none_or(|best| found.size < best.size) {
            best = Some(found);
        }
        if first {
            break;
        }
    }
    best
}

/// The sets of one to `most` kinds that keep to some conditions, small ones first.
pub fn sets(rule: &Rule, conditions: &[&str], most: usize) -> Vec<Vec<Kind>> {
    let last = u8::MAX >> (8 - rule.parts.len());
    let kinds: Vec<Kind> =
        (1..=last).filter(|&kind| conditions.iter().all(|c| rule.allows(c, kind))).collect();
    let mut all: Vec<Vec<Kind>> = kinds.iter().map(|&kind| vec![kind]).collect();
    let mut from = 0;
    for _ in 1..most {
        let end = all.len();
        for i in from..end {
            let larger = kinds.iter().filter(|&&kind| kind >= all[i][all[i].len() - 1]);
            let larger: Vec<Vec<Kind>> = larger.map(|&kind| [&all[i][..], &[kind]].concat()).collect();
            all.extend(larger);
        }
        from = end;
    }
    all
}

/// The smallest of the counterexamples that are found.
pub fn smallest(
    rule: &Rule,
    conditions: &[&str],
    most: usize,
    mut find: impl FnMut(&[Kind]) -> Option<Counterexample>,
) -> Option<Counterexample> {
    let found = sets(rule, conditions, most).into_iter().filter_map(|kinds| find(&kinds));
    found.reduce(|best, other| if other.size < best.size { other } else { best })
}

/// Do some assumptions with at most two states, closed under prefixes or not, satisfy the premises?
pub fn provable(rule: &Rule, given: &[Machine], alphabets: &[Letters]) -> bool {
    let domain = |i: &usize| {
        let mut all = Machine::ltss(alphabets[*i], false);
        if !rule.is_circular() {
            all.extend(Machine::automata(alphabets[*i]));
        }
        all
    };
    let domains: Vec<Vec<Machine>> =
        (given.len()..rule.parts.len()).collect::<Vec<_>>().iter().map(domain).collect();
    let total: usize = domains.iter().map(Vec::len).product();
    (0..total).any(|mut number| {
        let mut of: Vec<&Machine> = given.iter().collect();
        for domain in &domains {
            of.push(&domain[number % domain.len()]);
            number /= domain.len();
        }
        rule.premises_hold(&of, Reading::Composition)
    })
}
