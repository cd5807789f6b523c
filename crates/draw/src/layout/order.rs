//! The order within columns: few crossings.
//!
//! # Problem
//! Points in layers, segments between neighboring layers → an order of every layer with few crossing
//! segments. (The least number is NP-hard to find, even for two layers.)
//!
//! # Method
//! Sweeps of \[STT81\] back and forth: the points of a layer are sorted by the mean (or the median
//! \[GKNV93\]) of the positions of their neighbors in the layer before. After each sweep neighbors in a layer
//! are exchanged while that helps. The best order seen is kept, over two first orders and both rules.
//!
//! # Invariants
//! I1 every layer stays a permutation of itself; I2 the answer has no more crossings than any order that was
//! looked at.
//!
//! # Cost
//! O((n + m) log n) per sweep, plus the exchanges; the number of sweeps is bounded by `work`.
//!
//! # Departures
//! \[STT81\] and \[GKNV93\] start from one order and use one rule. Here two first orders and both rules are
//! tried, and each try ends after eight sweeps without gain.

/// Points in layers with segments between layers that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The points of every layer, in order.
    pub rows: Vec<Vec<usize>>,
    /// The neighbors of every point in the layer before.
    pub before: Vec<Vec<usize>>,
    /// The neighbors of every point in the layer after.
    pub after: Vec<Vec<usize>>,
}

impl Layers {
    /// The position of every point in its layer.
    pub fn positions(&self) -> Vec<usize> {
        let mut position = vec![0; self.before.len()];
        for row in &self.rows {
            row.iter().enumerate().for_each(|(i, &v)| position[v] = i);
        }
        position
    }

    /// How many pairs of segments cross.
    pub fn crossings(&self) -> u64 {
        let position = self.positions();
        self.rows.windows(2).map(|pair| self.between(&pair[0], pair[1].len(), &position)).sum()
    }

