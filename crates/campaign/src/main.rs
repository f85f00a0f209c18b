//! Runs a campaign: `cargo xtask campaign`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use campaign::{AREAS, Area, AreaOutcome, Campaign, Isolated, Setup, Until, find, from_hex, table};
use clap::Parser;
use solve::Interrupt;

/// Random cases of every language against independent oracles.
#[derive(Parser)]
#[command(name = "cargo xtask campaign")]
struct Args {
    /// Minutes for all areas together, shared out evenly.
    #[arg(long, conflicts_with = "cases")]
    minutes: Option<f64>,
    /// What all cases follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tapes for each area; without this and without minutes each area has its own number, and all
    /// together take about a minute.
    #[arg(long)]
    cases: Option<u64>,
    /// Threads.
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,
    /// The number of the first tape.
    #[arg(long, default_value_t = 0, conflicts_with = "tape")]
    first: u64,
    /// Judge tapes in processes of their own, one at a time: a solver that crashes or runs without end
    /// costs one tape.
    #[arg(long, conflicts_with_all = ["tape", "counts"])]
    isolate: bool,
    /// Raise the constants of the generators: sizes of terms, lengths of paths, numbers.
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    scale: u16,
    /// Print numbers alone, for the process that waits for them.
    #[arg(long, hide = true)]
    counts: bool,
    /// Judge this one tape, as it was written down for a disagreement.
    #[arg(long, value_name = "HEX")]
    tape: Option<String>,
    /// Where disagreements are written.
    #[arg(long, default_value = "target/campaign")]
    out: PathBuf,
    /// The areas: all unless some are named.
    #[arg(value_name = "LANG")]
    areas: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<ExitCode> {
    let areas = selected(&args.areas)?;
    let scratch = tempfile::tempdir().context("cannot make a scratch folder")?;
    let setup = setup(scratch.path(), usize::from(args.scale))?;
    if let Some(hex) = &args.tape {
        return judge_one(&areas, &setup, hex);
    }
    let interrupt = Interrupt::new();
    let raise = interrupt.clone();
    ctrlc::set_handler(move || raise.raise()).context("cannot listen to Ctrl-C")?;
    let out = setup.root.join(&args.out);
    let (seed, first, jobs) = (args.seed, args.first, args.jobs);
    let campaign = Campaign { seed, first, jobs, out, setup, interrupt };
    let mut outcomes = Vec::new();
    for area in &areas {
        let until = match (args.minutes, args.cases) {
            (Some(minutes), _) => {
                Until::Time(Duration::from_secs_f64(minutes * 60.0 / areas.len() as f64))
            }
            (None, cases) => Until::Tapes(cases.unwrap_or(area.tapes)),
        };
        if args.counts {
            let outcome = campaign.run(area, until);
            say(&outcome.as_counts());
            return Ok(exit_code(&[outcome], false));
        }
        eprintln!("{}: {}", area.name, area.about);
        outcomes.push(match args.isolate {
            true => isolated(&campaign)?.run(area, first, until),
            false => campaign.run(area, until),
        });
    }
    say(&table(&outcomes));
    Ok(exit_code(&outcomes, campaign.interrupt.is_raised()))
}

/// The same tapes, judged by processes of their own.
fn isolated(campaign: &Campaign) -> Result<Isolated<'_>> {
    Ok(Isolated {
        program: std::env::current_exe()?,
        seed: campaign.seed,
        out: campaign.out.clone(),
        scale: campaign.setup.scale,
        interrupt: &campaign.interrupt,
    })
}

/// Missing tools are a failure where everything has to be tried, as CI says.
fn exit_code(outcomes: &[AreaOutcome], interrupted: bool) -> ExitCode {
    let wrong = outcomes.iter().any(|outcome| outcome.wrong > 0);
    let skipped = outcomes.iter().any(|outcome| outcome.skipped.is_some());
    let is_ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "0");
    match (wrong, interrupted) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(130),
        (false, false) if skipped && is_ci => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    }
}

fn selected(names: &[String]) -> Result<Vec<&'static Area>> {
    if names.is_empty() {
        return Ok(AREAS.iter().collect());
    }
    let known = || AREAS.iter().map(|area| area.name).collect::<Vec<_>>().join(", ");
    let one = |name: &String| {
        find(name).with_context(|| format!("no area `{name}`; there are {}", known()))
    };
    names.iter().map(one).collect()
}

/// The program that is tried lies beside this one.
fn setup(scratch: &Path, scale: usize) -> Result<Setup> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().nth(2).context("this crate lies in `crates`")?.to_owned();
    let tracehound = std::env::current_exe()?.with_file_name("tracehound");
    Ok(Setup { root, tracehound, scratch: scratch.to_owned(), scale })
}

fn judge_one(areas: &[&Area], setup: &Setup, hex: &str) -> Result<ExitCode> {
    let [area] = areas else { bail!("a tape needs the name of its area") };
    let tape = from_hex(hex).context("the tape is not hexadecimal")?;
    if let Some(why) = (area.missing)(setup) {
        bail!("{}: {why}", area.name);
    }
    let mut bench = (area.start)(setup);
    for (name, text) in bench.files(&tape) {
        say(&format!("--- {name}\n{text}\n"));
    }
    let judgement = bench.judge(&[&tape]).pop().unwrap_or_default();
    say(&format!("{judgement:?}\n"));
    ensure!(judgement.wrong.is_none(), "the sides disagree");
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::print_stdout, reason = "the table is what this program is run for")]
fn say(text: &str) {
    print!("{text}");
}
