//! The loop that runs instructions.
//!
//! Each arm of the match does one thing or calls one function. An instruction that does not end in
//! the usual way leaves the loop with a [`Trap`], with its operands still on the stack where it may
//! be run again.

use machine::Host;

use super::class::{ClassId, MethodId};
use super::invoke::Ended;
use super::trap::{Trap, null_pointer, raise, unverifiable};
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::{Elem, Instr};

impl Vm {
    /// Runs until the frame above `depth` other frames is left.
    pub(super) fn run(&mut self, host: &mut dyn Host, depth: usize) -> Result<Ended, Trap> {
        loop {
            let thrown = match self.execute(host) {
                Ok(ended) => return Ok(ended),
                Err(Trap::Retry) => continue,
                Err(Trap::Throw(object)) => {
                    self.note_silent(object);
                    object
                }
                Err(Trap::Raise(raise)) => self.make_exception(raise)?,
                Err(other) => return Err(other),
            };
            if let Some(ended) = self.unwind(host, thrown, depth)? {
                return Ok(ended);
            }
        }
    }

    /// Runs until the run ends or something unusual happens.
    fn execute(&mut self, host: &mut dyn Host) -> Result<Ended, Trap> {
        loop {
            self.fuel -= 1;
            if self.fuel == 0 {
                self.tick(host)?;
            }
            match self.code[self.pc as usize] {
                Instr::Nop => {}
                Instr::Const(bits) => self.push(Value::bits(bits.into())),
                Instr::ConstWide(at) => self.push_wide(Value::bits(self.wides[at as usize])),
                Instr::Ldc(index) => {
                    self.ldc(index)?;
                    continue;
                }
                Instr::Text(at) => {
                    let text = self.text_object(at)?;
                    self.push(Value::reference(text));
                }
                Instr::Mirror(class) => {
                    let mirror = self.mirror(ClassId(class))?;
                    self.push(Value::reference(mirror));
                }

                Instr::Load(local) => self.push(self.stack[self.base + usize::from(local)]),
                Instr::LoadWide(local) => {
                    self.push_wide(self.stack[self.base + usize::from(local)]);
                }
                Instr::Store(local) => {
                    let value = self.pop();
                    self.stack[self.base + usize::from(local)] = value;
                }
                Instr::StoreWide(local) => {
                    let value = self.pop_wide();
                    self.stack[self.base + usize::from(local)] = value;
                }
                Instr::Inc(local, by) => self.increment(host, local, by),
                Instr::ArrayLoad(elem) => self.array_load(host, elem)?,
                Instr::ArrayStore(elem) => self.array_store(host, elem)?,
                Instr::ArrayLength => self.array_length()?,

                Instr::Pop => self.sp -= 1,
                Instr::Pop2 => self.sp -= 2,
                Instr::Dup => self.push(self.peek(0)),
                Instr::DupX1 => self.dup_below(1, 1),
                Instr::DupX2 => self.dup_below(1, 2),
                Instr::Dup2 => self.dup_below(2, 0),
                Instr::Dup2X1 => self.dup_below(2, 1),
                Instr::Dup2X2 => self.dup_below(2, 2),
                Instr::Swap => self.stack.swap(self.sp - 1, self.sp - 2),

                Instr::Int(op) => self.int_op(host, op)?,
                Instr::Long(op) => self.long_op(host, op)?,
                Instr::Float(op) => self.float_op(host, op)?,
                Instr::Double(op) => self.double_op(host, op)?,
                Instr::NegInt => self.negate(host, 32),
                Instr::NegLong => self.negate(host, 64),
                Instr::NegFloat => self.negate_float(host),
                Instr::NegDouble => self.negate_double(host),
                Instr::Convert(convert) => self.convert(host, convert),
                Instr::CompareLong => self.compare_longs(host),
                Instr::CompareFloat(nan) => self.compare_floats(host, nan),
                Instr::CompareDouble(nan) => self.compare_doubles(host, nan),

                Instr::If(test, target) => {
                    let value = self.peek(0);
                    let holds = match value.shadow {
                        None => test.holds(value.as_int(), 0),
                        Some(_) => self.branch(host, test, value, Value::ZERO)?,
                    };
                    self.sp -= 1;
                    if holds {
                        self.pc = target;
                        continue;
                    }
                }
                Instr::IfInts(test, target) => {
                    let (b, a) = (self.peek(0), self.peek(1));
                    let holds = match (a.shadow, b.shadow) {
                        (None, None) => test.holds(a.as_int(), b.as_int()),
                        _ => self.branch(host, test, a, b)?,
                    };
                    self.sp -= 2;
                    if holds {
                        self.pc = target;
                        continue;
                    }
                }
                Instr::IfSame(target) => {
                    let same = self.same(host)?;
                    self.sp -= 2;
                    if same {
                        self.pc = target;
                        continue;
                    }
                }
                Instr::IfDiffer(target) => {
                    let same = self.same(host)?;
                    self.sp -= 2;
                    if !same {
                        self.pc = target;
                        continue;
                    }
                }
                Instr::IfNull(target) => {
                    if self.pop().bits == 0 {
                        self.pc = target;
                        continue;
                    }
                }
                Instr::IfNonNull(target) => {
                    if self.pop().bits != 0 {
                        self.pc = target;
                        continue;
                    }
                }
                Instr::Goto(target) => {
                    self.pc = target;
                    continue;
                }
                Instr::Jsr(target) => {
                    self.push(Value::bits(u64::from(self.pc) + 1));
                    self.pc = target;
                    continue;
                }
                Instr::Ret(local) => {
                    self.ret(local)?;
                    continue;
                }
                Instr::Switch(at) => {
                    let value = self.peek(0);
                    let target = match value.shadow {
                        None => self.switches[at as usize].target(value.as_int()),
                        Some(term) => self.symbolic_switch(host, at, term)?,
                    };
                    self.sp -= 1;
                    self.pc = target;
                    continue;
                }
                Instr::Return => match self.leave(host, 0)? {
                    Some(ended) => return Ok(ended),
                    None => continue,
                },
                Instr::ReturnOne => match self.leave(host, 1)? {
                    Some(ended) => return Ok(ended),
                    None => continue,
                },
                Instr::ReturnWide => match self.leave(host, 2)? {
                    Some(ended) => return Ok(ended),
                    None => continue,
                },
                Instr::Throw => return Err(self.throw()),

                Instr::GetStatic(index) => {
                    let (class, slot, wide) = self.resolve_field(index, true)?;
                    self.ensure_ready(class)?;
                    self.quicken(if wide { Instr::StaticWide(slot) } else { Instr::Static(slot) });
                    continue;
                }
                Instr::PutStatic(index) => {
                    let (class, slot, wide) = self.resolve_field(index, true)?;
                    self.ensure_ready(class)?;
                    let set =
                        if wide { Instr::SetStaticWide(slot) } else { Instr::SetStatic(slot) };
                    self.quicken(set);
                    continue;
                }
                Instr::GetField(index) => {
                    let (_, slot, wide) = self.resolve_field(index, false)?;
                    self.quicken(if wide { Instr::FieldWide(slot) } else { Instr::Field(slot) });
                    continue;
                }
                Instr::PutField(index) => {
                    let (_, slot, wide) = self.resolve_field(index, false)?;
                    let set = if wide { Instr::SetFieldWide(slot) } else { Instr::SetField(slot) };
                    self.quicken(set);
                    continue;
                }
                Instr::Static(slot) => {
                    let value = self.static_value(slot)?;
                    self.push(value);
                }
                Instr::StaticWide(slot) => {
                    let value = self.static_value(slot)?;
                    self.push_wide(value);
                }
                Instr::SetStatic(slot) => {
                    self.static_value(slot)?;
                    self.statics[slot as usize].value = self.pop();
                }
                Instr::SetStaticWide(slot) => {
                    self.static_value(slot)?;
                    self.statics[slot as usize].value = self.pop_wide();
                }
                Instr::Field(slot) => {
                    let value = self.field_value(self.peek(0).as_ref(), slot)?;
                    self.stack[self.sp - 1] = value;
                }
                Instr::FieldWide(slot) => {
                    let value = self.field_value(self.peek(0).as_ref(), slot)?;
                    self.sp -= 1;
                    self.push_wide(value);
                }
                Instr::SetField(slot) => {
                    self.set_field(self.peek(1).as_ref(), slot, self.peek(0))?;
                    self.sp -= 2;
                }
                Instr::SetFieldWide(slot) => {
                    self.set_field(self.peek(2).as_ref(), slot, self.peek(1))?;
                    self.sp -= 3;
                }

                Instr::InvokeVirtual(index) => {
                    let call = self.link_virtual(index)?;
                    self.quicken_call(index, call);
                    continue;
                }
                Instr::InvokeSpecial(index) => {
                    let call = self.link_special(index)?;
                    self.quicken_call(index, call);
                    continue;
                }
                Instr::InvokeInterface(index) => {
                    let call = self.link_interface(index)?;
                    self.quicken_call(index, call);
                    continue;
                }
                Instr::InvokeStatic(index) => {
                    let (class, call) = self.link_static(index)?;
                    self.ensure_ready(class)?;
                    self.quicken_call(index, call);
                    continue;
                }
                Instr::InvokeDynamic(index) => {
                    let call = self.link_dynamic(index)?;
                    self.quicken_call(index, call);
                    continue;
                }
                Instr::CallVirtual(at, args) => {
                    self.call_virtual(host, at, args)?;
                    continue;
                }
                Instr::CallSpecial(method) => {
                    self.call_special(host, MethodId(method))?;
                    continue;
                }
                Instr::CallStatic(method) => {
                    self.ensure_ready(self.methods[method as usize].class)?;
                    self.invoke(host, MethodId(method))?;
                    continue;
                }
                Instr::CallInterface(site) => {
                    self.call_interface(host, site)?;
                    continue;
                }
                Instr::Followed(at) => {
                    self.followed_call(host, at)?;
                    continue;
                }
                Instr::Traced(at) => {
                    self.traced_jump(host, at)?;
                    continue;
                }

                Instr::Access(at) => self.access(host, at)?,

                Instr::New(index) => {
                    let class = self.named_class(index)?;
                    self.check_instantiable(class)?;
                    self.quicken(Instr::NewOf(class.0));
                    continue;
                }
                Instr::NewOf(class) => {
                    self.ensure_ready(ClassId(class))?;
                    if self.is_followed() {
                        self.note_birth(true);
                    }
                    let object = self.new_instance(ClassId(class));
                    self.push(Value::reference(object));
                }
                Instr::NewArray(elem) => self.new_primitive_array(host, elem)?,
                Instr::NewRefArray(index) => {
                    let component = self.named_class(index)?;
                    let class = self.array_of(component)?;
                    self.quicken(Instr::NewArrayOf(class.0));
                    continue;
                }
                Instr::NewArrayOf(class) => self.push_array(host, ClassId(class), Elem::Ref)?,
                Instr::NewMulti(index, dimensions) => {
                    self.new_multi(host, index, dimensions.into())?;
                }
                Instr::CheckCast(index) => {
                    // A null may be cast to a class that cannot be loaded.
                    if !self.peek(0).as_ref().is_null() {
                        let class = self.named_class(index)?;
                        self.quicken(Instr::CastTo(class.0));
                        continue;
                    }
                }
                Instr::CastTo(class) => self.check_cast(self.peek(0).as_ref(), ClassId(class))?,
                Instr::InstanceOf(index) => {
                    let class = self.named_class(index)?;
                    self.quicken(Instr::IsA(class.0));
                    continue;
                }
                Instr::IsA(class) => {
                    let object = self.peek(0).as_ref();
                    let is = !object.is_null()
                        && self.is_subclass(self.class_of(object), ClassId(class));
                    self.stack[self.sp - 1] = Value::bool(is);
                }
                // One thread runs at a time, and none is interrupted.
                Instr::MonitorEnter | Instr::MonitorExit => {
                    if self.pop().as_ref().is_null() {
                        return Err(null_pointer());
                    }
                }
            }
            self.pc += 1;
        }
    }

