//! Relations between two systems: laws, comparison with definitions, evidence, budgets.

use rely_testkit::generate::Rng;

mod differential;
mod evidence;
mod laws;
mod naive;
mod speed;

use naive::Small;

/// Random models; the seed is part of every failure message.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// A model with `n` states, about `density` edges per state, labels up to `labels`; sometimes ERROR, END,
    /// marks.
    fn small(&mut self, n: usize, density: usize, labels: usize, special: bool) -> Small {
        let error = special && self.below(2) == 0;
        let mut edges = Vec::new();
        for s in 0..n {
            for _ in 0..self.below(2 * density + 1) {
                edges.push((s, self.below(labels + 1), self.below(n + usize::from(error))));
            }
        }
        let mut small = Small::new(n, edges);
        if special && n > 1 && self.below(2) == 0 {
            let end = 1 + self.below(n - 1);
            small.edges.retain(|e| e.0 != end);
            small.end = Some(end);
        }
        if special && self.below(4) == 0 {
            small.marked = (0..n).map(|_| self.below(2) == 0).collect();
        }
        small
    }

    /// A model that is like another one but for a small change, or the same.
    fn variant(&mut self, small: &Small, labels: usize) -> Small {
        let mut variant = small.clone();
        let s = self.below(small.n);
        match self.below(4) {
            0 if variant.end != Some(s) => {
                variant.edges.push((s, self.below(labels + 1), self.below(small.n)))
            }
            1 if !variant.edges.is_empty() => {
                let gone = self.below(variant.edges.len());
                variant.edges.remove(gone);
            }
            2 if !variant.edges.is_empty() => {
                // A copy of the target of an edge: nothing changes.
                let moved = self.below(variant.edges.len());
                let (from, label, to) = variant.edges[moved];
                if to < small.n && variant.end != Some(to) {
                    let new = variant.n;
                    for edge in &mut variant.edges {
                        edge.2 = if edge.2 == small.n { small.n + 1 } else { edge.2 };
                    }
                    variant.n += 1;
                    let copies: Vec<_> =
                        variant.edges.iter().filter(|e| e.0 == to).map(|&(_, l, t)| (new, l, t)).collect();
                    variant.edges.extend(copies);
                    if !variant.marked.is_empty() {
                        variant.marked.push(variant.marked[to]);
                    }
                    variant.edges.push((from, label, new));
                }
            }
            _ => {
                // A tau step before another state.
                if variant.end != Some(s) {
                    variant.edges.push((s, 0, self.below(small.n)));
                }
            }
        }
        variant
    }
}
