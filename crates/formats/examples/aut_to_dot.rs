//! Converts an Aldebaran file to DOT, and reports the information that DOT cannot hold.
//!
//! ```text
//! cargo run -p rely-formats --example aut_to_dot -- machine.aut > machine.dot
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write, stdout};

use rely_formats::{AutOptions, DotWriteOptions, ParallelEdges, read_aut, write_dot};
use rely_lts::Actions;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: aut_to_dot FILE.aut")?;
    let imported = read_aut(File::open(&file)?, &Actions::new(), &AutOptions::default())?;
    for warning in &imported.warnings {
        eprintln!("{file}: warning: {warning}");
    }

    // One edge for all transitions between the same two states is easier to read.
    let options =
        DotWriteOptions { name: file, parallel: ParallelEdges::Merged, ..DotWriteOptions::default() };
    let mut out = BufWriter::new(stdout().lock());
    let losses = write_dot(&imported.lts, &options, &mut out)?;
    out.flush()?;
    if !losses.is_empty() {
        eprintln!("lost: {losses}");
    }
    Ok(())
}
