//! Files and the standard streams.

use std::sync::PoisonError;

use machine::Host;

use super::super::files::{Content, JDK_FOLDER, Kind, RESOURCE_FOLDER, STANDARD_INPUT, absolute};
use super::super::heap::{Array, Body, Elems};
use super::super::load::unreadable;
use super::super::object::gap;
use super::super::shadow::convert;
use super::super::trap::{Trap, null_pointer, raise, raise_bare};
use super::super::value::{Ref, Value};
use super::super::vm::{OutputStream, Vm};
use super::{Args, NativeFn, Outcome};
use crate::lower::{Convert, IntOp};
use crate::note::Note;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/io/FileDescriptor", "getHandle") => |_, _, _| Outcome::long(-1),
        ("java/io/FileDescriptor", "getAppend") => |_, _, _| Outcome::bool(false),
        ("java/io/FileDescriptor", "sync" | "cleanupClose0") => |_, _, _| Ok(Outcome::Void),
        ("java/io/FileDescriptor", "close0") => close,
        // Nothing is collected, so nothing is closed by that.
        ("java/io/FileCleanable", "register" | "unregister") => |_, _, _| Ok(Outcome::Void),
        ("java/io/Console", "istty") => |_, _, _| Outcome::bool(false),
        ("java/io/FileInputStream", "open0") => open_to_read,
        ("java/io/FileOutputStream", "open0") => open_to_write,
        ("java/io/RandomAccessFile", "open0") => open_both,
        ("java/io/FileInputStream" | "java/io/RandomAccessFile", "readBytes") => read_bytes,
        ("java/io/FileInputStream" | "java/io/RandomAccessFile", "read0") => read_one,
        ("java/io/FileOutputStream" | "java/io/RandomAccessFile", "writeBytes") => write_bytes,
        ("java/io/FileOutputStream", "write") if descriptor == "(IZ)V" => write_one,
        ("java/io/RandomAccessFile", "write0") => write_one,
        ("java/io/FileInputStream", "available0") => |vm, _, args| {
            meet_input(vm, number(vm, args));
            let (at, len) = position(vm, args);
            Outcome::int((len - at).try_into().unwrap_or(i32::MAX))
        },
        ("java/io/FileInputStream", "length0") | ("java/io/RandomAccessFile", "length") => {
            |vm, _, args| Outcome::long(position(vm, args).1)
        }
        ("java/io/FileInputStream", "position0")
        | ("java/io/RandomAccessFile", "getFilePointer") => {
            |vm, _, args| Outcome::long(position(vm, args).0)
        }
        ("java/io/FileInputStream", "skip0") => skip,
        ("java/io/RandomAccessFile", "seek0") => |vm, host, args| {
            let to = long_arg(vm, host, args, 1)?;
            vm.files.seek(number(vm, args), to.max(0) as usize);
            Ok(Outcome::Void)
        },
        ("java/io/RandomAccessFile", "setLength") => |vm, host, args| {
            let len = long_arg(vm, host, args, 1)?;
            vm.files.resize(number(vm, args), len.max(0) as usize);
            Ok(Outcome::Void)
        },
        ("java/io/UnixFileSystem", name) => return file_system(name),
        _ => return None,
    })
}

/// Questions on files by their names.
fn file_system(name: &str) -> Option<NativeFn> {
    Some(match name {
        "getBooleanAttributes0" => |vm, _, args| {
            /// There, a file, a folder: as `FileSystem` numbers them.
            const THERE: i32 = 1;
            const FILE: i32 = 2;
            const FOLDER: i32 = 4;
            Outcome::int(match kind_of_file(vm, args, 1)? {
                Kind::File => THERE | FILE,
                Kind::Folder => THERE | FOLDER,
                Kind::Gone | Kind::Unknown => 0,
            })
        },
        "checkAccess" => |vm, _, args| {
            let kind = kind_of_file(vm, args, 1)?;
            Outcome::bool(matches!(kind, Kind::File | Kind::Folder))
        },
        "getLength" => |vm, _, args| {
            kind_of_file(vm, args, 1)?;
            let name = file_name(vm, vm.arg_ref(args, 1))?;
            Outcome::long(vm.files.len(&name) as i64)
        },
        "getLastModifiedTime" => |vm, _, args| {
            vm.note(Note::Fixed("the time of the day"));
            let is_there = matches!(kind_of_file(vm, args, 1)?, Kind::File | Kind::Folder);
            Outcome::long(if is_there { super::lang::FIXED_MILLIS } else { 0 })
        },
        "createFileExclusively" => |vm, _, args| {
            let name = absolute(&vm.known_text(vm.arg_ref(args, 1), "the name of a file")?);
            let is_new = matches!(kind_of(vm, &name)?, Kind::Gone | Kind::Unknown);
            if is_new {
                vm.files.put(name, Content::default());
            }
            Outcome::bool(is_new)
        },
        "createDirectory" => |vm, _, args| {
            let name = file_name(vm, vm.arg_ref(args, 1))?;
            let is_new = matches!(kind_of(vm, &name)?, Kind::Gone | Kind::Unknown);
            if is_new {
                vm.files.put_folder(name);
            }
            Outcome::bool(is_new)
        },
        "delete0" => |vm, _, args| {
            kind_of_file(vm, args, 1)?;
            let name = file_name(vm, vm.arg_ref(args, 1))?;
            Outcome::bool(vm.files.remove(&name))
        },
        "rename0" => |vm, _, args| {
            kind_of_file(vm, args, 1)?;
            let [from, to] = [1, 2].map(|slot| file_name(vm, vm.arg_ref(args, slot)));
            Outcome::bool(vm.files.rename(&from?, to?))
        },
        "list" => list,
        "canonicalize0" => |vm, _, args| {
            let name = vm.known_text(vm.arg_ref(args, 1), "the name of a file")?;
            Outcome::object(vm.new_text(&absolute(&name))?)
        },
        "setPermission" | "setLastModifiedTime" | "setReadOnly" => |_, _, _| Outcome::bool(true),
        "getNameMax0" => |_, _, _| Outcome::long(255),
        _ => return None,
    })
}

