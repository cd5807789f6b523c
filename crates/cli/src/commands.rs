//! The commands: arguments in, documents out.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use rely_workbench::view::{CheckDocument, CheckKind, TraceView, VerdictKind};
use rely_workbench::{
    CheckOptions, CheckResult, CompareOptions, ComposeOptions, Control, Exit, Failure, LtsFormat,
    ReadOptions, TextChartOptions, TraceDocument, all_codes, certify, chart, check, check_junit, check_sarif,
    compare, compose, explain, load, read_trace_file, relative_path, replay, split_names, write_file,
    write_lts, write_lts_file, write_mermaid, write_text_chart, write_trace_json,
};

use crate::args::{
    CertifyArgs, CheckArgs, CheckFormat, Cli, Command, CompareArgs, ComposeArgs, ComposeFormat, ConvertArgs,
    Deny, ExplainArgs, Kind, ManArgs, ReplayArgs, ReplayFormat, TextOrJson,
};
use crate::diagnostics;
use crate::output::{json, put, put_bytes, put_page, put_report};
use crate::text::{self, Shown};
use crate::{
    assume, code, compat, draw, fmt, generate, init, lsp, monitor, prove, report, serve, simulate, watch,
};

/// Runs a command.
pub fn dispatch(cli: &Cli, control: &Control) -> Result<Exit, Failure> {
    let edge = Edge {
        control,
        read: ReadOptions {
            internal_i: cli.common.internal_i,
            marked_loops: cli.common.marked_loops,
            colon_actions: cli.common.colon_actions,
            digest: false,
        },
        quiet: cli.common.quiet,
    };
    match &cli.command {
        Command::Check(args) => edge.check(args),
        Command::Assume(args) => assume::run(&edge, args),
        Command::Prove(args) => prove::run(&edge, args),
        Command::Compat(args) => compat::run(&edge, args),
        Command::Monitor(args) => monitor::run(&edge, args),
        Command::Watch(args) => watch::run(&edge, args),
        Command::Code(args) => code::run(&edge, args),
        Command::Compose(args) => edge.compose(args),
        Command::Compare(args) => edge.compare(args),
        Command::Convert(args) => edge.convert(args),
        Command::Fmt(args) => fmt::run(&edge, args),
        Command::Generate(args) => {
            let (exit, notes) = generate::run(args, cli.common.seed, control)?;
            edge.notes(&notes);
            Ok(exit)
        }
        Command::Draw(args) => draw::run(&edge, args),
        Command::Simulate(args) => simulate::run(&edge, args, cli.common.seed),
        Command::Serve(args) => serve::run(&edge, args, &cli.common),
        Command::Lsp(_) => lsp::run(&cli.common.budget, cli.common.threads),
        Command::Replay(args) => edge.replay(args),
        Command::Certify(args) => edge.certify(args),
        Command::Explain(args) => explain_code(args),
        Command::Init(args) => init::run(args),
        Command::Completions(args) => {
            let mut buffer = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "rely", &mut buffer);
            put(&String::from_utf8_lossy(&buffer), None)?;
            Ok(Exit::Holds)
        }
        Command::Man(args) => man(args),
    }
}

/// What the commands share.
pub struct Edge<'a> {
    /// Limits, clock, threads.
    pub control: &'a Control,
    /// How to read files.
    pub read: ReadOptions,
    quiet: bool,
}

