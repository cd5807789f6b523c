//! The circular rule: a guarantee for every part, found together, smallest first.
//!
//! # Problem
//! Parts M1, …, Mn and a property P. Find guarantees G1, …, Gn, deterministic and closed under prefixes, such that every word of Mi whose
//! proper prefixes all other Gj have is one of Gi, and every word of all Gi is one of P; or find a run that violates P.
//!
//! # Method
//! That of \[EGPS15\]. The smallest guarantees that satisfy all clauses so far ([`rely_learn::Joint`]) are put to the premises; a word that
//! violates one becomes clauses. The guarantees speak of one set of actions Σ: αGi = αMi ∩ Σ. Call a word *possible* for Mi if some word of
//! Mi agrees with it on αGi. For a word w and each of its prefixes v x that is possible for Mi, with x in αGi:
//!
//! > Gi has v x, or some Gj for whose part v is not possible excludes v. (A)
//!
//! And if w is not one of P:
//!
//! > some Gi for whose part w is not possible excludes w. (B)
//!
//! These clauses hold for all guarantees over Σ that satisfy the premises. Take the shortest prefix v x of w that some guarantee
//! excludes, say Gi. If it were possible for Mi, a word of Mi would agree with v x on all guarantees, since
//! what Mi shares with another guarantee is in αGi too; all guarantees have v, so the premise of Mi demands that Gi has v x. So the first
//! to exclude a prefix of w is one for whose part that prefix, and so w, is not possible: this is (B), since some guarantee must exclude w.
//! And (A): if Gi excludes v x but no guarantee excluded v, the premise of Mi would be violated; so one excludes v, and the first to
//! exclude a prefix of v is one for whose part v is not possible.
//!
//! If w is possible for all parts (B) would be the empty clause; then runs of the parts that look like w are put together. If
//! they agree on all actions that parts share, they are a run of all. Otherwise the first actions on which they differ join Σ (*alphabet refinement*), and all
//! words seen so far become clauses anew.
//!
//! # Invariants
//! 1. The clauses can be satisfied: by the words that are possible for Mi as Gi. These have what (A) demands of Mi, and exclude all that is
//!    not possible, which is what (B) demands of at least one.
//! 2. No word violates the same premise twice over the same Σ: its clauses exclude that.
//! 3. What is handed out as guarantees over Σ is the least tuple that satisfies the clauses; as these are necessary, a proof
//!    has the fewest states that a proof over its alphabets can have.
//!
//! **It ends, with the right verdict.** Σ only grows, and only by actions that two parts share; so it stays the same from some time on. If the
//! words possible for the parts satisfy the premises, then there are only finitely many tuples that are not larger, and each is
//! tried at most once (invariant 2). If not, the premise of P is the one violated, by a word possible for all parts; let it have L actions, with those that bring the
//! parts along it. Any guarantees then violate some premise by a prefix of it, so by a run of at most L steps; all premises are
//! checked in every round, each for a shortest run, so every round gives a new word of at most L steps (invariant 2). There are finitely many, so at
//! last a word is found that is possible for all parts and not one of P. It ends the search or makes Σ larger. If Σ has all that
//! a part shares with others and with P, it ends the search: the runs share nothing on which they do not agree. So the end is a proof, or a run of the parts
//! that violates P.
//!
//! # Cost
//! A round explores the product of each part with the guarantees, and of the guarantees with P, never that of two parts.
//!
//! # Departures
//! \[EGPS15\] has two components, and asks for more about a word only when it was found for the property; here what the parts can do along
//! it makes every clause as strong as it can be.

use rely_learn::{Demand, Effort, Joint, Letter, letter_of};
use rely_lts::{ActionId, Alphabet, Context, ProgressEvent, Reason, Spent};

use crate::assumption::Assumption;
use crate::prove::module::{Module, Seen};
use crate::prove::options::{Alphabets, Attempt, Round};
use crate::prove::premise;
use crate::prove::problem::Problem;
use crate::prove::proof::{Outcome, Premise, Proof, Rule, Unfinished, premises};

