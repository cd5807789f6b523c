//! Which files the page sees: models below the opened folder, and nothing else.

use std::process::Command;

use rely_serve::{ServeOptions, Server};
use rely_workbench::{Limits, ReadOptions};
use serde_json::json;

use crate::kit::{Running, TURNS};

/// What is never to be seen.
const SECRET: &str = "SECRET = (classified -> SECRET).\n";

fn server() -> Running {
    let outer = tempfile::tempdir().unwrap();
    let at = |path: &str| outer.path().join(path);
    for folder in ["open/sub", "open/.rely", "open/sub/.git", "other"] {
        std::fs::create_dir_all(at(folder)).unwrap();
    }
    for (path, text) in [
        ("open/turns.lts", TURNS),
        ("open/sub/inner.lts", TURNS),
        ("open/sub/one.aut", "des (0,1,1)\n(0,\"a\",0)\n"),
        (
            "open/lts.json",
            r#"{"schema":"rely/lts/1","name":"J","alphabet":["a"],"states":1,"initial":0,"transitions":[[0,"a",0]]}"#,
        ),
        ("open/data.json", r#"{"classified":true}"#),
        ("open/notes.txt", "classified"),
        ("open/broken.lts", "P = (a -> .\n"),
        ("open/.hidden.lts", SECRET),
        ("open/.rely/kept.lts", SECRET),
        ("open/sub/.git/config.lts", SECRET),
        ("other/secret.lts", SECRET),
        ("other/secret.aut", "des (0,1,1)\n(0,\"classified\",0)\n"),
        ("secret.lts", SECRET),
        ("open/outward.lts", "import P = \"../other/secret.aut\"\n||S = (P).\n"),
        ("open/inward.lts", "import P = \"sub/one.aut\"\n||S = (P).\n"),
    ] {
        std::fs::write(at(path), text).unwrap();
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("../secret.lts", at("open/link.lts")).unwrap();
        symlink("../other", at("open/folder")).unwrap();
        symlink(".hidden.lts", at("open/shown.lts")).unwrap();
        symlink("notes.txt", at("open/text.lts")).unwrap();
        symlink("turns.lts", at("open/fine.lts")).unwrap();
    }
    let open = outer.path().join("open");
    Running::on(outer, &open)
}

/// Paths that lead nowhere.
fn outside(server: &Running) -> Vec<String> {
    let absolute = server.outer.path().canonicalize().unwrap().join("secret.lts").display().to_string();
    let mut paths: Vec<String> = [
        "../secret.lts",
        "sub/../../secret.lts",
        "./../secret.lts",
        "..\\secret.lts",
        "sub\\..\\..\\secret.lts",
        "sub/../turns.lts",
        "./turns.lts",
        "/turns.lts",
        "sub//inner.lts",
        "turns.lts/",
        "turns.lts\0",
        "turns.lts\0.aut",
        ".hidden.lts",
        ".rely/kept.lts",
        "sub/.git/config.lts",
        "link.lts",
        "folder/secret.lts",
        "shown.lts",
        "text.lts",
        "notes.txt",
        "data.json",
        "",
        ".",
        "..",
        "/",
        "sub",
        "-",
        "%2e%2e/secret.lts",
        "file:///etc/passwd",
        "C:\\secret.lts",
        "\\\\?\\secret.lts",
    ]
    .map(str::to_string)
    .to_vec();
    paths.push(absolute.clone());
    paths.push(format!("/{absolute}"));
    paths.push("../".repeat(40) + absolute.trim_start_matches('/'));
    paths.push("a/".repeat(3000) + "b.lts");
    paths
}

/// As in a query: everything but letters and digits by its number.
fn encoded(path: &str) -> String {
    path.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02x}") })
        .collect()
}

