//! Events of a program: the macro `event!`, its value and the trait of its receivers.

use core::fmt::{self, Display, Write};
use core::panic::Location;

/// Something that happened in the program: a name and fields, which together name an action.
///
/// The action of `event!("exec.read", 1)` is `exec.read.1`: fields follow with dots, as the action
/// `exec.read[1]` of a model is called.
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// The first part of the action.
    pub name: &'a str,
    /// The parts that follow, separated by dots.
    pub fields: &'a [&'a dyn Display],
}

/// Names up to this length are put together without allocation.
#[cfg(feature = "alloc")]
const SHORT: usize = 128;

impl Event<'_> {
    /// Writes the name of the action.
    ///
    /// # Errors
    /// If `out` or the `Display` of a field fails.
    pub fn write_action(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.name)?;
        self.fields.iter().try_for_each(|field| write!(out, ".{field}"))
    }

    /// Calls a function with the name of the action. Nothing is allocated for an event without fields or with
    /// a short name.
    ///
    /// ```
    /// use rely_monitor::Event;
    /// let event = Event { name: "read", fields: &[&7, &"fresh"] };
    /// assert_eq!(event.with_action(|action| action.len()), "read.7.fresh".len());
    /// ```
    #[cfg(feature = "alloc")]
    pub fn with_action<R>(&self, call: impl FnOnce(&str) -> R) -> R {
        if self.fields.is_empty() {
            return call(self.name);
        }
        let mut short = Short { bytes: [0; SHORT], length: 0 };
        if self.write_action(&mut short).is_ok() {
            // Only whole strings are put in, so that this never fails.
            if let Ok(name) = core::str::from_utf8(&short.bytes[..short.length]) {
                return call(name);
            }
        }
        let mut long = alloc::string::String::new();
        // A field that cannot be written leaves what was written before it.
        let _ = self.write_action(&mut long);
        call(&long)
    }
}

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_action(f)
    }
}

#[cfg(feature = "alloc")]
struct Short {
    bytes: [u8; SHORT],
    length: usize,
}

#[cfg(feature = "alloc")]
impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let room = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// A receiver of events.
///
/// [`MonitorSink`](crate::MonitorSink) checks them; the example of [`event!`](crate::event!) collects them.
pub trait Sink {
    /// Called for every event, on the thread and at the moment where it happens.
    fn event(&self, event: &Event<'_>);

    /// The same with the source location of the `event!`, for sinks that need it.
    fn event_at(&self, event: &Event<'_>, place: &'static Location<'static>) {
        let _ = place;
        self.event(event);
    }
}

/// Reports an event to the sink of this thread ([`set_local`](crate::set_local)), or else to the sink of the
/// process ([`set_global`](crate::set_global)); without either it does nothing. `event!(sink => …)` reports
/// to that sink, and is the only form without the feature `std`.
///
/// The first argument is the name, the others are fields, which are appended with dots.
///
/// To compile a program without its events, build it with `RUSTFLAGS="--cfg rely_monitor_off"`: the arguments
/// are type-checked and never evaluated. This is a `cfg` and not a feature, so that no library can switch the
/// events of a program off: features of all dependents are united.
///
/// ```
/// use rely_monitor::{Event, Sink, event};
/// use std::cell::RefCell;
///
/// struct Log(RefCell<Vec<String>>);
/// impl Sink for Log {
///     fn event(&self, event: &Event<'_>) {
///         self.0.borrow_mut().push(format!("{event:?}"));
///     }
/// }
/// let log = Log(RefCell::default());
/// let value = 1;
/// event!(&log => "exec.lock");
/// event!(&log => "exec.read", value, "fresh");
/// assert_eq!(*log.0.borrow(), ["exec.lock", "exec.read.1.fresh"]);
/// event!("exec.unlock"); // nobody listens
/// ```
#[cfg(not(rely_monitor_off))]
#[macro_export]
macro_rules! event {
    ($sink:expr => $name:expr $(, $field:expr)* $(,)?) => {
        $crate::Sink::event($sink, &$crate::Event { name: $name, fields: &[$(&$field as &dyn ::core::fmt::Display),*] })
    };
    ($name:expr $(, $field:expr)* $(,)?) => {
        $crate::emit(&$crate::Event { name: $name, fields: &[$(&$field as &dyn ::core::fmt::Display),*] })
    };
}

/// Compiles to nothing, since `rely_monitor_off` is set: the arguments are type-checked and never evaluated.
#[cfg(rely_monitor_off)]
#[macro_export]
macro_rules! event {
    ($sink:expr => $name:expr $(, $field:expr)* $(,)?) => {
        if false {
            $crate::Sink::event($sink, &$crate::Event { name: $name, fields: &[$(&$field as &dyn ::core::fmt::Display),*] })
        }
    };
    ($name:expr $(, $field:expr)* $(,)?) => {
        if false {
            let _ = $crate::Event { name: $name, fields: &[$(&$field as &dyn ::core::fmt::Display),*] };
        }
    };
}
