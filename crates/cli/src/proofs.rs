//! Proof objects: `check --proof` writes them, `proof check` and `proof show` read them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use explore::Run;
use frontend::args::{AnswerArgs, Format, LimitArgs};
use frontend::{Publisher, quantity};
use host::limits::sentence;
use host::{TOOL, Terminal, output, read};
use proof::{NoProof, Proof, ProofFile, ProofHead, Recheck, RecheckError};
use report::{AskedTarget, Envelope, Outcome, ProofAnswer, ProofVerdict};
use solve::{QueryLimits, Theory};
use solve_smtlib::Command;
use source::Files;
use term::Pool;

/// What can be done with proof objects.
#[derive(Subcommand, Debug)]
pub(crate) enum ProofVerb {
    /// Ask another solver about everything that a proof rests on
    Check(CheckProof),
    /// Show what a proof is about and how large it is
    Show(ShowProof),
}

#[derive(Args, Debug)]
pub(crate) struct CheckProof {
    /// What `check --proof` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The solver to ask: cvc5, z3, yices, or the path of a program that reads SMT-LIB; without this
    /// option, cvc5 if it is there, otherwise z3
    #[arg(long, value_name = "SOLVER")]
    solver: Option<String>,
    /// Time for each question
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    solver_timeout: Option<std::time::Duration>,
    #[command(flatten)]
    shown: AnswerArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ShowProof {
    /// What `check --proof` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the questions as SMT-LIB, all of which must be answered with `unsat`
    #[arg(long)]
    smt2: bool,
}

impl ProofVerb {
    /// How the answer is shown; none if it is for people alone.
    pub(crate) fn shown(&self) -> Option<AnswerArgs> {
        match self {
            ProofVerb::Check(args) => Some(args.shown.clone()),
            ProofVerb::Show(_) => None,
        }
    }
}

/// The proofs of one call of `check`.
pub(crate) struct Proofs(Mutex<Vec<Result<Proof, (ProofHead, NoProof)>>>);

impl Proofs {
    pub(crate) fn new() -> Proofs {
        Proofs(Mutex::default())
    }

    /// Takes what the run of a target that holds proves.
    pub(crate) fn take(&self, pool: &Pool, theory: &Theory, head: ProofHead, run: &Run) {
        let made = Proof::new(pool, theory, head.clone(), run).map_err(|why| (head, why));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(made);
    }

    /// Takes the proof of a target for histories of any length.
    pub(crate) fn take_unbounded(&self, head: ProofHead, object: Result<Proof, NoProof>) {
        let about = |own: &ProofHead| ProofHead {
            target: own.target.clone(),
            assumptions: own.assumptions.clone(),
            bounds: Vec::new(),
            ..head.clone()
        };
        let made = object.map(|mut proof| {
            proof.head = about(&proof.head);
            proof.with.iter_mut().for_each(|other| other.head = about(&other.head));
            proof
        });
        let made = made.map_err(|why| (head, why));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(made);
    }

    /// Writes the proofs that there are, and says of which targets there are none.
    pub(crate) fn write(&self, file: &Path, terminal: &Terminal) -> Result<()> {
        let mut proofs = Vec::new();
        for made in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            match made {
                Ok(proof) => proofs.push(proof.clone()),
                Err((head, why)) => {
                    let target = format!("{}:{}", head.file, head.target);
                    terminal.complain(&format!("warning: no proof of `{target}`: {why}"));
                }
            }
        }
        if proofs.is_empty() {
            terminal.complain("warning: no target has a proof; the file of proofs is empty");
        }
        output::to_file(file, &ProofFile::new(TOOL, proofs).to_json())
    }
}

/// Does what is asked for.
pub(crate) fn proof(verb: &ProofVerb, terminal: &Publisher) -> Result<Outcome> {
    match verb {
        ProofVerb::Check(args) => check(args, terminal),
        ProofVerb::Show(args) => show(args),
    }
}

