//! The store under rough handling: runs that are killed, runs at the same time, a folder that is deleted
//! meanwhile.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, list};
use rely_testkit::generate::Rng;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A buffer, other versions of it, and a system with enough beside it that it is proved in parts.
const MODEL: &str = "
OLD = (put -> get -> OLD | reset -> OLD).
SAME = (put -> work -> get -> SAME | reset -> SAME).
LESS = (put -> get -> LESS).
MORE = (put -> get -> MORE | reset -> MORE | poll -> MORE).
WRONG = (put -> HELD | reset -> WRONG), HELD = (get -> WRONG | put -> HELD).
USER = (put -> USER | get -> USER | reset -> USER).
CLOCK(N=7) = C[0], C[i:0..N] = (tick -> C[(i + 1) % (N + 1)]).
property ORDER = (put -> get -> ORDER).
||REST = (USER || {a, b, c}:CLOCK).
||IN_OLD = (OLD || REST || ORDER).
||IN_SAME = (SAME || REST || ORDER).
||IN_LESS = (LESS || REST || ORDER).
||IN_MORE = (MORE || REST || ORDER).
||IN_WRONG = (WRONG || REST || ORDER).
";

const VERSIONS: [&str; 5] = ["OLD", "SAME", "LESS", "MORE", "WRONG"];

/// The question about a baseline and all candidates.
fn question(baseline: &str, more: &[&str]) -> Vec<String> {
    let mut args: Vec<String> = ["compat", "--engine", "learn", "--format", "json"].map(String::from).into();
    args.extend(["--baseline".into(), format!("m.lts:{baseline}")]);
    args.extend(["--target".into(), format!("IN_{baseline}")]);
    args.extend(VERSIONS.iter().flat_map(|version| ["--candidate".into(), format!("m.lts:{version}")]));
    args.extend(more.iter().map(|word| word.to_string()));
    args
}

fn start(folder: &Folder, baseline: &str, more: &[&str]) -> Child {
    let args = question(baseline, more);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = folder.command(&args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command can be started")
}

/// What a run says, what it took left out, and what it had of the store.
fn said(child: Child) -> (Value, Vec<String>) {
    let output = child.wait_with_output().expect("the run ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let mut document: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    let mut reused = Vec::new();
    for result in list(&document, "results") {
        let all = list(&result["statistics"], "reused");
        reused.extend(all.iter().map(|one| one.as_str().expect("a text").to_string()));
    }
    without_effort(&mut document);
    (document, reused)
}

/// Leaves out what may differ with a store.
fn without_effort(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("statistics");
            fields.remove("rule");
            fields.values_mut().for_each(without_effort);
        }
        Value::Array(items) => items.iter_mut().for_each(without_effort),
        _ => {}
    }
}

/// Every file of the store is whole, or has a temporary name.
fn check_store(place: &Path) -> usize {
    let mut whole = 0;
    let files = |folder: &str| -> Vec<(String, Vec<u8>)> {
        let Ok(entries) = fs::read_dir(place.join("v1").join(folder)) else { return Vec::new() };
        let named = |entry: fs::DirEntry| (entry.file_name().into_string().expect("a name"), entry.path());
        let all = entries.map(|entry| named(entry.expect("the folder can be listed")));
        all.filter(|(name, _)| !name.starts_with(".tmp"))
            .filter_map(|(name, path)| Some((name, fs::read(path).ok()?)))
            .collect()
    };
    for (name, bytes) in files("objects") {
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(name, digest, "{}", String::from_utf8_lossy(&bytes));
        whole += 1;
    }
    for (name, bytes) in files("keys") {
        let text = String::from_utf8(bytes).expect("a key is text");
        let words: Vec<&str> = text.strip_suffix('\n').expect("a line").split(' ').collect();
        assert_eq!((words.len(), words[0], words[1], words[2].len()), (3, "rely/store/key/1", &*name, 64));
    }
    whole
}

/// Twenty stations on a ring, searched as a whole because of a priority: far more states than anybody waits
/// for.
#[cfg(unix)]
const LARGE: &str = "
STATION(H=0) = if H then HAVE else IDLE,
IDLE = (in -> HAVE | work -> IDLE2), IDLE2 = (rest -> IDLE | in -> BUSY),
HAVE = (use -> GIVE | out -> IDLE), GIVE = (out -> IDLE), BUSY = (rest -> HAVE).
LAZY(H=0) = if H then HAVE else IDLE,
IDLE = (in -> HAVE | work -> IDLE2), IDLE2 = (rest -> IDLE | in -> BUSY),
HAVE = (out -> IDLE), BUSY = (rest -> HAVE).
property NO_Z = STOP + {z}.
||SMALL = (s[0]:STATION(1) || NO_Z).
||RING(N=3) = (forall[i:0..N-1] s[i]:STATION(i==0))/{forall[i:0..N-1] {pass[i]/{s[i].out, s[(i+1)%N].in}}}.
||LARGE = (RING(20) || NO_Z) >> {z}.
";

