//! Exit codes, and the one of every document.

use crate::view::{
    AssumeDocument, AssumeKind, CertifyDocument, CertifyKind, CheckDocument, CodeDocument, CodeKind,
    CompareDocument, CompatDocument, CompatKind, CompatMatrixDocument, ComposeDocument, ExpectationKind,
    ProveDocument, ReplayDocument, ReplayKind, SeverityKind, VerdictKind, WatchDocument, WatchKind,
};

/// The exit codes of every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All hold.
    Holds,
    /// Something is violated or incompatible.
    Violated,
    /// The command line or the model is wrong.
    Usage,
    /// Undecided.
    Unknown,
    /// There was nothing to check.
    Nothing,
    /// A contradiction inside the program.
    Internal,
    /// Interrupted by the user.
    Interrupted,
}

impl Exit {
    /// The number for the operating system.
    pub fn code(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Nothing => 4,
            Exit::Internal => 70,
            Exit::Interrupted => 130,
        }
    }

    /// The exit with a number; an unknown one is an internal error.
    pub fn of_code(code: u8) -> Exit {
        use Exit::{Holds, Internal, Interrupted, Nothing, Unknown, Usage, Violated};
        let all = [Holds, Violated, Usage, Unknown, Nothing, Interrupted];
        all.into_iter().find(|exit| exit.code() == code).unwrap_or(Internal)
    }

    /// The worse of two, in the order 70, 2, 1, 3, 4, 0.
    pub fn worst(self, other: Exit) -> Exit {
        let rank = |exit: Exit| match exit {
            Exit::Interrupted => 6,
            Exit::Internal => 5,
            Exit::Usage => 4,
            Exit::Violated => 3,
            Exit::Unknown => 2,
            Exit::Nothing => 1,
            Exit::Holds => 0,
        };
        if rank(self) >= rank(other) { self } else { other }
    }
}

impl VerdictKind {
    /// The exit code of one verdict.
    pub fn exit(self) -> Exit {
        match self {
            VerdictKind::Holds => Exit::Holds,
            VerdictKind::Violated => Exit::Violated,
            VerdictKind::Unknown => Exit::Unknown,
        }
    }
}

impl CheckDocument {
    /// The exit code of the results; an assert that is wrong in itself is an error of the model.
    pub fn exit(&self) -> Exit {
        let wrong = self.warnings.iter().any(|w| w.severity == SeverityKind::Error);
        let start = if wrong { Exit::Usage } else { Exit::Holds };
        self.results.iter().fold(start, |exit, result| exit.worst(result.verdict.exit()))
    }
}

impl ComposeDocument {
    /// Composing always succeeds; what it found is in the document.
    pub fn exit(&self) -> Exit {
        Exit::Holds
    }
}

impl CompareDocument {
    /// The exit code of the verdict.
    pub fn exit(&self) -> Exit {
        self.verdict.exit()
    }
}

impl AssumeDocument {
    /// The exit code of the answer.
    pub fn exit(&self) -> Exit {
        let own = match self.verdict {
            AssumeKind::Holds | AssumeKind::Assumption => Exit::Holds,
            AssumeKind::Violated => Exit::Violated,
            AssumeKind::Unknown => Exit::Unknown,
        };
        let asked = self.discharged.iter().map(|d| d.verdict).chain(self.component.iter().map(|c| c.verdict));
        asked.fold(own, |exit, verdict| exit.worst(verdict.exit()))
    }
}

impl ProveDocument {
    /// The exit code of the results.
    pub fn exit(&self) -> Exit {
        self.results.iter().fold(Exit::Holds, |exit, result| exit.worst(result.verdict.exit()))
    }
}

impl CompatDocument {
    /// The exit code of the answer.
    pub fn exit(&self) -> Exit {
        let losses = self.containment.verdict == VerdictKind::Violated && !self.losses_allowed;
        match self.verdict {
            CompatKind::Replaceable => Exit::Holds,
            CompatKind::Incompatible => Exit::Violated,
            CompatKind::ReplaceableWithLosses | CompatKind::Unknown if losses => Exit::Violated,
            CompatKind::ReplaceableWithLosses => Exit::Holds,
            CompatKind::Unknown => Exit::Unknown,
        }
    }
}

impl CompatMatrixDocument {
    /// The worst exit code.
    pub fn exit(&self) -> Exit {
        self.results.iter().fold(Exit::Holds, |exit, one| exit.worst(one.exit()))
    }
}

impl WatchDocument {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        let own = match self.verdict {
            WatchKind::Kept => Exit::Holds,
            WatchKind::Violated => Exit::Violated,
            WatchKind::Unknown => Exit::Unknown,
            WatchKind::Nothing if self.counts.events == 0 && self.counts.broken > 0 => Exit::Usage,
            WatchKind::Nothing => Exit::Nothing,
        };
        match self.drift.as_ref().map(|drift| drift.verdict) {
            Some(VerdictKind::Violated) => own.worst(Exit::Violated),
            _ => own,
        }
    }
}

impl CodeDocument {
    /// The exit code: expected failures, planted ones included, are not violations.
    pub fn exit(&self) -> Exit {
        let of =
            |verdict: CodeKind, expectation: ExpectationKind, expected: bool| match (verdict, expectation) {
                _ if expected => Exit::Holds,
                (CodeKind::Unknown, _) => Exit::Unknown,
                (CodeKind::Nothing, _) => Exit::Nothing,
                _ => Exit::Violated,
            };
        let rows = self.experiments.iter().flat_map(|experiment| &experiment.rows);
        let rules = self.experiments.iter().flat_map(|experiment| &experiment.rules);
        let rows = rows.map(|row| of(row.verdict, row.expectation, row.expected));
        let rules = rules.map(|rule| of(rule.verdict, rule.expectation, rule.expected));
        let found = rows.chain(rules).fold(Exit::Holds, Exit::worst);
        // A test that fails for another reason than its rows must not be overlooked.
        if self.tests_failed && found == Exit::Holds { Exit::Violated } else { found }
    }
}

impl ReplayDocument {
    /// The exit code of the verdict.
    pub fn exit(&self) -> Exit {
        match self.verdict {
            ReplayKind::Replayed => Exit::Holds,
            ReplayKind::Diverged => Exit::Violated,
            ReplayKind::Unknown => Exit::Unknown,
        }
    }
}

impl CertifyDocument {
    /// The exit code of the verdict.
    pub fn exit(&self) -> Exit {
        match self.verdict {
            CertifyKind::Accepted => Exit::Holds,
            CertifyKind::Rejected => Exit::Violated,
        }
    }
}
