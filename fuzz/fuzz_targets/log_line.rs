//! Any line of a log is read without a panic, and what was read can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    if let Ok(event) = trace_tools::parse_line(line) {
        let shown = event.to_string();
        assert!(!shown.is_empty());
        assert_eq!(event.into_owned().to_string(), shown);
    }
});
