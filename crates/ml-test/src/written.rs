//! The program of a test that is no module by itself: a method in a folder of attribute specs.
//!
//! The test holds a copy of it. Types and exceptions come first, since events mention them; functions come
//! after the mocks, which they call by the names of the operations.

use std::collections::{BTreeMap, BTreeSet};

use lang_ml::ast::{Item, ItemKind};
use lang_ml::attribute::is_specification;
use lang_ml::parse::parse;
use source::File;
use term::SortNode;

use crate::incident::Incident;
use crate::names;

/// The program as text.
pub(crate) struct Written {
    /// The module of its types.
    pub(crate) types: String,
    /// The definition of the module `Subject`, which holds its functions.
    pub(crate) functions: String,
}

impl Written {
    pub(crate) fn of(incident: &Incident<'_>) -> Written {
        let (mut types, mut functions) = (Vec::new(), Vec::new());
        let mut recursive = Vec::new();
        let sources = &incident.module.outline.sources;
        for file in sources {
            for item in parse(file).0.items {
                let text = || file.text()[item.span.range()].trim().to_owned();
                match kind(&item) {
                    Kind::Type => types.push(text()),
                    Kind::Function => {
                        functions.push(text());
                        recursive.push(item);
                    }
                    Kind::Specification => {}
                }
            }
        }
        if is_cyclic(&recursive) {
            functions = vec![together(&functions)];
        }
        let mut head = abstract_types(incident, sources);
        head.append(&mut types);
        let mut body = vec!["include Program".to_owned()];
        body.extend(operations(incident));
        body.append(&mut functions);
        let about = "(* The method and what it calls, as they were. *)\n";
        Written {
            types: structure(&head),
            functions: format!("{about}module Subject = {}\n", structure(&body)),
        }
    }
}

/// What an item of a folder is to the program.
enum Kind {
    /// It declares types, exceptions or modules.
    Type,
    /// It computes.
    Function,
    /// It is none of the program.
    Specification,
}

fn kind(item: &Item) -> Kind {
    match &item.kind {
        ItemKind::Let(_, bindings) if bindings.iter().any(is_specification) => Kind::Specification,
        ItemKind::Let(..) | ItemKind::Eval(_) => Kind::Function,
        ItemKind::Types(_)
        | ItemKind::Extend(..)
        | ItemKind::Exception(_)
        | ItemKind::ExceptionAlias(..)
        | ItemKind::Modules(..)
        | ItemKind::ModuleType(..)
        | ItemKind::Open(_)
        | ItemKind::Include(_) => Kind::Type,
        ItemKind::Val { .. }
        | ItemKind::Classes(_)
        | ItemKind::IncludeType(_)
        | ItemKind::Attribute(_)
        | ItemKind::Extension(_)
        | ItemKind::Unsupported(_) => Kind::Specification,
    }
}

/// Whether functions use what only later ones define.
fn is_cyclic(items: &[Item]) -> bool {
    let mut defined: BTreeSet<&str> = BTreeSet::new();
    let mut forward = false;
    let all: BTreeSet<&str> = items.iter().flat_map(Item::defined_names).collect();
    for item in items {
        defined.extend(item.defined_names());
        let used = item.used_names();
        forward |=
            used.iter().any(|name| all.contains(name.as_str()) && !defined.contains(name.as_str()));
    }
    forward
}

/// Definitions as one that is recursive.
fn together(functions: &[String]) -> String {
    let mut text = String::new();
    for (number, function) in functions.iter().enumerate() {
        let bare = function.strip_prefix("let").unwrap_or(function).trim_start();
        let bare = bare.strip_prefix("rec ").unwrap_or(bare);
        let word = if number == 0 { "let rec" } else { "\n\nand" };
        text.push_str(&format!("{word} {bare}"));
    }
    text
}

/// A module for each type `M.t` of which nothing is known: its values are names.
fn abstract_types(incident: &Incident<'_>, sources: &[File]) -> Vec<String> {
    let mut modules: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in sources {
        for path in file.text().split(|c: char| !is_in_path(c)) {
            let Some((module, name)) = path.split_once('.') else { continue };
            if is_abstract(incident, path) {
                modules.entry(module).or_default().insert(name);
            }
        }
    }
    let module = |(module, types): (&str, BTreeSet<&str>)| {
        let types: Vec<String> = types.iter().map(|ty| format!("type {ty} = string")).collect();
        format!("module {module} = struct {} end", types.join(" "))
    };
    modules.into_iter().map(module).collect()
}

fn is_in_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '.')
}

/// Whether this is a type of the folder that no module of it defines.
fn is_abstract(incident: &Incident<'_>, path: &str) -> bool {
    let sort = incident.module.outline.sort(path);
    sort.is_some_and(|sort| match incident.pool.sort_node(sort) {
        SortNode::Elem(name) => incident.pool.name(*name) == path,
        _ => false,
    })
}

/// Names of operations that are called otherwise in the test.
fn operations(incident: &Incident<'_>) -> Vec<String> {
    let operations = incident.module.outline.operations.iter();
    let renamed = operations.filter(|operation| names::word(&operation.name) != operation.name);
    renamed.map(|one| format!("let {} = {}", one.name, names::word(&one.name))).collect()
}

/// Items within `struct … end`, each indented.
fn structure(items: &[String]) -> String {
    let mut text = String::from("struct\n");
    for item in items {
        for line in item.lines() {
            text.push_str(if line.is_empty() { "" } else { "  " });
            text.push_str(line);
            text.push('\n');
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\nend\n"
}
