//! The depth of the stack at every instruction.
//!
//! A walk over the code of a method that follows every jump once. Afterwards every slot that an
//! instruction touches lies inside of its frame, whatever the class file contains.

use super::decode::{Base, LowerError, Lowered};
use super::{Convert, Elem, Instr, IntOp};
use crate::parse::{CodeBytes, Constant, MethodType, Type};

/// Checks that the stack neither runs over nor under, that locals exist, and that no way leads out
/// of the code. Gives the places behind subroutine calls, with the depth that is right there: where a
/// subroutine returns to is only known when it does.
pub(super) fn check(
    lowered: &Lowered,
    code: &CodeBytes,
    constants: &[Constant],
    base: Base,
) -> Result<Vec<(u32, u16)>, LowerError> {
    let walk = Walk { lowered, code, constants, base };
    let mut depths: Vec<Option<u16>> = vec![None; lowered.instrs.len()];
    let mut waiting = vec![(0_usize, 0_u16)];
    while let Some((at, depth)) = waiting.pop() {
        match depths.get_mut(at) {
            None => return Err(LowerError::new(code.bytes.len(), "a way out of the code")),
            Some(Some(known)) if *known == depth => continue,
            Some(Some(_)) => return Err(walk.error(at, "a stack of two depths")),
            Some(unknown) => *unknown = Some(depth),
        }
        let after = walk.step(at, depth)?;
        walk.successors(at, depth, after, &mut waiting);
        let guards = lowered.guards.iter();
        let around = guards.filter(|guard| (guard.start..guard.end).contains(&(at as u32)));
        waiting.extend(around.map(|guard| (guard.target as usize, 1)));
    }
    if code.max_stack == 0 && !lowered.guards.is_empty() {
        return Err(LowerError::new(0, "a handler without a stack"));
    }
    let behind_calls = (0..).zip(lowered.instrs.iter().zip(&depths));
    Ok(behind_calls
        .filter(|(_, (instr, _))| matches!(instr, Instr::Jsr(_)))
        .filter_map(|(at, (_, depth))| Some((base.code + at + 1, (*depth)?)))
        .collect())
}

/// The code that is walked through.
pub(super) struct Walk<'a> {
    pub(super) lowered: &'a Lowered,
    pub(super) code: &'a CodeBytes,
    pub(super) constants: &'a [Constant],
    pub(super) base: Base,
}

