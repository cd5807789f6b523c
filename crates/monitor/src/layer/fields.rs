//! The text of the fields that rules use.

use core::fmt::{self, Write};
use std::cell::RefCell;
use std::string::String;
use std::vec::Vec;

use tracing_core::field::{Field, Visit};

std::thread_local! {
    pub(super) static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// The text of the fields of one event.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) text: String,
    /// For every wanted field, where its text is.
    pub(super) spans: Vec<Option<(usize, usize)>>,
}

impl Scratch {
    pub(super) fn get(&self, slot: usize) -> Option<&str> {
        let (from, to) = self.spans.get(slot).copied().flatten()?;
        self.text.get(from..to)
    }
}

/// Notes the fields that are wanted.
pub(super) struct Fields<'v> {
    pub(super) roles: &'v [Option<usize>],
    pub(super) scratch: &'v mut Scratch,
}

impl Fields<'_> {
    fn note(&mut self, field: &Field, write: impl FnOnce(&mut String)) {
        if let Some(slot) = self.roles.get(field.index()).copied().flatten() {
            let from = self.scratch.text.len();
            write(&mut self.scratch.text);
            self.scratch.spans[slot] = Some((from, self.scratch.text.len()));
        }
    }

    fn display(&mut self, field: &Field, value: impl fmt::Display) {
        // What cannot be written leaves what was written before it.
        self.note(field, |text| {
            let _ = write!(text, "{value}");
        });
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.note(field, |text| {
            let _ = write!(text, "{value:?}");
        });
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.note(field, |text| text.push_str(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.display(field, value);
    }

    fn record_u64(&mut self, field: &Field, mut value: u64) {
        // Ids of instances are such numbers: their digits are worth a loop of their own.
        self.note(field, |text| {
            let mut digits = [0u8; 20];
            let mut first = digits.len();
            while first == digits.len() || value > 0 {
                first -= 1;
                digits[first] = b'0' + (value % 10) as u8;
                value /= 10;
            }
            text.extend(digits[first..].iter().map(|digit| *digit as char));
        });
    }

    fn record_i128(&mut self, field: &Field, value: i128) {
        self.display(field, value);
    }

    fn record_u128(&mut self, field: &Field, value: u128) {
        self.display(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.display(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.display(field, value);
    }
}
