//! Proves a property part by part, writes the proof as a certificate, and has it checked by independent code.
//!
//! The certificate is a self-contained document: the checker (`rely-certify`) shares no code with the engine
//! that found the proof, and sees nothing but the bytes.
//!
//! Run it with `cargo run -p rely-workbench --example prove_and_certify`.

use std::error::Error;

use rely_assume::prove::{Plan, Problem, ProofOutcome, prove};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::{Context, Role};
use rely_workbench::proof_certificate;

const MODEL: &str = "
CLIENT(I=1) = (c[I].request -> c[I].reply -> CLIENT).
SERVER = (c[i:1..2].request -> work -> c[i].reply -> SERVER).
LOGGER = (work -> log -> LOGGER).
property ALTERNATE = (c[i:1..2].request -> work -> ALTERNATE).
||SYSTEM = (CLIENT(1) || CLIENT(2) || SERVER || LOGGER || ALTERNATE).
";

fn main() -> Result<(), Box<dyn Error>> {
    let ctx = Context::unlimited();
    let (model, _) = Model::new(parse(MODEL.as_bytes()).model);
    let system = model.system("SYSTEM", &NoImports, ctx).system.ok_or("the model has mistakes")?;
    let properties: Vec<usize> =
        (0..system.components.len()).filter(|&i| system.components[i].role == Role::Property).collect();
    let problem = Problem::new(&system, &properties)?;

    // Without the parallel monolithic search the answer is a proof by a rule.
    let plan = Plan { portfolio: false, ..Plan::default() };
    let report = prove(&problem, &plan, ctx)?;
    match &report.outcome {
        ProofOutcome::Holds(proof) => {
            println!("proved by rule {}; its assumptions: {}", proof.rule, proof.assumptions.len());
            for premise in &proof.premises {
                let names: Vec<&str> =
                    premise.components.iter().map(|&i| problem.components[i].name.as_str()).collect();
                let about = if names.is_empty() { "assumptions only".to_string() } else { names.join(", ") };
                println!("  a premise about {about}");
            }
        }
        ProofOutcome::Violated(run) => println!("violated by a run of {} actions", run.len()),
        ProofOutcome::Unknown(unfinished) => return Err(unfinished.reason.to_string().into()),
    }

    let certificate = proof_certificate(&problem, &report.outcome, None, ctx)?;
    let bytes = serde_json::to_vec(&certificate)?;
    let checked = rely_certify::check(&bytes);
    println!("certificate of {} bytes: {:?}, {}", bytes.len(), checked.verdict, checked.claims.join("; "));
    Ok(())
}
