//! What is wrong with a definition, in words: one function per cause.

use source::{Diagnostic, Span};

use crate::definition::{Item, Production};
use crate::grammar::{ParseFault, Regexes};
use crate::signature::{ModuleId, Signature};

/// One thing that is wrong. Boxed: it is large, and errors are rare.
pub type Fault = Box<Diagnostic>;

/// The name among `known` that looks most like `name`, if one does.
pub(crate) fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness > 0.85)
        .max_by(|(a, one), (b, other)| a.total_cmp(b).then(other.cmp(one)))
        .map(|(_, known)| known)
}

fn did_you_mean(diagnostic: Diagnostic, close: Option<&str>) -> Diagnostic {
    match close {
        Some(close) => diagnostic.with_help(format!("did you mean `{close}`?")),
        None => diagnostic,
    }
}

pub(crate) fn unknown_module(name: &str, span: Span, close: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("there is no module `{name}`")).at(span, "");
    if name == "STRATEGY" {
        return diagnostic.with_note("this module of the standard prelude is not supported");
    }
    match close {
        Some(_) => did_you_mean(diagnostic, close),
        None => diagnostic.with_help("perhaps a `requires \"file.k\"` is missing"),
    }
}

pub(crate) fn cyclic_modules(names: &[&str], span: Span) -> Diagnostic {
    Diagnostic::error(format!("modules import each other: {}", names.join(" → ")))
        .at(span, "this import closes the circle")
        .with_help("move what both need into a module of its own")
}

pub(crate) fn repeated_module(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(format!("module `{name}` is defined twice"))
        .at(span, "again here")
        .at(first, "first here")
}

pub(crate) fn unknown_sort(
    name: &str,
    span: Span,
    declared_in: Option<&str>,
    close: Option<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("sort `{name}` is not known here")).at(span, "");
    match declared_in {
        Some(module) => diagnostic
            .with_help(format!("it is declared in module `{module}`: write `imports {module}`")),
        None => did_you_mean(diagnostic, close)
            .with_help(format!("a sort is declared by `syntax {name}` or `syntax {name} ::= …`")),
    }
}

pub(crate) fn cyclic_sorts(one: &str, other: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("sorts `{one}` and `{other}` are below each other"))
        .at(span, "this declaration closes the circle")
        .with_help("a subsort must not contain its own supersort")
}

pub(crate) fn missing_file(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("cannot find the file `{name}`"))
        .at(span, "required here")
        .with_help("the name is relative to the file that requires it")
}

pub(crate) fn unknown_tag(name: &str, span: Span, close: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::warning(format!("no production is called `{name}`"))
        .at(span, "this part of the sentence says nothing");
    did_you_mean(diagnostic, close)
}

pub(crate) fn regex_of_module(signature: &Signature, module: ModuleId, reason: &str) -> Diagnostic {
    let sees = |production: &(usize, &Production)| {
        let home = signature.extras[production.0].module;
        signature.sees(module, home)
            && production.1.items.iter().any(|item| match item {
                Item::Regex(pattern) => Regexes::new(std::slice::from_ref(pattern)).is_err(),
                Item::NonTerminal(..) | Item::Terminal(_) => false,
            })
    };
    let diagnostic = Diagnostic::error("a regular expression cannot be used").with_note(reason);
    match signature.productions.iter().enumerate().find(sees) {
        Some((_, production)) => diagnostic.at(production.span, ""),
        None => diagnostic,
    }
}

/// A word of an older K.
pub(crate) fn word_of_old_k(place: Span) -> Diagnostic {
    Diagnostic::error("`when` was the word for conditions in K 3")
        .at(place, "")
        .with_help("write `requires`")
}

