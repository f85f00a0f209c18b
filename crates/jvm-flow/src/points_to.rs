//! Which objects a place may hold, by where they come from.
//!
//! No order of steps and no calling contexts: whatever is stored in a place anywhere may be there
//! everywhere. Since values on the stack and in variables have a place for each definition, that is
//! precise enough within a method. What the library gets it may keep and return from any call, unless
//! its code shows that it returns something new ([`crate::fresh`]).

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use flow::{Bits, Place};
use lang_jvm::code::{CallKind, Member, Op};
use lang_jvm::parse::{MethodType, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fresh::fresh_result;
use crate::program::{MethodAt, Program, Targets};
use crate::site::{At, Origin, Site, Sites, objects};
use crate::values::Sources;
use crate::world::{Kind, OBJECT, class_of};

/// What places may hold.
pub(crate) struct PointsTo {
    pub(crate) sites: Sites,
    /// Everything that the library may know of, elements of arrays included.
    pub(crate) heap: Place,
    /// Fields of classes of the application.
    pub(crate) fields: BTreeMap<(Box<str>, Box<str>), Place>,
    sets: Vec<Bits>,
}

impl PointsTo {
    /// Solves for a program whose first method gets objects of these kinds.
    pub(crate) fn of(program: &mut Program, params: &[Option<Kind>]) -> PointsTo {
        let heap = program.places.fresh();
        let fields = field_places(program);
        let program = &*program;
        let mut rules = Rules {
            program,
            heap,
            fields,
            sites: Sites::new(),
            edges: FxHashMap::default(),
            starts: Vec::new(),
            results: FxHashMap::default(),
        };
        rules.collect(params);
        Solution::new(rules).run()
    }

    /// The objects that a place may hold.
    pub(crate) fn at(&self, place: Place) -> &Bits {
        &self.sets[place.0 as usize]
    }

    /// The objects that a value may be.
    pub(crate) fn of_value(&self, sources: &[Place]) -> Bits {
        let mut all = self.sites.empty();
        for place in sources {
            all.union(self.at(*place));
        }
        all
    }

    /// Whether a value may be null.
    pub(crate) fn may_be_null(&self, sources: &[Place]) -> bool {
        sources.iter().any(|place| self.at(*place).contains(Site::NULL.index()))
    }
}

/// A place for each field of the application that some instruction names.
fn field_places(program: &mut Program) -> BTreeMap<(Box<str>, Box<str>), Place> {
    let mut names = std::collections::BTreeSet::new();
    for at in program.all() {
        for op in &program.method(at).body.ops {
            if let Op::GetField(member, _)
            | Op::PutField(member, _)
            | Op::GetStatic(member, _)
            | Op::PutStatic(member, _) = op
            {
                let (owner, is_library) = program.world.field_owner(member);
                if !is_library {
                    names.insert((owner, member.name.clone()));
                }
            }
        }
    }
    names.into_iter().map(|name| (name, program.places.fresh())).collect()
}

/// A call of the library whose result depends on its receiver.
#[derive(Clone)]
struct ResultRule {
    at: At,
    member: Member,
    to: Place,
}

/// A place that objects flow to, perhaps only those of a class.
type Edge = (Place, Option<Box<str>>);

/// What flows where.
struct Rules<'p> {
    program: &'p Program,
    heap: Place,
    fields: BTreeMap<(Box<str>, Box<str>), Place>,
    sites: Sites,
    /// From a place to others, perhaps only objects of a class.
    edges: FxHashMap<Place, Vec<Edge>>,
    starts: Vec<(Place, Site)>,
    /// By the place of the receiver.
    results: FxHashMap<Place, Vec<ResultRule>>,
}

