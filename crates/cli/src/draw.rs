//! `rely draw`: options in, a picture out.

pub mod args;

use rely_report::picture::{Picture, PictureFormat};
use rely_report::{Exit, Failure};
use rely_workbench::store::StorePlace;
use rely_workbench::{
    CompatOptions, DrawOptions, draw, draw_compat, expect_places, read_trace_file, split_names,
};

use crate::edge::Edge;
use crate::output::put;
use args::DrawArgs;

/// Runs the command.
pub fn run(edge: &Edge<'_>, args: &DrawArgs) -> Result<Exit, Failure> {
    expect_places(&args.output.iter().map(|path| path.as_path()).collect::<Vec<_>>())?;
    let by_ending = args.output.as_deref().map(|path| {
        PictureFormat::of_file(path).ok_or_else(|| {
            Failure::in_file(
                "E1010",
                path.display().to_string(),
                "the format is unclear from the extension of the file",
            )
            .help("use .svg, .tex, .dot, .mmd, .puml or .json, or give --format")
        })
    });
    let format = match (args.format, by_ending) {
        (Some(format), _) => format,
        (None, Some(by_ending)) => by_ending?,
        (None, None) => PictureFormat::Svg,
    };
    let options = DrawOptions {
        picture: args.what,
        target: args.target.clone(),
        processes: split_names(&args.process),
        properties: split_names(&args.property),
        module: split_names(&args.module),
        trace: args.trace.as_deref().map(read_trace_file).transpose()?,
        around: args.around.clone(),
        expanded: args.expand.clone(),
        radius: args.radius,
        max_states: args.max_states as usize,
        minimize: args.minimize,
        format,
        read: edge.read,
    };
    let drawn = match (&args.baseline, &args.candidate, &args.file) {
        (Some(baseline), Some(candidate), system) => {
            if args.what != Picture::Compat {
                let message = format!("--what {} draws one model, not two versions", args.what.name());
                return Err(Failure::input("E1050", message).help("remove --baseline and --candidate"));
            }
            let asked = CompatOptions {
                baselines: vec![baseline.clone()],
                candidates: vec![candidate.clone()],
                system: system.clone(),
                target: args.target.clone(),
                properties: split_names(&args.property),
                store: StorePlace::Nowhere,
                read: edge.read,
                ..CompatOptions::default()
            };
            draw_compat(&asked, &options, edge.control)?
        }
        (_, _, Some(file)) => draw(file, &options, edge.control)?,
        _ => return Err(Failure::input("E1000", "name a file to draw")),
    };
    put(&drawn.text, args.output.as_deref())?;
    edge.notes(&drawn.notes);
    Ok(Exit::Holds)
}
