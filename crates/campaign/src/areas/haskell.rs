//! Haskell functions with refinement types: what is found or shown to hold, against GHC, which runs
//! them on many arguments. Annotated code is judged on ideal integers, so arguments are small.

mod write;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::tool::{self, Found, Said, tracehound};
use crate::{Area, Judge, Judgement, Setup};
use write::Function;

pub(super) const AREA: Area = Area {
    name: "haskell",
    about: "Haskell functions with refinement types; the same functions run by GHC",
    length: 80,
    batch: 25,
    tapes: 50,
    missing: |setup| tool::missing(setup, &["ghc", "runghc"]),
    start: |setup| {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let folder = setup.scratch.join(format!("haskell{}", NEXT.fetch_add(1, Relaxed)));
        fs::create_dir_all(&folder).expect("the scratch folder can be written");
        Box::new(Haskell { setup: setup.clone(), folder })
    },
};

const ORACLE: &str = include_str!("haskell/Oracle.hs");

struct Haskell {
    setup: Setup,
    folder: PathBuf,
}

fn functions(tapes: &[&[u8]]) -> Vec<Function> {
    tapes.iter().enumerate().map(|(number, tape)| write::function(tape, number)).collect()
}

/// The module that is checked.
fn subject(functions: &[Function]) -> String {
    functions.iter().fold(write::HEAD.to_owned(), |text, function| text + &function.text)
}

/// The oracle's program: the same functions, and calls of them.
fn oracle(functions: &[Function], witnesses: &[(usize, String)]) -> String {
    let head = write::HEAD.replace(
        "module Batch where",
        "module Main (main) where\nimport qualified Control.Exception as E",
    );
    let mut text = functions.iter().fold(head, |text, function| text + &function.text) + ORACLE;
    functions.iter().for_each(|function| text += &function.judge);
    text += "main :: IO ()\nmain = do\n";
    for (number, function) in functions.iter().enumerate() {
        let list = function.list;
        text += &format!("  search {number} [judge{number} x p | x <- ints, p <- {list}]\n");
    }
    for (number, arguments) in witnesses {
        text += &format!("  witness {number} (judge{number} {arguments})\n");
    }
    text
}

/// The arguments of the call that a finding describes; none if it is not understood.
fn arguments(found: &Found) -> Option<String> {
    let text = found.json["call"]["text"].as_str()?;
    let (call, _) = text.split_once(" = ").unwrap_or((text, ""));
    let (_, arguments) = call.split_once(' ')?;
    let known = |c: char| c.is_ascii_alphanumeric() || " ()[],:-_".contains(c);
    // A part that is never evaluated is not shown.
    let open = |word: &str| if word == "_" { "undefined".to_owned() } else { word.to_owned() };
    let words: Vec<String> = arguments.split(' ').map(open).collect();
    arguments.chars().all(known).then(|| words.join(" "))
}

impl Haskell {
    fn judge_all(&self, tapes: &[&[u8]]) -> Result<Vec<Judgement>, String> {
        let functions = functions(tapes);
        let file = self.folder.join("Batch.hs");
        fs::write(&file, subject(&functions)).map_err(|error| error.to_string())?;
        let time = format!("{}s", 5 + tapes.len());
        let mut args: Vec<OsString> = vec!["check".into(), file.into()];
        args.extend(["--timeout", &time].iter().map(OsString::from));
        let said = tracehound(&self.setup, &args)?;
        let of = |number: usize| said.iter().find(|said| said.name == format!("f{number}"));
        let mut witnesses = Vec::new();
        for number in 0..functions.len() {
            let findings = of(number).into_iter().flat_map(|said| &said.findings);
            let returns = findings.filter(|found| found.code == "REF001");
            witnesses.extend(returns.filter_map(|found| Some((number, arguments(found)?))));
        }
        let answers = self.run(&oracle(&functions, &witnesses))?;
        let judge = |number: usize| {
            let said = of(number).ok_or_else(|| format!("nothing is said of f{number}"))?;
            Ok(judgement(said, answers.get(&number).map(Vec::as_slice).unwrap_or_default()))
        };
        (0..functions.len()).map(judge).collect()
    }

    /// What the oracle prints of each function.
    fn run(&self, text: &str) -> Result<BTreeMap<usize, Vec<String>>, String> {
        let file = self.folder.join("Oracle.hs");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let output = Command::new("runghc").arg("--ghc-arg=-w").arg(&file).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("runghc: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let mut answers: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some((number, rest)) = line.split_once(' ')
                && let Ok(number) = number.parse()
            {
                answers.entry(number).or_default().push(rest.to_owned());
            }
        }
        Ok(answers)
    }
}

fn judgement(said: &Said, answers: &[String]) -> Judgement {
    let witnessed = answers.iter().filter_map(|answer| answer.strip_prefix("witness "));
    for answer in witnessed {
        if !answer.starts_with("Broken") {
            let name = &said.name;
            return Judgement::wrong(format!("{name}: a violation is reported that is {answer}"));
        }
    }
    let refuted = answers.iter().find(|answer| answer.starts_with("broken"));
    match refuted {
        Some(how) if said.holds() => {
            Judgement::wrong(format!("{}: {}, but {how}", said.name, said.answer))
        }
        _ if said.holds() || said.answer == "violation" => Judgement::agreed(),
        _ => Judgement::open(),
    }
}

impl Judge for Haskell {
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
        let functions = functions(&[tape]);
        vec![
            ("Batch.hs".to_owned(), subject(&functions)),
            ("Oracle.hs".to_owned(), oracle(&functions, &[])),
        ]
    }
}
