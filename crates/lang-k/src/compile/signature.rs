//! Sorts and labels under our own numbers, which are those of the parsed definition.

use super::{Compiler, label_id, sort_id};
use crate::signature::{Builtin, SortId};

impl Compiler<'_> {
    /// Declares all sorts and labels.
    pub(super) fn declare(&mut self) {
        let def = self.def;
        let signature = &mut self.program.signature;
        for (_, sort) in def.sorts() {
            signature.add_sort(&sort.name, builtin(&sort.name, sort.hook.as_deref()));
        }
        let mut steps = Vec::new();
        for (small, _) in def.sorts() {
            let above = def.sorts().filter(|(large, _)| def.is_subsort(small, *large));
            steps.extend(above.map(|(large, _)| (sort_id(small), sort_id(large))));
        }
        signature.order_sorts(&steps);
        for (id, label) in def.labels() {
            let main = def.main_production(id);
            let args = |p: &k_syntax::definition::Production| -> Vec<SortId> {
                p.arguments().map(sort_id).collect()
            };
            let ours = signature.add_label(&label.name, sort_id(main.sort), args(main));
            debug_assert_eq!(ours, label_id(id), "labels have different names");
            if main.attributes.has("binder") {
                signature.add_binder(ours);
            }
            for further in &label.productions[1..] {
                let production = def.production(*further);
                signature.add_overload(ours, sort_id(production.sort), args(production));
            }
            // `hybrid`: over values it is a value itself.
            if let Some(hybrid) = main.attributes.get("hybrid") {
                let result = def.find_sort(hybrid.value.as_deref().unwrap_or("KResult"));
                if let Some(result) = result.map(sort_id) {
                    signature.add_overload(ours, result, vec![result; args(main).len()]);
                }
            }
        }
    }
}

fn builtin(name: &str, hook: Option<&str>) -> Option<Builtin> {
    match (hook, name) {
        (Some("INT.Int"), _) => Some(Builtin::Int),
        (Some("BOOL.Bool"), _) => Some(Builtin::Bool),
        (Some("STRING.String"), _) => Some(Builtin::Str),
        (Some("MAP.Map"), _) => Some(Builtin::Map),
        (Some("LIST.List"), _) => Some(Builtin::List),
        (Some("SET.Set"), _) => Some(Builtin::Set),
        (Some("BYTES.Bytes"), _) => Some(Builtin::Bytes),
        (_, "K") => Some(Builtin::K),
        (_, "KItem") => Some(Builtin::KItem),
        _ => None,
    }
}
