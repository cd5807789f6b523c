//! Small programs, and their meaning by brute force over all states and inputs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::meaning::defined;
use super::*;

/// A point, and a value for each cell.
pub type At = (usize, Vec<u128>);
/// An edge, inputs with their values, and where it leads.
pub type Taken = (u32, Vec<(u32, u128)>, At);

/// Where a step comes from, its edge and its inputs; nothing where runs begin.
pub type Way = Option<(At, u32, Vec<(u32, u128)>)>;

/// A program, to be run by definition.
pub struct Machine<'a> {
    pub doc: &'a ProgramDoc,
}

impl<'a> Machine<'a> {
    fn width(&self, term: u32) -> u32 {
        self.doc.terms[term as usize].width
    }

    fn value(&self, term: u32, known: &mut HashMap<u32, u128>) -> u128 {
        let TermDoc { operation, width } = &self.doc.terms[term as usize];
        if let Some(&value) = known.get(&term) {
            return value;
        }
        let operands = operands(operation);
        let operands: Vec<(u128, u32)> =
            operands.into_iter().map(|a| (self.value(a, known), self.width(a))).collect();
        let value = defined(operation, *width, &operands);
        known.insert(term, value);
        value
    }

    /// The inputs that occur in a term.
    fn add_inputs(&self, term: u32, found: &mut BTreeSet<u32>) {
        let operation = &self.doc.terms[term as usize].operation;
        let is_cell = self.doc.cells.iter().any(|cell| cell.term == term);
        if matches!(operation, OperationDoc::Variable(_)) && !is_cell {
            found.insert(term);
        }
        operands(operation).into_iter().for_each(|a| self.add_inputs(a, found));
    }

    /// All states.
    pub fn states(&self) -> Vec<Vec<u128>> {
        assignments(&self.doc.cells.iter().map(|cell| self.width(cell.term)).collect::<Vec<_>>())
    }

    pub fn entry(&self) -> usize {
        self.doc.points.iter().position(|point| point.kind == PointKindDoc::Entry).unwrap()
    }

    /// All steps from a place.
    pub fn steps(&self, (point, state): &At) -> Vec<Taken> {
        let mut steps = vec![];
        for (number, edge) in (0..).zip(&self.doc.edges).filter(|(_, edge)| edge.from as usize == *point) {
            let mut inputs = BTreeSet::new();
            self.add_inputs(edge.guard, &mut inputs);
            edge.updates.iter().for_each(|&(_, term)| self.add_inputs(term, &mut inputs));
            let widths: Vec<u32> = inputs.iter().map(|&input| self.width(input)).collect();
            for values in assignments(&widths) {
                let inputs: Vec<(u32, u128)> = inputs.iter().copied().zip(values).collect();
                let cells = self.doc.cells.iter().map(|cell| cell.term).zip(state.iter().copied());
                let mut known: HashMap<u32, u128> = cells.chain(inputs.iter().copied()).collect();
                if self.value(edge.guard, &mut known) == 1 {
                    let mut next = state.clone();
                    for &(cell, term) in &edge.updates {
                        next[cell as usize] = self.value(term, &mut known);
                    }
                    steps.push((number, inputs, (edge.to as usize, next)));
                }
            }
        }
        steps
    }

    /// Where runs from some places can be, each with how a run gets there first.
    pub fn reachable(&self, from: Vec<At>) -> BTreeMap<At, Way> {
        let mut found: BTreeMap<At, _> = from.iter().map(|at| (at.clone(), None)).collect();
        let mut open = std::collections::VecDeque::from(from);
        while let Some(at) = open.pop_front() {
            for (edge, inputs, next) in self.steps(&at) {
                if !found.contains_key(&next) {
                    found.insert(next.clone(), Some((at.clone(), edge, inputs)));
                    open.push_back(next);
                }
            }
        }
        found
    }