    /// Crossings between a layer and the next one: inversions, counted with a tree of sums.
    fn between(&self, row: &[usize], width: usize, position: &[usize]) -> u64 {
        let mut tree = vec![0u64; width + 1];
        let (mut count, mut so_far) = (0, 0u64);
        let mut ends = Vec::new();
        for &v in row {
            ends.clear();
            ends.extend(self.after[v].iter().map(|&w| position[w]));
            for &end in &ends {
                // Earlier segments that end strictly after this one.
                let (mut i, mut not_after) = (end + 1, 0);
                while i > 0 {
                    not_after += tree[i];
                    i &= i - 1;
                }
                count += so_far - not_after;
            }
            for &end in &ends {
                let mut i = end + 1;
                while i <= width {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
                so_far += 1;
            }
        }
        count
    }

    /// Reorders all layers with few crossings; returns their number. `work` bounds the number of steps.
    pub fn untangle(&mut self, work: u64) -> u64 {
        let cost = (self.before.len() + self.after.iter().map(Vec::len).sum::<usize>()) as u64 * 16;
        let sweeps = (work / cost.max(1)).clamp(4, 40) as usize;
        let mut best = (self.crossings(), self.rows.clone());
        for (start, rule) in [
            (Start::Depth, Rule::Mean),
            (Start::Breadth, Rule::Median),
            (Start::Depth, Rule::Median),
            (Start::Breadth, Rule::Mean),
        ] {
            if best.0 == 0 {
                break;
            }
            self.begin(start);
            self.improve(rule, sweeps, &mut best);
        }
        self.rows = best.1;
        best.0
    }

    /// A first order: as a search from the first layer meets the points.
    fn begin(&mut self, start: Start) {
        let n = self.before.len();
        let mut layer = vec![0; n];
        for (i, row) in self.rows.iter().enumerate() {
            row.iter().for_each(|&v| layer[v] = i);
        }
        let mut is_met = vec![false; n];
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); self.rows.len()];
        let all: Vec<usize> = self.rows.concat();
        let mut queue = std::collections::VecDeque::new();
        for first in all {
            if is_met[first] {
                continue;
            }
            queue.push_back(first);
            while let Some(v) = if start == Start::Depth { queue.pop_back() } else { queue.pop_front() } {
                if std::mem::replace(&mut is_met[v], true) {
                    continue;
                }
                rows[layer[v]].push(v);
                let near = self.before[v].iter().chain(&self.after[v]).copied().filter(|&w| !is_met[w]);
                match start {
                    Start::Breadth => queue.extend(near),
                    // Later neighbors are met first, so that the first one is on top of the stack.
                    Start::Depth => queue.extend(near.collect::<Vec<_>>().into_iter().rev()),
                }
            }
        }
        self.rows = rows;
    }

    fn improve(&mut self, rule: Rule, sweeps: usize, best: &mut (u64, Vec<Vec<usize>>)) {
        let mut without_gain = 0;
        for sweep in 0..sweeps {
            let is_forth = sweep % 2 == 0;
            let is_turned = sweep / 2 % 2 == 1;
            self.sweep(is_forth, is_turned, rule);
            self.exchange(is_turned);
            let count = self.crossings();
            if count < best.0 {
                *best = (count, self.rows.clone());
                without_gain = 0;
            } else {
                without_gain += 1;
            }
            if count == 0 || without_gain >= 8 {
                break;
            }
        }
    }

    fn sweep(&mut self, is_forth: bool, is_turned: bool, rule: Rule) {
        let mut position = self.positions();
        let n = self.rows.len();
        for step in 1..n {
            let layer = if is_forth { step } else { n - 1 - step };
            let near = if is_forth { &self.before } else { &self.after };
            let mut row = std::mem::take(&mut self.rows[layer]);
            // Points without neighbors stay where they are: their own position is their aim.
            let aim = |v: usize| {
                // Most points are bends.
                if let [only] = near[v][..] {
                    return position[only] as i64 * 1024;
                }
                let mut at: Vec<i64> = near[v].iter().map(|&w| position[w] as i64).collect();
                at.sort_unstable();
                match (rule, at.len()) {
                    (_, 0) => position[v] as i64 * 1024,
                    (Rule::Mean, k) => at.iter().sum::<i64>() * 1024 / k as i64,
                    (Rule::Median, k) if k % 2 == 1 => at[k / 2] * 1024,
                    (Rule::Median, k) => (at[k / 2 - 1] + at[k / 2]) * 512,
                }
            };
            let mut aims: Vec<(i64, usize)> = row.iter().map(|&v| (aim(v), v)).collect();
            if is_turned {
                aims.reverse();
            }
            aims.sort_by_key(|&(aim, _)| aim);
            row.clear();
            row.extend(aims.into_iter().map(|(_, v)| v));
            row.iter().enumerate().for_each(|(i, &v)| position[v] = i);
            self.rows[layer] = row;
        }
    }

    /// Exchanges neighbors in a layer while that removes crossings; where it changes nothing, if `is_turned`,
    /// too (once).
    fn exchange(&mut self, is_turned: bool) {
        let mut position = self.positions();
        // A layer is looked at again only if it or one beside it was changed since.
        let mut is_stale = vec![true; self.rows.len()];
        for round in 0..12 {
            let mut has_gained = false;
            for layer in 0..self.rows.len() {
                if !std::mem::replace(&mut is_stale[layer], false) {
                    continue;
                }
                let mut is_changed = false;
                for i in 1..self.rows[layer].len() {
                    let (v, w) = (self.rows[layer][i - 1], self.rows[layer][i]);
                    let mut now = 0;
                    let mut then = 0;
                    for near in [&self.before, &self.after] {
                        let (vw, wv) = pair_crossings(&near[v], &near[w], &position);
                        now += vw;
                        then += wv;
                    }
                    if then < now || (then == now && is_turned && round == 0) {
                        has_gained |= then < now;
                        self.rows[layer].swap(i - 1, i);
                        position.swap(v, w);
                        is_changed = true;
                    }
                }
                if is_changed {
                    let beside = layer.saturating_sub(1)..(layer + 2).min(is_stale.len());
                    is_stale[beside].fill(true);
                }
            }
            if !has_gained {
                break;
            }
        }
    }
}

