//! `rely simulate`: a menu of the possible actions, and a way back.

pub mod args;

use std::io::{BufRead, IsTerminal, Write};

use rely_report::text::{BAD, BOLD, DOUBT, FAINT, styled};
use rely_report::{Exit, Failure};
use rely_workbench::{SimulateOptions, Simulation, load, read_trace_file, simulate, split_names};

use crate::args::TextOrJson;
use crate::edge::Edge;
use crate::output::{json, put};
use args::SimulateArgs;

const HELP: &str = "  3 or name   take that action            b [N]   back one step, or N steps
  Enter       take the only action        j N     jump back to step N
  r [N]       take N random steps         f [N]   follow the given trace, N steps
  t           the steps so far            s       the state of every component
  ?           this help                   q       quit
";

/// Maximum number of steps per command: all of them are kept in memory.
const MOST: usize = 100_000;

/// Runs the dialogue on standard input and output, or prints where a run ends.
pub fn run(edge: &Edge<'_>, args: &SimulateArgs, seed: u64) -> Result<Exit, Failure> {
    let loaded = load(&args.file, edge.read, edge.control)?;
    let trace = args.trace.as_ref().map(|path| read_trace_file(path)).transpose()?;
    let target = args.target.clone().or_else(|| trace.as_ref().and_then(|t| t.target.clone()));
    let words = args.actions.iter().flat_map(|text| text.split_whitespace()).map(str::to_string);
    let mut options = SimulateOptions {
        target,
        actions: split_names(&words.collect::<Vec<_>>()),
        cycle: Vec::new(),
        choices: args.choices.clone(),
        random: args.random,
        seed,
    };
    if args.format == TextOrJson::Json {
        if let Some(trace) = trace {
            (options.actions, options.cycle) = (trace.actions, trace.cycle);
        }
        put(&json(&simulate(&loaded, &options, edge.control)?)?, args.output.as_deref())?;
        return Ok(Exit::Holds);
    }
    let mut simulation =
        Simulation::new(loaded.target(options.target.as_deref(), edge.control)?.system, seed);
    let asked = simulation.run(&options, edge.control)?;
    let steps = simulation.actions().len();
    if steps < asked {
        edge.notes(&[format!("only {steps} of {asked} steps are possible")]);
    }
    let follow = trace.map(|t| t.actions.into_iter().chain(t.cycle).collect()).unwrap_or_default();
    let mut dialogue = Dialogue { simulation, follow, previous: Vec::new() };
    match dialogue.talk() {
        // A closed pipe ends the dialogue.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::input("E1002", format!("the terminal cannot be used: {error}")))
        }
        _ => Ok(Exit::Holds),
    }
}

struct Dialogue {
    simulation: Simulation,
    /// The trace to follow.
    follow: Vec<String>,
    /// The states shown last, to mark what changed.
    previous: Vec<String>,
}