impl Rules<'_> {
    fn collect(&mut self, params: &[Option<Kind>]) {
        self.starts.push((self.heap, Site::OUTSIDE));
        self.starts.push((self.heap, Site::NULL));
        self.edge(self.heap, self.program.thrown, None);
        let entry = self.program.method(self.program.entry());
        for (index, ((place, _), kind)) in entry.params.iter().zip(params).enumerate() {
            if let Some(kind) = kind {
                let site = self.sites.add(Origin::Param(index), kind.clone());
                // What a parameter consists of came with it.
                self.starts.extend([(*place, site), (self.heap, site)]);
            }
        }
        let fields: Vec<Place> = self.fields.values().copied().collect();
        self.starts.extend(fields.into_iter().map(|place| (place, Site::NULL)));
        for at in self.program.all() {
            for index in 0..self.program.method(at).body.ops.len() {
                if self.program.method(at).values.is_reached(index) {
                    self.instruction((at, index));
                }
            }
        }
        self.callbacks();
    }

    fn edge(&mut self, from: Place, to: Place, only: Option<&str>) {
        self.edges.entry(from).or_default().push((to, only.map(Box::from)));
    }

    fn copy(&mut self, from: &[Place], to: Place, only: Option<&str>) {
        from.iter().for_each(|place| self.edge(*place, to, only));
    }

    fn new_site(&mut self, at: At, origin: fn(At) -> Origin, kind: Kind) -> Site {
        match self.sites.find(origin(at)) {
            Some(known) => known,
            None => self.sites.add(origin(at), kind),
        }
    }

    fn instruction(&mut self, at: At) {
        let code = self.program.method(at.0);
        let (values, op) = (&code.values, &code.body.ops[at.1]);
        let out = values.output(at.1, 0);
        let taken = values.taken(at.1);
        match op {
            Op::Const { zero: true, .. } => self.starts.push((out, Site::NULL)),
            Op::Text => self.starts.push((out, Site::TEXT)),
            Op::Load(..) | Op::Store(..) => self.copy(&taken[0], out, None),
            Op::Shuffle(takes, kept) => {
                for (index, depth) in kept.iter().enumerate() {
                    let from = &taken[usize::from(takes - 1 - depth)];
                    self.copy(from, values.output(at.1, index), None);
                }
            }
            Op::Cast(class) => self.copy(&taken[0], out, Some(class)),
            Op::ArrayLoad(_) => self.edge(self.heap, out, None),
            Op::ArrayStore(_) => self.copy(&taken[2], self.heap, None),
            Op::GetField(member, _) | Op::GetStatic(member, _) => self.read_field(member, out),
            Op::PutField(member, _) => self.write_field(member, &taken[1]),
            Op::PutStatic(member, _) => self.write_field(member, &taken[0]),
            Op::New(class) => {
                let site = self.new_site(at, Origin::New, Kind::exactly(class));
                self.starts.push((out, site));
            }
            Op::NewArray(_) => {
                let site = self.new_site(at, Origin::New, Kind::exactly("["));
                self.starts.push((out, site));
            }
            Op::Lambda { interface, target, .. } => self.lambda(at, interface, target),
            Op::Throw => self.copy(&taken[0], self.program.thrown, None),
            Op::Return(1) => self.copy(&taken[0], code.result, None),
            Op::Call(kind, member) => self.call(at, *kind, member),
            Op::Dynamic(kind) => self.dynamic(at, kind),
            Op::Const { .. } | Op::Inc(_) | Op::Compute { .. } | Op::Length => {}
            Op::Goto(_) | Op::Branch(..) | Op::Switch(_) | Op::Return(_) => {}
            Op::Subroutine | Op::Lock => {}
        }
    }

    fn read_field(&mut self, member: &Member, out: Place) {
        let Some(Type::Reference(class)) = Type::parse(&member.descriptor) else { return };
        let from = self.field(member);
        self.edge(from, out, Some(&class));
    }

    fn write_field(&mut self, member: &Member, value: &[Place]) {
        let to = self.field(member);
        self.copy(value, to, None);
    }

    fn field(&self, member: &Member) -> Place {
        let (owner, _) = self.program.world.field_owner(member);
        self.fields.get(&(owner, member.name.clone())).copied().unwrap_or(self.heap)
    }

    fn lambda(&mut self, at: At, interface: &str, target: &Member) {
        let code = self.program.method(at.0);
        let site = self.new_site(at, Origin::New, Kind::exactly(interface));
        self.starts.push((code.values.output(at.1, 0), site));
        let found = self.program.world.resolve(&target.class, &target.name, &target.descriptor);
        let Some(found) = found else { return };
        let name = &found.class.file.name;
        let Some(target) = self.program.find(name, &target.name, &target.descriptor) else {
            return;
        };
        let captured = arguments(self.program, at);
        self.pass(&captured, target, 0);
    }

    /// Hands arguments to the parameters of a method, from one of them on.
    fn pass(&mut self, args: &[Sources], target: MethodAt, from: usize) {
        let params = &self.program.method(target).params;
        for (arg, (place, _)) in args.iter().zip(params.iter().skip(from)) {
            self.copy(arg, *place, None);
        }
    }

    fn call(&mut self, at: At, kind: CallKind, member: &Member) {
        let Some(targets) = self.program.calls.get(&at) else { return };
        let targets: Targets = targets.clone();
        let args = arguments(self.program, at);
        let out = self.program.method(at.0).values.output(at.1, 0);
        let returns = returned_class(member);
        for target in &targets.own {
            self.pass(&args, *target, 0);
            if returns.is_some() {
                self.edge(self.program.method(*target).result, out, None);
            }
        }
        for (target, captured) in &targets.lambdas {
            self.pass(&args[1..], *target, *captured);
            if returns.is_some() {
                self.edge(self.program.method(*target).result, out, None);
            }
        }
        if targets.library {
            self.library(at, kind, member, &args);
        }
    }

    fn library(&mut self, at: At, kind: CallKind, member: &Member, args: &[Sources]) {
        let inner = self.new_site(at, Origin::Inner, Kind::below(OBJECT));
        self.starts.push((self.heap, inner));
        args.iter().for_each(|arg| self.copy(arg, self.heap, None));
        let Some(class) = returned_class(member) else { return };
        let to = self.program.method(at.0).values.output(at.1, 0);
        if kind == CallKind::Virtual {
            // Its class is known when the receiver is.
            self.new_site(at, Origin::Result, Kind::below(&class));
            let rule = ResultRule { at, member: member.clone(), to };
            args[0].iter().for_each(|place| {
                self.results.entry(*place).or_default().push(rule.clone());
            });
        } else if is_box(member) {
            self.starts.push((to, inner));
        } else {
            self.edge(self.heap, to, Some(&class));
        }
    }

    fn dynamic(&mut self, at: At, kind: &MethodType) {
        let inner = self.new_site(at, Origin::Inner, Kind::below(OBJECT));
        self.starts.push((self.heap, inner));
        arguments(self.program, at).iter().for_each(|arg| self.copy(arg, self.heap, None));
        let out = self.program.method(at.0).values.output(at.1, 0);
        match kind.result.as_ref().and_then(class_of) {
            // A call site that joins strings makes a new one.
            Some("java/lang/String") => self.starts.push((out, inner)),
            Some(class) => self.edge(self.heap, out, Some(class)),
            None => {}
        }
    }

    /// The library calls methods with whatever it has.
    fn callbacks(&mut self) {
        let program = self.program;
        for (target, _) in &program.callbacks {
            let code = program.method(*target);
            for (place, kind) in &code.params {
                if let Some(class) = class_of(kind) {
                    self.edge(self.heap, *place, Some(class));
                }
            }
            self.edge(code.result, self.heap, None);
        }
    }
}

