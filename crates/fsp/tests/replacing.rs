//! What a target would be if a process were defined otherwise: the same as if the text were edited.

use std::fs;
use std::path::Path;

use rely_fsp::{
    Model, NoImports, NotReplaced, Replaced, ReplacedPart, Replacement, Severity, Substitute, Substitution,
    Value,
};
use rely_fsp::{build, parse};
use rely_lts::{Actions, Budget, Component, Context, Lts, Role, Spent, StateId, System};
use rely_testkit::corpus::Corpus;
use rely_testkit::oracle::are_isomorphic;

fn model(text: &str) -> Model {
    let parsed = parse(text.as_bytes());
    assert!(!parsed.has_errors(), "{text}: {:?}", parsed.diagnostics);
    Model::new(parsed.model).0
}

/// An LTS as text: transitions, END, alphabet.
fn shown(lts: &Lts) -> String {
    let state = |s: StateId| if s.is_error() { "E".to_string() } else { s.raw().to_string() };
    let mut parts: Vec<String> = lts
        .transitions()
        .map(|(s, label, t)| format!("{}-{}->{}", state(s), lts.label_name(label), state(t)))
        .collect();
    parts.push(format!("from {} end {:?} over {:?}", lts.initial().raw(), lts.end(), lts.alphabet()));
    parts.join(" ")
}

/// A component as text, with everything that is known of it.
fn told(component: &Component) -> String {
    let Component { name, process, role, lts, state_names } = component;
    format!("{name} is {process}, {role:?}, {}: {state_names:?}", shown(lts))
}

/// What a process of a model is for some arguments, as a substitute.
fn instance(model: &Model, process: &str, arguments: &[Value]) -> Result<Substitute, NotReplaced> {
    let elaborated = model.instance(process, arguments, &NoImports, Context::unlimited());
    match elaborated.system {
        Some(mut system) => Ok(system.components.remove(0).into()),
        None => {
            let first = elaborated.diagnostics.first().expect("it says why");
            Err(NotReplaced::Wrong { code: first.code, message: first.message.clone() })
        }
    }
}

/// The components of the default target of `text` with `P = $P` as in `new`; what is edited is the definition
/// of `P`.
fn check(text: &str, old: &str, new: &str) -> (System, Vec<(usize, bool)>) {
    let (before, after) = (model(&text.replace("$P", old)), model(&text.replace("$P", new)));
    let candidate = model(new);
    let by = |arguments: &[Value], _: &Actions| instance(&candidate, "P", arguments);
    let target = before.default_target().unwrap();
    let replacement = Replacement { process: "P", by: &by };
    let replaced = before.system_replacing(&target, &replacement, &NoImports, Context::unlimited());
    let edited = after.system(&target, &NoImports, Context::unlimited());
    let ours = replaced.system.unwrap_or_else(|| panic!("{:?}", replaced.diagnostics));
    let theirs = edited.system.unwrap_or_else(|| panic!("{:?}", edited.diagnostics));
    let list = |system: &System| system.components.iter().map(told).collect::<Vec<_>>();
    assert_eq!(list(&ours), list(&theirs), "{text} with {new}");
    assert_eq!((&ours.priority, &ours.hiding), (&theirs.priority, &theirs.hiding));
    let places = replaced.replaced.iter().map(|r| (r.place, matches!(r.part, ReplacedPart::Whole(_))));
    (ours, places.collect())
}

const OLD: &str = "P = (a -> b -> P).";

#[test]
fn references_keep_their_prefixes_sharings_and_relabelings() {
    let new = "P = (a -> (c -> P | b -> STOP)) + {d}.";
    let (_, places) = check("$P Q = (b -> Q). ||S = (P || Q).", OLD, new);
    assert_eq!(places, [(0, true)]);
    let (_, places) = check("$P Q = (b -> Q). ||S = (a[1..3]:P || Q || p:P/{q/p.a}).", OLD, new);
    assert_eq!(places, [(0, true), (1, true), (2, true), (4, true)]);
    let (_, places) = check("$P ||S = ({a,b}::P || {x,y}::z:P/{all/{x,y}.z.c})/{w/a}.", OLD, new);
    assert_eq!(places, [(0, true), (1, true)]);
    let (_, places) =
        check("$P Q = (b -> Q). ||S = (forall[i:1..2] n[i]:P || if 0 then P else Q).", OLD, new);
    assert_eq!(places, [(0, true), (1, true)]);
}

