//! Standard output and error; there are no other files.

use machine::Host;

use super::super::heap::Elems;
use super::super::object::gap;
use super::super::trap::Trap;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/io/FileOutputStream", "writeBytes") => write_bytes,
        ("java/io/FileDescriptor", "getHandle") => |_, _, _| Outcome::long(-1),
        ("java/io/FileDescriptor", "getAppend") => |_, _, _| Outcome::bool(false),
        ("java/io/FileInputStream", "readBytes" | "read0") => |_, _, _| Outcome::int(-1),
        ("java/io/FileInputStream", "available0") => |_, _, _| Outcome::int(0),
        ("java/io/FileInputStream" | "java/io/FileOutputStream", "open0")
        | ("java/io/RandomAccessFile", "open0") => |_, _, _| Err(gap("a file that is opened")),
        ("java/io/Console", "istty") => |_, _, _| Outcome::bool(false),
        _ => return None,
    })
}

fn write_bytes(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let descriptor = vm.get_named(vm.arg_ref(args, 0), "fd").as_ref();
    let number = vm.get_named(descriptor, "fd").as_int();
    let (from, len) = (vm.arg_int(host, args, 2)?, vm.arg_int(host, args, 3)?);
    let Some(array) = vm.heap.array(vm.arg_ref(args, 1)) else { return Ok(Outcome::Void) };
    let Elems::Bytes(bytes) = &array.elems else { return Ok(Outcome::Void) };
    let range = from.max(0) as usize..(from.max(0) as usize).saturating_add(len.max(0) as usize);
    let written: Vec<u8> = (range.start..range.end.min(bytes.len()))
        // A byte that is not known has no place in a text; nothing depends on what is shown.
        .map(|at| if array.get(at).shadow.is_some() { b'?' } else { bytes[at] as u8 })
        .collect();
    match number {
        1 => vm.output.extend(written),
        2 => vm.errors.extend(written),
        _ => return Err(gap("a file that is written to")),
    }
    Ok(Outcome::Void)
}
