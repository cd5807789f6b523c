//! Who is judged, on all small systems and on random ones.

use rely_assume::prove::{
    Alphabets, Attempt, Learner, Options, Plan, Problem, ProofOutcome, Rule, asym, chain, circ, prove,
    symmetric::{pair, sym},
};
use rely_learn::Algorithm;
use rely_lts::Context;
use rely_testkit::generate::Rng;

use crate::exhaustive;
use crate::judge::{Bar, Truth, Verdict, judge};
use crate::small::{Machines, Shape, random, random_parts};

/// Finds proofs for parts.
type Run = fn(&Problem, &[Vec<usize>], &Options) -> ProofOutcome;

/// What is judged.
struct Engine {
    name: &'static str,
    /// The most parts that it takes; 0: it decides itself.
    most_parts: usize,
    properties: usize,
    run: Run,
}

/// One line for each.
const ENGINES: &[Engine] = &[
    Engine {
        name: "asym",
        most_parts: 2,
        properties: 1,
        run: |p, parts, o| asym::prove(&mut attempt(p, o), parts),
    },
    Engine {
        name: "asym-n",
        most_parts: 9,
        properties: 1,
        run: |p, parts, o| asym::prove(&mut attempt(p, o), parts),
    },
    Engine {
        name: "sym",
        most_parts: 2,
        properties: 1,
        run: |p, parts, o| symmetric(Rule::Sym, p, parts, o),
    },
    Engine {
        name: "sym-a",
        most_parts: 2,
        properties: 1,
        run: |p, parts, o| symmetric(Rule::SymA, p, parts, o),
    },
    Engine {
        name: "sym-b",
        most_parts: 2,
        properties: 1,
        run: |p, parts, o| symmetric(Rule::SymB, p, parts, o),
    },
    Engine {
        name: "sym-n",
        most_parts: 9,
        properties: 1,
        run: |p, parts, o| symmetric(Rule::SymN, p, parts, o),
    },
    Engine {
        name: "pair",
        most_parts: 2,
        properties: 2,
        run: |p, parts, o| pair::prove(&mut attempt(p, o), parts),
    },
    Engine {
        name: "chain",
        most_parts: 0,
        properties: 1,
        run: |p, _, o| chain::prove(&mut attempt(p, o), 10_000),
    },
    Engine {
        name: "circ",
        most_parts: 9,
        properties: 1,
        run: |p, parts, o| circ::prove(&mut attempt(p, o), parts),
    },
    Engine { name: "auto", most_parts: 0, properties: 1, run: auto },
    Engine { name: "auto, two properties", most_parts: 0, properties: 2, run: auto },
    Engine { name: "monolithic", most_parts: 0, properties: 1, run: monolithic },
];

fn attempt<'p>(problem: &'p Problem, options: &Options) -> Attempt<'p> {
    Attempt::new(problem, options.clone(), Context::unlimited())
}

fn symmetric(rule: Rule, problem: &Problem, parts: &[Vec<usize>], options: &Options) -> ProofOutcome {
    sym::prove(&mut attempt(problem, options), rule, parts)
}

fn planned(problem: &Problem, options: &Options, rule: Option<Rule>, portfolio: bool) -> ProofOutcome {
    let (learner, alphabets) = (Some(options.learner), Some(options.alphabets));
    let plan = Plan { rule, portfolio, learner, alphabets, ..Plan::default() };
    prove(problem, &plan, Context::unlimited()).expect("the plan fits").outcome
}

fn auto(problem: &Problem, _: &[Vec<usize>], options: &Options) -> ProofOutcome {
    planned(problem, options, None, true)
}

fn monolithic(problem: &Problem, _: &[Vec<usize>], options: &Options) -> ProofOutcome {
    planned(problem, options, Some(Rule::Monolithic), true)
}

/// All ways of finding assumptions, one after the other.
fn options(number: usize) -> Options {
    let mut learners: Vec<Learner> = Algorithm::ALL.into_iter().map(Learner::Active).collect();
    learners.push(Learner::Separating);
    let alphabets = [Alphabets::Full, Alphabets::Refine][number % 2];
    Options { learner: learners[number / 2 % learners.len()], alphabets }
}

