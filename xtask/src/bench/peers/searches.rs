//! Inclusion, exploration, threads, reading, ways of reduction, learning.

use std::collections::BTreeMap;

use super::{Bench, PATIENCE, Row, Told, megabytes};
use crate::bench::measure::{Measured, Outcome, json_number, measure};

impl Bench {
    pub(super) fn inclusion(&mut self) {
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

    pub(super) fn exploration(&mut self) {
        let size = if self.is_full() { "12" } else { "8" };
        let model = self.model(&format!("phil{size}.lts"), &["philosophers", "--size", size]);
        let rely = self.rely(&["explore", &model], "explore_cpu");
        let stateright = self.best(&self.tools.stateright, &[size], "explore_seconds");
        let packed = self.best(&self.tools.stateright, &[size, "1", "packed"], "explore_seconds");
        let spin = self.spin(
            "philosophers",
            &["-DNOREDUCE"],
            &[&format!("-DN={size}")],
            &["-E", "-m3000000", "-w24"],
        );
        let mut rates = Vec::new();
        for (name, peer) in
            [("Stateright", &stateright), ("Stateright, packed by hand", &packed), ("Spin", &spin)]
        {
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

    pub(super) fn threads(&mut self) {
        let size = if self.is_full() { "12" } else { "8" };
        let model = self.model(&format!("phil{size}.lts"), &["philosophers", "--size", size]);
        let lts = self.model(&format!("phil{size}.aut"), &["philosophers", "--size", size]);
        let cells = if self.is_full() { "15" } else { "8" };
        let milner = self.model(&format!("milner{cells}.aut"), &["milner", "--size", cells]);
        for (work, phase, file, key) in [
            ("two threads, exploration", "explore", &model, "explore_seconds"),
            ("two threads, strong reduction", "strong", &lts, "reduce_seconds"),
            ("two threads, strong reduction", "strong", &milner, "reduce_seconds"),
        ] {
            let (one, two) = (self.rely(&[phase, file, "1"], key), self.rely(&[phase, file, "2"], key));
            let (Ok(one), Ok(two)) = (one, two) else { continue };
            for same in ["states", "transitions", "quotient_states"] {
                self.agree(&format!("{work} {same}"), one.text(same), two.text(same));
            }
            let ratio = one.number(key) / two.number(key);
            self.put(Row {
                work,
                model: file.split('.').next().unwrap_or(file).to_string(),
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

    pub(super) fn reading(&mut self) {
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

    /// Runs `rely check` with a way of reduction; the document, or a sentence.
    fn check(&self, model: &str, reduction: &str, only: &str) -> Result<Measured, String> {
        let arguments = ["check", model, "--reduction", reduction, "--only", only, "--format", "json"];
        match measure(&self.tools.rely, &arguments, &self.folder, PATIENCE) {
            Outcome::Ended(run) if run.text.contains("rely/check/1") => Ok(run),
            Outcome::Ended(_) => Err("not available".to_string()),
            Outcome::TimedOut(limit) => Err(format!("> {limit} s")),
            Outcome::NotStarted(_) => Err("failed".to_string()),
        }
    }

    pub(super) fn leader(&mut self) {
        let model = self.model("leader7.lts", &["leader", "--size", "7"]);
        let define = ["-DN=7", "-DL=1"];
        let full = self.spin("leader", &["-DNOREDUCE"], &define, &["-m1000000"]);
        let reduced = self.spin("leader", &[], &define, &["-m1000000"]);
        for (work, way, spin, bar) in [
            ("leader election, all states", "none", full, false),
            ("leader election, partial order", "partial-order", reduced, true),
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

    pub(super) fn compositional(&mut self) {
        let (seats, stations) = if self.is_full() { ("100", "200") } else { ("12", "12") };
        let table =
            self.model(&format!("corrected{seats}.lts"), &["philosophers-corrected", "--size", seats]);
        let ring = self.model(&format!("ring{stations}.lts"), &["token-ring", "--size", stations]);
        for (work, model, only) in [
            ("compositional, deadlock freedom", table, "deadlock"),
            ("compositional, mutual exclusion", ring, "safety"),
        ] {
            let run = self.check(&model, "compositional", only);
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

    /// The smallest deterministic LTS is what a learner of the same language must find. (`bench learn`
    /// compares learners.)
    pub(super) fn learning(&mut self) {
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

fn rate_text(rate: f64) -> String {
    format!("{:.2} M states/s", rate / 1e6)
}
