//! Deterministic machines as tables.

/// The transitions of a deterministic machine: per state one target per action of the alphabet.
pub(super) struct Table {
    pub(super) rows: Vec<Vec<Option<u32>>>,
}

impl Table {
    /// Removes the transitions to states from which every run leaves the formula: nothing after them can meet
    /// it. The initial state stays.
    pub(super) fn drop_dead_ends(&mut self) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.rows.len()];
        let mut ways: Vec<usize> = Vec::with_capacity(self.rows.len());
        for (state, row) in self.rows.iter().enumerate() {
            ways.push(row.iter().flatten().count());
            row.iter().flatten().for_each(|&target| before[target as usize].push(state as u32));
        }
        let mut dead: Vec<usize> = (1..self.rows.len()).filter(|&state| ways[state] == 0).collect();
        while let Some(state) = dead.pop() {
            // One entry for each transition.
            for source in std::mem::take(&mut before[state]) {
                let source = source as usize;
                for target in &mut self.rows[source] {
                    target.take_if(|target| *target as usize == state);
                }
                ways[source] -= 1;
                if ways[source] == 0 && source != 0 {
                    dead.push(source);
                }
            }
        }
    }
}
