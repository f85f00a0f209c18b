//! Arithmetic on numbers that are known; what is not known goes to `shadow`.

use machine::Host;

use super::float::{self, Floats};
use super::trap::{Trap, raise};
use super::value::Value;
use super::vm::Vm;
use crate::lower::{Convert, FloatOp, IntOp};

impl Vm {
    #[inline]
    pub(super) fn int_op(&mut self, host: &mut dyn Host, op: IntOp) -> Result<(), Trap> {
        let (b, a) = (self.peek(0), self.peek(1));
        let result = match (a.shadow, b.shadow) {
            (None, None) => Value::int(int_op(op, a.as_int(), b.as_int())?),
            _ => self.symbolic_op(host, op, a, b, 32)?,
        };
        self.sp -= 1;
        self.stack[self.sp - 1] = result;
        Ok(())
    }

    #[inline]
    pub(super) fn long_op(&mut self, host: &mut dyn Host, op: IntOp) -> Result<(), Trap> {
        let shift = matches!(op, IntOp::Shl | IntOp::Shr | IntOp::Ushr);
        let right = if shift { 1 } else { 2 };
        let (b, a) = (self.stack[self.sp - right], self.stack[self.sp - right - 2]);
        let result = match (a.shadow, b.shadow) {
            (None, None) if shift => Value::long(long_op(op, a.as_long(), i64::from(b.as_int()))?),
            (None, None) => Value::long(long_op(op, a.as_long(), b.as_long())?),
            _ => self.symbolic_op(host, op, a, b, 64)?,
        };
        self.sp -= right;
        self.stack[self.sp - 2] = result;
        Ok(())
    }

    pub(super) fn float_op(&mut self, host: &mut dyn Host, op: FloatOp) -> Result<(), Trap> {
        let (mut b, mut a) = (self.peek(0), self.peek(1));
        let result = match float::operation(host.pool(), float::FLOAT, op, a, b) {
            Some(result) => result,
            None => {
                a = self.taken(host, a, 32, REMAINDER)?;
                b = self.taken(host, b, 32, REMAINDER)?;
                Value::float(float_op(op, a.as_float(), b.as_float()))
            }
        };
        self.sp -= 2;
        self.push(result);
        Ok(())
    }

    pub(super) fn double_op(&mut self, host: &mut dyn Host, op: FloatOp) -> Result<(), Trap> {
        let (mut b, mut a) = (self.peek(1), self.peek(3));
        let result = match float::operation(host.pool(), float::DOUBLE, op, a, b) {
            Some(result) => result,
            None => {
                a = self.taken(host, a, 64, REMAINDER)?;
                b = self.taken(host, b, 64, REMAINDER)?;
                Value::double(double_op(op, a.as_double(), b.as_double()))
            }
        };
        self.sp -= 4;
        self.push_wide(result);
        Ok(())
    }

    pub(super) fn negate_float(&mut self, host: &mut dyn Host) {
        let value = self.pop();
        self.push(match value.shadow {
            None => Value::float(-value.as_float()),
            Some(term) => Value::symbolic(Floats::new(host.pool(), float::FLOAT).negate(term)),
        });
    }

    pub(super) fn negate_double(&mut self, host: &mut dyn Host) {
        let value = self.pop_wide();
        self.push_wide(match value.shadow {
            None => Value::double(-value.as_double()),
            Some(term) => Value::symbolic(Floats::new(host.pool(), float::DOUBLE).negate(term)),
        });
    }

    pub(super) fn compare_floats(&mut self, host: &mut dyn Host, nan: i8) {
        let (b, a) = (self.pop(), self.pop());
        let order = || a.as_float().partial_cmp(&b.as_float());
        self.push(float::compared(host.pool(), float::FLOAT, a, b, nan, order));
    }

    pub(super) fn compare_doubles(&mut self, host: &mut dyn Host, nan: i8) {
        let (b, a) = (self.pop_wide(), self.pop_wide());
        let order = || a.as_double().partial_cmp(&b.as_double());
        self.push(float::compared(host.pool(), float::DOUBLE, a, b, nan, order));
    }

    pub(super) fn increment(&mut self, host: &mut dyn Host, local: u16, by: i16) {
        let at = self.base + usize::from(local);
        let value = self.stack[at];
        self.stack[at] = match value.shadow {
            None => Value::int(value.as_int().wrapping_add(by.into())),
            Some(_) => super::shadow::add(host.pool(), value, Value::int(by.into()), 32),
        };
    }

