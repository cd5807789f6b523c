//! One measurement: a process of its own with limits on time and memory. What was measured is remembered, so
//! that a run that was interrupted goes on.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::families::Family;
use crate::bench::measure::{Outcome, keys, measure, measure_within};
use crate::bench::tools::{program, rely, target_folder};

/// Bytes that a process may take.
const MEMORY: u64 = 4 << 30;

/// A model of a family.
#[derive(Clone, Copy)]
pub struct Model<'f> {
    pub family: &'f Family,
    pub size: u32,
    pub faulty: bool,
}

impl Model<'_> {
    /// What it is called in rows.
    pub fn title(&self) -> String {
        let size = if self.family.sizes.is_empty() { String::new() } else { format!(" {}", self.size) };
        format!("{}{size}{}", self.family.title, if self.faulty { ", faulty" } else { "" })
    }

    fn target(&self) -> &str {
        self.family.faulty.filter(|_| self.faulty).unwrap_or(self.family.target)
    }
}

/// What came of a measurement.
#[derive(Clone, Debug)]
pub struct Answer {
    /// `holds`, `violated`, or why there is none.
    pub verdict: String,
    /// Of the proof, without reading the model.
    pub seconds: f64,
    pub cpu: f64,
    pub rule: String,
    pub largest: u64,
    pub expansions: u64,
    pub queries: u64,
    /// States of the assumptions.
    pub sizes: Vec<u64>,
}

impl Answer {
    pub fn is_decided(&self) -> bool {
        self.verdict == "holds" || self.verdict == "violated"
    }

    /// Seconds on the processor, which do not depend on what else runs; by the clock where it counts too
    /// coarsely.
    pub fn time(&self) -> f64 {
        self.cpu.max(self.seconds.min(0.01))
    }

    /// States of the largest assumption.
    pub fn size(&self) -> u64 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    fn read(text: &str) -> Answer {
        let keys = keys(text);
        let word = |key: &str| keys.get(key).cloned().unwrap_or_default();
        let number = |key: &str| word(key).parse::<u64>().unwrap_or(0);
        let seconds = |key: &str| word(key).parse::<f64>().unwrap_or(0.0);
        let verdict = word("verdict");
        Answer {
            verdict: if verdict.is_empty() { "failed".to_string() } else { verdict },
            seconds: seconds("seconds"),
            cpu: seconds("cpu"),
            rule: word("rule"),
            largest: number("largest"),
            expansions: number("expansions"),
            queries: number("queries"),
            sizes: word("assumptions").split(',').filter_map(|n| n.parse().ok()).collect(),
        }
    }
}

/// Asks, and remembers.
pub struct Asker {
    folder: PathBuf,
    rely: PathBuf,
    program: PathBuf,
    memory: PathBuf,
    known: BTreeMap<String, String>,
}

impl Asker {
    /// Builds the programs; `None` if they cannot be built.
    pub fn ready() -> Option<Asker> {
        let (rely, program) = (rely()?, program("prove_one")?);
        let folder = target_folder().join("bench").join("prove");
        if let Err(error) = std::fs::create_dir_all(&folder) {
            eprintln!("{}: {error}", folder.display());
            return None;
        }
        let memory = folder.join(format!("known-{}.txt", stamp(&program)?));
        let mut known = BTreeMap::new();
        for line in std::fs::read_to_string(&memory).unwrap_or_default().lines() {
            if let Some((key, value)) = line.split_once('\t') {
                known.insert(key.to_string(), value.replace("\\n", "\n"));
            }
        }
        Some(Asker { rely, program, memory, known, folder })
    }

