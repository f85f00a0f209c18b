//! Real programs, from packages of Debian, do here what they do on the real Java virtual machine.
//!
//! The drivers and their inputs are in `corpus/java/real`. Each is run on those inputs and on
//! mutations of them, which are the same every time; one `java` runs all inputs of a program.

mod explored;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use lang_jvm::{ClassPath, MainEnd, Vm, VmOptions};

use crate::support;

/// The programs: the folder of the driver, the jar, the package that has it.
pub(crate) const PROGRAMS: [(&str, &str, &str); 9] = [
    ("nanoxml", "nanoxml.jar", "libnanoxml2-java"),
    ("nanoxmllite", "nanoxml-lite.jar", "libnanoxml2-java"),
    ("jlex", "JLex.jar", "jlex"),
    ("rhino", "js.jar", "librhino-java"),
    ("htmlparser", "libhtmlparser.jar", "libhtmlparser-java"),
    ("jericho", "jericho-html.jar", "libjericho-html-java"),
    ("jep", "jep.jar", "libjep-java"),
    ("javacsv", "csv.jar", "libcsv-java"),
    ("jsonsimple", "json-simple.jar", "libjson-simple-java"),
];

/// How many inputs each program gets, mutations included.
const INPUTS: usize = 90;

/// Runs `main` of a class on each text of a file, with its output behind a line with a number.
const HARNESS: &str = r#"
public class Harness {
    public static void main(String[] args) throws Exception {
        java.io.PrintStream out = System.out;
        java.nio.file.Path file = java.nio.file.Path.of(args[1]);
        String[] texts = new String(java.nio.file.Files.readAllBytes(file), "UTF-8").split("\u0001", -1);
        for (int at = 0; at < texts.length; at++) {
            java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
            System.setOut(new java.io.PrintStream(bytes, true, "UTF-8"));
            Object input = new String[] {texts[at]};
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, input);
            out.write(bytes.toByteArray());
            out.write(1);
        }
        out.flush();
    }
}
"#;

/// The folder of the drivers.
pub(crate) fn drivers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/real")
}

/// The jars of all programs. What is missing has to be installed.
pub(crate) fn jars() -> Vec<PathBuf> {
    let jar = |(_, jar, package): &(&str, &str, &str)| {
        let path = Path::new("/usr/share/java").join(jar);
        assert!(
            path.exists(),
            "{} is missing: run `apt-get install {package}`, or ./test.sh, which does",
            path.display()
        );
        path
    };
    PROGRAMS.iter().map(jar).collect()
}

/// The compiled drivers, and a machine over them; none without a JDK.
static COMPILED: LazyLock<Option<(PathBuf, tempfile::TempDir, Vm)>> = LazyLock::new(|| {
    let jdk = support::jdk()?;
    let folder = tempfile::tempdir().expect("a folder for classes");
    let harness = folder.path().join("Harness.java");
    std::fs::write(&harness, HARNESS).expect("the harness is written");
    let folders = PROGRAMS.iter().map(|(name, ..)| drivers().join(name).join("Driver.java"));
    let sources: Vec<PathBuf> = folders.chain([harness]).collect();
    support::compile_with(&jdk, &sources, folder.path(), &jars());
    let mut entries = vec![folder.path().to_owned()];
    entries.extend(jars());
    let path = ClassPath::open(&jdk, &entries).expect("the jars and the JDK can be read");
    // Some programs do not end on some inputs.
    let options =
        VmOptions { assertions: false, max_bytecodes: 20_000_000, ..VmOptions::default() };
    let vm = Vm::boot(path, options).expect("the JDK starts");
    Some((jdk, folder, vm))
});

/// A machine over the drivers and the programs, and a folder that lives as long as the tests.
pub(crate) fn machine() -> Option<Vm> {
    COMPILED.as_ref().map(|(_, _, vm)| vm.clone())
}

