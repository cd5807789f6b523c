//! Draws machines and tells how long it took and what the pictures are like, beside those of `dot` where it
//! is installed.
//!
//! `draw_models [--svg FOLDER] FILE...`: all targets of FSP files with 8 to 200 states, and random machines.
//! A line per machine: name, states, edges, milliseconds (of the processor, where the system tells),
//! crossings, other faults, and the crossings and other faults of `dot`, or `-`.
//!
//! `dot` decides on the crossings soon, and may take minutes to place and route what is decided. If that
//! takes too long, its crossings are those that it has counted itself: they differ little from those that are
//! seen in pictures.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rely_draw::layout::{Rect, layout};
use rely_draw::{
    Diagram, Judged, MachineOptions, Score, is_readable, judge, machine, score, write_dot, write_svg,
};
use rely_fsp::{Model, NoImports, parse};
use rely_lts::{Actions, Budget, Context, Lts};
use rely_testkit::generate::{RandomLts, Rng};

/// How long `dot` may think about a picture.
const PATIENCE: Duration = Duration::from_secs(40);

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let folder = (files.first().is_some_and(|word| word == "--svg") && files.len() > 1).then(|| {
        let folder = files.remove(1);
        files.remove(0);
        folder
    });
    let show = |name: &str, lts: &Lts| {
        if lts.n_states() < 8 || lts.n_states() > 200 {
            return;
        }
        let diagram = machine(lts, &MachineOptions { name: name.to_string(), ..MachineOptions::default() });
        line(name, &diagram);
        if let Some(folder) = &folder {
            std::fs::write(format!("{folder}/{name}.svg"), write_svg(&diagram.scene()))
                .expect("the folder exists");
        }
    };
    for file in files {
        let text = std::fs::read(&file).expect("the file can be read");
        let stem = std::path::Path::new(&file).file_stem().unwrap_or_default().to_string_lossy().to_string();
        let (model, _) = Model::new(parse(&text).model);
        let budget = Budget { states: Some(5000), ..Budget::unlimited() };
        let ctx = Context { budget: &budget, ..Context::unlimited() };
        // Only what `rely draw` would draw as it is; random machines may be denser.
        for target in model.processes().into_iter().chain(model.composites()) {
            let Some(system) = model.system(target, &NoImports, ctx).system else { continue };
            if let Ok(composed) = rely_fsp::build(&system, ctx)
                && is_readable(&composed.lts, 200)
            {
                show(&format!("{stem}-{target}"), &composed.lts);
            }
        }
    }
    for (states, fan_out) in [(50, 2), (100, 2), (200, 2), (200, 3), (200, 6)] {
        let knobs = RandomLts { states, fan_out, actions: 5, tau_percent: 10, ..RandomLts::default() };
        let lts = knobs.generate(&Actions::new(), &mut Rng::new(states as u64 + fan_out as u64));
        show(&format!("random-{states}-{fan_out}"), &lts);
    }
}

fn line(name: &str, diagram: &Diagram) {
    let graph = diagram.graph();
    // The least of three: other programs may have been busy.
    let mut took = f64::INFINITY;
    let mut drawn = None;
    for _ in 0..3 {
        let (start, used) = (Instant::now(), processor());
        drawn = Some(layout(&graph));
        let millis = match (used, processor()) {
            (Some(before), Some(after)) => (after - before) as f64 / 1e6,
            _ => start.elapsed().as_secs_f64() * 1000.0,
        };
        took = took.min(millis);
    }
    let drawn = drawn.expect("it was drawn three times");
    let ours = score(&graph, &drawn);
    let theirs = match dot(diagram) {
        Some(Theirs::Picture(score)) => format!("{} {}", score.crossings, faults(&score)),
        Some(Theirs::Crossings(crossings)) => format!("{crossings} -"),
        None => "- -".to_string(),
    };
    println!(
        "{name} {} {} {took:.1} {} {} {theirs}",
        graph.nodes.len(),
        graph.edges.len(),
        ours.crossings,
        faults(&ours)
    );
}

