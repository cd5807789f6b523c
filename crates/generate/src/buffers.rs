//! Chains of one-place buffers.

use rely_lts::{Actions, Hiding, System};

use crate::family::{Counts, Family, component, fitting_counts, sketch};

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
        components.push(component(format!("cell.{i}:CELL"), "CELL", sketch(actions, &edges)));
    }
    let mut system = System::new("T", actions, components);
    system.hiding = Hiding::Interface(vec!["in".into(), "out".into()]);
    let (states, transitions) = fitting_counts(counts(n, values));
    Family { system, fsp: Some(text(n, values)), states, transitions }
}

/// The text of a chain.
pub(crate) fn text(n: usize, values: usize) -> String {
    let inner =
        if n == 1 { "" } else { ",\n     forall[i:1..N-1] {move[i]/cell[i-1].out, move[i]/cell[i].in}" };
    format!(
        "// A chain of one-place buffers.\n\
         const N = {n}\nconst Last = {}\nrange Value = 0..Last\n\n\
         CELL = (in[v:Value] -> out[v] -> CELL).\n\n\
         // Nothing comes out that did not go in, and there is room for N.\n\
         property COUNT = HOLDS[0],\n\
         HOLDS[k:0..N] = (when (k<N) in[Value] -> HOLDS[k+1] | when (k>0) out[Value] -> HOLDS[k-1]).\n\n\
         ||CHAIN = (forall[i:0..N-1] cell[i]:CELL)\n  \
         / {{in/cell[0].in, out/cell[N-1].out{inner}}}.\n\
         ||CHECKED = (CHAIN || COUNT).\n\
         ||T = CHAIN @ {{in, out}}.\n",
        values - 1
    )
}

/// in and out: `values·(values+1)^(n−1)` each; an inner move at `n−1` places: `values·(values+1)^(n−2)`.
pub(crate) fn counts(n: usize, values: usize) -> Counts {
    let power = |k: usize| {
        u32::try_from(k).ok().and_then(|k| (values as u128 + 1).checked_pow(k)).unwrap_or(u128::MAX)
    };
    let v = values as u128;
    let inner = if n >= 2 { (v * (n as u128 - 1)).saturating_mul(power(n - 2)) } else { 0 };
    (power(n), (2 * v).saturating_mul(power(n - 1)).saturating_add(inner))
}
