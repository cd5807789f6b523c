//! Leader election on a ring whose messages go one way \[DKR82\].
//!
//! Every node has its own number and tells it to the next one. An active node compares three numbers: the one
//! it stands for, that of its active predecessor (message `one`) and that of the one before (message `two`).
//! It stays active, standing for its predecessor's number, if that is the largest of the three; else it only
//! passes messages on. A node that gets the number it stands for is the last active one: that number has won,
//! and `winner` goes round once.
//!
//! Between two nodes is a channel with room for one message; as each node sends at most one message for each
//! that it gets, there are never more than `n` messages and the ring cannot get stuck. `winner` is the last
//! message of every channel: after it the channel, like the nodes, is at its END.

use rely_lts::{Actions, Component, Hiding, System};

use crate::family::{Family, Sketch, component, property};

/// Leader election on a ring of `n ≥ 2` nodes; `node.i.leader` and `node.i.lost` are visible. The property
/// `ONE_LEADER` says that there is at most one.
pub fn leader_election(actions: &Actions, n: usize) -> Family {
    assert!(n >= 2, "there are at least two nodes");
    let mut components: Vec<Component> = (0..n).map(|i| node(actions, i, n)).collect();
    components.extend((0..n).map(|i| channel(actions, i, n)));
    components.push(one_leader(actions, n));
    let mut system = System::new("T", actions, components);
    let visible = |i: usize| ["leader", "lost"].map(|what| format!("node.{i}.{what}"));
    system.hiding = Hiding::Interface((0..n).flat_map(visible).collect());
    Family { system, fsp: Some(text(n)), states: None, transitions: None }
}

/// The number of a node: they fall around the ring.
fn number(i: usize, n: usize) -> usize {
    (n + 2 - i) % n + 1
}

/// States of a node. `stands` is the number it stands for, `last` that of its active predecessor.
fn node(actions: &Actions, i: usize, n: usize) -> Component {
    const BEGIN: usize = 0;
    const PASSIVE: usize = 1;
    const KNOWS: usize = 2;
    const END: usize = 3;
    let own = number(i, n);
    // The further states in rows of (n + 1)².
    let place = |row: usize, x: usize, y: usize| 4 + (row * (n + 1) + x) * (n + 1) + y;
    let active = |stands: usize| place(0, stands, 0);
    let tells_two = |stands: usize, last: usize| place(1, stands, last);
    let waits = |stands: usize, last: usize| place(2, stands, last);
    let tells_one = |stands: usize| place(3, stands, 0);
    let tells_winner = |won: usize| place(4, won, 0);
    let passes = |kind: usize, v: usize| place(5, kind, v);
    let hears = |won: usize| place(6, won, 0);
    let forwards = |won: usize| place(7, won, 0);
    let concludes = |won: usize| place(8, won, 0);

    let input = |kind: &str, v: usize| format!("channel.{}.get.{kind}.{v}", (i + n - 1) % n);
    let output = |kind: &str, v: usize| format!("channel.{i}.put.{kind}.{v}");
    let verdict = |won: usize| format!("node.{i}.{}", if won == own { "leader" } else { "lost" });
    let mut node = Sketch::new(actions, BEGIN);
    node.edge(BEGIN, &output("one", own), active(own));
    // A node never stands for less than its own number.
    for stands in own..=n {
        for v in 1..=n {
            if v == stands {
                node.edge(active(stands), &input("one", v), tells_winner(v));
            } else {
                node.edge(active(stands), &input("one", v), tells_two(stands, v));
                node.edge(tells_two(stands, v), &output("two", v), waits(stands, v));
            }
        }
        for last in (1..=n).filter(|&last| last != stands) {
            for v in 1..=n {
                let wins = last > v && last > stands;
                let next = if wins { tells_one(last) } else { PASSIVE };
                node.edge(waits(stands, last), &input("two", v), next);
            }
        }
        if stands != own {
            node.edge(tells_one(stands), &output("one", stands), active(stands));
        }
        node.edge(tells_winner(stands), &output("winner", stands), KNOWS);
    }
    for v in 1..=n {
        for (kind, message) in ["one", "two"].into_iter().enumerate() {
            node.edge(PASSIVE, &input(message, v), passes(kind, v));
            node.edge(passes(kind, v), &output(message, v), PASSIVE);
        }
        node.edge(PASSIVE, &input("winner", v), hears(v));
        node.edge(hears(v), &verdict(v), forwards(v));
        node.edge(forwards(v), &output("winner", v), END);
        node.edge(KNOWS, &input("winner", v), concludes(v));
        node.edge(concludes(v), &verdict(v), END);
    }
    node.end(END);
    component(format!("node.{i}:NODE({own})"), "NODE", node.finish())
}

