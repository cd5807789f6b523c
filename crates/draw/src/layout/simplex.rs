//! Places on a line with lower bounds on differences and the least total length: the network simplex method.
//!
//! # Problem
//! Numbers for `n` points so that `at[v] − at[u] ≥ least` for every link `(u, v, least, weight)`, with
//! Σ weight · (at\[v\] − at\[u\]) as small as possible. The links have no cycles of positive total bound.
//!
//! # Method
//! \[GKNV93, section 2.3\]. A spanning tree of tight links fixes all numbers. A tree link whose removal would
//! let the halves be pulled together (negative cut value) is exchanged for the link between the halves with
//! the least slack. A cut value is the sum of (weights out − weights in) over the half, so all of them come
//! from one pass over the tree.
//!
//! # Invariants
//! I1 all bounds are kept, from the first step to the last; I2 tree links are tight; I3 the total length
//! never grows.
//!
//! # Cost
//! O(n + m) per exchange; exchanges are bounded by `work`, and what a bound cuts off is a longer total, never
//! a broken bound.
//!
//! # Departures
//! Subtree sums are computed anew after each exchange: at the sizes that are drawn this is cheaper than it
//! sounds.

/// A lower bound on a difference, with the weight of its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub from: usize,
    pub to: usize,
    pub least: i32,
    pub weight: i64,
}

/// So many links are looked at for an exchange, if they help at all.
const FEW: usize = 30;

/// Numbers that keep all bounds when every point is as far left as it can be. Links must not form cycles.
pub(super) fn leftmost(n: usize, links: &[Link]) -> Vec<i32> {
    let mut outgoing = vec![Vec::new(); n];
    let mut waiting = vec![0usize; n];
    for link in links {
        outgoing[link.from].push(link);
        waiting[link.to] += 1;
    }
    let mut at = vec![0; n];
    let mut ready: Vec<usize> = (0..n).filter(|&v| waiting[v] == 0).collect();
    while let Some(v) = ready.pop() {
        for link in &outgoing[v] {
            at[link.to] = at[link.to].max(at[v] + link.least);
            waiting[link.to] -= 1;
            if waiting[link.to] == 0 {
                ready.push(link.to);
            }
        }
    }
    debug_assert!(waiting.iter().all(|&w| w == 0), "links do not form cycles");
    at
}

/// Improves numbers that keep all bounds. `work` bounds the number of steps.
pub(super) fn improve(at: &mut [i32], links: &[Link], work: u64) {
    if at.len() < 2 {
        return;
    }
    debug_assert!(keeps(at, links));
    let mut tree = Tree::tight(at, links);
    let per_exchange = (at.len() + links.len()) as u64;
    let mut left = work / per_exchange.max(1);
    let mut from = 0;
    while left > 0 {
        left -= 1;
        let Some(leaving) = tree.improvable(links, from) else { break };
        from = leaving + 1;
        tree.exchange(leaving, at, links);
    }
    debug_assert!(keeps(at, links), "I1");
    let least = at.iter().copied().min().unwrap_or(0);
    at.iter_mut().for_each(|x| *x -= least);
}

fn keeps(at: &[i32], links: &[Link]) -> bool {
    links.iter().all(|link| at[link.to] - at[link.from] >= link.least)
}

/// A spanning forest of tight links; its roots have no parent.
struct Tree {
    /// Links of the forest, by position.
    members: Vec<usize>,
    /// The forest's links at each point.
    around: Vec<Vec<usize>>,
    /// The link to the parent.
    up: Vec<Option<usize>>,
    /// Points, parents before children.
    order: Vec<usize>,
    /// Σ (weights out − weights in) of the point alone.
    pull: Vec<i64>,
    /// The same over the subtree of the point.
    sum: Vec<i64>,
    /// Positions of the first point of the subtree and of the one after the last.
    span: Vec<(usize, usize)>,
}

impl Tree {
    /// Grows tight trees; where a tree has only loose links to the rest it is moved until one is tight.
    fn tight(at: &mut [i32], links: &[Link]) -> Tree {
        let n = at.len();
        let mut incident = vec![Vec::new(); n];
        let mut pull = vec![0; n];
        for (i, link) in links.iter().enumerate() {
            incident[link.from].push(i);
            incident[link.to].push(i);
            pull[link.from] += link.weight;
            pull[link.to] -= link.weight;
        }
        let mut tree = Tree {
            members: Vec::new(),
            around: vec![Vec::new(); n],
            up: vec![None; n],
            order: Vec::new(),
            pull,
            sum: vec![0; n],
            span: vec![(0, 0); n],
        };
        let mut is_in = vec![false; n];
        for start in 0..n {
            if is_in[start] {
                continue;
            }
            is_in[start] = true;
            let mut grown = vec![start];
            let mut done = 0;
            loop {
                while let Some(&v) = grown.get(done) {
                    done += 1;
                    for &i in &incident[v] {
                        let link = links[i];
                        let other = if link.from == v { link.to } else { link.from };
                        if !is_in[other] && at[link.to] - at[link.from] == link.least {
                            is_in[other] = true;
                            grown.push(other);
                            tree.join(i, links);
                        }
                    }
                }
                let loose = grown.iter().flat_map(|&v| incident[v].iter().copied());
                let nearest = loose
                    .filter(|&i| is_in[links[i].from] != is_in[links[i].to])
                    .min_by_key(|&i| (at[links[i].to] - at[links[i].from] - links[i].least, i));
                let Some(i) = nearest else { break };
                let slack = at[links[i].to] - at[links[i].from] - links[i].least;
                let step = if is_in[links[i].from] { slack } else { -slack };
                grown.iter().for_each(|&v| at[v] += step);
                // All are looked at again: other links may have become tight as well.
                let inside = if is_in[links[i].from] { links[i].from } else { links[i].to };
                let other = if links[i].from == inside { links[i].to } else { links[i].from };
                is_in[other] = true;
                grown.push(other);
                tree.join(i, links);
            }
        }
        tree.number(links);
        tree
    }

