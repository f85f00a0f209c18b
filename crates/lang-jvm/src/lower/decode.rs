//! Decoding of instructions.

use rustc_hash::FxHashMap;

use super::depth;
use super::{Convert, Elem, FloatOp, Instr, IntOp, Test};
use crate::parse::{CodeBytes, Constant};

/// The code of one method, ready to be appended to the code of the machine.
pub(crate) struct Lowered {
    pub(crate) instrs: Vec<Instr>,
    /// The offset in the class file of each instruction.
    pub(crate) offsets: Vec<u16>,
    pub(crate) guards: Vec<Guard>,
    /// The wide constants, numbered from the first number given.
    pub(crate) wides: Vec<u64>,
    /// The switches, numbered from the first number given.
    pub(crate) switches: Vec<Switch>,
}

/// An exception handler over instructions.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) target: u32,
    /// The class that it catches; none catches all.
    pub(crate) class: Option<Box<str>>,
}

/// The table of a switch: keys ascending.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    pub(crate) keys: Vec<i32>,
    pub(crate) targets: Vec<u32>,
    pub(crate) otherwise: u32,
}

impl Switch {
    /// Where the switch goes for a value.
    pub(crate) fn target(&self, value: i32) -> u32 {
        self.keys.binary_search(&value).map_or(self.otherwise, |at| self.targets[at])
    }
}

/// Code that breaks the rules of class files.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("bad code at offset {offset}: {what}")]
pub struct LowerError {
    offset: usize,
    what: &'static str,
}

impl LowerError {
    pub(crate) fn new(offset: usize, what: &'static str) -> LowerError {
        LowerError { offset, what }
    }
}

/// Where the tables of the machine end before a method is appended to them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Base {
    pub(crate) code: u32,
    pub(crate) wides: u32,
    pub(crate) switches: u32,
}

/// Lowers the code of a method and checks it.
pub(crate) fn lower(
    code: &CodeBytes,
    constants: &[Constant],
    base: Base,
) -> Result<Lowered, LowerError> {
    if code.bytes.is_empty() {
        return Err(LowerError::new(0, "a method without instructions"));
    }
    let mut decoder = Decoder { bytes: &code.bytes, at: 0, start: 0, base, out: Lowered::new() };
    while decoder.at < decoder.bytes.len() {
        decoder.start = decoder.at;
        let instr = decoder.instr(constants)?;
        decoder.out.offsets.push(decoder.start as u16);
        decoder.out.instrs.push(instr);
    }
    let mut lowered = decoder.out;
    lowered.link_jumps(base)?;
    lowered.add_guards(code)?;
    depth::check(&lowered, code, constants, base)?;
    lowered.guards.iter_mut().for_each(|guard| {
        guard.start += base.code;
        guard.end += base.code;
        guard.target += base.code;
    });
    Ok(lowered)
}

impl Lowered {
    fn new() -> Lowered {
        let (instrs, offsets, guards) = (Vec::new(), Vec::new(), Vec::new());
        Lowered { instrs, offsets, guards, wides: Vec::new(), switches: Vec::new() }
    }

    /// Replaces offsets in the class file by indices of instructions.
    fn link_jumps(&mut self, base: Base) -> Result<(), LowerError> {
        let places: FxHashMap<u32, u32> =
            (0..).zip(&self.offsets).map(|(index, offset)| (u32::from(*offset), index)).collect();
        let link = |offset: &mut u32| match places.get(offset) {
            Some(index) => {
                *offset = base.code + index;
                Ok(())
            }
            None => Err(LowerError::new(*offset as usize, "a jump into the middle of nowhere")),
        };
        for instr in &mut self.instrs {
            match instr {
                Instr::If(_, target) | Instr::IfInts(_, target) => link(target)?,
                Instr::IfSame(target) | Instr::IfDiffer(target) => link(target)?,
                Instr::IfNull(target) | Instr::IfNonNull(target) => link(target)?,
                Instr::Goto(target) | Instr::Jsr(target) => link(target)?,
                _ => {}
            }
        }
        for switch in &mut self.switches {
            link(&mut switch.otherwise)?;
            switch.targets.iter_mut().try_for_each(link)?;
        }
        Ok(())
    }

