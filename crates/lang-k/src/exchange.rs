//! Configurations in the forms that other tools for K read: `kast`, its JSON, and KORE.

use k_syntax::definition::{CellContents, ConfigCell, LabelId, SortId};
use k_syntax::{Definition, Term, TermId, Terms};
use rustc_hash::FxHashMap;
use term::Pool;

use crate::language::Language;
use crate::state::State;

/// A form in which terms are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeForm {
    /// Labels with their arguments, as `kast --output kast` writes them.
    Kast,
    /// The same as JSON, version 3.
    Json,
    /// What the back ends of K read, with injections between sorts.
    Kore,
}

/// At least this much stack is left before a part of a term.
const RED_ZONE: usize = 64 * 1024;
/// How much the stack grows at a time.
const GROWTH: usize = 4 * 1024 * 1024;

impl Language {
    /// A configuration in a form for other tools. What waits for an argument (a freezer) has no label of the
    /// definition: it is a token.
    #[must_use]
    pub fn exchanged(&self, pool: &Pool, state: &State, form: ExchangeForm) -> String {
        let (terms, root) = self.state_terms(pool, state);
        let trees = Trees::new(&self.definition, &terms);
        let top = trees.top(root, state.fresh);
        match form {
            ExchangeForm::Kast => {
                let mut text = String::new();
                kast(&top, &mut text);
                text
            }
            ExchangeForm::Json => {
                let mut text = String::from("{\"format\":\"KAST\",\"version\":3,\"term\":");
                json(&top, &mut text);
                text.push('}');
                text
            }
            ExchangeForm::Kore => {
                let mut text = String::new();
                kore(&top, top.sort(), &mut text);
                text
            }
        }
    }
}

/// A term as it is exchanged.
enum Tree {
    /// A label over arguments, each with the sort of its place.
    Apply { label: String, sort: String, args: Vec<(Tree, String)> },
    /// A value of a token sort, as it is written.
    Token { text: String, sort: String },
    /// A computation.
    Sequence(Vec<Tree>),
}

impl Tree {
    fn sort(&self) -> &str {
        match self {
            Tree::Apply { sort, .. } | Tree::Token { sort, .. } => sort,
            Tree::Sequence(_) => "K",
        }
    }
}

/// Makes trees of terms.
struct Trees<'a> {
    definition: &'a Definition,
    terms: &'a Terms,
    cells: FxHashMap<&'a str, &'a ConfigCell>,
}

