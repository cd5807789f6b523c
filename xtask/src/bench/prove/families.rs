//! The models: families of growing size, and the rover.

/// A property of a family.
pub struct Family {
    /// As `rely generate` knows it; a file of `examples` if there are no sizes.
    pub name: &'static str,
    /// What rows are called.
    pub title: &'static str,
    pub target: &'static str,
    pub property: &'static str,
    /// Growing.
    pub sizes: &'static [u32],
    /// The largest size at which the baseline is tried.
    pub plain: u32,
    /// The first part, where the file does not say it.
    pub split: Option<&'static str>,
    /// The target with the fault, where it is in the same file.
    pub faulty: Option<&'static str>,
}

const FAMILY: Family = Family {
    name: "",
    title: "",
    target: "T",
    property: "-",
    sizes: &[],
    plain: 0,
    split: None,
    faulty: None,
};

/// The checker's side of the rover.
const CHECKER: &str = "MONITOR,CHECKER,CHANGES,CHANGED_COND,LIST_LOCK,EXEC_LOCK,SAVED";

pub const FAMILIES: &[Family] = &[
    Family {
        name: "gas-station",
        title: "gas-station",
        property: "CHANGE",
        sizes: &[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16],
        plain: 3,
        ..FAMILY
    },
    Family {
        name: "chiron",
        title: "chiron P2",
        target: "T2",
        property: "P2",
        sizes: &[2, 3, 4, 5, 6, 7, 8],
        plain: 3,
        ..FAMILY
    },
    Family {
        name: "chiron",
        title: "chiron P3",
        target: "T3",
        property: "P3",
        sizes: &[2, 3, 4, 5, 6, 7, 8],
        plain: 3,
        ..FAMILY
    },
    Family {
        name: "chiron-single",
        title: "chiron-single P2",
        target: "T2",
        property: "P2",
        sizes: &[2, 3, 4, 5, 6, 7, 8, 9, 10],
        plain: 3,
        ..FAMILY
    },
    Family {
        name: "mer",
        title: "mer",
        property: "APART",
        sizes: &[2, 3, 4, 5, 6, 7, 8, 9, 10, 12],
        plain: 3,
        ..FAMILY
    },
    Family {
        name: "peterson",
        title: "peterson",
        property: "MUTEX",
        sizes: &[2, 3, 4, 5, 6],
        plain: 2,
        ..FAMILY
    },
    Family {
        name: "relay",
        title: "relay",
        property: "ORDER",
        sizes: &[2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64],
        plain: 6,
        ..FAMILY
    },
    Family {
        name: "smokers",
        title: "smokers",
        property: "ONE",
        sizes: &[2, 3, 4, 6, 8, 10, 11, 12],
        plain: 4,
        ..FAMILY
    },
    Family {
        name: "dining",
        title: "dining",
        property: "NEIGHBORS",
        sizes: &[3, 4, 5, 6, 8, 10, 11, 12, 13, 14, 16, 20, 30, 50, 100, 200],
        plain: 6,
        ..FAMILY
    },
    Family {
        name: "token-ring",
        title: "token-ring",
        property: "MUTEX",
        sizes: &[2, 4, 8, 12, 16, 18, 20, 21, 22, 24, 30, 50, 100, 200],
        plain: 6,
        ..FAMILY
    },
    Family {
        name: "two-phase-commit",
        title: "two-phase-commit",
        property: "AGREE",
        sizes: &[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16],
        plain: 4,
        ..FAMILY
    },
    Family {
        name: "rover-executive",
        title: "rover-executive",
        target: "FIXED",
        property: "CLEARED_FIRST",
        split: Some(CHECKER),
        faulty: Some("BUGGY"),
        ..FAMILY
    },
    Family {
        name: "rover-race",
        title: "rover-race",
        target: "LOCKING",
        property: "RACE_FREE",
        split: Some(CHECKER),
        faulty: Some("PEEKING"),
        ..FAMILY
    },
];

/// How many states assumptions may have: family, size, states.
pub const PUBLISHED: &[(&str, u32, u64)] = &[
    ("gas-station", 3, 8),
    ("gas-station", 4, 8),
    ("gas-station", 5, 8),
    ("chiron P3", 2, 3),
    ("chiron P3", 3, 3),
    ("chiron P3", 4, 3),
    ("chiron P3", 5, 3),
    ("mer", 2, 6),
    ("mer", 3, 8),
    ("mer", 4, 10),
    ("rover-executive", 0, 4),
    ("rover-race", 0, 4),
];

/// What is to be proved by `auto` within a minute.
pub const LARGE: &[(&str, u32)] = &[("mer", 6), ("gas-station", 8), ("dining", 50), ("token-ring", 100)];
