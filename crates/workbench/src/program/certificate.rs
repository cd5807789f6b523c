//! The certificate of the verdicts about a program.

use std::collections::BTreeSet;
use std::path::Path;

use rely_code::encode::CheckKind as Kind;
use rely_code::engine::Answer;
use rely_evidence::code::{Origin, certificate, decided};
use rely_io::files;
use rely_report::Failure;
use rely_report::view::CertifiedView;
use sha2::{Digest, Sha256};

use super::verdicts::Judged;
use super::{PROGRAM_CHECKS, name_of, trusted};

/// Writes the certificate of all decided checks of a program: each check at each place, also of memory and of
/// what is not modeled. A kind of check that the encoder found impossible everywhere is a check without a
/// place.
pub(super) fn write(
    path: &Path,
    judged: &Judged<'_>,
    kinds: &BTreeSet<Kind>,
) -> Result<(Option<String>, CertifiedView), Failure> {
    let Judged { source, program, outcome, .. } = *judged;
    let mut checks: Vec<String> = program
        .sites
        .iter()
        .map(|site| {
            let at = site
                .place
                .map_or_else(String::new, |place| format!("{}:{}: ", source.file(place), place.line));
            format!("{at}{}: {}", name_of(site.kind), site.message)
        })
        .collect();
    let absent = |kind: &&Kind| !program.sites.iter().any(|site| site.kind == **kind);
    let impossible = kinds.iter().filter(absent);
    checks.extend(impossible.map(|&kind| format!("{}: nowhere possible, by the encoder", name_of(kind))));
    for (number, automaton) in (0..).zip(judged.observed.iter().flat_map(|observed| &observed.automata)) {
        if absent(&&Kind::Property(number)) {
            checks.push(format!("property {}: nowhere violated, by the encoder", automaton.name));
        }
    }
    debug_assert!(PROGRAM_CHECKS.len() >= kinds.len(), "every kind has a name");
    let digest =
        |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let origin = Origin {
        name: format!("{}:{}", source.units[0].file, judged.entry),
        sources: source
            .units
            .iter()
            .map(|unit| (format!("{} as LLVM text", unit.file), digest(&unit.text)))
            .chain(judged.observed.iter().flat_map(|observed| observed.sources.clone()))
            .collect(),
        checks,
        trusted: trusted(judged),
    };
    let verdicts = decided(&program.blocks, outcome, origin.checks.len() as u32);
    let open = outcome.checks.iter().filter(|check| matches!(check.answer, Answer::Unknown(_)));
    let missing: Vec<String> =
        open.map(|check| format!("{}: not decided", origin.checks[check.number as usize])).collect();
    let all = origin.checks.len() as u64;
    let view = |verdicts: u64, missing: Vec<String>| CertifiedView { verdicts, decided: verdicts, missing };
    match certificate(&program.blocks, &origin, &verdicts) {
        Ok(certificate) => {
            files::write(path, |out| {
                serde_json::to_writer(&mut *out, &certificate)?;
                out.write_all(b"\n")
            })?;
            let certified = all - missing.len() as u64;
            Ok((Some(path.display().to_string()), view(certified, missing)))
        }
        Err(reason) => Ok((None, view(0, [vec![reason.to_string()], missing].concat()))),
    }
}