    /// The handlers over indices of instructions, counted from the start of the method.
    fn add_guards(&mut self, code: &CodeBytes) -> Result<(), LowerError> {
        let place = |offset: u32| {
            let offset = u16::try_from(offset).ok();
            offset.and_then(|offset| self.offsets.binary_search(&offset).ok())
        };
        for handler in &code.handlers {
            let bad = || LowerError::new(handler.target as usize, "a bad exception handler");
            let start = place(handler.start).ok_or_else(bad)?;
            let target = place(handler.target).ok_or_else(bad)?;
            let end = if handler.end as usize == code.bytes.len() {
                self.instrs.len()
            } else {
                place(handler.end).ok_or_else(bad)?
            };
            let class = handler.class.clone();
            let [start, end, target] = [start, end, target].map(|index| index as u32);
            self.guards.push(Guard { start, end, target, class });
        }
        Ok(())
    }
}

struct Decoder<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Offset of the instruction that is being decoded.
    start: usize,
    base: Base,
    out: Lowered,
}

impl Decoder<'_> {
    fn error(&self, what: &'static str) -> LowerError {
        LowerError::new(self.start, what)
    }

    fn u8(&mut self) -> Result<u8, LowerError> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte.ok_or_else(|| self.error("an instruction that ends too early"))
    }

    fn i8(&mut self) -> Result<i8, LowerError> {
        Ok(self.u8()? as i8)
    }

    fn u16(&mut self) -> Result<u16, LowerError> {
        Ok(u16::from(self.u8()?) << 8 | u16::from(self.u8()?))
    }

    fn i16(&mut self) -> Result<i16, LowerError> {
        Ok(self.u16()? as i16)
    }

    fn i32(&mut self) -> Result<i32, LowerError> {
        Ok(i32::from(self.i16()?) << 16 | i32::from(self.u16()?))
    }

    /// The offset to which a jump of this distance leads.
    fn jump(&self, distance: i32) -> Result<u32, LowerError> {
        let target = self.start as i64 + i64::from(distance);
        u32::try_from(target).map_err(|_| self.error("a jump out of the method"))
    }

    fn jump16(&mut self) -> Result<u32, LowerError> {
        let distance = self.i16()?;
        self.jump(distance.into())
    }

    fn jump32(&mut self) -> Result<u32, LowerError> {
        let distance = self.i32()?;
        self.jump(distance)
    }

    fn wide(&mut self, bits: u64) -> Instr {
        self.out.wides.push(bits);
        Instr::ConstWide(self.base.wides + self.out.wides.len() as u32 - 1)
    }

    fn instr(&mut self, constants: &[Constant]) -> Result<Instr, LowerError> {
        let opcode = self.u8()?;
        match opcode {
            0x00..=0x14 => self.constant(opcode, constants),
            0x15..=0x19 => Ok(load(opcode - 0x15, self.u8()?.into())),
            0x1A..=0x2D => Ok(load((opcode - 0x1A) / 4, ((opcode - 0x1A) % 4).into())),
            0x2E..=0x35 => Ok(Instr::ArrayLoad(ARRAY_ELEMS[usize::from(opcode - 0x2E)])),
            0x36..=0x3A => Ok(store(opcode - 0x36, self.u8()?.into())),
            0x3B..=0x4E => Ok(store((opcode - 0x3B) / 4, ((opcode - 0x3B) % 4).into())),
            0x4F..=0x56 => Ok(Instr::ArrayStore(ARRAY_ELEMS[usize::from(opcode - 0x4F)])),
            0x57..=0x5F => Ok(STACK_INSTRS[usize::from(opcode - 0x57)]),
            0x60..=0x83 => Ok(arithmetic(opcode)),
            0x84 => Ok(Instr::Inc(self.u8()?.into(), self.i8()?.into())),
            0x85..=0x93 => Ok(Instr::Convert(CONVERSIONS[usize::from(opcode - 0x85)])),
            0x94 => Ok(Instr::CompareLong),
            0x95 | 0x96 => Ok(Instr::CompareFloat(if opcode == 0x95 { -1 } else { 1 })),
            0x97 | 0x98 => Ok(Instr::CompareDouble(if opcode == 0x97 { -1 } else { 1 })),
            0x99..=0x9E => Ok(Instr::If(TESTS[usize::from(opcode - 0x99)], self.jump16()?)),
            0x9F..=0xA4 => Ok(Instr::IfInts(TESTS[usize::from(opcode - 0x9F)], self.jump16()?)),
            _ => self.control(opcode, constants),
        }
    }

    fn constant(&mut self, opcode: u8, constants: &[Constant]) -> Result<Instr, LowerError> {
        Ok(match opcode {
            0x00 => Instr::Nop,
            0x01 => Instr::Const(0),
            0x02..=0x08 => Instr::Const((i32::from(opcode) - 3) as u32),
            0x09 | 0x0A => self.wide(u64::from(opcode - 0x09)),
            0x0B..=0x0D => Instr::Const(f32::from(opcode - 0x0B).to_bits()),
            0x0E | 0x0F => self.wide(f64::from(opcode - 0x0E).to_bits()),
            0x10 => Instr::Const(i32::from(self.i8()?) as u32),
            0x11 => Instr::Const(i32::from(self.i16()?) as u32),
            0x12 => {
                let index = self.u8()?.into();
                self.ldc(index, constants)?
            }
            _ => {
                let index = self.u16()?;
                self.ldc(index, constants)?
            }
        })
    }

    fn ldc(&mut self, index: u16, constants: &[Constant]) -> Result<Instr, LowerError> {
        match constants.get(usize::from(index)) {
            Some(Constant::Int(int)) => Ok(Instr::Const(*int as u32)),
            Some(Constant::Float(bits)) => Ok(Instr::Const(*bits)),
            Some(Constant::Long(long)) => Ok(self.wide(*long as u64)),
            Some(Constant::Double(bits)) => Ok(self.wide(*bits)),
            Some(Constant::Other | Constant::Member(_)) | None => {
                Err(self.error("a constant that is none"))
            }
            Some(
                Constant::Text(_)
                | Constant::Class(_)
                | Constant::Handle(..)
                | Constant::MethodType(_)
                | Constant::Dynamic { .. },
            ) => Ok(Instr::Ldc(index)),
        }
    }

    fn control(&mut self, opcode: u8, constants: &[Constant]) -> Result<Instr, LowerError> {
        Ok(match opcode {
            0xA5 => Instr::IfSame(self.jump16()?),
            0xA6 => Instr::IfDiffer(self.jump16()?),
            0xA7 => Instr::Goto(self.jump16()?),
            0xA8 => Instr::Jsr(self.jump16()?),
            0xA9 => Instr::Ret(self.u8()?.into()),
            0xAA => self.table_switch()?,
            0xAB => self.lookup_switch()?,
            0xAC | 0xAE | 0xB0 => Instr::ReturnOne,
            0xAD | 0xAF => Instr::ReturnWide,
            0xB1 => Instr::Return,
            0xB2..=0xB5 => self.field(opcode, constants)?,
            0xB6..=0xBA => self.invoke(opcode, constants)?,
            0xBC => Instr::NewArray(self.array_type()?),
            0xBB | 0xBD | 0xC0 | 0xC1 | 0xC5 => self.of_class(opcode, constants)?,
            0xBE => Instr::ArrayLength,
            0xBF => Instr::Throw,
            0xC2 => Instr::MonitorEnter,
            0xC3 => Instr::MonitorExit,
            0xC4 => self.widened()?,
            0xC6 => Instr::IfNull(self.jump16()?),
            0xC7 => Instr::IfNonNull(self.jump16()?),
            0xC8 => Instr::Goto(self.jump32()?),
            0xC9 => Instr::Jsr(self.jump32()?),
            _ => return Err(self.error("an unknown instruction")),
        })
    }

    fn field(&mut self, opcode: u8, constants: &[Constant]) -> Result<Instr, LowerError> {
        let index = self.u16()?;
        match constants.get(usize::from(index)) {
            Some(Constant::Member(_)) => {}
            _ => return Err(self.error("a field that is none")),
        }
        Ok(match opcode {
            0xB2 => Instr::GetStatic(index),
            0xB3 => Instr::PutStatic(index),
            0xB4 => Instr::GetField(index),
            _ => Instr::PutField(index),
        })
    }

    fn invoke(&mut self, opcode: u8, constants: &[Constant]) -> Result<Instr, LowerError> {
        let index = self.u16()?;
        if opcode >= 0xB9 {
            // A count that says nothing new, or two zeros.
            self.u16()?;
        }
        match (opcode, constants.get(usize::from(index))) {
            (0xB6, Some(Constant::Member(_))) => Ok(Instr::InvokeVirtual(index)),
            (0xB7, Some(Constant::Member(_))) => Ok(Instr::InvokeSpecial(index)),
            (0xB8, Some(Constant::Member(_))) => Ok(Instr::InvokeStatic(index)),
            (0xB9, Some(Constant::Member(_))) => Ok(Instr::InvokeInterface(index)),
            (0xBA, Some(Constant::Dynamic { .. })) => Ok(Instr::InvokeDynamic(index)),
            _ => Err(self.error("a method that is none")),
        }
    }

    fn of_class(&mut self, opcode: u8, constants: &[Constant]) -> Result<Instr, LowerError> {
        let index = self.u16()?;
        match constants.get(usize::from(index)) {
            Some(Constant::Class(_)) => {}
            _ => return Err(self.error("a class that is none")),
        }
        Ok(match opcode {
            0xBB => Instr::New(index),
            0xBD => Instr::NewRefArray(index),
            0xC0 => Instr::CheckCast(index),
            0xC1 => Instr::InstanceOf(index),
            _ => match self.u8()? {
                0 => return Err(self.error("an array without dimensions")),
                dimensions => Instr::NewMulti(index, dimensions),
            },
        })
    }

    fn array_type(&mut self) -> Result<Elem, LowerError> {
        Ok(match self.u8()? {
            4 => Elem::Boolean,
            5 => Elem::Char,
            6 => Elem::Float,
            7 => Elem::Double,
            8 => Elem::Byte,
            9 => Elem::Short,
            10 => Elem::Int,
            11 => Elem::Long,
            _ => return Err(self.error("an unknown type of elements")),
        })
    }

    fn widened(&mut self) -> Result<Instr, LowerError> {
        let opcode = self.u8()?;
        let index = self.u16()?;
        Ok(match opcode {
            0x15..=0x19 => load(opcode - 0x15, index),
            0x36..=0x3A => store(opcode - 0x36, index),
            0x84 => Instr::Inc(index, self.i16()?),
            0xA9 => Instr::Ret(index),
            _ => return Err(self.error("an instruction that cannot be widened")),
        })
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(4);
    }

    fn table_switch(&mut self) -> Result<Instr, LowerError> {
        self.align();
        let otherwise = self.jump32()?;
        let (low, high) = (self.i32()?, self.i32()?);
        let count = i64::from(high) - i64::from(low) + 1;
        if count < 1 || count as usize > self.bytes.len() {
            return Err(self.error("a switch of impossible size"));
        }
        let keys: Vec<i32> = (low..=high).collect();
        let targets = keys.iter().map(|_| self.jump32()).collect::<Result<Vec<u32>, _>>()?;
        Ok(self.switch(Switch { keys, targets, otherwise }))
    }

    fn lookup_switch(&mut self) -> Result<Instr, LowerError> {
        self.align();
        let otherwise = self.jump32()?;
        let count = self.i32()?;
        if count < 0 || count as usize > self.bytes.len() {
            return Err(self.error("a switch of impossible size"));
        }
        let (mut keys, mut targets) = (Vec::new(), Vec::new());
        for _ in 0..count {
            keys.push(self.i32()?);
            targets.push(self.jump32()?);
        }
        if !keys.is_sorted_by(|a, b| a < b) {
            return Err(self.error("a switch whose keys are not sorted"));
        }
        Ok(self.switch(Switch { keys, targets, otherwise }))
    }

    fn switch(&mut self, switch: Switch) -> Instr {
        self.out.switches.push(switch);
        Instr::Switch(self.base.switches + self.out.switches.len() as u32 - 1)
    }
}

