//! The store gives back what was put into it, or nothing.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rely_formats::LtsDocument;
use rely_lts::{ActionId, Actions, Lts, LtsBuilder, Propositions, StateId};

use super::*;

mod proofs;

const ERROR: u32 = u32::MAX;

/// Transitions, END, propositions.
#[derive(Clone, Default)]
struct Sketch {
    alphabet: Vec<&'static str>,
    rows: Vec<(u32, &'static str, u32)>,
    end: Option<u32>,
    propositions: Vec<(&'static str, Vec<u32>)>,
}

impl Sketch {
    fn lts(&self, actions: &Actions) -> Lts {
        let mut builder = LtsBuilder::new(actions);
        let states = self.rows.iter().flat_map(|&(s, _, t)| [s, t]).filter(|&s| s != ERROR);
        let states = states.chain(self.end).max().unwrap_or(0);
        builder.ensure_states(states as usize + 1).unwrap();
        self.alphabet.iter().for_each(|name| builder.extend_alphabet(actions.intern(name)));
        for &(source, action, target) in &self.rows {
            let action = if action == "tau" { ActionId::TAU } else { actions.intern(action) };
            builder.add_transition(StateId::from_raw(source), action, StateId::from_raw(target));
        }
        if let Some(end) = self.end {
            builder.set_end(StateId::from_raw(end));
        }
        let lts = builder.finish(StateId::from_raw(0)).unwrap();
        if self.propositions.is_empty() {
            return lts;
        }
        let names = self.propositions.iter().map(|&(name, _)| name.into()).collect();
        let mut propositions = Propositions::new(names, lts.n_states());
        for (at, (_, states)) in self.propositions.iter().enumerate() {
            states.iter().for_each(|&s| propositions.set(StateId::from_raw(s), at, true));
        }
        lts.with_propositions(propositions).unwrap()
    }

    fn digest(&self) -> Digest {
        Digest::of_lts(&self.lts(&Actions::new()))
    }
}

fn sketch() -> Sketch {
    Sketch {
        alphabet: vec!["x"],
        rows: vec![(0, "a", 1), (1, "b", 2), (1, "tau", 0), (1, "c", ERROR), (0, "b", 3)],
        end: Some(3),
        propositions: vec![("p", vec![1, 2]), ("q", vec![0])],
    }
}

fn key(word: &str) -> Key {
    Key::last_machine(word, &[])
}

/// A folder for a store that is not there yet.
fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(STORE_FOLDER);
    (folder, place)
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    entries.map(|name| name.into_string().unwrap()).collect()
}

/// The only file of a folder.
fn only(folder: &Path) -> PathBuf {
    let names = names_in(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    folder.join(names.first().unwrap())
}

#[test]
fn what_is_kept_is_found_by_the_next_run() {
    let (_folder, place) = place();
    let lts = sketch().lts(&Actions::new());
    let store = Store::open(&place);
    assert!(store.machine(&key("m")).is_none());
    assert!(!place.exists(), "a store that keeps nothing is not made");
    store.keep_machine(&key("m"), &lts);
    assert_eq!(store.finish(), StoreStatistics { misses: 1, kept: 1, ..StoreStatistics::default() });

    let store = Store::open(&place);
    let found = store.machine(&key("m")).unwrap();
    assert_eq!(LtsDocument::from(&found), LtsDocument::from(&lts));
    assert!(!found.actions().same_table(lts.actions()));
    assert!(store.machine(&key("n")).is_none() && store.proof(&key("m")).is_none());
    // A machine is no proof: the key is taken back.
    assert_eq!((store.statistics().hits, store.statistics().misses, store.statistics().damaged), (1, 2, 1));
    assert_eq!(fs::read_to_string(place.join("v1/.gitignore")).unwrap(), "*\n");
}

#[test]
fn a_later_run_writes_over_an_earlier_one() {
    let (_folder, place) = place();
    let store = Store::open(&place);
    let one = sketch().lts(&Actions::new());
    let two = Lts::stop(&Actions::new());
    store.keep_machine(&key("m"), &one);
    store.keep_machine(&key("m"), &two);
    assert_eq!(store.machine(&key("m")).unwrap().n_states(), 1);
}

#[test]
fn beside_a_model_and_nowhere() {
    assert_eq!(Store::beside("models/queue.lts").place(), Some(PathBuf::from("models/.rely")));
    assert_eq!(Store::beside("queue.lts").place(), Some(PathBuf::from(".rely")));
    for none in [Store::none(), Store::beside("-")] {
        none.keep_machine(&key("m"), &Lts::stop(&Actions::new()));
        assert!(none.machine(&key("m")).is_none());
        assert_eq!((none.place(), none.finish()), (None, StoreStatistics::default()));
    }
}

/// Numbers of states do not count, everything else does.
#[test]
fn digests_of_machines() {
    let base = sketch().digest();
    let renumbered = Sketch {
        rows: vec![(0, "a", 3), (3, "b", 1), (3, "tau", 0), (3, "c", ERROR), (0, "b", 2)],
        end: Some(2),
        propositions: vec![("q", vec![0]), ("p", vec![3, 1])],
        ..sketch()
    };
    assert_eq!(renumbered.digest(), base);
    let mut unreachable = sketch();
    unreachable.rows.push((7, "a", 1));
    assert_eq!(unreachable.digest(), base);

    let mut others = vec![
        Sketch { alphabet: vec![], ..sketch() },
        Sketch { alphabet: vec!["z"], ..sketch() },
        Sketch { alphabet: vec!["x", "y"], ..sketch() },
        Sketch { end: None, ..sketch() },
        Sketch { end: Some(2), ..sketch() },
        Sketch { propositions: vec![], ..sketch() },
        Sketch { propositions: vec![("p", vec![1]), ("q", vec![0])], ..sketch() },
        Sketch { propositions: vec![("q", vec![1, 2]), ("p", vec![0])], ..sketch() },
    ];
    for (at, other) in [(0, (0, "a", 0)), (1, (1, "x", 2)), (2, (1, "a", 0)), (3, (1, "c", 0))] {
        let mut changed = sketch();
        changed.rows[at] = other;
        others.push(changed);
    }
    let mut digests: BTreeSet<Digest> = others.iter().map(Sketch::digest).collect();
    digests.insert(base);
    assert_eq!(digests.len(), others.len() + 1);
    // No propositions, and a table of none.
    let plain = Sketch { propositions: vec![], ..sketch() }.lts(&Actions::new());
    let empty = plain.clone().with_propositions(Propositions::new(Vec::new(), plain.n_states())).unwrap();
    assert_eq!(Digest::of_lts(&plain), Digest::of_lts(&empty));
}

#[test]
fn keys_tell_questions_apart() {
    let actions = Actions::new();
    let alphabet = |names: &[&str]| rely_lts::Alphabet::from_names(&actions, names.iter().copied());
    let (one, two) = (sketch().digest(), Sketch::default().digest());
    let words = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let keys = [
        Key::machine(&one, &alphabet(&["a", "b"]), &[], &[]),
        Key::machine(&two, &alphabet(&["a", "b"]), &[], &[]),
        Key::machine(&one, &alphabet(&["a b"]), &[], &[]),
        Key::machine(&one, &alphabet(&["a", "b"]), &words(&["P"]), &[]),
        Key::machine(&one, &alphabet(&["a", "b"]), &[], &[two]),
        Key::machine(&one, &alphabet(&["a", "b\nobserved"]), &[], &[]),
        Key::machine(&one, &alphabet(&["a 1:b"]), &[], &[]),
        Key::last_machine("a", &[]),
        Key::last_machine("a", &words(&["P"])),
        Key::last_proof("a", ""),
        Key::last_proof("", "a"),
    ];
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
    // Kept by everybody's stores: a change needs another version of the meaning.
    expect_test::expect!["ecf4"].assert_eq(&Key::last_proof("SYS", "SAFE").to_string()[..4]);
}

#[test]
fn damaged_files_count_as_missing() {
    let (_folder, place) = place();
    let lts = sketch().lts(&Actions::new());
    let expected = LtsDocument::from(&lts);
    Store::open(&place).keep_machine(&key("m"), &lts);
    let files = [only(&place.join("v1/keys")), only(&place.join("v1/objects"))];
    let whole = files.each_ref().map(|file| fs::read(file).unwrap());
    for (at, file) in files.iter().enumerate() {
        let every = (0..whole[at].len()).step_by(3);
        let mut versions: Vec<Vec<u8>> = every.clone().map(|n| whole[at][..n].to_vec()).collect();
        for byte in every {
            let mut flipped = whole[at].clone();
            flipped[byte] ^= 1;
            versions.push(flipped);
        }
        versions.push([&whole[at][..], b" "].concat());
        versions.push(vec![b'0'; 1 << 10]);
        for version in versions {
            fs::write(&files[0], &whole[0]).unwrap();
            fs::write(&files[1], &whole[1]).unwrap();
            fs::write(file, &version).unwrap();
            let store = Store::open(&place);
            assert!(store.machine(&key("m")).is_none(), "{}", String::from_utf8_lossy(&version));
            // What is kept afterwards is there again.
            store.keep_machine(&key("m"), &lts);
            assert_eq!(store.machine(&key("m")).map(|m| LtsDocument::from(&m)), Some(expected.clone()));
            assert_eq!(store.statistics().note, None);
        }
    }
}

#[test]
fn moved_and_exchanged_files_count_as_missing() {
    let (_folder, place) = place();
    let store = Store::open(&place);
    store.keep_machine(&key("m"), &sketch().lts(&Actions::new()));
    let mine = only(&place.join("v1/objects"));
    store.keep_machine(&key("n"), &Lts::stop(&Actions::new()));
    let keys = place.join("v1/keys");
    fs::copy(keys.join(key("n").to_string()), keys.join(key("m").to_string())).unwrap();
    assert!(store.machine(&key("m")).is_none(), "the file of another key");
    store.keep_machine(&key("m"), &sketch().lts(&Actions::new()));
    fs::write(&mine, fs::read(only_other(&mine)).unwrap()).unwrap();
    assert!(store.machine(&key("m")).is_none(), "the object of another one");
    assert!(!mine.exists(), "and it is gone");
    assert!(store.machine(&key("n")).is_some());
    assert_eq!(store.statistics().damaged, 2);
}

fn only_other(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap();
    let other = names_in(folder).into_iter().find(|name| !file.ends_with(name));
    folder.join(other.unwrap())
}

#[test]
fn without_a_folder_the_run_goes_on() {
    let (folder, place) = place();
    let lts = Lts::stop(&Actions::new());
    let note = |place: &Path| {
        let store = Store::open(place);
        store.keep_machine(&key("m"), &lts);
        store.keep_machine(&key("n"), &lts);
        assert!(store.machine(&key("m")).is_none());
        let statistics = store.finish();
        assert_eq!(statistics.kept, 0);
        statistics.note.unwrap()
    };
    assert!(note(&folder.path().join("no/.rely")).ends_with("its folder does not exist"));
    fs::write(&place, "a file").unwrap();
    assert!(note(&place).ends_with("a part of its path is a link or not a folder"));
    assert_eq!(fs::read_to_string(&place).unwrap(), "a file");
    fs::remove_file(&place).unwrap();
    fs::create_dir_all(place.join("v1")).unwrap();
    fs::write(place.join("v1/keys"), "a file").unwrap();
    assert!(note(&place).ends_with("a part of its path is a link or not a folder"));
    fs::remove_dir_all(&place).unwrap();
    // Folders where files should be.
    fs::create_dir_all(place.join("v1/keys").join(key("m").to_string())).unwrap();
    note(&place);
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let (folder, place) = place();
    let lts = Lts::stop(&Actions::new());
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let precious = elsewhere.join(Digest::of_bytes(b"precious").to_string());
    fs::write(&precious, "not the bytes of this name").unwrap();
    fs::create_dir_all(place.join("v1/keys")).unwrap();
    symlink(&elsewhere, place.join("v1/objects")).unwrap();
    let line = format!("rely/store/key/1 {} {}\n", key("m"), Digest::of_bytes(b"precious"));
    fs::write(place.join("v1/keys").join(key("m").to_string()), line).unwrap();
    let limit = Limit { keys: 0, bytes: 0, ..Limit::default() };
    let store = Store::with_limit(&place, limit);
    assert!(store.machine(&key("m")).is_none());
    store.keep_machine(&key("m"), &lts);
    assert!(store.finish().note.is_some());
    Folder::new(&place, limit).tidy();
    assert_eq!(names_in(&elsewhere).len(), 1, "nothing was written or removed there");

    // A link in place of a key is replaced, and what it points to stays.
    fs::remove_file(place.join("v1/objects")).unwrap();
    let key_file = place.join("v1/keys").join(key("m").to_string());
    fs::remove_file(&key_file).unwrap();
    symlink(&precious, &key_file).unwrap();
    let store = Store::open(&place);
    store.keep_machine(&key("m"), &lts);
    assert!(store.machine(&key("m")).is_some() && !key_file.is_symlink());
    assert_eq!(fs::read_to_string(&precious).unwrap(), "not the bytes of this name");
}

/// Sets the time of the last use.
fn used(place: &Path, key: Key, seconds_ago: u64) {
    let file = File::options().append(true).open(place.join("v1/keys").join(key.to_string())).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds_ago)).unwrap();
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let (_folder, place) = place();
    let actions = Actions::new();
    let names: Vec<String> = (0..9).map(|i| format!("m{i}")).collect();
    let machine = |name: &str| Lts::stop(&actions).in_table(&Actions::new()).clone().with_alphabet_of(name);
    let keep = |limit: Limit| {
        let store = Store::with_limit(&place, limit);
        for (at, name) in names.iter().enumerate() {
            store.keep_machine(&key(name), &machine(name));
            used(&place, key(name), 100 - at as u64);
        }
        // The first is used again.
        assert!(store.machine(&key("m0")).is_some());
        store.finish();
        let store = Store::open(&place);
        names.iter().filter(|name| store.machine(&key(name)).is_some()).cloned().collect::<Vec<_>>()
    };
    let many = Limit::default();
    assert_eq!(keep(many), names);
    let foreign = [place.join("v1/keys/README"), place.join("v1/objects/mine.json")];
    foreign.iter().for_each(|file| fs::write(file, "x").unwrap());
    let old = place.join("v1/objects/.tmpOLD");
    File::create(&old).unwrap().set_modified(SystemTime::now() - Duration::from_secs(7200)).unwrap();
    File::create(place.join("v1/keys/.tmpNEW")).unwrap();
    assert_eq!(keep(Limit { keys: 8, ..many }), ["m0", "m4", "m5", "m6", "m7", "m8"]);
    let objects = names_in(&place.join("v1/objects"));
    assert_eq!(
        objects.len(),
        6 + 1,
        "the objects of the others are gone, what is not ours is not: {objects:?}"
    );
    assert!(foreign.iter().all(|file| file.exists()) && !old.exists());
    assert!(place.join("v1/keys/.tmpNEW").exists(), "somebody may be writing it");