    pub(super) fn negate(&mut self, host: &mut dyn Host, width: u32) {
        let at = self.sp - if width == 64 { 2 } else { 1 };
        let value = self.stack[at];
        self.stack[at] = match (value.shadow, width) {
            (Some(term), _) => super::shadow::negate(host.pool(), term),
            (None, 64) => Value::long(value.as_long().wrapping_neg()),
            (None, _) => Value::int(value.as_int().wrapping_neg()),
        };
    }

    pub(super) fn compare_longs(&mut self, host: &mut dyn Host) {
        let (b, a) = (self.pop_wide(), self.pop_wide());
        let result = match (a.shadow, b.shadow) {
            (None, None) => Value::int(a.as_long().cmp(&b.as_long()) as i32),
            _ => super::shadow::compare(host.pool(), a, b),
        };
        self.push(result);
    }

    pub(super) fn convert(&mut self, host: &mut dyn Host, convert: Convert) {
        let wide = matches!(
            convert,
            Convert::LongToInt
                | Convert::LongToFloat
                | Convert::LongToDouble
                | Convert::DoubleToInt
                | Convert::DoubleToLong
                | Convert::DoubleToFloat
        );
        let at = self.sp - if wide { 2 } else { 1 };
        let value = self.stack[at];
        let result = match value.shadow {
            Some(term) => super::shadow::convert(host.pool(), convert, term),
            None => converted(convert, value),
        };
        self.finish_convert(at, convert, result);
    }

    fn finish_convert(&mut self, at: usize, convert: Convert, result: Value) {
        self.sp = at;
        let wide = matches!(
            convert,
            Convert::IntToLong
                | Convert::IntToDouble
                | Convert::LongToDouble
                | Convert::FloatToLong
                | Convert::FloatToDouble
                | Convert::DoubleToLong
        );
        if wide { self.push_wide(result) } else { self.push(result) }
    }
}

pub(super) fn converted(convert: Convert, value: Value) -> Value {
    let (int, long) = (value.as_int(), value.as_long());
    let (float, double) = (value.as_float(), value.as_double());
    // Casts of floats to integers in Rust are those of Java: NaN is zero, the rest saturates.
    match convert {
        Convert::IntToLong => Value::long(int.into()),
        Convert::IntToFloat => Value::float(int as f32),
        Convert::IntToDouble => Value::double(int.into()),
        Convert::LongToInt => Value::int(long as i32),
        Convert::LongToFloat => Value::float(long as f32),
        Convert::LongToDouble => Value::double(long as f64),
        Convert::FloatToInt => Value::int(float as i32),
        Convert::FloatToLong => Value::long(float as i64),
        Convert::FloatToDouble => Value::double(float.into()),
        Convert::DoubleToInt => Value::int(double as i32),
        Convert::DoubleToLong => Value::long(double as i64),
        Convert::DoubleToFloat => Value::float(double as f32),
        Convert::IntToByte => Value::int((int as i8).into()),
        Convert::IntToChar => Value::int((int as u16).into()),
        Convert::IntToShort => Value::int((int as i16).into()),
    }
}

pub(super) fn by_zero() -> Trap {
    raise("java/lang/ArithmeticException", "/ by zero")
}

/// What is said where a remainder of floating-point numbers is taken on one value of many.
const REMAINDER: &str = "an operand of `%` on floating-point numbers";

fn float_op(op: FloatOp, a: f32, b: f32) -> f32 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
    }
}

fn double_op(op: FloatOp, a: f64, b: f64) -> f64 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
    }
}

#[inline]
pub(super) fn int_op(op: IntOp, a: i32, b: i32) -> Result<i32, Trap> {
    Ok(match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::Div | IntOp::Rem if b == 0 => return Err(by_zero()),
        IntOp::Div => a.wrapping_div(b),
        IntOp::Rem => a.wrapping_rem(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl => a.wrapping_shl(b as u32),
        IntOp::Shr => a.wrapping_shr(b as u32),
        IntOp::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
    })
}

#[inline]
pub(super) fn long_op(op: IntOp, a: i64, b: i64) -> Result<i64, Trap> {
    Ok(match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::Div | IntOp::Rem if b == 0 => return Err(by_zero()),
        IntOp::Div => a.wrapping_div(b),
        IntOp::Rem => a.wrapping_rem(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl => a.wrapping_shl(b as u32),
        IntOp::Shr => a.wrapping_shr(b as u32),
        IntOp::Ushr => (a as u64).wrapping_shr(b as u32) as i64,
    })
}
