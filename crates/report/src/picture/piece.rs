//! The pieces of a document that can be drawn, and their addresses.
//!
//! The address of a piece is a JSON pointer into its document; the empty address is the document itself. An
//! export of the page contains the pictures of all pieces under their addresses.

use rely_draw::Ending;
use rely_formats::LtsDocument;

use super::run::sequence_chart;
use super::{Content, PictureOptions, ReadVersion, assumption, proof, versions};
use crate::view::{
    AssumeDocument, AssumptionView, CheckKind, CompatDocument, DriftView, ExplainedView, ForbiddenView,
    ProofView, ProveDocument, TraceView,
};
use crate::{Document, Failure};

/// At most this many pieces of a kind (proofs, others) are listed: pictures are large.
const MOST_PIECES: usize = 150;

/// A piece of a document that can be drawn.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'d> {
    /// A run.
    Run(RunPiece<'d>),
    /// A machine: an assumption, a hypothesis, a completed candidate.
    Machine(MachinePiece<'d>),
    /// The weakest assumption of a module with everything that its document says about it, or the run that no
    /// environment can prevent.
    Assumption(&'d AssumeDocument),
    /// A proof of one property of the document.
    Proof(&'d ProveDocument, &'d ProofView),
    /// Both versions of a component.
    Versions(&'d CompatDocument),
}

/// A piece and its address.
#[derive(Clone, Debug)]
pub struct Addressed<'d> {
    /// A JSON pointer into the document.
    pub address: String,
    /// The piece.
    pub piece: Piece<'d>,
}

/// A run of a document.
#[derive(Clone, Copy, Debug)]
pub struct RunPiece<'d> {
    /// The run.
    pub run: &'d TraceView,
    /// Its heading.
    pub title: &'d str,
    /// The number of steps before its cycle.
    pub cycle_from: Option<usize>,
    /// Does it end in a deadlock?
    pub deadlocks: bool,
}

impl<'d> RunPiece<'d> {
    /// A run without a cycle that does not end in a deadlock.
    pub fn new(run: &'d TraceView, title: &'d str) -> Self {
        RunPiece { run, title, cycle_from: None, deadlocks: false }
    }

    /// The content of its picture. A cycle that begins after the last step is ignored.
    pub fn content(&self) -> Content {
        let cycle_from = self.cycle_from.filter(|&from| from < self.run.steps.len());
        let mut chart = sequence_chart(self.run, cycle_from);
        chart.title = self.title.to_string();
        if self.deadlocks {
            chart.ending = Ending::Deadlock;
        }
        Content::Run(chart)
    }
}

/// A machine of a document.
#[derive(Clone, Copy, Debug)]
pub struct MachinePiece<'d> {
    /// The machine.
    pub lts: &'d LtsDocument,
    /// Its heading; its own name if this is empty.
    pub title: &'d str,
    /// Names of its states; as many as there are, or none.
    pub states: &'d [String],
    /// Does it forbid all actions of its alphabet that its states do not offer, as assumptions do?
    pub forbids: bool,
}

impl<'d> MachinePiece<'d> {
    /// An assumption, with names of its states.
    fn assumption(lts: &'d LtsDocument, states: &'d [String]) -> Piece<'d> {
        Piece::Machine(MachinePiece { lts, title: "", states, forbids: true })
    }

    /// A machine that forbids nothing.
    fn plain(lts: &'d LtsDocument) -> Piece<'d> {
        Piece::Machine(MachinePiece { lts, title: "", states: &[], forbids: false })
    }

    /// The content of its picture.
    ///
    /// # Errors
    /// If the LTS contradicts itself.
    pub fn content(&self, options: &PictureOptions) -> Result<Content, Failure> {
        assumption::part_machine(self, options)
    }
}

impl Piece<'_> {
    /// The content of its picture. `file` names the document in messages.
    ///
    /// # Errors
    /// If there is nothing to draw, if an LTS contradicts itself, or if a version cannot be read.
    pub fn content(
        &self,
        file: &str,
        options: &PictureOptions,
        read: &ReadVersion<'_>,
    ) -> Result<Content, Failure> {
        match self {
            Piece::Run(piece) => Ok(piece.content()),
            Piece::Machine(piece) => piece.content(options),
            Piece::Assumption(document) => assumption::assumed(file, document, options),
            Piece::Proof(document, result) => {
                proof::proved(file, &document.target, std::iter::once(*result), options)
            }
            Piece::Versions(document) => versions::compared(document, options, read),
        }
    }
}

