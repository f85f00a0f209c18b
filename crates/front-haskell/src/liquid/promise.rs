//! The text of a refinement type with one more promise about its result.
//!
//! The text is changed and not printed anew, so that names, line ends and comments of the author stay.

/// A type such as `List a -> {v:Int | v > 0}` whose result also satisfies a promise. The promise names
/// the result `v`, and parameters that have no name `x1`, `x2`, …; they get that name. None if the text
/// is not of a form that can be changed in places.
pub(super) fn promising_text(annotated: &str, promise: &str) -> Option<String> {
    let (context, arrows) = split_context(annotated)?;
    let mut parts = split_arrows(arrows)?;
    let result = promised(parts.pop()?, promise)?;
    let params = parts.iter().enumerate().map(|(at, part)| named(part, at + 1, promise));
    let types: Vec<String> = params.chain([result]).collect();
    Some(format!("{context}{}", types.join("->")))
}

/// The constraints of a type with their arrow, and the rest. Types with explicit variables are left
/// alone.
fn split_context(text: &str) -> Option<(&str, &str)> {
    if text.trim_start().starts_with("forall") || text.contains("--") {
        return None;
    }
    Some(match text.find("=>") {
        Some(at) if top_level(&text[..at]) => text.split_at(at + 2),
        _ => ("", text),
    })
}

/// Whether all brackets of a text are closed.
fn top_level(text: &str) -> bool {
    depth(text) == Some(0)
}

/// How many brackets of a text are open at its end; none if more are closed.
fn depth(text: &str) -> Option<usize> {
    text.chars().try_fold(0_usize, |depth, c| match c {
        '(' | '[' | '{' => Some(depth + 1),
        ')' | ']' | '}' => depth.checked_sub(1),
        _ => Some(depth),
    })
}

/// The parameters and the result.
fn split_arrows(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, _) in text.match_indices("->") {
        if top_level(&text[start..at]) {
            parts.push(&text[start..at]);
            start = at + 2;
        }
    }
    parts.push(&text[start..]);
    parts.iter().all(|part| top_level(part) && !part.trim().is_empty()).then_some(parts)
}

/// The text without spaces around it, with those spaces.
fn around(text: &str) -> (&str, &str, &str) {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    (&text[..start], &text[start..end], &text[end..])
}

/// A parameter with a name if the promise names it by its number.
fn named(part: &str, number: usize, promise: &str) -> String {
    let name = format!("x{number}");
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let is_used = promise.split(|c| !is_word(c)).any(|word| word == name);
    let (before, inner, after) = around(part);
    match is_used && !has_name(inner) {
        true => format!("{before}{name}:{inner}{after}"),
        false => part.to_owned(),
    }
}

/// Whether a parameter is written as `name:type`.
fn has_name(part: &str) -> bool {
    part.split_once(':').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
    })
}

/// A result with one more promise.
fn promised(part: &str, promise: &str) -> Option<String> {
    let (before, inner, after) = around(part);
    let Some(refined) = inner.strip_prefix('{') else {
        return (!has_name(inner)).then(|| format!("{before}{{v:{inner} | {promise}}}{after}"));
    };
    let refined = refined.strip_suffix('}')?;
    let (bound, pred) = refined.split_once('|')?;
    let (name, _) = bound.split_once(':')?;
    if name.trim() != "v" || pred.trim().is_empty() {
        return None;
    }
    let space = &pred[pred.trim_end().len()..];
    Some(format!("{before}{{{bound}| ({}) && {promise}{space}}}{after}", pred.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(annotated: &str, promise: &str, expected: &str) {
        assert_eq!(promising_text(annotated, promise).as_deref(), Some(expected));
    }

    #[test]
    fn plain_result_is_refined() {
        check(
            "List a -> List a",
            "size v == size x1",
            "x1:List a -> {v:List a | size v == size x1}",
        );
        check("Int", "v >= 0", "{v:Int | v >= 0}");
    }

    #[test]
    fn refined_result_promises_both() {
        check(
            "x:Int -> {v:Int | v > 0 || x < 3}",
            "v >= x",
            "x:Int -> {v:Int | (v > 0 || x < 3) && v >= x}",
        );
    }

    #[test]
    fn constraints_and_functions_among_parameters_stay() {
        check(
            "(Ord a) => (a -> b) -> [a] -> {v:[b] | true}",
            "len v == len x2",
            "(Ord a) => (a -> b) -> x2:[a] -> {v:[b] | (true) && len v == len x2}",
        );
    }

    #[test]
    fn refined_parameter_gets_a_name_besides() {
        check("{v:Int | v > 0} -> Int", "v >= x1", "x1:{v:Int | v > 0} -> {v:Int | v >= x1}");
    }

    #[test]
    fn other_forms_are_left_alone() {
        for text in [
            "forall a. a -> a",
            "Int -> {r:Int | r > 0}",
            "Int -> {v:Int}",
            "Int -> v:Int",
            "a) -> b",
            "",
        ] {
            assert_eq!(promising_text(text, "v >= 0"), None, "{text}");
        }
    }
}
