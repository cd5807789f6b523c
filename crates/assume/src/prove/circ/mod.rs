//! The circular rule: a guarantee for every part, found together, smallest first.
//!
//! # Problem
//! Parts M1, …, Mn and a property P. Find guarantees G1, …, Gn, deterministic and closed under prefixes, such
//! that every word of Mi whose proper prefixes all other Gj have is one of Gi, and every word of all Gi is
//! one of P; or find a run that violates P.
//!
//! # Method
//! That of \[EGPS15\]. The smallest guarantees that satisfy all clauses so far ([`rely_learn::Joint`]) are
//! put to the premises (`candidate`); a shortest word that violates one becomes clauses. The guarantees speak
//! of one set of actions Σ: αGi = αMi ∩ Σ. Call a word *possible* for Mi if some word of Mi agrees with it on
//! αGi. For a word w and each of its prefixes v x that is possible for Mi, with x in αGi:
//!
//! > Gi has v x, or some Gj for whose part v is not possible excludes v. (A)
//!
//! And if w is not one of P:
//!
//! > some Gi for whose part w is not possible excludes w. (B)
//!
//! All guarantees over Σ that satisfy the premises satisfy these clauses. First: if guarantees exclude a
//! word, then the part of one that is first to exclude a prefix u of it cannot do u. Otherwise some word of
//! Mi would agree with u on αGi, and can be made to agree with u on all guarantees, since what Mi shares with
//! another guarantee is in αGi; all guarantees have its proper prefixes, so the premise of Mi says that Gi
//! has it. (B) follows, because some guarantee excludes w, and where a prefix is not possible w is not. (A)
//! follows: if no guarantee excludes v, the premise of Mi says that Gi has v x.
//!
//! If w is possible for all parts (B) would be the empty clause. Then runs of the parts that look like w are
//! put together. If they agree on all actions that parts share, they are a run of all. Otherwise the first
//! actions on which they differ join Σ (*alphabet refinement*), and all words seen so far become clauses
//! again.
//!
//! # Invariants
//! 1. The clauses can be satisfied: by the words that are possible for Mi as Gi. These have all that (A)
//!    demands, and exclude all that is not possible, as (B) demands of at least one.
//! 2. No word violates the same premise twice over the same Σ: its clauses exclude that.
//! 3. Guarantees handed out are a least tuple that satisfies the clauses; as these are necessary, no proof
//!    over the same alphabets has fewer states.
//!
//! **It ends, with the right verdict.** Σ only grows, by actions that two parts share; so from some time on
//! it stays as it is. If the words possible for the parts satisfy the premises, only finitely many tuples are
//! not larger, and none is tried twice (2): it ends with a proof. If they do not, then some word of L actions
//! is possible for all parts and not one of P. Whatever the guarantees, a prefix of it violates a premise:
//! they exclude the first prefix that they exclude although it is possible, or have it all. So every round
//! gives a new word of at most L actions (2), and there are only finitely many: at last one is found that is
//! possible for all parts and not one of P. It ends the search or makes Σ larger. If Σ has all that a part
//! shares with others or with P, it ends the search: the runs share only that on which they agree. So the end
//! is a proof, or a run of the parts that violates P.
//!
//! # Cost
//! A round explores what guarantees see of one part, or of P, never two parts together; a part is not
//! explored again. The number of rounds is not bounded by a polynomial, and each takes a run of the SAT
//! solver, which is what most time goes into.
//!
//! # Departures
//! \[EGPS15\] has two components, asks what they can do only along words that violate P, and makes a clause
//! of a single word. Here what all parts can do along a word makes every clause as strong as it can be, for
//! all prefixes of the word. A round learns from one word, the shortest; one for every premise that is
//! violated takes fewer rounds but larger formulas, and was slower for gas station and MER, faster for
//! Peterson.

mod candidate;

use rely_learn::{Demand, Dfa, Effort, Joint, Letter, letter_of};
use rely_lts::{ActionId, Alphabet, Context, ProgressEvent, Reason, Spent};
use rustc_hash::FxHashMap;

use self::candidate::{Candidates, Subject};
use crate::assumption::Assumption;
use crate::prove::confirm::{Claim, confirm_own};
use crate::prove::lazy_product::{LazyProduct, Seen};
use crate::prove::options::{Alphabets, Attempt, Round};
use crate::prove::problem::Problem;
use crate::prove::proof::{Premise, Proof, ProofOutcome, Rule, Unfinished, premises};

