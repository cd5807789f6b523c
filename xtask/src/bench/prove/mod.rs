//! `cargo xtask bench prove [--quick] [FAMILY]`: proofs by rules beside the search of the whole.
//!
//! Every measurement is a process of its own (`prove_one`, of the package `rely-benches`) with limits on
//! time and memory; what was measured with the same program is not measured again. `--quick` has shorter
//! limits and fewer sizes; with a family only its rows are made, and no page is written.

mod ask;
mod families;

use std::fmt::Write as _;

use self::ask::{Answer, Asker, Certified, Model, Parts};
use self::families::{FAMILIES, Family, LARGE, PUBLISHED};
use super::page::write_section;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Quick,
    Full,
}

/// The ways of a row: what they are called, what `prove_one` is asked, the parts.
const WAYS: [(&str, &str, Parts); 5] = [
    ("monolithic", "monolithic", Parts::Own),
    ("auto", "auto", Parts::Own),
    ("asym", "asym", Parts::Papers),
    ("sym", "sym", Parts::Papers),
    ("circ", "circ", Parts::Papers),
];

/// A search of the whole that takes less is not compared with `auto`.
const WORTH_COMPARING: f64 = 0.05;

/// The most that `auto` may take, as a multiple of the search of the whole.
const RATIO: f64 = 1.2;

/// How many times more product states the baseline must expand.
const EXPANSIONS: f64 = 10.0;

/// Measures all, or one family; writes the section if it was all.
pub fn run(extent: Extent, only: Option<&str>) -> bool {
    let Some(asker) = Asker::ready() else { return false };
    let mut bench = Bench { asker, extent, wrong: 0 };
    let chosen: Vec<&Family> =
        FAMILIES.iter().filter(|f| only.is_none_or(|name| f.title.starts_with(name))).collect();
    if chosen.is_empty() {
        eprintln!("there is no family {}", only.unwrap_or_default());
        return false;
    }
    let growth: Vec<Growth<'_>> = chosen.iter().map(|family| bench.grow(family)).collect();
    let mut page = head(extent);
    for part in [
        sizes_table(&growth),
        rows_table(&growth),
        bench.ratios(&growth),
        bench.expansions(&chosen),
        bench.published(&chosen),
        bench.large(&chosen),
        bench.faulty(&chosen),
        bench.certificates(&chosen),
    ] {
        println!("{part}");
        page.push_str(&part);
    }
    if bench.wrong > 0 {
        eprintln!("{} answers are wrong", bench.wrong);
        return false;
    }
    only.is_some() || write_section(&crate::root(), "prove", &page)
}

/// What was measured of a family: per size an answer for each way, `None` where it was not tried.
struct Growth<'f> {
    family: &'f Family,
    rows: Vec<(u32, Vec<Option<Answer>>)>,
}

impl Growth<'_> {
    /// The largest size that a way decides.
    fn largest(&self, way: usize) -> Option<u32> {
        let decided = |row: &&(u32, Vec<Option<Answer>>)| row.1[way].as_ref().is_some_and(Answer::is_decided);
        self.rows.iter().filter(decided).map(|row| row.0).max()
    }

    fn answer(&self, size: u32, way: usize) -> Option<&Answer> {
        self.rows.iter().find(|row| row.0 == size)?.1[way].as_ref()
    }

    /// States of the whole at a size: counted, or (then not exact) by the growth between the two largest
    /// counts.
    fn states(&self, size: u32) -> Option<(f64, bool)> {
        let counted = |row: &(u32, Vec<Option<Answer>>)| {
            row.1[0].as_ref().filter(|a| a.is_decided()).map(|a| (row.0, a.largest as f64))
        };
        let known: Vec<(u32, f64)> = self.rows.iter().filter_map(counted).collect();
        if let Some(&(_, states)) = known.iter().find(|(at, _)| *at == size) {
            return Some((states, true));
        }
        let [.., (one, first), (two, second)] = known[..] else { return None };
        let per_size = (second / first).powf(1.0 / f64::from(two - one));
        Some((second * per_size.powf(f64::from(size) - f64::from(two)), false))
    }
}

struct Bench {
    asker: Asker,
    extent: Extent,
    /// How many answers contradict others.
    wrong: usize,
}

