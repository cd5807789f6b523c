//! `rely assume`: what people read, what programs read, exit codes, and every option by real command lines.

mod common;

use common::{Folder, MUTEX as MODEL, Run, list, repository, text};
use expect_test::{Expect, expect};
use serde_json::Value;

const BASIC: [&str; 4] = ["assume", "m.lts", "--module", "WRITER,MUTEX"];

fn rely(args: &[&str]) -> Run {
    Folder::with(MODEL).rely(&[&BASIC[..], args].concat())
}

#[track_caller]
fn shows(args: &[&str], expect: Expect) {
    expect.assert_eq(&rely(args).screen());
}

/// What is shown from a line on that begins with some words.
#[track_caller]
fn part<'r>(run: &'r Run, words: &str) -> &'r str {
    let at = run.out.find(&format!("\n{words}")).unwrap_or_else(|| panic!("no {words} in {}", run.out));
    &run.out[at + 1..]
}

/// Checks a document against the published schema, and the fields that are fixed.
#[track_caller]
fn valid(document: &Value) {
    let schema =
        std::fs::read_to_string(repository().join("schemas/assume.json")).expect("there is a schema");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let faults: Vec<String> =
        validator.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{}\n{document:#}", faults.join("\n"));
    assert_eq!(text(document, "schema"), "rely/assume/1");
    for key in ["verdict", "trace", "sizes", "interface", "assumption", "discharged", "warnings"] {
        assert!(document.get(key).is_some(), "`{key}` is missing in {document:#}");
    }
    for key in ["composed", "minimized", "propagated", "determinized", "assumption"] {
        let size = &document["sizes"][key];
        assert!(size.is_u64() || size.is_null(), "{key}: {size}");
    }
}

#[track_caller]
fn json(code: i32, args: &[&str]) -> Value {
    let document = rely(&[args, &["--format", "json"]].concat()).exits(code).json();
    valid(&document);
    document
}

fn words(value: &Value, key: &str) -> String {
    list(value, key).iter().map(|w| w.as_str().expect("a word")).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_assumption_is_shown_and_explained() {
    shows(
        &["--target", "BAD"],
        expect![[r#"
            holds if the environment satisfies ENV_WRITER_MUTEX (4 states)
              module       WRITER, MUTEX
              property     EXCLUSIVE
              environment  CARELESS
              interface    e.acquire, e.enter, e.exit, e.release

            // the assumption under which WRITER || MUTEX satisfies EXCLUSIVE
            // forbids e.enter and e.exit
            property ENV_WRITER_MUTEX = (e.acquire -> Acquire | e.release -> ANYTHING),
            // forbids e.exit
            Acquire = (e.acquire -> ANYTHING | e.enter -> Acquire_Enter | e.release -> ENV_WRITER_MUTEX),
            // everything is allowed
            ANYTHING = ({e.acquire, e.enter, e.exit, e.release} -> ANYTHING),
            // forbids e.enter and e.release
            Acquire_Enter = (e.acquire -> ANYTHING | e.exit -> Acquire).

            In words
              at first, only `e.acquire` and `e.release`
              This is a summary: the assumption forbids more.

            composed 9 → minimized 5 → propagated 3 → determinized 3 → assumption 4 states; peak: 9 states and 29 transitions

            Forbidden actions, and why
              (· marks steps that the environment does not see)

              At the start (ENV_WRITER_MUTEX): forbids e.enter, e.exit
                e.enter, because then this can happen:
                  ·  1  w.acquire  WRITER, MUTEX
                  ·  2  w.enter    WRITER
                     3  e.enter    environment  violates EXCLUSIVE
                e.exit, because then this can happen:
                     1  e.exit  environment  violates EXCLUSIVE

              After e.acquire (Acquire): forbids e.exit
                e.exit, because then this can happen:
                     1  e.acquire  environment, MUTEX
                     2  e.exit     environment  violates EXCLUSIVE

              After e.acquire e.enter (Acquire_Enter): forbids e.enter, e.release
                e.enter, because then this can happen:
                     1  e.acquire  environment, MUTEX
                     2  e.enter    environment
                     3  e.enter    environment  violates EXCLUSIVE
                e.release, because then this can happen:
                     1  e.acquire  environment, MUTEX
                     2  e.enter    environment
                     3  e.release  environment, MUTEX
                  ·  4  w.acquire  WRITER, MUTEX
                  ·  5  w.enter    WRITER  violates EXCLUSIVE
            [exit 0]
        "#]],
    );
}

#[test]
fn a_property_that_always_holds() {
    shows(
        &["--target", "GOOD", "--property", "CALM"],
        expect![[r#"
            holds in every environment
              module       WRITER, MUTEX
              property     CALM
              environment  CAREFUL
              interface    e.acquire, e.release

            composed 5 → minimized 2 states; peak: 5 states and 6 transitions
            [exit 0]
        "#]],
    );
}

#[test]
fn a_property_that_always_holds_for_no_good_reason() {
    let folder =
        Folder::with("P = (a -> P | never -> P).\nQ = (a -> Q) + {never}.\nproperty N = (never -> N).\n");
    let args = ["assume", "m.lts", "--module", "P,Q", "--property", "N"];
    let run = folder.rely(&args).exits(0);
    let first = "holds vacuously in every environment (no action of N ever occurs)\n";
    assert!(run.out.starts_with(first), "{}", run.out);
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(0).json();
    valid(&document);
    assert_eq!(document["vacuous"], true);
}

#[test]
fn a_property_that_never_holds() {
    shows(
        &["--target", "GOOD", "--property", "NO_W"],
        expect![[r#"
            violated in every environment, in 2 steps
              module       WRITER, MUTEX
              property     NO_W
              environment  CAREFUL
              interface    e.acquire, e.release

            A run of the module alone
              ·  1  w.acquire  WRITER, MUTEX
              ·  2  w.enter    WRITER  violates NO_W
            [exit 1]
        "#]],
    );
}

#[test]
fn an_environment_that_does_not_keep_to_it() {
    let run = rely(&["--target", "GOOD", "--environment", "GREEDY"]).exits(1);
    let end = part(&run, "With GREEDY");
    expect![[r#"
        With GREEDY: violated in 5 steps
          Forbidden behavior: e.acquire e.enter e.release
          A run of the system:
               1  e.acquire  MUTEX, GREEDY
               2  e.enter    GREEDY
               3  e.release  MUTEX, GREEDY
               4  w.acquire  WRITER, MUTEX
               5  w.enter    WRITER  violates EXCLUSIVE
    "#]]
    .assert_eq(end);
    // The run is one of the whole system.
    let document = json(1, &["--target", "GOOD", "--environment", "GREEDY"]);
    let discharged = &document["discharged"];
    assert_eq!(words(discharged, "environment_trace"), "e.acquire e.enter e.release");
    let folder = Folder::with(&format!("{MODEL}||WHOLE = (MODULE || GREEDY || EXCLUSIVE).\n"));
    let trace = words(discharged, "trace");
    let args = ["replay", "--model", "m.lts", "--target", "WHOLE", "--actions", &trace];
    let replayed = folder.rely(&args).exits(0);
    assert!(replayed.out.contains("the run ends in ERROR of EXCLUSIVE"), "{}", replayed.out);
}

/// Many steps that can be taken, and one that must not.
const LONG: &str = "
ONE = C[0], C[i:0..19] = (when (i < 19) tick -> C[i+1] | skip -> work -> boom -> C[i]).
TWO = D[0], D[i:0..19] = (when (i < 19) tock -> D[i+1] | when (i == 19) tack -> D[0]).
property QUIET = STOP + {boom}.
||SYSTEM = (ONE || TWO || QUIET).
";

#[test]
fn what_is_certain_when_the_budget_ends() {
    let folder = Folder::with(LONG);
    let budget = ["--construction", "flat", "--budget", "states=70"];
    let args = ["assume", "m.lts", "--module", "ONE,TWO", "--interface", "tick,tock,skip"];
    let args = [&args[..], &budget].concat();
    let run = folder.rely(&args).exits(3);
    expect![[r#"
        unknown: 70 states reached (limit)
          module       ONE, TWO
          property     QUIET
          environment  any
          interface    skip, tick, tock

        The start of the assumption, exact for traces of at most 4 actions
        // the start of the assumption under which ONE || TWO satisfies QUIET, exact for traces of at most 4 actions
        // forbids skip
        property ENV_ONE_TWO = (tick -> Tick | tock -> Tock),
        // forbids skip
        Tick = (tick -> Tick_Tick | tock -> Tick_Tock),
        // forbids skip
        Tock = (tick -> Tick_Tock | tock -> Tock_Tock),
        // forbids skip
        Tick_Tick = (tick -> Tick_Tick_Tick | tock -> Tick_Tick_Tock),
        // forbids skip
        Tick_Tock = (tick -> Tick_Tick_Tock | tock -> Tick_Tock_Tock),
        // forbids skip
        Tock_Tock = (tick -> Tick_Tock_Tock | tock -> Tock_Tock_Tock),
        // forbids skip
        Tick_Tick_Tick = ({tick, tock} -> NOT_EXPLORED),
        // forbids skip
        Tick_Tick_Tock = ({tick, tock} -> NOT_EXPLORED),
        // forbids skip
        Tick_Tock_Tock = ({tick, tock} -> NOT_EXPLORED),
        // forbids skip
        Tock_Tock_Tock = ({tick, tock} -> NOT_EXPLORED),
        // not explored: nothing is known
        NOT_EXPLORED = ({skip, tick, tock} -> NOT_EXPLORED).

        Known to be forbidden, and why
          (· marks steps that the environment does not see)

          At the start:
            skip, because then this can happen:
                 1  skip  environment, ONE
              ·  2  work  ONE
              ·  3  boom  ONE  violates QUIET

          After tick:
            skip, because then this can happen:
                 1  tick  environment, ONE
                 2  skip  environment, ONE
              ·  3  work  ONE
              ·  4  boom  ONE  violates QUIET

          After tock:
            skip, because then this can happen:
                 1  tock  environment, TWO
                 2  skip  environment, ONE
              ·  3  work  ONE
              ·  4  boom  ONE  violates QUIET

          After tick tick:
            skip, because then this can happen:
                 1  tick  environment, ONE
                 2  tick  environment, ONE
                 3  skip  environment, ONE
              ·  4  work  ONE
              ·  5  boom  ONE  violates QUIET

          After tick tock:
            skip, because then this can happen:
                 1  tick  environment, ONE
                 2  tock  environment, TWO
                 3  skip  environment, ONE
              ·  4  work  ONE
              ·  5  boom  ONE  violates QUIET

          … 8 more forbidden traces (--full shows all)
    "#]]
    .assert_eq(&run.out);
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(3).json();
    valid(&document);
    assert_eq!(document["verdict"], "unknown");
    assert!(document["assumption"].is_null());
    let partial = &document["partial"];
    assert!(!list(partial, "forbidden").is_empty());
    assert!(partial["assumption"]["depth"].as_u64().unwrap() > 0);
    // Every environment that fits keeps to what is certain.
    let fsp = text(&partial["assumption"], "fsp");
    for (environment, code) in [("(tick -> E | tock -> E) + {skip}", 0), ("(tick -> skip -> E)", 1)] {
        folder.file("part.lts", format!("E = {environment}.\n{fsp}||S = (E || ENV_ONE_TWO).\n"));
        folder.rely(&["check", "part.lts", "--target", "S", "--only", "safety"]).exits(code);
    }
    // In a format without comments as well: the same machine, and a note that it is not all.
    let run = folder.rely(&[&args[..], &["--format", "aut", "-o", "part.aut"]].concat()).exits(3);
    assert!(run.err.contains("the assumption is incomplete: 70 states reached"), "{}", run.err);
    folder.file("part.lts", fsp.replacen("property ", "", 1));
    let same =
        ["compare", "part.lts", "--left", "part.aut", "--right", "ENV_ONE_TWO", "--relation", "strong"];
    folder.rely(&same).exits(0);
}

#[test]
fn long_explanations_are_cut() {
    let model = "
        DEEP = C[0], C[i:0..1200] = (when (i < 1200) tick -> C[i+1] | when (i == 1200) tock -> C[0] | skip -> boom -> C[i]).
        property QUIET = STOP + {boom}.
        ||S = (DEEP || QUIET).";
    let folder = Folder::with(model);
    let args = ["assume", "m.lts", "--module", "DEEP", "--interface", "tick,tock,skip"];
    let run = folder.rely(&args).exits(0);
    assert!(run.out.contains("more lines (--full shows all, --format fsp writes it)"));
    assert!(run.out.contains("more forbidden actions (--full shows all)"));
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(0).json();
    valid(&document);
    assert_eq!(document["assumption"]["states"], 1202);
    assert_eq!(document["explained"], false);
    assert!(list(&document, "explanation").len() > 100);
}

#[test]
fn documents_for_programs() {
    let document = json(0, &["--target", "BAD"]);
    assert_eq!(document["verdict"], "assumption");
    assert_eq!(words(&document, "interface"), "e.acquire e.enter e.exit e.release");
    assert_eq!(words(&document, "internal"), "w.acquire w.enter w.exit w.release");
    let lts = &document["assumption"];
    assert_eq!(lts["states"], document["sizes"]["assumption"]);
    let sink = lts["sink"].as_u64().expect("there is a sink") as usize;
    assert_eq!(list(&document, "states")[sink], "ANYTHING");
    assert!(document["discharged"].is_null());
    for state in list(&document, "explanation") {
        for forbidden in list(state, "forbids") {
            let trace = words(forbidden, "trace");
            assert!(trace.ends_with(text(forbidden, "action")), "{trace}");
            let interface = words(&document, "interface");
            let seen: Vec<&str> = list(forbidden, "run")
                .iter()
                .filter_map(Value::as_str)
                .filter(|action| interface.split(' ').any(|known| known == *action))
                .collect();
            assert_eq!(seen.join(" "), trace, "the run looks like the trace from outside");
            assert_eq!(words(forbidden, "violates"), "EXCLUSIVE");
        }
    }
    let holds = json(0, &["--target", "GOOD", "--property", "CALM", "--discharge"]);
    assert_eq!((&holds["verdict"], &holds["discharged"]["verdict"]), (&"holds".into(), &"holds".into()));
    assert!(holds["assumption"].is_null());
    let never = json(1, &["--target", "GOOD", "--property", "NO_W"]);
    assert_eq!((text(&never, "verdict"), words(&never, "trace").as_str()), ("violated", "w.acquire w.enter"));
    let never = json(1, &["--target", "GOOD", "--property", "NO_W", "--discharge"]);
    assert_eq!(never["discharged"]["verdict"], "violated");
}

#[test]
fn the_answer_does_not_depend_on_the_way() {
    let plain = json(0, &["--target", "BAD"]);
    for how in [
        &["--construction", "flat"][..],
        &["--construction", "stepwise"],
        &["--threads", "3"],
        &["--interface", "e.acquire, e.release"],
        &["--interface", "{e.{acquire, release}}"],
        &["--interface", "{e}"],
        &["--environment", "CAREFUL"],
    ] {
        let other = json(0, &[&["--target", "BAD"], how].concat());
        assert_eq!(plain["assumption"], other["assumption"], "{how:?}");
        assert_eq!(plain["explanation"], other["explanation"], "{how:?}");
    }
    for (target, module) in [("BAD", "MODULE"), ("NESTED", "MODULE"), ("NESTED", "MODULE.MUTEX,WRITER")] {
        let args = ["assume", "m.lts", "--target", target, "--module", module, "--format", "json"];
        let other = Folder::with(MODEL).rely(&args).exits(0).json();
        assert_eq!(
            other["assumption"]["transitions"], plain["assumption"]["transitions"],
            "{target} {module}"
        );
        assert_eq!(other["environment"], plain["environment"], "a composite names what it consists of");
    }
}

#[test]
fn the_assumption_is_read_again() {
    let folder = Folder::with(MODEL);
    let write = |format: &str, file: &str| {
        folder.rely(&[&BASIC[..], &["--target", "BAD", "--format", format, "-o", file]].concat()).exits(0)
    };
    assert!(write("fsp", "env.lts").out.is_empty());
    write("aut", "env.aut");
    write("dot", "env.dot");
    let fsp = folder.read("env.lts");
    assert!(fsp.contains("property ENV_WRITER_MUTEX = ("), "{fsp}");
    assert!(folder.read("env.dot").contains("[label=\"ANYTHING\", style=filled, fillcolor=gray90]"));
    folder.file("process.lts", fsp.replace("property ", ""));
    for side in ["env.aut", "env.dot"] {
        let args = ["compare", "--left", "process.lts", "--right", side, "--relation", "strong"];
        folder.rely(&args).exits(0);
    }
    // As a property it decides about environments as the whole system does.
    for (environment, code) in [("CAREFUL", 0), ("CARELESS", 1), ("GREEDY", 1)] {
        folder.file("with.lts", format!("{MODEL}{fsp}||E = ({environment} || ENV_WRITER_MUTEX).\n"));
        folder.rely(&["check", "with.lts", "--target", "E", "--only", "safety"]).exits(code);
        folder.rely(&[&BASIC[..], &["--target", "GOOD", "--environment", environment]].concat()).exits(code);
    }
}

#[test]
fn nothing_is_written_where_there_is_no_assumption() {
    let folder = Folder::with(MODEL);
    let args = ["--property", "CALM", "--target", "GOOD", "--format", "fsp", "-o", "env.lts"];
    let run = folder.rely(&[&BASIC[..], &args].concat()).exits(0);
    assert_eq!(
        run.err,
        "note: nothing was written: the property holds in every environment; no assumption is needed\n"
    );
    assert_eq!(folder.names(), ["m.lts"]);
}

#[test]
fn modules_in_a_row() {
    for (target, code, verdict) in [("GOOD", 0, "holds"), ("BAD", 1, "violated")] {
        for row in ["WRITER,MUTEX", "MUTEX,WRITER", "MODULE", "WRITER"] {
            let folder = Folder::with(MODEL);
            let args = ["assume", "m.lts", "--target", target, "--through", row, "--format", "json"];
            let document = folder.rely(&args).exits(code).json();
            valid(&document);
            assert_eq!(document["discharged"]["verdict"], verdict, "{target} through {row}");
            assert_eq!(list(&document, "through").len(), row.split(',').count());
        }
    }
    let run = Folder::with(MODEL).rely(&["assume", "m.lts", "--target", "BAD", "--through", "WRITER,MUTEX"]);
    let end = part(&run, "Module by module");
    expect![[r#"
        Module by module
          1 WRITER  property 3 → 4 states (it grew)
                    composed 7 → minimized 7 → propagated 6 → determinized 3 → assumption 4 states
          2 MUTEX   property 4 → 4 states
                    composed 5 → minimized 4 → propagated 3 → determinized 3 → assumption 4 states

        With CARELESS: violated in 3 steps
          A run of the system:
               1  w.acquire  WRITER, MUTEX
               2  w.enter    WRITER
               3  e.enter    CARELESS  violates EXCLUSIVE
          Replay: rely replay --model m.lts --target BAD --actions 'w.acquire w.enter e.enter'

        warning: the property grew at WRITER: from 3 to 4 states
    "#]]
    .assert_eq(end);
}

/// An ERROR of a module is a violation, wherever the module stands in the row.
#[test]
fn an_error_of_a_module_counts_in_every_order() {
    let model = "A = (a -> b -> A).\nB = (b -> c -> B | b -> ERROR).\nC = (c -> C).\n\
                 property R = (a -> b -> R).\n||S = (A || B || C || R).\n";
    for row in ["A,B,C", "A,C,B", "B,A,C", "B,C,A", "C,A,B", "C,B,A"] {
        let args = ["assume", "m.lts", "--through", row, "--property", "R", "--format", "json"];
        let document = Folder::with(model).rely(&args).exits(1).json();
        valid(&document);
        assert_eq!(document["verdict"], "violated", "{row}");
        assert_eq!(document["discharged"]["verdict"], "violated", "{row}");
        assert_eq!(document["discharged"]["violates"], serde_json::json!(["B"]), "{row}");
        assert_eq!(document["discharged"]["trace"], serde_json::json!(["a", "b"]), "{row}");
        for stage in list(&document, "through") {
            let interface = list(stage, "interface");
            assert!(interface.iter().all(|action| !action.as_str().unwrap().contains('!')), "{row}");
        }
    }
}

/// Where the rest ends the system with an ERROR of its own, what the modules say is not said of the whole.
#[test]
fn an_error_of_the_rest_leaves_the_whole_open() {
    let model = "X = (n -> a -> X).\nK = (n -> ERROR).\nproperty NO_A = STOP + {a}.\n\
                 property ORDER = (n -> a -> ORDER).\n||SYSTEM = (X || K).\n";
    for property in ["NO_A", "ORDER"] {
        let args = ["assume", "m.lts", "--through", "X", "--property", property, "--format", "json"];
        let document = Folder::with(model).rely(&args).exits(3).json();
        valid(&document);
        assert_eq!(document["discharged"]["verdict"], "unknown", "{property}");
        assert!(text(&document["discharged"], "reason").contains("ERROR"), "{property}");
        for row in ["X,K", "K,X"] {
            let args = ["assume", "m.lts", "--through", row, "--property", property, "--format", "json"];
            let document = Folder::with(model).rely(&args).exits(1).json();
            assert_eq!(document["discharged"]["violates"], serde_json::json!(["K"]), "{property} {row}");
        }
    }
}

#[test]
fn candidates_are_ranked() {
    let folder = Folder::with(MODEL);
    folder.file("idle.lts", "IDLE = STOP + {e.acquire, e.release, e.enter, e.exit}.\n");
    folder.file("nosy.lts", "NOSY = (w.acquire -> NOSY).\n");
    let args = [
        "--target",
        "GOOD",
        "--candidates",
        "CARELESS",
        "GREEDY",
        "nosy.lts",
        "idle.lts:IDLE",
        "m.lts:CAREFUL",
    ];
    let run = folder.rely(&[&BASIC[..], &args].concat()).exits(0);
    let end = part(&run, "Candidates");
    expect![[r#"
        Candidates, best first
           1  idle.lts:IDLE  fits
           2  m.lts:CAREFUL  fits
           3  nosy.lts       unknown: it takes part in w.acquire, which is internal to the module
           4  GREEDY         does not fit: e.acquire e.enter e.release
           5  CARELESS       does not fit: e.enter
    "#]]
    .assert_eq(end);
    let document = folder.rely(&[&BASIC[..], &args, &["--format", "json"]].concat()).exits(0).json();
    valid(&document);
    let order: Vec<&str> = list(&document, "candidates").iter().map(|c| text(c, "name")).collect();
    assert_eq!(order, ["idle.lts:IDLE", "m.lts:CAREFUL", "nosy.lts", "GREEDY", "CARELESS"]);
}

#[test]
fn deviations_of_an_environment() {
    let run = rely(&["--target", "GOOD", "--deviations"]).exits(0);
    let end = part(&run, "Deviations of");
    expect![[r#"
        Deviations of the environment from its model
          Safe deviations:
            e.acquire e.release  (the next action may be forbidden)
            e.acquire e.enter e.exit e.enter  (the next action may be forbidden)
            and 3 that the module cannot take part in (--full shows all)
          Forbidden deviations:
            e.enter
            e.exit
            e.acquire e.exit
            e.acquire e.enter e.enter
            e.acquire e.enter e.release
    "#]]
    .assert_eq(end);
    let document = json(0, &["--target", "GOOD", "--deviations"]);
    for deviation in list(&document["deviations"], "unsafe") {
        assert!(!list(deviation, "run").is_empty() && deviation["margin"] == 0, "{deviation:#}");
    }
    let document = json(0, &["--target", "BAD", "--deviations"]);
    assert_eq!(words(&document["deviations"]["violations"][0], "trace"), "e.enter");
}

#[test]
fn the_most_general_component() {
    let folder = Folder::with(MODEL);
    let args = ["--target", "GOOD", "--emit-component", "most.lts"];
    let run = folder.rely(&[&BASIC[..], &args].concat()).exits(0);
    assert!(run.out.contains("Most general safe component: BESIDE_WRITER_MUTEX ("), "{}", run.out);
    let most = folder.read("most.lts");
    folder.file("pair.lts", format!("{MODEL}{most}||PAIR = (MODULE || BESIDE_WRITER_MUTEX || EXCLUSIVE).\n"));
    folder.rely(&["check", "pair.lts", "--only", "safety"]).exits(0);
    // Everything that fits is contained in it.
    let within = |right: &str| {
        ["compare", "pair.lts", "--left", "CAREFUL", "--right", right, "--relation", "trace-inclusion"]
            .map(str::to_string)
    };
    let args: Vec<String> = within("BESIDE_WRITER_MUTEX").to_vec();
    folder.rely(&args.iter().map(String::as_str).collect::<Vec<_>>()).exits(0);
    for (file, first) in [("most.aut", "des"), ("most.json", "{")] {
        folder.rely(&[&BASIC[..], &["--target", "GOOD", "--emit-component", file]].concat()).exits(0);
        assert!(folder.read(file).starts_with(first));
    }
}

/// The lock that may be taken and never given back.
const FOREVER: &str = "
LOCK = (e.acquire -> HELD),
HELD = (e.release -> enter -> LOCK | idle -> IDLE),
IDLE = (idle -> IDLE).
STUCK = (e.acquire -> e.release -> enter -> STUCK).
property NEVER = STOP + {enter}.
||M = (LOCK || NEVER).
";

#[test]
fn live_components_do_not_deadlock_the_module() {
    let folder = Folder::with(FOREVER);
    let ask = |module: &str, more: &[&str]| {
        let args = [
            "assume",
            "m.lts",
            "--module",
            module,
            "--property",
            "NEVER",
            "--interface",
            "e.acquire,e.release",
        ];
        folder.rely(&[&args[..], more].concat())
    };
    let run = ask("LOCK", &["--emit-component", "live.lts", "--live"]).exits(0);
    let end = part(&run, "Most general");
    expect![[r#"
        Most general safe and live component: BESIDE_LOCK (3 states, 5 transitions), written to live.lts

        warning: after e.acquire the environment must stop forever (for example, hold a lock): every further action of LOCK is forbidden
        warning: idle happens only after the environment has stopped forever, as in e.acquire idle
    "#]].assert_eq(end);
    // Beside STUCK nothing that is safe is live.
    let run = ask("STUCK", &["--emit-component", "none.lts", "--live"]).exits(1);
    assert!(run.out.contains("There is no safe and live component: "), "{}", run.out);
    assert_eq!(folder.names(), ["live.lts", "m.lts"]);
    assert!(run.out.contains("warning: "), "{}", run.out);
}

#[test]
fn certificates_of_all_three_answers() {
    for (property, words) in [
        ("EXCLUSIVE", "is the weakest assumption under which WRITER, MUTEX satisfy EXCLUSIVE"),
        ("CALM", "satisfy CALM in every environment"),
        ("NO_W", "NO_W"),
    ] {
        let folder = Folder::with(MODEL);
        let args = ["--target", "BAD", "--property", property, "--certificate", "c.json"];
        let run = folder.rely(&[&BASIC[..], &args].concat());
        assert!(run.out.contains("Check it independently: rely certify c.json"), "{}", run.out);
        let run = folder.rely(&["certify", "c.json"]).exits(0);
        assert!(run.out.starts_with("accepted: ") && run.out.contains(words), "{}", run.out);
    }
    let folder = Folder::with(MODEL);
    let args =
        ["--target", "BAD", "--certificate", "c.json", "--construction", "flat", "--budget", "states=6"];
    let run = folder.rely(&[&BASIC[..], &args].concat()).exits(3);
    assert!(run.out.contains("warning: no certificate was written: "), "{}", run.out);
    assert_eq!(folder.names(), ["m.lts"]);
}

/// The answer is known, the evidence is too large: that is told whatever the format, and by the exit code.
#[test]
fn a_certificate_that_is_not_written_is_missed() {
    let folder = Folder::with(
        "const N = 30\nP = P[0], P[i:0..N] = (when (i < N) up -> P[i+1] | when (i > 0) down -> P[i-1] | go -> P[i]).\n\
         property Q = STOP + {go}.\n||SYSTEM = ({x, y}:P/{go/{x, y}.go} || Q).\n",
    );
    let args = ["assume", "m.lts", "--module", "P", "--interface", "go", "--budget", "states=200"];
    folder.rely(&args).exits(0);
    for format in ["text", "json", "aut"] {
        let run =
            folder.rely(&[&args[..], &["--certificate", "c.json", "--format", format]].concat()).exits(3);
        let said = if format == "aut" { &run.err } else { &run.out };
        assert!(said.contains("no certificate was written: the evidence is not complete"), "{said}");
        assert_eq!(folder.names(), ["m.lts"]);
    }
}

#[test]
fn parts_from_other_files() {
    let folder = Folder::new();
    folder.file("sys.lts", "SYS = (press -> brew -> SYS).\n");
    folder.file("env.lts", "ENV = (place -> press -> ENV).\n");
    folder.file("p.lts", "P = (place -> MUG), MUG = (brew -> P).\n");
    let args =
        ["assume", "sys.lts", "--module", "SYS", "--property", "p.lts", "--environment", "env.lts:ENV"];
    let document = folder.rely(&[&args[..], &["--format", "json"]].concat()).exits(1).json();
    valid(&document);
    assert_eq!(document["property"][0]["name"], "P");
    assert_eq!(words(&document["discharged"], "trace"), "place press place");
    // Alone it has no environment.
    let run = folder.rely(&["assume", "sys.lts", "--module", "SYS", "--property", "p.lts"]).exits(1);
    assert!(run.out.contains("warning: the module is the entire system"), "{}", run.out);
}

#[test]
fn an_empty_discharge_is_told_apart() {
    let folder = Folder::with(
        "M = (a -> i -> b -> M).\nproperty P = (a -> a -> P) + {b}.\nE = STOP + {a, b}.\n||S = (M || E || P).\n",
    );
    let run = folder.rely(&["assume", "m.lts", "--module", "M", "--discharge"]).exits(0);
    assert!(
        run.out.lines().next().is_some_and(|line| line.ends_with(", and E does, vacuously")),
        "{}",
        run.out
    );
    assert!(run.out.contains("With E: holds vacuously ("), "{}", run.out);
    let document = folder.rely(&["assume", "m.lts", "-m", "M", "--discharge", "-f", "json"]).json();
    valid(&document);
    assert_eq!(document["discharged"]["vacuous"], true);
    // One idle property beside one that is not makes no answer empty.
    let two = Folder::with(
        "M = (a -> b -> M).\nproperty P = (a -> b -> P).\nproperty Q = (x -> y -> Q).\nE = (x -> E) + {y}.\n\
         F = STOP + {x}.\n||S = (M || E || F || P || Q).\n",
    );
    let run = two.rely(&["assume", "m.lts", "--module", "M,E,F"]).exits(0);
    assert!(run.out.starts_with("holds in every environment\n"), "{}", run.out);
}

#[test]
fn actions_that_fsp_cannot_write_are_told() {
    let folder = Folder::new();
    for (action, told) in [("send", false), ("SEND !1", true)] {
        folder.file("m.aut", format!("des (0, 2, 2)\n(0, \"{action}\", 1)\n(1, \"b\", 0)\n"));
        folder.file("p.aut", format!("des (0, 1, 2)\n(0, \"{action}\", 1)\n"));
        folder.file("e.aut", format!("des (0, 2, 1)\n(0, \"{action}\", 0)\n(0, \"b\", 0)\n"));
        let run = folder.rely(&["assume", "m.aut", "-m", "m.aut", "-p", "p.aut", "-e", "e.aut"]).exits(1);
        assert_eq!(run.out.contains("warning: FSP cannot express the action `SEND !1`"), told, "{}", run.out);
    }
}
