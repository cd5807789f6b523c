//! Every exit code by real command lines: 0 all hold, 1 violated, 2 usage or model error, 3 undecided, 4
//! nothing to check, 70 internal error, 130 interrupted.

mod common;

use common::Folder;

/// A system that is fine, one that is not, and one whose answer is cut off by a violated property.
const MODEL: &str = "
P = (a -> b -> P).
Q = (a -> b -> STOP).
property NO_A = STOP + {a}.
property ORDER = (a -> b -> ORDER).
progress GOES_ON = {b}
||GOOD = (P || ORDER).
||STUCK = (Q || ORDER).
||CUT = (P || NO_A).
";

#[track_caller]
fn check(code: i32, args: &[&str]) {
    Folder::with(MODEL).rely(args).exits(code);
}

#[test]
fn zero_if_all_hold() {
    check(0, &["check", "m.lts", "--target", "GOOD"]);
    check(0, &["compose", "m.lts", "--target", "STUCK"]);
    check(0, &["compare", "m.lts", "--left", "P", "--right", "P", "--relation", "strong"]);
    check(0, &["replay", "--model", "m.lts", "--target", "GOOD", "--actions", "a b a"]);
    check(0, &["convert", "m.lts", "--target", "P", "--format", "aut"]);
    check(0, &["explain", "e1001"]);
    check(0, &["--help"]);
    check(0, &["check", "--help"]);
    check(0, &["--version"]);
}

