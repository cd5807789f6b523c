//! The definitions of all models in a folder.

use std::path::PathBuf;

use rely_workbench::{Control, models_below};

use super::Document;
use crate::view::SymbolView;

/// The models below some folders with their definitions, by path. Those that [`models_below`] leaves out are
/// missing; an interrupted search gives what it has.
pub fn folder_symbols(folders: &[PathBuf], control: &Control) -> Vec<(PathBuf, Vec<SymbolView>)> {
    let symbols = |(path, text): (PathBuf, String)| {
        let document = Document::new(path.to_string_lossy(), text);
        (path, document.symbols())
    };
    models_below(folders).take_while(|_| !control.is_interrupted()).map(symbols).collect()
}