    pub fn begin(&self) -> Vec<At> {
        self.states().into_iter().map(|state| (self.entry(), state)).collect()
    }

    fn texts(&self, state: &[u128]) -> Vec<String> {
        let width = |i: usize| self.width(self.doc.cells[i].term);
        state.iter().enumerate().map(|(i, &value)| value_text(value, width(i))).collect()
    }

    /// The claim that a run leads to an error, if there is one.
    pub fn violation(&self, check: u32) -> Option<Claim> {
        let found = self.reachable(self.begin());
        let is_error = |at: &&At| self.doc.points[at.0].kind == PointKindDoc::Error(check);
        let mut at = found.keys().find(is_error)?.clone();
        let mut steps = vec![];
        while let Some((before, edge, inputs)) = &found[&at] {
            let inputs = inputs.iter().map(|&(term, value)| (term, value_text(value, self.width(term))));
            let cells = self.texts(&at.1);
            steps.push(ProgramStepDoc { cells, edge: *edge, inputs: inputs.collect() });
            at = before.clone();
        }
        steps.reverse();
        let initial = self.texts(&at.1);
        Some(Claim::ProgramViolation(ProgramViolation { check, initial, program: 0, steps }))
    }

    /// The claim that errors of the checks are not among these places, with the places as its invariant: as a
    /// disjunction of states, or as a conjunction of states that are excluded.
    pub fn safety(&self, places: &BTreeSet<At>, checks: Vec<u32>, as_disjunction: bool) -> Claim {
        let mut terms = vec![];
        let first = self.doc.terms.len() as u32;
        let mut add = |operation: OperationDoc, width: u32| {
            terms.push(TermDoc { operation, width });
            first + terms.len() as u32 - 1
        };
        let truth = [add(OperationDoc::Constant("0".into()), 1), add(OperationDoc::Constant("1".into()), 1)];
        let invariant = (0..self.doc.points.len())
            .map(|point| {
                let states = self.states();
                let (inside, outside): (Vec<_>, Vec<_>) =
                    states.into_iter().partition(|state| places.contains(&(point, state.clone())));
                if outside.is_empty() || point == self.entry() {
                    return vec![];
                }
                if inside.is_empty() {
                    return vec![truth[0]];
                }
                let mut cube = |state: &Vec<u128>| {
                    let mut all = truth[1];
                    for (cell, &value) in self.doc.cells.iter().zip(state) {
                        let width = self.width(cell.term);
                        let value = add(OperationDoc::Constant(value_text(value, width)), width);
                        let equal = add(OperationDoc::Eq(cell.term, value), 1);
                        all = add(OperationDoc::And(all, equal), 1);
                    }
                    all
                };
                if as_disjunction {
                    let cubes: Vec<u32> = inside.iter().map(&mut cube).collect();
                    vec![cubes.into_iter().fold(truth[0], |any, cube| add(OperationDoc::Or(any, cube), 1))]
                } else {
                    let cubes: Vec<u32> = outside.iter().map(&mut cube).collect();
                    cubes.into_iter().map(|cube| add(OperationDoc::Not(cube), 1)).collect()
                }
            })
            .collect();
        Claim::ProgramSafety(ProgramSafety { checks, invariant, program: 0, terms })
    }
}

fn operands(operation: &OperationDoc) -> Vec<u32> {
    use OperationDoc::*;
    match *operation {
        Constant(_) | Variable(_) => vec![],
        Not(a) | Neg(a) | Extract(a, ..) | Zext(a) | Sext(a) => vec![a],
        Ite(a, b, c) => vec![a, b, c],
        And(a, b) | Or(a, b) | Xor(a, b) | Add(a, b) | Sub(a, b) | Mul(a, b) => vec![a, b],
        Udiv(a, b) | Urem(a, b) | Sdiv(a, b) | Srem(a, b) | Shl(a, b) | Lshr(a, b) => vec![a, b],
        Ashr(a, b) | Eq(a, b) | Ult(a, b) | Slt(a, b) | Concat(a, b) => vec![a, b],
    }
}

