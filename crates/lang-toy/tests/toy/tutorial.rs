//! The tutorial shows code that exists.

use std::path::Path;

use source::Files;

/// The blocks of a language in `docs/adding-a-language.md`.
fn blocks(language: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/adding-a-language.md"))
        .expect("the tutorial is there");
    let opening = format!("```{language}\n");
    let parts = text.split(&opening).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn rust_in_the_tutorial_is_taken_from_the_source() {
    const SOURCES: [&str; 6] = [
        include_str!("../../../syntax/src/descent.rs"),
        include_str!("../../src/parse.rs"),
        include_str!("../../src/lower/body.rs"),
        include_str!("../../src/lower/expr.rs"),
        include_str!("../../src/machine.rs"),
        include_str!("../../src/program.rs"),
    ];
    let blocks = blocks("rust");
    assert!(blocks.len() > 5);
    for block in blocks {
        assert!(
            SOURCES.iter().any(|source| source.contains(&block)),
            "not in the source:\n{block}"
        );
    }
}

#[test]
fn programs_in_the_tutorial_are_well_formed() {
    let blocks = blocks("toy");
    assert!(!blocks.is_empty());
    for block in blocks {
        let loaded = lang_toy::load(&Files::new().add("tutorial.toy", &block));
        assert!(loaded.is_ok(), "{block}\n{loaded:?}");
    }
}
