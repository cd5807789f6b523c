//! Runs as tests in other languages, which compile, and in formats of other tools.

use std::path::Path;
use std::process::Command;

const MODEL: &str = "P = (a -> b[1] -> P | stop -> c -> STOP).\n\
    Q = (b[1] -> d -> Q).\nproperty ONCE = (d -> STOP).\n||S = (p:P || Q || ONCE)/{b/p.b}.\n";

fn rely(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let done = Command::new(env!("CARGO_BIN_EXE_rely")).args(arguments).current_dir(folder).output();
    let done = done.expect("the program runs");
    (String::from_utf8(done.stdout).expect("text"), done.status.code())
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("m.lts"), MODEL).expect("a file");
    folder
}

const RUN: &str = "p.a b.1 d p.a b.1 d";

#[test]
fn a_run_is_a_test_that_compiles_and_fails_until_it_is_filled_in() {
    let folder = folder("as-test");
    let tools: [(&str, &str, &[&str], &[&str]); 3] = [
        (
            "rust",
            "t.rs",
            &["rustc", "--edition", "2024", "--test", "-Dwarnings", "-o", "t", "t.rs"],
            &["./t"],
        ),
        ("python", "t.py", &["python3", "-m", "py_compile", "t.py"], &["python3", "t.py"]),
        ("c", "t.c", &["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "tc", "t.c"], &["./tc"]),
    ];
    for (language, file, compile, run) in tools {
        let cycle = ["--cycle", "p.a b.1"];
        for (repeats, actions) in [(false, RUN), (true, "p.stop p.c")] {
            let mut arguments =
                vec!["replay", "--model", "m.lts", "--actions", actions, "--as-test", language];
            if !repeats {
                // Every step is a call, in order, in a comment the step with its lines.
                let (text, exit) = rely(&folder, &arguments);
                let calls = text.matches("step ").count();
                assert_eq!((exit, calls), (Some(0), 6), "{text}");
                assert!(text.contains("step 2: p:P (line 1), Q (line 2)"), "{text}");
                assert!(text.contains("call the code for b.1"), "{text}");
            }
            arguments.extend(["-o", file]);
            assert_eq!(rely(&folder, &arguments).1, Some(0), "{cycle:?}");
            let ran = |command: &[&str]| {
                Command::new(command[0]).args(&command[1..]).current_dir(&folder).output().expect(command[0])
            };
            let compiled = ran(compile);
            assert!(compiled.status.success(), "{language}: {}", String::from_utf8_lossy(&compiled.stderr));
            assert!(!ran(run).status.success(), "{language}: a test that calls nothing must not pass");
        }
    }
}

#[test]
fn what_is_no_run_of_the_model_is_no_test() {
    let folder = folder("no-test");
    let actions = ["replay", "--model", "m.lts", "--actions", "p.a p.a", "--as-test", "rust", "-o", "t.rs"];
    let (text, exit) = rely(&folder, &actions);
    assert_eq!(exit, Some(1), "{text}");
    assert!(text.starts_with("diverged on S after 1 step") && !folder.join("t.rs").exists(), "{text}");
}

#[test]
fn a_run_is_a_trace_in_itf_and_a_log_with_vector_clocks() {
    let folder = folder("exchange");
    let (text, exit) = rely(&folder, &["replay", "--model", "m.lts", "--actions", RUN, "--format", "itf"]);
    let trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((exit, trace["states"].as_array().map(Vec::len)), (Some(0), Some(7)));
    assert_eq!(trace["vars"], serde_json::json!(["action", "p_P", "Q", "ONCE"]));
    assert_eq!(
        (&trace["states"][6]["ONCE"], &trace["states"][2]["action"]),
        (&"ERROR".into(), &"b.1".into())
    );
    let (text, _) = rely(&folder, &["replay", "--model", "m.lts", "--actions", RUN, "--format", "shiviz"]);
    assert!(text.starts_with("\n\np.a → 1\np:P {\"p:P\":1}\nb.1 → P\np:P {\"p:P\":2}\n"), "{text}");
}

#[test]
fn a_violation_has_the_same_place_in_text_json_and_sarif() {
    let folder = folder("places");
    let check = |format: &str| rely(&folder, &["check", "m.lts", "--only", "safety", "--format", format]).0;
    let json: serde_json::Value = serde_json::from_str(&check("json")).expect("JSON");
    let steps = json["results"][0]["steps"]["steps"].as_array().expect("steps").clone();
    assert_eq!(steps.len(), 6);
    let sarif: serde_json::Value = serde_json::from_str(&check("sarif")).expect("JSON");
    let result = &sarif["runs"][0]["results"][0];
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow").clone();
    let text = check("text");
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" │ ")).skip(2).collect();
    assert_eq!((flow.len(), rows.len()), (6, 6), "{text}");
    for ((step, location), row) in steps.iter().zip(&flow).zip(rows) {
        let places = step["places"].as_array().expect("every step has places");
        let region = &location["location"]["physicalLocation"]["region"];
        let of = |place: &serde_json::Value| {
            ["line", "column", "end_line", "end_column"].map(|key| place[key].clone())
        };
        let own = ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].clone());
        assert!(places.iter().any(|place| of(place) == own), "{step} {region}");
        let lines: Vec<String> = places.iter().map(|place| place["line"].to_string()).collect();
        let cell = row.split(" │ ").nth(1).expect("a column").trim();
        assert!(cell.split(',').all(|line| lines.iter().any(|known| known == line)), "{row} {lines:?}");
    }
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region, &flow[5]["location"]["physicalLocation"]["region"]);
    let ending =
        "ONCE stands after `d` (line 3) and allows none of its actions here; `d` came from Q (line 2)";
    assert_eq!(json["results"][0]["ending"], ending);
    assert!(text.contains(&format!("  {ending}.\n")), "{text}");
    assert!(result["message"]["text"].as_str().expect("a message").ends_with(ending));
}
