//! `rely init`: a first model.

use std::path::PathBuf;

use clap::Args;
use rely_report::prose::quoted;
use rely_report::{Exit, Failure};
use rely_workbench::{create_folder, write_file};

use crate::output::put;

/// The model; it has a fault that the first check finds.
const MODEL: &str = include_str!("init/model.lts");

/// Create an example model in a folder
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
    let path = path.strip_prefix(".").unwrap_or(&path);
    let path = quoted(&path.display().to_string());
    put(
        &format!(
            "Written: {path}\n\nNext:\n  rely check {path}      find the fault in it\n  \
             rely simulate {path}   step through it interactively\n"
        ),
        None,
    )?;
    Ok(Exit::Holds)
}
