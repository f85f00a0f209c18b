//! How objects get about in Java programs.
//!
//! Methods are read when they are first called, and a call is followed for each object that may be its
//! receiver. What the library does is not read. Each call of it has a *pot*: the objects that it gets,
//! what those contain, and what it makes. What comes out of a call is in its pot, and what a call puts
//! into an object of the library is, too, so the contents of such an object and the pots of its calls
//! are one place. Objects of the application in a pot may be called back.

mod call;
mod library;
mod reflect;

use std::sync::Arc;

use flow::{Bits, Location};
use lang_jvm::code::{Member, Op};
use lang_jvm::parse::{MethodType, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callback::Calls;
use crate::error::FlowError;
use crate::hierarchy::{Found, Kind, OBJECT, class_of, is_immutable};
use crate::network::{ClassNo, Network};
use crate::points_to::PointsTo;
use crate::program::{MethodAt, Program};
use crate::site::{At, Origin, Site, Sites, objects};
use crate::values::Sources;

use reflect::Named;
pub use reflect::wild;

/// Who waits for objects at a place.
#[derive(Clone, Copy, Debug)]
enum Watch {
    /// A call, for its receivers.
    Receiver(CallNo),
    /// A call of the library, for what it sees.
    Pot(CallNo),
    /// A call that copies an object.
    Copied(CallNo),
    /// An array is read into a place.
    Load(Location),
    /// An array is written from a place.
    Store(Location),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct CallNo(u32);

/// A call that was read.
struct Call {
    at: At,
    member: Arc<Member>,
    args: Arc<[Sources]>,
    /// Where its result goes, if that is an object, and the class of it.
    out: Option<(Location, ClassNo)>,
    pot: Option<Location>,
    /// What it may call back, by the receivers that it has had so far.
    reach: Vec<Calls>,
}

/// An object of a functional interface.
#[derive(Clone, Copy, Debug)]
struct Lambda {
    /// None if it is a method of the library.
    target: Option<MethodAt>,
    captured: usize,
    /// The site of what it makes, if it is a constructor.
    makes: Option<Site>,
}

/// What a call finds in a class.
#[derive(Clone)]
enum Resolved {
    Own(Found),
    /// A method of this class of the library.
    Library(Box<str>),
    Nothing,
}

/// What a call returns.
#[derive(Clone)]
enum Made {
    /// A new object of this class.
    New(Arc<str>),
    /// Whatever it sees.
    Anything,
}

/// A method that the library may call on objects of a class.
type Callbacks = Arc<[MethodAt]>;

/// Follows objects until nothing is new.
pub(crate) struct Rules<'p> {
    program: &'p mut Program,
    stop: &'p dyn Fn() -> bool,
    network: Network<Watch>,
    sites: Sites,
    /// What the library as a whole knows.
    global: Location,
    fields: FxHashMap<(Box<str>, Box<str>), Location>,
    calls: Vec<Call>,
    pots: FxHashMap<At, Location>,
    classes: Vec<Box<str>>,
    class_numbers: FxHashMap<Box<str>, ClassNo>,
    /// The place of what is inside of objects, by their sites.
    contents: Vec<Option<Location>>,
    lambdas: FxHashMap<Site, (Box<str>, Lambda)>,
    linked: FxHashSet<(CallNo, MethodAt)>,
    called_back: FxHashSet<(CallNo, MethodAt)>,
    resolved: FxHashMap<(ClassNo, Box<str>), Resolved>,
    made: FxHashMap<(ClassNo, Box<str>), Made>,
    callbacks: FxHashMap<(ClassNo, Calls), Callbacks>,
    all_initializers: Option<std::collections::BTreeSet<MethodAt>>,
    named: Named,
    /// How many methods were read.
    read: usize,
}

impl<'p> Rules<'p> {
    /// Follows objects through a program whose first method gets objects of these kinds. The program
    /// grows by the methods that may run.
    pub(crate) fn follow(
        program: &'p mut Program,
        params: &[Option<Kind>],
        stop: &'p dyn Fn() -> bool,
    ) -> Result<PointsTo, FlowError> {
        let global = program.places.fresh();
        let mut rules = Rules {
            program,
            stop,
            network: Network::new(),
            sites: Sites::new(),
            global,
            fields: FxHashMap::default(),
            calls: Vec::new(),
            pots: FxHashMap::default(),
            classes: Vec::new(),
            class_numbers: FxHashMap::default(),
            contents: Vec::new(),
            lambdas: FxHashMap::default(),
            linked: FxHashSet::default(),
            called_back: FxHashSet::default(),
            resolved: FxHashMap::default(),
            made: FxHashMap::default(),
            callbacks: FxHashMap::default(),
            all_initializers: None,
            named: Named::default(),
            read: 0,
        };
        rules.start(params);
        rules.run()?;
        Ok(rules.finish())
    }

    fn start(&mut self, params: &[Option<Kind>]) {
        for place in [self.global, self.program.thrown] {
            self.network.insert(place, Site::OUTSIDE.index());
        }
        self.network.insert(self.global, Site::NULL.index());
        let entry = self.program.method(self.program.entry());
        let class = entry.found.class.file.name.clone();
        let places: Vec<Location> = entry.params.iter().map(|(place, _)| *place).collect();
        for (index, (place, kind)) in places.into_iter().zip(params).enumerate() {
            if let Some(kind) = kind {
                let site = self.sites.add(Origin::Param(index), kind.clone());
                self.network.insert(place, site.index());
                // Its elements came with it: numbers and texts.
                let contents = self.contents(site);
                self.network.insert(contents, Site::VALUE.index());
            }
        }
        self.program.initializers(&class);
    }

    fn run(&mut self) -> Result<(), FlowError> {
        let mut steps = 0_u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) && (self.stop)() {
                return Err(FlowError::Interrupted);
            }
            if self.read < self.program.methods.len() {
                self.read += 1;
                self.method(MethodAt(self.read - 1));
                continue;
            }
            let (hierarchy, sites, classes) = (&self.program.hierarchy, &self.sites, &self.classes);
            let fits = |class: ClassNo, site: usize| fits(hierarchy, sites, classes, class, site);
            match self.network.next(&fits) {
                Some((watch, new)) => self.hear(watch, &new),
                None if self.invoke_named() => {}
                None => return Ok(()),
            }
        }
    }

    fn hear(&mut self, watch: Watch, new: &Bits) {
        for site in objects(new) {
            match watch {
                Watch::Receiver(call) => self.dispatch(call, site),
                Watch::Pot(call) => self.see(call, site),
                Watch::Copied(call) => self.copy_object(call, site),
                Watch::Load(out) => {
                    let contents = self.contents(site);
                    self.edge(contents, out, None);
                }
                Watch::Store(value) => {
                    let contents = self.contents(site);
                    self.edge(value, contents, None);
                }
            }
        }
    }

    fn finish(mut self) -> PointsTo {
        let sites = self.sites.len();
        let numbers: Vec<Site> = (0..sites).map(|site| Site(site as u32)).collect();
        for site in numbers {
            if !self.sites.is_immutable(site) {
                self.contents(site);
            }
        }
        let (sets, roots) = self.network.finish(self.program.places.count(), sites);
        PointsTo {
            sites: self.sites,
            global: self.global,
            fields: self.fields,
            contents: self.contents,
            pots: self.pots,
            sets,
            roots,
        }
    }

    fn edge(&mut self, from: Location, to: Location, only: Option<ClassNo>) {
        let (hierarchy, sites, classes) = (&self.program.hierarchy, &self.sites, &self.classes);
        let fits = |class: ClassNo, site: usize| fits(hierarchy, sites, classes, class, site);
        self.network.edge(from, to, only, &fits);
    }

    /// Lets objects of a class flow from one place to another: texts and numbers may be among them even
    /// if nothing is known of what is there.
    fn pick(&mut self, from: &[Location], to: Location, class: &str) {
        let number = self.class_no(class);
        self.copy(from, to, Some(number));
        if is_immutable(class) {
            self.network.insert(to, Site::VALUE.index());
        }
    }

    fn copy(&mut self, from: &[Location], to: Location, only: Option<ClassNo>) {
        from.iter().for_each(|place| self.edge(*place, to, only));
    }

    fn class_no(&mut self, name: &str) -> ClassNo {
        if let Some(known) = self.class_numbers.get(name) {
            return *known;
        }
        let number = ClassNo(self.classes.len() as u32);
        self.classes.push(name.into());
        self.class_numbers.insert(name.into(), number);
        number
    }

    /// The place of what is inside of an object.
    fn contents(&mut self, site: Site) -> Location {
        if self.contents.len() <= site.index() {
            self.contents.resize(site.index() + 1, None);
        }
        if let Some(known) = self.contents[site.index()] {
            return known;
        }
        let place = match self.sites.origin(site) {
            Origin::Outside => self.global,
            Origin::Inner(at) | Origin::Result(at) | Origin::Given(at) => {
                match self.pots.get(&at) {
                    Some(pot) => *pot,
                    None => self.program.places.fresh(),
                }
            }
            Origin::Null
            | Origin::Text
            | Origin::Value
            | Origin::Param(_)
            | Origin::New(_)
            | Origin::Made(_) => self.program.places.fresh(),
        };
        self.contents[site.index()] = Some(place);
        self.network.insert(place, Site::NULL.index());
        place
    }

    fn new_site(&mut self, origin: Origin, kind: Kind) -> Site {
        match self.sites.find(origin) {
            Some(known) => known,
            None => self.sites.add(origin, kind),
        }
    }

    /// The site of objects of a class that an instruction makes in a way that is not written there.
    fn made_site(&mut self, at: At, kind: Kind) -> Site {
        match self.sites.find_made(at, &kind.class) {
            Some(known) => known,
            None => self.sites.add(Origin::Made(at), kind),
        }
    }

    fn method(&mut self, at: MethodAt) {
        for index in 0..self.program.method(at).body.ops.len() {
            if self.program.method(at).values.is_reached(index) {
                let op = self.program.method(at).body.ops[index].clone();
                self.instruction((at, index), &op);
            }
        }
    }

    fn instruction(&mut self, at: At, op: &Op) {
        let code = self.program.method(at.0);
        let (out, result) = (code.values.output(at.1, 0), code.result);
        let taken = code.values.taken(at.1).to_vec();
        match op {
            Op::Const { zero: true, .. } => self.network.insert(out, Site::NULL.index()),
            Op::Text(_) => self.network.insert(out, Site::TEXT.index()),
            Op::Load(..) | Op::Store(..) => self.copy(&taken[0], out, None),
            Op::Shuffle(takes, kept) => {
                for (index, depth) in kept.iter().enumerate() {
                    let to = self.program.method(at.0).values.output(at.1, index);
                    self.copy(&taken[usize::from(takes - 1 - depth)], to, None);
                }
            }
            Op::Cast(class) => self.pick(&taken[0], out, class),
            Op::ArrayLoad(_) => self.watch(&taken[0], Watch::Load(out)),
            Op::ArrayStore(_) => {
                for value in &taken[2] {
                    self.watch(&taken[0], Watch::Store(*value));
                }
            }
            Op::GetField(member, _) => self.read_field(member, out),
            Op::PutField(member, _) => self.write_field(member, &taken[1]),
            Op::GetStatic(member, _) => {
                self.initialize(at, &member.class);
                self.read_field(member, out);
            }
            Op::PutStatic(member, _) => {
                self.initialize(at, &member.class);
                self.write_field(member, &taken[0]);
            }
            Op::New(class) => {
                self.initialize(at, class);
                let site = self.new_site(Origin::New(at), Kind::exactly(class));
                self.network.insert(out, site.index());
            }
            Op::NewArray(lengths) => {
                let site = self.new_site(Origin::New(at), Kind::exactly("["));
                self.network.insert(out, site.index());
                if *lengths > 1 {
                    let contents = self.contents(site);
                    self.network.insert(contents, site.index());
                }
            }
            Op::Lambda { interface, name, captured, target } => {
                self.lambda(at, interface, name, captured, target);
            }
            Op::Throw => self.copy(&taken[0], self.program.thrown, None),
            Op::Return(1) => self.copy(&taken[0], result, None),
            Op::Call(kind, member) => self.call(at, *kind, member),
            Op::Dynamic(kind) => self.dynamic(at, kind),
            Op::Const { .. } | Op::Inc(_) | Op::Compute { .. } | Op::Length => {}
            Op::Goto(_) | Op::Branch(..) | Op::Switch(_) | Op::Return(_) => {}
            Op::Subroutine | Op::Lock => {}
        }
    }

    fn watch(&mut self, places: &[Location], watch: Watch) {
        places.iter().for_each(|place| self.network.watch(*place, watch));
    }

    fn initialize(&mut self, at: At, class: &str) {
        let initializers = self.program.initializers(class);
        self.program.targets(at).initializers.extend(initializers);
    }

    fn read_field(&mut self, member: &Member, out: Location) {
        let Some(Type::Reference(class)) = Type::parse(&member.descriptor) else { return };
        let from = self.field(member);
        self.pick(&[from], out, &class);
    }

    fn write_field(&mut self, member: &Member, value: &[Location]) {
        let Some(Type::Reference(_)) = Type::parse(&member.descriptor) else {
            // Numbers have no objects, but what depends on them is followed by the place.
            self.field(member);
            return;
        };
        let to = self.field(member);
        self.copy(value, to, None);
    }

    fn field(&mut self, member: &Member) -> Location {
        let (owner, is_library) = self.program.hierarchy.field_owner(member);
        if is_library {
            return self.global;
        }
        let key = (owner, member.name.clone());
        if let Some(known) = self.fields.get(&key) {
            return *known;
        }
        let place = self.program.places.fresh();
        self.fields.insert(key, place);
        self.network.insert(place, Site::NULL.index());
        place
    }

    fn lambda(
        &mut self,
        at: At,
        interface: &str,
        name: &str,
        captured: &MethodType,
        target: &Member,
    ) {
        let site = self.new_site(Origin::New(at), Kind::exactly(interface));
        let out = self.program.method(at.0).values.output(at.1, 0);
        self.network.insert(out, site.index());
        let args = values_of(self.program.method(at.0).values.taken(at.1), captured, false);
        self.program.keep_arguments(at, args.clone());
        let contents = self.contents(site);
        args.iter().for_each(|arg| self.copy(arg, contents, None));
        self.initialize(at, &target.class);
        let hierarchy = &self.program.hierarchy;
        let found = hierarchy.resolve(&target.class, &target.name, &target.descriptor);
        let found = found.filter(|found| !found.class.is_library);
        let Some(method) = found.and_then(|found| self.program.add(found)) else {
            let lambda = Lambda { target: None, captured: 0, makes: None };
            self.lambdas.insert(site, (name.into(), lambda));
            return;
        };
        let makes = (&*target.name == "<init>").then(|| {
            let site = self.made_site(at, Kind::exactly(&target.class));
            let this = self.program.method(method).params[0].0;
            self.network.insert(this, site.index());
            site
        });
        let skipped = usize::from(makes.is_some());
        let lambda = Lambda { target: Some(method), captured: args.len() + skipped, makes };
        self.pass(&args, method, skipped);
        self.lambdas.insert(site, (name.into(), lambda));
    }

    /// Hands arguments to the parameters of a method, from one of them on.
    fn pass(&mut self, args: &[Sources], target: MethodAt, from: usize) {
        let params = self.program.method(target).params.iter().skip(from);
        let params: Vec<(Location, bool)> =
            params.map(|(place, kind)| (*place, class_of(kind).is_some())).collect();
        for (arg, (place, is_object)) in args.iter().zip(params) {
            if is_object {
                self.copy(arg, place, None);
            }
        }
    }
}