impl Edge<'_> {
    fn check(&self, args: &CheckArgs) -> Result<Exit, Failure> {
        let read = ReadOptions { digest: args.certificate.is_some(), ..self.read };
        let loaded = load(&args.file, read, self.control)?;
        self.notes(loaded.notes());
        let options = CheckOptions {
            target: args.target.clone(),
            properties: split_names(&args.property),
            kinds: args.only.iter().map(|kind| check_kind(*kind)).collect(),
            fair_choice: !args.no_fair_choice,
            certificate: args.certificate.clone(),
            reduction: args.reduction,
        };
        let CheckResult { document, warnings } = check(&loaded, &options, self.control)?;
        let saved = match &args.traces {
            Some(folder) => save_traces(&document, folder)?,
            None => Vec::new(),
        };
        let text = match args.format {
            CheckFormat::Text => {
                if let Some(source) = loaded.source() {
                    self.warn(&diagnostics::render(source, &warnings));
                }
                text::check(&document, shown(args.full), &saved)
            }
            CheckFormat::Json => json(&document)?,
            CheckFormat::Sarif => json(&check_sarif(&document))?,
            CheckFormat::Junit => check_junit(&document)?,
            CheckFormat::Mermaid => charts(&document, "mermaid", mermaid)?,
            CheckFormat::Chart => charts(&document, "text", text_chart)?,
            CheckFormat::Html => {
                let title = format!("{} verdicts", document.target);
                report::html(&title, &[&document], Some(&loaded), self.control)?
            }
        };
        match args.format {
            CheckFormat::Html => put_page(&text, args.output.as_deref())?,
            _ => put_report(&text, args.output.as_deref())?,
        }
        if text.is_empty() {
            self.notes(&["nothing is violated: there is no run to draw".to_string()]);
        }
        if args.certificate.is_some() && document.certificate.is_none() {
            self.notes(
                &["no certificate was written: it is about deadlock freedom and safety, and neither was found to hold".to_string()],
            );
        }
        let denied = args.deny.iter().any(|deny| match deny {
            Deny::Vacuous => document.results.iter().any(|r| r.vacuous),
            Deny::Warnings => !document.warnings.is_empty(),
        });
        Ok(if denied { document.exit().worst(Exit::Violated) } else { document.exit() })
    }

    fn compose(&self, args: &ComposeArgs) -> Result<Exit, Failure> {
        let loaded = load(&args.file, self.read, self.control)?;
        self.notes(loaded.notes());
        let options = ComposeOptions {
            target: args.target.clone(),
            minimize: args.minimize,
            reduction: args.reduction,
        };
        let mut result = compose(&loaded, &options, self.control)?;
        let itself = match args.format {
            ComposeFormat::Aut => Some(LtsFormat::Aut),
            ComposeFormat::Dot => Some(LtsFormat::Dot),
            ComposeFormat::Rlts => Some(LtsFormat::Rlts),
            ComposeFormat::Fsp => Some(LtsFormat::Fsp),
            ComposeFormat::Text | ComposeFormat::Json => None,
        };
        self.notes(&result.notes);
        let name = result.document.target.clone();
        match (&args.output, itself) {
            (Some(path), format) => {
                let format = match format {
                    Some(format) => format,
                    None => format_of(path)?,
                };
                self.notes(&write_lts_file(&result.lts, &name, format, args.dialect.style(), path)?);
                result.document.output = Some(path.display().to_string());
            }
            (None, Some(format)) => {
                self.print_lts(&result.lts, &name, format, args.dialect.style())?;
                return Ok(result.document.exit());
            }
            (None, None) => {}
        }
        if args.format == ComposeFormat::Json {
            put(&json(&result.document)?, None)?;
        } else {
            if let Some(source) = loaded.source() {
                self.warn(&diagnostics::render(source, &result.warnings));
            }
            put_report(&text::compose(&result.document), None)?;
        }
        Ok(result.document.exit())
    }

    fn compare(&self, args: &CompareArgs) -> Result<Exit, Failure> {
        let loaded = args.file.as_ref().map(|file| load(file, self.read, self.control)).transpose()?;
        let options = CompareOptions {
            left: args.left.clone(),
            right: args.right.clone(),
            relation: args.relation,
            read: self.read,
        };
        let document = compare(loaded.as_ref(), &options, self.control)?;
        let text = match args.format {
            TextOrJson::Text => text::compare(&document),
            TextOrJson::Json => json(&document)?,
        };
        put_report(&text, args.output.as_deref())?;
        Ok(document.exit())
    }

    fn convert(&self, args: &ConvertArgs) -> Result<Exit, Failure> {
        let loaded = load(&args.file, self.read, self.control)?;
        let options = ComposeOptions { target: args.target.clone(), ..ComposeOptions::default() };
        let result = compose(&loaded, &options, self.control)?;
        let name = result.document.target.clone();
        let format = match (args.format, &args.output) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of(path)?,
            (None, None) => {
                return Err(Failure::input("E1010", "the format to convert to is not known").help(
                    "give --format aut, dot, json, rlts or fsp, or an output file with such an ending",
                ));
            }
        };
        match &args.output {
            Some(path) => {
                let notes = write_lts_file(&result.lts, &name, format, args.dialect.style(), path)?;
                self.notes(loaded.notes());
                self.notes(&notes);
                let states = text::count(result.lts.n_states() as u64, "state");
                let transitions = text::count(result.lts.n_transitions() as u64, "transition");
                self.notes(&[format!("written: {} ({states}, {transitions})", path.display())]);
            }
            None => {
                self.notes(loaded.notes());
                self.print_lts(&result.lts, &name, format, args.dialect.style())?;
            }
        }
        Ok(Exit::Holds)
    }

    fn replay(&self, args: &ReplayArgs) -> Result<Exit, Failure> {
        let trace = match (&args.trace, &args.actions) {
            (Some(path), _) => read_trace_file(path)?,
            (None, Some(actions)) => {
                let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
                TraceDocument::new(words(actions), args.cycle.as_deref().map(words).unwrap_or_default())
            }
            (None, None) => {
                return Err(Failure::input("E1009", "there is no trace: give a file or --actions"));
            }
        };
        let model = match (&args.model, &trace.file, &args.trace) {
            (Some(model), _, _) => model.clone(),
            (None, Some(named), Some(path)) => beside(path, named),
            _ => {
                return Err(Failure::input("E1009", "the trace does not name its model")
                    .help("say which with --model FILE"));
            }
        };
        let loaded = load(&model, self.read, self.control)?;
        let document = replay(&loaded, args.target.as_deref(), &trace, self.control)?;
        let cycle_from = (!trace.cycle.is_empty()).then_some(trace.actions.len());
        let text = match (args.format, &document.steps) {
            (ReplayFormat::Json, _) => json(&document)?,
            (ReplayFormat::Mermaid, Some(steps)) => mermaid(steps, cycle_from)?,
            (ReplayFormat::Chart, Some(steps)) => text_chart(steps, cycle_from)?,
            _ => text::replay(&document, trace.actions.len(), shown(args.full)),
        };
        put_report(&text, args.output.as_deref())?;
        Ok(document.exit())
    }

    fn certify(&self, args: &CertifyArgs) -> Result<Exit, Failure> {
        let document = certify(&args.certificate)?;
        let text = match args.format {
            TextOrJson::Text => text::certify(&document),
            TextOrJson::Json => json(&document)?,
        };
        put_report(&text, args.output.as_deref())?;
        Ok(document.exit())
    }

    fn print_lts(
        &self,
        lts: &rely_workbench::Lts,
        name: &str,
        format: LtsFormat,
        dialect: rely_workbench::AutDialect,
    ) -> Result<(), Failure> {
        if !format.is_text() && std::io::stdout().is_terminal() {
            return Err(Failure::input("E1014", "a binary LTS is not written to a terminal")
                .help("give an output file, or send the output to a file or another program"));
        }
        let mut buffer = Vec::new();
        let notes = write_lts(lts, name, format, dialect, &mut buffer)?;
        self.notes(&notes);
        if format.is_text() { put(&String::from_utf8_lossy(&buffer), None) } else { put_bytes(&buffer) }
    }

    /// Notes for people, on standard error.
    pub fn notes(&self, notes: &[String]) {
        if !self.quiet {
            notes.iter().for_each(|note| anstream::eprintln!("note: {note}"));
        }
    }

    /// Warnings for people, on standard error.
    pub fn warn(&self, text: &str) {
        if !self.quiet && !text.is_empty() {
            anstream::eprintln!("{text}");
        }
    }
}

