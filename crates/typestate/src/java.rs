//! Properties as Java code, for tests that watch calls on the real Java virtual machine.
//!
//! [`WATCH`] is a class that sees calls and judges them; [`watch_of`] is the expression that tells it
//! of one property. Patterns become regular expressions of Java, so the class knows nothing of ours.

use std::fmt::Write;

use crate::automaton::State;
use crate::event::{Binding, Calls, EventDecl, When};
use crate::expr::Expr;
use crate::pattern::{CallPattern, Imports, TypePattern};
use crate::property::Property;

/// The source of the class that sees calls, `TracehoundWatch`.
pub const WATCH: &str = include_str!("java/TracehoundWatch.java");

/// An expression of Java: a watch over a property that [`Property::is_plain`]. Lines behind the first are indented by `indent`.
#[must_use]
pub fn watch_of(property: &Property, indent: &str) -> String {
    let types = property.params.iter().map(|param| quoted(&type_regex(&param.ty)));
    let types: Vec<String> = types.collect();
    let letters: Vec<String> = property.letters.iter().map(|letter| quoted(letter)).collect();
    let mut code = format!("new TracehoundWatch({})", quoted(&property.name));
    let _ = write!(
        code,
        "\n{indent}.over(new String[] {{{}}}, {})",
        types.join(", "),
        letters.join(", ")
    );
    for state in property.automaton.states() {
        let _ = write!(code, "\n{indent}{}", state_code(property, state));
    }
    for event in &property.events {
        let _ = write!(code, "\n{indent}{}", event_code(event));
    }
    code
}

fn state_code(property: &Property, state: State) -> String {
    let automaton = &property.automaton;
    let mark = match (automaton.is_violating(state), automaton.is_unfinished(state)) {
        (true, _) => "!",
        (false, true) => "?",
        (false, false) => "",
    };
    let letters = (0..property.letters.len()).map(|letter| crate::automaton::Letter(letter as u8));
    let next = letters.map(|letter| automaton.step(state, letter));
    let next = next.map(|to| to.map_or("-1".to_owned(), |to| to.index().to_string()));
    let next: Vec<String> = next.collect();
    format!(".state({}, \"{mark}\", {})", quoted(automaton.name(state)), next.join(", "))
}

fn event_code(event: &EventDecl) -> String {
    let mut methods = Vec::new();
    let calls = calls_code(&event.calls, &mut methods);
    let bound = |binding: Option<&Binding>| {
        binding.map_or("null".to_owned(), |binding| quoted(&binding_code(binding)))
    };
    let (args, open) = match event.args.first() {
        None => ("null".to_owned(), false),
        Some(args) => {
            let open = args.rest.is_some();
            let args: Vec<String> =
                args.first.iter().map(|arg| quoted(&binding_code(arg))).collect();
            (format!("new String[] {{{}}}", args.join(", ")), open)
        }
    };
    let flags = event.conditions.iter().filter_map(Expr::as_flag);
    let conditions = flags.map(|(name, expected)| {
        let text = if expected { name.to_owned() } else { format!("!{name}") };
        format!(", {}", quoted(&text))
    });
    format!(
        ".event({}, {}, {}, {}, call -> {calls}, {}, {args}, {open}, {}{})",
        quoted(&methods.join("|")),
        event.letter.index(),
        event.when == When::After,
        event.creation,
        bound(event.targets.first()),
        bound(event.result.as_ref()),
        conditions.collect::<String>()
    )
}

/// What a value is bound to, as the class reads it.
fn binding_code(binding: &Binding) -> String {
    match binding {
        Binding::Param(param) => format!("#{param}"),
        Binding::Local(name, _) => format!("={name}"),
        Binding::Any(None) => String::new(),
        Binding::Any(Some(ty)) => type_regex(ty),
    }
}