#[test]
fn only_models_below_the_folder_are_listed() {
    let server = server();
    let project = server.get("api/project").json();
    let files: Vec<String> = project["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| format!("{} {}", file["kind"].as_str().unwrap(), file["path"].as_str().unwrap()))
        .collect();
    let mut expected = vec![
        "fsp broken.lts",
        "fsp inward.lts",
        "lts lts.json",
        "fsp outward.lts",
        "lts sub/one.aut",
        "fsp sub/inner.lts",
        "fsp turns.lts",
    ];
    if cfg!(unix) {
        expected.push("fsp fine.lts");
    }
    expected.sort_by_key(|line| line[4..].to_string());
    assert_eq!(files, expected);
    assert_eq!(project["root"], "open");
    assert_eq!(project["file"], json!(null));
}

#[test]
fn files_are_read_below_the_folder_only() {
    let server = server();
    let inside = server.get("api/file?path=sub%2Finner.lts").json();
    assert_eq!((&inside["path"], &inside["text"]), (&json!("sub/inner.lts"), &json!(TURNS)));
    for path in outside(&server) {
        let answer = server.get(&format!("api/file?path={}", encoded(&path)));
        assert_eq!(answer.status, 404, "{path:?}: {answer:?}");
        assert!(!answer.body.contains("classified"), "{path:?}: {answer:?}");
    }
    // Not decoded twice, and dots in the path of the address lead nowhere.
    for raw in ["api/file?path=%252e%252e%252fsecret.lts", "api/file?path=..%2fsecret.lts"] {
        assert_eq!(server.get(raw).status, 404, "{raw}");
    }
    for raw in ["../secret.lts", "%2e%2e/secret.lts", "api/../../secret.lts", "turns.lts", "page/page.html"] {
        assert_eq!(server.get(raw).status, 404, "{raw}");
    }
}

#[test]
fn work_is_done_on_files_below_the_folder_only() {
    let server = server();
    for path in outside(&server) {
        for command in ["check", "draw", "simulate", "prove"] {
            let message = server.error(&json!({"command": command, "file": path}));
            assert!(
                message.contains("no such file") || message.contains("not a model"),
                "{path:?}: {message}"
            );
        }
    }
}

#[test]
fn what_a_request_names_besides_is_below_the_folder_too() {
    let server = server();
    let absolute = server.outer.path().join("other/secret.lts").display().to_string();
    assert_eq!(server.document(&json!({"command": "check", "file": "inward.lts"}))["target"], "S");
    let message = server.error(&json!({"command": "check", "file": "outward.lts"}));
    assert!(message.contains("no such file below the opened folder"), "{message}");
    let fine = json!({"command": "compat", "baseline": "turns.lts:PING", "candidate": "sub/inner.lts:PING"});
    assert_eq!(server.document(&fine)["verdict"], "replaceable");
    for other in ["../other/secret.lts", &absolute, ".hidden.lts", "folder/secret.lts", "link.lts"] {
        for (old, new) in [(other, "turns.lts:PING"), ("turns.lts:PING", other)] {
            let request = json!({"command": "compat", "baseline": format!("{old}:SECRET"), "candidate": new});
            let request = if old == other {
                request
            } else {
                json!({"command": "compat", "baseline": old, "candidate": format!("{new}:SECRET")})
            };
            let answer = server.run(&request);
            assert!(answer.body.starts_with("{\"error\""), "{request}: {answer:?}");
            assert!(!answer.body.contains("classified"), "{answer:?}");
        }
        let system = json!({"command": "compat", "baseline": "turns.lts:PING", "candidate": "turns.lts:PING", "system": other});
        assert!(server.run(&system).body.starts_with("{\"error\""), "{other}");
        let environment = json!({"command": "assume", "file": "turns.lts", "module": ["PING"],
            "environment": [format!("{other}:SECRET")]});
        assert!(server.run(&environment).body.starts_with("{\"error\""), "{other}");
    }
    let environment = json!({"command": "assume", "file": "turns.lts", "module": ["PING"], "environment": ["sub/inner.lts:PONG"]});
    assert_eq!(server.document(&environment)["schema"], "rely/assume/1");
}

#[test]
fn revisions_are_read_below_the_folder_only() {
    let outer = tempfile::tempdir().unwrap();
    let open = outer.path().join("open");
    std::fs::create_dir_all(open.join(".hidden")).unwrap();
    for (path, text) in [
        ("secret.lts", SECRET),
        ("secret.aut", "des (0,1,1)\n(0,\"classified\",0)\n"),
        ("open/turns.lts", TURNS),
        ("open/outward.lts", "import P = \"../secret.aut\"\n||Q = (P).\n"),
        ("open/.hidden/m.lts", SECRET),
    ] {
        std::fs::write(outer.path().join(path), text).unwrap();
    }
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(outer.path()).args(["-c", "user.name=t", "-c", "user.email=t@t.example"]);
        assert!(command.args(arguments).output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "-A", "-f"]);
    git(&["commit", "-q", "-m", "one"]);
    let server = Running::on(outer, &open);
    let asked = |version: &str| {
        server.run(&json!({"command": "compat", "baseline": version, "candidate": "turns.lts:PING"}))
    };
    let fine = asked("git:HEAD:turns.lts:PING");
    assert!(fine.body.contains("\"verdict\":\"replaceable\""), "{fine:?}");
    for version in [
        "git:HEAD:../secret.lts:SECRET",
        "git:HEAD:secret.lts:SECRET",
        "git:HEAD:.hidden/m.lts:SECRET",
        "git:HEAD:outward.lts:Q",
        "git:--output=x:turns.lts:PING",
    ] {
        let answer = asked(version);
        assert!(answer.body.starts_with("{\"error\""), "{version}: {answer:?}");
        assert!(!answer.body.contains("classified"), "{version}: {answer:?}");
    }
}

