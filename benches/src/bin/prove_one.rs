//! One proof of one property in one way, and what it took, one `key value` per line: what
//! `cargo xtask bench prove` runs.
//!
//! ```text
//! prove_one FILE TARGET PROPERTY HOW [module=NAMES] [time=S] [memory=BYTES] [threads=N]
//! ```
//!
//! HOW is `auto`, `monolithic`, a rule (`asym`, `sym`, …; alphabets refined, the default learner), a rule
//! with `:LEARNER` (then with `:full` over full alphabets), or `plain`, the baseline of the papers. `module`
//! names the first of two parts, `turned` makes it the second; without it a rule chooses its parts.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use rely_assume::Assumption;
use rely_assume::prove::{
    Alphabets, Learner, Machine, Plan, Premise, Problem, ProofOutcome, Rule, Statistics, check, prove,
};
use rely_learn::{
    Algorithm, Cached, Closure, ConvertError, Dfa, End, Equivalence, Letter, Membership, label_of, learn,
    letter_of,
};
use rely_lts::{ActionId, Alphabet, Component, Context, LtsBuilder, Role, Spent, StateId};
use rely_workbench::{Control, Limits, ReadOptions, load, split_names};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("prove_one: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [file, target, property, how, rest @ ..] = arguments else {
        return Err("FILE TARGET PROPERTY HOW are needed".to_string());
    };
    let option = |key: &str| rest.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    let number =
        |key: &str| option(key).map(|text| text.parse::<u64>().map_err(|e| e.to_string())).transpose();
    let limits = Limits { states: None, time: number("time")?, memory: number("memory")? };
    let threads = number("threads")?.unwrap_or(1) as usize;
    let control = Control::new(&limits, threads, Arc::default());
    let start = Instant::now();
    let loaded = load(file, ReadOptions::default(), &control).map_err(|_| "the file is no model")?;
    let target = (target != "-").then_some(target.as_str());
    let system = loaded.target(target, &control).map_err(|_| "there is no such target")?.system;
    let is_meant = |c: &Component| c.role == Role::Property && (property == "-" || c.name == *property);
    let place = system.components.iter().position(is_meant).ok_or("there is no such property")?;
    let problem = Problem::new(&system, &[place]).map_err(|error| error.to_string())?;
    println!("read_seconds {:.6}", start.elapsed().as_secs_f64());
    println!("components {}", problem.components.len());

    let mut parts = option("module").map(|names| split(&problem, names)).transpose()?;
    if let Some(parts) = parts.as_mut().filter(|_| rest.iter().any(|word| word == "turned")) {
        parts.reverse();
    }
    let clock = Instant::now();
    let before = processor_seconds();
    let done = match how.as_str() {
        "plain" => plain(&problem, &parts.ok_or("the baseline needs a split")?, control.context()),
        how => engine(&problem, how, parts, control.context())?,
    };
    println!("seconds {:.6}", clock.elapsed().as_secs_f64());
    println!("cpu {:.6}", processor_seconds() - before);
    println!("verdict {}", done.verdict);
    println!("rule {}", done.rule);
    println!("largest {}", done.statistics.largest_product);
    println!("expansions {}", done.statistics.expansions);
    println!("queries {}", done.statistics.membership_queries);
    println!("rounds {}", done.statistics.equivalence_queries);
    println!("alphabet {}", done.statistics.alphabet.len());
    let sizes: Vec<String> = done.sizes.iter().map(ToString::to_string).collect();
    println!("assumptions {}", if sizes.is_empty() { "-".to_string() } else { sizes.join(",") });
    Ok(())
}

/// The named components, and the others.
fn split(problem: &Problem, names: &str) -> Result<Vec<Vec<usize>>, String> {
    let names = split_names(&[names.to_string()]);
    let is_called = |c: &Component, name: &str| {
        let plain = c.name.strip_suffix(')').and_then(|n| n.rsplit_once('(')).map(|(n, _)| n);
        c.name == name || c.process == name || plain == Some(name)
    };
    for name in &names {
        if !problem.components.iter().any(|c| is_called(c, name)) {
            return Err(format!("nothing is called {name}"));
        }
    }
    let is_meant = |i: &usize| names.iter().any(|name| is_called(&problem.components[*i], name));
    let (module, others): (Vec<usize>, Vec<usize>) = (0..problem.components.len()).partition(is_meant);
    Ok(vec![module, others])
}

