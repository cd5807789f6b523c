//! What a module needs from its environment: a cover is accepted where it shows that an assumption is the
//! weakest.
#![allow(missing_docs)]

mod common;

use common::environments::{Inside, environment_case, is_true, merged, weakest_certificate, writer};
use common::*;
use expect_test::expect;
use rely_certify::*;

type Question = (Vec<ComponentDoc>, Vec<String>, Vec<String>);

/// Small questions by number: a module of one or two components, at most one property, some interface.
fn random_question(seed: u64) -> Question {
    let random = &mut Random(seed);
    let n = 1 + random.below(2);
    let mut components: Vec<ComponentDoc> = (0..n)
        .map(|i| {
            let alphabet: Vec<&str> = ["a", "b", "c"].into_iter().filter(|_| random.chance(70)).collect();
            let states = 1 + random.below(3) as u32;
            let mut transitions = vec![];
            for state in 0..states {
                for &action in alphabet.iter().chain(&["tau"]) {
                    for _ in 0..random.below(if action == "tau" { 2 } else { 3 }) {
                        let error = random.chance(6);
                        let target = if error { ERROR } else { random.below(states as usize) as i64 };
                        transitions.push((state, action, target));
                    }
                }
            }
            process(["M", "N"][i], &alphabet.join(" "), states, &transitions)
        })
        .collect();
    let own: std::collections::BTreeSet<String> =
        components.iter().flat_map(|c| c.alphabet.clone()).collect();
    let interface = own.into_iter().filter(|_| random.chance(60)).collect();
    if random.chance(20) {
        return (components, vec![], interface);
    }
    let observed: Vec<&str> = ["a", "b", "d"].into_iter().filter(|_| random.chance(70)).collect();
    let states = 1 + random.below(2) as u32;
    let places = (0..states).flat_map(|s| observed.iter().map(move |&name| (s, name)));
    let transitions: Vec<(u32, &str, i64)> = places
        .map(|(s, name)| {
            (s, name, if random.chance(25) { ERROR } else { random.below(states as usize) as i64 })
        })
        .collect();
    components.push(part("P", RoleDoc::Property, &observed.join(" "), states, &transitions));
    (components, vec!["P".into()], interface)
}

#[test]
fn weakest_assumptions_are_accepted() {
    let mut counts = [0; 4];
    for seed in 0..3_000 {
        let (components, properties, interface) = random_question(seed);
        let inside = Inside::new(&components, &properties, &interface);
        let set = Proof::ClosedSet(SetDoc::new(&components, Naive::new(&components, None).reachable()));
        let always =
            environment_case(ClaimKind::KeptAlways, &properties, &interface, components.clone(), set);
        let accepted = judge(&always).verdict == CheckVerdict::Accepted;
        assert_eq!(accepted, is_true(&always), "seed {seed}");
        let Some(assumption) = inside.weakest() else {
            counts[0] += 1;
            continue;
        };
        let small = merged(&assumption);
        for assumption in [&assumption, &small] {
            let certificate = weakest_certificate(&components, &properties, &interface, assumption);
            assert!(is_true(&certificate), "seed {seed}");
            accept(&certificate);
        }
        let n_labels = small.alphabet.len();
        let universal = small.transitions.len() == small.states as usize * n_labels;
        assert_eq!(accepted, universal, "seed {seed}: nothing is forbidden iff all is kept always");
        counts[1] += usize::from(universal);
        counts[2] += usize::from(!universal);
        counts[3] += usize::from(!universal && small.states < assumption.states && small.states > 2);
    }
    assert!(counts.iter().all(|&n| n > 25), "all answers are frequent: {counts:?}");
}