/// Proves that two or more parts keep a property, by a guarantee for each.
pub fn prove(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> Outcome {
    let fits = parts.iter().all(|part| !part.is_empty()) && attempt.problem.properties.len() == 1;
    let Some(premises) = premises(Rule::Circ, parts).filter(|_| fits) else {
        let reason = "the rule circ is for two parts or more, and one property".to_string();
        return unknown(Reason::NotModeled(reason), parts, Vec::new(), Vec::new());
    };
    let mut search = Search::new(attempt, parts, premises);
    let found = search.run(attempt);
    for module in &search.modules {
        attempt.statistics.expansions += module.expansions();
        attempt.statistics.largest_product = attempt.statistics.largest_product.max(module.n_states());
    }
    let guarantees = search.guarantees;
    attempt.statistics.speaks_of(&attempt.problem.actions, &guarantees);
    match found {
        Ok(Found::Proof) => Outcome::Holds(Proof {
            rule: Rule::Circ,
            parts: parts.to_vec(),
            assumptions: guarantees,
            premises: search.premises,
        }),
        Ok(Found::Run(run)) if attempt.problem.replays(&run) => Outcome::Violated(run),
        Ok(Found::Run(_)) => {
            let reason = "the parts violate the property, but what else there is may prevent it".to_string();
            unknown(Reason::NotModeled(reason), parts, guarantees, search.holding)
        }
        Err(spent) => unknown(Reason::Spent(spent), parts, guarantees, search.holding),
    }
}

fn unknown(
    reason: Reason,
    parts: &[Vec<usize>],
    assumptions: Vec<Assumption>,
    holding: Vec<Premise>,
) -> Outcome {
    Outcome::Unknown(Unfinished { reason, rule: Rule::Circ, parts: parts.to_vec(), assumptions, holding })
}

/// How a search ends.
enum Found {
    /// The guarantees satisfy all premises.
    Proof,
    /// A run of all parts violates the property.
    Run(Vec<ActionId>),
}

/// What becomes of a word that violates the property and is possible for all parts.
enum Lifted {
    /// There is a run of all parts that looks like it.
    Run(Vec<ActionId>),
    /// Runs of the parts differ first in these actions, of which Σ has none.
    Apart(Vec<ActionId>),
}

struct Search<'p> {
    problem: &'p Problem,
    ctx: Context<'p>,
    parts: Vec<Vec<usize>>,
    premises: Vec<Premise>,
    modules: Vec<Module<'p>>,
    /// What each part knows.
    known: Vec<Alphabet>,
    /// Σ.
    sigma: Alphabet,
    /// What each guarantee speaks of.
    spoken: Vec<Alphabet>,
    joint: Joint<'p>,
    /// All words seen, tau left out.
    words: Vec<Vec<ActionId>>,
    guarantees: Vec<Assumption>,
    /// Premises known to hold with these.
    holding: Vec<Premise>,
}

