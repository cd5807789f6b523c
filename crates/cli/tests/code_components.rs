//! Components in C, from stored translations: no compiler is needed.

mod common;

use common::{Folder, list, repository, text};

/// A folder with the queue of the examples.
fn queue() -> Folder {
    let folder = Folder::new();
    let names = ["queue-1.ll", "queue-2.ll", "queue-3.ll", "queue-4.ll", "queue.map"];
    for name in names {
        let path = repository().join("examples/c/queue").join(name);
        folder.file(name, std::fs::read(path).expect("the example can be read"));
    }
    folder
}

const SYSTEM: &str = "import QUEUE = \"queue-1.ll with queue.map\"
property ALTERNATE = (take -> give -> ALTERNATE).
||SYSTEM = (QUEUE || ALTERNATE).
";

#[test]
fn a_component_is_checked_with_properties() {
    let folder = queue();
    folder.file("m.lts", SYSTEM);
    let run =
        folder.rely(&["check", "m.lts", "--only", "deadlock,safety", "--format", "json"]).exits(0).json();
    let verdicts: Vec<&str> = list(&run, "results").iter().map(|result| text(result, "verdict")).collect();
    assert_eq!(verdicts, ["holds", "holds"]);
    // The missing `give` of version 3 is found where it is missing.
    folder.file("bad.lts", SYSTEM.replace("queue-1", "queue-3"));
    let bad = folder.rely(&["check", "bad.lts", "--only", "safety", "--format", "json"]).exits(1).json();
    let trace = list(&list(&bad, "results")[0], "trace");
    let visible: Vec<&str> =
        trace.iter().filter_map(|action| action.as_str()).filter(|a| *a != "tau").collect();
    assert_eq!(visible, ["take", "write.closed", "take"]);
    // Machines get the same places: JSON, SARIF and JUnit.
    let steps = list(&list(&bad, "results")[0]["steps"], "steps");
    let taken = steps.iter().find(|step| text(step, "action") == "take").expect("a step");
    let place = &list(taken, "places")[0];
    assert_eq!((text(place, "file"), place["line"].as_u64()), ("queue-3.c", Some(18)), "{place}");
    assert_eq!((text(place, "function"), place["component"].as_u64()), ("queue_write", Some(0)));
    let proof = folder.rely(&["prove", "bad.lts", "--format", "json"]).exits(1).json();
    let steps = list(&list(&proof, "results")[0]["steps"], "steps");
    assert!(steps.iter().any(|step| text(step, "action") == "take" && !list(step, "places").is_empty()));
    let sarif = folder.rely(&["check", "bad.lts", "--only", "safety", "--format", "sarif"]).exits(1).json();
    let flow = &sarif["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let regions = flow.as_array().expect("steps").iter().filter(|one| {
        let physical = &one["location"]["physicalLocation"];
        physical["region"]["startLine"] == 18 && physical["artifactLocation"]["uri"] == "queue-3.c"
    });
    assert!(regions.count() > 0, "{flow}");
    let junit = folder.rely(&["check", "bad.lts", "--only", "safety", "--format", "junit"]).exits(1).out;
    assert!(
        junit.contains("take (queue-3.c:18, bad.lts:2)"),
        "the line of the code, and that of the import: {junit}"
    );
    let compat = ["compat", "--baseline", "m.lts:QUEUE", "--candidate", "queue-3.ll", "--format", "json"];
    let broken = folder.rely(&compat).exits(1).json();
    let results = list(&broken["compatibility"], "results");
    let steps = results.iter().filter_map(|one| one["steps"]["steps"].as_array()).flatten();
    assert!(steps.filter_map(|step| step["places"].as_array()).any(|places| !places.is_empty()), "{broken}");
    // The table says where the component is: function and line of C.
    let table = folder.rely(&["check", "bad.lts", "--only", "safety"]).exits(1).out;
    let row =
        |action: &str, state: &str| table.lines().any(|line| line.contains(action) && line.contains(state));
    assert!(
        row(" take ", "queue_write:18") && row(" write.closed ", "queue_write:14") && row(" tau ", "idle"),
        "{table}"
    );
}

