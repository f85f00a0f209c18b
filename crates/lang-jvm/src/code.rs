//! The code of methods for those who read it without running it.
//!
//! Each instruction is reduced to what an analysis looks at: how it moves values between stack and
//! variables, what it names, and where it goes on. Its place in the list is the place that a running
//! machine reports for it, so that what was found beforehand can be looked up during a run.

use crate::lower::{self, Base, Instr, IntOp, Lowered, conversion, elem_slots};
use crate::parse::{CodeBytes, Constant, MethodType, Type};

pub use crate::lower::LowerError;
pub use crate::parse::Member;

/// The code of a method.
#[derive(Clone, Debug)]
pub struct Body {
    /// The instructions; jumps are places in this list.
    pub ops: Vec<Op>,
    /// Exception handlers, the first that fits wins.
    pub guards: Vec<Guarded>,
    /// The line of each instruction.
    pub lines: Vec<Option<u16>>,
    /// How many variables there are, parameters included.
    pub locals: u16,
}

/// Instructions from which an exception goes to a handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guarded {
    /// The instructions.
    pub range: std::ops::Range<u32>,
    /// Where the handler starts.
    pub target: u32,
    /// The class that it catches; none catches all.
    pub class: Option<Box<str>>,
}

/// How a call finds its method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// By the class of the receiver.
    Virtual,
    /// Exactly the named one: constructors, private methods, those of the superclass.
    Special,
    /// One without a receiver.
    Static,
}

/// An instruction, reduced. Values are counted in slots; longs and doubles take two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Pushes a number or null.
    Const {
        /// How many slots.
        slots: u16,
        /// Whether it may be null, which is written as zero is.
        zero: bool,
    },
    /// Pushes an object that is always the same: a string, which is named, or a class.
    Text(Option<Box<str>>),
    /// Pushes a variable.
    Load(u16, u16),
    /// Pops into a variable.
    Store(u16, u16),
    /// Adds a constant to a variable.
    Inc(u16),
    /// Moves values on the stack: pops so many slots, and pushes those of these depths (zero was the
    /// top), the last one on top.
    Shuffle(u16, &'static [u16]),
    /// Pops slots and pushes what is computed from them.
    Compute {
        /// Slots popped.
        takes: u16,
        /// Slots pushed.
        gives: u16,
        /// Whether it may end with an exception, as a division does.
        throws: bool,
    },
    /// Checks the class of the object on top of the stack.
    Cast(Box<str>),
    /// Reads an element: pops the array and the index, pushes so many slots.
    ArrayLoad(u16),
    /// Pops an array and pushes its length.
    Length,
    /// Writes an element of so many slots.
    ArrayStore(u16),
    /// Reads a static variable.
    GetStatic(Member, u16),
    /// Writes a static variable.
    PutStatic(Member, u16),
    /// Reads a field.
    GetField(Member, u16),
    /// Writes a field.
    PutField(Member, u16),
    /// Calls a method.
    Call(CallKind, Member),
    /// Makes an object of a functional interface whose method calls a member.
    Lambda {
        /// The interface.
        interface: Box<str>,
        /// Its method.
        name: Box<str>,
        /// What is captured, as the parameters of a method.
        captured: MethodType,
        /// What is called, with the captured values as its first arguments.
        target: Member,
    },
    /// Another call site that a bootstrap method links.
    Dynamic(MethodType),
    /// Makes an object.
    New(Box<str>),
    /// Makes an array, popping its lengths.
    NewArray(u16),
    /// Goes on somewhere else.
    Goto(u32),
    /// Pops slots and goes on there, or behind.
    Branch(u16, u32),
    /// Pops a number and goes on in one of these places.
    Switch(Vec<u32>),
    /// Leaves the method with a result of so many slots.
    Return(u16),
    /// Throws the object on top of the stack.
    Throw,
    /// Jumps into a subroutine, as compilers wrote them twenty years ago, or back from it.
    Subroutine,
    /// Pops the object whose lock is taken or given back.
    Lock,
}

impl Body {
    /// Reads the code of a method.
    pub fn read(code: &CodeBytes, constants: &[Constant]) -> Result<Body, LowerError> {
        Body::read_with(code, constants, &[])
    }

