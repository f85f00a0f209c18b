//! Patterns of types and of calls, as pointcuts have them.

use std::sync::Arc;

use crate::event::Call;

/// The packages and classes that short names may come from. Nothing imported: from anywhere.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Imports {
    /// Such as `java.util.*` and `java.io.Reader`.
    pub(crate) names: Vec<String>,
}

impl Imports {
    /// What a class may be called besides its full name: `Map.Entry` and `Entry` for
    /// `java.util.Map.Entry` where `java.util.*` is imported.
    fn short_names<'n>(&self, full: &'n str, class: &str) -> Vec<&'n str> {
        let package = class.rsplit_once('.').map_or(0, |(package, _)| package.len() + 1);
        let mut names = Vec::new();
        if self.names.is_empty() || matches!(&class[..package], "java.lang." | "") {
            names.push(&full[package..]);
        }
        names.extend(self.names.iter().filter_map(|import| imported(import, full)));
        // The innermost name alone is enough where its outermost class is known.
        if !names.is_empty() {
            names.extend(full.rsplit('.').next());
        }
        names
    }
}

/// The part of a full name that an import makes enough.
fn imported<'n>(import: &str, full: &'n str) -> Option<&'n str> {
    let (package, class) = import.rsplit_once('.').unwrap_or(("", import));
    let rest = if package.is_empty() {
        full
    } else {
        full.strip_prefix(package).and_then(|rest| rest.strip_prefix('.'))?
    };
    let behind = rest.strip_prefix(class);
    let fits = class == "*" || behind.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    fits.then_some(rest)
}

/// A pattern of types: a full name, a short name that the imports explain, with `*` for any text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypePattern {
    pub(crate) text: String,
    pub(crate) imports: Arc<Imports>,
}

impl TypePattern {
    /// Whether a type of this full name fits.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        if self.text == "*" {
            return true;
        }
        // Pointcuts write a dot in front of nested classes, as Java does; `$` is understood too.
        let full = name.replace('$', ".");
        glob(&self.text, name)
            || glob(&self.text.replace('$', "."), &full)
            || self.imports.short_names(&full, name).iter().any(|short| glob(&self.text, short))
    }

    /// The pattern as it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Whether a text fits a pattern in which `*` stands for any text without dots and `..` for any
/// text between two dots.
fn glob(pattern: &str, text: &str) -> bool {
    if !pattern.contains('*') && !pattern.contains("..") {
        return pattern == text;
    }
    let pattern: Vec<Part> = parts(pattern);
    // The positions behind which the parts read so far can end: as an automaton would.
    let text = text.as_bytes();
    let mut ends = vec![false; text.len() + 1];
    ends[0] = true;
    for part in pattern {
        let mut after = vec![false; text.len() + 1];
        for start in (0..=text.len()).filter(|start| ends[*start]) {
            part.mark(text, start, &mut after);
        }
        ends = after;
    }
    ends[text.len()]
}

/// A part of a pattern of names.
#[derive(Clone, Copy)]
enum Part {
    Byte(u8),
    Star,
    Packages,
}

impl Part {
    /// Marks where it can end if it begins at `start`.
    fn mark(self, text: &[u8], start: usize, ends: &mut [bool]) {
        match self {
            Part::Byte(byte) => {
                if text.get(start) == Some(&byte) {
                    ends[start + 1] = true;
                }
            }
            Part::Star => {
                let word = text[start..].iter().take_while(|byte| **byte != b'.').count();
                ends[start..=start + word].fill(true);
            }
            Part::Packages => {
                if text.get(start) == Some(&b'.') {
                    let dots = (start..text.len()).filter(|at| text[*at] == b'.');
                    dots.for_each(|at| ends[at + 1] = true);
                }
            }
        }
    }
}

fn parts(pattern: &str) -> Vec<Part> {
    let bytes = pattern.as_bytes();
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let (part, length) = match bytes[at] {
            b'*' => (Part::Star, 1),
            b'.' if bytes.get(at + 1) == Some(&b'.') => (Part::Packages, 2),
            byte => (Part::Byte(byte), 1),
        };
        parts.push(part);
        at += length;
    }
    parts
}

