//! The graph of a program.

use flow::{Action, Bits, Graph, MayEvent, MethodId, Place, Point, PointId};
use lang_jvm::code::{CallKind, Member, Op};

use crate::layout::{Layout, Part};
use crate::points_to::{PointsTo, arguments};
use crate::program::{Code, MethodAt, Program, Targets, is_reflective};
use crate::quiet::is_quiet;
use crate::site::{At, Origin, objects};
use crate::state::States;
use crate::values::next;
use crate::world::OBJECT;

/// Classes whose static methods touch nothing but what they are given.
const PURE: [&str; 14] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/String",
    "java/util/Arrays",
    "java/util/Collections",
    "java/util/List",
    "java/util/Objects",
];

/// What is needed to build a graph.
pub(crate) struct Builder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points_to: &'a PointsTo,
    pub(crate) layout: &'a Layout,
    states: States,
    /// Callbacks of which the library may have an object.
    callbacks: Vec<MethodAt>,
    /// Whether the application has readers, writers and the like of its own.
    has_own_streams: bool,
    /// Whether the program makes streams, whose iterators do what they are told.
    has_streams: bool,
    /// Whether an exception may come out of a method.
    throws: Vec<bool>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        layout: &'a Layout,
        states: States,
    ) -> Builder<'a> {
        let throws = vec![false; program.methods.len()];
        let callbacks = known_callbacks(program, points_to);
        let has_streams = program.all().any(|at| program.method(at).body.ops.iter().any(is_stream));
        let has_own_streams = program.has_own_streams();
        let mut builder = Builder {
            program,
            points_to,
            layout,
            states,
            callbacks,
            has_own_streams,
            has_streams,
            throws,
        };
        builder.tie();
        builder.find_throws();
        builder
    }

    /// The graph: all methods that may run, and one that does nothing.
    pub(crate) fn graph(&self) -> Graph {
        let mut graph = Graph::new();
        for at in self.program.all() {
            let code = self.program.method(at);
            let points = (0..code.body.ops.len()).flat_map(|index| self.points((at, index)));
            graph.add_method(name(code), points.collect());
        }
        let nothing = self.point(MethodId(self.nothing().0), Action::Return);
        graph.add_method("nothing", vec![nothing]);
        graph
    }

    fn nothing(&self) -> MethodId {
        MethodId(self.program.methods.len() as u32)
    }

    fn point(&self, method: MethodId, action: Action) -> Point {
        let (next, handlers, uses, defines) = Default::default();
        Point { method, action, next, handlers, escapes: false, uses, defines }
    }

    /// Ties the states of what calls of the library and arrays bring together.
    fn tie(&mut self) {
        for at in self.program.all() {
            for index in 0..self.program.method(at).body.ops.len() {
                if let Some(set) = self.together((at, index)) {
                    self.states.tie(self.points_to, &set);
                }
            }
        }
    }

    /// The objects that an instruction brings together.
    fn together(&self, at: At) -> Option<Bits> {
        let code = self.program.method(at.0);
        match &code.body.ops[at.1] {
            Op::ArrayStore(1) => {
                let taken = code.values.inputs[at.1].as_ref()?;
                let mut set = self.points_to.of_value(&taken[0]);
                set.union(&self.points_to.of_value(&taken[2]));
                Some(set)
            }
            Op::Call(..) | Op::Dynamic(_) if self.calls_library(at) => Some(self.touched(at)),
            _ => None,
        }
    }

    fn calls_library(&self, at: At) -> bool {
        self.program.calls.get(&at).is_some_and(|targets| targets.library)
    }

    /// The objects that a call of the library gets and makes.
    fn touched(&self, at: At) -> Bits {
        let mut set = self.points_to.sites.empty();
        for arg in arguments(self.program, at) {
            set.union(&self.points_to.of_value(&arg));
        }
        for origin in [Origin::Inner(at), Origin::Result(at)] {
            if let Some(site) = self.points_to.sites.find(origin) {
                set.insert(site.index());
            }
        }
        set
    }

    /// Finds out from which methods exceptions may come.
    fn find_throws(&mut self) {
        loop {
            let before = self.throws.clone();
            for at in self.program.all() {
                let ops = 0..self.program.method(at).body.ops.len();
                let escapes =
                    |index: usize| self.may_throw((at, index)) && self.escapes((at, index));
                let throws = ops.into_iter().any(escapes);
                self.throws[at.0] |= throws;
            }
            if before == self.throws {
                break;
            }
        }
    }

    /// Whether an exception of an instruction may leave its method.
    fn escapes(&self, at: At) -> bool {
        let guards = self.program.method(at.0).body.guards.iter();
        let catches_all = |class: &Option<Box<str>>| match class {
            None => true,
            Some(class) => &**class == "java/lang/Throwable",
        };
        !guards
            .filter(|guard| guard.range.contains(&(at.1 as u32)))
            .any(|guard| catches_all(&guard.class))
    }

    /// Whether an instruction may end with an exception. Memory that runs out does not count.
    fn may_throw(&self, at: At) -> bool {
        let code = self.program.method(at.0);
        let Some(taken) = &code.values.inputs[at.1] else { return false };
        let initializers =
            |targets: &Targets| targets.initializers.iter().any(|m| self.throws[m.0]);
        match &code.body.ops[at.1] {
            Op::GetField(..) | Op::PutField(..) | Op::Length | Op::Lock => {
                self.points_to.may_be_null(&taken[0])
            }
            Op::ArrayLoad(_) | Op::ArrayStore(_) | Op::NewArray(_) | Op::Throw => true,
            Op::Compute { throws, .. } => *throws,
            Op::Cast(class) => self.may_fail_to_be(&taken[0], class),
            Op::Call(kind, member) => self.call_throws(at, *kind, member),
            Op::Dynamic(_) => self.callbacks.iter().any(|method| self.throws[method.0]),
            Op::New(_) | Op::GetStatic(..) | Op::PutStatic(..) => {
                self.program.calls.get(&at).is_some_and(initializers)
            }
            Op::Const { .. } | Op::Text | Op::Load(..) | Op::Store(..) | Op::Inc(_) => false,
            Op::Shuffle(..) | Op::Lambda { .. } | Op::Goto(_) | Op::Branch(..) => false,
            Op::Switch(_) | Op::Return(_) | Op::Subroutine => false,
        }
    }

    fn may_fail_to_be(&self, value: &[Place], class: &str) -> bool {
        let set = self.points_to.of_value(value);
        objects(&set)
            .any(|site| !self.program.world.is_a(&self.points_to.sites.kind(site).class, class))
    }

    fn call_throws(&self, at: At, kind: CallKind, member: &Member) -> bool {
        let Some(targets) = self.program.calls.get(&at) else { return false };
        let args = arguments(self.program, at);
        let receiver_is_null = kind == CallKind::Virtual
            && args.first().is_some_and(|receiver| self.points_to.may_be_null(receiver));
        let methods = targets.own.iter().chain(targets.lambdas.iter().map(|(method, _)| method));
        let called = methods.chain(&targets.initializers).any(|method| self.throws[method.0]);
        receiver_is_null || called || targets.library && !is_quiet(member)
    }

    /// The points of an instruction.
    fn points(&self, at: At) -> Vec<Point> {
        let code = self.program.method(at.0);
        let method = MethodId(at.0.0 as u32);
        let Some(_) = &code.values.inputs[at.1] else {
            return vec![self.point(method, Action::Return)];
        };
        let after: Vec<PointId> = next(&code.body.ops, at.1)
            .into_iter()
            .map(|to| self.layout.first((at.0, to)))
            .collect();
        let mut main = self.step(at, method);
        if !self.layout.is_event(at) {
            main.next.extend(after);
            return vec![main];
        }
        let event = |part: Part| self.point(method, Action::Event(vec![MayEvent(part as u32)]));
        let (mut before, mut behind) = (event(Part::Before), event(Part::After));
        before.next = vec![self.layout.main(at)];
        // If the receiver is null, there is an exception and no event.
        (before.handlers, before.escapes) = (main.handlers.clone(), main.escapes);
        main.next.push(self.layout.after(at));
        behind.next = after;
        for point in [&mut before, &mut behind] {
            point.uses = code.values.taken(at.1).iter().flatten().copied().collect();
        }
        // An event may be about the result.
        let results = crate::values::writes(&code.body.ops[at.1]);
        behind.uses.extend((0..results).map(|index| code.values.output(at.1, index)));
        vec![before, main, behind]
    }

    /// The step itself.
    fn step(&self, at: At, method: MethodId) -> Point {
        let code = self.program.method(at.0);
        let mut point = self.point(method, self.action(at));
        if let Action::Call(methods) = &point.action
            && methods.last() == Some(&self.nothing())
            && self.repeats(at)
        {
            point.next.push(self.layout.main(at));
        }
        point.uses = code.values.taken(at.1).iter().flatten().copied().collect();
        let outputs = crate::values::writes(&code.body.ops[at.1]);
        point.defines = (0..outputs).map(|index| code.values.output(at.1, index)).collect();
        if self.may_throw(at) {
            let guards = code.body.guards.iter();
            let around = guards.filter(|guard| guard.range.contains(&(at.1 as u32)));
            point.handlers =
                around.map(|guard| self.layout.first((at.0, guard.target as usize))).collect();
            point.handlers.sort();
            point.handlers.dedup();
            point.escapes = self.escapes(at);
            point.defines.push(self.program.thrown);
        }
        self.storage(at, &mut point);
        point
    }

    fn action(&self, at: At) -> Action {
        let code = self.program.method(at.0);
        match &code.body.ops[at.1] {
            Op::Return(_) => Action::Return,
            Op::Branch(..) | Op::Switch(_) => Action::Branch,
            _ => match self.called(at) {
                methods if methods.is_empty() => Action::Step,
                methods => Action::Call(methods),
            },
        }
    }

    /// The methods that an instruction may call; the one that does nothing comes last where none of
    /// the others has to be called.
    fn called(&self, at: At) -> Vec<MethodId> {
        let Some(targets) = self.program.calls.get(&at) else { return Vec::new() };
        let direct = targets.own.iter().chain(targets.lambdas.iter().map(|(method, _)| method));
        let mut methods: Vec<MethodAt> = direct.copied().collect();
        methods.extend(self.perhaps(at));
        methods.sort();
        methods.dedup();
        let mut called: Vec<MethodId> =
            methods.into_iter().map(|method| MethodId(method.0 as u32)).collect();
        // What is called within an event does not count if it is one.
        let optional = targets.library || self.repeats(at) || self.layout.is_event(at);
        if !called.is_empty() && optional {
            called.push(self.nothing());
        }
        called
    }

    /// The methods that may run at an instruction without being called by it.
    fn perhaps(&self, at: At) -> Vec<MethodAt> {
        let Some(targets) = self.program.calls.get(&at) else { return Vec::new() };
        let mut methods: Vec<MethodAt> = targets.initializers.iter().copied().collect();
        if targets.library && self.may_call_back(at) {
            let iterates =
                !self.has_streams && is_iteration(&self.program.method(at.0).body.ops[at.1]);
            let called =
                self.callbacks.iter().filter(|method| !iterates || !self.is_basic(**method));
            methods.extend(called);
        }
        methods
    }

    /// Whether a method is one of those that collections call to compare, hash and print elements.
    fn is_basic(&self, method: MethodAt) -> bool {
        const BASIC: [&str; 6] =
            ["clone", "compareTo", "equals", "finalize", "hashCode", "toString"];
        BASIC.contains(&&*self.program.method(method).found.info().name)
    }

    fn repeats(&self, at: At) -> bool {
        !self.perhaps(at).is_empty()
    }

    /// Whether a call of the library gets anything through which it could call back.
    fn may_call_back(&self, at: At) -> bool {
        if is_reflective(&self.program.method(at.0).body.ops[at.1]) {
            return true;
        }
        let skipped = usize::from(self.is_closed_receiver(at));
        arguments(self.program, at).iter().skip(skipped).any(|arg| {
            let set = self.points_to.of_value(arg);
            let plain = |class: &str| crate::world::is_immutable(class);
            objects(&set).any(|site| !plain(&self.points_to.sites.kind(site).class))
        })
    }

    /// Whether the receiver of a call knows of nothing that it could call back: texts that are being
    /// built, and streams of the library if the application has none of its own.
    fn is_closed_receiver(&self, at: At) -> bool {
        let Op::Call(CallKind::Virtual, member) = &self.program.method(at.0).body.ops[at.1] else {
            return false;
        };
        matches!(&*member.class, "java/lang/StringBuffer" | "java/lang/StringBuilder")
            || !self.has_own_streams && member.class.starts_with("java/io/")
    }

    /// What an instruction reads and writes besides stack and variables.
    fn storage(&self, at: At, point: &mut Point) {
        let code = self.program.method(at.0);
        let taken = code.values.taken(at.1);
        let state =
            |value: &[Place]| self.states.of(self.points_to, &self.points_to.of_value(value));
        match &code.body.ops[at.1] {
            Op::GetField(member, _) | Op::GetStatic(member, _) => {
                point.uses.push(self.field(member))
            }
            Op::PutField(member, _) | Op::PutStatic(member, _) => {
                point.defines.push(self.field(member));
            }
            Op::ArrayLoad(_) => point.uses.extend(state(&taken[0])),
            Op::ArrayStore(_) => point.defines.extend(state(&taken[0])),
            Op::Return(_) => point.defines.push(code.result),
            Op::Lambda { target, .. } => self.pass_captured(target, point),
            Op::Call(..) | Op::Dynamic(_) => self.call_storage(at, point),
            _ => {}
        }
    }

    fn field(&self, member: &Member) -> Place {
        let (owner, _) = self.program.world.field_owner(member);
        let known = self.points_to.fields.get(&(owner, member.name.clone()));
        known.copied().unwrap_or(self.states.library)
    }

    fn pass_captured(&self, target: &Member, point: &mut Point) {
        let found = self.program.world.resolve(&target.class, &target.name, &target.descriptor);
        let Some(found) = found else { return };
        let name = &found.class.file.name;
        if let Some(method) = self.program.find(name, &target.name, &target.descriptor) {
            point
                .defines
                .extend(self.program.method(method).params.iter().map(|(place, _)| *place));
        }
    }

    /// A call hands over arguments and takes results; the library changes what it gets.
    fn call_storage(&self, at: At, point: &mut Point) {
        if let Action::Call(methods) = &point.action {
            for method in methods.iter().filter(|method| **method != self.nothing()) {
                let code = &self.program.methods[method.index()];
                point.defines.extend(code.params.iter().map(|(place, _)| *place));
                point.uses.push(code.result);
            }
        }
        if self.calls_library(at) {
            let states = self.states.of(self.points_to, &self.touched(at));
            point.uses.extend(&states);
            point.defines.extend(&states);
            if self.is_impure(at) {
                point.uses.push(self.states.library);
                point.defines.push(self.states.library);
            }
        }
    }

    /// Whether a call may touch what belongs to the library as a whole.
    fn is_impure(&self, at: At) -> bool {
        match &self.program.method(at.0).body.ops[at.1] {
            Op::Call(CallKind::Static, member) => !PURE.contains(&&*member.class),
            _ => false,
        }
    }
}

