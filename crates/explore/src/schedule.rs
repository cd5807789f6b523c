//! Schedules as short strings: one digit of base 36 per choice.

use std::fmt;

/// The choices of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) choices: Vec<u32>,
    /// Whether events that cannot change the verdict were not choices.
    pub(crate) verdict_only: bool,
}

/// The choices of an execution as text; numbers from 36 on are in parentheses. A leading tilde says that
/// events that cannot change the verdict were not choices.
pub(crate) fn encode(choices: &[u32], verdict_only: bool) -> String {
    let mut text = String::with_capacity(choices.len() + 1);
    if verdict_only {
        text.push('~');
    }
    for &choice in choices {
        match char::from_digit(choice, 36) {
            Some(digit) if choice < 36 => text.push(digit),
            _ => text.push_str(&format!("({choice})")),
        }
    }
    text
}

/// Reads what [`encode`] wrote.
pub(crate) fn decode(text: &str) -> Result<Schedule, ScheduleError> {
    let verdict_only = text.starts_with('~');
    let mut choices = Vec::new();
    let mut rest = text.char_indices();
    if verdict_only {
        rest.next();
    }
    while let Some((at, c)) = rest.next() {
        let choice = if c == '(' {
            let tail = &text[at + 1..];
            let end = tail.find(')').ok_or(ScheduleError { at })?;
            let number = tail[..end].parse().map_err(|_| ScheduleError { at })?;
            rest.nth(tail[..end].chars().count());
            number
        } else if c.is_ascii_uppercase() {
            return Err(ScheduleError { at });
        } else {
            c.to_digit(36).ok_or(ScheduleError { at })?
        };
        choices.push(choice);
    }
    Ok(Schedule { choices, verdict_only })
}

/// A text that is not a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleError {
    /// The first byte that is wrong.
    pub at: usize,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not a schedule: expected a digit, a lower-case letter or a number in parentheses at byte {}",
            self.at
        )
    }
}

impl std::error::Error for ScheduleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_read_as_they_were_written() {
        for choices in [vec![], vec![0, 35, 36, 7], vec![1000, 1, u32::MAX, 2]] {
            for verdict_only in [false, true] {
                let text = encode(&choices, verdict_only);
                assert_eq!(decode(&text), Ok(Schedule { choices: choices.clone(), verdict_only }));
            }
        }
        assert_eq!(encode(&[0, 35, 36], true), "~0z(36)");
    }

    #[test]
    fn what_is_no_schedule_is_refused() {
        for (text, at) in
            [("01!", 2), ("0(12", 1), ("(x)", 0), ("A", 0), ("0~", 1), ("0é", 1), ("(99999999999)", 0)]
        {
            assert_eq!(decode(text), Err(ScheduleError { at }), "{text}");
        }
    }
}