#[test]
fn upgrades_name_what_is_lost_and_who_breaks() {
    let folder = queue();
    folder.file("m.lts", SYSTEM);
    let compat = |version: &str, code: i32| {
        let candidate = format!("queue-{version}.ll");
        folder
            .rely(&["compat", "--baseline", "m.lts:QUEUE", "--candidate", &candidate, "--format", "json"])
            .exits(code)
            .json()
    };
    let loses = compat("2", 1);
    assert_eq!(text(&loses, "verdict"), "replaceable-with-losses");
    let missing = list(&loses["containment"], "missing");
    assert_eq!(
        missing[0].as_array().and_then(|trace| trace.last()).and_then(|a| a.as_str()),
        Some("write.full")
    );
    assert_eq!(text(&compat("3", 1), "verdict"), "incompatible");
    assert_eq!(text(&compat("4", 0), "verdict"), "replaceable");
    // A loss has a line of C.
    let run = folder.rely(&["compat", "--baseline", "queue-1.ll", "--candidate", "queue-2.ll"]).exits(1);
    assert!(run.out.contains("(queue-2.c:29)"), "{}", run.out);
}

#[test]
fn other_commands_take_components_too() {
    let folder = queue();
    let same =
        folder.rely(&["compare", "--left", "queue-1.ll", "--right", "queue-4.ll", "--relation", "weak"]);
    assert_eq!(same.code, Some(0), "{}", same.screen());
    let run =
        folder.rely(&["compare", "--left", "queue-1.ll", "--right", "queue-3.ll", "--relation", "trace"]);
    assert_eq!(run.code, Some(1), "{}", run.screen());
    folder.rely(&["draw", "queue-1.ll", "--output", "queue.svg"]).exits(0);
    assert!(folder.read("queue.svg").contains("write.full"));
}

/// Names that match nothing, values that cannot be, and calls that no rule matches are errors with places.
#[test]
fn wrong_mappings_are_refused() {
    let folder = queue();
    let good = folder.read("queue.map");
    for (old, new, place, message) in [
        ("semaphore_take", "semaphore_tak", "queue.map:7:", "did you mean `semaphore_take`?"),
        ("\"FULL\"", "\"FULLL\"", "queue.map:", "neither a number nor an enumerator"),
        ("\"queue_read\", ", "\"queue_raed\", ", "queue.map:4:", "did you mean `queue_read`?"),
        ("action = \"take\"", "actoin = \"take\"", "queue.map:8:", "unknown key `actoin`"),
        ("[component]", "[componant]", "queue.map:3:", "unknown key `componant`"),
    ] {
        folder.file("queue.map", good.replacen(old, new, 1));
        let run = folder.rely(&["compose", "queue-1.ll"]).exits(2);
        assert!(run.err.contains(place) && run.err.contains(message), "{old}: {}", run.err);
    }
    // Without a rule for other results, a call that no rule matches is not modeled.
    let partial = good.replacen(
        "result = \"other\"\naction = \"write.closed\"",
        "result = 7\naction = \"write.closed\"",
        1,
    );
    assert_ne!(partial, good);
    folder.file("queue.map", partial);
    let run = folder.rely(&["compose", "queue-1.ll"]).exits(2);
    assert!(run.err.contains("E1082") && run.err.contains("no rule of the mapping matches"), "{}", run.err);
    // No mapping, or two of them.
    std::fs::remove_file(folder.path().join("queue.map")).expect("the file can be removed");
    let run = folder.rely(&["compose", "queue-1.ll"]).exits(2);
    assert!(run.err.contains("E1080") && run.err.contains("needs a mapping"), "{}", run.err);
}

/// A rule for some arguments and results does not make calls with other arguments disappear.
#[test]
fn calls_with_other_arguments_are_not_lost() {
    let folder = Folder::new();
    let text = "declare i32 @send(i32)\n\
        define void @run() {\n  %1 = call i32 @send(i32 2)\n  ret void\n}\n";
    folder.file("run.ll", text);
    let map = |argument: u32| {
        format!(
            "[component]\nentry = \"run\"\n[[action]]\ncall = \"send\"\narguments = [{argument}]\nresult = 0\naction = \"send\"\n"
        )
    };
    folder.file("run.map", map(2));
    folder.rely(&["compose", "run.ll"]).exits(0);
    folder.file("run.map", map(1));
    let run = folder.rely(&["compose", "run.ll"]).exits(2);
    assert!(run.err.contains("E1082") && run.err.contains("no rule of the mapping matches"), "{}", run.err);
}

