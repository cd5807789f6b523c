//! States of a component as classes: a point, and the values of predicates there.

use rely_lts::{Budget, Spent};
use rely_terms::{Answer, Literal, Node, Solver, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Blocks, EdgeId, PointId, PointKind};

/// A class of states: a point and which of its predicates are true, by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// The point.
    pub point: PointId,
    /// The values of its predicates.
    pub values: u128,
}

/// The largest number of predicates of a point.
pub const MOST_PREDICATES: usize = 64;

/// A step that some state of a class can take.
#[derive(Clone, Debug)]
pub struct May {
    /// The edge.
    pub edge: EdgeId,
    /// Where it leads.
    pub to: Class,
    /// Values of the cells and inputs for which it does.
    pub witness: Witness,
}

/// Values of variables: cells and inputs.
pub type Witness = Vec<(Term, u128)>;

/// Whether all states of a class can take a step.
#[derive(Clone, Debug)]
pub enum Must {
    /// All can.
    All,
    /// The state of the witness can, another one cannot: predicates over the cells that tell them apart.
    Split(Vec<Term>),
    /// More ways to take the step are needed than were tried.
    Open,
}

/// The predicates of all points, and solvers for what leaves them.
pub struct Classes {
    /// The component.
    pub blocks: Blocks,
    /// The predicates, by point.
    pub predicates: Vec<Vec<Term>>,
    invariant: Vec<Vec<Term>>,
    leaving: Vec<Vec<EdgeId>>,
    cells: FxHashSet<Term>,
    sources: FxHashMap<PointId, Source>,
    /// How many predicates of each point tell classes apart; later ones are for the next round.
    used: Vec<usize>,
    /// The errors that steps may lead to, by number; edges to others are left out.
    errors: Vec<u32>,
    /// Questions to solvers.
    pub queries: u64,
    /// No more questions than these.
    pub limit: u64,
    /// The steps of classes, with the stamp of their points.
    known: FxHashMap<Class, (usize, Vec<May>)>,
    /// Steps that all states of a class can take, with the stamp of its point.
    proved: FxHashMap<(Class, EdgeId, Class), usize>,
}

/// The solver of what leaves a point.
struct Source {
    solver: Solver,
    predicates: Vec<Literal>,
    edges: Vec<Leaving>,
}

/// An edge in the solver of its source.
struct Leaving {
    edge: EdgeId,
    guard: Literal,
    /// The predicates of the target after the edge, as terms over the source, and their literals.
    after: Vec<(Term, Literal)>,
    /// The variables of a state and its inputs that the step and the predicates mention.
    variables: Vec<Term>,
}

impl Leaving {
    /// The variables of a term matter too.
    fn mention(&mut self, terms: &Terms, term: Term) {
        for variable in terms.variables(&[term]) {
            if !self.variables.contains(&variable) {
                self.variables.push(variable);
            }
        }
    }
}

/// More ways than these to take a step are not tried.
const MOST_WAYS: usize = 12;

impl Classes {
    /// Without predicates. The invariant holds at every point whenever it is reached.
    pub fn new(blocks: Blocks, invariant: Vec<Vec<Term>>, errors: Vec<u32>) -> Self {
        let leaving = blocks.leaving();
        let cells = blocks.cells.iter().map(|cell| cell.term).collect();
        let predicates = vec![Vec::new(); blocks.points.len()];
        Classes {
            blocks,
            predicates,
            invariant,
            leaving,
            cells,
            sources: FxHashMap::default(),
            used: Vec::new(),
            errors,
            queries: 0,
            limit: u64::MAX,
            known: FxHashMap::default(),
            proved: FxHashMap::default(),
        }
    }

    /// Without predicates again; the questions stay counted.
    pub fn reset(&mut self) {
        self.predicates.iter_mut().for_each(Vec::clear);
        self.sources.clear();
        self.used.clear();
        self.known.clear();
        self.proved.clear();
    }

    /// Counts a question; none is allowed above the limit.
    fn ask(&mut self) -> Result<(), Spent> {
        if self.queries >= self.limit {
            return Err(Spent::Conflicts(self.limit));
        }
        self.queries += 1;
        Ok(())
    }