/// Nanoseconds that this thread has had a processor, where the system tells.
fn processor() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn faults(score: &Score) -> usize {
    score.node_overlaps + score.label_overlaps + score.edges_over_nodes + score.edges_over_labels
}

/// What is known of the picture of `dot`.
enum Theirs {
    /// It was made.
    Picture(Score),
    /// It was not finished, but `dot` has told its crossings.
    Crossings(u64),
}

/// The picture of `dot` for the same graph.
fn dot(diagram: &Diagram) -> Option<Theirs> {
    let mut child = Command::new("dot")
        .args(["-v", "-Tplain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let text = write_dot(diagram);
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let shown = reader(child.stdout.take()?);
    let told = reader(child.stderr.take()?);
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().ok()?;
            child.wait().ok()?;
            return counted(&told.join().ok()?).map(Theirs::Crossings);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    writer.join().ok()?.ok()?;
    Some(Theirs::Picture(judge(&plain(&shown.join().ok()?, diagram))))
}

/// Reads all of a stream on a thread of its own.
fn reader(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is still worth something.
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The crossings that `dot -v` tells: `mincross NAME: 12 crossings, 0.10 secs.`
fn counted(notes: &str) -> Option<u64> {
    let line = notes.lines().rfind(|line| line.starts_with("mincross") && line.contains(" crossings, "))?;
    line.split(" crossings, ").next()?.split(' ').next_back()?.parse().ok()
}

/// A picture in the plain format of Graphviz: inches, y upward.
fn plain(text: &str, diagram: &Diagram) -> Judged {
    let mut picture =
        Judged { nodes: vec![Rect::default(); diagram.nodes.len()], edges: Vec::new(), labels: Vec::new() };
    let unit = |word: &str| word.parse::<f64>().unwrap_or(0.0) * 72.0;
    let number = |word: &str| word.strip_prefix('n').and_then(|digits| digits.parse::<usize>().ok());
    let around = |x: f64, y: f64, width: f64, height: f64| Rect {
        x: (x - width / 2.0) as i32,
        y: (y - height / 2.0) as i32,
        width: width as i32,
        height: height as i32,
    };
    for line in text.replace("\\\n", "").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["node", name, x, y, width, height, ..] => {
                if let Some(i) = number(name) {
                    picture.nodes[i] = around(unit(x), -unit(y), unit(width), unit(height));
                }
            }
            ["edge", from, to, count, rest @ ..] => {
                let (Some(from), Some(to), Ok(count)) = (number(from), number(to), count.parse::<usize>())
                else {
                    continue;
                };
                let points: Vec<(f64, f64)> =
                    rest[..2 * count].chunks(2).map(|p| (unit(p[0]), -unit(p[1]))).collect();
                let owner = picture.edges.len();
                picture.edges.push((from, to, flattened(&points)));
                // The label is quoted if it has blanks; its place is the two numbers before style and color.
                let tail = &rest[2 * count..];
                let edge = diagram.edges.iter().find(|edge| edge.from == from && edge.to == to);
                if let (true, Some(edge)) = (tail.len() >= 5, edge) {
                    let (x, y) = (unit(tail[tail.len() - 4]), -unit(tail[tail.len() - 3]));
                    let widest = edge.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
                    let (width, height) = (widest as f64 * 7.2, edge.lines.len() as f64 * 14.0);
                    picture.labels.push((owner, around(x, y, width, height)));
                }
            }
            _ => {}
        }
    }
    picture
}

/// A chain of cubic curves as straight pieces.
fn flattened(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut line = vec![points[0]];
    for curve in points.windows(4).step_by(3) {
        for i in 1..=12 {
            let t = f64::from(i) / 12.0;
            let s = 1.0 - t;
            let mix = |k: fn(&(f64, f64)) -> f64| {
                s * s * s * k(&curve[0])
                    + 3.0 * s * s * t * k(&curve[1])
                    + 3.0 * s * t * t * k(&curve[2])
                    + t * t * t * k(&curve[3])
            };
            line.push((mix(|p| p.0), mix(|p| p.1)));
        }
    }
    line
}