/// Proves that two or more parts keep a property, by a guarantee for each.
pub fn prove(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> ProofOutcome {
    let claim = claim(attempt, parts);
    confirm_own(claim, attempt)
}

/// The same before its premises are checked.
pub(crate) fn claim(attempt: &mut Attempt<'_>, parts: &[Vec<usize>]) -> Claim {
    let fits = parts.iter().all(|part| !part.is_empty()) && attempt.problem.properties.len() == 1;
    let Some(premises) = premises(Rule::Circ, parts).filter(|_| fits) else {
        let reason = "rule circ needs at least two parts and exactly one property".to_string();
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
        Ok(Found::Proof) => Claim::Found(Proof {
            rule: Rule::Circ,
            parts: parts.to_vec(),
            assumptions: guarantees,
            premises: search.premises,
        }),
        Ok(Found::Run(run)) if attempt.problem.replays(&run) => Claim::Violated(run),
        Ok(Found::Run(_)) => {
            let reason = "the parts violate the property, but another component may prevent it".to_string();
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
) -> Claim {
    Claim::Unknown(Unfinished { reason, rule: Rule::Circ, parts: parts.to_vec(), assumptions, holding })
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
    modules: Vec<LazyProduct<'p>>,
    /// What each part knows.
    known: Vec<Alphabet>,
    /// Σ.
    sigma: Alphabet,
    /// The alphabet of each guarantee.
    spoken: Vec<Alphabet>,
    /// The same, by actions.
    speakers: Speakers,
    joint: Joint<'p>,
    /// All words seen, with the premises that they violated.
    words: Vec<(usize, Vec<ActionId>)>,
    /// Bytes held by these.
    held: usize,
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
            modules: parts.iter().map(|part| LazyProduct::new(problem, part, &[], None, ctx)).collect(),
            known,
            sigma,
            spoken: Vec::new(),
            speakers: Speakers::default(),
            joint: Joint::new(&[], Effort::default(), ctx),
            words: Vec::new(),
            held: 0,
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
            self.ctx.progress.report(&ProgressEvent::Learning {
                round: attempt.statistics.rounds,
                queries: attempt.statistics.membership_queries,
                candidate_states: self.joint.sizes().iter().sum::<usize>() as u64,
            });
            let violation = self.check(&machines, attempt)?;
            attempt.note(self.round(attempt, &violation));
            let Some((premise, word)) = violation else { return Ok(Found::Proof) };
            attempt.statistics.rounds += 1;
            if let Some(found) = self.learn(premise, word, attempt)? {
                return Ok(found);
            }
        }
    }

    /// A shortest word that violates a premise, and the place of that.
    fn check(
        &mut self,
        machines: &[Dfa],
        attempt: &mut Attempt<'_>,
    ) -> Result<Option<(usize, Vec<ActionId>)>, Spent> {
        let property = &self.problem.properties[0].lts;
        let all = Alphabet::union(&self.problem.actions, [&self.sigma, property.alphabet()]);
        let mut shortest: Option<(usize, Vec<ActionId>)> = None;
        // The premise of the property, the last one, is the smallest product.
        for at in (0..self.premises.len()).rev() {
            let bound = shortest.as_ref().map_or(usize::MAX, |(_, word)| word.len());
            let (subject, all) = match self.modules.get_mut(at) {
                Some(module) => (Subject::Part(at, module), &self.sigma),
                None => (Subject::Property(property), &all),
            };
            let candidates = Candidates { machines, speakers: &self.speakers, all };
            let searched = candidates.violation(subject, bound, self.ctx)?;
            attempt.statistics.explored(searched.states);
            match searched.violation {
                Some(word) => shortest = Some((at, word)),
                None if searched.complete => self.holding.insert(0, self.premises[at].clone()),
                None => {}
            }
        }
        Ok(shortest)
    }

    fn round(&self, attempt: &Attempt<'_>, violation: &Option<(usize, Vec<ActionId>)>) -> Round {
        let what = match violation {
            None => "all premises hold".to_string(),
            Some((at, word)) => {
                let names: Vec<String> =
                    word.iter().map(|&action| self.problem.actions.name(action).to_string()).collect();
                let what = match self.parts.get(*at) {
                    Some(_) => format!("G{} excludes a word that its part can perform", at + 1),
                    None => "the guarantees allow a violation".to_string(),
                };
                format!("{what}: {}", names.join(" "))
            }
        };
        Round {
            rule: Rule::Circ,
            states: self.joint.sizes().to_vec(),
            candidates: self.guarantees.iter().map(|a| a.lts().clone()).collect(),
            actions: self.sigma.len(),
            queries: attempt.statistics.membership_queries,
            what,
        }
    }

    /// Makes clauses of a word, over more actions if it shows that these are needed.
    fn learn(
        &mut self,
        premise: usize,
        word: Vec<ActionId>,
        attempt: &mut Attempt<'_>,
    ) -> Result<Option<Found>, Spent> {
        self.words.push((premise, word));
        self.held += 24 + 4 * self.words[self.words.len() - 1].1.len();
        self.ctx.budget.check_memory(self.held)?;
        let mut at = self.words.len() - 1;
        while at < self.words.len() {
            match self.say(at, attempt)? {
                None => at += 1,
                Some(Lifted::Run(run)) => return Ok(Some(Found::Run(run))),
                Some(Lifted::Apart(actions)) => {
                    self.complete_words()?;
                    let more = self.sigma.ids().iter().copied().chain(actions);
                    self.sigma = Alphabet::new(&self.problem.actions, more);
                    self.speak();
                    at = 0;
                }
            }
        }
        Ok(None)
    }

    /// Puts into every word that was found for a part what the part does along it besides: it stays possible
    /// over more actions.
    fn complete_words(&mut self) -> Result<(), Spent> {
        for (module, alphabet) in self.modules.iter_mut().zip(&self.spoken) {
            module.speak_of(alphabet);
        }
        for (premise, word) in &mut self.words {
            let Some(module) = self.modules.get_mut(*premise) else { continue };
            let spoken = &self.spoken[*premise];
            if let Some(run) = module.run_along(&spell(word, spoken), false)? {
                let visible: Vec<ActionId> =
                    word.iter().copied().filter(|&a| self.sigma.contains(a)).collect();
                *word = merge(&visible, &run, spoken);
            }
        }
        Ok(())
    }

    /// Starts again with Σ.
    fn speak(&mut self) {
        let sigma = &self.sigma;
        let spoken = |known: &Alphabet| {
            Alphabet::new(&self.problem.actions, known.ids().iter().copied().filter(|&a| sigma.contains(a)))
        };
        self.spoken = self.known.iter().map(spoken).collect();
        for (module, alphabet) in self.modules.iter_mut().zip(&self.spoken) {
            module.speak_of(alphabet);
        }
        self.speakers = Speakers::new(&self.spoken);
        let n_letters: Vec<u32> = self.spoken.iter().map(|alphabet| alphabet.len() as u32).collect();
        self.joint = Joint::new(&n_letters, Effort::default(), self.ctx);
    }

    /// Makes clauses of a word, or puts together runs of the parts if it is possible for all of them and
    /// violates the property.
    fn say(&mut self, at: usize, attempt: &mut Attempt<'_>) -> Result<Option<Lifted>, Spent> {
        let word = self.words[at].1.clone();
        attempt.statistics.membership_queries += self.parts.len() as u64;
        let possible = self.possible(&word)?;
        if let Some(length) = self.first_violation(&word) {
            let violating = &word[..length];
            let excluding: Vec<Demand> = (0..self.parts.len())
                .filter(|&i| possible[i] < length)
                .map(|i| Demand::rejects(i, self.speakers.spell(violating, i)))
                .collect();
            if excluding.is_empty() {
                return self.lift(violating).map(Some);
            }
            self.joint.add(&excluding);
        }
        for length in 1..=word.len() {
            let (upto, before) = (&word[..length], &word[..length - 1]);
            let others = (0..self.parts.len()).filter(|&j| possible[j] < length - 1);
            let others: Vec<Demand> =
                others.map(|j| Demand::rejects(j, self.speakers.spell(before, j))).collect();
            for &(i, _) in self.speakers.of(word[length - 1]) {
                if possible[i] >= length {
                    let mut clause = others.clone();
                    clause.push(Demand::accepts(i, self.speakers.spell(upto, i)));
                    self.joint.add(&clause);
                }
            }
        }
        Ok(None)
    }

    /// For every part: how many actions of the word are possible for it.
    fn possible(&mut self, word: &[ActionId]) -> Result<Vec<usize>, Spent> {
        let mut possible = vec![word.len(); self.parts.len()];
        for module in &mut self.modules {
            module.restart()?;
        }
        for (i, &action) in word.iter().enumerate() {
            for &(part, letter) in self.speakers.of(action) {
                if possible[part] > i && self.modules[part].step(letter)? == Seen::Impossible {
                    possible[part] = i;
                }
            }
        }
        Ok(possible)
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

    /// Puts together runs of the parts that look like a word, one part after the other: each looks also like
    /// what those before do.
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

/// Which guarantees have an action, and by which letter.
#[derive(Default)]
struct Speakers(FxHashMap<ActionId, Vec<(usize, Letter)>>);

impl Speakers {
    fn new(spoken: &[Alphabet]) -> Speakers {
        let mut speakers = Speakers::default();
        for (i, alphabet) in spoken.iter().enumerate() {
            for (letter, &action) in (0..).zip(alphabet.ids()) {
                speakers.0.entry(action).or_default().push((i, letter));
            }
        }
        speakers
    }

    fn of(&self, action: ActionId) -> &[(usize, Letter)] {
        self.0.get(&action).map_or(&[], Vec::as_slice)
    }

    /// A word restricted to the alphabet of a guarantee.
    fn spell(&self, word: &[ActionId], guarantee: usize) -> Vec<Letter> {
        let spoken = |&action: &ActionId| self.of(action).iter().find(|speaker| speaker.0 == guarantee);
        word.iter().filter_map(spoken).map(|&(_, letter)| letter).collect()
    }
}

/// A word restricted to an alphabet, as letters of it.
fn spell(word: &[ActionId], alphabet: &Alphabet) -> Vec<Letter> {
    word.iter().filter_map(|&action| alphabet.label(action).and_then(letter_of)).collect()
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
