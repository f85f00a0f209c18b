//! Any text is read as properties without a panic, and every error lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = source::Files::new().add("fuzz.mop", text);
    for diagnostic in typestate::read(&file).err().unwrap_or_default() {
        let span = diagnostic.labels.first().expect("every error has a place").span;
        assert!(text.get(span.range()).is_some(), "{diagnostic:?} lies outside of the text");
    }
});
