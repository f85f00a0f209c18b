//! The front ends: the only place that names them.

use std::path::PathBuf;

use clap::ValueEnum;
use frontend::args::{RunArgs, WantedArgs};
use frontend::{Frontend, Language, NamedTargets, Parted};
use report::TargetReport;

/// The front end of a language.
pub(crate) fn front_end(language: Language) -> &'static dyn Frontend {
    match language {
        Language::Toy => &front_toy::Toy,
        Language::Ml => &front_ml::Ml,
        Language::Haskell => &front_haskell::Haskell,
        Language::Java => &front_jvm::Java,
        Language::K => &front_k::K,
        Language::Interp => &front_interp::Interp,
    }
}

/// All front ends, in the order in which they are named to users.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn Frontend> {
    Language::value_variants().iter().map(|language| front_end(*language))
}

/// The front end of what is to be run: that of Haskell unless something else shows.
pub(crate) fn of_run(args: &RunArgs) -> &'static dyn Frontend {
    all()
        .find(|front| front.runs(args))
        .unwrap_or_else(|| front_end(Language::of_file(args.file()).unwrap_or(Language::Haskell)))
}

/// Targets of one language that are named on the command line.
pub(crate) struct NamedParts {
    pub(crate) language: Language,
    pub(crate) front: &'static dyn NamedTargets,
    pub(crate) targets: Vec<String>,
}

/// Parts what a user names into targets that front ends take by name, and files to read.
pub(crate) fn part(
    wanted: &WantedArgs,
    part: impl Fn(&dyn NamedTargets, &WantedArgs) -> Parted,
) -> (Vec<NamedParts>, WantedArgs) {
    let (mut named, mut rest) = (Vec::new(), wanted.clone());
    for front_end in all() {
        let Some(front) = front_end.named_targets() else { continue };
        let Parted { own, others } = part(front, &rest);
        rest.targets = others;
        if !own.is_empty() {
            named.push(NamedParts { language: front_end.language(), front, targets: own });
        }
    }
    (named, rest)
}

/// Who takes the targets of a report, if they are named on the command line.
pub(crate) fn named_targets(target: &TargetReport) -> Option<&'static dyn NamedTargets> {
    front_end(Language::named(&target.language)?).named_targets()
}

/// The file of a target, or the first of its classes.
pub(crate) fn main_file(target: &TargetReport) -> PathBuf {
    match named_targets(target) {
        Some(named) => named.first_file(&target.file),
        None => PathBuf::from(&target.file),
    }
}
