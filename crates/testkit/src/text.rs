//! A model as a few lines of text, both ways.
//!
//! Items stand one per line or between semicolons: `0 a 1` (a transition), `1 tau ERROR`, `states 4` (at
//! least so many), `initial 2` (otherwise 0), `end 3`, `alphabet a b` (actions that need not occur). [`show`]
//! writes what [`read`] reads.

use std::fmt::Write as _;

use rely_lts::{Actions, Lts, LtsBuilder, StateId, System};

/// The model of a text, in a table of actions.
///
/// ```
/// let actions = rely_lts::Actions::new();
/// let lts = rely_testkit::text::read(&actions, "0 a 1; 1 tau 0; 1 b ERROR; alphabet c");
/// assert_eq!((lts.n_states(), lts.n_transitions(), lts.alphabet().len()), (2, 3, 3));
/// ```
///
/// # Panics
/// If the text is not a model.
pub fn read(actions: &Actions, text: &str) -> Lts {
    let mut builder = LtsBuilder::new(actions);
    builder.ensure_states(1).expect("one state fits");
    let mut initial = StateId::at(0);
    for item in text.split([';', '\n']).map(str::trim).filter(|item| !item.is_empty()) {
        let words: Vec<&str> = item.split_whitespace().collect();
        match words[..] {
            ["states", n] => builder.ensure_states(number(item, n)).expect("that many states fit"),
            ["initial", s] => initial = state(&mut builder, item, s),
            ["end", s] => {
                let end = state(&mut builder, item, s);
                builder.set_end(end);
            }
            ["alphabet", ..] => {
                words[1..].iter().for_each(|name| builder.extend_alphabet(actions.intern(name)));
            }
            [source, action, target] => {
                let source = state(&mut builder, item, source);
                let target = state(&mut builder, item, target);
                builder.add_transition(source, actions.intern(action), target);
            }
            _ => panic!("`{item}` is not an item of a model"),
        }
    }
    builder.finish(initial).unwrap_or_else(|error| panic!("{error} in the model `{text}`"))
}

/// The text of a model.
pub fn show(lts: &Lts) -> String {
    let mut text = String::new();
    let names: Vec<String> = lts.alphabet().names().iter().map(|name| name.to_string()).collect();
    writeln!(text, "states {}", lts.n_states()).expect("strings take any text");
    writeln!(text, "initial {}", lts.initial().raw()).expect("strings take any text");
    writeln!(text, "alphabet {}", names.join(" ")).expect("strings take any text");
    if let Some(end) = lts.end() {
        writeln!(text, "end {}", end.raw()).expect("strings take any text");
    }
    for (s, label, t) in lts.transitions() {
        let target = if t.is_error() { "ERROR".to_string() } else { t.raw().to_string() };
        writeln!(text, "{} {} {target}", s.raw(), lts.label_name(label)).expect("strings take any text");
    }
    text
}

/// The text of a system: its components, priority and hiding.
pub fn show_system(system: &System) -> String {
    let mut text = format!("system {}: {:?}, {:?}\n", system.name, system.priority, system.hiding);
    for component in &system.components {
        write!(text, "--- {} ({:?})\n{}", component.name, component.role, show(&component.lts))
            .expect("strings take any text");
    }
    text
}

fn state(builder: &mut LtsBuilder, item: &str, word: &str) -> StateId {
    if word == "ERROR" {
        return StateId::ERROR;
    }
    let n = number(item, word);
    builder.ensure_states(n + 1).expect("that many states fit");
    StateId::at(n)
}

fn number(item: &str, word: &str) -> usize {
    word.parse().unwrap_or_else(|_| panic!("`{word}` is not a number in `{item}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_read() {
        let actions = Actions::new();
        let text = "states 4\ninitial 1\nalphabet a b z\nend 2\n0 tau 1\n1 a ERROR\n1 a 0\n1 b 2\n";
        assert_eq!(show(&read(&actions, text)), text.replace("1 a ERROR\n1 a 0", "1 a 0\n1 a ERROR"));
    }

    #[test]
    #[should_panic(expected = "is marked as END")]
    fn an_end_with_transitions_is_no_model() {
        read(&Actions::new(), "0 a 1; end 0");
    }
}
