//! Results as self-contained HTML pages: as `rely serve` shows them, without a server.

use rely_report::Failure;
use rely_report::picture::Picture;
use rely_report::prose::quoted;
use rely_serve::{Export, export, pictures};
use rely_workbench::{Control, DrawOptions, Loaded, draw_model_document};
use serde::Serialize;
use serde_json::Value;

/// Documents as a page, with pictures of their runs and machines, and with the text and the architecture of
/// their model if it is available.
///
/// # Errors
/// If a document cannot be written.
pub fn html(
    title: &str,
    documents: &[&impl Serialize],
    loaded: Option<&Loaded>,
    control: &Control,
) -> Result<String, Failure> {
    let documents: Vec<Value> = documents.iter().map(value).collect::<Result<_, _>>()?;
    let mut drawn = pictures(&documents, &DrawOptions::default(), control)?;
    if let Some(loaded) = loaded {
        let target = documents[0]["target"].as_str().map(str::to_string);
        let options = DrawOptions { picture: Picture::Architecture, target, ..DrawOptions::default() };
        // This picture is optional.
        if let Ok(picture) = draw_model_document(loaded, &options, control) {
            drawn.push(("architecture".to_string(), value(&picture)?));
        }
    }
    let text = loaded.and_then(Loaded::source).map(|source| (source.path.clone(), source.text.clone()));
    let command = without_form(std::env::args_os().map(|word| word.to_string_lossy().into_owned()));
    export(&Export { title: title.to_string(), documents, command, pictures: drawn, text })
}

/// The command line without --format and --output.
fn without_form(words: impl Iterator<Item = String>) -> String {
    let mut words = words.skip(1);
    let mut kept = vec!["rely".to_string()];
    while let Some(word) = words.next() {
        if word == "--" {
            kept.push(word);
            break;
        }
        if ["--format", "--output", "-f", "-o"].contains(&word.as_str()) {
            words.next();
            continue;
        }
        let is_short = !word.starts_with("--") && (word.starts_with("-f") || word.starts_with("-o"));
        if !is_short && !word.starts_with("--format=") && !word.starts_with("--output=") {
            kept.push(word);
        }
    }
    kept.extend(words);
    kept.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn value(document: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(document)
        .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))
}

#[cfg(test)]
mod tests {
    use super::without_form;

    #[test]
    fn the_command_is_shown_without_its_output_options() {
        for (given, kept) in [
            ("rely check m.lts --format html -o x.html", "rely check m.lts"),
            (
                "/opt/bin/rely check -f html --output=x.html m.lts --no-fair-choice",
                "rely check m.lts --no-fair-choice",
            ),
            (
                "rely check -fhtml -ox.html --format=html m.lts --budget states=5,time=1",
                "rely check m.lts --budget states=5,time=1",
            ),
            ("rely check -t -f html S m.lts", "rely check -t S m.lts"),
            ("rely check -o x.html -- -f -o", "rely check -- -f -o"),
            ("rely check --only safety m.lts -o", "rely check --only safety m.lts"),
        ] {
            assert_eq!(without_form(given.split(' ').map(str::to_string)), kept);
        }
        let blanks = ["rely", "check", "my model.lts"].map(str::to_string);
        assert_eq!(without_form(blanks.into_iter()), "rely check 'my model.lts'");
    }
}