/// A function without a body may have an action when it is called and another when it returns.
#[test]
fn external_functions_return_later_than_they_are_called() {
    let folder = Folder::new();
    let text = "declare i32 @wait_for(i32)\ndeclare void @done()\n\
        define void @run() {\n  %1 = call i32 @wait_for(i32 2)\n  %2 = icmp eq i32 %1, 1\n\
          br i1 %2, label %3, label %4\n3:\n  call void @done()\n  br label %4\n4:\n  ret void\n}\n";
    folder.file("run.ll", text);
    let rule = |kind: &str, function: &str, result: &str, action: &str| {
        format!("[[action]]\n{kind} = \"{function}\"\n{result}action = \"{action}\"\n")
    };
    let head = "[component]\nentry = \"run\"\n";
    let good = [
        rule("call", "wait_for", "", "wait"),
        rule("return", "wait_for", "result = 0\n", "woken.0"),
        rule("return", "wait_for", "result = 1\n", "woken.1"),
        rule("call", "done", "", "done"),
    ];
    folder.file("run.map", format!("{head}{}", good.concat()));
    let model = "RUN = (wait -> (woken[0] -> END | woken[1] -> done -> END)).\n";
    folder.file("m.lts", model);
    folder.rely(&["compare", "--left", "run.ll", "--right", "m.lts:RUN", "--relation", "weak"]).exits(0);
    // The result is not known at the call.
    let bad = format!("{head}{}", good.concat())
        .replace("call = \"wait_for\"\n", "call = \"wait_for\"\nresult = 1\n");
    folder.file("run.map", bad);
    let run = folder.rely(&["compose", "run.ll"]).exits(2);
    assert!(run.err.contains("E1080") && run.err.contains("is not known when it is called"), "{}", run.err);
}

/// A function that is neither mapped nor ignored may change variables that other files can name.
#[test]
fn unknown_functions_change_variables() {
    let folder = Folder::new();
    let text = |linkage: &str| {
        format!(
            "@level = {linkage} i32 0\ndeclare void @tick()\ndeclare void @report()\n\
             define void @run() {{\n  store i32 0, i32* @level\n  call void @tick()\n  %1 = load i32, i32* @level\n\
             %2 = icmp eq i32 %1, 7\n  br i1 %2, label %3, label %4\n3:\n  call void @report()\n  br label %4\n\
             4:\n  ret void\n}}\n"
        )
    };
    let head = "[component]\nentry = \"run\"\n[[action]]\ncall = \"report\"\naction = \"report\"\n";
    folder.file(
        "m.lts",
        "import RUN = \"run.ll with run.map\"\nproperty NEVER = STOP + {report}.\n||S = (RUN || NEVER).\n",
    );
    for (linkage, more, code) in
        [("global", "", 1), ("internal global", "", 0), ("global", "[[ignore]]\ncall = \"tick\"\n", 0)]
    {
        folder.file("run.ll", text(linkage));
        folder.file("run.map", format!("{head}{more}"));
        let run = folder.rely(&["check", "m.lts", "--only", "safety"]);
        assert_eq!(run.code, Some(code), "{linkage} {more}: {}", run.screen());
    }
}

/// A mistake in a mapping or in C is told with its own file, also to a model that imports the component.
#[test]
fn imports_name_the_file_that_is_wrong() {
    let folder = queue();
    folder.file("m.lts", SYSTEM);
    let wrong = folder.read("queue.map").replacen("semaphore_take", "semaphore_tak", 1);
    folder.file("queue.map", wrong);
    let run = folder.rely(&["check", "m.lts"]).exits(2);
    assert!(
        run.err.contains(": queue.map:7:") && run.err.contains("(did you mean `semaphore_take`?)"),
        "{}",
        run.err
    );
}

