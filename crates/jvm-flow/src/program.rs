//! The part of a program that may run: methods of the application, and who may call whom.
//!
//! It grows while [`crate::rules`] follows objects: a call by the class of the receiver reaches the
//! methods of those objects that may be the receiver. The library is not looked into; it may call back
//! methods of the objects it sees.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use flow::Location;
use lang_jvm::code::{Body, Member, Op};
use lang_jvm::parse::{MethodType, Type};
use rustc_hash::FxHashMap;

use crate::error::FlowError;
use crate::hierarchy::{Found, Hierarchy};
use crate::site::At;
use crate::values::{Places, Sources, Values};

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
    pub(crate) params: Vec<(Location, Type)>,
    /// The place of its result.
    pub(crate) result: Location,
}

/// Whom an instruction may call.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Targets {
    /// Methods of the application, those behind lambdas included.
    pub(crate) own: BTreeSet<MethodAt>,
    /// Whether a method of the library may be called.
    pub(crate) library: bool,
    /// Methods that the library may call back.
    pub(crate) callbacks: BTreeSet<MethodAt>,
    /// Initialisers of classes that may run before.
    pub(crate) initializers: BTreeSet<MethodAt>,
}

/// The part of a program that may run.
pub(crate) struct Program {
    pub(crate) hierarchy: Hierarchy,
    pub(crate) methods: Vec<Code>,
    pub(crate) places: Places,
    /// What is thrown.
    pub(crate) thrown: Location,
    /// Whom each instruction may call.
    pub(crate) calls: BTreeMap<At, Targets>,
    /// Instructions behind which anything may happen, and why.
    pub(crate) wild: BTreeMap<At, String>,
    /// What this analysis cannot see, wherever it happens.
    pub(crate) holes: BTreeSet<String>,
    known: FxHashMap<MethodName, MethodAt>,
    arguments: FxHashMap<At, Arc<[Sources]>>,
    nothing: Arc<[Sources]>,
}

impl Program {
    /// A program of which nothing is known but the method that is called first.
    pub(crate) fn new(hierarchy: Hierarchy, entry: &Member) -> Result<Program, FlowError> {
        let mut places = Places::default();
        let thrown = places.fresh();
        let mut program = Program {
            hierarchy,
            methods: Vec::new(),
            places,
            thrown,
            calls: BTreeMap::new(),
            wild: BTreeMap::new(),
            holes: BTreeSet::new(),
            known: FxHashMap::default(),
            arguments: FxHashMap::default(),
            nothing: Arc::new([]),
        };
        let missing = || FlowError::NoMethod(entry.clone());
        let found = program.hierarchy.resolve(&entry.class, &entry.name, &entry.descriptor);
        program.add(found.ok_or_else(missing)?).ok_or_else(missing)?;
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

    /// Whom an instruction may call, to be added to.
    pub(crate) fn targets(&mut self, at: At) -> &mut Targets {
        self.calls.entry(at).or_default()
    }

    /// Adds a method of the application; none if it has no code.
    pub(crate) fn add(&mut self, found: Found) -> Option<MethodAt> {
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
    ) -> (Vec<Option<Location>>, Vec<(Location, Type)>) {
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

    /// The initialisers of the application that may run when a class is used.
    pub(crate) fn initializers(&mut self, class: &str) -> BTreeSet<MethodAt> {
        let mut found = BTreeSet::new();
        for name in self.hierarchy.supertypes(class).iter() {
            let Some(class) = self.hierarchy.class(name).filter(|class| !class.is_library) else {
                continue;
            };
            let methods = class.file.methods.iter();
            if let Some(index) = methods.clone().position(|info| &*info.name == "<clinit>") {
                found.extend(self.add(Found { class: class.clone(), index }));
            }
        }
        found
    }

    /// Keeps the values of a call.
    pub(crate) fn keep_arguments(&mut self, at: At, args: Arc<[Sources]>) {
        self.arguments.insert(at, args);
    }

    /// The values of a call, one for each parameter, the receiver first.
    pub(crate) fn arguments(&self, at: At) -> Arc<[Sources]> {
        Arc::clone(self.arguments.get(&at).unwrap_or(&self.nothing))
    }
}
