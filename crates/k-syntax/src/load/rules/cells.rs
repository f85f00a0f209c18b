//! What is wrong with the cells of a rule that cannot be read.

use source::{Diagnostic, Span};

use crate::faults;
use crate::grammar::ParseFault;
use crate::signature::Signature;

/// A tag in the text of a rule.
struct Tag<'t> {
    name: &'t str,
    opens: bool,
    place: Span,
}

/// What the tags around a fault say of it, if they do.
pub(super) fn fault(
    signature: &Signature,
    text: &str,
    span: Span,
    fault: &ParseFault,
) -> Option<Diagnostic> {
    let known = signature.cells.iter().map(|cell| cell.name.as_str());
    let mut open: Vec<Tag<'_>> = Vec::new();
    // The innermost cell around the fault.
    let mut around = None;
    for tag in tags(text, span) {
        if !known.clone().any(|name| name == tag.name) {
            // A language may have angle brackets of its own.
            if tag.place.start as usize == fault.place.0 {
                return Some(faults::unknown_cell(tag.name, tag.place, known));
            }
            continue;
        }
        let is_before = (tag.place.start as usize) < fault.place.0;
        if tag.opens {
            open.push(tag);
        } else if let Some(last) = open.pop()
            && last.name != tag.name
        {
            return Some(faults::unclosed_cell(last.name, last.place, tag.place));
        }
        if is_before {
            around = open.last().map(|tag| tag.name);
        }
    }
    if let Some(last) = open.pop() {
        let end = Span { start: span.end, ..span };
        return Some(faults::unclosed_cell(last.name, last.place, end));
    }
    let cell = signature.cells.iter().find(|cell| Some(cell.name.as_str()) == around)?;
    let syntax = faults::syntax(text, span, fault);
    Some(faults::with_contents(syntax, &cell.name, signature.sort_name(cell.contents)))
}

fn tags(text: &str, span: Span) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    for (at, _) in text[span.range()].match_indices('<') {
        let start = span.start as usize + at;
        let rest = &text[start + 1..span.end as usize];
        let (opens, rest) = match rest.strip_prefix('/') {
            Some(rest) => (false, rest),
            None => (true, rest),
        };
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_'))
            .unwrap_or(rest.len());
        if length > 0 && rest[length..].starts_with('>') {
            let end = start + 2 + length + usize::from(!opens);
            tags.push(Tag {
                name: &rest[..length],
                opens,
                place: Span::new(span.file, start, end),
            });
        }
    }
    tags
}
