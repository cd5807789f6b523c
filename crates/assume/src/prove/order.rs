//! Splits of a system into parts, for the rules.
//!
//! # Problem
//! Given components, a property and a rule, list promising ways to group the components into as many parts as
//! the rule takes, best first.
//!
//! # Method
//! Only components that can matter are used (`cone_of_influence`). They are joined two at a time, closest
//! first, as in compositional reduction (`rely_lts::compositional::Order`): small components that share many
//! actions belong together. Every stage of this gives a split. For two parts there are further candidates:
//! the components that know the property against the others, every prefix of the order in which components
//! are reached from the property, and every single component against all others. Candidates are sorted by
//! their *interface*, the number of actions of an assumption, which influences its size most; both orders of
//! the parts are candidates. \[CAC08\] shows how much the split matters.
//!
//! # Invariants
//! 1. Every split is a partition of the cone of influence into nonempty parts.
//! 2. The list depends on the problem and the rule only.
//!
//! # Cost
//! O(n) joins and O(n) splits, each with one pass over the alphabets. Beyond `HUGE` components they are taken
//! in the given order, since ordering them takes quadratic time.
//!
//! # Departures
//! \[CAC08\] tries all two-way splits; that is exponential in the number of components.

use std::collections::BTreeSet;

use rely_lts::compositional::Order;
use rely_lts::{ActionId, Alphabet};

use crate::prove::cone_of_influence::cone_of_influence;
use crate::prove::problem::Problem;
use crate::prove::proof::Rule;

/// This many splits are given at most.
const MOST: usize = 16;

/// With more components than this the first split into many parts is one of groups.
const MANY: usize = 6;

/// With more components than this they are taken as they come: looking for an order takes quadratic time.
const HUGE: usize = 2_000;

/// Candidates for the parts of a rule, best first; empty if fewer than two components can matter.
///
/// Parts are in the order of the rule: those nearest to the property come first.
///
/// ```
/// # use rely_assume::prove::Problem;
/// # use rely_lts::{Actions, Component, Role, System};
/// # use rely_testkit::text::read;
/// # let actions = Actions::new();
/// # let names = [("A", "0 a 1; 1 b 0"), ("B", "0 b 1; 1 c 0"), ("C", "0 c 0"), ("X", "0 x 0")];
/// # let mut components: Vec<Component> =
/// #     names.map(|(name, text)| Component::new(name, read(&actions, text).into())).to_vec();
/// # let property = read(&actions, "0 a 1; 1 a ERROR").into();
/// # components.push(Component { role: Role::Property, ..Component::new("P", property) });
/// # let system = System::new("S", &actions, components);
/// use rely_assume::prove::{Rule, splits};
/// // A shares `b` with B, and B shares `c` with C; X shares nothing and is in no part. P is about A.
/// let problem = Problem::new(&system, &[4])?;
/// let best = &splits(&problem, Rule::Asym)[0];
/// assert_eq!(best.iter().flatten().count(), 3);
/// # Ok::<(), rely_assume::prove::NotCompositional>(())
/// ```
pub fn splits(problem: &Problem, rule: Rule) -> Vec<Vec<Vec<usize>>> {
    let components = cone_of_influence(problem);
    if rule == Rule::Monolithic {
        return if components.is_empty() { Vec::new() } else { vec![vec![components]] };
    }
    if components.len() < 2 {
        return Vec::new();
    }
    let mut found = match rule {
        Rule::Asym | Rule::Sym | Rule::SymA | Rule::SymB | Rule::Pair => two_way(problem, &components),
        _ => many_ways(problem, &components),
    };
    let mut seen = BTreeSet::new();
    found.retain(|parts| seen.insert(parts.clone()));
    found.truncate(MOST);
    found
}

/// Splits into two parts, in both orders.
fn two_way(problem: &Problem, components: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let mut firsts: BTreeSet<Vec<usize>> = BTreeSet::new();
    let observed = problem.observed();
    let knows = |i: &usize| shares(problem.components[*i].lts.alphabet(), &observed);
    firsts.insert(components.iter().copied().filter(knows).collect());
    let order = outward(problem, components);
    for at in (1..order.len()).take(HUGE / 10) {
        let mut first = order[..at].to_vec();
        first.sort_unstable();
        firsts.insert(first);
    }
    firsts.extend(components.iter().take(HUGE / 10).map(|&i| vec![i]));
    if let Some(stage) = stages(problem, components).into_iter().find(|stage| stage.len() == 2) {
        firsts.extend(stage);
    }
    let mut splits: Vec<(usize, usize, Vec<Vec<usize>>)> = Vec::new();
    for first in firsts {
        let second: Vec<usize> = components.iter().copied().filter(|i| !first.contains(i)).collect();
        if first.is_empty() || second.is_empty() {
            continue;
        }
        let uneven = first.len().abs_diff(second.len());
        for parts in [vec![first.clone(), second.clone()], vec![second, first]] {
            splits.push((interface(problem, &parts, &observed), uneven, parts));
        }
    }
    splits.sort();
    splits.into_iter().map(|(_, _, parts)| parts).collect()
}

/// Splits into several parts, each in the order in which they are reached from the property.
fn many_ways(problem: &Problem, components: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let order = outward(problem, components);
    let place = |i: &usize| order.iter().position(|j| j == i).expect("every component is in the order");
    let mut all = stages(problem, components);
    // Few parts first where one part per component would be many.
    if components.len() > MANY {
        all.sort_by_key(|stage| (stage.len() > MANY, stage.len().abs_diff(MANY / 2)));
    }
    for stage in &mut all {
        stage.sort_by_key(|part| part.iter().map(place).min());
    }
    all.retain(|stage| stage.len() >= 2);
    all
}