/// A text that the grammar does not know.
pub(crate) fn syntax(text: &str, span: Span, fault: &ParseFault) -> Diagnostic {
    /// More suggestions than this do not help.
    const MOST: usize = 12;
    let (start, end) = fault.place;
    let message = match &text[start..end] {
        "" => "the text ends too early".to_owned(),
        found => format!("unexpected {}", syntax::shown(found)),
    };
    let place = Span::new(span.file, start, end);
    let diagnostic = Diagnostic::error(message).at(place, "cannot be read from here on");
    if fault.expected.is_empty() {
        return diagnostic;
    }
    let shown = fault.expected[..fault.expected.len().min(MOST)].join(", ");
    diagnostic.with_note(match fault.expected.len().checked_sub(MOST) {
        None | Some(0) => format!("what could come here: {shown}"),
        Some(more) => format!("what could come here: {shown} and {more} more"),
    })
}

pub(crate) fn unknown_attribute(name: &str, span: Span, close: &str) -> Diagnostic {
    Diagnostic::warning(format!("the attribute `{name}` says nothing"))
        .at(span, "")
        .with_help(format!("did you mean `{close}`?"))
}

/// A cell in a rule that the configuration does not have.
pub(crate) fn unknown_cell<'a>(
    name: &str,
    place: Span,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let cells: Vec<String> = known.clone().map(|name| format!("<{name}>")).collect();
    let diagnostic = Diagnostic::error(format!("there is no cell <{name}>"))
        .at(place, "")
        .with_note(format!("the configuration has {}", cells.join(" ")));
    did_you_mean(diagnostic, closest(name, known))
}

/// A cell that is closed under another name.
pub(crate) fn unclosed_cell(open: &str, opened: Span, found: Span) -> Diagnostic {
    Diagnostic::error(format!("cell <{open}> is not closed"))
        .at(found, format!("expected `</{open}>` before this"))
        .at(opened, "opened here")
}

/// What a cell holds, said where something else stands in it.
pub(crate) fn with_contents(diagnostic: Diagnostic, cell: &str, sort: &str) -> Diagnostic {
    diagnostic.with_note(format!("cell <{cell}> holds a term of sort `{sort}`"))
}

pub(crate) fn ambiguous(span: Span, one: &str, other: &str) -> Diagnostic {
    Diagnostic::error("this can be read in two ways")
        .at(span, "")
        .with_note(format!("either {one}"))
        .with_note(format!("or {other}"))
        .with_help("priorities (`>`), associativity (`left:`), `prefer` or `avoid` can decide")
}

pub(crate) fn or_outside_of_rule(span: Span) -> Diagnostic {
    Diagnostic::error("`#Or` has no meaning here")
        .at(span, "")
        .with_help("only rules may have alternatives")
}

pub(crate) fn too_many_alternatives(span: Span) -> Diagnostic {
    Diagnostic::error("this stands for too many rules")
        .at(span, "")
        .with_help("write a rule for each of the alternatives of `#Or`")
}

pub(crate) fn lambda_in_pattern(span: Span) -> Diagnostic {
    Diagnostic::error("a pattern of configurations cannot have functions of its own")
        .at(span, "")
        .with_help("`#fun`, `#let` and `:=K` are for rules")
}

pub(crate) fn too_ambiguous(span: Span) -> Diagnostic {
    Diagnostic::error("this can be read in too many ways")
        .at(span, "")
        .with_help("priorities (`>`) and associativity (`left:`) can decide")
}

pub(crate) fn endless_reading(span: Span) -> Diagnostic {
    Diagnostic::error("every reading of this contains itself")
        .at(span, "")
        .with_help("a list of lists, or a production without any terminal, can cause this")
}

pub(crate) fn sort_clash(name: &str, span: Span, one: &str, other: &str) -> Diagnostic {
    Diagnostic::error(format!("variable `{name}` is used as `{one}` and as `{other}`"))
        .at(span, "")
        .with_note("no sort is below both")
}

pub(crate) fn sort_unclear(name: &str, span: Span, sorts: &[&str]) -> Diagnostic {
    let sorts = sorts.join("`, `");
    Diagnostic::error(format!("the sort of variable `{name}` is not clear"))
        .at(span, "")
        .with_note(format!("it may be one of `{sorts}`"))
        .with_help(format!("write the sort behind it, as in `{name}:Int`"))
}

pub(crate) fn sort_mismatch(span: Span, found: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error(format!("this has sort `{found}` where `{wanted}` is asked for")).at(span, "")
}