/// Room for one message.
fn channel(actions: &Actions, i: usize, n: usize) -> Component {
    const EMPTY: usize = 0;
    const END: usize = 1;
    let mut channel = Sketch::new(actions, EMPTY);
    for (kind, message) in ["one", "two", "winner"].into_iter().enumerate() {
        for v in 1..=n {
            let full = 2 + kind * n + v;
            channel.edge(EMPTY, &format!("channel.{i}.put.{message}.{v}"), full);
            let after = if message == "winner" { END } else { EMPTY };
            channel.edge(full, &format!("channel.{i}.get.{message}.{v}"), after);
        }
    }
    channel.end(END);
    component(format!("channel.{i}:CHANNEL"), "CHANNEL", channel.finish())
}

/// There is no leader yet (0), or there is one (1).
fn one_leader(actions: &Actions, n: usize) -> Component {
    let mut one = Sketch::new(actions, 0);
    for i in 0..n {
        let leader = format!("node.{i}.leader");
        one.edge(0, &leader, 1);
        one.error(1, &leader);
    }
    property("ONE_LEADER", one.finish())
}

/// The text of a ring.
pub(crate) fn text(n: usize) -> String {
    format!(
        "// Leader election on a ring whose messages go one way (Dolev, Klawe, Rodeh 1982).\n\
         const N = {n}\nrange Id = 0..N-1\nrange Number = 1..N\n\n\
         // An active node stands for a number, first its own.\n\
         NODE(Own=1) = (out.one[Own] -> ACTIVE[Own]),\n\
         ACTIVE[x:Number] = (in.one[v:Number] ->\n    \
         if v==x then (out.winner[v] -> KNOWS) else (out.two[v] -> WAITING[x][v])),\n\
         WAITING[x:Number][last:Number] = (in.two[v:Number] ->\n    \
         if last>v && last>x then (out.one[last] -> ACTIVE[last]) else PASSIVE),\n\
         // A passive node passes on what it gets.\n\
         PASSIVE = ( in.one[v:Number] -> out.one[v] -> PASSIVE\n          \
         | in.two[v:Number] -> out.two[v] -> PASSIVE\n          \
         | in.winner[v:Number] -> if v==Own then (leader -> out.winner[v] -> END)\n                                   \
         else (lost -> out.winner[v] -> END) ),\n\
         // Only one node sends the first winner, and gets it back.\n\
         KNOWS = (in.winner[v:Number] -> if v==Own then (leader -> END) else (lost -> END)).\n\n\
         CHANNEL = ( put.one[v:Number] -> get.one[v] -> CHANNEL\n          \
         | put.two[v:Number] -> get.two[v] -> CHANNEL\n          \
         | put.winner[v:Number] -> get.winner[v] -> END ).\n\n\
         property ONE_LEADER = (node[Id].leader -> STOP).\n\n\
         ||T = (forall[i:Id] node[i]:NODE((N+2-i)%N+1) || forall[i:Id] channel[i]:CHANNEL || ONE_LEADER)\n  \
         / {{forall[i:Id] {{channel[i].put/node[i].out, channel[i].get/node[(i+1)%N].in}}}}\n  \
         @ {{node[Id].{{leader, lost}}}}.\n"
    )
}
