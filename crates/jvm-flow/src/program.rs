//! Which methods of the application may run, and who may call whom.
//!
//! Rapid type analysis: a call by the class of the receiver may reach the methods of those classes of
//! the application of which objects are made by methods that may run. The library is not looked
//! into; it may call back whatever it can know of: methods of such objects that override or implement
//! one of its own, and lambdas.

use std::collections::{BTreeMap, BTreeSet};

use flow::Place;
use lang_jvm::code::{Body, CallKind, Member, Op};
use lang_jvm::parse::{Flags, MethodInfo, MethodType, Type};
use rustc_hash::FxHashMap;

use crate::error::FlowError;
use crate::values::{Places, Values};
use crate::world::{Found, World};

/// A method of the application, by its place in [`Program::methods`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct MethodAt(pub(crate) usize);

/// A class, a name and a descriptor.
pub(crate) type MethodName = (Box<str>, Box<str>, Box<str>);

/// A method of the application that may run.
pub(crate) struct Code {
    pub(crate) found: Found,
    pub(crate) body: Body,
    pub(crate) values: Values,
    /// The place of each parameter, the receiver first, and its type.
    pub(crate) params: Vec<(Place, Type)>,
    /// The place of its result.
    pub(crate) result: Place,
}

/// Whom an instruction may call.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Targets {
    /// Methods of the application.
    pub(crate) own: BTreeSet<MethodAt>,
    /// Methods behind lambdas, with the number of values captured.
    pub(crate) lambdas: BTreeSet<(MethodAt, usize)>,
    /// Whether a method of the library may be called.
    pub(crate) library: bool,
    /// Initialisers of classes that may run before.
    pub(crate) initializers: BTreeSet<MethodAt>,
}

/// An object of a functional interface.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Lambda {
    interface: Box<str>,
    name: Box<str>,
    captured: usize,
    target: MethodAt,
}

/// The part of a program that may run.
pub(crate) struct Program {
    pub(crate) world: World,
    pub(crate) methods: Vec<Code>,
    pub(crate) places: Places,
    /// What is thrown.
    pub(crate) thrown: Place,
    /// Whom each instruction may call.
    pub(crate) calls: BTreeMap<(MethodAt, usize), Targets>,
    /// Methods that the library may call, with their class if they need an object of it.
    pub(crate) callbacks: BTreeSet<(MethodAt, Option<Box<str>>)>,
    /// What this analysis cannot see.
    pub(crate) holes: BTreeSet<String>,
    known: FxHashMap<MethodName, MethodAt>,
    /// Classes of the application of which objects are made.
    made: BTreeSet<Box<str>>,
    /// Those of which reflection may make objects.
    reflected: BTreeSet<Box<str>>,
    /// The classes and interfaces that such objects were cast to.
    reflected_as: BTreeSet<Box<str>>,
    /// The initialisers of all classes of the application, once reflection may run them.
    all_initializers: Option<BTreeSet<MethodAt>>,
    lambdas: BTreeSet<Lambda>,
}

impl Program {
    /// What may run if a method is called.
    pub(crate) fn discover(world: World, entry: &Member) -> Result<Program, FlowError> {
        let mut places = Places::default();
        let thrown = places.fresh();
        let mut program = Program {
            world,
            methods: Vec::new(),
            places,
            thrown,
            calls: BTreeMap::new(),
            callbacks: BTreeSet::new(),
            holes: BTreeSet::new(),
            known: FxHashMap::default(),
            made: BTreeSet::new(),
            reflected: BTreeSet::new(),
            reflected_as: BTreeSet::new(),
            all_initializers: None,
            lambdas: BTreeSet::new(),
        };
        program.enter(entry)?;
        while program.grow() {}
        Ok(program)
    }

    /// The method that is called first.
    pub(crate) fn entry(&self) -> MethodAt {
        MethodAt(0)
    }

    pub(crate) fn method(&self, at: MethodAt) -> &Code {
        &self.methods[at.0]
    }

    /// The methods that may run.
    pub(crate) fn all(&self) -> impl Iterator<Item = MethodAt> + use<> {
        (0..self.methods.len()).map(MethodAt)
    }

    /// A method of the application by its name.
    pub(crate) fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<MethodAt> {
        self.known.get(&(class.into(), name.into(), descriptor.into())).copied()
    }

    fn enter(&mut self, entry: &Member) -> Result<(), FlowError> {
        let missing = || FlowError::NoMethod(entry.clone());
        let found = self.world.resolve(&entry.class, &entry.name, &entry.descriptor);
        let found = found.ok_or_else(missing)?;
        let kind = MethodType::parse(&entry.descriptor).ok_or_else(missing)?;
        self.made.insert(entry.class.clone());
        for param in &kind.params {
            if let Type::Reference(name) = param {
                self.made.insert(name.clone());
            }
        }
        self.add(found).ok_or_else(missing)?;
        self.initializers(&entry.class);
        Ok(())
    }

