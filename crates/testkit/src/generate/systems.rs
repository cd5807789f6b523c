//! Random systems of a few components with shared alphabets.

use rely_lts::{Actions, Component, Hiding, Priority, System};

use super::Rng;
use super::action_name;
use super::random::RandomLts;

/// The knobs of a random system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomSystem {
    /// Least and largest number of components.
    pub components: (usize, usize),
    /// Number of visible actions of the system; each component knows a part.
    pub actions: usize,
    /// Of a hundred, how many of the actions a component knows.
    pub knows_percent: usize,
    /// The components; its `actions` is ignored, its `states` is the largest number.
    pub component: RandomLts,
    /// Of a hundred systems, how many have a priority.
    pub priority_percent: usize,
    /// Of a hundred systems, how many hide something.
    pub hiding_percent: usize,
}

impl Default for RandomSystem {
    fn default() -> Self {
        RandomSystem {
            components: (2, 4),
            actions: 4,
            knows_percent: 60,
            component: RandomLts { states: 4, fan_out: 3, tau_percent: 15, ..RandomLts::default() },
            priority_percent: 30,
            hiding_percent: 40,
        }
    }
}

impl RandomSystem {
    /// A random system. Half of the action names are dotted (`a.x`), so that prefixes matter.
    pub fn generate(&self, actions: &Actions, rng: &mut Rng) -> System {
        let names: Vec<String> = (0..self.actions)
            .map(|i| {
                // Pairs share their first component: a.x, a.y, b, b.z, …
                let head = action_name(i / 2);
                match i % 4 {
                    0 => format!("{head}.x"),
                    1 => format!("{head}.y"),
                    2 => head,
                    _ => format!("{head}.z"),
                }
            })
            .collect();
        let (least, most) = self.components;
        let n = least + rng.below(most - least + 1);
        let components = (0..n)
            .map(|i| {
                let known: Vec<String> =
                    names.iter().filter(|_| rng.percent(self.knows_percent)).cloned().collect();
                let knobs = RandomLts { states: 1 + rng.below(self.component.states), ..self.component };
                Component::new(format!("C{i}"), knobs.generate_over(actions, &known, rng).into())
            })
            .collect();
        let mut system = System::new("RANDOM", actions, components);
        if rng.percent(self.priority_percent) {
            let chosen = patterns(&names, rng);
            system.priority =
                Some(if rng.percent(50) { Priority::Low(chosen) } else { Priority::High(chosen) });
        }
        if rng.percent(self.hiding_percent) {
            let chosen = patterns(&names, rng);
            system.hiding = if rng.percent(50) { Hiding::Hide(chosen) } else { Hiding::Interface(chosen) };
        }
        system
    }
}

/// One to three patterns: whole names or their first components.
fn patterns(names: &[String], rng: &mut Rng) -> Vec<String> {
    (0..1 + rng.below(3))
        .map(|_| {
            let name = rng.pick(names);
            let head = name.split('.').next().expect("a name has a first component");
            if rng.percent(50) { name.clone() } else { head.to_string() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{compose, shortest_deadlock, shortest_error};

    #[test]
    fn random_systems_are_a_mixed_bag() {
        let actions = Actions::new();
        let mut rng = Rng::new(17);
        let (mut larger, mut errors, mut deadlocks, mut ends, mut taus) = (0, 0, 0, 0, 0);
        for _ in 0..300 {
            let lts = compose(&RandomSystem::default().generate(&actions, &mut rng)).lts;
            larger += usize::from(lts.n_states() > 10);
            errors += usize::from(shortest_error(&lts).is_some());
            deadlocks += usize::from(shortest_deadlock(&lts).is_some());
            ends += usize::from(lts.end().is_some());
            taus += usize::from(lts.transitions().any(|(_, label, _)| label.is_tau()));
        }
        for (what, count) in
            [("larger", larger), ("error", errors), ("deadlock", deadlocks), ("end", ends), ("tau", taus)]
        {
            assert!((10..=290).contains(&count), "{what}: {count} of 300");
        }
    }
}