fn read_file(path: &Path) -> Result<ProofFile> {
    let text = read::source_text(path).map_err(|why| anyhow!(why))?;
    ProofFile::read(&text).with_context(|| format!("`{}`", path.display()))
}

fn check(args: &CheckProof, terminal: &Publisher) -> Result<Outcome> {
    let guard = terminal.guard(args.limits.budget(), &args.shown);
    let file = read_file(&args.file)?;
    if file.proofs.is_empty() {
        bail!("`{}` has no proof in it", args.file.display());
    }
    let default = QueryLimits::default();
    let limits = QueryLimits { time: args.solver_timeout.or(default.time), ..default };
    let solver = solver_name(args)?;
    let mut command = Command::preset(&solver, &limits);
    if solver == "cvc5" {
        // The laws of orders need instances that no trigger of theirs suggests.
        command.args.push("--full-saturate-quant".to_owned());
    }
    let stop = guard.stop();
    let mut answer = ProofAnswer { solver, proofs: Vec::new() };
    for proof in &file.proofs {
        let done = proof::recheck(proof, &command, &limits, &stop);
        answer.proofs.push(verdict(proof, done)?);
    }
    let outcome = answer.outcome().and(guard.outcome());
    let human = answer.human();
    if args.shown.format == Format::Human {
        output::to_stdout(&human)?;
    }
    let asked = AskedTarget {
        file: args.file.display().to_string(),
        language: "proof".to_owned(),
        ..AskedTarget::default()
    };
    let own = (&[Format::Human][..], Some(human.as_str()));
    let answer = Envelope::new(TOOL, outcome, answer);
    terminal.publish(&args.shown, &answer, (&asked, &Files::new()), own)?;
    if let Some(limit) = guard.met() {
        terminal.complain(&format!("error: not decided: {}", sentence(limit)));
    }
    Ok(outcome)
}

fn verdict(proof: &Proof, done: Result<Recheck, RecheckError>) -> Result<ProofVerdict> {
    let (head, mut undecided) = (&proof.head, Vec::new());
    if read::text(Path::new(&head.file)).is_ok_and(|text| text != head.text) {
        undecided.push(format!("`{}` has changed since the proof was made", head.file));
    }
    if let Some(spec) = &head.spec
        && read::text(Path::new(&spec.file)).is_ok_and(|text| text != spec.text)
    {
        undecided.push(format!("`{}` has changed since the proof was made", spec.file));
    }
    let (mut assumptions, bounds) = (head.assumptions.clone(), head.bounds.clone());
    let (confirmed, refuted) = match done {
        Ok(done) => {
            let told = done.undecided.into_iter().map(|(goal, why)| format!("{goal}: {why}"));
            undecided.extend(told);
            if done.granted > 0 {
                let rule = "values are in the range of their type, which";
                assumptions.push(format!("{rule} {} of the conditions rest on", done.granted));
            }
            (done.confirmed, done.refuted)
        }
        Err(RecheckError::Spawn(error)) => return Err(error.into()),
        Err(broken) => (0, vec![broken.to_string()]),
    };
    let target = format!("{}:{}", head.file, head.target);
    Ok(ProofVerdict { target, confirmed, refuted, undecided, bounds, assumptions })
}

/// The solver that was asked for, or another than the one that is built in, if there is one.
fn solver_name(args: &CheckProof) -> Result<String> {
    if let Some(name) = &args.solver {
        return Ok(name.clone());
    }
    let known = ["cvc5", "z3"].into_iter().find(|name| child::installed(name).is_some());
    known.map(str::to_owned).context("there is no solver to ask: install cvc5 or z3")
}

fn show(args: &ShowProof) -> Result<Outcome> {
    let file = read_file(&args.file)?;
    let mut text = String::new();
    for proof in file.proofs.iter().flat_map(Proof::all) {
        match args.smt2 {
            true => text.push_str(&proof.to_smt2()?),
            false => text.push_str(&proof.shown()?),
        }
    }
    output::to_stdout(&text)
}
