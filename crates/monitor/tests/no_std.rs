//! What the core must not need, and what `--cfg rely_monitor_off` must not leave behind, as the compiler sees
//! it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the compiler; gives its complaints if it refuses.
fn rustc(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition", "2024", "-C", "panic=abort", "-C", "opt-level=3", "--out-dir"])
        .arg(folder)
        .args(["-L"])
        .arg(folder)
        .args(arguments)
        .output()
        .expect("the compiler can be run");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Sets `--cfg rely_monitor_off`.
const OFF: &str = "rely_monitor_off";

/// Compiles the crate alone, with these features (and [`OFF`], if it is among them).
fn core_with(folder: &Path, features: &[&str]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let source = source.to_string_lossy();
    let cfg = |name: &&str| if *name == OFF { name.to_string() } else { format!("feature=\"{name}\"") };
    let chosen: Vec<String> = features.iter().map(cfg).collect();
    let mut arguments =
        vec!["--crate-type", "rlib", "--crate-name", "rely_monitor", "--cap-lints", "allow", &source];
    for feature in &chosen {
        arguments.extend(["--cfg", feature]);
    }
    rustc(folder, &arguments).expect("the crate compiles alone");
}

fn program(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("program.rs");
    std::fs::write(&path, text).expect("there is room for files");
    path
}

/// A program without any library below it: it has its own answer to panics, which the standard library would
/// have, too, and no allocator, which `alloc` would ask for.
const BARE: &str = r#"
#![no_std]
use rely_monitor::{Event, Kind, Monitor, Outcome, Sink, Table, VIOLATED, event};
const FILE: Table<'static> =
    Table::constant("FILE", Kind::Property, &["close", "open"], 2, &[VIOLATED, 1, 0, VIOLATED], None);
struct Nobody;
impl Sink for Nobody {
    fn event(&self, _: &Event<'_>) {}
}
pub extern "C" fn judge(action: u32) -> bool {
    let mut monitor: Monitor<'_> = Monitor::new(FILE);
    event!(&Nobody => "open", action);
    monitor.feed(action) == Outcome::Violated
}
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
"#;

#[test]
fn the_core_links_neither_the_standard_library_nor_an_allocator() {
    let folder = tempfile::tempdir().expect("there is room for folders");
    let bare = program(folder.path(), BARE);
    let bare = bare.to_string_lossy();
    let arguments = ["--crate-type", "staticlib", "--extern", "rely_monitor", &bare];
    core_with(folder.path(), &[]);
    rustc(folder.path(), &arguments).expect("nothing else is needed");
    // The check can fail: it does with the features that need more.
    core_with(folder.path(), &["alloc"]);
    let refused = rustc(folder.path(), &arguments).expect_err("alloc needs an allocator");
    assert!(refused.contains("no global memory allocator found"), "{refused}");
    core_with(folder.path(), &["alloc", "std"]);
    let refused = rustc(folder.path(), &arguments).expect_err("std has its own panics");
    assert!(refused.contains("panic_impl"), "{refused}");
}

const LOUD: &str = r#"
#[unsafe(no_mangle)]
pub fn loud(value: u32) -> u32 {
    rely_monitor::event!("a.name.to.be.found", value.wrapping_mul(3));
    value
}
"#;

#[test]
fn events_that_are_off_leave_nothing_in_the_program() {
    let folder = tempfile::tempdir().expect("there is room for folders");
    let source = program(folder.path(), LOUD);
    let source = source.to_string_lossy();
    let assembly = |features: &[&str]| {
        core_with(folder.path(), features);
        let arguments = ["--crate-type", "lib", "--emit", "asm", "--extern", "rely_monitor", &source];
        rustc(folder.path(), &arguments).expect("it compiles");
        std::fs::read_to_string(folder.path().join("program.s")).expect("it was written")
    };
    let on = assembly(&["alloc", "std"]);
    assert!(on.contains("a.name.to.be.found"), "{on}");
    for features in [&["alloc", "std", OFF][..], &[OFF]] {
        let off = assembly(features);
        assert!(!off.contains("a.name.to.be.found") && !off.contains("rely_monitor"), "{off}");
    }
}

/// Ends with the number of arguments that were evaluated and of events that arrived.
const COUNTING: &str = r#"
use rely_monitor::{Event, Sink, event, set_local};
use std::{cell::Cell, process::exit, rc::Rc};
struct Count(Cell<i32>);
impl Sink for Count {
    fn event(&self, _: &Event<'_>) {
        self.0.set(self.0.get() + 1);
    }
}
fn main() {
    let count = Rc::new(Count(Cell::new(0)));
    let evaluated = Cell::new(0);
    let field = || {
        evaluated.set(evaluated.get() + 1);
        evaluated.get()
    };
    let guard = set_local(count.clone());
    event!("a", field());
    event!(&*count => "a", field());
    drop(guard);
    exit(10 * evaluated.get() + count.0.get())
}
"#;

#[test]
fn events_that_are_off_evaluate_no_argument_and_reach_no_sink() {
    let folder = tempfile::tempdir().expect("there is room for folders");
    let source = program(folder.path(), COUNTING);
    let source = source.to_string_lossy();
    let run = |features: &[&str]| {
        core_with(folder.path(), features);
        rustc(folder.path(), &["--extern", "rely_monitor", &source]).expect("it compiles");
        Command::new(folder.path().join("program")).status().expect("it can be run").code()
    };
    assert_eq!(run(&["alloc", "std"]), Some(22));
    assert_eq!(run(&["alloc", "std", OFF]), Some(0));
}
