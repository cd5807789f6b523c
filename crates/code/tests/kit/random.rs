//! Random programs with few bits.

use rely_code::blocks::{Blocks, CellId, PointId, PointKind};
use rely_terms::Term;

use super::{Builder, Random};

/// A random program: several cells, loops, inputs and errors.
pub fn program(random: &mut Random) -> Blocks {
    let mut builder = Builder::new();
    let mut cells: Vec<(CellId, Term)> = Vec::new();
    let mut bits = 0;
    for number in 0..1 + random.below(3) {
        let width = 1 + random.below(4) as u32;
        if bits + width <= 6 {
            bits += width;
            cells.push(builder.cell(&format!("c{number}"), width));
        }
    }
    let cuts: Vec<PointId> = (0..1 + random.below(4)).map(|_| builder.point(PointKind::Cut)).collect();
    let errors: Vec<PointId> =
        (0..1 + random.below(3)).map(|number| builder.point(PointKind::Error(number as u32))).collect();
    let end = builder.point(PointKind::End);
    // From the entry to the first cut point, most cells set.
    let mut updates = Vec::new();
    for &(cell, term) in &cells {
        if random.chance(85) {
            let width = builder.blocks.terms.width(term);
            let value = builder.number(random.next() as u128, width);
            updates.push((cell, value));
        }
    }
    let always = builder.always();
    builder.edge(PointId(0), cuts[0], always, &updates);
    for (number, &cut) in cuts.iter().enumerate() {
        let mut left = 3;
        let inputs: Vec<Term> = (0..random.below(3))
            .filter_map(|_| {
                let width = 1 + random.below(2) as u32;
                (left >= width).then(|| {
                    left -= width;
                    builder.input(width)
                })
            })
            .collect();
        let mut variables: Vec<Term> = cells.iter().map(|&(_, term)| term).collect();
        // Straight on, so that later points are reached; and anywhere else.
        let next = cuts.get(number + 1).copied().unwrap_or(end);
        let mut targets = vec![next];
        for _ in 0..1 + random.below(2) {
            targets.push(cuts[random.below(cuts.len())]);
        }
        variables.extend(inputs);
        for to in targets {
            let mut guard = builder.always();
            for _ in 0..random.below(3) {
                let part = boolean(&mut builder, random, &variables, 2);
                guard = builder.blocks.terms.and(guard, part);
            }
            let mut updates = Vec::new();
            for &(cell, term) in &cells {
                if random.chance(45) {
                    let width = builder.blocks.terms.width(term);
                    updates.push((cell, vector(&mut builder, random, &variables, width, 2)));
                }
            }
            builder.edge(cut, to, guard, &updates);
        }
        if random.chance(55) {
            let error = errors[random.below(errors.len())];
            let mut guard = builder.always();
            for _ in 0..1 + random.below(3) {
                let part = boolean(&mut builder, random, &variables, 1);
                guard = builder.blocks.terms.and(guard, part);
            }
            builder.edge(cut, error, guard, &[]);
        }
    }
    builder.finish()
}

fn boolean(builder: &mut Builder, random: &mut Random, variables: &[Term], depth: usize) -> Term {
    let width = 1 + random.below(4) as u32;
    let a = vector(builder, random, variables, width, depth);
    let other = if random.chance(60) { 0 } else { depth };
    let b = vector(builder, random, variables, width, other);
    let terms = &mut builder.blocks.terms;
    match random.below(5) {
        0 | 1 => terms.eq(a, b),
        2 => terms.ult(a, b),
        3 => terms.slt(a, b),
        _ => terms.ne(a, b),
    }
}

fn vector(builder: &mut Builder, random: &mut Random, variables: &[Term], width: u32, depth: usize) -> Term {
    if depth == 0 || random.chance(25) {
        if random.chance(45) || variables.is_empty() {
            return builder.number(random.next() as u128, width);
        }
        let variable = variables[random.below(variables.len())];
        let terms = &mut builder.blocks.terms;
        let has = terms.width(variable);
        return match has.cmp(&width) {
            std::cmp::Ordering::Less if random.chance(50) => terms.zext(variable, width),
            std::cmp::Ordering::Less => terms.sext(variable, width),
            std::cmp::Ordering::Equal => variable,
            std::cmp::Ordering::Greater => terms.extract(variable, width - 1, 0),
        };
    }
    if random.chance(20) {
        let condition = boolean(builder, random, variables, depth - 1);
        let a = vector(builder, random, variables, width, depth - 1);
        let b = vector(builder, random, variables, width, depth - 1);
        return builder.blocks.terms.ite(condition, a, b);
    }
    let a = vector(builder, random, variables, width, depth - 1);
    let b = vector(builder, random, variables, width, depth - 1);
    let terms = &mut builder.blocks.terms;
    match random.below(8) {
        0..=2 => terms.add(a, b),
        3 => terms.sub(a, b),
        4 => terms.and(a, b),
        5 => terms.or(a, b),
        6 => terms.xor(a, b),
        _ => terms.mul(a, b),
    }
}