#[test]
fn one_if_something_is_violated() {
    check(1, &["check", "m.lts", "--target", "STUCK"]);
    check(1, &["check", "m.lts", "--target", "CUT", "--only", "safety"]);
    check(1, &["compare", "m.lts", "--left", "P", "--right", "Q", "--relation", "trace"]);
    check(1, &["replay", "--model", "m.lts", "--target", "GOOD", "--actions", "a a"]);
    let folder = Folder::with(MODEL);
    folder.file("c.json", r#"{"schema":"rely/certificate/2"}"#);
    folder.rely(&["certify", "c.json"]).exits(1);
}

#[test]
fn one_if_something_denied_is_found() {
    let folder = Folder::with("P = (a -> P).\nproperty NOTHING = STOP.\n||S = (P || NOTHING)\\{b}.\n");
    let args = ["check", "m.lts", "--only", "deadlock,safety"];
    let screen = folder.rely(&args).exits(0);
    assert!(screen.out.contains("holds vacuously"), "{}", screen.out);
    assert!(screen.err.contains("warning[W0801]"), "{}", screen.err);
    folder.rely(&[&args[..], &["--deny", "vacuous"]].concat()).exits(1);
    folder.rely(&[&args[..], &["--deny", "warnings"]].concat()).exits(1);
    let folder = Folder::with("P = (a -> P).\n");
    folder.rely(&["check", "m.lts", "--deny", "vacuous,warnings"]).exits(0);
}

#[test]
fn two_if_the_command_line_is_wrong() {
    check(2, &[]);
    check(2, &["prove"]);
    check(2, &["check"]);
    check(2, &["check", "m.lts", "--no-such-option"]);
    check(2, &["check", "m.lts", "--format", "aut"]);
    check(2, &["check", "m.lts", "--budget", "states=none"]);
    check(2, &["check", "m.lts", "--target", "NONE"]);
    check(2, &["check", "m.lts", "--property", "NONE"]);
    check(2, &["compose", "m.lts", "--minimize", "none"]);
    check(2, &["compose", "m.lts", "--output", "lts.xyz"]);
    check(2, &["compare", "m.lts", "--left", "P", "--right", "NONE", "--relation", "trace"]);
    check(2, &["compare", "m.lts", "--left", "P", "--right", "P", "--relation", "none"]);
    check(2, &["convert", "m.lts"]);
    check(2, &["replay"]);
    check(2, &["replay", "--actions", "a"]);
    check(2, &["certify", "none.json"]);
    check(2, &["explain", "E9999"]);
    check(2, &["man", "none"]);
    check(2, &["completions", "none"]);
}

#[test]
fn two_if_the_model_is_wrong() {
    for model in ["P = (a -> b", "||S = (P).", "P = (a[0..99999999999] -> P)."] {
        let folder = Folder::with(model);
        folder.rely(&["check", "m.lts"]).exits(2);
        folder.rely(&["compose", "m.lts"]).exits(2);
        folder.rely(&["simulate", "m.lts"]).exits(2);
    }
}

#[test]
fn three_if_the_budget_is_spent() {
    let folder = Folder::with("P = C[0], C[i:0..999] = (up -> C[(i+1)%1000]).\n||S = ({a,b}:P).\n");
    let run = folder.rely(&["check", "m.lts", "--budget", "states=2000"]).exits(3);
    assert!(
        run.out.contains("unknown: 2000 states reached (limit)"),
        "what is known is printed: {}",
        run.out
    );
    folder.rely(&["check", "m.lts", "--budget", "states=10"]).exits(3);
    folder.rely(&["compose", "m.lts", "--budget", "states=2000"]).exits(3);
    folder.rely(&["check", "m.lts", "--budget", "memory=10k"]).exits(3);
    let compare = ["compare", "m.lts", "--left", "S", "--right", "S", "--relation", "trace"];
    folder.rely(&[&compare[..], &["--budget", "states=2000"]].concat()).exits(3);
}

#[test]
fn three_if_the_answer_is_cut_off() {
    let folder = Folder::with("P = (a -> P | e -> ERROR). assert GOES_ON = []<>a ||S = (P).");
    folder.rely(&["check", "m.lts", "--only", "progress"]).exits(3);
    folder.rely(&["check", "m.lts", "--only", "ltl"]).exits(3);
    // A property that is not checked ends no run.
    check(0, &["check", "m.lts", "--target", "CUT", "--only", "progress"]);
}

#[test]
fn four_if_there_is_nothing_to_check() {
    check(4, &["check", "m.lts", "--target", "GOOD", "--only", "ltl"]);
    for nothing in ["const N = 3\n", "// only a comment\n", "range R = 0..1\nset S = {a}\n"] {
        Folder::with(nothing).rely(&["check", "m.lts"]).exits(4);
    }
}

#[test]
fn the_worst_wins() {
    // 1 before 3: a violation stays one, however much else is undecided.
    let run = Folder::with(MODEL).rely(&["check", "m.lts", "--target", "CUT"]).exits(1);
    assert!(run.out.contains("violated in 1 step") && run.out.contains("unknown: "), "{}", run.out);
    let far = "C = C[0], C[i:0..999] = (up -> C[(i+1)%1000]).\n\
               F = (bad -> ERROR | up -> F).\n||S = ({a,b}:C || F).\n";
    let spent = ["check", "m.lts", "--budget", "states=2000"];
    let run = Folder::with(far).rely(&spent).exits(1);
    assert!(run.out.contains("violated in 1 step") && run.out.contains("(limit)"), "{}", run.out);
    // 2 before 1: a wrong name beside a violated one.
    check(2, &["check", "m.lts", "--target", "CUT", "--property", "NO_A,NONE"]);
    // 1 before 0.
    check(1, &["check", "m.lts", "--target", "STUCK", "--only", "deadlock,safety"]);
}

/// It gives the same code where the system refuses it the memory of its one thread.
#[cfg(target_os = "linux")]
#[test]
fn seventy_if_the_program_cannot_work() {
    let folder = Folder::with(MODEL);
    let starved = |format: &str| {
        let line = format!("ulimit -v 200000; exec {} check m.lts --format {format}", common::RELY);
        let output = std::process::Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path())
            .output()
            .expect("there is a shell");
        assert_eq!(output.status.code(), Some(70), "{output:?}");
        (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (out, err) = starved("text");
    assert!(
        out.is_empty() && err.contains("error[E1199]: internal error: no thread could be started"),
        "{err}"
    );
    let (out, _) = starved("json");
    let document: serde_json::Value = serde_json::from_str(&out).expect("errors are JSON, too");
    assert_eq!(document["diagnostics"][0]["code"], "E1199");
}

/// A premise that fails is a defect of Rely. Unoptimized builds make a proof wrong if the system asks for it.
#[cfg(debug_assertions)]
#[test]
fn seventy_if_a_premise_fails() {
    let small = "M = (a -> x -> y -> M).\nN = (x -> b -> y -> N).\nproperty P = (a -> b -> P).\n";
    let two = "property Q = (x -> b -> y -> Q).\n";
    let station = Folder::new().rely(&["generate", "gas-station", "--size", "2"]).exits(0).out;
    let model = |rule: &str, name: &str| {
        Folder::with(&match rule {
            "pair" => format!("{small}{two}||{name} = (M || N || P || Q).\n"),
            // A chain has no assumption where the components are composed at once.
            "asym-n" => station.replace("||T = ", &format!("||{name} = ")),
            _ => format!("{small}||{name} = (M || N || P).\n"),
        })
    };
    for rule in ["asym", "asym-n", "sym", "sym-a", "sym-b", "sym-n", "pair", "circ"] {
        let args = ["prove", "m.lts", "--rule", rule, "--no-portfolio"];
        let screen = model(rule, "RIGHT").rely(&args).exits(0);
        assert!(screen.out.contains("holds"), "{rule}: {}", screen.out);
        // The panic is intended, so this is not run by `Folder::rely`, which allows none.
        let wrong = model(rule, "WITH_WRONG_ASSUMPTIONS");
        let prove = |format: &str| {
            let mut command = std::process::Command::new(common::RELY);
            command.args(args).args(["--format", format]).current_dir(wrong.path());
            let output = command.output().expect("the command starts");
            assert_eq!(output.status.code(), Some(70), "{rule}: {output:?}");
            (
                String::from_utf8_lossy(&output.stdout).into_owned(),
                String::from_utf8_lossy(&output.stderr).into_owned(),
            )
        };
        let (out, err) = prove("text");
        assert!(out.is_empty() && err.contains("error[E1199]"), "{rule}: {out}{err}");
        assert!(err.contains(&format!("a premise of the proof by rule {rule} does not hold")), "{err}");
        let document: serde_json::Value =
            serde_json::from_str(&prove("json").0).expect("errors are JSON, too");
        assert_eq!(document["diagnostics"][0]["code"], "E1199", "{rule}");
    }
}

/// Twenty stations on a ring: far more states than anybody waits for, and a violation right at the beginning.
#[cfg(unix)]
const LARGE: &str = "
STATION(H=0) = if H then HAVE else IDLE,
IDLE = (in -> HAVE | work -> IDLE2), IDLE2 = (rest -> IDLE | in -> BUSY),
HAVE = (use -> GIVE | out -> IDLE), GIVE = (out -> IDLE), BUSY = (rest -> HAVE).
||RING(N=3) = (forall[i:0..N-1] s[i]:STATION(i==0))/{forall[i:0..N-1] {pass[i]/{s[i].out, s[(i+1)%N].in}}}.
property NO_WORK = STOP + {s[1].work}.
||LARGE = (RING(20) || NO_WORK).
";

#[cfg(unix)]
fn interrupted(args: &[&str], signal: &str) -> common::Run {
    let folder = Folder::with(LARGE);
    let mut command = folder.command(args);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = command.spawn().expect("the command can be started");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("there is a command kill").success(), "the run ended too soon");
    let output = child.wait_with_output().expect("the command ends");
    common::Run {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    }
}

#[cfg(unix)]
#[test]
fn hundred_and_thirty_if_interrupted_with_what_is_known() {
    let full = ["check", "m.lts", "--only", "deadlock,safety", "--reduction", "none"];
    let run = interrupted(&full, "-INT").exits(130);
    assert!(
        run.out.contains("safety    NO_WORK  violated in 1 step"),
        "what is known is printed: {}",
        run.out
    );
    assert!(run.out.contains("unknown: "), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_gives_a_document() {
    let full = ["check", "m.lts", "--format", "json", "--reduction", "none"];
    let run = interrupted(&full, "-TERM").exits(130);
    assert_eq!(run.json()["schema"], "rely/check/1");
    assert_eq!(run.json()["results"][0]["verdict"], "unknown");
    let run = interrupted(&["compose", "m.lts", "--format", "json"], "-INT").exits(130);
    assert_eq!(run.json()["schema"], "rely/error/1");
}
