//! Any text is read as a trace spec without a panic, and every error lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let pool = term::Pool::new();
    let file = source::Files::new().add("fuzz.trace", text);
    let (_, diagnostics) = trace::Spec::read(&pool, &file);
    for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
        assert!(text.get(label.span.range()).is_some(), "a place lies outside of the text");
    }
});