#[test]
fn references_inside_of_composites_are_found() {
    let new = "P = (c -> a -> P).";
    let (_, places) = check("Q = (b -> Q). $P ||T = (P || Q). ||S = (x:T || T || Q).", OLD, new);
    assert_eq!(places, [(0, true), (2, true)]);
    // It hides, gives priority, or would let parts synchronize that did not: one component.
    for around in ["(P || Q)\\{b}", "(P || Q)>>{a}", "(P || Q)@{a}"] {
        let (system, places) =
            check(&format!("Q = (b -> Q). $P ||T = {around}. ||S = (Q || x:T || T)."), OLD, new);
        assert_eq!((places, system.components.len()), (vec![(1, false), (2, false)], 3), "{around}");
    }
    let (_, places) = check("Q = (b -> q -> Q). $P ||T = (P || Q). ||S = T/{q/a}.", OLD, new);
    assert_eq!(places, [(0, false)]);
    // Whether parts are kept apart depends on the new alphabet.
    let (_, places) = check("Q = (b -> q -> Q). $P ||T = (P || Q). ||S = T/{q/c}.", OLD, new);
    assert_eq!(places, [(0, false)]);
    let (_, places) = check("Q = (b -> q -> Q). $P ||T = (P || Q). ||S = T/{q/c}.", OLD, OLD);
    assert_eq!(places, [(0, true)]);
}

#[test]
fn what_is_inserted_before_a_semicolon_is_inside() {
    let (old, new) = ("P = (a -> END).", "P = (a -> END | c -> d -> END).");
    let (_, places) = check("$P Q = (b -> P;Q). R = (a -> R). ||S = (Q || R || P).", old, new);
    assert_eq!(places, [(0, false), (2, true)]);
    let (_, places) = check("$P Q = P;END. R = (r -> Q;R). ||S = (x:R).", old, new);
    assert_eq!(places, [(0, false)]);
}

#[test]
fn arguments_are_those_of_the_reference_and_defaults_those_of_the_new_definition() {
    let old = "P(N=1) = (a[N] -> P).";
    let new = "P(N=2) = (b -> a[N] -> P).";
    let text = "$P ||T(K=4) = (P(K) || y:P). ||S = (x:P || P(7) || forall[i:1..2] n[i]:P(i+1) || T || T(5)).";
    let (system, places) = check(text, old, new);
    assert_eq!(places.len(), system.components.len());
    let new = "P(N='red, M=1) = (b -> a[N][M] -> P).";
    check("$P ||S = (x:P).", old, new);
    // With another number of parameters.
    check("$P ||S = (x:P).", "P = (a -> P).", "P(N='red, M=1) = (b -> a[N][M] -> P).");
}

#[test]
fn a_composite_is_replaced_as_one() {
    let text = "A = (a -> A). B = (a -> b -> B). ||P = (A || x:B)>>{a}. ||T = (p:P || A). ||S = (q:T).";
    let before = model(text);
    let candidate = model("P = (a -> x.b -> P).");
    let by = |arguments: &[Value], _: &Actions| instance(&candidate, "P", arguments);
    let replacement = Replacement { process: "P", by: &by };
    let told = before.system_replacing("S", &replacement, &NoImports, Context::unlimited());
    let system = told.system.unwrap();
    let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["q:T.p:P", "q:T.A"]);
    let whole =
        |(name, now): (&str, &str)| (before.actions().intern(name), vec![before.actions().intern(now)]);
    let names = [("a", "q.p.a"), ("x.b", "q.p.x.b")].map(whole).to_vec();
    assert_eq!(told.replaced[0].part, ReplacedPart::Whole(names));
    // The composite may be the target itself.
    let told = before.system_replacing("P", &replacement, &NoImports, Context::unlimited());
    assert_eq!(told.replaced.len(), 1);
    assert_eq!(
        shown(&told.system.unwrap().components[0].lts),
        shown(&instance(&candidate, "P", &[]).unwrap().lts)
    );
}

