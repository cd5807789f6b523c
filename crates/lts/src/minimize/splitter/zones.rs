//! A partition whose sets have two zones each.
//!
//! # Memory layout
//! `elements` is a permutation in which every set is contiguous: `elements[start..middle]` is its front zone
//! and `elements[middle..end]` its back zone. Elements can be picked; the picked ones of a zone are its first
//! ones. `location` is the inverse of `elements`. 12 bytes per element and 20 per set.

use std::ops::Range;

pub(in super::super) struct Zones {
    elements: Vec<u32>,
    location: Vec<u32>,
    set: Vec<u32>,
    bounds: Vec<Bounds>,
}

#[derive(Clone, Copy)]
struct Bounds {
    start: u32,
    middle: u32,
    end: u32,
    picked_front: u32,
    picked_back: u32,
}

/// What became of a set with picked elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Picked {
    /// All of its elements were picked, and it is still the same set.
    All,
    /// The picked elements are this new set.
    New(u32),
}

impl Zones {
    /// The partition with the given set per element; sets are numbered without gaps. None is picked.
    pub(in super::super) fn new(set: Vec<u32>, n_sets: usize, is_front: impl Fn(u32) -> bool) -> Self {
        let empty = Bounds { start: 0, middle: 0, end: 0, picked_front: 0, picked_back: 0 };
        let mut bounds = vec![empty; n_sets];
        for (e, &s) in set.iter().enumerate() {
            let bounds = &mut bounds[s as usize];
            bounds.end += 1;
            bounds.middle += u32::from(is_front(e as u32));
        }
        let mut sum = 0;
        // Where the next element of either zone goes, for the time being.
        for b in &mut bounds {
            (b.start, b.middle, b.end) = (sum, sum + b.middle, sum + b.end);
            (b.picked_front, b.picked_back) = (b.start, b.middle);
            sum = b.end;
        }
        let (mut elements, mut location) = (vec![0; set.len()], vec![0; set.len()]);
        for (e, &s) in set.iter().enumerate() {
            let bounds = &mut bounds[s as usize];
            let at = if is_front(e as u32) { &mut bounds.picked_front } else { &mut bounds.picked_back };
            elements[*at as usize] = e as u32;
            location[e] = *at;
            *at += 1;
        }
        bounds.iter_mut().for_each(|b| (b.picked_front, b.picked_back) = (0, 0));
        Zones { elements, location, set, bounds }
    }

    pub(in super::super) fn n_sets(&self) -> usize {
        self.bounds.len()
    }

    #[inline]
    pub(in super::super) fn set_of(&self, element: u32) -> u32 {
        self.set[element as usize]
    }

    /// The positions of all elements of a set.
    pub(in super::super) fn whole(&self, set: u32) -> Range<u32> {
        let Bounds { start, end, .. } = self.bounds[set as usize];
        start..end
    }

    /// The positions of the front zone.
    pub(in super::super) fn front(&self, set: u32) -> Range<u32> {
        let Bounds { start, middle, .. } = self.bounds[set as usize];
        start..middle
    }

    #[inline]
    pub(in super::super) fn at(&self, position: u32) -> u32 {
        self.elements[position as usize]
    }

    #[inline]
    pub(in super::super) fn is_front(&self, element: u32) -> bool {
        self.location[element as usize] < self.bounds[self.set_of(element) as usize].middle
    }

    #[inline]
    fn swap(&mut self, i: u32, j: u32) {
        let (e, f) = (self.elements[i as usize], self.elements[j as usize]);
        self.elements.swap(i as usize, j as usize);
        self.location[e as usize] = j;
        self.location[f as usize] = i;
    }

    /// Picks an element, if it is not picked yet; is it the first of its set?
    #[inline]
    pub(in super::super) fn pick(&mut self, element: u32) -> bool {
        let bounds = &mut self.bounds[self.set[element as usize] as usize];
        let first = bounds.picked_front + bounds.picked_back == 0;
        let at = self.location[element as usize];
        let to = if at < bounds.middle {
            let to = bounds.start + bounds.picked_front;
            bounds.picked_front += u32::from(at >= to);
            to
        } else {
            let to = bounds.middle + bounds.picked_back;
            bounds.picked_back += u32::from(at >= to);
            to
        };
        if at > to {
            self.swap(at, to);
        }
        first
    }

    /// Nothing of the set is picked any more. Returns how many in front were: they are its first elements.
    pub(in super::super) fn clear_picks(&mut self, set: u32) -> u32 {
        let bounds = &mut self.bounds[set as usize];
        bounds.picked_back = 0;
        std::mem::replace(&mut bounds.picked_front, 0)
    }