impl<'a> Trees<'a> {
    fn new(definition: &'a Definition, terms: &'a Terms) -> Trees<'a> {
        let mut cells = FxHashMap::default();
        let mut todo = vec![&definition.configuration];
        while let Some(cell) = todo.pop() {
            cells.insert(cell.name.as_str(), cell);
            if let CellContents::Cells(inner) = &cell.contents {
                todo.extend(inner);
            }
        }
        Trees { definition, terms, cells }
    }

    /// The configuration with what K puts around it: the counter of fresh values.
    fn top(&self, root: TermId, fresh: u64) -> Tree {
        let tree = self.tree(root);
        let number = Tree::Token { text: fresh.to_string(), sort: "Int".to_owned() };
        let counter = Tree::Apply {
            label: "<generatedCounter>".to_owned(),
            sort: "GeneratedCounterCell".to_owned(),
            args: vec![(number, "Int".to_owned())],
        };
        let counter = (counter, "GeneratedCounterCell".to_owned());
        match tree {
            Tree::Apply { label, sort, mut args } if label == "<generatedTop>" => {
                args.push(counter);
                Tree::Apply { label, sort, args }
            }
            tree => {
                let sort = tree.sort().to_owned();
                Tree::Apply {
                    label: "<generatedTop>".to_owned(),
                    sort: "GeneratedTopCell".to_owned(),
                    args: vec![(tree, sort), counter],
                }
            }
        }
    }

    fn name(&self, sort: SortId) -> String {
        self.definition.sort(sort).name.clone()
    }

    fn tree(&self, id: TermId) -> Tree {
        stacker::maybe_grow(RED_ZONE, GROWTH, || self.tree_of(id))
    }

    fn tree_of(&self, id: TermId) -> Tree {
        match self.terms.get(id) {
            Term::Apply { label, args } => {
                let args: Vec<Tree> = args.iter().map(|arg| self.tree(*arg)).collect();
                let fits = |place: SortId, arg: &Tree| {
                    let own = self.definition.find_sort(arg.sort());
                    own.is_none_or(|own| self.definition.is_subsort(own, place))
                };
                let productions = &self.definition.label(*label).productions;
                let smallest = productions.iter().find(|id| {
                    let places = self.definition.production(**id).arguments();
                    places.zip(&args).all(|(place, arg)| fits(place, arg))
                });
                let chosen = *smallest.unwrap_or(&productions[productions.len() - 1]);
                let production = self.definition.production(chosen);
                let places: Vec<String> = production.arguments().map(|s| self.name(s)).collect();
                Tree::Apply {
                    label: self.empty_list(*label).unwrap_or(self.definition.symbol_name(chosen)),
                    sort: self.name(production.sort),
                    args: args.into_iter().zip(places).collect(),
                }
            }
            Term::Token { text, sort } => {
                // What has no sort of its own, such as a freezer, is an item of a computation.
                let sort = Some(self.name(*sort)).filter(|sort| sort != "K");
                Tree::Token { text: text.clone(), sort: sort.unwrap_or("KItem".to_owned()) }
            }
            Term::Sequence(items) => {
                Tree::Sequence(items.iter().map(|item| self.tree(*item)).collect())
            }
            Term::Cell { name, contents, .. } => self.cell(name, *contents),
            Term::Bag(items) => Tree::Sequence(items.iter().map(|item| self.tree(*item)).collect()),
            Term::Cast { term, .. } => self.tree(*term),
            Term::As { pattern, .. } => self.tree(*pattern),
            Term::Rewrite { left, .. } => self.tree(*left),
            Term::Variable { name, sort, .. } => {
                Tree::Token { text: name.clone(), sort: self.name(*sort) }
            }
        }
    }

    /// The name of the empty list, if a label is one: that of the list with the sort behind it.
    fn empty_list(&self, label: LabelId) -> Option<String> {
        let list = self.definition.lists().iter().find(|list| list.nil == label)?;
        let cons = self.definition.label(list.cons).productions[0];
        let production = self.definition.production(cons);
        if let Some(name) = production.attributes.value("terminator-symbol") {
            return Some(name.to_owned());
        }
        let name = self.definition.symbol_name(cons);
        let has_own =
            ["symbol", "klabel"].iter().any(|key| production.attributes.value(key).is_some());
        let sort = if has_own { String::new() } else { format!("_{}", self.name(list.sort)) };
        Some(format!(".List{{\"{name}\"}}{sort}"))
    }

    fn cell(&self, name: &str, contents: TermId) -> Tree {
        let label = format!("<{name}>");
        let sort = self.definition.cell_sort_name(name);
        let args = match self.cells.get(name).map(|cell| &cell.contents) {
            Some(CellContents::Cells(inner)) => {
                let parts: Vec<TermId> = match self.terms.get(contents) {
                    Term::Bag(parts) => parts.clone(),
                    _ => vec![contents],
                };
                inner.iter().map(|cell| self.inner(cell, &parts)).collect()
            }
            Some(CellContents::Leaf { sort, .. }) => vec![(self.tree(contents), self.name(*sort))],
            None => vec![(self.tree(contents), "K".to_owned())],
        };
        Tree::Apply { label, sort, args }
    }

    /// What stands at the place of a cell inside of another one.
    fn inner(&self, cell: &ConfigCell, parts: &[TermId]) -> (Tree, String) {
        let is_own = |part: &&TermId| matches!(self.terms.get(**part), Term::Cell { name, .. } if *name == cell.name);
        let own: Vec<Tree> = parts.iter().filter(is_own).map(|part| self.tree(*part)).collect();
        let sort = self.definition.cell_sort_name(&cell.name);
        match cell.attributes.value("multiplicity") {
            Some("*") => self.collection(cell, own, &sort),
            Some("?") => {
                let missing = Tree::Apply {
                    label: format!("no{sort}"),
                    sort: format!("{sort}Opt"),
                    args: Vec::new(),
                };
                (own.into_iter().next().unwrap_or(missing), format!("{sort}Opt"))
            }
            _ => (own.into_iter().next().unwrap_or(Tree::Sequence(Vec::new())), sort),
        }
    }

    fn collection(&self, cell: &ConfigCell, own: Vec<Tree>, sort: &str) -> (Tree, String) {
        let kind = cell.attributes.value("type").unwrap_or("Bag");
        let whole = format!("{sort}{kind}");
        let item = |tree: Tree| {
            let key = match (&tree, kind) {
                (Tree::Apply { args, .. }, "Map") => {
                    args.first().map(|(key, sort)| (key.copied(), sort.clone()))
                }
                _ => None,
            };
            let own = (tree, sort.to_owned());
            let args = key.into_iter().chain([own]).collect();
            Tree::Apply { label: format!("{whole}Item"), sort: whole.clone(), args }
        };
        let joined = own.into_iter().map(item).reduce(|one, other| Tree::Apply {
            label: format!("_{whole}_"),
            sort: whole.clone(),
            args: vec![(one, whole.clone()), (other, whole.clone())],
        });
        let empty =
            || Tree::Apply { label: format!(".{whole}"), sort: whole.clone(), args: Vec::new() };
        (joined.unwrap_or_else(empty), whole.clone())
    }
}