    /// Reads the code of a method of a class with these bootstrap methods.
    pub fn read_with(
        code: &CodeBytes,
        constants: &[Constant],
        bootstraps: &[crate::parse::Bootstrap],
    ) -> Result<Body, LowerError> {
        let lowered = lower::lower(code, constants, Base::default())?;
        let reader = Reader { lowered: &lowered, constants, bootstraps };
        let ops = lowered.instrs.iter().map(|instr| reader.op(*instr)).collect();
        let line = |offset: &u16| {
            let after = code.lines.partition_point(|(start, _)| start <= offset);
            after.checked_sub(1).map(|at| code.lines[at].1)
        };
        let guards = lowered.guards.iter().map(|guard| Guarded {
            range: guard.start..guard.end,
            target: guard.target,
            class: guard.class.clone(),
        });
        let lines = lowered.offsets.iter().map(line).collect();
        Ok(Body { ops, guards: guards.collect(), lines, locals: code.max_locals })
    }
}

struct Reader<'a> {
    lowered: &'a Lowered,
    constants: &'a [Constant],
    bootstraps: &'a [crate::parse::Bootstrap],
}

impl Reader<'_> {
    fn op(&self, instr: Instr) -> Op {
        match instr {
            Instr::Const(bits) => Op::Const { slots: 1, zero: bits == 0 },
            Instr::ConstWide(_) => Op::Const { slots: 2, zero: false },
            Instr::Ldc(index) => self.ldc(index),
            Instr::Text(_) | Instr::Mirror(_) => Op::Text(None),
            Instr::Load(index) => Op::Load(index, 1),
            Instr::LoadWide(index) => Op::Load(index, 2),
            Instr::Store(index) => Op::Store(index, 1),
            Instr::StoreWide(index) => Op::Store(index, 2),
            Instr::Inc(index, _) => Op::Inc(index),
            Instr::ArrayLoad(elem) => Op::ArrayLoad(elem_slots(elem)),
            Instr::ArrayStore(elem) => Op::ArrayStore(elem_slots(elem)),
            Instr::NewArray(_) | Instr::NewRefArray(_) | Instr::NewArrayOf(_) => Op::NewArray(1),
            Instr::NewMulti(_, dimensions) => Op::NewArray(dimensions.into()),
            Instr::MonitorEnter | Instr::MonitorExit => Op::Lock,
            Instr::CheckCast(index) => Op::Cast(self.class(index)),
            Instr::New(index) => Op::New(self.class(index)),
            _ => self.move_or_compute(instr),
        }
    }

    fn move_or_compute(&self, instr: Instr) -> Op {
        match instr {
            Instr::Nop => Op::Shuffle(0, &[]),
            Instr::Pop => Op::Shuffle(1, &[]),
            Instr::Pop2 => Op::Shuffle(2, &[]),
            Instr::Dup => Op::Shuffle(1, &[0, 0]),
            Instr::DupX1 => Op::Shuffle(2, &[0, 1, 0]),
            Instr::DupX2 => Op::Shuffle(3, &[0, 2, 1, 0]),
            Instr::Dup2 => Op::Shuffle(2, &[1, 0, 1, 0]),
            Instr::Dup2X1 => Op::Shuffle(3, &[1, 0, 2, 1, 0]),
            Instr::Dup2X2 => Op::Shuffle(4, &[1, 0, 3, 2, 1, 0]),
            Instr::Swap => Op::Shuffle(2, &[0, 1]),
            Instr::Int(op) => compute(2, 1, divides(op)),
            Instr::Long(op @ (IntOp::Shl | IntOp::Shr | IntOp::Ushr)) => compute(3, 2, divides(op)),
            Instr::Long(op) => compute(4, 2, divides(op)),
            Instr::Float(_) | Instr::CompareFloat(_) => compute(2, 1, false),
            Instr::Double(_) => compute(4, 2, false),
            Instr::NegInt | Instr::NegFloat => compute(1, 1, false),
            Instr::NegLong | Instr::NegDouble => compute(2, 2, false),
            Instr::CompareLong | Instr::CompareDouble(_) => compute(4, 1, false),
            Instr::Convert(convert) => {
                let (takes, gives) = conversion(convert);
                compute(takes, gives, false)
            }
            Instr::ArrayLength => Op::Length,
            Instr::InstanceOf(_) | Instr::IsA(_) => compute(1, 1, false),
            _ => self.jump_or_member(instr),
        }
    }

    fn jump_or_member(&self, instr: Instr) -> Op {
        match instr {
            Instr::If(_, to) | Instr::IfNull(to) | Instr::IfNonNull(to) => Op::Branch(1, to),
            Instr::IfInts(_, to) | Instr::IfSame(to) | Instr::IfDiffer(to) => Op::Branch(2, to),
            Instr::Goto(to) => Op::Goto(to),
            Instr::Switch(index) => {
                let switch = &self.lowered.switches[index as usize];
                let mut targets = switch.targets.clone();
                targets.push(switch.otherwise);
                targets.sort_unstable();
                targets.dedup();
                Op::Switch(targets)
            }
            Instr::Return => Op::Return(0),
            Instr::ReturnOne => Op::Return(1),
            Instr::ReturnWide => Op::Return(2),
            Instr::Throw => Op::Throw,
            Instr::GetStatic(index) => self.field(index, Op::GetStatic),
            Instr::PutStatic(index) => self.field(index, Op::PutStatic),
            Instr::GetField(index) => self.field(index, Op::GetField),
            Instr::PutField(index) => self.field(index, Op::PutField),
            Instr::InvokeVirtual(index) | Instr::InvokeInterface(index) => {
                Op::Call(CallKind::Virtual, self.member(index))
            }
            Instr::InvokeSpecial(index) => Op::Call(CallKind::Special, self.member(index)),
            Instr::InvokeStatic(index) => Op::Call(CallKind::Static, self.member(index)),
            Instr::InvokeDynamic(index) => self.dynamic(index),
            // All that is left are subroutines: instructions that a machine has replaced never come
            // out of a class file.
            _ => Op::Subroutine,
        }
    }

    fn ldc(&self, index: u16) -> Op {
        match self.constants.get(usize::from(index)) {
            Some(Constant::Dynamic { descriptor, .. }) => {
                let slots = Type::parse(descriptor).map_or(1, |kind| kind.slots());
                compute(0, slots as u16, true)
            }
            Some(Constant::Text(text)) => Op::Text(String::from_utf16(text).ok().map(Box::from)),
            _ => Op::Text(None),
        }
    }

    fn class(&self, index: u16) -> Box<str> {
        match self.constants.get(usize::from(index)) {
            Some(Constant::Class(name)) => name.clone(),
            _ => "java/lang/Object".into(),
        }
    }

    fn member(&self, index: u16) -> Member {
        match self.constants.get(usize::from(index)) {
            Some(Constant::Member(member)) => member.clone(),
            _ => unreachable!("lowering has checked that it is a member"),
        }
    }

    fn field(&self, index: u16, make: fn(Member, u16) -> Op) -> Op {
        let member = self.member(index);
        let slots = Type::parse(&member.descriptor).map_or(1, |kind| kind.slots());
        make(member, slots as u16)
    }

    /// A call site: a lambda if its bootstrap method is the one that makes them.
    fn dynamic(&self, index: u16) -> Op {
        let Some(Constant::Dynamic { bootstrap, name, descriptor }) =
            self.constants.get(usize::from(index))
        else {
            unreachable!("lowering has checked that it is a call site")
        };
        let captured = MethodType::parse(descriptor).expect("lowering has read it");
        let Some(target) = self.lambda_target(*bootstrap) else { return Op::Dynamic(captured) };
        let Some(Type::Reference(interface)) = captured.result.clone() else {
            return Op::Dynamic(captured);
        };
        Op::Lambda { interface, name: name.clone(), captured, target }
    }

    fn lambda_target(&self, bootstrap: u16) -> Option<Member> {
        let bootstrap = self.bootstraps.get(usize::from(bootstrap))?;
        let constant = |index: u16| self.constants.get(usize::from(index));
        match constant(bootstrap.handle)? {
            Constant::Handle(_, member)
                if &*member.class == "java/lang/invoke/LambdaMetafactory" => {}
            _ => return None,
        }
        match constant(*bootstrap.arguments.get(1)?)? {
            Constant::Handle(_, member) => Some(member.clone()),
            _ => None,
        }
    }
}

fn compute(takes: u16, gives: u16, throws: bool) -> Op {
    Op::Compute { takes, gives, throws }
}

fn divides(op: IntOp) -> bool {
    matches!(op, IntOp::Div | IntOp::Rem)
}
