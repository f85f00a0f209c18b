//! Any text is loaded as a K definition without a panic, and every error lies in its file.
#![no_main]

use k_syntax::LoadOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut files = source::Files::new();
    let main = files.add("fuzz.k", text);
    let loaded = k_syntax::load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
    let errors = loaded.err().unwrap_or_default();
    for label in errors.iter().flat_map(|diagnostic| &diagnostic.labels) {
        let text = files.get(label.span.file).text();
        assert!(text.get(label.span.range()).is_some(), "a place lies outside of the text");
    }
});
