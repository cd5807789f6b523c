//! Checks two clients of one printer and one scanner for deadlock and safety, and prints the counterexamples.
//!
//! ```sh
//! cargo run -p rely-check --example deadlock_and_safety
//! ```

use std::error::Error;

use rely_check::{Explore, Reach, follow, initial_vector};
use rely_lts::determinize::complete;
use rely_lts::{
    Actions, Budget, Component, Context, Lts, LtsBuilder, LtsError, Role, StateId, System, Trace, Verdict,
    ops,
};

/// An LTS from triples of source, action and target; state 0 is initial. (The example of `rely-lts` has the
/// same function: an example is a single file that can be copied.)
fn machine(actions: &Actions, steps: &[(usize, &str, usize)]) -> Result<Lts, LtsError> {
    let mut builder = LtsBuilder::new(actions);
    for &(source, action, target) in steps {
        builder.ensure_states(source.max(target) + 1)?;
        builder.add_transition(StateId::at(source), actions.intern(action), StateId::at(target));
    }
    builder.finish(StateId::at(0))
}

/// The clients take the devices in different orders, and copy when they have both.
fn office(actions: &Actions) -> Result<System, Box<dyn Error>> {
    let client = |first: &str, second: &str| {
        let take = |device: &str| format!("{device}.take");
        let put = |device: &str| format!("{device}.put");
        let steps = [(0, take(first), 1), (1, take(second), 2), (2, "copy".to_string(), 3)];
        let back = [(3, put(second), 4), (4, put(first), 0)];
        let steps: Vec<_> = steps.iter().chain(&back).map(|(s, a, t)| (*s, a.as_str(), *t)).collect();
        machine(actions, &steps)
    };
    let device = machine(actions, &[(0, "take", 1), (1, "put", 0)])?;
    // Both clients use the device under their own names.
    let shared =
        |name: &str| ops::share(&ops::prefix(&device, name), &["ann".to_string(), "bob".to_string()]);
    // Ann must have copied before Bob does.
    let order = machine(actions, &[(0, "ann.copy", 1), (1, "ann.copy", 1), (1, "bob.copy", 1)])?;
    let property = Component::new("ANN_FIRST", complete(&order)?.into());
    Ok(System::new(
        "OFFICE",
        actions,
        vec![
            Component::new("ann", ops::prefix(&client("printer", "scanner")?, "ann").into()),
            Component::new("bob", ops::prefix(&client("scanner", "printer")?, "bob").into()),
            Component::new("printer", shared("printer").into()),
            Component::new("scanner", shared("scanner").into()),
            Component { role: Role::Property, ..property },
        ],
    ))
}

/// Prints a run with the states of all components after every step.
fn print_run(system: &System, run: &Trace) {
    let vectors = follow(system, &initial_vector(system), &run.actions, |_| true).expect("evidence is a run");
    for (action, vector) in run.names(&system.actions).iter().zip(vectors) {
        let states: Vec<String> = system
            .components
            .iter()
            .zip(&vector)
            .map(|(component, &state)| format!("{}={}", component.name, component.state_name(state)))
            .collect();
        println!("  {action:<18} {}", states.join(" "));
    }
}

fn report(system: &System, question: &str, verdict: &Verdict) {
    match verdict {
        Verdict::Holds(()) => println!("{question}: holds"),
        Verdict::Violated(run) => {
            println!("{question}: violated after {} steps", run.len());
            print_run(system, run);
        }
        Verdict::Unknown(reason) => println!("{question}: unknown, {reason}"),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let actions = Actions::new();
    let system = office(&actions)?;
    let budget = Budget::unlimited().with_states(1_000_000);
    let ctx = Context::with_budget(&budget);
    let reach = Reach::explore(&system, Explore::States, ctx);
    println!("{} states, {} transitions", reach.n_states(), reach.n_transitions());
    let (deadlock, safety) = reach.verdicts(ctx);
    report(&system, "deadlock freedom", &deadlock);
    for result in safety {
        report(&system, &system.components[result.component].name, &result.verdict);
    }
    Ok(())
}