    /// Makes the picked elements, of which there are some, a set of their own. Every element stays in its
    /// zone.
    pub(in super::super) fn split_picked(&mut self, set: u32) -> Picked {
        let Bounds { start, middle, end, picked_front, picked_back } = self.bounds[set as usize];
        let size = picked_front + picked_back;
        debug_assert!(size > 0, "something is picked");
        self.clear_picks(set);
        if size == end - start {
            return Picked::All;
        }
        // Front zone: picked, others; back zone: picked, others. The two in the middle change places.
        let others = middle - start - picked_front;
        let n_swaps = others.min(picked_back);
        for i in 0..n_swaps {
            self.swap(start + picked_front + i, middle + picked_back - 1 - i);
        }
        let cut = start + size;
        let new = self.bounds.len() as u32;
        let none = Bounds { start, middle: start + picked_front, end: cut, picked_front: 0, picked_back: 0 };
        self.bounds.push(none);
        let rest = &mut self.bounds[set as usize];
        rest.start = cut;
        rest.middle = cut + others;
        for at in start..cut {
            self.set[self.elements[at as usize] as usize] = new;
        }
        Picked::New(new)
    }

    /// Moves an element to the front zone, if it is not there. Nothing of its set is picked.
    pub(in super::super) fn move_to_front(&mut self, element: u32) {
        if self.is_front(element) {
            return;
        }
        let bounds = &mut self.bounds[self.set[element as usize] as usize];
        debug_assert!(bounds.picked_front + bounds.picked_back == 0, "nothing is picked");
        let to = bounds.middle;
        bounds.middle += 1;
        self.swap(self.location[element as usize], to);
    }

    /// All elements of a set are in its front zone. Nothing is picked.
    pub(in super::super) fn all_to_front(&mut self, set: u32) {
        let bounds = &mut self.bounds[set as usize];
        bounds.middle = bounds.end;
    }

    /// All elements of a set are in its back zone. Nothing is picked.
    pub(in super::super) fn all_to_back(&mut self, set: u32) {
        let bounds = &mut self.bounds[set as usize];
        bounds.middle = bounds.start;
    }

    /// The set of every element.
    pub(in super::super) fn into_sets(self) -> Vec<u32> {
        self.set
    }

    /// Bytes held.
    pub(in super::super) fn memory(&self) -> usize {
        self.elements.capacity() * 12 + self.bounds.capacity() * size_of::<Bounds>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(zones: &Zones, range: Range<u32>) -> Vec<u32> {
        let mut found: Vec<u32> = range.map(|at| zones.at(at)).collect();
        found.sort_unstable();
        found
    }

    fn shape(zones: &Zones, set: u32) -> (Vec<u32>, Vec<u32>) {
        let (front, whole) = (zones.front(set), zones.whole(set));
        (zone(zones, front.clone()), zone(zones, front.end..whole.end))
    }

    /// All ways to pick from five elements, for all zones of these: everything stays in its zone.
    #[test]
    fn picked_elements_keep_their_zones() {
        for fronts in 0u32..32 {
            for picks in 1u32..32 {
                // Element 5 is a set of its own.
                let mut zones = Zones::new(vec![0, 0, 0, 0, 0, 1], 2, |e| fronts >> e & 1 == 1);
                let chosen =
                    |wanted: &dyn Fn(u32) -> bool| -> Vec<u32> { (0..5).filter(|&e| wanted(e)).collect() };
                let front = |e: u32| fronts >> e & 1 == 1;
                let picked = |e: u32| picks >> e & 1 == 1;
                let firsts: Vec<bool> = chosen(&picked).iter().map(|&e| zones.pick(e)).collect();
                assert!(firsts[0] && !firsts[1..].contains(&true));
                assert!(!zones.pick(chosen(&picked)[0]), "picked already");
                match zones.split_picked(0) {
                    Picked::All => assert_eq!(picks, 31),
                    Picked::New(new) => {
                        assert_eq!(new, 2);
                        let new_shape =
                            (chosen(&|e| picked(e) && front(e)), chosen(&|e| picked(e) && !front(e)));
                        assert_eq!(shape(&zones, 2), new_shape);
                        let rest =
                            (chosen(&|e| !picked(e) && front(e)), chosen(&|e| !picked(e) && !front(e)));
                        assert_eq!(shape(&zones, 0), rest);
                    }
                }
                assert!(
                    (0..5)
                        .all(|e| zones.is_front(e) == front(e) && zones.at(zones.location[e as usize]) == e)
                );
                zones.move_to_front(3);
                assert!((0..5).all(|e| zones.is_front(e) == (front(e) || e == 3)));
                assert_eq!(zones.clear_picks(0), 0);
            }
        }
    }
}
