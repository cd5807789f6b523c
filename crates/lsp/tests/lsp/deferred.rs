//! Work that takes long: it can be canceled, it ends when the text changes, and it reports progress.

use serde_json::{Value, json};

use crate::client::Client;

/// What the command line says about the small model.
const REPORT: &str = "DEFAULT (/models/large.lts)  1 component, 1 state, 1 transition\n\n  \
    deadlock                none: holds\n  progress  every action  holds\n";

const URI: &str = "file:///models/large.lts";

/// 4^14 states, and an assert that needs all of them.
const LARGE: &str = "P(I=0) = (a[I] -> b[I] -> c[I] -> d[I] -> P).\n\
                     ||S = (forall [i:1..14] P(i)).\n\
                     assert A = forall [i:1..14] []<>a[i]\n";

const CANCELED: i32 = -32800;
const MODIFIED: i32 = -32801;

fn check(name: &str) -> Value {
    json!({ "command": "rely.check", "arguments": [{ "uri": URI, "name": name }], "workDoneToken": "t" })
}

fn begun(client: &mut Client) {
    let progress = client.notification("$/progress");
    assert_eq!(
        (&progress["token"], &progress["value"]["kind"]),
        (&json!("t"), &json!("begin")),
        "{progress}"
    );
}

/// The worker is free again.
fn is_alive(client: &mut Client, version: i32) {
    client.change(URI, version, None, "P = (a -> P).\n");
    let answer = client.request("workspace/executeCommand", check("DEFAULT")).expect("it is small");
    assert_eq!(answer["content"], REPORT);
}

#[test]
fn a_canceled_check_ends() {
    let mut client = Client::new(json!({}));
    client.open(URI, LARGE);
    let id = client.send("workspace/executeCommand", check("A"));
    begun(&mut client);
    client.notify("$/cancelRequest", json!({ "id": 2 }));
    assert_eq!(client.answer(&id).unwrap_err().0, CANCELED);
    // Cancelling what is over, or never was, changes nothing.
    client.notify("$/cancelRequest", json!({ "id": 2 }));
    client.notify("$/cancelRequest", json!({ "id": "never" }));
    is_alive(&mut client, 2);
    client.end();
}

#[test]
fn progress_is_told_and_its_button_cancels() {
    let mut client = Client::new(json!({ "window": { "workDoneProgress": true } }));
    client.open(URI, LARGE);
    let mut params = check("A");
    params.as_object_mut().unwrap().remove("workDoneToken");
    let id = client.send("workspace/executeCommand", params);
    let token = client.asked("window/workDoneProgress/create")["token"].clone();
    let mut kinds = Vec::new();
    while kinds.last() != Some(&json!("report")) {
        let progress = client.notification("$/progress");
        assert_eq!(progress["token"], token);
        kinds.push(progress["value"]["kind"].clone());
    }
    assert_eq!(kinds[0], "begin");
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    assert_eq!(client.answer(&id).unwrap_err().0, CANCELED);
    while client.notification("$/progress")["value"]["kind"] != "end" {}
    client.end();
}

#[test]
fn an_edit_ends_what_is_about_the_old_text_and_nothing_else() {
    let mut client = Client::new(json!({}));
    client.open("file:///models/other.lts", LARGE);
    client.open(URI, LARGE);
    let id = client.send("workspace/executeCommand", check("A"));
    begun(&mut client);
    client.change("file:///models/other.lts", 2, None, "Q = (b -> Q).\n");
    // Typing goes on while it runs.
    let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 2 } });
    let found = client.request("textDocument/definition", at).expect("quick requests are answered");
    assert_eq!(found["range"]["start"], json!({ "line": 1, "character": 2 }));
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } });
    client.change(URI, 2, Some(range), "Q");
    assert_eq!(client.answer(&id).unwrap_err().0, MODIFIED);
    is_alive(&mut client, 3);
    client.end();
}

#[test]
fn two_checks_wait_for_each_other_and_shutting_down_ends_both() {
    let mut client = Client::new(json!({}));
    client.open(URI, LARGE);
    let first = client.send("workspace/executeCommand", check("A"));
    let second = client.send("workspace/executeCommand", check("A"));
    begun(&mut client);
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(client.answer(&first).unwrap_err().0, CANCELED);
    assert_eq!(client.answer(&second).unwrap_err().0, CANCELED);
    assert_eq!(client.exit(), rely_lsp::End::Orderly);
}

#[test]
fn a_hover_over_something_large_says_so() {
    let mut client = Client::new(json!({}));
    client.open(URI, LARGE);
    let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 2 } });
    let hover = client.request("textDocument/hover", at).expect("it is answered");
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("14 components") && text.contains("too large to build for a hover"), "{text}");
    client.end();
}