impl Tree {
    fn copied(&self) -> Tree {
        match self {
            Tree::Apply { label, sort, args } => {
                let args = args.iter().map(|(arg, place)| (arg.copied(), place.clone())).collect();
                Tree::Apply { label: label.clone(), sort: sort.clone(), args }
            }
            Tree::Token { text, sort } => Tree::Token { text: text.clone(), sort: sort.clone() },
            Tree::Sequence(items) => Tree::Sequence(items.iter().map(Tree::copied).collect()),
        }
    }
}

fn kast(tree: &Tree, text: &mut String) {
    stacker::maybe_grow(RED_ZONE, GROWTH, || match tree {
        Tree::Apply { label, args, .. } => {
            let is_plain = label.starts_with(|c: char| c.is_ascii_lowercase() || c == '#')
                && label.chars().skip(1).all(|c| c.is_ascii_alphanumeric());
            match is_plain {
                true => text.push_str(label),
                false => text.extend(["`", &label.replace('\\', "\\\\").replace('`', "\\`"), "`"]),
            }
            text.push('(');
            if args.is_empty() {
                text.push_str(".KList");
            }
            for (nth, (arg, _)) in args.iter().enumerate() {
                text.push_str(if nth > 0 { "," } else { "" });
                kast(arg, text);
            }
            text.push(')');
        }
        Tree::Token { text: token, sort } => {
            text.extend(["#token(", &quoted(token), ",", &quoted(sort), ")"]);
        }
        Tree::Sequence(items) if items.is_empty() => text.push_str(".K"),
        Tree::Sequence(items) => {
            for (nth, item) in items.iter().enumerate() {
                text.push_str(if nth > 0 { "~>" } else { "" });
                kast(item, text);
            }
        }
    });
}

fn json(tree: &Tree, text: &mut String) {
    let list = |items: &mut dyn Iterator<Item = &Tree>, text: &mut String| {
        text.push('[');
        for (nth, item) in items.enumerate() {
            text.push_str(if nth > 0 { "," } else { "" });
            json(item, text);
        }
        text.push(']');
    };
    stacker::maybe_grow(RED_ZONE, GROWTH, || match tree {
        Tree::Apply { label, args, .. } => {
            text.extend([
                "{\"node\":\"KApply\",\"label\":{\"node\":\"KLabel\",\"name\":",
                &quoted(label),
            ]);
            text.push_str(&format!(
                ",\"params\":[]}},\"arity\":{},\"variable\":false,\"args\":",
                args.len()
            ));
            list(&mut args.iter().map(|(arg, _)| arg), text);
            text.push('}');
        }
        Tree::Token { text: token, sort } => text.extend([
            "{\"node\":\"KToken\",\"token\":",
            &quoted(token),
            ",\"sort\":{\"node\":\"KSort\",\"name\":",
            &quoted(sort),
            "}}",
        ]),
        Tree::Sequence(items) => {
            text.push_str(&format!(
                "{{\"node\":\"KSequence\",\"arity\":{},\"items\":",
                items.len()
            ));
            list(&mut items.iter(), text);
            text.push('}');
        }
    });
}

