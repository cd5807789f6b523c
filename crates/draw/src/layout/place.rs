//! Heights: straight lines without overlaps.
//!
//! # Problem
//! Ordered layers of points that reach above and below their line → a height for every point. Points of a
//! layer keep their order and their distance; edges are as straight as possible, long ones first of all.
//!
//! # Method
//! Brandes and Köpf \[BK01\]: each point is aligned with a middle neighbor in the layer before it, unless
//! that would cross an alignment or a segment between bends; aligned points form blocks, which get one
//! height. This is done four times (from the left and from the right, upward and downward), and a point's
//! height is the mean of the two middle ones. Where the picture is not too large the result is then improved
//! by the network simplex \[GKNV93, section 4.2\]: the sum of weighted slopes becomes as small as it can be.
//!
//! # Invariants
//! I1 neighbors in a layer are at least [`Rows::distance`] apart. It holds for each of the four (blocks are
//! placed by longest paths over the distances), for their middle mean (order statistics keep lower bounds on
//! differences, rounding down keeps them for integers), and for the last step (a bound of the simplex).
//!
//! # Cost
//! O(n + m) for the four, and a bounded number of steps for the last.
//!
//! # Departures
//! Blocks are placed by longest paths in the graph of blocks, up and then down, instead of the recursion over
//! classes.

use super::order::Layers;
use super::simplex::{Link, improve};

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A node, by its number.
    Node(usize),
    /// The label of an edge.
    Label(usize),
    /// An edge on its way.
    Bend(usize),
}

/// Ordered layers, with the extents of the points.
pub(super) struct Rows<'a> {
    pub layers: &'a Layers,
    pub kinds: &'a [Kind],
    /// How far a point reaches above its line.
    pub above: &'a [i32],
    /// How far it reaches below.
    pub below: &'a [i32],
}

/// Pictures with more links than this are not improved by the simplex.
const SIMPLEX_LINKS: usize = 16_000;

impl Rows<'_> {
    /// How far the lines of two neighbors of a layer are apart at least, the upper one first.
    pub fn distance(&self, upper: usize, lower: usize) -> i32 {
        let gap = match (self.kinds[upper], self.kinds[lower]) {
            (Kind::Node(_), Kind::Node(_)) => 16,
            (Kind::Bend(_), Kind::Bend(_)) => 6,
            (Kind::Node(_), _) | (_, Kind::Node(_)) => 8,
            _ => 5,
        };
        self.below[upper] + gap + self.above[lower]
    }

    fn is_inner(&self, v: usize, w: usize) -> bool {
        !matches!(self.kinds[v], Kind::Node(_)) && !matches!(self.kinds[w], Kind::Node(_))
    }
}

/// The heights of all points; the least is 0.
pub(super) fn heights(rows: &Rows<'_>, work: u64) -> Vec<i32> {
    let n = rows.kinds.len();
    if n == 0 {
        return Vec::new();
    }
    let barred = barred_segments(rows);
    let mut four = Vec::new();
    for is_forth in [true, false] {
        for is_downward in [true, false] {
            let block = align(rows, &barred, is_forth, is_downward);
            four.push(compact(rows, &block, is_downward));
        }
    }
    level(rows, &mut four);
    let middle = |v: usize| {
        let mut at = [four[0][v], four[1][v], four[2][v], four[3][v]];
        at.sort_unstable();
        (at[1] + at[2]).div_euclid(2)
    };
    let mut at: Vec<i32> = (0..n).map(middle).collect();
    straighten(rows, &mut at, work);
    debug_assert!(keeps_distances(rows, &at), "I1");
    let least = at.iter().copied().min().unwrap_or(0);
    at.iter_mut().for_each(|y| *y -= least);
    at
}

fn keeps_distances(rows: &Rows<'_>, at: &[i32]) -> bool {
    let apart = |pair: &[usize]| at[pair[1]] - at[pair[0]] >= rows.distance(pair[0], pair[1]);
    rows.layers.rows.iter().all(|row| row.windows(2).all(apart))
}

/// Segments that cross one between bends: these may not be straight, so that those are.
fn barred_segments(rows: &Rows<'_>) -> std::collections::BTreeSet<(usize, usize)> {
    let position = rows.layers.positions();
    let mut barred = std::collections::BTreeSet::new();
    for pair in rows.layers.rows.windows(2) {
        let right = &pair[1];
        // Inner segments do not share ends, and come in the order of their right ends.
        let inner: Vec<(usize, usize)> = right
            .iter()
            .flat_map(|&w| rows.layers.before[w].iter().map(move |&v| (v, w)))
            .filter(|&(v, w)| rows.is_inner(v, w))
            .map(|(v, w)| (position[v], position[w]))
            .collect();
        // The greatest left end of inner segments up to a right end, the least one from there on.
        let mut greatest = vec![None; right.len()];
        let mut least = vec![None; right.len()];
        for &(v, w) in &inner {
            greatest[w] = Some(v);
            least[w] = Some(v);
        }
        for i in 1..right.len() {
            greatest[i] = greatest[i].max(greatest[i - 1]);
        }
        for i in (1..right.len()).rev() {
            least[i - 1] = match (least[i - 1], least[i]) {
                (Some(x), Some(y)) => Some(std::cmp::min::<usize>(x, y)),
                (x, y) => x.or(y),
            };
        }
        for &w in right {
            for &v in &rows.layers.before[w] {
                let (x, y) = (position[v], position[w]);
                let over = y.checked_sub(1).and_then(|i| greatest[i]).is_some_and(|other| other > x);
                let under = least.get(y + 1).copied().flatten().is_some_and(|other| other < x);
                if (over || under) && !rows.is_inner(v, w) {
                    barred.insert((v, w));
                }
            }
        }
    }
    barred
}

