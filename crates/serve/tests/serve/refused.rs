//! Who may ask: only those who know the token, through the name that we have, from our own page.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::json;

use crate::kit::{Answer, Running, TURNS};

fn server() -> Running {
    Running::new(&[("turns.lts", TURNS)])
}

#[track_caller]
fn is_refused(answer: &Answer) {
    assert_eq!(answer.status, 403, "{answer:?}");
    assert_eq!(answer.body, "", "a refusal tells nothing");
}

#[test]
fn without_the_token_nothing_is_answered() {
    let server = server();
    assert_eq!(server.get("").status, 200);
    let token = server.base.trim_matches('/').to_string();
    let almost = format!("{}{}", &token[..31], if token.ends_with('0') { '1' } else { '0' });
    let paths = [
        "/".to_string(),
        "/favicon.ico".to_string(),
        "/api/project".to_string(),
        "/app.js".to_string(),
        format!("/{}/", "0".repeat(32)),
        format!("/{almost}/api/project"),
        format!("/{}/api/project", token.to_ascii_uppercase() + "0"),
        format!("/{token}"),
        format!("/{token}0/"),
        format!("//{token}/"),
        format!("/x/../{token}/"),
        format!("/%{:02x}{}/", token.as_bytes()[0], &token[1..]),
        format!("/?{token}/"),
    ];
    for path in paths {
        for method in ["GET", "POST", "OPTIONS", "HEAD", "DELETE"] {
            let head =
                format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
            is_refused(&server.send(head.as_bytes()));
        }
    }
}

#[test]
fn tokens_are_new_every_time() {
    assert_ne!(server().base, server().base);
}

#[test]
fn the_address_for_once_leads_to_the_page_once() {
    let server = server();
    let asked = |method: &str, path: &str, more: &str| {
        let host = server.address;
        server.send(
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").as_bytes(),
        )
    };
    assert_ne!(server.once, server.base);
    // It opens nothing else, for nobody else, and such attempts do not use it up.
    for path in ["api/project", "app.js", "x"] {
        is_refused(&asked("GET", &format!("{}{path}", server.once), ""));
    }
    is_refused(&asked("POST", &server.once, ""));
    is_refused(&asked("GET", &server.once, "Origin: http://elsewhere.example\r\n"));
    is_refused(&asked("GET", &server.once, "Sec-Fetch-Site: cross-site\r\n"));
    let answer = asked("GET", &server.once, "Sec-Fetch-Site: none\r\n");
    let page = format!("http://{}{}", server.address, server.base);
    assert_eq!((answer.status, answer.header("location"), &*answer.body), (303, Some(&*page), ""));
    assert_eq!(answer.header("cache-control"), Some("no-store"), "a browser asks anew");
    is_refused(&asked("GET", &server.once, ""));
    assert_eq!(server.get("").status, 200);
}

#[test]
fn another_name_for_this_machine_is_refused() {
    let server = server();
    let port = server.address.port();
    let asked = |host: &str, version: &str| {
        server
            .send(format!("GET {} HTTP/{version}\r\n{host}Connection: close\r\n\r\n", server.base).as_bytes())
    };
    for ours in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(asked(&format!("Host: {ours}\r\n"), "1.1").status, 200, "{ours}");
    }
    let others = [
        format!("evil.example:{port}"),
        "evil.example".to_string(),
        "127.0.0.1".to_string(),
        "localhost".to_string(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1:{port}.evil.example"),
        format!("evil.example@127.0.0.1:{port}"),
        format!("[::1]:{port}"),
        format!("0.0.0.0:{port}"),
        String::new(),
    ];
    for other in others {
        is_refused(&asked(&format!("Host: {other}\r\n"), "1.1"));
    }
    is_refused(&asked("", "1.0"));
    is_refused(&asked(&format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"), "1.1"));
    let proxied = format!(
        "GET http://evil.example{} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n",
        server.base
    );
    is_refused(&server.send(proxied.as_bytes()));
}

#[test]
fn other_pages_are_refused_even_with_the_token() {
    let server = server();
    let port = server.address.port();
    for header in [
        format!("Origin: http://127.0.0.1:{port}\r\n"),
        "Sec-Fetch-Site: same-origin\r\n".to_string(),
        "Sec-Fetch-Site: none\r\n".to_string(),
    ] {
        assert_eq!(server.get_with("api/project", &header).status, 200, "{header}");
    }
    for header in [
        "Origin: http://evil.example\r\n".to_string(),
        "Origin: null\r\n".to_string(),
        "Origin: \r\n".to_string(),
        format!("Origin: https://127.0.0.1:{port}\r\n"),
        format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        format!("Origin: http://localhost:{port}\r\n"),
        format!("Origin: http://127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"),
        "Sec-Fetch-Site: cross-site\r\n".to_string(),
        "Sec-Fetch-Site: same-site\r\n".to_string(),
        "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n".to_string(),
        "Sec-Fetch-Site: something\r\n".to_string(),
    ] {
        is_refused(&server.get_with("api/project", &header));
        let body = json!({"command": "check", "file": "turns.lts"}).to_string();
        let kind = "Content-Type: application/json\r\n";
        let head = server.head("POST", "api/run");
        let sent = format!("{head}{header}{kind}Content-Length: {}\r\n\r\n{body}", body.len());
        is_refused(&server.send(sent.as_bytes()));
    }
}

#[test]
fn every_answer_has_the_headers() {
    let server = server();
    let post = |kind: &str, body: &str| {
        let head = server.head("POST", "api/run");
        server.send(
            format!("{head}Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes(),
        )
    };
    let answers = [
        (200, server.get("")),
        (200, server.get("app.js")),
        (200, server.get("app.css")),
        (200, server.get("api/project")),
        (200, server.get("api/file?path=turns.lts")),
        (200, server.run(&json!({"command": "check", "file": "turns.lts"}))),
        (200, server.run(&json!({"command": "check", "file": "nothing.lts"}))),
        (400, server.get("api/file")),
        (400, post("application/json", "{")),
        (
            403,
            server.send(
                format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).as_bytes(),
            ),
        ),
        (404, server.get("nothing")),
        (404, server.get("api/file?path=nothing.lts")),
        (405, server.send(format!("{}\r\n", server.head("DELETE", "")).as_bytes())),
        (415, post("text/plain", "{}")),
    ];
    for (status, answer) in answers {
        assert_eq!(answer.status, status, "{answer:?}");
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{answer:?}"));
        let rules: Vec<&str> = policy.split("; ").collect();
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(rules.contains(&rule), "{rule}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn the_server_listens_on_this_machine_only() {
    let server = server();
    assert_eq!(server.address.ip(), Ipv4Addr::LOCALHOST);
    // Whatever other addresses the machine has, one of its own loopback addresses stands for them.
    let other = SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), server.address.port()));
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect_timeout(&other, Duration::from_secs(2)).is_err());
    }
}
