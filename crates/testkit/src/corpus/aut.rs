//! A reader of the stored `.aut` files, independent of the workbench's own.

use std::fmt;

use rely_lts::{Actions, Lts, LtsBuilder, StateId};

/// Why a text is not a transition system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for AutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for AutError {}

/// Reads `des(initial,transitions,states)` and lines `(from,label,to)`. ERROR is −1; labels hold no commas or
/// quotes. The alphabet is what occurs.
///
/// # Errors
/// If a line has another form, a state does not exist, or the numbers of the first line are wrong.
pub fn read_aut(actions: &Actions, text: &str, end: Option<u32>) -> Result<Lts, AutError> {
    let fail = |line: usize, expected: &'static str| AutError { line: line + 1, expected };
    let fields =
        |line: usize, text: &str, head: &str, expected: &'static str| -> Result<[String; 3], AutError> {
            let inner = text.trim().strip_prefix(head).and_then(|rest| rest.trim().strip_prefix('('));
            let inner = inner.and_then(|rest| rest.strip_suffix(')')).ok_or_else(|| fail(line, expected))?;
            let parts: Vec<String> = inner.split(',').map(|part| part.trim().to_string()).collect();
            parts.try_into().map_err(|_| fail(line, expected))
        };

    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = "des(initial,transitions,states)";
    let (_, first) = lines.next().ok_or_else(|| fail(0, header))?;
    let numbers = fields(0, first, "des", header)?.map(|field| field.parse::<u32>());
    let [Ok(initial), Ok(n_transitions), Ok(n_states)] = numbers else { return Err(fail(0, header)) };

    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(n_states as usize).map_err(|_| fail(0, "fewer states"))?;
    let mut count = 0;
    for (number, line) in lines {
        let [source, label, target] = fields(number, line, "", "(from,label,to)")?;
        let state = |text: &str| {
            text.parse::<u32>()
                .ok()
                .filter(|&s| s < n_states)
                .map(StateId::from_raw)
                .ok_or_else(|| fail(number, "a state below the number of states"))
        };
        let target = if target == "-1" { StateId::ERROR } else { state(&target)? };
        if label.is_empty() {
            return Err(fail(number, "a label"));
        }
        builder.add_transition(state(&source)?, actions.intern(&label), target);
        count += 1;
    }
    if count != n_transitions {
        return Err(fail(0, "the number of transitions that follow"));
    }
    if let Some(end) = end {
        builder.set_end(StateId::from_raw(end));
    }
    builder
        .finish(StateId::from_raw(initial))
        .map_err(|_| fail(0, "an initial state and an END state that exist"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::show;

    #[test]
    fn a_stored_file_is_read() {
        let lts = read_aut(&Actions::new(), "des(0,3,2)\n(0,a.1,1)\r\n(1,tau,0)\n(1,b,-1)\n", None).unwrap();
        assert_eq!(show(&lts), "states 2\ninitial 0\nalphabet a.1 b\n0 a.1 1\n1 tau 0\n1 b ERROR\n");
        let lts = read_aut(&Actions::new(), "des(0,1,2)\n(0,a,1)\n", Some(1)).unwrap();
        assert_eq!(lts.end(), Some(StateId::from_raw(1)));
    }

    #[test]
    fn damage_is_noticed_with_its_line() {
        let line = |text: &str| read_aut(&Actions::new(), text, None).unwrap_err().line;
        assert_eq!(line(""), 1);
        assert_eq!(line("des(0,1,1)\n"), 1);
        assert_eq!(line("des(0,0,0)\n"), 1);
        assert_eq!(line("des(0,1,1)\n(0,a,7)\n"), 2);
        assert_eq!(line("des(0,1,1)\n(0,a)\n"), 2);
        assert_eq!(line("des(0,1,1)\n\n(-1,a,0)\n"), 3);
        assert!(read_aut(&Actions::new(), "des(0,1,1)\n(0,a,0)\n", Some(0)).is_err(), "END has a transition");
    }
}
