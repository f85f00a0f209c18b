//! Bytes. They are values like all others: what changes some of them makes new ones.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::ToPrimitive;
use term::{Int, MOST_BITS};
use triomphe::Arc;

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("BYTES.empty", |_, _| Ok(Value::bytes(Vec::new()))),
    ("BYTES.bytes2int", to_int),
    ("BYTES.int2bytes", of_int),
    ("BYTES.int2bytesNoLen", of_int_as_short_as_possible),
    ("BYTES.bytes2string", |_, a| {
        let text: String = bytes(&a[0])?.iter().map(|byte| char::from(*byte)).collect();
        Ok(Value::str(&text))
    }),
    ("BYTES.bytes2hex", |_, a| {
        let text: String = bytes(&a[0])?.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Value::str(&text))
    }),
    ("BYTES.string2bytes", |c, a| latin(c, text(&a[0])?)),
    ("BYTES.decodeBytes", decode),
    ("BYTES.encodeBytes", encode),
    ("BYTES.update", update),
    ("BYTES.get", |c, a| {
        let at = place(c, &a[1])?;
        match bytes(&a[0])?.get(at) {
            Some(byte) => Ok(Value::int(i64::from(*byte))),
            None => c.undefined("a byte behind the last one"),
        }
    }),
    ("BYTES.substr", |c, a| {
        let (start, end) = (place(c, &a[1])?, place(c, &a[2])?);
        match bytes(&a[0])?.get(start..end) {
            Some(part) => Ok(Value::bytes(part.to_vec())),
            None => c.undefined("a part of bytes at such places"),
        }
    }),
    ("BYTES.replaceAt", replace_at),
    ("BYTES.memset", fill),
    ("BYTES.padRight", |c, a| pad(c, a, |bytes, length, byte| bytes.resize(length, byte))),
    ("BYTES.padLeft", |c, a| {
        pad(c, a, |bytes, length, byte| {
            let missing = length - bytes.len();
            bytes.splice(0..0, std::iter::repeat_n(byte, missing));
        })
    }),
    ("BYTES.reverse", |_, a| {
        let mut bytes = taken(&mut a[0])?;
        Arc::make_mut(&mut bytes).reverse();
        Ok(Value::Bytes(bytes))
    }),
    ("BYTES.length", |_, a| Ok(Value::int(bytes(&a[0])?.len() as i64))),
    ("BYTES.concat", |_, a| {
        let mut front = taken(&mut a[0])?;
        Arc::make_mut(&mut front).extend_from_slice(bytes(&a[1])?);
        Ok(Value::Bytes(front))
    }),
];

/// More bytes than this are never made at once.
const MOST: usize = 1 << 28;

fn bytes(value: &Value) -> Result<&[u8], Halt> {
    match value {
        Value::Bytes(bytes) => Ok(bytes),
        _ => wrong_sort("bytes"),
    }
}

fn taken(value: &mut Value) -> Result<Arc<Vec<u8>>, Halt> {
    match std::mem::take(value) {
        Value::Bytes(bytes) => Ok(bytes),
        _ => wrong_sort("bytes"),
    }
}

fn text(value: &Value) -> Result<&str, Halt> {
    match value {
        Value::Str(text) => Ok(text),
        Value::Sym(..) => Err(symbolic()),
        _ => wrong_sort("bytes of a text"),
    }
}

fn symbolic() -> Halt {
    Halt::Unsupported("bytes with symbolic values".to_owned())
}

fn number(value: &Value) -> Result<&Int, Halt> {
    match value {
        Value::Int(number) => Ok(number),
        Value::Sym(..) => Err(symbolic()),
        _ => wrong_sort("bytes"),
    }
}

/// A place or a length: a number that is not negative.
fn place(ctx: &Ctx<'_>, value: &Value) -> Result<usize, Halt> {
    let number = number(value)?;
    match number.to_i64().and_then(|number| usize::try_from(number).ok()) {
        Some(place) if place <= MOST => Ok(place),
        Some(_) => Err(Halt::Unsupported("so many bytes".to_owned())),
        None => ctx.undefined("a place among bytes that is no place"),
    }
}

fn byte(ctx: &Ctx<'_>, value: &Value) -> Result<u8, Halt> {
    match number(value)?.to_i64().and_then(|number| u8::try_from(number).ok()) {
        Some(byte) => Ok(byte),
        None => ctx.undefined("a byte that is not from 0 to 255"),
    }
}

/// Whether a constructor such as `LE` or `Signed` stands there.
fn is_label(ctx: &Ctx<'_>, value: &Value, name: &str) -> Result<bool, Halt> {
    match value {
        Value::Leaf(label) => Ok(ctx.program.signature.label_info(*label).name == name),
        _ => wrong_sort("bytes"),
    }
}

fn to_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let bytes = bytes(&args[0])?;
    let signed = is_label(ctx, &args[2], "signedBytes")?;
    let int = match (is_label(ctx, &args[1], "littleEndianBytes")?, signed) {
        (true, true) => BigInt::from_signed_bytes_le(bytes),
        (true, false) => BigInt::from_bytes_le(Sign::Plus, bytes),
        (false, true) => BigInt::from_signed_bytes_be(bytes),
        (false, false) => BigInt::from_bytes_be(Sign::Plus, bytes),
    };
    Ok(Value::Int(int.into()))
}

/// The lowest bytes of a number in two's complement.
fn of_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let length = place(ctx, &args[0])?;
    let int = number(&args[1])?.to_big();
    made(int, length, is_label(ctx, &args[2], "littleEndianBytes")?)
}

