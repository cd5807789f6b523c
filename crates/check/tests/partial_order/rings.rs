//! Rings where partial-order reduction shows: the election of a leader, philosophers that cannot be stuck.

use std::collections::BTreeMap;

use rely_lts::{Actions, Component, LtsBuilder, Role, StateId, System};
use rely_testkit::oracle;

/// A component from a local transition function: explores what can be reached and numbers it as it is met.
fn build<S: Ord + Clone>(
    actions: &Actions,
    name: &str,
    start: S,
    end: Option<S>,
    moves: impl Fn(&S) -> Vec<(String, S)>,
) -> Component {
    let mut builder = LtsBuilder::new(actions);
    let mut ids: BTreeMap<S, StateId> = BTreeMap::new();
    ids.insert(start.clone(), builder.add_state().unwrap());
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        for (action, target) in moves(&state) {
            let to = *ids.entry(target.clone()).or_insert_with(|| {
                waiting.push(target.clone());
                builder.add_state().unwrap()
            });
            builder.add_transition(ids[&state], actions.intern(&action), to);
        }
    }
    if let Some(end) = end.and_then(|end| ids.get(&end)) {
        builder.set_end(*end);
    }
    Component::new(name, builder.finish(StateId::at(0)).unwrap().into())
}

/// A queue: `puts[k]` puts the `k`-th message, each action of `gets[k]` gets it.
pub fn queue(
    actions: &Actions,
    name: &str,
    puts: &[String],
    gets: &[Vec<String>],
    capacity: usize,
) -> Component {
    let step = |content: &Vec<usize>| {
        let first = content.first().map_or(&[][..], |&k| &gets[k]);
        let shorter = |get: &String| (get.clone(), content[1..].to_vec());
        let longer = |k: usize| (puts[k].clone(), [&content[..], &[k]].concat());
        let room = if content.len() < capacity { puts.len() } else { 0 };
        first.iter().map(shorter).chain((0..room).map(longer)).collect()
    };
    build(actions, name, Vec::new(), None, step)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    One,
    Two,
    Winner,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// Waits for a message: still active, its maximum, its neighbor's number.
    Waits(bool, usize, usize),
    /// Has a message to send, and goes on then.
    Sends(Kind, usize, Box<Node>),
    Elected(usize),
    Knows,
    Ended,
}

/// The election of a leader in a ring with one direction \[DKR82\]: `n` nodes, queues of the given capacity
/// between them, and the property that at most one node is elected. Orders 1 to 3 number the nodes downwards,
/// upwards, and mixed.
pub fn leader(actions: &Actions, n: usize, capacity: usize, order: usize) -> System {
    use Kind::{One, Two, Winner};
    let kind = |kind: Kind| match kind {
        One => "one",
        Two => "two",
        Winner => "winner",
    };
    let messages: Vec<(Kind, usize)> =
        [One, Two, Winner].iter().flat_map(|&kind| (1..=n).map(move |nr| (kind, nr))).collect();
    let mut components = Vec::new();
    for i in 0..n {
        let mine = match order {
            1 => n - i,
            2 => i + 1,
            _ => (i * (n - 2) + 1) % n + 1,
        };
        let (from, to) = ((i + n - 1) % n, i);
        let first = Node::Sends(One, mine, Box::new(Node::Waits(true, mine, 0)));
        let step = |node: &Node| -> Vec<(String, Node)> {
            let get = |k: Kind, nr: usize| format!("get.{from}.{}.{nr}", kind(k));
            let sends = |k: Kind, nr: usize, then: Node| Node::Sends(k, nr, Box::new(then));
            match node.clone() {
                Node::Sends(k, nr, then) => vec![(format!("put.{to}.{}.{nr}", kind(k)), *then)],
                Node::Elected(nr) => vec![(format!("elected.{i}"), sends(Winner, nr, Node::Knows))],
                Node::Knows => (1..=n).map(|nr| (get(Winner, nr), Node::Ended)).collect(),
                Node::Ended => Vec::new(),
                Node::Waits(active, maximum, neighbor) => {
                    let on = |&(k, nr): &(Kind, usize)| {
                        let next = match (k, active) {
                            (One, true) if nr == maximum => Node::Elected(nr),
                            (One, true) => sends(Two, nr, Node::Waits(true, maximum, nr)),
                            (Two, true) if neighbor > nr && neighbor > maximum => {
                                sends(One, neighbor, Node::Waits(true, neighbor, neighbor))
                            }
                            (Two, true) => Node::Waits(false, 0, 0),
                            (Winner, _) => sends(Winner, nr, Node::Ended),
                            (k, false) => sends(k, nr, Node::Waits(false, 0, 0)),
                        };
                        (get(k, nr), next)
                    };
                    messages.iter().map(on).collect()
                }
            }
        };
        components.push(build(actions, &format!("node.{i}"), first, Some(Node::Ended), step));
        let names = |what: &str| -> Vec<String> {
            messages.iter().map(|&(k, nr)| format!("{what}.{i}.{}.{nr}", kind(k))).collect()
        };
        let gets: Vec<Vec<String>> = names("get").into_iter().map(|get| vec![get]).collect();
        components.push(queue(actions, &format!("queue.{i}"), &names("put"), &gets, capacity));
    }
    let once = |elected: &bool| (0..n).filter(|_| !elected).map(|i| (format!("elected.{i}"), true)).collect();
    let once = build(actions, "ONCE", false, None, once);
    let property = Component::new("ONCE", oracle::complete(&once.lts).into());
    components.push(Component { role: Role::Property, ..property });
    System::new("RING", actions, components)
}

/// `n` philosophers of whom the first takes the other fork first, and a property that watches the first fork.
pub fn polite_philosophers(actions: &Actions, n: usize) -> System {
    let mut components = Vec::new();
    let cycle = |name: String, steps: Vec<String>| {
        let step = |&k: &usize| vec![(steps[k].clone(), (k + 1) % steps.len())];
        build(actions, &name, 0, None, step)
    };
    let fork = |name: &str, i: usize| {
        let users = [format!("phil.{i}.left"), format!("phil.{}.right", (i + n - 1) % n)];
        let step = |taken: &bool| {
            let what = if *taken { "put" } else { "get" };
            users.iter().map(|user| (format!("{user}.{what}"), !taken)).collect()
        };
        build(actions, name, false, None, step)
    };
    for i in 0..n {
        let first = if i == 0 { ["right.get", "left.get"] } else { ["left.get", "right.get"] };
        let steps = first.iter().chain(&["eat", "left.put", "right.put"]);
        components.push(cycle(format!("phil.{i}"), steps.map(|step| format!("phil.{i}.{step}")).collect()));
        components.push(fork(&format!("fork.{i}"), i));
    }
    let watch = Component::new("WATCH", oracle::complete(&fork("WATCH", 0).lts).into());
    components.push(Component { role: Role::Property, ..watch });
    System::new("TABLE", actions, components)
}
