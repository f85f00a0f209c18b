//! OCaml methods with contracts, after unknown histories or none: what is found or shown to hold,
//! against the real OCaml, which judges many calls by the contracts.

mod write;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use test_support::Dice;

use crate::tool::{self, Found, Said, tracehound};
use crate::{Area, Judge, Judgement, Setup};
use write::Method;

pub(super) const AREA: Area = Area {
    name: "ocaml",
    about: "OCaml methods with contracts; the real OCaml on histories and arguments",
    length: 90,
    batch: 25,
    tapes: 100,
    missing: |setup| tool::missing(setup, &["ocaml"]),
    start: |setup| {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let folder = setup.scratch.join(format!("ocaml{}", NEXT.fetch_add(1, Relaxed)));
        fs::create_dir_all(&folder).expect("the scratch folder can be written");
        Box::new(Ocaml { setup: setup.clone(), folder })
    },
};

const PRELUDE: &str = include_str!("ocaml/prelude.ml");

struct Ocaml {
    setup: Setup,
    folder: PathBuf,
}

fn methods(tapes: &[&[u8]]) -> Vec<Method> {
    tapes.iter().enumerate().map(|(number, tape)| write::method(tape, number)).collect()
}

/// The file that is checked.
fn subject(methods: &[Method]) -> String {
    let texts = |has_history: bool| -> String {
        let fits = methods.iter().filter(|method| method.has_history == has_history);
        fits.map(|method| method.text.as_str()).collect()
    };
    let with_history = texts(true);
    let mut text = write::TYPES.to_owned() + &texts(false);
    if !with_history.is_empty() {
        text += &format!("{}{with_history}end\n", write::LIBRARY);
    }
    text
}

/// The oracle's program: the same methods, and calls of them.
fn oracle(methods: &[Method], witnesses: &[(usize, String)]) -> String {
    let mut text = subject(methods) + PRELUDE;
    text +=
        "let shapes = [ Dot; Line 0; Line 3; Line (-2); Pair (1, 2); Pair (3, 3); Pair (0, -1) ]\n";
    text += "let options = [ None; Some 0; Some 2; Some (-1); Some 7 ]\n";
    text += "let points = [ { px = 0; py = 0 }; { px = 1; py = -1 }; { px = 3; py = 2 }; { px = 7; py = 5 } ]\n";
    if methods.iter().any(|method| method.has_history) {
        text += "module P = M (Key) (Store)\n";
    }
    for (number, method) in methods.iter().enumerate() {
        text += &method.judge;
        let params: Vec<String> = (0..method.lists.len()).map(|at| format!("p{at}")).collect();
        let call = format!("judge{number} {}", params.join(" "));
        let mut calls = format!("[ (\"{}\", fun () -> {call}) ]", shown(method));
        for (param, list) in params.iter().zip(&method.lists).rev() {
            calls = format!("List.concat_map (fun {param} -> {calls}) {list}");
        }
        text += &format!("let () = search \"{number}\" ({calls})\n");
    }
    for (number, call) in witnesses {
        text += &format!("let () = witness \"{number}\" (fun () -> {call})\n");
    }
    text
}

fn shown(method: &Method) -> &'static str {
    if method.has_history { "a history" } else { "arguments" }
}

/// The call of the oracle's judge that a finding describes; none if it is not understood.
fn witness(number: usize, method: &Method, found: &Found) -> Option<String> {
    let text = found.json["call"]["text"].as_str()?;
    let (_, arguments) = text.split_once(' ')?;
    if !method.has_history {
        return Some(format!("judge{number} {arguments}"));
    }
    let count = found.json["call"]["history"].as_u64()? as usize;
    let events = found.json["events"].as_array()?;
    let mut history = Vec::new();
    for event in events.iter().take(count) {
        let text = event["text"].as_str()?;
        history.push(match text.strip_prefix("S.put ") {
            Some(rest) => {
                let (key, value) = rest.split_once(' ')?;
                format!("Put ({key}, {value})")
            }
            None => {
                let (key, found) = text.strip_prefix("S.mem ")?.split_once(" = ")?;
                format!("Mem ({key}, {found})")
            }
        });
    }
    let ghost = found.inputs.iter().find(|(name, _)| name == "i");
    let ghost = ghost.map_or("k0", |(_, value)| value.as_str());
    // An element that does not matter is printed with its sort.
    let ghost = if ghost.contains('#') { "k7" } else { ghost };
    Some(format!("judge{number} [{}] {ghost} {arguments}", history.join("; ")))
}

impl Ocaml {
    fn judge_all(&self, tapes: &[&[u8]]) -> Result<Vec<Judgement>, String> {
        let methods = methods(tapes);
        let io = |error: std::io::Error| error.to_string();
        let file = self.folder.join("batch.ml");
        fs::write(&file, subject(&methods)).map_err(io)?;
        let mut dice = Dice::of_tape(tapes[0]);
        let engine = *dice.pick(&["slots", "slots", "derivative", "naive"]);
        let facets = *dice.pick(&["concrete", "concrete", "both"]);
        let time = format!("{}s", 3 + 2 * tapes.len());
        let mut args: Vec<OsString> = vec!["check".into(), file.into()];
        let options =
            ["--history", "2", "--engine", engine, "--facets", facets, "--timeout", &time];
        args.extend(options.iter().map(OsString::from));
        let said = tracehound(&self.setup, &args)?;
        let of = |number: usize| {
            let name = format!("f{number}");
            said.iter().find(|said| said.name == name || said.name == format!("M.{name}"))
        };
        let mut witnesses = Vec::new();
        for (number, method) in methods.iter().enumerate() {
            let findings = of(number).into_iter().flat_map(|said| &said.findings);
            witnesses.extend(
                findings.filter_map(|found| Some((number, witness(number, method, found)?))),
            );
        }
        let answers = self.run(&oracle(&methods, &witnesses))?;
        let judge = |number: usize| {
            let said = of(number).ok_or_else(|| format!("nothing is said of f{number}"))?;
            Ok(judgement(said, answers.get(&number).map(Vec::as_slice).unwrap_or_default()))
        };
        (0..methods.len()).map(judge).collect()
    }

    /// What the oracle prints of each method.
    fn run(&self, text: &str) -> Result<BTreeMap<usize, Vec<String>>, String> {
        let file = self.folder.join("oracle.ml");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let output = Command::new("ocaml").args(["-w", "-a"]).arg(&file).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("ocaml: {}", String::from_utf8_lossy(&output.stderr)));
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
        if answer == "unsure" {
            return Judgement::open();
        }
        if !answer.starts_with("broken") {
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

impl Judge for Ocaml {
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
        let methods = methods(&[tape]);
        vec![
            ("main.ml".to_owned(), subject(&methods)),
            ("oracle.ml".to_owned(), oracle(&methods, &[])),
        ]
    }
}