impl Document {
    /// Everything that can be drawn of the document, in its order: first pictures of the entire document and
    /// proofs, then runs and machines. At most 150 of either are listed.
    ///
    /// The counterexamples of a check are listed one by one; its document has no piece of its own.
    pub fn pieces(&self) -> Vec<Addressed<'_>> {
        let (mut first, mut parts) = (Pieces::default(), Pieces::default());
        match self {
            Document::Assume(document) => {
                first.add("", Piece::Assumption(document));
                parts.assume(document);
            }
            Document::Check(document) => {
                for (i, result) in document.results.iter().enumerate() {
                    let deadlocks = result.kind == CheckKind::Deadlock;
                    let run = result.steps.as_ref();
                    let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
                    let piece = |run| RunPiece { cycle_from, deadlocks, ..RunPiece::new(run, &result.name) };
                    parts.run(format!("/results/{i}/steps"), run.map(piece));
                }
            }
            Document::Compat(document) => {
                first.add("", Piece::Versions(document));
                parts.compat("", document);
            }
            Document::CompatMatrix(document) => {
                for (i, result) in document.results.iter().enumerate() {
                    parts.compat(&format!("/results/{i}"), result);
                }
            }
            Document::Prove(document) => {
                for (i, result) in document.results.iter().enumerate() {
                    first.add(format!("/results/{i}"), Piece::Proof(document, result));
                    parts.proof(&format!("/results/{i}"), result);
                }
            }
            Document::Replay(document) => {
                parts.run("/steps", document.steps.as_ref().map(|run| RunPiece::new(run, "")));
            }
            Document::Simulate(document) => {
                parts.run("/steps", Some(RunPiece::new(&document.steps, "")));
            }
            Document::Watch(document) => {
                document.drift.iter().for_each(|drift| parts.drift(drift));
            }
            Document::Certify(_)
            | Document::Code(_)
            | Document::Compare(_)
            | Document::Compose(_)
            | Document::Draw(_)
            | Document::Error(_)
            | Document::Monitor(_)
            | Document::Project(_) => {}
        }
        first.0.truncate(MOST_PIECES);
        parts.0.truncate(MOST_PIECES);
        first.0.append(&mut parts.0);
        first.0
    }
}

/// A list of pieces in the making.
#[derive(Default)]
struct Pieces<'d>(Vec<Addressed<'d>>);

impl<'d> Pieces<'d> {
    fn add(&mut self, address: impl Into<String>, piece: Piece<'d>) {
        self.0.push(Addressed { address: address.into(), piece });
    }

    /// A run, if there is one.
    fn run(&mut self, address: impl Into<String>, run: Option<RunPiece<'d>>) {
        if let Some(run) = run {
            self.add(address, Piece::Run(run));
        }
    }

    fn assume(&mut self, document: &'d AssumeDocument) {
        self.run("/steps", document.steps.as_ref().map(|run| RunPiece::new(run, "")));
        if let Some(lts) = &document.assumption {
            self.add("/assumption", MachinePiece::assumption(lts, &document.states));
        }
        self.explanation("/explanation", &document.explanation);
        if let Some(partial) = &document.partial {
            self.forbidden("/partial/forbidden", &partial.forbidden);
            if let Some(prefix) = &partial.assumption {
                self.add("/partial/assumption/lts", MachinePiece::plain(&prefix.lts));
            }
        }
        if let Some(discharged) = &document.discharged {
            self.run("/discharged/steps", discharged.steps.as_ref().map(|run| RunPiece::new(run, "")));
        }
    }

    fn explanation(&mut self, address: &str, explained: &'d [ExplainedView]) {
        for (i, state) in explained.iter().enumerate() {
            self.forbidden(&format!("{address}/{i}/forbids"), &state.forbids);
        }
    }

    fn forbidden(&mut self, address: &str, forbidden: &'d [ForbiddenView]) {
        for (i, forbidden) in forbidden.iter().enumerate() {
            let run = forbidden.steps.as_ref().map(|run| RunPiece::new(run, &forbidden.action));
            self.run(format!("{address}/{i}/steps"), run);
        }
    }

    fn compat(&mut self, address: &str, document: &'d CompatDocument) {
        for (i, result) in document.compatibility.iter().flat_map(|kept| &kept.results).enumerate() {
            let deadlocks = result.kind == "deadlock";
            let cycle_from = (!result.cycle.is_empty()).then_some(result.trace.len());
            let piece = |run| RunPiece { cycle_from, deadlocks, ..RunPiece::new(run, &result.name) };
            self.run(format!("{address}/compatibility/results/{i}/steps"), result.steps.as_ref().map(piece));
        }
        if let Some(lts) = &document.candidate_with_missing {
            self.add(format!("{address}/candidate_with_missing"), MachinePiece::plain(lts));
        }
    }

    fn proof(&mut self, address: &str, result: &'d ProofView) {
        for (i, lts) in result.assumptions.iter().enumerate() {
            let states = result.details.get(i).map_or(&[][..], |detail: &AssumptionView| &detail.states);
            self.add(format!("{address}/assumptions/{i}"), MachinePiece::assumption(lts, states));
        }
        for (i, detail) in result.details.iter().enumerate() {
            self.explanation(&format!("{address}/details/{i}/explanation"), &detail.explanation);
        }
        let run = result.steps.as_ref().map(|run| RunPiece::new(run, &result.property));
        self.run(format!("{address}/steps"), run);
        for (i, round) in result.rounds.iter().enumerate() {
            for (j, lts) in round.hypotheses.iter().enumerate() {
                let address = format!("{address}/rounds/{i}/hypotheses/{j}");
                self.add(address, MachinePiece::assumption(lts, &[]));
            }
        }
    }

