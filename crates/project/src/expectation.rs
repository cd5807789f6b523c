//! Expected verdicts: `TARGET KIND [NAME] VERDICT [STEPS]`, in lines `//@` of a model or in `rely.toml`.

use rely_report::view::{CheckKind, DiagnosticView, ResultView, SeverityKind, VerdictKind};

/// A verdict that is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Holds, and says something about the system.
    Holds,
    /// Holds, but says nothing about the system.
    Vacuous,
    /// Violated.
    Violated,
    /// Undecided.
    Unknown,
}

/// The verdicts and their words.
const VERDICTS: [(&str, Expected); 4] = [
    ("holds", Expected::Holds),
    ("vacuous", Expected::Vacuous),
    ("violated", Expected::Violated),
    ("unknown", Expected::Unknown),
];

/// The kinds of checks and their words.
const KINDS: [(&str, CheckKind); 4] = [
    ("deadlock", CheckKind::Deadlock),
    ("safety", CheckKind::Safety),
    ("progress", CheckKind::Progress),
    ("ltl", CheckKind::Ltl),
];

/// Lines `//@` that other commands have: they say nothing about `rely check`.
const OTHERS: [&str; 1] = ["split"];

/// One expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The target; none for a C program.
    pub target: Option<String>,
    /// Which kind; any for a C program.
    pub kind: Option<CheckKind>,
    /// The name; none for deadlock.
    pub name: Option<String>,
    /// The verdict.
    pub verdict: Expected,
    /// The number of steps before the violation or its cycle.
    pub steps: Option<u64>,
    /// Its last words: the verdict and the steps.
    pub words: String,
    /// Where it is written: file, line, column.
    pub place: (String, u32, u32),
}

impl Expectation {
    /// Reads an expectation about a model.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(text: &str, place: (String, u32, u32)) -> Result<Expectation, String> {
        let (mut words, verdict, steps, last) = ending(text)?;
        let form = "write TARGET deadlock VERDICT, or TARGET safety|progress|ltl NAME VERDICT";
        if words.len() < 2 {
            return Err(format!("an expectation has a target, a kind and a verdict: {form}"));
        }
        let (target, word) = (words.remove(0), words.remove(0));
        let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == word) else {
            let near = rely_fsp::suggest(word, KINDS.iter().map(|(known, _)| *known));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(format!("`{word}` is not a kind of check{near} ({form})"));
        };
        let name = match (kind, words.as_slice()) {
            (CheckKind::Deadlock, []) => None,
            (CheckKind::Safety | CheckKind::Progress | CheckKind::Ltl, [name]) => Some(name.to_string()),
            _ => return Err(form.to_string()),
        };
        let target = Some(target.to_string());
        Ok(Expectation { target, kind: Some(*kind), name, verdict, steps, words: last, place })
    }

    /// Reads an expectation about a C program: the name of the check and the verdict.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read_program(text: &str, place: (String, u32, u32)) -> Result<Expectation, String> {
        let (words, verdict, steps, last) = ending(text)?;
        if words.is_empty() {
            return Err("an expectation about a program has a check and a verdict".to_string());
        }
        let name = Some(words.join(" "));
        Ok(Expectation { target: None, kind: None, name, verdict, steps, words: last, place })
    }

    /// Is a result of the target meant?
    pub fn is_about(&self, result: &ResultView) -> bool {
        self.kind.is_none_or(|kind| kind == result.kind)
            && self.name.as_ref().is_none_or(|name| *name == result.name)
    }

    /// Is a result as expected?
    pub fn fits(&self, result: &ResultView) -> bool {
        let verdict = match self.verdict {
            Expected::Holds => result.verdict == VerdictKind::Holds && !result.vacuous,
            Expected::Vacuous => result.verdict == VerdictKind::Holds && result.vacuous,
            Expected::Violated => result.verdict == VerdictKind::Violated,
            Expected::Unknown => result.verdict == VerdictKind::Unknown,
        };
        verdict && self.steps.is_none_or(|steps| steps == result.trace.len() as u64)
    }

    /// What is meant, in words.
    pub fn subject(&self) -> String {
        let kind = self.kind.and_then(|kind| KINDS.iter().find(|(_, k)| *k == kind)).map(|(word, _)| *word);
        let words = [self.target.as_deref(), kind, self.name.as_deref()];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// A finding about it.
    pub(crate) fn finding(&self, message: String, help: Option<String>) -> DiagnosticView {
        finding(&self.place, message, help)
    }
}

