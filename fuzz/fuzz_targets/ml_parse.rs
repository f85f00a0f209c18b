//! Any text is parsed as OCaml without a panic, and every error lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = source::Files::new().add("fuzz.ml", text);
    let (_, diagnostics) = lang_ml::parse::parse(&file);
    for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
        assert!(text.get(label.span.range()).is_some(), "a place lies outside of the text");
    }
});
