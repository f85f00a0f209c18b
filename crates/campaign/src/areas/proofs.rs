//! Methods over libraries with contracts, for which a proof is looked for: what is proved, against all histories over small
//! domains, tried by code that knows neither terms nor solvers.

mod brute;
mod case;
mod draw;
mod truth;
mod write;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use stdx::hash;

use crate::tool::{self, Said, tracehound};
use crate::{Area, Judge, Judgement, Setup};
use brute::{Tried, search};
use case::Case;

pub(super) const AREA: Area = Area {
    name: "proofs",
    about: "methods that are proved; all histories over small domains, and mutants of what is proved",
    length: 160,
    batch: 20,
    tapes: 20,
    missing: |setup| tool::missing(setup, &[]),
    start: |setup| {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let folder = setup.scratch.join(format!("proofs{}", NEXT.fetch_add(1, Relaxed)));
        fs::create_dir_all(&folder).expect("the scratch folder can be written");
        Box::new(Proofs { setup: setup.clone(), folder })
    },
};

/// Mutants of each method that is proved.
const MUTANTS: u64 = 4;

struct Proofs {
    setup: Setup,
    folder: PathBuf,
}

/// The file of some cases, each in modules of its number.
fn subject(cases: &[Case]) -> String {
    let modules = cases.iter().enumerate().map(|(number, case)| write::module(case, number));
    write::TYPES.to_owned() + &modules.collect::<String>()
}

/// The case that a tape describes. Bytes of a tape follow each other in even steps, so each is mixed with those before it; zero
/// stays zero, the smallest decision.
fn drawn(tape: &[u8]) -> Case {
    let before = |at: usize, back: usize| at.checked_sub(back).map_or(0, |at| u64::from(tape[at]));
    let mixed = tape.iter().enumerate().map(|(at, byte)| match byte {
        0 => 0,
        _ => {
            let near = hash::mix(before(at, 1), before(at, 2) << 8 | u64::from(*byte));
            (hash::mix(near, at as u64) >> 24) as u8
        }
    });
    draw::case(&mixed.collect::<Vec<u8>>())
}

/// A number for a tape.
fn key(tape: &[u8]) -> u64 {
    tape.iter().fold(0, |key, byte| hash::mix(key, u64::from(*byte)) >> 1)
}

/// The helper of a case as a case of its own.
fn of_helper(case: &Case) -> Option<Case> {
    let method = case.helper.clone()?;
    Some(Case { ops: case.ops.clone(), helper: None, method })
}

impl Proofs {
    fn judge_all(&self, tapes: &[&[u8]]) -> Result<Vec<Judgement>, String> {
        let cases: Vec<Case> = tapes.iter().map(|tape| drawn(tape)).collect();
        let said = self.prove(&cases)?;
        let mut judgements = Vec::new();
        let mut mutants: Vec<(usize, Case, String)> = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let own = of(&said, number, "f")?;
            let mut judgement = judged(own, &search(case), "methods");
            if let Some(helper) = of_helper(case) {
                judgement.add(judged(of(&said, number, "h")?, &search(&helper), "helpers"));
            }
            if own.answer == "proved" {
                let others = (0..MUTANTS).map(|seed| draw::mutant(case, key(tapes[number]) + seed));
                for other in others.filter(|other| other != case) {
                    if let Tried::Broken(how) = search(&other) {
                        mutants.push((number, other, how));
                    }
                }
            }
            judgements.push(judgement);
        }
        let broken: Vec<Case> = mutants.iter().map(|(_, case, _)| case.clone()).collect();
        if !broken.is_empty() {
            let said = self.prove(&broken)?;
            for (at, (number, _, how)) in mutants.iter().enumerate() {
                let how = Tried::Broken(how.clone());
                judgements[*number].add(judged(of(&said, at, "f")?, &how, "broken mutants"));
            }
        }
        Ok(judgements)
    }

    fn prove(&self, cases: &[Case]) -> Result<Vec<Said>, String> {
        let file = self.folder.join("batch.ml");
        fs::write(&file, subject(cases)).map_err(|error| error.to_string())?;
        let time = format!("{}s", 3 + 3 * cases.len());
        let options = ["--prove", "--history", "1", "--timeout", &time];
        let mut args: Vec<OsString> = vec!["check".into(), file.into()];
        args.extend(options.iter().map(OsString::from));
        tracehound(&self.setup, &args)
    }
}

/// What is said of a method of a case.
fn of<'s>(said: &'s [Said], number: usize, method: &str) -> Result<&'s Said, String> {
    let name = format!("M{number}.{method}");
    let found = said.iter().find(|said| said.name == name);
    found.ok_or_else(|| format!("nothing is said of {name}"))
}

/// No method is proved that some history breaks.
fn judged(said: &Said, tried: &Tried, kind: &str) -> Judgement {
    let proved = said.answer == "proved";
    let judgement = match tried {
        Tried::Broken(how) if proved => {
            Judgement::wrong(format!("{}: proved, but {how}", said.name))
        }
        Tried::Broken(_) => Judgement::agreed(),
        Tried::Kept { all } if proved && *all => Judgement::agreed(),
        Tried::Kept { .. } => Judgement::open(),
    };
    let tried = match tried {
        Tried::Broken(_) => "broken",
        Tried::Kept { all: true } => "kept by all histories",
        Tried::Kept { all: false } => "kept by those tried",
    };
    judgement.counting(&format!("{kind}: {}, {tried}", said.answer), 1)
}

impl Judge for Proofs {
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
        let case = drawn(tape);
        let tried = format!("{:#?}\n", search(&case));
        vec![("main.ml".to_owned(), subject(&[case])), ("histories.txt".to_owned(), tried)]
    }
}
