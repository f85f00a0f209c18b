//! Class files that are broken: an error that says so, or a run that ends, never a crash.

use crate::support;
use std::path::Path;

use lang_jvm::parse::ClassFile;
use lang_jvm::{MainEnd, VmOptions};

/// A sequence of numbers that looks random and is the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as usize) % bound
    }
}

/// Replaces, removes or doubles a few bytes.
fn damaged(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        match numbers.below(8) {
            0 => bytes.truncate(at.max(1)),
            1 => {
                bytes.remove(at);
            }
            2 => bytes.insert(at, bytes[at]),
            3 => bytes[at] = [0x00, 0x7F, 0x80, 0xFF][numbers.below(4)],
            _ => bytes[at] ^= 1 << numbers.below(8),
        }
    }
    bytes
}

#[test]
fn damaged_classes_are_refused_or_run_to_an_end() {
    let Some(jdk) = support::jdk() else { return };
    let folder = tempfile::tempdir().expect("a folder for classes");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/Switches.java");
    support::compile(&jdk, &[source], folder.path());
    let options = VmOptions {
        max_bytecodes: 200_000,
        heap_bytes: 16 << 20,
        max_frames: 200,
        ..VmOptions::default()
    };
    let fresh = support::boot(&jdk, folder.path(), options);
    let file = folder.path().join("Switches.class");
    let whole = std::fs::read(&file).expect("the compiled class");
    let mut numbers = Numbers(7);
    let (mut refused, mut ran) = (0, 0);
    for _ in 0..600 {
        std::fs::write(&file, damaged(&whole, &mut numbers)).expect("the class is written");
        match fresh.clone().run_main("Switches", &[]) {
            Err(_) => refused += 1,
            Ok(MainEnd::Returned | MainEnd::Exited(_)) => ran += 1,
            Ok(MainEnd::Threw(_) | MainEnd::Unsupported(_) | MainEnd::Stopped) => refused += 1,
        }
    }
    assert!(refused > 100 && ran > 10, "{refused} refused, {ran} ran: the damage is one-sided");
}

#[test]
fn bytes_that_are_no_class_are_refused() {
    for bytes in [
        &b""[..],
        b"\xCA\xFE\xBA\xBE",
        b"hello world",
        &[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0xFF, 0xFF],
    ] {
        let error = ClassFile::parse(bytes).expect_err("no class file");
        assert!(error.to_string().starts_with("not a class file: "), "{error}");
    }
}

#[test]
fn missing_classes_and_methods_are_reported() {
    let Some(jdk) = support::jdk() else { return };
    let folder = tempfile::tempdir().expect("an empty folder");
    let mut vm = support::boot(&jdk, folder.path(), VmOptions::default());
    let error = vm.run_main("no.such.Main", &[]).expect_err("there is no such class");
    assert_eq!(error.to_string(), "java.lang.NoClassDefFoundError: no/such/Main");
    let error = vm.run_main("java.util.ArrayList", &[]).expect_err("it has no main");
    assert_eq!(error.to_string(), "class java/util/ArrayList has no static method main");
}

#[test]
fn classes_are_found_in_jars() {
    let Some(jdk) = support::jdk() else { return };
    let folder = tempfile::tempdir().expect("a folder for classes");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/Switches.java");
    support::compile(&jdk, &[source], folder.path());
    let jar = folder.path().join("switches.jar");
    let mut tool = std::process::Command::new(jdk.join("bin/jar"));
    tool.arg("cf").arg(&jar).arg("-C").arg(folder.path()).arg("Switches.class");
    assert!(tool.status().expect("jar runs").success());
    let mut vm = support::boot(&jdk, &jar, VmOptions::default());
    assert_eq!(vm.run_main("Switches", &[]).expect("the class is there"), MainEnd::Returned);
    assert!(vm.output().starts_with(b"1 2 3 4 5 -1"));
}