    /// Adds a method of the application; none if it has no code.
    fn add(&mut self, found: Found) -> Option<MethodAt> {
        let (class, info) = (&found.class.file.name, found.info());
        let key = (class.clone(), info.name.clone(), info.descriptor.clone());
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let kind = MethodType::parse(&info.descriptor)?;
        let Some(body) = found.body() else {
            if info.code.is_some() {
                self.holes.insert(format!("the code of {class}.{} cannot be read", info.name));
            }
            return None;
        };
        if body.ops.contains(&Op::Subroutine) {
            self.holes.insert(format!("{class}.{} has subroutines in its code", info.name));
        }
        let (slots, params) = self.params(&found, &kind);
        let result = self.places.fresh();
        let values = Values::of(&body, &slots, self.thrown, &mut self.places);
        let at = MethodAt(self.methods.len());
        self.methods.push(Code { found, body, values, params, result });
        self.known.insert(key, at);
        Some(at)
    }

    /// The places of parameters: by slots, and one by one.
    fn params(
        &mut self,
        found: &Found,
        kind: &MethodType,
    ) -> (Vec<Option<Place>>, Vec<(Place, Type)>) {
        let receiver = (!found.is_static()).then(|| Type::named(&found.class.file.name));
        let (mut slots, mut params) = (Vec::new(), Vec::new());
        for param in receiver.into_iter().chain(kind.params.iter().cloned()) {
            let place = self.places.fresh();
            slots.push(Some(place));
            slots.extend(param.is_wide().then_some(None));
            params.push((place, param));
        }
        (slots, params)
    }

    /// Looks at all methods once more. Whether something was new.
    fn grow(&mut self) -> bool {
        let before = (self.methods.len(), self.made.len(), self.lambdas.len());
        let mut changed = false;
        for at in self.all() {
            for index in 0..self.method(at).body.ops.len() {
                if !self.method(at).values.is_reached(index) {
                    continue;
                }
                let op = self.method(at).body.ops[index].clone();
                if let Some(mut targets) = self.targets(&op) {
                    if is_reflective(&op) {
                        let cast = self.method(at).body.ops.get(index + 1).cloned();
                        targets.initializers = self.reflect(&op, cast.as_ref());
                    }
                    changed |= self.calls.insert((at, index), targets.clone()) != Some(targets);
                }
            }
        }
        let callbacks = self.find_callbacks();
        changed |= callbacks != self.callbacks;
        self.callbacks = callbacks;
        changed || before != (self.methods.len(), self.made.len(), self.lambdas.len())
    }

    /// What may happen by reflection: a class of any name is initialised, and if it is made an object
    /// of, its class fits the cast behind.
    fn reflect(&mut self, op: &Op, behind: Option<&Op>) -> BTreeSet<MethodAt> {
        if matches!(op, Op::Call(_, member) if &*member.name == "newInstance") {
            let wanted = match behind {
                Some(Op::Cast(class)) => class.clone(),
                _ => crate::world::OBJECT.into(),
            };
            if self.reflected_as.insert(wanted.clone()) {
                let makes = |class: &String| self.can_be_reflected(class, &wanted);
                let all = self.world.own_classes().into_iter().filter(makes);
                let classes: Vec<Box<str>> = all.map(String::into_boxed_str).collect();
                self.made.extend(classes.iter().cloned());
                self.reflected.extend(classes);
            }
        }
        if self.all_initializers.is_none() {
            let classes = self.world.own_classes();
            let all = classes.iter().flat_map(|class| self.initializers(class)).collect();
            self.all_initializers = Some(all);
        }
        self.all_initializers.clone().unwrap_or_default()
    }

    /// Whether a class has a constructor without parameters, and its objects are of another class.
    fn can_be_reflected(&self, class: &str, wanted: &str) -> bool {
        let has_constructor = || {
            let found = self.world.class(class)?;
            let mut methods = found.file.methods.iter();
            let is_plain = !found.file.flags.has(Flags::ABSTRACT);
            let plain = |info: &MethodInfo| &*info.name == "<init>" && &*info.descriptor == "()V";
            Some(is_plain && methods.any(plain))
        };
        self.world.is_a(class, wanted) && has_constructor().unwrap_or(false)
    }

    /// Whom an instruction may call, as far as is known; what is new is added.
    fn targets(&mut self, op: &Op) -> Option<Targets> {
        let mut targets = Targets::default();
        match op {
            Op::New(class) => {
                if !self.world.is_library(class) {
                    self.made.insert(class.clone());
                }
                targets.initializers = self.initializers(class);
            }
            Op::GetStatic(member, _) | Op::PutStatic(member, _) => {
                targets.initializers = self.initializers(&member.class);
            }
            Op::Call(CallKind::Static | CallKind::Special, member) => {
                self.exact(member, &mut targets);
                if matches!(op, Op::Call(CallKind::Static, _)) {
                    targets.initializers = self.initializers(&member.class);
                }
            }
            Op::Call(CallKind::Virtual, member) => self.by_class(member, &mut targets),
            Op::Lambda { interface, name, captured, target } => {
                self.lambda(interface, name, captured.params.len(), target);
                return None;
            }
            Op::Dynamic(_) => targets.library = true,
            _ => return None,
        }
        Some(targets)
    }

