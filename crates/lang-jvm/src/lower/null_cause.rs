//! Why an instruction met null, in the words of the real virtual machine.
//!
//! Each slot of the stack is traced back to the instruction that pushed it, over all ways that lead
//! to the instruction that failed. Where two ways push different things, nothing is said of the slot.

use super::decode::{Base, Lowered, lower};
use super::depth::Walk;
use super::{Elem, Instr};
use crate::parse::{ClassFile, Constant, Flags, Member, MethodInfo, MethodType, Variable};

/// How many parts a description has at most: fields of fields, elements of arrays.
const MOST_PARTS: u32 = 5;

/// A method whose code is explained.
pub(crate) struct Explained<'a> {
    file: &'a ClassFile,
    method: &'a MethodInfo,
    variables: &'a [Variable],
    bytes: &'a [u8],
    lowered: Lowered,
    /// What is on the stack before each instruction, as far as it is reached.
    stacks: Vec<Option<Stack>>,
}

/// Where the slots of a stack come from.
#[derive(Clone, Default)]
struct Stack {
    /// The instruction that pushed each slot; none if it depends on the way.
    slots: Vec<Option<usize>>,
    /// The local variables that were written, as bits; those beyond are taken as not written.
    written: u64,
}

/// The slot of the null that an instruction may have met, counted from the top of the stack; none if
/// the instruction cannot fail so, or calls a constructor.
pub(crate) fn null_slot(constants: &[Constant], instr: Instr) -> Option<usize> {
    match instr {
        Instr::GetField(_) | Instr::ArrayLength | Instr::Throw => Some(0),
        Instr::MonitorEnter | Instr::MonitorExit => Some(0),
        Instr::PutField(index) => {
            let kind = crate::parse::Type::parse(&member(constants, index)?.descriptor)?;
            Some(kind.slots())
        }
        Instr::ArrayLoad(_) => Some(1),
        Instr::ArrayStore(elem) => Some(1 + usize::from(super::elem_slots(elem))),
        Instr::InvokeVirtual(index)
        | Instr::InvokeSpecial(index)
        | Instr::InvokeInterface(index) => {
            let member = member(constants, index)?;
            let kind = MethodType::parse(&member.descriptor)?;
            (&*member.name != "<init>").then(|| kind.param_slots())
        }
        _ => None,
    }
}

fn member(constants: &[Constant], index: u16) -> Option<&Member> {
    match constants.get(usize::from(index)) {
        Some(Constant::Member(member)) => Some(member),
        _ => None,
    }
}