/// All lists of values of these widths.
fn assignments(widths: &[u32]) -> Vec<Vec<u128>> {
    let bits: u32 = widths.iter().sum();
    assert!(bits <= 12, "too many states to try all");
    let mut all = vec![vec![]];
    for &width in widths {
        all = all
            .iter()
            .flat_map(|list| (0..1u128 << width).map(move |value| [&list[..], &[value]].concat()))
            .collect();
    }
    all
}

/// Is a claim about a program true? By brute force; a violation is true if there is one.
pub fn is_true(certificate: &Certificate, claim: &Claim) -> bool {
    let machine = Machine { doc: &certificate.programs[claim.program().unwrap() as usize] };
    let found = machine.reachable(machine.begin());
    let fails =
        |check: u32| found.keys().any(|at| machine.doc.points[at.0].kind == PointKindDoc::Error(check));
    match claim {
        Claim::ProgramSafety(claim) => !claim.checks.iter().any(|&check| fails(check)),
        Claim::ProgramViolation(claim) => fails(claim.check),
        _ => unreachable!("not about a program"),
    }
}

/// A random program: few bits, all operations.
pub fn random_program(random: &mut Random) -> ProgramDoc {
    let variable = |name: String, width| TermDoc { operation: OperationDoc::Variable(name), width };
    let (n_cells, n_inputs) = (1 + random.below(3), random.below(3));
    let mut terms = vec![];
    for i in 0..n_cells + n_inputs {
        terms.push(variable(format!("v{i}"), 1 + random.below(2) as u32));
    }
    for width in 1..=3 {
        let value = value_text(random.below(1 << width) as u128, width);
        terms.push(TermDoc { operation: OperationDoc::Constant(value), width });
    }
    for _ in 0..8 + random.below(25) {
        terms.push(random_term(random, &terms));
    }
    let cells = (0..n_cells).map(|i| CellDoc { name: format!("c{i}"), term: i as u32 }).collect();
    let point = |kind, name: &str| PointDoc { kind, name: name.into() };
    let mut points = vec![point(PointKindDoc::Entry, "entry")];
    let n_cuts = 1 + random.below(3);
    points.extend((0..n_cuts).map(|i| point(PointKindDoc::Cut, &format!("p{i}"))));
    points.push(point(PointKindDoc::End, "end"));
    points.extend((0..2).map(|check| point(PointKindDoc::Error(check), "error")));
    let of_width = |random: &mut Random, width: u32| {
        let fit: Vec<usize> = (0..terms.len()).filter(|&i| terms[i].width == width).collect();
        fit[random.below(fit.len())] as u32
    };
    let mut edges: Vec<ProgramEdgeDoc> = vec![];
    for from in 0..=n_cuts {
        for _ in 0..1 + random.below(3) {
            let to = 1 + random.below(points.len() - 1);
            let to = if points[to].kind == PointKindDoc::End { 1 } else { to };
            let mut updates = vec![];
            for (cell, term) in terms.iter().enumerate().take(n_cells) {
                if random.chance(60) {
                    updates.push((cell as u32, of_width(random, term.width)));
                }
            }
            let guard = of_width(random, 1);
            edges.push(ProgramEdgeDoc { from: from as u32, guard, to: to as u32, updates });
        }
    }
    let sources = vec![SourceDoc { digest: "0".repeat(64), name: "p.c".into() }];
    let (name, digest) = ("p".to_string(), String::new());
    let (checks, trusted) = (vec!["x < 1".into(), "y".into()], vec!["clang".into()]);
    ProgramDoc { cells, checks, digest, edges, name, points, sources, terms, trusted }
}

