//! The order in which variables are decided: those of recent conflicts first.

/// A heap of variables by activity.
#[derive(Default)]
pub(crate) struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    /// By variable: where it is in the heap.
    places: Vec<Option<usize>>,
}

impl Order {
    /// One more variable.
    pub(crate) fn add(&mut self) {
        self.activity.push(0.0);
        self.places.push(None);
        self.insert(self.activity.len() - 1);
    }

    /// A variable took part in a conflict.
    pub(crate) fn bump(&mut self, var: usize) {
        self.activity[var] += self.step.max(1.0);
        if self.activity[var] > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.step *= 1e-100;
        }
        if let Some(place) = self.places[var] {
            self.up(place);
        }
    }

    /// Earlier conflicts count less from now on.
    pub(crate) fn decay(&mut self) {
        self.step = self.step.max(1.0) / 0.95;
    }

    /// Puts a variable back, if it is not there.
    pub(crate) fn insert(&mut self, var: usize) {
        if self.places[var].is_none() {
            self.places[var] = Some(self.heap.len());
            self.heap.push(var as u32);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable that is still wanted.
    pub(crate) fn next(&mut self, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        while !self.heap.is_empty() {
            let var = self.heap.swap_remove(0) as usize;
            self.places[var] = None;
            if !self.heap.is_empty() {
                self.places[self.heap[0] as usize] = Some(0);
                self.down(0);
            }
            if is_wanted(var) {
                return Some(var);
            }
        }
        None
    }

    fn is_before(&self, a: usize, b: usize) -> bool {
        self.activity[self.heap[a] as usize] > self.activity[self.heap[b] as usize]
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a] as usize] = Some(a);
        self.places[self.heap[b] as usize] = Some(b);
    }

    fn up(&mut self, mut place: usize) {
        while place > 0 && self.is_before(place, (place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn down(&mut self, mut place: usize) {
        loop {
            let children = [2 * place + 1, 2 * place + 2];
            let mut first = place;
            for child in children.into_iter().filter(|&child| child < self.heap.len()) {
                if self.is_before(child, first) {
                    first = child;
                }
            }
            if first == place {
                return;
            }
            self.swap(place, first);
            place = first;
        }
    }
}