    /// A call of exactly one method.
    fn exact(&mut self, member: &Member, targets: &mut Targets) {
        self.watch_for_reflection(member);
        match self.world.resolve(&member.class, &member.name, &member.descriptor) {
            Some(found) if !found.class.is_library => match self.add(found) {
                Some(at) => {
                    targets.own.insert(at);
                }
                None => targets.library = true,
            },
            Some(_) | None => targets.library = true,
        }
    }

    /// A call by the class of the receiver.
    fn by_class(&mut self, member: &Member, targets: &mut Targets) {
        self.watch_for_reflection(member);
        targets.library = self.world.is_library(&member.class);
        let made: Vec<Box<str>> = self
            .made
            .iter()
            .filter(|class| self.world.is_a(class, &member.class))
            .cloned()
            .collect();
        for class in made {
            let found = self.world.resolve(&class, &member.name, &member.descriptor);
            match found.filter(|found| !found.is_abstract()) {
                Some(found) if !found.class.is_library => match self.add(found) {
                    Some(at) => {
                        targets.own.insert(at);
                    }
                    None => targets.library = true,
                },
                Some(_) => targets.library = true,
                None => {}
            }
        }
        let fits = |lambda: &&Lambda| {
            lambda.name == member.name && self.world.is_a(&lambda.interface, &member.class)
        };
        targets.lambdas = self
            .lambdas
            .iter()
            .filter(fits)
            .map(|lambda| (lambda.target, lambda.captured))
            .collect();
    }

    fn lambda(&mut self, interface: &str, name: &str, captured: usize, target: &Member) {
        let found = self.world.resolve(&target.class, &target.name, &target.descriptor);
        let Some(found) = found.filter(|found| !found.class.is_library) else { return };
        let Some(target) = self.add(found) else { return };
        let lambda = Lambda { interface: interface.into(), name: name.into(), captured, target };
        self.lambdas.insert(lambda);
    }

    /// The initialisers that may run when a class is used.
    fn initializers(&mut self, class: &str) -> BTreeSet<MethodAt> {
        let mut found = BTreeSet::new();
        for name in self.world.supertypes(class).iter() {
            let Some(class) = self.world.class(name).filter(|class| !class.is_library) else {
                continue;
            };
            let methods = class.file.methods.iter();
            if let Some(index) = methods.clone().position(|info| &*info.name == "<clinit>") {
                found.extend(self.add(Found { class: class.clone(), index }));
            }
        }
        found
    }

    /// The methods that the library may call.
    fn find_callbacks(&mut self) -> BTreeSet<(MethodAt, Option<Box<str>>)> {
        let mut callbacks = BTreeSet::new();
        let made: Vec<Box<str>> = self.made.iter().cloned().collect();
        for class in made {
            for (name, descriptor) in self.inherited_from_library(&class) {
                let found = self.world.resolve(&class, &name, &descriptor);
                let own = found.filter(|found| !found.class.is_library && !found.is_abstract());
                if let Some(at) = own.and_then(|found| self.add(found)) {
                    callbacks.insert((at, Some(class.clone())));
                }
            }
        }
        for class in self.reflected.clone() {
            let found = self.world.resolve(&class, "<init>", "()V");
            if let Some(at) = found.and_then(|found| self.add(found)) {
                callbacks.insert((at, Some(class)));
            }
        }
        let behind = self.lambdas.iter().filter(|lambda| self.world.is_library(&lambda.interface));
        callbacks.extend(behind.map(|lambda| (lambda.target, None)));
        callbacks
    }

    /// The methods that a class of the application has from classes of the library.
    fn inherited_from_library(&self, class: &str) -> BTreeSet<(Box<str>, Box<str>)> {
        let supertypes = self.world.supertypes(class);
        let classes = supertypes.iter().filter_map(|name| self.world.class(name));
        let mut found = BTreeSet::new();
        for class in classes.filter(|class| class.is_library) {
            for info in class.file.methods.iter().filter(|info| !info.name.starts_with('<')) {
                found.insert((info.name.clone(), info.descriptor.clone()));
            }
        }
        found
    }

    /// Notes calls behind which anything may be.
    fn watch_for_reflection(&mut self, member: &Member) {
        let reflective = match &*member.class {
            "java/lang/reflect/Method" => &*member.name == "invoke",
            "java/lang/reflect/Constructor" => &*member.name == "newInstance",
            "java/util/ServiceLoader" => true,
            _ => false,
        };
        if reflective {
            let call = format!("{}.{}", member.class.replace('/', "."), member.name);
            self.holes.insert(format!("what {call} does is not known beforehand"));
        }
    }
}

/// Whether an instruction initialises or makes objects of classes by their names.
pub(crate) fn is_reflective(op: &Op) -> bool {
    matches!(op, Op::Call(_, member)
        if &*member.class == "java/lang/Class" && matches!(&*member.name, "forName" | "newInstance"))
}
