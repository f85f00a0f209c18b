//! Checksums of `java.util.zip`.

use machine::Host;

use super::super::object::gap;
use super::super::trap::{Trap, null_pointer};
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/util/zip/CRC32", "update") if descriptor == "(II)I" => {
            |vm, host, args| update_one(vm, host, args, crc32)
        }
        ("java/util/zip/CRC32", "updateBytes0") => |vm, host, args| update(vm, host, args, crc32),
        ("java/util/zip/Adler32", "update") if descriptor == "(II)I" => {
            |vm, host, args| update_one(vm, host, args, adler32)
        }
        ("java/util/zip/Adler32", "updateBytes") => {
            |vm, host, args| update(vm, host, args, adler32)
        }
        _ => return None,
    })
}

/// A checksum with one more byte.
type Step = fn(u32, u8) -> u32;

fn update_one(vm: &mut Vm, host: &mut dyn Host, args: Args, step: Step) -> Result<Outcome, Trap> {
    let (sum, byte) = (vm.arg_int(host, args, 0)?, vm.arg_int(host, args, 1)?);
    Outcome::int(step(sum as u32, byte as u8) as i32)
}

fn update(vm: &mut Vm, host: &mut dyn Host, args: Args, step: Step) -> Result<Outcome, Trap> {
    let [sum, from, len] = [0, 2, 3].map(|slot| vm.arg_int(host, args, slot));
    let (sum, from, len) = (sum?, from?.max(0) as usize, len?.max(0) as usize);
    let array = vm.heap.array(vm.arg_ref(args, 1)).ok_or_else(null_pointer)?;
    let mut sum = sum as u32;
    for at in from..array.len().min(from.saturating_add(len)) {
        let byte = array.get(at);
        if byte.shadow.is_some() {
            return Err(gap("a checksum of unknown bytes"));
        }
        sum = step(sum, byte.bits as u8);
    }
    Outcome::int(sum as i32)
}

fn crc32(sum: u32, byte: u8) -> u32 {
    let mut bits = !sum ^ u32::from(byte);
    for _ in 0..8 {
        bits = if bits & 1 == 1 { bits >> 1 ^ 0xEDB8_8320 } else { bits >> 1 };
    }
    !bits
}

fn adler32(sum: u32, byte: u8) -> u32 {
    const BASE: u32 = 65_521;
    let low = ((sum & 0xFFFF) + u32::from(byte)) % BASE;
    let high = ((sum >> 16) + low) % BASE;
    high << 16 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_that_are_published() {
        let sum = |start: u32, step: Step| b"123456789".iter().fold(start, |sum, b| step(sum, *b));
        assert_eq!(sum(0, crc32), 0xCBF4_3926);
        assert_eq!(sum(1, adler32), 0x091E_01DE);
    }
}