impl<'a> Explained<'a> {
    /// Looks at the code of a method as far as an instruction of it.
    pub(crate) fn new(
        file: &'a ClassFile,
        method: &'a MethodInfo,
        variables: &'a [Variable],
        at: usize,
    ) -> Option<Explained<'a>> {
        let code = method.code.as_ref()?;
        let lowered = lower(code, &file.constants, Base::default()).ok()?;
        let stacks = Vec::new();
        let mut made = Explained { file, method, variables, bytes: &code.bytes, lowered, stacks };
        made.simulate(at)?;
        Some(made)
    }

    /// What could not be done at an instruction, and what was null; none if nothing can be said.
    pub(crate) fn message(&self, at: usize) -> Option<String> {
        let slot = null_slot(&self.file.constants, self.lowered.instrs[at])?;
        let mut text = self.action(at)?;
        let mut cause = String::new();
        if self.describe(at, slot, MOST_PARTS, true, &mut cause) {
            text.push_str(&cause);
            text.push_str("\" is null");
        }
        Some(text)
    }

    /// Follows all ways through the code, until the stack before an instruction is known.
    fn simulate(&mut self, until: usize) -> Option<()> {
        let code = self.method.code.as_ref()?;
        let (lowered, constants) = (&self.lowered, &self.file.constants);
        let walk = Walk { lowered, code, constants, base: Base::default() };
        let mut stacks: Vec<Option<Stack>> = vec![None; lowered.instrs.len()];
        stacks[0] = Some(Stack::default());
        for guard in &lowered.guards {
            let target = guard.target as usize;
            stacks[target].get_or_insert(Stack { slots: vec![Some(target)], written: 0 });
        }
        loop {
            let mut grows = false;
            for at in 0..stacks.len() {
                let Some(stack) = stacks[at].clone() else { continue };
                let after = stack.after(&walk, at)?;
                let mut next = Vec::new();
                walk.successors(at, 0, 0, &mut next);
                for (to, _) in next {
                    grows |= merge(stacks.get_mut(to)?, &after);
                }
                if at + 1 == until && stacks.get(until)?.is_some() {
                    self.stacks = stacks;
                    return Some(());
                }
            }
            if !grows {
                self.stacks = stacks;
                return Some(());
            }
        }
    }

    fn action(&self, at: usize) -> Option<String> {
        let member = |index| member(&self.file.constants, index);
        Some(match self.lowered.instrs[at] {
            Instr::ArrayLoad(elem) => format!("Cannot load from {} array", element(elem)),
            Instr::ArrayStore(elem) => format!("Cannot store to {} array", element(elem)),
            Instr::ArrayLength => "Cannot read the array length".to_owned(),
            Instr::Throw => "Cannot throw exception".to_owned(),
            Instr::MonitorEnter => "Cannot enter synchronized block".to_owned(),
            Instr::MonitorExit => "Cannot exit synchronized block".to_owned(),
            Instr::GetField(index) => format!("Cannot read field \"{}\"", member(index)?.name),
            Instr::PutField(index) => format!("Cannot assign field \"{}\"", member(index)?.name),
            Instr::InvokeVirtual(index)
            | Instr::InvokeSpecial(index)
            | Instr::InvokeInterface(index) => {
                format!("Cannot invoke \"{}\"", method_name(member(index)?))
            }
            _ => return None,
        })
    }

    /// Describes what is in a slot before an instruction; false if nothing can be said. The outermost
    /// description begins its sentence.
    fn describe(
        &self,
        at: usize,
        slot: usize,
        parts: u32,
        begins: bool,
        text: &mut String,
    ) -> bool {
        let source = self.stacks[at].as_ref().and_then(|stack| stack.source(slot));
        let Some(source) = source.filter(|_| parts > 0) else { return false };
        let instr = self.lowered.instrs[source];
        if let Some(member) = self.called(instr) {
            if begins {
                text.push_str(" because the return value of \"");
            }
            text.push_str(&method_name(member));
            return true;
        }
        if begins {
            text.push_str(" because \"");
        }
        match instr {
            Instr::Load(local) if self.is_described_load(source) => {
                text.push_str(&self.local_name(at, source, local));
                true
            }
            Instr::Const(bits) => self.describe_constant(source, bits, text),
            Instr::GetStatic(index) => self.describe_static(index, text),
            Instr::GetField(index) => self.describe_field(source, index, parts, text),
            Instr::ArrayLoad(Elem::Int | Elem::Ref) => {
                if !self.describe(source, 1, parts - 1, false, text) {
                    text.push_str("<array>");
                }
                text.push('[');
                if !self.describe(source, 0, parts, false, text) {
                    text.push_str("...");
                }
                text.push(']');
                true
            }
            _ => false,
        }
    }

    fn called(&self, instr: Instr) -> Option<&Member> {
        match instr {
            Instr::InvokeVirtual(index)
            | Instr::InvokeSpecial(index)
            | Instr::InvokeStatic(index)
            | Instr::InvokeInterface(index) => member(&self.file.constants, index),
            _ => None,
        }
    }

    fn describe_static(&self, index: u16, text: &mut String) -> bool {
        let Some(member) = member(&self.file.constants, index) else { return false };
        text.push_str(&format!("{}.{}", class_name(&member.class), member.name));
        true
    }

    fn describe_field(&self, source: usize, index: u16, parts: u32, text: &mut String) -> bool {
        let Some(member) = member(&self.file.constants, index) else { return false };
        if self.describe(source, 0, parts - 1, false, text) {
            text.push('.');
        }
        text.push_str(&member.name);
        true
    }

    fn describe_constant(&self, source: usize, bits: u32, text: &mut String) -> bool {
        match self.opcode(source) {
            0x01 => text.push_str("null"),
            // The small numbers that have instructions of their own, bytes and shorts.
            0x02..=0x08 | 0x10 | 0x11 => text.push_str(&(bits as i32).to_string()),
            _ => return false,
        }
        true
    }

    fn opcode(&self, at: usize) -> u8 {
        /// The prefix of instructions with a wide operand.
        const WIDE: u8 = 0xC4;
        let offset = usize::from(self.lowered.offsets[at]);
        match self.bytes.get(offset) {
            Some(&WIDE) => self.bytes.get(offset + 1).copied().unwrap_or(0),
            Some(opcode) => *opcode,
            None => 0,
        }
    }

    /// Whether an instruction loads an int or an object.
    fn is_described_load(&self, at: usize) -> bool {
        matches!(self.opcode(at), 0x15 | 0x19 | 0x1A..=0x1D | 0x2A..=0x2D)
    }

    /// The name of a variable that one instruction loads and another one uses.
    fn local_name(&self, used: usize, loaded: usize, local: u16) -> String {
        let offset = u32::from(self.lowered.offsets[loaded]);
        let mut known = self.variables.iter();
        if let Some(variable) =
            known.find(|known| known.slot == local && (known.start..known.end).contains(&offset))
        {
            return variable.name.to_string();
        }
        let is_written = self.stacks[used].as_ref().is_some_and(|stack| stack.is_written(local));
        let is_static = self.method.flags.has(Flags::STATIC);
        match (self.parameter(local, is_static), is_written) {
            (_, false) if local == 0 && !is_static => "this".to_owned(),
            (Some(number), false) => format!("<parameter{number}>"),
            _ => format!("<local{local}>"),
        }
    }

    /// The number of the parameter that is in a variable at the start.
    fn parameter(&self, local: u16, is_static: bool) -> Option<usize> {
        let kind = MethodType::parse(&self.method.descriptor)?;
        let mut first = usize::from(!is_static);
        for (number, param) in (1..).zip(&kind.params) {
            if (first..first + param.slots()).contains(&usize::from(local)) {
                return Some(number);
            }
            first += param.slots();
        }
        None
    }
}