/// Every assumption that differs in one transition, with a cover made for it as far as there is one, and with
/// the one that was right: accepted only if it is the weakest all the same.
#[test]
fn other_assumptions_are_not_the_weakest() {
    let mut counts = [[0; 2]; 3];
    for seed in 0..400 {
        let (components, properties, interface) = random_question(seed);
        let Some(assumption) = Inside::new(&components, &properties, &interface).weakest() else { continue };
        let assumption = merged(&assumption);
        let right = weakest_certificate(&components, &properties, &interface, &assumption);
        let mut variants = vec![];
        for (k, &(from, label, to)) in assumption.transitions.iter().enumerate() {
            let mut transitions = assumption.transitions.clone();
            transitions.remove(k);
            variants.push((0, transitions.clone()));
            for other in (0..i64::from(assumption.states)).filter(|&other| other != to) {
                variants.push((1, [&transitions[..], &[(from, label, other)]].concat()));
            }
        }
        for from in 0..assumption.states {
            for label in 1..=assumption.alphabet.len() as u32 {
                for to in 0..i64::from(assumption.states) {
                    if !assumption.transitions.iter().any(|t| (t.0, t.1) == (from, label)) {
                        variants.push((2, [&assumption.transitions[..], &[(from, label, to)]].concat()));
                    }
                }
            }
        }
        for (what, transitions) in variants {
            let other = ComponentDoc { transitions, ..assumption.clone() }.sorted();
            let made = weakest_certificate(&components, &properties, &interface, &other);
            let mut old = right.clone();
            *old.components.last_mut().unwrap() = other;
            let truth = is_true(&made);
            assert_eq!(judge(&made).verdict == CheckVerdict::Accepted, truth, "seed {seed}: {}", text(&made));
            assert!(truth || judge(&old).verdict == CheckVerdict::Rejected, "seed {seed}");
            counts[what][usize::from(truth)] += 1;
        }
    }
    assert!(counts.iter().all(|kind| kind[0] > 100), "wrong ones are frequent: {counts:?}");
    assert!(
        counts.iter().all(|kind| kind[1] == 0),
        "a minimal machine is changed by every change: {counts:?}"
    );
}

fn with_cover(certificate: &Case, change: impl FnOnce(&mut Cover)) -> Case {
    let mut other = certificate.clone();
    let Proof::Cover(cover) = &mut other.proof else { panic!("it has a cover") };
    change(cover);
    other
}