impl Bench {
    /// Seconds after which a proof is given up.
    fn patience(&self) -> u64 {
        match self.extent {
            Extent::Quick => 5,
            Extent::Full => 60,
        }
    }

    /// All sizes until no way decides any more.
    fn grow<'f>(&mut self, family: &'f Family) -> Growth<'f> {
        let mut growth = Growth { family, rows: Vec::new() };
        let mut open = vec![true; WAYS.len()];
        let sizes = if family.sizes.is_empty() { &[0] } else { family.sizes };
        for &size in sizes {
            let model = Model { family, size, faulty: false };
            for (way, open) in open.iter_mut().enumerate() {
                *open = *open && !self.is_hopeless(&growth, way, size);
            }
            let mut answers: Vec<Option<Answer>> = vec![None; WAYS.len()];
            // The first two one after the other, for their times; rules beside each other.
            for ways in [0..1, 1..2, 2..WAYS.len()] {
                let asked: Vec<usize> = ways.filter(|&way| open[way]).collect();
                let jobs: Vec<(&str, Parts)> = asked.iter().map(|&way| (WAYS[way].1, WAYS[way].2)).collect();
                let told = self.asker.prove_all(model, &jobs, self.patience());
                for (way, answer) in asked.into_iter().zip(told) {
                    if let Some(answer) = &answer {
                        println!("{}: {}: {}", model.title(), WAYS[way].0, cell(Some(answer)));
                        self.expect(&model.title(), answer, "holds");
                    }
                    open[way] = answer.as_ref().is_some_and(Answer::is_decided);
                    answers[way] = answer;
                }
            }
            growth.rows.push((size, answers));
            if !open.contains(&true) {
                break;
            }
        }
        growth
    }

    /// Would the next size, by the growth so far, take more than twice the limit?
    fn is_hopeless(&self, growth: &Growth<'_>, way: usize, size: u32) -> bool {
        let known: Vec<(u32, f64)> =
            growth.rows.iter().filter_map(|row| Some((row.0, row.1[way].as_ref()?.seconds))).collect();
        let [.., (one, first), (two, second)] = known[..] else { return false };
        // What decides by itself does not grow evenly.
        if WAYS[way].0 == "auto" || second < 0.1 * self.patience() as f64 {
            return false;
        }
        let per_size = (second / first.max(1e-3)).powf(1.0 / f64::from(two - one));
        second * per_size.powf(f64::from(size - two)) > 2.0 * self.patience() as f64
    }

    fn expect(&mut self, title: &str, answer: &Answer, verdict: &str) {
        let contradicts = answer.is_decided() && answer.verdict != verdict;
        if contradicts || answer.verdict == "wrong" || answer.verdict.starts_with("failed") {
            eprintln!("{title}: {} instead of {verdict}", answer.verdict);
            self.wrong += 1;
        }
    }

    /// `auto` beside the search of the whole, best of three.
    fn ratios(&mut self, growth: &[Growth<'_>]) -> String {
        let mut table = format!(
            "\n### Never much slower\n\n\
            Processor seconds, one thread, best of 3, for models whose monolithic search takes more than {WORTH_COMPARING} s. Bar: at most \
            {RATIO} times as long.\n\n| model | monolithic | auto | ratio | bar |\n|---|---:|---:|---:|---|\n"
        );
        for family in growth {
            for &(size, ref answers) in &family.rows {
                let both = (&answers[0], &answers[1]);
                let (Some(whole), Some(_)) = both else { continue };
                if !whole.is_decided() || whole.cpu < WORTH_COMPARING {
                    continue;
                }
                let model = Model { family: family.family, size, faulty: false };
                // A long run is compared once.
                let runs = if whole.seconds > 5.0 { 1 } else { 3 };
                let mut best = |how: &str| {
                    let again = (0..runs).filter_map(|i| {
                        let limit = self.patience() + i;
                        self.asker.prove(model, how, Parts::Own, limit).map(|answer| answer.cpu)
                    });
                    again.fold(f64::INFINITY, f64::min)
                };
                let (whole, auto) = (best("monolithic"), best("auto"));
                let ratio = auto / whole;
                let _ = writeln!(
                    table,
                    "| {} | {whole:.2} s | {auto:.2} s | {ratio:.2} | {} |",
                    model.title(),
                    yes(ratio <= RATIO)
                );
            }
        }
        table
    }

    /// Product states that the baseline expands, and that the teacher here does.
    fn expansions(&mut self, chosen: &[&Family]) -> String {
        let mut table = format!(
            "\n### Product states expanded\n\n\
            With the split of the papers. *Plain*: L* with every membership query answered by model checking from scratch, as the papers do it. *Same \
            learner*: L* over the same alphabet, answers from states explored once. *Default*: smallest assumptions over growing alphabets. Both \
            count the premises that are checked again at the end. *Needed*: states of the largest premise of the proof, which every method must visit once. \
            Bar: plain expands at least {EXPANSIONS:.0} times as many as one of the two; *cannot be* if it expands less than {EXPANSIONS:.0} times \
            the needed states.\n\n\
            | model | needed | plain: queries | states | same learner: queries | states | fewer | default: queries | states | fewer | bar |\n\
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n"
        );
        for &family in chosen {
            let sizes = if family.sizes.is_empty() { &[0] } else { family.sizes };
            for &size in sizes.iter().filter(|&&size| size <= family.plain) {
                let model = Model { family, size, faulty: false };
                let limit = self.patience();
                let mut ask = |how: &str| self.asker.prove(model, how, Parts::Papers, limit);
                let (Some(plain), Some(same), Some(default)) =
                    (ask("plain"), ask("asym:lstar:full"), ask("asym"))
                else {
                    continue;
                };
                for answer in [&plain, &same, &default] {
                    self.expect(&model.title(), answer, "holds");
                }
                let at_least = if plain.is_decided() { "" } else { "> " };
                let times = |answer: &Answer| plain.expansions as f64 / answer.expansions.max(1) as f64;
                let of = |answer: &Answer| match answer.is_decided() {
                    true => format!(
                        "{} | {} | {at_least}{:.0}×",
                        answer.queries,
                        answer.expansions,
                        times(answer)
                    ),
                    false => format!("{} | > {} | –", answer.queries, answer.expansions),
                };
                let decided = || [&plain, &same, &default].into_iter().filter(|answer| answer.is_decided());
                let needed = decided().map(|answer| answer.largest).min().unwrap_or(0);
                let met = [&same, &default].iter().any(|a| a.is_decided() && times(a) >= EXPANSIONS);
                let can_be = !plain.is_decided() || plain.expansions as f64 >= EXPANSIONS * needed as f64;
                let _ = writeln!(
                    table,
                    "| {} | {needed} | {} | {at_least}{} | {} | {} | {} |",
                    model.title(),
                    plain.queries,
                    plain.expansions,
                    of(&same),
                    of(&default),
                    if met || can_be { yes(met) } else { "cannot be" }
                );
            }
        }
        table
    }

    /// Sizes of assumptions beside the published ones.
    fn published(&mut self, chosen: &[&Family]) -> String {
        let mut table = "\n### Sizes of assumptions\n\n\
            States of the assumption of `asym` with the split of the papers in both orders, alphabets refined, compared with the sizes in the literature \
            (the bar).\n\n| model | named part assumes | the others assume | bar |\n|---|---:|---:|---|\n"
            .to_string();
        for &(title, size, most) in PUBLISHED {
            let Some(family) = chosen.iter().find(|family| family.title == title) else { continue };
            let model = Model { family, size, faulty: false };
            let limit = self.patience();
            let mut ask = |parts: Parts| self.asker.prove(model, "asym", parts, limit);
            let answers = [ask(Parts::Papers), ask(Parts::Turned)];
            let states = |answer: &Option<Answer>| match answer {
                Some(answer) if answer.is_decided() => answer.size().to_string(),
                Some(answer) => format!("{} ({})", answer.verdict, answer.size()),
                None => "–".to_string(),
            };
            let fits = |answer: &&Answer| answer.is_decided() && answer.size() <= most;
            let _ = writeln!(
                table,
                "| {} | {} | {} | ≤ {most}: {} |",
                model.title(),
                states(&answers[0]),
                states(&answers[1]),
                yes(answers.iter().flatten().any(|answer| fits(&answer)))
            );
        }
        table
    }

    /// Large systems, within a minute.
    fn large(&mut self, chosen: &[&Family]) -> String {
        let mut table = "\n### Large systems\n\nBar: proved by `auto` within 60 s and 4 GB.\n\n\
            | model | auto | bar |\n|---|---|---|\n"
            .to_string();
        for &(title, size) in LARGE {
            let Some(family) = chosen.iter().find(|family| family.title == title) else { continue };
            let model = Model { family, size, faulty: false };
            let Some(answer) = self.asker.prove(model, "auto", Parts::Own, self.patience()) else { continue };
            self.expect(&model.title(), &answer, "holds");
            let _ = writeln!(
                table,
                "| {} | {} | {} |",
                model.title(),
                cell(Some(&answer)),
                yes(answer.verdict == "holds")
            );
        }
        table
    }

    /// Small faulty systems, in every way.
    fn faulty(&mut self, chosen: &[&Family]) -> String {
        let mut table = "\n### Faulty variants\n\n\
            Every method must find the violation, or leave it undecided. Every run is replayed.\n\n| model |"
            .to_string();
        for (title, _, _) in WAYS {
            let _ = write!(table, " {title} |");
        }
        let _ = writeln!(table, "\n|---|{}", "---|".repeat(WAYS.len()));
        for &family in chosen {
            let size = family.sizes.get(1).copied().unwrap_or(0);
            let model = Model { family, size, faulty: true };
            let _ = write!(table, "| {} |", model.title());
            for (_, how, parts) in WAYS {
                let answer = self.asker.prove(model, how, parts, self.patience().min(20));
                if let Some(answer) = &answer {
                    self.expect(&model.title(), answer, "violated");
                }
                let shown = answer.map_or("–".to_string(), |a| match a.is_decided() {
                    true => format!("{}, {}", a.verdict, seconds(a.time())),
                    false => a.verdict,
                });
                let _ = write!(table, " {shown} |");
            }
            table.push('\n');
        }
        table
    }

    /// Certificates of small systems by every rule, and of the faulty ones.
    fn certificates(&mut self, chosen: &[&Family]) -> String {
        const RULES: [&str; 5] = ["auto", "asym", "asym-n", "sym", "circ"];
        let mut table = "\n### Certificates\n\n\
            Written by `rely prove --certificate`, checked by `rely certify`: size of the file and time of the check, including reading. For the \
            faulty variant it contains the run.\n\n| model |"
            .to_string();
        RULES.iter().for_each(|rule| {
            let _ = write!(table, " {rule} |");
        });
        let _ = writeln!(table, " faulty |\n|---|{}---|", "---|".repeat(RULES.len()));
        for &family in chosen {
            let size = family.sizes.get(1).copied().unwrap_or(0);
            let model = Model { family, size, faulty: false };
            let broken = Model { faulty: true, ..model };
            let _ = write!(table, "| {} |", model.title());
            for (model, rule) in RULES.iter().map(|&rule| (model, rule)).chain([(broken, "auto")]) {
                let shown = match self.asker.certify(model, rule, self.patience().min(10)) {
                    Some(Certified::Accepted(bytes, time)) => {
                        format!("accepted, {} kB, {}", bytes.div_ceil(1000), seconds(time))
                    }
                    Some(Certified::Rejected) => {
                        eprintln!("{}: {rule}: the certificate is rejected", model.title());
                        self.wrong += 1;
                        "**rejected**".to_string()
                    }
                    Some(Certified::None) => "no verdict".to_string(),
                    None => "–".to_string(),
                };
                let _ = write!(table, " {shown} |");
            }
            table.push('\n');
        }
        table
    }
}

