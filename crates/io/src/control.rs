//! How a run is held in check: limits from the command line, a clock, an interrupt, threads.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rely_lts::{Budget, Context, Executor, Progress, Silent, Spent};
use rely_report::Failure;

use crate::sandbox::Sandbox;
use crate::store::CodeMemory;

/// Limits as a person gives them. The default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Largest number of states of one exploration.
    pub states: Option<u64>,
    /// Seconds for the whole command.
    pub time: Option<u64>,
    /// Bytes of the engines' tables.
    pub memory: Option<u64>,
}

impl std::str::FromStr for Limits {
    type Err = String;

    /// Reads `states=N,time=S,memory=BYTES`, each part optional; `k`, `M`, `G` multiply by 1000 (states) or
    /// 1024 (bytes).
    fn from_str(text: &str) -> Result<Self, String> {
        let mut limits = Limits::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                format!("`{part}` has no `=`: write states=N, time=SECONDS or memory=BYTES")
            })?;
            match key.trim() {
                "states" => limits.states = Some(number(value, 1000)?),
                "time" => limits.time = Some(number(value.trim_end_matches('s'), 1000)?),
                "memory" => limits.memory = Some(number(value, 1024)?),
                other => {
                    return Err(format!("unknown limit `{other}`: the limits are states, time and memory"));
                }
            }
        }
        Ok(limits)
    }
}

fn number(text: &str, thousand: u64) -> Result<u64, String> {
    let text = text.trim();
    let (digits, factor) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], thousand),
        Some((at, 'm' | 'M')) => (&text[..at], thousand * thousand),
        Some((at, 'g' | 'G')) => (&text[..at], thousand * thousand * thousand),
        _ => (text, 1),
    };
    let number: u64 =
        digits.replace('_', "").parse().map_err(|_| format!("`{text}` is not a whole number"))?;
    number.checked_mul(factor).filter(|&n| n > 0).ok_or_else(|| format!("`{text}` is out of range"))
}

/// Everything a command needs besides its input: limits with a running clock, an interrupt flag, threads,
/// progress.
pub struct Control {
    budget: Budget,
    threads: Threads,
    interrupted: Arc<AtomicBool>,
    progress: Box<dyn Progress + Send>,
    sandbox: Option<Sandbox>,
    code: Mutex<Option<Arc<CodeMemory>>>,
}

impl Control {
    /// Starts the clock.
    pub fn new(limits: &Limits, threads: usize, interrupted: Arc<AtomicBool>) -> Self {
        Control::timed(limits, threads, interrupted, limits.time.map(Duration::from_secs))
    }

    /// Starts the clock; the time may be shorter than a second, and takes the place of that of the limits.
    pub fn timed(
        limits: &Limits,
        threads: usize,
        interrupted: Arc<AtomicBool>,
        time: Option<Duration>,
    ) -> Self {
        let start = Instant::now();
        let flag = interrupted.clone();
        let stop = move || {
            if flag.load(Ordering::Relaxed) {
                return Some(Spent::Cancelled);
            }
            // A part of a second is told as a whole one.
            let spent = |time: &Duration| start.elapsed() >= *time;
            time.filter(spent).map(|time| Spent::Time(time.as_millis().div_ceil(1000) as u64))
        };
        let budget = Budget {
            states: limits.states,
            memory: limits.memory,
            stop: Some(Arc::new(stop)),
            ..Budget::unlimited()
        };
        Control {
            budget,
            threads: Threads(threads.max(1)),
            interrupted,
            progress: Box::new(Silent),
            sandbox: None,
            code: Mutex::default(),
        }
    }

    /// No limits, one thread.
    pub fn unlimited() -> Self {
        Control::new(&Limits::default(), 1, Arc::default())
    }

    /// Reports progress to somebody.
    pub fn with_progress(mut self, progress: Box<dyn Progress + Send>) -> Self {
        self.progress = progress;
        self
    }

    /// Reads only what is inside of a sandbox; paths are meant from its folder.
    pub fn within(mut self, sandbox: Sandbox) -> Self {
        self.sandbox = Some(sandbox);
        self
    }

    /// The same limits, clock and threads for work in another folder, without progress.
    pub fn inside(&self, sandbox: Sandbox) -> Control {
        Control {
            budget: self.budget.clone(),
            threads: Threads(self.threads.0),
            interrupted: self.interrupted.clone(),
            progress: Box::new(Silent),
            sandbox: Some(sandbox),
            code: Mutex::new(self.code_memory()),
        }
    }

    /// From now on, what is known of components of programs is found and kept here.
    pub fn remember(&self, code: Option<Arc<CodeMemory>>) {
        *self.code.lock().unwrap_or_else(PoisonError::into_inner) = code;
    }

    /// What is known of components of programs from earlier runs, if the run remembers them.
    pub fn code_memory(&self) -> Option<Arc<CodeMemory>> {
        self.code.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The folder that paths are meant from and that nothing may be read outside of, if there is one.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }

    /// Where a file is; `None` if it is where its path says.
    pub fn place(&self, path: &str) -> Result<Option<PathBuf>, Failure> {
        self.sandbox.as_ref().map(|sandbox| sandbox.find(path)).transpose()
    }

    /// Is there something that can be read under a path?
    pub fn exists(&self, path: &str) -> bool {
        match &self.sandbox {
            Some(sandbox) => sandbox.find(path).is_ok(),
            None => Path::new(path).exists(),
        }
    }

    /// Reports to nobody any more; whatever showed the progress is dropped.
    pub fn silence(&mut self) {
        self.progress = Box::new(Silent);
    }

    /// What the engines are given.
    pub fn context(&self) -> Context<'_> {
        Context { budget: &self.budget, progress: &*self.progress, executor: &self.threads }
    }

    /// What is set when the user interrupts the run.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }

    /// Has the user interrupted the run?
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

/// Runs jobs on threads of the standard library.
struct Threads(usize);

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        if self.0 == 1 || n <= 1 {
            return (0..n).for_each(job);
        }
        let next = std::sync::atomic::AtomicUsize::new(0);
        let work = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= n {
                    return;
                }
                job(i);
            }
        };
        std::thread::scope(|scope| {
            (1..self.0.min(n)).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
    }

    fn together(&self, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            (1..self.0).for_each(|worker| {
                scope.spawn(move || job(worker));
            });
            job(0);
        });
    }

    fn both(&self, one: &(dyn Fn() + Sync), other: &(dyn Fn() + Sync)) -> bool {
        std::thread::scope(|scope| {
            scope.spawn(other);
            one();
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_their_units() {
        let limits: Limits = "states=2M, time=30s,memory=1G".parse().unwrap();
        assert_eq!(limits, Limits { states: Some(2_000_000), time: Some(30), memory: Some(1 << 30) });
        assert_eq!("".parse::<Limits>().unwrap(), Limits::default());
        for wrong in ["states", "state=3", "states=x", "states=0", "memory=99999999999999G", "time=-1"] {
            assert!(wrong.parse::<Limits>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_job_runs_once() {
        let counts: Vec<_> = (0..100).map(|_| std::sync::atomic::AtomicUsize::new(0)).collect();
        Threads(3).run(100, &|i| {
            counts[i].fetch_add(1, Ordering::Relaxed);
        });
        assert!(counts.iter().all(|c| c.load(Ordering::Relaxed) == 1));
    }

    #[test]
    fn two_jobs_may_wait_for_each_other_on_one_thread_too() {
        let barrier = std::sync::Barrier::new(2);
        let wait = || {
            barrier.wait();
        };
        assert!(Threads(1).both(&wait, &wait));
    }
}
