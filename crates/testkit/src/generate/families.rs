//! Families of systems of any size, with the counts that must come out.

use std::fmt::Write as _;

use rely_lts::{ActionId, Actions, Component, Hiding, Lts, LtsBuilder, StateId, System};

/// A system, the same as FSP text where that is easy, and what is known of its composition (after hiding).
#[derive(Clone, Debug)]
pub struct Family {
    /// The components and what is hidden.
    pub system: System,
    /// The same in FSP; the composite is called `T`.
    pub fsp: Option<String>,
    /// Number of states of the composition.
    pub states: Option<u64>,
    /// Number of transitions of the composition, where a formula is known.
    pub transitions: Option<u64>,
}

/// An LTS from triples; the alphabet is what occurs.
fn lts(actions: &Actions, edges: &[(usize, &str, usize)]) -> Lts {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(1).expect("one state fits");
    for &(s, name, t) in edges {
        builder.ensure_states(s.max(t) + 1).expect("families fit");
        builder.add_transition(StateId::at(s), actions.intern(name), StateId::at(t));
    }
    builder.finish(StateId::at(0)).expect("all states were added")
}

fn component(name: String, process: &str, lts: Lts) -> Component {
    Component { process: process.to_string(), ..Component::new(name, lts.into()) }
}

/// `n ≥ 2` dining philosophers, left fork first; only `phil.i.eat` is visible. Deadlock is reachable.
pub fn philosophers(actions: &Actions, n: usize) -> Family {
    assert!(n >= 2, "there are two forks");
    let mut components = Vec::new();
    for i in 0..n {
        let act = |what: &str| format!("phil.{i}.{what}");
        let steps = ["left.get", "right.get", "eat", "left.put", "right.put"].map(act);
        let ring: Vec<(usize, &str, usize)> = (0..5).map(|k| (k, &*steps[k], (k + 1) % 5)).collect();
        components.push(component(format!("phil.{i}:PHIL"), "PHIL", lts(actions, &ring)));
        // The fork to the left of i is the right fork of its neighbor.
        let users = [format!("phil.{i}.left"), format!("phil.{}.right", (i + n - 1) % n)];
        let (gets, puts) = (users.clone().map(|u| u + ".get"), users.clone().map(|u| u + ".put"));
        let fork = lts(actions, &[(0, &gets[0], 1), (0, &gets[1], 1), (1, &puts[0], 0), (1, &puts[1], 0)]);
        components.push(component(format!("{{{}}}::FORK", users.join(",")), "FORK", fork));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Interface((0..n).map(|i| format!("phil.{i}.eat")).collect());
    let fsp = format!(
        "const N = {n}\n\
         PHIL = (left.get -> right.get -> eat -> left.put -> right.put -> PHIL).\n\
         FORK = (get -> put -> FORK).\n\
         ||T = (forall[i:0..N-1] (phil[i]:PHIL || {{phil[i].left, phil[((i-1)+N)%N].right}}::FORK))\n  \
         @ {{phil[0..N-1].eat}}.\n"
    );
    let known = [(8, 14_158, 72_336), (10, 154_450, 986_430), (12, 1_684_801, 12_912_480)];
    let known = known.iter().find(|known| known.0 == n);
    Family {
        system,
        fsp: Some(fsp),
        states: known.map(|known| known.1),
        transitions: known.map(|known| known.2),
    }
}

/// Milner's cyclic scheduler with `n ≥ 2` cells; only `cell.i.start` is visible, the token and stopping are hidden.
/// `2·n·2^n` states.
pub fn milner_scheduler(actions: &Actions, n: usize) -> Family {
    assert!(n >= 2, "the token is passed to another cell");
    let mut components = Vec::new();
    for i in 0..n {
        let (start, stop) = (format!("cell.{i}.start"), format!("cell.{i}.stop"));
        let (put, get) = (format!("pass.{i}"), format!("pass.{}", (i + n - 1) % n));
        // A cell has (token: 0 none, 1 before its start, 2 after it) and (busy: 0 or 1).
        let at = |token: usize, busy: usize| 2 * token + busy;
        let mut edges: Vec<(usize, &str, usize)> = vec![(at(1, 0), &start, at(2, 1))];
        for busy in 0..2 {
            edges.push((at(0, busy), &get, at(1, busy)));
            edges.push((at(2, busy), &put, at(0, busy)));
        }
        edges.extend((0..3).map(|token| (at(token, 1), &*stop, at(token, 0))));
        let mut builder = LtsBuilder::new(actions);
        builder.ensure_states(6).expect("six states fit");
        for (s, name, t) in edges {
            builder.add_transition(StateId::at(s), actions.intern(name), StateId::at(t));
        }
        let initial = StateId::at(if i == 0 { at(1, 0) } else { at(0, 0) });
        let cell = builder.finish(initial).expect("all states were added");
        components.push(component(format!("cell.{i}:CELL"), "CELL", cell));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Interface((0..n).map(|i| format!("cell.{i}.start")).collect());
    let fsp = format!(
        "const N = {n}\n\
         CELL(T=0) = C[T][0],\n\
         C[t:0..2][b:0..1] = ( when (t==0) get -> C[1][b]\n                    \
         | when (t==1 && b==0) start -> C[2][1]\n                    \
         | when (t==2) put -> C[0][b]\n                    \
         | when (b==1) stop -> C[t][0] ).\n\
         ||T = (forall[i:0..N-1] cell[i]:CELL(i==0))\n  \
         / {{forall[i:0..N-1] {{pass[i]/cell[i].put, pass[i]/cell[(i+1)%N].get}}}}\n  \
         @ {{cell[0..N-1].start}}.\n"
    );
    let (n, power) = (n as u64, 1u64 << n);
    Family {
        system,
        fsp: Some(fsp),
        states: Some(2 * n * power),
        transitions: Some(n * power / 2 + n * n * power + n * power),
    }
}

/// A chain of `n ≥ 1` one-place buffers over `values`; `in.v` and `out.v` are visible, inner moves hidden.
/// `(values+1)^n` states.
pub fn buffer_chain(actions: &Actions, n: usize, values: usize) -> Family {
    assert!(n >= 1 && values >= 1, "something is passed on");
    let port = |i: usize, v: usize| match i {
        0 => format!("in.{v}"),
        _ if i == n => format!("out.{v}"),
        _ => format!("move.{i}.{v}"),
    };
    let mut components = Vec::new();
    for i in 0..n {
        let ports: Vec<(String, String)> = (0..values).map(|v| (port(i, v), port(i + 1, v))).collect();
        let mut edges: Vec<(usize, &str, usize)> = Vec::new();
        for (v, (get, put)) in ports.iter().enumerate() {
            edges.push((0, get, v + 1));
            edges.push((v + 1, put, 0));
        }
        components.push(component(format!("cell.{i}:CELL"), "CELL", lts(actions, &edges)));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Interface(vec!["in".into(), "out".into()]);
    let mut fsp = format!(
        "const N = {n}\nconst V = {values}\n\
         CELL = (in[v:0..V-1] -> out[v] -> CELL).\n\
         ||T = (forall[i:0..N-1] cell[i]:CELL)\n  / {{in/cell[0].in, out/cell[N-1].out"
    );
    for i in 1..n {
        write!(fsp, ", move[{i}]/cell[{}].out, move[{i}]/cell[{i}].in", i - 1)
            .expect("strings take any text");
    }
    fsp.push_str("}\n  @ {in, out}.\n");
    // in and out: values·(values+1)^(n−1) each; an inner move at n−1 places: values·(values+1)^(n−2).
    let (v, k) = (values as u64, n as u32);
    let inner = if n >= 2 { (n as u64 - 1) * v * (v + 1).pow(k - 2) } else { 0 };
    Family {
        system,
        fsp: Some(fsp),
        states: Some((v + 1).pow(k)),
        transitions: Some(2 * v * (v + 1).pow(k - 1) + inner),
    }
}

/// A ring of `n ≥ 2` stations; station `i` works only while it holds the token. `work.i` is visible. `2·n` states.
pub fn token_ring(actions: &Actions, n: usize) -> Family {
    assert!(n >= 2, "the token is passed to another station");
    let mut components = Vec::new();
    for i in 0..n {
        let (get, work, put) = (format!("token.{i}"), format!("work.{i}"), format!("token.{}", (i + 1) % n));
        let edges: Vec<(usize, &str, usize)> = if i == 0 {
            vec![(0, &work, 1), (1, &put, 2), (2, &get, 0)]
        } else {
            vec![(0, &get, 1), (1, &work, 2), (2, &put, 0)]
        };
        components.push(component(format!("station.{i}"), "STATION", lts(actions, &edges)));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Hide(vec!["token".into()]);
    let fsp = format!(
        "const N = {n}\n\
         STATION(I=0) = if I==0 then HAS else IDLE,\n\
         IDLE = (token[I] -> HAS),\n\
         HAS = (work[I] -> token[(I+1)%N] -> IDLE).\n\
         ||T = (forall[i:0..N-1] STATION(i)) \\ {{token}}.\n"
    );
    let n = n as u64;
    Family { system, fsp: Some(fsp), states: Some(2 * n), transitions: Some(2 * n) }
}

/// An `n` × `n` grid (`n ≥ 1`) of tau steps right and down; the states of the far edges have a visible exit
/// `exit.0` … `exit.4` back to the start. `n²` states, one component.
pub fn tau_grid(actions: &Actions, n: usize) -> Family {
    assert!(n >= 1, "there is a start");
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n * n).expect("grids fit");
    let at = |row: usize, column: usize| StateId::at(row * n + column);
    for row in 0..n {
        for column in 0..n {
            if row + 1 < n {
                builder.add_transition(at(row, column), ActionId::TAU, at(row + 1, column));
            }
            if column + 1 < n {
                builder.add_transition(at(row, column), ActionId::TAU, at(row, column + 1));
            }
            if row + 1 == n || column + 1 == n {
                let exit = actions.intern(&format!("exit.{}", (row + column) % 5));
                builder.add_transition(at(row, column), exit, at(0, 0));
            }
        }
    }
    let grid = builder.finish(at(0, 0)).expect("all states were added");
    let system = System::new("T", actions, vec![component("GRID".into(), "GRID", grid)]);
    let n = n as u64;
    Family { system, fsp: None, states: Some(n * n), transitions: Some(2 * n * (n - 1) + 2 * n - 1) }
}

/// A chain of `n` tau steps, then one `a` back to the start: `n + 1` states, deep. One component.
pub fn tau_chain(actions: &Actions, n: usize) -> Family {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n + 1).expect("chains fit");
    for i in 0..n {
        builder.add_transition(StateId::at(i), ActionId::TAU, StateId::at(i + 1));
    }
    builder.add_transition(StateId::at(n), actions.intern("a"), StateId::at(0));
    let chain = builder.finish(StateId::at(0)).expect("all states were added");
    let system = System::new("T", actions, vec![component("CHAIN".into(), "CHAIN", chain)]);
    Family { system, fsp: None, states: Some(n as u64 + 1), transitions: Some(n as u64 + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{compose, shortest_deadlock};

    fn check(family: Family, deadlock: Option<usize>) {
        let composed = compose(&family.system).lts;
        let name = &family.system.components[0].name;
        assert_eq!(family.states.unwrap(), composed.n_states() as u64, "{name}");
        assert_eq!(family.transitions.unwrap(), composed.n_transitions() as u64, "{name}");
        assert_eq!(shortest_deadlock(&composed), deadlock, "{name}");
    }

    #[test]
    fn the_documented_counts_come_out() {
        let actions = Actions::new();
        (2..=5).for_each(|n| check(milner_scheduler(&actions, n), None));
        for (n, values) in [(1, 1), (1, 2), (2, 2), (3, 2), (4, 1)] {
            check(buffer_chain(&actions, n, values), None);
        }
        (2..=4).for_each(|n| check(token_ring(&actions, n), None));
        (1..=5).for_each(|n| check(tau_grid(&actions, n), None));
        check(tau_chain(&actions, 40), None);
    }

    #[test]
    fn philosophers_deadlock_when_each_has_a_left_fork() {
        let actions = Actions::new();
        for n in 2..=4 {
            let composed = compose(&philosophers(&actions, n).system).lts;
            assert_eq!(shortest_deadlock(&composed), Some(n));
            assert_eq!(composed.alphabet().len(), n);
        }
    }
}
