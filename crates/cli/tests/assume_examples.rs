//! The case studies of `examples/`: what `rely assume` answers about them, step by step. The expected sizes
//! and machines were found by hand (the mutex and the writer) and by a second program, written for this
//! purpose, that shares nothing with Rely but the composed transition system. One test per question.

mod common;

use std::process::ExitCode;

use common::{Folder, list, repository, text};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

/// A question about an example, and its answer.
struct Case {
    /// The example, without its ending.
    example: &'static str,
    /// A text of it and what stands for it in this case.
    changed: Option<(&'static str, &'static str)>,
    target: &'static str,
    module: &'static str,
    property: &'static str,
    /// What the story of the example says of the answer.
    story: &'static [&'static str],
    answer: Answer,
}

enum Answer {
    /// The property holds in every environment; sizes of the steps that are needed to know.
    Always { composed: u64, minimized: u64 },
    /// In none, by this run.
    Never(&'static [&'static str]),
    /// In those that satisfy the assumption.
    Provided {
        /// Composed, minimized, propagated, determinized, assumption with sink.
        sizes: [u64; 5],
        /// One line per state but the sink: `state: actions > target, actions > target`; the sink is `*`.
        machine: &'static str,
        discharged: Discharged,
    },
}

enum Discharged {
    Holds,
    /// The environment's run; actions that the run of the whole system has in this order; who is violated.
    Violated(&'static str, &'static [&'static str], &'static str),
}

const CHECKER: &str = "MONITOR,CHECKER,CHANGES,CHANGED_COND,LIST_LOCK,EXEC_LOCK,SAVED";

/// Figure 6 of the paper. State 2 is its sink.
const MUTEX: &str = "0: e.acquire > 1, e.release > *
                     1: e.release > 0, e.enterCS > 3, e.acquire > *
                     3: e.exitCS > 1, e.acquire > *";

/// 0 nothing is saved, 1 a wake-up is; 2 and 4 the same under the lock; 5 the wake-up has been read.
const EXECUTIVE: &str = "0: exec.clear exec.read.0 > 0, checker.save.1 > 1, exec.lock > 2, exec.read.1 exec.unlock > *
                         1: exec.clear > 0, exec.lock > 4, checker.save.1 exec.read.0 exec.unlock > *
                         2: exec.unlock > 0, exec.clear exec.read.0 > 2, checker.save.1 exec.lock exec.read.1 > *
                         4: exec.unlock > 1, exec.clear > 2, exec.read.1 > 5, checker.save.1 exec.lock exec.read.0 > *
                         5: exec.clear > 2, exec.read.1 > 5, checker.save.1 exec.lock exec.read.0 > *";

/// With two wake-ups: 1 is replaced by 2 and 2 by nothing.
const EXECUTIVE_2: &str = "
    0: exec.clear exec.read.0 > 0, checker.save.1 > 1, checker.save.2 > 2, exec.lock > 3, exec.read.1 exec.read.2 exec.unlock > *
    1: exec.clear > 0, checker.save.2 > 2, exec.lock > 5, checker.save.1 exec.read.0 exec.read.2 exec.unlock > *
    2: exec.clear > 0, exec.lock > 6, checker.save.1 checker.save.2 exec.read.0 exec.read.1 exec.unlock > *
    3: exec.unlock > 0, exec.clear exec.read.0 > 3, checker.save.1 checker.save.2 exec.lock exec.read.1 exec.read.2 > *
    5: exec.unlock > 1, exec.clear > 3, exec.read.1 > 7, checker.save.1 checker.save.2 exec.lock exec.read.0 exec.read.2 > *
    6: exec.unlock > 2, exec.clear > 3, exec.read.2 > 8, checker.save.1 checker.save.2 exec.lock exec.read.0 exec.read.1 > *
    7: exec.clear > 3, exec.read.1 > 7, checker.save.1 checker.save.2 exec.lock exec.read.0 exec.read.2 > *
    8: exec.clear > 3, exec.read.2 > 8, checker.save.1 checker.save.2 exec.lock exec.read.0 exec.read.1 > *";

/// 4 and 5: the value is known, under the lock; 8: it is 1, without the lock.
const RACE: &str = "0: exec.lock > 1, exec.unlock > *
                    1: exec.unlock > 0, exec.start > 3, exec.lock > *
                    3: exec.read.0 exec.write.0 > 4, exec.read.1 exec.write.1 > 5, exec.lock > *
                    4: exec.unlock > 0, exec.start > 6, exec.lock exec.read.1 > *
                    5: exec.start > 7, exec.unlock > 8, exec.lock exec.read.0 > *
                    6: exec.read.0 exec.write.0 > 4, exec.write.1 > 5, exec.lock exec.read.1 > *
                    7: exec.write.0 > 4, exec.read.1 exec.write.1 > 5, exec.lock exec.read.0 > *
                    8: exec.lock > 5, exec.read.0 exec.unlock > *";

const RACE_2: &str = "
    0: exec.lock > 1, exec.unlock > *
    1: exec.unlock > 0, exec.start > 3, exec.lock > *
    3: exec.read.0 exec.write.0 > 4, exec.read.1 exec.write.1 > 5, exec.read.2 exec.write.2 > 6, exec.lock > *
    4: exec.unlock > 0, exec.start > 7, exec.lock exec.read.1 exec.read.2 > *
    5: exec.start > 8, exec.unlock > 9, exec.lock exec.read.0 exec.read.2 > *
    6: exec.start > 10, exec.unlock > 11, exec.lock exec.read.0 exec.read.1 > *
    7: exec.read.0 exec.write.0 > 4, exec.write.1 > 5, exec.write.2 > 6, exec.lock exec.read.1 exec.read.2 > *
    8: exec.write.0 > 4, exec.read.1 exec.write.1 > 5, exec.write.2 > 6, exec.lock exec.read.0 exec.read.2 > *
    9: exec.lock > 12, exec.read.0 exec.unlock > *
    10: exec.write.0 > 4, exec.write.1 > 5, exec.read.2 exec.write.2 > 6, exec.lock exec.read.0 exec.read.1 > *
    11: exec.lock > 6, exec.read.0 exec.read.1 exec.unlock > *
    12: exec.unlock > 9, exec.start > 13, exec.lock exec.read.0 > *
    13: exec.write.0 > 4, exec.read.1 exec.write.1 > 5, exec.read.2 exec.write.2 > 6, exec.lock exec.read.0 > *";

/// Interrupts enabled, disabled, lock held (3), register selected (4).
const DRIVER: &str = "0: drv.disable > 1, drv.enable drv.unlock > *
                      1: drv.enable > 0, drv.disable > 1, drv.lock > 3, drv.unlock > *
                      3: drv.unlock > 1, drv.disable > 3, drv.select > 4, drv.lock > *
                      4: drv.data > 3, drv.disable drv.select > 4, drv.lock > *";

const DRIVER_PAIRED: &str = "0: drv.disable > 1, drv.lock > 3, drv.enable drv.unlock > *
                             1: drv.enable > 0, drv.disable > 1, drv.lock > 4, drv.unlock > *
                             3: drv.unlock > 0, drv.disable > 4, drv.select > 5, drv.enable drv.lock > *
                             4: drv.unlock > 1, drv.enable > 3, drv.disable > 4, drv.select > 6, drv.lock > *
                             5: drv.data > 3, drv.select > 5, drv.disable > 6, drv.enable drv.lock > *
                             6: drv.data > 4, drv.enable > 5, drv.disable drv.select > 6, drv.lock > *";

const PAYMENT: &str = "0: client.order > 1, client.paid client.timeout > *
                       1: client.order > 1, client.pay.0 > 3, client.pay.1 > 4, client.paid client.timeout > *
                       3: client.paid > 5, client.timeout > 6, client.pay.0 client.pay.1 > *
                       4: client.paid > 7, client.timeout > 8, client.pay.0 client.pay.1 > *
                       5: client.order > 9, client.pay.0 > 10, client.paid client.timeout > *
                       6: client.pay.0 > 3, client.paid client.timeout > *
                       7: client.order > 11, client.pay.1 > 12, client.paid client.timeout > *
                       8: client.pay.1 > 4, client.paid client.timeout > *
                       9: client.pay.1 > 4, client.order > 9, client.pay.0 > 13, client.paid client.timeout > *
                       10: client.timeout > 5, client.order > 13, client.pay.0 client.pay.1 > *
                       11: client.pay.0 > 3, client.order > 11, client.pay.1 > 14, client.paid client.timeout > *
                       12: client.timeout > 7, client.order > 14, client.pay.0 client.pay.1 > *
                       13: client.timeout > 9, client.order > 13, client.pay.0 client.pay.1 > *
                       14: client.timeout > 11, client.order > 14, client.pay.0 client.pay.1 > *";

const PUMP: &str = "
    0: nurse.detach nurse.stop > 0, nurse.attach > 2, nurse.unplug > 3, alarm nurse.plug nurse.silence > *
    2: nurse.detach > 0, nurse.attach nurse.stop > 2, nurse.start > 4, nurse.unplug > 5, alarm nurse.plug nurse.silence > *
    3: nurse.plug > 0, nurse.detach nurse.stop > 3, nurse.attach > 5, alarm nurse.silence nurse.unplug > *
    4: nurse.stop > 2, nurse.attach > 4, nurse.unplug > 6, alarm nurse.plug nurse.silence nurse.start > *
    5: nurse.plug > 2, nurse.detach > 3, nurse.attach nurse.stop > 5, alarm nurse.silence nurse.unplug > *
    6: nurse.stop > 5, nurse.attach > 6, alarm > 7, nurse.plug > 8, nurse.silence nurse.start nurse.unplug > *
    7: nurse.silence > 5, nurse.attach nurse.stop > 7, nurse.detach > 9, nurse.plug > 10, alarm nurse.start nurse.unplug > *
    8: nurse.stop > 2, nurse.unplug > 6, nurse.attach > 8, alarm > 10, nurse.plug nurse.silence nurse.start > *
    9: nurse.silence > 3, nurse.attach > 7, nurse.detach nurse.stop > 9, nurse.plug > 11, alarm nurse.start nurse.unplug > *
    10: nurse.silence > 2, nurse.unplug > 7, nurse.attach nurse.stop > 10, nurse.detach > 11, alarm nurse.plug nurse.start > *
    11: nurse.silence > 0, nurse.unplug > 9, nurse.attach > 10, nurse.detach nurse.stop > 11, alarm nurse.plug nurse.start > *";

const ARBITER: &str = "0: low.request > 2, low.cancel low.deny low.grant low.rescind > *
                       2: low.deny > 0, low.grant > 3, low.cancel low.request low.rescind > *
                       3: low.cancel > 0, low.rescind > 4, low.use > 5, low.deny low.grant low.request > *
                       4: low.cancel > 0, low.use > 6, low.deny low.grant low.request low.rescind > *
                       5: low.stop > 3, low.rescind > 6, low.deny low.grant low.request > *
                       6: low.stop > 4, low.deny low.grant low.request low.rescind > *";

const EAGER: &str = "0: low.request > 2, low.cancel low.deny low.grant low.rescind > *
                     2: low.deny > 0, low.grant > 3, low.cancel low.request low.rescind > *
                     3: low.cancel > 0, low.rescind > 4, low.use > 5, low.deny low.grant low.request > *
                     4: low.cancel > 0, low.deny low.grant low.request low.rescind > *
                     5: low.stop > 3, low.deny low.grant low.request > *";

fn provided(sizes: [u64; 5], machine: &'static str, discharged: Discharged) -> Answer {
    Answer::Provided { sizes, machine, discharged }
}

/// Mutex and writer, and the rover.
fn from_the_papers() -> Vec<Case> {
    use Discharged::{Holds, Violated};
    let writer = |target, story, discharged| Case {
        example: "mutex-writer",
        changed: None,
        target,
        module: "WRITER,MUTEX",
        property: "EXCLUSIVE",
        story,
        answer: provided([9, 5, 3, 3, 4], MUTEX, discharged),
    };
    let two = Some(("const MAX = 1\n", "const MAX = 2\n"));
    let executive = |changed, target, story, sizes, machine, discharged| Case {
        example: "rover-executive",
        changed,
        target,
        module: CHECKER,
        property: "CLEARED_FIRST",
        story,
        answer: provided(sizes, machine, discharged),
    };
    let race = |changed, target, story, sizes, machine, discharged| Case {
        example: "rover-race",
        changed,
        target,
        module: CHECKER,
        property: "RACE_FREE",
        story,
        answer: provided(sizes, machine, discharged),
    };
    // The Executive reads, finds the condition irrelevant and waits, which releases the lock.
    let waits = || {
        Violated(
            "checker.save.1 exec.lock exec.read.1 exec.irrelevant exec.wait exec.unlock",
            &[
                "checker.save.1",
                "exec.read.1",
                "exec.irrelevant",
                "exec.wait",
                "exec.unlock",
                "checker.read.1",
            ],
            "CLEARED_FIRST",
        )
    };
    let enters = Violated("e.enterCS", &["e.enterCS"], "EXCLUSIVE");
    let peeks = Violated("exec.start", &["exec.start"], "RACE_FREE");
    let (small, large) = ([368, 8, 6, 5, 6], [824, 36, 26, 8, 9]);
    let fine = [544, 12, 8, 8, 9];
    vec![
        writer(
            "CAREFUL",
            &["composed 9 writer", "minimized 5 ", "propagated 3 ", "determinized 3 ", "assumption 4 "],
            Holds,
        ),
        writer("CARELESS", &[], enters),
        executive(None, "BUGGY", &["here 368 8 6 5 6 "], small, EXECUTIVE, waits()),
        executive(None, "FIXED", &[], small, EXECUTIVE, Holds),
        executive(two, "BUGGY", &["MAX = 2 824 36 26 8 9 "], large, EXECUTIVE_2, waits()),
        executive(two, "FIXED", &[], large, EXECUTIVE_2, Holds),
        race(None, "LOCKING", &["here 544 12 8 8 9 "], fine, RACE, Holds),
        race(None, "PEEKING", &[], fine, RACE, peeks),
        race(two, "LOCKING", &["MAX = 2 1320 51 31 13 14 "], [1320, 51, 31, 13, 14], RACE_2, Holds),
    ]
}

/// A driver, a payment service, a pump, an arbiter.
fn from_practice() -> Vec<Case> {
    use Discharged::{Holds, Violated};
    let case = |example, target, module, property, story, answer| Case {
        example,
        changed: None,
        target,
        module,
        property,
        story,
        answer,
    };
    let driver = |target, property, story, answer| {
        case("driver-lock", target, "HANDLER,SPINLOCK,CPU0", property, story, answer)
    };
    let both = "PAIRED,NO_SELF_DEADLOCK";
    let discipline = |discharged| provided([53, 16, 8, 4, 5], DRIVER, discharged);
    let spins = Violated("drv.lock", &["drv.lock", "irq.enter.0", "irq.spin.0"], "NO_SELF_DEADLOCK");
    let selects = Violated(
        "drv.disable drv.lock drv.select drv.unlock",
        &["drv.select", "drv.unlock", "irq.lock", "irq.select"],
        "PAIRED",
    );
    let payment = |target, story, discharged| {
        let answer = provided([58, 37, 27, 18, 15], PAYMENT, discharged);
        case("payment-client", target, "NETWORK,SERVER", "CHARGED_ONCE", story, answer)
    };
    let twice = Violated(
        "client.order client.pay.0 client.timeout client.pay.1",
        &["bank.charge", "net.loses_reply", "client.pay.1", "bank.charge"],
        "CHARGED_ONCE",
    );
    let free = Violated(
        "client.order client.pay.0 client.paid client.order client.pay.0 client.paid",
        &["bank.charge", "client.paid", "client.order", "client.paid"],
        "CHARGED_ONCE",
    );
    let pump = |target, story, discharged| {
        let answer = provided([34, 26, 20, 18, 12], PUMP, discharged);
        case("infusion-pump", target, "PUMP,BATTERY", "LINE_ATTACHED,FULL_POWER", story, answer)
    };
    let hurried = Violated(
        "nurse.attach nurse.start nurse.unplug alarm nurse.silence nurse.start",
        &["battery.flat", "alarm", "nurse.silence", "nurse.start", "pump.flow", "pump.too_slow"],
        "FULL_POWER",
    );
    let tangled = Violated(
        "nurse.attach nurse.start nurse.detach",
        &["nurse.start", "nurse.detach", "pump.flow"],
        "LINE_ATTACHED",
    );
    let arbiter = |target, module, story, sizes, machine, discharged| {
        case("resource-arbiter", target, module, "ONE_USER", story, provided(sizes, machine, discharged))
    };
    let greedy = Violated(
        "low.request low.grant low.use low.rescind low.cancel",
        &["low.use", "low.rescind", "low.cancel", "high.grant", "high.use"],
        "ONE_USER",
    );
    let eager = Violated(
        "low.request low.grant low.use low.rescind",
        &["low.use", "low.rescind", "high.grant", "high.use"],
        "ONE_USER",
    );
    let waiting = [26, 17, 13, 6, 7];
    vec![
        driver(
            "IRQSAVE",
            both,
            &["composed 53, minimized 16, propagated 8, determinized 4, assumption 5 "],
            discipline(Holds),
        ),
        driver("PLAIN", both, &[], discipline(spins)),
        driver("EARLY", both, &[], discipline(selects)),
        driver(
            "PLAIN",
            "PAIRED",
            &["(55, 17, 10, 6, 7)"],
            provided([55, 17, 10, 6, 7], DRIVER_PAIRED, Holds),
        ),
        payment(
            "CAREFUL",
            &["composed 58, minimized 37, propagated 27, determinized 18, assumption 15 "],
            Holds,
        ),
        payment("FRESH_KEYS", &["target FRESH_KEYS order, pay.0, timeout, pay.1:"], twice),
        payment("ONE_KEY", &["target ONE_KEY order, pay.0, paid, order, pay.0, paid:"], free),
        pump("WARD", &["composed 34, minimized 26, propagated 20, determinized 18, assumption 12 "], Holds),
        pump("HURRIED", &["target HURRIED a nurse", "nurse.start is forbidden"], hurried),
        pump("TANGLED", &["target TANGLED a nurse", "nurse.detach is forbidden"], tangled),
        case(
            "infusion-pump",
            "PRIMING",
            "PRIMING_PUMP,BATTERY",
            "LINE_ATTACHED",
            &["violates the property in every environment: by pump.flow"],
            Answer::Never(&["pump.flow"]),
        ),
        case(
            "resource-arbiter",
            "SYS",
            "ARBITER",
            "ONE_GRANT",
            &["holds in every environment"],
            Answer::Always { composed: 10, minimized: 8 },
        ),
        arbiter(
            "SYS",
            "ARBITER,HIGH_USER",
            &["composed 26, minimized 17, propagated 13, determinized 6, assumption 7 "],
            waiting,
            ARBITER,
            Holds,
        ),
        arbiter("GREEDY_SYS", "ARBITER,HIGH_USER", &["low.cancel is forbidden"], waiting, ARBITER, greedy),
        arbiter(
            "EAGER_SYS",
            "EAGER_ARBITER,HIGH_USER",
            &[
                "composed 31, minimized 22, propagated 17, determinized 5, assumption 6 ",
                "low.request, low.grant, low.use, low.rescind.",
            ],
            [31, 22, 17, 5, 6],
            EAGER,
            eager,
        ),
    ]
}

fn main() -> ExitCode {
    let cases = from_the_papers().into_iter().chain(from_practice());
    let mut trials: Vec<Trial> = Vec::new();
    for case in cases {
        let variant = case.changed.map_or(String::new(), |(_, to)| format!(" {}", to.trim()));
        let name = format!("{} {} {}{variant}", case.example, case.target, case.property);
        trials.push(Trial::test(name, move || {
            run_case(&case);
            Ok(())
        }));
    }
    trials.push(Trial::test("mutex-writer, transitions of every step", || {
        figures();
        Ok(())
    }));
    trials.push(Trial::test("every command of a story is asked here", || {
        every_command_is_asked();
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

impl Case {
    fn discharges(&self) -> bool {
        matches!(self.answer, Answer::Provided { .. })
    }
}

fn run_case(case: &Case) {
    let file = format!("{}.lts", case.example);
    let mut source = std::fs::read_to_string(repository().join("examples").join(&file)).expect("an example");
    let story = story_of(&source);
    for said in case.story {
        assert!(story.contains(said), "{file} does not say: {said}");
    }
    if let Some((from, to)) = case.changed {
        assert!(source.contains(from), "{file} has changed");
        source = source.replacen(from, to, 1);
    }
    let folder = Folder::new();
    folder.file(&file, &source);
    let question =
        ["assume", &file, "--target", case.target, "--module", case.module, "--property", case.property];
    let how: &[&str] = if case.discharges() { &["--discharge"] } else { &[] };
    let ask = |more: &[&str]| folder.rely(&[&question[..], how, &["--format", "json"], more].concat());
    let flat = ask(&["--construction", "flat"]).never_panicked();
    let document = flat.json();
    let stepwise = ask(&["--construction", "stepwise"]).never_panicked();
    assert_eq!(stepwise.code, flat.code);
    assert_eq!(stepwise.json()["assumption"], document["assumption"], "the answer is canonical");
    let code = match &case.answer {
        Answer::Always { composed, minimized } => {
            assert_eq!(text(&document, "verdict"), "holds");
            assert_eq!(sizes(&document), [Some(*composed), Some(*minimized), None, None, None]);
            assert!(document["assumption"].is_null());
            0
        }
        Answer::Never(run) => {
            assert_eq!(text(&document, "verdict"), "violated");
            assert_eq!(names(&document, "trace"), *run);
            assert!(document["assumption"].is_null());
            1
        }
        Answer::Provided { sizes: expected, machine, discharged } => {
            assert_eq!(text(&document, "verdict"), "assumption");
            assert_eq!(sizes(&document), expected.map(Some));
            assert_eq!(shown(&document["assumption"]), lines(machine));
            discharge(&folder, &file, case, &document["discharged"], discharged)
        }
    };
    assert_eq!(flat.code, Some(code), "{}", flat.err);
}

/// The machines behind figures 4 to 6, found by hand. The writer has a mutex or not, and the environment is
/// in its critical section or not; what the writer does alone without being seen is one state.
fn figures() {
    let file = "mutex-writer.lts";
    let mut source = std::fs::read_to_string(repository().join("examples").join(file)).expect("an example");
    let folder = Folder::new();
    folder.file(file, &source);
    let question = ["--target", "CAREFUL", "--module", "WRITER,MUTEX", "--property", "EXCLUSIVE"];
    let document =
        folder.rely(&[&["assume", file, "--format", "json"], &question[..]].concat()).exits(0).json();
    let transitions = &document["transitions"];
    let steps = ["composed", "minimized", "propagated", "determinized", "assumption"];
    assert_eq!(steps.map(|step| transitions[step].as_u64()), [29, 18, 9, 9, 11].map(Some));
    // Figure 4. 2: the environment is inside and the mutex free; 3: the writer has just taken it, and then
    // enters.
    source.push_str("||FIGURE_4 = (WRITER || MUTEX || EXCLUSIVE) @ {e}.\n");
    folder.file(file, &source);
    let figure = ["--target", "FIGURE_4", "--minimize", "weak", "--format", "aut", "--quiet"];
    let machine = folder.rely(&[&["compose", file], &figure[..]].concat()).exits(0).out;
    let expected = "des(0,18,5)
        (0,e.acquire,1) (0,e.enterCS,2) (0,e.enterCS,3) (0,e.enterCS,-1) (0,e.exitCS,-1)
        (1,e.enterCS,4) (1,e.exitCS,-1) (1,e.release,0)
        (2,tau,3) (2,e.acquire,4) (2,e.enterCS,-1) (2,e.exitCS,0)
        (3,tau,-1) (3,e.enterCS,-1) (3,e.exitCS,0)
        (4,e.enterCS,-1) (4,e.exitCS,1) (4,e.release,2)";
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(words(&machine), words(expected));
}

/// Compares what was said of the environment; the exit code that belongs to it.
fn discharge(folder: &Folder, file: &str, case: &Case, found: &Value, expected: &Discharged) -> i32 {
    match expected {
        Discharged::Holds => {
            assert_eq!(text(found, "verdict"), "holds", "{found:#}");
            0
        }
        Discharged::Violated(environment, told, property) => {
            assert_eq!(text(found, "verdict"), "violated");
            assert_eq!(names(found, "environment_trace").join(" "), *environment);
            let run = names(found, "trace");
            let mut rest = run.iter();
            for action in *told {
                assert!(rest.any(|a| a == action), "{action} is missing, or not in this order: {run:?}");
            }
            let replayed = replay(folder, file, case.target, &run);
            let end = format!("the run ends in ERROR of {property}");
            assert!(replayed.starts_with(&end), "{replayed}");
            let short = replay(folder, file, case.target, &run[..run.len() - 1]);
            assert!(!short.contains("ERROR"), "{short}");
            1
        }
    }
}

/// Where a run ends, by the command that replays.
fn replay(folder: &Folder, file: &str, target: &str, run: &[&str]) -> String {
    let actions = run.join(" ");
    let args = ["replay", "--model", file, "--target", target, "--actions", &actions, "--format", "json"];
    let document = folder.rely(&args).exits(0).json();
    assert_eq!(document["verdict"], "replayed", "{document:#}");
    text(&document, "reason").to_string()
}

fn sizes(document: &Value) -> [Option<u64>; 5] {
    let steps = ["composed", "minimized", "propagated", "determinized", "assumption"];
    steps.map(|step| document["sizes"].get(step).expect("every step has a size, or null").as_u64())
}

fn names<'a>(document: &'a Value, key: &str) -> Vec<&'a str> {
    list(document, key).iter().map(|name| name.as_str().expect("a name")).collect()
}

fn lines(machine: &str) -> Vec<String> {
    machine.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
}

/// A machine in the form of [`Answer::Provided`].
fn shown(lts: &Value) -> Vec<String> {
    let sink = lts["sink"].as_u64().expect("these assumptions have a sink");
    let number = |value: &Value| value.as_u64().expect("a state");
    let mut shown = Vec::new();
    for state in (0..number(&lts["states"])).filter(|&state| state != sink) {
        let mut groups: Vec<((bool, u64), Vec<&str>)> = Vec::new();
        for edge in list(lts, "transitions").iter().filter(|edge| number(&edge[0]) == state) {
            let (action, target) = (edge[1].as_str().expect("an action"), number(&edge[2]));
            let key = (target == sink, target);
            match groups.iter_mut().find(|(of, _)| *of == key) {
                Some((_, actions)) => actions.push(action),
                None => groups.push((key, vec![action])),
            }
        }
        groups.sort();
        let group = |((is_sink, target), actions): &((bool, u64), Vec<&str>)| {
            let mut actions = actions.clone();
            actions.sort_unstable();
            let target = if *is_sink { "*".to_string() } else { target.to_string() };
            format!("{} > {target}", actions.join(" "))
        };
        let groups: Vec<String> = groups.iter().map(group).collect();
        shown.push(format!("{state}: {}", groups.join(", ")));
    }
    // In the sink everything is allowed.
    let actions = list(lts, "alphabet").len();
    let loops = |edge: &&Value| number(&edge[0]) == sink && number(&edge[2]) == sink;
    assert_eq!(list(lts, "transitions").iter().filter(loops).count(), actions);
    shown
}

/// The comments of a model as one line.
fn story_of(source: &str) -> String {
    let comments = source.lines().filter_map(|line| line.strip_prefix("//"));
    let words: Vec<&str> = comments.flat_map(str::split_whitespace).collect();
    words.join(" ") + " "
}

/// No story gives a command that is not tried.
fn every_command_is_asked() {
    let cases: Vec<Case> = from_the_papers().into_iter().chain(from_practice()).collect();
    let mut found = 0;
    for entry in std::fs::read_dir(repository().join("examples")).expect("there are examples") {
        let path = entry.expect("the folder can be listed").path();
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        let story = story_of(&source);
        for command in story.split("rely assume ").skip(1) {
            let words: Vec<&str> = command.split(' ').collect();
            let after = |option: &str| {
                let at =
                    words.iter().position(|word| *word == option).unwrap_or_else(|| panic!("no {option}"));
                words[at + 1]
            };
            let asks = |case: &&Case| {
                words[0] == format!("examples/{}.lts", case.example)
                    && after("--target") == case.target
                    && after("--module") == case.module
                    && after("--property") == case.property
                    && words[..10].contains(&"--discharge") == case.discharges()
            };
            assert!(cases.iter().any(|case| asks(&case)), "nobody asks: rely assume {command}");
            found += 1;
        }
    }
    assert!(found >= 8, "the commands were not found");
}