#[test]
fn names_of_actions_are_told() {
    let before = model("P = (a -> P). ||S = ({x,y}::p:P/{all/x.p.b}).");
    let candidate = model("P = (a -> b -> P) + {c}.");
    let by = |arguments: &[Value], _: &Actions| instance(&candidate, "P", arguments);
    let replacement = Replacement { process: "P", by: &by };
    let told = before.system_replacing("S", &replacement, &NoImports, Context::unlimited());
    let [replaced] = told.replaced.as_slice() else { panic!("{:?}", told.replaced) };
    let ReplacedPart::Whole(names) = &replaced.part else { panic!("it is a component") };
    let name = |action| before.actions().name(action).to_string();
    let list: Vec<String> = names
        .iter()
        .map(|(old, new)| {
            format!("{}: {}", name(*old), new.iter().map(|&a| name(a)).collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert_eq!(list, ["a: x.p.a y.p.a", "b: all y.p.b", "c: x.p.c y.p.c"]);
    // Together they are the alphabet.
    let mut all: Vec<_> = names.iter().flat_map(|(_, new)| new.iter().copied()).collect();
    before.actions().sort(&mut all);
    assert_eq!(told.system.unwrap().components[replaced.place].lts.alphabet().ids(), all);
}

#[test]
fn what_cannot_be_replaced_says_why() {
    let before = model("P(N=1) = (a[N] -> P). ||S = (x:P(2) || P(2)). Q = (q -> Q).");
    let candidate = model("P = (a -> P).");
    let asked = |process: &str, by: &Substitution<'_>| {
        let replacement = Replacement { process, by };
        before.system_replacing("S", &replacement, &NoImports, Context::unlimited())
    };
    let told = asked("P", &|arguments, _| instance(&candidate, "P", arguments));
    let errors: Vec<_> = told.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert_eq!(
        (error.code, error.message.as_str()),
        ("E0408", "the process `P` has 0 parameters; 1 is given here")
    );
    let text = "P(N=1) = (a[N] -> P). ||S = (x:P(2) || P(2)). Q = (q -> Q).";
    assert_eq!(&text[error.span.start as usize..error.span.end as usize], "P(2)");
    assert!(told.system.is_none() && told.replaced.is_empty());
    let told = asked("P", &|_, _| Err(NotReplaced::Spent(Spent::States(3))));
    assert_eq!((told.system.is_none(), told.spent), (true, Some(Spent::States(3))));
    let told = asked("R", &|arguments, _| instance(&candidate, "P", arguments));
    assert_eq!(told.diagnostics[0].code, "E0407");
    // Nothing refers to it: nothing is replaced, and nothing is asked for.
    let told = asked("Q", &|_, _| panic!("there is no reference"));
    assert!(told.system.is_some() && told.replaced.is_empty());
}

#[test]
fn a_substitute_may_be_a_property_and_have_an_error_of_its_own() {
    let (system, _) = check("$P Q = (a -> Q). ||S = (x:P || Q).", OLD, "property P = (a -> b -> P).");
    assert_eq!(system.components[0].role, Role::Property);
    check("$P Q = (a -> Q). ||S = (P || Q).", OLD, "P = (a -> b -> P | c -> ERROR).");
    check("$P Q = (a -> Q). ||S = (P || Q).", OLD, "P = ERROR.");
    check("$P Q = (a -> Q).", OLD, "P = (a -> END).");
}

/// Systems with more states than this in one component are left out.
const LARGEST: usize = 5_000;

/// Composites are composed up to this many states.
const MOST_STATES: u64 = 3_000;

#[test]
fn a_process_that_stands_for_itself_changes_nothing() {
    let mut texts: Vec<(String, String)> = Vec::new();
    for corpus in Corpus::all() {
        let mut files: Vec<&str> = corpus.targets().map(|(file, _, _)| file).collect();
        files.dedup();
        texts.extend(files.into_iter().map(|file| (file.to_string(), corpus.model(file))));
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<_> = fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "lts"));
    files.sort();
    texts.extend(files.iter().map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())));
    let (mut processes, mut composites, mut inside) = (0, 0, 0);
    for (file, text) in &texts {
        let parsed = parse(text.as_bytes());
        if parsed.has_errors() {
            continue;
        }
        let (model, _) = Model::new(parsed.model);
        let Some(target) = model.default_target() else { continue };
        let budget = Budget::unlimited().with_states(MOST_STATES);
        let ctx = Context::with_budget(&budget);
        let Some(usual) = model.system(&target, &NoImports, ctx).system else { continue };
        if usual.components.iter().any(|c| c.lts.n_states() > LARGEST) {
            continue;
        }
        let names = model.processes().into_iter().map(|name| (name, false));
        let names = names.chain(model.composites().into_iter().map(|name| (name, true)));
        for (name, composite) in names.filter(|(name, _)| *name != target) {
            let by = |arguments: &[Value], _: &Actions| {
                let told = model.instance(name, arguments, &NoImports, ctx);
                match told.system {
                    Some(mut system) => Ok(system.components.remove(0).into()),
                    None => Err(NotReplaced::Spent(told.spent.expect("it has a meaning in this model"))),
                }
            };
            let told =
                model.system_replacing(&target, &Replacement { process: name, by: &by }, &NoImports, ctx);
            let Some(system) = told.system else { continue };
            if !composite {
                let list = |system: &System| system.components.iter().map(self::told).collect::<Vec<_>>();
                assert_eq!(list(&system), list(&usual), "{file} {target}: {name}");
                processes += told.replaced.len();
                let is_whole = |r: &&Replaced| matches!(r.part, ReplacedPart::Whole(_));
                inside += told.replaced.iter().filter(|r| !is_whole(r)).count();
                let whole = told.replaced.iter().filter(is_whole).map(|r| r.place);
                let named = (0..system.components.len()).filter(|&i| system.components[i].process == name);
                assert_eq!(whole.collect::<Vec<_>>(), named.collect::<Vec<_>>(), "{file} {target}: {name}");
            } else if !told.replaced.is_empty() {
                let (Ok(ours), Ok(theirs)) = (build(&system, ctx), build(&usual, ctx)) else { continue };
                let size = |lts: &Lts| (lts.n_states(), lts.n_transitions(), lts.alphabet().clone());
                assert_eq!(size(&ours.lts), size(&theirs.lts), "{file} {target}: {name}");
                if ours.lts.n_states() <= 60 {
                    assert!(are_isomorphic(&ours.lts, &theirs.lts), "{file} {target}: {name}");
                }
                composites += 1;
            }
        }
    }
    assert!(processes > 300 && composites > 10 && inside > 10, "{processes} {composites} {inside}");
}
