//! Progress of a long run, in words.

use rely_lts::ProgressEvent;

use crate::prose::{count, grouped};

/// Where a long run stands, in words.
pub fn progress_words(event: &ProgressEvent) -> String {
    let size = |done: String, transitions: u64, waiting: u64| {
        format!("{done}, {}, {} waiting", count(transitions, "transition"), grouped(waiting))
    };
    let far = match *event {
        ProgressEvent::Exploring { states, transitions, waiting, .. }
        | ProgressEvent::Determinizing { states, transitions, waiting } => {
            size(count(states, "state"), transitions, waiting)
        }
        ProgressEvent::Minimizing { blocks, transitions, waiting } => {
            size(count(blocks, "block"), transitions, waiting)
        }
        ProgressEvent::Comparing { pairs, transitions, waiting } => {
            size(count(pairs, "pair"), transitions, waiting)
        }
        ProgressEvent::Reading { transitions } => count(transitions, "transition"),
        ProgressEvent::Learning { round, queries, candidate_states } => {
            let (questions, states) = (count(queries, "question"), count(candidate_states, "state"));
            format!("round {round}, {questions}, a candidate of {states}")
        }
        ProgressEvent::Separating { words, candidate_states } => {
            format!("{}, a candidate of {}", count(words, "word"), count(candidate_states, "state"))
        }
        _ => count(event.done(), "state"),
    };
    format!("{}: {far}", event.phase())
}

#[cfg(test)]
mod tests {
    use rely_lts::Purpose;

    use super::*;

    #[test]
    fn learning_is_told_in_other_words() {
        let learning = ProgressEvent::Learning { round: 3, queries: 1_234_567, candidate_states: 1 };
        assert_eq!(
            progress_words(&learning),
            "learning: round 3, 1,234,567 questions, a candidate of 1 state"
        );
        let exploring = ProgressEvent::Exploring {
            purpose: Purpose::Explore,
            states: 1,
            transitions: 1_234_567,
            waiting: 3,
        };
        assert_eq!(progress_words(&exploring), "exploring: 1 state, 1,234,567 transitions, 3 waiting");
        assert_eq!(progress_words(&ProgressEvent::Reading { transitions: 1 }), "reading: 1 transition");
    }
}