    /// Grows whenever a predicate was added that matters for what leaves a point.
    fn stamp(&self, point: PointId) -> usize {
        let targets = self.leaving[point.index()].iter().map(|edge| self.blocks.edges[edge.index()].to);
        self.used[point.index()] + targets.map(|to| self.used[to.index()]).sum::<usize>()
    }

    /// Adds a predicate to a point; false if it is there already, or there is no room.
    pub fn add(&mut self, point: PointId, predicate: Term) -> bool {
        let negation = self.blocks.terms.not(predicate);
        let own = &mut self.predicates[point.index()];
        let is_new = self.blocks.terms.as_constant(predicate).is_none()
            && !own.contains(&predicate)
            && !own.contains(&negation)
            && own.len() < MOST_PREDICATES;
        if is_new {
            own.push(predicate);
        }
        is_new
    }

    /// The value of a predicate in a class. It was added to the point, or its negation was.
    ///
    /// # Panics
    /// If neither was.
    pub fn value(&self, class: Class, predicate: Term) -> bool {
        if let Some(constant) = self.blocks.terms.as_constant(predicate) {
            return constant == 1;
        }
        let own = &self.predicates[class.point.index()];
        let at = |wanted: Term| own.iter().position(|&known| known == wanted);
        if let Some(bit) = at(predicate) {
            return class.values >> bit & 1 == 1;
        }
        let negation = match *self.blocks.terms.node(predicate) {
            Node::Not(inner) => at(inner),
            _ => own.iter().position(|&known| *self.blocks.terms.node(known) == Node::Not(predicate)),
        };
        let bit = negation.expect("classes are split by what is observed");
        class.values >> bit & 1 == 0
    }

    /// From now on, all predicates tell classes apart.
    pub fn begin_round(&mut self) {
        self.used = self.predicates.iter().map(Vec::len).collect();
    }

    /// The class where the component begins.
    pub fn initial(&self) -> Class {
        Class { point: self.blocks.entry, values: 0 }
    }

    /// The solver of a point, with all predicates that there are now.
    fn source(&mut self, point: PointId) -> Source {
        let mut source = self.sources.remove(&point).unwrap_or_else(|| {
            let mut solver = Solver::new();
            for &fact in self.invariant.get(point.index()).into_iter().flatten() {
                solver.assert(&self.blocks.terms, fact);
            }
            let mut edges = Vec::new();
            for &edge in &self.leaving[point.index()] {
                let this = &self.blocks.edges[edge.index()];
                if let PointKind::Error(number) = self.blocks.points[this.to.index()].kind
                    && !self.errors.contains(&number)
                {
                    continue;
                }
                let guard = solver.literal(&self.blocks.terms, this.guard);
                let live = self.blocks.points[point.index()].live.iter();
                let roots: Vec<Term> = live
                    .map(|cell| self.blocks.cells[cell.index()].term)
                    .chain(this.updates.iter().map(|&(_, term)| term))
                    .chain([this.guard])
                    .collect();
                let variables = self.blocks.terms.variables(&roots);
                edges.push(Leaving { edge, guard, after: Vec::new(), variables });
            }
            Source { solver, predicates: Vec::new(), edges }
        });
        let used = self.used[point.index()];
        for &predicate in &self.predicates[point.index()][source.predicates.len()..used] {
            source.predicates.push(source.solver.literal(&self.blocks.terms, predicate));
            // What tells classes apart is part of a state, also if no step depends on it.
            for leaving in &mut source.edges {
                leaving.mention(&self.blocks.terms, predicate);
            }
        }
        for leaving in &mut source.edges {
            let Blocks { terms, edges, cells, .. } = &mut self.blocks;
            let edge = &edges[leaving.edge.index()];
            let wanted = &self.predicates[edge.to.index()][..self.used[edge.to.index()]];
            if leaving.after.len() == wanted.len() {
                continue;
            }
            let updates: FxHashMap<Term, Term> =
                edge.updates.iter().map(|&(cell, term)| (cells[cell.index()].term, term)).collect();
            for &predicate in &wanted[leaving.after.len()..] {
                let after = terms.substitute(predicate, &updates);
                leaving.mention(terms, after);
                leaving.after.push((after, source.solver.literal(terms, after)));
            }
        }
        source
    }

