//! How long it takes to load a definition and to read a program:
//! `cargo run --release --example measure -- DEFINITION PROGRAM SORT [COPIES]`.
//!
//! The body of the program is repeated, so that long programs need no files of their own.

use std::path::Path;
use std::time::Instant;

use k_syntax::{LoadOptions, ProgramParser, Terms, load};
use source::Files;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [definition, program, sort, rest @ ..] = &args[..] else {
        eprintln!("DEFINITION PROGRAM SORT [COPIES]");
        return;
    };
    let copies = rest.first().and_then(|count| count.parse().ok()).unwrap_or(1);
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let mut files = Files::new();
    let main = files.add(definition, &read(definition));
    let mut find = |from: &str, wanted: &str| {
        let path = Path::new(from).with_file_name(wanted);
        let name = path.to_string_lossy().into_owned();
        std::fs::read_to_string(&path).ok().map(|text| (name, text))
    };
    let start = Instant::now();
    let loaded = load(&mut files, &main, &LoadOptions::default(), &mut find);
    let time = start.elapsed();
    let Ok((definition, _)) = loaded else {
        eprintln!("{:#?}", loaded.err());
        return;
    };
    eprintln!(
        "{} productions, {} rules: {time:?}",
        definition.productions().count(),
        definition.rules.len()
    );
    let text = read(program).repeat(copies);
    let file = files.add(program, &text);
    let Some(sort) = definition.find_sort(sort) else { return };
    let start = Instant::now();
    let mut terms = Terms::default();
    let parsed =
        ProgramParser::new(&definition).and_then(|parser| parser.parse(&file, sort, &mut terms));
    let words = text.split(|c: char| !c.is_alphanumeric()).count();
    eprintln!("{} bytes, about {words} words: {:?}", text.len(), start.elapsed());
    if let Err(error) = parsed {
        eprintln!("{}: {}", files.describe(error.labels[0].span), error.message);
    }
}
