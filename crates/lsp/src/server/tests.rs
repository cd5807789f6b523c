//! Which diagnostics are published, and when: without threads and clocks.

use std::time::Instant;

use rely_ide::Document;
use serde_json::json;

use super::*;

const URI: &str = "file:///m.lts";

fn published(receiver: &Receiver<Message>) -> Vec<serde_json::Value> {
    let params = receiver.try_iter().map(|message| match message {
        Message::Notification(notification) => notification.params,
        other => panic!("{other:?}"),
    });
    params.collect()
}

fn tell(server: &mut Server, method: &str, params: serde_json::Value) {
    server.notification(Notification::new(format!("textDocument/{method}"), params));
    server.refresh();
}

fn open(server: &mut Server, text: &str) {
    let item = json!({ "uri": URI, "languageId": "fsp", "version": 1, "text": text });
    tell(server, "didOpen", json!({ "textDocument": item }));
}

fn server() -> (Server, Receiver<Message>) {
    let (sender, receiver) = unbounded();
    let settings = Settings { limits: Limits::default(), threads: 1, pause: Duration::from_secs(3600) };
    (Server::new(sender, settings).unwrap(), receiver)
}

fn change(server: &mut Server, version: i32, text: &str) {
    let document = json!({ "uri": URI, "version": version });
    tell(server, "didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
}

/// What an elaboration will have found: the flag of the one that was begun, and a finding.
fn begun(server: &mut Server) -> Found {
    server.open.get_mut(URI).unwrap().due = Some(Instant::now());
    server.begin_due();
    let flag = server.open[URI].elaborating.clone();
    let findings = Document::new("m.lts", "P = (a -> ").diagnostics();
    Found { uri: URI.to_string(), flag, findings }
}

#[test]
fn findings_are_those_of_the_text_that_is_open() {
    let (mut server, receiver) = server();
    let good = "P = (a -> P).\n";
    open(&mut server, good);
    let found = begun(&mut server);
    published(&receiver);
    server.publish_found(found);
    assert_eq!(published(&receiver).len(), 1, "it is about this text");

    let changes: [&dyn Fn(&mut Server); 4] = [
        // Versions begin again when a text is closed and opened.
        &|server| {
            tell(server, "didClose", json!({ "textDocument": { "uri": URI } }));
            open(server, good);
        },
        &|server| open(server, good),
        &|server| change(server, 1, good),
        &|server| {
            tell(server, "didSave", json!({ "textDocument": { "uri": URI } }));
            begun(server);
        },
    ];
    for (number, change) in changes.iter().enumerate() {
        open(&mut server, good);
        let found = begun(&mut server);
        change(&mut server);
        published(&receiver);
        server.publish_found(found);
        assert_eq!(published(&receiver), [] as [serde_json::Value; 0], "change {number}");
    }
}

#[test]
fn what_elaboration_finds_stays_while_somebody_writes() {
    let (mut server, receiver) = server();
    let versions = |receiver: &Receiver<Message>| -> Vec<(i64, usize)> {
        let all = published(receiver);
        let told =
            all.iter().map(|p| (p["version"].as_i64().unwrap(), p["diagnostics"].as_array().unwrap().len()));
        told.collect()
    };
    open(&mut server, "P = (a -> P).\n");
    let found = begun(&mut server);
    server.publish_found(found);
    assert_eq!(versions(&receiver), [(1, 0), (1, 1)]);
    // Nothing else to say: the editor keeps what it has, and is told when it is known.
    change(&mut server, 2, "P = (aa -> P).\n");
    change(&mut server, 3, "P = (aaa -> P).\n");
    assert_eq!(versions(&receiver), []);
    let found = begun(&mut server);
    server.publish_found(found);
    assert_eq!(versions(&receiver), [(3, 1)]);
    change(&mut server, 4, "P = (aaa -> P). \n");
    let found = Found { findings: Vec::new(), ..begun(&mut server) };
    server.publish_found(found);
    assert_eq!(versions(&receiver), [(4, 0)], "it is gone");
    // An error of the text is told at once, and so is its end.
    let found = begun(&mut server);
    server.publish_found(found);
    change(&mut server, 5, "P = (aaa -> ");
    change(&mut server, 6, "P = (aaa -> P).\n");
    assert_eq!(versions(&receiver), [(4, 1), (5, 1), (6, 0)]);
}