    /// All steps that states of a class can take, errors left out.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn successors(&mut self, class: Class, budget: &Budget) -> Result<Vec<May>, Spent> {
        let stamp = self.stamp(class.point);
        if let Some((known, steps)) = self.known.get(&class)
            && *known == stamp
        {
            return Ok(steps.clone());
        }
        let mut source = self.source(class.point);
        let found = self.successors_from(&mut source, class, budget);
        self.sources.insert(class.point, source);
        let found = found?;
        self.known.insert(class, (stamp, found.clone()));
        Ok(found)
    }

    fn successors_from(
        &mut self,
        source: &mut Source,
        class: Class,
        budget: &Budget,
    ) -> Result<Vec<May>, Spent> {
        let mut found = Vec::new();
        let mut stop = || budget.poll().is_err();
        let assumed = literals(&source.predicates, class.values);
        for index in 0..source.edges.len() {
            let Leaving { edge, guard, .. } = source.edges[index];
            let active = source.solver.fresh();
            loop {
                let mut assumptions = assumed.clone();
                assumptions.extend([guard, active]);
                if let Err(spent) = self.ask() {
                    source.solver.add_clause(&[!active]);
                    return Err(spent);
                }
                match source.solver.solve(&assumptions, &mut stop) {
                    Answer::Unsatisfiable => break,
                    Answer::Stopped => {
                        source.solver.add_clause(&[!active]);
                        budget.poll()?;
                        return Err(Spent::Cancelled);
                    }
                    Answer::Satisfiable => {}
                }
                let leaving = &source.edges[index];
                let mut values = 0;
                let mut blocking = vec![!active];
                for (bit, &(_, literal)) in leaving.after.iter().enumerate() {
                    let holds = source.solver.holds(literal);
                    values |= u128::from(holds) << bit;
                    blocking.push(if holds { !literal } else { literal });
                }
                let witness = leaving
                    .variables
                    .iter()
                    .map(|&variable| (variable, source.solver.value(&self.blocks.terms, variable)))
                    .collect();
                let to = Class { point: self.blocks.edges[edge.index()].to, values };
                found.push(May { edge, to, witness });
                if blocking.len() == 1 {
                    break;
                }
                source.solver.add_clause(&blocking);
            }
            source.solver.add_clause(&[!active]);
        }
        Ok(found)
    }

    /// Can every state of a class take a step?
    ///
    /// For the inputs of a witness, the states that take the step with these inputs are given by a term over
    /// the cells. If such terms cover the class, every state can. A state that they do not cover either gives
    /// another witness, or cannot take the step with any inputs.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn must(&mut self, class: Class, may: &May, budget: &Budget) -> Result<Must, Spent> {
        let (stamp, step) = (self.stamp(class.point), (class, may.edge, may.to));
        if self.proved.get(&step) == Some(&stamp) {
            return Ok(Must::All);
        }
        let mut source = self.source(class.point);
        let answer = self.must_from(&mut source, class, may, budget);
        self.sources.insert(class.point, source);
        if matches!(answer, Ok(Must::All)) {
            self.proved.insert(step, stamp);
        }
        answer
    }

    fn must_from(
        &mut self,
        source: &mut Source,
        class: Class,
        may: &May,
        budget: &Budget,
    ) -> Result<Must, Spent> {
        let mut stop = || budget.poll().is_err();
        let assumed = literals(&source.predicates, class.values);
        let leaving =
            source.edges.iter().find(|leaving| leaving.edge == may.edge).expect("the edge leaves here");
        let (guard, variables) = (leaving.guard, leaving.variables.clone());
        let after: Vec<(Term, Literal)> = leaving.after.clone();
        let arrival: Vec<Literal> = after
            .iter()
            .enumerate()
            .map(|(bit, &(_, literal))| if may.to.values >> bit & 1 == 1 { literal } else { !literal })
            .collect();
        let mut witness = may.witness.clone();
        let mut ways: Vec<Term> = Vec::new();
        loop {
            let way = self.way(may, &after, &witness);
            ways.push(way);
            let mut assumptions = assumed.clone();
            for &way in &ways {
                assumptions.push(!source.solver.literal(&self.blocks.terms, way));
            }
            self.ask()?;
            match source.solver.solve(&assumptions, &mut stop) {
                Answer::Unsatisfiable => return Ok(Must::All),
                Answer::Stopped => {
                    budget.poll()?;
                    return Err(Spent::Cancelled);
                }
                Answer::Satisfiable => {}
            }
            let cells: Vec<Term> =
                variables.iter().copied().filter(|variable| self.cells.contains(variable)).collect();
            let state: Vec<(Term, u128)> =
                cells.iter().map(|&cell| (cell, source.solver.value(&self.blocks.terms, cell))).collect();
            // Does this state take the step with other inputs?
            let mut assumptions = vec![guard];
            assumptions.extend(&arrival);
            for &(cell, value) in &state {
                let width = self.blocks.terms.width(cell);
                let value = self.blocks.terms.constant(value, width);
                let fixed = self.blocks.terms.eq(cell, value);
                assumptions.push(source.solver.literal(&self.blocks.terms, fixed));
            }
            self.ask()?;
            match source.solver.solve(&assumptions, &mut stop) {
                Answer::Satisfiable if ways.len() >= MOST_WAYS => return Ok(Must::Open),
                Answer::Satisfiable => {
                    witness = variables
                        .iter()
                        .map(|&variable| (variable, source.solver.value(&self.blocks.terms, variable)))
                        .collect();
                }
                Answer::Unsatisfiable => return Ok(Must::Split(self.separate(&ways, &may.witness, &state))),
                Answer::Stopped => {
                    budget.poll()?;
                    return Err(Spent::Cancelled);
                }
            }
        }
    }

    /// The states that take a step with the inputs of a witness, as a term over the cells.
    fn way(&mut self, may: &May, after: &[(Term, Literal)], witness: &Witness) -> Term {
        let mut inputs: FxHashMap<Term, Term> = FxHashMap::default();
        for &(variable, value) in witness {
            if !self.cells.contains(&variable) {
                let width = self.blocks.terms.width(variable);
                inputs.insert(variable, self.blocks.terms.constant(value, width));
            }
        }
        let guard = self.blocks.edges[may.edge.index()].guard;
        let mut way = self.blocks.terms.substitute(guard, &inputs);
        for (bit, &(predicate, _)) in after.iter().enumerate() {
            let mut arrives = self.blocks.terms.substitute(predicate, &inputs);
            if may.to.values >> bit & 1 == 0 {
                arrives = self.blocks.terms.not(arrives);
            }
            way = self.blocks.terms.and(way, arrives);
        }
        way
    }

    /// Predicates that tell a state that takes a step from one that does not: the simplest one, if one
    /// suffices.
    fn separate(&mut self, ways: &[Term], taker: &Witness, other: &[(Term, u128)]) -> Vec<Term> {
        let value_in = |values: &[(Term, u128)], variable: Term| {
            values.iter().find(|&&(known, _)| known == variable).map_or(0, |&(_, value)| value)
        };
        let terms = &self.blocks.terms;
        let mut atoms: Vec<Term> = ways.iter().flat_map(|&way| terms.atoms(way)).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let differs = |&atom: &Term| {
            terms.eval(atom, &|variable| value_in(taker, variable))
                != terms.eval(atom, &|variable| value_in(other, variable))
        };
        let simplest = atoms.into_iter().filter(differs).min_by_key(|&atom| (size(terms, atom), atom));
        match simplest {
            Some(atom) => vec![atom],
            None => ways.to_vec(),
        }
    }
}

/// How many operators a term has, up to a limit.
fn size(terms: &Terms, term: Term) -> usize {
    let (mut open, mut count) = (vec![term], 0);
    while let Some(term) = open.pop() {
        count += 1;
        if count == 1000 {
            break;
        }
        open.extend(terms.node(term).operands());
    }
    count
}

/// The literals of a class.
fn literals(predicates: &[Literal], values: u128) -> Vec<Literal> {
    let signed = |(bit, &literal): (usize, &Literal)| if values >> bit & 1 == 1 { literal } else { !literal };
    predicates.iter().enumerate().map(signed).collect()
}
