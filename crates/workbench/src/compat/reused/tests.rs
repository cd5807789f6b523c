//! Whatever is in the store, the answers are those without it; what has not changed is not asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rely_assume::Assumption;
use rely_assume::prove::{Alphabets, Learner, Machine, Premise, premises};
use rely_formats::LtsDocument;
use rely_lts::determinize::complete as completed;
use rely_lts::{ActionId, Actions, Alphabet, Component, LtsBuilder, StateId};
use rely_testkit::generate::{RandomLts, Rng};

use super::*;

fn names(letters: &str) -> Vec<String> {
    letters.chars().map(String::from).collect()
}

fn process(rng: &mut Rng, actions: &Actions, states: usize, letters: &str) -> Lts {
    let knobs =
        RandomLts { states, tau_percent: 15, error_percent: 0, end_percent: 0, ..RandomLts::default() };
    knobs.generate_over(actions, &names(letters), rng)
}

/// A deterministic machine without ERROR.
fn machine(rng: &mut Rng, actions: &Actions, states: usize, letters: &str) -> Lts {
    let knobs = RandomLts {
        states,
        fan_out: 4,
        tau_percent: 0,
        error_percent: 0,
        end_percent: 0,
        deterministic: true,
        ..RandomLts::default()
    };
    knobs.generate_over(actions, &names(letters), rng)
}

/// The same traces, by other states.
fn rewritten(lts: &Lts) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    let n = lts.n_states();
    builder.ensure_states(2 * n + 1).unwrap();
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    builder.add_transition(StateId::at(2 * n), ActionId::TAU, lts.initial());
    for (source, label, target) in lts.transitions() {
        let action = lts.alphabet().action(label);
        let copy = |state: StateId| StateId::at(n + state.index());
        builder.add_transition(source, action, copy(target));
        builder.add_transition(copy(source), action, target);
    }
    builder.finish(StateId::at(2 * n)).unwrap()
}

/// One more transition.
fn changed(lts: &Lts, rng: &mut Rng) -> Lts {
    let mut builder = LtsBuilder::new(lts.actions());
    builder.ensure_states(lts.n_states()).unwrap();
    lts.alphabet().ids().iter().for_each(|&action| builder.extend_alphabet(action));
    for (source, label, target) in lts.transitions() {
        builder.add_transition(source, lts.alphabet().action(label), target);
    }
    let mut state = || StateId::at(rng.below(lts.n_states()));
    let (source, target) = (state(), state());
    builder.add_transition(source, *rng.pick(lts.alphabet().ids()), target);
    builder.finish(lts.initial()).unwrap()
}

/// A component in two versions, a partner, and a property.
fn upgrade(rng: &mut Rng) -> Upgrade {
    let actions = Actions::new();
    let (old, partner) = (process(rng, &actions, 4, "abc"), process(rng, &actions, 4, "bcd"));
    let new = if rng.percent(30) { rewritten(&old) } else { changed(&old, rng) };
    let property = if rng.percent(70) { kept_by(&old, &partner) } else { machine(rng, &actions, 3, "bcd") };
    let property = completed(&property).unwrap();
    with_versions(&actions, old, new, partner, property)
}

/// What a component and its partner do together, as far as the partner sees it.
fn kept_by(old: &Lts, partner: &Lts) -> Lts {
    let component = |lts: &Lts| Component::new("M", Arc::new(lts.clone()));
    let both = System::new("S", old.actions(), vec![component(old), component(partner)]);
    let both = rely_lts::compose(&both, Context::unlimited()).unwrap().lts;
    let seen = rely_lts::ops::hide(&both, &rely_lts::Hiding::Hide(vec!["a".into()]));
    minimize(&seen, Equivalence::Trace, Context::unlimited()).unwrap().lts
}

fn with_versions(actions: &Actions, old: Lts, new: Lts, partner: Lts, property: Lts) -> Upgrade {
    let system = |version: Lts| {
        let component = |name: &str, lts: Lts| Component::new(name, Arc::new(lts));
        let property = Component { role: Role::Property, ..component("P", property.clone()) };
        let components = vec![component("M", version), component("E", partner.clone()), property];
        System::new("S", actions, components)
    };
    Upgrade::new(system(new), system(old), vec![0])
}