impl Walk<'_> {
    fn error(&self, at: usize, what: &'static str) -> LowerError {
        LowerError::new(usize::from(self.lowered.offsets[at]), what)
    }

    /// The depth after an instruction.
    fn step(&self, at: usize, depth: u16) -> Result<u16, LowerError> {
        let instr = self.lowered.instrs[at];
        if self.top_local(instr).is_some_and(|local| local >= u32::from(self.code.max_locals)) {
            return Err(self.error(at, "a local variable that is not there"));
        }
        let (pops, pushes) =
            self.effect(instr).ok_or_else(|| self.error(at, "a bad type of a member"))?;
        let left = depth.checked_sub(pops);
        let left = left.ok_or_else(|| self.error(at, "too few values on the stack"))?;
        let after = left + pushes;
        if after > self.code.max_stack {
            return Err(self.error(at, "too many values on the stack"));
        }
        Ok(after)
    }

    pub(super) fn successors(
        &self,
        at: usize,
        depth: u16,
        after: u16,
        out: &mut Vec<(usize, u16)>,
    ) {
        let place = |target: u32| (target - self.base.code) as usize;
        match self.lowered.instrs[at] {
            Instr::Return | Instr::ReturnOne | Instr::ReturnWide => {}
            Instr::Throw | Instr::Ret(_) => {}
            Instr::Goto(target) => out.push((place(target), after)),
            // Back from the subroutine, the return address is gone.
            Instr::Jsr(target) => out.extend([(at + 1, depth), (place(target), after)]),
            Instr::If(_, target) | Instr::IfInts(_, target) => {
                out.extend([(at + 1, after), (place(target), after)]);
            }
            Instr::IfSame(target) | Instr::IfDiffer(target) => {
                out.extend([(at + 1, after), (place(target), after)]);
            }
            Instr::IfNull(target) | Instr::IfNonNull(target) => {
                out.extend([(at + 1, after), (place(target), after)]);
            }
            Instr::Switch(index) => {
                let switch = &self.lowered.switches[(index - self.base.switches) as usize];
                out.push((place(switch.otherwise), after));
                out.extend(switch.targets.iter().map(|target| (place(*target), after)));
            }
            _ => out.push((at + 1, after)),
        }
    }

    /// The highest local variable that an instruction touches.
    fn top_local(&self, instr: Instr) -> Option<u32> {
        match instr {
            Instr::Load(index) | Instr::Store(index) => Some(index.into()),
            Instr::Inc(index, _) | Instr::Ret(index) => Some(index.into()),
            Instr::LoadWide(index) | Instr::StoreWide(index) => Some(u32::from(index) + 1),
            _ => None,
        }
    }

    /// How many slots an instruction takes and gives; none if a type cannot be read.
    pub(super) fn effect(&self, instr: Instr) -> Option<(u16, u16)> {
        Some(match instr {
            Instr::Nop | Instr::Inc(..) | Instr::Goto(_) | Instr::Ret(_) | Instr::Return => (0, 0),
            Instr::Const(_) | Instr::Text(_) | Instr::Mirror(_) | Instr::Load(_) => (0, 1),
            Instr::ConstWide(_) | Instr::LoadWide(_) => (0, 2),
            Instr::Ldc(index) => (0, self.ldc_slots(index)?),
            Instr::Store(_) | Instr::Pop | Instr::ReturnOne | Instr::Throw => (1, 0),
            Instr::StoreWide(_) | Instr::Pop2 | Instr::ReturnWide => (2, 0),
            Instr::ArrayLoad(elem) => (2, slots(elem)),
            Instr::ArrayStore(elem) => (2 + slots(elem), 0),
            Instr::ArrayLength => (1, 1),
            Instr::Dup => (1, 2),
            Instr::DupX1 => (2, 3),
            Instr::DupX2 => (3, 4),
            Instr::Dup2 => (2, 4),
            Instr::Dup2X1 => (3, 5),
            Instr::Dup2X2 => (4, 6),
            Instr::Swap => (2, 2),
            Instr::Int(_) | Instr::Float(_) | Instr::CompareFloat(_) => (2, 1),
            Instr::Long(IntOp::Shl | IntOp::Shr | IntOp::Ushr) => (3, 2),
            Instr::Long(_) | Instr::Double(_) => (4, 2),
            Instr::NegInt | Instr::NegFloat => (1, 1),
            Instr::NegLong | Instr::NegDouble => (2, 2),
            Instr::Convert(convert) => conversion(convert),
            Instr::CompareLong | Instr::CompareDouble(_) => (4, 1),
            Instr::If(..) | Instr::IfNull(_) | Instr::IfNonNull(_) | Instr::Switch(_) => (1, 0),
            Instr::IfInts(..) | Instr::IfSame(_) | Instr::IfDiffer(_) => (2, 0),
            Instr::Jsr(_) => (0, 1),
            Instr::GetStatic(index) => (0, self.field_slots(index)?),
            Instr::PutStatic(index) => (self.field_slots(index)?, 0),
            Instr::GetField(index) => (1, self.field_slots(index)?),
            Instr::PutField(index) => (1 + self.field_slots(index)?, 0),
            Instr::InvokeVirtual(index)
            | Instr::InvokeSpecial(index)
            | Instr::InvokeInterface(index) => self.call(index, 1)?,
            Instr::InvokeStatic(index) | Instr::InvokeDynamic(index) => self.call(index, 0)?,
            Instr::New(_) => (0, 1),
            Instr::NewArray(_) | Instr::NewRefArray(_) => (1, 1),
            Instr::NewMulti(_, dimensions) => (dimensions.into(), 1),
            Instr::CheckCast(_) | Instr::InstanceOf(_) => (1, 1),
            Instr::MonitorEnter | Instr::MonitorExit => (1, 0),
            // Those that stand for something known never come out of a class file.
            Instr::Static(_) | Instr::StaticWide(_) => return None,
            Instr::SetStatic(_) | Instr::SetStaticWide(_) => return None,
            Instr::Field(_) | Instr::FieldWide(_) => return None,
            Instr::SetField(_) | Instr::SetFieldWide(_) => return None,
            Instr::CallVirtual(..) | Instr::CallSpecial(_) => return None,
            Instr::CallStatic(_) | Instr::CallInterface(_) | Instr::Access(_) => return None,
            Instr::Followed(_) | Instr::Traced(_) => return None,
            Instr::NewOf(_) | Instr::NewArrayOf(_) => return None,
            Instr::CastTo(_) | Instr::IsA(_) => return None,
        })
    }

    fn ldc_slots(&self, index: u16) -> Option<u16> {
        match &self.constants[usize::from(index)] {
            Constant::Dynamic { descriptor, .. } => {
                Some(if Type::parse(descriptor)?.is_wide() { 2 } else { 1 })
            }
            _ => Some(1),
        }
    }

    fn field_slots(&self, index: u16) -> Option<u16> {
        match &self.constants[usize::from(index)] {
            Constant::Member(member) => {
                Some(if Type::parse(&member.descriptor)?.is_wide() { 2 } else { 1 })
            }
            _ => None,
        }
    }

    fn call(&self, index: u16, receiver: u16) -> Option<(u16, u16)> {
        let descriptor = match &self.constants[usize::from(index)] {
            Constant::Member(member) => &member.descriptor,
            Constant::Dynamic { descriptor, .. } => descriptor,
            _ => return None,
        };
        let method = MethodType::parse(descriptor)?;
        let result = method.result.as_ref().map_or(0, Type::slots);
        Some((receiver + method.param_slots() as u16, result as u16))
    }
}

pub(crate) fn slots(elem: Elem) -> u16 {
    match elem {
        Elem::Long | Elem::Double => 2,
        Elem::Boolean | Elem::Byte | Elem::Char | Elem::Short => 1,
        Elem::Int | Elem::Float | Elem::Ref => 1,
    }
}

pub(crate) fn conversion(convert: Convert) -> (u16, u16) {
    match convert {
        Convert::IntToByte | Convert::IntToChar | Convert::IntToShort => (1, 1),
        Convert::IntToFloat | Convert::FloatToInt => (1, 1),
        Convert::IntToLong | Convert::IntToDouble => (1, 2),
        Convert::FloatToLong | Convert::FloatToDouble => (1, 2),
        Convert::LongToInt | Convert::LongToFloat => (2, 1),
        Convert::DoubleToInt | Convert::DoubleToFloat => (2, 1),
        Convert::LongToDouble | Convert::DoubleToLong => (2, 2),
    }
}
