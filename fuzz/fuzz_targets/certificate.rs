//! Any bytes are accepted or rejected, within a bound on the work; and so is what they say with digests that
//! match.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_certify::{Certificate, CheckVerdict, Claim, check_within, replay};

/// Elementary steps of one check: enough for every certificate of this size that is not hostile.
const WORK: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let report = check_within(bytes, WORK);
    assert_eq!(report.verdict == CheckVerdict::Rejected, report.reason.is_some());
    // Digests are right only by accident: they are recomputed, so that the code behind them is reached.
    if let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) {
        let certificate = certificate.sealed();
        let text = serde_json::to_vec(&certificate).expect("a certificate is JSON");
        let again: Certificate = serde_json::from_slice(&text).expect("it was just written");
        assert_eq!(again, certificate);
        let report = check_within(&text, WORK);
        let reason = report.reason.unwrap_or_default();
        assert!(
            !reason.contains("digest does not match")
                && !reason.contains("digest of the certificate")
                && !reason.starts_with("not a certificate"),
            "{reason}"
        );
        for claim in &certificate.claims {
            let (Claim::Run { system, trace } | Claim::Deadlock { system, trace }) = claim else { continue };
            let Some(system) = certificate.systems.get(*system as usize) else { continue };
            if trace.steps.len() + trace.cycle.len() < 50 && system.components.len() < 4 {
                let _ = replay(&system.components, system.priority.as_ref(), trace);
            }
        }
    }
});