/// Proofs by one rule, so that there is something to learn.
fn plan(learner: Learner) -> Plan {
    let (rule, learner) = (Some(Rule::Asym), Some(learner));
    Plan { rule, learner, alphabets: Some(Alphabets::Full), portfolio: false, ..Plan::default() }
}

fn learners() -> [Learner; 2] {
    [Learner::Active(Algorithm::Ttt), Learner::Separating]
}

/// The answer, and how many words were asked for.
fn decided(store: &Store, upgrade: &Upgrade, plan: &Plan) -> (String, u64, Vec<String>) {
    let reused = Reused::new(store, "S");
    let found = reused.compatible(upgrade, Extent::Completed, plan, Context::unlimited()).unwrap();
    let mut text = String::new();
    for decision in &found.candidate {
        let verdict = match &decision.verdict {
            Verdict::Holds(_) => "holds".to_string(),
            Verdict::Violated(violation) => format!("{violation:?}"),
            Verdict::Unknown(reason) => format!("unknown: {reason}"),
        };
        text.push_str(&format!("{:?} {verdict}\n", decision.obligation));
    }
    match &found.completed {
        Ok(explained) => explained
            .iter()
            .for_each(|one| text.push_str(&format!("{:?} {:?}\n", one.obligation, one.verdict))),
        Err(why) => text.push_str(&why.to_string()),
    }
    let asked = found.candidate.iter().map(|decision| decision.statistics.membership_queries).sum();
    (text, asked, reused.names())
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(".rely");
    (folder, place)
}

#[test]
fn proofs_are_found_again_and_nothing_is_asked() {
    let mut reused = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let upgrade = upgrade(&mut rng);
        let plan = plan(learners()[seed as usize % 2]);
        let (_folder, place) = place();
        let fresh = decided(&Store::none(), &upgrade, &plan);
        assert_eq!(decided(&Store::open(&place), &upgrade, &plan).0, fresh.0, "seed {seed}");
        // What was found last is about something else then.
        decided(&Store::open(&place), &self::upgrade(&mut rng), &plan);
        // Again, and with a candidate of the same traces.
        let same = {
            let [candidate, partner, property] = &upgrade.candidate.components[..] else { unreachable!() };
            let old = upgrade.baseline.components[0].lts.in_table(&upgrade.candidate.actions);
            let (partner, property) = (Lts::clone(&partner.lts), Lts::clone(&property.lts));
            with_versions(&upgrade.candidate.actions, old, rewritten(&candidate.lts), partner, property)
        };
        for (upgrade, fresh) in [(&upgrade, fresh.clone()), (&same, decided(&Store::none(), &same, &plan))] {
            let store = Store::open(&place);
            let again = decided(&store, upgrade, &plan);
            assert_eq!(again.0, fresh.0, "seed {seed}");
            if fresh.0.starts_with("Property(2) holds") {
                assert_eq!((again.1, again.2), (0, vec!["the proof of P".to_string()]), "seed {seed}");
                reused += usize::from(fresh.1 > 0);
            } else {
                assert_eq!(again.2, Vec::<String>::new(), "seed {seed}");
            }
        }
    }
    assert!(reused > 20, "{reused}");
}

