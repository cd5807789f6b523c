//! Rules from events to actions: what they give, and what is said of wrong ones.
#![cfg(feature = "map")]

use std::collections::BTreeMap;

use rely_monitor::map::{Bound, Map, Mapped};
use rely_monitor::{Kind, OwnedTable, Table};

/// A table of one state with these sorted actions.
fn table(actions: &[&str]) -> OwnedTable {
    let names = actions.iter().map(|name| name.to_string()).collect();
    OwnedTable::new("ENV", Kind::Assumption, names, 1, vec![0; actions.len()], None).unwrap()
}

const ACTIONS: [&str; 5] = ["exec.lock", "exec.read.0", "exec.read.1", "exec.unlock", "stop"];

fn bound(text: &str, table: Table<'_>) -> Bound {
    let map = Map::read(text).unwrap_or_else(|found| panic!("{found:?}"));
    map.bind(table).unwrap_or_else(|found| panic!("{found:?}"))
}

/// What an event `name field=value …` is.
fn find(bound: &Bound, table: Table<'_>, event: &str) -> String {
    let mut words = event.split(' ');
    let name = words.next().unwrap();
    let fields: BTreeMap<&str, &str> = words.map(|word| word.split_once('=').unwrap()).collect();
    match bound.find(name, |slot| fields.get(bound.fields()[slot].as_str()).copied()) {
        Mapped::Action(action) => table.action_name(action).to_string(),
        Mapped::Ignored => "(ignored)".to_string(),
        Mapped::Unmapped => "(unmapped)".to_string(),
        Mapped::Foreign(name) => format!("(foreign {name})"),
    }
}

/// Everything that is said of a file, one finding per line.
fn findings(text: &str) -> String {
    let owned = table(&ACTIONS);
    let found = Map::read(text).and_then(|map| map.bind(owned.table())).map_or_else(|f| f, |b| b.warnings);
    found.iter().map(|f| format!("{} {f}\n", if f.is_error { "error" } else { "warning" })).collect()
}

const RULES: &str = r#"
version = 1
[source]
event = "ev"
key = "request.id"
[[event]]
name = "lock_*"
where = { who = "exec", fair = true }
action = "exec.lock"
[[ignore]]
name = "lock_denied"
[[event]]
name = "lock_*"
action = "exec.unlock"
[[event]]
name = "read"
where = { request = { kind = "a*" } }
action = "exec.read[{value}]"
[[event]]
name = "read"
where = { n = 7 }
action = "{who}.read.1"
[[event]]
name = "*stop*"
action = "stop"
"#;

#[test]
fn the_first_rule_that_fits_wins() {
    let owned = table(&ACTIONS);
    let rules = bound(RULES, owned.table());
    let expected = [
        ("lock_taken who=exec fair=true", "exec.lock"),
        ("lock_taken who=exec fair=false", "exec.unlock"),
        ("lock_taken", "exec.unlock"),
        ("lock_denied who=exec fair=true", "exec.lock"),
        ("lock_denied who=other", "(ignored)"),
        ("lock", "(unmapped)"),
        ("read request.kind=abc value=1", "exec.read.1"),
        ("read request.kind=a value=0", "exec.read.0"),
        ("read request.kind=a value=2", "(foreign exec.read.2)"),
        ("read request.kind=a", "(foreign exec.read.{value})"),
        ("read request.kind=b value=1", "(unmapped)"),
        ("read n=7 who=exec", "exec.read.1"),
        ("read n=7 who=checker", "(foreign checker.read.1)"),
        ("full_stop_now", "stop"),
        ("stop", "stop"),
        ("", "(unmapped)"),
    ];
    for (event, action) in expected {
        assert_eq!(find(&rules, owned.table(), event), action, "{event}");
    }
    let source = Map::read(RULES).unwrap().source;
    assert_eq!(
        (source.event.as_deref(), source.key.as_deref(), source.time),
        (Some("ev"), Some("request.id"), None)
    );
}

#[test]
fn without_rules_names_are_actions() {
    let owned = table(&ACTIONS);
    let names = Bound::named_alike(owned.table());
    assert!(names.fields().is_empty());
    let expected = [
        ("stop", "stop"),
        ("exec.read[1]", "exec.read.1"),
        ("exec.read[2]", "(unmapped)"),
        ("Stop", "(unmapped)"),
    ];
    for (event, action) in expected {
        assert_eq!(find(&names, owned.table(), event), action, "{event}");
    }
}

