//! The judge of everything that proves: independent of the engines, by words and by a search of the whole.
//!
//! - `naive`: what a premise and a conclusion mean.
//! - `judge`: is an outcome right? The verdict is that of the whole; each premise of a proof holds, read word
//!   by word; a violation replays.
//! - `small`: all systems of machines with at most two states, and random ones.
//! - `engines`: who is judged. One line each.
//!
//! If `RELY_EXHAUSTIVE` is set, all small systems with two actions and more random ones; else a part.

mod engines;
mod judge;
mod naive;
mod premise;
mod small;

/// Is everything asked for?
fn exhaustive() -> bool {
    std::env::var_os("RELY_EXHAUSTIVE").is_some()
}
