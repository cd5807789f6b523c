//! Requests that are wrong: they are refused, and nothing else happens.

use rely_lsp::End;
use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///m.lts";

#[test]
fn wrong_methods_parameters_and_places_are_refused() {
    let mut client = Client::new(json!({}));
    client.open(URI, "P = (a -> P).\n");
    let code =
        |client: &mut Client, method: &str, params: Value| client.request(method, params).unwrap_err().0;
    assert_eq!(code(&mut client, "textDocument/nothing", json!({})), -32601);
    assert_eq!(code(&mut client, "initialize", json!({ "capabilities": {} })), -32600);
    let methods = [
        "textDocument/hover",
        "textDocument/completion",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/documentSymbol",
        "textDocument/semanticTokens/full",
        "textDocument/formatting",
        "textDocument/codeAction",
        "textDocument/codeLens",
        "workspace/executeCommand",
        "workspace/symbol",
    ];
    let wrong = [
        json!(null),
        json!([]),
        json!(7),
        json!("x"),
        json!({}),
        json!({ "textDocument": 1 }),
        json!({ "position": {} }),
    ];
    for method in methods {
        for params in &wrong {
            assert_eq!(code(&mut client, method, params.clone()), -32602, "{method} {params}");
        }
    }
    let closed =
        json!({ "textDocument": { "uri": "file:///closed.lts" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(code(&mut client, "textDocument/hover", closed), -32602);
    let far =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 99, "character": 4294967295u32 } });
    assert_eq!(client.request("textDocument/definition", far), Ok(Value::Null));
    for params in [
        json!({ "command": "rely.nothing", "arguments": [{ "uri": URI, "name": "P" }] }),
        json!({ "command": "rely.check", "arguments": [] }),
        json!({ "command": "rely.check", "arguments": [{ "uri": URI }] }),
        json!({ "command": "rely.check", "arguments": [{ "uri": "not an address", "name": "P" }] }),
        json!({ "command": "rely.check", "arguments": [{ "uri": "file:///closed.lts", "name": "P" }] }),
    ] {
        assert_eq!(code(&mut client, "workspace/executeCommand", params), -32602);
    }
    let unknown = json!({ "command": "rely.draw", "arguments": [{ "uri": URI, "name": "NOBODY" }] });
    let (code, message) = client.request("workspace/executeCommand", unknown).unwrap_err();
    assert!(code == -32803 && message.contains("NOBODY"), "{message}");
    assert_eq!(client.end(), End::Orderly);
}

#[test]
fn wrong_notifications_are_passed_over() {
    let mut client = Client::new(json!({}));
    for params in [json!(null), json!({}), json!({ "textDocument": { "uri": URI, "version": 2 } })] {
        for method in ["didOpen", "didChange", "didClose", "nothing"] {
            client.notify(&format!("textDocument/{method}"), params.clone());
        }
    }
    client.change("file:///never-opened.lts", 2, None, "P = (a -> P).");
    client.open(URI, "é = (a -> P).\n");
    // Parts that are outside, turned around, or inside of a pair of surrogates.
    let range = |a: u32, b: u32, c: u32, d: u32| {
        Some(json!({ "start": { "line": a, "character": b }, "end": { "line": c, "character": d } }))
    };
    client.change(URI, 2, range(0, 0, 0, 1), "😀");
    client.change(URI, 3, range(0, 1, 0, 1), "P");
    client.change(URI, 4, range(7, 7, 9, 9), "// end");
    client.change(URI, 5, range(0, 9, 0, 2), "");
    client.change(URI, 6, range(0, 1, 0, 3), "");
    let findings = client.findings(6);
    assert!(findings.is_array(), "{findings}");
    assert_eq!(client.end(), End::Orderly);
}

#[test]
fn the_order_of_the_protocol_is_kept() {
    let mut client = Client::start();
    assert_eq!(client.request("textDocument/hover", json!({})).unwrap_err().0, -32002);
    client.notify("textDocument/didOpen", json!({}));
    assert_eq!(client.request("initialize", json!({ "capabilities": 1 })).unwrap_err().0, -32602);
    assert!(client.request("initialize", json!({ "capabilities": {} })).is_ok());
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(client.request("textDocument/hover", json!({})).unwrap_err().0, -32600);
    assert_eq!(client.request("shutdown", Value::Null).unwrap_err().0, -32600);
    assert_eq!(client.exit(), End::Orderly);
    assert_eq!(Client::new(json!({})).exit(), End::Abrupt);
    assert_eq!(Client::start().exit(), End::Abrupt);
}
