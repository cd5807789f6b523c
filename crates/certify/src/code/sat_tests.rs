use super::*;

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

fn solver(n: usize, clauses: &[Vec<Lit>]) -> Solver {
    let mut solver = Solver::default();
    for _ in 0..n {
        solver.fresh();
    }
    clauses.iter().for_each(|clause| solver.add(clause));
    solver
}

/// The answer, which is confirmed if it is an assignment.
fn solve(n: usize, clauses: &[Vec<Lit>]) -> bool {
    let mut solver = solver(n, clauses);
    let answer = solver.solve(&mut Work::new(1 << 40)).ok().expect("that is enough work");
    let satisfied = |clause: &Vec<Lit>| clause.iter().any(|&literal| solver.value(literal) == Some(true));
    assert!(!answer || clauses.iter().all(satisfied), "{clauses:?}");
    answer
}

fn is_satisfiable(n: usize, clauses: &[Vec<Lit>]) -> bool {
    let is_true = |assignment: u32, l: &Lit| (assignment >> l.var() & 1 == 1) == l.0.is_multiple_of(2);
    (0..1u32 << n).any(|a| clauses.iter().all(|clause| clause.iter().any(|l| is_true(a, l))))
}

#[test]
fn answers_are_those_of_brute_force() {
    let mut random = Random(1);
    let mut counts = [0, 0];
    for round in 0..6000 {
        let n = 1 + random.below(12) as usize;
        let m = random.below(n as u64 * 5 + 3);
        let clauses: Vec<Vec<Lit>> = (0..m)
            .map(|_| {
                let size = if round % 3 == 0 { random.below(4) + 1 } else { 3 };
                (0..size).map(|_| Lit(random.below(2 * n as u64) as u32)).collect()
            })
            .collect();
        let expected = is_satisfiable(n, &clauses);
        assert_eq!(solve(n, &clauses), expected, "{clauses:?}");
        counts[usize::from(expected)] += 1;
    }
    assert!(counts[0] > 1500 && counts[1] > 1500, "{counts:?}");
}

/// More pigeons than holes: hard enough for restarts, and for clauses to be forgotten.
fn pigeons(pigeons: u32, holes: u32) -> (usize, Vec<Vec<Lit>>) {
    let at = |pigeon, hole| Lit(2 * (pigeon * holes + hole));
    let mut clauses: Vec<Vec<Lit>> =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for a in 0..pigeons {
            clauses.extend((0..a).map(|b| vec![!at(a, hole), !at(b, hole)]));
        }
    }
    ((pigeons * holes) as usize, clauses)
}

#[test]
fn pigeons_do_not_fit() {
    for n in 1..7 {
        let (variables, clauses) = pigeons(n + 1, n);
        assert!(!solve(variables, &clauses), "{n}");
        let (variables, clauses) = pigeons(n, n);
        assert!(solve(variables, &clauses), "{n}");
    }
}

#[test]
fn forgetting_clauses_changes_no_answer() {
    let (variables, clauses) = pigeons(9, 8);
    let mut solver = solver(variables, &clauses);
    assert!(!solver.solve(&mut Work::new(1 << 40)).ok().unwrap());
    assert!(solver.n_learned > 0 || solver.is_contradiction);
    // Random clauses at the threshold, with more conflicts than learned clauses are kept.
    let mut random = Random(7);
    for _ in 0..3 {
        let n = 120;
        let clauses: Vec<Vec<Lit>> =
            (0..n * 43 / 10).map(|_| (0..3).map(|_| Lit(random.below(2 * n) as u32)).collect()).collect();
        solve(n as usize, &clauses);
    }
}

#[test]
fn too_much_work_is_no_answer() {
    let (variables, clauses) = pigeons(13, 12);
    assert!(solver(variables, &clauses).solve(&mut Work::new(100_000)).is_err());
}

#[test]
fn restarts_follow_the_sequence() {
    assert_eq!((1..=15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
