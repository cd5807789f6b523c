//! Files beside a text, and the folders of a workspace.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn write(folder: &TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).expect("the folder can be written");
}

fn names(symbols: &Value) -> Vec<&str> {
    symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect()
}

#[test]
fn a_file_that_is_imported_is_read_again_when_it_changes() {
    let folder = TempDir::new().unwrap();
    let uri = address(&folder.path().join("m.lts"));
    let watches = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::new(watches);
    let asked = client.asked("client/registerCapability");
    let watcher = &asked["registrations"][0];
    assert_eq!(watcher["method"], "workspace/didChangeWatchedFiles", "{asked}");
    assert_eq!(watcher["registerOptions"]["watchers"][0]["globPattern"], "**/*.{aut,rlts,dot,gv,json}");
    client.open(&uri, "import P = \"p.aut\"\n||S = (P).\n");
    assert_eq!(client.findings(1), json!([]), "found without elaboration");
    let missing = client.findings(1);
    assert!(missing[0]["message"].as_str().unwrap().contains("p.aut"), "{missing}");

    write(&folder, "p.aut", "des (0, 1, 1)\n(0, \"a\", 0)\n");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.findings(1), json!([]));

    write(&folder, "p.aut", "des (0, 1\n");
    client.notify(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": address(&folder.path().join("p.aut")) } }),
    );
    let broken = client.findings(1);
    assert!(broken[0]["message"].as_str().unwrap().contains("p.aut:1"), "{broken}");
    client.end();
}

#[test]
fn an_editor_that_cannot_watch_is_not_asked_to() {
    let mut client = Client::new(json!({}));
    client.open("file:///m.lts", "P = (a -> P).\n");
    assert_eq!(client.findings(1), json!([]));
    assert!(client.asked.is_empty());
    client.end();
}

#[test]
fn the_folder_may_be_called_folder_or_root() {
    let folder = TempDir::new().unwrap();
    write(&folder, "one.lts", "HERE = (a -> HERE).\n");
    let uri = address(folder.path());
    let several = json!([{ "uri": uri, "name": "models" }]);
    for (said, found) in [
        (
            json!({ "capabilities": {}, "workspaceFolders": several, "rootUri": "file:///nowhere" }),
            vec!["HERE"],
        ),
        (json!({ "capabilities": {}, "rootUri": uri }), vec!["HERE"]),
        (json!({ "capabilities": {}, "rootUri": uri, "workspaceFolders": null }), vec!["HERE"]),
        (json!({ "capabilities": {}, "rootUri": null }), vec![]),
    ] {
        let mut client = Client::with(said.clone());
        let symbols = client.request("workspace/symbol", json!({ "query": "" })).unwrap();
        assert_eq!(names(&symbols), found, "{said}");
        client.end();
    }
}
