//! `rely init`: a first model, and a project around it.

use std::path::PathBuf;

use clap::Args;
use rely_report::prose::quoted;
use rely_report::{Exit, Failure};
use rely_workbench::{create_folder, write_file};

use crate::output::put;

/// The model; it has a fault that the first check finds.
const MODEL: &str = include_str!("init/model.lts");

/// The project.
const MANIFEST: &str = include_str!("init/rely.toml");

/// Create an example model and a rely.toml in a folder
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  rely init\n  rely init my-model && rely check my-model/model.lts")]
pub struct InitArgs {
    /// The folder; created if needed
    #[arg(default_value = ".")]
    pub folder: PathBuf,
}

/// Writes the model, unless there is one.
pub fn run(args: &InitArgs) -> Result<Exit, Failure> {
    create_folder(&args.folder)?;
    let path = args.folder.join("model.lts");
    if path.exists() {
        return Err(Failure::in_file(
            "E1002",
            path.display().to_string(),
            "the file exists already and is left unchanged",
        )
        .help("choose another folder"));
    }
    write_file(&path, |out| out.write_all(MODEL.as_bytes()))?;
    let manifest = args.folder.join("rely.toml");
    // A project that is there already is not changed.
    let is_new = !manifest.exists();
    if is_new {
        write_file(&manifest, |out| out.write_all(MANIFEST.as_bytes()))?;
    }
    let name = |path: &std::path::Path| quoted(&path.strip_prefix(".").unwrap_or(path).display().to_string());
    let (path, manifest) = (name(&path), name(&manifest));
    let also = match is_new {
        true => format!(", {manifest}"),
        false => format!("\n{manifest} exists already and is left unchanged"),
    };
    let project = match args.folder.as_os_str().is_empty() || args.folder == std::path::Path::new(".") {
        true => String::new(),
        false => format!(" {}", name(&args.folder)),
    };
    let (check, simulate, all) =
        (format!("check {path}"), format!("simulate {path}"), format!("check{project}"));
    let width = check.len().max(simulate.len());
    put(
        &format!(
            "Written: {path}{also}\n\nNext:\n  rely {check:width$}   find the fault in it\n  \
             rely {simulate:width$}   step through it interactively\n  \
             rely {all:width$}   check all models of the project\n"
        ),
        None,
    )?;
    Ok(Exit::Holds)
}
