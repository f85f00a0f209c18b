//! Operations that are `external`: C functions which call back the mocks.

use lang_ml::ast::{Item, ItemKind, ModuleExpr, ModuleExprKind, Type, TypeKind};
use lang_ml::parse::parse;

use crate::incident::{Incident, Unwritable};
use crate::names;

/// More parameters need two functions in C, one for each compiler.
const MOST_PARAMETERS: usize = 5;

/// An `external` of the user's file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct External {
    /// Its name with the modules around it.
    name: String,
    /// The name of the function in C.
    symbol: String,
    params: usize,
}

/// The C functions that the program needs; none if it needs none.
pub(crate) fn stubs(incident: &Incident<'_>) -> Result<Option<String>, Unwritable> {
    let all = externals(incident);
    if all.is_empty() {
        return Ok(None);
    }
    let mut text = String::from(
        "/* Kept by tracehound with the test of the same name: the externals of the program call\n   \
         back the functions that the test registers. */\n\
         #include <caml/callback.h>\n#include <caml/mlvalues.h>\n",
    );
    for external in &all {
        text.push_str(&stub(external)?);
    }
    Ok(Some(text))
}

/// Lines that make the mocks known to the C functions.
pub(crate) fn registrations(incident: &Incident<'_>) -> String {
    let line = |external: &External| {
        let known = incident.module.outline.operation(&external.name);
        let word = names::word(&external.name);
        known.map(|_| {
            format!("let () = Callback.register {} {word}\n", names::quoted(&external.name))
        })
    };
    externals(incident).iter().filter_map(line).collect()
}

fn stub(external: &External) -> Result<String, Unwritable> {
    let External { name, symbol, params } = external;
    if !(1..=MOST_PARAMETERS).contains(params) {
        return Err(Unwritable::because(format!("the external `{name}` has {params} parameters")));
    }
    let args: Vec<String> = (0..*params).map(|at| format!("x{at}")).collect();
    let declared: Vec<String> = args.iter().map(|arg| format!("value {arg}")).collect();
    Ok(format!(
        "\nvalue {symbol}({})\n{{\n  value args[] = {{ {} }};\n  \
         return caml_callbackN(*caml_named_value({}), {params}, args);\n}}\n",
        declared.join(", "),
        args.join(", "),
        names::quoted(name),
    ))
}

fn externals(incident: &Incident<'_>) -> Vec<External> {
    let (ast, _) = parse(incident.file);
    let mut all = Vec::new();
    let mut todo: Vec<(String, &[Item])> = vec![(String::new(), &ast.items)];
    while let Some((prefix, items)) = todo.pop() {
        for item in items {
            match &item.kind {
                ItemKind::Val { name, ty, external: Some(symbol), .. }
                    if !symbol.starts_with('%') =>
                {
                    let name = format!("{prefix}{}", name.text);
                    all.push(External { name, symbol: symbol.clone(), params: params(ty) });
                }
                ItemKind::Modules(_, bindings) => {
                    for binding in bindings {
                        let name = binding.name.as_ref().map_or("_", |name| &name.text);
                        let items = binding.body.as_ref().and_then(items_of);
                        todo.extend(items.map(|items| (format!("{prefix}{name}."), items)));
                    }
                }
                _ => {}
            }
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn items_of(module: &ModuleExpr) -> Option<&[Item]> {
    match &module.kind {
        ModuleExprKind::Structure(items) => Some(items),
        ModuleExprKind::Typed(inner, _) | ModuleExprKind::Functor(_, inner) => items_of(inner),
        ModuleExprKind::Path(_)
        | ModuleExprKind::Apply(..)
        | ModuleExprKind::Unpack(..)
        | ModuleExprKind::Unsupported(_) => None,
    }
}

fn params(ty: &Type) -> usize {
    let (mut ty, mut count) = (ty, 0);
    while let TypeKind::Arrow(_, _, result) = &ty.kind {
        (ty, count) = (result, count + 1);
    }
    count
}