/// The values of a call, one for each parameter, the receiver first.
pub(crate) fn arguments(program: &Program, at: At) -> Vec<Sources> {
    let code = program.method(at.0);
    let taken = code.values.taken(at.1);
    let (kind, receiver) = match &code.body.ops[at.1] {
        Op::Call(call, member) => {
            (MethodType::parse(&member.descriptor), *call != CallKind::Static)
        }
        Op::Lambda { captured, .. } => (Some(captured.clone()), false),
        Op::Dynamic(kind) => (Some(kind.clone()), false),
        _ => (None, false),
    };
    let Some(kind) = kind else { return Vec::new() };
    let (mut args, mut slot) = (Vec::new(), 0);
    if receiver {
        args.extend(taken.first().cloned());
        slot = 1;
    }
    for param in &kind.params {
        args.extend(taken.get(slot).cloned());
        slot += param.slots();
    }
    args
}

/// The class that a call returns an object of.
pub(crate) fn returned_class(member: &Member) -> Option<Box<str>> {
    let kind = MethodType::parse(&member.descriptor)?;
    class_of(kind.result.as_ref()?).map(Box::from)
}

/// Whether a call puts a number into an object: that is never null.
pub(crate) fn is_box(member: &Member) -> bool {
    &*member.name == "valueOf" && crate::world::is_immutable(&member.class)
}