/// The components joined two at a time, closest first: one part per component, and the last stages down to
/// one part.
fn stages(problem: &Problem, components: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let observed = problem.observed();
    let alphabet = |i: &usize| problem.components[*i].lts.alphabet().ids();
    let mut order = Order::new(components.iter().map(alphabet), &|a: ActionId| observed.contains(a));
    let mut members: Vec<Vec<usize>> = components.iter().map(|&i| vec![i]).collect();
    let mut sizes: Vec<usize> = components.iter().map(|&i| problem.components[i].lts.n_states()).collect();
    sizes.iter().enumerate().for_each(|(part, &size)| order.set_size(part, size));
    let mut stages = Vec::new();
    loop {
        let alive = order.alive();
        if stages.is_empty() || alive.len() <= MOST {
            stages.push(alive.into_iter().map(|part| members[part].clone()).collect());
        }
        let Some((left, right)) = order.next() else { return stages };
        let (part, _) = order.join(left, right);
        let mut joined = [&members[left][..], &members[right]].concat();
        joined.sort_unstable();
        members.push(joined);
        sizes.push(sizes[left].saturating_mul(sizes[right]));
        order.set_size(part, sizes[part]);
    }
}

/// The components in the order in which they are reached from the property: next is always the one that
/// shares most with what was reached, for the actions it has.
pub(crate) fn outward(problem: &Problem, components: &[usize]) -> Vec<usize> {
    let mut reached: BTreeSet<ActionId> = problem.observed().ids().iter().copied().collect();
    if components.len() > HUGE {
        return components.to_vec();
    }
    let mut left = components.to_vec();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let closeness = |i: usize| {
            let ids = problem.components[i].lts.alphabet().ids();
            let shared = ids.iter().filter(|id| reached.contains(id)).count();
            // New actions weigh against it; fractions are compared without dividing.
            (shared, ids.len().max(1))
        };
        let best = (0..left.len()).max_by(|&x, &y| {
            let ((sx, nx), (sy, ny)) = (closeness(left[x]), closeness(left[y]));
            (sx * ny).cmp(&(sy * nx)).then(y.cmp(&x))
        });
        let next = left.remove(best.expect("there is one left"));
        reached.extend(problem.components[next].lts.alphabet().ids());
        order.push(next);
    }
    order
}

/// The number of actions in an assumption about the second part.
fn interface(problem: &Problem, parts: &[Vec<usize>], observed: &Alphabet) -> usize {
    let (first, second) = (problem.alphabet_of(&parts[0]), problem.alphabet_of(&parts[1]));
    second.ids().iter().filter(|&&id| first.contains(id) || observed.contains(id)).count()
}

fn shares(one: &Alphabet, other: &Alphabet) -> bool {
    one.ids().iter().any(|&id| other.contains(id))
}

#[cfg(test)]
mod tests {
    use rely_lts::{Actions, Component, LtsBuilder, Role, System};

    use super::*;

    /// A component that does these actions in turn.
    fn cycle(actions: &Actions, name: &str, word: &[&str]) -> Component {
        let mut builder = LtsBuilder::new(actions);
        let states: Vec<_> = word.iter().map(|_| builder.add_state().expect("few")).collect();
        for (i, action) in word.iter().enumerate() {
            builder.add_transition(states[i], actions.intern(action), states[(i + 1) % word.len()]);
        }
        Component::new(name, builder.finish(states[0]).expect("all states are there").into())
    }

    /// A pipeline a → b → c → d, an unrelated component, and a property about a, which every order of it
    /// keeps.
    fn problem() -> Problem {
        let actions = Actions::new();
        let mut parts = vec![
            cycle(&actions, "BESIDE", &["x", "y"]),
            cycle(&actions, "C", &["c", "d"]),
            cycle(&actions, "A", &["a", "b"]),
            cycle(&actions, "B", &["b", "c"]),
        ];
        let property = cycle(&actions, "P", &["a"]);
        parts.push(Component { role: Role::Property, ..property });
        Problem::new(&System::new("pipeline", &actions, parts), &[4]).expect("it fits the rules")
    }

    #[test]
    fn only_what_is_connected_matters() {
        assert_eq!(cone_of_influence(&problem()), [1, 2, 3]);
    }

    #[test]
    fn small_interfaces_come_first_and_both_orders_are_there() {
        let problem = problem();
        let found = splits(&problem, Rule::Asym);
        assert_eq!(found[..2], [[vec![2], vec![1, 3]], [vec![2, 3], vec![1]]], "{found:?}");
        let observed = problem.observed();
        let sizes: Vec<usize> = found.iter().map(|parts| interface(&problem, parts, &observed)).collect();
        assert!(sizes.is_sorted(), "{sizes:?}");
        for parts in &found {
            let mut all = parts.concat();
            all.sort_unstable();
            assert_eq!(all, [1, 2, 3]);
            assert!(found.contains(&vec![parts[1].clone(), parts[0].clone()]), "{parts:?}");
        }
    }

    #[test]
    fn many_parts_are_ordered_from_the_property_outward() {
        let problem = problem();
        assert_eq!(outward(&problem, &[1, 2, 3]), [2, 3, 1]);
        let found = splits(&problem, Rule::Circ);
        assert_eq!(found[0], [vec![2], vec![3], vec![1]]);
        assert!(found.iter().all(|parts| parts.len() >= 2), "{found:?}");
        assert_eq!(splits(&problem, Rule::Monolithic), [[vec![1, 2, 3]]]);
    }
}