/// A condition on `call`; the names of methods that it may be about are collected. As deep as the
/// parser lets pointcuts be, so this may recurse.
fn calls_code(calls: &Calls, methods: &mut Vec<String>) -> String {
    match calls {
        Calls::Pattern(pattern) => pattern_code(pattern, methods),
        Calls::And(a, b) => {
            let (a, b) = (calls_code(a, methods), calls_code(b, methods));
            format!("({a} && {b})")
        }
        Calls::Or(a, b) => {
            let (a, b) = (calls_code(a, methods), calls_code(b, methods));
            format!("({a} || {b})")
        }
        Calls::Nothing => "false".to_owned(),
        Calls::Not(a) => {
            // Any call may be one that is not meant.
            methods.push(".*".to_owned());
            format!("!{}", calls_code(a, methods))
        }
    }
}

fn pattern_code(pattern: &CallPattern, methods: &mut Vec<String>) -> String {
    let method = glob_regex(&pattern.method, "[^.]*");
    if !methods.contains(&method) {
        methods.push(method.clone());
    }
    let is_static = pattern.is_static.map_or("null".to_owned(), |value| value.to_string());
    let params = pattern.params.first.iter();
    let params: String = params.map(|ty| format!(", {}", quoted(&type_regex(ty)))).collect();
    format!(
        "call.fits({is_static}, {}, {}, {}, {}{params})",
        quoted(&type_regex(&pattern.returns)),
        quoted(&type_regex(&pattern.class)),
        quoted(&method),
        pattern.params.open
    )
}

/// A regular expression for the full names, as class files have them, of the types that fit.
fn type_regex(pattern: &TypePattern) -> String {
    const PLAIN: [&str; 9] =
        ["boolean", "byte", "char", "double", "float", "int", "long", "short", "void"];
    match pattern.text.as_str() {
        "*" => return ".*".to_owned(),
        text if PLAIN.contains(&text) => return text.to_owned(),
        _ => {}
    }
    let nested = glob_regex(&pattern.text.replace('$', "."), "[^.$]*");
    let mut choices = vec![glob_regex(&pattern.text, "[^.]*"), nested.clone()];
    let (anywhere, prefixes) = prefixes(&pattern.imports);
    choices.extend(prefixes.iter().map(|prefix| format!("{prefix}{nested}")));
    choices.push(format!("{anywhere}(?:.*[.$])?{nested}"));
    choices.dedup();
    format!("(?:{})", choices.join("|"))
}

/// What may stand before a short name, and a look ahead that is true of all that is imported.
fn prefixes(imports: &Imports) -> (String, Vec<String>) {
    if imports.names.is_empty() {
        return (String::new(), vec!["(?:[^$]*\\.)?".to_owned()]);
    }
    let mut prefixes = vec!["(?:java\\.lang\\.)?(?=[^.]*$)".to_owned()];
    for import in &imports.names {
        let (package, class) = import.rsplit_once('.').unwrap_or(("", import));
        let package = match package {
            "" => String::new(),
            package => format!("{}[.$]", glob_regex(package, "")),
        };
        prefixes.push(match class {
            "*" => package,
            class => format!("{package}(?={class}(?:[.$]|$))"),
        });
    }
    (format!("(?={})", prefixes.join("|")), prefixes)
}

/// The regular expression of a pattern of names; `star` is what stands for a star.
fn glob_regex(pattern: &str, star: &str) -> String {
    let (mut regex, mut chars) = (String::new(), pattern.chars().peekable());
    while let Some(char) = chars.next() {
        match char {
            '*' => regex.push_str(star),
            '.' if chars.peek() == Some(&'.') => {
                chars.next();
                regex.push_str("[.$](?:.*[.$])?");
            }
            '.' => regex.push_str("[.$]"),
            '[' | ']' | '$' => regex.extend(['\\', char]),
            char => regex.push(char),
        }
    }
    regex
}

/// A text of Java.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    #[test]
    fn property_as_java_tables() {
        let text = "property closed(java.io.Reader r) {
            event close = Reader.close() on r
            event read = Reader.read*(..) on r
            never close any* read
        }";
        let property = crate::read(&Files::new().add("t.mop", text)).expect("it is well formed");
        let code = watch_of(&property[0], "    ");
        let lines: Vec<&str> = code.lines().collect();
        assert_eq!(lines.len(), 2 + property[0].automaton.states().count() + 2, "{code}");
        assert!(lines.iter().any(|line| line.contains("\"!\"")), "{code}");
        assert!(lines.last().is_some_and(|line| line.contains("read[^.]*")), "{code}");
    }
}