/// What came out, counted.
#[derive(Debug, Default)]
struct Count {
    holds: usize,
    violated: usize,
    unknown: usize,
}

impl Count {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Holds => self.holds += 1,
            Verdict::Violated => self.violated += 1,
            Verdict::Unknown => self.unknown += 1,
        }
    }
}

/// Both orders of two parts, or three parts as they are and turned.
fn orders(components: usize) -> Vec<Vec<Vec<usize>>> {
    let turned = |by: usize| (0..components).map(|i| vec![(i + by) % components]).collect();
    (0..components).map(turned).collect()
}

fn judge_small(engine: &Engine, machines: &Machines, shape: Shape, limit: usize) -> Count {
    let mut count = Count::default();
    let mut number = 0;
    for kinds in shape.kinds() {
        // With one action everything; then options and orders take turns.
        let limit =
            if kinds.len() == 1 || exhaustive() && shape.components == 2 { usize::MAX } else { limit };
        for problem in machines.systems(shape, &kinds, limit) {
            let truth = Truth::of(&problem);
            let orders = orders(shape.components);
            let turns: Vec<usize> = if kinds.len() == 1 { (0..12).collect() } else { vec![number] };
            for turn in turns {
                let parts = &orders[(number + turn) % orders.len()];
                let options = options(turn);
                let outcome = (engine.run)(&problem, parts, &options);
                let who = format!("{}, {options:?}, parts {parts:?}", engine.name);
                count.add(judge(&who, &problem, &truth, &outcome, Bar::Decides));
            }
            number += 1;
        }
    }
    count
}

#[test]
fn all_small_systems() {
    let machines = Machines::new();
    for engine in ENGINES {
        let properties = engine.properties;
        let two = Shape { components: 2, properties };
        let mut counts = vec![judge_small(engine, &machines, two, if properties == 1 { 40 } else { 12 })];
        if engine.most_parts != 2 && properties == 1 {
            counts.push(judge_small(engine, &machines, Shape { components: 3, properties }, 6));
        }
        println!("{}: {counts:?}", engine.name);
        for count in counts {
            assert!(count.holds > 100 && count.violated > 100 && count.unknown == 0, "{count:?}");
        }
    }
}

#[test]
fn random_systems() {
    for engine in ENGINES {
        let mut rng = Rng::new(11);
        let mut count = Count::default();
        let mut partly = Count::default();
        let mut cut = 0;
        for number in 0..if exhaustive() { 100_000 } else { 1_000 } {
            let components = 2 + rng.below(4);
            let problem = random(&mut rng, Shape { components, properties: engine.properties });
            let truth = Truth::of(&problem);
            cut += usize::from(truth.relaxed && !truth.violated);
            let n_parts = 2 + rng.below(engine.most_parts.clamp(2, components) - 1);
            let left_out = if engine.most_parts > 0 && rng.percent(10) { 50 } else { 0 };
            let parts = random_parts(&mut rng, components, n_parts, left_out);
            let whole = parts.iter().map(Vec::len).sum::<usize>() == components;
            let options = options(number);
            let outcome = (engine.run)(&problem, &parts, &options);
            let who = format!("{}, system {number}, {options:?}, parts {parts:?}", engine.name);
            let bar = if whole { Bar::Decides } else { Bar::IsNotWrong };
            let verdict = judge(&who, &problem, &truth, &outcome, bar);
            if whole { count.add(verdict) } else { partly.add(verdict) }
        }
        println!("{}: {count:?}; with some of the components {partly:?}", engine.name);
        // Where an ERROR of a component cuts off a violation, a rule must say that it does not know.
        assert!(count.holds > 100 && count.violated > 100 && cut > 5, "{count:?}, {cut}");
        assert!(engine.most_parts == 0 || count.unknown > 0, "{count:?}");
    }
}