/// A text in quotes, as JSON and KORE write it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A term of KORE at a place of a sort.
fn kore(tree: &Tree, place: &str, text: &mut String) {
    stacker::maybe_grow(RED_ZONE, GROWTH, || {
        let own = tree.sort();
        match tree {
            Tree::Sequence(items) => {
                for item in items {
                    text.push_str("kseq{}(");
                    kore(item, "KItem", text);
                    text.push(',');
                }
                text.push_str("dotk{}()");
                text.push_str(&")".repeat(items.len()));
            }
            _ if place == "K" => {
                text.push_str("kseq{}(");
                kore(tree, "KItem", text);
                text.push_str(",dotk{}())");
            }
            _ if own != place => {
                text.push_str(&format!("inj{{{}, {}}}(", kore_sort(own), kore_sort(place)));
                kore(tree, own, text);
                text.push(')');
            }
            Tree::Apply { label, args, .. } => {
                text.push_str(&format!("Lbl{}{{}}(", mangled(label)));
                for (nth, (arg, place)) in args.iter().enumerate() {
                    text.push_str(if nth > 0 { "," } else { "" });
                    kore(arg, place, text);
                }
                text.push(')');
            }
            Tree::Token { text: token, sort } => {
                // A string is written without its own quotes.
                let inner = token.strip_prefix('"').and_then(|token| token.strip_suffix('"'));
                let value = match inner {
                    Some(inner) if sort == "String" => format!("\"{inner}\""),
                    _ => quoted(token),
                };
                text.push_str(&format!("\\dv{{{}}}({value})", kore_sort(sort)));
            }
        }
    });
}

fn kore_sort(sort: &str) -> String {
    match sort.split_once('{') {
        Some((name, parameter)) => {
            format!("Sort{name}{{Sort{}{{}}}}", parameter.trim_end_matches('}'))
        }
        None => format!("Sort{sort}{{}}"),
    }
}

/// A name with letters for what KORE does not allow in names.
fn mangled(name: &str) -> String {
    let (mut text, mut is_quoted) = (String::new(), false);
    for c in name.chars() {
        let code = code_of(c);
        if code.is_some() != is_quoted {
            text.push('\'');
            is_quoted = !is_quoted;
        }
        match code {
            Some(code) => text.push_str(&code),
            None => text.push(c),
        }
    }
    if is_quoted {
        text.push('\'');
    }
    text
}

/// What stands for a character in a name; none for letters, digits and `-`.
fn code_of(c: char) -> Option<String> {
    let code = match c {
        ' ' => "Spce",
        '!' => "Bang",
        '"' => "Quot",
        '#' => "Hash",
        '$' => "Dolr",
        '%' => "Perc",
        '&' => "And-",
        '\'' => "Apos",
        '(' => "LPar",
        ')' => "RPar",
        '*' => "Star",
        '+' => "Plus",
        ',' => "Comm",
        '.' => "Stop",
        '/' => "Slsh",
        ':' => "Coln",
        ';' => "SCln",
        '<' => "-LT-",
        '=' => "Eqls",
        '>' => "-GT-",
        '?' => "Ques",
        '@' => "-AT-",
        '[' => "LSqB",
        '\\' => "Bash",
        ']' => "RSqB",
        '^' => "Xor-",
        '_' => "Unds",
        '`' => "BQuo",
        '{' => "LBra",
        '|' => "Pipe",
        '}' => "RBra",
        '~' => "Tild",
        c if c.is_ascii_alphanumeric() || c == '-' => return None,
        c => return Some(format!("{:04x}", u32::from(c))),
    };
    Some(code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_mangled_as_in_kore() {
        assert_eq!(mangled("_+Int_"), "'UndsPlus'Int'Unds'");
        assert_eq!(mangled("<exit-code>"), "'-LT-'exit-code'-GT-'");
        assert_eq!(mangled("foo"), "foo");
    }

    #[test]
    fn sorts_have_parameters() {
        assert_eq!(kore_sort("MInt{32}"), "SortMInt{Sort32{}}");
    }
}