    /// Copies the top `count` slots below the `under` slots that lie under them.
    fn dup_below(&mut self, count: usize, under: usize) {
        let start = self.sp - count - under;
        self.stack.copy_within(start..self.sp, start + count);
        self.stack.copy_within(self.sp..self.sp + count, start);
        self.sp += count;
    }

    fn ret(&mut self, local: u16) -> Result<(), Trap> {
        let target = self.stack[self.base + usize::from(local)].bits;
        let frame = self.frames.last().expect("code runs in a frame");
        let method = self.method(frame.method);
        let super::class::Entry::Code(code) = method.entry else {
            return Err(unverifiable("a return address that is none"));
        };
        let start = u64::from(code.start);
        let inside = (start..start + method.offsets.len() as u64).contains(&target);
        let depth = self.sp - self.base - usize::from(code.locals);
        match self.returns.get(&(target as u32)) {
            Some(right) if inside && usize::from(*right) == depth => {
                self.pc = target as u32;
                Ok(())
            }
            Some(_) | None => Err(unverifiable("a return address that is none")),
        }
    }

    fn throw(&mut self) -> Trap {
        let object = self.pop().as_ref();
        match self.heap.fields(object) {
            Some(_) => Trap::Throw(object),
            None => null_pointer(),
        }
    }

