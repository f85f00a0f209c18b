//! Arguments about the project that programs belong to.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use report::FailOn;

use super::QueueArgs;

/// How the project is taken into account.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Project")]
pub struct ProjectArgs {
    /// Use the options of `[profile.NAME]` in tracehound.toml
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Explore what has not changed since it was last explored, too
    #[arg(long)]
    pub no_cache: bool,
    /// Check only the files that differ from REV in git, and those that depend on them
    #[arg(long, value_name = "REV", conflicts_with = "queue")]
    pub changed: Option<String>,
    /// Check only the I-th of N parts of the files, so that N machines check all of them
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Answer for the targets of a shard, a file that `split` wrote: what is asked, and the options,
    /// stand in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["targets", "shard", "changed", "profile", "queue"])]
    pub from: Option<PathBuf>,
    /// Write the answer of each target to this folder as soon as it is there, so that a check that was ended can
    /// go on
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "changed", "queue"])]
    pub checkpoint: Option<PathBuf>,
    /// Go on with the checkpoint: what is answered there is not explored again
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    /// From which answer on the exit code is not 0, the answers before it included
    #[arg(long, value_name = "ANSWER", default_value = "vacuous")]
    pub fail_on: FailOnChoice,
    /// The file of known findings, which do not fail; `none` for none of them
    #[arg(long, value_name = "FILE|none")]
    pub baseline: Option<PathBuf>,
    /// Where other machines are asked.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// From which answer on a call fails.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FailOnChoice {
    /// On no answer
    Never,
    /// On violations
    Violation,
    /// Also on weak specs
    Weak,
    /// Also on what is left undecided
    Inconclusive,
    /// Also on targets of which nothing is checked
    #[default]
    Vacuous,
}

impl From<FailOnChoice> for FailOn {
    fn from(choice: FailOnChoice) -> FailOn {
        match choice {
            FailOnChoice::Never => FailOn::Never,
            FailOnChoice::Violation => FailOn::Violation,
            FailOnChoice::Weak => FailOn::Weak,
            FailOnChoice::Inconclusive => FailOn::Inconclusive,
            FailOnChoice::Vacuous => FailOn::Vacuous,
        }
    }
}

/// One of several parts of the files of a project.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Its number, from one.
    number: usize,
    /// How many there are.
    count: usize,
}

impl Shard {
    fn parse(text: &str) -> Result<Shard, String> {
        let wrong = || format!("`{text}` is not one of several parts, such as 1/4");
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let (number, count) = (number.parse().ok(), count.parse().ok());
        let (number, count): (usize, usize) = number.zip(count).ok_or_else(wrong)?;
        if number == 0 || number > count {
            return Err(wrong());
        }
        Ok(Shard { number, count })
    }

    /// Whether it has the thing at this place of a list.
    #[must_use]
    pub fn has(self, at: usize) -> bool {
        at % self.count == self.number - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thing_is_in_one_part() {
        let parts: Vec<Shard> =
            (1..=3).map(|number| Shard::parse(&format!("{number}/3")).expect("a part")).collect();
        for at in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(at)).count(), 1);
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "/"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