impl Dialogue {
    fn talk(&mut self) -> std::io::Result<()> {
        let mut out = anstream::stdout();
        let name = self.simulation.system().name.clone();
        writeln!(out, "{}  (? for help, q to quit)", styled(BOLD, name))?;
        self.show(&mut out)?;
        let stdin = std::io::stdin();
        let echo = !stdin.is_terminal();
        let mut lines = stdin.lock().lines();
        loop {
            write!(out, "{} ", styled(BOLD, ">"))?;
            out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(out)?;
                return Ok(());
            };
            let line = line?;
            if echo {
                writeln!(out, "{line}")?;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["q" | "quit"] => return Ok(()),
                ["?" | "h" | "help"] => write!(out, "{HELP}")?,
                words => self.command(words, &mut out)?,
            }
        }
    }

    fn command(&mut self, words: &[&str], out: &mut impl Write) -> std::io::Result<()> {
        let steps = self.simulation.actions().len();
        let number = |default: usize| match words.get(1) {
            None => Some(default),
            Some(word) => word.parse().ok(),
        };
        let problem = match words {
            [] => match self.simulation.choices().len() {
                1 => self.take(0),
                n => Some(format!("there are {n} actions to choose from")),
            },
            ["t"] => return self.history(out),
            ["s"] => return self.states(out, true),
            ["b", ..] => match number(1) {
                Some(n) if n <= steps => self.jump(steps - n),
                _ => Some(format!("there are {steps} steps to go back")),
            },
            ["j", ..] => match number(0) {
                Some(n) if n <= steps => self.jump(n),
                _ => Some(format!("jump to a step from 0 to {steps}")),
            },
            ["r", ..] => match number(1) {
                Some(n) if n <= MOST => (0..n).find_map(|_| self.random()),
                _ => Some(format!("the number of random steps must be at most {MOST}")),
            },
            ["f", ..] => match number(1) {
                Some(n) if n <= MOST => (0..n).find_map(|_| self.follow_one()),
                _ => Some(format!("the number of steps to follow must be at most {MOST}")),
            },
            [word] => match word.parse::<usize>() {
                Ok(choice) => self.take(choice.wrapping_sub(1)),
                Err(_) if self.simulation.take_action(word) => None,
                Err(_) => Some(format!("`{word}` is not possible now")),
            },
            _ => Some("unknown command; ? shows the commands".to_string()),
        };
        if let Some(problem) = problem {
            writeln!(out, "{}", styled(DOUBT, problem))?;
        }
        self.show(out)
    }

    fn take(&mut self, choice: usize) -> Option<String> {
        let n = self.simulation.choices().len();
        (!self.simulation.take(choice)).then(|| format!("choose a number from 1 to {n}"))
    }

    fn jump(&mut self, step: usize) -> Option<String> {
        (!self.simulation.jump(step)).then(|| "the run is shorter than that".to_string())
    }

    fn random(&mut self) -> Option<String> {
        (!self.simulation.take_random()).then(|| "no action is possible".to_string())
    }

    /// Takes the next step of the trace.
    fn follow_one(&mut self) -> Option<String> {
        let done = self.simulation.actions();
        if self.follow.is_empty() {
            return Some("there is no trace to follow; start with --trace FILE".to_string());
        }
        if !self.follow.starts_with(&done) {
            return Some("the run has left the trace; go back to follow it".to_string());
        }
        match self.follow.get(done.len()).cloned() {
            None => Some("the trace ends here".to_string()),
            Some(action) if self.simulation.take_action(&action) => None,
            Some(action) => Some(format!("the next action of the trace, `{action}`, is not possible")),
        }
    }

    fn show(&mut self, out: &mut impl Write) -> std::io::Result<()> {
        self.states(out, false)?;
        if self.simulation.in_error() {
            return writeln!(out, "{}  Enter b to go back", styled(BAD, "ERROR."));
        }
        let choices = self.simulation.choices();
        if choices.is_empty() {
            writeln!(out, "{}  Enter b to go back", styled(BAD, "No action is possible."))?;
            for blocked in self.simulation.blocked() {
                writeln!(
                    out,
                    "  {} offers {}, but {} refuses it",
                    blocked.offered_by.join(", "),
                    blocked.action,
                    blocked.refused_by.join(", ")
                )?;
            }
            return Ok(());
        }
        let next = self.simulation.actions().len();
        let hint = self.follow.get(next);
        for (i, choice) in choices.iter().enumerate() {
            let same = choices.iter().filter(|c| c.action == choice.action).count() > 1;
            let detail = if same {
                let changes: Vec<String> = choice.changes.iter().map(|(c, s)| format!("{c} → {s}")).collect();
                format!("  {}", styled(FAINT, changes.join(", ")))
            } else {
                String::new()
            };
            let mark = if hint == Some(&choice.action) { " (trace)" } else { "" };
            writeln!(out, "  {:>3}  {}{mark}{detail}", i + 1, choice.action)?;
        }
        Ok(())
    }

    fn history(&self, out: &mut impl Write) -> std::io::Result<()> {
        let names: Vec<String> = self.simulation.system().components.iter().map(|c| c.name.clone()).collect();
        for (i, step) in self.simulation.steps().iter().enumerate() {
            let changes: Vec<String> =
                step.changes.iter().map(|(c, s)| format!("{} → {s}", names[*c])).collect();
            writeln!(
                out,
                "  {:>4}  {}  {}",
                i + 1,
                styled(BOLD, &step.action),
                styled(FAINT, changes.join(", "))
            )?;
        }
        Ok(())
    }

    /// Shows the states of the components: all, or only those that changed since the last time.
    fn states(&mut self, out: &mut impl Write, all: bool) -> std::io::Result<()> {
        let states = self.simulation.states();
        let names: Vec<String> = self.simulation.system().components.iter().map(|c| c.name.clone()).collect();
        if all {
            for (name, state) in names.iter().zip(&states) {
                writeln!(out, "  {name}: {state}")?;
            }
        } else {
            let changed: Vec<String> = names
                .iter()
                .zip(&states)
                .enumerate()
                .filter(|(i, (_, state))| self.previous.get(*i) != Some(state))
                .map(|(_, (name, state))| format!("{name} in {state}"))
                .take(8)
                .collect();
            let step = self.simulation.actions().len();
            let changed =
                if changed.is_empty() { "no component changed".to_string() } else { changed.join(", ") };
            writeln!(out, "{}", styled(FAINT, format!("step {step}: {changed}")))?;
        }
        self.previous = states;
        Ok(())
    }
}
