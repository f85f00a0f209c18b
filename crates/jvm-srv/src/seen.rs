//! Events of a property among the calls of a run.
//!
//! Which events a call may be depends on the member that it names and on the class of its receiver
//! alone, so that is found out once for both ([`Dictionary`]). Which objects it relates is found out
//! for each call.

use std::sync::Arc;

use lang_jvm::code::Member;
use lang_jvm::parse::MethodType;
use lang_jvm::{ObjectId, SeenCall, SeenValue, Vm};
use rustc_hash::FxHashMap;
use typestate::{
    Call, EventDecl, Instance, Object, Occurrence, Property, TypePattern, Value, When,
};

/// The calls that were met so far, in the words of properties. Kept from run to run.
#[derive(Default)]
pub(crate) struct Dictionary {
    /// By the class of the receiver, which is empty if there is none; then by the member.
    calls: FxHashMap<Box<str>, FxHashMap<Member, Option<Arc<Named>>>>,
    /// The patterns that were compared with a class, and whether they fit.
    types: FxHashMap<Box<str>, Vec<(TypePattern, bool)>>,
}

/// A call in the words of properties.
pub(crate) struct Named {
    is_new: bool,
    /// What it may be, for each property.
    meanings: Box<[Meaning]>,
}

/// What a call may be for a property.
struct Meaning {
    /// The declarations of events.
    decls: Box<[(usize, When)]>,
    /// Whether values decide that.
    looks_at_values: bool,
}

impl Dictionary {
    /// The call by the class that its receiver has in this run. None for calls of a superclass:
    /// no event is one of them.
    pub(crate) fn named(
        &mut self,
        vm: &Vm,
        properties: &[Property],
        call: &SeenCall,
    ) -> Option<Arc<Named>> {
        let class = call.receiver.map_or("", |object| vm.class_name(object));
        if let Some(known) = self.calls.get(class).and_then(|calls| calls.get(&*call.member)) {
            return known.clone();
        }
        let named = Named::of(vm, properties, call).map(Arc::new);
        let of_class = self.calls.entry(class.into()).or_default();
        of_class.insert((*call.member).clone(), named.clone());
        named
    }

    /// The events of a property that the call is at this moment, with the objects they relate, in the
    /// order of their declarations.
    pub(crate) fn events(
        &mut self,
        vm: &Vm,
        (index, property): (usize, &Property),
        named: &Named,
        call: &SeenCall,
        when: When,
    ) -> Vec<(usize, Instance)> {
        let decls = named.meanings[index].decls.iter().filter(|(_, at)| *at == when);
        let mut decls = decls.map(|(decl, _)| *decl).peekable();
        if decls.peek().is_none() {
            return Vec::new();
        }
        let happened = named.occurrence(call);
        let occurrence = Occurrence { target: happened.0, args: &happened.1, result: happened.2 };
        let types = std::cell::RefCell::new(&mut self.types);
        let is_a = |object: Object, pattern: &TypePattern| {
            fits(&mut types.borrow_mut(), vm, ObjectId(object.0 as u32), pattern)
        };
        let bound = decls.map(|at| (at, property.bind(&property.events[at], &occurrence, &is_a)));
        bound.filter_map(|(at, instance)| Some((at, instance?))).collect()
    }
}

/// Whether an object is of a class that fits a pattern.
fn fits(
    types: &mut FxHashMap<Box<str>, Vec<(TypePattern, bool)>>,
    vm: &Vm,
    object: ObjectId,
    pattern: &TypePattern,
) -> bool {
    let class = vm.class_name(object);
    let known = types.get(class).into_iter().flatten().find(|(known, _)| known == pattern);
    if let Some((_, fits)) = known {
        return *fits;
    }
    let classes = vm.classes_of(object);
    let fits = classes.iter().any(|name| pattern.matches(&name.replace('/', ".")));
    types.entry(class.into()).or_default().push((pattern.clone(), fits));
    fits
}

impl Named {
    fn of(vm: &Vm, properties: &[Property], call: &SeenCall) -> Option<Named> {
        let member: &Member = &call.member;
        let types = MethodType::parse(&member.descriptor)?;
        let is_new = &*member.name == "<init>";
        let dotted = |name: &str| name.replace('/', ".");
        let classes: Vec<String> = match call.receiver {
            Some(object) => vm.classes_of(object).into_iter().map(dotted).collect(),
            None => vec![dotted(&member.class)],
        };
        // The constructor of a superclass makes no object of its own.
        if is_new && classes.first() != Some(&dotted(&member.class)) {
            return None;
        }
        let returns = match (&types.result, is_new) {
            (_, true) => dotted(&member.class),
            (Some(result), false) => result.source_name(),
            (None, false) => "void".to_owned(),
        };
        let params: Vec<String> = types.params.iter().map(|param| param.source_name()).collect();
        let call = Call {
            classes: &classes,
            method: if is_new { "new" } else { &member.name },
            params: &params,
            returns: &returns,
            is_static: call.receiver.is_none(),
        };
        let meanings = properties.iter().map(|property| Meaning::of(property, &call)).collect();
        Some(Named { is_new, meanings })
    }

    /// Whether the call may be any event of a property.
    pub(crate) fn is_event(&self, property: usize) -> bool {
        !self.meanings[property].decls.is_empty()
    }

    /// Whether an event of a property may depend on a number that is not known in this run.
    pub(crate) fn depends_on_unknown(&self, property: usize, call: &SeenCall) -> bool {
        let unknown = |value: &SeenValue| matches!(value, SeenValue::Unknown(_));
        self.meanings[property].looks_at_values
            && (call.args.iter().any(unknown) || call.result.as_ref().is_some_and(unknown))
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

impl Meaning {
    fn of(property: &Property, call: &Call<'_>) -> Meaning {
        let decls = property.events.iter().enumerate().filter(|(_, decl)| decl.may_be(call));
        let looks_at_values = decls.clone().any(|(_, decl)| EventDecl::looks_at_values(decl));
        Meaning { decls: decls.map(|(at, decl)| (at, decl.when)).collect(), looks_at_values }
    }
}
