//! Any text is parsed and lowered without a panic, and every error lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = source::Files::new().add("fuzz.toy", text);
    let (ast, errors) = lang_toy::parse(&file);
    let lowered = lang_toy::lower(&ast).err().unwrap_or_default();
    for diagnostic in errors.iter().chain(&lowered) {
        let span = diagnostic.labels.first().expect("every error has a place").span;
        assert!(text.get(span.range()).is_some(), "{diagnostic:?} lies outside of the text");
    }
});
