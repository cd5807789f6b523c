//! Strong, branching and weak bisimilarity: the reduce phase.

use super::{Bench, Row, Told, megabytes};

/// A reduction by Rely and merc.
struct Reduced {
    row: Row,
    /// How many times as long merc took.
    ratio: Option<f64>,
    /// Rely's seconds.
    seconds: Option<f64>,
    /// Rely's peak, per transition.
    bytes: Option<f64>,
}

impl Bench {
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

    /// One reduction by Rely and merc.
    fn reduction(&mut self, relation: &'static str, file: &str, work: &'static str) -> Reduced {
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
            work,
            model: file.trim_end_matches(".aut").to_string(),
            rely: time(&rely),
            peer: format!("merc {}", time(&merc)),
            ratio,
            rely_memory: memory(&rely),
            peer_memory: memory(&merc),
            ..Row::default()
        };
        let rely = rely.ok();
        let seconds = rely.as_ref().map(|told| told.number("reduce_cpu"));
        let bytes = rely.map(|told| told.number("grown_bytes") / told.number("transitions"));
        Reduced { row, ratio, seconds, bytes }
    }

    pub(super) fn strong(&mut self) {
        for (file, _) in self.models() {
            let Reduced { row, ratio, bytes, .. } = self.reduction("strong", &file, "strong, reduce phase");
            let bar = "≥ 2× (two of four ≥ 3×), ≤ 24 B/transition";
            let met = ratio.zip(bytes).map(|(ratio, bytes)| ratio >= 2.0 && bytes <= 24.0);
            self.put(Row { bar: bar.to_string(), met: met.filter(|_| self.is_full()), ..row });
        }
    }

    pub(super) fn branching(&mut self) {
        for (file, kind) in self.models() {
            let Reduced { row, ratio, bytes, .. } =
                self.reduction("branching", &file, "branching, reduce phase");
            let (bar, least, most) = match kind {
                "rand" => ("not slower than the better of merc and mCRL2", 1.0, f64::INFINITY),
                _ => ("≥ 2×, ≤ 40 B/transition", 2.0, 40.0),
            };
            let met = ratio.zip(bytes).map(|(ratio, bytes)| ratio >= least && bytes <= most);
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

    pub(super) fn weak(&mut self) {
        let phil8 = self.model("phil8.aut", &["philosophers", "--size", "8"]);
        let Reduced { row, seconds, .. } = self.reduction("weak", &phil8, "weak, reduce phase");
        self.put(Row { bar: "< 0.3 s".into(), met: seconds.map(|s| s < 0.3), ..row });
        if !self.is_full() {
            return;
        }
        let phil10 = self.model("phil10.aut", &["philosophers", "--size", "10"]);
        let Reduced { row, ratio, .. } = self.reduction("weak", &phil10, "weak, reduce phase");
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
}

fn per_transition(told: &Told) -> String {
    let (peak, grown) = (told.number("peak_bytes"), told.number("grown_bytes"));
    // What the program has before it reads anything is not counted, where it is told.
    let counted = if grown.is_nan() { peak } else { grown };
    format!("{}, {:.1} B/transition", megabytes(peak), counted / told.number("transitions"))
}