    /// The file of a model, and the first part of its split.
    pub fn model(&self, model: Model<'_>) -> Option<(PathBuf, Option<String>)> {
        let family = model.family;
        if family.sizes.is_empty() {
            let path = crate::root().join("examples").join(format!("{}.lts", family.name));
            return Some((path, family.split.map(String::from)));
        }
        let text = self.generate(family.name, model.size, model.faulty)?;
        let named = |text: &str| {
            let key = format!("//@ {} split ", family.target);
            text.lines().find_map(|line| line.strip_prefix(&key).map(str::to_string))
        };
        let split = match named(&text) {
            None if model.faulty => named(&self.generate(family.name, model.size, false)?),
            split => split,
        };
        let variant = if model.faulty { "-faulty" } else { "" };
        let path = self.folder.join(format!("{}-{}{variant}.lts", family.name, model.size));
        // Two processes may be about the same model: one of them writes it.
        if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
            return Some((path, split));
        }
        let own = path.with_extension(format!("{:?}", std::thread::current().id()));
        std::fs::write(&own, text).and_then(|()| std::fs::rename(&own, &path)).ok()?;
        Some((path, split))
    }

    fn generate(&self, name: &str, size: u32, faulty: bool) -> Option<String> {
        let size = size.to_string();
        let mut arguments = vec!["generate", name, "-s", &size];
        if faulty {
            arguments.extend(["--variant", "faulty"]);
        }
        match measure(&self.rely, &arguments, &self.folder, 60) {
            Outcome::Ended(run) if run.success => Some(run.text),
            _ => None,
        }
    }

    /// Proves in one way (see `prove_one`), within so many seconds; `None` if parts are wanted and the papers
    /// have none.
    pub fn prove(&mut self, model: Model<'_>, how: &str, parts: Parts, seconds: u64) -> Option<Answer> {
        self.prove_all(model, &[(how, parts)], seconds).pop().flatten()
    }

    /// Proves in several ways, two at the same time.
    pub fn prove_all(
        &mut self,
        model: Model<'_>,
        ways: &[(&str, Parts)],
        seconds: u64,
    ) -> Vec<Option<Answer>> {
        let key = |(how, parts): &(&str, Parts)| format!("{} / {how} / {parts:?} / {seconds}", model.title());
        let unknown: Vec<&(&str, Parts)> =
            ways.iter().filter(|way| !self.known.contains_key(&key(way))).collect();
        for two in unknown.chunks(2) {
            let asker = &*self;
            let texts: Vec<Option<String>> = std::thread::scope(|scope| {
                let run = |&&(how, parts): &&(&'_ str, Parts)| {
                    let how = how.to_string();
                    scope.spawn(move || asker.run(model, &how, parts, seconds))
                };
                let started: Vec<_> = two.iter().map(run).collect();
                started.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
            });
            for (way, text) in two.iter().zip(texts) {
                if let Some(text) = text {
                    self.remember(key(way), &text);
                }
            }
        }
        ways.iter().map(|way| self.known.get(&key(way)).map(|text| Answer::read(text))).collect()
    }

    /// What the process of a measurement says.
    fn run(&self, model: Model<'_>, how: &str, parts: Parts, seconds: u64) -> Option<String> {
        let Some((path, split)) = self.model(model) else {
            eprintln!("{} cannot be generated", model.title());
            return Some("verdict failed\n".to_string());
        };
        let mut arguments: Vec<String> = vec![
            path.to_string_lossy().into_owned(),
            model.target().into(),
            model.family.property.into(),
            how.into(),
        ];
        if parts != Parts::Own {
            arguments.push(format!("module={}", split?));
        }
        if parts == Parts::Turned {
            arguments.push("turned".to_string());
        }
        arguments.push(format!("time={seconds}"));
        arguments.push(format!("memory={MEMORY}"));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Some(match measure_within(&self.program, &arguments, &self.folder, seconds + 5, MEMORY as f64) {
            Outcome::Ended(run) if run.bytes > MEMORY as f64 => {
                "verdict unknown more than 4 GB\n".to_string()
            }
            Outcome::Ended(run) => run.text,
            Outcome::TimedOut(_) => format!("verdict unknown more than {seconds} s\n"),
            Outcome::NotStarted(error) => format!("verdict failed {error}\n"),
        })
    }

    /// Proves by a rule with the command line, and has the certificate checked: what is said of it, or why
    /// there is none.
    pub fn certify(&self, model: Model<'_>, rule: &str, seconds: u64) -> Option<Certified> {
        let (path, split) = self.model(model)?;
        let certificate = self.folder.join("certificate.json");
        let _ = std::fs::remove_file(&certificate);
        let (path, file, time) = (
            path.to_string_lossy(),
            certificate.to_string_lossy(),
            format!("time={seconds},memory={MEMORY}"),
        );
        let mut arguments: Vec<&str> = vec!["prove", &*path, "--target", model.target(), "--rule", rule];
        arguments.extend(["--certificate", &*file, "--budget", &time, "--threads", "1"]);
        if model.family.property != "-" {
            arguments.extend(["--property", model.family.property]);
        }
        if rule != "auto" && rule != "asym-n" {
            arguments.extend(["--split", split.as_deref()?]);
        }
        match measure(&self.rely, &arguments, &self.folder, 2 * seconds + 5) {
            Outcome::Ended(_) => {}
            Outcome::TimedOut(_) | Outcome::NotStarted(_) => return Some(Certified::None),
        }
        let Ok(written) = std::fs::metadata(&certificate) else { return Some(Certified::None) };
        let checked = measure(&self.rely, &["certify", &*file], &self.folder, 60);
        Some(match checked {
            Outcome::Ended(run) if run.success => Certified::Accepted(written.len(), run.seconds),
            _ => Certified::Rejected,
        })
    }

    fn remember(&mut self, key: String, text: &str) {
        let line = format!("{key}\t{}\n", text.replace('\n', "\\n"));
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&self.memory);
        if let Ok(mut file) = file {
            let _ = file.write_all(line.as_bytes());
        }
        self.known.insert(key, text.to_string());
    }
}

/// What became of a certificate.
pub enum Certified {
    /// It was accepted: its bytes, and the seconds that took.
    Accepted(u64, f64),
    Rejected,
    /// There was no verdict in time, so nothing to certify.
    None,
}

/// Which parts a rule is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Those of the papers: the named ones first.
    Papers,
    /// The same, exchanged.
    Turned,
    /// It chooses.
    Own,
}

/// When a program was built.
fn stamp(program: &Path) -> Option<u64> {
    let changed = std::fs::metadata(program).ok()?.modified().ok()?;
    Some(changed.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs())
}
