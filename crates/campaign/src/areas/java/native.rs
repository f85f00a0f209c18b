//! The real virtual machine, started once and asked again and again.

use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Setup;

use super::write::{PLAIN_RES, PROPERTY, WATCHED_RES};

const DRIVER: &str = include_str!("Driver.java");

/// A scratch folder of one thread.
pub(super) fn own_folder(setup: &Setup) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let folder = setup.scratch.join(format!("java{}", NEXT.fetch_add(1, Relaxed)));
    for name in ["classes", "watched"] {
        fs::create_dir_all(folder.join(name)).expect("the scratch folder can be written");
    }
    folder
}

/// The values of a call.
pub(super) struct Values {
    pub(super) a: i32,
    pub(super) b: i32,
    pub(super) p: bool,
    pub(super) s: Vec<u32>,
    pub(super) xs: Vec<i32>,
}

impl Values {
    /// What a report says of the inputs; none if it is not understood.
    pub(super) fn of_inputs(inputs: &[(String, String)]) -> Option<Values> {
        let mut values = Values { a: 0, b: 0, p: false, s: Vec::new(), xs: Vec::new() };
        for (name, value) in inputs {
            match name.split('[').next()? {
                "a" => values.a = value.parse().ok()?,
                "b" => values.b = value.parse().ok()?,
                "p" => values.p = value.parse().ok()?,
                "s" => values.s.push(character(value)?),
                "xs" => values.xs.push(value.parse().ok()?),
                _ => return None,
            }
        }
        Some(values)
    }
}

/// The code of a character as Java writes it.
fn character(text: &str) -> Option<u32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    match inner.strip_prefix('\\') {
        None => inner.chars().next().map(u32::from),
        Some("n") => Some(10),
        Some("t") => Some(9),
        Some("r") => Some(13),
        Some("b") => Some(8),
        Some("f") => Some(12),
        Some("0") => Some(0),
        Some(rest) => match rest.strip_prefix('u') {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => rest.chars().next().map(u32::from),
        },
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |numbers: Vec<String>| numbers.join(",");
        let s = join(self.s.iter().map(u32::to_string).collect());
        let xs = join(self.xs.iter().map(i32::to_string).collect());
        write!(f, "i{} i{} b{} s{s} a{xs}", self.a, self.b, self.p)
    }
}

/// A virtual machine that compiles and calls.
pub(super) struct Jvm {
    folder: PathBuf,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Jvm {
    pub(super) fn start(folder: &Path) -> Jvm {
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).expect("the scratch folder can be written");
        };
        write("Driver.java", DRIVER);
        write("Res.java", PLAIN_RES);
        write("watched/Res.java", WATCHED_RES);
        write("res.prop", PROPERTY);
        let mut child = Command::new("java")
            .args(["-Xss8m", "Driver.java"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java can be started");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut jvm = Jvm { folder: folder.to_owned(), child, input, output };
        let watched = folder.join("watched").display().to_string();
        jvm.ask(&format!("compile {watched} {watched}/Res.java {watched}"));
        jvm
    }

    fn ask(&mut self, request: &str) -> String {
        writeln!(self.input, "{request}").expect("the virtual machine listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the virtual machine answers");
        answer.trim_end().to_owned()
    }

    /// Compiles the batch against the plain resource, and loads it with the watched one.
    pub(super) fn compile(&mut self) -> Result<(), String> {
        let classes = self.folder.join("classes");
        let _ = fs::remove_dir_all(&classes);
        fs::create_dir_all(&classes).map_err(|error| error.to_string())?;
        let (folder, classes) = (self.folder.display(), classes.display());
        let request = format!(
            "compile {classes} {folder}/Batch.java {folder}/Res.java {folder}/watched/:{classes}/"
        );
        match self.ask(&request) {
            answer if answer == "ok" => Ok(()),
            answer => Err(answer),
        }
    }

    /// What a call comes to.
    pub(super) fn call(&mut self, number: usize, values: &Values) -> String {
        self.ask(&format!("call m{number} {values}"))
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
