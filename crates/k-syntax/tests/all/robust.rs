//! No text makes the loader or the parser panic, and every error lies in its file.

use k_syntax::{LoadOptions, ProgramParser, Terms, load};
use proptest::prelude::*;
use source::{Diagnostic, Files};

const DEFINITION: &str = include_str!("../../../../examples/k/imp/imp.k");
const PROGRAM: &str = include_str!("../../../../examples/k/imp/sum.imp");

const PIECES: &[&str] = &[
    "rule",
    "syntax",
    "module T",
    "endmodule",
    "::=",
    "|",
    ">",
    "[",
    "]",
    "(",
    ")",
    "<k>",
    "</k>",
    "...",
    "=>",
    "~>",
    ":Int",
    "X",
    "_",
    "\"",
    "r\"[a\"",
    "/*",
    "//",
    "{",
    "}",
    ".",
    ".Map",
    "List{",
    "requires",
    "imports A",
    "configuration",
    "<T>",
    "[strict(1)]",
    "[macro",
    "é",
    "\n",
    "\\",
    "$PGM",
    "syntax A ::= A",
    "syntax A ::= B syntax B ::= A \"x\"",
    "syntax A ::= \"\"",
    "[format(%9%i%d%d)]",
    "context",
    "#token(\"a\", \"B\")",
    "#as",
    "left:",
    "syntax priority a > b",
    "\t",
    "'",
    "`",
];

/// A change of a text: from a place on so many characters are replaced.
#[derive(Clone, Debug)]
struct Change {
    at: prop::sample::Index,
    length: usize,
    piece: &'static str,
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = (any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(PIECES))
        .prop_map(|(at, length, piece)| Change { at, length, piece });
    prop::collection::vec(change, 1..4)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for Change { at, length, piece } in changes {
        let start = at.index(chars.len() + 1);
        let end = (start + length).min(chars.len());
        chars.splice(start..end, format!(" {piece} ").chars());
    }
    chars.into_iter().collect()
}

fn lie_in_their_files(files: &Files, diagnostics: &[Diagnostic]) -> bool {
    let mut labels = diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels);
    labels.all(|label| files.get(label.span.file).text().get(label.span.range()).is_some())
}

proptest! {
    #[test]
    fn changed_definitions(changes in changes()) {
        let mut files = Files::new();
        let main = files.add("imp.k", &changed(DEFINITION, &changes));
        let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
        if let Err(errors) = loaded {
            prop_assert!(!errors.is_empty() && lie_in_their_files(&files, &errors));
        }
    }

    #[test]
    fn texts_of_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..20)) {
        let mut files = Files::new();
        let main = files.add("t.k", &format!("module T {}", pieces.join(" ")));
        let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
        if let Err(errors) = loaded {
            prop_assert!(!errors.is_empty() && lie_in_their_files(&files, &errors));
        }
    }

    #[test]
    fn changed_programs(changes in changes()) {
        let mut files = Files::new();
        let main = files.add("imp.k", DEFINITION);
        let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
        let (definition, _) = loaded.expect("the definition is sound");
        let parser = ProgramParser::new(&definition).expect("the expressions are fine");
        let sort = definition.find_sort("Pgm").expect("it is declared");
        let program = files.add("p.imp", &changed(PROGRAM, &changes));
        if let Err(error) = parser.parse(&program, sort, &mut Terms::default()) {
            prop_assert!(lie_in_their_files(&files, &[*error]));
        }
    }
}
