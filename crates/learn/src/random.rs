//! Random automata: the same seed gives the same automaton on every machine.

use crate::dfa::Dfa;

/// A small generator of numbers \[SLF14\]; not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is a number below n");
        // The bias is below n / 2^64.
        (self.bits() % u64::from(n)) as u32
    }
}

/// A minimal automaton with exactly `n_states` states, each accepting with probability one half: transitions
/// are drawn until all states can be reached and told apart.
///
/// ```
/// use rely_learn::random_dfa;
/// let dfa = random_dfa(10, 2, 7);
/// assert_eq!((dfa.n_states(), &dfa), (10, &random_dfa(10, 2, 7)));
/// ```
///
/// # Panics
/// If `n_states` is 0, or there is no letter for more than one state.
pub fn random_dfa(n_states: u32, n_letters: u32, seed: u64) -> Dfa {
    assert!(n_states == 1 || n_states > 1 && n_letters > 0, "there are automata of this shape");
    let mut random = Random::new(seed);
    loop {
        let (next, _) = draw(n_states, n_letters, &mut random);
        let accepting = (0..n_states).map(|_| random.below(2) == 0).collect();
        let dfa = Dfa::new(n_letters, 0, next, accepting).expect("all targets exist");
        if dfa.minimize().n_states() == n_states as usize {
            return dfa;
        }
    }
}

/// A minimal automaton of a prefix-closed language with `n_states` accepting states and one rejecting sink,
/// to which about a quarter of the transitions leads that are not needed to reach the states.
///
/// # Panics
/// If `n_states` is 0, or there are fewer than two letters.
pub fn random_prefix_closed(n_states: u32, n_letters: u32, seed: u64) -> Dfa {
    assert!(n_states > 0 && n_letters > 1, "there are random automata of this shape");
    let mut random = Random::new(seed);
    loop {
        let (mut next, free) = draw(n_states, n_letters, &mut random);
        for at in free {
            if random.below(4) == 0 {
                next[at] = n_states;
            }
        }
        next.extend(std::iter::repeat_n(n_states, n_letters as usize));
        let mut accepting = vec![true; n_states as usize];
        accepting.push(false);
        let dfa = Dfa::new(n_letters, 0, next, accepting).expect("all targets exist");
        if dfa.minimize().n_states() == n_states as usize + 1 {
            return dfa;
        }
    }
}

/// Random transitions such that every state is reached from an earlier one, and the positions of those that
/// are not needed for that.
fn draw(n_states: u32, n_letters: u32, random: &mut Random) -> (Vec<u32>, Vec<usize>) {
    let k = n_letters as usize;
    let mut next: Vec<u32> = (0..n_states as usize * k).map(|_| random.below(n_states)).collect();
    let mut free: Vec<usize> = (0..k).collect();
    for s in 1..n_states {
        let at = free.swap_remove(random.below(free.len() as u32) as usize);
        next[at] = s;
        free.extend(s as usize * k..(s as usize + 1) * k);
    }
    (next, free)
}
