//! One version history and what it took, one `key value` per line: what `cargo xtask bench compat` runs.
//!
//! ```text
//! histories containment|compatibility SYSTEM UPGRADES SEED
//! ```
//!
//! SYSTEM is one of those in `tests/history`.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use rely_assume::prove::{Learner, Plan, Problem, Proof, ProofOutcome, ProofReport, Rule, prove, search};
use rely_evolve::{
    Engine, Extent, Obligation, Remembered, Upgrade, Versions, compatible, complete, complete_from, contained,
};
use rely_learn::Algorithm;
use rely_lts::{Context, Lts, Role, Verdict};

#[path = "../../../crates/evolve/tests/history/mod.rs"]
mod history;

use history::{Sizes, Subject, same, subjects};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = match &arguments[..] {
        [what, name, upgrades, seed] => {
            let subject = subjects(Sizes::Large).into_iter().find(|subject| subject.name == *name);
            let (upgrades, seed) = (upgrades.parse().ok(), seed.parse().ok());
            subject.zip(upgrades).zip(seed).map(|((subject, upgrades), seed)| (what, subject, upgrades, seed))
        }
        _ => None,
    };
    match asked {
        Some((what, subject, upgrades, seed)) if what == "containment" => {
            containment(&subject, upgrades, seed)
        }
        Some((what, subject, upgrades, seed)) if what == "compatibility" => {
            compatibility(&subject, upgrades, seed);
        }
        _ => {
            eprintln!("histories containment|compatibility SYSTEM UPGRADES SEED");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The completed component of every upgrade, afresh and from what the upgrade before has left.
fn containment(subject: &Subject, upgrades: usize, seed: u64) {
    let ctx = Context::unlimited();
    let versions = subject.history(upgrades, seed);
    let learned = |cache, closed| Engine::Learned { algorithm: Algorithm::Ttt, cache, closed };
    let engines = [(true, true), (true, false), (false, true), (false, false)];
    let (mut fresh, mut reused) = ([0; 4], 0);
    let (mut letters, mut equivalence) = ([0; 4], (0, 0));
    let (mut seconds, mut shares) = ((0.0, 0.0), 0.0);
    let (mut unasked, mut holds, mut largest) = (0, 0, 0);
    let mut remembered: Option<Lts> = None;
    for pair in versions.windows(2) {
        let pair = versions_of(&pair[0], &pair[1]);
        let mut queries = [0; 4];
        for (i, (cache, closed)) in engines.into_iter().enumerate() {
            let start = Instant::now();
            let completed = complete(&pair, learned(cache, closed), ctx).expect("there is no limit");
            if i == 0 {
                seconds.0 += start.elapsed().as_secs_f64();
                equivalence.0 += completed.statistics.equivalence_queries;
            }
            queries[i] = completed.statistics.membership_queries;
            letters[i] += completed.statistics.letters;
            fresh[i] += queries[i];
        }
        let direct = complete(&pair, Engine::Direct, ctx).expect("there is no limit");
        // The first upgrade finds what a run on the baseline has left.
        let machine = remembered.take().unwrap_or_else(|| {
            let alone = versions_of(pair.baseline(), pair.baseline());
            complete(&alone, Engine::Direct, ctx).expect("there is no limit").lts
        });
        let start = Instant::now();
        let left = Remembered { required: Some(&machine), offered: None };
        let from = complete_from(&pair, left, ctx).expect("there is no limit");
        seconds.1 += start.elapsed().as_secs_f64();
        assert!(same(&from.completed, &direct.lts), "what is remembered changes nothing");
        let nothing_lost = matches!(contained(&pair, ctx), Verdict::Holds(()));
        assert_eq!(same(&from.completed, &from.offered), nothing_lost, "nor does it change the verdict");
        reused += from.statistics.membership_queries;
        equivalence.1 += from.statistics.equivalence_queries;
        shares += from.statistics.membership_queries as f64 / queries[0].max(1) as f64;
        unasked += usize::from(from.statistics.membership_queries == 0);
        holds += usize::from(nothing_lost);
        largest = largest.max(direct.lts.n_states());
        remembered = Some(from.offered);
    }
    println!("component {}", subject.component);
    println!("states {}", versions[0].n_states());
    println!("actions {}", versions[0].alphabet().len());
    println!("largest_completed {largest}");
    println!("upgrades {upgrades}");
    println!("contained {holds}");
    println!("unasked {unasked}");
    println!("reused_queries {reused}");
    println!("fresh_queries {}", fresh[0]);
    println!("mean_share {:.6}", shares / upgrades as f64);
    println!("reused_equivalence {}", equivalence.1);
    println!("fresh_equivalence {}", equivalence.0);
    println!("reused_seconds {:.6}", seconds.1);
    println!("fresh_seconds {:.6}", seconds.0);
    for (i, name) in ["both", "cache_only", "closed_only", "neither"].into_iter().enumerate() {
        println!("{name}_queries {}", fresh[i]);
        println!("{name}_letters {}", letters[i]);
    }
}

fn versions_of(baseline: &Arc<Lts>, candidate: &Arc<Lts>) -> Versions {
    Versions::new(baseline.clone(), candidate.clone(), Vec::new(), baseline.alphabet().clone())
        .expect("both are of one table")
}

/// The first property of every upgraded system, by learned assumptions afresh and with what the upgrade
/// before has left; and by computed ones, against composing everything.
fn compatibility(subject: &Subject, upgrades: usize, seed: u64) {
    let ctx = Context::unlimited();
    let versions = subject.history(upgrades, seed);
    let is_property = |&i: &usize| subject.system.components[i].role == Role::Property;
    let property = (0..subject.system.components.len()).find(is_property).expect("there is a property");
    let plan = Plan {
        rule: Some(Rule::Asym),
        learner: Some(Learner::Active(Algorithm::LSharp)),
        portfolio: false,
        ..Plan::default()
    };
    let (mut fresh, mut reused, mut unasked, mut holds) = (0, 0, 0, 0);
    let (mut product, mut whole, mut worst) = (0, 0, 0.0f64);
    let mut last: Option<Proof> = None;
    for (at, pair) in versions.windows(2).enumerate() {
        let problem = Problem::new(&subject.with(&pair[1]), &[property]).expect("rules apply");
        let everything = search(&problem, ctx);
        let is_safe = everything.verdict.holds();
        let without = prove(&problem, &plan, ctx).expect("the plan fits");
        assert_eq!(matches!(without.outcome, ProofOutcome::Holds(_)), is_safe, "upgrade {at}");
        assert_eq!(matches!(without.outcome, ProofOutcome::Violated(_)), !is_safe, "upgrade {at}");
        if at == 0 {
            let before = Problem::new(&subject.with(&pair[0]), &[property]).expect("rules apply");
            if let ProofOutcome::Holds(proof) = prove(&before, &plan, ctx).expect("the plan fits").outcome {
                last = Some(proof);
            }
        }
        let hints = last.as_ref().map_or(Vec::new(), |proof| proof.assumptions.clone());
        let known = last.clone().into_iter().collect();
        let with = prove(&problem, &Plan { hints, known, ..plan.clone() }, ctx).expect("it fits");
        match &with.outcome {
            ProofOutcome::Holds(proof) => {
                assert!(is_safe, "upgrade {at}");
                last = Some(proof.clone());
            }
            ProofOutcome::Violated(_) => assert!(!is_safe, "upgrade {at}"),
            ProofOutcome::Unknown(unfinished) => panic!("upgrade {at}: {unfinished:?}"),
        }
        // Attempts that were given up count too.
        let asked = |report: &ProofReport| -> u64 {
            report.attempts.iter().map(|tried| tried.statistics.membership_queries).sum()
        };
        fresh += asked(&without);
        reused += asked(&with);
        unasked += usize::from(asked(&with) == 0);
        holds += usize::from(is_safe);
        if is_safe {
            let systems = (subject.with(&pair[1]), subject.with(&pair[0]));
            let properties = vec![property];
            let upgrade = Upgrade { properties, ..Upgrade::new(systems.0, systems.1, vec![subject.place]) };
            let plans = |_: &rely_evolve::Asked<'_>| Plan { portfolio: false, ..Plan::default() };
            let found = compatible(&upgrade, Extent::Candidate, &plans, ctx).expect("the plan fits");
            assert!(matches!(found.verdict(), Verdict::Holds(())), "upgrade {at}");
            assert_eq!(found.candidate[0].obligation, Obligation::Property(property));
            product = product.max(found.statistics().largest_product);
            whole = whole.max(everything.states);
            worst = worst.max(found.statistics().largest_product as f64 / everything.states as f64);
        }
    }
    println!("upgrades {upgrades}");
    println!("holds {holds}");
    println!("unasked {unasked}");
    println!("fresh_queries {fresh}");
    println!("reused_queries {reused}");
    println!("largest_product {product}");
    println!("whole {whole}");
    println!("worst_share {worst:.6}");
}
