//! Parts of machines against whole ones.

use std::collections::{BTreeMap, BTreeSet};

use rely_draw::{MOST_STATES, Place, StateVector, SystemPartOptions, system_part};
use rely_lts::{Actions, Budget, Context, Hiding, Lts, StateId, compose};
use rely_report::Failure;
use rely_report::view::{DrawDocument, EdgeView, NodeView};
use rely_testkit::generate::{RandomLts, RandomSystem, Rng};
use rely_testkit::text::show_system;
use rely_workbench::{
    Around, Control, DrawOptions, Loaded, NeighborhoodOptions, ReadOptions, draw_model_document, load_bytes,
};

fn neighborhood(
    loaded: &Loaded,
    part: &SystemPartOptions,
    control: &Control,
) -> Result<DrawDocument, Failure> {
    let options = NeighborhoodOptions { part: part.clone(), ..NeighborhoodOptions::default() };
    rely_workbench::neighborhood(loaded, &options, control)
}

/// Twenty philosophers, and then some: about 10^12 states.
fn many() -> Loaded {
    let text =
        "FORK = (get -> put -> FORK). PHIL = (right.get -> left.get -> eat -> left.put -> right.put -> PHIL).
        ||MANY = forall [i:0..19] (phil[i]:PHIL || {phil[i].left, phil[((i-1)+20)%20].right}::FORK).";
    load_bytes("many.lts", text.as_bytes(), ReadOptions::default()).expect("a right model")
}

fn vector(node: &NodeView) -> StateVector {
    node.key.parse().expect("the key of a state is its vector")
}

/// The distance of every state from the first, by definition.
fn distances(lts: &Lts) -> BTreeMap<StateId, usize> {
    let mut known = BTreeMap::from([(lts.initial(), 0)]);
    loop {
        let longer: Vec<(StateId, usize)> = known
            .iter()
            .flat_map(|(&state, &d)| lts.targets_of(state).iter().map(move |&target| (target, d + 1)))
            .filter(|(target, _)| !target.is_error() && !known.contains_key(target))
            .collect();
        if longer.is_empty() {
            return known;
        }
        let least = longer.iter().map(|(_, d)| *d).min().expect("there is one");
        known.extend(longer.into_iter().filter(|(_, d)| *d == least));
    }
}

#[test]
fn a_neighborhood_has_the_states_and_transitions_of_the_composition() {
    let mut with_error = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let component = RandomLts { states: 4, tau_percent: 20, error_percent: 4, ..RandomLts::default() };
        let knobs = RandomSystem {
            components: (1, 3),
            actions: 3,
            component,
            priority_percent: 25,
            ..RandomSystem::default()
        };
        let mut system = knobs.generate(&Actions::new(), &mut rng);
        system.hiding = Hiding::Nothing;
        let whole = compose(&system, Context::unlimited()).expect("it is small").lts;
        if whole.end().is_some() {
            // Terminated states are one in the composition.
            continue;
        }
        let distances = distances(&whole);
        for radius in 0..4 {
            let options = SystemPartOptions { radius, max_states: 1000, ..SystemPartOptions::default() };
            let found = system_part(&system, &options, &Budget::default()).expect("it is small").diagram;
            let dump = || format!("seed {seed}, radius {radius}\n{}", show_system(&system));
            let inside: BTreeSet<StateId> =
                distances.iter().filter(|(_, d)| **d <= radius).map(|(&state, _)| state).collect();
            let all: Vec<(StateId, StateId)> =
                whole.transitions().filter(|t| inside.contains(&t.0)).map(|t| (t.0, t.2)).collect();
            let drawn = all.iter().filter(|(_, to)| to.is_error() || inside.contains(to)).count();
            let to_error = all.iter().any(|(_, to)| to.is_error());
            with_error += usize::from(to_error);
            assert_eq!(found.nodes.len(), inside.len() + usize::from(to_error), "{}", dump());
            // Vectors of a state in ERROR are one: their moves with one action are one transition.
            assert_eq!(found.edges.iter().map(|edge| edge.labels.len()).sum::<usize>(), drawn, "{}", dump());
            let hidden: usize = found.nodes.iter().map(|node| node.hidden).sum();
            assert_eq!(hidden, all.len() - drawn, "{}", dump());
            let stuck = inside.iter().filter(|&&state| whole.is_stuck(state)).count();
            let shown = found.nodes.iter().filter(|n| n.kind == rely_draw::NodeKind::Stuck).count();
            assert_eq!(shown, stuck, "{}", dump());
        }
    }
    assert!(with_error > 50, "{with_error}");
}

