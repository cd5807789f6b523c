//! Threads of the standard library for engines under test.

use rely_lts::Executor;

/// Runs every job on a thread of its own; as wide as it says.
pub struct Threads(pub usize);

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            (0..n).for_each(|i| {
                scope.spawn(move || job(i));
            });
        });
    }

    fn together(&self, job: &(dyn Fn(usize) + Sync)) {
        self.run(self.0, job);
    }

    fn both(&self, one: &(dyn Fn() + Sync), other: &(dyn Fn() + Sync)) -> bool {
        std::thread::scope(|scope| {
            scope.spawn(one);
            other();
        });
        true
    }
}