/// The words before the verdict, the verdict, the steps, and both as text.
type Ending<'t> = (Vec<&'t str>, Expected, Option<u64>, String);

/// Reads the end of an expectation.
fn ending(text: &str) -> Result<Ending<'_>, String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let steps = words.last().and_then(|word| word.parse().ok());
    if steps.is_some() {
        words.pop();
    }
    let Some(last) = words.pop() else { return Err("the expectation is empty".to_string()) };
    let Some((word, verdict)) = VERDICTS.iter().find(|(known, _)| *known == last) else {
        let near = rely_fsp::suggest(last, VERDICTS.iter().map(|(known, _)| *known));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(format!("`{last}` is not a verdict{near} (holds, vacuous, violated, unknown)"));
    };
    if steps.is_some() && *verdict != Expected::Violated {
        return Err("only a violation has a number of steps".to_string());
    }
    let shown = steps.map_or_else(|| word.to_string(), |steps| format!("{word} {steps}"));
    Ok((words, *verdict, steps, shown))
}

/// The expectations in the lines `//@` of a model, and what is wrong with others.
pub fn comments(path: &str, text: &str) -> (Vec<Expectation>, Vec<DiagnosticView>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for (line, number) in text.lines().zip(1..) {
        let Some(words) = line.trim_start().strip_prefix("//@") else { continue };
        if words.split_whitespace().nth(1).is_some_and(|word| OTHERS.contains(&word)) {
            continue;
        }
        let place = (path.to_string(), number, 1);
        match Expectation::read(words, place.clone()) {
            Ok(one) => found.push(one),
            Err(why) => wrong.push(finding(&place, why, None)),
        }
    }
    (found, wrong)
}

fn finding(place: &(String, u32, u32), message: String, help: Option<String>) -> DiagnosticView {
    DiagnosticView {
        code: "E1092".to_string(),
        severity: SeverityKind::Error,
        message,
        file: Some(place.0.clone()),
        line: Some(place.1),
        column: Some(place.2),
        end_line: None,
        end_column: None,
        help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Expectation, String> {
        Expectation::read(text, (String::new(), 1, 1))
    }

    #[test]
    fn expectations_are_read_and_nothing_else() {
        let one = read("SYS safety P violated 3").unwrap();
        assert_eq!((one.verdict, one.steps, one.name.as_deref()), (Expected::Violated, Some(3), Some("P")));
        assert_eq!(read("SYS deadlock holds").unwrap().name, None);
        for (wrong, says) in [
            ("", "empty"),
            ("SYS", "not a verdict"),
            ("holds", "a target, a kind"),
            ("SYS deadlok holds", "did you mean `deadlock`?"),
            ("SYS deadlock hold", "did you mean `holds`?"),
            ("SYS deadlock X holds", "write TARGET"),
            ("SYS safety holds", "write TARGET"),
            ("SYS deadlock holds 3", "number of steps"),
        ] {
            let why = read(wrong).unwrap_err();
            assert!(why.contains(says), "{wrong}: {why}");
        }
        assert_eq!(
            Expectation::read_program("memory violated", (String::new(), 1, 1)).unwrap().subject(),
            "memory"
        );
    }

    #[test]
    fn a_misspelled_line_is_not_skipped() {
        let text =
            "//@ S deadlock holds\n  //@S safety P holds\n//@ S saftey P holds\n//@ F split A B\n// S\n";
        let (found, wrong) = comments("m.lts", text);
        assert_eq!((found.len(), wrong.len()), (2, 1));
        assert_eq!(wrong[0].line, Some(3));
    }
}