/// What is told of a proof.
struct Done {
    verdict: String,
    rule: String,
    sizes: Vec<usize>,
    statistics: Statistics,
}

fn engine(
    problem: &Problem,
    how: &str,
    parts: Option<Vec<Vec<usize>>>,
    ctx: Context<'_>,
) -> Result<Done, String> {
    let mut words = how.split(':');
    let name = words.next().unwrap_or_default();
    let mut plan = Plan::default();
    if name != "auto" {
        plan.rule = Some(Rule::from_name(name).ok_or_else(|| format!("there is no rule {name}"))?);
        plan.portfolio = name == "monolithic";
        plan.parts = parts.filter(|_| name != "monolithic");
    }
    for word in words {
        match word {
            "full" => plan.alphabets = Some(Alphabets::Full),
            word => {
                let learner =
                    Learner::from_name(word).ok_or_else(|| format!("there is no learner {word}"))?;
                plan.learner = Some(learner);
            }
        }
    }
    let report = prove(problem, &plan, ctx).map_err(|error| error.to_string())?;
    let sizes = |all: &[Assumption]| all.iter().map(|a| a.lts().n_states()).collect::<Vec<_>>();
    let (verdict, rule, sizes) = match &report.outcome {
        ProofOutcome::Holds(proof) => ("holds".to_string(), proof.rule.name(), sizes(&proof.assumptions)),
        ProofOutcome::Violated(run) if problem.replays(run) => ("violated".to_string(), name, Vec::new()),
        ProofOutcome::Violated(_) => ("wrong".to_string(), name, Vec::new()),
        ProofOutcome::Unknown(unfinished) => {
            (format!("unknown {}", unfinished.reason), unfinished.rule.name(), sizes(&unfinished.assumptions))
        }
    };
    Ok(Done { verdict, rule: rule.to_string(), sizes, statistics: report.statistics })
}

/// The baseline: L* as in the papers \[CGP03\]. Every membership query is a model checking run from scratch
/// of M1 beside the word as a chain and the property; every candidate is checked by two full searches. The
/// cache in front of it, which the papers do not have, is in its favor.
fn plain(problem: &Problem, parts: &[Vec<usize>], ctx: Context<'_>) -> Done {
    let own = problem.alphabet_of(&parts[0]);
    let observed = problem.observed();
    let others = problem.alphabet_of(&parts[1]);
    let shared = others.ids().iter().copied().filter(|&id| own.contains(id) || observed.contains(id));
    let sigma = Alphabet::new(&problem.actions, shared.collect::<Vec<_>>());
    let n_letters = sigma.len() as u32;
    let mut teacher = Plain {
        problem,
        parts,
        sigma: sigma.clone(),
        ctx,
        statistics: Statistics::default(),
        verdict: None,
        size: 0,
    };
    let mut cached = Cached::new(&mut teacher, n_letters, Closure::PrefixClosed, ctx);
    let learned = learn(&mut *Algorithm::LStar.learner(n_letters), &mut cached);
    let (asked, end) = (learned.statistics, learned.end);
    let verdict = match (teacher.verdict, end) {
        (Some(verdict), _) => verdict.to_string(),
        (None, End::Learned) => "holds".to_string(),
        (None, End::Spent(spent)) => format!("unknown {spent}"),
        (None, End::Contradiction(_)) => "wrong".to_string(),
    };
    let mut statistics = teacher.statistics;
    statistics.membership_queries = asked.membership_queries;
    statistics.equivalence_queries = asked.equivalence_queries;
    statistics.alphabet = sigma.ids().to_vec();
    Done { verdict, rule: "asym".to_string(), sizes: vec![teacher.size], statistics }
}

