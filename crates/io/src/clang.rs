//! The C compiler: finds clang, and lets it translate C to LLVM's text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use rely_report::Failure;
use rely_report::view::{DiagnosticView, SeverityKind};

use crate::control::Control;
use crate::programs::{Ended, Finished, ProgramLimits, run};
use crate::scratch::Scratch;

/// The versions that are tried by name, newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=21;

/// More text than this is not read.
const MAX_TEXT: u64 = 1 << 30;

/// Diagnostics of the compiler that are reported.
const SHOWN: usize = 50;

/// Mistakes of old C that were warnings until clang 16.
const OLD: [&str; 5] = [
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-function-pointer-types",
    "return-mismatch",
];

/// How C is translated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// Macros: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Folders of headers.
    pub includes: Vec<String>,
    /// The version of C, such as `c11`.
    pub standard: Option<String>,
    /// Instrumentation for executions, such as `signed-integer-overflow`: a violation ends the program with a
    /// trap.
    pub trap: Vec<&'static str>,
    /// The translation says where the blocks of variables end.
    pub ends_of_blocks: bool,
    /// Signed arithmetic on constants that overflows is an error: the compiler evaluates it, and the
    /// translation has no trace of it.
    pub deny_constant_overflow: bool,
    /// Shifts by a constant number of bits that is negative or too large are errors, for the same reason.
    pub deny_constant_shift: bool,
}

/// A compiler that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clang {
    /// The program.
    pub program: PathBuf,
}