/// Whether values of a type are numbers and texts.
fn is_plain(kind: &Type) -> bool {
    class_of(kind).is_none_or(is_immutable)
}

/// Whether a call gets nothing but numbers and texts: then it has no object to call back.
fn is_blind(member: &Member, args: usize) -> bool {
    let types = MethodType::parse(&member.descriptor);
    types.is_some_and(|types| args == types.params.len() && types.params.iter().all(is_plain))
}

fn signature(member: &Member) -> Box<str> {
    format!("{}{}", member.name, member.descriptor).into()
}

/// Whether objects of a site may be of a class; null always may. What never changes is known as such
/// where it is made; whatever else may be a text or a number is one of them ([`Site::VALUE`]).
fn fits(
    hierarchy: &crate::hierarchy::Hierarchy,
    sites: &Sites,
    classes: &[Box<str>],
    class: ClassNo,
    site: usize,
) -> bool {
    let (site, class) = (Site(site as u32), &classes[class.0 as usize]);
    // A value is also what values are.
    let is_value = || {
        matches!(
            &**class,
            OBJECT
                | "java/lang/CharSequence"
                | "java/lang/Comparable"
                | "java/lang/Number"
                | "java/io/Serializable"
        )
    };
    if site == Site::VALUE {
        return is_immutable(class) || is_value();
    }
    let may_pass = !is_immutable(class) || sites.is_immutable(site);
    site == Site::NULL || may_pass && hierarchy.may_be_a(sites.kind(site), class)
}

/// The values of a call, one for each parameter, the receiver first.
fn values_of(taken: &[Sources], types: &MethodType, has_receiver: bool) -> Arc<[Sources]> {
    let (mut args, mut slot) = (Vec::new(), 0);
    if has_receiver {
        args.extend(taken.first().cloned());
        slot = 1;
    }
    for param in &types.params {
        args.extend(taken.get(slot).cloned());
        slot += param.slots();
    }
    args.into()
}

/// Whether a call puts a number into an object: that is never null.
fn is_box(member: &Member) -> bool {
    &*member.name == "valueOf" && is_immutable(&member.class)
}

fn is_clone(member: &Member) -> bool {
    &*member.name == "clone" && &*member.descriptor == "()Ljava/lang/Object;"
}

/// Whether a method is the one that copies objects field by field.
fn is_copying(found: &Found) -> bool {
    &*found.class.file.name == OBJECT && &*found.info().name == "clone"
}
