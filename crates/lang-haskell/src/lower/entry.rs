//! Entries: what is run of a program.

use lang_core::{Alt, ExprId, GlobalId, Pattern, VarId};

use super::Lowering;
use crate::instance;
use crate::program::Instance;
use crate::types;

impl Lowering<'_> {
    /// A global that takes the parameters of a function and is its result. An action is performed.
    pub fn entry(&mut self, instance: &Instance) -> GlobalId {
        let entry = self.builder.declare("entry");
        let params: Vec<VarId> =
            (0..instance.params.len()).map(|_| self.builder.fresh("arg")).collect();
        let body = self.call_of(instance, &params);
        let body = self.performed(instance, body);
        let value = if params.is_empty() { body } else { self.builder.lambda(params, body) };
        self.builder.define(entry, value);
        entry
    }

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
