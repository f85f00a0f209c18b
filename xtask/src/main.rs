//! Chores of the project, run as `cargo xtask CHORE`.
//!
//! Whatever we ask of the code and can check by a program is checked by `tidy`; CI runs what a
//! developer runs.

use std::process::ExitCode;

use anyhow::{Result, bail};

mod book;
mod chores;
mod fuzz;
mod loading;
mod release;
mod tidy;
mod workspace;

const HELP: &str = "\
cargo xtask CHORE

  test    everything that must pass before a change is merged
  ci      the same, as CI calls it
  nightly the large matrices and long random runs, of which `test` takes samples; takes hours
  tidy    the rules that neither the compiler nor clippy checks
  bless   rewrite the golden texts of the corpus from what the tool says today
  book    build the manual with mdbook; a warning is an error
  release build the packages that can be built on this machine, and try each
  bench   run the benchmarks
  loading FOLDER…
          which OCaml files below some folders load, of those that ocamlc accepts, by reason
  fuzz    feed the readers of outside input with what a fuzzer makes up:
          fuzz [--minutes N | --seconds N | --runs N] [TARGET ...], a minute for each target by default
  campaign [--minutes N] [--seed S] [--cases N] [LANG…]
          random cases of every language against independent oracles
";

fn main() -> ExitCode {
    if let Some(code) = fuzz::as_compiler() {
        return ExitCode::from(u8::try_from(code).unwrap_or(1));
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = workspace::root();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test" | "ci"] => chores::test(&root),
        ["nightly"] => chores::nightly(&root),
        ["tidy"] => tidy::tidy(&root),
        ["book"] => book::book(&root),
        ["release"] => release::release(&root),
        ["bless"] => chores::bless(&root),
        ["campaign", ref rest @ ..] => chores::campaign(&root, rest),
        ["bench", ref rest @ ..] => chores::bench(&root, rest),
        ["loading", ref folders @ ..] => loading::loading(&root, folders),
        ["fuzz", ref rest @ ..] => fuzz::fuzz(&root, rest),
        _ => bail!("no such chore\n\n{HELP}"),
    }
}
