//! Calls from outside: for entries and predicates.

use lang_core::{Alt, ExprId, Pattern, VarId};

use super::{Lowered, Lowering};
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

    /// An action that performs another one and has a result which is computed from that of the other.
    pub fn performing(&mut self, action: ExprId, value: VarId, then: ExprId) -> ExprId {
        let token = self.builder.fresh("token");
        let before = self.builder.var(token);
        let done = self.builder.apply(action, [before]);
        let result = self.builder.fresh("result");
        let shown = Lowered::any(self.builder.var(result));
        let pair = self.with_token(shown);
        let body = self.builder.let_strict(result, then, pair);
        let ctor = self.tuple_ctor("(#,#)");
        let pattern = Pattern::Ctor(ctor, [None, Some(value)].into());
        let body = self.builder.case(done, None, [Alt { pattern, body }], None);
        self.builder.lambda([token], body)
    }

    /// The result of an action where it ends with one: paths on which it ends with an exception of input or output,
    /// or leaves the program, are left out.
    pub fn unless_ended(&mut self, result: ExprId) -> ExprId {
        let module = "Base.Exception".to_owned();
        let test = self.value(&Name { module, occ: "isOutcome".to_owned() });
        let caught = self.builder.fresh("exception");
        let (seen, thrown) = (self.builder.var(caught), self.builder.var(caught));
        let is_outcome = self.builder.apply(test, [seen]);
        let (no, again) = (self.builder.bool(false), self.builder.raise(thrown));
        let over = self.builder.assume(no);
        let over = self.builder.seq(over, again);
        let thrown = self.builder.var(caught);
        let again = self.builder.raise(thrown);
        let handler = self.builder.cond(is_outcome, over, again);
        self.builder.try_with(result, caught, handler)
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