/// Runs a driver on all inputs here, then on the real machine those on which it came to an end.
/// `endless` is how many there are on which it does not.
#[track_caller]
fn check(name: &str, endless: usize) {
    let Some((jdk, folder, vm)) = COMPILED.as_ref() else { return };
    let inputs = inputs(name);
    let mut vm = vm.clone();
    let class = format!("real.{name}.Driver");
    let (mut ended, mut found) = (Vec::new(), Vec::new());
    for input in inputs {
        let end = vm.run_main(&class, &[&input]).expect("the driver is there");
        let output = String::from_utf8_lossy(vm.output()).into_owned();
        match end {
            MainEnd::Unsupported(what) if what.contains("bytecodes in one run") => continue,
            end => assert_eq!(end, MainEnd::Returned, "{name} on {input:?}\n{output}"),
        }
        ended.push(input);
        found.push(output);
    }
    assert_eq!(ended.len() + endless, INPUTS, "{name}: inputs on which it ends");
    let expected = outputs_of_java(jdk, folder.path(), name, &ended);
    assert_eq!(expected.len(), found.len(), "{name}");
    for ((input, found), expected) in ended.iter().zip(&found).zip(&expected) {
        assert_eq!(found, expected, "{name} on {input:?}");
    }
}

fn outputs_of_java(jdk: &Path, classes: &Path, name: &str, inputs: &[String]) -> Vec<String> {
    // JLex leaves files in the folder where it runs.
    let here = tempfile::tempdir().expect("a folder to run in");
    let texts = here.path().join("inputs");
    std::fs::write(&texts, inputs.join("\u{1}")).expect("the inputs are written");
    let mut entries = vec![classes.to_owned()];
    entries.extend(jars());
    let path = std::env::join_paths(entries).expect("no colons in names");
    let mut java = Command::new(jdk.join("bin/java"));
    java.args(["-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US"]);
    java.args(["-Duser.timezone=UTC", "-cp"]).arg(path).current_dir(here.path());
    let class = format!("real.{name}.Driver");
    let output = java.arg("Harness").arg(class).arg(&texts).output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut outputs: Vec<String> = text.split('\u{1}').map(str::to_owned).collect();
    outputs.pop();
    outputs
}

/// The inputs of a program and mutations of them.
fn inputs(name: &str) -> Vec<String> {
    let file = drivers().join(name).join("inputs.txt");
    let text = std::fs::read_to_string(file).expect("the inputs of the program");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let given: Vec<Vec<char>> = text.split("\n=====\n").map(|one| one.chars().collect()).collect();
    let mut dice = Dice(0x5EED);
    let mutated = (0..).map(|at| mutated(&mut dice, &given, at));
    given.iter().cloned().chain(mutated).take(INPUTS).map(String::from_iter).collect()
}

/// One of the inputs with one to three small changes, made of what the inputs are made of.
fn mutated(dice: &mut Dice, given: &[Vec<char>], at: usize) -> Vec<char> {
    let mut text = given[at % given.len()].clone();
    for _ in 0..=dice.below(3) {
        let other = &given[dice.below(given.len())];
        let from = dice.below(other.len() + 1);
        let piece = &other[from..other.len().min(from + 1 + dice.below(4))];
        let to = dice.below(text.len() + 1);
        let end = text.len().min(to + dice.below(4));
        match dice.below(4) {
            0 => drop(text.drain(to..end)),
            1 => drop(text.splice(to..end, piece.iter().copied())),
            2 => drop(text.splice(to..to, piece.iter().copied())),
            _ => text.truncate(to),
        }
    }
    text
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        // The generator of Knuth's MMIX; its upper bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

#[test]
fn nanoxml() {
    check("nanoxml", 0);
}

#[test]
fn nanoxmllite() {
    check("nanoxmllite", 0);
}

#[test]
fn jlex() {
    check("jlex", 1);
}

#[test]
fn rhino() {
    check("rhino", 0);
}

#[test]
fn htmlparser() {
    check("htmlparser", 0);
}

#[test]
fn jericho() {
    check("jericho", 0);
}

#[test]
fn jep() {
    check("jep", 0);
}

#[test]
fn javacsv() {
    check("javacsv", 0);
}

#[test]
fn jsonsimple() {
    check("jsonsimple", 0);
}