/// Entries that might be under the key of a problem: proofs that look right, and some that are.
fn forged(rng: &mut Rng, digest: &ProblemDigest, partner: &Lts) -> StoredProof {
    let actions = Actions::new();
    let rule = if rng.percent(50) { Rule::Asym } else { *rng.pick(&Rule::ALL) };
    let mut parts = vec![vec![0], vec![1]];
    if rng.percent(30) {
        parts.swap(0, 1);
    }
    if rng.percent(20) {
        parts = vec![vec![rng.below(2)]];
    }
    let count = if rng.percent(70) { parts.len() - usize::from(rule == Rule::Asym) } else { rng.below(3) };
    let assumptions: Vec<Assumption> = (0..count)
        .map(|_| {
            if rng.percent(40) {
                let exact = minimize(partner, Equivalence::Trace, Context::unlimited()).unwrap().lts;
                return Assumption::new(exact.in_table(&actions)).unwrap();
            }
            let states = 1 + rng.below(3);
            let letters = *rng.pick(&["bcd", "b", "abcd", "x"]);
            Assumption::new(machine(rng, &actions, states, letters)).unwrap()
        })
        .collect();
    let one = |rng: &mut Rng| match rng.below(2) {
        0 if count > 0 => Machine::Assumption(rng.below(count)),
        _ => Machine::Property(0),
    };
    let premises = match premises(rule, &parts) {
        Some(list) if rng.percent(60) && assumptions.len() == count => list,
        _ => (0..1 + rng.below(3))
            .map(|_| {
                let components = if rng.percent(50) { vec![rng.below(2)] } else { Vec::new() };
                let kept = if rng.percent(50) { vec![one(rng)] } else { Vec::new() };
                Premise { components, kept, until: Vec::new(), refuted: vec![one(rng)] }
            })
            .collect(),
    };
    let known: Vec<Machine> =
        premises.iter().flat_map(|p: &Premise| [&p.kept, &p.refuted]).flatten().copied().collect();
    let fits = known.iter().all(|m| !matches!(m, Machine::Assumption(i) if *i >= count));
    let premises = if fits { premises } else { vec![Premise::new(&[0], &[], Machine::Property(0))] };
    StoredProof { rule, components: digest.components.clone(), parts, assumptions, premises }
}

/// Damages the files of a store.
fn damaged(rng: &mut Rng, place: &Path) {
    let mut files: Vec<PathBuf> = ["v1/keys", "v1/objects"]
        .iter()
        .filter_map(|folder| fs::read_dir(place.join(folder)).ok())
        .flat_map(|entries| entries.map(|entry| entry.unwrap().path()))
        .collect();
    files.sort();
    for file in &files {
        let bytes = fs::read(file).unwrap();
        match rng.below(6) {
            0 => fs::write(file, &bytes[..rng.below(bytes.len() + 1)]).unwrap(),
            1 => {
                fs::write(file, (0..rng.below(300)).map(|_| rng.number() as u8).collect::<Vec<_>>()).unwrap()
            }
            2 => fs::write(file, fs::read(rng.pick(&files)).unwrap()).unwrap(),
            3 => fs::write(file, "").unwrap(),
            4 if !bytes.is_empty() => {
                let mut bytes = bytes;
                let at = rng.below(bytes.len());
                bytes[at] = bytes[at].wrapping_add(1);
                fs::write(file, bytes).unwrap();
            }
            _ => {}
        }
    }
}

#[test]
fn no_content_of_the_store_changes_an_answer() {
    let (_folder, shared) = place();
    let (mut holds, mut violated, mut recalled) = (0, 0, 0);
    for seed in 0..48 {
        let mut rng = Rng::new(1000 + seed);
        let upgrade = upgrade(&mut rng);
        let plan = plan(learners()[seed as usize % 2]);
        let fresh = decided(&Store::none(), &upgrade, &plan).0;
        holds += usize::from(fresh.starts_with("Property(2) holds"));
        violated += usize::from(fresh.starts_with("Property(2) Violation"));
        // One store for all: what it remembers is of other systems, and partly damaged.
        assert_eq!(decided(&Store::open(&shared), &upgrade, &plan).0, fresh, "seed {seed}: stale");
        damaged(&mut rng, &shared);
        assert_eq!(decided(&Store::open(&shared), &upgrade, &plan).0, fresh, "seed {seed}: damaged");
        // Under the very keys, with the right digests: what was never proved.
        for _ in 0..3 {
            let (_folder, place) = place();
            let store = Store::open(&place);
            for system in [&upgrade.candidate, &upgrade.baseline] {
                let problem = problem(system, Obligation::Property(2)).unwrap();
                let digest = ProblemDigest::new(&problem, &[0], Context::unlimited());
                let proof = forged(&mut rng, &digest, &system.components[1].lts);
                store.keep_proof(&digest.key(), &proof);
                store.keep_proof(&Key::last_proof("S", "P"), &proof);
            }
            let (answer, _, names) = decided(&store, &upgrade, &plan);
            assert_eq!(answer, fresh, "seed {seed}: forged");
            recalled += names.len();
        }
    }
    assert!(holds > 12 && violated > 12, "{holds} hold, {violated} are violated");
    assert!(recalled > 0, "some of what was made up is a proof");
}

