//! Any text is searched for LiquidHaskell annotations without a panic, and every error lies in the
//! text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for name in ["fuzz.hs", "fuzz.lhs"] {
        let file = source::Files::new().add(name, text);
        let (_, diagnostics) = lang_haskell::liquid::parse(&file);
        for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
            assert!(text.get(label.span.range()).is_some(), "a place lies outside of the text");
        }
    }
});
