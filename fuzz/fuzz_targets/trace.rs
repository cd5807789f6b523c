//! Any bytes give a trace or an error; what is read is written and read back as the same trace, in both
//! formats.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_formats::{read_trace, write_trace_json, write_trace_text};

fuzz_target!(|bytes: &[u8]| {
    let Ok(trace) = read_trace(bytes) else { return };
    let mut json = Vec::new();
    write_trace_json(&trace, &mut json).expect("a trace that was read can be written");
    assert_eq!(read_trace(&json).expect("what was written can be read"), trace);
    let mut text = Vec::new();
    if write_trace_text(&trace, &mut text).is_ok() {
        let again = read_trace(&text).expect("what was written can be read");
        assert_eq!((again.actions, again.cycle), (trace.actions, trace.cycle));
    }
});
