//! What a system has to know about a component of C that is part of it.

use std::collections::BTreeMap;
use std::path::{Component as Piece, Path, PathBuf};

use rely_code::encode::Accessed;
use rely_llvm::Module;
use rely_llvm::debug::{DebugType, Place};
use rely_llvm::ir::GlobalId;

use super::component::CodeStates;
use super::source::Source;

/// What the mapping assumes about variables.
pub(crate) const OWN_VARIABLES: &str =
    "no other component has the same variables, as the mapping says (`variables = \"own\"`)";

/// What a system has to know about a component of C.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeFacts {
    /// The files that it is a translation of, without their endings; the first is its own.
    pub files: Vec<PathBuf>,
    /// What a reader of a verdict should know.
    pub notes: Vec<String>,
    /// No other component has the same variables, as the mapping says.
    pub own_variables: bool,
    /// The variables that it accesses.
    pub variables: Vec<CodeVariable>,
    /// Where its states are, by name.
    pub places: BTreeMap<String, (String, u32, u32)>,
}

/// A variable that a component accesses.
#[derive(Clone, Debug)]
pub(crate) struct CodeVariable {
    /// The name of the global in LLVM's text.
    global: String,
    /// The name in C.
    pub name: String,
    /// Other files can see it.
    external: bool,
    /// The file defines it, and does not only declare it.
    defined: bool,
    /// It belongs to the driver: callers pass a pointer to it. Perhaps one to a structure.
    pub passed: bool,
    record: bool,
    /// Where it is read first: file, line and column.
    pub read: Option<Spot>,
    /// Where it is written first.
    pub written: Option<Spot>,
}

/// A place in the source, if it is known.
pub(crate) type Spot = Option<(String, u32, u32)>;

impl CodeFacts {
    /// The facts about a component.
    pub fn new(
        file: &str,
        source: &Source,
        accessed: &BTreeMap<GlobalId, Accessed>,
        points: &CodeStates,
    ) -> CodeFacts {
        let spot = |place: Option<Place>| place.map(|place| (source.file(place), place.line, place.column));
        let variable = |(id, accessed): (&GlobalId, &Accessed)| {
            let global = &source.module.globals[id.index()];
            let named = global.variable.as_ref().map(|variable| variable.name.clone());
            let ty = global.variable.as_ref().and_then(|variable| variable.ty);
            let ty = ty.and_then(|ty| source.module.debug.types.get(ty.0 as usize));
            // Each thread has its own `errno`.
            let shared = !global.thread_local && global.name != rely_code::driver::ERRNO;
            shared.then(|| CodeVariable {
                global: global.name.clone(),
                name: named.filter(|name| !name.is_empty()).unwrap_or_else(|| global.name.clone()),
                external: !global.internal,
                defined: global.initializer.is_some(),
                passed: global.name.starts_with("driver."),
                record: matches!(ty, Some(DebugType::Record { .. })),
                read: accessed.read.map(spot),
                written: accessed.written.map(spot),
            })
        };
        let named = points.names.iter().zip(&points.places);
        let places = named.filter_map(|(name, place)| Some((name.as_ref()?.to_string(), place.clone()?)));
        CodeFacts {
            files: vec![identity(file)],
            variables: accessed.iter().filter_map(variable).collect(),
            places: places.collect(),
            ..CodeFacts::default()
        }
    }

    /// The same, as a new version of another component.
    pub fn instead_of(&self, other: &CodeFacts) -> CodeFacts {
        let mut facts = self.clone();
        facts.files.extend(other.files.iter().cloned());
        facts
    }

    /// The variables of two components that are the same in the code, and two in the system: one component
    /// writes what the other one reads.
    pub fn shared<'f>(&'f self, other: &'f CodeFacts) -> Vec<(&'f CodeVariable, &'f CodeVariable)> {
        if self.own_variables || other.own_variables {
            return Vec::new();
        }
        let same_file = self.files.iter().any(|file| other.files.contains(file));
        let mut shared = Vec::new();
        for own in &self.variables {
            let is_same = |theirs: &&CodeVariable| {
                let linked = own.external && theirs.external && !(own.defined && theirs.defined);
                let passed = own.passed && theirs.passed && own.record;
                own.global == theirs.global && (same_file || linked || passed)
            };
            let Some(theirs) = other.variables.iter().find(is_same) else { continue };
            let seen = |one: &CodeVariable, two: &CodeVariable| one.written.is_some() && two.read.is_some();
            if seen(own, theirs) || seen(theirs, own) {
                shared.push((own, theirs));
            }
        }
        shared
    }
}