    let size = record::write_machine(&machine("m0")).len() as u64;
    assert_eq!(keep(Limit { bytes: 4 * size, ..many }), ["m0", "m7", "m8"]);
    let small = Store::with_limit(&place, Limit { object: size - 1, ..many });
    assert!(small.machine(&key("m0")).is_none(), "too large to be read");
}

#[test]
fn what_is_too_large_is_not_kept() {
    let (_folder, place) = place();
    let store = Store::with_limit(&place, Limit { object: 10, ..Limit::default() });
    store.keep_machine(&key("m"), &Lts::stop(&Actions::new()));
    assert_eq!(store.finish(), StoreStatistics::default());
    assert!(!place.exists());
}

/// Writers, readers and one who deletes everything: a reader sees what belongs to the key, or nothing.
#[test]
fn many_at_once() {
    let (_folder, place) = place();
    let actions = Actions::new();
    let machines: Vec<(Key, Lts)> = (0..4)
        .map(|i| format!("m{i}"))
        .map(|name| (key(&name), Lts::stop(&actions).with_alphabet_of(&name)))
        .collect();
    let expected: Vec<LtsDocument> = machines.iter().map(|(_, lts)| lts.into()).collect();
    let found = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let (machines, expected, place, found) = (&machines, &expected, &place, &found);
            scope.spawn(move || {
                for round in 0..60 {
                    let store = Store::with_limit(place, Limit { keys: 3, ..Limit::default() });
                    let at = (worker + round) % machines.len();
                    store.keep_machine(&machines[at].0, &machines[at].1);
                    for ((key, _), expected) in machines.iter().zip(expected) {
                        if let Some(lts) = store.machine(key) {
                            assert_eq!(LtsDocument::from(&lts), *expected);
                            found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        }
                    }
                    assert_eq!(store.finish().damaged, 0);
                }
            });
        }
        let place = &place;
        scope.spawn(move || {
            for _ in 0..20 {
                std::thread::sleep(Duration::from_millis(2));
                let _ = fs::remove_dir_all(place);
            }
        });
    });
    assert!(found.into_inner() > 0);
    let store = Store::open(&place);
    store.keep_machine(&machines[0].0, &machines[0].1);
    assert!(store.machine(&machines[0].0).is_some());
}

trait Named {
    fn with_alphabet_of(self, name: &str) -> Lts;
}

impl Named for Lts {
    /// One more action, so that machines differ.
    fn with_alphabet_of(self, name: &str) -> Lts {
        rely_lts::ops::extend_alphabet(&self, [name])
    }
}