/// The block of every point, named by one of its points.
fn align(
    rows: &Rows<'_>,
    barred: &std::collections::BTreeSet<(usize, usize)>,
    is_forth: bool,
    is_downward: bool,
) -> Vec<usize> {
    let layers = rows.layers;
    let position = layers.positions();
    let mut block: Vec<usize> = (0..rows.kinds.len()).collect();
    let n = layers.rows.len();
    for step in 1..n {
        let layer = if is_forth { step } else { n - 1 - step };
        let near = if is_forth { &layers.before } else { &layers.after };
        let mut order: Vec<usize> = layers.rows[layer].clone();
        if !is_downward {
            order.reverse();
        }
        // The neighbor that was aligned last; the next one must be beyond it.
        let mut last: Option<usize> = None;
        for v in order {
            let mut at: Vec<usize> = near[v].clone();
            at.sort_by_key(|&w| position[w]);
            if at.is_empty() {
                continue;
            }
            let (lower, upper) = ((at.len() - 1) / 2, at.len() / 2);
            let middle = if is_downward { [lower, upper] } else { [upper, lower] };
            for k in middle {
                let w = at[k];
                let segment = if is_forth { (w, v) } else { (v, w) };
                let is_beyond = last
                    .is_none_or(|other| if is_downward { position[w] > other } else { position[w] < other });
                if !barred.contains(&segment) && is_beyond {
                    block[v] = block[w];
                    last = Some(position[w]);
                    break;
                }
            }
        }
    }
    block
}

/// Heights of blocks: as far up (down) as they can be, then back as far as that is free.
fn compact(rows: &Rows<'_>, block: &[usize], is_downward: bool) -> Vec<i32> {
    let n = block.len();
    let mut below: Vec<Vec<(usize, i32)>> = vec![Vec::new(); n];
    let mut waiting = vec![0usize; n];
    for row in &rows.layers.rows {
        for pair in row.windows(2) {
            let (upper, lower) = (block[pair[0]], block[pair[1]]);
            below[upper].push((lower, rows.distance(pair[0], pair[1])));
            waiting[lower] += 1;
        }
    }
    let mut order: Vec<usize> = (0..n).filter(|&v| block[v] == v && waiting[v] == 0).collect();
    let mut done = 0;
    while let Some(&v) = order.get(done) {
        done += 1;
        for &(w, _) in &below[v] {
            waiting[w] -= 1;
            if waiting[w] == 0 {
                order.push(w);
            }
        }
    }
    let mut at = vec![0; n];
    let to_top = |at: &mut Vec<i32>| {
        for &v in &order {
            for &(w, distance) in &below[v] {
                at[w] = at[w].max(at[v] + distance);
            }
        }
    };
    let to_bottom = |at: &mut Vec<i32>, bottom: Option<i32>| {
        for &v in order.iter().rev() {
            let room = below[v].iter().map(|&(w, distance)| at[w] - distance).min();
            at[v] = match (room, bottom) {
                (Some(room), _) => room,
                (None, Some(bottom)) => bottom,
                (None, None) => at[v],
            };
        }
    };
    if is_downward {
        to_top(&mut at);
        to_bottom(&mut at, None);
    } else {
        // The mirror image: all the way down first, then up where there is room above.
        to_top(&mut at);
        let bottom = at.iter().copied().max().unwrap_or(0);
        to_bottom(&mut at, Some(bottom));
        let mut least: Vec<Option<i32>> = vec![None; n];
        for &v in &order {
            if let Some(room) = least[v] {
                at[v] = room;
            }
            for &(w, distance) in &below[v] {
                least[w] = Some(least[w].map_or(at[v] + distance, |x| x.max(at[v] + distance)));
            }
        }
    }
    (0..n).map(|v| at[block[v]]).collect()
}

