//! Calls from outside: for entries and predicates.

use lang_core::{Alt, ExprId, Pattern, VarId};

use super::Lowering;
use crate::core::Name;
use crate::instance;
use crate::program::Instance;
use crate::types;

impl Lowering<'_> {
    /// A call of a function with dictionaries and with variables.
    pub fn call_of(&mut self, instance: &Instance, args: &[VarId]) -> ExprId {
        let callee = self.value(&instance.name);
        let mut values = Vec::new();
        for wanted in &instance.context {
            let dictionary = instance::dictionary(self, wanted);
            values.push(self.builder.delay(dictionary));
        }
        for arg in args {
            let arg = self.builder.var(*arg);
            values.push(self.builder.delay(arg));
        }
        if values.is_empty() { callee } else { self.builder.apply(callee, values) }
    }

    /// From now on a run stops where a function is called.
    pub fn stop_at(&mut self, name: &Name) {
        self.stop = self.linked.definition(name).map(|found| found.definition.name.clone());
    }

    /// The result of a function: if it is an action, that of performing it.
    pub fn performed(&mut self, instance: &Instance, value: ExprId) -> ExprId {
        if !types::is_action(&instance.result) {
            return value;
        }
        let token = self.builder.unit();
        let done = self.builder.apply(value, [token]);
        let result = self.builder.fresh("result");
        let body = self.builder.var(result);
        let ctor = self.tuple_ctor("(#,#)");
        let pattern = Pattern::Ctor(ctor, [None, Some(result)].into());
        self.builder.case(done, None, [Alt { pattern, body }], None)
    }
}