/// The teacher of the baseline.
struct Plain<'p> {
    problem: &'p Problem,
    parts: &'p [Vec<usize>],
    sigma: Alphabet,
    ctx: Context<'p>,
    statistics: Statistics,
    /// Set when the run is over before the language is learned.
    verdict: Option<&'static str>,
    /// States of the last candidate.
    size: usize,
}

impl Plain<'_> {
    /// Does a premise hold with one assumption? Else a word that violates it, as it looks over the interface.
    fn checks(&mut self, assumption: &Assumption, premise: &Premise) -> Result<Option<Vec<Letter>>, Spent> {
        let checked = check(self.problem, std::slice::from_ref(assumption), premise, self.ctx)?;
        self.statistics.explored(checked.states);
        let letter = |id: &ActionId| self.sigma.label(*id).and_then(letter_of);
        Ok(checked.violation.map(|run| run.iter().filter_map(letter).collect()))
    }

    fn first_premise(&self) -> Premise {
        Premise::new(&self.parts[0], &[Machine::Assumption(0)], Machine::Property(0))
    }
}

impl Membership for Plain<'_> {
    fn accepts(&mut self, word: &[Letter]) -> Result<bool, Spent> {
        let mut chain = LtsBuilder::new(&self.problem.actions);
        chain.ensure_states(word.len() + 1).expect("words are short");
        self.sigma.ids().iter().for_each(|&id| chain.extend_alphabet(id));
        for (i, &letter) in word.iter().enumerate() {
            chain.add_transition(StateId::at(i), self.sigma.action(label_of(letter)), StateId::at(i + 1));
        }
        let chain = chain.finish(StateId::at(0)).expect("a chain is an LTS");
        let chain = Assumption::new(chain).expect("a chain is deterministic");
        let premise = self.first_premise();
        Ok(self.checks(&chain, &premise)?.is_none())
    }
}

impl Equivalence for Plain<'_> {
    fn counterexample(&mut self, hypothesis: &Dfa) -> Result<Option<Vec<Letter>>, Spent> {
        let lts = match hypothesis.to_lts(&self.sigma) {
            Ok(lts) => lts,
            // M1 violates the property whatever the others do.
            Err(ConvertError::Empty) => {
                self.verdict = Some("violated");
                return Ok(None);
            }
            Err(_) => {
                let (prefix, word) = not_closed(hypothesis).expect("else there is an LTS");
                return Ok(Some(if self.accepts(&prefix)? { prefix } else { word }));
            }
        };
        self.size = lts.n_states();
        let assumption = Assumption::new(lts).expect("a hypothesis is deterministic");
        let premise = self.first_premise();
        if let Some(word) = self.checks(&assumption, &premise)? {
            return Ok(Some(word));
        }
        let second = Premise::new(&self.parts[1], &[], Machine::Assumption(0));
        let Some(word) = self.checks(&assumption, &second)? else { return Ok(None) };
        if self.accepts(&word)? {
            return Ok(Some(word));
        }
        self.verdict = Some("violated");
        Ok(None)
    }
}

/// A word that is not accepted, and a longer one that is.
fn not_closed(dfa: &Dfa) -> Option<(Vec<Letter>, Vec<Letter>)> {
    let closed = |from: u32, wanted: bool| {
        let mut found = vec![(from, Vec::new())];
        let mut at = 0;
        while let Some((state, word)) = found.get(at).cloned() {
            for letter in 0..dfa.n_letters() {
                let target = dfa.step(state, letter);
                if found.iter().all(|(known, _)| *known != target) {
                    found.push((target, [&word[..], &[letter]].concat()));
                }
            }
            at += 1;
        }
        found.retain(|(state, _)| dfa.is_accepting(*state) == wanted);
        found
    };
    closed(dfa.initial(), false).into_iter().find_map(|(state, prefix)| {
        let (_, rest) = closed(state, true).into_iter().next()?;
        Some((prefix.clone(), [prefix, rest].concat()))
    })
}

/// Seconds this process was on a processor, all threads (Linux, to a hundredth of a second); 0 elsewhere.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |i: usize| fields.get(i).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
    (field(11) + field(12)) / 100.0
}