    #[inline]
    fn static_value(&mut self, slot: u32) -> Result<Value, Trap> {
        let variable = self.statics[slot as usize];
        self.ensure_ready(variable.class)?;
        Ok(variable.value)
    }

    #[inline]
    fn field_value(&self, object: Ref, slot: u32) -> Result<Value, Trap> {
        match self.heap.fields(object).and_then(|fields| fields.get(slot as usize)) {
            Some(value) => Ok(*value),
            None if object.is_null() => Err(null_pointer()),
            None => Err(unverifiable("a field of another class")),
        }
    }

    #[inline]
    fn set_field(&mut self, object: Ref, slot: u32, value: Value) -> Result<(), Trap> {
        match self.heap.fields_mut(object).and_then(|fields| fields.get_mut(slot as usize)) {
            Some(field) => {
                *field = value;
                Ok(())
            }
            None if object.is_null() => Err(null_pointer()),
            None => Err(unverifiable("a field of another class")),
        }
    }

    pub(super) fn call_special(&mut self, host: &mut dyn Host, id: MethodId) -> Result<(), Trap> {
        let args = usize::from(self.methods[id.0 as usize].args);
        if self.peek(args - 1).as_ref().is_null() {
            return Err(null_pointer());
        }
        self.invoke(host, id)
    }

    fn check_cast(&self, object: Ref, class: ClassId) -> Result<(), Trap> {
        if object.is_null() || self.is_subclass(self.class_of(object), class) {
            return Ok(());
        }
        let from = self.class_of(object);
        let message = self.cast_message(from, class);
        Err(raise("java/lang/ClassCastException", message))
    }

    /// Whether the two references on top of the stack are the same.
    #[inline]
    pub(super) fn same(&mut self, host: &mut dyn Host) -> Result<bool, Trap> {
        let (b, a) = (self.peek(0), self.peek(1));
        if a.bits == b.bits || self.unknown_boxes.is_empty() || !self.is_observer_running() {
            return Ok(a.bits == b.bits);
        }
        self.is_same_object(host, a, b)
    }
}
