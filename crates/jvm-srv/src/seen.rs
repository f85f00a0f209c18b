//! Events of a property among the calls of a run.
//!
//! Which events a call may be depends on the member that it names and on the class of its receiver
//! alone, so that is found out once for both ([`Dictionary`]). Which objects it relates is found out
//! for each call.

use std::sync::Arc;

use lang_jvm::code::Member;
use lang_jvm::parse::{MethodType, Type};
use lang_jvm::{ObjectId, SeenCall, SeenValue, Vm};
use machine::{Halt, Host};
use rustc_hash::FxHashMap;
use term::{Pool, Term};
use typestate::{
    Call, EventWorld, Instance, Object, Occurrence, Property, TypePattern, Undecided, Value, When,
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
    /// The types of its parameters and of its result.
    types: MethodType,
    /// What it may be, for each property.
    meanings: Box<[Meaning]>,
}

/// What a call may be for a property.
struct Meaning {
    /// The declarations of events.
    decls: Box<[(usize, When)]>,
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
        now: &mut Now<'_>,
        (index, property): (usize, &Property),
        named: &Named,
        call: &SeenCall,
        when: When,
    ) -> Result<Vec<(usize, Instance)>, Undecided> {
        let decls = named.meanings[index].decls.iter().filter(|(_, at)| *at == when);
        let mut decls = decls.map(|(decl, _)| *decl).peekable();
        if decls.peek().is_none() {
            return Ok(Vec::new());
        }
        let (target, args, result) = named.occurrence(now.host.pool(), call);
        let thread = Some(object_of(now.vm.current_thread()));
        let occurrence = Occurrence { target, args: &args, result, thread };
        let mut seeing = Seeing { types: &mut self.types, now };
        let mut found = Vec::new();
        for at in decls {
            let bound = property.bind(&property.events[at], &occurrence, &mut seeing)?;
            found.extend(bound.map(|instance| (at, instance)));
        }
        Ok(found)
    }
}

/// The moment of a run at which a call is.
pub(crate) struct Now<'a> {
    pub(crate) vm: &'a Vm,
    pub(crate) host: &'a mut dyn Host,
    /// What to do before the host is asked whether a condition on unknown numbers holds; none if it is not
    /// to be asked.
    pub(crate) chooses: Option<&'a mut dyn FnMut()>,
    /// Why the host ended the run there.
    pub(crate) halted: Option<Halt>,
}

/// A run, as conditions of events look at it.
struct Seeing<'s, 'a> {
    types: &'s mut FxHashMap<Box<str>, Vec<(TypePattern, bool)>>,
    now: &'s mut Now<'a>,
}

impl EventWorld for Seeing<'_, '_> {
    fn pool(&self) -> &Pool {
        self.now.host.pool()
    }

    fn is_a(&mut self, object: Object, pattern: &TypePattern) -> bool {
        fits(self.types, self.now.vm, ObjectId(object.0 as u32), pattern)
    }

    fn length(&mut self, object: Object) -> Option<Term> {
        self.now.vm.length_of(self.now.host.pool(), ObjectId(object.0 as u32))
    }

    fn holds(&mut self, cond: Term) -> Option<bool> {
        (self.now.chooses.as_mut()?)();
        match self.now.host.branch(cond) {
            Ok(holds) => Some(holds),
            Err(halt) => {
                self.now.halted = Some(halt);
                None
            }
        }
    }
}

fn object_of(id: ObjectId) -> Object {
    Object(u64::from(id.0))
}

/// A value as conditions see it.
fn value(pool: &Pool, seen: SeenValue, kind: &Type) -> Value {
    match (seen, kind) {
        (_, Type::Float | Type::Double) => Value::Other,
        (SeenValue::Object(Some(id)), _) => Value::Object(object_of(id)),
        (SeenValue::Object(None), _) => Value::Null,
        (SeenValue::Unknown(term), _) => Value::Word(term),
        (SeenValue::Number(number), Type::Long) => Value::Word(pool.bitvec(64, number as u64)),
        // The upper half of a slot says nothing.
        (SeenValue::Number(number), _) => Value::Word(pool.bitvec(32, u64::from(number as u32))),
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
    let fits = classes.iter().any(|name| pattern.matches(&source_name(name)));
    types.entry(class.into()).or_default().push((pattern.clone(), fits));
    fits
}

/// The name of a class as sources have it.
fn source_name(class: &str) -> String {
    let array = class.starts_with('[').then(|| Type::parse(class)).flatten();
    array.map_or_else(|| class.replace('/', "."), |array| array.source_name())
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
        Some(Named { is_new, types, meanings })
    }

    /// Whether the call may be any event of a property.
    pub(crate) fn is_event(&self, property: usize) -> bool {
        !self.meanings[property].decls.is_empty()
    }

    fn occurrence(
        &self,
        pool: &Pool,
        call: &SeenCall,
    ) -> (Option<Object>, Vec<Value>, Option<Value>) {
        let receiver = call.receiver.map(object_of);
        let args = call.args.iter().zip(&self.types.params);
        let args = args.map(|(seen, kind)| value(pool, *seen, kind)).collect();
        if self.is_new {
            return (None, args, receiver.map(Value::Object));
        }
        let result = call.result.zip(self.types.result.as_ref());
        (receiver, args, result.map(|(seen, kind)| value(pool, seen, kind)))
    }
}

impl Meaning {
    fn of(property: &Property, call: &Call<'_>) -> Meaning {
        let decls = property.events.iter().enumerate().filter(|(_, decl)| decl.may_be(call));
        Meaning { decls: decls.map(|(at, decl)| (at, decl.when)).collect() }
    }
}
