//! `cargo xtask bench peers [--quick]`: the same work by Rely and by others, side by side in one run.
//!
//! Every row tells what both took, whether their answers agree, the bar that Rely is to reach and whether it does. Times
//! of single-threaded phases are seconds on the processor (other work on the machine then disturbs less), the best of a
//! few runs; comparisons of one thread with two are on the clock. What is not there is "not available".

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::measure::{Measured, Outcome, json_number, keys, measure};
use super::page::write_section;
use super::tools::{Peer, Tools, target_folder};

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The sizes of the bars.
    Full,
    /// Small sizes, one run each: does everything work, and do the answers agree?
    Quick,
}

/// Seconds after which a peer is ended.
const PATIENCE: u64 = 120;

/// Runs everything and writes the section.
pub fn run(extent: Extent) -> bool {
    let Some(tools) = Tools::ready() else { return false };
    let folder = target_folder().join("bench").join("peers");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let mut bench = Bench { tools, folder, extent, rows: String::new(), disagreements: 0 };
    bench.strong();
    bench.branching();
    bench.weak();
    bench.inclusion();
    bench.exploration();
    bench.threads();
    bench.reading();
    bench.leader();
    bench.compositional();
    bench.learning();
    if bench.disagreements > 0 {
        eprintln!("{} answers disagree", bench.disagreements);
        return false;
    }
    let extent = if extent == Extent::Quick { " --quick" } else { "" };
    let head = format!(
        "## Beside its peers\n\n\
         Written by `cargo xtask bench peers{extent}`: the same files, one run after the other on one machine. Times are\n\
         seconds on the processor of the phase that is named, best of {} (two threads: seconds on the clock); peaks are of resident memory of\n\
         the whole process. Where two tools gave an answer, the answers agree. merc is 2.0.0 of its published crates, Stateright 0.31.0.\n\n\
         | work | model | Rely | peer | ratio | memory of Rely | of the peer | bar | met |\n\
         |---|---|---:|---:|---:|---:|---:|---|---|\n",
        bench.repeats()
    );
    if extent.is_empty() {
        return write_section(&crate::root(), "peers", &format!("{head}{}", bench.rows));
    }
    println!("a quick run is not recorded");
    true
}

/// A run under way.
struct Bench {
    tools: Tools,
    folder: PathBuf,
    extent: Extent,
    rows: String,
    disagreements: usize,
}

/// What a program told, with what the run took.
struct Told {
    run: Measured,
    keys: BTreeMap<String, String>,
}

impl Told {
    fn number(&self, key: &str) -> f64 {
        self.keys.get(key).and_then(|value| value.parse().ok()).unwrap_or(f64::NAN)
    }

    fn text(&self, key: &str) -> &str {
        self.keys.get(key).map_or("", String::as_str)
    }
}

/// One line of the table.
#[derive(Default)]
struct Row {
    work: &'static str,
    model: String,
    rely: String,
    peer: String,
    ratio: Option<f64>,
    rely_memory: String,
    peer_memory: String,
    bar: String,
    met: Option<bool>,
}

impl Bench {
    fn is_full(&self) -> bool {
        self.extent == Extent::Full
    }

    fn repeats(&self) -> usize {
        if self.is_full() { 3 } else { 1 }
    }

    fn put(&mut self, row: Row) {
        let met = match row.met {
            Some(true) => "yes",
            Some(false) => "**no**",
            None => "–",
        };
        let ratio = row.ratio.filter(|r| r.is_finite()).map_or("–".to_string(), |r| format!("{r:.1}×"));
        let line = format!(
            "| {} | {} | {} | {} | {ratio} | {} | {} | {} | {met} |",
            row.work, row.model, row.rely, row.peer, row.rely_memory, row.peer_memory, row.bar
        );
        println!("{line}");
        let _ = writeln!(self.rows, "{line}");
    }