fn head(extent: Extent) -> String {
    let (command, limit) = match extent {
        Extent::Quick => ("cargo xtask bench prove --quick", "5 s"),
        Extent::Full => ("cargo xtask bench prove", "60 s"),
    };
    format!(
        "## Proofs by rules\n\n\
        Written by `{command}`: each cell is a separate process with one thread, {limit} and 4 GB. States are those of the largest product that was \
        explored; times are processor times of the proof, without reading the model; A is the number of states of the assumptions, q that of \
        membership queries. `asym`, `sym` and `circ` use the split of the papers and refined alphabets; \
        `auto` chooses by itself, in parallel with a monolithic search. A size is not tried if, by the growth so far, it would take more than twice \
        the limit. The models are ours ([families](docs/book/src/families.md)): their states differ from the published ones.\n"
    )
}

/// The largest sizes.
fn sizes_table(growth: &[Growth<'_>]) -> String {
    let mut table = "\n### Largest sizes\n\nThe largest size that each method decides; `+` if there was no larger one to try. If `auto` goes further than the monolithic \
        search, the last column gives the states of the entire system at `auto`'s size as a multiple of those at the search's; ~ if estimated by growth.\n\n| family |"
        .to_string();
    for (title, _, _) in WAYS {
        let _ = write!(table, " {title} |");
    }
    let _ = writeln!(table, " times the states |\n|---|{}---:|", "---:|".repeat(WAYS.len()));
    let (mut further, mut tenfold) = (0, 0);
    for growth in growth.iter().filter(|growth| !growth.family.sizes.is_empty()) {
        let _ = write!(table, "| {} |", growth.family.title);
        let last = growth.family.sizes.last().copied();
        for way in 0..WAYS.len() {
            let largest = growth.largest(way);
            let more = if largest == last { "+" } else { "" };
            let _ = write!(table, " {}{more} |", largest.map_or("–".to_string(), |size| size.to_string()));
        }
        let (whole, auto) = (growth.largest(0).unwrap_or(0), growth.largest(1).unwrap_or(0));
        let states = |size| growth.states(size);
        let times = match (states(whole), states(auto)) {
            (Some((whole, _)), Some((auto, exact))) => Some((auto / whole, exact)),
            _ => None,
        };
        let text = match times.filter(|_| auto > whole) {
            Some((times, _)) if times >= 1e6 => format!("~10^{:.0}×", times.log10().floor()),
            Some((times, exact)) => format!("{}{times:.0}×", if exact { "" } else { "~" }),
            None => "–".to_string(),
        };
        further += usize::from(auto > whole);
        tenfold += usize::from(auto > whole && times.is_some_and(|(times, _)| times >= 10.0));
        let _ = writeln!(table, " {text} |");
    }
    let _ = writeln!(
        table,
        "\n`auto` goes further on {further} families (bar: 4: {}), with ten times the states on {tenfold} (bar: 2: {}).",
        yes(further >= 4),
        yes(tenfold >= 2)
    );
    table
}

/// All cells.
fn rows_table(growth: &[Growth<'_>]) -> String {
    let mut table = "\n### Size by size\n\n| model |".to_string();
    for (title, _, _) in WAYS {
        let _ = write!(table, " {title} |");
    }
    let _ = writeln!(table, "\n|---|{}", "---|".repeat(WAYS.len()));
    for growth in growth {
        for &(size, _) in &growth.rows {
            let model = Model { family: growth.family, size, faulty: false };
            let _ = write!(table, "| {} |", model.title());
            for way in 0..WAYS.len() {
                let _ = write!(table, " {} |", cell(growth.answer(size, way)));
            }
            table.push('\n');
        }
    }
    table
}

fn cell(answer: Option<&Answer>) -> String {
    let Some(answer) = answer else { return "–".to_string() };
    if !answer.is_decided() {
        return answer.verdict.clone();
    }
    let mut text = format!("{} st, {}", answer.largest, seconds(answer.time()));
    if answer.rule != "monolithic" {
        let _ = write!(text, ", {}", answer.rule);
    }
    if !answer.sizes.is_empty() {
        let list: Vec<String> = answer.sizes.iter().take(4).map(ToString::to_string).collect();
        let more =
            if answer.sizes.len() > 4 { format!(", … ({})", answer.sizes.len()) } else { String::new() };
        let _ = write!(text, ", A: {}{more}", list.join(", "));
    }
    if answer.queries > 0 {
        let _ = write!(text, ", {} q", answer.queries);
    }
    text
}

fn seconds(value: f64) -> String {
    if value < 0.1 { format!("{:.1} ms", value * 1e3) } else { format!("{value:.2} s") }
}

fn yes(met: bool) -> &'static str {
    if met { "yes" } else { "**no**" }
}
