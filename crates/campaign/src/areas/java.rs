//! Java methods: what is found or shown to hold, in all modes, against the real virtual machine.

mod native;
mod write;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use test_support::Dice;

use crate::tool::{self, Found, Said, tracehound};
use crate::{Area, Judge, Judgement, Setup};
use native::{Jvm, Values};
use write::Method;

pub(super) const AREA: Area = Area {
    name: "java",
    about: "Java methods in all modes; the same methods on the real virtual machine",
    length: 160,
    batch: 20,
    tapes: 40,
    missing: |setup| tool::missing(setup, &["java", "javac"]),
    start: |setup| Box::new(Java::new(setup)),
};

/// Calls of each method on the virtual machine.
const CALLS: usize = 200;
const MODES: [&str; 4] = ["dfs", "guide", "slice", "srv"];

struct Java {
    setup: Setup,
    folder: PathBuf,
    jvm: Jvm,
}

/// A batch of methods as one class.
struct Batch {
    text: String,
    methods: Vec<(Method, bool)>,
}

fn batch(tapes: &[&[u8]]) -> Batch {
    let methods: Vec<(Method, bool)> = tapes
        .iter()
        .enumerate()
        .map(|(number, tape)| write::method(tape, &format!("m{number}")))
        .collect();
    let mut text = "import java.util.*;\nclass Batch {\n".to_owned();
    text.push_str("static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }\n");
    methods.iter().for_each(|(method, _)| text.push_str(&method.text));
    text.push_str("}\n");
    Batch { text: text + write::SUPPORT, methods }
}

impl Java {
    fn new(setup: &Setup) -> Java {
        let folder = native::own_folder(setup);
        let jvm = Jvm::start(&folder);
        Java { setup: setup.clone(), folder, jvm }
    }

    /// What is said of the methods with these numbers.
    fn ask(&self, batch: &Batch, numbers: &[usize], options: &[&str]) -> Result<Vec<Said>, String> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let mut args: Vec<OsString> = vec!["check".into()];
        args.extend(options.iter().map(OsString::from));
        // Runs are counted, so that the answer does not depend on how busy the machine is.
        let limits = ["--max-paths", "200", "--timeout", "300s", "--solver-timeout", "2s"];
        args.extend(limits.iter().map(OsString::from));
        args.push(self.folder.join("classes").into());
        for number in numbers {
            let (method, _) = &batch.methods[*number];
            let (chars, items) = (method.chars, method.items);
            let shape = "a: int, b: int, p: boolean";
            args.push(
                format!("Batch#m{number}({shape}, s: String[{chars}], xs: int[{items}])").into(),
            );
        }
        let said = tracehound(&self.setup, &args)?;
        if said.len() == numbers.len() { Ok(said) } else { Err(format!("{} targets", said.len())) }
    }

    fn judge_all(&mut self, tapes: &[&[u8]]) -> Result<Vec<Judgement>, String> {
        let batch = batch(tapes);
        fs::write(self.folder.join("Batch.java"), &batch.text)
            .map_err(|error| error.to_string())?;
        self.jvm.compile()?;
        let mut all = vec![Judgement::default(); tapes.len()];
        let of_kind = |resources: bool| -> Vec<usize> {
            (0..tapes.len()).filter(|at| batch.methods[*at].1 == resources).collect()
        };
        let plain = of_kind(false);
        for (number, said) in plain.iter().zip(self.ask(&batch, &plain, &[])?) {
            let judgement = self.failures(*number, &batch.methods[*number].0, &said);
            all[*number].add(judgement);
        }
        let property = self.folder.join("res.prop");
        let property = property.to_string_lossy().into_owned();
        let resources = of_kind(true);
        for mode in MODES {
            let options = ["--mode", mode, "--property", &property];
            for (number, said) in resources.iter().zip(self.ask(&batch, &resources, &options)?) {
                let judgement = self.typestate(*number, &batch.methods[*number].0, &said, mode);
                all[*number].add(judgement);
            }
        }
        Ok(all)
    }

    /// Exceptions and assertions.
    fn failures(&mut self, number: usize, method: &Method, said: &Said) -> Judgement {
        for found in &said.findings {
            let Some(values) = Values::of_inputs(&found.inputs) else { return Judgement::open() };
            let end = self.jvm.call(number, &values);
            if !is_same_failure(found, &end) {
                return Judgement::wrong(format!(
                    "{} is reported of m{number} at line {} for {values}, which comes to {end}",
                    found.message, found.json["place"]["line"]
                ));
            }
        }
        if let Some(wrong) = said.findings.iter().find_map(|found| self.without(number, found)) {
            return Judgement::wrong(wrong);
        }
        let whole = |found: &Found| {
            found.notes.iter().any(|note| note == "the whole path space was explored")
        };
        let complete =
            said.holds() || said.answer == "violation" && said.findings.iter().all(whole);
        if !complete {
            return Judgement::open();
        }
        let known: Vec<&str> = said.findings.iter().map(failure).collect();
        for values in calls(method, number) {
            let end = self.jvm.call(number, &values);
            let end = end.split([' ', '@']).next().unwrap_or_default();
            if end != "ok" && !known.contains(&end) {
                let answer = &said.answer;
                return Judgement::wrong(format!(
                    "{answer}, found {known:?}, but m{number} on {values} comes to {end}"
                ));
            }
        }
        Judgement::agreed()
    }

    /// What is wrong with the values with which something is said not to happen.
    fn without(&mut self, number: usize, found: &Found) -> Option<String> {
        for (at, (name, _)) in found.inputs.iter().enumerate() {
            let Some(other) = found.notes.iter().find_map(|note| other_value(note, name)) else {
                continue;
            };
            let mut inputs = found.inputs.clone();
            inputs[at].1 = other.to_owned();
            let Some(values) = Values::of_inputs(&inputs) else { continue };
            let end = self.jvm.call(number, &values);
            if is_same_failure(found, &end) {
                let what = &found.message;
                return Some(format!("{what} is said not to happen in m{number} for {values}"));
            }
        }
        None
    }

    /// A resource that is used once it is closed.
    fn typestate(&mut self, number: usize, method: &Method, said: &Said, mode: &str) -> Judgement {
        for found in &said.findings {
            let Some(values) = Values::of_inputs(&found.inputs) else { return Judgement::open() };
            let end = self.jvm.call(number, &values);
            if !end.ends_with(" broken") {
                return Judgement::wrong(format!(
                    "{mode}: a violation of m{number} is reported for {values}, which comes to {end}"
                ));
            }
        }
        if !said.holds() {
            let decided = said.answer == "violation";
            return if decided { Judgement::agreed() } else { Judgement::open() };
        }
        for values in calls(method, number) {
            let end = self.jvm.call(number, &values);
            if end.ends_with(" broken") {
                return Judgement::wrong(format!(
                    "{mode}: holds, but m{number} on {values} uses what is closed"
                ));
            }
        }
        Judgement::agreed()
    }
}