fn made(int: BigInt, length: usize, little: bool) -> Result<Value, Halt> {
    if length as u64 > MOST_BITS / 8 {
        return Err(Halt::Unsupported("a number of so many bytes".to_owned()));
    }
    let (_, mut bytes) = int.mod_floor(&(BigInt::from(1) << (8 * length))).to_bytes_le();
    bytes.resize(length, 0);
    if !little {
        bytes.reverse();
    }
    Ok(Value::bytes(bytes))
}

/// All of a number; nothing is zero, and a sign needs a bit of its own.
fn of_int_as_short_as_possible(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let int = number(&args[0])?.to_big();
    let little = is_label(ctx, &args[1], "littleEndianBytes")?;
    let signed = is_label(ctx, &args[2], "signedBytes")?;
    if int.sign() == Sign::Minus && !signed {
        return ctx.undefined("the bytes of a negative number without a sign");
    }
    // The bits besides the sign: those of `-1 - int` for a negative number.
    let bits =
        if int.sign() == Sign::Minus { (-&int - BigInt::from(1)).bits() } else { int.bits() };
    let is_zero = int.sign() == Sign::NoSign;
    let length = if is_zero { 0 } else { (bits + u64::from(signed)).div_ceil(8) };
    made(int, length.to_usize().unwrap_or(usize::MAX), little)
}

/// Every character as one byte.
fn latin(ctx: &Ctx<'_>, text: &str) -> Result<Value, Halt> {
    let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    match bytes {
        Some(bytes) => Ok(Value::bytes(bytes)),
        None => ctx.undefined("the bytes of a text with other characters than those of Latin-1"),
    }
}

fn decode(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let bytes = bytes(&args[1])?;
    match text(&args[0])? {
        "UTF-8" => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Value::str(text)),
            Err(_) => ctx.undefined("the text of bytes that are not UTF-8"),
        },
        "ISO-8859-1" => {
            Ok(Value::str(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>()))
        }
        "UTF-16LE" => decode_wide(ctx, bytes, u16::from_le_bytes),
        "UTF-16BE" => decode_wide(ctx, bytes, u16::from_be_bytes),
        "UTF-32LE" => decode_widest(ctx, bytes, u32::from_le_bytes),
        "UTF-32BE" => decode_widest(ctx, bytes, u32::from_be_bytes),
        other => Err(Halt::Unsupported(format!("the encoding `{other}`"))),
    }
}

fn decode_wide(ctx: &Ctx<'_>, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Value, Halt> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if bytes.len().is_multiple_of(2) => Ok(Value::str(&text)),
        Ok(_) | Err(_) => ctx.undefined("the text of bytes that are not UTF-16"),
    }
}

fn decode_widest(ctx: &Ctx<'_>, bytes: &[u8], code: fn([u8; 4]) -> u32) -> Result<Value, Halt> {
    let codes = bytes.chunks_exact(4).map(|four| code([four[0], four[1], four[2], four[3]]));
    let text: Option<String> = codes.map(char::from_u32).collect();
    match text {
        Some(text) if bytes.len().is_multiple_of(4) => Ok(Value::str(&text)),
        Some(_) | None => ctx.undefined("the text of bytes that are not UTF-32"),
    }
}

fn encode(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let contents = text(&args[1])?;
    let wide = |unit: fn(u16) -> [u8; 2]| contents.encode_utf16().flat_map(unit).collect();
    let widest =
        |code: fn(u32) -> [u8; 4]| contents.chars().flat_map(|c| code(u32::from(c))).collect();
    match text(&args[0])? {
        "UTF-8" => Ok(Value::bytes(contents.as_bytes().to_vec())),
        "ISO-8859-1" => latin(ctx, contents),
        "UTF-16LE" => Ok(Value::bytes(wide(u16::to_le_bytes))),
        "UTF-16BE" => Ok(Value::bytes(wide(u16::to_be_bytes))),
        "UTF-32LE" => Ok(Value::bytes(widest(u32::to_le_bytes))),
        "UTF-32BE" => Ok(Value::bytes(widest(u32::to_be_bytes))),
        other => Err(Halt::Unsupported(format!("the encoding `{other}`"))),
    }
}

fn update(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let (at, byte) = (place(ctx, &args[1])?, byte(ctx, &args[2])?);
    let mut bytes = taken(&mut args[0])?;
    match Arc::make_mut(&mut bytes).get_mut(at) {
        Some(own) => *own = byte,
        None => return ctx.undefined("a byte behind the last one"),
    }
    Ok(Value::Bytes(bytes))
}

fn replace_at(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let at = place(ctx, &args[1])?;
    let mut all = taken(&mut args[0])?;
    let new = bytes(&args[2])?;
    if new.is_empty() && at <= all.len() {
        return Ok(Value::Bytes(all));
    }
    match Arc::make_mut(&mut all).get_mut(at..at.saturating_add(new.len())) {
        Some(part) => part.copy_from_slice(new),
        None => return ctx.undefined("bytes behind the last one"),
    }
    Ok(Value::Bytes(all))
}

fn fill(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let (at, count, byte) = (place(ctx, &args[1])?, place(ctx, &args[2])?, byte(ctx, &args[3])?);
    let mut all = taken(&mut args[0])?;
    match Arc::make_mut(&mut all).get_mut(at..at + count) {
        Some(part) => part.fill(byte),
        None => return ctx.undefined("bytes behind the last one"),
    }
    Ok(Value::Bytes(all))
}

fn pad(
    ctx: &Ctx<'_>,
    args: &mut [Value],
    lengthen: fn(&mut Vec<u8>, usize, u8),
) -> Result<Value, Halt> {
    let (length, byte) = (place(ctx, &args[1])?, byte(ctx, &args[2])?);
    let mut bytes = taken(&mut args[0])?;
    if bytes.len() < length {
        lengthen(Arc::make_mut(&mut bytes), length, byte);
    }
    Ok(Value::Bytes(bytes))
}
