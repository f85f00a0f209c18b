//! Where the values of a method come from.
//!
//! Stack and variables are followed through the code of one method. Each value that is pushed or
//! stored is a place of its own, and what an instruction reads are the places whose values may be
//! there: the definitions that reach it.

use flow::Location;
use lang_jvm::code::{Body, CallKind, Op};
use lang_jvm::parse::MethodType;
use smallvec::SmallVec;

/// Places of which any may hold the value, ascending.
pub(crate) type Sources = SmallVec<[Location; 2]>;

/// What the instructions of a method read and write.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// For each instruction the values that it takes, the deepest of the stack first. Those that no
    /// way leads to have none.
    pub(crate) inputs: Vec<Option<Vec<Sources>>>,
    /// For each instruction the first of the places that it writes.
    outputs: Vec<Location>,
}

/// Gives out places.
#[derive(Default, Debug)]
pub(crate) struct Places(u32);

impl Places {
    pub(crate) fn fresh(&mut self) -> Location {
        self.0 += 1;
        Location(self.0 - 1)
    }

    pub(crate) fn count(&self) -> usize {
        self.0 as usize
    }
}

impl Values {
    /// Follows the values of a method whose variables start with those of `params` and whose
    /// handlers get what is thrown from `thrown`.
    pub(crate) fn of(
        body: &Body,
        params: &[Option<Location>],
        thrown: Location,
        places: &mut Places,
    ) -> Values {
        let outputs = body.ops.iter().map(|op| {
            let first = Location(places.count() as u32);
            (0..writes(op)).for_each(|_| {
                places.fresh();
            });
            first
        });
        let outputs: Vec<Location> = outputs.collect();
        let mut locals: Vec<Sources> = params.iter().map(|p| p.iter().copied().collect()).collect();
        locals.resize(usize::from(body.locals).max(locals.len()), Sources::new());
        let mut walk = Walk {
            body,
            thrown,
            outputs: &outputs,
            before: vec![None; body.ops.len()],
            waiting: vec![0],
        };
        walk.before[0] = Some(Frame { stack: Vec::new(), locals });
        let inputs = walk.run();
        Values { inputs, outputs }
    }

    /// A place that an instruction writes.
    pub(crate) fn output(&self, at: usize, index: usize) -> Location {
        Location(self.outputs[at].0 + index as u32)
    }

    /// Whether a way leads to an instruction.
    pub(crate) fn is_reached(&self, at: usize) -> bool {
        self.inputs[at].is_some()
    }

    /// The values that an instruction takes.
    pub(crate) fn taken(&self, at: usize) -> &[Sources] {
        self.inputs[at].as_deref().unwrap_or(&[])
    }
}

/// How many places an instruction writes.
pub(crate) fn writes(op: &Op) -> usize {
    match op {
        Op::Const { .. } | Op::Text(_) | Op::Load(..) | Op::Store(..) | Op::Inc(_) => 1,
        Op::Shuffle(_, kept) => kept.len(),
        Op::Compute { gives, .. } => usize::from(*gives > 0),
        Op::Cast(_) | Op::ArrayLoad(_) | Op::Length => 1,
        Op::GetStatic(..) | Op::GetField(..) => 1,
        Op::Call(_, member) => usize::from(!member.descriptor.ends_with(")V")),
        Op::Dynamic(kind) => usize::from(kind.result.is_some()),
        Op::Lambda { .. } | Op::New(_) | Op::NewArray(_) => 1,
        Op::ArrayStore(_) | Op::PutStatic(..) | Op::PutField(..) => 0,
        Op::Goto(_) | Op::Branch(..) | Op::Switch(_) | Op::Return(_) => 0,
        Op::Throw | Op::Subroutine | Op::Lock => 0,
    }
}

/// How many slots an instruction takes from the stack, and gives.
fn slots(op: &Op) -> (u16, u16) {
    match op {
        Op::Const { slots, .. } => (0, *slots),
        Op::Text(_) | Op::New(_) => (0, 1),
        Op::Load(_, slots) | Op::GetStatic(_, slots) => (0, *slots),
        Op::Store(_, slots) | Op::PutStatic(_, slots) | Op::Return(slots) => (*slots, 0),
        Op::Inc(_) | Op::Goto(_) | Op::Subroutine => (0, 0),
        Op::Shuffle(takes, gives) => (*takes, gives.len() as u16),
        Op::Compute { takes, gives, .. } => (*takes, *gives),
        Op::Cast(_) | Op::Length => (1, 1),
        Op::ArrayLoad(slots) => (2, *slots),
        Op::ArrayStore(slots) => (2 + slots, 0),
        Op::GetField(_, slots) => (1, *slots),
        Op::PutField(_, slots) => (1 + slots, 0),
        Op::Call(kind, member) => {
            let receiver = u16::from(*kind != CallKind::Static);
            MethodType::parse(&member.descriptor).map_or((0, 0), |call| call_slots(&call, receiver))
        }
        Op::Lambda { captured, .. } => call_slots(captured, 0),
        Op::Dynamic(kind) => call_slots(kind, 0),
        Op::NewArray(lengths) => (*lengths, 1),
        Op::Branch(takes, _) => (*takes, 0),
        Op::Switch(_) | Op::Throw | Op::Lock => (1, 0),
    }
}

