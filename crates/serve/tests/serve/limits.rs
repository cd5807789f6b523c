//! What a request may be, and what it may cost others.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};

use serde_json::json;

use crate::kit::{Answer, Running, TURNS};

fn server() -> Running {
    Running::new(&[("turns.lts", TURNS)])
}

#[test]
fn every_address_has_one_method() {
    let server = server();
    for (path, allowed) in [
        ("", "GET"),
        ("app.js", "GET"),
        ("api/project", "GET"),
        ("api/file?path=turns.lts", "GET"),
        ("api/run", "POST"),
    ] {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"] {
            let answer =
                server.send(format!("{}Content-Length: 0\r\n\r\n", server.head(method, path)).as_bytes());
            let expected = match method == allowed {
                true if method == "POST" => 415,
                true => 200,
                false => 405,
            };
            assert_eq!(answer.status, expected, "{method} {path}: {answer:?}");
            assert_eq!(answer.header("allow"), (expected == 405).then_some(allowed), "{method} {path}");
        }
    }
}

#[test]
fn requests_for_work_are_json() {
    let server = server();
    let post = |headers: &str, body: &str| {
        let head = server.head("POST", "api/run");
        server.send(format!("{head}{headers}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
    };
    let body = json!({"command": "explain", "code": "E0401"}).to_string();
    assert_eq!(post("Content-Type: application/json; charset=utf-8\r\n", &body).status, 200);
    for kind in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonp\r\n",
        "Content-Type: application/json\r\nContent-Type: text/plain\r\n",
    ] {
        assert_eq!(post(kind, &body).status, 415, "{kind}");
    }
    for wrong in [
        "",
        "{",
        "nothing",
        "[]",
        "null",
        "{}",
        "{\"command\":3}",
        "{\"command\":\"rm\"}",
        "{\"command\":\"check\"}x",
        &"[".repeat(100_000),
        "\u{0}",
    ] {
        let answer = post("Content-Type: application/json\r\n", wrong);
        assert_eq!(answer.status, 400, "{wrong:.40}: {answer:?}");
        assert_eq!(answer.json()["error"]["schema"], "rely/error/1");
    }
}

#[test]
fn a_wrong_field_is_named() {
    let server = server();
    for (request, word) in [
        (json!({"command": "check"}), "`file`"),
        (json!({"command": "check", "file": 3}), "`file`"),
        (json!({"command": "check", "file": "turns.lts", "porperties": []}), "`porperties`"),
        (json!({"command": "check", "file": "turns.lts", "properties": "ALL"}), "`properties`"),
        (json!({"command": "check", "file": "turns.lts", "limits": {"states": -1}}), "`limits.states`"),
        (json!({"command": "check", "file": "turns.lts", "limits": {"apples": 1}}), "`apples`"),
        (json!({"command": "prove", "file": "turns.lts", "rule": "magic"}), "`rule`"),
        (json!({"command": "draw", "file": "turns.lts", "picture": "cat"}), "`picture`"),
        (json!({"command": "simulate", "file": "turns.lts", "choices": ["a"]}), "`choices[0]`"),
        (json!({"command": "replay", "file": "turns.lts"}), "`trace`"),
        (json!({"command": "replay", "file": "turns.lts", "trace": {"action": []}}), "`trace`"),
        (json!({"command": "draw", "file": "turns.lts", "title": "t"}), "`title`"),
        (json!({"command": "neighborhood", "file": "turns.lts", "radius": 0.5}), "`radius`"),
        (json!({"command": "explain", "code": "E9999"}), "`E9999`"),
    ] {
        let message = server.error(&request);
        assert!(message.contains(word), "{request}: {message}");
    }
}

#[test]
fn large_requests_are_refused_before_they_are_read() {
    let server = server();
    let head = server.head("POST", "api/run");
    let sent = format!("{head}Content-Type: application/json\r\nContent-Length: 100000000000\r\n\r\n{{");
    let answer = server.send(sent.as_bytes());
    assert_eq!(answer.status, 413, "{answer:?}");
}

#[test]
fn large_heads_are_refused() {
    let server = server();
    let long = format!("X-Long: {}\r\n", "x".repeat(300_000));
    let many: String = (0..1000).map(|i| format!("X-{i}: y\r\n")).collect();
    for headers in [long, many] {
        let answer = server.get_with("", &headers);
        assert!(answer.status == 431 || answer.status == 0, "{answer:?}");
    }
    let answer = server.get(&"x".repeat(300_000));
    assert!([0, 414, 431].contains(&answer.status), "{answer:?}");
    assert_eq!(server.get("").status, 200);
}

#[test]
fn what_is_not_http_is_not_answered() {
    let server = server();
    for bytes in
        [&b"\r\n\r\n"[..], b"hello\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", &[0xFF; 100]]
    {
        let mut stream = server.connect();
        stream.write_all(bytes).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut got = Vec::new();
        let _ = stream.read_to_end(&mut got);
        let answer = Answer::read(&got);
        assert!(answer.status == 0 || answer.status == 400, "{answer:?}");
        assert_eq!(answer.body, "");
    }
    assert_eq!(server.get("").status, 200);
}

#[test]
fn half_requests_do_not_hold_up_others() {
    let server = server();
    let half = |text: &str| -> TcpStream {
        let mut stream = server.connect();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let head = format!(
        "{}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{\"com",
        server.head("POST", "api/run")
    );
    let mut waiting: Vec<TcpStream> = (0..50).map(|_| half("GET / HT")).collect();
    waiting.extend((0..50).map(|_| half(&head)));
    assert_eq!(server.get("api/project").status, 200);
    let request = json!({"command": "check", "file": "turns.lts"});
    assert_eq!(server.document(&request)["results"][0]["verdict"], "holds");
    // The answers came while the server still waited for the rest of the others.
    for mut stream in waiting {
        stream.set_nonblocking(true).unwrap();
        let error = stream.read(&mut [0]).expect_err("there is neither an answer nor an end");
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn a_hundred_requests_at_once_are_answered() {
    let server = server();
    std::thread::scope(|scope| {
        let ask = |i: usize| match i % 4 {
            0 => server.get("").status == 200,
            1 => server.get("api/file?path=turns.lts").json()["path"] == "turns.lts",
            2 => server.document(&json!({"command": "check", "file": "turns.lts"}))["target"] == "TURNS",
            _ => server.document(&json!({"command": "simulate", "file": "turns.lts"}))["followed"] == 0,
        };
        let threads: Vec<_> = (0..100).map(|i| scope.spawn(move || ask(i))).collect();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
    });
}

#[test]
fn half_open_connections_do_not_keep_the_owner_out() {
    let server = server();
    let half_open = |_| {
        let mut stream = server.connect();
        // A stranger's connection may be closed before it says anything.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
        stream
    };
    let strangers: Vec<TcpStream> = (0..600).map(half_open).collect();
    for _ in 0..5 {
        assert_eq!(server.get("").status, 200, "the owner gets a place");
    }
    drop(strangers);
}
