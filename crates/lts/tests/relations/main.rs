//! Relations between two systems: laws, comparison with definitions, evidence, budgets.

mod differential;
mod evidence;
mod laws;
mod naive;
mod speed;

use naive::Small;

/// A small generator of random numbers; the seed is part of every failure message.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
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
