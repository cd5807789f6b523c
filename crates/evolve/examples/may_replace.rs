//! May this version replace that one?
//!
//! A file server gets a new version. The program reports what the new version lost and added, how a loss can
//! be repaired, and whether the system with the new version still satisfies its property.
//!
//! Run it with `cargo run -p rely-evolve --example may_replace`.

use std::error::Error;
use std::sync::Arc;

use rely_assume::prove::Plan;
use rely_evolve::{Extent, Upgrade, Versions, added, compatible, edits, lost};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::{Alphabet, Component, Context, Lts, System, Verdict};

const MODEL: &str = "
V1 = (open -> OPEN), OPEN = (read -> OPEN | write -> OPEN | close -> V1).
V2 = (open -> OPEN | status -> V2), OPEN = (read -> OPEN | close -> V2 | open -> OPEN).
CLIENT = (open -> read -> close -> CLIENT).
property SESSION = (open -> close -> SESSION).
||SYSTEM = (V1 || CLIENT || SESSION).
";

fn main() -> Result<(), Box<dyn Error>> {
    let ctx = Context::unlimited();
    let (model, _) = Model::new(parse(MODEL.as_bytes()).model);
    let system = |name: &str| model.system(name, &NoImports, ctx).system.ok_or("the model has mistakes");
    let baseline_system = system("SYSTEM")?;
    let actions = baseline_system.actions.clone();
    let place = baseline_system.components.iter().position(|c| c.name == "V1").ok_or("there is no V1")?;
    let baseline = baseline_system.components[place].lts.clone();
    // Everything that is compared uses one table of actions.
    let candidate: Arc<Lts> = Arc::new(system("V2")?.components[0].lts.in_table(&actions));

    println!("Containment:");
    let interface = Alphabet::union(&actions, [baseline.alphabet(), candidate.alphabet()]);
    let versions = Versions::new(baseline, candidate.clone(), Vec::new(), interface)?;
    for finding in lost(&versions, ctx)? {
        println!("  lost:  {}", finding.trace.names(&actions).join(" "));
        if let Some(edit) = edits(&versions, &finding, ctx)?.recommended() {
            let target = edit.to.map_or("a new state".to_string(), |to| format!("state {}", to.raw()));
            let action = actions.name(edit.action);
            println!("         add {action} from state {} to {target} to restore it", edit.from.raw());
        }
    }
    for finding in added(&versions, ctx)? {
        println!("  added: {}", finding.trace.names(&actions).join(" "));
    }

    println!("Compatibility:");
    let mut components = baseline_system.components.clone();
    components[place] = Component { lts: candidate, ..components[place].clone() };
    let candidate_system = System::new("SYSTEM", &actions, components);
    let upgrade = Upgrade::new(candidate_system, baseline_system, vec![place]);
    let result = compatible(&upgrade, Extent::Candidate, &|_| Plan::default(), ctx)?;
    match result.verdict() {
        Verdict::Holds(()) => println!("  the system with the candidate satisfies its property"),
        Verdict::Violated(violation) => {
            let names = violation.run.actions.iter().map(|&action| actions.name(action).to_string());
            println!("  violated: {} ({:?})", names.collect::<Vec<_>>().join(" "), violation.class);
        }
        Verdict::Unknown(reason) => println!("  unknown: {reason}"),
    }
    Ok(())
}