    /// Notes that two answers must be equal.
    fn agree<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, rely: T, peer: T) {
        if rely != peer {
            self.disagreements += 1;
            eprintln!("{what}: Rely says {rely:?}, the peer {peer:?}");
        }
    }

    /// Makes a file by `rely generate` unless it is there.
    fn model(&self, name: &str, family: &[&str]) -> String {
        if !self.folder.join(name).exists() {
            let arguments = [&["generate"], family, &["-o", name, "--quiet"]].concat();
            if !matches!(measure(&self.tools.rely, &arguments, &self.folder, 600), Outcome::Ended(run) if run.success)
            {
                eprintln!("{name} cannot be generated");
            }
        }
        name.to_string()
    }

    /// The best of several runs by a key, or a sentence.
    fn best(&self, program: &Peer, arguments: &[&str], key: &str) -> Result<Told, String> {
        let program = program.as_ref().map_err(|_| "not available".to_string())?;
        let mut best: Option<Told> = None;
        for _ in 0..self.repeats() {
            let told = match measure(program, arguments, &self.folder, PATIENCE) {
                Outcome::Ended(run) if run.success => Told { keys: keys(&run.text), run },
                Outcome::Ended(_) => return Err("failed".to_string()),
                Outcome::TimedOut(limit) => return Err(format!("> {limit} s")),
                Outcome::NotStarted(_) => return Err("not available".to_string()),
            };
            let long = told.run.seconds > 20.0;
            if best.as_ref().is_none_or(|known| told.number(key) < known.number(key)) {
                best = Some(told);
            }
            if long {
                break;
            }
        }
        best.ok_or_else(|| "failed".to_string())
    }

    fn rely(&self, arguments: &[&str], key: &str) -> Result<Told, String> {
        self.best(&Ok(self.tools.phases.clone()), arguments, key)
    }

    /// The four models of the reductions.
    fn models(&self) -> [(String, &'static str); 4] {
        let (phil, milner, buffers, random) =
            if self.is_full() { ("12", "15", "12", "100000") } else { ("8", "10", "9", "10000") };
        [
            (self.model(&format!("phil{phil}.aut"), &["philosophers", "--size", phil]), "phil"),
            (self.model(&format!("milner{milner}.aut"), &["milner", "--size", milner]), "milner"),
            (self.model(&format!("buf{buffers}_2.aut"), &["buffers", "--size", buffers]), "buf"),
            (self.model(&format!("rand{random}.aut"), &["random", "--size", random]), "rand"),
        ]
    }

    /// One reduction by Rely and merc; returns the ratio.
    fn reduction(&mut self, relation: &'static str, file: &str, row: Row) -> (Row, Option<f64>) {
        let rely = self.rely(&[relation, file], "reduce_cpu");
        let merc = self.best(&self.tools.merc, &[relation, file], "reduce_cpu");
        let ratio = match (&rely, &merc) {
            (Ok(rely), Ok(merc)) => {
                for key in ["states", "transitions", "quotient_states", "quotient_transitions"] {
                    // A weak quotient may keep transitions that others imply.
                    if relation != "weak" || key != "quotient_transitions" {
                        let (mine, theirs) = (rely.text(key).to_string(), merc.text(key).to_string());
                        self.agree(&format!("{relation} {file} {key}"), mine, theirs);
                    }
                }
                Some(merc.number("reduce_cpu") / rely.number("reduce_cpu"))
            }
            _ => None,
        };
        let time = |told: &Result<Told, String>| match told {
            Ok(told) => format!("{:.3} s", told.number("reduce_cpu")),
            Err(reason) => reason.clone(),
        };
        let memory = |told: &Result<Told, String>| match told {
            Ok(told) => per_transition(told),
            Err(_) => "–".to_string(),
        };
        let row = Row {
            model: file.trim_end_matches(".aut").to_string(),
            rely: time(&rely),
            peer: format!("merc {}", time(&merc)),
            ratio,
            rely_memory: memory(&rely),
            peer_memory: memory(&merc),
            ..row
        };
        (row, ratio)
    }

    fn strong(&mut self) {
        for (file, kind) in self.models() {
            let row = Row { work: "strong, reduce phase", ..Row::default() };
            let (row, ratio) = self.reduction("strong", &file, row);
            let bytes = self.bytes_per_transition("strong", &file);
            let small = bytes.is_some_and(|bytes| bytes <= 24.0);
            let bar =
                if kind == "rand" { "≥ 2×" } else { "≥ 2× (two of four ≥ 3×), ≤ 24 B/transition" };
            let met = ratio.map(|ratio| ratio >= 2.0 && (kind == "rand" || small));
            self.put(Row { bar: bar.to_string(), met: met.filter(|_| self.is_full()), ..row });
        }
    }

    fn branching(&mut self) {
        for (file, kind) in self.models() {
            let row = Row { work: "branching, reduce phase", ..Row::default() };
            let (row, ratio) = self.reduction("branching", &file, row);
            let small = self.bytes_per_transition("branching", &file).is_some_and(|bytes| bytes <= 40.0);
            let (bar, least) = if kind == "rand" {
                ("not slower than the better of merc and mCRL2", 1.0)
            } else {
                ("≥ 2×, ≤ 40 B/transition", 2.0)
            };
            let met = ratio.map(|ratio| ratio >= least && (kind == "rand" || small));
            self.put(Row { bar: bar.to_string(), met: met.filter(|_| self.is_full()), ..row });
            self.mcrl2("branching-bisim", &file, "branching, whole process");
        }
    }

    /// mCRL2's reduction of the same file, as a row of its own if its tools are there.
    fn mcrl2(&mut self, equivalence: &str, file: &str, work: &'static str) {
        if self.tools.ltsconvert.is_err() {
            return;
        }
        let equivalence = format!("--equivalence={equivalence}");
        let told = self.best(&self.tools.ltsconvert, &[&equivalence, file, "mcrl2.aut"], "");
        let Ok(told) = told else { return };
        self.put(Row {
            work,
            model: file.trim_end_matches(".aut").to_string(),
            rely: "–".into(),
            peer: format!("mCRL2 {:.3} s", told.run.cpu),
            rely_memory: "–".into(),
            peer_memory: megabytes(told.run.bytes),
            bar: "see above".into(),
            ..Row::default()
        });
    }

    fn bytes_per_transition(&self, relation: &str, file: &str) -> Option<f64> {
        let told = self.rely(&[relation, file], "peak_bytes").ok()?;
        Some(told.number("peak_bytes") / told.number("transitions"))
    }

    fn weak(&mut self) {
        let phil8 = self.model("phil8.aut", &["philosophers", "--size", "8"]);
        let (row, _) = self.reduction("weak", &phil8, Row { work: "weak, reduce phase", ..Row::default() });
        let seconds = row.rely.trim_end_matches(" s").parse::<f64>().ok();
        self.put(Row { bar: "< 0.3 s".into(), met: seconds.map(|s| s < 0.3), ..row });
        if !self.is_full() {
            return;
        }
        let phil10 = self.model("phil10.aut", &["philosophers", "--size", "10"]);
        let (row, ratio) =
            self.reduction("weak", &phil10, Row { work: "weak, reduce phase", ..Row::default() });
        self.put(Row { bar: "≥ 5×".into(), met: ratio.map(|r| r >= 5.0), ..row });
        let random = self.model("rand100000.aut", &["random", "--size", "100000"]);
        // merc needs more than 12 GiB here: it is not started.
        let rely = self.rely(&["weak", &random], "reduce_cpu");
        let peak = rely.as_ref().ok().map(|told| told.number("peak_bytes"));
        self.put(Row {
            work: "weak, reduce phase",
            model: "rand100000".into(),
            rely: rely
                .as_ref()
                .map_or_else(String::clone, |told| format!("{:.3} s", told.number("reduce_cpu"))),
            peer: "merc not run: it needs more than 12 GiB".into(),
            rely_memory: peak.map_or("–".to_string(), megabytes),
            peer_memory: "–".into(),
            bar: "finishes within 4 GiB".into(),
            met: Some(peak.is_some_and(|bytes| bytes <= 4.0 * 1024.0 * 1024.0 * 1024.0)),
            ..Row::default()
        });
    }

    fn inclusion(&mut self) {
        for (name, size, fan_out, labels, seed) in [
            ("pairS", "300", "3", "3", "14"),
            ("pairM", "2000", "3", "6", "1"),
            ("pairL", "20000", "2", "12", "0"),
        ] {
            let side = |side: &str| {
                let file = format!("{name}-{side}.aut");
                let knobs = ["--fan-out", fan_out, "--labels", labels, "--seed", seed, "--side", side];
                self.model(&file, &[&["pair", "--size", size], &knobs[..]].concat())
            };
            let (imp, spec) = (side("imp"), side("spec"));
            for (direction, left, right, expect) in
                [("imp in spec", &imp, &spec, "holds"), ("spec in imp", &spec, &imp, "violated")]
            {
                let rely = self.rely(&["include", left, right], "include_cpu");
                if let Ok(told) = &rely {
                    self.agree(&format!("{name} {direction}"), told.text("verdict"), expect);
                }
                let arguments = ["--preorder=weak-trace-ac", left, right];
                let peer = match &self.tools.ltscompare {
                    Ok(program) => match measure(program, &arguments, &self.folder, 40) {
                        Outcome::Ended(run) => format!("mCRL2 {:.3} s", run.cpu),
                        _ => "mCRL2 > 40 s".to_string(),
                    },
                    Err(_) => "mCRL2 not available".to_string(),
                };
                let seconds = rely.as_ref().ok().map(|told| told.number("include_cpu"));
                self.put(Row {
                    work: "trace inclusion",
                    model: format!("{name}, {direction}"),
                    rely: rely.as_ref().map_or_else(String::clone, |told| {
                        format!("{:.3} s, {}", told.number("include_cpu"), told.text("verdict"))
                    }),
                    peer,
                    rely_memory: rely
                        .as_ref()
                        .map_or("–".into(), |told| megabytes(told.number("peak_bytes"))),
                    peer_memory: "–".into(),
                    bar: if name == "pairS" { "< 0.1 s".into() } else { "decided, with a run on no".into() },
                    met: Some(seconds.is_some_and(|s| name != "pairS" || s < 0.1)),
                    ..Row::default()
                });
            }
        }
    }

    fn exploration(&mut self) {
        let size = if self.is_full() { "12" } else { "8" };
        let model = self.model(&format!("phil{size}.lts"), &["philosophers", "--size", size]);
        let rely = self.rely(&["explore", &model], "explore_cpu");
        let stateright = self.best(&self.tools.stateright, &[size], "explore_seconds");
        let spin = self.spin(
            "philosophers",
            &["-DNOREDUCE"],
            &[&format!("-DN={size}")],
            &["-E", "-m3000000", "-w24"],
        );
        let mut rates = Vec::new();
        for (name, peer) in [("Stateright", &stateright), ("Spin", &spin)] {
            let rate = peer.as_ref().ok().map(|told| told.number("states") / told.run.cpu);
            if let (Ok(rely), Ok(peer)) = (&rely, peer) {
                let (mine, theirs) = (rely.text("states").to_string(), peer.text("states").to_string());
                self.agree(&format!("{name}, states of {model}"), mine, theirs);
            }
            rates.extend(rate);
            let own = rely.as_ref().ok().map(|told| told.number("states") / told.number("explore_cpu"));
            let ratio = own.zip(rate).map(|(own, rate)| own / rate);
            let per_state = rely.as_ref().ok().map(|told| told.number("grown_bytes") / told.number("states"));
            let theirs = match peer {
                Ok(told) if name == "Spin" => format!("{:.0} B/state stored", told.number("bytes_per_state")),
                Ok(told) => format!("{:.0} B/state", told.number("peak_bytes") / told.number("states")),
                Err(_) => "–".to_string(),
            };
            self.put(Row {
                work: "exploration for deadlock and safety",
                model: model.trim_end_matches(".lts").to_string(),
                rely: own.map_or("failed".into(), rate_text),
                peer: format!(
                    "{name} {}",
                    peer.as_ref().map_or_else(String::clone, |_| rate_text(rate.unwrap_or(f64::NAN)))
                ),
                ratio,
                rely_memory: per_state.map_or("–".into(), |bytes| format!("{bytes:.1} B/state")),
                peer_memory: theirs,
                bar: "≥ 8× the better, exact, ≤ 20 B/state".into(),
                met: ratio
                    .zip(per_state)
                    .map(|(r, bytes)| r >= 8.0 && bytes <= 20.0)
                    .filter(|_| self.is_full()),
            });
        }
    }

    /// Runs Spin's verifier on one of our Promela models.
    fn spin(&self, model: &str, flags: &[&str], defines: &[&str], options: &[&str]) -> Result<Told, String> {
        let spin = self.tools.spin.as_ref().map_err(|_| "not available".to_string())?;
        let source = crate::root().join("xtask/peers/spin").join(format!("{model}.pml"));
        let folder = self.folder.join("spin");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let source = source.canonicalize().map_err(|error| error.to_string())?;
        let ended = |program: &std::path::Path, arguments: &[&str]| match measure(
            program, arguments, &folder, PATIENCE,
        ) {
            Outcome::Ended(run) => Ok(run),
            Outcome::TimedOut(limit) => Err(format!("> {limit} s")),
            Outcome::NotStarted(reason) => Err(reason),
        };
        ended(spin, &[&["-a"], defines, &[&*source.to_string_lossy()]].concat())?;
        ended("gcc".as_ref(), &[&["-O2", "-w", "-DSAFETY"], flags, &["-o", "pan", "pan.c"]].concat())?;
        let run = ended(&folder.join("pan"), options)?;
        let before = |words: &str| {
            let line = run.text.lines().find(|line| line.contains(words));
            line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok())
        };
        let states = before("states, stored").ok_or("failed")?;
        let stored =
            before("actual memory usage for states").map_or(f64::NAN, |mb| mb * 1024.0 * 1024.0 / states);
        let keys = BTreeMap::from([
            ("states".to_string(), format!("{states}")),
            ("bytes_per_state".to_string(), format!("{stored}")),
            ("errors".to_string(), run.text.contains("errors: 0").to_string()),
        ]);
        Ok(Told { run, keys })
    }

    fn threads(&mut self) {
        let size = if self.is_full() { "12" } else { "8" };
        let model = self.model(&format!("phil{size}.lts"), &["philosophers", "--size", size]);
        let lts = self.model(&format!("phil{size}.aut"), &["philosophers", "--size", size]);
        for (work, phase, file, key) in [
            ("two threads, exploration", "explore", &model, "explore_seconds"),
            ("two threads, strong reduction", "strong", &lts, "reduce_seconds"),
        ] {
            let (one, two) = (self.rely(&[phase, file, "1"], key), self.rely(&[phase, file, "2"], key));
            let (Ok(one), Ok(two)) = (one, two) else { continue };
            for same in ["states", "transitions", "quotient_states"] {
                self.agree(&format!("{work} {same}"), one.text(same), two.text(same));
            }
            let ratio = one.number(key) / two.number(key);
            self.put(Row {
                work,
                model: format!("phil{size}"),
                rely: format!("{:.3} s", two.number(key)),
                peer: format!("one thread {:.3} s", one.number(key)),
                ratio: Some(ratio),
                rely_memory: megabytes(two.number("peak_bytes")),
                peer_memory: megabytes(one.number("peak_bytes")),
                bar: "≥ 1.6×".into(),
                met: Some(ratio >= 1.6).filter(|_| self.is_full()),
            });
        }
    }

    fn reading(&mut self) {
        let size = if self.is_full() { "12" } else { "8" };
        let text = self.model(&format!("phil{size}.aut"), &["philosophers", "--size", size]);
        let binary = self.model(&format!("phil{size}.rlts"), &["philosophers", "--size", size]);
        let merc = self.best(&self.tools.merc, &["read", &text], "read_cpu");
        for (work, file, bar) in [("reading .aut", text, 3.0), ("reading .rlts", binary, 10.0)] {
            let rely = self.rely(&["read", &file], "read_cpu");
            let ratio = match (&rely, &merc) {
                (Ok(rely), Ok(merc)) => {
                    for key in ["states", "transitions"] {
                        self.agree(&format!("{work} {key}"), rely.text(key), merc.text(key));
                    }
                    Some(merc.number("read_cpu") / rely.number("read_cpu"))
                }
                _ => None,
            };
            let time = |told: &Result<Told, String>| {
                told.as_ref().map_or_else(String::clone, |told| format!("{:.3} s", told.number("read_cpu")))
            };
            let peak = |told: &Result<Told, String>| {
                told.as_ref().map_or("–".to_string(), |told| megabytes(told.number("read_peak_bytes")))
            };
            self.put(Row {
                work,
                model: format!("phil{size}"),
                rely: time(&rely),
                peer: format!("merc, .aut {}", time(&merc)),
                ratio,
                rely_memory: peak(&rely),
                peer_memory: peak(&merc),
                bar: format!("≥ {bar}×"),
                met: ratio.map(|r| r >= bar).filter(|_| self.is_full()),
            });
        }
    }

    /// Runs `rely check`, by a way of reduction if one is named; the document, or a sentence.
    fn check(&self, model: &str, reduction: Option<&str>, only: &str) -> Result<Measured, String> {
        let mut arguments = vec!["check", model, "--only", only, "--format", "json"];
        arguments.extend(reduction.iter().flat_map(|way| ["--reduction", way]));
        match measure(&self.tools.rely, &arguments, &self.folder, PATIENCE) {
            Outcome::Ended(run) if run.text.contains("rely/check/1") => Ok(run),
            Outcome::Ended(_) => Err("not available".to_string()),
            Outcome::TimedOut(limit) => Err(format!("> {limit} s")),
            Outcome::NotStarted(_) => Err("failed".to_string()),
        }
    }

    fn leader(&mut self) {
        let model = self.model("leader7.lts", &["leader", "--size", "7"]);
        let define = ["-DN=7", "-DL=1"];
        let full = self.spin("leader", &["-DNOREDUCE"], &define, &["-m1000000"]);
        let reduced = self.spin("leader", &[], &define, &["-m1000000"]);
        for (work, way, spin, bar) in [
            ("leader election, all states", None, full, false),
            ("leader election, partial order", Some("partial-order"), reduced, true),
        ] {
            let rely = self.check(&model, way, "deadlock,safety");
            if let Ok(run) = &rely {
                self.agree(work, run.text.contains("\"verdict\": \"holds\"") && run.success, true);
            }
            if let Ok(told) = &spin {
                self.agree(&format!("{work}, Spin finds no error"), told.text("errors"), "true");
            }
            let own = rely.as_ref().ok().and_then(|run| json_number(&run.text, "states"));
            let theirs = spin.as_ref().ok().map(|told| told.number("states"));
            let states = |number: f64| format!("{number} states");
            self.put(Row {
                work,
                model: "leader7".into(),
                rely: own.map_or_else(
                    || rely.as_ref().err().cloned().unwrap_or("failed".into()),
                    |n| states(n as f64),
                ),
                peer: format!(
                    "Spin {}",
                    spin.as_ref().map_or_else(String::clone, |told| states(told.number("states")))
                ),
                ratio: theirs.zip(own).map(|(theirs, own)| theirs / own as f64),
                rely_memory: rely.as_ref().map_or("–".into(), |run| megabytes(run.bytes)),
                peer_memory: spin.as_ref().map_or("–".into(), |told| megabytes(told.run.bytes)),
                bar: if bar { "the same order of magnitude".into() } else { "–".into() },
                met: theirs.zip(own).map(|(theirs, own)| own as f64 <= 10.0 * theirs).filter(|_| bar),
            });
        }
    }

    fn compositional(&mut self) {
        let (seats, stations) = if self.is_full() { ("100", "200") } else { ("12", "12") };
        let table =
            self.model(&format!("corrected{seats}.lts"), &["philosophers-corrected", "--size", seats]);
        let ring = self.model(&format!("ring{stations}.lts"), &["token-ring", "--size", stations]);
        for (work, model, only) in [
            ("compositional, deadlock freedom", table, "deadlock"),
            ("compositional, mutual exclusion", ring, "safety"),
        ] {
            let run = self.check(&model, Some("compositional"), only);
            let decided =
                run.as_ref().is_ok_and(|run| run.success && run.text.contains("\"verdict\": \"holds\""));
            if run.is_ok() {
                self.agree(&format!("{work} of {model} holds"), decided, true);
            }
            self.put(Row {
                work,
                model: model.trim_end_matches(".lts").to_string(),
                rely: run.as_ref().map_or_else(String::clone, |run| format!("{:.2} s", run.seconds)),
                peer: "–".into(),
                rely_memory: run.as_ref().map_or("–".into(), |run| megabytes(run.bytes)),
                peer_memory: "–".into(),
                bar: "< 10 s, < 500 MB".into(),
                met: run.as_ref().ok().map(|run| decided && run.seconds < 10.0 && run.bytes < 500e6),
                ..Row::default()
            });
        }
    }

    /// Rely has no learner yet; its smallest deterministic LTS is what a learner of the same language must find.
    fn learning(&mut self) {
        let model = self.model("buf5_2.lts", &["buffers", "--size", "5"]);
        let compose =
            ["compose", &model, "--minimize", "trace", "--output", "buf5_2-traces.aut", "--format", "json"];
        let rely =
            match measure(&self.tools.rely, &[&compose[..], &["--quiet"]].concat(), &self.folder, PATIENCE) {
                Outcome::Ended(run) if run.success => run,
                _ => return,
            };
        let text = std::fs::read_to_string(self.folder.join("buf5_2-traces.aut")).unwrap_or_default();
        let header = text.lines().next().unwrap_or_default();
        let states = header.trim_end_matches(')').rsplit(',').next().unwrap_or_default().trim().to_string();
        let script = crate::root().join("xtask/peers/aalpy/learn.py");
        let script = script.to_string_lossy();
        let learned = self.best(&self.tools.aalpy, &[&*script, "buf5_2-traces.aut"], "learn_seconds");
        if let Ok(told) = &learned {
            self.agree("learning buf5_2", states.as_str(), told.text("states"));
        }
        self.put(Row {
            work: "smallest deterministic LTS",
            model: "buf5_2".into(),
            rely: format!("{:.3} s, {states} states", rely.cpu),
            peer: format!(
                "AALpy learns it: {}",
                learned.as_ref().map_or_else(String::clone, |told| format!(
                    "{} s, {} queries, {} rounds",
                    told.text("learn_seconds"),
                    told.text("queries"),
                    told.text("rounds")
                ))
            ),
            rely_memory: megabytes(rely.bytes),
            peer_memory: learned.as_ref().map_or("–".into(), |told| megabytes(told.run.bytes)),
            bar: "–".into(),
            ..Row::default()
        });
    }
}

fn megabytes(bytes: f64) -> String {
    format!("{:.0} MB", bytes / 1e6)
}

fn per_transition(told: &Told) -> String {
    let bytes = told.number("peak_bytes");
    format!("{}, {:.0} B/transition", megabytes(bytes), bytes / told.number("transitions"))
}

fn rate_text(rate: f64) -> String {
    format!("{:.2} M states/s", rate / 1e6)
}
