//! `rely draw`: models, runs and the documents of other commands as pictures.

mod machine;
mod neighborhood;

use rely_draw::{StateVector, architecture};
use rely_formats::TraceDocument;
use rely_io::Control;
use rely_io::files;
use rely_lts::Component;
use rely_report::picture::{Content, Drawn, Picture, PictureFormat, PictureOptions, sequence_chart};
use rely_report::view::{CompatAnswer, DrawDocument, VersionView};
use rely_report::{Document, Failure};

use crate::assume::{AssumeOptions, Detail, assume};
use crate::check::{CheckOptions, check};
use crate::compat::{CompatOptions, again, compat};
use crate::compose::Reduction;
use crate::load::{Loaded, ReadOptions, load};
use crate::prove::{ProveOptions, prove};
use crate::replay::replay;
use machine::machines;
pub use neighborhood::{NeighborhoodOptions, neighborhood};

/// What to draw, and how.
#[derive(Clone, Debug)]
pub struct DrawOptions {
    /// The picture of a model.
    pub picture: Picture,
    /// Which target; default: the last composite, else all processes in parallel.
    pub target: Option<String>,
    /// Machines: these processes or components, side by side, instead of the entire target.
    pub processes: Vec<String>,
    /// Runs, proofs, assumptions: only these properties.
    pub properties: Vec<String>,
    /// Assumptions: the module.
    pub module: Vec<String>,
    /// A run: drawn as a chart, or marked in the machine.
    pub trace: Option<TraceDocument>,
    /// Machines: only the part near these states.
    pub around: Vec<Around>,
    /// Machines drawn in part: what follows these states as well, if they are drawn themselves.
    pub expanded: Vec<Around>,
    /// Machines: only the part within this many steps of that state, the run, or the initial state.
    pub radius: Option<usize>,
    /// Machines with more states are reduced or drawn in part.
    pub max_states: usize,
    /// Machines: reduced first.
    pub minimize: Option<Reduction>,
    /// The language of the picture.
    pub format: PictureFormat,
    /// How to read files.
    pub read: ReadOptions,
}

/// A state that a person names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Around {
    /// By its number in the composed machine, or in its file if that is all of the machine.
    Number(u32),
    /// By the states of the components.
    State(StateVector),
}

impl Around {
    /// Its number, if it goes by that.
    fn number(&self) -> Option<u32> {
        match self {
            Around::Number(number) => Some(*number),
            Around::State(_) => None,
        }
    }

    /// The states of the components, if it goes by them.
    fn vector(&self) -> Option<&StateVector> {
        match self {
            Around::Number(_) => None,
            Around::State(state) => Some(state),
        }
    }
}

impl std::fmt::Display for Around {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Around::Number(number) => write!(f, "{number}"),
            Around::State(state) => write!(f, "{state}"),
        }
    }
}

impl std::str::FromStr for Around {
    type Err = String;

    /// Reads `29` and `0,3,1`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains(',') {
            return text.parse().map(Around::State);
        }
        text.trim().parse().map(Around::Number).map_err(|_| {
            format!(
                "`{text}` is neither the number of a state nor the numbers of the components' states (0,3,1)"
            )
        })
    }
}

impl DrawOptions {
    /// The part that concerns documents.
    pub fn of_documents(&self) -> PictureOptions {
        PictureOptions {
            properties: self.properties.clone(),
            radius: self.radius,
            max_states: self.max_states,
        }
    }
}

impl Default for DrawOptions {
    fn default() -> Self {
        DrawOptions {
            picture: Picture::default(),
            target: None,
            processes: Vec::new(),
            properties: Vec::new(),
            module: Vec::new(),
            trace: None,
            around: Vec::new(),
            expanded: Vec::new(),
            radius: None,
            max_states: 200,
            minimize: None,
            format: PictureFormat::default(),
            read: ReadOptions::default(),
        }
    }
}

