//! Any bytes give a tree, and diagnostics whose places are in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_fsp::{explain, parse, render};

fuzz_target!(|source: &[u8]| {
    let parsed = parse(source);
    for diagnostic in &parsed.diagnostics {
        let span = diagnostic.span;
        assert!(parsed.text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?}");
        assert!(explain(diagnostic.code).is_some(), "{diagnostic:?}");
    }
    assert_eq!(parsed.diagnostics.is_empty(), render(&parsed.text, &parsed.diagnostics).is_empty());
});