/// The absolute name of a `java.io.File`.
fn file_name(vm: &Vm, file: Ref) -> Result<String, Trap> {
    if file.is_null() {
        return Err(null_pointer());
    }
    let path = vm.get_named(file, "path").as_ref();
    Ok(absolute(&vm.known_text(path, "the name of a file")?))
}

fn kind_of_file(vm: &mut Vm, args: Args, slot: usize) -> Result<Kind, Trap> {
    let name = file_name(vm, vm.arg_ref(args, slot))?;
    kind_of(vm, &name)
}

/// What there is of this name. That nothing is there which the program did not make is noted.
pub(super) fn kind_of(vm: &mut Vm, name: &str) -> Result<Kind, Trap> {
    Ok(match vm.files.kind(name) {
        Kind::Unknown if fetch(vm, name)? => Kind::File,
        Kind::Unknown => {
            vm.note(Note::NoFiles);
            Kind::Unknown
        }
        kind => kind,
    })
}

/// Brings a file of the JDK or of the class path into view; whether there is one.
fn fetch(vm: &mut Vm, name: &str) -> Result<bool, Trap> {
    let below = |folder: &str| name.strip_prefix(folder)?.strip_prefix('/');
    let found = match (below(JDK_FOLDER), below(RESOURCE_FOLDER)) {
        (Some(inside), _) => vm.path.jdk_file(inside),
        (_, Some(inside)) => vm.path.resource(inside).map_err(unreadable)?,
        (None, None) => None,
    };
    let is_there = found.is_some();
    if let Some(bytes) = found {
        vm.files.put(name.to_owned(), Content::known(bytes));
    }
    Ok(is_there)
}

fn list(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    if kind_of_file(vm, args, 1)? != Kind::Folder {
        return Outcome::null();
    }
    let name = file_name(vm, vm.arg_ref(args, 1))?;
    let names = vm.files.inside(&name);
    let texts = names.iter().map(|name| vm.new_text(name)).collect::<Result<Vec<Ref>, Trap>>()?;
    let class = vm.load("[Ljava/lang/String;")?;
    Outcome::object(vm.heap.add(class, Body::Array(Array::new(Elems::Refs(texts.into())))))
}

/// The number of the open file behind a stream.
fn number(vm: &Vm, args: Args) -> i32 {
    let descriptor = vm.get_named(vm.arg_ref(args, 0), "fd").as_ref();
    vm.get_named(descriptor, "fd").as_int()
}

/// Gets more of the standard input where a program has read all that is known of it. That it is empty
/// is noted where nothing else was said.
fn meet_input(vm: &mut Vm, number: i32) {
    if number != STANDARD_INPUT {
        return;
    }
    let Some(input) = &vm.input else { return vm.note(Note::NoInput) };
    let is_read = vm.files.position(number).is_none_or(|(at, len)| at >= len);
    if is_read {
        let more = input.lock().unwrap_or_else(PoisonError::into_inner)();
        vm.files.add_input(&more);
    }
}

fn position(vm: &Vm, args: Args) -> (i64, i64) {
    let (at, len) = vm.files.position(number(vm, args)).unwrap_or((0, 0));
    (at as i64, len as i64)
}

fn long_arg(vm: &mut Vm, host: &mut dyn Host, args: Args, slot: usize) -> Result<i64, Trap> {
    let value = vm.arg(args, slot);
    let known = match value.shadow {
        None => value,
        Some(term) => vm.known(host, term, 64, "a place in a file")?,
    };
    Ok(known.as_long())
}

fn set_number(vm: &mut Vm, args: Args, number: i32) {
    let descriptor = vm.get_named(vm.arg_ref(args, 0), "fd").as_ref();
    vm.set_named(descriptor, "fd", Value::int(number));
}

fn missing(name: &str) -> Trap {
    raise("java/io/FileNotFoundException", format!("{name} (No such file or directory)"))
}