/// What a driver leaves out: callers with several objects of one type.
pub(crate) fn driver_bound(module: &Module, objects: u32) -> Option<String> {
    let names = module.globals.iter().filter_map(|global| global.name.strip_prefix("driver."));
    let types = names.filter(|name| !name.contains('#')).map(|name| format!("`{name}`"));
    let types: Vec<String> = types.collect();
    let list = rely_report::prose::some(&types, 8);
    (!types.is_empty()).then(|| match objects {
        0 | 1 => format!(
            "bound: callers have one object of each type ({list}), which is zero at first; callers with several objects of \
             one type are not covered"
        ),
        n => format!(
            "bound: callers have {n} objects of each type ({list}), which are zero at first; callers with more objects of \
             one type are not covered"
        ),
    })
}

/// A path without its ending, `.` and `..`: `queue.c` and `queue.ll` are the same program.
fn identity(file: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for piece in Path::new(file).with_extension("").components() {
        match piece {
            Piece::CurDir => {}
            Piece::ParentDir if path.file_name().is_some() => {
                path.pop();
            }
            piece => path.push(piece),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(global: &str, external: bool, defined: bool, read: bool, written: bool) -> CodeVariable {
        let (name, passed) = (global.to_string(), global.starts_with("driver."));
        CodeVariable {
            global: global.to_string(),
            name,
            external,
            defined,
            passed,
            record: passed,
            read: read.then_some(None),
            written: written.then_some(None),
        }
    }

    fn facts(file: &str, variables: Vec<CodeVariable>) -> CodeFacts {
        CodeFacts { files: vec![identity(file)], variables, ..CodeFacts::default() }
    }

    fn names(one: &CodeFacts, two: &CodeFacts) -> Vec<String> {
        let names = |found: Vec<(&CodeVariable, &CodeVariable)>| -> Vec<String> {
            found.iter().map(|(own, _)| own.name.clone()).collect()
        };
        let found = names(one.shared(two));
        assert_eq!(found, names(two.shared(one)), "the order does not matter");
        found
    }

    #[test]
    fn components_of_a_file_share_what_one_writes_and_the_other_reads() {
        let writes = || variable("count", false, true, false, true);
        let reads = || variable("count", false, true, true, false);
        assert_eq!(names(&facts("a/q.c", vec![writes()]), &facts("a/./b/../q.ll", vec![reads()])), ["count"]);
        assert!(names(&facts("q.c", vec![reads()]), &facts("q.c", vec![reads()])).is_empty());
        assert!(names(&facts("q.c", vec![writes()]), &facts("q.c", vec![writes()])).is_empty());
        // A static variable of another file is another variable.
        assert!(names(&facts("q.c", vec![writes()]), &facts("r.c", vec![reads()])).is_empty());
        let own = CodeFacts { own_variables: true, ..facts("q.c", vec![writes()]) };
        assert!(names(&own, &facts("q.c", vec![reads()])).is_empty());
    }

    #[test]
    fn files_share_what_one_defines_and_others_declare() {
        let at = |file: &str, defined: bool, written: bool| {
            facts(file, vec![variable("x", true, defined, !written, written)])
        };
        assert_eq!(names(&at("a.c", true, true), &at("b.c", false, false)), ["x"]);
        assert_eq!(names(&at("a.c", false, true), &at("b.c", false, false)), ["x"]);
        // Both cannot be parts of one program.
        assert!(names(&at("a.c", true, true), &at("b.c", true, false)).is_empty());
    }

    #[test]
    fn what_callers_pass_is_shared_and_a_new_version_is_the_old_file() {
        let object = || vec![variable("driver.queue", false, true, true, true)];
        assert_eq!(names(&facts("a.c", object()), &facts("b.c", object())), ["driver.queue"]);
        let local = || vec![variable("n", false, true, true, true)];
        let (old, new, rest) = (facts("v1.c", local()), facts("v2.c", local()), facts("v1.c", local()));
        assert!(names(&new, &rest).is_empty());
        assert_eq!(names(&new.instead_of(&old), &rest), ["n"]);
    }
}
