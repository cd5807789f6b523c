//! Variables that change at any time.

use rely_llvm::debug::Place;
use rely_llvm::ir::Type;
use rely_terms::Term;

use super::state::{Run, Val};
use super::{CheckKind, Encoder, FreshCause, Note, What};
use crate::objects::ObjectKind;

impl Encoder<'_> {
    /// A value of a volatile variable, which may change at any time. With threads, only the value that it has
    /// is followed, and no check holds.
    pub(super) fn volatile(
        &mut self,
        run: &mut Run,
        instance: u32,
        address: Term,
        ty: &Type,
        stored: Val,
        place: Option<Place>,
    ) -> Option<Val> {
        if self.threaded {
            // Threads talk through such variables: any value would accuse them of what they do not do.
            let message = "a volatile variable, which may change at any time, in a program with threads";
            self.fail(run, CheckKind::Unmodeled, message, place);
            return Some(stored);
        }
        let size = self.size(run, ty, place)?;
        let names: Vec<String> = self
            .targets(address)
            .objects
            .iter()
            .map(|&(o, _)| self.objects[o as usize].name.clone())
            .collect();
        self.notes.extend(names.into_iter().map(Note::Volatile));
        let value = self.any_of_type("volatile", ty);
        if let Val::Bits(bits) = value {
            let parts = vec![(0, size, bits)];
            self.step(run, instance, place, What::Fresh { cause: FreshCause::Volatile, parts });
        }
        Some(value)
    }

    /// The address is that of a local variable: nothing else can change it.
    pub(super) fn is_local(&mut self, address: Term) -> bool {
        let targets = self.targets(address);
        let local =
            |&(object, _): &(u32, _)| matches!(self.objects[object as usize].kind, ObjectKind::Local(..));
        !targets.unknown && targets.objects.iter().all(local)
    }
}
