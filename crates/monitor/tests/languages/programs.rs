//! Programs around the written monitors: they read traces and print what became of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rely_monitor::generate::{Language, Style};

use crate::cases::Case;
use crate::{put, run};

/// One line per case, for tables of functions and the like.
fn each(cases: &[Case], line: impl Fn(usize, &Case) -> String) -> String {
    let mut text = String::new();
    for (number, case) in cases.iter().enumerate() {
        writeln!(text, "{}", line(number, case)).expect("a string can be written to");
    }
    text
}

/// The prefix of the names of a case in C.
fn prefix(file: &Path) -> String {
    let name = file.file_name().expect("it is a file").to_string_lossy().into_owned();
    name.trim_end_matches("_monitor.h").to_string()
}

pub fn c(folder: &Path, cases: &[Case], traces: &Path) -> String {
    let folder = folder.join("c");
    let headers: Vec<PathBuf> = cases
        .iter()
        .flat_map(|case| put(&folder, &[case.owned.table()], Language::C, &Style::default()))
        .collect();
    let include = |number: usize, _: &Case| {
        let name = headers[number].file_name().expect("it is a file").to_string_lossy();
        let p = prefix(&headers[number]);
        format!(
            "#include \"{name}\"\nstatic void judge{number}(char **names, int count) {{\n    {p}_monitor run; int i; \
             char text[4096]; char small[4]; size_t length;\n    {p}_init(&run);\n    for (i = 0; i < count; i++) \
             putchar(\"KFVA\"[{p}_feed(&run, {p}_action_of(names[i]))]);\n    length = {p}_report(&run, text, sizeof text);\n    \
             if (length != {p}_report(&run, small, sizeof small) || strlen(small) != (length < 3 ? length : 3)) printf(\"cut\");\n    \
             printf(\"\\t%u\\t%llu\\t%s\\n\", run.state, (unsigned long long)run.after, run.violated ? text : \"-\");\n}}"
        )
    };
    let program = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n{}\
         typedef void (*judge)(char **, int);\nstatic const judge judges[] = {{\n{}}};\n\
         static char line[1 << 20];\nstatic char *names[4096];\n\
         int main(int argc, char **argv) {{\n    FILE *file = argc > 1 ? fopen(argv[1], \"r\") : NULL;\n    if (!file) return 1;\n    \
         while (fgets(line, sizeof line, file)) {{\n        int count = 0; char *rest = line; char *tab;\n        \
         line[strcspn(line, \"\\n\")] = 0;\n        while ((tab = strchr(rest, '\\t'))) {{ *tab = 0; rest = tab + 1; if (*rest) \
         names[count++] = rest; }}\n        judges[atoi(line)](names, count);\n    }}\n    fclose(file);\n    return 0;\n}}\n",
        each(cases, include),
        each(cases, |number, _| format!("    judge{number},"))
    );
    let (source, binary) = (folder.join("main.c"), folder.join("main"));
    std::fs::write(&source, program).expect("there is room for files");
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o"];
    run(Command::new("cc").args(flags).arg(&binary).arg(&source));
    run(Command::new(&binary).arg(traces))
}

pub fn rust(folder: &Path, cases: &[Case], traces: &Path) -> String {
    let folder = folder.join("rust");
    let files: Vec<PathBuf> = cases
        .iter()
        .flat_map(|case| put(&folder, &[case.owned.table()], Language::Rust, &Style::default()))
        .collect();
    let module = |number: usize, _: &Case| {
        let name = files[number].file_name().expect("it is a file").to_string_lossy();
        format!("/// A monitor.\n#[path = \"{name}\"]\npub mod m{number};")
    };
    let library = folder.join("lib.rs");
    let modules = each(cases, module);
    std::fs::write(&library, format!("//! Without the standard library.\n#![no_std]\n{modules}"))
        .expect("there is room for files");
    let judge = |number: usize, _: &Case| {
        format!(
            "        {number} => {{ let mut run = m{number}::Monitor::new(); for name in names {{ out.push(match \
             run.feed_name(name) {{ m{number}::Outcome::Kept => 'K', m{number}::Outcome::Free => 'F', m{number}::Outcome::Violated \
             => 'V', m{number}::Outcome::After => 'A' }}); }} let report = run.report().map_or(\"-\".to_string(), |r| \
             r.to_string()); out += &format!(\"\\t{{}}\\t{{}}\\t{{report}}\\n\", run.state(), run.after()); }}"
        )
    };
    let program = format!(
        "//! Judges traces.\n{modules}fn main() {{\n    let text = \
         std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();\n    let mut out = String::new();\n    for line in \
         text.lines() {{\n        let mut names = line.split('\\t');\n        let number: usize = names.next().unwrap().parse().unwrap();\n        \
         let names = names.filter(|name| !name.is_empty());\n        match number {{\n{}        _ => panic!() }}\n    }}\n    print!(\"{{out}}\");\n}}\n",
        each(cases, judge)
    );
    let (source, binary) = (folder.join("main.rs"), folder.join("main"));
    std::fs::write(&source, program).expect("there is room for files");
    let rustc = || {
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition", "2021", "-D", "warnings", "-D", "missing_docs"]);
        command
    };
    run(rustc().args(["--crate-type", "lib", "--emit", "metadata", "--out-dir"]).arg(&folder).arg(&library));
    run(rustc().arg("-o").arg(&binary).arg(&source));
    run(Command::new(&binary).arg(traces))
}

pub fn python(folder: &Path, cases: &[Case], traces: &Path) -> String {
    let folder = folder.join("python");
    for (number, case) in cases.iter().enumerate() {
        let files = put(&folder, &[case.owned.table()], Language::Python, &Style::default());
        std::fs::rename(&files[0], folder.join(format!("m{number}.py"))).expect("it can be renamed");
    }
    let program = format!(
        "import sys\n{}modules = [{}]\nwith open(sys.argv[1], 'rb') as file:\n    lines = file.read().decode('utf-8').split('\\n')[:-1]\n\
         for line in lines:\n    number, *names = line.split('\\t')\n    module = modules[int(number)]\n    run = module.Monitor()\n    \
         outcomes = ''.join(run.feed(name)[0].upper() for name in names if name)\n    text = '%s\\t%d\\t%d\\t%s\\n' % (outcomes, \
         run.state, run.after, run.report() or '-')\n    sys.stdout.buffer.write(text.encode('utf-8'))\n",
        each(cases, |number, _| format!("import m{number}")),
        (0..cases.len()).map(|number| format!("m{number}")).collect::<Vec<_>>().join(", ")
    );
    let source = folder.join("main.py");
    std::fs::write(&source, program).expect("there is room for files");
    run(Command::new("python3").args(["-W", "error", "-B"]).arg(&source).arg(traces))
}

/// Compiles all files.
pub fn javac(folder: &Path, files: &[PathBuf]) {
    run(Command::new("javac")
        .args(["-Xlint:all", "-Werror", "-proc:none", "-encoding", "US-ASCII", "-d"])
        .arg(folder)
        .args(files));
}

pub fn java(folder: &Path, cases: &[Case], traces: &Path) -> String {
    let folder = folder.join("java");
    let mut files = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let style = Style { package: Some(format!("p{number}")), ..Style::default() };
        files.extend(put(&folder.join(format!("p{number}")), &[case.owned.table()], Language::Java, &style));
    }
    let judge = |number: usize, case: &Case| {
        let class = match case.owned.table().kind() {
            rely_monitor::Kind::Assumption => "AG_Assumption",
            rely_monitor::Kind::Property => "AG_Property",
        };
        format!(
            "            case {number}: p{number}.AG_Monitor.reset(); p{number}.AG_Monitor.onViolation(told); return name -> {{ long u = \
             p{number}.AG_Monitor.unmapped(), a = p{number}.{class}.after(), s = p{number}.{class}.steps(); if (name != null) \
             p{number}.AG_Monitor.event(name); state = p{number}.{class}.state(); after = p{number}.{class}.after(); return \
             p{number}.AG_Monitor.unmapped() > u ? 'F' : after > a ? 'A' : p{number}.{class}.steps() > s ? 'K' : 'V'; }};"
        )
    };
    let program = format!(
        "import java.io.PrintStream;\nimport java.nio.charset.StandardCharsets;\nimport java.nio.file.*;\nimport java.util.function.*;\n\
         public class Main {{\n    static long state, after;\n    static String report;\n    static Consumer<String> told = text -> report = \
         report.equals(\"-\") ? text : \"told twice\";\n    static Function<String, Character> judge(int number) {{\n        switch (number) \
         {{\n{}            default: throw new IllegalStateException();\n        }}\n    }}\n    public static void main(String[] arguments) \
         throws Exception {{\n        StringBuilder out = new StringBuilder();\n        for (String line : \
         Files.readAllLines(Paths.get(arguments[0]), StandardCharsets.UTF_8)) {{\n            String[] names = line.split(\"\\t\", -1);\n            \
         report = \"-\";\n            Function<String, Character> judge = judge(Integer.parseInt(names[0]));\n            judge.apply(null);\n            for \
         (int i = 1; i < names.length; i++) {{\n                if (!names[i].isEmpty()) out.append(judge.apply(names[i]));\n            }}\n            \
         out.append('\\t').append(state).append('\\t').append(after).append('\\t').append(report).append('\\n');\n        }}\n        new \
         PrintStream(System.out, true, \"UTF-8\").print(out);\n    }}\n}}\n",
        each(cases, judge)
    );
    let source = folder.join("Main.java");
    std::fs::write(&source, program).expect("there is room for files");
    files.push(source);
    javac(&folder, &files);
    run(Command::new("java").arg("-cp").arg(&folder).arg("Main").arg(traces))
}

/// What Java PathFinder's class would do, as far as a plain machine can tell: a run that is ignored ends.
pub const VERIFY: &str = "package gov.nasa.jpf.vm;
public final class Verify {
    public static int atomic = 0, depth = 0;
    private Verify() {}
    public static void beginAtomic() { atomic++; depth++; }
    public static void endAtomic() { depth--; }
    public static void ignoreIf(boolean condition) {
        if (depth != 1) throw new IllegalStateException(\"not in an atomic block\");
        if (condition) throw new RuntimeException(\"ignored\");
    }
}
";

/// Both classes in both modes.
pub const BOTH: &str = "import gov.nasa.jpf.vm.Verify;
public class Both {
    static void say(String text) { System.out.println(\"plain: \" + text); }
    static void lock() { plain.mode.AG_Monitor.event(); }
    static void free() { plain.mode.AG_Monitor.event(); }
    static void other() { jpf.mode.AG_Monitor.event(); }
    static void plainly(String... events) {
        plain.mode.AG_Monitor.reset();
        for (String event : events) plain.mode.AG_Monitor.event(event);
        say(plain.mode.AG_Monitor.unmapped() + \" unmapped\");
    }
    public static void main(String[] arguments) throws Exception {
        plain.mode.AG_Monitor.onViolation(Both::say);
        plain.mode.AG_Monitor.reset();
        plain.mode.AG_Monitor.event(\"lock\");
        plain.mode.AG_Monitor.event(\"read\", 1);
        plain.mode.AG_Monitor.event(\"read\", 1);
        plain.mode.AG_Monitor.event(\"unlock\");
        plain.mode.AG_Monitor.event(\"read\", 2);
        say(plain.mode.AG_Monitor.unmapped() + \" unmapped\");
        plainly(\"lock\", \"lock\", \"read.1\", \"lock\");
        try {
            plain.mode.AG_Monitor.map(\"Both\", \"lock\", \"*\", \"seek\");
        } catch (IllegalArgumentException error) {
            say(error.getMessage());
        }
        plain.mode.AG_Monitor.reset();
        plain.mode.AG_Monitor.map(\"Both\", \"lock\", \"*\", \"unlock\");
        plain.mode.AG_Monitor.map(\"Both\", \"lock\", \"worker\", \"lock\");
        Thread worker = new Thread(() -> { lock(); free(); }, \"worker\");
        worker.start();
        worker.join();
        lock();
        lock();
        say(plain.mode.AG_Monitor.unmapped() + \" unmapped\");
        try {
            jpf.mode.AG_Monitor.event(\"lock\");
            jpf.mode.AG_Monitor.event(\"seek\");
            jpf.mode.AG_Monitor.event(\"lock\");
        } catch (RuntimeException ignored) {
            System.out.println(\"jpf: \" + ignored.getMessage() + \", atomic \" + Verify.atomic + \" times\");
        }
        Verify.depth = 0;
        try {
            jpf.again.AG_Monitor.event(\"read\", 1);
        } catch (AssertionError error) {
            System.out.println(\"jpf: \" + error.getMessage());
        }
        try {
            other();
        } catch (IllegalStateException error) {
            System.out.println(\"jpf: \" + error.getMessage());
        }
    }
}
";