/// A path with a label or a state changed is accepted iff it is one by the definition of composition.
#[test]
fn every_move_of_a_path_is_looked_at() {
    let mut counts = [0; 2];
    for seed in 0..3_000 {
        let (components, properties, interface) = random_question(seed);
        let inside = Inside::new(&components, &properties, &interface);
        let Some(assumption) = inside.weakest() else { continue };
        let certificate = weakest_certificate(&components, &properties, &interface, &assumption);
        let Proof::Cover(cover) = &certificate.proof else { unreachable!() };
        let table: Vec<Vector> = Naive::new(&components, None).reachable().into_iter().collect();
        let random = &mut Random(seed);
        let forbidden = |state: u32, k: u32| !assumption.transitions.iter().any(|t| (t.0, t.1) == (state, k));
        for (i, node) in cover.nodes.iter().enumerate() {
            let labels = (1..).zip(&assumption.alphabet).filter(|(k, _)| forbidden(node.state, *k));
            let errors = labels.enumerate().map(|(at, (_, name))| (None, at, name, ERROR));
            let edges = node.edges.iter().enumerate().flat_map(|(e, edge)| {
                let name = &assumption.alphabet[edge.action as usize - 1];
                let goals = cover.nodes[edge.node as usize].members.iter();
                goals.enumerate().map(move |(at, &goal)| (Some(e), at, name, i64::from(goal)))
            });
            for (edge, at, name, goal) in errors.chain(edges).collect::<Vec<_>>() {
                let mut changed = vec![];
                let other = with_cover(&certificate, |cover| {
                    let node = &mut cover.nodes[i];
                    let path = match edge {
                        None => &mut node.errors[at],
                        Some(edge) => &mut node.edges[edge].paths[at],
                    };
                    for _ in 0..1 + random.below(2) {
                        let place = random.below(path.len());
                        path[place] = random.below(8) as i64 - 1;
                    }
                    if random.chance(30) {
                        path.extend([random.below(4) as i64, random.below(4) as i64 - 1]);
                    }
                    changed.clone_from(path);
                });
                let expect = inside.is_path(&table, &node.members, &changed, name, goal);
                let report = judge(&other);
                let accepted = report.verdict == CheckVerdict::Accepted;
                assert_eq!(accepted, expect, "seed {seed}: {changed:?}: {report:?}\n{}", text(&other));
                counts[usize::from(accepted)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 300), "both answers are frequent: {counts:?}");
}

#[test]
fn what_is_wrong_with_a_cover_is_said() {
    let (components, properties, interface) = writer();
    let assumption = merged(&Inside::new(&components, &properties, &interface).weakest().unwrap());
    let right = weakest_certificate(&components, &properties, &interface, &assumption);
    let mut reasons = vec![accept(&right)];
    let changes: Vec<fn(&mut Cover)> = vec![
        |cover| cover.nodes.clear(),
        |cover| cover.nodes[0].members.clear(),
        |cover| cover.nodes[0].members[0] += 1,
        |cover| cover.nodes[0].state = 1,
        |cover| cover.nodes[2].members.reverse(),
        |cover| drop(cover.nodes[0].edges.pop()),
        |cover| cover.nodes[0].edges[0].action = 2,
        |cover| cover.nodes[0].edges[0].node = 0,
        |cover| cover.nodes[0].edges[0].node = 99,
        |cover| drop(cover.nodes[0].edges[1].paths.pop()),
        |cover| cover.nodes[0].edges[1].paths.swap(0, 1),
        |cover| cover.nodes[0].edges[1].paths[0].clear(),
        |cover| cover.nodes[0].edges[1].paths[0].truncate(4),
        |cover| cover.nodes[0].edges[1].paths[0].truncate(1),
        |cover| cover.nodes[0].edges[1].paths[0][0] = 99,
        |cover| cover.nodes[0].edges[1].paths[0][1] = 99,
        |cover| cover.nodes[0].edges[1].paths[0][1] = 1,
        |cover| cover.nodes[0].edges[1].paths[0][2] = 0,
        |cover| cover.nodes[0].edges[1].paths[0][2] = -1,
        |cover| cover.nodes[0].edges[1].paths[0][2] = 999,
        |cover| {
            // Another order, with all that depends on it.
            cover.nodes[2].members.reverse();
            cover.nodes[0].edges[1].paths.reverse();
        },
        |cover| cover.nodes[0].errors[0].truncate(3),
        |cover| cover.nodes[0].errors.clear(),
        |cover| cover.nodes[0].errors[0].extend([0, 0]),
        |cover| cover.nodes[0].errors.push(vec![0]),
        |cover| cover.vectors.count += 1,
        |cover| cover.closed.count += 1,
        |cover| std::mem::swap(&mut cover.closed, &mut cover.vectors),
    ];
    reasons.extend(changes.into_iter().map(|change| reject(&with_cover(&right, change))));
    expect![[r#"
        ENV over {e.get, e.in, e.out, e.put} is the weakest assumption under which MUTEX, WRITER satisfy EXCLUSIVE (4 components, 9 states, 4 nodes)
        claim 1: there is no node
        claim 1: the first node must have exactly one member
        claim 1: the first node is not that of the initial state
        claim 1: the first node is not that of the initial state
        claim 1: node 0: a path with `e.put` does not lead to member 5
        claim 1: node 0: an edge with `e.put` is missing
        claim 1: node 0: an edge with `e.get` is missing
        claim 1: node 0: the edge with `e.get` leads to a wrong node
        claim 1: node 0: the edge with `e.get` leads to a wrong node
        claim 1: node 0: the edge with `e.put` must have one path per member
        claim 1: node 0: a path with `e.put` does not lead to member 2
        claim 1: node 0: a path has no start
        claim 1: node 0: a path ends with a label
        claim 1: node 0: a path does not show `e.put`
        claim 1: node 0: a path starts in 99, which is not a member of the node
        claim 1: node 0: a label does not exist
        claim 1: node 0: a path with `e.put` also shows `e.get`
        claim 1: node 0: `w.get` does not lead from state (0, 0, 0) to (0, 0, 0)
        claim 1: node 0: `w.get` does not lead from state (0, 0, 0) to ERROR
        claim 1: node 0: there is no product state 999
        claim 1: node 2: the members are not strictly ascending
        claim 1: node 0: the path with `e.in` does not lead to ERROR
        claim 1: node 0: no path shows why `e.in` is forbidden
        claim 1: node 0: a path continues after ERROR
        claim 1: node 0: there are more edges or paths than actions
        claim 1: 14 bytes of vectors are not 15 times 1
        system SYS: 9 bytes of vectors are not 10 times 1
        system SYS: `e.get` leads from (0, 0, 0, 0) to (1, 0, 0, 1), which is not in the set
    "#]].assert_eq(&(reasons.join("\n") + "\n"));
}

#[test]
fn a_claim_about_environments_must_fit_its_components() {
    let (components, properties, interface) = writer();
    let assumption = merged(&Inside::new(&components, &properties, &interface).weakest().unwrap());
    let right = weakest_certificate(&components, &properties, &interface, &assumption);
    let changed = |change: &dyn Fn(&mut Case)| {
        let mut other = right.clone();
        change(&mut other);
        // The closed set fits, so that something else must be wrong.
        let reachable = Naive::new(&other.components, other.priority.as_ref()).reachable();
        let Proof::Cover(cover) = &mut other.proof else { panic!("it has a cover") };
        cover.closed = SetDoc::new(&other.components, reachable);
        reject(&other)
    };
    let reasons = [
        changed(&|c| c.interface = vec![]),
        changed(&|c| c.interface.push("w.in".into())),
        changed(&|c| c.interface.push("e.out".into())),
        changed(&|c| c.interface.reverse()),
        changed(&|c| c.properties = vec![]),
        changed(&|c| c.properties = vec!["EXCLUSIVE".into(), "MUTEX".into(), "WRITER".into()]),
        changed(&|c| c.properties = vec!["EXCLUSIVE".into(), "MUTEX".into()]),
        changed(&|c| c.components[2].role = RoleDoc::Process),
        changed(&|c| c.priority = priority(&[], TauDoc::Low)),
        changed(&|c| c.kind = ClaimKind::KeptNever),
        changed(&|c| c.components.rotate_right(1)),
        changed(&|c| drop(c.components.pop())),
        changed(&|c| c.components[3].transitions[0].1 = 0),
        changed(&|c| c.components[3].transitions[0].2 = ERROR),
        changed(&|c| {
            let (from, label, to) = c.components[3].transitions[0];
            c.components[3].transitions.insert(1, (from, label, to + 1));
        }),
    ];
    expect![[r#"
        claim 1: the alphabet of the assumption is not {e.in, e.out}
        claim 1: the alphabet of the assumption is not {e.get, e.in, e.out, e.put, w.in}
        claim 1: interface: names are not strictly ascending at `e.out`
        claim 1: interface: names are not strictly ascending at `e.get`
        claim 1: the alphabet of the assumption is not {e.get, e.put}
        claim 1: there is no module
        claim 1: MUTEX must have the role of a property
        claim 1: EXCLUSIVE must have the role of a property
        claim 1: claims about environments do not support a priority
        claim 1: the trace does not end with a component entering ERROR
        claim 1: the assumption has the name of a property
        claim 1: the assumption has the name of a property
        claim 1: an assumption must have neither tau nor ERROR
        claim 1: an assumption must have neither tau nor ERROR
        claim 1: the assumption is not deterministic
    "#]]
    .assert_eq(&(reasons.join("\n") + "\n"));
}

/// A module that is kept from doing something wrong by what it should keep to does not keep to it.
#[test]
fn what_blocks_is_no_property() {
    let module = process("M", "a b", 1, &[(0, "a", 0), (0, "b", 0)]);
    let only_a = |role| part("P", role, "a b", 1, &[(0, "a", 0)]);
    for role in [RoleDoc::Process, RoleDoc::Constraint] {
        let components = vec![module.clone(), only_a(role)];
        let proof = Proof::ClosedSet(SetDoc::new(&components, [[0, 0]]));
        let certificate = environment_case(ClaimKind::KeptAlways, &["P".to_string()], &[], components, proof);
        assert_eq!(reject_claim(&certificate), "P must have the role of a property");
    }
}

/// A claim that is not about boundaries has no interface, and one that is must have it.
#[test]
fn no_other_claim_has_an_interface() {
    let (mut with, mut without) = (0, 0);
    for (name, certificate) in samples() {
        let mut document = serde_json::to_value(&certificate).unwrap();
        for claim in document["claims"].as_array_mut().unwrap() {
            let fields = claim.as_object_mut().unwrap().values_mut().next().unwrap().as_object_mut().unwrap();
            match fields.remove("interface") {
                Some(_) => with += 1,
                None => {
                    fields.insert("interface".into(), serde_json::json!([]));
                    without += 1;
                }
            }
        }
        let report = check(document.to_string().as_bytes());
        let reason = report.reason.unwrap_or_default();
        assert!(reason.starts_with("not a certificate: "), "{name}: {reason}");
        assert!(reason.contains("field `interface`"), "{name}: {reason}");
    }
    assert!(with > 2 && without > 20, "{with} {without}");
}

#[test]
fn in_no_environment_means_without_one() {
    let (_, right) = environments::samples().remove(1);
    let with = |steps: &str, interface: &[&str]| {
        let mut other = right.clone();
        other.proof = Proof::Trace(trace(steps, ""));
        other.interface = interface.iter().map(|name| name.to_string()).collect();
        other
    };
    accept(&with("tau b", &[]));
    accept(&with("tau b", &["a"]));
    assert_eq!(reject_claim(&with("a tau b", &["a"])), "an environment takes part in `a`");
    assert_eq!(reject_claim(&with("c tau b", &["a"])), "an environment takes part in `c`");
    assert_eq!(reject_claim(&with("tau b", &["b"])), "an environment takes part in `b`");
    assert_eq!(reject_claim(&with("tau", &["a"])), "the trace does not end with a component entering ERROR");
    assert_eq!(reject_claim(&with("b", &["a"])), "step 1: `b` is not possible; possible: a, c, tau");
    let mut again = right.clone();
    again.proof = Proof::Trace(trace("tau", "a"));
    assert_eq!(reject_claim(&again), "only a run may have a cycle");
}

/// A state that does not exist, a great many states, a long path: nothing takes more than the file is worth.
#[test]
fn hostile_covers_are_rejected_quickly() {
    let (components, properties, interface) = writer();
    let assumption = merged(&Inside::new(&components, &properties, &interface).weakest().unwrap());
    let right = weakest_certificate(&components, &properties, &interface, &assumption);
    let mut many = right.clone();
    many.components[3].states = u32::MAX;
    reject(&many);
    reject(&with_cover(&right, |cover| cover.nodes[1].state = u32::MAX));
    reject(&with_cover(&right, |cover| cover.nodes[0].errors[0][0] = i64::MIN));
    reject(&with_cover(&right, |cover| cover.nodes[0].errors[0][0] = i64::MAX));
    let bytes = text(&right).into_bytes();
    for max_work in [0, 10, 100, 200] {
        let reason = check_within(&bytes, max_work).reason.unwrap();
        assert!(reason.ends_with("checking it takes too many steps"), "{max_work}: {reason}");
    }
}
