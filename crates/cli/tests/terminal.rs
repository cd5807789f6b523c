//! What people read, as they read it: reports, messages, dialogues, help. `UPDATE_EXPECT=1` writes the
//! snapshots anew; read what changed before it is committed.

mod common;
#[path = "terminal/fmt.rs"]
mod fmt;

use common::Folder;
use expect_test::{Expect, expect};

/// Compares what a command line shows with a snapshot.
#[track_caller]
fn shows(model: &str, args: &[&str], expected: &Expect) {
    expected.assert_eq(&Folder::with(model).rely(args).never_panicked().screen());
}

const LOCKS: &str = "
LOCK = (get -> put -> LOCK).
A = (x.get -> y.get -> use -> x.put -> y.put -> A).
B = (y.get -> x.get -> use -> y.put -> x.put -> B).
||SYSTEM = (a:A || b:B || {a,b}::x:LOCK || {a,b}::y:LOCK).
";

#[test]
fn a_deadlock() {
    shows(
        LOCKS,
        &["check", "m.lts", "--only", "deadlock"],
        &expect![[r#"
            SYSTEM (m.lts)  4 components, 10 states, 12 transitions

              deadlock    violated in 2 steps

            The shortest run into a deadlock of SYSTEM
              step  action  │ line │ a:A │ b:B │ {a,b}::x:LOCK │ {a,b}::y:LOCK
              ──────────────┼──────┼─────┼─────┼───────────────┼──────────────
                 0          │      │ A   │ B   │ LOCK          │ LOCK
                 1  a.x.get │ 3,2  │ 1   │     │ 1             │
                 2  b.y.get │ 4,2  │     │ 1   │               │ 1
              Then nothing is possible:
                a:A offers a.y.get ({a,b}::y:LOCK refuses)
                b:B offers b.x.get ({a,b}::x:LOCK refuses)
                {a,b}::x:LOCK offers a.x.put (a:A refuses), b.x.put (b:B refuses)
                {a,b}::y:LOCK offers a.y.put (a:A refuses), b.y.put (b:B refuses)
              Replay: rely replay --model m.lts --target SYSTEM --actions 'a.x.get b.y.get'
            [exit 1]
        "#]],
    );
}

#[test]
fn a_violation_of_safety() {
    let model = "
CAR = (enter -> leave -> CAR).
property ONE = (red.enter -> red.leave -> ONE | blue.enter -> blue.leave -> ONE).
||BRIDGE = ({red,blue}:CAR || ONE).
";
    shows(
        model,
        &["check", "m.lts", "--only", "deadlock,safety"],
        &expect![[r#"
            BRIDGE (m.lts)  3 components, 3 states, 6 transitions

              deadlock       none: holds
              safety    ONE  violated in 2 steps

            The shortest run that violates ONE
              step  action     │ line │ red:CAR │ blue:CAR │ ONE
              ─────────────────┼──────┼─────────┼──────────┼──────
                 0             │      │ CAR     │ CAR      │ ONE
                 1  blue.enter │ 2,3  │         │ 1        │ 1
                 2  red.enter  │ 2,3  │ 1       │          │ ERROR
              ONE stands after `blue.enter` (line 3) and allows only `blue.leave` here; `red.enter` came from red:CAR (line 2).
              Replay: rely replay --model m.lts --target BRIDGE --actions 'blue.enter red.enter'
            [exit 1]
        "#]],
    );
}

#[test]
fn a_violation_of_progress_with_its_cycle() {
    let model = "
COIN = (toss -> HEADS | toss -> TAILS), HEADS = (heads -> HEADS), TAILS = (tails -> TAILS).
progress BOTH = {heads}
";
    shows(
        model,
        &["check", "m.lts", "--only", "progress"],
        &expect![[r#"
            DEFAULT (m.lts)  1 component, 3 states, 4 transitions

              progress  BOTH  violated in 1 step and a cycle of 1 (only tails continues to occur)

            A run that violates progress (BOTH)
              step  action │ line │ COIN
              ─────────────┼──────┼──────
                 0         │      │ COIN
                 1  toss   │ 2    │ TAILS
                    ── repeated forever:
                 2  tails  │ 2    │ ·
              Then possible: tails
              Replay: rely replay --model m.lts --target DEFAULT --actions 'toss' --cycle tails
            [exit 1]
        "#]],
    );
}

#[test]
fn an_assert_with_a_lasso() {
    let model = "
P = (request -> (grant -> P | refuse -> P)).
assert GRANTED = [](request -> <>grant)
";
    let args = ["check", "m.lts", "--only", "ltl"];
    shows(
        model,
        &args,
        &expect![[r#"
        DEFAULT (m.lts)  1 component, 2 states, 3 transitions

          assert    GRANTED  holds
        [exit 0]
    "#]],
    );
    shows(
        model,
        &[&args[..], &["--no-fair-choice"]].concat(),
        &expect![[r#"
            DEFAULT (m.lts)  1 component, 2 states, 3 transitions

              assert    GRANTED  violated in 1 step and a cycle of 2

            A run that violates GRANTED
              step  action  │ line │ P
              ──────────────┼──────┼──
                 0          │      │ P
                 1  request │ 2    │ 1
                    ── repeated forever:
                 2  refuse  │ 2    │ P
                 3  request │ 2    │ 1
              Then possible: grant, refuse
              Replay: rely replay --model m.lts --target DEFAULT --actions 'request' --cycle 'refuse request'
            [exit 1]
        "#]],
    );
}

#[test]
fn what_holds_for_no_good_reason() {
    let model = "
P = (a -> P).
property NOTHING = STOP.
progress NEVER = if {c} then {d}
assert EMPTY = [](c -> <>d)
||S = (P || NOTHING).
";
    shows(
        model,
        &["check", "m.lts"],
        &expect![[r#"
        S (m.lts)  2 components, 1 state, 1 transition

          deadlock           none: holds
          safety    NOTHING  holds vacuously (NOTHING allows everything)
          progress  NEVER    holds vacuously (no action of its condition keeps happening in any terminal set)
          assert    EMPTY    holds
          note: EMPTY: no component has the action c, so it is taken to be possible at any time
          note: EMPTY: no component has the action d, so it is taken to be possible at any time
        --- stderr
        warning[W0902]: the progress test `NEVER` fails: none of its actions is in the alphabet of the target
         --> m.lts:4:10
          |
        4 | progress NEVER = if {c} then {d}
          |          ^^^^^
          |
          = help: progress tests use full labels: `a` does not match `a[0]` or `p.a`
          = note: rely explain W0902 says more

        warning[W0901]: the assert `EMPTY` uses `c`, `d`, which no component of the target has in its alphabet
         --> m.lts:5:8
          |
        5 | assert EMPTY = [](c -> <>d)
          |        ^^^^^
          |
          = help: an action that is in no alphabet is free: it can occur at any time
          = note: rely explain W0901 says more

        [exit 0]
    "#]],
    );
}

#[test]
fn an_answer_that_is_cut_off() {
    let model = "
P = (a -> b -> P).
property NO_A = STOP + {a}.
progress GOES_ON = {b}
||S = (P || NO_A).
";
    shows(
        model,
        &["check", "m.lts"],
        &expect![[r#"
            S (m.lts)  2 components, 1 state, 1 transition

              deadlock           none: holds
              safety    NO_A     violated in 1 step
              progress  GOES_ON  unknown: ERROR is reachable: progress holds on the runs that avoid it; the other runs end there

            The shortest run that violates NO_A
              step  action │ line │ P │ NO_A
              ─────────────┼──────┼───┼──────
                 0         │      │ P │ 0
                 1  a      │ 2    │ 1 │ ERROR
              NO_A is at its start and allows none of its actions here; `a` came from P (line 2).
              Replay: rely replay --model m.lts --target S --actions 'a'

            Unused before ERROR
              P: actions b; states 1
            [exit 1]
        "#]],
    );
    let counters = "C = C[0], C[i:0..99] = (up -> C[(i+1)%100]).\n||S = ({a,b}:C).\n";
    shows(
        counters,
        &["check", "m.lts", "--budget", "states=500"],
        &expect![[r#"
        S (m.lts)  2 components, 500 states, 936 transitions

          deadlock                unknown: 500 states reached (limit)
          progress  every action  unknown: 500 states reached (limit)
        [exit 3]
    "#]],
    );
}

#[test]
fn a_composition() {
    let args = ["compose", "m.lts", "--minimize", "strong", "-o", "system.aut"];
    shows(
        LOCKS,
        &args,
        &expect![[r#"
        SYSTEM (m.lts)  4 components
          a:A: 5 states, 5 transitions
          b:B: 5 states, 5 transitions
          {a,b}::x:LOCK: 2 states, 4 transitions
          {a,b}::y:LOCK: 2 states, 4 transitions
        composed: 10 states, 12 transitions, 10 actions
        minimized (strong): 10 states, 12 transitions
        alphabet: a.use, a.x.get, a.x.put, a.y.get, a.y.put, b.use, b.x.get, b.x.put, b.y.get, b.y.put
        a deadlock is reachable
        written: system.aut
        [exit 0]
    "#]],
    );
    shows(
        "P = (a -> ERROR | b -> STOP).\n",
        &["compose", "m.lts", "--format", "aut"],
        &expect![[r#"
        des(0,2,2)
        (0,a,-1)
        (0,b,1)
        [exit 0]
    "#]],
    );
}

#[test]
fn a_comparison() {
    let model = "
FAIR  = (coin -> (tea -> FAIR | coffee -> FAIR)).
MOODY = (coin -> tea -> MOODY | coin -> coffee -> MOODY).
OTHER = (coin -> juice -> OTHER).
";
    let ask = |right: &str, relation: &str, expected: &Expect| {
        shows(
            model,
            &["compare", "m.lts", "--left", "MOODY", "--right", right, "--relation", relation],
            expected,
        );
    };
    ask(
        "FAIR",
        "trace",
        &expect![[r#"
        holds: MOODY and FAIR have the same traces
          MOODY: 3 states, 4 transitions
          FAIR: 2 states, 3 transitions
        [exit 0]
    "#]],
    );
    ask(
        "FAIR",
        "failures",
        &expect![[r#"
        does not hold: MOODY refines FAIR (failures)
          MOODY: 3 states, 4 transitions
          FAIR: 2 states, 3 transitions
          run: coin
          after coin, left can refuse {coffee}, but right cannot
        [exit 1]
    "#]],
    );
    ask(
        "FAIR",
        "weak",
        &expect![[r#"
        does not hold: MOODY and FAIR are weakly bisimilar
          MOODY: 3 states, 4 transitions
          FAIR: 2 states, 3 transitions
          run: coin
          left satisfies <<coin>> not <<coffee>> true, right does not
        [exit 1]
    "#]],
    );
    ask(
        "OTHER",
        "trace-inclusion",
        &expect![[r#"
        does not hold: every trace of MOODY is a trace of OTHER
          MOODY: 3 states, 4 transitions
          OTHER: 2 states, 2 transitions
          run: coin coffee
          after coin, left can do coffee, but right cannot
          note: in the alphabet of MOODY, but not of OTHER: coffee and tea
          note: in the alphabet of OTHER, but not of MOODY: juice
        [exit 1]
    "#]],
    );
}

#[test]
fn a_replay() {
    let ask = |actions: &str, expected: &Expect| {
        shows(LOCKS, &["replay", "--model", "m.lts", "--actions", actions], expected);
    };
    ask(
        "a.x.get b.y.get",
        &expect![[r#"
            replayed on SYSTEM: 2 steps; the run ends in a deadlock: no action is possible
              step  action  │ line │ a:A │ b:B │ {a,b}::x:LOCK │ {a,b}::y:LOCK
              ──────────────┼──────┼─────┼─────┼───────────────┼──────────────
                 0          │      │ A   │ B   │ LOCK          │ LOCK
                 1  a.x.get │ 3,2  │ 1   │     │ 1             │
                 2  b.y.get │ 4,2  │     │ 1   │               │ 1
            [exit 0]
        "#]],
    );
    ask(
        "a.x.get b.x.get",
        &expect![[r#"
            diverged on SYSTEM after 1 step: `b.x.get` is not possible: b:B and {a,b}::x:LOCK refuse it; possible actions: a.y.get and b.y.get
              step  action  │ line │ a:A │ {a,b}::x:LOCK
              ──────────────┼──────┼─────┼──────────────
                 0          │      │ A   │ LOCK
                 1  a.x.get │ 3,2  │ 1   │ 1
              Then possible: a.y.get, b.y.get
            [exit 1]
        "#]],
    );
}

#[test]
fn a_chart() {
    let args = ["replay", "--model", "m.lts", "--actions", "a.x.get b.y.get", "--format", "chart"];
    shows(
        LOCKS,
        &args,
        &expect![[r#"
                   a:A            b:B       {a,b}::x:LOCK  {a,b}::y:LOCK
          1         ●──────────────┼──────────────●              │         a.x.get
          2         │              ●──────────────┼──────────────●         b.y.get
        [exit 0]
    "#]],
    );
}

#[test]
fn a_dialogue() {
    let folder = Folder::with(LOCKS);
    let run =
        folder.rely_with(&["simulate", "m.lts"], b"1\nb.y.get\nt\nb\n9\nnone\ns\nj 0\nr 2\n?\nq\n").exits(0);
    expect![[r#"
        SYSTEM  (? for help, q to quit)
        step 0: a:A in A, b:B in B, {a,b}::x:LOCK in LOCK, {a,b}::y:LOCK in LOCK
            1  a.x.get
            2  b.y.get
        > 1
        step 1: a:A in 1, {a,b}::x:LOCK in 1
            1  a.y.get
            2  b.y.get
        > b.y.get
        step 2: b:B in 1, {a,b}::y:LOCK in 1
        No action is possible.  Enter b to go back
          {a,b}::x:LOCK offers a.x.put, but a:A refuses it
          a:A offers a.y.get, but {a,b}::y:LOCK refuses it
          {a,b}::y:LOCK offers a.y.put, but a:A refuses it
          b:B offers b.x.get, but {a,b}::x:LOCK refuses it
          {a,b}::x:LOCK offers b.x.put, but b:B refuses it
          {a,b}::y:LOCK offers b.y.put, but b:B refuses it
        > t
             1  a.x.get  a:A → 1, {a,b}::x:LOCK → 1
             2  b.y.get  b:B → 1, {a,b}::y:LOCK → 1
        > b
        step 1: b:B in B, {a,b}::y:LOCK in LOCK
            1  a.y.get
            2  b.y.get
        > 9
        choose a number from 1 to 2
        step 1: no component changed
            1  a.y.get
            2  b.y.get
        > none
        `none` is not possible now
        step 1: no component changed
            1  a.y.get
            2  b.y.get
        > s
          a:A: 1
          b:B: B
          {a,b}::x:LOCK: 1
          {a,b}::y:LOCK: LOCK
        > j 0
        step 0: a:A in A, {a,b}::x:LOCK in LOCK
            1  a.x.get
            2  b.y.get
        > r 2
        step 2: a:A in 1, b:B in 1, {a,b}::x:LOCK in 1, {a,b}::y:LOCK in 1
        No action is possible.  Enter b to go back
          {a,b}::x:LOCK offers a.x.put, but a:A refuses it
          a:A offers a.y.get, but {a,b}::y:LOCK refuses it
          {a,b}::y:LOCK offers a.y.put, but a:A refuses it
          b:B offers b.x.get, but {a,b}::x:LOCK refuses it
          {a,b}::x:LOCK offers b.x.put, but b:B refuses it
          {a,b}::y:LOCK offers b.y.put, but b:B refuses it
        > ?
          3 or name   take that action            b [N]   back one step, or N steps
          Enter       take the only action        j N     jump back to step N
          r [N]       take N random steps         f [N]   follow the given trace, N steps
          t           the steps so far            s       the state of every component
          ?           this help                   q       quit
        > q
        [exit 0]
    "#]]
    .assert_eq(&run.screen());
    let far =
        folder.rely_with(&["simulate", "m.lts"], b"r 1000000000000\nr -1\nf 1000000000000\n").exits(0).out;
    assert_eq!(far.matches("must be at most 100000").count(), 3, "{far}");
    // The end of the input ends the dialogue, too; the same seed gives the same steps.
    let random = |seed: &str| folder.rely_with(&["simulate", "m.lts", "--seed", seed], b"r 20\nt\n").exits(0);
    assert_eq!(random("1"), random("1"));
    let all: Vec<String> = (0..8).map(|seed| random(&seed.to_string()).out).collect();
    assert!(all.iter().any(|out| *out != all[0]), "some seed gives other steps");
}

#[test]
fn messages_about_a_model() {
    let broken = "
const N = 3
range R = 0..M
P = (a[i:R] -> b[j] -> P.
||S = (P || Q).
";
    shows(
        broken,
        &["check", "m.lts"],
        &expect![[r#"
        --- stderr
        error[E0401]: the constant or parameter `M` is not defined here
         --> m.lts:3:14
          |
        3 | range R = 0..M
          |              ^
          |
          = note: rely explain E0401 says more

        error[E0203]: expected `|` or `)`, found `.`
         --> m.lts:4:25
          |
        4 | P = (a[i:R] -> b[j] -> P.
          |     - to match this `(` ^ expected `|` or `)`
          |
          = note: rely explain E0203 says more

        2 errors in m.lts
        [exit 2]
    "#]],
    );
    shows(
        "P = (a -> P).\n||S = (P)\\{b}.\n",
        &["compose", "m.lts"],
        &expect![[r#"
        S (m.lts)  1 component
          P: 1 state, 1 transition
        composed: 1 state, 1 transition, 1 action
        alphabet: a
        --- stderr
        warning[W0801]: no label begins with `b`: nothing to hide
         --> m.lts:2:11
          |
        2 | ||S = (P)\{b}.
          |           ^^^
          |
          = note: rely explain W0801 says more

        [exit 0]
    "#]],
    );
}

#[test]
fn a_model_with_many_errors_gives_a_short_message() {
    let model = "P = (a -> Q[1).\n".repeat(1000);
    let run = Folder::with(&model).rely(&["check", "m.lts"]).exits(2);
    assert!(run.err.len() < 20_000, "{} bytes", run.err.len());
    assert!(run.err.contains(" more (--format json lists all)"), "{}", run.err);
}

#[test]
fn the_page_of_a_code() {
    shows(
        "",
        &["explain", "E1005"],
        &expect![[r#"
        # E1005: no such target

        A target is a composite (`||S = …`), a process, or `DEFAULT`, which is the parallel composition of all
        processes. Without `--target`, Rely uses the last composite of the file, or `DEFAULT` if there is none.
        [exit 0]
    "#]],
    );
    shows(
        "",
        &["explain", "E9999"],
        &expect![[r#"
        --- stderr
        error[E1011]: there is no code `E9999`
         |
         = help: `rely explain` lists all codes
        [exit 2]
    "#]],
    );
    let list = Folder::new().rely(&["explain"]).exits(0).out;
    assert!(list.lines().count() > 60, "all codes are listed");
    assert!(list.lines().all(|line| line.len() > 8 && line[5..].starts_with("  ")), "{list}");
}

const COMMANDS: [&str; 22] = [
    "check",
    "assume",
    "prove",
    "compat",
    "compose",
    "compare",
    "convert",
    "fmt",
    "draw",
    "generate",
    "simulate",
    "serve",
    "lsp",
    "replay",
    "certify",
    "monitor",
    "watch",
    "code",
    "explain",
    "init",
    "completions",
    "man",
];

#[test]
fn every_help_ends_with_examples() {
    let folder = Folder::new();
    let main = folder.rely(&["--help"]).exits(0).out;
    for command in COMMANDS {
        assert!(main.contains(&format!("\n  {command} ")), "{command} is listed: {main}");
        for ask in ["--help", "-h"] {
            let help = folder.rely(&[command, ask]).exits(0).out;
            let (_, examples) =
                help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("no examples: {help}"));
            let lines: Vec<&str> = examples.lines().collect();
            assert!(lines.len() >= 2, "{command}: {examples}");
            let own = format!("rely {command}");
            let is_own = |line: &&str| line.starts_with("  rely ") && line.contains(&own);
            assert!(lines.iter().all(is_own), "{command}: {examples}");
            assert!(
                help.lines().all(|line| line.chars().count() <= 100),
                "{command}: lines are not too long:\n{help}"
            );
        }
    }
    assert!(main.trim_end().ends_with("rely simulate model.lts --target SYS"), "{main}");
    for code in [
        "0 everything holds",
        "1 something is violated",
        "3 undecided",
        "4 nothing",
        "70 internal",
        "130 interrupted",
    ] {
        assert!(main.contains(code), "{code}: {main}");
    }
}

#[test]
fn completions_know_commands_and_options() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.rely(&["completions", shell]).exits(0).out;
        for word in COMMANDS.iter().chain(&["minimize", "no-fair-choice", "certificate"]) {
            // As a word of its own: `man` is a part of `command`.
            let mut words = script.split(|c: char| !c.is_alphanumeric() && c != '-');
            assert!(words.any(|found| found.trim_matches('-') == *word), "{shell} knows {word}");
        }
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = Folder::new();
    let main = folder.rely(&["man"]).exits(0).out;
    assert!(main.contains(".TH rely 1") && main.contains(".SH SUBCOMMANDS"), "{main}");
    for command in COMMANDS {
        let page = folder.rely(&["man", command]).exits(0).out;
        assert!(page.contains(".SH SYNOPSIS") && page.contains("Examples:"), "{command}: {page}");
    }
}

#[test]
fn the_same_on_every_run_and_for_any_number_of_threads() {
    let folder = Folder::with(LOCKS);
    let corpus = std::fs::read_to_string(common::repository().join("corpus/scalable/philosophers.lts"));
    folder.file("philosophers.lts", corpus.expect("the corpus is there"));
    folder.file(
        "bridge.lts",
        std::fs::read(common::repository().join("examples/single-lane-bridge.lts")).unwrap(),
    );
    for args in [
        &["check", "m.lts"][..],
        &["check", "m.lts", "--format", "json"],
        &["check", "bridge.lts"],
        &["check", "bridge.lts", "--target", "FREE_FOR_ALL", "--format", "sarif"],
        &["check", "philosophers.lts", "--only", "deadlock,safety", "--budget", "states=20k"],
        &["compose", "bridge.lts", "--minimize", "branching", "--format", "aut"],
        &["compose", "bridge.lts", "--minimize", "ltsa", "--format", "json"],
        &["compare", "bridge.lts", "--left", "CONGESTED", "--right", "SAFE_BRIDGE", "--relation", "failures"],
    ] {
        let first = folder.rely(args).never_panicked();
        assert!(first.code != Some(2), "{args:?}: {}", first.err);
        for threads in ["1", "2", "4"] {
            let again = folder.rely(&[args, &["--threads", threads]].concat());
            assert!(
                again == first,
                "{args:?} with {threads} threads:\n{}\n{}",
                first.screen(),
                again.screen()
            );
        }
    }
}

#[test]
fn colors_only_where_they_are_wanted() {
    let folder = Folder::with(LOCKS);
    let auto = folder.rely(&["check", "m.lts"]);
    let always = folder.rely(&["check", "m.lts", "--color", "always"]);
    assert!(!auto.out.contains('\u{1b}') && always.out.contains('\u{1b}'));
    folder.rely(&["check", "m.lts", "--color", "always", "-o", "report.txt"]);
    assert_eq!(folder.read("report.txt"), auto.out, "a file never has colors");
}

/// A message as the protocol frames it.
fn framed(message: &serde_json::Value) -> Vec<u8> {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// The next answer with this number.
fn answer(input: &mut impl std::io::BufRead, id: u64) -> serde_json::Value {
    loop {
        let mut header = String::new();
        input.read_line(&mut header).expect("the server writes");
        let length = header.trim().strip_prefix("Content-Length: ").and_then(|n| n.parse().ok());
        let mut bytes = vec![0; length.unwrap_or_else(|| panic!("no header: {header:?}"))];
        input.read_line(&mut String::new()).expect("an empty line");
        input.read_exact(&mut bytes).expect("the message is as long as it says");
        let message: serde_json::Value = serde_json::from_slice(&bytes).expect("it is JSON");
        if message["id"] == id {
            return message["result"].clone();
        }
    }
}

#[test]
fn an_editor_gets_the_reports_of_the_command_line() {
    use serde_json::json;
    use std::io::Write as _;
    use std::process::Stdio;
    let folder = Folder::with(common::MUTEX);
    let mut command = folder.command(&["lsp", "--stdio"]);
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it can be started");
    let mut stdin = server.stdin.take().expect("standard input is piped");
    let mut stdout = std::io::BufReader::new(server.stdout.take().expect("standard output is piped"));
    let mut send = |message: serde_json::Value| stdin.write_all(&framed(&message)).expect("the server reads");
    send(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(answer(&mut stdout, 1)["serverInfo"]["name"], "rely");
    // What is no message does not end the server.
    stdin.write_all(b"Content-Length: 5\r\n\r\n{\"id\"").expect("the server reads");
    let uri = "file:///m.lts";
    let item = json!({ "uri": uri, "languageId": "fsp", "version": 1, "text": common::MUTEX });
    let mut send = |message: serde_json::Value| stdin.write_all(&framed(&message)).expect("the server reads");
    send(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }));
    for (id, command, name, line) in [
        (2, "check", "BAD", vec!["check", "m.lts", "--target", "BAD"]),
        (3, "prove", "GOOD", vec!["prove", "m.lts", "--target", "GOOD"]),
        (4, "assume", "WRITER", vec!["assume", "m.lts", "--module", "WRITER"]),
    ] {
        let arguments = json!([{ "uri": uri, "name": name }]);
        let params = json!({ "command": format!("rely.{command}"), "arguments": arguments });
        send(json!({ "jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand", "params": params }));
        let content = answer(&mut stdout, id)["content"].as_str().expect("there is a report").to_string();
        // The report names the file, whose path the editor knows in full; times differ from run to run.
        let words = |text: &str| {
            let lines = text.replace("/m.lts", "m.lts");
            let lines = lines
                .lines()
                .filter(|line| !line.contains(" s)") && !line.contains(" ms"))
                .map(str::trim_end);
            lines.map(str::to_string).collect::<Vec<_>>()
        };
        let mut command = folder.command(&line);
        let printed = command.env("COLUMNS", "110").output().expect("it can be run").stdout;
        assert_eq!(words(&content), words(&String::from_utf8_lossy(&printed)), "{name}");
    }
    send(json!({ "jsonrpc": "2.0", "id": 9, "method": "shutdown" }));
    answer(&mut stdout, 9);
    send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
    // An editor that goes away without a word.
    assert_eq!(folder.rely(&["lsp"]).never_panicked().code, Some(1));
}
