//! Composes two buffers, hides the channel between them, reduces the result, and compares it with a
//! specification.
//!
//! ```sh
//! cargo run -p rely-lts --example compose_and_minimize
//! ```

use std::error::Error;

use rely_lts::minimize::{Equivalence, minimize};
use rely_lts::relate::{Relation, compare};
use rely_lts::{
    Actions, Budget, Component, Context, Hiding, Lts, LtsBuilder, LtsError, StateId, System, Verdict, compose,
};

/// An LTS from triples of source, action and target; state 0 is initial.
fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Result<Lts, LtsError> {
    let mut builder = LtsBuilder::new(actions);
    for &(source, action, target) in steps {
        builder.ensure_states(source.max(target) + 1)?;
        builder.add_transition(StateId::at(source), actions.intern(action), StateId::at(target));
    }
    builder.finish(StateId::at(0))
}

fn main() -> Result<(), Box<dyn Error>> {
    let actions = Actions::new();
    let first = machine(&actions, &[(0, "in", 1), (1, "middle", 0)])?;
    let second = machine(&actions, &[(0, "middle", 1), (1, "out", 0)])?;
    let components = vec![Component::new("FIRST", first.into()), Component::new("SECOND", second.into())];
    let mut system = System::new("BUFFERS", &actions, components);
    system.hiding = Hiding::Hide(vec!["middle".to_string()]);

    // A budget turns a state space that is too large into an answer.
    let budget = Budget::unlimited().with_states(1_000_000);
    let ctx = Context::with_budget(&budget);
    let composed = match compose(&system, ctx) {
        Ok(composed) => composed,
        Err(spent) => return Err(format!("the system is too large: {spent}").into()),
    };
    println!("composed: {} states, {} transitions", composed.lts.n_states(), composed.lts.n_transitions());
    println!("deadlock: {}", if composed.deadlock { "yes" } else { "no" });

    let small = minimize(&composed.lts, Equivalence::Branching, ctx).map_err(|spent| spent.to_string())?;
    println!("reduced:");
    for (source, label, target) in small.lts.transitions() {
        println!("  {} {} {}", source.raw(), small.lts.label_name(label), target.raw());
    }

    for (name, capacity) in [("one place", 1), ("two places", 2)] {
        let steps: Vec<(usize, &str, usize)> =
            (0..capacity).flat_map(|i| [(i, "in", i + 1), (i + 1, "out", i)]).collect();
        let spec = machine(&actions, &steps)?;
        match compare(&small.lts, &spec, Relation::Branching, ctx) {
            Verdict::Holds(()) => println!("equivalent to a buffer with {name}"),
            Verdict::Violated(difference) => {
                println!("not equivalent to a buffer with {name}: {}", difference.explanation);
            }
            Verdict::Unknown(reason) => println!("not decided: {reason}"),
        }
    }
    Ok(())
}