#[test]
fn a_part_of_a_machine_that_fits_in_no_memory_is_drawn_and_expanded() {
    let (loaded, control) = (many(), Control::unlimited());
    let options = SystemPartOptions { radius: 1, ..SystemPartOptions::default() };
    let first = neighborhood(&loaded, &options, &control).expect("a part can be drawn");
    let graph = &first.graphs[0];
    assert_eq!((graph.nodes.len(), graph.edges.len(), first.hidden), (21, 20, None));
    assert!(graph.nodes[0].initial && graph.nodes[0].complete && graph.nodes[0].hidden == 0);
    let open: Vec<&NodeView> = graph.nodes[1..].iter().collect();
    assert!(open.iter().all(|node| node.kind == "open" && !node.complete && node.hidden > 0));
    assert_eq!(graph.nodes[0].locals.len(), 40);
    // Every node can be found in the picture, and is a place to go on from.
    for node in &graph.nodes {
        assert!(first.svg.contains(&format!("data-state=\"{}\"", node.key)), "{}", node.key);
    }
    let second = vector(&graph.nodes[5]);
    let wider = SystemPartOptions { expanded: vec![second.clone()], ..options.clone() };
    let wider = neighborhood(&loaded, &wider, &control).expect("a part can be drawn");
    let again = &wider.graphs[0];
    assert_eq!(again.nodes[5].key, graph.nodes[5].key);
    assert!(again.nodes[5].complete);
    assert_eq!(again.nodes.len() as u64, 21 + graph.nodes[5].hidden);
    // What hangs on a state that is not drawn is not drawn either.
    let far = vector(again.nodes.last().expect("there are nodes"));
    let gone = SystemPartOptions { expanded: vec![far.clone()], ..options.clone() };
    assert_eq!(neighborhood(&loaded, &gone, &control).expect("a part").graphs[0].nodes.len(), 21);
    let both = SystemPartOptions { expanded: vec![far, second.clone()], ..options.clone() };
    assert!(
        neighborhood(&loaded, &both, &control).expect("a part").graphs[0].nodes.len() > again.nodes.len()
    );
    // Around another state, by its vector and by a run.
    let action = |edge: &EdgeView| edge.labels[0].clone();
    let edge = graph.edges.iter().find(|edge| edge.to == 5).expect("an edge to it");
    for place in [Place::At(second), Place::After(vec![action(edge)])] {
        let there = SystemPartOptions { places: vec![place], ..options.clone() };
        let there = neighborhood(&loaded, &there, &control).expect("a part can be drawn");
        assert_eq!(there.graphs[0].nodes[0].key, graph.nodes[5].key);
        assert!(there.graphs[0].nodes[0].complete);
    }
}

#[test]
fn a_run_is_marked_and_its_states_are_drawn() {
    let (loaded, control) = (many(), Control::unlimited());
    let run: Vec<String> = (0..20).map(|i| format!("phil.{i}.right.get")).collect();
    let options = SystemPartOptions { run, radius: 0, ..SystemPartOptions::default() };
    let drawn = neighborhood(&loaded, &options, &control).expect("it is a run");
    let graph = &drawn.graphs[0];
    assert_eq!(graph.nodes.len(), 21);
    assert!(graph.nodes.iter().all(|node| node.marked));
    assert_eq!(graph.edges.iter().filter(|edge| edge.kind == "marked").count(), 20);
    assert_eq!(graph.nodes[20].kind, "stuck");
    let short = SystemPartOptions { max_states: 5, ..options };
    let short = neighborhood(&loaded, &short, &control).expect("it is a run");
    assert_eq!(short.graphs[0].nodes.len(), 6);
    assert!(short.notes.iter().any(|note| note.contains("the first 15 are not drawn")), "{:?}", short.notes);
}

#[test]
fn what_is_no_place_is_refused() {
    let (loaded, control) = (many(), Control::unlimited());
    let at = |place: Place| SystemPartOptions { places: vec![place], ..SystemPartOptions::default() };
    let state = |text: &str| Place::At(text.parse().expect("numbers"));
    let forty = |first: &str| state(&format!("{first}{}", ",0".repeat(39)));
    assert!(neighborhood(&loaded, &at(forty("0")), &control).is_ok());
    for (options, words) in [
        (at(state("0,0")), "2 components' states"),
        (at(forty("5")), "phil.0:PHIL has no state 5"),
        (
            at(Place::After(vec!["nonsense".to_string()])),
            "`nonsense` is not in the alphabet of any component",
        ),
        (at(Place::After(vec!["phil.3.eat".to_string()])), "`phil.3.eat` is not possible after 0 steps"),
        (
            SystemPartOptions { run: vec!["nonsense".to_string()], ..Default::default() },
            "is not in the alphabet of any component",
        ),
        (
            SystemPartOptions { expanded: vec![StateVector(vec![0])], ..Default::default() },
            "1 components' states",
        ),
    ] {
        let failure = neighborhood(&loaded, &options, &control).expect_err("it is wrong");
        let message = format!("{failure:?}");
        assert!(message.contains(words), "{message}");
    }
    let nobody = NeighborhoodOptions { process: Some("NOBODY".to_string()), ..Default::default() };
    let failure = rely_workbench::neighborhood(&loaded, &nobody, &control).expect_err("it is wrong");
    assert!(format!("{failure:?}").contains("NOBODY"), "{failure:?}");
    let bad =
        load_bytes("bad.lts", b"P = (a -> ERROR | b -> P).", ReadOptions::default()).expect("a right model");
    let after = |names: &[&str]| at(Place::After(names.iter().map(|name| name.to_string()).collect()));
    assert!(neighborhood(&bad, &after(&["b", "b"]), &control).is_ok());
    let failure = neighborhood(&bad, &after(&["b", "a"]), &control).expect_err("ERROR is no place");
    assert!(format!("{failure:?}").contains("leave out its last action"), "{failure:?}");
    assert!("1,x".parse::<StateVector>().is_err() && "".parse::<StateVector>().is_err());
    assert_eq!("3, 4".parse::<Around>(), Ok(Around::State(StateVector(vec![3, 4]))));
    assert_eq!("3".parse::<Around>(), Ok(Around::Number(3)));
    assert!("-3".parse::<Around>().is_err());
}