/// How much to show, and in which width.
pub fn shown(full: bool) -> Shown {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let terminal = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    Shown { full, width: columns.or(terminal).unwrap_or(120) }
}

fn check_kind(kind: Kind) -> CheckKind {
    match kind {
        Kind::Deadlock => CheckKind::Deadlock,
        Kind::Safety => CheckKind::Safety,
        Kind::Progress => CheckKind::Progress,
        Kind::Ltl => CheckKind::Ltl,
    }
}

pub fn format_of(path: &Path) -> Result<LtsFormat, Failure> {
    LtsFormat::of_file(path).ok_or_else(|| {
        Failure::in_file(
            "E1010",
            path.display().to_string(),
            "the ending of the file does not say its format",
        )
        .help("use .aut, .dot, .json, .rlts or .lts, or give --format")
    })
}

/// A model that a trace names is looked for beside the trace, then where we are.
fn beside(trace: &str, model: &str) -> String {
    let near = Path::new(trace).parent().map(|folder| folder.join(model));
    match near {
        Some(near) if near.exists() => near.display().to_string(),
        _ => model.to_string(),
    }
}

/// Writes every counterexample to a file of its own; gives their names, by position.
fn save_traces(document: &CheckDocument, folder: &Path) -> Result<Vec<Option<String>>, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::in_file("E1002", folder.display().to_string(), format!("the folder cannot be made: {error}"))
    })?;
    let mut names = Vec::new();
    for result in &document.results {
        if result.verdict != VerdictKind::Violated {
            names.push(None);
            continue;
        }
        let kind = format!("{:?}", result.kind).to_lowercase();
        let name = if result.kind == CheckKind::Deadlock { kind } else { format!("{kind}-{}", result.name) };
        let stem: String = format!("{}-{name}", document.target)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' })
            .collect();
        let mut path: PathBuf = folder.join(format!("{stem}.json"));
        // Unusual characters are replaced, so that two results may get the same name.
        for number in 2.. {
            if !names.contains(&Some(path.display().to_string())) {
                break;
            }
            path = folder.join(format!("{stem}-{number}.json"));
        }
        let (actions, cycle) = text::component_actions(result);
        let mut trace = TraceDocument::new(actions, cycle);
        trace.file = Some(relative_path(&document.file, folder));
        trace.target = Some(document.target.clone());
        let mut bytes = Vec::new();
        write_trace_json(&trace, &mut bytes)
            .map_err(|error| Failure::Internal(format!("the trace cannot be written: {error}")))?;
        write_file(&path, |out| out.write_all(&bytes))?;
        names.push(Some(path.display().to_string()));
    }
    Ok(names)
}

