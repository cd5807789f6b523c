//! `cargo xtask bench [NAME] | bench peers [--quick] | bench parts | bench assume | bench learn`: what Rely takes, and what others take for the same.
//!
//! Each writes its own section of BENCHMARKS.md and leaves the others alone.

mod assume;
mod learn;
mod ltsa;
mod measure;
mod page;
mod parts;
mod peers;
mod tools;

pub use tools::driver;

/// Runs one of the benchmarks.
pub fn run(arguments: &[&str]) -> bool {
    match arguments {
        ["peers"] => peers::run(peers::Extent::Full),
        ["peers", "--quick"] => peers::run(peers::Extent::Quick),
        ["parts"] => parts::run(),
        ["assume"] => assume::run(),
        ["learn"] => learn::run(),
        ["peers" | "parts" | "assume" | "learn", ..] => {
            eprintln!(
                "usage: cargo xtask bench [NAME] | bench peers [--quick] | bench parts | bench assume | bench learn"
            );
            false
        }
        filter => ltsa::run(filter),
    }
}