/// Draws a model, or the JSON document of another command.
///
/// # Errors
/// If the file cannot be read, there is nothing to draw, the budget is spent, or a picture does not exist in
/// the format.
pub fn draw(path: &str, options: &DrawOptions, control: &Control) -> Result<Drawn, Failure> {
    if std::path::Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        let bytes = files::read(path)?;
        match Document::read(&bytes) {
            Ok(document) if document.has_picture() => {
                expect_used(options, None)?;
                return picture(path, &document, options, control)?.write(path, options.format);
            }
            Err(error) if error.is_malformed() => {
                let message = format!("the document cannot be drawn: {error}");
                return Err(Failure::in_file("E1050", path, message));
            }
            // Everything else may be a model: an LTS as JSON.
            _ => {}
        }
    }
    expect_used(options, Some(options.picture))?;
    draw_model(&load(path, options.read, control)?, options, control)
}

/// The picture of a document as a whole.
fn picture(
    path: &str,
    document: &Document,
    options: &DrawOptions,
    control: &Control,
) -> Result<Content, Failure> {
    document.picture(path, &options.of_documents(), &reader(options, control))
}

/// Reads versions of components again.
fn reader<'a>(
    options: &'a DrawOptions,
    control: &'a Control,
) -> impl Fn(&VersionView) -> Result<Component, Failure> + 'a {
    |version| again(version, options.read, control)
}

/// Draws a document of another command, as `rely draw` draws its file.
///
/// # Errors
/// If there is nothing to draw, or a version cannot be read again.
pub fn draw_document(
    document: &Document,
    options: &DrawOptions,
    control: &Control,
) -> Result<DrawDocument, Failure> {
    let file = document.file().unwrap_or("the document");
    Ok(picture(file, document, options, control)?.document(file))
}

/// The pictures of all pieces of a document, with their addresses, in the order of
/// [`Document::pieces`]. Pieces that cannot be drawn are left out.
pub fn draw_pieces(
    document: &Document,
    options: &DrawOptions,
    control: &Control,
) -> Vec<(String, DrawDocument)> {
    let file = document.file().unwrap_or("the document");
    let (drawn, read) = (options.of_documents(), reader(options, control));
    let pieces = document.pieces().into_iter();
    let pictures = pieces.filter_map(|piece| {
        let content = piece.piece.content(file, &drawn, &read).ok()?;
        Some((piece.address, content.document(file)))
    });
    pictures.collect()
}

/// An option that does not apply to the picture is an error; a document has only one picture.
fn expect_used(options: &DrawOptions, picture: Option<Picture>) -> Result<(), Failure> {
    use Picture::{Assumption, Machine, Trace};
    let given = [
        ("--around", !options.around.is_empty(), &[Machine][..]),
        ("--expand", !options.expanded.is_empty(), &[Machine]),
        ("--minimize", options.minimize.is_some(), &[Machine]),
        ("--process", !options.processes.is_empty(), &[Machine]),
        ("--trace", options.trace.is_some(), &[Machine, Trace]),
        ("--module", !options.module.is_empty(), &[Assumption]),
    ];
    let is_used = |for_pictures: &[Picture]| picture.is_some_and(|picture| for_pictures.contains(&picture));
    let Some((name, _, pictures)) =
        given.into_iter().find(|(_, is_given, pictures)| *is_given && !is_used(pictures))
    else {
        return Ok(());
    };
    let here = picture.map_or("a document".to_string(), |picture| format!("--what {}", picture.name()));
    let there = pictures.iter().map(|picture| picture.name()).collect::<Vec<_>>().join(" or ");
    Err(Failure::input("E1050", format!("{name} does not apply to {here}"))
        .help(format!("use it with --what {there} of a model")))
}

