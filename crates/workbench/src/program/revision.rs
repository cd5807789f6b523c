//! Components of programs at revisions of a repository.

use rely_io::git::Place;
use rely_io::sandbox::Sandbox;
use rely_io::{Control, Scratch};
use rely_lts::Actions;
use rely_report::Failure;
use rely_report::prose::count;

use super::component::{CodeComponent, ComponentName, component};
use super::remembered::{Comparable, comparable};

/// A component of a program as a repository had it at some revision. Everything is read from the revision,
/// except headers of the system.
///
/// # Errors
/// As for a component of a file, or if git cannot read the files.
pub(crate) fn component_of_revision(
    place: &Place,
    name: ComponentName,
    actions: &Actions,
    control: &Control,
) -> Result<CodeComponent, Failure> {
    let found = |name: &ComponentName, control: &Control| component(name, actions, control);
    of_revision(place, name, control, found, |found| &mut found.notes)
}

/// The same for a comparison.
///
/// # Errors
/// As for a component of a file, or if git cannot read the files.
pub(crate) fn comparable_of_revision(
    place: &Place,
    name: ComponentName,
    actions: &Actions,
    control: &Control,
) -> Result<Comparable, Failure> {
    let found = |name: &ComponentName, control: &Control| comparable(name, actions, control);
    of_revision(place, name, control, found, Comparable::notes)
}

/// Makes something of a program at a revision, and says in its notes what was read.
fn of_revision<T>(
    place: &Place,
    name: ComponentName,
    control: &Control,
    make: impl FnOnce(&ComponentName, &Control) -> Result<T, Failure>,
    notes: impl Fn(&mut T) -> &mut Vec<String>,
) -> Result<T, Failure> {
    let scratch = Scratch::new()?;
    let tree = place.copy_tree(&scratch)?;
    let inside = control.inside(Sandbox::around(scratch.path())?);
    let name = ComponentName { file: place.path.clone(), ..name };
    let revision = &place.revision;
    let mut found = make(&name, &inside).map_err(|failure| at_revision(failure, place))?;
    for note in notes(&mut found).iter_mut() {
        let own = if name.read_map.is_none() {
            format!("those of {}:", revision.given)
        } else {
            "those of ".into()
        };
        *note = note.replace(&name.file, &place.to_string()).replace("those of ", &own);
    }
    let read = match &tree.folder {
        None => format!("all {}", count(tree.files as u64, "file")),
        Some(folder) => format!("only {} in `{folder}`", count(tree.files as u64, "file")),
    };
    let commit = &revision.commit[..revision.commit.len().min(12)];
    notes(&mut found).push(format!(
        "{} was translated with {read} of {} ({commit}); headers of the system are those of this machine",
        name.file, revision.given
    ));
    Ok(found)
}

/// Files in messages are those of a revision.
fn at_revision(failure: Failure, place: &Place) -> Failure {
    let named = |file: String| format!("{}:{file}", place.revision.given);
    match failure {
        Failure::Input { code, file, place, message, help } => {
            Failure::Input { code, file: file.map(named), place, message, help }
        }
        Failure::Findings(mut found) => {
            found.iter_mut().for_each(|one| one.file = one.file.take().map(named));
            Failure::Findings(found)
        }
        other => other,
    }
}
