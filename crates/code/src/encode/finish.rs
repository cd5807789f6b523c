//! The result of an encoding.

use rely_lts::{Budget, Spent};

use super::{CheckKind, Encoder, Note, Program, Site};
use crate::blocks::{Blocks, Edge, Point, PointId};
use crate::threads::{Refused, interleave};

impl Encoder<'_> {
    pub(super) fn finish(mut self, budget: &Budget) -> Result<Program, Spent> {
        if self.threaded {
            self.notes.insert(Note::Threads(self.graph.threads.len() as u32));
        }
        let values = self.part_values();
        let mut places = Vec::new();
        if !self.threaded {
            let place = |segment: &Option<u32>| segment.and_then(|segment| self.segment_place(segment));
            places = self.segments.iter().map(place).collect();
        }
        let mut blocks = Blocks {
            terms: self.terms,
            cells: self.cells,
            points: self.points,
            entry: PointId(0),
            edges: self.edges,
        };
        if self.threaded {
            blocks = match interleave(blocks, &self.threads, self.options.positions, budget) {
                Ok(interleaved) => interleaved.blocks,
                Err(Refused::TooMany(graphs)) => too_many(*graphs, &mut self.sites, self.options.positions),
                Err(Refused::Spent(spent)) => return Err(spent),
            };
            self.segments = vec![None; blocks.points.len()];
            places = vec![None; blocks.points.len()];
            self.action_places.clear();
        } else {
            blocks.compute_live();
        }
        Ok(Program {
            blocks,
            sites: self.sites,
            regions: self.regions,
            segments: self.segments,
            places,
            action_places: self.action_places,
            notes: self.notes,
            objects: self.objects,
            weak_updates: self.weak_updates,
            signed: self.signed,
            accessed: self.accessed,
            initial: self.initial,
            values,
        })
    }
}

/// A program whose threads have too many combinations of positions: no verdict.
fn too_many(graphs: Blocks, sites: &mut Vec<Site>, limit: usize) -> Blocks {
    let Blocks { mut terms, cells, points, entry, .. } = graphs;
    let message = format!("more than {limit} combinations of positions of threads");
    let number = sites.len() as u32;
    let error =
        Point { name: message.clone(), kind: crate::blocks::PointKind::Error(number), live: Vec::new() };
    sites.push(Site { kind: CheckKind::Unmodeled, message, place: None });
    let edge = Edge {
        from: PointId(0),
        to: PointId(1),
        guard: terms.truth(true),
        updates: Vec::new(),
        action: None,
        region: 0,
    };
    let points = vec![points[entry.index()].clone(), error];
    Blocks { terms, cells, points, entry: PointId(0), edges: vec![edge] }
}
