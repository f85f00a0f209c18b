//! Programs do here what they do on the real Java virtual machine.
//!
//! All programs are compiled by one `javac` and run by one `java`, which prints the output of each
//! behind a line with its name. Without a JDK there is nothing to compare with, and the test says so.

use crate::support;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use lang_jvm::{MainEnd, Vm, VmOptions};

/// Runs `main` of each class that is named, with its output behind a line with its name.
const DRIVER: &str = r#"
public class Driver {
    public static void main(String[] names) throws Exception {
        java.io.PrintStream out = System.out;
        for (String name : names) {
            java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
            System.setOut(new java.io.PrintStream(bytes, true, "UTF-8"));
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            out.println("\u0001" + name);
            out.write(bytes.toByteArray());
        }
        out.flush();
    }
}
"#;

#[test]
fn programs_print_what_they_print_on_the_real_machine() {
    let Some(jdk) = support::jdk() else { return };
    let folder = tempfile::tempdir().expect("a folder for classes");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut names: Vec<String> = std::fs::read_dir(&programs)
        .expect("the folder of programs")
        .filter_map(|entry| {
            entry.expect("an entry").path().file_stem()?.to_str().map(str::to_owned)
        })
        .collect();
    names.sort();
    assert!(names.len() > 43, "programs were lost");
    let mut sources: Vec<_> =
        names.iter().map(|name| programs.join(format!("{name}.java"))).collect();
    let driver = folder.path().join("Driver.java");
    std::fs::write(&driver, DRIVER).expect("the driver is written");
    sources.push(driver);
    support::compile(&jdk, &sources, folder.path());
    let expected = outputs_of_java(&jdk, folder.path(), &names);
    let options = VmOptions { assertions: false, ..VmOptions::default() };
    let mut vm = support::boot(&jdk, folder.path(), options);
    for name in &names {
        assert_eq!(run(&mut vm, name), expected[name], "{name}");
    }
    // Again and in another order: a run leaves nothing behind for the next one.
    for name in names.iter().rev().step_by(3) {
        assert_eq!(run(&mut vm, name), expected[name], "{name}, for the second time");
    }
}

fn run(vm: &mut Vm, name: &str) -> String {
    let end = vm.run_main(name, &[]).expect("the class is there");
    assert_eq!(end, MainEnd::Returned, "{name}\n{}", String::from_utf8_lossy(vm.output()));
    String::from_utf8_lossy(vm.output()).into_owned()
}

fn outputs_of_java(jdk: &Path, classes: &Path, names: &[String]) -> BTreeMap<String, String> {
    let mut java = Command::new(jdk.join("bin/java"));
    java.args(["-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US"]);
    // Some programs make files where they run.
    java.args(["-Duser.timezone=UTC", "-cp"]).current_dir(classes);
    let output = java.arg(classes).arg("Driver").args(names).output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let parts = text.split('\u{1}').skip(1);
    parts
        .map(|part| part.split_once('\n').expect("a line with a name"))
        .map(|(name, output)| (name.to_owned(), output.to_owned()))
        .collect()
}
