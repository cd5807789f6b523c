//! `cargo xtask bench [NAME]`: what Rely takes, and what others take for the same. The usage below lists the
//! names.
//!
//! Each writes its own section of BENCHMARKS.md and leaves the others alone.

mod assume;
mod certificates;
mod code;
mod compat;
mod components;
mod draw;
mod explore;
mod learn;
mod lsp;
mod ltsa;
mod measure;
mod monitor;
mod page;
mod parts;
mod peers;
mod prove;
mod svcomp;
mod tools;
mod watch;

pub use page::write_section;
pub use tools::{driver, target_folder};

/// Runs one of the benchmarks.
pub fn run(arguments: &[&str]) -> bool {
    match arguments {
        ["peers"] => peers::run(peers::Extent::Full),
        ["peers", "--quick"] => peers::run(peers::Extent::Quick),
        ["parts"] => parts::run(),
        ["assume"] => assume::run(),
        ["learn"] => learn::run(),
        ["prove"] => prove::run(prove::Extent::Full, None),
        ["prove", "--quick"] => prove::run(prove::Extent::Quick, None),
        ["prove", "--quick", family] => prove::run(prove::Extent::Quick, Some(family)),
        ["prove", family] if !family.starts_with('-') => prove::run(prove::Extent::Full, Some(family)),
        ["certificates"] => certificates::run(),
        ["compat"] => compat::run(),
        ["draw"] => draw::run(),
        ["explore"] => explore::run(),
        ["lsp"] => lsp::run(),
        ["monitor"] => monitor::run(),
        ["watch"] => watch::run(),
        ["components"] => components::run(),
        ["svcomp", rest @ ..] => svcomp::run(rest),
        ["code", rest @ ..] => code::run(rest),
        [
            "peers" | "parts" | "assume" | "certificates" | "learn" | "prove" | "compat" | "draw" | "explore"
            | "lsp" | "monitor" | "watch",
            ..,
        ] => {
            eprintln!(
                "usage: cargo xtask bench [NAME] | bench peers [--quick] | bench parts | bench assume | bench certificates | bench code [--seconds N] [FAMILY…] | bench learn | bench prove [--quick] [FAMILY] | bench compat | bench components | bench draw | bench explore | bench lsp | bench monitor | bench svcomp [--seconds N] [FAMILY…] | bench watch"
            );
            false
        }
        filter => ltsa::run(filter),
    }
}