/// The counterexamples of a check as charts. Several are put into a Markdown document, since a Mermaid file
/// has one diagram.
fn charts(
    document: &CheckDocument,
    language: &str,
    draw: impl Fn(&TraceView, Option<usize>) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let mut drawn = Vec::new();
    for result in &document.results {
        if let Some(steps) = &result.steps {
            let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
            drawn.push((text::title(document, result), draw(steps, cycle_from)?));
        }
    }
    match drawn.as_slice() {
        [] => Ok(String::new()),
        [(_, one)] => Ok(one.clone()),
        several => {
            let part =
                |(title, chart): &(String, String)| format!("## {title}\n\n```{language}\n{chart}```\n\n");
            Ok(several.iter().map(part).collect())
        }
    }
}

fn mermaid(view: &TraceView, cycle_from: Option<usize>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    write_mermaid(&chart(view, cycle_from), &mut bytes).map_err(unwritable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn text_chart(view: &TraceView, cycle_from: Option<usize>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let options = TextChartOptions { width: shown(false).width, ..TextChartOptions::default() };
    write_text_chart(&chart(view, cycle_from), &options, &mut bytes).map_err(unwritable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn unwritable(error: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("the chart cannot be drawn: {error}"))
}

fn explain_code(args: &ExplainArgs) -> Result<Exit, Failure> {
    match &args.code {
        None => {
            let lines: Vec<String> =
                all_codes().iter().map(|(code, title)| format!("{code}  {title}\n")).collect();
            put(&lines.concat(), None)?;
        }
        Some(code) => match explain(code) {
            Some(page) => put(page, None)?,
            None => {
                return Err(Failure::input("E1011", format!("there is no code `{code}`"))
                    .help("`rely explain` lists all codes"));
            }
        },
    }
    Ok(Exit::Holds)
}

fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let command = match &args.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(sub) => sub.clone(),
            None => return Err(Failure::input("E1011", format!("there is no command `{name}`"))),
        },
    };
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut bytes)
        .map_err(|error| Failure::Internal(format!("the page cannot be written: {error}")))?;
    put(&String::from_utf8_lossy(&bytes), None)?;
    Ok(Exit::Holds)
}