#[test]
fn a_repository_cannot_name_a_program_that_is_run() {
    let outer = tempfile::tempdir().unwrap();
    let (folder, mark) = (outer.path().to_path_buf(), outer.path().join("run"));
    std::fs::write(folder.join("turns.lts"), TURNS).unwrap();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(&folder).args(["-c", "user.name=t", "-c", "user.email=t@t.example"]);
        let output = command.args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    };
    git(&["init", "-q"]);
    git(&["add", "turns.lts"]);
    git(&["commit", "-q", "-m", "one"]);
    // Missing objects are fetched from a remote of the repository's choice, and this one is a program.
    let blob = git(&["rev-parse", "HEAD:turns.lts"]);
    std::fs::remove_file(folder.join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    git(&["config", "core.repositoryFormatVersion", "1"]);
    git(&["config", "extensions.partialClone", "origin"]);
    git(&["config", "remote.origin.promisor", "true"]);
    git(&["config", "remote.origin.url", &format!("ext::sh -c touch% {}", mark.display())]);
    git(&["config", "protocol.ext.allow", "always"]);
    let server = Running::on(outer, &folder);
    let request =
        json!({"command": "compat", "baseline": "git:HEAD:turns.lts:PING", "candidate": "turns.lts:PING"});
    let answer = server.run(&request);
    assert!(answer.body.starts_with("{\"error\""), "{answer:?}");
    assert!(!mark.exists(), "a program was run");
}

#[test]
fn a_broken_model_is_shown_with_what_is_wrong() {
    let file = server().get("api/file?path=broken.lts").json();
    assert_eq!(file["text"], "P = (a -> .\n");
    assert_eq!(file["targets"], json!([]));
    assert_eq!(file["analysis"]["diagnostics"][0]["severity"], "error", "{file}");
    assert!(file["analysis"]["tokens"].as_array().is_some_and(|tokens| !tokens.is_empty()));
}

#[test]
fn a_file_tells_what_it_defines() {
    let server = server();
    let file = server.get("api/file?path=turns.lts").json();
    let targets: Vec<(&str, &str, bool)> = file["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| (t["name"].as_str().unwrap(), t["kind"].as_str().unwrap(), t["default"].as_bool().unwrap()))
        .collect();
    let expected = [
        ("PING", "process", false),
        ("PONG", "process", false),
        ("ALTERNATE", "property", false),
        ("TURNS", "composite", true),
    ];
    assert_eq!(targets, expected);
    assert_eq!((&file["properties"], &file["processes"]), (&json!(["ALTERNATE"]), &json!(["PING", "PONG"])));
    let lts = server.get("api/file?path=lts.json").json();
    assert_eq!((&lts["text"], &lts["targets"][0]["name"]), (&json!(null), &json!("J")));
}

#[test]
fn only_a_model_can_be_opened_itself() {
    let outer = tempfile::tempdir().unwrap();
    std::fs::write(outer.path().join("notes.txt"), "nothing").unwrap();
    let mut options = ServeOptions {
        path: outer.path().join("notes.txt"),
        port: 0,
        read: ReadOptions::default(),
        limits: Limits::default(),
        threads: 1,
    };
    for (name, message) in
        [("notes.txt", "this file is not a model"), ("none.lts", "there is no such file or folder")]
    {
        options.path = outer.path().join(name);
        let failure = Server::bind(&options).err().expect("it is not a model");
        assert_eq!(failure.document().diagnostics[0].message, message);
    }
}

#[test]
fn a_file_can_be_opened_itself() {
    let outer = tempfile::tempdir().unwrap();
    for name in ["one.lts", "two.lts"] {
        std::fs::write(outer.path().join(name), TURNS).unwrap();
    }
    let path = outer.path().join("two.lts");
    let project = Running::on(outer, &path).get("api/project").json();
    assert_eq!((&project["file"], project["files"].as_array().unwrap().len()), (&json!("two.lts"), 2));
}
