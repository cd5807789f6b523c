//! The document about versions of which at least one is abstracted.

use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use rely_lts::Actions;
use rely_report::view::{CompatDocument, CompatKind, CompatStatisticsView};
use rely_report::{Failure, compat_summary};

use super::super::class::class;
use super::super::containment::Contained;
use super::super::resolve::{Version, Word};
use super::super::system::{self, Around};
use super::super::{Pair, Pairs, compatibility, notes};
use super::meeting::Meeting;
use super::system::{Decided, SystemQuestion};
use super::{AbstractCode, Over, Side};

impl Pairs<'_> {
    /// Compares two versions that need not be exact.
    ///
    /// # Errors
    /// If something is asked for that needs exact versions, a model is wrong, or a run does not replay.
    pub(in crate::compat) fn abstract_document(
        &mut self,
        old: &Word,
        new: &Word,
        certificate: Option<&Path>,
    ) -> Result<CompatDocument, Failure> {
        let codes: Vec<Rc<AbstractCode>> = [old, new]
            .into_iter()
            .filter_map(|word| match word {
                Word::Abstract(code) => Some(code.clone()),
                Word::Source(_) => None,
            })
            .collect();
        self.refuse(&codes, certificate)?;
        let document = self.abstract_answer(old, new, &codes)?;
        // What was known of earlier versions must not be the reason that nothing is decided.
        let restarted = || codes.iter().map(|code| code.restart()).fold(false, |one, other| one | other);
        if document.verdict == CompatKind::Unknown && restarted() {
            return self.abstract_answer(old, new, &codes);
        }
        Ok(document)
    }

    /// The answer from what is known now.
    fn abstract_answer(
        &mut self,
        old: &Word,
        new: &Word,
        codes: &[Rc<AbstractCode>],
    ) -> Result<CompatDocument, Failure> {
        let (start, control) = (Instant::now(), self.control);
        let baseline = self.side(old, new.name())?;
        let Over(first) = baseline.over(control)?;
        let candidate = self.side(new, Some(&first.name))?;
        let around = system::around(self.options, self.system.as_ref(), &first)?;
        let (actions, surroundings) = match &around {
            Around::Nothing(_) => (Actions::new(), None),
            Around::System(surroundings) => (surroundings.actions(), Some(&**surroundings)),
        };
        let question = SystemQuestion {
            surroundings,
            baseline: &baseline,
            candidate: &candidate,
            actions: &actions,
            options: self.options,
            control,
        };
        let decided = match question.decide() {
            Ok(decided) => decided,
            Err(failure) => {
                let why = format!("the system was not decided: {}", system::spent(failure)?);
                Decided { view: Some(compatibility::undecided(why)), ..Decided::default() }
            }
        };
        let built = decided.built.as_ref();
        let asked = |old: &Version, new: &Version| {
            let pair = Pair {
                pairs: self,
                baseline: old,
                candidate: new,
                around: &around,
                actions: actions.clone(),
            };
            pair.question(old.clone(), new.clone(), &[], built)
        };
        let meeting = Meeting { baseline: &baseline, candidate: &candidate, asked: &asked, control };
        let mut all_notes: Vec<String> = match &around {
            Around::Nothing(note) => note.iter().cloned().collect(),
            Around::System(_) => Vec::new(),
        };
        all_notes.extend(decided.notes);
        let contained = match meeting.decide() {
            Ok((question, contained)) => {
                all_notes.extend(notes::about(&question, &contained.view));
                contained
            }
            Err(failure) => Contained::undecided(system::spent(failure)?.to_string()),
        };
        all_notes.extend(codes.iter().map(|code| code.note()));
        all_notes.push(
            "traces were compared; what the versions may refuse is not compared without exact transition systems"
                .to_string(),
        );
        all_notes.dedup();
        let (Over(old), Over(new)) = (baseline.over(control)?, candidate.over(control)?);
        let Contained { view: containment, warnings, .. } = contained;
        let largest_product = decided.largest_product;
        let mut statistics = CompatStatisticsView { largest_product, ..CompatStatisticsView::default() };
        self.count(&mut statistics, codes);
        statistics.seconds = start.elapsed().as_secs_f64();
        let compatibility = decided.view;
        let mut document = CompatDocument {
            schema: "rely/compat/1".to_string(),
            baseline: old.view(),
            candidate: new.view(),
            system: surroundings.zip(built).map(|(around, built)| around.view(&built.upgrade)),
            verdict: class(containment.verdict, compatibility.as_ref().map(|c| c.verdict)),
            summary: String::new(),
            losses_allowed: self.options.allow_losses,
            first_letter: false,
            containment,
            compatibility,
            candidate_with_missing: None,
            refusal: None,
            statistics,
            notes: all_notes,
            warnings,
            diagnostics: Vec::new(),
            certificate: None,
            certified: None,
        };
        document.summary = compat_summary(&document);
        Ok(document)
    }

    /// What needs exact versions.
    fn refuse(&self, codes: &[Rc<AbstractCode>], certificate: Option<&Path>) -> Result<(), Failure> {
        let Some(code) = codes.first() else { return Ok(()) };
        if certificate.is_some() {
            let message = "no certificate can be written: a version is an abstraction of C".to_string();
            return Err(Failure::in_file("E1085", code.path.clone(), message).help(
                "a certificate is about the transition systems in it, not about the code they stand for",
            ));
        }
        let options = self.options;
        let needs = [
            (!options.forbid.is_empty(), "prohibited behavior (--forbid)"),
            (!options.observe.is_empty(), "a list of observed actions (--observe)"),
            (options.deadlock, "deadlock (--deadlock)"),
            (options.completed, "the candidate with its losses (--completed)"),
        ];
        match needs.into_iter().find(|(asked, _)| *asked) {
            Some((_, what)) => Err(code.refused(&format!("{what} needs an exact one"))),
            None => Ok(()),
        }
    }

    /// A version for the comparison.
    fn side(&mut self, word: &Word, other: Option<&str>) -> Result<Side, Failure> {
        Ok(match word {
            Word::Source(source) => Side::Exact(self.version(source, other)?),
            Word::Abstract(code) => Side::Abstract(code.clone()),
        })
    }
}