#[test]
fn wrong_files_are_told_what_would_be_right() {
    let check = |text: &str, expected: &str| assert_eq!(findings(text), expected, "{text}");
    check(
        "",
        "error 1:1: the file has no rules, so no event would be mapped (write [[event]] with name and action)\n",
    );
    check("version = 2\n", "error 1:11: unsupported version (write version = 1)\n");
    check(
        "[[event]]\nname = \"a\"\naction = \"exec.lok\"\n",
        "error 3:10: ENV has no action `exec.lok` (did you mean `exec.lock`?)\n",
    );
    check(
        "[[event]]\nname = \"a\"\naction = \"exec.write[{v}]\"\n",
        "error 3:10: ENV has no action like `exec.write[{v}]` (its actions are `exec.lock`, `exec.read.0`, `exec.read.1`, \
         `exec.unlock`, `stop`)\n",
    );
    // A field that the rule fixes is that value.
    check(
        "[[event]]\nname = \"a\"\nwhere = { v = 5 }\naction = \"exec.read[{v}]\"\n",
        "error 4:10: ENV has no action like `exec.read[{v}]` (did you mean `exec.read.0`?)\n",
    );
    check(
        "[[event]]\nnme = \"a\"\n[sorce]\n[[ignore]]\nname = 3\naction = \"x\"\n[[event]]\nname = \"\"\n",
        "error 2:1: unknown key `nme` (did you mean `name`?)\n\
         error 8:8: `name` is empty (write a string)\n\
         error 6:1: unknown key `action` (known keys: name, where)\n\
         error 5:8: `name` must be a string, not integer (write it in quotes)\n\
         error 3:2: unknown key `sorce` (did you mean `source`?)\n",
    );
    check(
        "[[event]]\nname = \"a\"\n[[event]]\naction = \"stop\"\n[[event]]\nname = \"b\"\naction = \"x{\"\n",
        "error 1:1: the rule for `a` has no action (write action = \"…\", or use [[ignore]])\n\
         error 3:1: the rule has no name (write name = \"…\", or name = \"*\" for all events)\n\
         error 7:10: `x{` has a { without a field and a closing } (write {field} where the value of the field belongs)\n",
    );
    check(
        "event = 3\nignore = [4]\nsource = 5\n",
        "error 1:1: `event` must be an array of tables (write [[event]])\n\
         error 2:11: a rule must be a table (write [[event]])\n\
         error 3:10: `source` must be a table (write [source])\n",
    );
    check(
        "[[event]]\nname = \"a\"\nwhere = { t = 2020-01-01, x = { y = [] } }\naction = \"stop\"\n",
        "error 3:15: the value of `t` is neither a string, a number nor a boolean (write a string, with * for any characters)\n\
         error 3:37: the value of `x.y` is neither a string, a number nor a boolean (write a string, with * for any characters)\n",
    );
    let broken = findings("[[event]\nname = \"a\"");
    assert!(broken.starts_with("error 1:") && broken.contains("this is not TOML"), "{broken}");
    let deep = format!("x = {}{}", "[".repeat(5000), "]".repeat(5000));
    assert!(findings(&deep).starts_with("error 1:"), "depth is bounded");
}

#[test]
fn odd_files_are_warned_of() {
    let text = r#"
[[event]]
name = "lock*"
where = { who = "*" }
action = "exec.lock"
[[event]]
name = "lock_*"
where = { who = "exec" }
action = "exec.unlock"
[[event]]
name = "lock_*"
action = "stop"
[[event]]
name = "read"
action = "exec.read[{value}]"
"#;
    assert_eq!(
        findings(text),
        "warning 6:1: the rule for `lock_*` is never used: the rule at 2:1 matches first (put the narrower rule first)\n"
    );
    assert_eq!(
        findings("[[event]]\nname = \"x\"\naction = \"exec.read[{value}]\""),
        "warning 1:1: no rule produces `exec.lock`, `exec.unlock`, `stop` (the run that is checked will never contain them)\n"
    );
}