/// In the order of the opcodes that load and store elements. `baload` serves bytes and booleans.
const ARRAY_ELEMS: [Elem; 8] = [
    Elem::Int,
    Elem::Long,
    Elem::Float,
    Elem::Double,
    Elem::Ref,
    Elem::Byte,
    Elem::Char,
    Elem::Short,
];

const STACK_INSTRS: [Instr; 9] = [
    Instr::Pop,
    Instr::Pop2,
    Instr::Dup,
    Instr::DupX1,
    Instr::DupX2,
    Instr::Dup2,
    Instr::Dup2X1,
    Instr::Dup2X2,
    Instr::Swap,
];

const CONVERSIONS: [Convert; 15] = [
    Convert::IntToLong,
    Convert::IntToFloat,
    Convert::IntToDouble,
    Convert::LongToInt,
    Convert::LongToFloat,
    Convert::LongToDouble,
    Convert::FloatToInt,
    Convert::FloatToLong,
    Convert::FloatToDouble,
    Convert::DoubleToInt,
    Convert::DoubleToLong,
    Convert::DoubleToFloat,
    Convert::IntToByte,
    Convert::IntToChar,
    Convert::IntToShort,
];

const TESTS: [Test; 6] = [Test::Eq, Test::Ne, Test::Lt, Test::Ge, Test::Gt, Test::Le];