/// Moves the four so that their tops (those made downward) or bottoms (upward) are those of the lowest
/// picture.
fn level(rows: &Rows<'_>, four: &mut [Vec<i32>]) {
    let bounds = |at: &[i32]| {
        let top = (0..at.len()).map(|v| at[v] - rows.above[v]).min().unwrap_or(0);
        let bottom = (0..at.len()).map(|v| at[v] + rows.below[v]).max().unwrap_or(0);
        (top, bottom)
    };
    let lowest = four.iter().map(|at| bounds(at)).min_by_key(|(top, bottom)| bottom - top);
    let (top, bottom) = lowest.unwrap_or_default();
    for (i, at) in four.iter_mut().enumerate() {
        let own = bounds(at);
        let step = if i % 2 == 0 { top - own.0 } else { bottom - own.1 };
        at.iter_mut().for_each(|y| *y += step);
    }
}

/// Makes the sum of weighted slopes as small as it can be.
fn straighten(rows: &Rows<'_>, at: &mut [i32], work: u64) {
    let n = at.len();
    let mut links = Vec::new();
    for row in &rows.layers.rows {
        for pair in row.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            links.push(Link { from, to, least: rows.distance(from, to), weight: 0 });
        }
    }
    // A segment is a point above both of its ends, pulled down to them: the distances to both sum up to the
    // slope.
    let mut all: Vec<i32> = at.to_vec();
    for v in 0..n {
        for &w in &rows.layers.after[v] {
            let bends = [v, w].iter().filter(|&&x| !matches!(rows.kinds[x], Kind::Node(_))).count();
            let weight = [1, 2, 8][bends];
            let top = all.len();
            all.push(at[v].min(at[w]));
            links.push(Link { from: top, to: v, least: 0, weight });
            links.push(Link { from: top, to: w, least: 0, weight });
        }
    }
    if links.len() > SIMPLEX_LINKS {
        return;
    }
    let total = |at: &[i32]| -> i64 {
        links.iter().map(|link| link.weight * i64::from(at[link.to] - at[link.from])).sum()
    };
    let before = total(&all);
    improve(&mut all, &links, work);
    // With little work the first tree may be worse than what it was made from.
    if total(&all) < before {
        at.copy_from_slice(&all[..n]);
    }
}

#[cfg(test)]
mod tests {
    use rely_testkit::generate::Rng;

    use super::*;

    /// Layers of random points and segments.
    fn random(seed: u64) -> (Layers, Vec<Kind>, Vec<i32>, Vec<i32>) {
        let mut rng = Rng::new(seed);
        let mut draw = |below: usize| rng.below(below);
        let (mut rows, mut kinds, mut above, mut below) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..2 + draw(5) {
            let first = kinds.len();
            for v in first..first + 1 + draw(5) {
                kinds.push([Kind::Node(v), Kind::Label(v), Kind::Bend(v)][draw(3)]);
                above.push(draw(40) as i32);
                below.push(draw(20) as i32);
            }
            rows.push((first..kinds.len()).collect::<Vec<_>>());
        }
        let n = kinds.len();
        let mut layers = Layers { rows, before: vec![Vec::new(); n], after: vec![Vec::new(); n] };
        for i in 1..layers.rows.len() {
            for &v in &layers.rows[i - 1] {
                for &w in &layers.rows[i] {
                    let is_node = |x: usize| matches!(kinds[x], Kind::Node(_));
                    // What is no node has at most one segment on each side.
                    if draw(3) == 0
                        && (is_node(v) || layers.after[v].is_empty())
                        && (is_node(w) || layers.before[w].is_empty())
                    {
                        layers.after[v].push(w);
                        layers.before[w].push(v);
                    }
                }
            }
        }
        (layers, kinds, above, below)
    }

    fn slopes(layers: &Layers, at: &[i32]) -> i32 {
        (0..at.len()).flat_map(|v| layers.after[v].iter().map(move |&w| (at[v] - at[w]).abs())).sum()
    }

    #[test]
    fn distances_are_kept_before_and_after_straightening() {
        let (mut before, mut after) = (0, 0);
        for seed in 1..400 {
            let (layers, kinds, above, below) = random(seed);
            let rows = Rows { layers: &layers, kinds: &kinds, above: &above, below: &below };
            let rough = heights(&rows, 0);
            let fine = heights(&rows, 10_000_000);
            assert!(keeps_distances(&rows, &rough), "seed {seed}");
            assert!(keeps_distances(&rows, &fine), "seed {seed}");
            before += slopes(&layers, &rough);
            after += slopes(&layers, &fine);
        }
        assert!(after < before, "straightening makes {before} {after}");
    }

    #[test]
    fn a_chain_is_straight() {
        let layers = Layers {
            rows: vec![vec![0], vec![1], vec![2]],
            before: vec![vec![], vec![0], vec![1]],
            after: vec![vec![1], vec![2], vec![]],
        };
        let kinds = [Kind::Node(0), Kind::Label(0), Kind::Node(1)];
        let (above, below) = ([16, 20, 40], [16, 4, 16]);
        let rows = Rows { layers: &layers, kinds: &kinds, above: &above, below: &below };
        assert_eq!(heights(&rows, 1000), [0, 0, 0]);
    }
}