impl<'p> Search<'p> {
    fn new(attempt: &Attempt<'p>, parts: &[Vec<usize>], premises: Vec<Premise>) -> Search<'p> {
        let (problem, ctx) = (attempt.problem, attempt.ctx);
        let known: Vec<Alphabet> = parts.iter().map(|part| problem.alphabet_of(part)).collect();
        let observed = problem.observed();
        let is_shared = |action: ActionId| match attempt.options.alphabets {
            Alphabets::Full => known.iter().filter(|alphabet| alphabet.contains(action)).count() > 1,
            Alphabets::Refine => false,
        };
        let all = Alphabet::union(&problem.actions, &known);
        let start =
            all.ids().iter().copied().filter(|&action| observed.contains(action) || is_shared(action));
        let sigma = Alphabet::new(&problem.actions, start);
        let mut search = Search {
            problem,
            ctx,
            parts: parts.to_vec(),
            premises,
            modules: parts.iter().map(|part| Module::new(problem, part, &[], None, ctx)).collect(),
            known,
            sigma,
            spoken: Vec::new(),
            joint: Joint::new(&[], Effort::default(), ctx),
            words: Vec::new(),
            guarantees: Vec::new(),
            holding: Vec::new(),
        };
        search.speak();
        search
    }

    fn run(&mut self, attempt: &mut Attempt<'_>) -> Result<Found, Spent> {
        loop {
            self.ctx.budget.poll()?;
            let machines = self.joint.smallest()?.expect("what the parts can do satisfies the clauses (I1)");
            let guarantees = machines.iter().zip(&self.spoken).map(|(machine, alphabet)| {
                let lts = machine.to_lts(alphabet).expect("a prefix-closed language with the empty word");
                Assumption::new(lts).expect("deterministic, without tau and ERROR")
            });
            (self.guarantees, self.holding) = (guarantees.collect(), Vec::new());
            attempt.statistics.equivalence_queries += 1;
            self.ctx.progress.report(&ProgressEvent {
                phase: "learning",
                states: self.joint.sizes().iter().sum::<usize>() as u64,
                transitions: attempt.statistics.membership_queries,
                waiting: attempt.statistics.rounds,
            });
            let violations = self.check(attempt)?;
            attempt.note(self.round(attempt, &violations));
            if violations.is_empty() {
                return Ok(Found::Proof);
            }
            for (_, word) in violations {
                attempt.statistics.rounds += 1;
                if let Some(found) = self.learn(word, attempt)? {
                    return Ok(found);
                }
            }
        }
    }

    /// The places of premises that do not hold, each with a word that violates it, tau left out.
    fn check(&mut self, attempt: &mut Attempt<'_>) -> Result<Vec<(usize, Vec<ActionId>)>, Spent> {
        let mut violations = Vec::new();
        // The premise of the property is the smallest product.
        for at in (0..self.premises.len()).rev() {
            let premise = &self.premises[at];
            let checked = premise::check(self.problem, &self.guarantees, premise, self.ctx)?;
            attempt.statistics.explored(checked.states);
            match checked.violation {
                None => self.holding.insert(0, premise.clone()),
                Some(run) => {
                    violations.push((at, run.into_iter().filter(|action| !action.is_tau()).collect()));
                }
            }
        }
        Ok(violations)
    }

    fn round(&self, attempt: &Attempt<'_>, violations: &[(usize, Vec<ActionId>)]) -> Round {
        let what = if violations.is_empty() {
            "all premises hold".to_string()
        } else {
            let one = |(at, word): &(usize, Vec<ActionId>)| {
                let names: Vec<String> =
                    word.iter().map(|&action| self.problem.actions.name(action).to_string()).collect();
                match self.parts.get(*at) {
                    Some(_) => format!("G{} excludes what its part can do ({})", at + 1, names.join(" ")),
                    None => format!("the guarantees allow a violation ({})", names.join(" ")),
                }
            };
            violations.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        Round {
            rule: Rule::Circ,
            states: self.joint.sizes().to_vec(),
            actions: self.sigma.len(),
            queries: attempt.statistics.membership_queries,
            what,
        }
    }

    /// Makes clauses of a word, over more actions if it shows that these are needed.
    fn learn(&mut self, word: Vec<ActionId>, attempt: &mut Attempt<'_>) -> Result<Option<Found>, Spent> {
        self.words.push(word);
        let held = self.words.iter().map(|word| word.len() * 4 + 24).sum();
        self.ctx.budget.check_memory(held)?;
        let mut at = self.words.len() - 1;
        while at < self.words.len() {
            match self.say(at, attempt)? {
                None => at += 1,
                Some(Lifted::Run(run)) => return Ok(Some(Found::Run(run))),
                Some(Lifted::Apart(actions)) => {
                    let more = self.sigma.ids().iter().copied().chain(actions);
                    self.sigma = Alphabet::new(&self.problem.actions, more);
                    self.speak();
                    at = 0;
                }
            }
        }
        Ok(None)
    }

    /// Begins anew with Σ.
    fn speak(&mut self) {
        let sigma = &self.sigma;
        let spoken = |known: &Alphabet| {
            Alphabet::new(&self.problem.actions, known.ids().iter().copied().filter(|&a| sigma.contains(a)))
        };
        self.spoken = self.known.iter().map(spoken).collect();
        for (module, alphabet) in self.modules.iter_mut().zip(&self.spoken) {
            module.speak_of(alphabet);
        }
        let n_letters: Vec<u32> = self.spoken.iter().map(|alphabet| alphabet.len() as u32).collect();
        self.joint = Joint::new(&n_letters, Effort::default(), self.ctx);
    }

    /// Makes clauses of a word, or puts together runs of the parts if it is possible for all of them and violates the property.
    fn say(&mut self, at: usize, attempt: &mut Attempt<'_>) -> Result<Option<Lifted>, Spent> {
        let word = self.words[at].clone();
        let mut possible = Vec::with_capacity(self.parts.len());
        for i in 0..self.parts.len() {
            attempt.statistics.membership_queries += 1;
            possible.push(self.possible(i, &word)?);
        }
        if let Some(length) = self.first_violation(&word) {
            let violating = &word[..length];
            let excluding: Vec<Demand> = (0..self.parts.len())
                .filter(|&i| possible[i] < length)
                .map(|i| Demand::rejects(i, spell(violating, &self.spoken[i])))
                .collect();
            if excluding.is_empty() {
                return self.lift(violating).map(Some);
            }
            self.joint.add(&excluding);
        }
        for (i, &possible_here) in possible.iter().enumerate() {
            for length in 1..=possible_here {
                if !self.spoken[i].contains(word[length - 1]) {
                    continue;
                }
                let before = &word[..length - 1];
                let mut clause = vec![Demand::accepts(i, spell(&word[..length], &self.spoken[i]))];
                let others = (0..self.parts.len()).filter(|&j| possible[j] < length - 1);
                clause.extend(others.map(|j| Demand::rejects(j, spell(before, &self.spoken[j]))));
                self.joint.add(&clause);
            }
        }
        Ok(None)
    }

    /// How many actions of the word are possible for a part.
    fn possible(&mut self, part: usize, word: &[ActionId]) -> Result<usize, Spent> {
        let module = &mut self.modules[part];
        module.restart()?;
        for (i, &action) in word.iter().enumerate() {
            let letter = letter(action, &self.spoken[part]);
            if let Some(letter) = letter
                && module.step(letter)? == Seen::Impossible
            {
                return Ok(i);
            }
        }
        Ok(word.len())
    }

    /// The length of the shortest prefix that is not one of the property.
    fn first_violation(&self, word: &[ActionId]) -> Option<usize> {
        let property = &self.problem.properties[0].lts;
        let mut state = property.initial();
        for (i, &action) in word.iter().enumerate() {
            let Some(label) = property.alphabet().label(action) else { continue };
            state = property.step(state, label)[0];
            if state.is_error() {
                return Some(i + 1);
            }
        }
        None
    }

    /// Puts together runs of the parts that look like a word, one part after the other: each looks also like what those before do.
    fn lift(&mut self, word: &[ActionId]) -> Result<Lifted, Spent> {
        let observed = self.problem.observed();
        let mut settled = Alphabet::union(&self.problem.actions, [&self.sigma, &observed]);
        let mut merged: Vec<ActionId> = word.iter().copied().filter(|&a| settled.contains(a)).collect();
        for i in 0..self.parts.len() {
            let both = self.known[i].ids().iter().copied().filter(|&action| settled.contains(action));
            let shared = Alphabet::new(&self.problem.actions, both);
            let looking = spell(&merged, &shared);
            self.modules[i].speak_of(&shared);
            let Some(run) = self.modules[i].run_along(&looking, false)? else {
                let spoken = &self.spoken[i];
                self.modules[i].speak_of(spoken);
                let alone = self.modules[i].run_along(&spell(&merged, spoken), false)?;
                let alone = alone.expect("the word is possible for every part");
                return Ok(Lifted::Apart(self.apart(&looking, &spell(&alone, &shared), &shared)));
            };
            merged = merge(&merged, &run, &shared);
            settled = Alphabet::union(&self.problem.actions, [&settled, &self.known[i]]);
        }
        Ok(Lifted::Run(merged))
    }

    /// Where two words that agree on Σ differ first: the actions there that Σ does not have.
    fn apart(&self, one: &[Letter], other: &[Letter], alphabet: &Alphabet) -> Vec<ActionId> {
        let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
        let there = [one.get(same), other.get(same)].into_iter().flatten();
        let actions: Vec<ActionId> = there
            .map(|&letter| alphabet.ids()[letter as usize])
            .filter(|&action| !self.sigma.contains(action))
            .collect();
        assert!(!actions.is_empty(), "words that agree on Σ differ in other actions");
        actions
    }
}

fn letter(action: ActionId, alphabet: &Alphabet) -> Option<Letter> {
    alphabet.label(action).and_then(letter_of)
}

/// A word restricted to an alphabet, as letters of it.
fn spell(word: &[ActionId], alphabet: &Alphabet) -> Vec<Letter> {
    word.iter().filter_map(|&action| letter(action, alphabet)).collect()
}

/// Puts what a run does besides the actions of an alphabet into a word that agrees with it on these.
fn merge(word: &[ActionId], run: &[ActionId], shared: &Alphabet) -> Vec<ActionId> {
    let mut merged = Vec::with_capacity(word.len() + run.len());
    let mut steps = run.iter().copied().filter(|action| !action.is_tau());
    for &action in word {
        if shared.contains(action) {
            merged.extend(steps.by_ref().take_while(|&step| !shared.contains(step)));
        }
        merged.push(action);
    }
    merged
}
