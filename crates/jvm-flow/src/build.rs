//! The graph of a program.

use flow::{Action, Bits, Graph, Location, MayEvent, MethodId, Point, PointId};
use lang_jvm::code::{CallKind, Member, Op};

use crate::layout::{Layout, Part};
use crate::nothrow::is_nothrow;
use crate::points_to::PointsTo;
use crate::program::{Code, MethodAt, Program, Targets};
use crate::site::{At, objects};
use crate::values::next;

/// What is needed to build a graph.
pub(crate) struct Builder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points_to: &'a PointsTo,
    pub(crate) layout: &'a Layout,
    /// Whether an exception may come out of a method.
    throws: Vec<bool>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        layout: &'a Layout,
    ) -> Builder<'a> {
        let throws = vec![false; program.methods.len()];
        let mut builder = Builder { program, points_to, layout, throws };
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

    fn calls_library(&self, at: At) -> bool {
        self.program.calls.get(&at).is_some_and(|targets| targets.library)
    }

    /// The objects that a call of the library gets, sees and makes.
    fn touched(&self, at: At) -> Bits {
        match self.points_to.seen_by(at) {
            Some(seen) => seen.clone(),
            None => {
                let args = self.program.arguments(at);
                self.points_to.of_value(&args.iter().flatten().copied().collect::<Vec<_>>())
            }
        }
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
            Op::Dynamic(_) => {
                let targets = self.program.calls.get(&at);
                targets.is_some_and(|targets| targets.callbacks.iter().any(|m| self.throws[m.0]))
            }
            Op::New(_) | Op::GetStatic(..) | Op::PutStatic(..) => {
                self.program.calls.get(&at).is_some_and(initializers)
            }
            Op::Const { .. } | Op::Text(_) | Op::Load(..) | Op::Store(..) | Op::Inc(_) => false,
            Op::Shuffle(..) | Op::Lambda { .. } | Op::Goto(_) | Op::Branch(..) => false,
            Op::Switch(_) | Op::Return(_) | Op::Subroutine => false,
        }
    }

    fn may_fail_to_be(&self, value: &[Location], class: &str) -> bool {
        let set = self.points_to.of_value(value);
        objects(&set)
            .any(|site| !self.program.hierarchy.is_a(&self.points_to.sites.kind(site).class, class))
    }

    fn call_throws(&self, at: At, kind: CallKind, member: &Member) -> bool {
        let Some(targets) = self.program.calls.get(&at) else { return false };
        let args = self.program.arguments(at);
        let receiver_is_null = kind == CallKind::Virtual
            && args.first().is_some_and(|receiver| self.points_to.may_be_null(receiver));
        let methods = targets.own.iter().chain(&targets.callbacks).chain(&targets.initializers);
        let called = methods.copied().any(|method| self.throws[method.0]);
        receiver_is_null || called || targets.library && !is_nothrow(member)
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
        let mut methods: Vec<MethodAt> = targets.own.iter().copied().collect();
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
        targets.initializers.iter().chain(&targets.callbacks).copied().collect()
    }

    fn repeats(&self, at: At) -> bool {
        self.program.calls.get(&at).is_some_and(|targets| {
            !targets.initializers.is_empty() || !targets.callbacks.is_empty()
        })
    }

    /// What an instruction reads and writes besides stack and variables.
    fn storage(&self, at: At, point: &mut Point) {
        let code = self.program.method(at.0);
        let taken = code.values.taken(at.1);
        let state = |value: &[Location]| self.points_to.insides(&self.points_to.of_value(value));
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

    fn field(&self, member: &Member) -> Location {
        let (owner, _) = self.program.hierarchy.field_owner(member);
        let known = self.points_to.fields.get(&(owner, member.name.clone()));
        self.points_to.root(known.copied().unwrap_or(self.points_to.global))
    }

    fn pass_captured(&self, target: &Member, point: &mut Point) {
        let found = self.program.hierarchy.resolve(&target.class, &target.name, &target.descriptor);
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
            let insides = self.points_to.insides(&self.touched(at));
            point.uses.extend(&insides);
            point.defines.extend(&insides);
        }
    }
}

fn name(code: &Code) -> String {
    let file = &code.found.class.file;
    format!("{}.{}", file.name.replace('/', "."), code.found.info().name)
}