fn random_term(random: &mut Random, terms: &[TermDoc]) -> TermDoc {
    use OperationDoc::*;
    loop {
        let [a, b, c] = [(); 3].map(|()| random.below(terms.len()));
        let [wa, wb, wc] = [a, b, c].map(|i| terms[i].width);
        let [a, b, c] = [a, b, c].map(|i| i as u32);
        let two = [And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr];
        let low = random.below(wa as usize) as u32;
        let high = low + random.below((wa - low) as usize) as u32;
        let (operation, width) = match random.below(24) {
            i @ 0..13 if wa == wb => (two[i](a, b), wa),
            13 => (Not(a), wa),
            14 => (Neg(a), wa),
            15 if wa == wb => (Eq(a, b), 1),
            16 if wa == wb => (Ult(a, b), 1),
            17 if wa == wb => (Slt(a, b), 1),
            18 if wa == 1 && wb == wc => (Ite(a, b, c), wb),
            19 if wa + wb <= 4 => (Concat(a, b), wa + wb),
            20 => (Extract(a, high, low), high - low + 1),
            21 if wa < 4 => (Zext(a), wa + 1),
            22 if wa < 4 => (Sext(a), wa + 1),
            _ => continue,
        };
        return TermDoc { operation, width };
    }
}

pub fn certificate(program: &ProgramDoc, claims: Vec<Claim>) -> Certificate {
    Certificate::of_programs("test", vec![program.clone()], claims)
}

/// A counter that stops at 2. One check cannot fail; the other fails if the input is chosen so.
pub fn counter() -> ProgramDoc {
    use OperationDoc::*;
    let term = |operation, width| TermDoc { operation, width };
    let point = |kind, name: &str| PointDoc { kind, name: name.into() };
    let edge = |from, to, guard, updates: &[(u32, u32)]| ProgramEdgeDoc {
        from,
        guard,
        to,
        updates: updates.to_vec(),
    };
    ProgramDoc {
        cells: vec![CellDoc { name: "i".into(), term: 0 }],
        checks: vec!["i <= 2".into(), "i != 1".into()],
        digest: String::new(),
        edges: vec![
            edge(0, 1, 6, &[(0, 2)]),
            edge(1, 1, 5, &[(0, 7)]),
            edge(1, 2, 8, &[]),
            edge(1, 3, 11, &[(0, 3)]),
            edge(1, 4, 10, &[]),
        ],
        name: "counter".into(),
        points: vec![
            point(PointKindDoc::Entry, "main"),
            point(PointKindDoc::Cut, "main:3"),
            point(PointKindDoc::Error(0), "main:4"),
            point(PointKindDoc::Error(1), "main:5"),
            point(PointKindDoc::End, "main:6"),
        ],
        sources: vec![
            SourceDoc { digest: "ab".repeat(32), name: "a.h".into() },
            SourceDoc { digest: "cd".repeat(32), name: "counter.c".into() },
        ],
        terms: vec![
            term(Variable("i".into()), 2),
            term(Variable("choice".into()), 1),
            term(Constant("0".into()), 2),
            term(Constant("1".into()), 2),
            term(Constant("2".into()), 2),
            term(Ult(0, 4), 1),
            term(Constant("1".into()), 1),
            term(Add(0, 3), 2),
            term(Ult(4, 0), 1),
            term(Eq(0, 3), 1),
            term(Eq(0, 4), 1),
            term(And(1, 9), 1),
        ],
        trusted: vec!["clang 14".into(), "the encoder".into()],
    }
}

/// Claims about the counter.
pub fn samples() -> Vec<(&'static str, Certificate)> {
    let program = counter();
    let machine = Machine { doc: &program };
    let places: BTreeSet<At> = machine.reachable(machine.begin()).into_keys().collect();
    let safety = machine.safety(&places, vec![0], false);
    let violation = machine.violation(1).unwrap();
    vec![
        ("program safety", certificate(&program, vec![machine.safety(&places, vec![0], true)])),
        ("program violation", certificate(&program, vec![violation.clone()])),
        ("program", certificate(&program, vec![safety, violation])),
    ]
}
