//! `rely generate`: a model of a family, written without a copy of its text in memory.

pub mod args;

use std::io::Write;
use std::path::Path;

use rely_report::prose::count;
use rely_report::{Exit, Failure};
use rely_workbench::{
    Control, FamilyKind, FamilySide, FamilyVariant, GenerateRequest, Lts, LtsFormat, generate_fsp,
    generate_lts, write_lts, write_lts_file,
};

use crate::output::put;
use args::GenerateArgs;

/// Runs the command; the second part of the result has notes for the user.
pub fn run(args: &GenerateArgs, seed: u64, control: &Control) -> Result<(Exit, Vec<String>), Failure> {
    let request = request(args, seed)?;
    let format = match (args.format, &args.written.output) {
        (Some(format), _) => format,
        (None, Some(path)) => crate::compose::format_of(path)?,
        (None, None) if request.kind.is_structured() => LtsFormat::Fsp,
        (None, None) => LtsFormat::Aut,
    };
    if format == LtsFormat::Fsp
        && let Some(model) = generate_fsp(&request)?
    {
        put(&model, args.written.output.as_deref())?;
        let written = args.written.output.as_ref().map(|path| format!("written: {}", path.display()));
        return Ok((Exit::Holds, written.into_iter().collect()));
    }
    let lts = generate_lts(&request, control)?;
    let name = request.kind.name().replace('-', "_");
    let notes = match &args.written.output {
        Some(path) => {
            let mut notes = write_lts_file(&lts, &name, format, args.written.dialect, path)?;
            notes.push(written(&lts, path));
            notes
        }
        None => stream(&lts, &name, format, args)?,
    };
    Ok((Exit::Holds, notes))
}

fn written(lts: &Lts, path: &Path) -> String {
    let states = count(lts.n_states() as u64, "state");
    let transitions = count(lts.n_transitions() as u64, "transition");
    format!("written: {} ({states}, {transitions})", path.display())
}

/// The model that the command line describes. An option that the family does not have is an error.
fn request(args: &GenerateArgs, seed: u64) -> Result<GenerateRequest, Failure> {
    let kind = args.family;
    let mut request = GenerateRequest { seed, ..GenerateRequest::new(kind, args.size) };
    let random = matches!(kind, FamilyKind::Random | FamilyKind::Pair);
    let pair = kind == FamilyKind::Pair;
    for (name, given, known) in [
        ("--variant", args.variant.is_some(), kind.has_variants()),
        ("--values", args.values.is_some(), kind == FamilyKind::Buffers),
        ("--fan-out", args.fan_out.is_some(), random),
        ("--labels", args.labels.is_some(), random),
        ("--tau", args.tau.is_some(), random),
        ("--extra", args.extra.is_some(), pair),
        ("--side", args.side.is_some(), pair),
    ] {
        if given && !known {
            return Err(Failure::input("E1012", format!("the family {} has no option {name}", kind.name())));
        }
    }
    request.values = args.values.unwrap_or(request.values);
    request.fan_out = args.fan_out.unwrap_or(request.fan_out);
    request.labels = args.labels.unwrap_or(request.labels);
    request.tau_percent = args.tau.unwrap_or(request.tau_percent);
    request.extra = args.extra;
    request.variant = args.variant.unwrap_or(FamilyVariant::Correct);
    request.side = args.side.unwrap_or(FamilySide::Imp);
    Ok(request)
}

/// Writes to standard output, piece by piece. A closed pipe is not an error.
fn stream(lts: &Lts, name: &str, format: LtsFormat, args: &GenerateArgs) -> Result<Vec<String>, Failure> {
    let mut out =
        Patient { out: std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock()), gone: false };
    let notes = write_lts(lts, name, format, args.written.dialect, &mut out)?;
    out.flush()
        .map_err(|error| Failure::input("E1002", format!("standard output cannot be written: {error}")))?;
    Ok(notes)
}

/// Ignores a closed pipe.
struct Patient<W: Write> {
    out: W,
    gone: bool,
}

impl<W: Write> Patient<W> {
    fn unless_gone<T>(
        &mut self,
        otherwise: T,
        write: impl FnOnce(&mut W) -> std::io::Result<T>,
    ) -> std::io::Result<T> {
        if self.gone {
            return Ok(otherwise);
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(otherwise)
            }
            outcome => outcome,
        }
    }
}

impl<W: Write> Write for Patient<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.unless_gone(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.unless_gone((), Write::flush)
    }
}