/// The callbacks for which the library may have an object.
fn known_callbacks(program: &Program, points_to: &PointsTo) -> Vec<MethodAt> {
    let heap = points_to.at(points_to.heap);
    let knows = |class: &str| {
        objects(heap).any(|site| {
            let kind = points_to.sites.kind(site);
            &*kind.class == class || !kind.exact && &*kind.class != OBJECT
        })
    };
    let known = |(_, class): &&(MethodAt, Option<Box<str>>)| {
        class.as_ref().is_none_or(|class| knows(class))
    };
    let mut methods: Vec<MethodAt> =
        program.callbacks.iter().filter(known).map(|(method, _)| *method).collect();
    methods.dedup();
    methods
}

fn name(code: &Code) -> String {
    let file = &code.found.class.file;
    format!("{}.{}", file.name.replace('/', "."), code.found.info().name)
}

/// Whether an instruction asks an iterator or takes from it. Without streams, iterators of the library
/// hand out elements and do not look into them.
fn is_iteration(op: &Op) -> bool {
    matches!(op, Op::Call(_, member)
        if matches!(&*member.class, "java/util/Iterator" | "java/util/Enumeration")
            && matches!(&*member.name, "hasMoreElements" | "hasNext" | "next" | "nextElement"))
}

fn is_stream(op: &Op) -> bool {
    matches!(op, Op::Call(_, member)
        if member.class.starts_with("java/util/stream/") || member.descriptor.contains("Ljava/util/stream/"))
}