/// The class of what was thrown.
fn failure(found: &Found) -> &str {
    match found.code.as_str() {
        "JVM002" => "java.lang.AssertionError",
        _ => found.message.split(' ').next().unwrap_or_default(),
    }
}

/// The value of `inputs that matter: a (not with 3), s[0] (not with ')')` for an input.
fn other_value<'n>(note: &'n str, input: &str) -> Option<&'n str> {
    let matters = note.strip_prefix("inputs that matter")?;
    let marker = [": ", ", "].map(|before| format!("{before}{input} (not with "));
    let (at, marker) = marker.iter().find_map(|marker| Some((matters.find(marker)?, marker)))?;
    let rest = &matters[at + marker.len()..];
    let end = match rest.strip_prefix('\'') {
        Some(quoted) => quoted.find("')")? + 2,
        None => rest.find(')')?,
    };
    Some(&rest[..end])
}

/// Whether a call that came to this end failed as it is reported: with the same exception, at the same
/// line. Where a stack overflows is up to its size.
fn is_same_failure(found: &Found, end: &str) -> bool {
    let end = end.split(' ').next().unwrap_or_default();
    let (class, line) = end.split_once('@').unwrap_or((end, ""));
    let is_anywhere = class == "java.lang.StackOverflowError";
    let reported = found.json["place"]["line"].as_u64();
    class == failure(found) && (is_anywhere || line.parse().ok() == reported)
}

/// Values to call a method with: numbers that programs mention, and those at the edges.
fn calls(method: &Method, number: usize) -> Vec<Values> {
    let mut dice = Dice::new(number as u64);
    let edges = [0, 1, -1, 2, 3, 7, 8, i32::MAX, i32::MIN, -2, 97, 98];
    let number = move |dice: &mut Dice| match dice.below(2) {
        0 => *dice.pick(&edges),
        _ => dice.below(20) as i32 - 8,
    };
    (0..CALLS)
        .map(|_| Values {
            a: number(&mut dice),
            b: number(&mut dice),
            p: dice.percent(50),
            s: (0..method.chars).map(|_| *dice.pick(&[97, 98, 48, 0])).collect(),
            xs: (0..method.items).map(|_| number(&mut dice)).collect(),
        })
        .collect()
}

impl Judge for Java {
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        match self.judge_all(tapes) {
            Ok(judgements) => judgements,
            // Whose fault it is shows when each is judged alone.
            Err(_) if tapes.len() > 1 => {
                tapes.iter().flat_map(|tape| self.judge(&[tape])).collect()
            }
            Err(error) => vec![Judgement::wrong(error)],
        }
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        let batch = batch(&[tape]);
        let (method, _) = &batch.methods[0];
        let shape = format!(
            "Batch#m0(a: int, b: int, p: boolean, s: String[{}], xs: int[{}])\n",
            method.chars, method.items
        );
        vec![
            ("Batch.java".to_owned(), batch.text),
            ("Res.java".to_owned(), write::PLAIN_RES.to_owned()),
            ("res.prop".to_owned(), write::PROPERTY.to_owned()),
            ("method.txt".to_owned(), shape),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_notes() {
        let note = "inputs that matter: a (not with -3), perhaps b, s[0] (not with ')')";
        assert_eq!(other_value(note, "a"), Some("-3"));
        assert_eq!(other_value(note, "s[0]"), Some("')'"));
        assert_eq!(other_value(note, "b"), None);
        assert_eq!(other_value("assumed: a (not with 1)", "a"), None);
    }
}
