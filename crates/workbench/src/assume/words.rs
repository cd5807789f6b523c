//! An assumption in words.

use rely_assume::{Assumption, Sentence, words};
use rely_lts::Label;
use rely_report::prose::list;
use rely_report::view::WordsView;

/// The sentences about an assumption; those of one kind are one.
pub(super) fn view(assumption: &Assumption) -> Option<WordsView> {
    let lts = assumption.lts();
    let found = words(lts);
    let name = |label: &Label| format!("`{}`", lts.label_name(*label));
    let names = |labels: &[Label]| list(&labels.iter().map(name).collect::<Vec<_>>());
    // What is said, and about whom: the same is said once.
    let mut said: Vec<(String, Vec<Label>)> = Vec::new();
    for sentence in &found.sentences {
        let only = |labels: &[Label]| match labels {
            [] => "nothing".to_string(),
            labels => format!("only {}", names(labels)),
        };
        let (pattern, about) = match sentence {
            Sentence::Never(a) => ("never {}".to_string(), vec![*a]),
            Sentence::Between(a, open, close) => {
                (format!("{{}} only between {} and {}", name(open), name(close)), vec![*a])
            }
            Sentence::After(a, b) => (format!("{{}} only after {}", name(b)), vec![*a]),
            Sentence::Once(a) => ("{} at most once".to_string(), vec![*a]),
            Sentence::NotTwice(a, b) => (format!("{{}} never twice without {} between", name(b)), vec![*a]),
            Sentence::Then(a, allowed) => {
                let rest = match &allowed[..] {
                    [] => "nothing".to_string(),
                    allowed => format!("nothing but {}", names(allowed)),
                };
                (format!("after {}, {rest}", name(a)), Vec::new())
            }
            Sentence::Next(a, allowed) => {
                (format!("directly after {}, {}", name(a), only(allowed)), Vec::new())
            }
            Sentence::First(allowed) => (format!("at first, {}", only(allowed)), Vec::new()),
        };
        // Of `at most once` and `never twice`, each action is meant for itself.
        let joins = matches!(sentence, Sentence::Never(_) | Sentence::Between(..) | Sentence::After(..));
        match said.iter_mut().find(|(known, _)| joins && *known == pattern) {
            Some((_, who)) => who.extend(about),
            None => said.push((pattern, about)),
        }
    }
    let sentences: Vec<String> =
        said.into_iter().map(|(pattern, who)| pattern.replacen("{}", &names(&who), 1)).collect();
    (!sentences.is_empty()).then_some(WordsView { sentences, equivalent: found.equivalent })
}