fn call_slots(kind: &MethodType, receiver: u16) -> (u16, u16) {
    let result = kind.result.as_ref().map_or(0, |result| result.slots());
    (receiver + kind.param_slots() as u16, result as u16)
}

/// Where an instruction goes on, exceptions left out.
pub(crate) fn next(ops: &[Op], at: usize) -> Vec<usize> {
    match &ops[at] {
        Op::Goto(to) => vec![*to as usize],
        Op::Branch(_, to) if *to as usize == at + 1 => vec![at + 1],
        Op::Branch(_, to) => vec![at + 1, *to as usize],
        Op::Switch(targets) => targets.iter().map(|to| *to as usize).collect(),
        Op::Return(_) | Op::Throw | Op::Subroutine => Vec::new(),
        _ => vec![at + 1],
    }
}

/// What stack and variables hold before an instruction.
#[derive(Clone, PartialEq, Debug)]
struct Frame {
    stack: Vec<Sources>,
    locals: Vec<Sources>,
}

impl Frame {
    /// Adds what may be there otherwise. Whether that is new.
    fn join(&mut self, other: &Frame) -> bool {
        let mut grown = false;
        let mine = self.stack.iter_mut().chain(&mut self.locals);
        for (mine, others) in mine.zip(other.stack.iter().chain(&other.locals)) {
            for place in others {
                if let Err(at) = mine.binary_search(place) {
                    mine.insert(at, *place);
                    grown = true;
                }
            }
        }
        grown
    }
}

struct Walk<'a> {
    body: &'a Body,
    thrown: Location,
    outputs: &'a [Location],
    before: Vec<Option<Frame>>,
    waiting: Vec<usize>,
}

impl Walk<'_> {
    fn run(mut self) -> Vec<Option<Vec<Sources>>> {
        while let Some(at) = self.waiting.pop() {
            let frame = self.before[at].clone().expect("it was reached");
            self.handle(at, &frame);
            let after = self.step(at, frame).1;
            for to in next(&self.body.ops, at) {
                self.reach(to, &after);
            }
        }
        let frames = std::mem::take(&mut self.before);
        let taken = |(at, frame): (usize, Option<Frame>)| Some(self.step(at, frame?).0);
        frames.into_iter().enumerate().map(taken).collect()
    }

    fn reach(&mut self, at: usize, frame: &Frame) {
        let grown = match &mut self.before[at] {
            Some(known) => known.join(frame),
            unknown => {
                *unknown = Some(frame.clone());
                true
            }
        };
        if grown {
            self.waiting.push(at);
        }
    }

    /// An exception may lead from here to the handlers around.
    fn handle(&mut self, at: usize, frame: &Frame) {
        let body = self.body;
        for guard in body.guards.iter().filter(|guard| guard.range.contains(&(at as u32))) {
            let stack = vec![Sources::from_slice(&[self.thrown])];
            let frame = Frame { stack, locals: frame.locals.clone() };
            self.reach(guard.target as usize, &frame);
        }
    }

    /// What an instruction takes, and what is there behind it.
    fn step(&self, at: usize, mut frame: Frame) -> (Vec<Sources>, Frame) {
        let op = &self.body.ops[at];
        let output = |index: u32| Sources::from_slice(&[Location(self.outputs[at].0 + index)]);
        let (takes, gives) = slots(op);
        let left = frame.stack.len().saturating_sub(usize::from(takes));
        let mut taken = frame.stack.split_off(left);
        match op {
            Op::Load(local, _) | Op::Inc(local) => {
                taken.push(frame.locals[usize::from(*local)].clone());
            }
            _ => {}
        }
        match op {
            Op::Store(local, slots) => {
                frame.locals[usize::from(*local)] = output(0);
                if *slots == 2 {
                    frame.locals[usize::from(*local) + 1] = Sources::new();
                }
            }
            Op::Inc(local) => frame.locals[usize::from(*local)] = output(0),
            Op::Shuffle(_, kept) => {
                frame.stack.extend((0..kept.len()).map(|index| output(index as u32)));
            }
            _ if gives > 0 => {
                frame.stack.push(output(0));
                frame.stack.resize(frame.stack.len() + usize::from(gives) - 1, Sources::new());
            }
            _ => {}
        }
        (taken, frame)
    }
}