impl Stack {
    /// The instruction that pushed a slot, counted from the top.
    fn source(&self, slot: usize) -> Option<usize> {
        let at = self.slots.len().checked_sub(1 + slot)?;
        self.slots[at]
    }

    fn is_written(&self, local: u16) -> bool {
        local < 64 && self.written & 1 << local != 0
    }

    fn write(&mut self, local: u16) {
        if local < 64 {
            self.written |= 1 << local;
        }
    }

    /// The stack after an instruction.
    fn after(mut self, walk: &Walk<'_>, at: usize) -> Option<Stack> {
        let instr = walk.lowered.instrs[at];
        match instr {
            Instr::Dup => self.copy_below(1, 0)?,
            Instr::DupX1 => self.copy_below(1, 1)?,
            Instr::DupX2 => self.copy_below(1, 2)?,
            Instr::Dup2 => self.copy_below(2, 0)?,
            Instr::Dup2X1 => self.copy_below(2, 1)?,
            Instr::Dup2X2 => self.copy_below(2, 2)?,
            Instr::Swap => {
                let top = self.slots.len();
                self.slots.swap(top.checked_sub(1)?, top.checked_sub(2)?);
            }
            Instr::CheckCast(_) => {}
            _ => {
                let (pops, pushes) = walk.effect(instr)?;
                let left = self.slots.len().checked_sub(pops.into())?;
                self.slots.truncate(left);
                self.slots.extend(std::iter::repeat_n(Some(at), pushes.into()));
            }
        }
        match instr {
            Instr::Store(local) | Instr::Inc(local, _) => self.write(local),
            Instr::StoreWide(local) => {
                self.write(local);
                self.write(local + 1);
            }
            _ => {}
        }
        Some(self)
    }

    /// Copies the top `count` slots below the `under` slots that lie under them.
    fn copy_below(&mut self, count: usize, under: usize) -> Option<()> {
        let top = self.slots.len().checked_sub(count)?;
        let copied: Vec<Option<usize>> = self.slots[top..].to_vec();
        let at = top.checked_sub(under)?;
        self.slots.splice(at..at, copied);
        Some(())
    }
}

/// Adds another way to an instruction. Whether it is the first.
fn merge(known: &mut Option<Stack>, other: &Stack) -> bool {
    let Some(known) = known else {
        *known = Some(other.clone());
        return true;
    };
    for (slot, other) in known.slots.iter_mut().zip(&other.slots) {
        if *slot != *other {
            *slot = None;
        }
    }
    known.written |= other.written;
    false
}

fn element(elem: Elem) -> &'static str {
    match elem {
        Elem::Boolean | Elem::Byte => "byte/boolean",
        Elem::Char => "char",
        Elem::Short => "short",
        Elem::Int => "int",
        Elem::Long => "long",
        Elem::Float => "float",
        Elem::Double => "double",
        Elem::Ref => "object",
    }
}

/// A method as the virtual machine names it: `String.indexOf(String, int)`.
fn method_name(member: &Member) -> String {
    let kind = MethodType::parse(&member.descriptor);
    let params: Vec<String> = kind
        .iter()
        .flat_map(|kind| &kind.params)
        .map(|param| short_name(&param.source_name()))
        .collect();
    format!("{}.{}({})", class_name(&member.class), member.name, params.join(", "))
}

/// Names of parameters that begin with those of the two classes that everybody knows lose their
/// package, whatever follows.
fn short_name(name: &str) -> String {
    let short = name.strip_prefix("java.lang.");
    match short.filter(|short| short.starts_with("Object") || short.starts_with("String")) {
        Some(short) => short.to_owned(),
        None => name.to_owned(),
    }
}

fn class_name(name: &str) -> String {
    match name {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        _ => name.replace('/', "."),
    }
}