#[test]
fn propositions_are_expressions_over_globals() {
    let folder = queue();
    let plain = folder.read("queue.map");
    folder.file("queue.map", format!("{plain}\n[propositions]\nfull = \"queue.count == 3\"\n"));
    folder.rely(&["compose", "queue-1.ll", "--format", "json", "--output", "q.json"]).exits(0);
    let lts: serde_json::Value = serde_json::from_str(&folder.read("q.json")).expect("a document");
    let full = list(&lts, "propositions");
    assert_eq!((full.len(), text(&full[0], "name")), (1, "full"));
    // Replayed by hand: after three messages were written, the queue is full, and not before.
    let holds = |state: u64| list(&full[0], "states").iter().any(|one| one.as_u64() == Some(state));
    let (mut seen, mut checked) = (std::collections::BTreeSet::new(), 0);
    let mut open = vec![(lts["initial"].as_u64().expect("a state"), 0_i32)];
    let alphabet: Vec<&str> = list(&lts, "alphabet").iter().filter_map(|name| name.as_str()).collect();
    while let Some((state, count)) = open.pop() {
        if !seen.insert((state, count)) {
            continue;
        }
        for step in list(&lts, "transitions").iter().filter_map(|step| step.as_array()) {
            let number = |at: usize| step[at].as_u64();
            if number(0) != Some(state) {
                continue;
            }
            let action = match &step[1] {
                serde_json::Value::String(name) => name.as_str(),
                label => {
                    label.as_u64().map_or("tau", |at| alphabet.get(at as usize).copied().unwrap_or("tau"))
                }
            };
            let count = match action {
                "write.ok" => count + 1,
                "read.ok" => count - 1,
                "init" => 0,
                _ => count,
            };
            let target = number(2).expect("a state");
            // When a call has returned, nothing else has happened to the count.
            if matches!(action, "write.ok" | "read.ok" | "write.full" | "read.failed") {
                assert_eq!(holds(target), count == 3, "after {action}, with {count} messages");
                checked += 1;
            }
            open.push((target, count));
        }
    }
    assert!(checked > 10, "{checked}");
    // They are compared.
    let compat = ["compat", "--baseline", "queue-1.ll", "--candidate", "queue-4.ll", "--format", "json"];
    let found = folder.rely(&compat).exits(0).json();
    assert_eq!(list(&found["containment"], "observed"), ["full"]);
    folder.file("less.map", folder.read("queue.map").replace("== 3", "== 2"));
    let other =
        ["compat", "--baseline", "queue-1.ll with queue.map", "--candidate", "queue-4.ll with less.map"];
    assert!(folder.rely(&other).exits(1).out.contains("full"));
    // Names that match nothing are errors, at their places.
    for (expression, place, message) in [
        ("queue.cnt == 3", "48:15", "there is no member `cnt`"),
        ("quee.count", "48:9", "did you mean `queue`?"),
        ("queue.messages[3]", "48:24", "the array has 3 elements"),
        ("queue.count / queue.first", "48:21", "a divisor is a constant that is not 0"),
        ("queue.count ==", "48:23", "expected a variable or a number"),
        ("queue.count) == 3", "48:20", "unexpected `)`"),
        ("queue", "48:9", "name a member or an element"),
    ] {
        folder.file("queue.map", format!("{plain}\n[propositions]\nfull = \"{expression}\"\n"));
        let run = folder.rely(&["compose", "queue-1.ll with queue.map"]).exits(2);
        let at = format!("queue.map:{place}: ");
        assert!(run.err.contains(&at) && run.err.contains(message), "{expression}: {}", run.err);
    }
    // Formulas are about actions.
    folder.file("queue.map", format!("{plain}\n[propositions]\nfull = \"queue.count == 3\"\n"));
    folder.file(
        "f.lts",
        "import QUEUE = \"queue-1.ll with queue.map\"\nassert FULL = <>full\n||S = (QUEUE).\n",
    );
    assert!(folder.rely(&["check", "f.lts", "--only", "ltl"]).exits(2).err.contains("E1033"));
}