fn versions(old: &Lts, new: &Lts) -> Versions {
    let interface = Alphabet::from_names(old.actions(), ["a", "b", "c"]);
    Versions::new(Arc::new(old.clone()), Arc::new(new.clone()), Vec::new(), interface).unwrap()
}

fn learned() -> Engine {
    Engine::Learned { algorithm: Algorithm::Ttt, cache: true, closed: true }
}

fn made(store: &Store, versions: &Versions, engine: Engine) -> (LtsDocument, u64) {
    let reused = Reused::new(store, "");
    let completed = reused.complete("M", versions, engine, Context::unlimited()).unwrap();
    (LtsDocument::from(&completed.lts), completed.statistics.membership_queries)
}

#[test]
fn machines_of_versions_are_learned_from_what_they_were() {
    let (mut fresh_queries, mut small) = (0, 0);
    for seed in 0..40 {
        let mut rng = Rng::new(2000 + seed);
        let actions = Actions::new();
        let (_folder, place) = place();
        let first = process(&mut rng, &actions, 8, "abc");
        let second = changed(&first, &mut rng);
        let third = changed(&second, &mut rng);
        let upgrade = versions(&first, &second);
        let fresh = made(&Store::none(), &upgrade, learned());
        assert_eq!(
            made(&Store::open(&place), &upgrade, learned()),
            fresh,
            "seed {seed}: nothing is remembered"
        );
        assert_eq!(made(&Store::open(&place), &upgrade, Engine::Direct).0, fresh.0);
        // The same question, and one whose candidate is the old candidate, rewritten.
        assert_eq!(made(&Store::open(&place), &upgrade, learned()), (fresh.0.clone(), 0), "seed {seed}");
        let refactored = versions(&second, &rewritten(&second));
        let expected = made(&Store::none(), &refactored, learned()).0;
        assert_eq!(made(&Store::open(&place), &refactored, learned()), (expected, 0), "seed {seed}");
        // The candidate is today's baseline.
        let next = versions(&second, &third);
        let (fresh, queries) = made(&Store::none(), &next, learned());
        let (machine, few) = made(&Store::open(&place), &next, learned());
        assert_eq!(machine, fresh, "seed {seed}");
        fresh_queries += queries;
        small += few;
    }
    assert!(small * 2 < fresh_queries, "{small} queries in place of {fresh_queries}");
}

#[test]
fn no_remembered_machine_changes_the_completed_one() {
    for seed in 0..60 {
        let mut rng = Rng::new(3000 + seed);
        let actions = Actions::new();
        let old = process(&mut rng, &actions, 5, "abc");
        let new = changed(&old, &mut rng);
        let versions = versions(&old, &new);
        let fresh = made(&Store::none(), &versions, learned()).0;
        let (_folder, place) = place();
        let store = Store::open(&place);
        let keys = MachineKeys::new("M", &versions);
        for key in [keys.candidate, keys.required, keys.last] {
            if rng.percent(70) {
                let letters = *rng.pick(&["abc", "ab", "cxy", "", "abcd"]);
                let knobs = RandomLts { states: 1 + rng.below(6), ..RandomLts::default() };
                let any = knobs.generate_over(&Actions::new(), &names(letters), &mut rng);
                store.keep_machine(&key, &any);
            }
        }
        for engine in [learned(), Engine::Auto] {
            assert_eq!(made(&store, &versions, engine).0, fresh, "seed {seed}");
        }
        damaged(&mut rng, &place);
        assert_eq!(made(&Store::open(&place), &versions, learned()).0, fresh, "seed {seed}: damaged");
    }
}
