//! From text to [`Ast`].
//!
//! The grammar is that of `tree-sitter-ocaml`, which recovers from errors by itself; this module
//! turns its concrete tree into ours. The concrete tree is surveyed once, without recursion, for
//! errors, depth, comments and attributes (`survey`); then each item without an error in it is
//! read by recursive functions, one for each kind of node.
//!
//! Nothing here knows what a name means.

mod expr;
mod item;
mod literal;
mod module;
mod object;
mod pattern;
mod reader;
mod survey;
mod types;

use std::ops::{ControlFlow, Range};

use source::{Diagnostic, File};
use tree_sitter::{ParseOptions, ParseState, Parser, Point, Tree};

use crate::ast::{Ast, Expr, Item, ItemKind};
use crate::interface;
use crate::patience::{Patience, Stopped};
use reader::Reader;
use survey::Survey;

/// What was read, and what is wrong with it.
type Parsed = (Ast, Vec<Diagnostic>);

/// Larger files are not read: the concrete tree takes a hundred times their size.
pub const LARGEST: usize = 4 * 1024 * 1024;

/// Reads a file. The tree holds what could be read; it is whole if there is no diagnostic.
#[must_use]
pub fn parse(file: &File) -> (Ast, Vec<Diagnostic>) {
    parse_until(file, &Patience::new(&|| false)).unwrap_or_default()
}

/// As [`parse`], but it is given up when patience is over.
pub(crate) fn parse_until(file: &File, patience: &Patience<'_>) -> Result<Parsed, Stopped> {
    let given_up = |message: String| {
        let fault = Diagnostic::error(message).with_code("ML003").at(file.span(0..0), "");
        Ok((Ast::default(), vec![fault]))
    };
    if file.text().len() > LARGEST {
        let mib = LARGEST / 1024 / 1024;
        return given_up(format!(
            "the file is larger than {mib} MiB, the most that is read of OCaml"
        ));
    }
    let Some(tree) = concrete(file, patience)? else {
        let message =
            "the file has syntax errors that no sense can be made of: does `ocamlc` read it?";
        return given_up(message.to_owned());
    };
    let survey = Survey::of(&tree, file, patience);
    let mut diagnostics = survey.errors();
    if survey.too_deep() {
        return Ok((Ast::default(), diagnostics));
    }
    let mut reader = Reader::new(file, &survey, patience);
    let items = reader.items(tree.root_node());
    diagnostics.extend(reader.finish());
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
    patience.check()?;
    Ok((Ast { items }, diagnostics))
}

/// Reads an expression in a part of a file, such as one in a comment, with its place in that file.
pub(crate) fn expression(file: &File, part: Range<usize>) -> (Option<Expr>, Vec<Diagnostic>) {
    let blank = |text: &str| " ".repeat(text.len());
    let text = file.text();
    let alone = format!("{}{}", blank(&text[..part.start]), &text[part.clone()]);
    let (ast, faults) = parse(&file.with_text("expression.ml", &alone));
    let mut items = ast.items.into_iter();
    let only = match (items.next(), items.next()) {
        (Some(Item { kind: ItemKind::Eval(expr), .. }), None) => Some(expr),
        _ => None,
    };
    (only.filter(|_| faults.is_empty()), faults)
}

/// How often the parser may ask whether to go on, which it does every hundred operations. A text takes
/// a few operations for each token; recovering from errors can take exponentially many.
fn most_looks(text: &str) -> usize {
    1000 + text.len() / 4
}