/// Opens a file to read. Whether one is there that the program did not make, and what is in it,
/// cannot be known.
fn open_to_read(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let given = vm.known_text(vm.arg_ref(args, 1), "the name of a file")?;
    let name = absolute(&given);
    match kind_of(vm, &name)? {
        Kind::File => {
            let number = vm.files.open(name, false);
            set_number(vm, args, number);
            Ok(Outcome::Void)
        }
        Kind::Folder => {
            Err(raise("java/io/FileNotFoundException", format!("{given} (Is a directory)")))
        }
        Kind::Gone => Err(missing(&given)),
        Kind::Unknown if name.starts_with(JDK_FOLDER) => Err(missing(&given)),
        Kind::Unknown => Err(gap("a file that the program did not write")),
    }
}

fn open_to_write(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let given = vm.known_text(vm.arg_ref(args, 1), "the name of a file")?;
    let (name, appends) = (absolute(&given), vm.arg(args, 2).as_bool());
    let is_old = match kind_of(vm, &name)? {
        Kind::Folder => {
            return Err(raise(
                "java/io/FileNotFoundException",
                format!("{given} (Is a directory)"),
            ));
        }
        Kind::File => true,
        Kind::Gone | Kind::Unknown => false,
    };
    if !(is_old && appends) {
        vm.files.put(name.clone(), Content::default());
    }
    let number = vm.files.open(name, appends);
    set_number(vm, args, number);
    Ok(Outcome::Void)
}

fn open_both(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    /// The bit of the mode that says that the file is only read.
    const READ_ONLY: i32 = 1;
    let name = absolute(&vm.known_text(vm.arg_ref(args, 1), "the name of a file")?);
    if vm.arg_int(host, args, 2)? & READ_ONLY != 0 {
        return open_to_read(vm, host, args);
    }
    if kind_of(vm, &name)? != Kind::File {
        vm.files.put(name.clone(), Content::default());
    }
    let number = vm.files.open(name, false);
    set_number(vm, args, number);
    Ok(Outcome::Void)
}

fn close(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let descriptor = vm.arg_ref(args, 0);
    let number = vm.get_named(descriptor, "fd").as_int();
    vm.files.close(number);
    vm.set_named(descriptor, "fd", Value::int(-1));
    Ok(Outcome::Void)
}

fn skip(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let by = long_arg(vm, host, args, 1)?;
    meet_input(vm, number(vm, args));
    let to = position(vm, args).0.saturating_add(by).max(0);
    vm.files.seek(number(vm, args), to as usize);
    Outcome::long(by)
}

fn read_one(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let from = number(vm, args);
    meet_input(vm, from);
    let Some(byte) = vm.files.read(from, 1).and_then(|read| read.first().copied()) else {
        return Outcome::int(-1);
    };
    Ok(Outcome::One(match byte.shadow {
        None => Value::int(i32::from(byte.bits as u8)),
        Some(_) => {
            let mask = Value::int(0xFF);
            vm.symbolic_op(host, IntOp::And, byte, mask, 32)?
        }
    }))
}

fn read_bytes(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (array, at) = (vm.arg_ref(args, 1), vm.arg_int(host, args, 2)?);
    let len = vm.arg_int(host, args, 3)?;
    let room = vm.heap.array(array).ok_or_else(null_pointer)?.len();
    if at < 0 || len < 0 || (at as usize).saturating_add(len as usize) > room {
        return Err(raise_bare("java/lang/IndexOutOfBoundsException"));
    }
    if len == 0 {
        return Outcome::int(0);
    }
    let from = number(vm, args);
    meet_input(vm, from);
    let Some(read) = vm.files.read(from, len as usize) else { return Outcome::int(-1) };
    for (offset, byte) in (0..).zip(&read) {
        vm.set_element(array, at + offset, *byte)?;
    }
    Outcome::int(read.len() as i32)
}

fn write_one(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let value = vm.arg(args, 1);
    let narrowed = value.shadow.map(|term| convert(host.pool(), Convert::IntToByte, term));
    write(vm, args, &[narrowed.unwrap_or(value)])
}

fn write_bytes(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (from, len) = (vm.arg_int(host, args, 2)?, vm.arg_int(host, args, 3)?);
    let array = vm.heap.array(vm.arg_ref(args, 1)).ok_or_else(null_pointer)?;
    if from < 0 || len < 0 || (from as usize).saturating_add(len as usize) > array.len() {
        return Err(raise_bare("java/lang/IndexOutOfBoundsException"));
    }
    let range = from as usize..from as usize + len as usize;
    let bytes: Vec<Value> = range.map(|at| array.get(at)).collect();
    write(vm, args, &bytes)
}

fn write(vm: &mut Vm, args: Args, bytes: &[Value]) -> Result<Outcome, Trap> {
    // A byte that is not known has no place in a text; nothing depends on what is shown.
    let shown = |byte: &Value| if byte.shadow.is_some() { b'?' } else { byte.bits as u8 };
    match number(vm, args) {
        1 => vm.print(OutputStream::Output, &bytes.iter().map(shown).collect::<Vec<u8>>()),
        2 => vm.print(OutputStream::Errors, &bytes.iter().map(shown).collect::<Vec<u8>>()),
        number if vm.files.write(number, bytes) => {}
        _ => return Err(raise("java/io/IOException", "Stream Closed")),
    }
    Ok(Outcome::Void)
}
