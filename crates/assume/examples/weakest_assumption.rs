//! The weakest assumption of a component: what must its environment do, and not do?
//!
//! A writer under a mutex is correct only if everybody else uses the mutex too. The program computes the
//! weakest assumption, prints it with a reason for everything it forbids, and checks two environments.
//!
//! Run it with `cargo run -p rely-assume --example weakest_assumption`.

use rely_assume::{
    Boundary, Construction, Discharged, Extent, Question, WeakestAnswer, discharge, explain, weakest,
};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::{ActionId, Actions, Component, Context, Role};

const MODEL: &str = "
MUTEX  = (w.acquire -> w.release -> MUTEX | e.acquire -> e.release -> MUTEX).
WRITER = (w.acquire -> w.enter -> w.exit -> w.release -> WRITER).
property EXCLUSIVE = (w.enter -> w.exit -> EXCLUSIVE | e.enter -> e.exit -> EXCLUSIVE).
POLITE = (e.acquire -> e.enter -> e.exit -> e.release -> POLITE).
RUDE   = (e.enter -> e.exit -> RUDE | e.acquire -> e.release -> RUDE).
||ALL = (WRITER || MUTEX || POLITE || RUDE || EXCLUSIVE).
";

fn main() {
    let ctx = Context::unlimited();
    let (model, diagnostics) = Model::new(parse(MODEL.as_bytes()).model);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let system = model.system("ALL", &NoImports, ctx).system.expect("the model is correct");
    let actions = system.actions.clone();

    let component = |name: &str| {
        system.components.iter().find(|c| c.name == name).cloned().expect("a component of the model")
    };
    let module = vec![component("WRITER"), component("MUTEX")];
    let properties: Vec<Component> =
        system.components.iter().filter(|c| c.role == Role::Property).cloned().collect();
    let environments = ["POLITE", "RUDE"].map(component);
    let known = environments[0].lts.alphabet();
    let boundary = Boundary::with_environment(&actions, &module, &properties, known);
    let question = Question { name: "WRITER".into(), actions: actions.clone(), module, properties, boundary };

    let assumption = match weakest(&question, Construction::Auto, ctx).answer {
        WeakestAnswer::Provided(assumption) => assumption,
        other => panic!("the writer depends on its environment: {other:?}"),
    };
    let lts = assumption.lts();
    println!("The weakest assumption has {} states:", lts.n_states());
    for (source, label, target) in lts.transitions() {
        println!("  {} --{}--> {}", source.raw(), lts.label_name(label), target.raw());
    }
    println!("It forbids:");
    for state in explain(&question, &assumption, Extent::default(), ctx).states {
        for forbidden in state.forbids {
            println!(
                "  {}, because of the run {}",
                names(&actions, &forbidden.trace),
                names(&actions, &forbidden.run)
            );
        }
    }
    for environment in environments {
        let name = environment.name.clone();
        match discharge(&question, &assumption, &[environment], ctx).verdict {
            Discharged::Holds => println!("{name} satisfies it."),
            Discharged::Violated { run, .. } => println!("{name} does not: {}", names(&actions, &run)),
            Discharged::Unknown(reason) => println!("{name}: unknown, {reason}"),
        }
    }
}

fn names(actions: &Actions, trace: &[ActionId]) -> String {
    trace.iter().map(|&action| actions.name(action).to_string()).collect::<Vec<_>>().join(" ")
}