    fn drift(&mut self, drift: &'d DriftView) {
        for (i, reading) in drift.readings.iter().enumerate() {
            let run = reading.steps.as_ref().map(|run| RunPiece::new(run, ""));
            self.run(format!("/drift/readings/{i}/steps"), run);
        }
        if let Some(lts) = &drift.assumption {
            self.add("/drift/assumption", MachinePiece::assumption(lts, &[]));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::StepView;

    fn run() -> TraceView {
        let step = StepView {
            action: "a".to_string(),
            participants: vec![5],
            changes: vec![(9, "X".to_string())],
            places: Vec::new(),
        };
        TraceView {
            components: vec!["A".to_string()],
            initial: vec!["A".to_string()],
            steps: vec![step],
            enabled: Vec::new(),
            blocked: Vec::new(),
        }
    }

    #[test]
    fn a_cycle_after_the_end_is_ignored_and_so_are_strange_positions() {
        let run = run();
        for (given, expected) in [(None, None), (Some(0), Some(0)), (Some(1), None), (Some(4), None)] {
            let piece = RunPiece { cycle_from: given, ..RunPiece::new(&run, "title") };
            let picture = piece.content().document("m.lts");
            let chart = picture.chart.expect("a run is a chart");
            assert_eq!((chart.cycle_from, chart.steps.len()), (expected, 1), "{given:?}");
            assert_eq!(picture.title, "title");
        }
    }

    #[test]
    fn a_machine_that_contradicts_itself_is_an_error() {
        let lts = |initial: u32, target: u32| -> LtsDocument {
            serde_json::from_value(json!({"name": "X", "alphabet": ["a"], "states": 1, "initial": initial,
                "transitions": [[0, "a", target]]}))
            .expect("all fields are there")
        };
        for (initial, target, is_right) in [(0, 0, true), (7, 0, false), (0, 9, false)] {
            let lts = lts(initial, target);
            for forbids in [false, true] {
                let piece = MachinePiece { lts: &lts, title: "", states: &[], forbids };
                assert_eq!(piece.content(&PictureOptions::default()).is_ok(), is_right, "{initial} {target}");
            }
        }
    }

    #[test]
    fn an_assumption_is_drawn_as_such_and_another_machine_is_not() {
        let lts: LtsDocument =
            serde_json::from_value(json!({"name": "X", "alphabet": ["a", "b"], "states": 2,
            "initial": 0, "transitions": [[0, "a", 1], [1, "a", 1], [1, "b", 1]], "sink": 1}))
            .expect("all fields are there");
        let names = ["start".to_string(), "free".to_string()];
        let drawn = |forbids: bool| {
            let piece = MachinePiece { lts: &lts, title: "", states: &names, forbids };
            piece.content(&PictureOptions::default()).expect("it is right").document("m.lts")
        };
        let (assumption, plain) = (drawn(true), drawn(false));
        assert_eq!((assumption.picture.as_str(), plain.picture.as_str()), ("assumption", "machine"));
        assert!(assumption.svg.contains("forbidden") && !plain.svg.contains("forbidden"));
        assert!(!assumption.svg.contains("free") && plain.svg.contains("free"));
        assert_eq!((assumption.notes.len(), plain.notes.len()), (1, 0));
        assert_eq!(assumption.title, "X");
    }

    #[test]
    fn a_long_list_of_pieces_is_cut() {
        let round = json!({"rule": "asym", "states": [1], "actions": 1, "queries": 1, "what": "",
            "hypotheses": [{"name": "A", "alphabet": [], "states": 1, "initial": 0, "transitions": []}]});
        let result = json!({"property": "P", "verdict": "holds", "vacuous": false, "components": [],
            "dropped": [], "assumptions": [], "details": [], "premises": [], "trace": [], "on_target": false,
            "statistics": {"membership_queries": 0, "equivalence_queries": 0, "rounds": 0, "largest_product": 0,
            "expansions": 0, "alphabet": [], "seconds": 0.0}, "tried": [], "rounds": vec![round; 200],
            "notes": []});
        let document =
            Document::from_value(&json!({"schema": "rely/prove/1", "file": "m.lts", "target": "S",
            "components": [], "results": [result], "warnings": [], "diagnostics": []}))
            .expect("all fields are there");
        let pieces = document.pieces();
        assert_eq!(pieces.len(), 1 + MOST_PIECES);
        assert_eq!(pieces[0].address, "/results/0");
        assert_eq!(pieces.last().expect("there are some").address, "/results/0/rounds/149/hypotheses/0");
    }
}
