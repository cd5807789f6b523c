//! `rely draw`: formats and files, parts of large machines, two versions, and what cannot be drawn.

mod common;

use common::{Folder, MUTEX, Run};
use serde_json::Value;

/// Three counters that run on their own: 20^3 states, of which no quotient is smaller.
const LARGE: &str = "
C(I=0) = C[0], C[k:0..19] = (c[I].up[k] -> C[(k+1)%20]).
||LARGE = (C(0) || C(1) || C(2)).
";

#[track_caller]
fn drawn(folder: &Folder, args: &[&str]) -> Run {
    folder.rely(&[&["draw"], args].concat()).exits(0)
}

#[track_caller]
fn document(folder: &Folder, args: &[&str]) -> Value {
    drawn(folder, &[args, &["--format", "json"]].concat()).json()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

#[test]
fn the_ending_of_a_file_is_its_format() {
    let folder = Folder::with(MUTEX);
    for (file, what, begins) in [
        ("p.svg", "machine", "<svg "),
        ("p.tex", "machine", "%"),
        ("p.dot", "architecture", "digraph "),
        ("p.gv", "machine", "digraph "),
        ("p.mmd", "trace", "sequenceDiagram"),
        ("p.puml", "trace", "@startuml"),
        ("p.json", "trace", "{"),
    ] {
        let run = drawn(&folder, &["m.lts", "--target", "BAD", "--what", what, "-o", file]);
        assert_eq!(run.out, "");
        assert!(folder.read(file).starts_with(begins), "{file}: {}", folder.read(file));
        // The same on standard output, by name.
        let name = match file {
            "p.svg" => "svg",
            "p.tex" => "tikz",
            "p.mmd" => "mermaid",
            "p.puml" => "plantuml",
            "p.json" => "json",
            _ => "dot",
        };
        let shown = drawn(&folder, &["m.lts", "--target", "BAD", "--what", what, "--format", name]);
        assert_eq!(shown.out, folder.read(file), "{file}");
    }
    // What is asked for counts, not the ending.
    drawn(&folder, &["m.lts", "--format", "dot", "-o", "p.txt"]);
    assert!(folder.read("p.txt").starts_with("digraph "));
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let folder = Folder::with(MUTEX);
    folder.file("run.txt", "w.enter\n");
    for (args, code, words) in [
        (&["m.lts", "-o", "p.bmp"][..], 2, ".svg, .tex, .dot"),
        (&["m.lts", "--format", "mermaid"], 2, "a graph cannot be drawn as mermaid"),
        (
            &["m.lts", "--target", "BAD", "--what", "trace", "--format", "dot"],
            2,
            "a run cannot be drawn as dot",
        ),
        (&["m.lts", "--target", "GOOD", "--what", "trace"], 4, "nothing in m.lts is violated"),
        (&["m.lts", "--what", "assumption"], 2, "--module"),
        (&["m.lts", "--what", "compat"], 2, "--baseline and --candidate"),
        (&["m.lts", "--around", "1000"], 2, "there is no state 1000"),
        (&["m.lts", "--around", "0,0"], 2, "2 components' states"),
        (&["m.lts", "--around", "x"], 2, "neither the number of a state"),
        (&["m.lts", "--trace", "run.txt"], 2, "is not a run"),
        (&["m.lts", "--process", "NOBODY"], 2, "NOBODY"),
        (&["m.lts", "--expand", "1000"], 2, "there is no state 1000"),
        (&["m.lts", "--expand", "0,0"], 2, "2 components' states"),
        (&["m.lts", "--expand", "x"], 2, "neither the number of a state"),
        (&["m.lts", "--around", "0", "--expand", "0,0,0"], 2, "use state numbers for all states, or"),
        (&["m.lts", "--what", "trace", "--expand", "0"], 2, "--expand does not apply to --what trace"),
        (&["m.lts", "--what", "proof", "--around", "0"], 2, "use it with --what machine of a model"),
        (&["m.lts", "--what", "architecture", "--trace", "run.txt"], 2, "with --what machine or trace"),
        (&["m.lts", "--module", "CAREFUL"], 2, "use it with --what assumption"),
        (&["none.lts"], 2, "none.lts"),
        (&[], 2, "FILE"),
        (&["m.lts", "--baseline", "m.lts:CAREFUL"], 2, "--candidate"),
        (
            &["m.lts", "--what", "trace", "--baseline", "m.lts:CAREFUL", "--candidate", "m.lts:GREEDY"],
            2,
            "draws one model, not two versions",
        ),
    ] {
        let run = folder.rely(&[&["draw"], args].concat()).exits(code);
        assert!(run.err.contains(words), "{args:?}\n{}", run.err);
        assert_eq!(run.out, "", "{args:?}");
    }
    // Programs get errors as documents.
    let run = folder.rely(&["draw", "m.lts", "--around", "1000", "--format", "json"]).exits(2);
    assert_eq!(run.json()["schema"], "rely/error/1", "{}", run.out);
    assert!(!folder.names().contains(&"p.bmp".to_string()));
}

#[test]
fn what_is_hidden_is_counted() {
    let folder = Folder::with(LARGE);
    let all = drawn(&folder, &["m.lts"]);
    assert!(all.err.contains("56 states; 7,944 are not"), "{}", all.err);
    assert!(all.out.contains("56 of 8,000 states"));
    let near = document(&folder, &["m.lts", "--around", "400", "--radius", "1"]);
    // Three steps forth, three back.
    assert_eq!((near["shown"].as_u64(), near["hidden"].as_u64()), (Some(7), Some(7993)));
    let nodes = list(&near["graphs"][0], "nodes");
    let hidden: u64 = nodes.iter().filter_map(|node| node["hidden"].as_u64()).sum();
    assert_eq!(hidden, 3 * 7 - 6, "each of the seven has three transitions, six of which are drawn");
    let center = nodes.iter().find(|node| node["key"] == "400").expect("the state itself");
    assert_eq!((&center["complete"], &center["kind"]), (&Value::Bool(true), &Value::from("state")));
    assert!(nodes.iter().all(|node| node["complete"] == (node["hidden"] == 0)));
    let far = document(&folder, &["m.lts", "--radius", "3", "--max-states", "10"]);
    assert_eq!((far["shown"].as_u64(), far["hidden"].as_u64()), (Some(10), Some(7990)));
    let small = document(&folder, &["m.lts", "--process", "C(1)"]);
    assert_eq!((small["shown"].as_u64(), small["hidden"].as_u64()), (Some(20), Some(0)));
}

#[test]
fn parts_of_a_machine_go_by_the_states_of_its_components() {
    let folder = Folder::with(LARGE);
    let near = document(&folder, &["m.lts", "--around", "7,0,19", "--radius", "1"]);
    let nodes = list(&near["graphs"][0], "nodes");
    let keys: Vec<&str> = nodes.iter().filter_map(|node| node["key"].as_str()).collect();
    assert_eq!(keys, ["7,0,19", "8,0,19", "7,1,19", "7,0,0"]);
    assert_eq!(near["hidden"], Value::Null);
    assert_eq!(nodes[0]["locals"], serde_json::json!(["C[7]", "C[0]", "C[19]"]));
    let edges: Vec<(u64, u64, &str)> = list(&near["graphs"][0], "edges")
        .iter()
        .map(|edge| {
            let end = |key: &str| edge[key].as_u64().expect("a number");
            (end("from"), end("to"), edge["labels"][0].as_str().expect("an action"))
        })
        .collect();
    assert_eq!(edges, [(0, 1, "c.0.up.7"), (0, 2, "c.1.up.0"), (0, 3, "c.2.up.19")]);
    let svg = near["svg"].as_str().expect("a picture");
    assert!(svg.contains("data-state=\"7,1,19\"") && svg.contains("data-from=\"7,0,19\" data-to=\"7,0,0\""));
}

#[test]
fn single_states_are_expanded() {
    let folder = Folder::with(LARGE);
    let keys = |args: &[&str]| -> Vec<String> {
        let near = document(&folder, &[&["m.lts", "--radius", "1"], args].concat());
        let nodes = list(&near["graphs"][0], "nodes");
        nodes.iter().filter_map(|node| Some(node["key"].as_str()?.to_string())).collect()
    };
    let first = ["0,0,0", "1,0,0", "0,1,0", "0,0,1"];
    let second = ["2,0,0", "1,1,0", "1,0,1"];
    let third = ["3,0,0", "2,1,0", "2,0,1"];
    let at = ["--around", "0,0,0"];
    assert_eq!(keys(&at), first);
    assert_eq!(keys(&["--expand", "1,0,0"]), [&first[..], &second].concat(), "the first state is the center");
    let both = ["0,0,0", "9,9,9", "1,0,0", "0,1,0", "0,0,1", "10,9,9", "9,10,9", "9,9,10"];
    assert_eq!(keys(&["--around", "0,0,0", "--around", "9,9,9"]), both);
    // What was added is expanded, too, in whatever order.
    let further = ["--expand", "2,0,0", "--expand", "1,0,0"];
    assert_eq!(keys(&[&at[..], &further].concat()), [&first[..], &second, &third].concat());
    // States that are not drawn have no successors in the picture, and Rely reports it.
    assert_eq!(keys(&["--expand", "2,0,0"]), first);
    let run = drawn(&folder, &["m.lts", "--radius", "1", "--expand", "2,0,0"]);
    assert!(run.err.contains("State 2,0,0 is not drawn, and neither are its successors"), "{}", run.err);
    // The same by numbers of the composed machine.
    let by_number = |args: &[&str]| keys(args).len();
    assert_eq!(by_number(&[]), first.len());
    let last = keys(&[]).pop().expect("four states");
    assert_eq!(by_number(&["--expand", &last]), first.len() + second.len());
    let wider = drawn(&folder, &["m.lts", "--radius", "1", "--expand", &last]);
    assert!(wider.err.contains("and those after expanded states, 7 states; 7,993 are not"), "{}", wider.err);
    // Each with the six states one step forth or back; by number, and none in common.
    assert_eq!(by_number(&["--around", "0", "--around", "4000"]), 14);
    for option in ["--around", "--expand"] {
        let run = folder.rely(&["draw", "m.lts", option, "8000"]).exits(2);
        assert!(run.err.contains("there is no state 8000"), "{}", run.err);
    }
    let missing = drawn(&folder, &["m.lts", "--radius", "1", "--expand", "7999"]);
    assert!(missing.err.contains("State 7999 is not drawn"), "{}", missing.err);
    // A tree has a small quotient, but its states go by other numbers.
    folder
        .file("t.lts", "T = N[0], N[i:0..254] = (when (i<127) l -> N[2*i+1] | when (i<127) r -> N[2*i+2]).");
    assert!(drawn(&folder, &["t.lts"]).err.contains("quotient"));
    assert!(!drawn(&folder, &["t.lts", "--expand", "1"]).err.contains("quotient"));
}

#[test]
fn a_system_of_any_size_is_drawn_in_part() {
    let folder = Folder::new();
    folder.rely(&["generate", "philosophers", "--size", "25", "-o", "m.lts"]).exits(0);
    let run = drawn(&folder, &["m.lts", "-o", "p.svg"]);
    assert!(run.err.contains("how many there are in all was not counted"), "{}", run.err);
    folder.file("run.txt", "phil.3.left.get\nphil.3.right.get\n");
    let marked = document(&folder, &["m.lts", "--trace", "run.txt", "--radius", "0"]);
    let nodes = list(&marked["graphs"][0], "nodes");
    assert_eq!(nodes.len(), 3);
    assert!(nodes.iter().all(|node| node["marked"] == true));
    assert_eq!(list(&marked["graphs"][0], "edges")[0]["kind"], "marked");
    // A number of a state is one of the composed machine, which is too large.
    let run = folder.rely(&["draw", "m.lts", "--around", "3", "--budget", "states=1000"]).exits(3);
    assert_eq!(run.out, "");
}

#[test]
fn two_versions_are_drawn_as_they_are_compared() {
    let folder = Folder::with(MUTEX);
    let versions = ["--baseline", "m.lts:CAREFUL", "--candidate", "m.lts:GREEDY", "--target", "GOOD"];
    folder
        .rely(&[&["compat", "--format", "json", "-o", "c.json", "--no-store"], &versions[..]].concat())
        .exits(1);
    let from_document = drawn(&folder, &["c.json"]);
    let direct = drawn(&folder, &[&versions[..], &["--what", "compat"]].concat());
    assert_eq!(direct.out, from_document.out);
    assert_eq!(direct.err, from_document.err);
    assert_eq!(drawn(&folder, &versions).out, direct.out, "versions are drawn as such");
    let pair = document(&folder, &versions);
    assert_eq!(pair["picture"], "compat");
    let [old, new] = list(&pair, "graphs") else { panic!("{pair:#}") };
    assert_eq!((&old["title"], &new["title"]), (&Value::from("CAREFUL"), &Value::from("GREEDY")));
    let lost: Vec<&Value> = list(old, "edges").iter().filter(|edge| edge["kind"] == "lost").collect();
    assert_eq!(lost.len(), 1, "{old:#}");
    assert_eq!(lost[0]["labels"], serde_json::json!(["e.exit"]));
    let refuses =
        |node: &&Value| node["about"].as_str().is_some_and(|about| about.contains("refuses e.exit"));
    assert_eq!(list(new, "nodes").iter().filter(refuses).count(), 1, "{new:#}");
    // Nothing is kept beside the model.
    assert_eq!(folder.names(), ["c.json", "m.lts"]);
}