/// Draws two versions of a component, compared as `rely compat` does; there has to be one of each.
///
/// # Errors
/// As [`compat`] and [`draw`].
pub fn draw_compat(
    asked: &CompatOptions,
    options: &DrawOptions,
    control: &Control,
) -> Result<Drawn, Failure> {
    expect_used(options, Some(Picture::Compat))?;
    let document = match compat(asked, control)?.answer {
        CompatAnswer::One(document) => document,
        CompatAnswer::Matrix(_) => {
            return Err(Failure::input("E1050", "only two versions can be drawn, but there are more")
                .help("give one --baseline and one --candidate"));
        }
    };
    let path = document.baseline.file.clone();
    picture(&path, &Document::Compat(document), options, control)?.write(&path, options.format)
}

/// Draws a model that was loaded.
///
/// # Errors
/// As [`draw`].
pub fn draw_model(loaded: &Loaded, options: &DrawOptions, control: &Control) -> Result<Drawn, Failure> {
    content_of(loaded, options, control)?.write(&loaded.path, options.format)
}

/// The document of the picture of a model; the format does not matter.
///
/// # Errors
/// As [`draw`].
pub fn draw_model_document(
    loaded: &Loaded,
    options: &DrawOptions,
    control: &Control,
) -> Result<DrawDocument, Failure> {
    Ok(content_of(loaded, options, control)?.document(&loaded.path))
}

fn content_of(loaded: &Loaded, options: &DrawOptions, control: &Control) -> Result<Content, Failure> {
    let target = options.target.clone();
    let properties = options.properties.clone();
    Ok(match options.picture {
        Picture::Machine => machines(loaded, options, control)?,
        Picture::Architecture => {
            let system = loaded.target(options.target.as_deref(), control)?.system;
            let graph = architecture(&system);
            Content::graph(graph, Picture::Architecture)
        }
        Picture::Compat => {
            return Err(Failure::input(
                "E1050",
                "two versions are needed for a comparison, but there is only one file",
            )
            .help("give --baseline and --candidate, or draw the document of `rely compat --format json`"));
        }
        Picture::Trace => match &options.trace {
            Some(trace) => replayed(loaded, trace, options, control)?,
            None => {
                let asked = CheckOptions { target, properties, ..CheckOptions::default() };
                let document = check(loaded, &asked, control)?.document.into();
                picture(&loaded.path, &document, options, control)?
            }
        },
        Picture::Proof => {
            // The picture does not show why assumptions forbid actions.
            let asked = ProveOptions { target, properties, explained: 0, ..ProveOptions::default() };
            let document = prove(loaded, &asked, control)?.document.into();
            picture(&loaded.path, &document, options, control)?
        }
        Picture::Assumption => {
            if options.module.is_empty() {
                let failure = Failure::input("E1050", "an assumption belongs to a module, but none is named");
                return Err(failure.help("name it with --module NAMES"));
            }
            let asked = AssumeOptions {
                target,
                properties,
                module: options.module.clone(),
                detail: Detail::Some(0),
                read: options.read,
                ..AssumeOptions::default()
            };
            let document = assume(loaded, &asked, control)?.document.into();
            picture(&loaded.path, &document, options, control)?
        }
    })
}

/// A run that is given, replayed on the components.
fn replayed(
    loaded: &Loaded,
    trace: &TraceDocument,
    options: &DrawOptions,
    control: &Control,
) -> Result<Content, Failure> {
    let replayed = replay(loaded, options.target.as_deref(), trace, control)?;
    let Some(steps) = &replayed.steps else {
        let why = replayed.reason.unwrap_or_else(|| "it is not a run of the target".to_string());
        return Err(Failure::input("E1009", format!("the run cannot be drawn: {why}")));
    };
    let target = loaded.target(Some(&replayed.target), control)?.system;
    let cycle_from = (!trace.cycle.is_empty()).then_some(trace.actions.len());
    let mut chart = sequence_chart(steps, cycle_from.filter(|&from| from < steps.steps.len()));
    for (participant, component) in chart.participants.iter_mut().zip(&target.components) {
        participant.is_property = component.role == rely_lts::Role::Property;
    }
    chart.title = replayed.target.clone();
    chart.subtitle = replayed.reason.clone().unwrap_or_default();
    Ok(Content::Run(chart))
}
