//! Work: told as it goes on, ended when nobody listens, a few at a time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};

use crate::kit::{LARGE, Running, TURNS};

fn server() -> Running {
    Running::new(&[("turns.lts", TURNS), ("large.lts", LARGE)])
}

/// Asks for work that takes long; gives the connection once the server has told of its progress.
fn begun(server: &Running, phase: &str) -> BufReader<TcpStream> {
    let request = json!({"command": "check", "file": "large.lts", "limits": {"time": 600}});
    let mut stream = server.connect();
    stream.write_all(&server.work(&request)).unwrap();
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains("\"progress\"") || !line.contains(phase) {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "the answer ended early");
        assert!(!line.contains("\"document\"") && !line.contains("\"error\""), "{line}");
    }
    lines
}

#[test]
fn the_last_line_is_the_only_document() {
    let server = server();
    let answer = server.run(&json!({"command": "check", "file": "large.lts", "limits": {"states": 300_000}}));
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines = answer.lines();
    let (last, before) = lines.split_last().unwrap();
    assert!(before.iter().all(|line| line["progress"]["phase"].is_string()), "{before:?}");
    let word = |result: &Value| result["verdict"].as_str().unwrap().to_string();
    let words: Vec<String> = last["document"]["results"].as_array().unwrap().iter().map(word).collect();
    assert!(words.contains(&"unknown".to_string()), "{last}");
}

#[test]
fn progress_is_told() {
    let server = server();
    let mut lines = begun(&server, "explor");
    let (mut done, mut seen) = (0, 0);
    while seen < 2 {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0);
        if !line.contains("progress") {
            continue;
        }
        let value: Value = serde_json::from_str(&line).unwrap();
        let now = value["progress"]["done"].as_u64().unwrap();
        assert!(now > done && value["progress"]["text"].as_str().unwrap().contains("states"), "{line}");
        (done, seen) = (now, seen + 1);
    }
}

#[test]
fn work_ends_when_the_reader_goes() {
    let server = server();
    // Both places are taken by work of minutes.
    let (one, other) = (begun(&server, "explor"), begun(&server, "explor"));
    let small = json!({"command": "check", "file": "turns.lts"});
    let mut waiting = BufReader::new(server.connect());
    waiting.get_mut().write_all(&server.work(&small)).unwrap();
    let mut line = String::new();
    while !line.contains("\"waiting\"") {
        line.clear();
        assert!(waiting.read_line(&mut line).unwrap() > 0);
    }
    // Light work does not wait.
    assert_eq!(server.document(&json!({"command": "simulate", "file": "turns.lts"}))["followed"], 0);
    drop((one, other));
    // Otherwise nothing is said for minutes, and the connection gives up.
    while !line.contains("\"document\"") {
        line.clear();
        assert!(waiting.read_line(&mut line).unwrap() > 0);
    }
}

#[test]
fn who_leaves_the_queue_is_forgotten() {
    let server = server();
    let (one, other) = (begun(&server, "explor"), begun(&server, "explor"));
    let queued: Vec<_> = (0..5).map(|_| begun(&server, "waiting")).collect();
    drop(queued);
    drop((one, other));
    // Otherwise the answer comes after minutes, and the connection gives up.
    server.document(&json!({"command": "check", "file": "turns.lts"}));
}

#[test]
fn the_server_ends_in_the_middle_of_work() {
    let server = server();
    let mut work = begun(&server, "explor");
    let mut events = BufReader::new(server.connect());
    events.get_mut().write_all(format!("{}\r\n", server.head("GET", "api/events")).as_bytes()).unwrap();
    let mut line = String::new();
    events.read_line(&mut line).unwrap();
    server.stop.store(true, Ordering::Relaxed);
    drop(server);
    let mut rest = String::new();
    // A connection that breaks off gives what was there.
    let _ = work.read_to_string(&mut rest);
    assert!(!rest.contains("\"holds\"") && !rest.contains("\"violated\""), "the work was not done: {rest}");
}

/// The paths of the next change that is told.
fn changes(server: &Running) -> impl FnMut() -> Value {
    let mut events = BufReader::new(server.connect());
    events.get_mut().write_all(format!("{}\r\n", server.head("GET", "api/events")).as_bytes()).unwrap();
    move || {
        let (mut line, mut n_lines) = (String::new(), 0);
        while !line.starts_with("data: ") {
            line.clear();
            assert!(events.read_line(&mut line).unwrap() > 0);
            // Something is said now and then, even if nothing changes.
            n_lines += 1;
            assert!(n_lines < 200, "the change is not reported");
        }
        serde_json::from_str::<Value>(&line[6..]).unwrap()["changed"].clone()
    }
}