/// A pattern of calls: `call(int java.io.Reader+.read*(..))`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallPattern {
    /// Whether only methods of classes are meant, where that is said.
    pub(crate) is_static: Option<bool>,
    pub(crate) returns: TypePattern,
    pub(crate) class: TypePattern,
    /// The name of the method with `*` for any text; `new` is a constructor.
    pub(crate) method: String,
    pub(crate) params: ParamPattern,
}

/// A pattern of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ParamPattern {
    /// The first ones.
    pub(crate) first: Vec<TypePattern>,
    /// Whether others may follow: `..` behind them.
    pub(crate) open: bool,
    /// The last ones, behind `..`.
    pub(crate) last: Vec<TypePattern>,
}

impl CallPattern {
    /// Whether a call fits. The class fits if it or one of its supertypes does.
    #[must_use]
    pub fn matches(&self, call: &Call<'_>) -> bool {
        self.matches_without_class(call)
            && call.classes.iter().any(|class| self.class.matches(class))
    }

    /// Whether everything but the class fits.
    pub(crate) fn matches_without_class(&self, call: &Call<'_>) -> bool {
        self.is_static.is_none_or(|expected| expected == call.is_static)
            && glob(&self.method, call.method)
            && self.params.matches(call.params)
            && (call.method == "new" || self.returns.matches(call.returns))
    }
}

impl ParamPattern {
    fn matches(&self, params: &[String]) -> bool {
        let least = self.first.len() + self.last.len();
        let enough = params.len() == least || self.open && params.len() > least;
        let fits = |(pattern, name): (&TypePattern, &String)| pattern.matches(name);
        enough
            && self.first.iter().zip(params).all(fits)
            && self.last.iter().rev().zip(params.iter().rev()).all(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(text: &str, imports: &[&str]) -> TypePattern {
        let names = imports.iter().map(|name| (*name).to_owned()).collect();
        TypePattern { text: text.to_owned(), imports: Arc::new(Imports { names }) }
    }

    #[test]
    fn short_names_are_explained_by_imports() {
        assert!(types("Iterator", &[]).matches("java.util.Iterator"));
        assert!(types("Iterator", &["java.util.*"]).matches("java.util.Iterator"));
        assert!(!types("Iterator", &["java.util.*"]).matches("com.acme.Iterator"));
        assert!(!types("Iterator", &["java.util.List"]).matches("java.util.Iterator"));
        assert!(types("Entry", &[]).matches("java.util.Map$Entry"));
        assert!(types("String", &["java.util.*"]).matches("java.lang.String"));
    }

    #[test]
    fn nested_classes_are_named_as_in_java() {
        let class = "shop.Orders$Tx";
        assert!(types("shop.Orders.Tx", &["java.util.*"]).matches(class));
        assert!(types("shop.Orders$Tx", &["java.util.*"]).matches(class));
        assert!(types("Orders.Tx", &["shop.*"]).matches(class));
        assert!(types("Orders.Tx", &["shop.Orders"]).matches(class));
        assert!(types("Orders.Tx", &[]).matches(class));
        assert!(types("Tx", &["shop.Orders.Tx"]).matches(class));
        assert!(types("Tx", &["shop.Orders.*"]).matches(class));
        assert!(!types("Orders.Tx", &["java.util.*"]).matches(class));
        assert!(!types("Tx", &["shop.OrdersToo"]).matches("shop.Orders$Tx"));
    }

    #[test]
    fn stars_stay_within_a_name_and_two_dots_do_not() {
        assert!(types("java.util.*", &[]).matches("java.util.List"));
        assert!(!types("java.*", &[]).matches("java.util.List"));
        assert!(types("java..List", &[]).matches("java.util.List"));
        assert!(types("java..*", &[]).matches("java.util.concurrent.Future"));
        assert!(types("*Reader", &[]).matches("java.io.StringReader"));
        assert!(!types("Reader", &[]).matches("java.io.StringReader"));
    }
}