/// The sets that grow.
struct Solution<'p> {
    rules: Rules<'p>,
    sets: Vec<Bits>,
    /// What of the sets has gone on along edges.
    told: Vec<Bits>,
    waiting: VecDeque<Place>,
    is_waiting: Vec<bool>,
    /// Which objects may be of a class.
    filters: FxHashMap<Box<str>, Filter>,
    /// What methods return, by their names and types.
    made: FxHashMap<(Box<str>, Box<str>), MadeBy>,
    /// Calls that may return whatever the library has.
    anything: FxHashSet<(At, Place)>,
}

/// The sites of objects that may be of one class, of those that were asked about.
struct Filter {
    asked: Bits,
    fits: Bits,
}

impl<'p> Solution<'p> {
    fn new(rules: Rules<'p>) -> Solution<'p> {
        let count = rules.program.places.count();
        Solution {
            sets: vec![rules.sites.empty(); count],
            told: vec![rules.sites.empty(); count],
            waiting: VecDeque::new(),
            is_waiting: vec![false; count],
            filters: FxHashMap::default(),
            made: FxHashMap::default(),
            anything: FxHashSet::default(),
            rules,
        }
    }

    fn run(mut self) -> PointsTo {
        for (place, site) in std::mem::take(&mut self.rules.starts) {
            if self.sets[place.0 as usize].insert(site.index()) {
                self.wake(place);
            }
        }
        while let Some(place) = self.waiting.pop_front() {
            self.is_waiting[place.0 as usize] = false;
            self.tell(place);
        }
        let Rules { sites, heap, fields, .. } = self.rules;
        PointsTo { sites, heap, fields, sets: self.sets }
    }

    /// Lets what is new at a place go on.
    fn tell(&mut self, place: Place) {
        let at = place.0 as usize;
        let new = self.sets[at].minus(&self.told[at]);
        self.told[at].union(&new);
        // Edges are taken out while they are followed; following them adds none.
        if let Some(edges) = self.rules.edges.remove(&place) {
            edges.iter().for_each(|(to, only)| self.flow(&new, *to, only.as_deref()));
            self.rules.edges.insert(place, edges);
        }
        if let Some(results) = self.rules.results.remove(&place) {
            results.iter().for_each(|rule| self.result(&new, rule));
            self.rules.results.insert(place, results);
        }
    }

    fn wake(&mut self, place: Place) {
        if !std::mem::replace(&mut self.is_waiting[place.0 as usize], true) {
            self.waiting.push_back(place);
        }
    }

    fn flow(&mut self, new: &Bits, to: Place, only: Option<&str>) {
        let grown = match only {
            None => self.sets[to.0 as usize].union(new),
            Some(class) => {
                let fitting = self.fitting(new, class);
                self.sets[to.0 as usize].union(&fitting)
            }
        };
        if grown {
            self.wake(to);
        }
    }

    /// The objects that may be of a class; null always may.
    fn fitting(&mut self, set: &Bits, class: &str) -> Bits {
        if !self.filters.contains_key(class) {
            let (asked, fits) = (self.rules.sites.empty(), self.rules.sites.empty());
            self.filters.insert(class.into(), Filter { asked, fits });
        }
        let filter = self.filters.get_mut(class).expect("it was put in");
        let Rules { program, sites, .. } = &self.rules;
        for number in set.minus(&filter.asked).iter() {
            let site = Site(number as u32);
            filter.asked.insert(number);
            if site == Site::NULL || program.world.may_be_a(sites.kind(site), class) {
                filter.fits.insert(number);
            }
        }
        set.and(&filter.fits)
    }

    /// What a call of the library returns, by the objects that may be its receiver.
    fn result(&mut self, receivers: &Bits, rule: &ResultRule) {
        let result = self.rules.sites.find(Origin::Result(rule.at)).expect("it was added");
        let key = (rule.member.name.clone(), rule.member.descriptor.clone());
        let mut known = self.made.remove(&key).unwrap_or_default();
        for receiver in objects(receivers) {
            match self.made_by(receiver, &rule.member, &mut known) {
                Made::New(class) if self.is_made(result, &class) => {
                    if self.sets[rule.to.0 as usize].insert(result.index()) {
                        self.wake(rule.to);
                    }
                }
                Made::Elsewhere => {}
                Made::New(_) | Made::Anything => self.anything(rule),
            }
        }
        self.made.insert(key, known);
    }

    fn anything(&mut self, rule: &ResultRule) {
        if !self.anything.insert((rule.at, rule.to)) {
            return;
        }
        let class = returned_class(&rule.member).unwrap_or_else(|| OBJECT.into());
        let heap = self.sets[self.rules.heap.0 as usize].clone();
        let edges = self.rules.edges.entry(self.rules.heap).or_default();
        edges.push((rule.to, Some(class.clone())));
        self.flow(&heap, rule.to, Some(&class));
    }

    /// Takes down the class of what a call makes. Whether that is its only class.
    fn is_made(&mut self, result: Site, class: &str) -> bool {
        let kind = self.rules.sites.kind(result).clone();
        if !kind.exact {
            // Nothing has asked for its class so far, since it was nowhere.
            self.rules.sites.refine(result, Kind::exactly(class));
        }
        !kind.exact || &*kind.class == class
    }

    /// What a method returns for a receiver, by what is known of its class.
    fn made_by(&self, receiver: Site, member: &Member, known: &mut MadeBy) -> Made {
        let kind = self.rules.sites.kind(receiver);
        if !kind.exact {
            return Made::Anything;
        }
        if let Some(made) = known.get(&kind.class) {
            return made.clone();
        }
        let made = self.find_made(&kind.class, member);
        known.insert(kind.class.clone(), made.clone());
        made
    }

    fn find_made(&self, class: &str, member: &Member) -> Made {
        let world = &self.rules.program.world;
        let Some(found) = world.resolve(class, &member.name, &member.descriptor) else {
            return Made::Anything;
        };
        if !found.class.is_library {
            return Made::Elsewhere;
        }
        let fresh = fresh_result(world, class, &member.name, &member.descriptor);
        fresh.map_or(Made::Anything, |class| Made::New(class.into()))
    }
}

/// What a method returns, by the class of its receiver.
type MadeBy = FxHashMap<Box<str>, Made>;

/// What a call returns.
#[derive(Clone)]
enum Made {
    /// A new object of this class.
    New(Arc<str>),
    /// Whatever the library has.
    Anything,
    /// The method belongs to the application, which is looked at by itself.
    Elsewhere,
}