/// The concrete tree of a file; none if its errors are beyond recovery.
fn concrete(file: &File, patience: &Patience<'_>) -> Result<Option<Tree>, Stopped> {
    let (mut parser, text) = (Parser::new(), file.text());
    let language = match interface::is_one(file) {
        true => tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(),
        false => tree_sitter_ocaml::LANGUAGE_OCAML.into(),
    };
    parser.set_language(&language).expect("the grammar and the library agree on their version");
    let mut looks = 0;
    let mut look = |_: &ParseState| {
        looks += 1;
        match patience.is_over() || looks > most_looks(text) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let mut chunk = |at: usize, _: Point| text.as_bytes().get(at..).unwrap_or_default();
    let options = ParseOptions::new().progress_callback(&mut look);
    let tree = parser.parse_with_options(&mut chunk, None, Some(options));
    patience.check()?;
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use source::Files;

    use super::*;
    use crate::ast::{ExprKind, ItemKind, Label, Param, Payload, TypeKind};

    fn read(text: &str) -> (Ast, Vec<String>) {
        let mut files = Files::new();
        let file = files.add("a.ml", text);
        let (ast, diagnostics) = parse(&file);
        let shown = diagnostics
            .iter()
            .map(|d| format!("{}: {}", files.describe(d.labels[0].span), d.message))
            .collect();
        (ast, shown)
    }

    #[track_caller]
    fn check_errors(text: &str, expected: &[&str]) {
        assert_eq!(read(text).1, expected);
    }

    #[test]
    fn several_errors_are_reported() {
        let (ast, errors) = read("let x = 1\nlet y = (2 in\nlet z = 3\n\nlet w = ) 4\nlet v = 5\n");
        assert!(errors.len() >= 2, "{errors:?}");
        assert!(errors.iter().all(|error| error.starts_with("a.ml:")), "{errors:?}");
        assert!(!ast.items.is_empty());
    }

    #[test]
    fn large_files_and_interrupts_are_reported() {
        let long = "let x = 1\n".repeat(LARGEST / 10 + 1);
        check_errors(
            &long,
            &["a.ml:1:1: the file is larger than 4 MiB, the most that is read of OCaml"],
        );
        let file = Files::new().add("a.ml", &"let x = 1\n".repeat(100_000));
        assert_eq!(parse_until(&file, &Patience::new(&|| true)).map(drop), Err(Stopped));
    }

    #[test]
    fn literals_outside_their_range_are_errors() {
        check_errors(
            "let big = 4611686018427387904",
            &["a.ml:1:11: integer literal does not fit in 63 bits"],
        );
        check_errors("let fits = -4611686018427387904", &[]);
        check_errors("let small = 5l", &[]);
    }

    #[test]
    fn doc_comments_belong_to_what_follows() {
        let (ast, errors) =
            read("(** one *)\n\n(** two *)\nlet f = 1\n(* plain *)\nlet g = 2\n(** last *)");
        assert_eq!(errors, [""; 0]);
        let docs: Vec<Option<String>> = ast
            .items
            .iter()
            .map(|item| match &item.kind {
                ItemKind::Let(_, bindings) => {
                    bindings[0].notes.doc.as_ref().map(|doc| doc.text.trim().to_owned())
                }
                other => panic!("not a let: {other:?}"),
            })
            .collect();
        assert_eq!(docs, [Some("two".to_owned()), None]);
    }

    /// The attributes of a specification stand where they are written.
    #[test]
    fn attributes_belong_to_what_they_follow() {
        let (ast, errors) = read(
            "let[@pred] p ((m : E.t) [@ghost]) ?l:(k = (true : [%v: Key.t])) = Put ((k [@d]), v)",
        );
        assert_eq!(errors, [""; 0]);
        let ItemKind::Let(false, bindings) = &ast.items[0].kind else { panic!("not a let") };
        let binding = &bindings[0];
        assert!(binding.notes.has("pred"));
        let [Param::Value { pattern: ghost, .. }, Param::Value { label, default, .. }] =
            &binding.params[..]
        else {
            panic!("not two parameters")
        };
        assert_eq!(ghost.attrs[0].name.text, "ghost");
        assert_eq!(*label, Label::Optional("l".to_owned()));
        let Some(ExprKind::Typed(_, ty)) = default.as_ref().map(|default| &default.kind) else {
            panic!("not a typed default")
        };
        let TypeKind::Extension(extension) = &ty.kind else { panic!("not an extension") };
        assert_eq!(extension.name.text, "v");
        assert!(matches!(extension.payload, Payload::Type(_)));
        let ExprKind::Ctor(_, Some(argument)) = &binding.body.kind else { panic!("no event") };
        let ExprKind::Tuple(parts) = &argument.kind else { panic!("no arguments") };
        assert_eq!(parts[0].attrs[0].name.text, "d");
        assert!(parts[1].attrs.is_empty());
    }

    #[test]
    fn nesting_beyond_the_limit_is_an_error_and_not_a_crash() {
        for (open, close) in [("(", ")"), ("[", "]"), ("let x = ", " in x"), ("fun x -> ", "")] {
            let text = format!("let y = {}1{}", open.repeat(50_000), close.repeat(50_000));
            let (ast, errors) = read(&text);
            assert_eq!(errors.len(), 1, "{open}");
            assert!(errors[0].ends_with("nested too deeply"), "{errors:?}");
            assert!(ast.items.is_empty());
        }
    }

    #[test]
    fn long_sequences_are_not_deep() {
        let text = format!("let y = begin {} () end", "f x; ".repeat(20_000));
        assert_eq!(read(&text).1, [""; 0]);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC{0,80}") {
            let _ = read(&text);
        }

        #[test]
        fn no_jumble_of_tokens_makes_the_parser_panic(
            tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..40),
        ) {
            let _ = read(&tokens.join(" "));
        }
    }

    const TOKENS: &[&str] = &[
        "let",
        "rec",
        "x",
        "=",
        "(",
        ")",
        "in",
        "M",
        ".",
        "t",
        "type",
        "'a",
        "|",
        "match",
        "with",
        "->",
        "fun",
        "~l",
        "?o",
        ":",
        "1",
        "\"s\"",
        "'c'",
        "[",
        "]",
        ";",
        "{",
        "}",
        "module",
        "sig",
        "end",
        "struct",
        "val",
        "[@a]",
        "[%v: t]",
        "(** d *)",
        "of",
        "*",
        "exception",
        "#",
        "-",
        "open",
        "include",
        "::",
        "[@@b]",
        "if",
        "then",
        "else",
        "0x",
        "1.5e3",
        "functor",
    ];
}