/// Crossings of the segments of two points, the first before the second and the other way around.
fn pair_crossings(first: &[usize], second: &[usize], position: &[usize]) -> (u64, u64) {
    // Most points are bends with one neighbor on each side: sorting is for the few others. This makes a dense
    // graph of 200 nodes several times as fast (`cargo xtask bench draw`).
    if first.len() * second.len() <= 36 {
        let (mut forth, mut back) = (0, 0);
        for &v in first {
            for &w in second {
                forth += u64::from(position[w] < position[v]);
                back += u64::from(position[v] < position[w]);
            }
        }
        return (forth, back);
    }
    let sorted = |points: &[usize]| {
        let mut at: Vec<usize> = points.iter().map(|&v| position[v]).collect();
        at.sort_unstable();
        at
    };
    let (first, second) = (sorted(first), sorted(second));
    // For every end of the first: how many ends of the second are smaller, and how many are greater.
    let (mut forth, mut back, mut smaller, mut not_greater) = (0, 0, 0, 0);
    for &x in &first {
        while second.get(smaller).is_some_and(|&y| y < x) {
            smaller += 1;
        }
        while second.get(not_greater).is_some_and(|&y| y <= x) {
            not_greater += 1;
        }
        forth += smaller as u64;
        back += (second.len() - not_greater) as u64;
    }
    (forth, back)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Breadth,
    Depth,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Mean,
    Median,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(widths: &[usize], segments: &[(usize, usize)]) -> Layers {
        let n = widths.iter().sum();
        let mut layers = Layers { rows: Vec::new(), before: vec![Vec::new(); n], after: vec![Vec::new(); n] };
        let mut first = 0;
        for &width in widths {
            layers.rows.push((first..first + width).collect());
            first += width;
        }
        for &(u, v) in segments {
            layers.after[u].push(v);
            layers.before[v].push(u);
        }
        layers
    }

    /// Pairs of segments, by definition.
    fn counted(layers: &Layers, segments: &[(usize, usize)]) -> u64 {
        let position = layers.positions();
        let layer_of = |v: usize| layers.rows.iter().position(|row| row.contains(&v));
        let mut count = 0;
        for (i, &(u, v)) in segments.iter().enumerate() {
            for &(x, y) in &segments[..i] {
                let is_same = layer_of(u) == layer_of(x);
                let start = position[u].cmp(&position[x]);
                let end = position[v].cmp(&position[y]);
                count += u64::from(is_same && start.is_ne() && end.is_ne() && start != end);
            }
        }
        count
    }

    #[test]
    fn crossings_are_those_of_the_definition_and_never_grow() {
        // Every set of segments between layers of three, two and three points would be many: every seventh of
        // them.
        let all: Vec<(usize, usize)> = (0..3)
            .flat_map(|u| (3..5).map(move |v| (u, v)))
            .chain((3..5).flat_map(|u| (5..8).map(move |v| (u, v))))
            .collect();
        for chosen in (0u32..1 << all.len()).step_by(7) {
            let segments: Vec<_> =
                all.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1).map(|(_, &s)| s).collect();
            let mut drawn = layers(&[3, 2, 3], &segments);
            let before = drawn.crossings();
            assert_eq!(before, counted(&drawn, &segments));
            let after = drawn.untangle(1_000_000);
            assert_eq!(after, counted(&drawn, &segments));
            assert!(after <= before);
            let mut all_points = drawn.rows.concat();
            all_points.sort_unstable();
            assert_eq!(all_points, (0..8).collect::<Vec<_>>(), "I1");
        }
    }

    #[test]
    fn what_can_be_drawn_without_crossings_is() {
        let mut drawn = layers(&[3, 3, 1], &[(0, 5), (1, 4), (2, 3), (3, 6), (4, 6), (5, 6)]);
        assert_eq!(drawn.crossings(), 3);
        assert_eq!(drawn.untangle(1_000_000), 0);
    }
}