/// The watch of a folder ends with it, even if there is one of the same name a moment later: that of another
/// branch, for example.
#[test]
fn folders_that_are_made_anew_are_watched() {
    let server = Running::new(&[("sub/one.lts", TURNS)]);
    let mut next = changes(&server);
    std::thread::sleep(Duration::from_millis(300));
    let sub = server.open().join("sub");
    for text in [LARGE, TURNS] {
        std::fs::remove_dir_all(&sub).unwrap();
        std::fs::create_dir(&sub).unwrap();
        std::fs::write(sub.join("one.lts"), text).unwrap();
        assert_eq!(next(), json!(["sub/one.lts"]), "a folder in place of another");
        std::fs::write(sub.join("one.lts"), format!("{text}\n")).unwrap();
        assert_eq!(next(), json!(["sub/one.lts"]), "a file in the new folder");
    }
    // The opened folder itself.
    std::fs::remove_dir_all(server.open()).unwrap();
    assert_eq!(next(), json!(["sub/one.lts"]));
    std::fs::create_dir(server.open()).unwrap();
    std::fs::write(server.open().join("two.lts"), TURNS).unwrap();
    assert_eq!(next(), json!(["two.lts"]));
}

#[test]
fn a_part_of_a_large_machine_is_drawn_and_grows() {
    let server = server();
    let asked = |fields: Value| {
        let mut request =
            json!({"command": "neighborhood", "file": "large.lts", "radius": 1, "maxStates": 40});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        server.document(&request)
    };
    let keys = |document: &Value| -> Vec<String> {
        let nodes = document["graphs"][0]["nodes"].as_array().unwrap();
        nodes.iter().map(|node| node["key"].as_str().unwrap().to_string()).collect()
    };
    // Seven counters at zero: each may count, and its reset leads back.
    let first = asked(json!({}));
    let around = keys(&first);
    assert_eq!(
        (first["shown"].as_u64(), around.len(), &first["hidden"]),
        (Some(8), 8, &Value::Null),
        "{around:?}"
    );
    // One of the neighbors is expanded: its own six neighbors besides the first, and its next count.
    let wider = keys(&asked(json!({"expanded": [around[1]]})));
    assert!(around.iter().all(|key| wider.contains(key)), "{wider:?}");
    assert_eq!(wider.len(), 8 + 7, "{wider:?}");
    let error =
        server.error(&json!({"command": "neighborhood", "file": "large.lts", "expanded": ["nowhere"]}));
    assert!(error.contains("nowhere"), "{error}");
}

#[test]
fn saved_files_are_told_and_read_again() {
    let server = server();
    let mut next = changes(&server);
    let check = json!({"command": "check", "file": "turns.lts"});
    let verdicts = || server.document(&check)["results"].to_string();
    assert!(!verdicts().contains("\"violated\""));
    // The watch begins with the server, which may still be on its way.
    std::thread::sleep(Duration::from_millis(300));
    let wrong = TURNS.replacen("ping -> pong -> P", "ping -> ping -> P", 2);
    // The same content is no change.
    std::fs::write(server.open().join("turns.lts"), TURNS).unwrap();
    std::fs::write(server.open().join("notes.txt"), "nothing").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    std::fs::write(server.open().join("turns.lts"), wrong).unwrap();
    assert_eq!(next(), json!(["turns.lts"]));
    assert!(verdicts().contains("\"violated\""), "the file is read again");
    std::fs::create_dir(server.open().join("new")).unwrap();
    std::fs::write(server.open().join("new/one.lts"), TURNS).unwrap();
    assert_eq!(next(), json!(["new/one.lts"]));
    // As editors do: a new file takes the place of the old one.
    std::fs::write(server.open().join("new/temporary"), LARGE).unwrap();
    std::fs::rename(server.open().join("new/temporary"), server.open().join("new/one.lts")).unwrap();
    assert_eq!(next(), json!(["new/one.lts"]));
    std::fs::remove_dir_all(server.open().join("new")).unwrap();
    assert_eq!(next(), json!(["new/one.lts"]));
}

#[test]
fn a_run_is_continued_by_choices() {
    let server = server();
    let asked = |fields: Value| {
        let mut request = json!({"command": "simulate", "file": "turns.lts"});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        server.document(&request)
    };
    let start = asked(json!({}));
    assert_eq!(start["choices"][0]["action"], "ping");
    assert_eq!(start["choices"][0]["participants"], json!([0, 1, 2]));
    let one = asked(json!({"actions": ["ping"]}));
    let two = asked(json!({"choices": one["taken"]}));
    assert_eq!(one["states"], two["states"]);
    assert_eq!((&one["followed"], &one["asked"]), (&json!(1), &json!(1)));
    let part = asked(json!({"actions": ["ping", "ping", "pong"]}));
    assert_eq!((&part["followed"], &part["asked"]), (&json!(1), &json!(3)));
    let cycle = asked(json!({"actions": [], "cycle": ["ping", "pong"]}));
    assert_eq!((&cycle["cycle_start"], &cycle["followed"]), (&json!(0), &json!(2)));
}

#[test]
fn certificates_are_checked() {
    let server = server();
    let request = json!({"command": "prove", "file": "turns.lts", "certificate": true});
    let document = server.document(&request);
    let result = &document["results"][0];
    assert_eq!(
        (&result["verdict"], &result["certified"]["verdict"]),
        (&json!("holds"), &json!("accepted")),
        "{result}"
    );
    assert_eq!(result["certificate"], json!(null));
    assert_eq!(
        server.document(&json!({"command": "prove", "file": "turns.lts"}))["results"][0].get("certified"),
        None
    );
}
