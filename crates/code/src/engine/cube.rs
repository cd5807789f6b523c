//! Conjunctions of literals over the predicates of a point.

use rely_terms::{Term, Terms};

/// A literal: twice the number of the predicate, plus one if it is negated.
pub(crate) type Lit = u32;

/// A conjunction of literals, sorted. Predicates that do not occur may have any value.
pub(crate) type Cube = Box<[Lit]>;

/// Does `wide` contain every state of `narrow`? It does if its literals are among the other's.
pub(crate) fn covers(wide: &[Lit], narrow: &[Lit]) -> bool {
    if wide.len() > narrow.len() {
        return false;
    }
    let mut rest = narrow.iter();
    wide.iter().all(|literal| rest.any(|other| other == literal))
}

/// The term of a literal.
pub(crate) fn literal_term(terms: &mut Terms, predicates: &[Term], literal: Lit) -> Term {
    let predicate = predicates[literal as usize / 2];
    if literal % 2 == 1 { terms.not(predicate) } else { predicate }
}

/// The term of a cube.
pub(crate) fn cube_term(terms: &mut Terms, predicates: &[Term], cube: &[Lit]) -> Term {
    let literals: Vec<Term> = cube.iter().map(|&literal| literal_term(terms, predicates, literal)).collect();
    terms.and_all(literals)
}

/// Joins cubes that differ in the sign of one literal only, as long as there are any. The union stays the
/// same.
pub(crate) fn merge(cubes: &mut Vec<Cube>) {
    cubes.sort_unstable();
    cubes.dedup();
    let mut changed = true;
    while changed && cubes.len() > 1 && cubes.len() <= 4096 {
        changed = false;
        let mut gone = vec![false; cubes.len()];
        let mut joined: Vec<Cube> = Vec::new();
        for position in 0..cubes.len() {
            if gone[position] {
                continue;
            }
            for index in 0..cubes[position].len() {
                if cubes[position][index] % 2 == 1 {
                    continue;
                }
                let mut partner = cubes[position].clone();
                partner[index] += 1;
                if let Ok(other) = cubes.binary_search(&partner)
                    && !gone[other]
                {
                    gone[position] = true;
                    gone[other] = true;
                    let without = cubes[position].iter().enumerate().filter(|&(at, _)| at != index);
                    joined.push(without.map(|(_, &literal)| literal).collect());
                    changed = true;
                    break;
                }
            }
        }
        let mut kept = gone.iter();
        cubes.retain(|_| kept.next() == Some(&false));
        cubes.append(&mut joined);
        cubes.sort_unstable();
        cubes.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_cubes_have_the_same_valuations() {
        let all: Vec<Cube> =
            (0..8u32).map(|n| (0..3).map(|bit| 2 * bit + (n >> bit & 1)).collect()).collect();
        let mut cubes = all.clone();
        merge(&mut cubes);
        assert_eq!(cubes, vec![Cube::default()]);
        let mut some = vec![all[0].clone(), all[1].clone(), all[6].clone()];
        merge(&mut some);
        let count = all.iter().filter(|full| some.iter().any(|cube| covers(cube, full))).count();
        assert_eq!((some.len(), count), (2, 3));
    }

    #[test]
    fn fewer_literals_cover_more() {
        assert!(covers(&[1, 4], &[1, 2, 4]));
        assert!(!covers(&[1, 4], &[1, 2, 5]));
        assert!(covers(&[], &[]));
        assert!(!covers(&[0], &[]));
    }
}