/// An interrupt ends a run with what it knows, and the store is as good as before.
#[cfg(unix)]
#[test]
fn an_interrupted_run_tells_what_it_knows_and_leaves_a_store_that_is_whole() {
    let folder = Folder::with(LARGE);
    let place = folder.path().join(".rely");
    let versions = [
        "compat",
        "-b",
        "m.lts:STATION",
        "-c",
        "m.lts:LAZY",
        "--engine",
        "learn",
        "--format",
        "json",
        "--target",
    ];
    let small = || {
        let mut document = folder.rely(&[&versions[..], &["SMALL"]].concat()).exits(1).json();
        without_effort(&mut document);
        document
    };
    let before = small();
    let kept = check_store(&place);
    assert!(kept > 0);
    let mut command = folder.command(&[&versions[..], &["LARGE"]].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started");
    std::thread::sleep(Duration::from_millis(1500));
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("there is a command kill").success(), "the run ended too soon");
    // Without the interrupt, it takes far longer than anybody waits.
    let output = child.wait_with_output().expect("the run ends");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    assert_eq!(document["schema"], "rely/compat/1");
    assert_eq!(
        (&document["verdict"], &document["compatibility"]["verdict"]),
        (&"unknown".into(), &"unknown".into())
    );
    assert_eq!(document["containment"]["verdict"], "violated", "that was known: {document:#}");
    assert!(check_store(&place) >= kept);
    assert_eq!(small(), before);
}

#[test]
fn killed_runs_and_runs_at_once_leave_a_store_that_is_whole() {
    let folder = Folder::with(MODEL);
    let place = folder.path().join(".rely");
    let begin = Instant::now();
    let expected = VERSIONS.map(|version| said(start(&folder, version, &["--no-store"])).0);
    assert!(!place.exists());
    let usual = begin.elapsed() / VERSIONS.len() as u32;

    let mut dice = Rng::new(6);
    let (mut killed, mut seen) = (0, 0);
    let begin = Instant::now();
    for round in 0..40 {
        let mut pick = || dice.below(VERSIONS.len());
        let (one, other) = (pick(), pick());
        let mut victim = start(&folder, VERSIONS[one], &[]);
        let survivor = start(&folder, VERSIONS[other], &[]);
        std::thread::sleep(usual.mul_f64(dice.below(200) as f64 / 100.0).min(Duration::from_millis(200)));
        if round % 5 == 4 {
            // It may be written to at the same time.
            let _ = fs::remove_dir_all(&place);
        }
        killed += usize::from(victim.try_wait().expect("it was started").is_none());
        victim.kill().expect("it is ours");
        victim.wait().expect("it ends");
        seen += check_store(&place);
        assert_eq!(said(survivor).0, expected[other], "round {round}");
        if begin.elapsed() > Duration::from_secs(4) && killed > 2 {
            break;
        }
    }
    assert!(killed > 2 && seen > 0, "{killed} runs were killed, {seen} objects seen");
    for (version, expected) in VERSIONS.iter().zip(&expected) {
        assert_eq!(said(start(&folder, version, &[])).0, *expected);
        let (again, reused) = said(start(&folder, version, &[]));
        assert_eq!(again, *expected);
        assert!(reused.iter().any(|one| one == "machines of the versions"), "{reused:?}");
        assert!(reused.iter().any(|one| one == "the proof of ORDER"), "{reused:?}");
    }
    assert!(check_store(&place) > 0);
    assert_eq!(fs::read_to_string(place.join("v1/.gitignore")).expect("there is one"), "*\n");
}

#[test]
fn the_store_can_be_elsewhere_nowhere_or_impossible() {
    let folder = Folder::with(MODEL);
    let ask = |more: &[&str]| {
        let pair = [
            "compat",
            "--baseline",
            "m.lts:OLD",
            "--candidate",
            "m.lts:SAME",
            "--target",
            "IN_OLD",
            "--engine",
            "learn",
        ];
        folder.rely(&[&pair[..], &["--format", "json"], more].concat()).exits(0)
    };
    ask(&["--no-store"]);
    assert_eq!(folder.names(), ["m.lts"]);
    ask(&["--store", "kept"]);
    assert_eq!(folder.names(), ["kept", "m.lts"]);
    let again = ask(&["--store", "kept"]).json();
    assert_eq!(again["statistics"]["membership_queries"], 0);
    assert_ne!(ask(&["--no-store"]).json()["statistics"]["membership_queries"], 0);
    for (store, why) in
        [("no/where", "its folder does not exist"), ("m.lts", "a part of its path is a link or not a folder")]
    {
        let run = ask(&["--store", store]);
        assert!(
            run.err.contains(&format!("results are not stored for later runs: {store}: {why}")),
            "{}",
            run.err
        );
    }
    folder
        .rely(&[
            "compat",
            "--baseline",
            "m.lts:OLD",
            "--candidate",
            "m.lts:OLD",
            "--store",
            "x",
            "--no-store",
        ])
        .exits(2);
}
