//! Whether the names in a formula mean something: otherwise it would hold, or be broken, for nothing.

use std::collections::BTreeSet;
use std::fmt;

use k_syntax::{Definition, Term};
use source::Span;

use super::atom::{predicates, statement_label};
use super::formula::atoms;
use super::syntax::{Number, PlacedName, Property};
use crate::language::Language;
use crate::signature::{Builtin, LabelInfo};
use crate::state::State;
use crate::value::Value;

/// So many known names are listed.
const MOST_LISTED: usize = 20;

/// A name in a formula that means nothing there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// Where it stands in the formula.
    pub span: Span,
    /// What is wrong.
    pub what: String,
    /// What could stand there.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed: Vec<String> =
            self.known.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
        match (listed.is_empty(), self.known.len().checked_sub(MOST_LISTED + 1)) {
            (true, _) => write!(f, "{}; there is none", self.what),
            (false, None) => write!(f, "{}; known: {}", self.what, listed.join(", ")),
            (false, Some(more)) => {
                write!(f, "{}; known: {} and {} more", self.what, listed.join(", "), more + 1)
            }
        }
    }
}

impl std::error::Error for UnknownName {}

/// Checks that the predicates of a property are functions of the definition, and that its variables
/// and labels are names of the program.
///
/// # Errors
///
/// The first name that is unknown, or used with other arguments than it takes.
pub fn check_names(
    language: &Language,
    start: &State,
    property: &Property,
) -> Result<(), UnknownName> {
    let names = Names::of(language, start);
    for atom in atoms(property) {
        match atom {
            Property::At(label) => names.label(label)?,
            Property::Compare(_, left, right) => {
                names.number(left)?;
                names.number(right)?;
            }
            Property::Predicate(name, args) => {
                args.iter().try_for_each(|arg| names.number(arg))?;
                predicate(language, name, args)?;
            }
            Property::Constant(_)
            | Property::Not(_)
            | Property::And(..)
            | Property::Or(..)
            | Property::Iff(..)
            | Property::Next(_)
            | Property::Until(..)
            | Property::WeakUntil(..)
            | Property::Release(..) => unreachable!("only atoms are listed"),
        }
    }
    Ok(())
}

/// The names that a program uses, or that the rules may bring into it.
struct Names {
    variables: BTreeSet<String>,
    labels: BTreeSet<String>,
}

impl Names {
    fn of(language: &Language, start: &State) -> Names {
        let signature = &language.compiled.program.signature;
        let mut names = Names { variables: BTreeSet::new(), labels: BTreeSet::new() };
        for value in parts(start) {
            names.labels.extend(statement_label(signature, value));
            if let Value::Token(_, text) = value {
                names.variables.insert(signature.text(*text));
            }
        }
        names.variables.extend(tokens_of_rules(&language.definition));
        names
    }

    fn label(&self, name: &PlacedName) -> Result<(), UnknownName> {
        if self.labels.contains(&name.text) {
            return Ok(());
        }
        let what = format!("the program has no statement with the label `{}`", name.text);
        Err(UnknownName { span: name.span, what, known: self.labels.iter().cloned().collect() })
    }

    fn number(&self, number: &Number) -> Result<(), UnknownName> {
        match number {
            Number::Constant(_) => Ok(()),
            Number::Variable(name) if self.variables.contains(&name.text) => Ok(()),
            Number::Variable(name) => {
                let what = format!("the program has no variable `{}`", name.text);
                let known = self.variables.iter().cloned().collect();
                Err(UnknownName { span: name.span, what, known })
            }
            Number::Apply(_, left, right) => {
                self.number(left)?;
                self.number(right)
            }
        }
    }
}

/// Whether a function of the definition takes such arguments.
fn predicate(
    language: &Language,
    PlacedName { text: name, span }: &PlacedName,
    args: &[Number],
) -> Result<(), UnknownName> {
    let program = &language.compiled.program;
    let signature = &program.signature;
    let int = signature.builtin(Builtin::Int);
    let takes = |info: &LabelInfo| {
        let fits = |(arg, sort): (&Number, _)| {
            // What a variable holds is known only when the program runs.
            matches!(arg, Number::Variable(_))
                || int.is_some_and(|int| signature.is_below(int, sort))
        };
        info.args.len() == args.len() && args.iter().zip(info.args.iter().copied()).all(fits)
    };
    let shown = |own: &str, info: &LabelInfo| {
        let sorts = info.args.iter().map(|sort| signature.sort_info(*sort).name.as_str());
        format!("{own}({})", sorts.collect::<Vec<_>>().join(", "))
    };
    let named: Vec<_> = predicates(program).filter(|(_, own, _)| own == name).collect();
    if named.iter().any(|(_, _, info)| takes(info)) {
        return Ok(());
    }
    if !named.is_empty() {
        let what = format!("the predicate `{name}` takes other arguments");
        let known = named.iter().map(|(_, own, info)| shown(own, info)).collect();
        return Err(UnknownName { span: *span, what, known });
    }
    let what = format!("the definition has no function `{name}` that gives a truth value");
    let known: BTreeSet<String> = predicates(program)
        .filter(|(label, own, _)| !own.is_empty() && is_own(language, label.index()))
        .map(|(_, own, info)| shown(own, info))
        .collect();
    Err(UnknownName { span: *span, what, known: known.into_iter().collect() })
}

/// Whether a label is declared in a file of the definition, and not in the library.
fn is_own(language: &Language, label: usize) -> bool {
    let definition = &language.definition;
    let found = definition.labels().find(|(id, _)| id.index() == label);
    found
        .is_some_and(|(id, _)| definition.files.contains(&definition.main_production(id).span.file))
}

/// The tokens that rules mention, numbers and strings aside.
fn tokens_of_rules(definition: &Definition) -> Vec<String> {
    let is_value = |hook: Option<&str>| {
        hook.is_some_and(|hook| ["INT.Int", "BOOL.Bool", "STRING.String"].contains(&hook))
    };
    let tokens = definition.terms.iter().filter_map(|term| match term {
        Term::Token { text, sort } if !is_value(definition.sort(*sort).hook.as_deref()) => {
            Some(text.clone())
        }
        _ => None,
    });
    tokens.collect()
}

/// All values inside of a configuration.
fn parts(state: &State) -> Vec<&Value> {
    let (mut found, mut todo): (Vec<&Value>, Vec<&Value>) =
        (Vec::new(), state.slots.iter().collect());
    while let Some(value) = todo.pop() {
        found.push(value);
        match value {
            Value::Node(_, args) | Value::Cells(_, args) => todo.extend(args.iter()),
            Value::Seq(_) => todo.extend(value.items()),
            Value::Map(map) => map.entries.iter().for_each(|(key, own)| todo.extend([key, own])),
            Value::List(list) => todo.extend(list.iter()),
            Value::Set(set) => todo.extend(set.iter()),
            Value::Bag(bag) => todo.extend(bag.iter()),
            Value::Empty
            | Value::Int(_)
            | Value::Bool(_)
            | Value::Str(_)
            | Value::Bytes(_)
            | Value::Token(..)
            | Value::Leaf(_)
            | Value::Sym(_, _) => {}
        }
    }
    found
}
