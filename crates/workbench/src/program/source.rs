//! C files and files with LLVM's text become one module.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use rely_code::encode::blocks_without_ends;
use rely_io::clang::{Clang, CompileOptions};
use rely_io::{Control, Scratch, files};
use rely_llvm::Module;
use rely_llvm::debug::Place;
use rely_llvm::ir::FunctionId;
use rely_report::Failure;

/// Larger files with LLVM's text are not read.
const MAX_TEXT: u64 = 256 << 20;

/// Larger sources are not shown.
const MAX_SOURCE: u64 = 16 << 20;

/// Is this a file of a C program, by its name?
pub fn is_program(path: &str) -> bool {
    ["c", "i", "ll"].iter().any(|ending| Path::new(path).extension().is_some_and(|own| own == *ending))
}

/// A file of a program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The path as it was given.
    pub file: String,
    /// LLVM's text.
    pub text: String,
}

impl Unit {
    /// Is it C, or LLVM's text?
    pub fn is_c(&self) -> bool {
        !self.file.ends_with(".ll")
    }

    fn read(&self) -> Result<Module, Failure> {
        rely_llvm::read(&self.text).map_err(|error| Failure::Input {
            code: "E1072",
            file: Some(self.file.clone()),
            place: (!self.is_c()).then_some((error.line, error.column)),
            message: match self.is_c() {
                true => format!("the translation cannot be read: {error}"),
                false => error.message.clone(),
            },
            help: Some(match error.is_limit() {
                true => "the file exceeds a limit of the reader".to_string(),
                false => "Rely reads what clang 14 or later writes with -S -emit-llvm -O0 -g; a file that ends too early \
                          has names that are not defined"
                    .to_string(),
            }),
        })
    }
}

/// A program that was read.
#[derive(Debug)]
pub struct Source {
    /// The files.
    pub units: Vec<Unit>,
    /// All of them as one module.
    pub module: Module,
    /// Variables of blocks of which LLVM's text does not say where they end, though other places may have
    /// their addresses.
    pub endless: Vec<String>,
    lines: RefCell<BTreeMap<u32, Vec<String>>>,
}

impl Source {
    /// Reads files; C is translated by clang.
    ///
    /// # Errors
    /// If a file cannot be read or does not compile, there is no compiler, or the files do not fit together.
    pub fn read(paths: &[String], options: &CompileOptions, control: &Control) -> Result<Source, Failure> {
        let mut units = Vec::new();
        let mut modules = Vec::new();
        let mut endless = Vec::new();
        for file in paths {
            let translate = |options: &CompileOptions| {
                let scratch = Scratch::new()?;
                Clang::find()?.translate(file, options, &scratch, control)
            };
            let is_text = file.ends_with(".ll");
            let text = if is_text { read_text(file, control)? } else { translate(options)? };
            let mut unit = Unit { file: file.clone(), text };
            let mut module = unit.read()?;
            let open = blocks_without_ends(&module);
            if !open.is_empty() && !is_text {
                // Blocks have more ends than are useful for the engines, so they are there only if needed.
                unit.text = translate(&CompileOptions { ends_of_blocks: true, ..options.clone() })?;
                module = unit.read()?;
            } else {
                endless.extend(open);
            }
            modules.push((file.clone(), module));
            units.push(unit);
        }
        let module = match modules.len() {
            1 => modules.swap_remove(0).1,
            _ => rely_llvm::link(modules).map_err(|error| {
                Failure::in_file("E1074", units[error.module].file.clone(), error.message)
            })?,
        };
        Ok(Source { units, module, endless, lines: RefCell::default() })
    }

    /// The function where executions begin.
    ///
    /// # Errors
    /// If the program does not define it.
    pub fn entry(&self, name: &str) -> Result<FunctionId, Failure> {
        let defined = |id: &FunctionId| !self.module.functions[id.index()].blocks.is_empty();
        if let Some(id) = self.module.function_names.get(name).copied().filter(defined) {
            return Ok(id);
        }
        let functions = self.module.functions.iter().filter(|function| !function.blocks.is_empty());
        let mut names: Vec<&str> = functions.map(|function| &*function.name).collect();
        names.sort_unstable();
        let close = rely_fsp::suggest(name, names.iter().copied());
        let help = match (close, &names[..]) {
            (Some(close), _) => format!("did you mean `{close}`?"),
            (None, []) => "the program defines no functions".to_string(),
            (None, names) => {
                format!(
                    "executions begin with a function of the program, such as {}",
                    rely_report::prose::some(names, 8)
                )
            }
        };
        let message = match self.module.function_names.contains_key(name) {
            true => format!("the function `{name}` is declared, but not defined"),
            false => format!("there is no function `{name}`"),
        };
        Err(Failure::in_file("E1073", self.units[0].file.clone(), message).help(help))
    }

    /// The name of the file of a place.
    pub fn file(&self, place: Place) -> String {
        match self.module.debug.files.get(place.file as usize) {
            Some(file) => file.name.trim_start_matches("./").to_string(),
            None => self.units[0].file.clone(),
        }
    }

    /// The text of the line of a place, if its file can be read.
    pub fn line(&self, place: Place, control: &Control) -> Option<String> {
        let mut lines = self.lines.borrow_mut();
        let lines = lines.entry(place.file).or_insert_with(|| self.text(place, control).unwrap_or_default());
        lines.get((place.line as usize).checked_sub(1)?).cloned()
    }

    /// The lines of a file: where clang read it, or next to the file that names it.
    fn text(&self, place: Place, control: &Control) -> Option<Vec<String>> {
        let name = self.file(place);
        let mut candidates = vec![name.clone()];
        let base = Path::new(&name).file_name()?;
        for unit in &self.units {
            let next_to = Path::new(&unit.file).with_file_name(base);
            candidates.push(next_to.to_string_lossy().into_owned());
        }
        let found = candidates.into_iter().find_map(|path| {
            let place = control.place(&path).ok()?.unwrap_or_else(|| path.clone().into());
            files::head(&place, MAX_SOURCE)
        })?;
        Some(String::from_utf8_lossy(&found).lines().map(str::to_string).collect())
    }
}

/// Reads LLVM's text.
fn read_text(file: &str, control: &Control) -> Result<String, Failure> {
    use std::io::Read as _;
    let place = control.place(file)?.unwrap_or_else(|| file.into());
    let mut bytes = Vec::new();
    let reader = files::open_at(file, &place)?;
    reader.take(MAX_TEXT + 1).read_to_end(&mut bytes).map_err(|error| Failure::unreadable(file, &error))?;
    if bytes.len() as u64 > MAX_TEXT {
        let message = format!("the file has more than {} MiB, the limit for LLVM's text", MAX_TEXT >> 20);
        return Err(Failure::in_file("E1072", file, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        Failure::Input {
            code: "E1072",
            file: Some(file.to_string()),
            place: Some((line, 1)),
            message: "the file is not UTF-8".to_string(),
            help: None,
        }
    })
}
