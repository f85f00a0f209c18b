//! Events of a property among the calls of a run.

use lang_jvm::code::Member;
use lang_jvm::parse::MethodType;
use lang_jvm::{ObjectId, SeenCall, SeenValue, Vm};
use typestate::{
    Call, EventDecl, Instance, Object, Occurrence, Property, TypePattern, Value, When,
};

/// A call in the words of properties.
pub(crate) struct Named {
    classes: Vec<String>,
    method: String,
    params: Vec<String>,
    returns: String,
    is_static: bool,
    is_new: bool,
}

impl Named {
    /// The call by the class that its receiver has in this run. None for calls of a superclass and
    /// of other methods that are named exactly: no event is one of them.
    pub(crate) fn of(vm: &Vm, call: &SeenCall) -> Option<Named> {
        let member: &Member = &call.member;
        let types = MethodType::parse(&member.descriptor)?;
        let is_new = &*member.name == "<init>";
        let dotted = |name: &str| name.replace('/', ".");
        let classes = match call.receiver {
            Some(object) => vm.classes_of(object).into_iter().map(dotted).collect(),
            None => vec![dotted(&member.class)],
        };
        let returns = match (&types.result, is_new) {
            (_, true) => dotted(&member.class),
            (Some(result), false) => result.source_name(),
            (None, false) => "void".to_owned(),
        };
        Some(Named {
            // The constructor of a superclass makes no object of its own.
            classes: if is_new && classes.first() != Some(&dotted(&member.class)) {
                return None;
            } else {
                classes
            },
            method: if is_new { "new".to_owned() } else { member.name.to_string() },
            params: types.params.iter().map(|param| param.source_name()).collect(),
            returns,
            is_static: call.receiver.is_none(),
            is_new,
        })
    }

    /// Whether a call may be any event of a property.
    pub(crate) fn is_event(&self, property: &Property) -> bool {
        property.events_of(&self.call()).next().is_some()
    }

    fn call(&self) -> Call<'_> {
        Call {
            classes: &self.classes,
            method: &self.method,
            params: &self.params,
            returns: &self.returns,
            is_static: self.is_static,
        }
    }

    /// The events of a property that the call is at this moment, with the objects they relate, in the
    /// order of their declarations.
    pub(crate) fn events(
        &self,
        vm: &Vm,
        property: &Property,
        call: &SeenCall,
        when: When,
    ) -> Vec<(usize, Instance)> {
        let happened = self.occurrence(call);
        let occurrence = Occurrence { target: happened.0, args: &happened.1, result: happened.2 };
        let is_a = |object: Object, pattern: &TypePattern| {
            let classes = vm.classes_of(ObjectId(object.0 as u32));
            classes.iter().any(|name| pattern.matches(&name.replace('/', ".")))
        };
        let call = self.call();
        let fits = |decl: &EventDecl| decl.when == when && decl.may_be(&call);
        let decls = property.events.iter().enumerate().filter(|(_, decl)| fits(decl));
        let bound = decls.map(|(at, decl)| (at, property.bind(decl, &occurrence, &is_a)));
        bound.filter_map(|(at, instance)| Some((at, instance?))).collect()
    }

    fn occurrence(&self, call: &SeenCall) -> (Option<Object>, Vec<Value>, Option<Value>) {
        let object = |id: ObjectId| Object(u64::from(id.0));
        let value = |seen: &SeenValue| match seen {
            SeenValue::Object(Some(id)) => Value::Object(object(*id)),
            SeenValue::Number(0) => Value::Bool(false),
            SeenValue::Number(1) => Value::Bool(true),
            SeenValue::Object(None) | SeenValue::Number(_) | SeenValue::Unknown(_) => Value::Other,
        };
        let receiver = call.receiver.map(object);
        match self.is_new {
            true => (None, call.args.iter().map(value).collect(), receiver.map(Value::Object)),
            false => {
                (receiver, call.args.iter().map(value).collect(), call.result.as_ref().map(value))
            }
        }
    }
}

/// Whether an event of a property may depend on a number that is not known in this run.
pub(crate) fn depends_on_unknown(property: &Property, named: &Named, call: &SeenCall) -> bool {
    let unknown = |value: &SeenValue| matches!(value, SeenValue::Unknown(_));
    let looks = property.events_of(&named.call()).any(EventDecl::looks_at_values);
    looks && (call.args.iter().any(unknown) || call.result.as_ref().is_some_and(unknown))
}