/// Loads by type: int, long, float, double, reference.
fn load(kind: u8, index: u16) -> Instr {
    if kind == 1 || kind == 3 { Instr::LoadWide(index) } else { Instr::Load(index) }
}

/// Stores by type: int, long, float, double, reference.
fn store(kind: u8, index: u16) -> Instr {
    if kind == 1 || kind == 3 { Instr::StoreWide(index) } else { Instr::Store(index) }
}

/// Opcodes 0x60 to 0x83: groups over int, long, float, double; then shifts and bits over int, long.
fn arithmetic(opcode: u8) -> Instr {
    const GROUPS: [(IntOp, FloatOp); 5] = [
        (IntOp::Add, FloatOp::Add),
        (IntOp::Sub, FloatOp::Sub),
        (IntOp::Mul, FloatOp::Mul),
        (IntOp::Div, FloatOp::Div),
        (IntOp::Rem, FloatOp::Rem),
    ];
    const BITS: [IntOp; 6] =
        [IntOp::Shl, IntOp::Shr, IntOp::Ushr, IntOp::And, IntOp::Or, IntOp::Xor];
    let (group, kind) = (usize::from(opcode - 0x60) / 4, (opcode - 0x60) % 4);
    match (GROUPS.get(group), kind) {
        (Some((op, _)), 0) => Instr::Int(*op),
        (Some((op, _)), 1) => Instr::Long(*op),
        (Some((_, op)), 2) => Instr::Float(*op),
        (Some((_, op)), _) => Instr::Double(*op),
        (None, _) => match opcode {
            0x74 => Instr::NegInt,
            0x75 => Instr::NegLong,
            0x76 => Instr::NegFloat,
            0x77 => Instr::NegDouble,
            _ => {
                let op = BITS[usize::from(opcode - 0x78) / 2];
                if opcode.is_multiple_of(2) { Instr::Int(op) } else { Instr::Long(op) }
            }
        },
    }
}