impl Clang {
    /// The compiler that the variable `RELY_CLANG` names, else `clang`, else the newest of `clang-14` to
    /// `clang-21`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find() -> Result<Clang, Failure> {
        if let Some(program) = std::env::var_os("RELY_CLANG").filter(|value| !value.is_empty()) {
            let found = on_path(&program).ok_or_else(|| {
                let message = format!("RELY_CLANG names {}, which is not a program", program.display());
                Failure::input("E1070", message).help(HOW_TO_INSTALL)
            })?;
            return Ok(Clang { program: found });
        }
        let names = std::iter::once("clang".to_string()).chain(VERSIONS.rev().map(|v| format!("clang-{v}")));
        let found = names.into_iter().find_map(|name| on_path(&OsString::from(name)));
        found.map(|program| Clang { program }).ok_or_else(|| {
            Failure::input("E1070", "C is translated by clang, which is not installed").help(HOW_TO_INSTALL)
        })
    }

    /// Translates a C file to LLVM's text.
    ///
    /// # Errors
    /// If there is no such file, or the compiler rejects it.
    pub fn translate(
        &self,
        file: &str,
        options: &CompileOptions,
        scratch: &Scratch,
        control: &Control,
    ) -> Result<String, Failure> {
        let place = control.place(file)?.unwrap_or_else(|| PathBuf::from(file));
        // The compiler would say so too, but not as Rely does for all other files.
        drop(crate::files::open_at(file, &place)?);
        let output = scratch.path().join("translated.ll");
        let mut command = Command::new(&self.program);
        command.args(["-S", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone"]);
        command.args([
            "-fno-color-diagnostics",
            "-fno-caret-diagnostics",
            "-fdebug-compilation-dir=.",
            "-x",
            "c",
        ]);
        // Old C, which newer versions reject unless they are asked not to.
        command.args(OLD.map(|kind| format!("-Wno-error={kind}")));
        // Names of files are those that were given, wherever the folder is.
        let root = control.sandbox().map(|sandbox| format!("{}/", sandbox.root().display()));
        if let Some(root) = &root {
            command.arg(format!("-fdebug-prefix-map={root}="));
        }
        command.args(language_options(options)).arg("-o").arg(&output).arg(&place).env("LC_ALL", "C");
        let limits = ProgramLimits { time: None, bytes: MAX_TEXT, file: Some(&output) };
        let Finished { ended, errors, .. } =
            run(command, limits, scratch, control)?.map_err(|error| self.cannot_run(&error))?;
        match ended {
            Ended::With(status) if status.success() => {}
            Ended::With(_) => {
                let errors = root.map_or(errors.clone(), |root| errors.replace(&root, ""));
                return Err(self.rejected(file, &errors));
            }
            Ended::TooLong(time) => return Err(crate::programs::too_long(time)),
            Ended::TooMuch(bytes) => {
                let message = format!("its translation has more than {bytes} bytes");
                return Err(Failure::in_file("E1071", file, message));
            }
        }
        let text = std::fs::read(&output).map_err(|error| Failure::unreadable(file, &error))?;
        String::from_utf8(text).map_err(|_| Failure::in_file("E1072", file, "its translation is not UTF-8"))
    }

    pub(crate) fn cannot_run(&self, error: &std::io::Error) -> Failure {
        Failure::input("E1070", format!("{} cannot be run: {error}", self.program.display()))
            .help(HOW_TO_INSTALL)
    }

    /// The compiler's messages as diagnostics.
    fn rejected(&self, file: &str, errors: &str) -> Failure {
        let mut found: Vec<DiagnosticView> = errors.lines().filter_map(diagnostic).collect();
        if !found.iter().any(|one| one.severity == SeverityKind::Error) {
            let lines: Vec<&str> = errors.lines().take(5).collect();
            let message = format!("the file does not compile: {}", lines.join("; "));
            return Failure::in_file("E1071", file, message);
        }
        found.sort_by_key(|one| one.severity != SeverityKind::Error);
        found.truncate(SHOWN);
        if let Some(first) = found.first_mut() {
            first.help = Some(match &*first.message {
                message if message.contains("file not found") => {
                    "name the folder of the header with --include FOLDER".to_string()
                }
                _ => "the message is that of the compiler; --define, --include and --std are passed on to it"
                    .to_string(),
            });
        }
        Failure::Findings(found)
    }
}

/// How the compiler is installed.
const HOW_TO_INSTALL: &str = "install it with `apt install clang`, `dnf install clang` or `brew install llvm`, or name it \
    with the variable RELY_CLANG; files with LLVM's text (.ll) need no compiler";

/// The options that say how C is read.
fn language_options(options: &CompileOptions) -> Vec<String> {
    let defines = options.defines.iter().map(|define| format!("-D{define}"));
    let includes = options.includes.iter().map(|folder| format!("-I{folder}"));
    let standard = options.standard.iter().map(|standard| format!("-std={standard}"));
    let mut all: Vec<String> = defines.chain(includes).chain(standard).collect();
    if options.deny_constant_overflow {
        all.push("-Werror=integer-overflow".to_string());
    }
    if options.deny_constant_shift {
        all.extend(["-Werror=shift-count-overflow", "-Werror=shift-count-negative"].map(str::to_string));
    }
    if options.ends_of_blocks {
        all.extend(["-Xclang", "-fsanitize-address-use-after-scope"].map(str::to_string));
    }
    if !options.trap.is_empty() {
        let kinds = options.trap.join(",");
        all.extend([format!("-fsanitize={kinds}"), format!("-fsanitize-trap={kinds}")]);
    }
    all
}

/// A line `file:line:column: error: message`.
fn diagnostic(line: &str) -> Option<DiagnosticView> {
    let (place, severity, message) = [
        (": fatal error: ", SeverityKind::Error),
        (": error: ", SeverityKind::Error),
        (": warning: ", SeverityKind::Warning),
    ]
    .into_iter()
    .find_map(|(mark, severity)| line.split_once(mark).map(|(place, rest)| (place, severity, rest)))?;
    let mut parts = place.rsplitn(3, ':');
    let (column, line) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(DiagnosticView {
        code: "E1071".to_string(),
        severity,
        message: message.to_string(),
        file: Some(parts.next()?.to_string()),
        line: Some(line),
        column: Some(column),
        end_line: None,
        end_column: None,
        help: None,
    })
}

/// A program by its path, or on the search path.
pub(crate) fn on_path(name: &OsString) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_path_buf());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).map(|folder| folder.join(path)).find(|place| place.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_compiler_become_diagnostics() {
        let one = diagnostic("src/a:b.c:3:14: error: use of undeclared identifier 'x'").expect("an error");
        assert_eq!((one.file.as_deref(), one.line, one.column), (Some("src/a:b.c"), Some(3), Some(14)));
        assert_eq!(one.message, "use of undeclared identifier 'x'");
        let fatal = diagnostic("a.c:1:10: fatal error: 'b.h' file not found").expect("an error");
        assert_eq!(fatal.severity, SeverityKind::Error);
        assert!(diagnostic("1 error generated.").is_none());
    }

    #[test]
    fn options_are_passed_on() {
        let options = CompileOptions {
            defines: vec!["N=3".to_string()],
            includes: vec!["inc".to_string()],
            standard: Some("c11".to_string()),
            trap: vec!["shift"],
            ends_of_blocks: false,
            deny_constant_overflow: true,
            deny_constant_shift: true,
        };
        let words = [
            "-DN=3",
            "-Iinc",
            "-std=c11",
            "-Werror=integer-overflow",
            "-Werror=shift-count-overflow",
            "-Werror=shift-count-negative",
            "-fsanitize=shift",
            "-fsanitize-trap=shift",
        ];
        assert_eq!(language_options(&options), words);
    }
}
