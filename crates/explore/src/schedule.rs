//! Schedules as short strings: one digit of base 36 per choice, and a digest of the program they are for.

use std::fmt;

/// The choices of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) choices: Vec<u32>,
    /// Whether events that cannot change the verdict were not choices.
    pub(crate) verdict_only: bool,
    /// What could be done at these choices, as a digest.
    pub(crate) digest: Option<u32>,
}

/// The choices of an execution as text; numbers from 36 on are in parentheses. A leading tilde says that
/// events that cannot change the verdict were not choices. The digest follows after a `#`.
pub(crate) fn encode(choices: &[u32], verdict_only: bool, digest: u32) -> String {
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
    text.push_str(&format!("#{digest:08x}"));
    text
}

/// Reads what [`encode`] wrote.
pub(crate) fn decode(text: &str) -> Result<Schedule, ScheduleError> {
    let verdict_only = text.starts_with('~');
    let (text, digest) = match text.split_once('#') {
        Some((choices, digits)) => {
            let wrong = ScheduleError { at: choices.len() + 1 };
            let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            if digits.len() != 8 || !digits.chars().all(is_digit) {
                return Err(wrong);
            }
            (choices, Some(u32::from_str_radix(digits, 16).map_err(|_| wrong)?))
        }
        None => (text, None),
    };
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
    Ok(Schedule { choices, verdict_only, digest })
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
            "not a schedule: expected a digit, a lower-case letter or a number in parentheses, and at the end `#` with \
             eight hexadecimal digits, at byte {}",
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
                let text = encode(&choices, verdict_only, 0x1234_abcd);
                let digest = Some(0x1234_abcd);
                let read = Schedule { choices: choices.clone(), verdict_only, digest };
                assert_eq!(decode(&text), Ok(read));
            }
        }
        assert_eq!(encode(&[0, 35, 36], true, 255), "~0z(36)#000000ff");
        assert_eq!(decode("01").map(|schedule| schedule.digest), Ok(None));
    }

    #[test]
    fn what_is_no_schedule_is_refused() {
        for (text, at) in [
            ("01!", 2),
            ("0(12", 1),
            ("(x)", 0),
            ("A", 0),
            ("0~", 1),
            ("0é", 1),
            ("(99999999999)", 0),
            ("01#12", 3),
            ("#1234567G", 1),
        ] {
            assert_eq!(decode(text), Err(ScheduleError { at }), "{text}");
        }
    }
}
