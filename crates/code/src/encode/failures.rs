//! How paths end: at the end of the program, or where a check fails.

use rely_llvm::debug::Place;
use rely_terms::Term;

use super::state::Run;
use super::{CheckKind, Encoder, Site, Step, What};
use crate::blocks::{PointId, PointKind};
use crate::threads::Effect;

impl Encoder<'_> {
    /// The program ends.
    pub(super) fn exit(&mut self, run: Run) {
        let end = match self.end {
            Some(end) => end,
            None => {
                let end = self.point("end".to_string(), PointKind::End, None);
                self.end = Some(end);
                end
            }
        };
        let run = match self.options.keeps_end {
            true => run,
            false => Run { state: self.cells.iter().map(|cell| cell.term).collect(), ..run },
        };
        self.edge(end, run, None, Effect::None);
    }

    /// Leads to an error point if a condition is true.
    pub(super) fn fail_if(
        &mut self,
        run: &Run,
        condition: Term,
        kind: CheckKind,
        message: &str,
        place: Option<Place>,
    ) {
        if self.options.checked_before {
            return;
        }
        let path = run.path.term(&mut self.terms);
        let guard = self.terms.and(path, condition);
        if self.terms.as_constant(guard) == Some(0) {
            return;
        }
        let point = self.error_point(Site { kind, message: message.to_string(), place });
        let before = self.failures.get(&point).copied();
        let either = match before {
            Some(before) => self.terms.or(before, guard),
            None => guard,
        };
        self.failures.insert(point, either);
    }

    pub(super) fn error_point(&mut self, site: Site) -> PointId {
        if let Some(&point) = self.site_of.get(&site) {
            return point;
        }
        let number = self.sites.len() as u32;
        let point = self.point(site.message.clone(), PointKind::Error(number), None);
        self.sites.push(site.clone());
        self.site_of.insert(site, point);
        point
    }

    /// The path always fails here.
    pub(super) fn fail(&mut self, run: &Run, kind: CheckKind, message: &str, place: Option<Place>) {
        let always = self.terms.truth(true);
        self.fail_if(run, always, kind, message, place);
    }

    pub(super) fn step(&mut self, run: &Run, instance: u32, place: Option<Place>, what: What) {
        let reached = run.path.term(&mut self.terms);
        let steps = self.regions.last_mut().expect("a region is being encoded");
        steps.push(Step { reached, instance, place, what });
    }
}