#[test]
fn nothing_asks_for_more_than_there_may_be() {
    let (loaded, control) = (many(), Control::unlimited());
    let options =
        SystemPartOptions { radius: usize::MAX, max_states: usize::MAX, ..SystemPartOptions::default() };
    let system = loaded.target(None, &control).expect("a target").system;
    let drawn = system_part(&system, &options, &Budget::default()).expect("it ends").diagram;
    assert!(drawn.nodes.len() <= MOST_STATES && drawn.nodes.len() > 1000, "{}", drawn.nodes.len());
    // Distances that fit all the time, of 8,000 states.
    let slow = "C(I=0) = C[0], C[k:0..19] = (c[I].up[k] -> C[(k+1)%20]). ||SLOW = (C(0) || C(1) || C(2)).";
    let slow = load_bytes("slow.lts", slow.as_bytes(), ReadOptions::default()).expect("a right model");
    let system = slow.target(None, &control).expect("a target").system;
    let drawn = system_part(&system, &options, &Budget::default()).expect("it ends").diagram;
    assert!(drawn.nodes.len() <= MOST_STATES && drawn.nodes.len() > 1000, "{}", drawn.nodes.len());
    // Thirty components, each of which may go to two states: 2^30 targets of one action.
    let wide = "P = (a -> P | a -> Q), Q = (a -> P). ||WIDE = (forall [i:1..30] p[i]:P) / {a/p[1..30].a}.";
    let loaded = load_bytes("wide.lts", wide.as_bytes(), ReadOptions::default()).expect("a right model");
    let drawn = neighborhood(&loaded, &SystemPartOptions::default(), &control).expect("it ends");
    assert!(!drawn.graphs[0].nodes[0].complete);
    let star = "P = (a[i:1..2500] -> Q[i]), Q[i:1..2500] = (b -> P).";
    let star = load_bytes("star.lts", star.as_bytes(), ReadOptions::default()).expect("a right model");
    let first = StateVector(vec![0]);
    let one = SystemPartOptions { radius: 0, expanded: vec![first], ..SystemPartOptions::default() };
    let system = star.target(None, &control).expect("a target").system;
    let drawn = system_part(&system, &one, &Budget::default()).expect("it ends").diagram;
    assert_eq!(drawn.nodes.len(), MOST_STATES, "expansion has a limit, too");
}

/// What is read from a file keeps its numbers, in whole pictures and in parts.
#[test]
fn states_of_a_file_go_by_its_numbers() {
    let edges = |document: &DrawDocument| -> BTreeSet<(String, String, Vec<String>)> {
        let graph = &document.graphs[0];
        let key = |number: u64| graph.nodes[number as usize].key.clone();
        let edge = |edge: &EdgeView| (key(edge.from), key(edge.to), edge.labels.clone());
        graph.edges.iter().map(edge).collect()
    };
    let text = "des (2,4,4)\n(0,\"a\",3)\n(3,\"b\",1)\n(1,\"c\",2)\n(2,\"d\",0)\n";
    let loaded = load_bytes("turn.aut", text.as_bytes(), ReadOptions::default()).expect("a right model");
    let control = Control::unlimited();
    let written = [(0, 3, "a"), (3, 1, "b"), (1, 2, "c"), (2, 0, "d")];
    let written =
        written.map(|(from, to, label)| (from.to_string(), to.to_string(), vec![label.to_string()]));
    let written = BTreeSet::from(written);
    let whole = draw_model_document(&loaded, &DrawOptions::default(), &control).expect("it is drawn");
    assert_eq!(edges(&whole), written);
    let far = SystemPartOptions { radius: 4, ..SystemPartOptions::default() };
    let part = neighborhood(&loaded, &far, &control).expect("it is drawn");
    assert_eq!(edges(&part), written);
    let around = DrawOptions { around: vec![Around::Number(3)], radius: Some(1), ..DrawOptions::default() };
    let near = draw_model_document(&loaded, &around, &control).expect("it is drawn");
    let near: BTreeSet<&str> = near.graphs[0].nodes.iter().map(|node| node.key.as_str()).collect();
    assert_eq!(near, BTreeSet::from(["0", "1", "3"]));
}
