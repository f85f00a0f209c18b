//! `java.nio.file`: paths are the JDK's own; what is asked of the file system goes to the files of
//! the machine.

use machine::Host;

use super::super::files::{Content, Kind, absolute};
use super::super::heap::{Array, Elems};
use super::super::object::gap;
use super::super::trap::{Trap, null_pointer, raise};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::io::kind_of;
use super::{Args, NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("sun/nio/fs/UnixNativeDispatcher", "init") => |_, _, _| Outcome::int(0),
        ("sun/nio/fs/UnixNativeDispatcher", "getcwd") => {
            |vm, _, _| Outcome::object(vm.byte_array(b"/")?)
        }
        ("java/nio/file/spi/FileSystemProvider", "newInputStream") => |vm, host, args| {
            let name = known_file(vm, args, 1)?;
            Outcome::object(input(vm, host, &name)?)
        },
        ("java/nio/file/spi/FileSystemProvider", "newOutputStream") => output,
        ("java/nio/file/Files", "readAllBytes") => |vm, host, args| {
            let name = known_file(vm, args, 0)?;
            let stream = Value::reference(input(vm, host, &name)?);
            let class = "java/io/FileInputStream";
            let bytes = vm.call_named(host, class, "readAllBytes", "()[B", &[stream])?;
            Ok(Outcome::One(bytes.unwrap_or(Value::NULL)))
        },
        ("java/nio/file/Files", "size") => |vm, _, args| {
            let name = known_file(vm, args, 0)?;
            Outcome::long(vm.files.len(&absolute(&name)) as i64)
        },
        ("sun/nio/fs/UnixFileSystemProvider", "exists") => {
            |vm, _, args| is(vm, args, |kind| matches!(kind, Kind::File | Kind::Folder))
        }
        ("sun/nio/fs/UnixFileSystemProvider", "isDirectory") => {
            |vm, _, args| is(vm, args, |kind| kind == Kind::Folder)
        }
        ("sun/nio/fs/UnixFileSystemProvider", "isRegularFile") => {
            |vm, _, args| is(vm, args, |kind| kind == Kind::File)
        }
        ("sun/nio/fs/UnixFileSystemProvider", "checkAccess") => |vm, _, args| {
            let name = path_name(vm, vm.arg_ref(args, 1))?;
            match kind_of(vm, &absolute(&name))? {
                Kind::File | Kind::Folder => Ok(Outcome::Void),
                Kind::Gone | Kind::Unknown => Err(missing(&name)),
            }
        },
        ("sun/nio/fs/UnixFileSystemProvider", "implDelete") => delete,
        ("sun/nio/fs/UnixFileSystemProvider", "createDirectory") => |vm, _, args| {
            let name = path_name(vm, vm.arg_ref(args, 1))?;
            match kind_of(vm, &absolute(&name))? {
                Kind::File | Kind::Folder => {
                    Err(raise("java/nio/file/FileAlreadyExistsException", name))
                }
                Kind::Gone | Kind::Unknown => {
                    vm.files.put_folder(absolute(&name));
                    Ok(Outcome::Void)
                }
            }
        },
        ("sun/nio/fs/UnixFileSystemProvider", "newByteChannel" | "newFileChannel") => {
            |_, _, _| Err(gap("a channel of a file"))
        }
        _ => return None,
    })
}

fn missing(name: &str) -> Trap {
    raise("java/nio/file/NoSuchFileException", name)
}

/// The name that a path of the JDK has, as it was given.
fn path_name(vm: &Vm, path: Ref) -> Result<String, Trap> {
    if path.is_null() {
        return Err(null_pointer());
    }
    let bytes = vm.get_named(path, "path").as_ref();
    match vm.heap.array(bytes) {
        Some(array) if array.has_shadows() => Err(gap("the name of a file that is not known")),
        Some(Array { elems: Elems::Bytes(bytes), .. }) => {
            let bytes: Vec<u8> = bytes.iter().map(|byte| *byte as u8).collect();
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
        Some(_) | None => Err(gap("a path of another file system")),
    }
}

/// The name of a file whose content is known, since the program made it.
fn known_file(vm: &mut Vm, args: Args, slot: usize) -> Result<String, Trap> {
    let name = path_name(vm, vm.arg_ref(args, slot))?;
    match kind_of(vm, &absolute(&name))? {
        Kind::File => Ok(name),
        Kind::Folder => Err(raise("java/io/IOException", "Is a directory")),
        Kind::Gone => Err(missing(&name)),
        Kind::Unknown => Err(gap("a file that the program did not write")),
    }
}

fn is(vm: &mut Vm, args: Args, test: fn(Kind) -> bool) -> Result<Outcome, Trap> {
    let name = path_name(vm, vm.arg_ref(args, 1))?;
    Outcome::bool(test(kind_of(vm, &absolute(&name))?))
}

fn input(vm: &mut Vm, host: &mut dyn Host, name: &str) -> Result<Ref, Trap> {
    let name = Value::reference(vm.new_text(name)?);
    vm.construct(host, "java/io/FileInputStream", "(Ljava/lang/String;)V", &[name])
}

/// A stream into a file, by the options that are given.
fn output(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let name = path_name(vm, vm.arg_ref(args, 1))?;
    let options = vm.heap.array(vm.arg_ref(args, 2));
    let options = options.map_or(Vec::new(), |array| {
        (0..array.len()).map(|at| array.get(at).as_ref()).collect::<Vec<Ref>>()
    });
    let named = |option: &Ref| vm.text(vm.get_named(*option, "name").as_ref()).unwrap_or_default();
    let options: Vec<String> = options.iter().map(named).collect();
    let has = |name: &str| options.iter().any(|option| option == name);
    let is_there = kind_of(vm, &absolute(&name))? == Kind::File;
    if is_there && has("CREATE_NEW") {
        return Err(raise("java/nio/file/FileAlreadyExistsException", name));
    }
    if !is_there && !options.is_empty() && !has("CREATE") && !has("CREATE_NEW") {
        return Err(missing(&name));
    }
    if !is_there {
        vm.files.put(absolute(&name), Content::default());
    }
    let args = [Value::reference(vm.new_text(&name)?), Value::bool(has("APPEND"))];
    let class = "java/io/FileOutputStream";
    Outcome::object(vm.construct(host, class, "(Ljava/lang/String;Z)V", &args)?)
}

fn delete(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let name = path_name(vm, vm.arg_ref(args, 1))?;
    let full = absolute(&name);
    match kind_of(vm, &full)? {
        Kind::File | Kind::Folder if vm.files.remove(&full) => Outcome::bool(true),
        Kind::File | Kind::Folder => Err(raise("java/nio/file/DirectoryNotEmptyException", name)),
        Kind::Gone | Kind::Unknown if vm.arg(args, 2).as_bool() => Err(missing(&name)),
        Kind::Gone | Kind::Unknown => Outcome::bool(false),
    }
}