    fn join(&mut self, i: usize, links: &[Link]) {
        self.members.push(i);
        self.around[links[i].from].push(i);
        self.around[links[i].to].push(i);
    }

    /// Parents, subtrees and their sums.
    fn number(&mut self, links: &[Link]) {
        let n = self.up.len();
        self.order.clear();
        let mut is_met = vec![false; n];
        for start in 0..n {
            if is_met[start] {
                continue;
            }
            is_met[start] = true;
            self.up[start] = None;
            let mut stack = vec![start];
            while let Some(v) = stack.pop() {
                self.span[v].0 = self.order.len();
                self.order.push(v);
                for &i in &self.around[v] {
                    let other = if links[i].from == v { links[i].to } else { links[i].from };
                    if !std::mem::replace(&mut is_met[other], true) {
                        self.up[other] = Some(i);
                        stack.push(other);
                    }
                }
            }
        }
        for (position, &v) in self.order.iter().enumerate() {
            self.sum[v] = self.pull[v];
            self.span[v].1 = position + 1;
        }
        for &v in self.order.iter().rev() {
            if let Some(i) = self.up[v] {
                let parent = if links[i].from == v { links[i].to } else { links[i].from };
                self.sum[parent] += self.sum[v];
                self.span[parent].1 = self.span[parent].1.max(self.span[v].1);
            }
        }
    }

    /// The lower end of a tree link.
    fn child(&self, i: usize, links: &[Link]) -> usize {
        if self.up[links[i].from] == Some(i) { links[i].from } else { links[i].to }
    }

    /// A tree link with a very negative cut value: the best of the first few, looked for from a place on,
    /// around the tree. It is a place in `members`.
    fn improvable(&self, links: &[Link], from: usize) -> Option<usize> {
        let n = self.members.len();
        let cut = |place: usize| {
            let i = self.members[place];
            let child = self.child(i, links);
            if links[i].from == child { self.sum[child] } else { -self.sum[child] }
        };
        let places = (0..n).map(|k| (from + k) % n);
        places
            .map(|place| (cut(place), place))
            .filter(|(cut, _)| *cut < 0)
            .take(FEW)
            .min()
            .map(|(_, place)| place)
    }

    fn exchange(&mut self, place: usize, at: &mut [i32], links: &[Link]) {
        let leaving = self.members[place];
        let child = self.child(leaving, links);
        let (first, end) = self.span[child];
        let mut is_below = vec![false; at.len()];
        self.order[first..end].iter().for_each(|&v| is_below[v] = true);
        // The half with the link's beginning goes left, or the other goes right, until a link from there to
        // here is tight.
        let tail_is_below = links[leaving].from == child;
        let entering = (0..links.len())
            .filter(|&i| {
                let (from, to) = (is_below[links[i].from], is_below[links[i].to]);
                from != to && from != tail_is_below
            })
            .min_by_key(|&i| (at[links[i].to] - at[links[i].from] - links[i].least, i));
        // A negative cut value means that more weight leads back than forth: there is such a link.
        let Some(entering) = entering else { return };
        let slack = at[links[entering].to] - at[links[entering].from] - links[entering].least;
        let step = if tail_is_below { -slack } else { slack };
        self.order[first..end].iter().for_each(|&v| at[v] += step);
        self.members[place] = entering;
        for end in [links[leaving].from, links[leaving].to] {
            self.around[end].retain(|&i| i != leaving);
        }
        self.around[links[entering].from].push(entering);
        self.around[links[entering].to].push(entering);
        self.number(links);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(at: &[i32], links: &[Link]) -> i64 {
        links.iter().map(|l| l.weight * i64::from(at[l.to] - at[l.from])).sum()
    }

    /// All numbers below a limit, by counting.
    fn least_total(n: usize, links: &[Link], limit: i32) -> i64 {
        let mut best = i64::MAX;
        let mut at = vec![0; n];
        loop {
            if keeps(&at, links) {
                best = best.min(total(&at, links));
            }
            let Some(i) = (0..n).find(|&i| at[i] + 1 < limit) else { return best };
            at[i] += 1;
            at[..i].fill(0);
        }
    }

    #[test]
    fn the_total_is_the_least_one_on_all_small_graphs() {
        // Every graph on four points whose links go from lower to higher numbers, with weights and bounds by
        // position.
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        for chosen in 1u32..64 {
            for variant in 0..3i64 {
                let link = |(k, &(from, to)): (usize, &(usize, usize))| Link {
                    from,
                    to,
                    least: if variant == 1 { (k as i32) % 2 } else { 1 },
                    weight: 1 + (k as i64 * variant) % 4,
                };
                let some = pairs.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1);
                let links: Vec<Link> = some.map(link).collect();
                let mut at = leftmost(4, &links);
                improve(&mut at, &links, 1_000_000);
                assert!(keeps(&at, &links));
                assert_eq!(total(&at, &links), least_total(4, &links, 4), "{links:?} {at:?}");
            }
        }
    }

    #[test]
    fn without_work_the_bounds_are_kept_all_the_same() {
        let link = |from, to| Link { from, to, least: 3, weight: 1 };
        let links = [link(0, 1), link(1, 2), link(3, 2), link(0, 3)];
        let mut at = leftmost(4, &links);
        improve(&mut at, &links, 0);
        assert!(keeps(&at, &links));
    }
}
